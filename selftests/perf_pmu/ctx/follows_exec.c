// SPDX-License-Identifier: GPL-2.0
/*
 * Part of CTX-1: an event with enable_on_exec counts nothing before exec, what the new program does
 * after it, and nothing any more when that has ended.
 */
#include "ctx.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNITS		4

struct child {
	int pid;
	int ready, go;		/* pipes */
};

/* Works once before its exec, then waits to be told. */
static void live(const struct context *ctx, int ready, int go)
{
	char iterations[24], byte = 0;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	topology_pin(ctx->cpu);
	snprintf(iterations, sizeof(iterations), "%lu", UNITS * ctx->unit);
	if (read(go, &byte, 1) == 1) {
		work_units(ctx, 1);
		if (write(ready, &byte, 1) == 1 && read(go, &byte, 1) == 1)
			execl("/proc/self/exe", EXEC_NAME, iterations, NULL);
	}
	_exit(1);
}

static int start(const struct context *ctx, struct child *child)
{
	int ready[2], go[2];

	if (pipe2(ready, O_CLOEXEC))
		return -1;
	if (pipe2(go, O_CLOEXEC)) {
		close(ready[0]);
		close(ready[1]);
		return -1;
	}
	child->pid = fork();
	if (!child->pid) {
		close(go[1]);
		live(ctx, ready[1], go[0]);
	}
	close(ready[1]);
	close(go[0]);
	child->ready = ready[0];
	child->go = go[1];
	return child->pid > 0 ? 0 : -1;
}

/* Before exec, after the program's end, and later. 0, or -1 where the child did not do its part. */
static int run(const struct context *ctx, struct child *child, int fd, struct reading seen[3])
{
	char byte = 0;
	int status;

	if (write(child->go, &byte, 1) != 1 || read(child->ready, &byte, 1) != 1)
		return -1;
	seen[0] = read_counter(fd);
	if (write(child->go, &byte, 1) != 1 || waitpid(child->pid, &status, 0) != child->pid)
		return -1;
	child->pid = 0;
	seen[1] = read_counter(fd);
	work_units(ctx, 1);
	seen[2] = read_counter(fd);
	return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -1;
}

static struct outcome judge(const struct context *ctx, const struct reading seen[3])
{
	evidence("exec", "counted %llu before, a program worked for %llu events, counted %llu, later %llu",
		 (unsigned long long)seen[0].count, (unsigned long long)(UNITS * ctx->least),
		 (unsigned long long)seen[1].count, (unsigned long long)seen[2].count);
	if (seen[0].count || seen[0].enabled)
		return fail("an event that exec is to enable counted %llu events before",
			    (unsigned long long)seen[0].count);
	if (was_busy(&seen[1]))
		return skip(SKIP_COUNTER_BUSY, "while a program worked");
	if (seen[1].count < UNITS * ctx->least / SURE)
		return fail("an event that exec enables counted %llu of %llu events",
			    (unsigned long long)seen[1].count,
			    (unsigned long long)(UNITS * ctx->least));
	if (seen[2].count != seen[1].count)
		return fail("the event of a task that has ended went from %llu to %llu",
			    (unsigned long long)seen[1].count, (unsigned long long)seen[2].count);
	return pass();
}

struct outcome follows_exec(const struct context *ctx)
{
	struct perf_event_attr attr = counting(ctx);
	struct outcome outcome;
	struct reading seen[3];
	struct child child;
	int fd;

	if (start(ctx, &child))
		return broken("a second task");
	attr.disabled = 1;
	attr.enable_on_exec = 1;
	fd = event_open(&attr, child.pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		outcome = broken("a counter of another task");
	else if (run(ctx, &child, fd, seen))
		outcome = skip(SKIP_SETUP_BROKEN, "a task that runs a program");
	else
		outcome = judge(ctx, seen);
	if (fd >= 0)
		close(fd);
	close(child.ready);
	close(child.go);
	if (child.pid) {
		kill(child.pid, SIGKILL);
		waitpid(child.pid, NULL, 0);
	}
	return outcome;
}
