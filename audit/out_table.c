// SPDX-License-Identifier: GPL-2.0
#include "audit.h"

#include <string.h>

#define COLUMNS 5

static const char *cell(const struct row *row, int column)
{
	const char *const cells[COLUMNS] = {
		row->arch,    row->sink ? row->sink : row->file,
		row->handler, verdict_text(row->verdict),
		row->took,
	};

	return cells[column] ? cells[column] : "-";
}

void write_table(const struct rows *rows, FILE *out)
{
	static const char *const heads[COLUMNS] = { "ARCH", "SAMPLES", "HANDLER", "VERDICT",
						    "REPORTED" };
	uint32_t count[4] = { 0 };
	int width[COLUMNS];

	for (int c = 0; c < COLUMNS; c++) {
		width[c] = strlen(heads[c]);
		for (uint32_t i = 0; i < rows->count; i++) {
			int len = strlen(cell(&rows->row[i], c));

			width[c] = len > width[c] ? len : width[c];
		}
	}
	for (int c = 0; c < COLUMNS; c++)
		fprintf(out, "%-*s  ", width[c], heads[c]);
	fputs("REASON\n", out);
	for (uint32_t i = 0; i < rows->count; i++) {
		for (int c = 0; c < COLUMNS; c++)
			fprintf(out, "%-*s  ", width[c], cell(&rows->row[i], c));
		fprintf(out, "%s\n", rows->row[i].reason);
		count[rows->row[i].verdict]++;
	}
	fprintf(out, "%u reports, %u does-not-report, %u not-applicable, %u unresolved\n",
		count[REPORTS], count[DOES_NOT_REPORT], count[NOT_APPLICABLE], count[UNRESOLVED]);
}
