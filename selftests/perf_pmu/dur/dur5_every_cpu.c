// SPDX-License-Identifier: GPL-2.0
/* DUR-5: the rate falls on every CPU: the average is per CPU, and so is a driver's set-up. */
#include "dur.h"

#include <stdio.h>

struct outcome dur5_every_cpu(struct duration *dur)
{
	const struct cpu_list *cpus = &dur->target->cpus;
	struct outcome outcome, first_bad = pass();
	struct window window;
	char what[32];
	enum fall fall;
	int i, silent = 0, unjudged = 0;

	if (cpus->nr < 2)
		return skip(SKIP_SINGLE_CPU, "an average per CPU takes two");
	for (i = 0; i < cpus->nr && now_ns() < dur->cpus_end_ns; i++) {
		fall = fall_try(&dur->target->attr, cpus->cpu[i], dur->period, load_run, &window);
		snprintf(what, sizeof(what), "cpu %d", cpus->cpu[i]);
		if (fall == FALL_YES)
			dur->not_silent = true;
		outcome = fall_outcome(fall, &window, what);
		evidence(what, "%u interrupts, rate %u -> %u", window.interrupts, window.rates[0],
			 window_rate(&window));
		if (outcome.verdict == FAIL && !silent++)
			first_bad = outcome;
		if (outcome.verdict == SKIP && !unjudged++ && !silent)
			first_bad = outcome;
	}
	evidence("cpus", "%d of %d tried, %d silent, %d not judged", i, cpus->nr, silent, unjudged);
	if (silent || unjudged)
		return first_bad;
	if (i < cpus->nr)
		return skip(SKIP_OUT_OF_TIME, "%d of %d CPUs tried, all report", i, cpus->nr);
	return pass();
}
