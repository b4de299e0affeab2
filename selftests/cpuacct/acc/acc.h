/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_ACC_H
#define PMU_ACC_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/cgroup.h"
#include "lib/result.h"
#include "lib/topology.h"

/* A cgroup hierarchy that accounts for CPU time. Its name is that of the target. */
struct hierarchy {
	const char *name;		/* "cpuacct", "cpu" (version 1) or "cgroup2" */
	char root[CGROUP_PATH / 2];	/* where it is mounted */
	bool v2;
};

/* Those that the machine has mounted, at most max. Returns their number. */
#define HIERARCHIES	3
int hierarchies_find(struct hierarchy *found);

/* Where the pairs run: in the root group, and in groups below it. */
enum depth { DEPTH_ROOT, DEPTH_1, DEPTH_4, DEPTH_8, DEPTHS };
extern const char *const depth_names[DEPTHS];

struct groups {
	const struct hierarchy *hierarchy;
	char path[DEPTHS][CGROUP_PATH];
};

/*
 * Name the groups, then make them, under the guard. PASS, or SKIP where the hierarchy lets nobody
 * make them. groups_remove() moves the caller back into the root group before; 0, or -1 with errno.
 */
void groups_name(const struct hierarchy *hierarchy, struct groups *groups);
struct outcome groups_make(struct groups *groups);
int groups_remove(const struct groups *groups);

/* Move the caller, all its threads. 0, or -1 with errno. */
int groups_enter(const struct groups *groups, enum depth depth);

/*
 * Two threads on each CPU that do nothing but give it to each other: sched_yield() is the shortest
 * way to a switch (measured on x86-64: 540000/s, futex 303000/s, pipe and eventfd 270000/s). They
 * wait between rounds. 0, or -1 with errno.
 */
int pairs_start(const struct cpu_list *cpus);
void pairs_stop(void);

/* What all threads of a round did together. */
struct round {
	uint64_t work;		/* switches, or calls of the control */
	uint64_t cpu_ns;	/* CPU time of the threads */
};

/*
 * Switch on the first nr CPUs, or (control) call getppid(2) there, which touches nothing that
 * accounting does: what else makes CPUs slow together slows this as well.
 */
enum pairs_work { PAIRS_SWITCH, PAIRS_CONTROL };
struct round pairs_round(enum pairs_work work, int nr);

/* The same step by step; between them pairs_yields() tells how often all have called so far. */
void pairs_begin(enum pairs_work work, int nr);
uint64_t pairs_yields(void);
struct round pairs_end(void);

/* Switch on the first CPU, while readers on those behind it read a file over and over. */
struct storm {
	struct round pairs, readers;	/* readers' work: reads; 0: the file cannot be read */
};

struct storm pairs_storm(const char *file, int readers);

/* Switch on the first CPU, and read a file over and over here. What the reads cost. */
struct round pairs_read(const char *file);

/* Work per second of CPU time: a pair that shares its CPU with others is not slower for that. */
double round_rate(const struct round *round);

/* CPU time for one call or read, in ns; infinite where there was none. */
double round_cost(const struct round *round);

/* Rounds of a comparison. Odd: a median is one of them. */
#define ROUNDS		9

/*
 * Ratios to the same thing measured beside each, and how much that thing differs from itself
 * (ln of A/A).
 */
struct comparison {
	double ratio[ROUNDS], noise[ROUNDS];
};

struct judgement {
	double median;
	double low, high;	/* the noise around it */
};

/* Sorts comparison. */
struct judgement comparison_judge(struct comparison *comparison);

/* FAIL where it is below least beyond the noise, SKIP where the noise leaves that open. */
struct outcome judgement_least(const struct judgement *judgement, double least, const char *what);

/* Of two that must both pass: the first that failed, or that did not pass. */
struct outcome outcome_of_both(const struct outcome *first, const struct outcome *second);

struct accounting {
	const struct groups *groups;
	const struct cpu_list *cpus;	/* node by node */
	int node_cpus;			/* of them on the first one's node */
	/* PMU_LONG=1, or a guest that counts instructions: also numbers between one and all. */
	bool all_numbers;
	unsigned int hz;
	/* What an instruction takes in a guest that tells time by them; 0: any other machine. */
	unsigned int insn_ns;
};

/* Order CPUs by node. How many are on the first one's; all where nodes are unknown. */
int cpus_by_node(struct cpu_list *cpus);

/* After so many CPUs, how many next: those of a node, all, or also 2, 4, 8 and so on; 0: enough. */
int cpus_next(const struct accounting *acc, int cpus);

/* One behaviour each. */
struct outcome acc1_scales(const struct accounting *acc);
struct outcome acc1_exact(const struct accounting *acc);
struct outcome acc2_readers(const struct accounting *acc);
struct outcome acc3_accurate(const struct accounting *acc);
struct outcome acc4_events(const struct accounting *acc);

#endif
