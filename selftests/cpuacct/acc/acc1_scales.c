// SPDX-License-Identifier: GPL-2.0
/*
 * ACC-1: accounting for groups does not bring the rate of context switches down, at any depth, on
 * one CPU or on all of them. The seed's fault, one lock for all CPUs taken in each switch, left 4 %
 * of the rate on 8 CPUs.
 */
#include "acc.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/deadline.h"

/*
 * Some 30 medians of healthy kernels, cpuacct, cpu and version 2, root against depth 8, lay between
 * 0.86 and 1.04. A level that costs more than a sixteenth of a switch is no per-CPU addition.
 */
#define LEAST_IN_GROUP	0.5

/* A rate per CPU-second need not fall with CPUs at all, but for what the control also shows. */
#define LEAST_SCALED	0.5

/* One round of a depth. Negative: the move failed. */
static double rate_at(const struct accounting *acc, enum depth depth, int cpus)
{
	struct round round;

	if (groups_enter(acc->groups, depth))
		return -1;
	round = pairs_round(PAIRS_SWITCH, cpus);
	return round_rate(&round);
}

static void tell(const char *key, const struct judgement *judgement, double rate)
{
	evidence(key, "%.3f of the rate outside, %.3f to %.3f with the noise, outside %.0f switches per CPU-second",
		 judgement->median, judgement->low, judgement->high, rate);
}

/* Root, the depths, root: each depth against the mean of what lies around it. */
static struct outcome nested(const struct accounting *acc, int cpus)
{
	struct comparison depths[DEPTHS];
	struct judgement judgement;
	struct outcome outcome = pass(), one;
	double before = 0, after, rates[DEPTHS];
	enum depth depth;
	char key[64];
	int i;

	/* The first round finds caches cold, and a guest that has just booted busy. */
	rate_at(acc, DEPTH_ROOT, cpus);
	for (i = 0; i < ROUNDS; i++) {
		if (!deadline_left_ns())
			return skip(SKIP_OUT_OF_TIME, "%d of %d rounds", i, ROUNDS);
		for (depth = DEPTH_ROOT; depth < DEPTHS; depth++) {
			rates[depth] = rate_at(acc, depth, cpus);
			if (rates[depth] < 0)
				return skip(SKIP_SETUP_BROKEN, "moving into %s: %s",
					    acc->groups->path[depth], strerror(errno));
		}
		before = rates[DEPTH_ROOT];
		after = rate_at(acc, DEPTH_ROOT, cpus);
		if (before <= 0 || after <= 0)
			return skip(SKIP_NOISY, "a pair of threads got no time");
		for (depth = DEPTH_1; depth < DEPTHS; depth++) {
			depths[depth].ratio[i] = rates[depth] * 2 / (before + after);
			depths[depth].noise[i] = log(after / before);
		}
	}
	for (depth = DEPTH_1; depth < DEPTHS; depth++) {
		judgement = comparison_judge(&depths[depth]);
		snprintf(key, sizeof(key), "%s, %d of %d cpus", depth_names[depth], cpus,
			 acc->cpus->nr);
		tell(key, &judgement, before);
		one = judgement_least(&judgement, LEAST_IN_GROUP, key);
		outcome = outcome_of_both(&outcome, &one);
	}
	return outcome;
}

/* So many CPUs against one, in the deepest group, each by its control. */
static struct outcome scaled(const struct accounting *acc, int cpus)
{
	int i, order[] = { 1, cpus, cpus, 1 };
	struct comparison comparison;
	struct judgement judgement;
	char key[32];

	if (groups_enter(acc->groups, DEPTH_8))
		return skip(SKIP_SETUP_BROKEN, "moving into %s: %s", acc->groups->path[DEPTH_8],
			    strerror(errno));
	for (i = 0; i < ROUNDS; i++) {
		double switches[4], control[4], one, many;
		int j;

		if (!deadline_left_ns())
			return skip(SKIP_OUT_OF_TIME, "%d of %d rounds", i, ROUNDS);
		for (j = 0; j < 4; j++) {
			struct round round = pairs_round(PAIRS_SWITCH, order[j]);

			switches[j] = round_rate(&round);
			round = pairs_round(PAIRS_CONTROL, order[j]);
			control[j] = round_rate(&round);
			if (switches[j] <= 0 || control[j] <= 0)
				return skip(SKIP_NOISY, "a pair of threads got no time");
		}
		one = switches[0] / control[0] + switches[3] / control[3];
		many = switches[1] / control[1] + switches[2] / control[2];
		comparison.ratio[i] = many / one;
		comparison.noise[i] = fmax(fabs(log(switches[3] / switches[0])),
					   fabs(log(switches[2] / switches[1])));
	}
	judgement = comparison_judge(&comparison);
	snprintf(key, sizeof(key), "%d CPUs against one", cpus);
	evidence(key, "%.3f of one CPU's rate on each, %.3f to %.3f with the noise",
		 judgement.median, judgement.low, judgement.high);
	return judgement_least(&judgement, LEAST_SCALED, key);
}

struct outcome acc1_scales(const struct accounting *acc)
{
	struct outcome outcome = pass(), one;
	int cpus;

	if (pairs_start(acc->cpus))
		return skip(SKIP_SETUP_BROKEN, "threads: %s", strerror(errno));
	if (acc->insn_ns) {
		outcome = acc1_exact(acc);
		pairs_stop();
		return outcome;
	}
	for (cpus = 1; cpus && outcome.verdict != FAIL; cpus = cpus_next(acc, cpus)) {
		one = nested(acc, cpus);
		outcome = outcome_of_both(&outcome, &one);
		if (cpus == 1 || outcome.verdict == FAIL)
			continue;
		one = scaled(acc, cpus);
		outcome = outcome_of_both(&outcome, &one);
	}
	pairs_stop();
	return outcome;
}
