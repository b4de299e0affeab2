// SPDX-License-Identifier: GPL-2.0
/* Files become syntax trees, by several threads, and syntax trees become facts. */
#include "ast.h"
#include "facts.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 2

struct job {
	struct file *file;
	TSTree *tree;
	bool too_deep, accepted;
	uint32_t first_function;
};

struct jobs {
	struct job *job;
	/* the longest file first: a thread that began it last would end alone */
	struct job **by_len;
	uint32_t count, next;
	pthread_mutex_t lock;
};

/*
 * Brackets that are open together, by their characters alone. libtree-sitter 0.20 damages its
 * memory when 100,000 are never closed, so this has to be known before it sees them.
 */
static bool has_too_many_brackets(const char *text, size_t len)
{
	int open = 0;

	for (size_t i = 0; i < len && open <= DEPTH_MAX; i++) {
		if (text[i] == '(' || text[i] == '{' || text[i] == '[')
			open++;
		else if ((text[i] == ')' || text[i] == '}' || text[i] == ']') && open)
			open--;
	}
	return open > DEPTH_MAX;
}

static void *parse_jobs(void *arg)
{
	struct jobs *jobs = arg;
	TSParser *parser = new_parser();

	for (;;) {
		struct job *job;
		uint32_t next;

		pthread_mutex_lock(&jobs->lock);
		next = jobs->next < jobs->count ? jobs->next++ : jobs->count;
		pthread_mutex_unlock(&jobs->lock);
		if (next == jobs->count)
			break;
		job = jobs->by_len[next];
		if (memchr(job->file->text, 0, job->file->len))
			continue;
		job->too_deep = has_too_many_brackets(job->file->text, job->file->len);
		if (job->too_deep)
			continue;
		job->tree = parse_text(parser, job->file->text, job->file->len);
		job->too_deep = job->tree && is_too_deep(job->tree);
	}
	return NULL;
}

static int longer_first(const void *a, const void *b)
{
	size_t len_a = (*(struct job *const *)a)->file->len;
	size_t len_b = (*(struct job *const *)b)->file->len;

	return (len_a < len_b) - (len_a > len_b);
}

static void parse_all(struct jobs *jobs)
{
	pthread_t threads[THREADS];
	int started = 0;

	jobs->by_len = must_alloc(jobs->count * sizeof(*jobs->by_len));
	for (uint32_t j = 0; j < jobs->count; j++)
		jobs->by_len[j] = &jobs->job[j];
	qsort(jobs->by_len, jobs->count, sizeof(*jobs->by_len), longer_first);
	while (started < THREADS - 1 && !pthread_create(&threads[started], NULL, parse_jobs, jobs))
		started++;
	parse_jobs(jobs);
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	free(jobs->by_len);
}

/* Does the tree hold anything that the grammar knows? */
static bool is_garbage(const struct job *job)
{
	TSNode root;

	if (!job->tree)
		return true;
	root = ts_tree_root_node(job->tree);
	return node_kind(root) == NODE_ERROR && ts_node_named_child_count(root) == 0;
}

static bool accept(struct facts *facts, struct job *job)
{
	const char *why = NULL;

	if (job->too_deep)
		why = "nested too deeply to be judged";
	else if (is_garbage(job))
		why = "not C: it cannot be parsed";
	if (!why)
		return true;
	fprintf(stderr, "pmu-audit: %s/%s: %s\n", facts->tree->root, job->file->path, why);
	facts->garbage++;
	return false;
}

void parse_files(struct facts *facts, const bool *is_marked)
{
	struct tree *tree = facts->tree;
	struct jobs jobs = { .lock = PTHREAD_MUTEX_INITIALIZER };
	uint32_t room = 0;

	for (uint32_t f = 0; f < tree->count; f++) {
		if (!is_marked[f] || tree->files[f].kind == FILE_ASM ||
		    !tree_text(tree, &tree->files[f]))
			continue;
		GROW(jobs.job, jobs.count, room);
		jobs.job[jobs.count++] = (struct job){ .file = &tree->files[f] };
	}
	parse_all(&jobs);
	for (uint32_t j = 0; j < jobs.count; j++) {
		struct job *job = &jobs.job[j];

		job->accepted = accept(facts, job);
		job->first_function = facts->function_count;
		if (job->accepted)
			extract_declarations(facts, job->file - tree->files, job->tree);
	}
	for (uint32_t j = 0; j < jobs.count; j++) {
		struct job *job = &jobs.job[j];

		if (job->accepted)
			extract_code(facts, job->file - tree->files, job->tree,
				     job->first_function);
	}
	free(jobs.job);
}
