// SPDX-License-Identifier: GPL-2.0
#include "paths.h"
#include "names.h"

#include <string.h>

const struct paths no_paths;

static bool same_path(const struct path *a, const struct path *b)
{
	if (a->sample != b->sample || a->result != b->result || a->vars != b->vars)
		return false;
	return !memcmp(a->var, b->var, a->vars * sizeof(*a->var));
}

/* Too many ways: forget the variables, keep what became of the samples. */
static void merge(struct paths *paths)
{
	struct paths merged = { .count = 0 };

	for (uint32_t i = 0; i < paths->count; i++) {
		struct path path = { .sample = paths->path[i].sample };

		paths_add(&merged, &path);
	}
	*paths = merged;
}

bool paths_add(struct paths *paths, const struct path *path)
{
	struct path plain = { .sample = path->sample };

	for (uint32_t i = 0; i < paths->count; i++) {
		/* One of which nothing is known stands for all. */
		if (same_path(&paths->path[i], path) || same_path(&paths->path[i], &plain))
			return false;
	}
	if (paths->count == PATHS_MAX) {
		merge(paths);
		return paths_add(paths, &plain);
	}
	paths->path[paths->count++] = *path;
	return true;
}

bool paths_join(struct paths *paths, const struct paths *more)
{
	bool any = false;

	for (uint32_t i = 0; i < more->count; i++)
		any |= paths_add(paths, &more->path[i]);
	return any;
}

void paths_forget_results(struct paths *paths)
{
	struct paths old = *paths;

	paths->count = 0;
	for (uint32_t i = 0; i < old.count; i++) {
		old.path[i].result = VALUE_UNKNOWN;
		paths_add(paths, &old.path[i]);
	}
}

uint32_t path_get(const struct path *path, uint32_t name)
{
	for (uint32_t i = 0; i < path->vars; i++) {
		if (path->var[i].name == name)
			return path->var[i].value;
	}
	return VALUE_UNKNOWN;
}

void path_set(struct path *path, uint32_t name, uint32_t value)
{
	uint32_t at = 0;

	while (at < path->vars && path->var[at].name < name)
		at++;
	if (at < path->vars && path->var[at].name == name) {
		if (value != VALUE_UNKNOWN) {
			path->var[at].value = value;
			return;
		}
		path->vars--;
		memmove(&path->var[at], &path->var[at + 1], (path->vars - at) * sizeof(*path->var));
		return;
	}
	if (value == VALUE_UNKNOWN || path->vars == VARS_MAX)
		return;
	memmove(&path->var[at + 1], &path->var[at], (path->vars - at) * sizeof(*path->var));
	path->var[at].name = name;
	path->var[at].value = value;
	path->vars++;
}

/* What interrupt handlers and notifiers return, include/linux/irqreturn.h and notifier.h. */
static const struct {
	const char *name;
	uint32_t value;
} constants[] = {
	{ "false", VALUE_ZERO },    { "NULL", VALUE_ZERO },	   { "IRQ_NONE", VALUE_ZERO },
	{ "NMI_DONE", VALUE_ZERO }, { "NOTIFY_DONE", VALUE_ZERO }, { "true", VALUE_NONZERO },
};

static const char *const nonzero[] = {
	"IRQ_HANDLED", "IRQ_WAKE_THREAD", "NMI_HANDLED", "NOTIFY_OK", "NOTIFY_STOP", "NOTIFY_BAD",
};

uint32_t constant_of(uint32_t name)
{
	const char *text = name_text(name);

	for (size_t i = 0; i < sizeof(constants) / sizeof(*constants); i++) {
		if (!strcmp(constants[i].name, text))
			return constants[i].value;
	}
	for (const char *c = text; *c; c++) {
		if (*c >= 'a' && *c <= 'z')
			return VALUE_UNKNOWN;
	}
	return CONSTANT(name);
}

enum truth value_truth(uint32_t value)
{
	if (value == VALUE_ZERO)
		return NO;
	if (value == VALUE_NONZERO)
		return YES;
	for (size_t i = 0; value >= VALUE_CONSTANTS && i < sizeof(nonzero) / sizeof(*nonzero);
	     i++) {
		if (!strcmp(nonzero[i], name_text(value - VALUE_CONSTANTS)))
			return YES;
	}
	return MAYBE;
}

enum truth values_equal(uint32_t a, uint32_t b)
{
	enum truth truth_a = value_truth(a), truth_b = value_truth(b);

	if (truth_a != MAYBE && truth_b != MAYBE && truth_a != truth_b)
		return NO;
	if (a == VALUE_ZERO && b == VALUE_ZERO)
		return YES;
	if (a >= VALUE_CONSTANTS && b >= VALUE_CONSTANTS)
		return a == b ? YES : NO;
	return MAYBE;
}
