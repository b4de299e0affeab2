// SPDX-License-Identifier: GPL-2.0
/*
 * Family ALP: the cases of the report that this suite came from, each on every CPU. They are data:
 * the [case] sections of arch-profiles/alpha.ini.
 */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alp/alp.h"
#include "lib/deadline.h"
#include "lib/run.h"

#define ID_LEN	64

static struct trial {
	const struct profile_case *one;
	int cpu;
	char id[ID_LEN];	/* "ALP-1.control.cpu0" */
} *trials;

/* The cases are for one PMU; where none is for any, the list is empty for the first. */
static void pick_target(struct run *run)
{
	int i, c;

	for (i = 0; i < run->nr_targets; i++)
		for (c = 0; c < run->profile.nr_cases; c++)
			if (!fnmatch(run->profile.cases[c].pattern, run->targets[i].pmu.name, 0)) {
				run->targets[0] = run->targets[i];
				run->nr_targets = 1;
				return;
			}
}

/* The report's three CPUs come in turn: a fault of one of them shows in the first round. */
static const char *const *list_trials(struct run *run)
{
	const struct profile *profile = &run->profile;
	const struct cpu_list *cpus;
	const char **ids;
	int c, i, nr = 0;

	pick_target(run);
	cpus = &run->targets[0].cpus;
	trials = calloc(profile->nr_cases * cpus->nr + 1, sizeof(*trials));
	ids = calloc(profile->nr_cases * cpus->nr + 1, sizeof(*ids));
	if (!trials || !ids)
		return NULL;
	for (c = 0; c < profile->nr_cases; c++) {
		if (fnmatch(profile->cases[c].pattern, run->targets[0].pmu.name, 0))
			continue;
		for (i = 0; i < cpus->nr; i++) {
			trials[nr].one = &profile->cases[c];
			trials[nr].cpu = cpus->cpu[i];
			snprintf(trials[nr].id, ID_LEN, "ALP-1.%s.cpu%d", profile->cases[c].name,
				 cpus->cpu[i]);
			ids[nr] = trials[nr].id;
			nr++;
		}
	}
	return ids;
}

static void judge(const struct run *run, const struct target *target)
{
	static struct duration dur;
	struct outcome ready, outcome;
	const char *sick_since = NULL;
	bool sick = false;
	const struct trial *trial;

	if (window_watch_log())
		note("kernel log: %s, no stall would be seen", strerror(errno));
	duration_begin(&dur, run, target);
	ready = duration_prepare(&dur);
	for (trial = trials; trial->one; trial++) {
		run_start(target, trial->id);
		dur.cpu = trial->cpu;
		if (ready.verdict != PASS)
			outcome = ready;
		else if (sick)
			outcome = skip(SKIP_SETUP_BROKEN, "the machine suffered in %s", sick_since);
		else if (deadline_near())
			outcome = skip(SKIP_OUT_OF_TIME, "earlier cases took too long");
		else if (*trial->one->skids)
			outcome = alp_skid(&dur, trial->one);
		else
			outcome = alp_case(&dur, trial->one, &sick);
		if (sick && !sick_since)
			sick_since = trial->id;
		run_result(run, target, trial->id, &outcome);
	}
	window_unwatch_log();
}

int main(int argc, char **argv)
{
	const struct family family = {
		.name = "ALP",
		.program = "alpha_profileme",
		.list = list_trials,
		.judge = judge,
	};

	return run_family(&family, argc, argv);
}
