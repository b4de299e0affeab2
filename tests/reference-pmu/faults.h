/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Faults for tests to find: the module parameter "fault" names one. A fault replaces callbacks of
 * the PMU, or functions of the core that the driver calls, by some that misbehave around them.
 */
#ifndef REFPMU_FAULTS_H
#define REFPMU_FAULTS_H

#include "refpmu.h"

struct fault {
	const char *name;
	/* Replaces what it needs to; the originals are in healthy_pmu and healthy_core. */
	void (*plant)(struct pmu *pmu, struct refpmu_core *core);
};

extern struct pmu healthy_pmu;
extern struct refpmu_core healthy_core;

/* Each ends with an entry without a name. */
extern const struct fault report_faults[], throttle_faults[], sample_faults[], count_faults[];
extern const struct fault late_faults[];

/* Plant the fault that the parameter names. 0, also where it names none, or -EINVAL. */
int faults_plant(struct pmu *pmu, struct refpmu_core *core);

#endif
