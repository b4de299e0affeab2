// SPDX-License-Identifier: GPL-2.0
/*
 * DUR-9: the end to end case, the report that this suite came from. Default budget, period 17
 * under load: the rate falls as far as the handler's cost demands, the machine stays responsive,
 * no sample is lost. Period 10007 is the control. Without feedback this has taken a machine down
 * until someone pressed reset: opt-in outside the lab, in steps, and no further at the first sign.
 */
#include "storm.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../lib/deadline.h"

static const uint64_t ramp[] = { 10007, 1009, 101, 17 };

#define STEP_NS		500000000
#define LAST_NS		1000000000

/* A reading that was itself disturbed is no evidence: the storm is repeated. */
#define TRIES		3

static struct outcome storm(struct duration *dur, uint64_t period, uint64_t max_ns,
			    struct window *window, uint64_t *cost)
{
	const struct window_plan plan = {
		.load = load_run,
		.limits = storm_limits,
		.max_ns = max_ns,
	};
	struct outcome outcome = pass();
	uint64_t late_ns;
	struct sampler sampler;
	char key[32];

	if (topology_pin(dur->cpu) || sampler_open(&sampler, &dur->target->attr, dur->cpu, period))
		return skip(SKIP_SETUP_BROKEN, "period %llu: %s", (unsigned long long)period,
			    strerror(errno));
	note("about to: %s period %llu on cpu %d", dur->target->pmu.name,
	     (unsigned long long)period, dur->cpu);
	if (storm_window(&sampler, &plan, window, &late_ns))
		outcome = skip(SKIP_SETUP_BROKEN, "period %llu: %s", (unsigned long long)period,
			       strerror(errno));
	sampler_close(&sampler);
	if (outcome.verdict != PASS)
		return outcome;
	*cost = storm_cost(dur);
	snprintf(key, sizeof(key), "period %llu", (unsigned long long)period);
	evidence(key, "%u interrupts, %llu lost, rate %u -> %u, slowest look %llu us, other CPU %llu us late",
		 window->interrupts, (unsigned long long)window->counts.lost, window->rates[0],
		 window_rate(window), (unsigned long long)window->slowest_ns / 1000,
		 (unsigned long long)late_ns / 1000);
	return storm_health(dur, window, late_ns);
}

static struct outcome last_storm(struct duration *dur, uint64_t period, struct window *window,
				 uint64_t *cost)
{
	struct outcome outcome = pass();
	int i;

	for (i = 0; i < TRIES; i++) {
		outcome = storm(dur, period, LAST_NS, window, cost);
		if (outcome.verdict != PASS)
			return outcome;
		outcome = storm_feedback(dur, window, *cost);
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

	if (!opted_in(OPT_IN_STORM, dur->in_lab))
		return skip(SKIP_OPT_IN, "a storm can take the machine down: PMU_STORM=1 runs it");
	for (i = 0; i < steps && outcome.verdict == PASS; i++) {
		period = storm_period(dur, ramp[i]);
		if (i == steps - 1 || period == storm_period(dur, ramp[i + 1])) {
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
	evidence("budget_ns", "%llu", (unsigned long long)budget_allowed_ns(&storm_limits));
	evidence("handler_ns", "%llu", (unsigned long long)cost);
	evidence("interrupts", "%u", window.interrupts);
	evidence("rate_before", "%u", window.rates[0]);
	evidence("rate_after", "%u", window_rate(&window));
	return outcome;
}
