// SPDX-License-Identifier: GPL-2.0
#include "ring_cursor.h"

#include <string.h>

/* PERF_FORMAT_LOST, 6.0: not in older headers. */
#define FORMAT_LOST	(1U << 4)

static const void *cursor_take(struct cursor *cur, uint64_t bytes)
{
	const void *data = cur->pos;

	if (cur->failed || bytes > cur->left) {
		cur->failed = true;
		return NULL;
	}
	cur->pos += bytes;
	cur->left -= bytes;
	return data;
}

uint64_t cursor_u64(struct cursor *cur)
{
	const void *data = cursor_take(cur, sizeof(uint64_t));
	uint64_t value = 0;

	if (data)
		memcpy(&value, data, sizeof(value));
	return value;
}

uint32_t cursor_u32(struct cursor *cur)
{
	const void *data = cursor_take(cur, sizeof(uint32_t));
	uint32_t value = 0;

	if (data)
		memcpy(&value, data, sizeof(value));
	return value;
}

/* n is the record's own word: the product must not wrap. */
struct ring_span cursor_span(struct cursor *cur, uint64_t n, size_t each)
{
	struct ring_span span = { NULL, 0 };

	if (n > cur->left / each) {
		cur->failed = true;
		return span;
	}
	span.data = cursor_take(cur, n * each);
	span.bytes = span.data ? n * each : 0;
	return span;
}

void cursor_pid_tid(struct cursor *cur, struct ring_record *rec)
{
	rec->pid = cursor_u32(cur);
	rec->tid = cursor_u32(cur);
}

void cursor_cpu(struct cursor *cur, struct ring_record *rec)
{
	rec->cpu = cursor_u32(cur);
	cursor_u32(cur);
}

/* perf_output_read() */
struct ring_span cursor_values(struct cursor *cur, uint64_t read_format)
{
	struct cursor start = *cur;
	uint64_t times = 0, each = 1, n = 1;

	times += !!(read_format & PERF_FORMAT_TOTAL_TIME_ENABLED);
	times += !!(read_format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	each += !!(read_format & PERF_FORMAT_ID);
	each += !!(read_format & FORMAT_LOST);
	if (read_format & PERF_FORMAT_GROUP)
		n = cursor_u64(cur);
	cursor_span(cur, times, sizeof(uint64_t));
	cursor_span(cur, n, each * sizeof(uint64_t));
	if (cur->failed)
		return (struct ring_span){ NULL, 0 };
	return (struct ring_span){ start.pos, start.left - cur->left };
}
