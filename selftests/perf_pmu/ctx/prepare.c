// SPDX-License-Identifier: GPL-2.0
#include "ctx.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../lib/sampler.h"

/* The least of so many is what a unit counts undisturbed. */
#define MEASURES	8

/* Samples per second of a gentle period, as in family DUR. */
#define GENTLE		1000

struct outcome broken(const char *what)
{
	return skip(SKIP_SETUP_BROKEN, "%s: %s", what, strerror(errno));
}

struct perf_event_attr counting(const struct context *ctx)
{
	struct perf_event_attr attr = ctx->target->attr;

	/* By the path that samples take, see count_rate(). */
	attr.sample_period = NO_OVERFLOW;
	attr.read_format = READING_FORMAT;
	return attr;
}

int count_self(const struct context *ctx, int group)
{
	struct perf_event_attr attr = counting(ctx);

	return event_open(&attr, 0, -1, group, PERF_FLAG_FD_CLOEXEC);
}

struct reading read_counter(int fd)
{
	struct reading reading;

	if (reading_of(fd, &reading))
		memset(&reading, 0, sizeof(reading));
	return reading;
}

struct reading since(const struct reading *before, int fd)
{
	struct reading now = read_counter(fd);
	struct reading delta = reading_since(before, &now);

	if (now.count < before->count)
		delta.count = 0;
	return delta;
}

void counter_on(int fd)
{
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
}

void counter_off(int fd)
{
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
}

void work_units(const struct context *ctx, unsigned int units)
{
	while (units--)
		load_run(ctx->unit);
}

bool counted(const struct context *ctx, uint64_t events)
{
	return events >= ctx->least / SURE;
}

bool was_busy(const struct reading *delta)
{
	return delta->running < delta->enabled / 2;
}

/* A disturbance makes the load look slower than it is, and a unit too short. */
static void calibrate(struct context *ctx)
{
	unsigned long iterations;
	int i;

	for (i = 0; i < MEASURES; i++) {
		iterations = load_iterations(load_run, UNIT_NS);
		if (iterations > ctx->unit)
			ctx->unit = iterations;
	}
}

static struct outcome measure(struct context *ctx)
{
	int fd = count_self(ctx, -1), i;
	struct reading before, delta;
	bool busy = false;

	if (fd < 0)
		return broken("a counter of this task");
	ctx->least = UINT64_MAX;
	for (i = 0; i < MEASURES; i++) {
		before = read_counter(fd);
		work_units(ctx, 1);
		delta = since(&before, fd);
		busy |= was_busy(&delta);
		if (delta.count < ctx->least)
			ctx->least = delta.count;
	}
	close(fd);
	if (busy)
		return skip(SKIP_COUNTER_BUSY, "event %s did not run all the time",
			    ctx->target->profile->event);
	if (ctx->least < SURE)
		return skip(SKIP_NO_INTERRUPT, "event %s counts nothing under the load",
			    ctx->target->profile->event);
	return pass();
}

struct outcome context_prepare(struct context *ctx)
{
	const struct target *target = ctx->target;
	struct outcome outcome = target_usable(target);

	if (outcome.verdict != PASS)
		return outcome;
	ctx->cpu = target->cpus.cpu[0];
	if (topology_pin(ctx->cpu))
		return skip(SKIP_NO_CPU, "cpu %d: %s", ctx->cpu, strerror(errno));
	calibrate(ctx);
	outcome = measure(ctx);
	if (outcome.verdict != PASS)
		return outcome;
	ctx->period = ctx->least * (1000000000 / UNIT_NS) / GENTLE;
	ctx->period = profile_period(target->profile, ctx->period);
	note("pmu %s: event %s, a unit of work counts %llu at least, sampling period %llu",
	     target->pmu.name, target->profile->event, (unsigned long long)ctx->least,
	     (unsigned long long)ctx->period);
	return pass();
}
