// SPDX-License-Identifier: GPL-2.0
/* Which ways from the functions that deliver samples up to who enters them report. */
#include "image_reach.h"

#include <stdlib.h>
#include <string.h>

/* A way that ends, without a report, with a function that no direct call enters. */
static void judge_head(const struct reach *reach, uint32_t head, struct row *row)
{
	const struct image *image = reach->image;
	const struct registered *registered = registration_of(image, head);
	uint32_t held = reach->held[head];
	char *holder, *from;

	if (registered)
		row->registration = image_place(image, registered->at);
	if (registered && entry_is_interrupt(registered->kind)) {
		row->verdict = DOES_NOT_REPORT;
		row->reason = must_format("%s() is registered as %s and reports nowhere",
					  row->handler, entry_text(registered->kind));
	} else if (registered && !is_held_elsewhere(image, head, registered->by)) {
		row->verdict = NOT_APPLICABLE;
		row->reason = must_format("entered by %s, not by a PMU's interrupt",
					  entry_text(registered->kind));
	} else if (!reach->reporters) {
		row->verdict = DOES_NOT_REPORT;
		row->reason = must_format("nothing in the image calls " TOOK "()");
	} else {
		holder = held == NOWHERE ? NULL : image_place(image, image->held[held].at);
		from = holder ? must_format("through a pointer, from %s", holder) :
				must_format("by no direct call");
		row->verdict = UNRESOLVED;
		row->reason = must_format("entered %s: whether by %s, only the source tells", from,
					  reach->reporters);
		free(from);
		if (!row->registration)
			row->registration = holder;
		else
			free(holder);
	}
}

/* sink: NULL where no sample is delivered by direct calls */
static struct row *add_row(const struct reach *reach, uint32_t head, const struct link *sink)
{
	struct rows *rows = reach->rows;
	const struct image *image = reach->image;

	GROW(rows->row, rows->count, rows->room);
	rows->row[rows->count] = (struct row){
		.arch = must_format("%s", image->arch),
		.file = must_format("%s", image->path),
		.handler = must_format("%s", function_text(image, head)),
		.sink = sink ? image_place(image, sink->at) : NULL,
		.verdict = NOT_APPLICABLE,
		.is_image = true,
	};
	return &rows->row[rows->count++];
}

static void visit(struct reach *reach, uint32_t function, const struct link *sink)
{
	const struct image *image = reach->image;
	uint32_t first = reach->first[function], last = reach->first[function + 1];
	const struct link *report = report_of(reach, function);
	struct row *row;

	if (report) {
		row = add_row(reach, function, sink);
		row->verdict = REPORTS;
		row->took = image_place(image, report->at);
		row->reason = must_format("%s() calls %s()", row->handler,
					  function_text(image, report->callee));
		return;
	}
	if (first == last || reach->held[function] != NOWHERE ||
	    registration_of(image, function))
		judge_head(reach, function, add_row(reach, function, sink));
	for (uint32_t l = first; l < last; l++) {
		uint32_t caller = image->links[l].caller;

		if (reach->seen[caller])
			continue;
		reach->seen[caller] = true;
		reach->stack[reach->depth++] = caller;
	}
}

/* The rows of one function that delivers samples, by its call that counts most. */
static void climb(struct reach *reach, const struct link *sink, int rank)
{
	const struct image *image = reach->image;

	if (rank == SINK_AUX) {
		add_row(reach, sink->caller, sink)->reason =
			must_format("AUX only: it hands over a buffer, it delivers no sample");
		return;
	}
	if (is_core(function_text(image, sink->caller))) {
		add_row(reach, sink->caller, sink)->reason =
			must_format("the core of the kernel, not a PMU's interrupt");
		return;
	}
	memset(reach->seen, 0, image->functions.count * sizeof(bool));
	reach->seen[sink->caller] = true;
	reach->stack[reach->depth++] = sink->caller;
	while (reach->depth)
		visit(reach, reach->stack[--reach->depth], sink);
}

static void climb_from_sinks(struct reach *reach)
{
	const struct image *image = reach->image;
	const struct link **best = must_alloc(image->functions.count * sizeof(*best));
	int *ranks = must_alloc(image->functions.count * sizeof(*ranks));

	for (uint32_t l = 0; l < image->link_count; l++) {
		const struct link *link = &image->links[l];
		int rank, own;

		/* The core's interfaces call each other. */
		if (!is_sink(function_text(image, link->callee), &rank) ||
		    is_sink(function_text(image, link->caller), &own))
			continue;
		if (best[link->caller] && ranks[link->caller] <= rank)
			continue;
		best[link->caller] = link;
		ranks[link->caller] = rank;
	}
	for (uint32_t f = 0; f < image->functions.count; f++) {
		if (best[f])
			climb(reach, best[f], ranks[f]);
	}
	free(best);
	free(ranks);
}

/* Who reports, delivers nothing itself and helps nobody: what it calls by pointers is not seen. */
static void add_reporters(struct reach *reach)
{
	const struct image *image = reach->image;

	for (uint32_t l = 0; l < image->link_count; l++) {
		const struct link *link = &image->links[l];
		struct row *row;

		if (!is_first_report(image, l) || reach->to_sink[link->caller] ||
		    reach->first[link->caller] != reach->first[link->caller + 1])
			continue;
		row = add_row(reach, link->caller, NULL);
		row->verdict = REPORTS;
		row->took = image_place(image, link->at);
		row->reason = must_format("%s() calls " TOOK "(); what it calls through pointers, the image does not tell",
					  row->handler);
	}
}

void image_judge(struct image *image, struct rows *rows)
{
	struct reach reach;

	reach_make(&reach, image, rows);
	climb_from_sinks(&reach);
	add_reporters(&reach);
	reach_free(&reach);
}
