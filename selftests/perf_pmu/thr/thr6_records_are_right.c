// SPDX-License-Identifier: GPL-2.0
/*
 * THR-6: THROTTLE and UNTHROTTLE carry the event's id and stream id, and a time that does not go
 * back. An NMI between the taking of a record's time and its writing may put a later record before
 * it: a few steps back are no fault.
 */
#include "thr.h"

#define TICKS		64
#define PER_TICK	4
#define BACK_PART	16

struct records {
	unsigned int nr;
	unsigned int foreign;	/* of another event, by their id or stream id */
	unsigned int back;	/* earlier than the record before */
	unsigned int timeless;
};

static struct records look(const struct track *track, uint64_t id)
{
	struct records records = { 0 };
	const struct mark *mark;
	uint64_t last = 0;
	unsigned int i;

	for (i = 0; i < track->nr; i++) {
		mark = &track->marks[i];
		if (mark->type == PERF_RECORD_THROTTLE || mark->type == PERF_RECORD_UNTHROTTLE) {
			records.nr++;
			/* Not inherited: both ids are the event's own. */
			records.foreign += mark->id != id || mark->stream_id != id;
			records.timeless += !mark->time;
			records.back += mark->time < last;
		}
		last = mark->time;
	}
	return records;
}

struct outcome thr6_records_are_right(struct bench *bench)
{
	static struct track track;
	struct throttled run = {
		.rate = PER_TICK * bench->run->hz,
		.ticks = TICKS,
		.track = &track,
	};
	struct outcome outcome;
	struct records records;

	outcome = throttled_run(bench, &run);
	if (outcome.verdict != PASS)
		return outcome;
	records = look(&track, run.id);
	evidence("records", "%u, of another event %u, back in time %u, without time %u",
		 records.nr, records.foreign, records.back, records.timeless);
	if (records.foreign)
		outcome = fail("%u of %u records carry a foreign id", records.foreign, records.nr);
	else if (records.timeless || records.back * BACK_PART > records.nr)
		outcome = fail("%u of %u records go back in time, %u have none", records.back,
			       records.nr, records.timeless);
	outcome.should = true;
	return outcome;
}
