// SPDX-License-Identifier: GPL-2.0
/* The results of a run: those that the tests tell, and those that a lost worker leaves untold. */
#include "run.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "deadline.h"
#include "health.h"

unsigned int family_requirements(const struct family *family)
{
	unsigned int nr = 0;

	while (family->requirements[nr])
		nr++;
	return nr;
}

void run_start(const struct target *target, const char *requirement)
{
	int len = strcspn(requirement, ".");
	char name[96];

	snprintf(name, sizeof(name), "%.*s.%s%s", len, requirement, target->pmu.name,
		 requirement + len);
	result_start(name);
	health_testing(name, target);
}

struct outcome run_begin(const struct target *target, const char *requirement,
			 const struct outcome *ready)
{
	run_start(target, requirement);
	if (ready->verdict == PASS && deadline_near())
		return skip(SKIP_OUT_OF_TIME, "earlier tests took too long");
	return *ready;
}

/* A violated SHOULD is shown, but fails nothing. */
static const struct profile_issue only_should = {
	.reason = "the contract says SHOULD",
	.source = "PMU_STRICT=1 makes it a failure",
};

/* What its host can have done to a guest convicts no driver. */
static struct outcome judged(const struct run *run, const struct outcome *outcome)
{
	if (outcome->verdict != FAIL || !outcome->host_may || run->exact)
		return *outcome;
	return skip(SKIP_NOISY, "a virtual machine, whose host may have done it: %s",
		    outcome->text);
}

void run_result(const struct run *run, const struct target *target, const char *requirement,
		const struct outcome *told)
{
	const struct outcome verdict = judged(run, told), *outcome = &verdict;
	bool excused = !outcome->apart && !(outcome->verdict == FAIL && outcome->beyond);
	const struct profile_issue *issue = NULL;
	char line[HEALTH_LINE], id[16];

	if (health_look(line) != KMSG_OTHER)
		evidence("kernel_log", "%s", line);
	snprintf(id, sizeof(id), "%.*s", (int)strcspn(requirement, "."), requirement);
	if (!run->no_issues && excused)
		issue = profile_issue(&run->profile, id, target->pmu.name, run->kernel,
				      run->in_lab);
	if (!run->no_issues && !issue && outcome->verdict == FAIL && excused)
		issue = core_issue(id, target->pmu.name, run->kernel);
	if (!issue && outcome->verdict == FAIL && outcome->should && !run->strict)
		issue = &only_should;
	result_end(outcome, issue);
}

/*
 * The machine stands still, or the worker got no time on it. Only the kernel's own word makes the
 * first of it, and that is no known issue of the requirement that was being tested.
 */
static struct outcome late_outcome(unsigned int seconds, const char *fault)
{
	struct outcome outcome;

	if (!fault)
		return skip(SKIP_OUT_OF_TIME,
			    "no result within %u s: too little time on this CPU", seconds);
	outcome = fail("no result within %u s, kernel log: %.100s", seconds, fault);
	outcome.beyond = true;
	return outcome;
}

void run_close(const struct family *family, const struct run *run, const struct lost_worker *lost)
{
	unsigned int nr = family_requirements(family);
	unsigned int late_s = lost->late_s;
	const struct target *target;
	const char *requirement;
	struct outcome outcome;
	unsigned int done;

	while ((done = results_done()) < nr * run->nr_targets) {
		target = &run->targets[done / nr];
		requirement = family->requirements[done % nr];
		if (late_s)
			outcome = late_outcome(late_s, lost->fault);
		else if (!lost->late_s && WIFSIGNALED(lost->status))
			outcome = skip(SKIP_SETUP_BROKEN, "the worker was killed by signal %d",
				       WTERMSIG(lost->status));
		else
			outcome = skip(SKIP_OUT_OF_TIME, "an earlier test did not end");
		late_s = 0;
		run_start(target, requirement);
		run_result(run, target, requirement, &outcome);
	}
}
