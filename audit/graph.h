/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who can call whom, as far as it matters here: backwards from the calls that deliver samples to
 * the functions that interrupts enter, over pointers, tables and other files.
 */
#ifndef AUDIT_GRAPH_H
#define AUDIT_GRAPH_H

#include "apis.h"
#include "facts.h"

/* A call in the caller's body that may run the callee. */
struct edge {
	uint32_t caller, call, callee;
};

/* A function that something outside of the known code enters. */
struct entry {
	uint32_t function;
	enum entry_kind kind;
	/* where it was registered; file NONE where nowhere */
	uint32_t file, line;
	/* what stands in the way of more, for ENTRY_UNRESOLVED */
	const char *obstacle;
};

struct graph {
	struct facts *facts;
	struct edge *edges;
	uint32_t edge_count, edge_room;
	struct entry *entries;
	uint32_t entry_count, entry_room;
	/* by function: is on the way to a sample; on the way to a report; looked at */
	bool *to_sink, *to_took, *done;
	/* names that other files may know these functions by, and the structure a member is of */
	struct wanted {
		uint32_t name, type;
		bool in_assembly;
	} *wanted;
	uint32_t wanted_count, wanted_room;
	/* calls by the value that is called or handed over, sorted by value */
	struct use {
		uint32_t value, call;
		/* number of the argument, NONE for the function itself */
		uint32_t arg;
	} *uses;
	uint32_t use_count;
	/* calls[] that register structures */
	uint32_t *registrations;
	uint32_t registration_count, registration_room;
};

void graph_make(struct graph *graph, struct facts *facts);
void graph_free(struct graph *graph);

/* The functions that an identifier in a file may mean: calls found(function) for each. */
uint32_t resolve(const struct facts *facts, uint32_t name, uint32_t file, uint32_t *found,
		 uint32_t max);
#define RESOLVE_MAX 32

/* Is the file of the perf core, of BPF or of tracing: no driver? */
bool is_generic(const struct facts *facts, uint32_t file);

/* Can code of one file see names of the other: not between two architectures. */
bool same_world(const struct facts *facts, uint32_t file_a, uint32_t file_b);

/* Can other files mean this function? */
bool is_visible(const struct facts *facts, const struct function *function);

/* Does the call deliver a sample? Not where the file has a static function of that name. */
bool calls_sink(const struct facts *facts, uint32_t call, int *rank);
bool calls_took(const struct facts *facts, uint32_t call);

/* Is the function its own reporting or delivering interface of the perf core? */
bool is_core_interface(const struct facts *facts, uint32_t function);

/* How the callers of one function are found. */
struct search {
	struct graph *graph;
	uint32_t function;
	/* values that may hold the function's address */
	uint32_t *values;
	uint32_t value_count, value_room;
	bool *seen;
	/* what was found */
	uint32_t callers;
	uint32_t entries;
	/* where its address was last seen: file NONE where nowhere */
	uint32_t last_file, last_line;
	/* it is in a table outside of functions */
	bool in_table;
	uint32_t table_file, table_line;
	const char *obstacle;
	/* where the function's name was given away first */
	uint32_t given_file, given_line;
	/* what is looked for, see go_up() */
	bool reporting, closed;
};

void search_callers(struct search *search);
void add_entry(struct search *search, enum entry_kind kind, uint32_t file, uint32_t line);
void add_edge(struct search *search, uint32_t call);
void want(struct search *search, uint32_t name, uint32_t type, bool in_assembly);

#endif
