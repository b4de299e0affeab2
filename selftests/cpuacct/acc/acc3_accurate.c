// SPDX-License-Identifier: GPL-2.0
/*
 * ACC-3: what a group has used is what its tasks have used. The tasks are ours alone, and their
 * clock (CLOCK_PROCESS_CPUTIME_ID: sum_exec_runtime of all threads, also those that run now) is
 * read before and after the group's.
 */
#include "acc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/budget.h"

/* Long against a tick, of which each thread may owe one. */
#define SWITCHING_ROUNDS	10

/* cpu.stat is in us, each of its figures cut. */
#define USEC_CUT	2000

struct usage {
	uint64_t before, after;		/* our clock around the reading */
	uint64_t total;			/* ns */
	uint64_t user, system;		/* ns, from the file that has them */
};

static uint64_t process_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * NSEC_PER_SEC + now.tv_nsec;
}

/* The number behind a word at the beginning of a line. */
static bool find_number(const char *text, const char *word, uint64_t *value)
{
	size_t len = strlen(word);

	for (; text; text = strchr(text, '\n')) {
		text += *text == '\n';
		if (!strncmp(text, word, len) && text[len] == ' ') {
			*value = strtoull(text + len + 1, NULL, 10);
			return true;
		}
	}
	return false;
}

static bool read_v2(const struct groups *groups, struct usage *usage)
{
	char text[4096];

	usage->before = process_ns();
	if (cgroup_read(groups->path[DEPTH_1], "cpu.stat", text, sizeof(text)) <= 0)
		return false;
	usage->after = process_ns();
	if (!find_number(text, "usage_usec", &usage->total) ||
	    !find_number(text, "user_usec", &usage->user) ||
	    !find_number(text, "system_usec", &usage->system))
		return false;
	usage->total *= 1000;
	usage->user *= 1000;
	usage->system *= 1000;
	return true;
}

static bool read_v1(const struct groups *groups, struct usage *usage)
{
	const uint64_t unit = NSEC_PER_SEC / sysconf(_SC_CLK_TCK);
	char text[256];

	usage->before = process_ns();
	if (cgroup_read(groups->path[DEPTH_1], "cpuacct.usage", text, sizeof(text)) <= 0)
		return false;
	usage->after = process_ns();
	usage->total = strtoull(text, NULL, 10);
	if (cgroup_read(groups->path[DEPTH_1], "cpuacct.stat", text, sizeof(text)) <= 0 ||
	    !find_number(text, "user", &usage->user) ||
	    !find_number(text, "system", &usage->system))
		return false;
	usage->user *= unit;
	usage->system *= unit;
	return true;
}

static bool read_usage(const struct groups *groups, struct usage *usage)
{
	return groups->hierarchy->v2 ? read_v2(groups, usage) : read_v1(groups, usage);
}

static struct outcome judge(const struct accounting *acc, const struct usage *first,
			    const struct usage *last)
{
	const uint64_t tick = NSEC_PER_SEC / acc->hz;
	const uint64_t unit = acc->groups->hierarchy->v2 ? USEC_CUT :
			      2 * NSEC_PER_SEC / sysconf(_SC_CLK_TCK);
	uint64_t group = last->total - first->total;
	uint64_t least = last->before - first->after, most = last->after - first->before;
	uint64_t split = last->user + last->system - first->user - first->system;

	/*
	 * One thread runs while the file is read, ours, and what it has used since its last
	 * accounting may be missing once, or be there of before.
	 */
	evidence("used", "group %llu us, its tasks %llu to %llu us, a tick is %llu us",
		 (unsigned long long)group / 1000, (unsigned long long)least / 1000,
		 (unsigned long long)most / 1000, (unsigned long long)tick / 1000);
	evidence("user_system", "%llu + %llu us",
		 (unsigned long long)(last->user - first->user) / 1000,
		 (unsigned long long)(last->system - first->system) / 1000);
	if (group + tick + USEC_CUT < least || group > most + tick + USEC_CUT)
		return fail("the group used %llu us, its tasks %llu to %llu us",
			    (unsigned long long)group / 1000, (unsigned long long)least / 1000,
			    (unsigned long long)most / 1000);
	/* The split is by ticks, its sum is not (kernel/sched/cputime.c:cputime_adjust()). */
	if (split + tick + unit < least || split > most + tick + unit)
		return fail("user and system time of the group are %llu us together, of its tasks %llu to %llu us",
			    (unsigned long long)split / 1000, (unsigned long long)least / 1000,
			    (unsigned long long)most / 1000);
	return pass();
}

struct outcome acc3_accurate(const struct accounting *acc)
{
	struct usage first, last;
	struct outcome outcome;
	int i;

	if (!acc->groups->hierarchy->v2 && strcmp(acc->groups->hierarchy->name, "cpuacct"))
		return skip(SKIP_NO_ACCOUNTING, "the %s controller keeps no usage",
			    acc->groups->hierarchy->name);
	if (pairs_start(acc->cpus))
		return skip(SKIP_SETUP_BROKEN, "threads: %s", strerror(errno));
	if (groups_enter(acc->groups, DEPTH_1) || !read_usage(acc->groups, &first)) {
		outcome = skip(SKIP_NO_ACCOUNTING, "%s: no usage to read: %s",
			       acc->groups->path[DEPTH_1], strerror(errno));
	} else {
		for (i = 0; i < SWITCHING_ROUNDS; i++)
			pairs_round(PAIRS_SWITCH, acc->cpus->nr);
		if (read_usage(acc->groups, &last))
			outcome = judge(acc, &first, &last);
		else
			outcome = skip(SKIP_SETUP_BROKEN, "%s: its usage cannot be read again",
				       acc->groups->path[DEPTH_1]);
	}
	pairs_stop();
	return outcome;
}
