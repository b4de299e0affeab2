/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_OPT_IN_H
#define PMU_OPT_IN_H

#include <stdbool.h>

/* What the lab does at once and a target only when its owner sets the variable to 1. */
#define OPT_IN_STORM	"PMU_STORM"	/* can take a machine down that has a fault */
#define OPT_IN_HOTPLUG	"PMU_HOTPLUG"	/* takes CPUs offline for a moment */
#define OPT_IN_LONG	"PMU_LONG"	/* takes longer than kselftest's 45 s; nor in the lab */

bool opted_in(const char *variable, bool in_lab);

#endif
