// SPDX-License-Identifier: GPL-2.0
#include "fw.h"

static irqreturn_t fw_irq(int irq, void *dev)
{
	struct fw *fw = dev;
	u64 start = sched_clock();
	irqreturn_t ret;

	ret = fw->ops->handle(fw);
	perf_sample_event_took(sched_clock() - start);
	return ret;
}

int fw_register(struct fw *fw)
{
	return request_nmi(fw->irq, fw_irq, 0, "fw", fw);
}
