// SPDX-License-Identifier: GPL-2.0
#include "../fw/fw.h"

static irqreturn_t virq(int irq, void *dev)
{
	struct fw *fw = dev;

	return fw->ops->handle(fw);
}

int virq_init(struct fw *fw)
{
	return bind_virq_to_irqhandler(1, 0, virq, 0, "pmu", fw);
}
