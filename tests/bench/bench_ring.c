// SPDX-License-Identifier: GPL-2.0
/*
 * bench_ring SECONDS - the suite's ring reader against perf record: cpu-clock on all CPUs at the
 * highest rate that the kernel allows, on CPUs that have something to do, in turns. Prints what
 * each has taken and lost, and its CPU time per sample. Exit: 0; 1 where the reader lost samples in
 * each turn and perf record did not; 2 where it could not be measured.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "budget.h"
#include "events.h"
#include "load.h"
#include "ring.h"
#include "sysctl.h"
#include "topology.h"

/* As perf record's default: 512 KiB, for each CPU. */
#define RING_BYTES	(512 * 1024)

/* Wake the reader early: while it waits for its turn the ring fills on. */
#define WAKE_BYTES	(RING_BYTES / 8)

#define BURNERS_NICE	19

/* A machine with more is measured on as many. */
#define CPUS		64

/* Each reader has its turn so often, so that a busy moment meets both. */
#define ROUNDS		5

/* What a reader has done. */
struct taken {
	uint64_t samples, lost;
	double cpu_s;		/* of its process, user and system */
	unsigned int whole;	/* rounds without loss */
};

static struct cpu_list cpus;
static pid_t burners[CPUS];

static int failed(const char *what)
{
	fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
	return -1;
}

/* One task on each CPU, so that none is idle; both readers go before them. */
static void start_load(void)
{
	int i;

	for (i = 0; i < cpus.nr; i++) {
		burners[i] = fork();
		if (burners[i])
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		topology_pin(cpus.cpu[i]);
		if (nice(BURNERS_NICE) < 0)
			failed("nice");
		for (;;)
			load_run(1000000);
	}
}

static void stop_load(void)
{
	int i;

	for (i = 0; i < cpus.nr; i++) {
		kill(burners[i], SIGKILL);
		waitpid(burners[i], NULL, 0);
	}
}

static double cpu_seconds(int who)
{
	struct rusage usage;

	getrusage(who, &usage);
	return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
	       (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* The same fields as perf record -a takes. */
static struct perf_event_attr cpu_clock(unsigned int rate)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = NSEC_PER_SEC / rate,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD,
		.disabled = 1,
		.sample_id_all = 1,
		.watermark = 1,
		.wakeup_watermark = WAKE_BYTES,
	};

	return attr;
}

static int open_rings(struct perf_event_attr *attr, struct ring *rings, struct pollfd *fds)
{
	unsigned int pages = RING_BYTES / sysconf(_SC_PAGESIZE);
	int i;

	for (i = 0; i < cpus.nr; i++) {
		fds[i].fd = event_open(attr, -1, cpus.cpu[i], -1, PERF_FLAG_FD_CLOEXEC);
		fds[i].events = POLLIN;
		if (fds[i].fd < 0)
			return failed("cpu-clock");
		if (ring_open(&rings[i], fds[i].fd, pages ? pages : 1, attr))
			return failed("ring");
	}
	return 0;
}

static int read_ourselves(unsigned int rate, double seconds, struct taken *taken)
{
	struct perf_event_attr attr = cpu_clock(rate);
	struct pollfd fds[CPUS];
	struct ring rings[CPUS];
	double cpu_s = cpu_seconds(RUSAGE_SELF);
	uint64_t lost = taken->lost;
	uint64_t end = now_ns() + seconds * 1e9;
	int i;

	if (open_rings(&attr, rings, fds))
		return -1;
	for (i = 0; i < cpus.nr; i++)
		ioctl(fds[i].fd, PERF_EVENT_IOC_ENABLE, 0);
	while (now_ns() < end) {
		poll(fds, cpus.nr, (end - now_ns()) / 1000000 + 1);
		for (i = 0; i < cpus.nr; i++)
			ring_drain(&rings[i], NULL, NULL);
	}
	for (i = 0; i < cpus.nr; i++)
		ioctl(fds[i].fd, PERF_EVENT_IOC_DISABLE, 0);
	for (i = 0; i < cpus.nr; i++) {
		ring_drain(&rings[i], NULL, NULL);
		taken->samples += rings[i].counts.samples;
		taken->lost += rings[i].counts.lost;
		ring_close(&rings[i]);
		close(fds[i].fd);
	}
	taken->cpu_s += cpu_seconds(RUSAGE_SELF) - cpu_s;
	taken->whole += taken->lost == lost;
	return 0;
}

/* Samples and lost ones in perf's file, by perf script: one line each. */
static int count_recorded(const char *file, struct taken *taken)
{
	unsigned long long lost;
	char command[512], line[512], *at;
	FILE *script;

	snprintf(command, sizeof(command),
		 "perf script -i %s -F ip --show-lost-events 2>/dev/null", file);
	script = popen(command, "r");
	if (!script)
		return failed("perf script");
	while (fgets(line, sizeof(line), script)) {
		at = strstr(line, "PERF_RECORD_LOST");
		if (!at)
			taken->samples++;
		else if (sscanf(at + strcspn(at, " "), " lost %llu", &lost) == 1)
			taken->lost += lost;
	}
	return pclose(script) ? failed("perf script") : 0;
}

static int read_by_perf(unsigned int rate, double seconds, struct taken *taken)
{
	char file[] = "/tmp/bench-perf-XXXXXX", duration[16], period[16];
	double cpu_s = cpu_seconds(RUSAGE_CHILDREN);
	uint64_t lost = taken->lost;
	int fd = mkstemp(file), null, status;
	pid_t pid;

	if (fd < 0)
		return failed(file);
	close(fd);
	snprintf(duration, sizeof(duration), "%.2f", seconds);
	snprintf(period, sizeof(period), "%llu", NSEC_PER_SEC / rate);
	pid = fork();
	if (!pid) {
		null = open("/dev/null", O_RDWR);
		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		execlp("perf", "perf", "record", "-a", "-e", "cpu-clock", "-c", period, "-B", "-N",
		       "-o", file, "--", "sleep", duration, NULL);
		_exit(127);
	}
	if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status)) {
		unlink(file);
		fprintf(stderr, "bench: perf record failed\n");
		return -1;
	}
	taken->cpu_s += cpu_seconds(RUSAGE_CHILDREN) - cpu_s;
	status = count_recorded(file, taken);
	unlink(file);
	taken->whole += taken->lost == lost;
	return status;
}

static void print(const char *who, const struct taken *taken)
{
	printf("%-12s %10llu samples %8llu lost %7.2f %% %7.0f ns of CPU per sample, %u of %d turns without loss\n",
	       who, (unsigned long long)taken->samples, (unsigned long long)taken->lost,
	       100.0 * taken->lost / (taken->samples + taken->lost + !taken->samples),
	       taken->cpu_s * 1e9 / (taken->samples + !taken->samples),
	       taken->whole, ROUNDS);
}

int main(int argc, char **argv)
{
	struct taken ours = { 0 }, perfs = { 0 };
	double seconds = argc > 1 ? atof(argv[1]) : 0;
	unsigned int rate;
	int round, ret = 0;

	if (seconds <= 0 || argc > 2) {
		fprintf(stderr, "usage: bench_ring SECONDS\n");
		return 2;
	}
	if (topology_pmu_cpus("", &cpus) <= 0 || rate_read(&rate)) {
		failed("perf events");
		return 2;
	}
	if (cpus.nr > CPUS)
		cpus.nr = CPUS;
	printf("cpu-clock on %d CPUs at %u samples/s each, %d times %.1f s in turns\n",
	       cpus.nr, rate, ROUNDS, seconds);
	fflush(stdout);
	start_load();
	for (round = 0; round < ROUNDS && !ret; round++) {
		ret = read_ourselves(rate, seconds, &ours);
		if (!ret)
			ret = read_by_perf(rate, seconds, &perfs);
	}
	stop_load();
	if (ret)
		return 2;
	print("ring reader", &ours);
	print("perf record", &perfs);
	if (!ours.samples || !perfs.samples) {
		fprintf(stderr, "bench: no samples\n");
		return 2;
	}
	if (!ours.whole && perfs.whole) {
		printf("the ring reader always lost samples, perf record did not\n");
		return 1;
	}
	printf("%s\n", ours.whole ? "the ring reader takes them without loss" :
	       "both always lost samples: the machine is too busy to compare them");
	return 0;
}
