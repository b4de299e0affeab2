// SPDX-License-Identifier: GPL-2.0
#include "alp.h"

#include <stdlib.h>
#include <string.h>

/* The linker's names for where a program begins and where its code ends. */
extern const char __executable_start[], etext[];

static void note_place(struct stream *stream, const struct ring_record *rec)
{
	if ((rec->misc & PERF_RECORD_MISC_CPUMODE_MASK) != PERF_RECORD_MISC_USER)
		return;
	stream->user++;
	if (rec->ip >= (uintptr_t)__executable_start && rec->ip < (uintptr_t)etext)
		stream->in_program++;
	if (load_contains(rec->ip))
		stream->in_load++;
}

/* The core writes THROTTLE before the sample of the interrupt that throttles. */
static void note_sample(struct stream *stream)
{
	stream->since++;
	if (!stream->throttled)
		return;
	if (++stream->after > 1)
		stream->ignored++;
	else if (stream->whole && stream->nr_bursts < STREAM_BURSTS)
		stream->bursts[stream->nr_bursts++] = stream->since;
}

void stream_visit(const struct ring_record *rec, void *arg)
{
	struct stream *stream = arg;

	switch (rec->type) {
	case PERF_RECORD_SAMPLE:
		note_sample(stream);
		note_place(stream, rec);
		if (!stream->shortest || rec->period < stream->shortest)
			stream->shortest = rec->period;
		if (rec->period > stream->longest)
			stream->longest = rec->period;
		break;
	case PERF_RECORD_THROTTLE:
		stream->throttled = true;
		stream->after = 0;
		break;
	case PERF_RECORD_UNTHROTTLE:
		stream->throttled = false;
		stream->whole = true;
		stream->since = 0;
		break;
	case PERF_RECORD_LOST:
		stream->whole = false;
		break;
	}
}

int stream_open(struct stream *stream, const struct perf_event_attr *attr, int cpu,
		uint64_t period)
{
	struct perf_event_attr sampling = *attr;

	memset(stream, 0, sizeof(*stream));
	sampling.sample_type |= PERF_SAMPLE_PERIOD;
	if (sampler_open(&stream->sampler, &sampling, cpu, period))
		return -1;
	stream->sampler.visit = stream_visit;
	stream->sampler.visit_arg = stream;
	return 0;
}

static int by_value(const void *a, const void *b)
{
	const unsigned int *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

unsigned int stream_cadence(const struct stream *stream)
{
	unsigned int sorted[STREAM_BURSTS], nr = stream->nr_bursts - stream->nr_bursts / 2;

	if (stream->nr_bursts < STREAM_CYCLES)
		return 0;
	memcpy(sorted, stream->bursts + stream->nr_bursts / 2, nr * sizeof(*sorted));
	qsort(sorted, nr, sizeof(*sorted), by_value);
	return sorted[nr / 2];
}
