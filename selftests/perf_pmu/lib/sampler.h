/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_SAMPLER_H
#define PMU_SAMPLER_H

#include "budget.h"
#include <stdbool.h>
#include <stdint.h>

#include "kmsg.h"
#include "load.h"
#include "ring.h"

/* One sampling event on this thread, which must be pinned to cpu, and its ring. */
struct sampler {
	int fd;
	int cpu;
	struct perf_event_attr attr;
	struct ring ring;
	ring_visit visit;		/* sees each record that is read; may be NULL */
	void *visit_arg;
	struct sampler *beside;		/* switched and read with this one */
};

/*
 * Open disabled, with the given period (events); samples carry ip, time and what attr asks for. 0,
 * or -1 with errno.
 */
int sampler_open(struct sampler *sampler, const struct perf_event_attr *attr, int cpu,
		 uint64_t period);
/*
 * The same as a member of the group whose leader is group_fd (-1: none), with a ring of so many
 * pages (a power of two; 0: enough for what comes between two polls).
 */
int sampler_open_in(struct sampler *sampler, const struct perf_event_attr *attr, int cpu,
		    uint64_t period, int group_fd, unsigned int pages);
void sampler_close(struct sampler *sampler);

/* This one and those beside it; the last two return 0, or -1 with errno. */
int sampler_enable(struct sampler *sampler);
int sampler_disable(struct sampler *sampler);

/* Drain the rings. Returns the overflows that they tell of, lost ones included. */
unsigned int sampler_poll(struct sampler *sampler);

/* Everything read so far, of all the rings. */
struct ring_counts sampler_counts(const struct sampler *sampler);

/*
 * In events: does not overflow within a test, and is within the width of any counter that a driver
 * extends.
 */
#define NO_OVERFLOW	(1ULL << 40)

/*
 * Events per second of attr under the load on this CPU, counted for 20 ms; 0 with *busy set where
 * the counter never ran because others hold it.
 */
uint64_t count_rate(const struct perf_event_attr *attr, int cpu, load_fn load, bool *busy);

#define WINDOW_STEPS	16	/* each fall is 25 % at least: 16 lead from 100000 to 1000 */

/* What to do in one window. */
struct window_plan {
	load_fn load;
	struct limits limits;		/* to set at its start */
	unsigned int interrupts;	/* enough: end when so many were delivered; 0: never */
	uint64_t max_ns;		/* end at the latest */
	bool until_fall;		/* end with the first fall */
};

/* What happened in it. */
struct window {
	unsigned int interrupts;	/* delivered */
	uint64_t ns;
	unsigned int rates[WINDOW_STEPS];	/* the one set, then each other seen */
	int nr_rates;
	struct kmsg_took took[WINDOW_STEPS];	/* kernel lines */
	int nr_took;
	struct ring_counts counts;	/* of this window */
	uint64_t slowest_ns;		/* longest time between two looks at the ring */
	int faults;			/* stalls, lockups, oopses in the kernel log */
	char fault[128];		/* the first of them */
};

/*
 * Set the limits, run the load with the sampler's event on (NULL: without), drain the ring and
 * watch the rate until an end of the plan is reached. 0, or -1 with errno where the limits could
 * not be set or the event not be switched.
 */
int window_run(struct sampler *sampler, const struct window_plan *plan, struct window *window);

/* Last rate of the window, and whether it fell. */
unsigned int window_rate(const struct window *window);
bool window_fell(const struct window *window);

/*
 * Take the kernel log as the windows' second witness. 0, or -1 with errno: they go on without.
 */
int window_watch_log(void);
void window_unwatch_log(void);

#endif
