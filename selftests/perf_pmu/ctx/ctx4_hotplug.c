// SPDX-License-Identifier: GPL-2.0
/*
 * CTX-4: a CPU goes offline while it samples, and comes back. Meanwhile its event stands still and
 * a new one is refused with ENODEV; the event of the task that had to leave goes on elsewhere; and
 * afterwards a new event counts and interrupts there as before.
 */
#include "ctx.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../lib/guard.h"
#include "../lib/opt_in.h"
#include "../lib/ring.h"
#include "../lib/sysctl.h"

/* Each CPU goes and comes so often. */
#define CYCLES		2

/* 200 ms of work: some of it before the CPU goes. */
#define UNITS		40
#define BEFORE_MS	50

#define RING_BYTES	(256 * 1024)

/* Overflows that should have come before none of them convicts. */
#define CONVICT_OVERFLOWS	32

struct victim {
	int cpu;
	int fd, task;
	struct perf_event_attr attr;
	struct ring ring;
	struct helper helper;
};

static const char *online_file(int cpu)
{
	static char path[64];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);
	return path;
}

static int victim_open(const struct context *ctx, struct victim *victim)
{
	unsigned int pages = RING_BYTES / sysconf(_SC_PAGESIZE);
	struct perf_event_attr attr = counting(ctx);

	victim->attr = attr;
	victim->attr.sample_period = ctx->period;
	victim->attr.sample_type = PERF_SAMPLE_IP;
	victim->fd = event_open(&victim->attr, -1, victim->cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (victim->fd < 0)
		return -1;
	if (ring_open(&victim->ring, victim->fd, pages ? pages : 1, &victim->attr))
		goto close_event;
	if (helper_start(ctx, &victim->helper, victim->cpu))
		goto close_ring;
	victim->task = -1;
	/* One for the CPU's event, one for the task's. */
	if (ctx->counters < 2)
		return 0;
	victim->task = event_open(&attr, victim->helper.pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (victim->task >= 0)
		return 0;
	helper_stop(&victim->helper);
close_ring:
	ring_close(&victim->ring);
close_event:
	close(victim->fd);
	return -1;
}

static void victim_close(struct victim *victim)
{
	helper_stop(&victim->helper);
	if (victim->task >= 0)
		close(victim->task);
	ring_close(&victim->ring);
	close(victim->fd);
}

/* 0, or -1 with errno. */
static int take_offline(int cpu)
{
	if (guard_cpu(cpu))
		return -1;
	if (!write_uint(online_file(cpu), 0))
		return 0;
	guard_cpu(-1);
	return -1;
}

static struct outcome while_offline(const struct context *ctx, struct victim *victim)
{
	struct reading before, after, task;
	int fd, refused;

	ring_drain(&victim->ring, NULL, NULL);
	before = read_counter(victim->fd);
	fd = event_open(&victim->attr, -1, victim->cpu, -1, PERF_FLAG_FD_CLOEXEC);
	refused = fd < 0 ? errno : 0;
	if (fd >= 0)
		close(fd);
	if (helper_wait(&victim->helper) || helper_work(&victim->helper, 1))
		return broken("the task of a CPU that went offline");
	after = read_counter(victim->fd);
	task = read_counter(victim->task);
	evidence("offline", "cpu %d: count %llu -> %llu, a new event is refused with %s",
		 victim->cpu, (unsigned long long)before.count, (unsigned long long)after.count,
		 refused ? strerror(refused) : "nothing");
	if (victim->task >= 0)
		evidence("moved away", "the task worked for %llu events, counted %llu",
			 (unsigned long long)(UNITS * ctx->least), (unsigned long long)task.count);
	if (refused != ENODEV)
		return fail("an event on cpu %d, which is offline, is refused with %s, not with ENODEV",
			    victim->cpu, refused ? strerror(refused) : "nothing");
	if (after.count != before.count)
		return fail("the event of cpu %d, which is offline, went from %llu to %llu",
			    victim->cpu, (unsigned long long)before.count,
			    (unsigned long long)after.count);
	if (victim->task >= 0 && !was_busy(&task) && task.count < UNITS * ctx->least / SURE)
		return fail("a task that had to leave cpu %d worked for %llu events, %llu were counted",
			    victim->cpu, (unsigned long long)(UNITS * ctx->least),
			    (unsigned long long)task.count);
	return pass();
}

static struct outcome go_and_come(const struct context *ctx, struct victim *victim)
{
	struct outcome outcome;

	if (victim_open(ctx, victim))
		return broken("events on a CPU that is to go offline");
	if (helper_order(&victim->helper, UNITS)) {
		outcome = broken("a task on a CPU that is to go offline");
	} else {
		poll(NULL, 0, BEFORE_MS);
		note("about to: take cpu %d offline while it samples", victim->cpu);
		if (take_offline(victim->cpu))
			outcome = skip(SKIP_NO_HOTPLUG, "cpu %d: %s", victim->cpu, strerror(errno));
		else
			outcome = while_offline(ctx, victim);
	}
	if (guard_undo() && outcome.verdict != FAIL)
		outcome = broken("back online");
	victim_close(victim);
	return outcome;
}

/* As before it went: it counts and interrupts. */
static struct outcome back_again(const struct context *ctx, struct victim *victim)
{
	uint64_t overflows = 0, delivered = 0;
	struct reading seen = { 0 };
	int round;

	for (round = 0; round < ROUNDS && !delivered; round++) {
		if (victim_open(ctx, victim))
			return fail("on cpu %d, which is online again, a new event is refused with %s",
				    victim->cpu, strerror(errno));
		helper_work(&victim->helper, UNITS);
		ring_drain(&victim->ring, NULL, NULL);
		seen = read_counter(victim->fd);
		overflows = seen.count / ctx->period;
		delivered = victim->ring.counts.samples + victim->ring.counts.lost;
		victim_close(victim);
	}
	evidence("online again", "cpu %d: %llu events counted, %llu samples", victim->cpu,
		 (unsigned long long)seen.count, (unsigned long long)delivered);
	if (was_busy(&seen))
		return skip(SKIP_COUNTER_BUSY, "cpu %d", victim->cpu);
	if (seen.count < UNITS * ctx->least / SURE)
		return fail("on cpu %d, which is online again, an event counted %llu of %llu events",
			    victim->cpu, (unsigned long long)seen.count,
			    (unsigned long long)(UNITS * ctx->least));
	if (overflows >= CONVICT_OVERFLOWS && !delivered)
		return fail("on cpu %d, which is online again, an event counted %llu periods and delivered no sample",
			    victim->cpu, (unsigned long long)overflows);
	return pass();
}

/* From home, another CPU. */
static struct outcome try_cpu(const struct context *ctx, int cpu, int home)
{
	struct victim victim = { .cpu = cpu };
	struct outcome outcome = pass();
	int cycle;

	if (access(online_file(cpu), W_OK))
		return skip(SKIP_NO_HOTPLUG, "cpu %d: %s", cpu, strerror(errno));
	if (topology_pin(home))
		return broken("another CPU");
	for (cycle = 0; cycle < CYCLES && outcome.verdict == PASS; cycle++) {
		outcome = go_and_come(ctx, &victim);
		if (outcome.verdict == PASS)
			outcome = back_again(ctx, &victim);
	}
	return outcome;
}

struct outcome ctx4_hotplug(struct context *ctx)
{
	const struct cpu_list *cpus = &ctx->target->cpus;
	struct outcome outcome, first;

	if (cpus->nr < 2)
		return skip(SKIP_SINGLE_CPU, "%s", ctx->target->pmu.name);
	if (!opted_in(OPT_IN_HOTPLUG, ctx->in_lab))
		return skip(SKIP_OPT_IN, "takes CPUs offline for a moment: PMU_HOTPLUG=1 runs it");
	outcome = try_cpu(ctx, cpus->cpu[cpus->nr - 1], cpus->cpu[0]);
	/* The first one, which often may not go, is special where it may. */
	if (outcome.verdict == PASS || outcome.verdict == SKIP) {
		first = try_cpu(ctx, cpus->cpu[0], cpus->cpu[1]);
		if (first.verdict == FAIL || outcome.verdict == SKIP)
			outcome = first;
	}
	topology_pin(ctx->cpu);
	return outcome;
}
