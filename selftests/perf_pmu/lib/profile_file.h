/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_PROFILE_FILE_H
#define PMU_PROFILE_FILE_H

#include <stdint.h>
#include <stdio.h>

#include "profile.h"

enum section_kind { SECTION_NONE, SECTION_ARCH, SECTION_PMU, SECTION_ISSUE, SECTION_CASE };

/* The state of reading one profile. */
struct profile_reader {
	FILE *stream;
	struct profile *profile;
	int line;		/* number of the line read last, from 1 */
	int header_line;	/* of the [section] line read last, 0: none yet */
	int section_line;	/* of the section whose keys are being stored */
	enum section_kind kind;	/* of that section */
	uint32_t seen;		/* its keys so far, a bit each */
	int arch_line;
	int pmu_line[PROFILE_PMUS];
	int issue_line[PROFILE_ISSUES];
	int case_line[PROFILE_CASES];
	int bad_line;		/* of the fault, 0: none */
	char *why;
	size_t why_size;
};

/* Note the first fault as "file:line: reason"; later ones are dropped. Returns -1. */
int profile_bad(struct profile_reader *reader, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Store value in field, which has size bytes. 0, or -1 with the fault noted for the line that was
 * read last. The types of field: profile_set_text() char[], profile_set_range() struct
 * kernel_range, profile_set_number() uint64_t, profile_set_share() unsigned int,
 * profile_set_width() unsigned int,
 * profile_set_interrupt() enum pmu_interrupt, profile_set_exclude() unsigned int,
 * profile_set_where() bool.
 */
typedef int (*profile_setter)(struct profile_reader *reader, void *field, size_t size,
			      const char *value);

int profile_set_text(struct profile_reader *reader, void *field, size_t size, const char *value);
int profile_set_range(struct profile_reader *reader, void *field, size_t size, const char *value);
int profile_set_number(struct profile_reader *reader, void *field, size_t size, const char *value);
int profile_set_share(struct profile_reader *reader, void *field, size_t size, const char *value);
int profile_set_width(struct profile_reader *reader, void *field, size_t size, const char *value);
int profile_set_interrupt(struct profile_reader *reader, void *field, size_t size,
			  const char *value);
int profile_set_exclude(struct profile_reader *reader, void *field, size_t size, const char *value);
int profile_set_where(struct profile_reader *reader, void *field, size_t size, const char *value);

/* The kernel version that follows, also over the end of a major version: after 5.19 comes 6.0. */
unsigned int kernel_next(unsigned int kernel);

/* Start the section called header ("pmu armv8_*"). 0, or -1 with the fault noted. */
int profile_begin_section(struct profile_reader *reader, const char *header);

/* Store a key of the section. 0, or -1 with the fault noted. */
int profile_store_key(struct profile_reader *reader, const char *name, const char *value);

/* The section is over: what must be in it and is not? 0, or -1 with the fault noted. */
int profile_end_section(struct profile_reader *reader);

/*
 * What only the whole file shows: contradictions between sections. 0, or -1 with the fault noted.
 */
int profile_check(struct profile_reader *reader);

#endif
