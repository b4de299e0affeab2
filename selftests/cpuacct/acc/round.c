// SPDX-License-Identifier: GPL-2.0
/* What the work of a round means. */
#include "acc.h"

#include <math.h>

#include "lib/budget.h"

double round_rate(const struct round *round)
{
	return round->cpu_ns ? (double)round->work * NSEC_PER_SEC / round->cpu_ns : 0;
}

double round_cost(const struct round *round)
{
	return round->work ? (double)round->cpu_ns / round->work : INFINITY;
}
