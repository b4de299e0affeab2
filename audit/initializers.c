// SPDX-License-Identifier: GPL-2.0
/* What initializers put where, and what they say of a PMU. */
#include "reader.h"

#include <string.h>

/* The name of a structure's member by its position. */
static uint32_t member_at(const struct facts *facts, uint32_t owner, uint32_t position)
{
	for (uint32_t t = 0; owner != NO_NAME && t < facts->type_count; t++) {
		if (facts->types[t].scope == NONE && facts->types[t].owner == owner &&
		    facts->types[t].position == position)
			return facts->types[t].name;
	}
	return NO_NAME;
}

static uint32_t type_of_member(const struct facts *facts, uint32_t owner, uint32_t name)
{
	for (uint32_t t = first_type(facts, name); t != NONE; t = facts->types[t].next) {
		if (facts->types[t].scope == NONE && facts->types[t].owner == owner)
			return facts->types[t].type;
	}
	return NO_NAME;
}

/* One element: of a member that has a name, or by its place in a table. */
static void read_element(struct reader *reader, TSNode value, uint32_t type, uint32_t member,
			 uint32_t name, bool in_table)
{
	struct values from = { 0 }, to = { 0 };
	TSNode plain = strip(value);
	uint32_t first;

	if (node_kind(plain) == NODE_INITIALIZERS || node_kind(plain) == NODE_LITERAL) {
		read_initializer(reader, value,
				 member == NO_NAME ? type :
						     type_of_member(reader->facts, type, member),
				 member == NO_NAME ? name : member);
		return;
	}
	values_of(reader, value, &from);
	if (!from.count)
		return;
	if (member != NO_NAME) {
		to.value[to.count++] = value_of(reader->facts, (struct value){
								       VALUE_FIELD,
								       member,
								       type,
								       reader->file,
								       NONE,
							       });
		to.value[to.count++] = value_of(reader->facts, (struct value){
								       VALUE_MEMBER,
								       member,
								       name,
								       reader->file,
								       NONE,
							       });
	} else if (name != NO_NAME) {
		to.value[to.count++] =
			value_of(reader->facts,
				 (struct value){
					 is_local(reader, name) ? VALUE_LOCAL : VALUE_IDENT,
					 name,
					 NO_NAME,
					 is_local(reader, name) ? reader->function : reader->file,
					 NONE,
				 });
	}
	first = reader->facts->flow_count;
	add_flows(reader, &from, &to, value);
	for (uint32_t f = first; f < reader->facts->flow_count; f++)
		reader->facts->flows[f].in_table = in_table;
}

void read_initializer(struct reader *reader, TSNode node, uint32_t type, uint32_t name)
{
	TSNode list = strip(node);
	uint32_t count, position = 0;

	if (node_kind(list) == NODE_LITERAL) {
		TSNode named = node_part(node_part(list, PART_TYPE), PART_TYPE);

		if (type_name(reader->text, named) != NO_NAME)
			type = type_name(reader->text, named);
		list = node_part(list, PART_VALUE);
	}
	if (node_kind(list) != NODE_INITIALIZERS) {
		read_element(reader, node, type, NO_NAME, name, false);
		return;
	}
	count = ts_node_named_child_count(list);
	for (uint32_t i = 0; i < count; i++) {
		TSNode child = ts_node_named_child(list, i);
		uint32_t member = NO_NAME;

		if (node_kind(child) == NODE_COMMENT)
			continue;
		if (node_kind(child) != NODE_INITIALIZER_PAIR) {
			/* A list in a list is an element of an array, a number no function. */
			if (node_kind(strip(child)) == NODE_IDENTIFIER)
				member = member_at(reader->facts, type, position);
			position++;
			read_element(reader, child, type, member, name, true);
			continue;
		}
		/*
		 * .field = value; [index] = value has no name. The last of several designators
		 * counts.
		 */
		for (uint32_t d = 0; d < ts_node_named_child_count(child); d++) {
			TSNode part = ts_node_named_child(child, d);

			if (!strcmp(ts_node_type(part), "field_designator"))
				member = node_name(reader->text, ts_node_named_child(part, 0));
		}
		if (!ts_node_is_null(node_part(child, PART_VALUE)))
			read_element(reader, node_part(child, PART_VALUE), type, member, name,
				     member == NO_NAME);
		note_capability(reader, child, true);
	}
}

/* Is an assignment always made before the function registers its PMU? */
static bool is_unconditional(const struct reader *reader, TSNode assignment)
{
	TSNode statement = ts_node_parent(assignment);
	TSNode block = ts_node_parent(statement);
	uint32_t from = ts_node_end_byte(statement), to = ts_node_end_byte(block);

	return node_kind(statement) == NODE_EXPRESSION_STATEMENT &&
	       node_kind(block) == NODE_COMPOUND &&
	       node_kind(ts_node_parent(block)) == NODE_FUNCTION &&
	       find_word(reader->text + from, to - from, "perf_pmu_register", 0) >= 0;
}

void note_capability(struct reader *reader, TSNode node, bool always)
{
	struct facts *facts = reader->facts;
	struct capability capability = { reader->file, node_line(node), always, false };
	uint32_t from = ts_node_start_byte(node), len = ts_node_end_byte(node) - from;
	TSNode left = node_part(node, PART_LEFT);
	uint32_t member;

	if (!ts_node_is_null(left)) {
		if (node_kind(left) != NODE_FIELD)
			return;
		member = node_name(reader->text, node_part(left, PART_FIELD));
	} else {
		member = node_name(reader->text,
				   ts_node_named_child(ts_node_named_child(node, 0), 0));
	}
	if (member == name_of_string("capabilities")) {
		if (find_word(reader->text + from, len, "PERF_PMU_CAP_NO_INTERRUPT", 0) < 0)
			return;
		capability.no_interrupt = true;
		capability.always = always || is_unconditional(reader, node);
	} else if (member != name_of_string("event_init")) {
		return;
	}
	GROW(facts->capabilities, facts->capability_count, facts->capability_room);
	facts->capabilities[facts->capability_count++] = capability;
}
