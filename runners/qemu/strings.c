// SPDX-License-Identifier: GPL-2.0
/* Lists of strings, as execvp() takes them. */
#include "lab.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void strings_add(struct strings *list, const char *fmt, ...)
{
	va_list ap;

	list->at = realloc(list->at, (list->nr + 2) * sizeof(*list->at));
	if (!list->at)
		abort();
	va_start(ap, fmt);
	if (vasprintf(&list->at[list->nr], fmt, ap) < 0)
		abort();
	va_end(ap);
	list->at[++list->nr] = NULL;
}

/* Add the words of a text, separated by blanks. */
void strings_split(struct strings *list, const char *text)
{
	size_t len;

	while (*(text += strspn(text, " \t"))) {
		len = strcspn(text, " \t");
		strings_add(list, "%.*s", (int)len, text);
		text += len;
	}
}

void strings_free(struct strings *list)
{
	while (list->nr)
		free(list->at[--list->nr]);
	free(list->at);
	list->at = NULL;
}

/* All in one text. To be freed. */
char *strings_join(const struct strings *list, const char *between)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	int i;

	if (!f)
		abort();
	for (i = 0; i < list->nr; i++)
		fprintf(f, "%s%s", i ? between : "", list->at[i]);
	fclose(f);
	return text;
}

/* A path too long is cut, and opening it then fails. */
void path_set(char path[PATH_LEN], const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(path, PATH_LEN, fmt, ap);
	va_end(ap);
}
