// SPDX-License-Identifier: GPL-2.0
/* Statements: branches, jumps and returns. */
#include "flow.h"

#include <string.h>

static void walk_if(struct walk_state *state, TSNode node, struct paths *paths)
{
	struct paths yes = no_paths, no = no_paths;
	TSNode other = node_part(node, PART_ALTERNATIVE);

	walk_condition(state, node_part(node, PART_CONDITION), paths, &yes, &no);
	walk_statement(state, node_part(node, PART_CONSEQUENCE), &yes);
	if (!ts_node_is_null(other))
		walk_statement(state, other, &no);
	*paths = yes;
	paths_join(paths, &no);
}

static void walk_return(struct walk_state *state, TSNode node, struct paths *paths)
{
	paths_forget_results(paths);
	walk_expression(state, ts_node_named_child(node, 0), paths);
	for (uint32_t i = 0; i < paths->count; i++) {
		struct path *path = &paths->path[i];

		/* Whom the result tells something knows nothing of this function's variables. */
		path->vars = 0;
		if (path->sample == SAMPLE_DELIVERED && !state->silent_line)
			state->silent_line = node_line(node);
		paths_add(&state->returns, path);
	}
	*paths = no_paths;
}

static struct label *label_of(struct walk_state *state, TSNode name)
{
	uint32_t word = node_name(state->text, name);

	for (uint32_t i = 0; i < state->label_count; i++) {
		if (state->labels[i].name == word)
			return &state->labels[i];
	}
	GROW(state->labels, state->label_count, state->label_room);
	state->labels[state->label_count] = (struct label){ .name = word };
	return &state->labels[state->label_count++];
}

static void walk_declaration(struct walk_state *state, TSNode node, struct paths *paths)
{
	uint32_t count = ts_node_named_child_count(node);

	for (uint32_t i = 0; i < count; i++) {
		TSNode child = ts_node_named_child(node, i), name = child, value;

		if (node_kind(child) == NODE_INITIALIZER)
			name = node_part(child, PART_DECLARATOR);
		name = declared(name);
		if (node_kind(name) != NODE_IDENTIFIER)
			continue;
		GROW(state->own, state->own_count, state->own_room);
		state->own[state->own_count++] = node_name(state->text, name);
		value = node_kind(child) == NODE_INITIALIZER ? node_part(child, PART_VALUE) :
							       (TSNode){ 0 };
		if (!ts_node_is_null(value))
			walk_expression(state, value, paths);
		for (uint32_t p = 0; p < paths->count; p++)
			path_set(&paths->path[p], node_name(state->text, name),
				 ts_node_is_null(value) ? VALUE_UNKNOWN : paths->path[p].result);
		paths_forget_results(paths);
	}
}

/*
 * #if in a function: both ways may be built. The condition is a variable of its own, since what
 * one #if leaves out another with the same condition leaves out too.
 */
static void walk_preproc(struct walk_state *state, TSNode node, struct paths *paths)
{
	TSNode other = node_part(node, PART_ALTERNATIVE),
	       condition = node_part(node, PART_CONDITION);
	bool is_if = node_kind(node) != NODE_PREPROC_ELSE, negated;
	struct paths yes = *paths, no = *paths;
	uint32_t count = ts_node_named_child_count(node), name = NO_NAME;

	if (ts_node_is_null(condition))
		condition = node_part(node, PART_NAME);
	if (is_if && !ts_node_is_null(condition)) {
		uint32_t from = ts_node_start_byte(condition), to = ts_node_end_byte(condition);
		char *text = must_format("#%.*s", (int)(to - from), state->text + from);
		uint32_t known;

		negated = !strncmp(state->text + ts_node_start_byte(node), "#ifndef", 7);
		name = name_of_string(text);
		yes = no_paths;
		no = no_paths;
		for (uint32_t i = 0; i < paths->count; i++) {
			struct path path = paths->path[i];

			known = strcmp(text, "#0") ? path_get(&path, name) : VALUE_ZERO;
			path_set(&path, name, VALUE_NONZERO);
			if (known != VALUE_ZERO)
				paths_add(negated ? &no : &yes, &path);
			path_set(&path, name, VALUE_ZERO);
			if (known != VALUE_NONZERO)
				paths_add(negated ? &yes : &no, &path);
		}
		free(text);
	}
	for (uint32_t i = 0; i < count; i++) {
		TSNode child = ts_node_named_child(node, i);

		if (!ts_node_eq(child, condition) &&
		    (ts_node_is_null(other) || !ts_node_eq(child, other)))
			walk_statement(state, child, &yes);
	}
	if (!ts_node_is_null(other))
		walk_statement(state, other, &no);
	*paths = yes;
	if (is_if)
		paths_join(paths, &no);
}

/* The statements in a block. A macro that begins a loop takes the next of them as its body. */
void walk_list(struct walk_state *state, TSNode parent, struct paths *paths)
{
	uint32_t count = ts_node_named_child_count(parent);

	for (uint32_t i = 0; i < count; i++) {
		TSNode child = ts_node_named_child(parent, i);
		TSNode null = { 0 };

		if (!begins_statement(child) || i + 1 == count) {
			walk_statement(state, child, paths);
			continue;
		}
		walk_statement(state, child, paths);
		child = ts_node_named_child(parent, i);
		if (!strncmp(state->text + ts_node_start_byte(child), "scoped_", 7))
			continue;
		do {
			i++;
		} while (i + 1 < count &&
			 node_kind(ts_node_named_child(parent, i)) == NODE_COMMENT);
		walk_loop(state, null, null, ts_node_named_child(parent, i), paths, false, false);
	}
}

/* What the grammar could not read: it may hold a return or a report. */
static void walk_error(struct walk_state *state, TSNode node, struct paths *paths)
{
	uint32_t from = ts_node_start_byte(node), len = ts_node_end_byte(node) - from;
	static const char *const words[] = { "return", "goto", TOOK };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (find_word(state->text + from, len, words[i], 0) >= 0)
			state->run->unclear = true;
	}
	walk_list(state, node, paths);
}

void walk_statement(struct walk_state *state, TSNode node, struct paths *paths)
{
	TSNode null = { 0 };
	struct label *label;

	if (ts_node_is_null(node))
		return;
	switch (node_kind(node)) {
	case NODE_COMMENT:
		break;
	case NODE_COMPOUND:
	case NODE_ELSE:
	case NODE_CASE:
		walk_list(state, node, paths);
		break;
	case NODE_IF:
		walk_if(state, node, paths);
		break;
	case NODE_WHILE:
		walk_loop(state, node_part(node, PART_CONDITION), null, node_part(node, PART_BODY),
			  paths, false, false);
		break;
	case NODE_DO:
		walk_loop(state, node_part(node, PART_CONDITION), null, node_part(node, PART_BODY),
			  paths, true, false);
		break;
	case NODE_FOR:
		walk_for(state, node, paths);
		break;
	case NODE_SWITCH:
		walk_switch(state, node, paths);
		break;
	case NODE_RETURN:
		walk_return(state, node, paths);
		break;
	case NODE_GOTO:
		label = label_of(state, node_part(node, PART_LABEL));
		paths_join(&label->paths, paths);
		*paths = no_paths;
		break;
	case NODE_LABELED:
		label = label_of(state, node_part(node, PART_LABEL));
		paths_join(paths, &label->paths);
		walk_list(state, node, paths);
		break;
	case NODE_BREAK:
		paths_join(&state->breaks, paths);
		*paths = no_paths;
		break;
	case NODE_CONTINUE:
		paths_join(&state->continues, paths);
		*paths = no_paths;
		break;
	case NODE_DECLARATION:
		walk_declaration(state, node, paths);
		break;
	case NODE_PREPROC_IF:
	case NODE_PREPROC_ELIF:
	case NODE_PREPROC_ELSE:
		walk_preproc(state, node, paths);
		break;
	case NODE_ERROR:
		walk_error(state, node, paths);
		break;
	default:
		walk_expression(state, node, paths);
		paths_forget_results(paths);
		break;
	}
}
