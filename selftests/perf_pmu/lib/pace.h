/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_PACE_H
#define PMU_PACE_H

#include "load.h"
#include "result.h"
#include "target.h"

/* How often the loading event of a PMU interrupts a CPU under load_run(). */
struct pace {
	uint64_t period;	/* in events */
	unsigned int rate;	/* interrupts per second on its counter; 0: none */
	bool limited;		/* a report or the count throttled them: rate tells nothing */
};

/*
 * The period of attr that brings so many interrupts per second by its count on this CPU, at least
 * the profile's shortest. 0: it does not count, with *busy set where others hold its counter.
 */
uint64_t pace_period(const struct pmu_profile *profile, const struct perf_event_attr *attr, int cpu,
		     load_fn load, unsigned int wanted, bool *busy);

/*
 * The period of target's loading event that brings so many interrupts per second, or as near as
 * the PMU comes to that without a period below the profile's storm_period. This thread must be
 * pinned to cpu. PASS, or why there is none.
 */
struct outcome pace_find(const struct target *target, int cpu, unsigned int wanted,
			 struct pace *pace);

#endif
