// SPDX-License-Identifier: GPL-2.0
/*
 * What is told of the results that a lost worker leaves: a hang that the kernel's log confirms is a
 * failure that no known issue excuses, everything else is none of the driver's.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "tap.h"

static const char *const requirements[] = { "DUR-1", "DUR-9", NULL };
static const struct family family = { .name = "DUR", .program = "duration",
				      .requirements = requirements };

/* In place of result.c: the results are kept. */
static struct told {
	char name[96];
	struct outcome outcome;
	bool excused;
} told[4];
static unsigned int nr_told;

struct outcome fail(const char *fmt, ...)
{
	struct outcome outcome = { .verdict = FAIL };
	va_list args;

	va_start(args, fmt);
	vsnprintf(outcome.text, sizeof(outcome.text), fmt, args);
	va_end(args);
	return outcome;
}

struct outcome skip(enum skip reason, const char *fmt, ...)
{
	struct outcome outcome = { .verdict = SKIP, .skip = reason };
	va_list args;

	va_start(args, fmt);
	vsnprintf(outcome.text, sizeof(outcome.text), fmt, args);
	va_end(args);
	return outcome;
}

struct outcome pass(void)
{
	return (struct outcome){ .verdict = PASS };
}

void note(const char *fmt, ...)
{
	(void)fmt;
}

void evidence(const char *key, const char *fmt, ...)
{
	(void)key;
	(void)fmt;
}

void result_start(const char *name)
{
	snprintf(told[nr_told].name, sizeof(told[nr_told].name), "%s", name);
}

void result_end(const struct outcome *outcome, const struct profile_issue *issue)
{
	told[nr_told].excused = issue;
	told[nr_told++].outcome = *outcome;
}

unsigned int results_done(void)
{
	return nr_told;
}

bool results_all_skipped(void)
{
	return false;
}

/* The driver never reports: both requirements have that as a known issue. */
static struct run silent_driver(void)
{
	static struct profile_issue issue = { .pattern = "cpu", .kernels = { 0, UINT32_MAX } };
	struct run run = { .nr_targets = 1, .kernel = 7002 };
	int i;

	snprintf(run.targets[0].pmu.name, PMU_NAME_LEN, "cpu");
	for (i = 0; i < 2; i++) {
		snprintf(issue.requirement, sizeof(issue.requirement), "%s", requirements[i]);
		run.profile.issues[run.profile.nr_issues++] = issue;
	}
	return run;
}

static void close_after(struct run *run, unsigned int done, struct lost_worker lost)
{
	memset(told, 0, sizeof(told));
	nr_told = done;
	run_close(&family, run, &lost);
}

int main(void)
{
	static const char stall[] = "rcu: INFO: rcu_sched self-detected stall on CPU";
	static struct run run;
	struct outcome silent;

	run = silent_driver();
	memset(told, 0, sizeof(told));
	silent = fail("did not fall");
	run_result(&run, &run.targets[0], "DUR-9", &silent);
	ok(told[0].outcome.verdict == FAIL && told[0].excused, "the known issue is excused");

	close_after(&run, 1, (struct lost_worker){ .late_s = 43, .fault = stall });
	ok(nr_told == 2 && !strcmp(told[1].name, "DUR-9.cpu"), "the untold result is told");
	ok(told[1].outcome.verdict == FAIL && !told[1].excused,
	   "a hang with a stall in the log fails, whatever is known of the requirement");
	ok(strstr(told[1].outcome.text, stall), "its reason has the kernel's line");

	close_after(&run, 0, (struct lost_worker){ .late_s = 43, .fault = stall });
	ok(told[0].outcome.verdict == FAIL && told[1].outcome.verdict == SKIP,
	   "only the test that hung fails, those after it are skipped");

	close_after(&run, 0, (struct lost_worker){ .late_s = 43, .status = SIGKILL });
	ok(told[0].outcome.skip == SKIP_OUT_OF_TIME && told[1].outcome.skip == SKIP_OUT_OF_TIME,
	   "late without a word of the kernel is out of time");

	close_after(&run, 1, (struct lost_worker){ .status = SIGSEGV });
	ok(told[1].outcome.verdict == SKIP && told[1].outcome.skip == SKIP_SETUP_BROKEN,
	   "a killed worker is a broken set-up");
	return done();
}
