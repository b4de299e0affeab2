// SPDX-License-Identifier: GPL-2.0
/*
 * Family SMP: do samples come when they are due, and say what happened? One behaviour per file in
 * smp/.
 */
#include "smp/smp.h"

static const char *const requirements[] = {
	"SMP-1", "SMP-2", "SMP-3", "SMP-4", "SMP-5", "SMP-6", "SMP-7", "SMP-8", "SMP-9",
	"SMP-10", NULL
};

static const struct bench_step steps[] = {
	{ "SMP-1", smp1_count_is_samples, false },
	{ "SMP-2", smp2_lost_is_told, false },
	{ "SMP-3", smp3_samples_are_right, false },
	{ "SMP-4", smp4_freq_converges, false },
	{ "SMP-5", smp5_exclude_is_obeyed, true },
	{ "SMP-6", smp6_signals, false },
	{ "SMP-7", smp7_not_dead, false },
	{ "SMP-8", smp8_extreme_periods, true },
	{ "SMP-9", smp9_skid, true },
	{ "SMP-10", smp10_given_or_refused, false },
	{ NULL, NULL, false },
};

static void judge(const struct run *run, const struct target *target)
{
	bench_judge(run, target, steps);
}

int main(int argc, char **argv)
{
	const struct family family = {
		.name = "SMP",
		.program = "sampling",
		.requirements = requirements,
		.judge = judge,
		.clock = true,
	};

	return run_family(&family, argc, argv);
}
