// SPDX-License-Identifier: GPL-2.0

void (*perf_irq)(unsigned long la, struct pt_regs *regs) = null_irq;

void do_irq(struct pt_regs *regs)
{
	perf_irq(0, regs);
}
