// SPDX-License-Identifier: GPL-2.0
#include "ring_cursor.h"

/*
 * Layout as perf_output_sample() in kernel/events/core.c writes it. Values newer than the oldest
 * headers that we build with:
 */
#define BRANCH_COUNTERS		(1U << 19)	/* PERF_SAMPLE_BRANCH_COUNTERS, 6.8 */
#define SAMPLE_WEIGHT_STRUCT	(1U << 24)	/* PERF_SAMPLE_WEIGHT_STRUCT, 5.12 */

#define SAMPLE_WEIGHTS		(PERF_SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT)

static struct ring_span take_regs(struct cursor *cur, uint64_t mask)
{
	/* PERF_SAMPLE_REGS_ABI_NONE: no registers follow. */
	if (!cursor_u64(cur))
		return (struct ring_span){ NULL, 0 };
	return cursor_span(cur, __builtin_popcountll(mask), sizeof(uint64_t));
}

static struct ring_span take_stack(struct cursor *cur)
{
	struct ring_span span = cursor_span(cur, cursor_u64(cur), 1);

	/* dyn_size stands only behind a stack. */
	if (span.bytes)
		cursor_u64(cur);
	return span;
}

/* Everything behind the branch stack. */
static void take_tail(struct cursor *cur, const struct perf_event_attr *attr,
		      struct ring_record *rec)
{
	uint64_t type = attr->sample_type;

	if (type & PERF_SAMPLE_REGS_USER)
		rec->regs_user = take_regs(cur, attr->sample_regs_user);
	if (type & PERF_SAMPLE_STACK_USER)
		rec->stack_user = take_stack(cur);
	if (type & SAMPLE_WEIGHTS)
		rec->weight = cursor_u64(cur);
	if (type & PERF_SAMPLE_DATA_SRC)
		rec->data_src = cursor_u64(cur);
	if (type & PERF_SAMPLE_TRANSACTION)
		rec->transaction = cursor_u64(cur);
	if (type & PERF_SAMPLE_REGS_INTR)
		rec->regs_intr = take_regs(cur, attr->sample_regs_intr);
	if (type & PERF_SAMPLE_PHYS_ADDR)
		rec->phys_addr = cursor_u64(cur);
	if (type & PERF_SAMPLE_CGROUP)
		rec->cgroup = cursor_u64(cur);
	if (type & PERF_SAMPLE_DATA_PAGE_SIZE)
		rec->data_page_size = cursor_u64(cur);
	if (type & PERF_SAMPLE_CODE_PAGE_SIZE)
		rec->code_page_size = cursor_u64(cur);
	if (type & PERF_SAMPLE_AUX)
		rec->aux = cursor_span(cur, cursor_u64(cur), 1);
}

static void take_branches(struct cursor *cur, const struct perf_event_attr *attr,
			  struct ring_record *rec)
{
	bool hw_index = attr->branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX;
	uint64_t nr = cursor_u64(cur);
	struct cursor without = *cur;

	/*
	 * A driver without a branch stack for this sample makes the core write nr = 0 and no
	 * hw_idx, one with an empty stack writes both: it is what fills the record.
	 */
	if (!nr && hw_index) {
		take_tail(&without, attr, rec);
		if (!without.failed && !without.left) {
			*cur = without;
			return;
		}
	}
	if (hw_index)
		cursor_u64(cur);
	rec->branches = cursor_span(cur, nr, sizeof(struct perf_branch_entry));
	if (attr->branch_sample_type & BRANCH_COUNTERS)
		cursor_span(cur, nr, sizeof(uint64_t));
	take_tail(cur, attr, rec);
}

void ring_sample(struct cursor *cur, const struct perf_event_attr *attr, struct ring_record *rec)
{
	uint64_t type = attr->sample_type;

	if (type & PERF_SAMPLE_IDENTIFIER)
		rec->id = cursor_u64(cur);
	if (type & PERF_SAMPLE_IP)
		rec->ip = cursor_u64(cur);
	if (type & PERF_SAMPLE_TID)
		cursor_pid_tid(cur, rec);
	if (type & PERF_SAMPLE_TIME)
		rec->time = cursor_u64(cur);
	if (type & PERF_SAMPLE_ADDR)
		rec->addr = cursor_u64(cur);
	if (type & PERF_SAMPLE_ID)
		rec->id = cursor_u64(cur);
	if (type & PERF_SAMPLE_STREAM_ID)
		rec->stream_id = cursor_u64(cur);
	if (type & PERF_SAMPLE_CPU)
		cursor_cpu(cur, rec);
	if (type & PERF_SAMPLE_PERIOD)
		rec->period = cursor_u64(cur);
	if (type & PERF_SAMPLE_READ)
		rec->values = cursor_values(cur, attr->read_format);
	if (type & PERF_SAMPLE_CALLCHAIN)
		rec->callchain = cursor_span(cur, cursor_u64(cur), sizeof(uint64_t));
	if (type & PERF_SAMPLE_RAW)
		rec->raw = cursor_span(cur, cursor_u32(cur), 1);
	if (type & PERF_SAMPLE_BRANCH_STACK)
		take_branches(cur, attr, rec);
	else
		take_tail(cur, attr, rec);
}
