// SPDX-License-Identifier: GPL-2.0
/* The functions, macros, structures and global variables that a file declares. */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

static bool has_word(const struct reader *reader, TSNode node, const char *word)
{
	uint32_t count = ts_node_child_count(node);

	for (uint32_t i = 0; i < count; i++) {
		if (node_is(reader->text, ts_node_child(node, i), word))
			return true;
	}
	return false;
}

static void add_params(struct reader *reader, struct function *function, TSNode list)
{
	struct facts *facts = reader->facts;
	uint32_t count = ts_node_is_null(list) ? 0 : ts_node_named_child_count(list);

	for (uint32_t i = 0; i < count; i++) {
		TSNode child = ts_node_named_child(list, i), name = child;
		uint32_t type = NO_NAME;

		if (node_kind(child) == NODE_COMMENT)
			continue;
		if (node_kind(child) == NODE_PARAMETER) {
			name = declared(node_part(child, PART_DECLARATOR));
			type = type_name(reader->text, node_part(child, PART_TYPE));
		}
		GROW(facts->operands, facts->operand_count, facts->operand_room);
		if (!ts_node_is_null(name)) {
			uint32_t word = node_name(reader->text, name);
			struct value value = {
				VALUE_LOCAL, word, NO_NAME, facts->function_count, NONE,
			};

			facts->operands[facts->operand_count++] = value_of(facts, value);
			add_type(facts, (struct typed){
						.name = word,
						.scope = facts->function_count,
						.type = type,
						.is_local = true,
					});
		} else {
			facts->operands[facts->operand_count++] = NONE;
		}
		function->params++;
	}
}

static struct function new_function(struct reader *reader, TSNode name, TSNode body)
{
	return (struct function){
		.name = node_name(reader->text, name),
		.file = reader->file,
		.line = node_line(name),
		.body = body,
		.text = reader->text,
		.first_param = reader->facts->operand_count,
		.first_call = NONE,
	};
}

static bool is_capital(const char *name)
{
	for (; *name; name++) {
		if (*name >= 'a' && *name <= 'z')
			return false;
	}
	return true;
}

/*
 * BPF_CALL_5(name, ...) { } reads as a function BPF_CALL_5 whose first parameter has the type
 * name.
 */
static void made_by_macro(struct reader *reader, struct function *function, TSNode params)
{
	TSNode first = ts_node_is_null(params) ? params : ts_node_named_child(params, 0);
	uint32_t name;

	if (ts_node_is_null(first))
		return;
	name = node_kind(first) == NODE_PARAMETER ?
		       type_name(reader->text, node_part(first, PART_TYPE)) :
	       node_kind(first) == NODE_IDENTIFIER ? node_name(reader->text, first) :
						     NO_NAME;
	if (name == NO_NAME)
		return;
	function->form = FORM_MACRO;
	function->maker = function->name;
	function->name = name;
	function->params = 0;
}

static void visit_function(struct reader *reader, TSNode node)
{
	TSNode declarator = node_part(node, PART_DECLARATOR);
	TSNode head = function_declarator(declarator);
	TSNode body = node_part(node, PART_BODY);
	TSNode name = declared(ts_node_is_null(head) ? declarator : head);
	struct function function;

	if (ts_node_is_null(name) || ts_node_is_null(body))
		return;
	function = new_function(reader, name, body);
	function.is_static = has_word(reader, node, "static");
	function.unclear = ts_node_has_error(body);
	if (ts_node_is_null(head)) {
		TSNode maker = node_part(node, PART_TYPE);

		function.form = FORM_MACRO;
		function.maker = ts_node_is_null(maker) ? NO_NAME : node_name(reader->text, maker);
	} else {
		add_params(reader, &function, node_part(head, PART_PARAMETERS));
	}
	if (is_capital(name_text(function.name)))
		made_by_macro(reader, &function, node_part(head, PART_PARAMETERS));
	add_function(reader->facts, function);
}

/*
 * NAME(first, ...) { ... } between functions: a macro makes a function, named by its first
 * argument.
 */
static void visit_loose_body(struct reader *reader, TSNode body)
{
	TSNode before = ts_node_prev_named_sibling(body), call, name;
	struct function function;

	while (node_kind(before) == NODE_COMMENT)
		before = ts_node_prev_named_sibling(before);
	call = node_kind(before) == NODE_EXPRESSION_STATEMENT ? ts_node_named_child(before, 0) :
								before;
	if (node_kind(call) != NODE_CALL)
		return;
	name = argument(call, 0);
	if (node_kind(name) != NODE_IDENTIFIER)
		return;
	function = new_function(reader, name, body);
	function.form = FORM_MACRO;
	function.maker = called_name(reader->text, call);
	function.unclear = ts_node_has_error(body);
	add_function(reader->facts, function);
}

/* A function-like macro: its text is parsed as the body of a function. */
static void visit_macro(struct reader *reader, TSNode node)
{
	static const char head[] = "void m(void){", tail[] = ";}";
	struct facts *facts = reader->facts;
	TSNode value = node_part(node, PART_VALUE), name = node_part(node, PART_NAME);
	uint32_t from, len;
	struct function function;
	TSNode body;
	char *text;
	TSTree *tree;

	if (ts_node_is_null(value) || ts_node_is_null(name))
		return;
	from = ts_node_start_byte(value);
	len = ts_node_end_byte(value) - from;
	if (!memchr(reader->text + from, '(', len))
		return;
	text = must_format("%s%.*s%s", head, (int)len, reader->text + from, tail);
	/* A line that goes on is one line. */
	for (char *c = text; *c; c++) {
		if (*c == '\\' || *c == '#')
			*c = ' ';
	}
	tree = parse_text(facts->parser, text, strlen(text));
	body = tree && !is_too_deep(tree) ?
		       node_part(ts_node_named_child(ts_tree_root_node(tree), 0), PART_BODY) :
		       (TSNode){ 0 };
	if (node_kind(body) != NODE_COMPOUND) {
		free(text);
		return;
	}
	function = new_function(reader, name, body);
	function.text = text;
	function.own_text = text;
	function.form = FORM_COPIED;
	function.unclear = ts_node_has_error(body);
	add_params(reader, &function, node_part(node, PART_PARAMETERS));
	add_function(facts, function);
}

static void visit_struct(struct reader *reader, TSNode node, uint32_t owner)
{
	TSNode body = node_part(node, PART_BODY);
	uint32_t count = ts_node_is_null(body) ? 0 : ts_node_named_child_count(body);
	uint32_t position = 0;

	if (owner == NO_NAME)
		owner = type_name(reader->text, node);
	for (uint32_t i = 0; owner != NO_NAME && i < count; i++) {
		TSNode field = ts_node_named_child(body, i);
		TSNode name = declared(node_part(field, PART_DECLARATOR));

		if (node_kind(field) != NODE_FIELD_DECLARATION || ts_node_is_null(name))
			continue;
		add_type(reader->facts,
			 (struct typed){
				 .name = node_name(reader->text, name),
				 .owner = owner,
				 .scope = NONE,
				 .type = type_name(reader->text, node_part(field, PART_TYPE)),
				 .position = position++,
			 });
	}
}

static void visit_global(struct reader *reader, TSNode node)
{
	uint32_t type = type_name(reader->text, node_part(node, PART_TYPE));
	uint32_t count = ts_node_named_child_count(node);

	for (uint32_t i = 0; i < count; i++) {
		TSNode child = ts_node_named_child(node, i), name;
		enum node_kind kind = node_kind(child);

		if (kind == NODE_STRUCT || kind == NODE_TYPE_NAME || kind == NODE_COMMENT)
			continue;
		name = declared(child);
		if (node_kind(name) != NODE_IDENTIFIER)
			continue;
		add_type(reader->facts, (struct typed){
						.name = node_name(reader->text, name),
						.scope = reader->file,
						.type = type,
						.global = !has_word(reader, node, "static"),
					});
	}
}

static void visit(struct reader *reader)
{
	TSNode node = ts_tree_cursor_current_node(&reader->cursor);
	TSNode name;

	switch (node_kind(node)) {
	case NODE_FUNCTION:
		visit_function(reader, node);
		/* Declarations after a #if that splits a function may have ended up in it. */
		return;
	case NODE_COMPOUND:
		visit_loose_body(reader, node);
		return;
	case NODE_MACRO:
		visit_macro(reader, node);
		return;
	case NODE_STRUCT:
		visit_struct(reader, node, NO_NAME);
		break;
	case NODE_TYPEDEF:
		name = declared(node_part(node, PART_DECLARATOR));
		if (!ts_node_is_null(name))
			visit_struct(reader, node_part(node, PART_TYPE),
				     node_name(reader->text, name));
		break;
	case NODE_DECLARATION:
		visit_global(reader, node);
		break;
	case NODE_EXPRESSION_STATEMENT:
	case NODE_INITIALIZERS:
		return;
	default:
		break;
	}
	visit_children(reader);
}

void extract_declarations(struct facts *facts, uint32_t file, TSTree *tree)
{
	struct reader reader = new_reader(facts, file, visit);

	visit_tree(&reader, ts_tree_root_node(tree));
}
