// SPDX-License-Identifier: GPL-2.0
/* What an expression may be: which function, variable or member. */
#include "reader.h"

#include <string.h>

void add_local(struct reader *reader, uint32_t name, uint32_t type)
{
	if (reader->local_count < sizeof(reader->locals) / sizeof(*reader->locals)) {
		reader->locals[reader->local_count].name = name;
		reader->locals[reader->local_count++].type = type;
	}
}

bool is_local(const struct reader *reader, uint32_t name)
{
	for (uint32_t i = reader->local_count; i--;) {
		if (reader->locals[i].name == name)
			return true;
	}
	return false;
}

static uint32_t variable_type(struct reader *reader, uint32_t name)
{
	const struct facts *facts = reader->facts;
	uint32_t elsewhere = NO_NAME;

	for (uint32_t i = reader->local_count; i--;) {
		if (reader->locals[i].name == name)
			return reader->locals[i].type;
	}
	for (uint32_t t = first_type(facts, name); t != NONE; t = facts->types[t].next) {
		const struct typed *typed = &facts->types[t];

		if (typed->is_local || typed->scope == NONE || typed->type == NO_NAME)
			continue;
		if (typed->scope == reader->file)
			return typed->type;
		if (typed->global)
			elsewhere = typed->type;
	}
	return elsewhere;
}

/* The type of a member: known where the structure is, or where all structures agree. */
static uint32_t member_type(struct reader *reader, uint32_t owner, uint32_t name)
{
	const struct facts *facts = reader->facts;
	uint32_t found = NO_NAME;

	for (uint32_t t = first_type(facts, name); t != NONE; t = facts->types[t].next) {
		const struct typed *typed = &facts->types[t];

		if (typed->scope != NONE || typed->is_local)
			continue;
		if (owner != NO_NAME && typed->owner == owner)
			return typed->type;
		if (found != NO_NAME && found != typed->type)
			return NO_NAME;
		found = typed->type;
	}
	return owner == NO_NAME ? found : NO_NAME;
}

/* this_cpu_ptr(x), READ_ONCE(x) and the like, whose value or target is x. */
static bool passes_through(const char *name)
{
	static const char *const some[] = {
		"READ_ONCE",
		"ACCESS_ONCE",
		"rcu_dereference",
		"rcu_dereference_raw",
		"rcu_dereference_sched",
		"rcu_dereference_protected",
		"smp_load_acquire",
		"this_cpu_read",
		"__this_cpu_read",
		"raw_cpu_read",
		"this_cpu_ptr",
		"raw_cpu_ptr",
		"per_cpu",
		"per_cpu_ptr",
		"xchg",
		"likely",
		"unlikely",
		"array_index_nospec",
		"get_cpu_var",
		"get_cpu_ptr",
	};

	for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++) {
		if (!strcmp(name, some[i]))
			return true;
	}
	return false;
}

static bool is_static_call(const char *name)
{
	return !strncmp(name, "static_call", 11) && strcmp(name, "static_call_update");
}

uint32_t type_of(struct reader *reader, TSNode expression)
{
	const char *text = reader->text;
	TSNode node = strip(expression), type;

	/* A cast says it best. */
	if (node_kind(expression) == NODE_CAST) {
		type = node_part(node_part(expression, PART_TYPE), PART_TYPE);
		if (type_name(text, type) != NO_NAME)
			return type_name(text, type);
	}
	switch (node_kind(node)) {
	case NODE_IDENTIFIER:
		return variable_type(reader, node_name(text, node));
	case NODE_FIELD:
		return member_type(reader, type_of(reader, node_part(node, PART_ARGUMENT)),
				   node_name(text, node_part(node, PART_FIELD)));
	case NODE_SUBSCRIPT:
		return type_of(reader, node_part(node, PART_ARGUMENT));
	case NODE_CALL:
		if (passes_through(name_text(called_name(text, node))))
			return type_of(reader, argument(node, 0));
		return NO_NAME;
	default:
		return NO_NAME;
	}
}

static void add(struct reader *reader, struct values *values, struct value value)
{
	if (values->count < VALUES_MAX)
		values->value[values->count++] = value_of(reader->facts, value);
}

static void add_identifier(struct reader *reader, struct values *values, uint32_t name)
{
	if (is_local(reader, name))
		add(reader, values,
		    (struct value){ VALUE_LOCAL, name, NO_NAME, reader->function, NONE });
	else
		add(reader, values,
		    (struct value){ VALUE_IDENT, name, NO_NAME, reader->file, NONE });
}

/* The last name of a.b.c, by which the structure in which a member lies is known. */
static uint32_t last_name(const char *text, TSNode node)
{
	node = strip(node);
	switch (node_kind(node)) {
	case NODE_IDENTIFIER:
		return node_name(text, node);
	case NODE_FIELD:
		return node_name(text, node_part(node, PART_FIELD));
	default:
		return NO_NAME;
	}
}

static void add_field(struct reader *reader, struct values *values, TSNode node, bool target)
{
	TSNode owner = node_part(node, PART_ARGUMENT);
	uint32_t name = node_name(reader->text, node_part(node, PART_FIELD));
	uint32_t variable = last_name(reader->text, owner);
	uint32_t type = type_of(reader, owner);

	/* In all of the kernel a member "pmu" is a struct pmu, or a pointer to one. */
	if (type == NO_NAME && !strcmp(name_text(variable), "pmu"))
		type = variable;
	add(reader, values, (struct value){ VALUE_FIELD, name, type, reader->file, NONE });
	if (target && variable != NO_NAME)
		add(reader, values,
		    (struct value){ VALUE_MEMBER, name, variable, reader->file, NONE });
}

static void collect(struct reader *reader, TSNode expression, struct values *values, bool target)
{
	const char *text = reader->text;
	TSNode node = strip(expression);
	const char *called;

	switch (node_kind(node)) {
	case NODE_IDENTIFIER:
		add_identifier(reader, values, node_name(text, node));
		break;
	case NODE_FIELD:
		add_field(reader, values, node, target);
		break;
	case NODE_SUBSCRIPT:
		collect(reader, node_part(node, PART_ARGUMENT), values, target);
		break;
	case NODE_CONDITIONAL:
		if (!ts_node_is_null(node_part(node, PART_CONSEQUENCE)))
			collect(reader, node_part(node, PART_CONSEQUENCE), values, target);
		else
			collect(reader, node_part(node, PART_CONDITION), values, target);
		collect(reader, node_part(node, PART_ALTERNATIVE), values, target);
		break;
	case NODE_COMMA:
	case NODE_ASSIGNMENT:
		collect(reader, node_part(node, PART_RIGHT), values, target);
		break;
	case NODE_CALL:
		called = name_text(called_name(text, node));
		if (is_static_call(called) && node_kind(argument(node, 0)) == NODE_IDENTIFIER)
			add(reader, values,
			    (struct value){
				    VALUE_STATIC_CALL,
				    node_name(text, argument(node, 0)),
				    NO_NAME,
				    reader->file,
				    NONE,
			    });
		else if (passes_through(called))
			collect(reader, argument(node, 0), values, target);
		else if (*called)
			add(reader, values,
			    (struct value){
				    VALUE_RETURN,
				    called_name(text, node),
				    NO_NAME,
				    reader->file,
				    NONE,
			    });
		break;
	default:
		break;
	}
}

void values_of(struct reader *reader, TSNode expression, struct values *values)
{
	collect(reader, expression, values, false);
}

void targets_of(struct reader *reader, TSNode expression, struct values *targets)
{
	collect(reader, expression, targets, true);
}
