// SPDX-License-Identifier: GPL-2.0
/*
 * Part of THR-5: a group of several events, one of them disabled, takes turns with another one on
 * the counters and is throttled in each of its turns. It goes on interrupting; what it may leave
 * behind in the kernel's log is the health check's to find.
 */
#include "thr.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Of each of the two groups: more together than any PMU has counters. */
#define MEMBERS		6
#define WINDOW_NS	100000000

struct crowd {
	int fds[2 * MEMBERS];
	int nr;
};

/* Members of leader's group, as many as there are counters for. */
static void add_members(const struct bench *bench, struct crowd *crowd, int leader)
{
	int i, fd;

	for (i = 0; i < MEMBERS - 1; i++) {
		fd = bench_open_other(bench, 0, 0, leader);
		if (fd < 0)
			break;
		crowd->fds[crowd->nr++] = fd;
	}
	if (i)
		ioctl(crowd->fds[crowd->nr - 1], PERF_EVENT_IOC_DISABLE, 0);
}

struct outcome crowd(const struct bench *bench)
{
	const struct window_plan plan = {
		.load = load_run,
		.limits = { .rate = bench->run->hz, .percent = 99 },
		.max_ns = WINDOW_NS,
	};
	struct crowd crowd = { .nr = 0 };
	struct outcome outcome;
	struct reading reading;
	struct sampler sampler;
	struct window window;
	int other;

	outcome = bench_open(bench, bench->pace.period, -1, &sampler);
	if (outcome.verdict != PASS)
		return outcome;
	add_members(bench, &crowd, sampler.fd);
	other = bench_open_other(bench, 0, 0, -1);
	if (other >= 0) {
		crowd.fds[crowd.nr++] = other;
		add_members(bench, &crowd, other);
	}
	if (window_run(&sampler, &plan, &window) || reading_of(sampler.fd, &reading))
		outcome = skip(SKIP_SETUP_BROKEN, "two groups: %s", strerror(errno));
	sampler_close(&sampler);
	while (crowd.nr)
		close(crowd.fds[--crowd.nr]);
	if (outcome.verdict != PASS)
		return outcome;
	evidence("two_groups", "%u interrupts, %llu times throttled, on the counter %llu of %llu us",
		 window.interrupts, (unsigned long long)window.counts.throttle,
		 (unsigned long long)reading.running / 1000,
		 (unsigned long long)reading.enabled / 1000);
	/* Half of the window is many periods. */
	if (!window.interrupts && reading.running >= WINDOW_NS / 2)
		return fail("the leader of a group never interrupts while another group waits");
	return pass();
}
