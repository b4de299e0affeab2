/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_DEADLINE_H
#define PMU_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

/* Count down from now: the program has seconds in all. */
void deadline_start(unsigned int seconds);

/* ns left; 0 once it has passed. */
uint64_t deadline_left_ns(void);

/* Too near to begin anything that takes a few seconds. */
bool deadline_near(void);

#endif
