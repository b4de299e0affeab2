/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names: every identifier that the audit keeps is stored once and known by a small number, so that
 * comparing two names is comparing two numbers.
 */
#ifndef AUDIT_NAMES_H
#define AUDIT_NAMES_H

#include <stddef.h>
#include <stdint.h>

/* No name: what is anonymous or not known. */
#define NO_NAME 0

/* The number of a name, the same for the same text. Not for two threads at a time. */
uint32_t name_of(const char *text, size_t len);
uint32_t name_of_string(const char *text);

/* The text of a name, "" of NO_NAME. Valid until the program ends. */
const char *name_text(uint32_t name);

/*
 * All memory of the audit comes from here: they end the program with status 2 when there is none.
 */
void *must_alloc(size_t size);
void *must_grow(void *old, size_t size);
char *must_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * GROW(array, used, room): room for one more element in a growing array.
 */
#define GROW(array, used, room)                                                  \
	do {                                                                     \
		if ((used) == (room)) {                                          \
			(room) = (room) ? 2 * (room) : 64;                       \
			(array) = must_grow((array), (room) * sizeof(*(array))); \
		}                                                                \
	} while (0)

#endif
