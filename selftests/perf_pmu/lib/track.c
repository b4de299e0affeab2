// SPDX-License-Identifier: GPL-2.0
#include "track.h"

#include <string.h>

void track_start(struct track *track)
{
	track->nr = 0;
	track->dropped = 0;
}

static void add(const struct ring_record *rec, void *arg)
{
	struct track *track = arg;
	struct reading reading;
	struct mark *mark;

	if (track->nr == TRACK_MARKS) {
		track->dropped++;
		return;
	}
	mark = &track->marks[track->nr++];
	*mark = (struct mark){
		.time = rec->time, .id = rec->id, .stream_id = rec->stream_id, .ip = rec->ip,
		.period = rec->period, .lost = rec->lost, .type = rec->type, .pid = rec->pid,
		.tid = rec->tid, .cpu = rec->cpu, .misc = rec->misc, .size = rec->size,
	};
	/* As bench_attr() asks for them. */
	if (rec->values.bytes < sizeof(reading))
		return;
	memcpy(&reading, rec->values.data, sizeof(reading));
	mark->count = reading.count;
	mark->running = reading.running;
}

void track_follow(struct track *track, struct sampler *sampler)
{
	sampler->visit = add;
	sampler->visit_arg = track;
}
