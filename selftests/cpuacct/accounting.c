// SPDX-License-Identifier: GPL-2.0
/*
 * Family ACC: does accounting for cgroups leave context switches as fast as they are, also while it
 * is read, and does it account for all of them? One behaviour per file in acc/; judged in each
 * hierarchy that the machine has mounted.
 */
#include "acc/acc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/deadline.h"
#include "lib/opt_in.h"
#include "lib/run.h"

static const char *const requirements[] = { "ACC-1", "ACC-2", "ACC-3", "ACC-4", NULL };

static struct outcome (*const tests[])(const struct accounting *acc) = {
	acc1_scales, acc2_readers, acc3_accurate, acc4_events,
};

/*
 * PMU_LONG=1: on a machine with 256 CPUs eight numbers of them, each 7 s in a hierarchy, and twice
 * that for a host that has other things to do.
 */
#define LONG_SECONDS	600

static struct hierarchy hierarchies[HIERARCHIES];

static struct outcome targets(struct run *run)
{
	int i;

	run->nr_targets = hierarchies_find(hierarchies);
	for (i = 0; i < run->nr_targets; i++) {
		struct target *target = &run->targets[i];

		snprintf(target->pmu.name, sizeof(target->pmu.name), "%s", hierarchies[i].name);
		if (topology_pmu_cpus("", &target->cpus) <= 0)
			return skip(SKIP_SETUP_BROKEN, "no CPU is ours");
		note("%s: %s", hierarchies[i].name, hierarchies[i].root);
	}
	if (run->nr_targets)
		return pass();
	return skip(SKIP_NO_ACCOUNTING, "neither cpuacct nor cpu nor cgroup2 is mounted");
}

static void judge(const struct run *run, const struct target *target)
{
	const char *insn_ns = getenv("PMU_INSN_NS");
	static struct cpu_list cpus;
	struct accounting acc = { .cpus = &cpus, .hz = run->hz };
	struct outcome ready, outcome;
	struct groups groups;
	int i;

	groups_name(&hierarchies[target - run->targets], &groups);
	acc.groups = &groups;
	cpus = target->cpus;
	acc.node_cpus = cpus_by_node(&cpus);
	acc.insn_ns = insn_ns ? atoi(insn_ns) : 0;
	acc.all_numbers = acc.insn_ns || opted_in(OPT_IN_LONG, false);
	ready = deadline_near() ? skip(SKIP_OUT_OF_TIME, "other hierarchies took all of it") :
				  groups_make(&groups);
	for (i = 0; requirements[i]; i++) {
		outcome = run_begin(target, requirements[i], &ready);
		if (outcome.verdict == PASS)
			outcome = tests[i](&acc);
		run_result(run, target, requirements[i], &outcome);
	}
	if (groups_remove(&groups))
		note("%s: groups of this run are still there", target->pmu.name);
}

int main(int argc, char **argv)
{
	const struct family family = {
		.name = "ACC",
		.program = "accounting",
		.requirements = requirements,
		.long_s = LONG_SECONDS,
		.targets = targets,
		.judge = judge,
	};

	return run_family(&family, argc, argv);
}
