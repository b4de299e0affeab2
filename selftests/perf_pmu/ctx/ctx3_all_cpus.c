// SPDX-License-Identifier: GPL-2.0
/*
 * CTX-3: on all CPUs at once, three events each: samples by period and by frequency of the whole
 * CPU, and a count of the task that works there (as far as there are counters for them). Each CPU
 * delivers and counts.
 */
#include "ctx.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../lib/deadline.h"
#include "../lib/ring.h"

/* Half a second of work on each. */
#define UNITS		100

/* Holds several seconds of samples at the gentle rate. */
#define RING_BYTES	(256 * 1024)

/* Between two looks at the rings. */
#define LOOK_MS		20

/* Overflows that should have come before none of them convicts, and rounds that agree. */
#define CONVICT_OVERFLOWS	32

/* A sampling event, and its ring. */
struct source {
	int fd;
	struct perf_event_attr attr;
	struct ring ring;
};

struct station {
	int cpu;
	struct source period, freq;
	int task;
	struct helper helper;
};

static int source_open(const struct context *ctx, struct source *source, int cpu, bool freq)
{
	unsigned int pages = RING_BYTES / sysconf(_SC_PAGESIZE);

	source->attr = counting(ctx);
	source->attr.freq = freq;
	/* As a rate, the gentle one: 1000 a second. */
	source->attr.sample_period = freq ? 1000 : ctx->period;
	source->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CPU;
	source->fd = event_open(&source->attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (source->fd < 0)
		return -1;
	if (!ring_open(&source->ring, source->fd, pages ? pages : 1, &source->attr))
		return 0;
	close(source->fd);
	source->fd = -1;
	return -1;
}

static void source_close(struct source *source)
{
	if (source->fd < 0)
		return;
	ring_close(&source->ring);
	close(source->fd);
}

static void station_close(struct station *station)
{
	source_close(&station->period);
	source_close(&station->freq);
	if (station->task >= 0)
		close(station->task);
	if (station->helper.pid > 0)
		helper_stop(&station->helper);
}

static int station_open(const struct context *ctx, struct station *station, int cpu)
{
	struct perf_event_attr attr = counting(ctx);

	memset(station, 0, sizeof(*station));
	station->cpu = cpu;
	station->period.fd = -1;
	station->freq.fd = -1;
	station->task = -1;
	if (helper_start(ctx, &station->helper, cpu))
		return -1;
	if (source_open(ctx, &station->period, cpu, false))
		return -1;
	/* Of a task's events none gets a turn while those of the CPU take all counters. */
	if (ctx->counters < 2)
		return 0;
	/* Above the machine's limit, or by a PMU that has no such mode, this one is refused. */
	if (ctx->counters > 2)
		source_open(ctx, &station->freq, cpu, true);
	station->task = event_open(&attr, station->helper.pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
	return station->task < 0 ? -1 : 0;
}

static void drain(struct station *stations, int nr)
{
	int i;

	for (i = 0; i < nr; i++) {
		ring_drain(&stations[i].period.ring, NULL, NULL);
		if (stations[i].freq.fd >= 0)
			ring_drain(&stations[i].freq.ring, NULL, NULL);
	}
}

/* All work at once, while we read all rings. */
static int run(struct station *stations, int nr)
{
	struct pollfd done;
	int i;

	for (i = 0; i < nr; i++)
		if (helper_order(&stations[i].helper, UNITS))
			return -1;
	for (i = 0; i < nr; i++) {
		done = (struct pollfd){ .fd = stations[i].helper.answer, .events = POLLIN };
		do {
			drain(stations, nr);
		} while (!poll(&done, 1, LOOK_MS) && deadline_left_ns());
		if (helper_wait(&stations[i].helper))
			return -1;
	}
	drain(stations, nr);
	return 0;
}

static uint64_t delivered(const struct source *source)
{
	return source->ring.counts.samples + source->ring.counts.lost;
}

static struct outcome judge_station(const struct context *ctx, const struct station *station)
{
	struct reading sampled = read_counter(station->period.fd);
	struct reading task = read_counter(station->task);
	uint64_t overflows = sampled.count / ctx->period;

	if (station->period.ring.counts.bad || station->freq.ring.counts.bad)
		return fail("cpu %d: a ring has records that cannot be right", station->cpu);
	if (!sampled.running || (station->task >= 0 && !task.running))
		return skip(SKIP_COUNTER_BUSY, "cpu %d", station->cpu);
	if (task.running && task.count < ctx->least / SURE)
		return fail("cpu %d: a task worked for %llu events and more, in %llu ns %llu were counted",
			    station->cpu, (unsigned long long)ctx->least,
			    (unsigned long long)task.running, (unsigned long long)task.count);
	if (!sampled.count)
		return fail("cpu %d: its event counted nothing in %llu ns", station->cpu,
			    (unsigned long long)sampled.running);
	if (overflows >= CONVICT_OVERFLOWS && !delivered(&station->period))
		return fail("cpu %d: its event counted %llu periods and delivered no sample",
			    station->cpu, (unsigned long long)overflows);
	return pass();
}

static struct outcome judge(const struct context *ctx, const struct station *stations, int nr)
{
	uint64_t fewest = UINT64_MAX, fewest_freq = UINT64_MAX;
	struct outcome outcome = pass();
	int i;

	for (i = 0; i < nr; i++) {
		if (delivered(&stations[i].period) < fewest)
			fewest = delivered(&stations[i].period);
		if (delivered(&stations[i].freq) < fewest_freq)
			fewest_freq = delivered(&stations[i].freq);
	}
	for (i = 0; i < nr && outcome.verdict == PASS; i++)
		outcome = judge_station(ctx, &stations[i]);
	evidence("at once", "%d cpus, fewest samples of one: %llu by period, %llu by frequency", nr,
		 (unsigned long long)fewest, (unsigned long long)fewest_freq);
	return outcome;
}

static struct outcome round_of(const struct context *ctx, struct station *stations)
{
	const struct cpu_list *cpus = &ctx->target->cpus;
	struct outcome outcome;
	int nr = 0, ret = 0;

	while (nr < cpus->nr && !ret)
		ret = station_open(ctx, &stations[nr], cpus->cpu[nr]) ? -1 : (nr++, 0);
	if (!ret)
		ret = run(stations, nr);
	outcome = ret ? broken("events on all CPUs") : judge(ctx, stations, nr);
	if (nr < cpus->nr)
		station_close(&stations[nr]);
	while (nr)
		station_close(&stations[--nr]);
	return outcome;
}

struct outcome ctx3_all_cpus(struct context *ctx)
{
	struct station *stations = calloc(ctx->target->cpus.nr, sizeof(*stations));
	struct outcome outcome = pass();
	int round;

	if (!stations)
		return broken("events on all CPUs");
	topology_unpin();
	for (round = 0; round < ROUNDS; round++) {
		outcome = round_of(ctx, stations);
		if (outcome.verdict != FAIL || deadline_near())
			break;
	}
	topology_pin(ctx->cpu);
	free(stations);
	return outcome;
}
