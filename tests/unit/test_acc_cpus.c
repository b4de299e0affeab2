// SPDX-License-Identifier: GPL-2.0
/* On how many CPUs the pairs of family ACC run, one number after another. */
#include <string.h>

#include "cpuacct/acc/acc.h"
#include "tap.h"

static int nodes;

/* topology.c's. Neighbours lie on different nodes, as on some machines. */
int topology_node(int cpu)
{
	return nodes ? cpu % nodes : -1;
}

static struct cpu_list cpus;

static bool goes(int nr, bool all_numbers, const char *expected)
{
	struct accounting acc = { .cpus = &cpus, .all_numbers = all_numbers };
	char text[64] = "";
	int i;

	cpus.nr = nr;
	for (i = 0; i < nr; i++)
		cpus.cpu[i] = i;
	acc.node_cpus = cpus_by_node(&cpus);
	for (i = 1; i && strlen(text) < sizeof(text) / 2; i = cpus_next(&acc, i))
		sprintf(text + strlen(text), "%d ", i);
	if (!strcmp(text, expected))
		return true;
	printf("# %s\n", text);
	return false;
}

int main(void)
{
	ok(goes(1, false, "1 ") && goes(1, true, "1 "), "one CPU");
	ok(goes(8, false, "1 8 "), "one and all, where nodes are unknown");
	ok(goes(12, true, "1 2 4 8 12 "), "all numbers");
	nodes = 1;
	ok(goes(2, false, "1 2 ") && goes(2, true, "1 2 "), "one node is all");
	nodes = 2;
	ok(goes(12, false, "1 6 12 "), "a node between one and all");
	ok(cpus.cpu[0] == 0 && cpus.cpu[5] == 10 && cpus.cpu[6] == 1 && cpus.cpu[11] == 11,
	   "node by node");
	ok(goes(12, true, "1 2 4 6 12 "), "a node among all numbers");
	nodes = 4;
	ok(goes(4, false, "1 4 "), "nodes of one CPU");
	return done();
}
