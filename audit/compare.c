// SPDX-License-Identifier: GPL-2.0
/* What changed between two trees. */
#include "audit.h"

#include <stdlib.h>
#include <string.h>

/* A path is known by the file of its sink and by its handler: lines move, and names repeat. */
static bool same_path(const struct row *a, const struct row *b)
{
	return !strcmp(a->file, b->file) &&
	       !strcmp(a->handler ? a->handler : "", b->handler ? b->handler : "");
}

static const struct row *find(const struct rows *rows, const struct row *like)
{
	for (uint32_t i = 0; i < rows->count; i++) {
		if (same_path(&rows->row[i], like))
			return &rows->row[i];
	}
	return NULL;
}

static char *copy(const char *text)
{
	return text ? must_format("%s", text) : NULL;
}

static void add(struct rows *changed, const struct row *row, enum verdict verdict, char *reason)
{
	GROW(changed->row, changed->count, changed->room);
	changed->row[changed->count++] = (struct row){
		copy(row->arch),  copy(row->file),	   copy(row->handler),
		copy(row->entry), copy(row->registration), copy(row->sink),
		copy(row->took),  copy(row->clock),	   reason,
		verdict,
		false,
	};
}

bool rows_compare(const struct rows *before, const struct rows *after, struct rows *changed)
{
	bool lost = false;

	for (uint32_t i = 0; i < after->count; i++) {
		const struct row *row = &after->row[i], *old = find(before, row);

		if (old && old->verdict == row->verdict)
			continue;
		add(changed, row, row->verdict,
		    must_format("%s%s: %s", old ? "was " : "new",
				old ? verdict_text(old->verdict) : "", row->reason));
		lost |= row_is_finding(row) && (!old || !row_is_finding(old));
	}
	for (uint32_t i = 0; i < before->count; i++) {
		const struct row *row = &before->row[i];

		/* What is gone needs no report. */
		if (!find(after, row))
			add(changed, row, NOT_APPLICABLE,
			    must_format("gone: was %s", verdict_text(row->verdict)));
	}
	return lost;
}
