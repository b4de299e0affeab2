// SPDX-License-Identifier: GPL-2.0
#include <linux/perf_event.h>

static void deliver(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_event_overflow(event, &data, regs);
}

DEFINE_STATIC_CALL_NULL(foo_handle, *foo_pmu.handle_irq);

static int foo_handle_irq(struct pt_regs *regs)
{
	deliver(NULL, regs);
	return 1;
}

static struct foo_pmu core2 = {
	.handle_irq	= foo_handle_irq,
};

static int foo_nmi(unsigned int cmd, struct pt_regs *regs)
{
	u64 start = sched_clock();
	int ret = static_call(foo_handle)(regs);

	perf_sample_event_took(sched_clock() - start);
	return ret;
}

static int foo_init(void)
{
	foo_pmu = core2;
	static_call_update(foo_handle, foo_pmu.handle_irq);
	return register_nmi_handler(NMI_LOCAL, foo_nmi, 0, "PMI");
}
