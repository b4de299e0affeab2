/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_OBSERVER_H
#define PMU_OBSERVER_H

#include <stdint.h>

/*
 * A thread on another CPU that wants to run every 10 ms and measures how late it comes. Returns 0,
 * or -1 where there is no other CPU.
 */
int observer_start(int tested_cpu);

/* Stop it. Returns its worst delay in ns. */
uint64_t observer_stop(void);

#endif
