// SPDX-License-Identifier: GPL-2.0
/*
 * DUR-9: the end to end case, the report that this suite came from. Default budget, period 17
 * under load: the rate falls as far as the handler's cost demands, the machine stays responsive,
 * no sample is lost. Period 10007 is the control. Without feedback this has taken a machine down
 * until someone pressed reset: opt-in outside the lab, in steps, and no further at the first sign.
 */
#include "dur.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/deadline.h"
#include "../lib/observer.h"

static const uint64_t ramp[] = { 10007, 1009, 101, 17 };

#define STEP_NS		500000000
#define LAST_NS		1000000000

/* A user who types notices this; a healthy machine stays far below. */
#define RESPONSIVE_NS	500000000

/* A guest that shares its processors with a busy host stands still through no fault of its own. */
#define BUSY_HOST_NS	5000000000ULL

/*
 * A driver that reports nothing is judged by the part of an interrupt's time that is its handler's
 * at least; half of that again, since the storm's interrupts find the caches warm.
 */
#define SURE		2

/* The reading is one interrupt late: a tenth covers it, unless that one was disturbed. */
#define GRAIN_PERCENT	90
#define TRIES		3

static const struct limits defaults = {
	.rate = BUDGET_DEFAULT_RATE,
	.percent = BUDGET_DEFAULT_PERCENT,
};

static bool opted_in(const struct duration *dur)
{
	const char *storm = getenv("PMU_STORM");

	return dur->in_lab || (storm && !strcmp(storm, "1"));
}

/* What the window itself shows. */
static struct outcome judge_window(const struct duration *dur, const struct window *window,
				   uint64_t late_ns)
{
	const uint64_t responsive = dur->host_time ? BUSY_HOST_NS : RESPONSIVE_NS;

	if (window->faults)
		return fail("kernel log: %s", window->fault);
	if (window->slowest_ns > responsive)
		return fail("the interrupted program stood still for %llu ms",
			    (unsigned long long)window->slowest_ns / 1000000);
	if (late_ns > responsive)
		return fail("another CPU stood still for %llu ms",
			    (unsigned long long)late_ns / 1000000);
	if (window->counts.lost)
		return fail("%llu samples lost from a ring that was read all the time",
			    (unsigned long long)window->counts.lost);
	return pass();
}

/*
 * The average that the storm has left behind; by the profile's share where nothing is reported.
 * Read at the gentle rate: reading allows handlers 99 % of the CPU, and a storm that takes it
 * leaves the rest of an interrupt, which no driver reports, no time to end.
 */
static uint64_t cost_ns(const struct duration *dur)
{
	struct sampler sampler;
	struct stepper stepper;
	struct step step = { 0 };

	if (open_stepper(dur, &sampler, &stepper).verdict == PASS) {
		if (!step_begin(&stepper, &step_limits))
			step_one(&stepper, &step);
		sampler_close(&sampler);
	}
	if (step.reported)
		return step.avg.lo * GRAIN_PERCENT / 100;
	return dur->stolen.ns * dur->target->profile->share_min / 100 / SURE;
}

/* Has the rate come down as far as that cost demands? */
static struct outcome judge_rate(const struct duration *dur, const struct window *window,
				 uint64_t cost)
{
	unsigned int highest = budget_highest(cost, dur->hz, defaults.percent);

	if (window->interrupts < CONVICT_INTERRUPTS || cost <= budget_allowed_ns(&defaults) ||
	    window_rate(window) <= highest)
		return pass();
	return fail("an interrupt costs %llu ns at least, the rate should be %u at most, it is %u",
		    (unsigned long long)cost, highest, window_rate(window));
}

static struct outcome storm(struct duration *dur, uint64_t period, uint64_t max_ns,
			    struct window *window, uint64_t *cost)
{
	const struct window_plan plan = { .load = load_run, .limits = defaults, .max_ns = max_ns };
	struct outcome outcome = pass();
	uint64_t late_ns = 0;
	struct sampler sampler;
	bool observed;
	char key[32];

	if (topology_pin(dur->cpu) || sampler_open(&sampler, &dur->target->attr, dur->cpu, period))
		return skip(SKIP_SETUP_BROKEN, "period %llu: %s", (unsigned long long)period,
			    strerror(errno));
	note("about to: %s period %llu on cpu %d", dur->target->pmu.name,
	     (unsigned long long)period, dur->cpu);
	observed = !observer_start(dur->cpu);
	if (window_run(&sampler, &plan, window))
		outcome = skip(SKIP_SETUP_BROKEN, "period %llu: %s", (unsigned long long)period,
			       strerror(errno));
	if (observed)
		late_ns = observer_stop();
	sampler_close(&sampler);
	if (outcome.verdict != PASS)
		return outcome;
	*cost = cost_ns(dur);
	snprintf(key, sizeof(key), "period %llu", (unsigned long long)period);
	evidence(key, "%u interrupts, %llu lost, rate %u -> %u, slowest look %llu us, other CPU %llu us late",
		 window->interrupts, (unsigned long long)window->counts.lost, window->rates[0],
		 window_rate(window), (unsigned long long)window->slowest_ns / 1000,
		 (unsigned long long)late_ns / 1000);
	return judge_window(dur, window, late_ns);
}

/* The profile says what the hardware stands, the runner what its emulator does. */
static uint64_t allowed_period(const struct duration *dur, uint64_t period)
{
	const struct pmu_profile *profile = dur->target->profile;
	const char *runner = getenv("PMU_STORM_PERIOD");
	uint64_t least = runner ? strtoull(runner, NULL, 10) : 0;

	if (least < profile->storm_period)
		least = profile->storm_period;
	if (period < least)
		period = least;
	return profile_period(profile, period);
}

/* A reading that was itself disturbed is no evidence: the storm is repeated. */
static struct outcome last_storm(struct duration *dur, uint64_t period, struct window *window,
				 uint64_t *cost)
{
	struct outcome outcome = pass();
	int i;

	for (i = 0; i < TRIES; i++) {
		outcome = storm(dur, period, LAST_NS, window, cost);
		if (outcome.verdict != PASS)
			return outcome;
		outcome = judge_rate(dur, window, *cost);
		if (outcome.verdict == PASS)
			return outcome;
		if (deadline_near())
			return skip(SKIP_OUT_OF_TIME, "%d of %d storms", i + 1, TRIES);
	}
	return outcome;
}

struct outcome dur9_storm(struct duration *dur)
{
	const int steps = sizeof(ramp) / sizeof(*ramp);
	struct outcome outcome = pass();
	uint64_t period, cost = 0;
	struct window window;
	int i;

	if (!opted_in(dur))
		return skip(SKIP_OPT_IN, "a storm can take the machine down: PMU_STORM=1 runs it");
	for (i = 0; i < steps && outcome.verdict == PASS; i++) {
		period = allowed_period(dur, ramp[i]);
		if (i == steps - 1 || period == allowed_period(dur, ramp[i + 1])) {
			outcome = last_storm(dur, period, &window, &cost);
			break;
		}
		outcome = storm(dur, period, STEP_NS, &window, &cost);
		if (outcome.verdict == PASS && deadline_near())
			outcome = skip(SKIP_OUT_OF_TIME, "the last storm was period %llu",
				       (unsigned long long)period);
	}
	if (outcome.verdict == SKIP)
		return outcome;
	evidence("budget_ns", "%llu", (unsigned long long)budget_allowed_ns(&defaults));
	evidence("handler_ns", "%llu", (unsigned long long)cost);
	evidence("interrupts", "%u", window.interrupts);
	evidence("rate_before", "%u", window.rates[0]);
	evidence("rate_after", "%u", window_rate(&window));
	return outcome;
}
