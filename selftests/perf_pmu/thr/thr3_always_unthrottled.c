// SPDX-License-Identifier: GPL-2.0
/*
 * THR-3: each THROTTLE is followed by an UNTHROTTLE within a few ticks, and sampling goes on where
 * it stopped: the next sample comes after one period more of the count. In ticks first, then by a
 * thousand stops and starts of the throttled event, after each of which it must interrupt again.
 */
#include <errno.h>
#include <string.h>

#include "thr.h"

#include "../lib/sysctl.h"

#define TICKS		128
#define PER_TICK	4

/* The next tick unthrottles; the median leaves out those that came late. */
#define FEW_TICKS	3

/* Half of the steps may be off, as interrupts come late on a busy machine. */
#define BAD_PART	2

/*
 * Stops and starts, and how many a second: an interrupt each. A slow machine does what it can in
 * the time.
 */
#define RESTARTS	1000
#define RESTART_RATE	10000
#define RESTART_NS	600000000

/* A restarted event that is silent for so long, while the load runs and looks, is stuck. */
#define STUCK_NS	100000000
#define STUCK_LOOKS	256
#define SLICE_NS	20000

static bool off(unsigned int bad, unsigned int all)
{
	return bad * BAD_PART > all;
}

static struct outcome judge_steps(const char *where, const struct steps *steps, bool imprecise,
				  uint64_t period)
{
	evidence(where, "%u of %u steps from sample to sample within a burst off the period %llu, %u of %u over a throttle",
		 steps->bad_within, steps->within, (unsigned long long)period, steps->bad_over,
		 steps->over);
	/* Where samples come late anyway, so do they after a throttle. */
	if (imprecise || off(steps->bad_within, steps->within) ||
	    !off(steps->bad_over, steps->over))
		return pass();
	return fail("%s: %u of %u samples that follow a throttle come after another count than the period %llu, one after %lld",
		    where, steps->bad_over, steps->over, (unsigned long long)period,
		    (long long)steps->worst);
}

/* Does the last THROTTLE wait for its UNTHROTTLE, or that for a sample? */
static bool still_silent(const struct track *track)
{
	bool throttled = false, silent = false;
	unsigned int i;

	for (i = 0; i < track->nr; i++) {
		if (track->marks[i].type == PERF_RECORD_SAMPLE)
			silent = throttled;
		if (track->marks[i].type == PERF_RECORD_THROTTLE)
			throttled = true;
		if (track->marks[i].type == PERF_RECORD_UNTHROTTLE)
			throttled = false;
		silent |= throttled;
	}
	return silent;
}

/* Does it go on within a few ticks, for the most part? */
static struct outcome judge_silences(const struct track *track, uint64_t tick, uint64_t *times)
{
	unsigned int nr = silences(track->marks, track->nr, times, TRACK_MARKS);

	if (!nr)
		return pass();
	evidence("silences", "%u, median %llu us on the counter, longest %llu us, a tick is %llu us",
		 nr, (unsigned long long)times[nr / 2] / 1000,
		 (unsigned long long)times[nr - 1] / 1000, (unsigned long long)tick / 1000);
	if (times[nr / 2] <= FEW_TICKS * tick)
		return pass();
	return fail("after half of the throttles the event is silent for %llu us or more, %d ticks are enough",
		    (unsigned long long)times[nr / 2] / 1000, FEW_TICKS);
}

static struct outcome by_ticks(const struct bench *bench, struct track *track, bool *imprecise)
{
	static uint64_t times[TRACK_MARKS];
	struct throttled run = {
		.rate = PER_TICK * bench->run->hz,
		.ticks = TICKS,
		.track = track,
	};
	const uint64_t tick = budget_tick_ns(bench->run->hz);
	struct outcome outcome, silent;
	struct bursts bursts;
	struct steps steps;
	unsigned int nr;

	outcome = throttled_run(bench, &run);
	if (outcome.verdict == SKIP && outcome.skip != SKIP_FEW_INTERRUPTS)
		return outcome;
	silent = judge_silences(track, tick, times);
	if (silent.verdict != PASS)
		return silent;
	if (outcome.verdict != PASS && still_silent(track))
		return fail("throttled, and silent from then to the end of %u ticks", TICKS);
	if (outcome.verdict != PASS)
		return outcome;
	bursts_count(track->marks, track->nr, PER_TICK, &bursts);
	if (bursts.again > bursts.gaps)
		return skip(SKIP_NO_THROTTLE, "%u times throttled again without an UNTHROTTLE, see THR-2",
			    bursts.again);
	nr = gap_times(track->marks, track->nr, times, TRACK_MARKS);
	if (!nr)
		return fail("no UNTHROTTLE in %u ticks", TICKS);
	evidence("gaps", "%u, median %llu us, longest %llu us", nr,
		 (unsigned long long)times[nr / 2] / 1000,
		 (unsigned long long)times[nr - 1] / 1000);
	steps_count(track->marks, track->nr, bench->pace.period, &steps);
	*imprecise = off(steps.bad_within, steps.within);
	return judge_steps("by_ticks", &steps, *imprecise, bench->pace.period);
}

/* Until it is throttled: the limit is one. */
static bool interrupts_again(struct sampler *sampler, unsigned long slice)
{
	uint64_t before = sampler->ring.counts.throttle, start = now_ns();
	unsigned int looks = 0;

	do {
		load_run(slice);
		sampler_poll(sampler);
		if (sampler->ring.counts.throttle != before)
			return true;
	} while (now_ns() - start < STUCK_NS || ++looks < STUCK_LOOKS);
	return false;
}

static struct outcome restart(struct sampler *sampler)
{
	unsigned long slice = load_iterations(load_run, SLICE_NS);
	uint64_t start = now_ns();
	unsigned int i;

	for (i = 0; i < RESTARTS && now_ns() - start < RESTART_NS; i++) {
		if (sampler_enable(sampler))
			return skip(SKIP_SETUP_BROKEN, "enable: %s", strerror(errno));
		if (!interrupts_again(sampler, slice))
			return fail("silent after %u stops and starts of the throttled event", i);
		sampler_disable(sampler);
	}
	evidence("restarts", "%u, each interrupts again", i);
	return pass();
}

static struct outcome by_restarts(const struct bench *bench, struct track *track, bool imprecise)
{
	const struct limits limits = { .rate = bench->run->hz, .percent = 99 };
	const uint64_t period = bench_period(bench, RESTART_RATE);
	struct outcome outcome;
	struct sampler sampler;
	struct steps steps;

	track_start(track);
	outcome = bench_open(bench, period, -1, &sampler);
	if (outcome.verdict != PASS)
		return outcome;
	track_follow(track, &sampler);
	if (limits_write(&limits))
		outcome = skip(SKIP_SETUP_BROKEN, "rate %u: %s", limits.rate, strerror(errno));
	else
		outcome = restart(&sampler);
	sampler_close(&sampler);
	if (outcome.verdict != PASS)
		return outcome;
	steps_count(track->marks, track->nr, period, &steps);
	return judge_steps("by_restarts", &steps, imprecise, period);
}

struct outcome thr3_always_unthrottled(struct bench *bench)
{
	static struct track track;
	struct outcome outcome;
	bool imprecise = false;

	outcome = by_ticks(bench, &track, &imprecise);
	return outcome.verdict == PASS ? by_restarts(bench, &track, imprecise) : outcome;
}
