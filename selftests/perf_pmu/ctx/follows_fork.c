// SPDX-License-Identifier: GPL-2.0
/*
 * Part of CTX-1: an event with inherit counts the children of its task, while they live and
 * afterwards; one without does not.
 */
#include "ctx.h"

#include <unistd.h>

#define UNITS		4

/* What was counted of a child that worked, and again after its end. */
static int count_child(const struct context *ctx, int cpu, bool inherit, struct reading *alive,
		       struct reading *ended)
{
	struct perf_event_attr attr = counting(ctx);
	struct reading before;
	struct helper helper;
	int fd, ret;

	attr.inherit = inherit;
	fd = event_open(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return -1;
	ret = helper_start(ctx, &helper, cpu);
	if (!ret) {
		before = read_counter(fd);
		ret = helper_work(&helper, UNITS);
		*alive = since(&before, fd);
		helper_stop(&helper);
		*ended = since(&before, fd);
	}
	close(fd);
	return ret;
}

static struct outcome inherits(const struct context *ctx, int cpu)
{
	struct reading alive, ended;

	if (count_child(ctx, cpu, true, &alive, &ended))
		return broken("an inherited counter");
	evidence("inherit", "on cpu %d a child worked for %llu events, counted %llu, after its end %llu",
		 cpu, (unsigned long long)(UNITS * ctx->least), (unsigned long long)alive.count,
		 (unsigned long long)ended.count);
	if (was_busy(&ended))
		return skip(SKIP_COUNTER_BUSY, "while a child worked");
	if (alive.count < UNITS * ctx->least / SURE)
		return fail("an inherited event counted %llu of %llu events of a living child",
			    (unsigned long long)alive.count,
			    (unsigned long long)(UNITS * ctx->least));
	if (ended.count < UNITS * ctx->least / SURE || ended.count < alive.count)
		return fail("an inherited event counted %llu events of a child, after its end %llu are left",
			    (unsigned long long)alive.count, (unsigned long long)ended.count);
	return pass();
}

static struct outcome leaves_out(const struct context *ctx)
{
	struct reading alive, ended;
	int round;

	for (round = 0; round < ROUNDS; round++) {
		if (count_child(ctx, ctx->cpu, false, &alive, &ended))
			return broken("a counter of this task");
		if (ended.count < UNITS * ctx->least / SURE)
			return pass();
	}
	return fail("an event without inherit counted %llu events while a child worked",
		    (unsigned long long)ended.count);
}

/*
 * On one CPU the core exchanges the contexts of parent and child, if their events are the same, and
 * does not call the driver (perf_event_context_sched_out()): the child has to work elsewhere too.
 */
static struct outcome inherits_elsewhere(const struct context *ctx)
{
	const struct cpu_list *cpus = &ctx->target->cpus;
	int i;

	for (i = 0; i < cpus->nr; i++)
		if (cpus->cpu[i] != ctx->cpu)
			return inherits(ctx, cpus->cpu[i]);
	return pass();
}

struct outcome follows_fork(const struct context *ctx)
{
	struct outcome outcome = inherits(ctx, ctx->cpu);

	if (outcome.verdict == PASS)
		outcome = inherits_elsewhere(ctx);
	return outcome.verdict == PASS ? leaves_out(ctx) : outcome;
}
