/* SPDX-License-Identifier: GPL-2.0 */
/* The data of apis.c. */
#ifndef AUDIT_API_TABLES_H
#define AUDIT_API_TABLES_H

#include <stddef.h>

#include "apis.h"

extern const struct api {
	const char *called;
	uint32_t arg;
	/* the callback in the structure that is handed over; "" where it is handed over itself */
	const char *member;
	enum entry_kind kind;
} apis[];
extern const size_t api_count;

extern const struct member {
	const char *type, *member;
	enum entry_kind kind;
} members[];
extern const size_t member_count;

#endif
