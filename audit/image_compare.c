// SPDX-License-Identifier: GPL-2.0
/* Does an image have the calls and verdicts of the tree that it was made from? */
#include "image.h"

#include <stdlib.h>
#include <string.h>

struct comparing {
	const struct image *image;
	const struct rows *rows, *source;
	/* verdicts: of both; pointers: of the tree alone, the image has an unresolved one */
	uint32_t calls, verdicts, pointers, absent, contradictions;
};

static bool is_interface(const char *name)
{
	int rank;

	return is_sink(name, &rank) || !strcmp(name, TOOK);
}

static bool may_be_in(const struct core_call *call, uint32_t name)
{
	for (uint32_t i = 0; i < call->count; i++) {
		if (call->functions[i] == name)
			return true;
	}
	return false;
}

/* Each call of the image is one of the tree. */
static void compare_link(struct comparing *comparing, const struct link *link)
{
	const struct image *image = comparing->image;
	uint32_t caller = image->functions.symbol[link->caller].name;
	uint32_t callee = image->functions.symbol[link->callee].name;
	char *at;

	if (!is_interface(name_text(callee)) || is_interface(name_text(caller)) ||
	    is_core(name_text(caller)))
		return;
	comparing->calls++;
	for (uint32_t c = 0; c < comparing->source->call_count; c++) {
		const struct core_call *call = &comparing->source->calls[c];

		if (call->called == callee && may_be_in(call, caller))
			return;
	}
	at = image_place(image, link->at);
	printf("%s: calls %s(), the tree has no such call in %s()\n", at, name_text(callee),
	       name_text(caller));
	free(at);
	comparing->contradictions++;
}

/* Is there a function of that name, and does one of that name call the interface? */
static void find_call(const struct image *image, const struct core_call *call, uint32_t name,
		      bool *is_there, bool *calls)
{
	for (uint32_t f = 0; f < image->functions.count; f++)
		*is_there |= image->functions.symbol[f].name == name;
	for (uint32_t l = 0; *is_there && l < image->link_count; l++) {
		const struct link *link = &image->links[l];

		*calls |= image->functions.symbol[link->caller].name == name &&
			  image->functions.symbol[link->callee].name == call->called;
	}
}

/* Each call of the tree is in the image, where what it is in is. */
static void compare_call(struct comparing *comparing, const struct core_call *call)
{
	bool is_there = false, calls = false;

	if (call->is_generic || (!is_in_list(call->archs, comparing->image->arch) &&
				 !is_in_list(call->archs, "generic")))
		return;
	for (uint32_t i = 0; i < call->count && !calls; i++)
		find_call(comparing->image, call, call->functions[i], &is_there, &calls);
	if (!is_there) {
		comparing->absent++;
		return;
	}
	if (calls)
		return;
	printf("%s:%u: %s() calls %s(), which it does not in the image\n", call->file, call->line,
	       name_text(call->functions[0]), name_text(call->called));
	comparing->contradictions++;
}

/* Is a row of the source about the file of one of the calls in this function? */
static bool is_about(const struct rows *source, const struct row *row, uint32_t deliverer)
{
	for (uint32_t c = 0; c < source->call_count; c++) {
		const struct core_call *call = &source->calls[c];

		if (strcmp(name_text(call->called), TOOK) && may_be_in(call, deliverer) &&
		    !strcmp(call->file, row->file))
			return true;
	}
	return false;
}

/*
 * An image tells that there is a report, not that each way comes to it: the tree may know of one
 * that does not. And where there is none, the tree may know that no interrupt needs it.
 */
static bool agrees(const struct row *row, const struct row *said)
{
	return row->verdict == said->verdict ||
	       (row->verdict == DOES_NOT_REPORT && said->verdict == NOT_APPLICABLE) ||
	       (row->verdict == REPORTS && said->verdict == DOES_NOT_REPORT && said->took);
}

/* Rows of the same handler count before those of the file's others. */
static void compare_row(struct comparing *comparing, const struct row *row)
{
	const struct rows *source = comparing->source;
	uint32_t deliverer = row->sink ? name_of(row->sink, strcspn(row->sink, ".+")) : NO_NAME;
	const struct row *other = NULL;
	bool same_handler = false;

	comparing->pointers += row->verdict == UNRESOLVED;
	if (row->verdict != REPORTS && row->verdict != DOES_NOT_REPORT)
		return;
	for (uint32_t i = 0; i < source->count; i++) {
		const struct row *said = &source->row[i];

		if (said->handler && is_about(source, said, deliverer))
			same_handler |= !strcmp(said->handler, row->handler);
	}
	for (uint32_t i = 0; i < source->count; i++) {
		const struct row *said = &source->row[i];

		if (!said->handler || !is_about(source, said, deliverer) ||
		    (same_handler && strcmp(said->handler, row->handler)))
			continue;
		if (agrees(row, said)) {
			comparing->verdicts++;
			return;
		}
		if (!other || other->verdict == UNRESOLVED)
			other = said;
	}
	/* What the tree has no verdict on, the image alone decides. */
	if (!other || other->verdict == UNRESOLVED)
		return;
	comparing->verdicts++;
	comparing->contradictions++;
	printf("%s: %s, %s, but by the tree %s at %s: %s\n", row->sink, verdict_text(row->verdict),
	       row->reason, verdict_text(other->verdict), other->sink, other->reason);
}

int image_compare(const struct image *image, const struct rows *rows, const struct rows *source)
{
	struct comparing comparing = { .image = image, .rows = rows, .source = source };

	for (uint32_t l = 0; l < image->link_count; l++)
		compare_link(&comparing, &image->links[l]);
	for (uint32_t c = 0; c < source->call_count; c++)
		compare_call(&comparing, &source->calls[c]);
	for (uint32_t i = 0; i < rows->count; i++)
		compare_row(&comparing, &rows->row[i]);
	printf("%u calls and %u verdicts compared, %u contradictions; %u ways are only followed by the tree, %u of its calls are not built in\n",
	       comparing.calls, comparing.verdicts, comparing.contradictions, comparing.pointers,
	       comparing.absent);
	if (!comparing.calls) {
		fprintf(stderr, "pmu-audit: %s: no driver in it delivers samples or reports\n",
			image->path);
		return 2;
	}
	return source->holes ? 2 : comparing.contradictions > 0;
}
