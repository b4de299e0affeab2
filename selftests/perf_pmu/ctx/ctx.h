/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_CONTEXT_H
#define PMU_CONTEXT_H

#include "../lib/events.h"
#include "../lib/reading.h"
#include "../lib/result.h"
#include "../lib/target.h"

/*
 * Work is handed out in units of some 5 ms, and what a unit counts at least is known. A task that
 * has worked for a unit has been counted if a quarter of that was: whatever disturbs it only adds.
 * What is counted of somebody else must stay below the quarter of what he has done, in one of
 * several rounds: a disturbance may add to our own count now and then, a leak is in each.
 */
#define UNIT_NS		5000000
#define SURE		4
#define ROUNDS		4

/* What the tests of one PMU share. */
struct context {
	const struct target *target;
	bool in_lab;
	bool host_time;			/* a guest whose times have its host's load in them */
	int cpu;			/* on which the tests run that need one only */
	unsigned long unit;		/* iterations of the load */
	uint64_t least;			/* events that a unit counts at least */
	uint64_t period;		/* samples at a gentle rate, about 1000 a second */
	/*
	 * Events like the loading one that count at once; CTX-2 finds them. 0: unknown, or the
	 * second counts wrong (QEMU's riscv PMU): other tests do with one on a CPU.
	 */
	int counters;
};

/* Unit of work and its count. PASS: the tests can run; else why none of them can. */
struct outcome context_prepare(struct context *ctx);

/* The loading event, to be counted, read as struct reading. */
struct perf_event_attr counting(const struct context *ctx);

/* A counter of our own task, on. fd, or -1 with errno. */
int count_self(const struct context *ctx, int group);

/* All 0 where the read fails. */
struct reading read_counter(int fd);

/* What has come since; events are 0 where the count has gone back. */
struct reading since(const struct reading *before, int fd);

/* Switch an event, and its group if it leads one. */
void counter_on(int fd);
void counter_off(int fd);

/* Some units of work by the caller. */
void work_units(const struct context *ctx, unsigned int units);

/* Was a unit of work counted? */
bool counted(const struct context *ctx, uint64_t events);

/* Where a counter had no half of the time for itself, somebody else holds it. */
bool was_busy(const struct reading *delta);

/* A broken set-up, with errno. */
struct outcome broken(const char *what);

/* A child that works when told. */
struct helper {
	int pid;
	int order, answer;		/* pipes */
};

/* On that CPU, or where it likes (-1). 0, or -1 with errno. */
int helper_start(const struct context *ctx, struct helper *helper, int cpu);

/* Tell it to work, and wait until it has. */
int helper_order(const struct helper *helper, unsigned int units);
int helper_wait(const struct helper *helper);
int helper_work(const struct helper *helper, unsigned int units);

/* Let it end, and wait for that. */
void helper_stop(struct helper *helper);

/*
 * CTX-1's part that needs another program: this one under another name (argv[0]), which only works
 * so many iterations (argv[1]).
 */
#define EXEC_NAME	"pmu-context-exec"
int exec_main(const char *iterations);

/* Parts of CTX-1. */
struct outcome follows_cpus(const struct context *ctx);
struct outcome counts_nothing_else(const struct context *ctx);
struct outcome follows_fork(const struct context *ctx);
struct outcome follows_exec(const struct context *ctx);
struct outcome samples_follow(const struct context *ctx);

/* Parts of CTX-2. */
struct outcome groups_are_whole(struct context *ctx);
struct outcome scales_right(const struct context *ctx);

/* New counters of our task count, as many at once as before. */
struct outcome counts_afresh(const struct context *ctx, const char *after);

/* Part of CTX-6: no sample comes of an event that is off. */
struct outcome silent_when_off(const struct context *ctx);

struct outcome ctx1_task(struct context *ctx);
struct outcome ctx2_multiplexed(struct context *ctx);
struct outcome ctx3_all_cpus(struct context *ctx);
struct outcome ctx4_hotplug(struct context *ctx);
struct outcome ctx5_cgroup(struct context *ctx);
struct outcome ctx6_races(struct context *ctx);

#endif
