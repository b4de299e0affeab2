// SPDX-License-Identifier: GPL-2.0
/* Families CTX and HLT: faults of what is counted, and of the machine's health. */
#include "faults.h"

const struct fault count_faults[] = {
	{ }
};
