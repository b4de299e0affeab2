// SPDX-License-Identifier: GPL-2.0
/* What the summary needs of a run's meta.json. */
#include "report.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static void get(char *to, const json_t *root, const char *key)
{
	const char *text = json_string_value(json_object_get(root, key));

	snprintf(to, TEXT_LEN, "%s", text ? text : "-");
}

/**
 * meta_read() - read a meta.json; a key that is not there becomes "-"
 *
 * Return: false, with *fault saying why, where it is no JSON object.
 */
bool meta_read(struct meta *meta, const char *path, const char **fault)
{
	static json_error_t error;
	json_t *root = json_load_file(path, 0, &error);

	*fault = error.text;
	if (!root)
		return false;
	if (!json_is_object(root)) {
		*fault = "no JSON object";
		json_decref(root);
		return false;
	}
	get(meta->arch, root, "arch");
	get(meta->variant, root, "variant");
	get(meta->kernel, root, "kernel");
	get(meta->mode, root, "mode");
	json_decref(root);
	return true;
}
