// SPDX-License-Identifier: GPL-2.0
/*
 * An aggregate interrupt that comes due while the kernel has interrupts masked is taken later, at
 * the first user instruction behind the system call: of all the instructions of a row, samples
 * heap up there. A ProfileMe sample is of the instruction that was picked, whenever the interrupt
 * comes, so there the first is as good as the others.
 */
#include "alp.h"

#include <errno.h>
#include <string.h>

#define SKID_NS		1000000000

/* A fifth of the load's samples lie in the row. Four for each of its instructions will do. */
#define ROW_SAMPLES	3000
#define ROW_FEW		(SKID_ROW * 4)

/* With CPUs that take turns one window may have fewer than that. */
#define SKID_WINDOWS	4

/*
 * The return from a system call runs tens of instructions with interrupts masked
 * (arch/alpha/kernel/entry.S:ret_to_user, then the PALcode of retsys); four are told from one
 * beyond doubt.
 */
#define HEAP_TIMES	4

/* One that does not skid has no heap but chance: 16 samples or more where 4 are due are none. */
#define LEVEL_TIMES	4

struct row {
	uint64_t first, others;
};

static void visit(const struct ring_record *rec, void *arg)
{
	uint64_t at = rec->ip - (uintptr_t)skid_first;
	struct row *row = arg;

	if (rec->type != PERF_RECORD_SAMPLE || at >= SKID_ROW * sizeof(*skid_first))
		return;
	if (at)
		row->others++;
	else
		row->first++;
}

/* Samples of the first instruction for each one of another. */
static double heap(const struct row *row)
{
	return row->others ? (double)row->first * (SKID_ROW - 1) / row->others : 0;
}

static int add_window(const struct duration *dur, struct perf_event_attr *attr, uint64_t period,
		      struct row *row)
{
	struct window_plan plan = {
		.load = load_skid, .limits = roomy(dur), .max_ns = SKID_NS,
		.interrupts = ROW_SAMPLES,
	};
	struct sampler sampler;
	struct window window;
	int ret;

	if (sampler_open(&sampler, attr, dur->cpu, period))
		return -1;
	sampler.visit = visit;
	sampler.visit_arg = row;
	ret = window_run(&sampler, &plan, &window);
	sampler_close(&sampler);
	return ret;
}

static struct outcome sample_row(const struct duration *dur, const char *event, uint64_t period,
				 struct row *row)
{
	struct perf_event_attr attr;
	struct outcome outcome;
	int windows;

	memset(row, 0, sizeof(*row));
	outcome = case_event(dur, event, &attr);
	if (outcome.verdict != PASS)
		return outcome;
	for (windows = 0; windows < SKID_WINDOWS && row->others < ROW_FEW; windows++) {
		if (add_window(dur, &attr, period, row))
			return skip(SKIP_SETUP_BROKEN, "event %s: %s", event, strerror(errno));
	}
	evidence(event, "%llu samples at the instruction behind the system call, %llu at the %d others",
		 (unsigned long long)row->first, (unsigned long long)row->others, SKID_ROW - 1);
	if (row->others < ROW_FEW)
		return skip(SKIP_FEW_INTERRUPTS, "%s: %llu of %d samples in the row", event,
			    (unsigned long long)row->others, ROW_FEW);
	return pass();
}

static struct outcome compare(const struct duration *dur, const struct profile_case *one)
{
	struct row exact, skidding;
	struct outcome outcome;

	if (topology_pin(dur->cpu))
		return skip(SKIP_NO_CPU, "cpu %d: %s", dur->cpu, strerror(errno));
	outcome = sample_row(dur, one->event, one->period, &exact);
	if (outcome.verdict == PASS)
		outcome = sample_row(dur, one->skids, one->period, &skidding);
	if (outcome.verdict != PASS)
		return outcome;
	evidence("heap", "%.1f with %s, %.1f with %s", heap(&exact), one->event,
		 heap(&skidding), one->skids);
	if (heap(&skidding) < HEAP_TIMES)
		return skip(SKIP_NOISY, "%s does not skid here: nothing to tell it from",
			    one->skids);
	if (heap(&exact) < LEVEL_TIMES)
		return pass();
	return fail("ips of %s heap up behind a system call as those of %s do: not the instruction's own",
		    one->event, one->skids);
}

struct outcome alp_skid(struct duration *dur, const struct profile_case *one)
{
	struct outcome outcome = compare(dur, one);

	/* Known issues are about durations. */
	outcome.apart = true;
	/* The lab's PALcode knows an instruction by the time that passed, where that is exact. */
	outcome.host_may = true;
	return outcome;
}
