/* SPDX-License-Identifier: GPL-2.0 */
/* From a kernel tree to the table of its interrupt paths. */
#ifndef AUDIT_AUDIT_H
#define AUDIT_AUDIT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "graph.h"

enum verdict { REPORTS, DOES_NOT_REPORT, NOT_APPLICABLE, UNRESOLVED };

/*
 * One way from an interrupt to a sample. Places are "path:line", in an image "symbol+0x1c"; NULL is
 * "there is none". file: the source of the sink, or the image.
 */
struct row {
	char *arch, *file, *handler, *entry, *registration, *sink, *took, *clock, *reason;
	enum verdict verdict;
	bool is_image;
};

/* A call in the source that delivers a sample or reports. Names are those of names.h. */
struct core_call {
	char *file, *archs;
	uint32_t line;
	uint32_t called;
	/* the function that it is in, and those that this one may have been inlined into */
	uint32_t *functions;
	uint32_t count, room;
	/* of the perf core, of BPF or of tracing: no driver's */
	bool is_generic;
};

struct rows {
	struct row *row;
	uint32_t count, room;
	struct core_call *calls;
	uint32_t call_count, call_room;
	/* files that could not be read or parsed: the table has holes */
	uint32_t holes;
};

/*
 * Audit a tree: rows in the order of files and handlers. Ends the program with status 2 where it
 * is none.
 */
void audit(const char *root, struct rows *rows);

/* Read, parse and connect a tree; used by audit(). */
void load_facts(struct facts *facts, struct graph *graph, struct tree *tree);
void judge(struct graph *graph, struct rows *rows);
void list_core_calls(const struct graph *graph, struct rows *rows);

/* The architectures whose kernels hold a file: "arm64", "arm,arm64", or "generic". */
char *archs_of(const struct tree *tree, const char *path);

const char *verdict_text(enum verdict verdict);
bool row_is_finding(const struct row *row);
/* Is the name one of a list with commas, as archs_of() makes? */
bool is_in_list(const char *list, const char *name);
/* Keep the rows of one architecture. */
void rows_of_arch(struct rows *rows, const char *arch);
void rows_free(struct rows *rows);

void write_table(const struct rows *rows, FILE *out);
void write_json(const struct rows *rows, FILE *out);
void write_sarif(const struct rows *rows, FILE *out);

/*
 * The rows of after whose verdict is another than in before, and those of before that are gone,
 * with the old verdict in the reason. Returns whether a path lost its report or came without one.
 */
bool rows_compare(const struct rows *before, const struct rows *after, struct rows *changed);

/*
 * Hold the profiles of a folder against the rows of a tree, and print what contradicts. Returns the
 * exit status: 0 nothing does, 1 something, 2 a profile is bad or the tree names no version.
 */
int compare_profiles(const struct rows *rows, const char *root, const char *folder);

#endif
