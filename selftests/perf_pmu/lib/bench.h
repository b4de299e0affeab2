/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_BENCH_H
#define PMU_BENCH_H

#include "pace.h"
#include "run.h"
#include "sampler.h"
#include "track.h"

/*
 * What the tests of a family have in common that look at one PMU on one CPU, each on its own: any
 * order, any number of times.
 */
struct bench {
	const struct run *run;
	const struct target *target;
	int cpu;		/* this thread is pinned to it */
	struct pace pace;	/* of the loading event: BENCH_PER_TICK interrupts in a tick */
	bool coarse;		/* perf's times go on in ticks only (sched_clock is jiffies) */
};

/*
 * Frequent enough that a few in a tick are a burst much shorter than the tick, rare enough that
 * the slowest handler (25 us at HZ 1024) leaves more than half of the CPU to the program.
 */
#define BENCH_PER_TICK	16

typedef struct outcome (*bench_test)(struct bench *bench);

struct bench_step {
	const char *requirement;	/* "THR-1" */
	bench_test test;
	bool host_may;		/* a host that holds up a virtual CPU can make it fail */
};

/*
 * Judge target by each step (requirement NULL ends). What fails is tried again, with the software
 * clock in between: only what fails on the PMU each time, and never on the clock, is the driver's.
 */
void bench_judge(const struct run *run, const struct target *target,
		 const struct bench_step *steps);

/* The period that brings so many interrupts a second, by the pace measured before. */
uint64_t bench_period(const struct bench *bench, unsigned int per_second);

/* Interrupts a second at the pace, of which BENCH_PER_TICK or less fit into a tick. */
unsigned int bench_rate(const struct bench *bench);

/* The loading event with samples that say all that a mark holds. */
struct perf_event_attr bench_attr(const struct bench *bench);

/*
 * A sampler of the loading event whose samples say all that a mark holds, also as a member of the
 * group whose leader is group_fd (-1: none). A read gives struct reading. PASS, or why there is
 * none.
 */
struct outcome bench_open(const struct bench *bench, uint64_t period, int group_fd,
			  struct sampler *sampler);

/*
 * A second event on the same CPU that only counts, switched on: the loading one again (other 0) or
 * that of the profile's path number other - 1. period 0: a plain counter; NO_OVERFLOW: one that is
 * set up to interrupt, and does not. A read gives struct reading. Its file, or -1 with errno
 * (ENOENT: no such path).
 */
int bench_open_other(const struct bench *bench, int other, uint64_t period, int group_fd);

/* Not outside the lab unless PMU_STORM=1 says so. */
bool bench_storms(const struct bench *bench);

#endif
