/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_RING_CURSOR_H
#define PMU_RING_CURSOR_H

#include "ring.h"

/* What is left of a record. Reading past its end sets failed and gives 0. */
struct cursor {
	const unsigned char *pos;
	size_t left;
	bool failed;
};

uint64_t cursor_u64(struct cursor *cur);
uint32_t cursor_u32(struct cursor *cur);

/* n items of each bytes, in place. */
struct ring_span cursor_span(struct cursor *cur, uint64_t n, size_t each);

/* Two u32: pid and tid; cpu and a reserved one. */
void cursor_pid_tid(struct cursor *cur, struct ring_record *rec);
void cursor_cpu(struct cursor *cur, struct ring_record *rec);

/* struct read_format as attr.read_format shapes it. */
struct ring_span cursor_values(struct cursor *cur, uint64_t read_format);

/* The body of a PERF_RECORD_SAMPLE. */
void ring_sample(struct cursor *cur, const struct perf_event_attr *attr, struct ring_record *rec);

#endif
