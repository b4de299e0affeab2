// SPDX-License-Identifier: GPL-2.0
#include "audit.h"

#include <jansson.h>

static json_t *text_or_null(const char *text)
{
	return text ? json_string(text) : json_null();
}

void write_json(const struct rows *rows, FILE *out)
{
	json_t *array = json_array();

	for (uint32_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->row[i];
		json_t *object = json_object();

		json_object_set_new(object, "arch", text_or_null(row->arch));
		json_object_set_new(object, "file", text_or_null(row->file));
		json_object_set_new(object, "handler", text_or_null(row->handler));
		json_object_set_new(object, "entry", text_or_null(row->entry));
		json_object_set_new(object, "registration", text_or_null(row->registration));
		json_object_set_new(object, "sink", text_or_null(row->sink));
		json_object_set_new(object, "took", text_or_null(row->took));
		json_object_set_new(object, "clock", text_or_null(row->clock));
		json_object_set_new(object, "verdict", text_or_null(verdict_text(row->verdict)));
		json_object_set_new(object, "reason", text_or_null(row->reason));
		json_array_append_new(array, object);
	}
	json_dumpf(array, out, JSON_INDENT(2));
	fputc('\n', out);
	json_decref(array);
}
