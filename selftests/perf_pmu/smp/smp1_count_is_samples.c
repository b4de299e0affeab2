// SPDX-License-Identifier: GPL-2.0
/*
 * SMP-1: the count of an event is what its samples stand for: the sum of their periods. For a
 * long, a short and a varied period (freq mode), and the events of the profile's paths. Interrupts
 * that come late do not change that, as the next period is shorter by as much.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "smp.h"

/*
 * Fewer samples: an interrupt that is late by a whole period is one less. That of a long period
 * seldom is.
 */
#define FEW_PERCENT	90
#define FEW_LONG_PERCENT	98

/* A long period takes half a tick: twice as many samples. */
#define LONG_PER_TICK	2
#define LONG_TICKS	64

/* In freq mode a change of the period may begin it anew (perf_adjust_period()). */
#define FEW_FREQ_PERCENT	60

static struct outcome judge(const struct bench *bench, const char *what, unsigned int percent,
			    const struct sampling *sampling)
{
	const struct track *track = sampling->track;
	uint64_t count = sampling->reading.count, period = sampling->period;
	bool freq = sampling->attr.freq;
	struct sums sums;
	enum agree agree;

	sums_of(track->marks, track->nr, load_contains, &sums);
	evidence(what, "count %llu, %u samples for %llu, %llu lost, %llu times throttled",
		 (unsigned long long)count, sums.samples, (unsigned long long)sums.periods,
		 (unsigned long long)sums.lost,
		 (unsigned long long)sampling->window.counts.throttle);
	if (sums.lost || track->dropped ||
	    sampling->reading.running < sampling->reading.enabled)
		return skip(SKIP_NOISY, "%s: samples lost, or the event not always on its counter",
			    what);
	if (freq)
		period = sums.periods / (sums.samples ? sums.samples : 1);
	agree = samples_agree(sums.periods, period, count, percent);
	if (agree == AGREE)
		return pass();
	if (agree == TOO_FEW && !bench->run->exact)
		return skip(SKIP_NOISY, "%s: a virtual machine delivers late", what);
	return fail("%s: the samples stand for %llu, the event counted %llu", what,
		    (unsigned long long)sums.periods, (unsigned long long)count);
}

static struct outcome run(const struct bench *bench, const char *what, unsigned int percent,
			  struct sampling *sampling)
{
	struct outcome outcome = sampling_run(bench, sampling, NULL);

	if (outcome.verdict == PASS)
		outcome = judge(bench, what, percent, sampling);
	/* The profiles know what is wrong with some paths, not with the loading event. */
	outcome.beyond = true;
	return outcome;
}

static struct outcome short_period(const struct bench *bench, struct track *track)
{
	uint64_t period = bench_period(bench, 2 * bench_rate(bench));
	struct sampling sampling = sampling_of(bench, period, track);

	return run(bench, "short", FEW_PERCENT, &sampling);
}

static struct outcome long_period(const struct bench *bench, struct track *track)
{
	const unsigned int hz = bench->run->hz;
	struct sampling sampling = sampling_of(bench, bench_period(bench, LONG_PER_TICK * hz),
					       track);

	sampling.ns = LONG_TICKS * NSEC_PER_SEC / hz;
	return run(bench, "long", FEW_LONG_PERCENT, &sampling);
}

static struct outcome varied_period(const struct bench *bench, struct track *track)
{
	struct sampling sampling = sampling_of(bench, bench_rate(bench) / 2, track);

	sampling.attr.freq = 1;
	return run(bench, "varied", FEW_FREQ_PERCENT, &sampling);
}

/* PASS also where the machine does not have it. */
static struct outcome try_path(const struct bench *bench, const struct pmu_path *path,
			       struct track *track)
{
	const struct pmu_profile *profile = bench->target->profile;
	struct sampling sampling = sampling_of(bench, 0, track);
	struct perf_event_attr attr;
	char err[PMU_ERR_LEN], what[48];
	struct outcome outcome;
	bool busy;

	snprintf(what, sizeof(what), "path %s", path->name);
	if (event_parse(PMU_SYSFS, &bench->target->pmu, path->event, &attr, err)) {
		evidence(what, "left out: %s", err);
		return pass();
	}
	sampling.attr.type = attr.type;
	sampling.attr.config = attr.config;
	sampling.attr.config1 = attr.config1;
	sampling.attr.config2 = attr.config2;
	sampling.period = pace_period(profile, &sampling.attr, bench->cpu, load_run,
				      BENCH_PER_TICK * bench->run->hz / 2, &busy);
	if (!sampling.period) {
		evidence(what, "left out: it does not count here");
		return pass();
	}
	outcome = sampling_run(bench, &sampling, NULL);
	if (outcome.verdict == PASS)
		return judge(bench, what, FEW_PERCENT, &sampling);
	evidence(what, "left out: %s", outcome.text);
	return pass();
}

struct outcome smp1_count_is_samples(struct bench *bench)
{
	const struct pmu_profile *profile = bench->target->profile;
	static struct track track;
	struct outcome outcome;
	int i;

	outcome = short_period(bench, &track);
	if (outcome.verdict == PASS)
		outcome = long_period(bench, &track);
	if (outcome.verdict == PASS)
		outcome = varied_period(bench, &track);
	for (i = 0; i < profile->nr_paths && outcome.verdict == PASS; i++)
		outcome = try_path(bench, &profile->paths[i], &track);
	return outcome;
}
