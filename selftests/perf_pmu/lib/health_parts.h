/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_HEALTH_PARTS_H
#define PMU_HEALTH_PARTS_H

#include "run.h"

/* HLT-2: the CPUs of the run's PMUs, watched from health_watch() to health_unwatch(). */
void health_cpus_start(const struct run *run);
struct outcome health_cpus_judge(const struct run *run);

/* HLT-3: as it is now, and again after the guard has restored. */
void health_found(void);
struct outcome health_restored_judge(int restored);

#endif
