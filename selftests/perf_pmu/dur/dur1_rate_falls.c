// SPDX-License-Identifier: GPL-2.0
/* DUR-1: with a budget far below the handler's cost, the rate falls. */
#include "dur.h"

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
	return fall_outcome(fall, window, dur->target->profile->event);
}
