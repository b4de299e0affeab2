// SPDX-License-Identifier: GPL-2.0
/* The verdict on one way from an entry to a sample. */
#include "judge.h"
#include "flow.h"

#include <stdlib.h>

/* Follow one entry to one sink. */
static void run_flow(struct judging *judging, struct flow_run *run, const struct delivery *delivery,
		     uint32_t function)
{
	struct graph *graph = judging->graph;
	struct edge *edges = must_alloc(graph->edge_count * sizeof(*edges));

	*run = (struct flow_run){
		.graph = graph,
		.sink = delivery->call,
		.took = NONE,
		.any_took = NONE,
		.summaries = must_alloc(graph->facts->function_count * sizeof(*run->summaries)),
	};
	for (uint32_t e = 0; e < graph->edge_count; e++) {
		if (delivery->above[graph->edges[e].callee] ||
		    graph->to_took[graph->edges[e].callee])
			edges[run->edge_count++] = graph->edges[e];
	}
	run->edges = edges;
	follow_function(run, function);
	free(edges);
}

static bool can_end(const struct summary *summary, enum sample_state state)
{
	for (uint32_t i = 0; i < summary->ways.count; i++) {
		if (summary->ways.path[i].sample == state)
			return true;
	}
	return false;
}

/* The verdict of one sink, as seen from one entry. */
static void judge_delivery(struct judging *judging, const struct delivery *delivery,
			   const struct entry *entry, struct row *row)
{
	const struct facts *facts = judging->graph->facts;
	const struct function *function = &facts->functions[entry->function];
	const char *file = facts->tree->files[function->file].path;
	struct flow_run run;
	const struct summary *summary;
	uint32_t took;

	run_flow(judging, &run, delivery, entry->function);
	summary = run.summaries[entry->function];
	took = run.took != NONE ? run.took : run.any_took;
	row->sink = call_place(facts, delivery->call);
	row->took = call_place(facts, took);
	row->clock = took == NONE ? NULL : clock_of(facts, took);
	if (can_end(summary, SAMPLE_DELIVERED)) {
		row->verdict = DOES_NOT_REPORT;
		if (took == NONE)
			row->reason = must_format("%s() delivers samples and never calls " TOOK
						  "()",
						  name_text(function->name));
		else if (run.took == NONE)
			row->reason =
				must_format("reports before the sample is delivered, not after it");
		else
			row->reason =
				must_format("can return at %s:%u after a sample without a report",
					    file, summary->silent_line);
	} else if (!can_end(summary, SAMPLE_REPORTED) || run.took == NONE) {
		row->verdict = UNRESOLVED;
		row->reason = must_format("the way from %s() to the sample could not be followed",
					  name_text(function->name));
	} else {
		row->verdict = REPORTS;
		row->reason = must_format("reports after every sample");
	}
	if (run.unclear && row->verdict == REPORTS) {
		row->verdict = UNRESOLVED;
		free(row->reason);
		row->reason = must_format("code on the way from %s() could not be parsed",
					  name_text(function->name));
	}
	for (uint32_t f = 0; f < facts->function_count; f++)
		free(run.summaries[f]);
	free(run.summaries);
}

static void row_clear(struct row *row)
{
	free(row->sink);
	free(row->took);
	free(row->clock);
	free(row->reason);
	row->sink = NULL;
	row->took = NULL;
	row->clock = NULL;
	row->reason = NULL;
}

/* The worst of the sinks of a file decides. */
void judge_sinks(struct judging *judging, struct delivery **sinks, uint32_t count,
		 const struct entry *entry, struct row *row)
{
	for (uint32_t s = 0; s < count && sinks[s]->rank < SINK_AUX; s++) {
		struct row now = *row;

		now.sink = NULL;
		now.took = NULL;
		now.clock = NULL;
		now.reason = NULL;
		judge_delivery(judging, sinks[s], entry, &now);
		if (!s || (row->verdict == REPORTS && now.verdict != REPORTS) ||
		    (row->verdict == UNRESOLVED && now.verdict == DOES_NOT_REPORT)) {
			row_clear(row);
			*row = now;
		} else {
			row_clear(&now);
		}
	}
}
