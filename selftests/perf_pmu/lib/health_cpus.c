// SPDX-License-Identifier: GPL-2.0
/*
 * HLT-2: on every CPU under test the tick advances and a thread that comes before all ordinary
 * tasks is scheduled in time. It belongs to the supervisor and sleeps most of the time: a delay of
 * half a second is a CPU whose interrupts are off or that does nothing else than handle them.
 *
 * Where the machine's time is its own that convicts. A virtual CPU may as well have been stopped
 * by its host, which no guest can tell: there only the kernel's own watchdogs speak (HLT-1).
 */
#include "health.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "health_parts.h"
#include "observer.h"

/* Often enough to see a stall, too rarely to cost a measurement anything. */
#define PERIOD_NS	100000000

/* Firmware may stop a machine now and then for longer than this, but not again and again. */
#define CONVICT_LATE	3

/* 5 s: the kernel's timekeeping moves with every tick of some CPU. */
#define CONVICT_TICKLESS	50

static struct observer *observers;
static int nr_observers;

static bool is_observed(int cpu)
{
	int i;

	for (i = 0; i < nr_observers; i++)
		if (observers[i].cpu == cpu)
			return true;
	return false;
}

void health_cpus_start(const struct run *run)
{
	int t, i, nr = 0;

	for (t = 0; t < run->nr_targets; t++)
		nr += run->targets[t].cpus.nr;
	observers = calloc(nr, sizeof(*observers));
	for (t = 0; observers && t < run->nr_targets; t++) {
		const struct cpu_list *cpus = &run->targets[t].cpus;

		for (i = 0; i < cpus->nr; i++) {
			struct observer *observer = &observers[nr_observers];

			if (is_observed(cpus->cpu[i]))
				continue;
			observer->cpu = cpus->cpu[i];
			observer->period_ns = PERIOD_NS;
			observer->urgent = true;
			nr_observers += !observer_start(observer);
		}
	}
}

void health_unwatch(void)
{
	int i;

	for (i = 0; i < nr_observers; i++)
		__atomic_store_n(&observers[i].stop, true, __ATOMIC_RELEASE);
	for (i = 0; i < nr_observers; i++)
		observer_stop(&observers[i]);
}

static bool found_in(const char *path, const char *word)
{
	char line[4096];
	bool found = false;
	FILE *file;

	file = fopen(path, "re");
	while (file && !found && fgets(line, sizeof(line), file))
		found = strstr(line, word);
	if (file)
		fclose(file);
	return found;
}

/* As far as a guest is told: by x86's CPUID, the device tree, Xen and s390, or its firmware. */
static bool is_guest(void)
{
	return found_in("/proc/cpuinfo", " hypervisor") ||
	       !access("/proc/device-tree/hypervisor", F_OK) ||
	       !access("/sys/hypervisor/type", F_OK) || found_in("/proc/sysinfo", "VM00") ||
	       found_in("/sys/class/dmi/id/sys_vendor", "QEMU");
}

struct outcome health_cpus_judge(const struct run *run)
{
	/* A guest of the lab that counts instructions for time has no host and no firmware. */
	const bool exact = run->in_lab && !run->host_time;
	const struct observer *worst = observers;
	unsigned int late = 0, tickless = 0;
	bool urgent = true;
	int i;

	if (!nr_observers)
		return skip(SKIP_NO_CPU, "no thread could be started to observe them");
	for (i = 0; i < nr_observers; i++) {
		if (observers[i].worst_ns > worst->worst_ns)
			worst = &observers[i];
		if (observers[i].tickless > tickless)
			tickless = observers[i].tickless;
		late += observers[i].late;
		urgent &= observers[i].urgent;
	}
	evidence("worst_delay", "%llu us on cpu %d, %u of %d ms and more",
		 (unsigned long long)worst->worst_ns / 1000, worst->cpu, late,
		 OBSERVER_LATE_NS / 1000000);
	if (!late && tickless < CONVICT_TICKLESS)
		return pass();
	if (!exact && (run->in_lab || is_guest()))
		return skip(SKIP_NOISY, "CPUs stood still, which in a virtual machine may be its host's doing");
	if (tickless >= CONVICT_TICKLESS)
		return fail("the tick did not advance for %u ms", tickless * (PERIOD_NS / 1000000));
	if (!urgent)
		return skip(SKIP_NOISY, "CPUs stood still for threads that have no priority here");
	if (!exact && late < CONVICT_LATE)
		return pass();
	return fail("cpu %d stood still for %llu ms, %u times some CPU did for %d ms and more",
		    worst->cpu, (unsigned long long)worst->worst_ns / 1000000, late,
		    OBSERVER_LATE_NS / 1000000);
}
