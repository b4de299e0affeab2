// SPDX-License-Identifier: GPL-2.0
/*
 * Runs in a guest beside the real program: start ./duration, wait until it has changed the perf
 * sysctls, kill one of its processes or all of them, and see both sysctls come back. KTAP.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../selftests/perf_pmu/lib/sysctl.h"

/* A guard restores within milliseconds, a whole run of duration takes some ten seconds. */
#define SOON_MS		5000
#define RUN_MS		40000

struct processes {
	pid_t supervisor, worker, guard;
};

static const struct limits usual = { .rate = 54321, .percent = 26 };

static bool have_usual(void)
{
	struct limits limits;

	return !limits_read(&limits) && limits.rate == usual.rate &&
	       limits.percent == usual.percent;
}

/* Wait until the sysctls are as found, or are not. */
static bool wait_for(bool found, int ms)
{
	while (ms-- > 0 && have_usual() != found)
		usleep(1000);
	return have_usual() == found;
}

static pid_t start(void)
{
	pid_t pid = fork();
	int null;

	if (pid)
		return pid;
	null = open("/dev/null", O_RDWR);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	execl("./duration", "duration", NULL);
	_exit(127);
}

static struct processes find(pid_t supervisor)
{
	struct processes found = { .supervisor = supervisor };
	char path[300], line[256], name[32];
	struct dirent *entry;
	DIR *proc = opendir("/proc");
	int pid, parent;
	FILE *stat;

	while ((entry = readdir(proc))) {
		snprintf(path, sizeof(path), "/proc/%s/stat", entry->d_name);
		stat = fopen(path, "r");
		if (!stat)
			continue;
		if (fgets(line, sizeof(line), stat) &&
		    sscanf(line, "%d (%31[^)]) %*c %d", &pid, name, &parent) == 3 &&
		    parent == supervisor) {
			if (!strcmp(name, "pmu_guard"))
				found.guard = pid;
			else
				found.worker = pid;
		}
		fclose(stat);
	}
	closedir(proc);
	return found;
}

/* Started, sysctls changed, all three processes known. */
static bool begin(struct processes *processes)
{
	pid_t pid = start();

	if (!wait_for(false, RUN_MS))
		return false;
	*processes = find(pid);
	return processes->worker && processes->guard;
}

static void kill_process(pid_t pid)
{
	if (pid > 0)
		kill(pid, SIGKILL);
}

static void tell(int nr, bool good, const char *what)
{
	printf("%sok %d %s\n", good ? "" : "not ", nr, what);
	fflush(stdout);
}

static void reap(void)
{
	while (wait(NULL) > 0)
		;
}

int main(void)
{
	struct processes processes = { 0 };
	bool good;

	printf("KTAP version 1\n1..5\n");
	limits_write(&usual);

	good = begin(&processes);
	kill_process(processes.supervisor);
	tell(1, good && wait_for(true, SOON_MS), "KILL.supervisor");
	reap();

	good = begin(&processes);
	kill_process(processes.worker);
	tell(2, good && wait_for(true, SOON_MS), "KILL.worker");
	reap();

	good = begin(&processes);
	kill_process(processes.guard);
	waitpid(processes.supervisor, NULL, 0);
	tell(3, good && have_usual(), "KILL.guard");
	reap();

	good = begin(&processes);
	kill_process(processes.guard);
	kill_process(processes.supervisor);
	kill_process(processes.worker);
	reap();
	usleep(100000);
	tell(4, good && !have_usual(), "KILL.all");

	/*
	 * The next start finds the record; that it may go on to change them again is its business.
	 */
	start();
	reap();
	tell(5, have_usual(), "KILL.next");
	return 0;
}
