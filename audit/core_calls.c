// SPDX-License-Identifier: GPL-2.0
/* The calls of a tree that deliver samples or report, as an image of it can have them. */
#include "graph.h"
#include "audit.h"

#include <stdlib.h>
#include <string.h>

/* Does the call name the function: only such calls can be inlined. */
static bool is_direct(const struct facts *facts, const struct edge *edge)
{
	const struct call *call = &facts->calls[edge->call];
	const struct value *callee;

	if (call->callees != 1)
		return false;
	callee = &facts->values[facts->operands[call->first_callee]];
	return callee->kind == VALUE_IDENT && callee->name == facts->functions[edge->callee].name;
}

static void add_name(struct core_call *call, uint32_t name)
{
	for (uint32_t i = 0; i < call->count; i++) {
		if (call->functions[i] == name)
			return;
	}
	GROW(call->functions, call->count, call->room);
	call->functions[call->count++] = name;
}

/* From the caller up. A function of another file was inlined only if a header has it. */
static void list_functions(const struct graph *graph, uint32_t caller, struct core_call *call)
{
	const struct facts *facts = graph->facts;
	uint32_t *queue = must_alloc(facts->function_count * sizeof(*queue)), count = 0;
	bool *seen = must_alloc(facts->function_count * sizeof(bool));

	queue[count++] = caller;
	seen[caller] = true;
	for (uint32_t i = 0; i < count; i++) {
		const struct function *function = &facts->functions[queue[i]];
		bool is_header = facts->tree->files[function->file].kind == FILE_HEADER;

		add_name(call, function->name);
		for (uint32_t e = 0; e < graph->edge_count; e++) {
			const struct edge *edge = &graph->edges[e];

			if (edge->callee != queue[i] || seen[edge->caller] ||
			    !is_direct(facts, edge) ||
			    (!is_header && facts->functions[edge->caller].file != function->file))
				continue;
			seen[edge->caller] = true;
			queue[count++] = edge->caller;
		}
	}
	free(queue);
	free(seen);
}

void list_core_calls(const struct graph *graph, struct rows *rows)
{
	const struct facts *facts = graph->facts;

	for (uint32_t c = 0; c < facts->call_count; c++) {
		const struct call *call = &facts->calls[c];
		const char *path = facts->tree->files[call->file].path;
		struct core_call core = { 0 };
		int rank;

		if (!calls_sink(facts, c, &rank) && !calls_took(facts, c))
			continue;
		core.file = must_format("%s", path);
		core.archs = archs_of(facts->tree, path);
		core.line = call->line;
		core.called = facts->values[facts->operands[call->first_callee]].name;
		core.is_generic = is_generic(facts, call->file);
		list_functions(graph, call->caller, &core);
		GROW(rows->calls, rows->call_count, rows->call_room);
		rows->calls[rows->call_count++] = core;
	}
}
