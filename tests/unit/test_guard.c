// SPDX-License-Identifier: GPL-2.0
/*
 * Kill each process of a run, and all of them, while the sysctls are changed: they come back.
 * Changes this machine's perf sysctls for a moment, so it needs root.
 */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guard.h"
#include "sysctl.h"
#include "tap.h"

/* Nobody else sets these. */
static const struct limits changed = { .rate = 4321, .percent = 7 };
static const struct limits usual = { .rate = 54321, .percent = 26 };

/* To the guard empty folders are as good as cgroups. */
#define GROUP	"/tmp/perf_pmu_test_guard"
#define OTHER	"/tmp/perf_pmu_test_guard.other"

/* The guard works within milliseconds; a loaded machine gets a hundred times that. */
#define PATIENCE_MS	5000

struct victim {
	pid_t supervisor, worker, guard;
};

/* What run_family() does: guard, worker, wait. Tells the test its worker's pid. */
static void live(int report)
{
	char why[256];
	pid_t worker;

	if (guard_start(why, sizeof(why)) != GUARD_OK)
		_exit(1);
	worker = fork();
	if (!worker) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		guard_forget();
		if (guard_cgroup(GROUP) || mkdir(GROUP, 0700) || mkdir(GROUP "/inner", 0700) ||
		    mkdir(GROUP "/inner/most", 0700))
			_exit(1);
		if (guard_cgroup(OTHER) || mkdir(OTHER, 0700))
			_exit(1);
		limits_write(&changed);
		worker = getpid();
		if (write(report, &worker, sizeof(worker)) != sizeof(worker))
			_exit(1);
		for (;;)
			pause();
	}
	guard_worker(worker);
	waitpid(worker, NULL, 0);
	guard_stop();
	_exit(0);
}

/* Is there a living process of that name and pid? */
static bool find_process(const char *name, pid_t pid)
{
	char path[64], line[256], state = 'Z', found[32] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "r");
	if (!file)
		return false;
	if (fgets(line, sizeof(line), file))
		sscanf(line, "%*d (%31[^)]) %c", found, &state);
	fclose(file);
	return !strcmp(found, name) && state != 'Z';
}

static pid_t find_guard(pid_t parent)
{
	char path[300], line[256];
	struct dirent *entry;
	pid_t found = 0;
	int pid, ppid;
	DIR *proc = opendir("/proc");
	FILE *file;

	while (!found && (entry = readdir(proc))) {
		snprintf(path, sizeof(path), "/proc/%s/stat", entry->d_name);
		file = fopen(path, "r");
		if (!file)
			continue;
		if (fgets(line, sizeof(line), file) &&
		    sscanf(line, "%d (pmu_guard) %*c %d", &pid, &ppid) == 2 && ppid == parent)
			found = pid;
		fclose(file);
	}
	closedir(proc);
	return found;
}

static struct victim start(void)
{
	struct victim victim = { 0 };
	struct pollfd ready;
	int fds[2], ms;

	if (pipe(fds))
		exit(1);
	fflush(stdout);
	victim.supervisor = fork();
	if (!victim.supervisor) {
		close(fds[0]);
		live(fds[1]);
	}
	close(fds[1]);
	ready = (struct pollfd){ .fd = fds[0], .events = POLLIN };
	if (poll(&ready, 1, PATIENCE_MS) == 1 &&
	    read(fds[0], &victim.worker, sizeof(victim.worker)) != sizeof(victim.worker))
		victim.worker = 0;
	close(fds[0]);
	/* The guard takes its name when it first runs. */
	for (ms = 0; ms < PATIENCE_MS && !victim.guard; ms++) {
		victim.guard = find_guard(victim.supervisor);
		if (!victim.guard)
			usleep(1000);
	}
	return victim;
}

static bool have(const struct limits *want)
{
	struct limits limits;

	return !limits_read(&limits) && limits.rate == want->rate &&
	       limits.percent == want->percent &&
	       (want == &changed) == !access(GROUP, F_OK) &&
	       (want == &changed) == !access(OTHER, F_OK);
}

static bool soon(const struct limits *want)
{
	int ms;

	for (ms = 0; ms < PATIENCE_MS && !have(want); ms++)
		usleep(1000);
	return have(want);
}

static bool is_changed(const struct victim *victim)
{
	return victim->supervisor > 0 && victim->worker > 0 && victim->guard > 0 && have(&changed);
}

/* A process that was not found is 0 here: kill() would take that for our whole group. */
static void kill_process(pid_t pid)
{
	if (pid > 0)
		kill(pid, SIGKILL);
}

static void end(const struct victim *victim)
{
	int ms;

	kill_process(victim->worker);
	kill_process(victim->supervisor);
	waitpid(victim->supervisor, NULL, 0);
	/* The guard ends by itself, and only then is its record empty. */
	for (ms = 0; ms < PATIENCE_MS && find_process("pmu_guard", victim->guard); ms++)
		usleep(1000);
	kill_process(victim->guard);
	limits_write(&usual);
	rmdir(GROUP "/inner/most");
	rmdir(GROUP "/inner");
	rmdir(GROUP);
	rmdir(OTHER);
}

static void kill_one(const char *who, pid_t (*pick)(const struct victim *victim))
{
	struct victim victim = start();
	bool ready = is_changed(&victim);

	kill_process(pick(&victim));
	if (pick(&victim) == victim.guard)
		kill_process(victim.worker);
	ok(ready && soon(&usual), "SIGKILL of the %s: sysctls and groups are as found", who);
	end(&victim);
}

static pid_t supervisor(const struct victim *victim)
{
	return victim->supervisor;
}

static pid_t worker(const struct victim *victim)
{
	return victim->worker;
}

static pid_t guard(const struct victim *victim)
{
	return victim->guard;
}

static void kill_all(void)
{
	struct victim victim = start();
	bool ready = is_changed(&victim);
	char why[256] = "";
	enum guard_state state;

	kill_process(victim.guard);
	kill_process(victim.supervisor);
	kill_process(victim.worker);
	waitpid(victim.supervisor, NULL, 0);
	usleep(50000);
	ok(ready && have(&changed), "SIGKILL of all three: nobody is left to restore");
	state = guard_start(why, sizeof(why));
	ok(state == GUARD_OK && have(&usual), "the next start does: %s", why);
	ok(!guard_stop() && have(&usual), "and leaves them so");
}

static void second_run(void)
{
	struct victim victim = start();
	char why[256] = "";

	ok(is_changed(&victim) && guard_start(why, sizeof(why)) == GUARD_BUSY,
	   "a second run at the same time is told: %s", why);
	kill_process(victim.worker);
	ok(soon(&usual), "and disturbs nothing");
	end(&victim);
}

static void switched_off(unsigned int percent)
{
	const struct limits off = { .rate = 12345, .percent = percent };
	struct victim victim;

	limits_write(&off);
	victim = start();
	kill_process(victim.supervisor);
	ok(soon(&off), "percent %u comes back too, with its rate", percent);
	end(&victim);
}

int main(void)
{
	struct limits found;

	if (geteuid() || limits_read(&found) || limits_write(&found)) {
		puts("1..0 # SKIP needs root and writable perf sysctls");
		return 0;
	}
	limits_write(&usual);
	kill_one("supervisor", supervisor);
	kill_one("worker", worker);
	kill_one("guard, then of the worker", guard);
	second_run();
	switched_off(0);
	switched_off(100);
	kill_all();
	limits_write(&found);
	return done();
}
