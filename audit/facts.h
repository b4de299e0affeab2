/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the parsed files say, as facts: functions, calls, and the ways that a function's address
 * takes until somebody calls it. No fact knows a driver's name.
 */
#ifndef AUDIT_FACTS_H
#define AUDIT_FACTS_H

#include <stdbool.h>
#include <stdint.h>
#include <tree_sitter/api.h>

#include "names.h"
#include "tree.h"

/* No function, no value, no file. */
#define NONE UINT32_MAX

/*
 * A value: something that can hold a function's address.
 */
enum value_kind {
	/*
	 * an identifier that is none of a function's own: a function or a global variable. scope:
	 * file
	 */
	VALUE_IDENT,
	/* a parameter or local variable. scope: function */
	VALUE_LOCAL,
	/*
	 * a member of a structure. type: the structure's, NO_NAME where it is not known. scope:
	 * file
	 */
	VALUE_FIELD,
	/* a member of one structure that has a name. type: the variable's name. scope: file */
	VALUE_MEMBER,
	/* a static call. scope: file */
	VALUE_STATIC_CALL,
	/* what a function returns. scope: file */
	VALUE_RETURN,
};

struct value {
	enum value_kind kind;
	uint32_t name;
	uint32_t type;
	uint32_t scope;
	/* the next value with the same name */
	uint32_t next;
};

/* How a function is written down. */
enum function_form {
	FORM_PLAIN,
	/* by a macro, as DEFINE_INTERRUPT_HANDLER(name) or BPF_CALL_5(name, ...) */
	FORM_MACRO,
	/* a function-like macro: not called but copied */
	FORM_COPIED,
};

struct function {
	uint32_t name;
	uint32_t file;
	uint32_t line;
	enum function_form form;
	/* what stands before the name, where a macro makes the function */
	uint32_t maker;
	bool is_static;
	/* tree-sitter found something in it that it could not read */
	bool unclear;
	/* a compound statement; that of a copied macro is in a tree of its own */
	TSNode body;
	const char *text;
	/* the same, of a copied macro */
	char *own_text;
	/* values of the parameters, in order */
	uint32_t first_param, params;
	/* calls[first_call..last_call) are its own */
	uint32_t first_call, last_call;
	uint32_t next_same_name;
};

struct call {
	/* NONE outside of functions: macros that declare */
	uint32_t caller;
	uint32_t file;
	uint32_t line;
	/* where the expression begins in the text, by which the node is found again */
	uint32_t byte;
	/* who is called: values[first_callee..+callees) of the operand list */
	uint32_t first_callee, callees;
	/* operands of each argument, NONE ends an argument */
	uint32_t first_arg, args_len;
};

/* dst may hold afterwards what src held. */
struct flow {
	uint32_t src, dst;
	uint32_t file, line;
	uint32_t caller;
	/* it is in a table, by its place */
	bool in_table;
	uint32_t next;
};

/*
 * The type of a variable or member. scope: function for locals, file for others, for members NONE.
 */
struct typed {
	uint32_t name;
	/* structure that a member is of */
	uint32_t owner;
	uint32_t scope;
	uint32_t type;
	/* place in the structure */
	uint32_t position;
	/* not static: other files may mean this one */
	bool global;
	bool is_local;
	uint32_t next;
};

/* PERF_PMU_CAP_NO_INTERRUPT, and PMUs in general. */
struct capability {
	uint32_t file, line;
	/* in an initializer or at the top of a function: whatever the hardware is */
	bool always;
	/* it is the flag; else a PMU's description */
	bool no_interrupt;
};

/* A mention in assembly. */
struct mention {
	uint32_t name;
	uint32_t file, line;
};

struct facts {
	struct tree *tree;
	struct value *values;
	uint32_t value_count, value_room;
	struct function *functions;
	uint32_t function_count, function_room;
	struct call *calls;
	uint32_t call_count, call_room;
	struct flow *flows;
	uint32_t flow_count, flow_room;
	struct typed *types;
	uint32_t type_count, type_room;
	struct capability *capabilities;
	uint32_t capability_count, capability_room;
	struct mention *mentions;
	uint32_t mention_count, mention_room;
	/* lists of values that calls point into */
	uint32_t *operands;
	uint32_t operand_count, operand_room;
	/* for the texts of macros */
	TSParser *parser;
	/* first of a chain by name, NONE where empty */
	struct {
		uint32_t *values, *functions, *types;
		uint32_t room;
	} by_name;
	/* hash table of the values */
	uint32_t *slots, slot_count;
	/* first flow of a chain by source value */
	uint32_t *flows_from;
	uint32_t flows_from_room;
	/* files that are no C at all, each told on stderr */
	uint32_t garbage;
};

/*
 * Parse the files that are marked, by their number in the tree, and add what they say. What is no C
 * is told on stderr.
 */
void parse_files(struct facts *facts, const bool *is_marked);

/*
 * Add what parsed files say: first the functions and types of all of them, then what happens in
 * them. A call's meaning may depend on a type that another file declares.
 * first_function: of the file, whose functions follow each other.
 */
void extract_declarations(struct facts *facts, uint32_t file, TSTree *tree);
void extract_code(struct facts *facts, uint32_t file, TSTree *tree, uint32_t first_function);

uint32_t value_of(struct facts *facts, struct value value);
void add_flow(struct facts *facts, struct flow flow);
void add_type(struct facts *facts, struct typed type);
uint32_t add_function(struct facts *facts, struct function function);

uint32_t first_value(const struct facts *facts, uint32_t name);
uint32_t first_function(const struct facts *facts, uint32_t name);
uint32_t first_type(const struct facts *facts, uint32_t name);
uint32_t first_flow(const struct facts *facts, uint32_t value);

void facts_free(struct facts *facts);

#endif
