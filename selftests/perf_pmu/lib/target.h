/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_TARGET_H
#define PMU_TARGET_H

#include "events.h"
#include "profile.h"
#include "result.h"
#include "topology.h"

/* Most machines have fewer than ten that sample. */
#define TARGETS		32

/* A PMU under test: what it is, what to expect of it and what to load it with. */
struct target {
	struct pmu pmu;
	const struct pmu_profile *profile;
	struct perf_event_attr attr;	/* the loading event; no period yet */
	struct cpu_list cpus;		/* those that we may use */
	int refused;			/* errno of its sampling open; 0: it samples */
	bool clock;			/* no PMU: the software clock */
};

/*
 * Every PMU of the machine that samples, or that its profile says should. A PMU of which nobody
 * says that and that refuses is left out with a note: uncore and power PMUs are none of our
 * business. Returns the number, or -1 with a reason in err.
 */
int targets_find(const struct profile *profile, unsigned int kernel, struct target *targets,
		 char err[PMU_ERR_LEN]);

/*
 * The software clock as a target, with all of our CPUs: its hrtimer interrupts obey the contract of
 * counting and throttling as well as a PMU's, on any machine.
 */
void target_clock(struct target *target);

/*
 * A profile that says of all PMUs that they do not sample is about one driver alone, and means the
 * software clock too.
 */
bool target_clock_left_out(const struct profile *profile);

/* PASS, or why it can't be sampled: no CPU of ours, or its open refused. */
struct outcome target_usable(const struct target *target);

/* Kernels on which a throttled software clock can hang the machine: 6.16 and 6.17. */
bool clock_may_hang(unsigned int kernel);

/* Running kernel as major * 1000 + minor. */
unsigned int kernel_version(void);

#endif
