// SPDX-License-Identifier: GPL-2.0
/* The rows of a table. */
#include "audit.h"

#include <stdlib.h>
#include <string.h>

const char *verdict_text(enum verdict verdict)
{
	static const char *const texts[] = {
		[REPORTS] = "reports",
		[DOES_NOT_REPORT] = "does-not-report",
		[NOT_APPLICABLE] = "not-applicable",
		[UNRESOLVED] = "unresolved",
	};

	return texts[verdict];
}

bool row_is_finding(const struct row *row)
{
	return row->verdict == DOES_NOT_REPORT || row->verdict == UNRESOLVED;
}

static void row_free(struct row *row)
{
	free(row->arch);
	free(row->file);
	free(row->handler);
	free(row->entry);
	free(row->registration);
	free(row->sink);
	free(row->took);
	free(row->clock);
	free(row->reason);
}

void rows_free(struct rows *rows)
{
	for (uint32_t i = 0; i < rows->count; i++)
		row_free(&rows->row[i]);
	free(rows->row);
	for (uint32_t i = 0; i < rows->call_count; i++) {
		free(rows->calls[i].file);
		free(rows->calls[i].archs);
		free(rows->calls[i].functions);
	}
	free(rows->calls);
	*rows = (struct rows){ 0 };
}

bool is_in_list(const char *list, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (!strncmp(at, name, len) && (!at[len] || at[len] == ','))
			return true;
	}
	return false;
}

void rows_of_arch(struct rows *rows, const char *arch)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < rows->count; i++) {
		if (is_in_list(rows->row[i].arch, arch))
			rows->row[kept++] = rows->row[i];
		else
			row_free(&rows->row[i]);
	}
	rows->count = kept;
}
