/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading the syntax trees that tree-sitter makes of C.
 */
#ifndef AUDIT_AST_H
#define AUDIT_AST_H

#include <stdbool.h>
#include <stdint.h>
#include <tree_sitter/api.h>

/* The kinds of nodes that the audit knows; NODE_OTHER is any other. */
enum node_kind {
	NODE_OTHER,
	NODE_ERROR,
	NODE_ASSIGNMENT,
	NODE_BINARY,
	NODE_BREAK,
	NODE_CALL,
	NODE_CASE,
	NODE_CAST,
	NODE_COMMA,
	NODE_COMMENT,
	NODE_COMPOUND,
	NODE_CONDITIONAL,
	NODE_CONTINUE,
	NODE_DECLARATION,
	NODE_DO,
	NODE_ELSE,
	NODE_EXPRESSION_STATEMENT,
	NODE_FIELD,
	NODE_FIELD_DECLARATION,
	NODE_FOR,
	NODE_FUNCTION,
	NODE_FUNCTION_DECLARATOR,
	NODE_GOTO,
	NODE_IDENTIFIER,
	NODE_IF,
	NODE_INITIALIZER,
	NODE_INITIALIZERS,
	NODE_INITIALIZER_PAIR,
	NODE_LABELED,
	NODE_LITERAL,
	NODE_MACRO,
	NODE_NUMBER,
	NODE_PARAMETER,
	NODE_PARENTHESIZED,
	NODE_POINTER,
	NODE_PREPROC_ELIF,
	NODE_PREPROC_ELSE,
	NODE_PREPROC_IF,
	NODE_RETURN,
	NODE_STRUCT,
	NODE_SUBSCRIPT,
	NODE_SWITCH,
	NODE_TYPEDEF,
	NODE_TYPE_NAME,
	NODE_UNARY,
	NODE_UPDATE,
	NODE_WHILE,
};

/* The named places that children have in their parents. */
enum node_part {
	PART_ALTERNATIVE,
	PART_ARGUMENT,
	PART_ARGUMENTS,
	PART_BODY,
	PART_CONDITION,
	PART_CONSEQUENCE,
	PART_DECLARATOR,
	PART_DESIGNATOR,
	PART_FIELD,
	PART_FUNCTION,
	PART_INITIALIZER,
	PART_LABEL,
	PART_LEFT,
	PART_NAME,
	PART_OPERATOR,
	PART_PARAMETERS,
	PART_RIGHT,
	PART_TYPE,
	PART_UPDATE,
	PART_VALUE,
	PART_COUNT
};

/* A parser, for one thread at a time. It and its trees go with arena_free(). */
TSParser *new_parser(void);

/* The parsed form of a text. Annotations as __init are blanked out of the text. */
TSTree *parse_text(TSParser *parser, char *text, size_t len);

enum node_kind node_kind(TSNode node);
/* A null node where there is none. */
TSNode node_part(TSNode node, enum node_part part);
/* Lines count from 1. */
uint32_t node_line(TSNode node);

/* The name that a node's text is. */
uint32_t node_name(const char *text, TSNode node);
bool node_is(const char *text, TSNode node, const char *word);

/* Without parentheses, casts, & and *. */
TSNode strip(TSNode node);
/* The identifier that a declarator declares; a null node where there is none. */
TSNode declared(TSNode declarator);
/* The function declarator around it; a null node where it declares no function. */
TSNode function_declarator(TSNode declarator);
/* The structure or typedef that a type names, NO_NAME for int and the like. */
uint32_t type_name(const char *text, TSNode type);
/* An argument of a call; a null node behind the last. */
TSNode argument(TSNode call, uint32_t index);
/* The name of the function in f(...), NO_NAME where it is no plain name. */
uint32_t called_name(const char *text, TSNode call);
/* A call without a semicolon, which is how for_each_...() and other macros begin a statement. */
bool begins_statement(TSNode statement);

/*
 * Deeper trees are not looked into, since readers of trees recurse. In a kernel tree nothing has
 * half of that.
 */
#define DEPTH_MAX 1000
bool is_too_deep(TSTree *tree);

#endif
