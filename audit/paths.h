/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ways through a function, told apart by what matters: was a sample delivered, was the
 * duration reported since, and what do the few variables hold by which the code itself tells these
 * ways apart ("if (handled) report").
 */
#ifndef AUDIT_PATHS_H
#define AUDIT_PATHS_H

#include <stdbool.h>
#include <stdint.h>

enum sample_state {
	/* nothing happened */
	SAMPLE_NONE,
	/* a sample was delivered and no report came after it */
	SAMPLE_DELIVERED,
	/* the duration was reported */
	SAMPLE_REPORTED,
};

/* What is known of a number. CONSTANT(name) is the value of a named constant. */
enum { VALUE_UNKNOWN, VALUE_ZERO, VALUE_NONZERO, VALUE_CONSTANTS };
#define CONSTANT(name) (VALUE_CONSTANTS + (name))

#define VARS_MAX 6

struct path {
	enum sample_state sample;
	/* the value of the expression that was last evaluated, or that is returned */
	uint32_t result;
	/* variables whose value is known, sorted by name */
	uint32_t vars;
	struct {
		uint32_t name, value;
	} var[VARS_MAX];
};

/* More ways than these are told apart by the sample alone. */
#define PATHS_MAX 48

struct paths {
	struct path path[PATHS_MAX];
	uint32_t count;
};

extern const struct paths no_paths;

/* Add a way unless it is there already. Returns whether it was new. */
bool paths_add(struct paths *paths, const struct path *path);
bool paths_join(struct paths *paths, const struct paths *more);

/* The value of the expression that was last evaluated tells ways apart no more. */
void paths_forget_results(struct paths *paths);

/* A variable's value; VALUE_UNKNOWN forgets it. */
void path_set(struct path *path, uint32_t name, uint32_t value);
uint32_t path_get(const struct path *path, uint32_t name);

/* Is a == b? Of values that are not known well enough nothing can be told. */
enum truth { NO, YES, MAYBE };
enum truth values_equal(uint32_t a, uint32_t b);
enum truth value_truth(uint32_t value);
/* What a name in capitals, true, NULL and the like stand for; VALUE_UNKNOWN of others. */
uint32_t constant_of(uint32_t name);

#endif
