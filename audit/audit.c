// SPDX-License-Identifier: GPL-2.0
/* The table of a whole tree. */
#include "audit.h"
#include "arena.h"

#include <pthread.h>
#include <stdlib.h>

/* Readers of syntax trees recurse, DEPTH_MAX times at most, with frames of up to 20 KiB. */
#define STACK_SIZE (64ul << 20)

struct task {
	const char *root;
	struct rows *rows;
};

static void *audit_task(void *arg)
{
	struct task *task = arg;
	struct tree tree;
	struct facts facts;
	struct graph graph;

	tree_read(&tree, task->root);
	load_facts(&facts, &graph, &tree);
	judge(&graph, task->rows);
	list_core_calls(&graph, task->rows);
	task->rows->holes = tree.unreadable + facts.garbage;
	graph_free(&graph);
	facts_free(&facts);
	arena_free();
	tree_free(&tree);
	return NULL;
}

void audit(const char *root, struct rows *rows)
{
	struct task task = { root, rows };
	pthread_attr_t attributes;
	pthread_t thread;

	*rows = (struct rows){ 0 };
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	if (pthread_create(&thread, &attributes, audit_task, &task)) {
		fputs("pmu-audit: no thread can be started\n", stderr);
		exit(2);
	}
	pthread_join(thread, NULL);
	pthread_attr_destroy(&attributes);
}
