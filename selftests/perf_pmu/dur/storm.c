// SPDX-License-Identifier: GPL-2.0
/* What every storm is judged by, DUR-9's and those of an architecture's own cases. */
#include "storm.h"

#include <stdlib.h>

#define OBSERVE_NS	10000000

/* A guest that shares its processors with a busy host stands still through no fault of its own. */
#define BUSY_HOST_NS	5000000000ULL

/*
 * A driver that reports nothing is judged by the part of an interrupt's time that is its handler's
 * at least; half of that again, since the storm's interrupts find the caches warm.
 */
#define SURE		2

/* The reading is one interrupt late: a tenth covers it, unless that one was disturbed. */
#define GRAIN_PERCENT	90

const struct limits storm_limits = {
	.rate = BUDGET_DEFAULT_RATE,
	.percent = BUDGET_DEFAULT_PERCENT,
};

int storm_window(struct sampler *sampler, const struct window_plan *plan, struct window *window,
		 uint64_t *late_ns)
{
	struct observer observer = {
		.cpu = topology_observer(sampler->cpu),
		.period_ns = OBSERVE_NS,
	};
	bool observed = observer.cpu >= 0 && !observer_start(&observer);
	int ret = window_run(sampler, plan, window);

	*late_ns = 0;
	if (observed) {
		observer_stop(&observer);
		*late_ns = observer.worst_ns;
	}
	return ret;
}

struct outcome storm_health(const struct duration *dur, const struct window *window,
			    uint64_t late_ns)
{
	const uint64_t responsive = dur->host_time ? BUSY_HOST_NS : OBSERVER_LATE_NS;

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

uint64_t storm_cost(const struct duration *dur)
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

struct outcome storm_feedback(const struct duration *dur, const struct window *window,
			      uint64_t cost)
{
	unsigned int highest = budget_highest(cost, dur->hz, storm_limits.percent);

	if (window->interrupts < CONVICT_INTERRUPTS || cost <= budget_allowed_ns(&storm_limits) ||
	    window_rate(window) <= highest)
		return pass();
	return fail("an interrupt costs %llu ns at least, the rate should be %u at most, it is %u",
		    (unsigned long long)cost, highest, window_rate(window));
}

uint64_t storm_period(const struct duration *dur, uint64_t period)
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
