/* SPDX-License-Identifier: GPL-2.0 */
/* One reader's way through a file, shared by the parts of the extraction. */
#ifndef AUDIT_READER_H
#define AUDIT_READER_H

#include "ast.h"
#include "facts.h"

struct reader {
	/* what to do with a node; it goes on to its children where they matter */
	void (*visit)(struct reader *reader);
	struct facts *facts;
	uint32_t file;
	const char *text;
	/* the node that is looked at */
	TSTreeCursor cursor;
	/* the function that is being read, NONE between functions */
	uint32_t function;
	/* its parameters and local variables */
	struct {
		uint32_t name, type;
	} locals[256];
	uint32_t local_count;
};

/* Of a file, between functions. */
struct reader new_reader(struct facts *facts, uint32_t file, void (*visit)(struct reader *reader));
void visit_children(struct reader *reader);
/* Visit the children of a node that is not yet looked at. */
void visit_tree(struct reader *reader, TSNode root);

void add_local(struct reader *reader, uint32_t name, uint32_t type);
/* Is the name one of the function's own? */
bool is_local(const struct reader *reader, uint32_t name);

/* The structure that an expression is or points to, NO_NAME where it can't be told. */
uint32_t type_of(struct reader *reader, TSNode expression);

/* What an expression may be, as a list of at most VALUES_MAX values. */
#define VALUES_MAX 8
struct values {
	uint32_t value[VALUES_MAX];
	uint32_t count;
};

void values_of(struct reader *reader, TSNode expression, struct values *values);
/* Where an assignment to the expression leaves what is assigned. */
void targets_of(struct reader *reader, TSNode expression, struct values *targets);

/* What an initializer puts where. type: of what is initialized; name: of the variable. */
void read_initializer(struct reader *reader, TSNode initializer, uint32_t type, uint32_t name);
void add_flows(struct reader *reader, const struct values *from, const struct values *to,
	       TSNode where);

/* PERF_PMU_CAP_NO_INTERRUPT in an assignment's or initializer's right side. */
void note_capability(struct reader *reader, TSNode expression, bool always);

#endif
