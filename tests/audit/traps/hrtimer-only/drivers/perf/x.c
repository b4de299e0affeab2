// SPDX-License-Identifier: GPL-2.0
#include <linux/perf_event.h>

static void deliver(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_event_overflow(event, &data, regs);
}

static enum hrtimer_restart x_tick(struct hrtimer *timer)
{
	deliver(NULL, get_irq_regs());
	return HRTIMER_RESTART;
}

static void x_init(struct hrtimer *timer)
{
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	timer->function = x_tick;
}
