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

static int x_probe(struct x *x)
{
	x->pmu.event_init = x_event_init;
	if (request_irq(x->irq, x_irq, 0, "x", x))
		x->pmu.capabilities |= PERF_PMU_CAP_NO_INTERRUPT;
	return perf_pmu_register(&x->pmu, "x", -1);
}
