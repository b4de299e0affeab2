// SPDX-License-Identifier: GPL-2.0
/*
 * SMP-9: skid is within the profile's bound for the precise_ip asked. What lies beyond the border
 * of the mode that was asked for has slipped over it: the load crosses it all the time.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "smp.h"

#include "../lib/sysctl.h"

/* "2 - SAMPLE_IP requested to have 0 skid": but for what an errata list excuses. */
#define PRECISE_PERCENT	2

#define ENOUGH		32

/* Several microseconds of user mode between two system calls. */
#define USER_ITERATIONS	2000

static void load_mixed(unsigned long iterations)
{
	while (iterations--) {
		load_run(USER_ITERATIONS);
		load_kernel(1);
	}
}

/* The highest precise_ip that the PMU has; where it does not say so, none. */
static unsigned int highest_level(const struct pmu *pmu)
{
	char path[PMU_DIR_LEN + 32];
	unsigned int level;

	snprintf(path, sizeof(path), "%s/caps/max_precise", pmu->dir);
	return read_uint(path, &level) ? 0 : level;
}

static struct outcome try_level(const struct bench *bench, unsigned int level, bool *checked)
{
	static struct track track;
	struct sampling sampling = sampling_of(bench, bench->pace.period, &track);
	unsigned int bound = bench->target->profile->skid;
	struct outcome outcome;
	struct sums sums;
	char what[32];
	int refused;

	if (level > 1 && bound > PRECISE_PERCENT)
		bound = PRECISE_PERCENT;
	snprintf(what, sizeof(what), "precise_ip %u", level);
	sampling.attr.precise_ip = level;
	sampling.attr.exclude_kernel = 1;
	sampling.load = load_mixed;
	outcome = sampling_run(bench, &sampling, &refused);
	if (refused) {
		evidence(what, "refused: %s", strerror(refused));
		return pass();
	}
	if (outcome.verdict != PASS) {
		evidence(what, "left out: %s", outcome.text);
		return pass();
	}
	sums_of(track.marks, track.nr, load_contains, &sums);
	evidence(what, "%u of %u user samples have slipped into the kernel, %u %% may", sums.kernel,
		 sums.samples, bound);
	if (sums.samples < ENOUGH)
		return pass();
	*checked = true;
	if (sums.kernel * 100 <= sums.samples * bound)
		return pass();
	outcome = fail("precise_ip %u: %u of %u user samples have slipped into the kernel", level,
		       sums.kernel, sums.samples);
	outcome.should = true;
	return outcome;
}

struct outcome smp9_skid(struct bench *bench)
{
	const unsigned int highest = highest_level(&bench->target->pmu);
	struct outcome outcome = pass();
	bool checked = false;
	unsigned int level;

	for (level = 0; level <= highest && outcome.verdict == PASS; level++)
		outcome = try_level(bench, level, &checked);
	if (outcome.verdict == PASS && !checked)
		return skip(SKIP_FEW_INTERRUPTS, "user mode alone cannot be sampled, or not often enough");
	return outcome;
}
