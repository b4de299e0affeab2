// SPDX-License-Identifier: GPL-2.0
/* DUR-1: with a budget far below the handler's cost, the rate falls. */
#include "dur.h"

/* Reports that are too small or too rare for the lever would show among as many. */
#define STEPS		64

/*
 * A budget of 1 ns: how many interrupts are reported at all? None: the driver is silent. Else it
 * reports, and wrongly.
 */
static void look_for_reports(struct duration *dur)
{
	struct sampler sampler;
	struct stepper stepper;
	unsigned int i, reported = 0;
	struct step step;

	if (open_stepper(dur, &sampler, &stepper).verdict != PASS)
		return;
	if (!step_begin(&stepper, &step_limits))
		for (i = 0; i < STEPS && !step_one(&stepper, &step) && step.interrupts; i++)
			reported += step.reported;
	sampler_close(&sampler);
	evidence("reports", "%u of %d interrupts lower the rate under a budget of 1 ns", reported,
		 STEPS);
	dur->not_silent = reported;
}

struct outcome dur1_rate_falls(struct duration *dur)
{
	struct window *window = &dur->fall;
	enum fall fall;

	fall = fall_try(&dur->target->attr, dur->cpu, dur->period, load_run, window);
	evidence("cpu", "%d", dur->cpu);
	evidence("budget_ns", "%u", LEVER_NS);
	evidence("interrupts", "%u", window->interrupts);
	evidence("rate_before", "%u", window->rates[0]);
	evidence("rate_after", "%u", window_rate(window));
	if (window_fell(window))
		evidence("handler_ns", "%llu", (unsigned long long)
			 budget_avg(window_rate(window), dur->hz, lever.percent).lo);
	if (window->nr_took)
		evidence("kernel_line", "%llu > %llu, lowering to %llu",
			 (unsigned long long)window->took[0].avg_ns,
			 (unsigned long long)window->took[0].allowed_ns,
			 (unsigned long long)window->took[0].rate);
	dur->reports = fall == FALL_YES;
	dur->not_silent = dur->reports;
	if (fall == FALL_NO)
		look_for_reports(dur);
	return fall_outcome(fall, window, dur->target->profile->event);
}
