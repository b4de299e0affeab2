/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_MACHINE_H
#define PMU_MACHINE_H

#include <stdbool.h>

/* Are there signs that this is a virtual machine: its PMU may be somebody else's software? */
bool machine_virtual(void);

#endif
