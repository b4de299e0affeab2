// SPDX-License-Identifier: GPL-2.0
/*
 * ACC-1 in a guest that tells time by its instructions: what a switch takes is counted, for each
 * depth and number of CPUs. The CPUs of such a guest take turns, so this is the work that a switch
 * is, without what CPUs wait for each other.
 */
#include "acc.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/load.h"

/*
 * Before it begins, what boot has left to do is done, and the last event of other tests no longer
 * slows switches: perf_sched_events stays on for a second (kernel/events/core.c:unaccount_event()).
 * A guest that counts its time passes it at once.
 */
#define IDLE_S		2

/* Until all threads of a round run: a tick at HZ 250. */
#define SETTLE_NS	4000000

/* Four ticks, and some 2700 switches at two ns an instruction. */
#define WINDOW_NS	16000000

/* Odd: the median is one of them. */
#define WINDOWS		3

/*
 * What is too much is counted again: now and then the kernel has something else to do in most of
 * the windows. What accounting takes it takes each time.
 */
#define TRIES		3

/* What the root group differs from before at the end; less was seen in all windows that agree. */
#define STEADY		0.02

/* Yields that are switches: all but those of a thread whose partner does not run yet. */
#define LEAST_SWITCHES	0.9

/* What accounting may add to a switch, in instructions; growth in parts of a switch. */
struct bounds {
	double first;	/* in a group in place of the root group */
	double level;	/* for each further level */
	double growth;	/* on more CPUs, beyond what the root group shows */
};

/*
 * Counted on arm64, riscv64 and ppc64le with 7.2: 0 to 73 for the first group, 7 to 10 for a
 * level of cpuacct, none for one of version 2, which charges the group alone. An atomic addition
 * takes 10 more, a lock 50. The tick, which each CPU has while they take turns, grows by less than
 * 0.02 of a switch.
 */
static const struct bounds accounts = { .first = 150, .level = 15, .growth = 0.05 };

/* Each level is one of scheduling: 88 to 121, and up to 0.04. */
static const struct bounds schedules = { .first = 250, .level = 250, .growth = 0.1 };

/*
 * Instructions that a switch takes on nr CPUs. These take turns of milliseconds, in which time
 * passes for the others too: all that happened on them together counts, against the time for all.
 * 0: a yield does not switch.
 */
static double one_window(const struct accounting *acc, int nr)
{
	const struct timespec settle = { .tv_nsec = SETTLE_NS }, window = { .tv_nsec = WINDOW_NS };
	uint64_t begin, end, yields, all;
	struct round round;

	pairs_begin(PAIRS_SWITCH, nr);
	nanosleep(&settle, NULL);
	begin = now_ns();
	yields = pairs_yields();
	nanosleep(&window, NULL);
	end = now_ns();
	yields = pairs_yields() - yields;
	round = pairs_end();
	all = pairs_yields();
	if (round.work < LEAST_SWITCHES * all)
		return 0;
	return (double)(end - begin) / yields / acc->insn_ns;
}

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The same at a depth, as the median of some windows. Negative: the move failed. */
static double measure(const struct accounting *acc, enum depth depth, int nr)
{
	double cost[WINDOWS];
	int i;

	if (groups_enter(acc->groups, depth))
		return -1;
	for (i = 0; i < WINDOWS; i++)
		cost[i] = one_window(acc, nr);
	qsort(cost, WINDOWS, sizeof(*cost), by_size);
	return cost[WINDOWS / 2];
}

/* Does the cpu controller schedule the groups? In version 2 it is where a parent hands it down. */
static bool scheduled(const struct groups *groups)
{
	char text[32];

	return cgroup_read(groups->path[DEPTH_8], "cpu.shares", text, sizeof(text)) > 0 ||
	       cgroup_read(groups->path[DEPTH_8], "cpu.weight", text, sizeof(text)) > 0;
}

/* Costs of pairs on nr CPUs, by depth; one: the same on one CPU. */
static struct outcome judge(const struct bounds *bounds, int nr, const double *cost,
			    const double *one)
{
	double first = cost[DEPTH_1] - cost[DEPTH_ROOT];
	double level = (cost[DEPTH_8] - cost[DEPTH_1]) / (8 - 1);
	double growth = (cost[DEPTH_8] - cost[DEPTH_ROOT] - one[DEPTH_8] + one[DEPTH_ROOT]) /
			one[DEPTH_ROOT];
	char key[32];

	snprintf(key, sizeof(key), "switch on %d", nr);
	evidence(key, "%.0f instructions in the root group, %.0f at depth 1, %.0f at 4, %.0f at 8",
		 cost[DEPTH_ROOT], cost[DEPTH_1], cost[DEPTH_4], cost[DEPTH_8]);
	snprintf(key, sizeof(key), "added on %d", nr);
	evidence(key, "%.1f of %.0f by the first group, %.1f of %.0f a level, growth %.3f of %.3f",
		 first, bounds->first, level, bounds->level, growth, bounds->growth);
	if (growth > bounds->growth)
		return fail("on %d cpus groups cost %.3f of a switch more than on one, at most %.3f is due",
			    nr, growth, bounds->growth);
	if (nr > 1)
		return pass();
	if (level > bounds->level)
		return fail("each level takes %.1f instructions of a switch, at most %.0f are due",
			    level, bounds->level);
	if (first > bounds->first)
		return fail("a group takes %.1f instructions of a switch, at most %.0f are due",
			    first, bounds->first);
	return pass();
}

/*
 * All depths with pairs on nr CPUs, while nothing else makes switches slower or faster. PASS, or
 * why there are no costs.
 */
static struct outcome depths(const struct accounting *acc, int nr, double *cost)
{
	double again;
	enum depth depth;
	int i;

	for (i = 0; i < TRIES; i++) {
		for (depth = DEPTH_ROOT; depth < DEPTHS; depth++) {
			cost[depth] = measure(acc, depth, nr);
			if (cost[depth] <= 0)
				return skip(SKIP_SETUP_BROKEN, "%s: %s", acc->groups->path[depth],
					    cost[depth] ? strerror(errno) : "yields do not switch");
		}
		again = measure(acc, DEPTH_ROOT, nr);
		if (fabs(again / cost[DEPTH_ROOT] - 1) <= STEADY)
			return pass();
	}
	return skip(SKIP_NOISY, "on %d cpus the root group's %.0f instructions were %.0f later", nr,
		    cost[DEPTH_ROOT], again);
}

/* One number of CPUs after another: 1, 2, 4, ... and all. */
static struct outcome count(const struct accounting *acc, const struct bounds *bounds)
{
	double cost[DEPTHS], one[DEPTHS];
	struct outcome outcome;
	int nr;

	outcome = depths(acc, 1, one);
	if (outcome.verdict == PASS)
		outcome = judge(bounds, 1, one, one);
	for (nr = cpus_next(acc, 1); nr && outcome.verdict == PASS; nr = cpus_next(acc, nr)) {
		outcome = depths(acc, nr, cost);
		if (outcome.verdict == PASS)
			outcome = judge(bounds, nr, cost, one);
	}
	return outcome;
}

struct outcome acc1_exact(const struct accounting *acc)
{
	const struct bounds *bounds = scheduled(acc->groups) ? &schedules : &accounts;
	const struct timespec idle = { .tv_sec = IDLE_S };
	struct outcome outcome;
	int i;

	/* Not on a CPU that is idle else: waking up there is work that time passes with, too. */
	topology_pin(acc->cpus->cpu[0]);
	nanosleep(&idle, NULL);
	/* The first switches after boot take up to ten times as much. */
	measure(acc, DEPTH_ROOT, 1);
	for (i = 0; i < TRIES; i++) {
		outcome = count(acc, bounds);
		if (outcome.verdict != FAIL)
			break;
	}
	topology_unpin();
	return outcome;
}
