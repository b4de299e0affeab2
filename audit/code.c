// SPDX-License-Identifier: GPL-2.0
/* What happens in a file: who calls whom, and where functions' addresses go. */
#include "reader.h"

#include <string.h>

void add_flows(struct reader *reader, const struct values *from, const struct values *to,
	       TSNode where)
{
	for (uint32_t f = 0; f < from->count; f++) {
		for (uint32_t t = 0; t < to->count; t++) {
			add_flow(reader->facts, (struct flow){
							.src = from->value[f],
							.dst = to->value[t],
							.file = reader->file,
							.line = node_line(where),
							.caller = reader->function,
						});
		}
	}
}

static void add_operand(struct facts *facts, uint32_t value)
{
	GROW(facts->operands, facts->operand_count, facts->operand_room);
	facts->operands[facts->operand_count++] = value;
}

/*
 * Macros that put one argument where another says: WRITE_ONCE(p, f), static_call_update(name, f).
 */
static void visit_store(struct reader *reader, TSNode call, const char *called)
{
	static const char *const stores[] = {
		"WRITE_ONCE", "rcu_assign_pointer", "RCU_INIT_POINTER", "smp_store_release",
		"xchg",	      "this_cpu_write",	    "__this_cpu_write", "raw_cpu_write",
	};
	struct values from = { 0 }, to = { 0 };
	TSNode first = argument(call, 0), second = argument(call, 1);

	if (ts_node_is_null(second))
		return;
	if (strstr(called, "STATIC_CALL") || !strcmp(called, "static_call_update")) {
		to.value[to.count++] =
			value_of(reader->facts, (struct value){
							VALUE_STATIC_CALL,
							node_name(reader->text, strip(first)),
							NO_NAME,
							reader->file,
							NONE,
						});
		values_of(reader, second, &from);
	}
	for (size_t i = 0; i < sizeof(stores) / sizeof(*stores); i++) {
		if (!strcmp(called, stores[i])) {
			targets_of(reader, first, &to);
			values_of(reader, second, &from);
		}
	}
	add_flows(reader, &from, &to, call);
}

static void visit_call(struct reader *reader, TSNode node)
{
	struct facts *facts = reader->facts;
	struct values callees = { 0 };
	struct call call = {
		.caller = reader->function,
		.file = reader->file,
		.line = node_line(node),
		.byte = ts_node_start_byte(node),
	};
	TSNode arg;

	if (reader->function != NONE && facts->functions[reader->function].form == FORM_COPIED)
		call.line += facts->functions[reader->function].line - 1;
	values_of(reader, node_part(node, PART_FUNCTION), &callees);
	/* The values may grow the list of operands' numbers: first find them, then list them. */
	struct values args[16] = { 0 };
	uint32_t arg_count = 0;

	for (; arg_count < 16; arg_count++) {
		arg = argument(node, arg_count);
		if (ts_node_is_null(arg))
			break;
		values_of(reader, arg, &args[arg_count]);
	}
	call.first_callee = facts->operand_count;
	call.callees = callees.count;
	for (uint32_t i = 0; i < callees.count; i++)
		add_operand(facts, callees.value[i]);
	call.first_arg = facts->operand_count;
	for (uint32_t a = 0; a < arg_count; a++) {
		for (uint32_t i = 0; i < args[a].count; i++)
			add_operand(facts, args[a].value[i]);
		add_operand(facts, NONE);
	}
	call.args_len = facts->operand_count - call.first_arg;
	GROW(facts->calls, facts->call_count, facts->call_room);
	facts->calls[facts->call_count++] = call;
	visit_store(reader, node, name_text(called_name(reader->text, node)));
}

static void visit_declaration(struct reader *reader, TSNode node)
{
	uint32_t type = type_name(reader->text, node_part(node, PART_TYPE));
	uint32_t count = ts_node_named_child_count(node);

	for (uint32_t i = 0; i < count; i++) {
		TSNode child = ts_node_named_child(node, i), name, value;
		enum node_kind kind = node_kind(child);
		uint32_t word;

		if (kind == NODE_STRUCT || kind == NODE_TYPE_NAME || kind == NODE_COMMENT)
			continue;
		name = declared(kind == NODE_INITIALIZER ? node_part(child, PART_DECLARATOR) :
							   child);
		if (node_kind(name) != NODE_IDENTIFIER)
			continue;
		word = node_name(reader->text, name);
		if (reader->function != NONE)
			add_local(reader, word, type);
		value = kind == NODE_INITIALIZER ? node_part(child, PART_VALUE) : (TSNode){ 0 };
		if (!ts_node_is_null(value))
			read_initializer(reader, value, type, word);
	}
}

static void visit_assignment(struct reader *reader, TSNode node)
{
	struct values from = { 0 }, to = { 0 };
	TSNode right = node_part(node, PART_RIGHT), left = node_part(node, PART_LEFT);

	note_capability(reader, node, false);
	if (node_kind(strip(right)) == NODE_LITERAL) {
		read_initializer(reader, right, type_of(reader, left), NO_NAME);
		return;
	}
	values_of(reader, right, &from);
	if (from.count) {
		targets_of(reader, left, &to);
		add_flows(reader, &from, &to, node);
	}
}

static void visit_return(struct reader *reader, TSNode node)
{
	struct values from = { 0 }, to = { 0 };
	TSNode value = ts_node_named_child(node, 0);

	if (ts_node_is_null(value) || reader->function == NONE)
		return;
	values_of(reader, value, &from);
	to.value[to.count++] =
		value_of(reader->facts, (struct value){
						VALUE_RETURN,
						reader->facts->functions[reader->function].name,
						NO_NAME,
						reader->file,
						NONE,
					});
	add_flows(reader, &from, &to, node);
}

static void visit(struct reader *reader)
{
	TSNode node = ts_tree_cursor_current_node(&reader->cursor);

	switch (node_kind(node)) {
	case NODE_FUNCTION:
	case NODE_MACRO:
	case NODE_STRUCT:
		/* Functions are read one by one; these two say nothing more. */
		if (reader->function == NONE)
			return;
		break;
	case NODE_COMPOUND:
		if (reader->function == NONE)
			return;
		break;
	case NODE_CALL:
		visit_call(reader, node);
		break;
	case NODE_DECLARATION:
		visit_declaration(reader, node);
		break;
	case NODE_ASSIGNMENT:
		visit_assignment(reader, node);
		break;
	case NODE_RETURN:
		visit_return(reader, node);
		break;
	default:
		break;
	}
	visit_children(reader);
}

static void read_function(struct reader *reader, uint32_t index)
{
	struct facts *facts = reader->facts;
	struct function function = facts->functions[index];

	reader->function = index;
	reader->text = function.text;
	reader->local_count = 0;
	for (uint32_t i = 0; i < function.params; i++) {
		uint32_t value = facts->operands[function.first_param + i], type = NO_NAME;

		if (value == NONE)
			continue;
		for (uint32_t t = first_type(facts, facts->values[value].name); t != NONE;
		     t = facts->types[t].next) {
			if (facts->types[t].is_local && facts->types[t].scope == index)
				type = facts->types[t].type;
		}
		add_local(reader, facts->values[value].name, type);
	}
	facts->functions[index].first_call = facts->call_count;
	visit_tree(reader, function.body);
	facts->functions[index].last_call = facts->call_count;
}

void extract_code(struct facts *facts, uint32_t file, TSTree *tree, uint32_t first_function)
{
	struct reader reader = new_reader(facts, file, visit);

	visit_tree(&reader, ts_tree_root_node(tree));
	for (uint32_t f = first_function;
	     f < facts->function_count && facts->functions[f].file == file; f++)
		read_function(&reader, f);
}
