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
	int handled = 0;

	for (int i = 0; i < 4; i++) {
		if (!test_bit(i, dev))
			continue;
		deliver(dev, get_irq_regs());
		handled++;
	}
	if (handled)
		perf_sample_event_took(sched_clock() - start);
	return IRQ_RETVAL(handled);
}

static int x_probe(void)
{
	return request_irq(1, x_irq, 0, "x", NULL);
}
