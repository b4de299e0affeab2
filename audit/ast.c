// SPDX-License-Identifier: GPL-2.0
#include "ast.h"
#include "arena.h"
#include "names.h"

#include <pthread.h>
#include <string.h>

const struct TSLanguage *tree_sitter_c(void);

static const struct {
	const char *type;
	enum node_kind kind;
} kinds[] = {
	{ "ERROR", NODE_ERROR },
	{ "assignment_expression", NODE_ASSIGNMENT },
	{ "binary_expression", NODE_BINARY },
	{ "break_statement", NODE_BREAK },
	{ "call_expression", NODE_CALL },
	{ "case_statement", NODE_CASE },
	{ "cast_expression", NODE_CAST },
	{ "comma_expression", NODE_COMMA },
	{ "comment", NODE_COMMENT },
	{ "compound_statement", NODE_COMPOUND },
	{ "conditional_expression", NODE_CONDITIONAL },
	{ "continue_statement", NODE_CONTINUE },
	{ "declaration", NODE_DECLARATION },
	{ "do_statement", NODE_DO },
	{ "else_clause", NODE_ELSE },
	{ "expression_statement", NODE_EXPRESSION_STATEMENT },
	{ "field_expression", NODE_FIELD },
	{ "field_declaration", NODE_FIELD_DECLARATION },
	{ "for_statement", NODE_FOR },
	{ "function_definition", NODE_FUNCTION },
	{ "function_declarator", NODE_FUNCTION_DECLARATOR },
	{ "goto_statement", NODE_GOTO },
	{ "identifier", NODE_IDENTIFIER },
	{ "if_statement", NODE_IF },
	{ "init_declarator", NODE_INITIALIZER },
	{ "initializer_list", NODE_INITIALIZERS },
	{ "initializer_pair", NODE_INITIALIZER_PAIR },
	{ "labeled_statement", NODE_LABELED },
	{ "compound_literal_expression", NODE_LITERAL },
	{ "preproc_function_def", NODE_MACRO },
	{ "number_literal", NODE_NUMBER },
	{ "parameter_declaration", NODE_PARAMETER },
	{ "parenthesized_expression", NODE_PARENTHESIZED },
	{ "pointer_expression", NODE_POINTER },
	{ "preproc_elif", NODE_PREPROC_ELIF },
	{ "preproc_elifdef", NODE_PREPROC_ELIF },
	{ "preproc_else", NODE_PREPROC_ELSE },
	{ "preproc_if", NODE_PREPROC_IF },
	{ "preproc_ifdef", NODE_PREPROC_IF },
	{ "return_statement", NODE_RETURN },
	{ "struct_specifier", NODE_STRUCT },
	{ "union_specifier", NODE_STRUCT },
	{ "subscript_expression", NODE_SUBSCRIPT },
	{ "switch_statement", NODE_SWITCH },
	{ "type_definition", NODE_TYPEDEF },
	{ "type_identifier", NODE_TYPE_NAME },
	{ "unary_expression", NODE_UNARY },
	{ "update_expression", NODE_UPDATE },
	{ "while_statement", NODE_WHILE },
};

static const char *const parts[PART_COUNT] = {
	[PART_ALTERNATIVE] = "alternative",
	[PART_ARGUMENT] = "argument",
	[PART_ARGUMENTS] = "arguments",
	[PART_BODY] = "body",
	[PART_CONDITION] = "condition",
	[PART_CONSEQUENCE] = "consequence",
	[PART_DECLARATOR] = "declarator",
	[PART_DESIGNATOR] = "designator",
	[PART_FIELD] = "field",
	[PART_FUNCTION] = "function",
	[PART_LABEL] = "label",
	[PART_LEFT] = "left",
	[PART_NAME] = "name",
	[PART_OPERATOR] = "operator",
	[PART_PARAMETERS] = "parameters",
	[PART_RIGHT] = "right",
	[PART_TYPE] = "type",
	[PART_VALUE] = "value",
	[PART_INITIALIZER] = "initializer",
	[PART_UPDATE] = "update",
};

static const struct TSLanguage *language;
static unsigned char *kind_of_symbol;
static TSFieldId part_ids[PART_COUNT];
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void prepare(void)
{
	uint32_t count;

	arena_use();
	language = tree_sitter_c();
	count = ts_language_symbol_count(language);
	kind_of_symbol = must_alloc(count);
	for (uint32_t symbol = 0; symbol < count; symbol++) {
		const char *type = ts_language_symbol_name(language, symbol);

		for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
			if (!strcmp(type, kinds[k].type))
				kind_of_symbol[symbol] = kinds[k].kind;
		}
	}
	for (int part = 0; part < PART_COUNT; part++)
		part_ids[part] =
			ts_language_field_id_for_name(language, parts[part], strlen(parts[part]));
}

/* What the kernel writes between a type and a name, none of which the grammar knows. */
static const char *const annotations[] = {
	"__always_inline",
	"__always_unused",
	"__cold",
	"__cpuidle",
	"__devinit",
	"__exit",
	"__exitdata",
	"__force",
	"__hot",
	"__init",
	"__initconst",
	"__initdata",
	"__iomem",
	"__kprobes",
	"__latent_entropy",
	"__maybe_unused",
	"__meminit",
	"__must_check",
	"__noreturn",
	"__nocfi",
	"__no_sanitize_address",
	"__percpu",
	"__pure",
	"__rcu",
	"__read_mostly",
	"__ref",
	"__refdata",
	"__ro_after_init",
	"__sched",
	"__user",
	"__visible",
	"__weak",
	"asmlinkage",
	"noinline",
	"noinline_for_stack",
	"noinstr",
	"notrace",
	"__randomize_layout",
	"__packed",
	"__cacheline_aligned",
	"____cacheline_aligned",
	"____cacheline_aligned_in_smp",
	"__irq_entry",
	"__softirq_entry",
	"__private",
};

static bool is_annotation(const char *text, size_t len)
{
	for (size_t i = 0; i < sizeof(annotations) / sizeof(*annotations); i++) {
		if (strlen(annotations[i]) == len && !memcmp(annotations[i], text, len))
			return true;
	}
	return false;
}

static bool is_word_byte(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

static void blank_annotations(char *text, size_t len)
{
	for (size_t i = 0; i < len;) {
		size_t from = i;

		if (!is_word_byte(text[i])) {
			i++;
			continue;
		}
		while (i < len && is_word_byte(text[i]))
			i++;
		if ((text[from] == '_' || text[from] == 'n' || text[from] == 'a') &&
		    is_annotation(text + from, i - from))
			memset(text + from, ' ', i - from);
	}
}

TSParser *new_parser(void)
{
	TSParser *parser;

	pthread_once(&prepared, prepare);
	parser = ts_parser_new();
	ts_parser_set_language(parser, language);
	return parser;
}

TSTree *parse_text(TSParser *parser, char *text, size_t len)
{
	blank_annotations(text, len);
	return ts_parser_parse_string(parser, NULL, text, len);
}

bool is_too_deep(TSTree *tree)
{
	TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
	int depth = 0;

	for (;;) {
		if (depth <= DEPTH_MAX && ts_tree_cursor_goto_first_child(&cursor)) {
			depth++;
			continue;
		}
		while (depth && depth <= DEPTH_MAX && !ts_tree_cursor_goto_next_sibling(&cursor)) {
			ts_tree_cursor_goto_parent(&cursor);
			depth--;
		}
		if (!depth || depth > DEPTH_MAX)
			break;
	}
	ts_tree_cursor_delete(&cursor);
	return depth > DEPTH_MAX;
}

enum node_kind node_kind(TSNode node)
{
	TSSymbol symbol;

	if (ts_node_is_null(node))
		return NODE_OTHER;
	symbol = ts_node_symbol(node);
	/* An error's symbol is beyond the language's own. */
	if (symbol >= ts_language_symbol_count(language))
		return NODE_ERROR;
	return kind_of_symbol[symbol];
}

TSNode node_part(TSNode node, enum node_part part)
{
	return ts_node_child_by_field_id(node, part_ids[part]);
}

uint32_t node_line(TSNode node)
{
	return ts_node_start_point(node).row + 1;
}

uint32_t node_name(const char *text, TSNode node)
{
	uint32_t from = ts_node_start_byte(node);

	return name_of(text + from, ts_node_end_byte(node) - from);
}

bool node_is(const char *text, TSNode node, const char *word)
{
	uint32_t from = ts_node_start_byte(node), len = ts_node_end_byte(node) - from;

	return len == strlen(word) && !memcmp(text + from, word, len);
}
