/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_TRACK_H
#define PMU_TRACK_H

#include "reading.h"
#include "sampler.h"

/* What the judges look at in a record, in the order of the ring. */
struct mark {
	uint64_t time, id, stream_id, ip, period;
	uint64_t count;		/* of the event when it was sampled, with PERF_SAMPLE_READ */
	uint64_t running;	/* ns that it had been on the counter then */
	uint64_t lost;		/* of a LOST or LOST_SAMPLES */
	uint32_t type;		/* PERF_RECORD_* */
	uint32_t pid, tid, cpu;
	uint16_t misc, size;
};

/* 64 KiB of records or more, a second of sampling at any rate that a test asks for. */
#define TRACK_MARKS	32768

struct track {
	unsigned int nr;
	unsigned int dropped;	/* did not fit */
	struct mark marks[TRACK_MARKS];
};

/* Forget what was there. */
void track_start(struct track *track);

/* From now on it has what is read from the sampler's ring. */
void track_follow(struct track *track, struct sampler *sampler);

#endif
