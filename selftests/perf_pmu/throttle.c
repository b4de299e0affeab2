// SPDX-License-Identifier: GPL-2.0
/*
 * Family THR: does an event that interrupts too often stop, and go on, as the core says? One
 * behaviour per file in thr/.
 */
#include "thr/thr.h"

static const char *const requirements[] = {
	"THR-1", "THR-2", "THR-3", "THR-4", "THR-5", "THR-6", NULL
};

static const struct bench_step steps[] = {
	{ "THR-1", thr1_burst_is_the_limit, true },
	{ "THR-2", thr2_silent_while_throttled, false },
	{ "THR-3", thr3_always_unthrottled, true },
	{ "THR-4", thr4_never_above_the_limit, false },
	{ "THR-5", thr5_others_undisturbed, true },
	{ "THR-6", thr6_records_are_right, false },
	{ NULL, NULL, false },
};

static void judge(const struct run *run, const struct target *target)
{
	bench_judge(run, target, steps);
}

int main(int argc, char **argv)
{
	const struct family family = {
		.name = "THR",
		.program = "throttle",
		.requirements = requirements,
		.judge = judge,
		.clock = true,
	};

	return run_family(&family, argc, argv);
}
