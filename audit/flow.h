/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Follow the ways from an interrupt's entry to its return: is there one on which a sample was
 * delivered and no report comes after it?
 */
#ifndef AUDIT_FLOW_H
#define AUDIT_FLOW_H

#include "ast.h"
#include "graph.h"
#include "paths.h"

/* What is known of a function, once it has been followed. */
struct summary {
	bool done, busy;
	/* one path for each way out, with what it returns */
	struct paths ways;
	/* where a way returns with a sample that is not reported, 0 where none does */
	uint32_t silent_line;
	/* code that tree-sitter could not read may return or report */
	bool unclear;
};

struct flow_run {
	struct graph *graph;
	/* the call that delivers; other sinks do not count */
	uint32_t sink;
	/* by function, NULL of those that were not followed */
	struct summary **summaries;
	/* edges[] sorted by call */
	const struct edge *edges;
	uint32_t edge_count;
	/* the report that comes after the delivery: calls[] */
	uint32_t took;
	/* a report of which it is not known to come after */
	uint32_t any_took;
	bool unclear;
	int depth;
};

/* Follow a function. The run's summaries are NULL at first, and the caller's to free. */
const struct summary *follow_function(struct flow_run *run, uint32_t function);

/* One walk through one function's body. */
struct walk_state {
	struct flow_run *run;
	uint32_t function;
	const char *text;
	struct paths breaks, continues, returns;
	uint32_t silent_line;
	struct label {
		uint32_t name;
		struct paths paths;
	} *labels;
	uint32_t label_count, label_room;
	/* the function's own variables, which no other function changes */
	uint32_t *own;
	uint32_t own_count, own_room;
};

void walk_statement(struct walk_state *state, TSNode statement, struct paths *paths);
void walk_list(struct walk_state *state, TSNode parent, struct paths *paths);

/*
 * while, for, do, and macros as for_each_...(): condition and update may be null nodes. A loop
 * without a condition that is written down may end before its first round, unless it is for (;;).
 */
void walk_loop(struct walk_state *state, TSNode condition, TSNode update, TSNode body,
	       struct paths *paths, bool body_first, bool endless);
void walk_for(struct walk_state *state, TSNode node, struct paths *paths);
void walk_switch(struct walk_state *state, TSNode node, struct paths *paths);

/* Evaluate an expression on every way: path.result is its value. */
void walk_expression(struct walk_state *state, TSNode expression, struct paths *paths);
/* Split the ways by a condition. */
void walk_condition(struct walk_state *state, TSNode expression, const struct paths *in,
		    struct paths *yes, struct paths *no);
/* Is it an operator's node, with this sign? */
bool has_op(const struct walk_state *state, TSNode node, const char *sign);
/* likely(x), WARN_ON(x): as true as x. */
bool is_as_true(const char *called);
/* What a call does to the ways. */
void walk_call(struct walk_state *state, TSNode call, struct paths *paths);
bool is_own(const struct walk_state *state, uint32_t name);

#endif
