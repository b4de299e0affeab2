// SPDX-License-Identifier: GPL-2.0
/* SARIF 2.1.0: code review tools show the findings on the line that delivers the sample. */
#include "audit.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *id, *text;
	enum verdict verdict;
} rules[] = {
	{ "does-not-report",
	  "A PMU interrupt delivers samples and does not report its duration by perf_sample_event_took().",
	  DOES_NOT_REPORT },
	{ "unresolved",
	  "It could not be found out whether the interrupt that delivers samples reports its duration.",
	  UNRESOLVED },
};

#define RULE_COUNT (sizeof(rules) / sizeof(*rules))

/* A place "path:line" as a SARIF location; a file without a line is its first. */
static json_t *location(const char *place)
{
	const char *colon = strrchr(place, ':');
	int line = colon ? atoi(colon + 1) : 1;

	return json_pack("{s:{s:{s:s%,s:s},s:{s:i}}}", "physicalLocation", "artifactLocation",
			 "uri", place, colon ? (size_t)(colon - place) : strlen(place), "uriBaseId",
			 "SRCROOT", "region", "startLine", line > 0 ? line : 1);
}

/* "symbol+offset" in an image, which has no lines. */
static json_t *image_location(const char *image, const char *place)
{
	return json_pack("{s:{s:{s:s}},s:[{s:s,s:s}]}", "physicalLocation", "artifactLocation",
			 "uri", image, "logicalLocations", "fullyQualifiedName", place, "kind",
			 "function");
}

static json_t *row_location(const struct row *row, const char *place)
{
	return row->is_image ? image_location(row->file, place) : location(place);
}

static json_t *result_of(const struct row *row, size_t rule)
{
	char *message = must_format("%s: %s", row->handler ? row->handler : row->file, row->reason);
	char *key = must_format("%s:%s", row->file, row->handler ? row->handler : "");
	json_t *related = json_array();
	json_t *at = row_location(row, row->sink ? row->sink : row->file);
	json_t *result;

	if (row->entry)
		json_array_append_new(related, row_location(row, row->entry));
	if (row->registration)
		json_array_append_new(related, row_location(row, row->registration));
	result = json_pack("{s:s,s:i,s:s,s:{s:s},s:[o],s:o,s:{s:s}}", "ruleId", rules[rule].id,
			   "ruleIndex", (int)rule, "level",
			   rules[rule].verdict == DOES_NOT_REPORT ? "error" : "warning", "message",
			   "text", message, "locations", at, "relatedLocations", related,
			   "partialFingerprints", "path/v1", key);
	free(message);
	free(key);
	return result;
}

void write_sarif(const struct rows *rows, FILE *out)
{
	json_t *results = json_array(), *list = json_array(), *root;

	for (size_t r = 0; r < RULE_COUNT; r++)
		json_array_append_new(list, json_pack("{s:s,s:{s:s}}", "id", rules[r].id,
						      "shortDescription", "text", rules[r].text));
	for (uint32_t i = 0; i < rows->count; i++) {
		for (size_t r = 0; r < RULE_COUNT; r++) {
			if (rows->row[i].verdict == rules[r].verdict)
				json_array_append_new(results, result_of(&rows->row[i], r));
		}
	}
	root = json_pack("{s:s,s:s,s:[{s:{s:{s:s,s:o}},s:o}]}", "$schema",
			 "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0",
			 "runs", "tool", "driver", "name", "pmu-audit", "rules", list, "results",
			 results);
	json_dumpf(root, out, JSON_INDENT(2));
	fputc('\n', out);
	json_decref(root);
}
