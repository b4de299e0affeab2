// SPDX-License-Identifier: GPL-2.0
#include <linux/perf_event.h>

static void deliver(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_event_overflow(event, &data, regs);
}

static irqreturn_t x_irq(int irq, void *dev)
{
	deliver(dev, get_irq_regs());
	return IRQ_HANDLED;
}

static int x_request(int irq, irq_handler_t handler)
{
	const irq_handler_t mine = handler;

	return request_irq(irq, mine, 0, "x", NULL);
}

static int x_probe(void)
{
	return x_request(1, x_irq);
}
