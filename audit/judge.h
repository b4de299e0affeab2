/* SPDX-License-Identifier: GPL-2.0 */
#ifndef AUDIT_JUDGE_H
#define AUDIT_JUDGE_H

#include "audit.h"

/* A call that delivers a sample, and what it is worth. */
struct delivery {
	uint32_t call;
	int rank;
	/* functions from which it can be reached */
	bool *above;
	bool by_interrupt;
};

struct judging {
	struct graph *graph;
	struct rows *rows;
	struct delivery *deliveries;
	uint32_t count, room;
};

char *place(const struct facts *facts, uint32_t file, uint32_t line);
char *call_place(const struct facts *facts, uint32_t call);

/* The worst of the sinks of a file, as seen from one entry, decides the row. */
void judge_sinks(struct judging *judging, struct delivery **sinks, uint32_t count,
		 const struct entry *entry, struct row *row);

/* The clock by which a call of perf_sample_event_took() measures; NULL where it can't be told. */
char *clock_of(const struct facts *facts, uint32_t took);

#endif
