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

/* likely(x), WARN_ON(x): as true as x. */
static bool is_as_true(const char *called)
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

static bool has_op(const struct walk_state *state, TSNode node, const char *sign)
{
	TSNode part = node_part(node, PART_OPERATOR);

	return !ts_node_is_null(part) && node_is(state->text, part, sign);
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
