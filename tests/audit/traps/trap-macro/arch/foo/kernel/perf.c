// SPDX-License-Identifier: GPL-2.0
#include <linux/perf_event.h>

static void deliver(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_event_overflow(event, &data, regs);
}

DEFINE_INTERRUPT_HANDLER_NMI(foo_trap)
{
	deliver(NULL, regs);
}
