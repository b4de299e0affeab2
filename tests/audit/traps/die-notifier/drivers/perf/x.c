// SPDX-License-Identifier: GPL-2.0
#include <linux/perf_event.h>

static void deliver(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_event_overflow(event, &data, regs);
}

static int x_nmi(struct notifier_block *self, unsigned long cmd, void *args)
{
	deliver(args, NULL);
	return NOTIFY_STOP;
}

static struct notifier_block x_block = {
	.notifier_call	= x_nmi,
};

static int x_init(void)
{
	return register_die_notifier(&x_block);
}
