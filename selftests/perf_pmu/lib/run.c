// SPDX-License-Identifier: GPL-2.0
#include "run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "budget.h"
#include "deadline.h"
#include "guard.h"
#include "kmsg.h"
#include "require.h"

#define EXIT_BAD_INPUT	2	/* everywhere in this project */
#define EXIT_KSFT_FAIL	1

/*
 * kselftest gives a program 45 s: stop beginning things before, stop waiting for the worker after.
 */
#define WORK_SECONDS	38
#define GRACE_SECONDS	5

static unsigned int nr_requirements(const struct family *family)
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
}

void run_result(const struct run *run, const struct target *target, const char *requirement,
		const struct outcome *outcome)
{
	bool excused = !outcome->apart && !(outcome->verdict == FAIL && outcome->beyond);
	const struct profile_issue *issue = NULL;
	char id[16];

	snprintf(id, sizeof(id), "%.*s", (int)strcspn(requirement, "."), requirement);
	if (!run->no_issues && excused)
		issue = profile_issue(&run->profile, id, target->pmu.name, run->kernel,
				      run->in_lab);
	result_end(outcome, issue);
}

/*
 * 2 is KSFT_XFAIL to the kernel's runner: there bad input would pass as an expected failure. The
 * runner is known by the variable that it exports.
 */
static int bad_input(const char *why)
{
	fprintf(stderr, "%s\n", why);
	return getenv("kselftest_timeout") ? EXIT_KSFT_FAIL : EXIT_BAD_INPUT;
}

static void profile_dir(char *dir, size_t size)
{
	const char *given = getenv("PMU_PROFILES");
	char self[256];
	ssize_t len;

	if (given) {
		snprintf(dir, size, "%s", given);
		return;
	}
	len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	self[len > 0 ? len : 0] = 0;
	if (strrchr(self, '/'))
		*strrchr(self, '/') = 0;
	snprintf(dir, size, "%s/arch-profiles", self);
}

static int load_profile(struct run *run, char *why, size_t why_size)
{
	struct utsname name;
	char dir[512];

	uname(&name);
	profile_dir(dir, sizeof(dir));
	return profile_load(dir, name.machine, &run->profile, why, why_size);
}

static unsigned int machine_hz(void)
{
	struct timespec tick;

	/* The coarse clock's resolution is TICK_NSEC (posix_get_coarse_res()). */
	clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
	return budget_hz(tick.tv_nsec);
}

static void describe(const struct run *run, const char *why)
{
	struct utsname name;

	uname(&name);
	note("kernel %s, machine %s, HZ %u", name.release, name.machine, run->hz);
	if (run->no_issues)
		note("known issues of the profile are not applied");
	if (run->profile.name[0])
		note("profile %s", run->profile.name);
	else
		note("no profile, generic expectations: %s", why);
#ifndef HAVE_LIBNUMA
	note("built without libnuma: NUMA nodes are not known");
#endif
#ifndef HAVE_LIBPFM4
	note("built without libpfm4: its event names are not known");
#endif
}

static int nothing_to_run(const struct family *family, const struct outcome *outcome)
{
	results_plan(1);
	result_start(family->name);
	result_end(outcome, NULL);
	return results_finish();
}

static void work(const struct family *family, const struct run *run, pid_t supervisor)
{
	int i;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* It may have died before. */
	if (getppid() != supervisor)
		_exit(1);
	guard_worker(getpid());
	guard_forget();
	for (i = 0; i < run->nr_targets; i++)
		family->judge(run, &run->targets[i]);
	fflush(stdout);
	_exit(0);
}

static void kill_worker(pid_t pid, int *status)
{
	kill(pid, SIGKILL);
	waitpid(pid, status, 0);
}

/* 0: the worker ended; a signal that told us to end; or SIGALRM: the worker is late. */
static int wait_for(pid_t pid, int *status, const sigset_t *signals)
{
	const uint64_t grace = GRACE_SECONDS * NSEC_PER_SEC;
	struct timespec left;
	uint64_t left_ns;
	int sig;

	for (;;) {
		if (waitpid(pid, status, WNOHANG) == pid)
			return 0;
		left_ns = deadline_left_ns() + grace;
		left.tv_sec = left_ns / NSEC_PER_SEC;
		left.tv_nsec = left_ns % NSEC_PER_SEC;
		sig = sigtimedwait(signals, NULL, &left);
		if (sig == SIGCHLD || (sig < 0 && errno == EINTR))
			continue;
		kill_worker(pid, status);
		return sig < 0 ? SIGALRM : sig;
	}
}

/*
 * A worker that came too late: the machine stands still, or we got no time on it. Only the
 * kernel's own word makes the first of it.
 */
static struct outcome late_outcome(struct kmsg *log)
{
	const int seconds = WORK_SECONDS + GRACE_SECONDS;
	struct kmsg_took took;
	char line[1024];

	while (log->fd >= 0 && kmsg_read(log, line, sizeof(line)) > 0)
		if (kmsg_is_fault(kmsg_classify(line, strlen(line), &took)))
			return fail("no result within %d s, kernel log: %.100s", seconds, line);
	return skip(SKIP_OUT_OF_TIME, "no result within %d s: too little time on this CPU",
		    seconds);
}

/* The worker is gone: what it has not printed is ours to say. */
static void close_results(const struct family *family, const struct run *run, struct kmsg *log,
			  bool late, int status)
{
	unsigned int nr = nr_requirements(family);
	const struct target *target;
	const char *requirement;
	struct outcome outcome;
	unsigned int done;

	while ((done = results_done()) < nr * run->nr_targets) {
		target = &run->targets[done / nr];
		requirement = family->requirements[done % nr];
		if (late) {
			outcome = late_outcome(log);
			late = false;
			status = 0;
		} else if (WIFSIGNALED(status)) {
			outcome = skip(SKIP_SETUP_BROKEN, "the worker was killed by signal %d",
				       WTERMSIG(status));
		} else {
			outcome = skip(SKIP_OUT_OF_TIME, "an earlier test did not end");
		}
		run_start(target, requirement);
		run_result(run, target, requirement, &outcome);
	}
}

static int supervise(const struct family *family, const struct run *run)
{
	sigset_t signals, before;
	struct kmsg log;
	int status = 0, sig;
	pid_t supervisor, pid;

	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, &before);
	deadline_start(WORK_SECONDS);
	if (kmsg_open(&log))
		log.fd = -1;
	fflush(stdout);
	supervisor = getpid();
	pid = fork();
	if (!pid) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		work(family, run, supervisor);
	}
	sig = pid > 0 ? wait_for(pid, &status, &signals) : 0;
	if (guard_stop())
		note("the sysctls could not be restored: %s", strerror(errno));
	if (sig && sig != SIGALRM) {
		note("stopped by signal %d", sig);
		return 128 + sig;
	}
	close_results(family, run, &log, sig == SIGALRM, status);
	return results_finish();
}

int run_family(const struct family *family, int argc, char **argv)
{
	struct family listed = *family;
	static struct run run;
	struct outcome outcome;
	const char *issues;
	char why[512] = "";

	if (argc > 1) {
		snprintf(why, sizeof(why), "%s: takes no argument, not '%s'", argv[0], argv[1]);
		return bad_input(why);
	}
	if (load_profile(&run, why, sizeof(why)) < 0)
		return bad_input(why);
	run.kernel = kernel_version();
	run.hz = machine_hz();
	run.in_lab = getenv("PMU_LAB");
	issues = getenv("PMU_ISSUES");
	if (issues && strcmp(issues, "none")) {
		snprintf(why, sizeof(why), "PMU_ISSUES is '%s': it can only be none", issues);
		return bad_input(why);
	}
	run.no_issues = issues;
	if (results_begin())
		return EXIT_KSFT_FAIL;
	describe(&run, why);
	outcome = require_all();
	if (outcome.verdict != PASS)
		return nothing_to_run(family, &outcome);
	run.nr_targets = targets_find(&run.profile, run.kernel, run.targets, why);
	if (run.nr_targets <= 0) {
		outcome = skip(SKIP_NO_PMU, "%s", run.nr_targets ? why :
			       "the kernel registered none that samples");
		return nothing_to_run(family, &outcome);
	}
	if (family->list)
		listed.requirements = family->list(&run);
	if (!listed.requirements || !*listed.requirements) {
		outcome = skip(SKIP_NO_PMU, "no case of the profile is for %s",
			       run.targets[0].pmu.name);
		return nothing_to_run(family, &outcome);
	}
	switch (guard_start(why, sizeof(why))) {
	case GUARD_BUSY:
		outcome = skip(SKIP_BUSY, "%s", why);
		return nothing_to_run(family, &outcome);
	case GUARD_FAILED:
		outcome = skip(SKIP_SETUP_BROKEN, "%s", why);
		return nothing_to_run(family, &outcome);
	default:
		break;
	}
	if (*why)
		note("%s", why);
	results_plan(nr_requirements(&listed) * run.nr_targets);
	return supervise(&listed, &run);
}
