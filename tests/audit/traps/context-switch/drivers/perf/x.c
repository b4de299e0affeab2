// SPDX-License-Identifier: GPL-2.0
#include <linux/perf_event.h>

static void deliver(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_event_overflow(event, &data, regs);
}

static void x_stop(struct perf_event *event, int flags)
{
	deliver(event, NULL);
}

static struct pmu x_pmu = {
	.stop	= x_stop,
};
