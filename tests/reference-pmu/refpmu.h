/* SPDX-License-Identifier: GPL-2.0 */
#ifndef REFPMU_H
#define REFPMU_H

#include <linux/perf_event.h>

/* attr.config: the event that a counter counts. There is one. */
#define REFPMU_EVENT_NS		0

/*
 * The shortest sampling period, in events: shorter ones are refused, since an interrupt could not
 * keep up with them.
 */
#define REFPMU_MIN_PERIOD	REFPMU_INTERRUPT_GAP_NS

extern const struct attribute_group *refpmu_groups[];

/* What a PMU driver calls of the perf core and what is not exported to modules. */
struct refpmu_core {
	int (*event_overflow)(struct perf_event *event, struct perf_sample_data *data,
			      struct pt_regs *regs);
	void (*sample_event_took)(u64 ns);
};

/* Find these functions. 0, or -errno with a message. */
int core_find(struct refpmu_core *core);

#endif
