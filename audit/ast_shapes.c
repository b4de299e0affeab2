// SPDX-License-Identifier: GPL-2.0
/* Shapes of C that several readers of a tree look for. */
#include "ast.h"
#include "names.h"

static const TSNode nothing;

TSNode strip(TSNode node)
{
	for (int depth = 0; depth < DEPTH_MAX; depth++) {
		switch (node_kind(node)) {
		case NODE_PARENTHESIZED:
			node = ts_node_named_child(node, 0);
			break;
		case NODE_CAST:
			node = node_part(node, PART_VALUE);
			break;
		case NODE_POINTER:
			node = node_part(node, PART_ARGUMENT);
			break;
		default:
			return node;
		}
	}
	return nothing;
}

TSNode declared(TSNode declarator)
{
	for (int depth = 0; depth < DEPTH_MAX && !ts_node_is_null(declarator); depth++) {
		TSNode inner;

		if (!ts_node_child_count(declarator))
			return declarator;
		inner = node_part(declarator, PART_DECLARATOR);
		/* A declarator in parentheses has no name for what is in them. */
		if (ts_node_is_null(inner))
			inner = ts_node_named_child(declarator, 0);
		declarator = inner;
	}
	return nothing;
}

TSNode function_declarator(TSNode declarator)
{
	TSNode found = nothing;

	for (int depth = 0; depth < DEPTH_MAX && !ts_node_is_null(declarator); depth++) {
		TSNode inner = node_part(declarator, PART_DECLARATOR);

		/* The innermost: the outer ones are what the function returns. */
		if (node_kind(declarator) == NODE_FUNCTION_DECLARATOR)
			found = declarator;
		if (ts_node_is_null(inner))
			inner = ts_node_named_child(declarator, 0);
		declarator = inner;
	}
	return found;
}

uint32_t type_name(const char *text, TSNode type)
{
	TSNode name;

	switch (node_kind(type)) {
	case NODE_TYPE_NAME:
		return node_name(text, type);
	case NODE_STRUCT:
		name = node_part(type, PART_NAME);
		return ts_node_is_null(name) ? NO_NAME : node_name(text, name);
	default:
		return NO_NAME;
	}
}

TSNode argument(TSNode call, uint32_t index)
{
	TSNode list = node_part(call, PART_ARGUMENTS);
	uint32_t count = ts_node_is_null(list) ? 0 : ts_node_named_child_count(list);

	for (uint32_t i = 0, seen = 0; i < count; i++) {
		TSNode child = ts_node_named_child(list, i);
		enum node_kind kind = node_kind(child);

		if (kind == NODE_COMMENT || kind == NODE_ERROR)
			continue;
		if (seen++ == index)
			return child;
	}
	return nothing;
}

uint32_t called_name(const char *text, TSNode call)
{
	TSNode function = node_part(call, PART_FUNCTION);

	return node_kind(function) == NODE_IDENTIFIER ? node_name(text, function) : NO_NAME;
}

bool begins_statement(TSNode statement)
{
	uint32_t count = ts_node_child_count(statement);
	TSNode last;

	if (node_kind(statement) != NODE_EXPRESSION_STATEMENT || !count)
		return false;
	if (node_kind(ts_node_child(statement, 0)) != NODE_CALL)
		return false;
	last = ts_node_child(statement, count - 1);
	return ts_node_is_missing(last);
}
