// SPDX-License-Identifier: GPL-2.0
/* write_meta KEY=VALUE... - print a run's meta.json, for runners that are scripts. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	json_t *meta = json_object();
	char *value;
	int i;

	for (i = 1; i < argc; i++) {
		value = strchr(argv[i], '=');
		if (!value) {
			fprintf(stderr, "write_meta: '%s' is not KEY=VALUE\n", argv[i]);
			return 2;
		}
		*value++ = 0;
		/* NULL for what is not UTF-8. */
		json_object_set_new(meta, argv[i], json_string(value) ?: json_string("?"));
	}
	if (json_dumpf(meta, stdout, JSON_INDENT(2) | JSON_SORT_KEYS) || puts("") < 0)
		return 2;
	json_decref(meta);
	return 0;
}
