// SPDX-License-Identifier: GPL-2.0
/* Which ways from entries to samples there are, and what is to be said of each. */
#include "judge.h"

#include <stdlib.h>
#include <string.h>

char *place(const struct facts *facts, uint32_t file, uint32_t line)
{
	return file == NONE ? NULL : must_format("%s:%u", facts->tree->files[file].path, line);
}

char *call_place(const struct facts *facts, uint32_t call)
{
	return call == NONE ? NULL : place(facts, facts->calls[call].file, facts->calls[call].line);
}

/* All functions from which the call can be reached. */
static bool *functions_above(const struct graph *graph, uint32_t call)
{
	uint32_t count = graph->facts->function_count;
	bool *above = must_alloc(count * sizeof(bool)), changed = true;

	above[graph->facts->calls[call].caller] = true;
	while (changed) {
		changed = false;
		for (uint32_t e = 0; e < graph->edge_count; e++) {
			if (above[graph->edges[e].callee] && !above[graph->edges[e].caller]) {
				above[graph->edges[e].caller] = true;
				changed = true;
			}
		}
	}
	return above;
}

static void find_deliveries(struct judging *judging)
{
	const struct facts *facts = judging->graph->facts;

	for (uint32_t c = 0; c < facts->call_count; c++) {
		int rank;

		if (!calls_sink(facts, c, &rank))
			continue;
		GROW(judging->deliveries, judging->count, judging->room);
		judging->deliveries[judging->count++] = (struct delivery){
			c,
			rank,
			functions_above(judging->graph, c),
			false,
		};
	}
	for (uint32_t d = 0; d < judging->count; d++) {
		for (uint32_t e = 0; e < judging->graph->entry_count; e++) {
			const struct entry *entry = &judging->graph->entries[e];

			judging->deliveries[d].by_interrupt |=
				entry_is_interrupt(entry->kind) &&
				judging->deliveries[d].above[entry->function];
		}
	}
}

/* Do all PMUs of a file say that they have no interrupt? Returns the place, or NULL. */
static char *no_interrupt(const struct facts *facts, uint32_t file)
{
	uint32_t pmus = 0, without = 0, line = 0;

	for (uint32_t c = 0; c < facts->capability_count; c++) {
		const struct capability *capability = &facts->capabilities[c];

		if (capability->file != file)
			continue;
		pmus += !capability->no_interrupt;
		if (capability->no_interrupt && capability->always) {
			without++;
			line = capability->line;
		}
	}
	return without && without >= pmus ? place(facts, file, line) : NULL;
}

static int by_rank(const void *a, const void *b)
{
	const struct delivery *x = *(const struct delivery *const *)a,
			      *y = *(const struct delivery *const *)b;

	return x->rank != y->rank ? x->rank - y->rank : x->call < y->call ? -1 : x->call > y->call;
}

/* Does an interrupt, or what bypasses one, enter the file's samples? */
static bool matters(const struct judging *judging, uint32_t file)
{
	for (uint32_t d = 0; d < judging->count; d++) {
		if (judging->graph->facts->calls[judging->deliveries[d].call].file == file &&
		    judging->deliveries[d].by_interrupt)
			return true;
	}
	return false;
}

/* The row of one entry and one file, where there is something to say. */
static void judge_file(struct judging *judging, const struct entry *entry, uint32_t file)
{
	const struct facts *facts = judging->graph->facts;
	const struct function *function = &facts->functions[entry->function];
	struct delivery **sinks = must_alloc(judging->count * sizeof(*sinks));
	uint32_t count = 0;
	bool by_interrupt = false;
	struct row row = { 0 };
	char *flag;

	for (uint32_t d = 0; d < judging->count; d++) {
		struct delivery *delivery = &judging->deliveries[d];

		if (facts->calls[delivery->call].file != file || !delivery->above[entry->function])
			continue;
		sinks[count++] = delivery;
		by_interrupt |= delivery->by_interrupt;
	}
	if (!count || (!entry_is_interrupt(entry->kind) && entry->kind != ENTRY_UNRESOLVED &&
		       !(entry_is_detour(entry->kind) && by_interrupt) && matters(judging, file))) {
		free(sinks);
		return;
	}
	qsort(sinks, count, sizeof(*sinks), by_rank);
	row.arch = archs_of(facts->tree, facts->tree->files[file].path);
	row.file = must_format("%s", facts->tree->files[file].path);
	row.handler = must_format("%s", name_text(function->name));
	row.entry = place(facts, function->file, function->line);
	row.registration = place(facts, entry->file, entry->line);
	flag = no_interrupt(facts, file);
	row.verdict = NOT_APPLICABLE;
	if (sinks[0]->rank == SINK_AUX) {
		row.reason = must_format("AUX only: it hands over a buffer, it delivers no sample");
	} else if (flag) {
		row.reason =
			must_format("PERF_PMU_CAP_NO_INTERRUPT at %s: sampling is refused", flag);
	} else if (entry->kind == ENTRY_UNRESOLVED && is_generic(facts, file)) {
		row.reason =
			must_format("called by the core of the kernel, not by a PMU's interrupt");
	} else if (entry->kind == ENTRY_UNRESOLVED) {
		row.verdict = UNRESOLVED;
		row.reason = must_format("who enters %s() is not known: %s", row.handler,
					 entry->obstacle);
	} else if (!entry_is_interrupt(entry->kind) &&
		   !(entry_is_detour(entry->kind) && by_interrupt)) {
		row.reason = must_format("entered by %s, not by a PMU's interrupt",
					 entry_text(entry->kind));
	} else {
		judge_sinks(judging, sinks, count, entry, &row);
	}
	if (!row.sink)
		row.sink = call_place(facts, sinks[0]->call);
	free(flag);
	free(sinks);
	GROW(judging->rows->row, judging->rows->count, judging->rows->room);
	judging->rows->row[judging->rows->count++] = row;
}

static int by_kind(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->file != y->file ? (x->file < y->file ? -1 : 1) : (int)x->line - (int)y->line;
}

/* A PMU without interrupt needs no report: it is listed, so that nobody looks for it. */
static void add_silent_pmus(struct judging *judging)
{
	const struct facts *facts = judging->graph->facts;
	bool *listed = must_alloc(facts->tree->count * sizeof(bool));

	for (uint32_t d = 0; d < judging->count; d++)
		listed[facts->calls[judging->deliveries[d].call].file] = true;
	for (uint32_t c = 0; c < facts->capability_count; c++) {
		uint32_t file = facts->capabilities[c].file;
		const char *path = facts->tree->files[file].path;
		char *flag = listed[file] ? NULL : no_interrupt(facts, file);
		struct row row = { .verdict = NOT_APPLICABLE };

		if (!flag)
			continue;
		listed[file] = true;
		row.arch = archs_of(facts->tree, path);
		row.file = must_format("%s", path);
		row.reason =
			must_format("PERF_PMU_CAP_NO_INTERRUPT at %s: sampling is refused", flag);
		free(flag);
		GROW(judging->rows->row, judging->rows->count, judging->rows->room);
		judging->rows->row[judging->rows->count++] = row;
	}
	free(listed);
}

static int by_file(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int files = strcmp(x->file, y->file);

	return files ? files : strcmp(x->handler ? x->handler : "", y->handler ? y->handler : "");
}

void judge(struct graph *graph, struct rows *rows)
{
	struct judging judging = { .graph = graph, .rows = rows };
	const struct facts *facts = graph->facts;

	if (graph->entry_count)
		qsort(graph->entries, graph->entry_count, sizeof(*graph->entries), by_kind);
	find_deliveries(&judging);
	for (uint32_t e = 0; e < graph->entry_count; e++) {
		uint32_t last = NONE;

		/* Of several registrations of a function the first that counts most. */
		if (e && graph->entries[e - 1].function == graph->entries[e].function)
			continue;
		for (uint32_t d = 0; d < judging.count; d++) {
			uint32_t file = facts->calls[judging.deliveries[d].call].file;

			/* Deliveries are in the order of files. */
			if (file != last)
				judge_file(&judging, &graph->entries[e], file);
			last = file;
		}
	}
	add_silent_pmus(&judging);
	if (rows->count)
		qsort(rows->row, rows->count, sizeof(*rows->row), by_file);
	for (uint32_t d = 0; d < judging.count; d++)
		free(judging.deliveries[d].above);
	free(judging.deliveries);
}
