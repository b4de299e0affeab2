// SPDX-License-Identifier: GPL-2.0
/*
 * SMP-8: extreme periods are taken as they are, clamped or refused, never lost, and
 * PERF_EVENT_IOC_PERIOD takes effect. Long ones, also around the width of the counter, must not
 * overflow early, and the count must go on; the shortest must interrupt.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "smp.h"

#include "../lib/sysctl.h"

#define WINDOW_NS	50000000

/* A count that is right is as high as that of another window, by half at least. */
#define COUNT_FACTOR	2

#define FEW_PERCENT	90

/* A counter that is read while it counts may lack a little of the last period. */
#define EARLY		1.02

/* The core refuses a period with the sign bit (perf_copy_attr(), perf_event_period()). */
#define SIGN_BIT	(1ULL << 63)

static struct outcome long_period(const struct bench *bench, uint64_t period,
				  const struct reading *usual)
{
	struct sampling sampling = sampling_of(bench, period, NULL);
	struct outcome outcome;
	uint64_t count, came;
	char what[40];
	double due;
	int refused;

	snprintf(what, sizeof(what), "period %llu", (unsigned long long)period);
	sampling.ns = WINDOW_NS;
	outcome = sampling_run(bench, &sampling, &refused);
	if (refused) {
		evidence(what, "refused: %s", strerror(refused));
		return pass();
	}
	if (outcome.verdict == SKIP && outcome.skip != SKIP_NO_INTERRUPT)
		return outcome;
	count = sampling.reading.count;
	came = sampling.window.interrupts;
	evidence(what, "count %llu, %llu samples", (unsigned long long)count,
		 (unsigned long long)came);
	/* What it should be in the time that it had. */
	due = (double)usual->count / usual->running * sampling.reading.running;
	if (count < due / COUNT_FACTOR || count > due * COUNT_FACTOR)
		return fail("%s: the count is %llu, by another period it should be %.0f", what,
			    (unsigned long long)count, due);
	/* Here one is too many; by the sum's own slack it would not be. */
	if (came * (double)period > count * EARLY)
		return fail("%s: %llu samples in a count of %llu", what, (unsigned long long)came,
			    (unsigned long long)count);
	if (samples_agree(came * period, period, count, FEW_PERCENT) == AGREE)
		return pass();
	if (!bench->run->exact)
		return skip(SKIP_NOISY, "%s: a virtual machine delivers late", what);
	return fail("%s: %llu samples only in a count of %llu", what, (unsigned long long)came,
		    (unsigned long long)count);
}

static struct outcome long_periods(const struct bench *bench, const struct reading *usual)
{
	const unsigned int width = bench->target->profile->width;
	uint64_t periods[12] = {
		(1ULL << 31) - 1, 1ULL << 31, (1ULL << 32) - 1, (1ULL << 32) + 1,
		(1ULL << 47) + 1, SIGN_BIT - 1,
	};
	struct outcome outcome = pass();
	int i, nr = 6;

	if (width && width < 63) {
		periods[nr++] = (1ULL << (width - 1)) - 1;
		periods[nr++] = (1ULL << width) - 1;
		periods[nr++] = (1ULL << width) + 1;
	}
	for (i = 0; i < nr && outcome.verdict == PASS; i++)
		outcome = long_period(bench, profile_period(bench->target->profile, periods[i]),
				      usual);
	return outcome;
}

static struct outcome sign_bit(const struct bench *bench)
{
	struct sampling sampling = sampling_of(bench, SIGN_BIT, NULL);
	int refused;

	sampling.ns = 0;
	sampling_run(bench, &sampling, &refused);
	evidence("period 2^63", "%s", refused ? strerror(refused) : "taken");
	if (refused == EINVAL)
		return pass();
	return fail("a period of 2^63 is not refused with EINVAL");
}

/* Does the driver stop an event at its limit? Else short periods take the machine down. */
static bool stops(const struct bench *bench)
{
	struct sampling sampling = sampling_of(bench, bench->pace.period, NULL);

	sampling.rate = bench->run->hz;
	sampling.ns = WINDOW_NS;
	return sampling_run(bench, &sampling, NULL).verdict == PASS &&
	       sampling.window.interrupts <= 2 * WINDOW_NS / (NSEC_PER_SEC / bench->run->hz);
}

static struct outcome short_period(const struct bench *bench)
{
	const char *runner = getenv("PMU_STORM_PERIOD");
	uint64_t least = runner ? strtoull(runner, NULL, 10) : 1;
	struct sampling sampling;
	struct outcome outcome;
	int refused;

	if (!bench_storms(bench) || bench->target->clock || !stops(bench)) {
		evidence("shortest", "left out: it may take the machine down");
		return pass();
	}
	least = profile_period(bench->target->profile, least ? least : 1);
	sampling = sampling_of(bench, least, NULL);
	sampling.rate = bench->run->hz;
	sampling.ns = WINDOW_NS;
	/* Throttled and started as a group, in which one must be left alone. */
	sampling.idle_member = true;
	outcome = sampling_run(bench, &sampling, &refused);
	evidence("shortest", "period %llu: %s, %u samples, count %llu, %llu times throttled",
		 (unsigned long long)sampling.period, refused ? strerror(refused) : "taken",
		 sampling.window.interrupts, (unsigned long long)sampling.reading.count,
		 (unsigned long long)sampling.window.counts.throttle);
	if (refused)
		return fail("the profile's shortest period %llu is refused: %s",
			    (unsigned long long)sampling.period, strerror(refused));
	if (outcome.verdict == SKIP && outcome.skip == SKIP_NO_INTERRUPT)
		return fail("a period of %llu does not interrupt",
			    (unsigned long long)sampling.period);
	return outcome;
}

/* Run the load for a window. Returns the samples that came. */
static unsigned int run_on(struct sampler *sampler)
{
	unsigned long slice = load_iterations(load_run, WINDOW_NS / 64);
	uint64_t start = now_ns();
	unsigned int came = 0;

	do {
		load_run(slice);
		came += sampler_poll(sampler);
	} while (now_ns() - start < WINDOW_NS);
	return came;
}

static struct outcome changed_period(const struct bench *bench)
{
	const struct limits limits = { .rate = 8 * bench_rate(bench), .percent = 99 };
	uint64_t pace = bench->pace.period, never = NO_OVERFLOW;
	unsigned int before, with, after;
	struct outcome outcome;
	struct sampler sampler;

	if (limits_write(&limits))
		return skip(SKIP_SETUP_BROKEN, "rate %u: %s", limits.rate, strerror(errno));
	outcome = bench_open(bench, never, -1, &sampler);
	if (outcome.verdict != PASS)
		return outcome;
	sampler_enable(&sampler);
	before = run_on(&sampler);
	if (ioctl(sampler.fd, PERF_EVENT_IOC_PERIOD, &pace))
		outcome = fail("PERF_EVENT_IOC_PERIOD: %s", strerror(errno));
	with = run_on(&sampler);
	if (ioctl(sampler.fd, PERF_EVENT_IOC_PERIOD, &never))
		outcome = fail("PERF_EVENT_IOC_PERIOD: %s", strerror(errno));
	/* One may have been on its way. */
	sampler_poll(&sampler);
	after = run_on(&sampler);
	sampler_close(&sampler);
	evidence("ioc_period", "%u samples with a period that does not end, %u with %llu, %u with the long one again",
		 before, with, (unsigned long long)pace, after);
	if (outcome.verdict != PASS)
		return outcome;
	if (before || after > 1)
		return fail("%u and %u samples of a period that does not end", before, after);
	if (!with)
		return fail("PERF_EVENT_IOC_PERIOD has no effect: no sample with the period %llu",
			    (unsigned long long)pace);
	return pass();
}

struct outcome smp8_extreme_periods(struct bench *bench)
{
	struct sampling usual = sampling_of(bench, bench->pace.period, NULL);
	struct outcome outcome;

	usual.ns = WINDOW_NS;
	outcome = sampling_run(bench, &usual, NULL);
	if (outcome.verdict == PASS)
		outcome = changed_period(bench);
	if (outcome.verdict == PASS)
		outcome = sign_bit(bench);
	if (outcome.verdict == PASS)
		outcome = long_periods(bench, &usual.reading);
	return outcome.verdict == PASS ? short_period(bench) : outcome;
}
