// SPDX-License-Identifier: GPL-2.0
/* Statements that a break leaves: loops and switches. */
#include "flow.h"

/* A loop's ways are complete after a few rounds; the variables of a path have few values. */
#define ROUNDS_MAX 8

void walk_loop(struct walk_state *state, TSNode condition, TSNode update, TSNode body,
	       struct paths *paths, bool body_first, bool endless)
{
	struct paths outer_breaks = state->breaks, outer_continues = state->continues;
	struct paths head = *paths, out = no_paths;
	bool first = body_first;

	state->breaks = no_paths;
	for (int round = 0; round < ROUNDS_MAX; round++) {
		struct paths yes = no_paths, no = no_paths;

		if (first || endless) {
			yes = head;
		} else if (ts_node_is_null(condition)) {
			yes = head;
			no = head;
		} else {
			walk_condition(state, condition, &head, &yes, &no);
		}
		first = false;
		paths_join(&out, &no);
		state->continues = no_paths;
		walk_statement(state, body, &yes);
		paths_join(&yes, &state->continues);
		if (!ts_node_is_null(update))
			walk_expression(state, update, &yes);
		paths_forget_results(&yes);
		if (!paths_join(&head, &yes))
			break;
	}
	/* The last round's ways may leave too. */
	if (!endless && !ts_node_is_null(condition)) {
		struct paths yes = no_paths;

		walk_condition(state, condition, &head, &yes, &out);
	} else if (!endless) {
		paths_join(&out, &head);
	}
	paths_join(&out, &state->breaks);
	state->breaks = outer_breaks;
	state->continues = outer_continues;
	*paths = out;
}

void walk_for(struct walk_state *state, TSNode node, struct paths *paths)
{
	TSNode condition = node_part(node, PART_CONDITION),
	       begin = node_part(node, PART_INITIALIZER);

	if (!ts_node_is_null(begin))
		walk_statement(state, begin, paths);
	paths_forget_results(paths);
	walk_loop(state, condition, node_part(node, PART_UPDATE), node_part(node, PART_BODY), paths,
		  false, ts_node_is_null(condition));
}

void walk_switch(struct walk_state *state, TSNode node, struct paths *paths)
{
	struct paths outer_breaks = state->breaks, in, through = no_paths;
	TSNode body = node_part(node, PART_BODY);
	uint32_t count = ts_node_named_child_count(body);
	bool has_default = false;

	walk_expression(state, node_part(node, PART_CONDITION), paths);
	paths_forget_results(paths);
	in = *paths;
	state->breaks = no_paths;
	for (uint32_t i = 0; i < count; i++) {
		TSNode child = ts_node_named_child(body, i);

		if (node_kind(child) == NODE_CASE) {
			has_default |= ts_node_is_null(node_part(child, PART_VALUE));
			paths_join(&through, &in);
		}
		walk_statement(state, child, &through);
	}
	*paths = state->breaks;
	paths_join(paths, &through);
	if (!has_default)
		paths_join(paths, &in);
	state->breaks = outer_breaks;
}
