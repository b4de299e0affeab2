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

#include "../lib/observer.h"

static const uint64_t ramp[] = { 10007, 1009, 101, 17 };

#define STEP_NS		500000000
#define LAST_NS		1000000000

/* A user who types notices this; a healthy machine stays far below, also when its host is busy. */
#define RESPONSIVE_NS	500000000

/*
 * A cost that must break the budget is at least twice as large: under load it may be less than it
 * was.
 */
#define SURE		2

static const struct limits defaults = {
	.rate = BUDGET_DEFAULT_RATE,
	.percent = BUDGET_DEFAULT_PERCENT,
};

static bool opted_in(const struct duration *dur)
{
	const char *storm = getenv("PMU_STORM");

	return dur->in_lab || (storm && !strcmp(storm, "1"));
}

/* What an interrupt costs at least, by the driver's own word or else by the profile's share. */
static uint64_t least_cost(const struct duration *dur)
{
	if (dur->avg.hi)
		return dur->avg.lo;
	return dur->stolen.ns * dur->target->profile->share_min / 100;
}

static struct outcome judge(const struct duration *dur, const struct window *window,
			    uint64_t late_ns)
{
	uint64_t cost = least_cost(dur) / SURE;
	uint64_t budget = budget_allowed_ns(&defaults);
	unsigned int highest = budget_rate(cost, dur->hz, defaults.percent);

	if (window->faults)
		return fail("kernel log: %s", window->fault);
	if (window->slowest_ns > RESPONSIVE_NS)
		return fail("the interrupted program stood still for %llu ms",
			    (unsigned long long)window->slowest_ns / 1000000);
	if (late_ns > RESPONSIVE_NS)
		return fail("another CPU stood still for %llu ms",
			    (unsigned long long)late_ns / 1000000);
	if (window->counts.lost)
		return fail("%llu samples lost from a ring that was read all the time",
			    (unsigned long long)window->counts.lost);
	if (cost > budget && window->interrupts >= CONVICT_INTERRUPTS &&
	    window_rate(window) > highest)
		return fail("an interrupt costs over %llu ns, the rate should be %u at most, it is %u",
			    (unsigned long long)cost, highest, window_rate(window));
	return pass();
}

static struct outcome storm(struct duration *dur, uint64_t period, uint64_t max_ns,
			    struct window *window)
{
	const struct window_plan plan = { .load = load_run, .limits = defaults, .max_ns = max_ns };
	uint64_t late_ns = 0;
	struct sampler sampler;
	bool observed;
	char key[32];
	int ret;

	if (topology_pin(dur->cpu) || sampler_open(&sampler, &dur->target->attr, dur->cpu, period))
		return skip(SKIP_SETUP_BROKEN, "period %llu: %s", (unsigned long long)period,
			    strerror(errno));
	note("about to: %s period %llu on cpu %d", dur->target->pmu.name,
	     (unsigned long long)period, dur->cpu);
	observed = !observer_start(dur->cpu);
	ret = window_run(&sampler, &plan, window);
	if (observed)
		late_ns = observer_stop();
	sampler_close(&sampler);
	if (ret)
		return skip(SKIP_SETUP_BROKEN, "period %llu: %s", (unsigned long long)period,
			    strerror(errno));
	snprintf(key, sizeof(key), "period %llu", (unsigned long long)period);
	evidence(key, "%u interrupts, %llu lost, rate %u -> %u, slowest look %llu us, other CPU %llu us late",
		 window->interrupts, (unsigned long long)window->counts.lost, window->rates[0],
		 window_rate(window), (unsigned long long)window->slowest_ns / 1000,
		 (unsigned long long)late_ns / 1000);
	return judge(dur, window, late_ns);
}

static uint64_t allowed_period(const struct duration *dur, uint64_t period)
{
	const struct pmu_profile *profile = dur->target->profile;

	if (period < profile->storm_period)
		period = profile->storm_period;
	return profile_period(profile, period);
}

struct outcome dur9_storm(struct duration *dur)
{
	const int steps = sizeof(ramp) / sizeof(*ramp);
	uint64_t period, last = 0;
	struct outcome outcome = pass();
	struct window window;
	int i;

	if (!opted_in(dur))
		return skip(SKIP_OPT_IN, "a storm can take the machine down: PMU_STORM=1 runs it");
	for (i = 0; i < steps && outcome.verdict == PASS; i++) {
		period = allowed_period(dur, ramp[i]);
		if (period == last)
			break;
		last = period;
		outcome = storm(dur, period, i == steps - 1 ? LAST_NS : STEP_NS, &window);
	}
	if (outcome.verdict == SKIP)
		return outcome;
	evidence("budget_ns", "%llu", (unsigned long long)budget_allowed_ns(&defaults));
	evidence("handler_ns", "%llu", (unsigned long long)least_cost(dur));
	evidence("interrupts", "%u", window.interrupts);
	evidence("rate_before", "%u", window.rates[0]);
	evidence("rate_after", "%u", window_rate(&window));
	return outcome;
}
