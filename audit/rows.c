// SPDX-License-Identifier: GPL-2.0
/* The table of a whole tree. */
#include "audit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Readers of syntax trees recurse, DEPTH_MAX times at most, with frames of up to 20 KiB. */
#define STACK_SIZE (64ul << 20)

const char *verdict_text(enum verdict verdict)
{
	static const char *const texts[] = {
		[REPORTS] = "reports",
		[DOES_NOT_REPORT] = "does-not-report",
		[NOT_APPLICABLE] = "not-applicable",
		[UNRESOLVED] = "unresolved",
	};

	return texts[verdict];
}

bool row_is_finding(const struct row *row)
{
	return row->verdict == DOES_NOT_REPORT || row->verdict == UNRESOLVED;
}

static void row_free(struct row *row)
{
	free(row->arch);
	free(row->file);
	free(row->handler);
	free(row->entry);
	free(row->registration);
	free(row->sink);
	free(row->took);
	free(row->clock);
	free(row->reason);
}

void rows_free(struct rows *rows)
{
	for (uint32_t i = 0; i < rows->count; i++)
		row_free(&rows->row[i]);
	free(rows->row);
	*rows = (struct rows){ 0 };
}

/* Is the name one of a list with commas? */
static bool is_in_list(const char *list, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (!strncmp(at, name, len) && (!at[len] || at[len] == ','))
			return true;
	}
	return false;
}

void rows_of_arch(struct rows *rows, const char *arch)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < rows->count; i++) {
		if (is_in_list(rows->row[i].arch, arch))
			rows->row[kept++] = rows->row[i];
		else
			row_free(&rows->row[i]);
	}
	rows->count = kept;
}

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
	task->rows->holes = tree.unreadable + facts.garbage;
	graph_free(&graph);
	facts_free(&facts);
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
