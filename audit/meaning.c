// SPDX-License-Identifier: GPL-2.0
/* What a name means in a file: which functions, and which interfaces of the perf core. */
#include "graph.h"

#include <string.h>

/* The architecture's folder of a path, "" with len 0 outside of arch/. */
static const char *arch_of(const char *path, size_t *len)
{
	const char *end;

	*len = 0;
	if (strncmp(path, "arch/", 5))
		return "";
	end = strchr(path + 5, '/');
	*len = end ? (size_t)(end - path - 5) : strlen(path + 5);
	return path + 5;
}

bool same_world(const struct facts *facts, uint32_t file_a, uint32_t file_b)
{
	size_t len_a, len_b;
	const char *a, *b;

	if (file_a == file_b)
		return true;
	a = arch_of(facts->tree->files[file_a].path, &len_a);
	b = arch_of(facts->tree->files[file_b].path, &len_b);
	return !len_a || !len_b || (len_a == len_b && !strncmp(a, b, len_a));
}

bool is_visible(const struct facts *facts, const struct function *function)
{
	return !function->is_static || facts->tree->files[function->file].kind == FILE_HEADER;
}

uint32_t resolve(const struct facts *facts, uint32_t name, uint32_t file, uint32_t *found,
		 uint32_t max)
{
	uint32_t count = 0;

	for (uint32_t f = first_function(facts, name); f != NONE;
	     f = facts->functions[f].next_same_name) {
		if (facts->functions[f].file == file && count < max)
			found[count++] = f;
	}
	if (count)
		return count;
	/* One of its own architecture comes before a generic one. */
	for (int close = 1; close >= 0 && !count; close--) {
		for (uint32_t f = first_function(facts, name); f != NONE;
		     f = facts->functions[f].next_same_name) {
			const struct function *function = &facts->functions[f];
			size_t len;

			arch_of(facts->tree->files[function->file].path, &len);
			if (!is_visible(facts, function) || (close && !len) ||
			    !same_world(facts, file, function->file) || count == max)
				continue;
			found[count++] = f;
		}
	}
	return count;
}

bool is_core_interface(const struct facts *facts, uint32_t function)
{
	const char *name = name_text(facts->functions[function].name);
	int rank;

	/* A driver's own static function of such a name would be no interface. */
	return !facts->functions[function].is_static &&
	       (is_sink(name, &rank) || !strcmp(name, TOOK));
}

bool is_generic(const struct facts *facts, uint32_t file)
{
	return !strncmp(facts->tree->files[file].path, "kernel/", 7);
}

/*
 * The interface of the perf core that a call in a function names, "" where it calls something
 * else.
 */
static const char *core_called(const struct facts *facts, uint32_t call)
{
	const struct value *callee;

	if (facts->calls[call].caller == NONE || facts->calls[call].callees != 1)
		return "";
	callee = &facts->values[facts->operands[facts->calls[call].first_callee]];
	if (callee->kind != VALUE_IDENT)
		return "";
	for (uint32_t f = first_function(facts, callee->name); f != NONE;
	     f = facts->functions[f].next_same_name) {
		if (facts->functions[f].file == facts->calls[call].file &&
		    facts->functions[f].is_static && !is_generic(facts, facts->calls[call].file))
			return "";
	}
	return name_text(callee->name);
}

bool calls_sink(const struct facts *facts, uint32_t call, int *rank)
{
	return is_sink(core_called(facts, call), rank);
}

bool calls_took(const struct facts *facts, uint32_t call)
{
	return !strcmp(core_called(facts, call), TOOK);
}
