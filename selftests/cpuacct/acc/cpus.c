// SPDX-License-Identifier: GPL-2.0
/* How many CPUs the pairs run on, one number after another. */
#include "acc.h"

#include <stdlib.h>

static int by_node(const void *a, const void *b)
{
	const int *x = a, *y = b;
	int nodes = topology_node(*x) - topology_node(*y);

	return nodes ? nodes : *x - *y;
}

int cpus_by_node(struct cpu_list *cpus)
{
	int nr = 0;

	qsort(cpus->cpu, cpus->nr, sizeof(*cpus->cpu), by_node);
	while (nr < cpus->nr && topology_node(cpus->cpu[nr]) == topology_node(cpus->cpu[0]))
		nr++;
	return nr;
}

int cpus_next(const struct accounting *acc, int cpus)
{
	int next = acc->all_numbers ? cpus * 2 : acc->cpus->nr;

	if (cpus == acc->cpus->nr)
		return 0;
	if (cpus < acc->node_cpus && acc->node_cpus < next)
		next = acc->node_cpus;
	return next < acc->cpus->nr ? next : acc->cpus->nr;
}
