// SPDX-License-Identifier: GPL-2.0
/*
 * THR-4: the samples per second never exceed the limit. What a busy machine adds is counted in:
 * each time that the event's task is put on the CPU anew its throttle ends early
 * (event_sched_in()), so each of those may bring one tick's samples more.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "thr.h"

#define WINDOW_NS	200000000

/* Twice as many interrupts as are allowed, to be sure that the limit is met. */
#define ABOVE		2

/* The ticks at both ends of the window. */
#define END_TICKS	2

/* Somebody else's events may take ours off the counter and put it back: a quarter of that. */
#define BOUND_PERCENT	125

/* Above this many samples a second the test is a storm. */
#define GENTLE_RATE	10000

static unsigned int switches(void)
{
	struct rusage usage;

	if (getrusage(RUSAGE_THREAD, &usage))
		return 0;
	return usage.ru_nvcsw + usage.ru_nivcsw;
}

static struct outcome try_rate(const struct bench *bench, unsigned int rate, bool *met)
{
	const struct window_plan plan = {
		.load = load_run,
		.limits = { .rate = rate, .percent = 99 },
		.max_ns = WINDOW_NS,
	};
	unsigned int hz = bench->run->hz, before;
	uint64_t period = bench_period(bench, rate * ABOVE), ticks, bound;
	struct outcome outcome;
	struct sampler sampler;
	struct window window;
	char what[32];
	int ret;

	outcome = bench_open(bench, period, -1, &sampler);
	if (outcome.verdict != PASS)
		return outcome;
	before = switches();
	ret = window_run(&sampler, &plan, &window);
	before = switches() - before;
	if (ret)
		outcome = skip(SKIP_SETUP_BROKEN, "rate %u: %s", rate, strerror(errno));
	sampler_close(&sampler);
	if (ret)
		return outcome;
	ticks = window.ns * hz / NSEC_PER_SEC + END_TICKS + before;
	bound = ticks * budget_per_tick(rate, hz) * BOUND_PERCENT / 100;
	snprintf(what, sizeof(what), "rate %u", rate);
	evidence(what, "period %llu: %u samples in %llu ms, at most %llu allowed, %llu times throttled",
		 (unsigned long long)period, window.interrupts,
		 (unsigned long long)window.ns / 1000000, (unsigned long long)bound,
		 (unsigned long long)window.counts.throttle);
	*met |= window.counts.throttle;
	if (window.interrupts <= bound)
		return pass();
	return fail("rate %u: %u samples in %llu ms, %llu allowed", rate, window.interrupts,
		    (unsigned long long)window.ns / 1000000, (unsigned long long)bound);
}

struct outcome thr4_never_above_the_limit(struct bench *bench)
{
	const unsigned int rates[] = { 1024, 4096, BUDGET_DEFAULT_RATE };
	struct outcome outcome = pass();
	bool met = false;
	size_t i;

	for (i = 0; i < sizeof(rates) / sizeof(*rates) && outcome.verdict == PASS; i++) {
		if (rates[i] > GENTLE_RATE && !bench_storms(bench))
			evidence("left_out", "rate %u: PMU_STORM=1 runs it", rates[i]);
		else
			outcome = try_rate(bench, rates[i], &met);
	}
	if (outcome.verdict == PASS && !met)
		return skip(SKIP_FEW_INTERRUPTS, "the event never came to the limit");
	return outcome;
}
