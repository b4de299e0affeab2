// SPDX-License-Identifier: GPL-2.0
/*
 * Family CTX: do events follow their tasks, share the counters, and survive what happens to tasks,
 * CPUs and cgroups? One behaviour per file in ctx/.
 */
#include "ctx/ctx.h"

#include <string.h>

#include "lib/deadline.h"
#include "lib/run.h"

static const char *const requirements[] = {
	"CTX-1", "CTX-2", "CTX-3", "CTX-4", "CTX-5", "CTX-6", NULL
};

/*
 * In the order of their numbers: CTX-2 finds how many counters there are. What compares counts can
 * be made to fail by a host that holds up a virtual CPU: some counters go on meanwhile.
 */
static const struct {
	struct outcome (*run)(struct context *ctx);
	bool host_may;
} tests[] = {
	{ ctx1_task, true },
	{ ctx2_multiplexed, true },
	{ ctx3_all_cpus, false },
	{ ctx4_hotplug, true },
	{ ctx5_cgroup, true },
	{ ctx6_races, false },
};

static void judge(const struct run *run, const struct target *target)
{
	struct context ctx = {
		.target = target, .in_lab = run->in_lab, .host_time = run->host_time,
	};
	struct outcome ready, outcome;
	int i;

	ready = deadline_near() ? skip(SKIP_OUT_OF_TIME, "other PMUs took all of it") :
				  context_prepare(&ctx);
	for (i = 0; requirements[i]; i++) {
		outcome = run_begin(target, requirements[i], &ready);
		if (outcome.verdict == PASS)
			outcome = tests[i].run(&ctx);
		outcome.host_may |= tests[i].host_may;
		run_result(run, target, requirements[i], &outcome);
	}
}

int main(int argc, char **argv)
{
	const struct family family = {
		.name = "CTX",
		.program = "context",
		.requirements = requirements,
		.judge = judge,
	};

	if (argc == 2 && !strcmp(argv[0], EXEC_NAME))
		return exec_main(argv[1]);
	return run_family(&family, argc, argv);
}
