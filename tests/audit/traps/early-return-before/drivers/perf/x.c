// SPDX-License-Identifier: GPL-2.0
#include <linux/perf_event.h>

static void deliver(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_event_overflow(event, &data, regs);
}

static irqreturn_t x_irq(int irq, void *dev)
{
	u64 start = sched_clock();

	if (!dev)
		return IRQ_NONE;
	deliver(dev, get_irq_regs());
	perf_sample_event_took(sched_clock() - start);
	return IRQ_HANDLED;
}

static int x_probe(void)
{
	return request_irq(1, x_irq, 0, "x", NULL);
}
