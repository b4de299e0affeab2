// SPDX-License-Identifier: GPL-2.0
#include <linux/perf_event.h>

static void deliver(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_event_overflow(event, &data, regs);
}

static void foo_irq(unsigned long la, struct pt_regs *regs)
{
	deliver(NULL, regs);
}

static int foo_init(void)
{
	perf_irq = foo_irq;
	return 0;
}
