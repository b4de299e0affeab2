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

/* Fewer samples: an interrupt that is late by a whole period is one less. */
#define FEW_PERCENT	90

/* In freq mode a change of the period may begin it anew (perf_adjust_period()). */
#define FEW_FREQ_PERCENT	60

static struct outcome judge(const struct bench *bench, const char *what, bool of_path,
			    const struct sampling *sampling)
{
	const struct track *track = sampling->track;
	uint64_t count = sampling->reading.count, period = sampling->period;
	bool freq = sampling->attr.freq;
	struct outcome outcome;
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
	agree = samples_agree(sums.periods, period, count, freq ? FEW_FREQ_PERCENT : FEW_PERCENT);
	if (agree == AGREE)
		return pass();
	if (agree == TOO_FEW && !bench_exact(bench))
		return skip(SKIP_NOISY, "%s: a virtual machine delivers late", what);
	outcome = fail("%s: the samples stand for %llu, the event counted %llu", what,
		       (unsigned long long)sums.periods, (unsigned long long)count);
	/* The profiles know what is wrong with some paths. */
	outcome.beyond = !of_path;
	return outcome;
}

static struct outcome try_period(const struct bench *bench, const char *what, uint64_t period,
				 bool freq)
{
	static struct track track;
	struct sampling sampling = sampling_of(bench, period, &track);
	struct outcome outcome;

	sampling.attr.freq = freq;
	outcome = sampling_run(bench, &sampling, NULL);
	return outcome.verdict == PASS ? judge(bench, what, false, &sampling) : outcome;
}

/* PASS also where the machine does not have it. */
static struct outcome try_path(const struct bench *bench, const struct pmu_path *path)
{
	const struct pmu_profile *profile = bench->target->profile;
	static struct track track;
	struct sampling sampling = sampling_of(bench, 0, &track);
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
		return judge(bench, what, true, &sampling);
	evidence(what, "left out: %s", outcome.text);
	return pass();
}

struct outcome smp1_count_is_samples(struct bench *bench)
{
	const struct pmu_profile *profile = bench->target->profile;
	const unsigned int rate = bench_rate(bench);
	struct outcome outcome;
	int i;

	outcome = try_period(bench, "short", bench_period(bench, 2 * rate), false);
	if (outcome.verdict == PASS)
		outcome = try_period(bench, "long", bench_period(bench, rate / 8), false);
	if (outcome.verdict == PASS)
		outcome = try_period(bench, "varied", rate / 2, true);
	for (i = 0; i < profile->nr_paths && outcome.verdict == PASS; i++)
		outcome = try_path(bench, &profile->paths[i]);
	return outcome;
}
