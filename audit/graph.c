// SPDX-License-Identifier: GPL-2.0
#include "graph.h"

#include <stdlib.h>
#include <string.h>

void want(struct search *search, uint32_t name, uint32_t type, bool in_assembly)
{
	struct graph *graph = search->graph;

	if (search->closed)
		return;
	for (uint32_t i = 0; i < graph->wanted_count; i++) {
		if (graph->wanted[i].name == name && graph->wanted[i].type == type) {
			graph->wanted[i].in_assembly |= in_assembly;
			return;
		}
	}
	GROW(graph->wanted, graph->wanted_count, graph->wanted_room);
	graph->wanted[graph->wanted_count++] = (struct wanted){ name, type, in_assembly };
}

void add_entry(struct search *search, enum entry_kind kind, uint32_t file, uint32_t line)
{
	struct graph *graph = search->graph;
	struct entry entry = { search->function, kind, file, line, NULL };

	if (kind == ENTRY_UNRESOLVED)
		entry.obstacle = search->obstacle;
	search->entries++;
	if (search->reporting)
		return;
	for (uint32_t i = 0; i < graph->entry_count; i++) {
		if (graph->entries[i].function == entry.function && graph->entries[i].kind == kind)
			return;
	}
	GROW(graph->entries, graph->entry_count, graph->entry_room);
	graph->entries[graph->entry_count++] = entry;
}

void add_edge(struct search *search, uint32_t call)
{
	struct graph *graph = search->graph;
	uint32_t caller = graph->facts->calls[call].caller;

	/* Calls between functions are macros that declare something. */
	if (caller == NONE)
		return;
	search->callers++;
	for (uint32_t i = graph->edge_count; i-- && graph->edges[i].callee == search->function;) {
		if (graph->edges[i].call == call)
			return;
	}
	GROW(graph->edges, graph->edge_count, graph->edge_room);
	graph->edges[graph->edge_count++] = (struct edge){ caller, call, search->function };
}

/* Sort by value, in place of a comparison sort: there are as many values as uses. */
static void sort_uses(struct graph *graph)
{
	uint32_t values = graph->facts->value_count;
	uint32_t *at = must_alloc((values + 1) * sizeof(*at));
	struct use *sorted = must_alloc(graph->use_count * sizeof(*sorted));

	for (uint32_t u = 0; u < graph->use_count; u++)
		at[graph->uses[u].value + 1]++;
	for (uint32_t v = 0; v < values; v++)
		at[v + 1] += at[v];
	for (uint32_t u = 0; u < graph->use_count; u++)
		sorted[at[graph->uses[u].value]++] = graph->uses[u];
	free(graph->uses);
	free(at);
	graph->uses = sorted;
}

/* List the uses of every value, and the calls that register structures. */
static void list_uses(struct graph *graph)
{
	const struct facts *facts = graph->facts;
	uint32_t room = 0;

	for (uint32_t c = 0; c < facts->call_count; c++) {
		const struct call *call = &facts->calls[c];
		uint32_t arg = 0;

		for (uint32_t i = 0; i < call->callees; i++) {
			uint32_t value = facts->operands[call->first_callee + i];

			GROW(graph->uses, graph->use_count, room);
			graph->uses[graph->use_count++] = (struct use){ value, c, NONE };
			if (facts->values[value].kind == VALUE_IDENT &&
			    api_takes_structure(name_text(facts->values[value].name))) {
				GROW(graph->registrations, graph->registration_count,
				     graph->registration_room);
				graph->registrations[graph->registration_count++] = c;
			}
		}
		for (uint32_t i = 0; i < call->args_len; i++) {
			uint32_t value = facts->operands[call->first_arg + i];

			if (value == NONE) {
				arg++;
				continue;
			}
			GROW(graph->uses, graph->use_count, room);
			graph->uses[graph->use_count++] = (struct use){ value, c, arg };
		}
	}
	sort_uses(graph);
}

/* Who enters a function that nobody in the known code calls or registers. */
static void enter_from_outside(struct search *search)
{
	struct graph *graph = search->graph;
	const struct facts *facts = graph->facts;
	const struct function *function = &facts->functions[search->function];
	enum entry_kind kind;

	for (uint32_t m = 0; m < facts->mention_count; m++) {
		if (facts->mentions[m].name == function->name && is_visible(facts, function) &&
		    same_world(facts, facts->mentions[m].file, function->file))
			add_entry(search, ENTRY_TRAP, facts->mentions[m].file,
				  facts->mentions[m].line);
	}
	if (function->form == FORM_MACRO) {
		kind = maker_kind(name_text(function->maker));
		if (kind != ENTRY_UNRESOLVED)
			add_entry(search, kind, function->file, function->line);
	}
	if (search->entries || search->callers)
		return;
	/* A macro that nobody uses, a header's function that nobody calls, is no code. */
	if (function->form == FORM_COPIED || facts->tree->files[function->file].kind == FILE_HEADER)
		return;
	/* A table of an architecture that C only fills is read by its assembly. */
	if (search->in_table && !search->obstacle &&
	    !strncmp(facts->tree->files[search->table_file].path, "arch/", 5)) {
		add_entry(search, ENTRY_TRAP, search->table_file, search->table_line);
		return;
	}
	if (!search->obstacle)
		search->obstacle =
			search->last_file == NONE ?
				"nothing calls or registers it" :
				"its address is stored where nothing is known to call it";
	add_entry(search, ENTRY_UNRESOLVED, search->last_file, search->last_line);
}

/*
 * From the functions in reach[] to all that can call them. reporting: it is reports that are looked
 * for, entries do not matter. closed: other files do not matter.
 */
static void go_up(struct graph *graph, bool *reach, bool reporting, bool closed)
{
	const struct facts *facts = graph->facts;
	uint32_t *queue = must_alloc(facts->function_count * sizeof(*queue)), count = 0;

	for (uint32_t f = 0; f < facts->function_count; f++) {
		if (reach[f])
			queue[count++] = f;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct search search = { .graph = graph,
					 .function = queue[i],
					 .reporting = reporting,
					 .closed = closed };
		uint32_t first = graph->edge_count;

		/* The perf core's own interfaces are where a search ends. */
		if (is_core_interface(facts, queue[i]) || graph->done[queue[i]])
			continue;
		if (!reporting)
			graph->done[queue[i]] = true;
		if (is_visible(facts, &facts->functions[queue[i]]))
			want(&search, facts->functions[queue[i]].name, NO_NAME, true);
		search_callers(&search);
		if (!reporting)
			enter_from_outside(&search);
		for (uint32_t e = first; e < graph->edge_count; e++) {
			uint32_t caller = graph->edges[e].caller;

			if (!reach[caller]) {
				reach[caller] = true;
				queue[count++] = caller;
			}
		}
	}
	free(queue);
}

void graph_make(struct graph *graph, struct facts *facts)
{
	bool *closed;

	*graph = (struct graph){ .facts = facts };
	graph->to_sink = must_alloc(facts->function_count * sizeof(bool));
	graph->to_took = must_alloc(facts->function_count * sizeof(bool));
	graph->done = must_alloc(facts->function_count * sizeof(bool));
	list_uses(graph);
	closed = must_alloc(facts->function_count * sizeof(bool));
	for (uint32_t c = 0; c < facts->call_count; c++) {
		int rank;

		if (calls_sink(facts, c, &rank))
			(rank < SINK_AUX && !is_generic(facts, facts->calls[c].file) ?
				 graph->to_sink :
				 closed)[facts->calls[c].caller] = true;
		if (calls_took(facts, c))
			graph->to_took[facts->calls[c].caller] = true;
	}
	go_up(graph, graph->to_took, true, false);
	go_up(graph, graph->to_sink, false, false);
	/* AUX and the core need no verdict: what their own files say will do. */
	go_up(graph, closed, false, true);
	free(closed);
}

void graph_free(struct graph *graph)
{
	free(graph->edges);
	free(graph->entries);
	free(graph->to_sink);
	free(graph->to_took);
	free(graph->done);
	free(graph->wanted);
	free(graph->uses);
	free(graph->registrations);
	*graph = (struct graph){ 0 };
}
