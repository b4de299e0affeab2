// SPDX-License-Identifier: GPL-2.0
/*
 * CTX-6: an event that is off counts nothing, one that was reset begins at 0; and threads that
 * enable, disable, reset, change and close the same events as fast as they can leave nothing
 * behind.
 */
#include "ctx.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../lib/load.h"
#include "../lib/ring.h"

#define RACE_NS		300000000
#define SWITCHES	16
#define RING_PAGES	1

/* Shared by the threads; each closes what it takes out. */
struct race {
	const struct context *ctx;
	int fd;
	bool stop;
};

/* A disturbance may add to what an event counts as it comes on; a fault does so each time. */
static struct outcome judge_jump(const struct context *ctx, const char *whose, uint64_t jump)
{
	evidence(whose, "on again, it counted %llu at once", (unsigned long long)jump);
	if (jump < ctx->least / SURE)
		return pass();
	return fail("an event of %s went on by %llu events while it was off", whose,
		    (unsigned long long)jump);
}

static struct outcome switches(const struct context *ctx, int fd, const char *whose)
{
	struct outcome outcome = pass();
	struct reading off, still, on;
	uint64_t jump = UINT64_MAX;
	int i;

	if (fd < 0)
		return broken(whose);
	for (i = 0; i < SWITCHES && outcome.verdict == PASS; i++) {
		counter_off(fd);
		off = read_counter(fd);
		work_units(ctx, 1);
		still = read_counter(fd);
		counter_on(fd);
		on = since(&still, fd);
		if (on.count < jump)
			jump = on.count;
		work_units(ctx, 1);
		on = since(&still, fd);
		if (still.count != off.count)
			outcome = fail("an event that is off went from %llu to %llu",
				       (unsigned long long)off.count,
				       (unsigned long long)still.count);
		else if (was_busy(&on))
			outcome = skip(SKIP_COUNTER_BUSY, "an event did not run all the time");
		else if (!counted(ctx, on.count))
			outcome = fail("an event that is on again counted %llu of %llu events",
				       (unsigned long long)on.count,
				       (unsigned long long)ctx->least);
	}
	counter_off(fd);
	ioctl(fd, PERF_EVENT_IOC_RESET, 0);
	off = read_counter(fd);
	close(fd);
	evidence("switched", "%d times off and on, after a reset the count is %llu", i,
		 (unsigned long long)off.count);
	if (outcome.verdict == PASS && off.count)
		outcome = fail("a reset left %llu", (unsigned long long)off.count);
	return outcome.verdict == PASS ? judge_jump(ctx, whose, jump) : outcome;
}

static int count_cpu(const struct context *ctx)
{
	struct perf_event_attr attr = counting(ctx);

	return event_open(&attr, -1, ctx->cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static int open_victim(const struct context *ctx)
{
	struct perf_event_attr attr = counting(ctx);

	attr.sample_period = ctx->period;
	attr.sample_type = PERF_SAMPLE_IP;
	return event_open(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static void *switcher(void *arg)
{
	struct race *race = arg;
	uint64_t period = race->ctx->period;

	while (!__atomic_load_n(&race->stop, __ATOMIC_ACQUIRE)) {
		counter_on(race->fd);
		ioctl(race->fd, PERF_EVENT_IOC_RESET, 0);
		counter_off(race->fd);
		ioctl(race->fd, PERF_EVENT_IOC_PERIOD, &period);
		period ^= 1;
	}
	return NULL;
}

/* Maps and unmaps the ring, opens and closes other events beside it. */
static void *opener(void *arg)
{
	struct race *race = arg;
	struct perf_event_attr attr = race->ctx->target->attr;
	struct ring ring;
	int fd;

	while (!__atomic_load_n(&race->stop, __ATOMIC_ACQUIRE)) {
		if (!ring_open(&ring, race->fd, RING_PAGES, &attr)) {
			ring_drain(&ring, NULL, NULL);
			ring_close(&ring);
		}
		fd = open_victim(race->ctx);
		if (fd < 0)
			continue;
		read_counter(race->fd);
		close(fd);
	}
	return NULL;
}

static struct outcome race(const struct context *ctx)
{
	void *(*const racers[])(void *arg) = { switcher, opener, switcher };
	struct race race = { .ctx = ctx, .fd = open_victim(ctx) };
	pthread_t threads[sizeof(racers) / sizeof(*racers)];
	size_t nr = sizeof(racers) / sizeof(*racers), i, started = 0;
	uint64_t end_ns = now_ns() + RACE_NS;

	if (race.fd < 0)
		return broken("a sampling event");
	/* The event is this thread's, and those that disturb it may be on any CPU. */
	topology_unpin();
	for (i = 0; i < nr; i++)
		started += !pthread_create(&threads[started], NULL, racers[i], &race);
	while (now_ns() < end_ns)
		work_units(ctx, 1);
	__atomic_store_n(&race.stop, true, __ATOMIC_RELEASE);
	for (i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	close(race.fd);
	evidence("race", "%zu threads for %d ms", started, RACE_NS / 1000000);
	if (topology_pin(ctx->cpu))
		return broken("back on the CPU");
	return started ? pass() : broken("threads");
}

struct outcome ctx6_races(struct context *ctx)
{
	struct outcome outcome = switches(ctx, count_self(ctx, -1), "a task");

	if (outcome.verdict == PASS)
		outcome = switches(ctx, count_cpu(ctx), "a CPU");
	if (outcome.verdict == PASS)
		outcome = silent_when_off(ctx);
	if (outcome.verdict == PASS)
		outcome = race(ctx);
	return outcome.verdict == PASS ? counts_afresh(ctx, "after the race") : outcome;
}
