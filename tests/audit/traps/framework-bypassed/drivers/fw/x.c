// SPDX-License-Identifier: GPL-2.0
#include "fw.h"

static void deliver(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_event_overflow(event, &data, regs);
}

static irqreturn_t x_handle(struct fw *fw)
{
	deliver(NULL, get_irq_regs());
	return IRQ_HANDLED;
}

static const struct fw_ops x_ops = {
	.handle	= x_handle,
};
