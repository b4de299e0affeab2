// SPDX-License-Identifier: GPL-2.0
#include <linux/perf_event.h>

struct x_pmu {
	int (*request)(struct x_pmu *pmu, irq_handler_t handler);
	irqreturn_t (*handle)(struct x_pmu *pmu);
};

static irqreturn_t x_handle(struct x_pmu *pmu)
{
	struct perf_sample_data data;

	perf_event_overflow(NULL, &data, get_irq_regs());
	return IRQ_HANDLED;
}

static irqreturn_t x_dispatch(int irq, void *dev)
{
	struct x_pmu *pmu = dev;
	u64 start = local_clock();
	irqreturn_t ret = pmu->handle(pmu);

	perf_sample_event_took(local_clock() - start);
	return ret;
}

static int x_request(struct x_pmu *pmu, irq_handler_t handler)
{
	return request_irq(1, handler, 0, "x", pmu);
}

static int x_init(struct x_pmu *pmu)
{
	pmu->handle = x_handle;
	pmu->request = x_request;
	return pmu->request(pmu, x_dispatch);
}
