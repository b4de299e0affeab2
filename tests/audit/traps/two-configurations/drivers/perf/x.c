// SPDX-License-Identifier: GPL-2.0
#include <linux/perf_event.h>

static void deliver(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_event_overflow(event, &data, regs);
}

#ifdef CONFIG_X
static irqreturn_t x_irq(int irq, void *dev)
{
	deliver(dev, get_irq_regs());
	return IRQ_HANDLED;
}
#else
static irqreturn_t x_irq(int irq, void *dev)
{
	return IRQ_NONE;
}
#endif

static int x_probe(void)
{
	return request_irq(1, x_irq, 0, "x", NULL);
}
