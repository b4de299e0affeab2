/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_TOPOLOGY_H
#define PMU_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

/* As many as Linux takes on any architecture (x86 MAXSMP). */
#define TOPOLOGY_CPUS	8192

struct cpu_list {
	int nr;
	int cpu[TOPOLOGY_CPUS];
};

/* "0-3,8,10-11\n" as in sysfs. Returns 0, or -1 for anything else. */
int cpu_list_parse(const char *text, struct cpu_list *list);

/*
 * The CPUs on which a PMU counts and on which we may run: those in its folder's "cpus" (core PMUs)
 * or "cpumask" (uncore), all where it has neither, less those that are offline or outside our
 * affinity mask. Returns their number, or -1 with errno.
 */
int topology_pmu_cpus(const char *pmu_dir, struct cpu_list *list);

/* Run this thread on one CPU. 0, or -1 with errno. */
int topology_pin(int cpu);

/* Run it again where the program was allowed to at its start. 0, or -1 with errno. */
int topology_unpin(void);

/* NUMA node of a CPU (libnuma, where built with it), or -1 where unknown. */
int topology_node(int cpu);

/* Another CPU for an observer: on the same node if there is one. -1 on a machine with one CPU. */
int topology_observer(int cpu);

#endif
