// SPDX-License-Identifier: GPL-2.0
/* From the calls of an image to what leads to samples and to reports. */
#include "image_reach.h"

#include <stdlib.h>
#include <string.h>

bool is_took(const struct image *image, uint32_t function)
{
	return !strcmp(function_text(image, function), TOOK);
}

bool is_core(const char *name)
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

static void index_links(struct reach *reach)
{
	struct image *image = reach->image;
	uint32_t functions = image->functions.count;

	if (image->link_count)
		qsort(image->links, image->link_count, sizeof(*image->links), by_callee);
	reach->first = must_alloc((functions + 1) * sizeof(*reach->first));
	for (uint32_t l = 0; l < image->link_count; l++)
		reach->first[image->links[l].callee + 1]++;
	for (uint32_t f = 0; f < functions; f++)
		reach->first[f + 1] += reach->first[f];
	reach->held = must_alloc((functions + 1) * sizeof(*reach->held));
	memset(reach->held, 0xff, functions * sizeof(*reach->held));
	for (uint32_t h = image->held_count; h--;) {
		if (!image->held[h].is_call && image->held[h].holder != image->held[h].function)
			reach->held[image->held[h].function] = h;
	}
}

/* Add to mark[] all that lead to it by direct calls, but through what is in not[]. */
static void mark_callers(struct reach *reach, bool *mark, const bool *not)
{
	const struct image *image = reach->image;
	uint32_t *queue = must_alloc(image->functions.count * sizeof(*queue)), count = 0;

	for (uint32_t f = 0; f < image->functions.count; f++) {
		if (mark[f])
			queue[count++] = f;
	}
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t l = reach->first[queue[i]]; l < reach->first[queue[i] + 1]; l++) {
			uint32_t caller = image->links[l].caller;

			if (mark[caller] || (not && not[caller]))
				continue;
			mark[caller] = true;
			queue[count++] = caller;
		}
	}
	free(queue);
}

/* Links are in the order of callers. */
bool is_first_report(const struct image *image, uint32_t l)
{
	const struct link *link = &image->links[l];

	return is_took(image, link->callee) &&
	       (!l || !is_took(image, link[-1].callee) || link[-1].caller != link->caller);
}

static void note_reporter(struct reach *reach, const struct link *link)
{
	const struct image *image = reach->image;
	char *before = reach->reporters;

	reach->reporters = must_format("%s%s%s()", before ? before : "", before ? " or " : "",
				       function_text(image, link->caller));
	free(before);
	if (!reach->to_sink[link->caller])
		reach->helps[link->caller] = true;
}

static void mark_functions(struct reach *reach)
{
	const struct image *image = reach->image;

	for (uint32_t l = 0; l < image->link_count; l++) {
		const struct link *link = &image->links[l];
		const char *called = function_text(image, link->callee);
		int rank;

		if (is_sink(called, &rank) && !is_core(function_text(image, link->caller)))
			reach->to_sink[link->caller] = true;
	}
	mark_callers(reach, reach->to_sink, NULL);
	for (uint32_t l = 0; l < image->link_count; l++) {
		if (is_first_report(image, l))
			note_reporter(reach, &image->links[l]);
	}
	mark_callers(reach, reach->helps, reach->to_sink);
}

const struct link *report_of(const struct reach *reach, uint32_t function)
{
	const struct image *image = reach->image;

	for (uint32_t l = 0; l < image->link_count; l++) {
		const struct link *link = &image->links[l];

		if (link->caller == function &&
		    (is_took(image, link->callee) || reach->helps[link->callee]))
			return link;
	}
	return NULL;
}

const struct registered *registration_of(const struct image *image, uint32_t function)
{
	const struct registered *best = NULL;

	for (uint32_t r = 0; r < image->registered_count; r++) {
		const struct registered *registered = &image->registered[r];

		if (registered->function == function && (!best || registered->kind < best->kind))
			best = registered;
	}
	return best;
}

bool is_held_elsewhere(const struct image *image, uint32_t function, uint32_t by)
{
	for (uint32_t h = 0; h < image->held_count; h++) {
		if (image->held[h].function == function && !image->held[h].is_call &&
		    image->held[h].holder != by)
			return true;
	}
	return false;
}

void reach_make(struct reach *reach, struct image *image, struct rows *rows)
{
	uint32_t functions = image->functions.count;

	*reach = (struct reach){
		.image = image,
		.rows = rows,
		.to_sink = must_alloc(functions * sizeof(bool)),
		.helps = must_alloc(functions * sizeof(bool)),
		.seen = must_alloc(functions * sizeof(bool)),
		.stack = must_alloc(functions * sizeof(uint32_t)),
	};
	index_links(reach);
	mark_functions(reach);
}

void reach_free(struct reach *reach)
{
	free(reach->first);
	free(reach->held);
	free(reach->to_sink);
	free(reach->helps);
	free(reach->reporters);
	free(reach->seen);
	free(reach->stack);
}
