// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "smp.h"

#include "../lib/sysctl.h"

#define WINDOW_NS	100000000

/* So many times as many as should come: nothing is throttled. */
#define ROOM		4

struct sampling sampling_of(const struct bench *bench, uint64_t period, struct track *track)
{
	return (struct sampling){
		.attr = bench_attr(bench),
		.period = period,
		.load = load_run,
		.ns = WINDOW_NS,
		.track = track,
	};
}

/* The rate that leaves room for the period. */
static unsigned int room(const struct bench *bench, const struct sampling *sampling)
{
	double per_second = (double)bench_rate(bench) * bench->pace.period / sampling->period;
	unsigned int least = ROOM * BENCH_PER_TICK * bench->run->hz;

	if (sampling->attr.freq)
		per_second = sampling->period;
	return per_second * ROOM > least ? per_second * ROOM : least;
}

/* -1 where there is no counter for it. */
static int add_idle_member(const struct bench *bench, const struct sampler *leader)
{
	int fd = bench_open_other(bench, 0, 0, leader->fd);

	if (fd >= 0)
		ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	return fd;
}

struct outcome sampling_run(const struct bench *bench, struct sampling *sampling, int *refused)
{
	const struct window_plan plan = {
		.load = sampling->load,
		.limits = {
			.rate = sampling->rate ? sampling->rate : room(bench, sampling),
			.percent = 99,
		},
		.max_ns = sampling->ns,
	};
	struct outcome outcome = pass();
	struct sampler sampler;
	int member = -1;

	if (sampling->track)
		track_start(sampling->track);
	/* A frequency above the limit is refused: make room first. */
	if (limits_write(&plan.limits))
		return skip(SKIP_SETUP_BROKEN, "rate %u: %s", plan.limits.rate, strerror(errno));
	if (refused)
		*refused = 0;
	if (sampler_open_in(&sampler, &sampling->attr, bench->cpu, sampling->period, -1,
			    sampling->pages)) {
		if (!refused)
			return skip(SKIP_SETUP_BROKEN, "period %llu: %s",
				    (unsigned long long)sampling->period, strerror(errno));
		*refused = errno;
		return pass();
	}
	if (sampling->track) {
		track_follow(sampling->track, &sampler);
	} else {
		sampler.visit = sampling->visit;
		sampler.visit_arg = sampling->visit_arg;
	}
	if (sampling->idle_member)
		member = add_idle_member(bench, &sampler);
	if (ioctl(sampler.fd, PERF_EVENT_IOC_ID, &sampling->id) ||
	    window_run(&sampler, &plan, &sampling->window) ||
	    reading_of(sampler.fd, &sampling->reading))
		outcome = skip(SKIP_SETUP_BROKEN, "period %llu: %s",
			       (unsigned long long)sampling->period, strerror(errno));
	sampler_close(&sampler);
	if (member >= 0)
		close(member);
	if (outcome.verdict != PASS)
		return outcome;
	if (!sampling->reading.running)
		return skip(SKIP_COUNTER_BUSY, "the event never ran");
	if (!sampling->window.interrupts)
		return skip(SKIP_NO_INTERRUPT, "period %llu, count %llu",
			    (unsigned long long)sampling->period,
			    (unsigned long long)sampling->reading.count);
	return outcome;
}
