// SPDX-License-Identifier: GPL-2.0
#include "supervise.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "budget.h"
#include "deadline.h"
#include "guard.h"
#include "health.h"
#include "opt_in.h"

/*
 * kselftest gives a program 45 s: stop beginning things before, stop waiting for the worker after.
 */
#define WORK_SECONDS	38
#define GRACE_SECONDS	5

static void work(const struct family *family, const struct run *run, pid_t supervisor)
{
	int i;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* It may have died before. */
	if (getppid() != supervisor)
		_exit(1);
	guard_worker(getpid());
	guard_forget();
	for (i = 0; i < run->nr_targets; i++) {
		health_testing(family->program, &run->targets[i]);
		family->judge(run, &run->targets[i]);
	}
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

int supervise(const struct family *family, const struct run *run)
{
	sigset_t signals, before;
	struct lost_worker lost = { 0 };
	char line[HEALTH_LINE];
	int sig, restored;
	pid_t supervisor, pid;
	unsigned int seconds = WORK_SECONDS;

	if (family->long_s && opted_in(OPT_IN_LONG, false))
		seconds = family->long_s;
	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, &before);
	deadline_start(seconds);
	fflush(stdout);
	supervisor = getpid();
	pid = fork();
	if (!pid) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		work(family, run, supervisor);
	}
	health_watch();
	sig = pid > 0 ? wait_for(pid, &lost.status, &signals) : 0;
	health_unwatch();
	restored = guard_stop() ? errno : 0;
	if (restored)
		note("could not be restored: %s", strerror(restored));
	if (sig && sig != SIGALRM) {
		note("stopped by signal %d", sig);
		return 128 + sig;
	}
	if (sig == SIGALRM) {
		lost.late_s = seconds + GRACE_SECONDS;
		if (kmsg_is_fault(health_look(line)))
			lost.fault = line;
	}
	run_close(family, run, &lost);
	health_judge(family, restored);
	return results_finish();
}

