// SPDX-License-Identifier: GPL-2.0
#include <linux/perf_event.h>

static void deliver(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_event_overflow(event, &data, regs);
}

static irqreturn_t x_body(void *dev)
{
	deliver(dev, get_irq_regs());
	return IRQ_HANDLED;
}

static irqreturn_t x_irq(int irq, void *dev)
{
	u64 start = sched_clock();
	irqreturn_t ret = x_body(dev);

	perf_sample_event_took(sched_clock() - start);
	return ret;
}

static enum hrtimer_restart x_tick(struct hrtimer *timer)
{
	x_body(timer);
	return HRTIMER_RESTART;
}

static int x_probe(struct hrtimer *timer)
{
	hrtimer_setup(timer, x_tick, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	return request_percpu_irq(1, x_irq, "x", NULL);
}
