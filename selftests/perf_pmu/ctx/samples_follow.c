// SPDX-License-Identifier: GPL-2.0
/*
 * Part of CTX-1: the samples of a task's event follow it. The task leaves its CPU, and goes to
 * another one, more often than the event overflows: a driver that forgets how much of a period is
 * left when an event goes never samples it, one that starts with too little samples each time.
 */
#include "ctx.h"

#include <time.h>

#include "../lib/deadline.h"
#include "../lib/sampler.h"

/* Units of work in a period; the task stays for one at a time. */
#define PERIOD_UNITS	3

/* Eight periods. */
#define STAYS		24

/* Half of the samples that the count stands for, or twice as many, are no matter of the ends. */
#define OFF		2

/* Long enough that the CPU goes idle: the event leaves its counter. */
static void leave(const struct context *ctx, int stay)
{
	const struct timespec nap = { .tv_nsec = 100000 };

	(void)ctx;
	(void)stay;
	nanosleep(&nap, NULL);
}

static void move_on(const struct context *ctx, int stay)
{
	const struct cpu_list *cpus = &ctx->target->cpus;

	/* One that has gone offline is none of ours. */
	topology_pin(cpus->cpu[stay % cpus->nr]);
}

static struct outcome one_round(const struct context *ctx, const char *how,
				void (*go)(const struct context *ctx, int stay))
{
	const uint64_t period = profile_period(ctx->target->profile, PERIOD_UNITS * ctx->least);
	struct perf_event_attr attr = counting(ctx);
	struct sampler sampler;
	struct reading seen;
	uint64_t periods;
	int stay;

	if (sampler_open(&sampler, &attr, -1, period))
		return broken("a sampling event of this task");
	sampler_enable(&sampler);
	for (stay = 0; stay < STAYS; stay++) {
		work_units(ctx, 1);
		go(ctx, stay);
	}
	sampler_disable(&sampler);
	seen = read_counter(sampler.fd);
	periods = period * sampler_poll(&sampler);
	sampler_close(&sampler);
	topology_pin(ctx->cpu);
	evidence(how, "%d stays counted %llu, samples of %llu events add up to %llu", STAYS,
		 (unsigned long long)seen.count, (unsigned long long)period,
		 (unsigned long long)periods);
	if (was_busy(&seen))
		return skip(SKIP_COUNTER_BUSY, "a sampling event of this task");
	if (periods * OFF < seen.count)
		return fail("a task that %s between %d stays is sampled too seldom: %llu of %llu events",
			    how, STAYS, (unsigned long long)periods,
			    (unsigned long long)seen.count);
	if (periods > seen.count * OFF)
		return fail("a task that %s between %d stays is sampled too often: %llu of %llu events",
			    how, STAYS, (unsigned long long)periods,
			    (unsigned long long)seen.count);
	return pass();
}

/* What is forgotten is so in each round, a disturbance is not. */
static struct outcome rounds(const struct context *ctx, const char *how,
			     void (*go)(const struct context *ctx, int stay))
{
	struct outcome outcome;
	int round = 0;

	do
		outcome = one_round(ctx, how, go);
	while (outcome.verdict == FAIL && ++round < ROUNDS && !deadline_near());
	return outcome;
}

struct outcome samples_follow(const struct context *ctx)
{
	struct outcome outcome = rounds(ctx, "sleeps", leave);

	if (outcome.verdict == PASS && ctx->target->cpus.nr > 1)
		outcome = rounds(ctx, "moves", move_on);
	return outcome;
}
