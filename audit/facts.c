// SPDX-License-Identifier: GPL-2.0
#include "facts.h"

#include <stdlib.h>

/* Room for a name in the chains. */
static void make_room(struct facts *facts, uint32_t name)
{
	uint32_t old = facts->by_name.room, room = old ? old : 1024;

	if (name < old)
		return;
	while (room <= name)
		room *= 2;
	facts->by_name.values = must_grow(facts->by_name.values, room * sizeof(uint32_t));
	facts->by_name.functions = must_grow(facts->by_name.functions, room * sizeof(uint32_t));
	facts->by_name.types = must_grow(facts->by_name.types, room * sizeof(uint32_t));
	for (uint32_t i = old; i < room; i++) {
		facts->by_name.values[i] = NONE;
		facts->by_name.functions[i] = NONE;
		facts->by_name.types[i] = NONE;
	}
	facts->by_name.room = room;
}

uint32_t first_value(const struct facts *facts, uint32_t name)
{
	return name < facts->by_name.room ? facts->by_name.values[name] : NONE;
}

uint32_t first_function(const struct facts *facts, uint32_t name)
{
	return name < facts->by_name.room ? facts->by_name.functions[name] : NONE;
}

uint32_t first_type(const struct facts *facts, uint32_t name)
{
	return name < facts->by_name.room ? facts->by_name.types[name] : NONE;
}

static uint32_t slot_of(const struct facts *facts, const struct value *value)
{
	uint32_t hash = value->name * 2654435761u ^ value->type * 40503u ^
			(value->scope + value->kind) * 2246822519u;

	return (hash ^ hash >> 15) & (facts->slot_count - 1);
}

/* Values have a table of their own: a name such as "event" is local to hundreds of functions. */
static void rehash(struct facts *facts)
{
	facts->slot_count = facts->slot_count ? 2 * facts->slot_count : 1 << 15;
	facts->slots = must_grow(facts->slots, facts->slot_count * sizeof(uint32_t));
	for (uint32_t i = 0; i < facts->slot_count; i++)
		facts->slots[i] = NONE;
	for (uint32_t v = 0; v < facts->value_count; v++) {
		uint32_t at = slot_of(facts, &facts->values[v]);

		while (facts->slots[at] != NONE)
			at = (at + 1) & (facts->slot_count - 1);
		facts->slots[at] = v;
	}
}

uint32_t value_of(struct facts *facts, struct value value)
{
	uint32_t at;

	make_room(facts, value.name);
	if (2 * facts->value_count >= facts->slot_count)
		rehash(facts);
	at = slot_of(facts, &value);
	for (; facts->slots[at] != NONE; at = (at + 1) & (facts->slot_count - 1)) {
		const struct value *known = &facts->values[facts->slots[at]];

		if (known->kind == value.kind && known->name == value.name &&
		    known->type == value.type && known->scope == value.scope)
			return facts->slots[at];
	}
	GROW(facts->values, facts->value_count, facts->value_room);
	value.next = facts->by_name.values[value.name];
	facts->values[facts->value_count] = value;
	facts->by_name.values[value.name] = facts->value_count;
	facts->slots[at] = facts->value_count;
	return facts->value_count++;
}

uint32_t first_flow(const struct facts *facts, uint32_t value)
{
	return value < facts->flows_from_room ? facts->flows_from[value] : NONE;
}

void add_flow(struct facts *facts, struct flow flow)
{
	if (flow.src == flow.dst)
		return;
	if (flow.src >= facts->flows_from_room) {
		uint32_t old = facts->flows_from_room, room = old ? old : 1024;

		while (room <= flow.src)
			room *= 2;
		facts->flows_from = must_grow(facts->flows_from, room * sizeof(uint32_t));
		for (uint32_t i = old; i < room; i++)
			facts->flows_from[i] = NONE;
		facts->flows_from_room = room;
	}
	flow.next = facts->flows_from[flow.src];
	GROW(facts->flows, facts->flow_count, facts->flow_room);
	facts->flows_from[flow.src] = facts->flow_count;
	facts->flows[facts->flow_count++] = flow;
}

void add_type(struct facts *facts, struct typed type)
{
	make_room(facts, type.name);
	type.next = facts->by_name.types[type.name];
	GROW(facts->types, facts->type_count, facts->type_room);
	facts->by_name.types[type.name] = facts->type_count;
	facts->types[facts->type_count++] = type;
}

uint32_t add_function(struct facts *facts, struct function function)
{
	make_room(facts, function.name);
	function.next_same_name = facts->by_name.functions[function.name];
	GROW(facts->functions, facts->function_count, facts->function_room);
	facts->by_name.functions[function.name] = facts->function_count;
	facts->functions[facts->function_count] = function;
	return facts->function_count++;
}

void facts_free(struct facts *facts)
{
	for (uint32_t f = 0; f < facts->function_count; f++)
		free(facts->functions[f].own_text);
	free(facts->values);
	free(facts->functions);
	free(facts->calls);
	free(facts->flows);
	free(facts->types);
	free(facts->capabilities);
	free(facts->mentions);
	free(facts->operands);
	free(facts->by_name.values);
	free(facts->by_name.functions);
	free(facts->by_name.types);
	free(facts->flows_from);
	free(facts->slots);
	*facts = (struct facts){ 0 };
}
