/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading run folders: ktap.txt and meta.json of results/runs/<run>/. Verdicts come from ktap.txt
 * alone, so that no two readers can disagree.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stddef.h>

enum verdict { OK, FAIL, XFAIL, XPASS, SKIP, NR_VERDICTS };

extern const char *const verdict_names[NR_VERDICTS];

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Longer names and values are cut: a table is for reading. */
#define TEXT_LEN 128

/* One result, and what the "# NAME key: value" lines before it say. "" for what is not said. */
struct result {
	char name[TEXT_LEN];	/* DUR-1.armv8_pmuv3, or a program's or guest's name */
	enum verdict verdict;
	bool outer;		/* of a program or a guest, not of a requirement */
	char reason[TEXT_LEN];
	char rate_before[32], rate_after[32], handler_ns[32], budget_ns[32];
};

struct ktap {
	struct result *results;
	size_t nr;
	long planned, given;	/* of the outer level */
};

struct meta {
	char arch[TEXT_LEN], variant[TEXT_LEN], kernel[TEXT_LEN], mode[TEXT_LEN];
};

/* ktap.c */
bool ktap_read(struct ktap *ktap, const char *path, const char **fault);
void ktap_free(struct ktap *ktap);

/* meta.c */
bool meta_read(struct meta *meta, const char *path, const char **fault);

#endif
