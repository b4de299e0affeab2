// SPDX-License-Identifier: GPL-2.0
/* By which clock a report measures. */
#include "ast.h"
#include "judge.h"

/* From a variable to the call that set it, over so many assignments. */
#define STEPS_MAX 4

static TSNode find_call(TSNode node)
{
	uint32_t count = ts_node_named_child_count(node);

	if (node_kind(node) == NODE_CALL)
		return node;
	for (uint32_t i = 0; i < count; i++) {
		TSNode found = find_call(ts_node_named_child(node, i));

		if (!ts_node_is_null(found))
			return found;
	}
	return (TSNode){ 0 };
}

/* The last assignment to a variable before a place, or its initializer. */
static TSNode find_setting(const char *text, TSNode node, uint32_t name, uint32_t before)
{
	uint32_t count = ts_node_named_child_count(node);
	TSNode found = { 0 };
	TSNode left, right;

	if (ts_node_start_byte(node) >= before)
		return found;
	for (uint32_t i = count; i-- && ts_node_is_null(found);)
		found = find_setting(text, ts_node_named_child(node, i), name, before);
	if (!ts_node_is_null(found))
		return found;
	if (node_kind(node) == NODE_ASSIGNMENT) {
		left = node_part(node, PART_LEFT);
		right = node_part(node, PART_RIGHT);
	} else if (node_kind(node) == NODE_INITIALIZER) {
		left = declared(node_part(node, PART_DECLARATOR));
		right = node_part(node, PART_VALUE);
	} else {
		return found;
	}
	if (node_kind(left) == NODE_IDENTIFIER && node_name(text, left) == name)
		return right;
	return found;
}

static TSNode find_identifier(TSNode node)
{
	uint32_t count = ts_node_named_child_count(node);

	if (node_kind(node) == NODE_IDENTIFIER)
		return node;
	for (uint32_t i = 0; i < count; i++) {
		TSNode found = find_identifier(ts_node_named_child(node, i));

		if (!ts_node_is_null(found))
			return found;
	}
	return (TSNode){ 0 };
}

char *clock_of(const struct facts *facts, uint32_t took)
{
	const struct call *call = &facts->calls[took];
	const struct function *function = &facts->functions[call->caller];
	const char *text = function->text;
	TSNode node =
		ts_node_named_descendant_for_byte_range(function->body, call->byte, call->byte);

	while (!ts_node_is_null(node) && node_kind(node) != NODE_CALL)
		node = ts_node_parent(node);
	if (ts_node_is_null(node))
		return NULL;
	node = argument(node, 0);
	for (int step = 0; step < STEPS_MAX && !ts_node_is_null(node); step++) {
		TSNode clock = find_call(node), variable = find_identifier(node);

		if (!ts_node_is_null(clock)) {
			uint32_t name = called_name(text, clock);

			return name == NO_NAME ? NULL : must_format("%s", name_text(name));
		}
		if (ts_node_is_null(variable))
			return NULL;
		node = find_setting(text, function->body, node_name(text, variable), call->byte);
	}
	return NULL;
}
