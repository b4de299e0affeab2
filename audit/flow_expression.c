// SPDX-License-Identifier: GPL-2.0
/* Expressions: calls in their order, and the values by which the code branches. */
#include "flow.h"

#include <string.h>

bool is_own(const struct walk_state *state, uint32_t name)
{
	for (uint32_t i = 0; i < state->own_count; i++) {
		if (state->own[i] == name)
			return true;
	}
	return false;
}

static void set_results(struct paths *paths, uint32_t result)
{
	for (uint32_t i = 0; i < paths->count; i++)
		paths->path[i].result = result;
}

/* Paths may have become the same. */
static void tidy(struct paths *paths)
{
	struct paths old = *paths;

	paths->count = 0;
	paths_join(paths, &old);
}

static void walk_identifier(struct walk_state *state, TSNode node, struct paths *paths)
{
	uint32_t name = node_name(state->text, node);
	bool own = is_own(state, name);

	for (uint32_t i = 0; i < paths->count; i++)
		paths->path[i].result = own ? path_get(&paths->path[i], name) : constant_of(name);
}

static void walk_assignment(struct walk_state *state, TSNode node, struct paths *paths)
{
	TSNode left = node_part(node, PART_LEFT), right = node_part(node, PART_RIGHT);
	TSNode sign = node_part(node, PART_OPERATOR);
	bool plain = ts_node_is_null(sign) || node_is(state->text, sign, "=");
	bool adds = !plain &&
		    (node_is(state->text, sign, "+=") || node_is(state->text, sign, "|="));
	uint32_t name;

	if (node_kind(left) != NODE_IDENTIFIER)
		walk_expression(state, left, paths);
	walk_expression(state, right, paths);
	if (node_kind(left) != NODE_IDENTIFIER || !is_own(state, node_name(state->text, left)))
		return;
	name = node_name(state->text, left);
	for (uint32_t i = 0; i < paths->count; i++) {
		struct path *path = &paths->path[i];
		uint32_t value = path->result;

		if (adds && value_truth(path->result) == YES)
			value = VALUE_NONZERO;
		else if (adds && path->result == VALUE_ZERO)
			value = path_get(path, name);
		else if (adds && value_truth(path_get(path, name)) == YES)
			value = VALUE_NONZERO;
		else if (!plain)
			value = VALUE_UNKNOWN;
		path_set(path, name, value);
		path->result = value;
	}
	tidy(paths);
}

/* x++ of a counter makes it true; of x-- nothing is known. */
static void walk_update(struct walk_state *state, TSNode node, struct paths *paths)
{
	TSNode operand = node_part(node, PART_ARGUMENT), sign = node_part(node, PART_OPERATOR);
	bool up = !ts_node_is_null(sign) && node_is(state->text, sign, "++");

	walk_expression(state, operand, paths);
	if (node_kind(operand) == NODE_IDENTIFIER &&
	    is_own(state, node_name(state->text, operand))) {
		for (uint32_t i = 0; i < paths->count; i++)
			path_set(&paths->path[i], node_name(state->text, operand),
				 up ? VALUE_NONZERO : VALUE_UNKNOWN);
		tidy(paths);
	}
	set_results(paths, VALUE_UNKNOWN);
}

static uint32_t number_value(const char *text, TSNode node)
{
	uint32_t from = ts_node_start_byte(node), to = ts_node_end_byte(node);

	for (uint32_t i = from; i < to; i++) {
		/* "0", "0x0", "0UL" are zero; "0x10" and "7" are not. */
		if ((text[i] >= '1' && text[i] <= '9') ||
		    (i > from + 1 && strchr("abcdefABCDEF", text[i])))
			return VALUE_NONZERO;
	}
	return VALUE_ZERO;
}

/* a && b, a || b, !a, a ? b : c as values: by splitting. */
static void walk_truth(struct walk_state *state, TSNode node, struct paths *paths)
{
	struct paths yes = { .count = 0 }, no = { .count = 0 };

	walk_condition(state, node, paths, &yes, &no);
	set_results(&yes, VALUE_NONZERO);
	set_results(&no, VALUE_ZERO);
	*paths = yes;
	paths_join(paths, &no);
}

static void walk_choice(struct walk_state *state, TSNode node, struct paths *paths)
{
	struct paths yes = { .count = 0 }, no = { .count = 0 };
	TSNode consequence = node_part(node, PART_CONSEQUENCE);

	walk_condition(state, node_part(node, PART_CONDITION), paths, &yes, &no);
	if (!ts_node_is_null(consequence))
		walk_expression(state, consequence, &yes);
	walk_expression(state, node_part(node, PART_ALTERNATIVE), &no);
	*paths = yes;
	paths_join(paths, &no);
}

static void walk_children(struct walk_state *state, TSNode node, struct paths *paths)
{
	uint32_t count = ts_node_named_child_count(node);

	for (uint32_t i = 0; i < count; i++)
		walk_expression(state, ts_node_named_child(node, i), paths);
	set_results(paths, VALUE_UNKNOWN);
}

void walk_expression(struct walk_state *state, TSNode node, struct paths *paths)
{
	if (ts_node_is_null(node) || !paths->count)
		return;
	switch (node_kind(node)) {
	case NODE_COMPOUND:
		/* ({ ... }) */
		walk_statement(state, node, paths);
		set_results(paths, VALUE_UNKNOWN);
		break;
	case NODE_NUMBER:
		set_results(paths, number_value(state->text, node));
		break;
	case NODE_IDENTIFIER:
		walk_identifier(state, node, paths);
		break;
	case NODE_PARENTHESIZED:
		walk_expression(state, ts_node_named_child(node, 0), paths);
		break;
	case NODE_CAST:
		walk_expression(state, node_part(node, PART_VALUE), paths);
		break;
	case NODE_ASSIGNMENT:
		walk_assignment(state, node, paths);
		break;
	case NODE_UPDATE:
		walk_update(state, node, paths);
		break;
	case NODE_CONDITIONAL:
		walk_choice(state, node, paths);
		break;
	case NODE_UNARY:
		if (has_op(state, node, "!"))
			walk_truth(state, node, paths);
		else
			walk_children(state, node, paths);
		break;
	case NODE_BINARY:
		if (has_op(state, node, "&&") || has_op(state, node, "||"))
			walk_truth(state, node, paths);
		else
			walk_children(state, node, paths);
		break;
	case NODE_COMMA:
		walk_expression(state, node_part(node, PART_LEFT), paths);
		walk_expression(state, node_part(node, PART_RIGHT), paths);
		break;
	case NODE_POINTER:
		walk_expression(state, node_part(node, PART_ARGUMENT), paths);
		/* Who gets its address may change it. */
		if (node_kind(node_part(node, PART_ARGUMENT)) == NODE_IDENTIFIER) {
			for (uint32_t i = 0; i < paths->count; i++)
				path_set(&paths->path[i],
					 node_name(state->text, node_part(node, PART_ARGUMENT)),
					 VALUE_UNKNOWN);
		}
		set_results(paths, VALUE_UNKNOWN);
		break;
	case NODE_CALL:
		if (is_as_true(name_text(called_name(state->text, node))))
			walk_expression(state, argument(node, 0), paths);
		else
			walk_call(state, node, paths);
		break;
	default:
		walk_children(state, node, paths);
		break;
	}
}
