// SPDX-License-Identifier: GPL-2.0
/* Conditions: on which ways they hold, and what that tells of variables. */
#include "flow.h"

#include <string.h>

bool is_as_true(const char *called)
{
	static const char *const some[] = {
		"likely",    "unlikely",	 "WARN_ON", "WARN_ON_ONCE",
		"READ_ONCE", "__builtin_expect", "WARN",    "WARN_ONCE",
	};

	for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++) {
		if (!strcmp(some[i], called))
			return true;
	}
	return false;
}

bool has_op(const struct walk_state *state, TSNode node, const char *sign)
{
	TSNode part = node_part(node, PART_OPERATOR);

	return !ts_node_is_null(part) && node_is(state->text, part, sign);
}

/* Split by a value, and remember what a variable was found to be. */
static void split(struct walk_state *state, TSNode tested, const struct paths *in,
		  struct paths *yes, struct paths *no)
{
	uint32_t name = node_kind(tested) == NODE_IDENTIFIER ? node_name(state->text, tested) :
							       NO_NAME;

	if (name != NO_NAME && !is_own(state, name))
		name = NO_NAME;
	for (uint32_t i = 0; i < in->count; i++) {
		enum truth truth = value_truth(in->path[i].result);
		struct path path = in->path[i];

		path.result = VALUE_UNKNOWN;
		if (truth != NO) {
			if (name != NO_NAME && truth == MAYBE)
				path_set(&path, name, VALUE_NONZERO);
			paths_add(yes, &path);
		}
		path = in->path[i];
		path.result = VALUE_UNKNOWN;
		if (truth != YES) {
			if (name != NO_NAME)
				path_set(&path, name, VALUE_ZERO);
			paths_add(no, &path);
		}
	}
}

/* a == b and a != b, where one is a variable and the other a constant. */
static void split_equal(struct walk_state *state, TSNode node, const struct paths *in,
			struct paths *yes, struct paths *no)
{
	TSNode left = node_part(node, PART_LEFT), right = node_part(node, PART_RIGHT);
	struct paths sides = *in;
	uint32_t name = node_kind(left) == NODE_IDENTIFIER ? node_name(state->text, left) : NO_NAME;

	walk_expression(state, left, &sides);
	for (uint32_t i = 0; i < sides.count; i++) {
		uint32_t value = sides.path[i].result;
		struct paths one = { .count = 1, .path = { sides.path[i] } };

		walk_expression(state, right, &one);
		for (uint32_t j = 0; j < one.count; j++) {
			enum truth equal = values_equal(value, one.path[j].result);
			uint32_t other = one.path[j].result;
			struct path path = one.path[j];

			path.result = VALUE_UNKNOWN;
			if (equal != YES)
				paths_add(no, &path);
			if (equal == MAYBE && name != NO_NAME && is_own(state, name))
				path_set(&path, name, other);
			if (equal != NO)
				paths_add(yes, &path);
		}
	}
}

void walk_condition(struct walk_state *state, TSNode node, const struct paths *in,
		    struct paths *yes, struct paths *no)
{
	struct paths left = { .count = 0 }, values;

	while (node_kind(node) == NODE_PARENTHESIZED)
		node = ts_node_named_child(node, 0);
	if (node_kind(node) == NODE_CALL && is_as_true(name_text(called_name(state->text, node)))) {
		walk_condition(state, argument(node, 0), in, yes, no);
	} else if (node_kind(node) == NODE_UNARY && has_op(state, node, "!")) {
		walk_condition(state, node_part(node, PART_ARGUMENT), in, no, yes);
	} else if (node_kind(node) == NODE_BINARY && has_op(state, node, "&&")) {
		walk_condition(state, node_part(node, PART_LEFT), in, &left, no);
		walk_condition(state, node_part(node, PART_RIGHT), &left, yes, no);
	} else if (node_kind(node) == NODE_BINARY && has_op(state, node, "||")) {
		walk_condition(state, node_part(node, PART_LEFT), in, yes, &left);
		walk_condition(state, node_part(node, PART_RIGHT), &left, yes, no);
	} else if (node_kind(node) == NODE_BINARY && has_op(state, node, "==")) {
		split_equal(state, node, in, yes, no);
	} else if (node_kind(node) == NODE_BINARY && has_op(state, node, "!=")) {
		split_equal(state, node, in, no, yes);
	} else {
		values = *in;
		walk_expression(state, node, &values);
		split(state, node_kind(node) == NODE_ASSIGNMENT ? node_part(node, PART_LEFT) : node,
		      &values, yes, no);
	}
}
