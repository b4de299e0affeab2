// SPDX-License-Identifier: GPL-2.0
/* Families THR and SMP: faults of what is delivered, and when. */
#include "faults.h"

const struct fault sample_faults[] = {
	{ }
};
