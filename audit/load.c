// SPDX-License-Identifier: GPL-2.0
/* Which files are parsed, and in which order. */
#include "ast.h"
#include "audit.h"

#include <stdlib.h>
#include <string.h>

/* Other files' callers of callers: Linux 7.2 needs four rounds. */
#define ROUNDS_MAX 12

static int by_name(const void *key, const void *file)
{
	return strcmp(key, ((const struct file *)file)->path);
}

/*
 * The file of a path such as "drivers/perf/../a.h"; NULL where the tree has none or it was not
 * kept.
 */
static struct file *file_at(struct tree *tree, const char *path)
{
	char *plain = must_format("%s", path), *up;
	struct file *file;

	while ((up = strstr(plain, "/../"))) {
		char *before = up;

		while (before > plain && before[-1] != '/')
			before--;
		memmove(before, up + 4, strlen(up + 4) + 1);
	}
	file = bsearch(plain, tree->files, tree->count, sizeof(*tree->files), by_name);
	free(plain);
	return file;
}

/*
 * Headers that a file includes, and that know of PMUs: they say which structure a member is of.
 * include is what stands between the quotes or brackets.
 */
static struct file *included(struct tree *tree, const struct file *from, const char *include,
			     size_t len, bool quoted, uint64_t pmu)
{
	const char *slash = strrchr(from->path, '/');
	struct file *file;
	char *path;

	if (quoted)
		path = must_format("%.*s%.*s", slash ? (int)(slash - from->path + 1) : 0,
				   from->path, (int)len, include);
	else if (!strncmp(from->path, "arch/", 5) && !strncmp(include, "asm/", 4))
		path = must_format("arch/%.*s/include/%.*s", (int)strcspn(from->path + 5, "/"),
				   from->path + 5, (int)len, include);
	else
		path = must_format("include/%.*s", (int)len, include);
	file = file_at(tree, path);
	free(path);
	return file && (quoted || ids_may_hold(file->ids, pmu)) ? file : NULL;
}

static void add_headers(struct tree *tree, bool *parsed)
{
	uint64_t pmu = ids_key("pmu");

	for (uint32_t f = 0; f < tree->count; f++) {
		struct file *file = &tree->files[f];

		if (file->scan != SCAN_PARSE || file->kind == FILE_ASM)
			continue;
		for (char *at = strstr(file->text, "#include"); at;
		     at = strstr(at + 8, "#include")) {
			char *open = at + 8 + strspn(at + 8, " \t");
			size_t len = *open ? strcspn(open + 1, ">\"\n") : 0;
			struct file *header;

			if (*open != '"' && *open != '<')
				continue;
			header = included(tree, file, open + 1, len, *open == '"', pmu);
			if (header)
				parsed[header - tree->files] = true;
		}
	}
}

/* How many structures with a member of one type are looked for. */
#define OWNERS_MAX 16

struct word {
	const char *text;
	uint64_t key;
};

/* What a file must hold to be of interest: the name, and one of the types where there are any. */
struct words {
	struct word name, types[1 + OWNERS_MAX];
	uint32_t count;
};

static struct word word_of(uint32_t name)
{
	return (struct word){ name_text(name), ids_key(name_text(name)) };
}

/*
 * A file speaks of a structure by its name, or by that of one with a member of that type: the code
 * says device->ops->handle, and names struct device.
 */
static struct words words_of(const struct facts *facts, const struct wanted *wanted)
{
	struct words words = { .name = word_of(wanted->name) };

	if (wanted->type == NO_NAME)
		return words;
	words.types[words.count++] = word_of(wanted->type);
	for (uint32_t t = 0; t < facts->type_count; t++) {
		if (facts->types[t].scope == NONE && facts->types[t].type == wanted->type &&
		    words.count <= OWNERS_MAX)
			words.types[words.count++] = word_of(facts->types[t].owner);
	}
	return words;
}

/* Does a file hold the word? By its identifiers, or, which costs more, by its text. */
static bool holds(struct tree *tree, struct file *file, const struct word *word, bool by_text)
{
	if (!ids_may_hold(file->ids, word->key))
		return false;
	return !by_text ||
	       (tree_text(tree, file) && find_word(file->text, file->len, word->text, 0) >= 0);
}

static bool mentions(struct tree *tree, struct file *file, const struct words *words, bool by_text)
{
	if (!holds(tree, file, &words->name, by_text))
		return false;
	for (uint32_t t = 0; t < words->count; t++) {
		if (holds(tree, file, &words->types[t], by_text))
			return true;
	}
	return !words->count;
}

/* Find the files that mention what the graph's functions are known by elsewhere. */
static bool find_files(struct facts *facts, const struct graph *graph, bool *parsed, bool *is_new)
{
	struct tree *tree = facts->tree;
	bool any = false;

	memset(is_new, 0, tree->count * sizeof(bool));
	for (uint32_t w = 0; w < graph->wanted_count; w++) {
		const struct words words = words_of(facts, &graph->wanted[w]);

		for (uint32_t f = 0; f < tree->count; f++) {
			struct file *file = &tree->files[f];

			if (parsed[f] || is_new[f] || file->kind == FILE_ASM)
				continue;
			if (!mentions(tree, file, &words, false))
				continue;
			if (!mentions(tree, file, &words, true)) {
				tree_forget(file);
				continue;
			}
			is_new[f] = true;
			parsed[f] = true;
			any = true;
		}
	}
	return any;
}

static uint32_t line_at(const char *text, long offset)
{
	uint32_t line = 1;

	for (long i = 0; i < offset; i++)
		line += text[i] == '\n';
	return line;
}

/* Where assembly mentions one of the graph's functions. */
static bool find_mentions(struct facts *facts, const struct graph *graph)
{
	struct tree *tree = facts->tree;
	uint32_t before = facts->mention_count;

	facts->mention_count = 0;
	for (uint32_t w = 0; w < graph->wanted_count; w++) {
		const struct word word = word_of(graph->wanted[w].name);

		for (uint32_t f = 0; f < tree->count && graph->wanted[w].in_assembly; f++) {
			struct file *file = &tree->files[f];
			long at;

			if (file->kind != FILE_ASM || !ids_may_hold(file->ids, word.key) ||
			    !tree_text(tree, file))
				continue;
			at = find_word(file->text, file->len, word.text, 0);
			if (at < 0) {
				tree_forget(file);
				continue;
			}
			GROW(facts->mentions, facts->mention_count, facts->mention_room);
			facts->mentions[facts->mention_count++] = (struct mention){
				graph->wanted[w].name,
				f,
				line_at(file->text, at),
			};
		}
	}
	return facts->mention_count != before;
}

void load_facts(struct facts *facts, struct graph *graph, struct tree *tree)
{
	bool *parsed = must_alloc(tree->count), *is_new = must_alloc(tree->count);
	bool more = true;

	*facts = (struct facts){ .tree = tree, .parser = new_parser() };
	for (uint32_t f = 0; f < tree->count; f++)
		parsed[f] = tree->files[f].scan == SCAN_PARSE;
	add_headers(tree, parsed);
	memcpy(is_new, parsed, tree->count * sizeof(bool));
	parse_files(facts, is_new);
	graph_make(graph, facts);
	for (int round = 0; more && round < ROUNDS_MAX; round++) {
		more = find_files(facts, graph, parsed, is_new);
		more |= find_mentions(facts, graph);
		if (!more)
			break;
		parse_files(facts, is_new);
		graph_free(graph);
		graph_make(graph, facts);
	}
	free(parsed);
	free(is_new);
}
