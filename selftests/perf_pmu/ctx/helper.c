// SPDX-License-Identifier: GPL-2.0
#include "ctx.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../lib/load.h"

static void live(const struct context *ctx, int order, int answer)
{
	unsigned int units;

	while (read(order, &units, sizeof(units)) == sizeof(units) && units) {
		work_units(ctx, units);
		if (write(answer, &units, sizeof(units)) != sizeof(units))
			break;
	}
	_exit(0);
}

int helper_start(const struct context *ctx, struct helper *helper, int cpu)
{
	int order[2], answer[2];
	pid_t parent = getpid();

	if (pipe2(order, O_CLOEXEC))
		return -1;
	if (pipe2(answer, O_CLOEXEC)) {
		close(order[0]);
		close(order[1]);
		return -1;
	}
	helper->pid = fork();
	if (!helper->pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent || (cpu >= 0 && topology_pin(cpu)))
			_exit(1);
		close(order[1]);
		close(answer[0]);
		live(ctx, order[0], answer[1]);
	}
	close(order[0]);
	close(answer[1]);
	helper->order = order[1];
	helper->answer = answer[0];
	if (helper->pid > 0)
		return 0;
	close(helper->order);
	close(helper->answer);
	return -1;
}

int helper_order(const struct helper *helper, unsigned int units)
{
	return write(helper->order, &units, sizeof(units)) == sizeof(units) ? 0 : -1;
}

int helper_wait(const struct helper *helper)
{
	unsigned int units;

	return read(helper->answer, &units, sizeof(units)) == sizeof(units) ? 0 : -1;
}

int helper_work(const struct helper *helper, unsigned int units)
{
	return helper_order(helper, units) ? -1 : helper_wait(helper);
}

void helper_stop(struct helper *helper)
{
	helper_order(helper, 0);
	close(helper->order);
	close(helper->answer);
	waitpid(helper->pid, NULL, 0);
}

int exec_main(const char *iterations)
{
	load_run(strtoul(iterations, NULL, 10));
	return 0;
}
