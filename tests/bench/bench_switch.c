// SPDX-License-Identifier: GPL-2.0
/*
 * bench_switch SECONDS - the generator of context switches of family ACC beside those that others
 * use, in turns on one CPU. Unit: switches (not round trips) per second of CPU time, both as the
 * kernel counts them for the process and all it waited for (wait4(2)), so that a busy machine
 * slows nobody. Exit status: 1 where another one is faster, 2 where it could not be measured.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cpuacct/acc/acc.h"
#include "lib/load.h"

/* Odd: a median is one of them. */
#define TURNS		5

#define MAX_SECONDS	60

/* What the generator knows of itself; shared with the process it runs in. */
struct own {
	uint64_t rounds_ns;	/* CPU time inside the rounds */
	double call_ns;		/* of the shortest system call */
};

struct contestant {
	const char *name;
	const char *command[12];	/* NULL: ours */
	double rate[TURNS], cpu_s;
	uint64_t switches;
};

static char seconds[16], loops[16];

/* perf and hackbench take numbers of loops: some seconds here, each ends before it bores. */
static struct contestant contestants[] = {
	{ .name = "accounting's pairs", .command = { NULL } },
	{ .name = "perf bench sched pipe",
	  .command = { "perf", "bench", "sched", "pipe", "-T", "-l", loops } },
	{ .name = "hackbench", .command = { "hackbench", "-T", "-g", "1", "-l", "1000" } },
	{ .name = "stress-ng --switch",
	  .command = { "stress-ng", "--switch", "1", "--timeout", seconds } },
};

#define CONTESTANTS	(sizeof(contestants) / sizeof(*contestants))

static struct own *own;

static void run_ours(int cpu, unsigned int secs)
{
	struct cpu_list cpus = { .nr = 1, .cpu = { cpu } };
	uint64_t until = now_ns() + secs * 1000000000ULL;
	struct round round;

	if (pairs_start(&cpus))
		exit(2);
	round = pairs_round(PAIRS_CONTROL, 1);
	own->call_ns = round_cost(&round);
	own->rounds_ns += round.cpu_ns;
	while (now_ns() < until) {
		round = pairs_round(PAIRS_SWITCH, 1);
		own->rounds_ns += round.cpu_ns;
	}
	pairs_stop();
	exit(0);
}

static void run(const struct contestant *who, int cpu, unsigned int secs)
{
	int null;

	topology_pin(cpu);
	if (!who->command[0])
		run_ours(cpu, secs);
	null = open("/dev/null", O_RDWR);
	dup2(null, 0);
	dup2(null, 1);
	dup2(null, 2);
	execvp(who->command[0], (char *const *)who->command);
	exit(127);
}

static double take(const struct timeval *time)
{
	return time->tv_sec + time->tv_usec / 1e6;
}

static int turn(struct contestant *who, int nr, int cpu, unsigned int secs)
{
	struct rusage usage;
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (!pid)
		run(who, cpu, secs);
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid)
		return -1;
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		return -1;
	who->switches = usage.ru_nvcsw + usage.ru_nivcsw;
	who->cpu_s = take(&usage.ru_utime) + take(&usage.ru_stime);
	who->rate[nr] = who->cpu_s > 0 ? who->switches / who->cpu_s : 0;
	return 0;
}

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double median(struct contestant *who)
{
	qsort(who->rate, TURNS, sizeof(double), by_size);
	return who->rate[TURNS / 2];
}

static void tell_own(const struct contestant *ours, double rate)
{
	printf("of the pairs' CPU time in the last turn %.2f %% lies outside their rounds; a switch takes %.0f ns, a system call that does nothing %.0f ns of them\n",
	       100 * (1 - own->rounds_ns / (ours->cpu_s * 1e9)), 1e9 / rate, own->call_ns);
}

int main(int argc, char **argv)
{
	unsigned int secs = argc == 2 ? strtoul(argv[1], NULL, 10) : 0, i, t;
	struct cpu_list cpus;
	bool fastest = true;
	double rate, ours;

	if (!secs || secs > MAX_SECONDS) {
		fprintf(stderr, "bench_switch: seconds per turn, 1 to %d\n", MAX_SECONDS);
		return 2;
	}
	own = mmap(NULL, sizeof(*own), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (own == MAP_FAILED || topology_pmu_cpus("", &cpus) <= 0) {
		fprintf(stderr, "bench_switch: %s\n", strerror(errno));
		return 2;
	}
	snprintf(seconds, sizeof(seconds), "%u", secs);
	snprintf(loops, sizeof(loops), "%u", secs * 100000);
	for (t = 0; t < TURNS; t++) {
		for (i = 0; i < CONTESTANTS; i++) {
			memset(own, 0, i ? 0 : sizeof(*own));
			if (turn(&contestants[i], t, cpus.cpu[0], secs)) {
				fprintf(stderr, "bench_switch: %s does not run\n",
					contestants[i].name);
				return 2;
			}
		}
	}
	printf("context switches on one CPU, %u turns of about %u s each\n", TURNS, secs);
	ours = median(&contestants[0]);
	for (i = 0; i < CONTESTANTS; i++) {
		rate = i ? median(&contestants[i]) : ours;
		printf("%-22s %9.0f switches per CPU-second (%.0f to %.0f)\n", contestants[i].name,
		       rate, contestants[i].rate[0], contestants[i].rate[TURNS - 1]);
		fastest &= rate <= ours;
	}
	tell_own(&contestants[0], ours);
	if (!fastest)
		printf("the pairs are not the fastest\n");
	return !fastest;
}
