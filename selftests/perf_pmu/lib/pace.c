// SPDX-License-Identifier: GPL-2.0
#include "pace.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "sampler.h"

/* To see how many interrupts a period brings. */
#define DELIVERED_NS	50000000

/* Each at least halves the period: from one second's events to one millisecond's. */
#define SPEED_UPS	10

uint64_t pace_period(const struct pmu_profile *profile, const struct perf_event_attr *attr, int cpu,
		     load_fn load, unsigned int wanted, bool *busy)
{
	uint64_t period = count_rate(attr, cpu, load, busy) / wanted;

	return period ? profile_period(profile, period) : 0;
}

/* Interrupts per second that the period brings. */
static int deliver(const struct target *target, int cpu, unsigned int wanted, struct pace *pace)
{
	const struct window_plan plan = {
		.load = load_run,
		/* Four times as many samples are allowed as should come. */
		.limits = { .rate = 4 * wanted, .percent = 99 },
		.max_ns = DELIVERED_NS,
	};
	struct perf_event_attr attr = target->attr;
	struct {
		uint64_t count, running;
	} value = { 0 };
	struct sampler sampler;
	struct window window;
	int ret;

	attr.read_format = PERF_FORMAT_TOTAL_TIME_RUNNING;
	if (sampler_open(&sampler, &attr, cpu, pace->period))
		return -1;
	ret = window_run(&sampler, &plan, &window);
	/* What others ran on this CPU is no part of it. */
	if (read(sampler.fd, &value, sizeof(value)) != sizeof(value) || !value.running)
		value.running = window.ns;
	sampler_close(&sampler);
	if (ret)
		return ret;
	pace->rate = window.interrupts * NSEC_PER_SEC / value.running;
	pace->limited = window_fell(&window) || window.counts.throttle;
	return 0;
}

/*
 * Some PMUs deliver late: QEMU's riscv one by a factor of 260 when it runs freely. Shorten the
 * period until the interrupts come as often as we want, but not below what a storm may use.
 */
static struct outcome speed_up(const struct target *target, int cpu, unsigned int wanted,
			       struct pace *pace)
{
	const struct pmu_profile *profile = target->profile;
	unsigned int i;

	for (i = 0; i < SPEED_UPS; i++) {
		if (deliver(target, cpu, wanted, pace))
			return skip(SKIP_SETUP_BROKEN, "period %llu: %s",
				    (unsigned long long)pace->period, strerror(errno));
		if (pace->limited || pace->rate >= wanted / 2 ||
		    pace->period <= profile->storm_period)
			break;
		pace->period = pace->rate ? pace->period * pace->rate / wanted : pace->period / 16;
		if (pace->period < profile->storm_period)
			pace->period = profile->storm_period;
		pace->period = profile_period(profile, pace->period);
	}
	return pass();
}

struct outcome pace_find(const struct target *target, int cpu, unsigned int wanted,
			 struct pace *pace)
{
	const char *event = target->profile->event;
	bool busy;

	pace->period = pace_period(target->profile, &target->attr, cpu, load_run, wanted, &busy);
	if (busy)
		return skip(SKIP_COUNTER_BUSY, "event %s never ran", event);
	if (!pace->period)
		return skip(SKIP_NO_INTERRUPT, "event %s counts nothing under the load", event);
	return speed_up(target, cpu, wanted, pace);
}
