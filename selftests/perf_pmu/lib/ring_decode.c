// SPDX-License-Identifier: GPL-2.0
#include "ring_cursor.h"

#include <string.h>

/* The layouts are those of enum perf_event_type in include/uapi/linux/perf_event.h. */

/* struct sample_id: the end of every record that is not a sample. Taken off the cursor's end. */
static void take_sample_id(struct cursor *cur, const struct perf_event_attr *attr,
			   struct ring_record *rec)
{
	const uint64_t fields = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |
				PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER;
	uint64_t type = attr->sample_type & fields;
	size_t bytes = __builtin_popcountll(type) * sizeof(uint64_t);
	struct cursor trailer;

	if (!attr->sample_id_all)
		return;
	if (bytes > cur->left) {
		cur->failed = true;
		return;
	}
	cur->left -= bytes;
	trailer = (struct cursor){ cur->pos + cur->left, bytes, false };
	if (type & PERF_SAMPLE_TID)
		cursor_pid_tid(&trailer, rec);
	if (type & PERF_SAMPLE_TIME)
		rec->time = cursor_u64(&trailer);
	if (type & PERF_SAMPLE_ID)
		rec->id = cursor_u64(&trailer);
	if (type & PERF_SAMPLE_STREAM_ID)
		rec->stream_id = cursor_u64(&trailer);
	if (type & PERF_SAMPLE_CPU)
		cursor_cpu(&trailer, rec);
	if (type & PERF_SAMPLE_IDENTIFIER)
		rec->id = cursor_u64(&trailer);
}

static void take_task(struct cursor *cur, struct ring_record *rec)
{
	rec->pid = cursor_u32(cur);
	cursor_u32(cur);
	rec->tid = cursor_u32(cur);
	cursor_u32(cur);
	rec->time = cursor_u64(cur);
}

/* What the record says itself goes before what its trailer says. */
static void take_other(struct cursor *cur, const struct perf_event_attr *attr,
		       struct ring_record *rec)
{
	switch (rec->type) {
	case PERF_RECORD_LOST:
		rec->id = cursor_u64(cur);
		rec->lost = cursor_u64(cur);
		break;
	case PERF_RECORD_LOST_SAMPLES:
		rec->lost = cursor_u64(cur);
		break;
	case PERF_RECORD_THROTTLE:
	case PERF_RECORD_UNTHROTTLE:
		rec->time = cursor_u64(cur);
		rec->id = cursor_u64(cur);
		rec->stream_id = cursor_u64(cur);
		break;
	case PERF_RECORD_EXIT:
	case PERF_RECORD_FORK:
		take_task(cur, rec);
		break;
	case PERF_RECORD_READ:
		cursor_pid_tid(cur, rec);
		rec->values = cursor_values(cur, attr->read_format);
		break;
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		cursor_pid_tid(cur, rec);
		rec->addr = cursor_u64(cur);
		break;
	case PERF_RECORD_COMM:
	case PERF_RECORD_ITRACE_START:
		cursor_pid_tid(cur, rec);
		break;
	}
}

bool ring_decode(const void *data, const struct perf_event_attr *attr, struct ring_record *rec)
{
	struct perf_event_header header;
	struct cursor cur = { NULL, 0, false };

	memcpy(&header, data, sizeof(header));
	memset(rec, 0, sizeof(*rec));
	rec->type = header.type;
	rec->misc = header.misc;
	rec->size = header.size;
	rec->body = (const unsigned char *)data + sizeof(header);
	if (header.size < sizeof(header))
		return false;
	cur.pos = rec->body;
	cur.left = header.size - sizeof(header);
	if (header.type == PERF_RECORD_SAMPLE) {
		ring_sample(&cur, attr, rec);
		return !cur.failed;
	}
	if (!ring_record_name(header.type))
		return true;
	take_sample_id(&cur, attr, rec);
	take_other(&cur, attr, rec);
	return !cur.failed;
}
