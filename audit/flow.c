// SPDX-License-Identifier: GPL-2.0
#include "flow.h"

#include <stdlib.h>
#include <string.h>

/* A jump back makes another walk through the body necessary; more than these add nothing. */
#define WALKS_MAX 6
/* Deeper chains of calls are not followed. The deepest of Linux has 12. */
#define CALLS_MAX 64

/* The number of the call that stands at this place of the function; NONE where there is none. */
static uint32_t find_call(const struct facts *facts, uint32_t function, uint32_t byte)
{
	for (uint32_t c = facts->functions[function].first_call;
	     c < facts->functions[function].last_call; c++) {
		if (facts->calls[c].byte == byte && facts->calls[c].callees)
			return c;
	}
	return NONE;
}

/* The samples of a path after a function that leaves it in a certain state. */
static enum sample_state after(enum sample_state before, enum sample_state way)
{
	return way == SAMPLE_NONE ? before : way;
}

/* Run every function that the call may mean. */
static void run_callees(struct walk_state *state, uint32_t call, bool direct, struct paths *paths)
{
	struct flow_run *run = state->run;
	struct paths in = *paths;
	bool any = false;

	paths->count = 0;
	for (uint32_t e = 0; e < run->edge_count; e++) {
		const struct summary *summary;

		if (run->edges[e].call != call)
			continue;
		summary = follow_function(run, run->edges[e].callee);
		any = true;
		for (uint32_t i = 0; i < in.count; i++) {
			for (uint32_t w = 0; w < summary->ways.count; w++) {
				struct path path = in.path[i];

				path.sample = after(path.sample, summary->ways.path[w].sample);
				if (in.path[i].sample == SAMPLE_DELIVERED &&
				    path.sample == SAMPLE_REPORTED && run->took == NONE)
					run->took = run->any_took;
				path.result = summary->ways.path[w].result;
				paths_add(paths, &path);
			}
		}
	}
	/* A pointer may lead elsewhere as well. */
	if (!any || !direct) {
		for (uint32_t i = 0; i < in.count; i++) {
			in.path[i].result = VALUE_UNKNOWN;
			paths_add(paths, &in.path[i]);
		}
	}
}

void walk_call(struct walk_state *state, TSNode node, struct paths *paths)
{
	struct flow_run *run = state->run;
	const struct facts *facts = run->graph->facts;
	TSNode function = node_part(node, PART_FUNCTION), arg;
	uint32_t call = find_call(facts, state->function, ts_node_start_byte(node));
	bool direct = node_kind(function) == NODE_IDENTIFIER;

	if (!direct)
		walk_expression(state, function, paths);
	for (uint32_t i = 0; arg = argument(node, i), !ts_node_is_null(arg); i++)
		walk_expression(state, arg, paths);
	if (call == NONE)
		return;
	if (call == run->sink) {
		for (uint32_t i = 0; i < paths->count; i++)
			paths->path[i].sample = SAMPLE_DELIVERED;
	} else if (calls_took(facts, call)) {
		run->any_took = call;
		for (uint32_t i = 0; i < paths->count; i++) {
			if (paths->path[i].sample == SAMPLE_DELIVERED)
				run->took = call;
			paths->path[i].sample = SAMPLE_REPORTED;
		}
	}
	run_callees(state, call, direct, paths);
}

static uint32_t last_line(TSNode node)
{
	return ts_node_end_point(node).row + 1;
}

/* The end of a function's body is a return too. */
static void fall_off(struct walk_state *state, TSNode body, struct paths *paths)
{
	for (uint32_t i = 0; i < paths->count; i++) {
		struct path path = { .sample = paths->path[i].sample };

		if (path.sample == SAMPLE_DELIVERED && !state->silent_line)
			state->silent_line = last_line(body);
		paths_add(&state->returns, &path);
	}
}

static uint32_t labelled_paths(const struct walk_state *state)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < state->label_count; i++)
		count += state->labels[i].paths.count;
	return count;
}

static void add_params(struct walk_state *state)
{
	const struct facts *facts = state->run->graph->facts;
	const struct function *function = &facts->functions[state->function];

	for (uint32_t i = 0; i < function->params; i++) {
		uint32_t value = facts->operands[function->first_param + i];

		if (value == NONE)
			continue;
		GROW(state->own, state->own_count, state->own_room);
		state->own[state->own_count++] = facts->values[value].name;
	}
}

static void walk_body(struct flow_run *run, uint32_t function, struct summary *summary)
{
	const struct function *what = &run->graph->facts->functions[function];
	struct walk_state state = { .run = run, .function = function, .text = what->text };

	add_params(&state);
	for (int walk = 0; walk < WALKS_MAX; walk++) {
		struct paths paths = { .count = 1 };
		uint32_t before = labelled_paths(&state);

		state.returns.count = 0;
		state.silent_line = 0;
		walk_statement(&state, what->body, &paths);
		fall_off(&state, what->body, &paths);
		if (labelled_paths(&state) == before)
			break;
	}
	summary->ways = state.returns;
	summary->silent_line = state.silent_line;
	free(state.labels);
	free(state.own);
}

const struct summary *follow_function(struct flow_run *run, uint32_t function)
{
	static const struct summary nothing = { .ways = { .count = 1 } };
	struct summary *summary;

	if (!run->summaries[function])
		run->summaries[function] = must_alloc(sizeof(*summary));
	summary = run->summaries[function];
	if (summary->done)
		return summary;
	/* A function that calls itself does what its other ways do. */
	if (summary->busy || run->depth == CALLS_MAX)
		return &nothing;
	summary->busy = true;
	run->depth++;
	walk_body(run, function, summary);
	run->depth--;
	summary->busy = false;
	summary->done = true;
	return summary;
}
