/* SPDX-License-Identifier: GPL-2.0 */
/* What leads to samples and reports in an image, for the verdicts. */
#ifndef AUDIT_IMAGE_REACH_H
#define AUDIT_IMAGE_REACH_H

#include "image.h"

struct reach {
	struct image *image;
	struct rows *rows;
	/* by callee: its first link; the last is the number of links */
	uint32_t *first;
	/* by function: its first held[], NOWHERE where nothing holds it */
	uint32_t *held;
	/* by function: a way of calls leads from it to a sample; to a report but to no sample */
	bool *to_sink, *helps;
	/* those that report by themselves, as "a() or b()"; NULL where none does */
	char *reporters;
	/* of one climb */
	bool *seen;
	uint32_t *stack, depth;
};

void reach_make(struct reach *reach, struct image *image, struct rows *rows);
void reach_free(struct reach *reach);

bool is_took(const struct image *image, uint32_t function);
/* Is links[l] the first call by which its caller reports? */
bool is_first_report(const struct image *image, uint32_t l);
/* The call of a function by which it reports, itself or by one that does nothing else, or NULL. */
const struct link *report_of(const struct reach *reach, uint32_t function);
/* What registers a function, an interrupt before anything else, or NULL. */
const struct registered *registration_of(const struct image *image, uint32_t function);
/* Does anything else hold its address than who registers it? */
bool is_held_elsewhere(const struct image *image, uint32_t function, uint32_t by);

#endif
