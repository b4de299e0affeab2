// SPDX-License-Identifier: GPL-2.0
/*
 * key=value files that shell scripts read too: # comments, values bare or in one pair of quotes.
 */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

/**
 * conf_read() - add a file's keys; a later one of the same name counts
 *
 * Return: false where the file can't be read.
 */
bool conf_read(struct conf *conf, const char *path)
{
	FILE *f = fopen(path, "r");
	char *line = NULL, *value, *end;
	size_t size = 0;

	if (!f)
		return false;
	while (getline(&line, &size, f) >= 0) {
		value = strchr(line, '=');
		if (line[0] == '#' || !value)
			continue;
		*value++ = '\0';
		value[strcspn(value, "\n")] = '\0';
		end = value + strlen(value);
		if (end - value >= 2 && (*value == '"' || *value == '\'') && end[-1] == *value) {
			end[-1] = '\0';
			value++;
		}
		conf->keys = realloc(conf->keys, (conf->nr + 1) * sizeof(*conf->keys));
		conf->values = realloc(conf->values, (conf->nr + 1) * sizeof(*conf->values));
		if (!conf->keys || !conf->values)
			abort();
		conf->keys[conf->nr] = strdup(line);
		conf->values[conf->nr++] = strdup(value);
	}
	free(line);
	fclose(f);
	return true;
}

/* A key's value, "" where there is none. */
const char *conf_get(const struct conf *conf, const char *key)
{
	int i;

	for (i = conf->nr - 1; i >= 0; i--)
		if (!strcmp(conf->keys[i], key))
			return conf->values[i];
	return "";
}

void conf_free(struct conf *conf)
{
	while (conf->nr--) {
		free(conf->keys[conf->nr]);
		free(conf->values[conf->nr]);
	}
	free(conf->keys);
	free(conf->values);
	memset(conf, 0, sizeof(*conf));
}
