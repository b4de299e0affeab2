// SPDX-License-Identifier: GPL-2.0
#include "target.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* As many as a large server's uncore registers, and more. */
#define PMUS		512

/* Too long to overflow while the probe has it open, short enough for a 31-bit counter. */
#define PROBE_PERIOD	0x7ffffff

/*
 * Shorter periods are raised to 10000 ns (perf_swevent_start_hrtimer()). Ten times as much leaves
 * the slowest handler of a timer its time. It neither reports nor obeys an exclude bit when it
 * counts.
 */
static const struct pmu_profile clock_profile = {
	.pattern = "cpu-clock",
	.driver = "kernel/events/core.c",
	.event = "cpu-clock",
	.interrupt = PMU_IRQ,
	.sampling = { .from = 1, .to = ~0u },
	.min_period = 10000,
	.storm_period = 100000,
	.period_step = 1,
	.skid = PROFILE_SKID,
	.known = true,
};

/* Fixed in 6.18. */
static const struct kernel_range clock_hangs = { .from = 6016, .to = 6017 };

bool clock_may_hang(unsigned int kernel)
{
	return kernel_in(&clock_hangs, kernel);
}

void target_clock(struct target *target)
{
	memset(target, 0, sizeof(*target));
	snprintf(target->pmu.name, sizeof(target->pmu.name), "%s", clock_profile.event);
	target->profile = &clock_profile;
	target->attr.type = PERF_TYPE_SOFTWARE;
	target->attr.size = sizeof(target->attr);
	target->attr.config = PERF_COUNT_SW_CPU_CLOCK;
	target->clock = true;
	if (topology_pmu_cpus("", &target->cpus) <= 0)
		target->refused = ENODEV;
}

bool target_clock_left_out(const struct profile *profile)
{
	const struct pmu_profile *pmu = profile_pmu(profile, clock_profile.event);

	return pmu->known && !pmu->sampling.to;
}

struct outcome target_usable(const struct target *target)
{
	if (target->refused == ENODEV)
		return skip(SKIP_NO_CPU, "%s", target->pmu.name);
	if (target->refused)
		return skip(SKIP_NO_SAMPLING, "event %s: %s", target->profile->event,
			    strerror(target->refused));
	return pass();
}

unsigned int kernel_version(void)
{
	unsigned int major, minor;
	struct utsname name;

	if (uname(&name) || sscanf(name.release, "%u.%u", &major, &minor) != 2)
		return 0;
	return major * 1000 + minor;
}

/* What the profile names; for an unknown PMU with no such event the hardware's event 0. */
static int loading_event(struct target *target, char err[PMU_ERR_LEN])
{
	struct target *t = target;

	if (!event_parse(PMU_SYSFS, &t->pmu, t->profile->event, &t->attr, err))
		return 0;
	if (t->profile->known)
		return -1;
	memset(&t->attr, 0, sizeof(t->attr));
	t->attr.size = sizeof(t->attr);
	t->attr.type = t->pmu.type;
	return 0;
}

/* 0, or the errno with which the PMU refuses a sampling event. */
static int probe(const struct target *target)
{
	struct perf_event_attr attr = target->attr;
	int fd;

	attr.sample_period = profile_period(target->profile, PROBE_PERIOD);
	attr.disabled = 1;
	fd = event_open(&attr, 0, target->cpus.cpu[0], -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

int targets_find(const struct profile *profile, unsigned int kernel, struct target *targets,
		 char err[PMU_ERR_LEN])
{
	static struct pmu pmus[PMUS];
	int nr_pmus, i, nr = 0;

	nr_pmus = pmu_list(PMU_SYSFS, pmus, PMUS);
	if (nr_pmus < 0) {
		snprintf(err, PMU_ERR_LEN, "%s: %s", PMU_SYSFS, strerror(errno));
		return -1;
	}
	for (i = 0; i < nr_pmus && nr < TARGETS; i++) {
		struct target *t = &targets[nr];

		memset(t, 0, sizeof(*t));
		t->pmu = pmus[i];
		t->profile = profile_pmu(profile, t->pmu.name);
		if (t->profile->known && !kernel_in(&t->profile->sampling, kernel)) {
			note("pmu %s: does not sample, by its profile", t->pmu.name);
			continue;
		}
		if (loading_event(t, err)) {
			note("pmu %s: event %s: %s", t->pmu.name, t->profile->event, err);
			t->refused = ENOENT;
			nr++;
			continue;
		}
		if (topology_pmu_cpus(t->pmu.dir, &t->cpus) <= 0) {
			t->refused = ENODEV;
			nr++;
			continue;
		}
		t->refused = probe(t);
		if (t->refused && !t->profile->known) {
			note("pmu %s: does not sample (%s)", t->pmu.name, strerror(t->refused));
			continue;
		}
		if (!t->profile->known)
			note("pmu %s: not in the profile, generic expectations", t->pmu.name);
		nr++;
	}
	return nr;
}
