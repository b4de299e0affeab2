// SPDX-License-Identifier: GPL-2.0
#include "topology.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_LIBNUMA
#include <numa.h>
#endif

int cpu_list_parse(const char *text, struct cpu_list *list)
{
	char *end;
	long first, last, cpu;

	list->nr = 0;
	while (*text >= '0' && *text <= '9') {
		first = strtol(text, &end, 10);
		last = first;
		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		if (last < first || last >= TOPOLOGY_CPUS)
			return -1;
		for (cpu = first; cpu <= last && list->nr < TOPOLOGY_CPUS; cpu++)
			list->cpu[list->nr++] = cpu;
		text = *end == ',' ? end + 1 : end;
	}
	return *text == '\n' || !*text ? 0 : -1;
}

static int read_list(const char *dir, const char *name, struct cpu_list *list)
{
	static char text[TOPOLOGY_CPUS * 5];
	char path[512];
	size_t len;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "re");
	if (!file)
		return -1;
	len = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[len] = 0;
	return cpu_list_parse(text, list);
}

/* The affinity that we were started with: pinning comes later. */
static const cpu_set_t *allowed(void)
{
	static cpu_set_t *set;
	size_t size = CPU_ALLOC_SIZE(TOPOLOGY_CPUS);

	if (set)
		return set;
	set = CPU_ALLOC(TOPOLOGY_CPUS);
	if (!set)
		return NULL;
	CPU_ZERO_S(size, set);
	if (!sched_getaffinity(0, size, set))
		return set;
	CPU_FREE(set);
	set = NULL;
	return NULL;
}

int topology_pmu_cpus(const char *pmu_dir, struct cpu_list *list)
{
	size_t size = CPU_ALLOC_SIZE(TOPOLOGY_CPUS);
	const cpu_set_t *set = allowed();
	int i, nr = 0;

	if (!set)
		return -1;
	if (read_list(pmu_dir, "cpus", list) && read_list(pmu_dir, "cpumask", list)) {
		list->nr = TOPOLOGY_CPUS;
		for (i = 0; i < TOPOLOGY_CPUS; i++)
			list->cpu[i] = i;
	}
	/* sched_getaffinity() leaves out CPUs that are offline. */
	for (i = 0; i < list->nr; i++)
		if (CPU_ISSET_S(list->cpu[i], size, set))
			list->cpu[nr++] = list->cpu[i];
	list->nr = nr;
	return nr;
}

int topology_pin(int cpu)
{
	size_t size = CPU_ALLOC_SIZE(TOPOLOGY_CPUS);
	cpu_set_t *set;
	int ret;

	if (!allowed())
		return -1;
	set = CPU_ALLOC(TOPOLOGY_CPUS);
	if (!set)
		return -1;
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	ret = sched_setaffinity(0, size, set);
	CPU_FREE(set);
	return ret;
}

int topology_unpin(void)
{
	return allowed() ? sched_setaffinity(0, CPU_ALLOC_SIZE(TOPOLOGY_CPUS), allowed()) : -1;
}

int topology_node(int cpu)
{
#ifdef HAVE_LIBNUMA
	if (numa_available() >= 0)
		return numa_node_of_cpu(cpu);
#endif
	(void)cpu;
	return -1;
}

int topology_observer(int cpu)
{
	static struct cpu_list list;
	int i, other = -1;

	if (topology_pmu_cpus("", &list) < 0)
		return -1;
	for (i = 0; i < list.nr; i++) {
		if (list.cpu[i] == cpu)
			continue;
		if (topology_node(list.cpu[i]) == topology_node(cpu))
			return list.cpu[i];
		if (other < 0)
			other = list.cpu[i];
	}
	return other;
}
