// SPDX-License-Identifier: GPL-2.0
/* Which ways from the functions that deliver samples up to who enters them report. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

struct judging {
	struct image *image;
	struct rows *rows;
	/* by callee: its first link; the last is the number of links */
	uint32_t *first;
	/* by function: its first held[], NOWHERE where nothing holds it */
	uint32_t *held;
	/* by function: a way of calls leads from it to a sample; to a report but to no sample */
	bool *to_sink, *helps;
	/* those that report by themselves: how many, and one of them */
	uint32_t reporters, reporter;
	/* of one climb */
	bool *seen;
	uint32_t *stack, depth;
};

static bool is_took(const struct image *image, uint32_t function)
{
	return !strcmp(function_text(image, function), TOOK);
}

/* What the perf core and BPF deliver without any PMU. */
static bool is_core(const char *name)
{
	static const char *const begins[] = {
		"perf_swevent_", "___perf_sw_event", "__perf_sw_event", "perf_tp_event",
		"perf_bp_event", "bpf_",	     "__bpf_",
	};

	for (size_t i = 0; i < sizeof(begins) / sizeof(*begins); i++) {
		if (!strncmp(name, begins[i], strlen(begins[i])))
			return true;
	}
	return false;
}

static int by_callee(const void *a, const void *b)
{
	const struct link *x = a, *y = b;

	if (x->callee != y->callee)
		return x->callee < y->callee ? -1 : 1;
	if (x->caller != y->caller)
		return x->caller < y->caller ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static void index_links(struct judging *judging)
{
	struct image *image = judging->image;
	uint32_t functions = image->functions.count;

	if (image->link_count)
		qsort(image->links, image->link_count, sizeof(*image->links), by_callee);
	judging->first = must_alloc((functions + 1) * sizeof(*judging->first));
	for (uint32_t l = 0; l < image->link_count; l++)
		judging->first[image->links[l].callee + 1]++;
	for (uint32_t f = 0; f < functions; f++)
		judging->first[f + 1] += judging->first[f];
	judging->held = must_alloc((functions + 1) * sizeof(*judging->held));
	memset(judging->held, 0xff, functions * sizeof(*judging->held));
	for (uint32_t h = image->held_count; h--;) {
		if (!image->held[h].is_call && image->held[h].holder != image->held[h].function)
			judging->held[image->held[h].function] = h;
	}
}

/* Add to mark[] all that lead to it by direct calls, but through what is in not[]. */
static void mark_callers(struct judging *judging, bool *mark, const bool *not)
{
	const struct image *image = judging->image;
	uint32_t *queue = must_alloc(image->functions.count * sizeof(*queue)), count = 0;

	for (uint32_t f = 0; f < image->functions.count; f++) {
		if (mark[f])
			queue[count++] = f;
	}
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t l = judging->first[queue[i]]; l < judging->first[queue[i] + 1]; l++) {
			uint32_t caller = image->links[l].caller;

			if (mark[caller] || (not && not[caller]))
				continue;
			mark[caller] = true;
			queue[count++] = caller;
		}
	}
	free(queue);
}

static void mark_functions(struct judging *judging)
{
	const struct image *image = judging->image;

	for (uint32_t l = 0; l < image->link_count; l++) {
		const struct link *link = &image->links[l];
		const char *called = function_text(image, link->callee);
		int rank;

		if (is_sink(called, &rank) && !is_core(function_text(image, link->caller)))
			judging->to_sink[link->caller] = true;
	}
	mark_callers(judging, judging->to_sink, NULL);
	for (uint32_t l = 0; l < image->link_count; l++) {
		const struct link *link = &image->links[l];

		if (!is_took(image, link->callee))
			continue;
		if (!judging->reporters || judging->reporter != link->caller)
			judging->reporters++;
		judging->reporter = link->caller;
		if (!judging->to_sink[link->caller])
			judging->helps[link->caller] = true;
	}
	mark_callers(judging, judging->helps, judging->to_sink);
}

/* The call of a function by which it reports, itself or by one that does nothing else. */
static const struct link *report_of(const struct judging *judging, uint32_t function)
{
	const struct image *image = judging->image;

	for (uint32_t l = 0; l < image->link_count; l++) {
		const struct link *link = &image->links[l];

		if (link->caller == function &&
		    (is_took(image, link->callee) || judging->helps[link->callee]))
			return link;
	}
	return NULL;
}

/* What registers a function, an interrupt before anything else. */
static const struct registered *registration_of(const struct image *image, uint32_t function)
{
	const struct registered *best = NULL;

	for (uint32_t r = 0; r < image->registered_count; r++) {
		const struct registered *registered = &image->registered[r];

		if (registered->function == function && (!best || registered->kind < best->kind))
			best = registered;
	}
	return best;
}

/* Does anything else hold its address than who registers it? */
static bool is_held_elsewhere(const struct image *image, uint32_t function, uint32_t by)
{
	for (uint32_t h = 0; h < image->held_count; h++) {
		if (image->held[h].function == function && !image->held[h].is_call &&
		    image->held[h].holder != by)
			return true;
	}
	return false;
}

/* A way that ends, without a report, with a function that no direct call enters. */
static void judge_head(const struct judging *judging, uint32_t head, struct row *row)
{
	const struct image *image = judging->image;
	const struct registered *registered = registration_of(image, head);
	uint32_t held = judging->held[head];
	char *holder;

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
	} else if (!judging->reporters) {
		row->verdict = DOES_NOT_REPORT;
		row->reason = must_format("nothing in the image calls " TOOK "()");
	} else {
		holder = held == NOWHERE ? NULL : image_place(image, image->held[held].at);
		row->verdict = UNRESOLVED;
		row->reason = must_format(
			"%s%s: whether %s()%s, which reports, enters it, only the source tells",
			holder ? "entered through a pointer, from " : "entered by no direct call",
			holder ? holder : "", function_text(image, judging->reporter),
			judging->reporters > 1 ? " or another" : "");
		if (!row->registration)
			row->registration = holder;
		else
			free(holder);
	}
}

static struct row *add_row(const struct judging *judging, uint32_t head, const struct link *sink)
{
	struct rows *rows = judging->rows;
	const struct image *image = judging->image;

	GROW(rows->row, rows->count, rows->room);
	rows->row[rows->count] = (struct row){
		.arch = must_format("%s", image->arch),
		.file = must_format("%s", image->path),
		.handler = must_format("%s", function_text(image, head)),
		.sink = image_place(image, sink->at),
		.verdict = NOT_APPLICABLE,
	};
	return &rows->row[rows->count++];
}

static void visit(struct judging *judging, uint32_t function, const struct link *sink)
{
	const struct image *image = judging->image;
	uint32_t first = judging->first[function], last = judging->first[function + 1];
	const struct link *report = report_of(judging, function);
	struct row *row;

	if (report) {
		row = add_row(judging, function, sink);
		row->verdict = REPORTS;
		row->took = image_place(image, report->at);
		row->reason = must_format("%s() calls %s()", row->handler,
					  function_text(image, report->callee));
		return;
	}
	if (first == last || judging->held[function] != NOWHERE ||
	    registration_of(image, function))
		judge_head(judging, function, add_row(judging, function, sink));
	for (uint32_t l = first; l < last; l++) {
		uint32_t caller = image->links[l].caller;

		if (judging->seen[caller])
			continue;
		judging->seen[caller] = true;
		judging->stack[judging->depth++] = caller;
	}
}

/* The rows of one function that delivers samples, by its call that counts most. */
static void climb(struct judging *judging, const struct link *sink, int rank)
{
	const struct image *image = judging->image;

	if (rank == SINK_AUX) {
		add_row(judging, sink->caller, sink)->reason =
			must_format("AUX only: it hands over a buffer, it delivers no sample");
		return;
	}
	if (is_core(function_text(image, sink->caller))) {
		add_row(judging, sink->caller, sink)->reason =
			must_format("the core of the kernel, not a PMU's interrupt");
		return;
	}
	memset(judging->seen, 0, image->functions.count * sizeof(bool));
	judging->seen[sink->caller] = true;
	judging->stack[judging->depth++] = sink->caller;
	while (judging->depth)
		visit(judging, judging->stack[--judging->depth], sink);
}

static void judge_sinks(struct judging *judging)
{
	const struct image *image = judging->image;
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
			climb(judging, best[f], ranks[f]);
	}
	free(best);
	free(ranks);
}

void image_judge(struct image *image, struct rows *rows)
{
	uint32_t functions = image->functions.count;
	struct judging judging = {
		.image = image,
		.rows = rows,
		.to_sink = must_alloc(functions * sizeof(bool)),
		.helps = must_alloc(functions * sizeof(bool)),
		.seen = must_alloc(functions * sizeof(bool)),
		.stack = must_alloc(functions * sizeof(uint32_t)),
	};

	index_links(&judging);
	mark_functions(&judging);
	judge_sinks(&judging);
	free(judging.first);
	free(judging.held);
	free(judging.to_sink);
	free(judging.helps);
	free(judging.seen);
	free(judging.stack);
}
