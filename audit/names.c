// SPDX-License-Identifier: GPL-2.0
#include "names.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char **texts;
static uint32_t *slots;
static uint32_t used, room, slot_count;

static void out_of_memory(void)
{
	fputs("pmu-audit: out of memory\n", stderr);
	exit(2);
}

void *must_alloc(size_t size)
{
	void *memory = calloc(1, size ? size : 1);

	if (!memory)
		out_of_memory();
	return memory;
}

void *must_grow(void *old, size_t size)
{
	void *memory = realloc(old, size);

	if (!memory)
		out_of_memory();
	return memory;
}

char *must_format(const char *format, ...)
{
	va_list args;
	char *text;
	int len;

	va_start(args, format);
	len = vasprintf(&text, format, args);
	va_end(args);
	if (len < 0)
		out_of_memory();
	return text;
}

/* FNV-1a, whose low bits are good enough for a table that is at most half full. */
static uint32_t hash_of(const char *text, size_t len)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)text[i]) * 16777619u;
	return hash;
}

static void rehash(void)
{
	slot_count = slot_count ? 2 * slot_count : 1 << 16;
	free(slots);
	slots = must_alloc(slot_count * sizeof(*slots));
	for (uint32_t name = 1; name < used; name++) {
		uint32_t at = hash_of(texts[name], strlen(texts[name])) & (slot_count - 1);

		while (slots[at])
			at = (at + 1) & (slot_count - 1);
		slots[at] = name;
	}
}

uint32_t name_of(const char *text, size_t len)
{
	uint32_t at;

	if (!len)
		return NO_NAME;
	if (!used) {
		GROW(texts, used, room);
		texts[used++] = "";
	}
	if (2 * used >= slot_count)
		rehash();
	at = hash_of(text, len) & (slot_count - 1);
	for (; slots[at]; at = (at + 1) & (slot_count - 1)) {
		const char *known = texts[slots[at]];

		if (!strncmp(known, text, len) && !known[len])
			return slots[at];
	}
	GROW(texts, used, room);
	texts[used] = must_alloc(len + 1);
	memcpy(texts[used], text, len);
	slots[at] = used;
	return used++;
}

uint32_t name_of_string(const char *text)
{
	return name_of(text, strlen(text));
}

const char *name_text(uint32_t name)
{
	return name < used ? texts[name] : "";
}
