// SPDX-License-Identifier: GPL-2.0

static irqreturn_t x_irq(int irq, void *dev)
{
	perf_aux_output_end(dev, 4096);
	return IRQ_HANDLED;
}

static int x_probe(void)
{
	return request_irq(1, x_irq, 0, "x", NULL);
}
