// SPDX-License-Identifier: GPL-2.0
/* The callers of one function, direct ones and those that hold its address. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

static void enqueue(struct search *search, uint32_t value)
{
	if (search->seen[value])
		return;
	search->seen[value] = true;
	GROW(search->values, search->value_count, search->value_room);
	search->values[search->value_count++] = value;
}

/* Is one file's folder the other's, or in it? Where nothing else ties a member to its structure. */
static bool same_folder(const struct facts *facts, uint32_t a, uint32_t b)
{
	const char *path_a = facts->tree->files[a].path, *path_b = facts->tree->files[b].path;
	const char *end_a = strrchr(path_a, '/'), *end_b = strrchr(path_b, '/');
	size_t len_a = end_a ? end_a - path_a + 1 : 0, len_b = end_b ? end_b - path_b + 1 : 0;

	return !strncmp(path_a, path_b, len_a < len_b ? len_a : len_b);
}

/* Can two members of the same name be the same? */
static bool same_member(const struct facts *facts, const struct value *a, const struct value *b)
{
	if (!same_world(facts, a->scope, b->scope))
		return false;
	if (a->type != NO_NAME && b->type != NO_NAME)
		return a->type == b->type;
	return same_folder(facts, a->scope, b->scope);
}

/* Other values that are the same thing by another spelling. */
static void enqueue_same(struct search *search, uint32_t value)
{
	const struct facts *facts = search->graph->facts;
	const struct value *mine = &facts->values[value];

	for (uint32_t v = first_value(facts, mine->name); v != NONE; v = facts->values[v].next) {
		const struct value *other = &facts->values[v];

		if (other->kind != mine->kind)
			continue;
		switch (mine->kind) {
		case VALUE_FIELD:
			if (same_member(facts, mine, other))
				enqueue(search, v);
			break;
		case VALUE_IDENT:
		case VALUE_STATIC_CALL:
		case VALUE_RETURN:
			if (same_world(facts, mine->scope, other->scope))
				enqueue(search, v);
			break;
		default:
			break;
		}
	}
}

/* register_die_notifier(&block), where block.notifier_call holds the function. */
static void look_for_registration(struct search *search, const struct value *member)
{
	struct graph *graph = search->graph;
	const struct facts *facts = graph->facts;

	for (uint32_t r = 0; r < graph->registration_count; r++) {
		const struct call *call = &facts->calls[graph->registrations[r]];
		const struct value *callee = &facts->values[facts->operands[call->first_callee]];
		uint32_t arg = 0;
		enum entry_kind kind;

		if (call->file != member->scope)
			continue;
		for (uint32_t i = 0; i < call->args_len; i++) {
			uint32_t operand = facts->operands[call->first_arg + i];

			if (operand == NONE) {
				arg++;
				continue;
			}
			if (facts->values[operand].name == member->type &&
			    api_registers(name_text(callee->name), arg, name_text(member->name),
					  &kind))
				add_entry(search, kind, call->file, call->line);
		}
	}
}

/* Where the value was put: is that a place whose caller is known? */
static void follow_flow(struct search *search, const struct flow *flow)
{
	const struct facts *facts = search->graph->facts;
	const struct value *target = &facts->values[flow->dst];
	enum entry_kind kind;

	search->last_file = flow->file;
	search->last_line = flow->line;
	if (flow->in_table && flow->caller == NONE && !search->in_table) {
		search->in_table = true;
		search->table_file = flow->file;
		search->table_line = flow->line;
	}
	if (target->kind == VALUE_FIELD) {
		if (member_registers(name_text(target->type), name_text(target->name), &kind)) {
			if (kind != ENTRY_CARRIED)
				add_entry(search, kind, flow->file, flow->line);
			return;
		}
		if (target->type != NO_NAME)
			want(search, target->name, target->type, false);
	}
	if (target->kind == VALUE_MEMBER) {
		look_for_registration(search, target);
		return;
	}
	if (target->kind == VALUE_STATIC_CALL)
		want(search, target->name, NO_NAME, false);
	if (target->kind == VALUE_IDENT)
		want(search, target->name, NO_NAME, false);
	enqueue(search, flow->dst);
	enqueue_same(search, flow->dst);
}

/* The parameter in which a function takes the argument. */
static void enqueue_param(struct search *search, uint32_t function, uint32_t arg)
{
	const struct facts *facts = search->graph->facts;
	const struct function *taker = &facts->functions[function];

	if (arg < taker->params && facts->operands[taker->first_param + arg] != NONE)
		enqueue(search, facts->operands[taker->first_param + arg]);
}

/* ops->request(irq, handler): to whatever function was put into that member. */
static bool hand_by_pointer(struct search *search, const struct value *pointer, uint32_t arg)
{
	const struct facts *facts = search->graph->facts;
	bool any = false;

	for (uint32_t f = 0; pointer->kind == VALUE_FIELD && f < facts->flow_count; f++) {
		const struct value *from = &facts->values[facts->flows[f].src];
		const struct value *to = &facts->values[facts->flows[f].dst];
		uint32_t found[RESOLVE_MAX], count;

		if (from->kind != VALUE_IDENT || to->kind != VALUE_FIELD ||
		    to->name != pointer->name || !same_member(facts, pointer, to))
			continue;
		count = resolve(facts, from->name, from->scope, found, RESOLVE_MAX);
		for (uint32_t i = 0; i < count; i++)
			enqueue_param(search, found[i], arg);
		any |= count > 0;
	}
	return any;
}

/* The value is handed to a function as an argument. */
static void follow_argument(struct search *search, const struct use *use)
{
	struct graph *graph = search->graph;
	const struct facts *facts = graph->facts;
	const struct call *call = &facts->calls[use->call];

	for (uint32_t i = 0; i < call->callees; i++) {
		const struct value *callee =
			&facts->values[facts->operands[call->first_callee + i]];
		const char *called = name_text(callee->name);
		uint32_t found[RESOLVE_MAX], count;
		enum entry_kind kind;

		if (callee->kind != VALUE_IDENT) {
			if (!hand_by_pointer(search, callee, use->arg))
				search->obstacle = "handed to a function by pointer";
			search->last_file = call->file;
			search->last_line = call->line;
			continue;
		}
		if (api_registers(called, use->arg, "", &kind)) {
			add_entry(search, kind, call->file, call->line);
			continue;
		}
		if (api_ignores(called) || strstr(called, "STATIC_CALL") ||
		    !strncmp(called, "static_call", 11))
			continue;
		count = resolve(facts, callee->name, call->file, found, RESOLVE_MAX);
		for (uint32_t f = 0; f < count; f++)
			enqueue_param(search, found[f], use->arg);
		if (!count && call->caller != NONE) {
			want(search, callee->name, NO_NAME, false);
			search->obstacle = "handed to a function that was not found";
		}
		search->last_file = call->file;
		search->last_line = call->line;
	}
}

/* First use of a value in the sorted list. */
static uint32_t first_use(const struct graph *graph, uint32_t value)
{
	uint32_t low = 0, high = graph->use_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (graph->uses[middle].value < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * A pointer such as perf_irq, by which an architecture's interrupt code calls a driver in another
 * file: setting it is what registers the handler. But where that code reports the duration by
 * itself, it is the handler.
 */
static void call_by_pointer(struct search *search, uint32_t call)
{
	struct graph *graph = search->graph;
	const struct facts *facts = graph->facts;
	uint32_t caller = facts->calls[call].caller;

	if (facts->calls[call].file == facts->functions[search->function].file)
		add_edge(search, call);
	else if (search->reporting)
		return;
	else if (caller != NONE && graph->to_took[caller])
		add_edge(search, call);
	else
		add_entry(search, ENTRY_POINTER, search->given_file, search->given_line);
}

static void follow(struct search *search, uint32_t value, bool is_name)
{
	struct graph *graph = search->graph;
	const struct facts *facts = graph->facts;
	bool is_pointer = facts->values[value].kind == VALUE_IDENT && !is_name;

	for (uint32_t u = first_use(graph, value); u < graph->use_count; u++) {
		const struct use *use = &graph->uses[u];

		if (use->value != value)
			break;
		if (use->arg == NONE && is_pointer)
			call_by_pointer(search, use->call);
		else if (use->arg == NONE)
			add_edge(search, use->call);
		else
			follow_argument(search, use);
	}
	for (uint32_t f = first_flow(facts, value); f != NONE; f = facts->flows[f].next)
		follow_flow(search, &facts->flows[f]);
	if (is_name && search->given_file == NONE) {
		search->given_file = search->last_file;
		search->given_line = search->last_line;
	}
}

/* Identifiers that mean this function: those of its file, or of others where it is not static. */
static void enqueue_names(struct search *search)
{
	const struct facts *facts = search->graph->facts;
	const struct function *function = &facts->functions[search->function];

	for (uint32_t v = first_value(facts, function->name); v != NONE;
	     v = facts->values[v].next) {
		uint32_t found[RESOLVE_MAX], count;

		if (facts->values[v].kind != VALUE_IDENT)
			continue;
		count = resolve(facts, function->name, facts->values[v].scope, found, RESOLVE_MAX);
		for (uint32_t i = 0; i < count; i++) {
			if (found[i] == search->function)
				enqueue(search, v);
		}
	}
}

void search_callers(struct search *search)
{
	uint32_t names;

	search->seen = must_alloc(search->graph->facts->value_count * sizeof(bool));
	search->last_file = NONE;
	search->given_file = NONE;
	enqueue_names(search);
	names = search->value_count;
	for (uint32_t i = 0; i < search->value_count; i++)
		follow(search, search->values[i], i < names);
	free(search->seen);
	free(search->values);
}
