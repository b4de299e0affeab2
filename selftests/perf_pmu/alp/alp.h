/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_ALP_H
#define PMU_ALP_H

#include "../dur/storm.h"

/* As many as half a second brings at one throttle in each tick of HZ 1024. */
#define STREAM_BURSTS	512

/* What the records of one sampling event say, in the order in which they come. */
struct stream {
	struct sampler sampler;
	/* Throttling: a burst is what comes from one UNTHROTTLE to the next THROTTLE. */
	bool whole, throttled;
	unsigned int since;			/* samples of this burst */
	unsigned int after;			/* since THROTTLE */
	unsigned int bursts[STREAM_BURSTS];	/* samples of each, the throttling one included */
	unsigned int nr_bursts;
	unsigned int ignored;			/* samples that came although throttled */
	/* Where user mode was sampled. */
	uint64_t user, in_program, in_load;
	uint64_t shortest, longest;		/* period */
};

/* Open disabled on this CPU. 0, or -1 with errno. */
int stream_open(struct stream *stream, const struct perf_event_attr *attr, int cpu,
		uint64_t period);

/* What stream_open() has the sampler call for each record; arg is the stream. */
void stream_visit(const struct ring_record *rec, void *arg);

/*
 * Samples per throttle cycle: the median of the later half of the bursts, from when the rate has
 * settled. 0: fewer than STREAM_CYCLES of them.
 */
#define STREAM_CYCLES	8
unsigned int stream_cadence(const struct stream *stream);

/*
 * The event of a case. PASS, or SKIP: this kernel does not offer it (a term such as profileme that
 * is not in the PMU's format/).
 */
struct outcome case_event(const struct duration *dur, const char *text,
			  struct perf_event_attr *attr);

/*
 * Run a case of the profile on dur->cpu and judge it. *sick says that the machine has suffered:
 * no storm after that.
 */
struct outcome alp_case(struct duration *dur, const struct profile_case *one, bool *sick);

/*
 * Where the ip of event lies against that of the event that skids, by a load in which the
 * difference shows: right behind a system call an ip that skids collects all that was held up
 * while the kernel had interrupts masked.
 */
struct outcome alp_skid(struct duration *dur, const struct profile_case *one);

/*
 * System calls, each followed by a row of SKID_ROW instructions that do nothing else; the first of
 * these is at skid_first.
 */
#define SKID_ROW	64
void load_skid(unsigned long calls);
extern const uint32_t skid_first[];

#endif
