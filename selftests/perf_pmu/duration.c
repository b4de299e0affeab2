// SPDX-License-Identifier: GPL-2.0
/*
 * Family DUR: does every PMU driver report how long its interrupts take? One behaviour per file in
 * dur/.
 */
#include "dur/dur.h"

#include <errno.h>
#include <string.h>

#include "lib/deadline.h"
#include "lib/run.h"

static const char *const requirements[] = {
	"DUR-1", "DUR-2", "DUR-3", "DUR-4", "DUR-5", "DUR-6", "DUR-7", "DUR-8", "DUR-9", NULL
};

/* In the order of their numbers: a later one rests on what an earlier one found. */
static struct outcome (*const tests[])(struct duration *dur) = {
	dur1_rate_falls,
	dur2_generous_budget,
	dur3_average_is_true,
	dur4_arithmetic,
	dur5_every_cpu,
	dur6_every_path,
	dur7_switched_off,
	dur8_fine_clock,
	dur9_storm,
};

/* Every CPU in turn may take a half of the time that a PMU has. */
#define CPUS_SHARE	2

static void judge(const struct run *run, const struct target *target)
{
	static struct duration dur;
	struct outcome ready, outcome;
	int i;

	duration_begin(&dur, run, target);
	if (window_watch_log())
		note("kernel log: %s, the sysctl is the only witness", strerror(errno));
	ready = deadline_near() ? skip(SKIP_OUT_OF_TIME, "other PMUs took all of it") :
				  duration_prepare(&dur);
	dur.cpus_end_ns = now_ns() + deadline_left_ns() / CPUS_SHARE /
			  (run->targets + run->nr_targets - target);
	for (i = 0; requirements[i]; i++) {
		outcome = run_begin(target, requirements[i], &ready);
		if (outcome.verdict == PASS)
			outcome = tests[i](&dur);
		/*
		 * The known issue of a driver that does not report is its silence: it excuses no
		 * report that is wrong.
		 */
		outcome.beyond = dur.not_silent &&
				 !kernel_in(&target->profile->reports, run->kernel);
		run_result(run, target, requirements[i], &outcome);
	}
	window_unwatch_log();
}

int main(int argc, char **argv)
{
	const struct family family = {
		.name = "DUR",
		.program = "duration",
		.requirements = requirements,
		.judge = judge,
	};

	return run_family(&family, argc, argv);
}
