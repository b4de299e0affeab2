// SPDX-License-Identifier: GPL-2.0
#include "faults.h"

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

static char *fault = "";
module_param(fault, charp, 0444);
MODULE_PARM_DESC(fault, "name of the fault to plant, none by default");

struct pmu healthy_pmu;
struct refpmu_core healthy_core;

int faults_plant(struct pmu *pmu, struct refpmu_core *core)
{
	static const struct fault *const lists[] = {
		report_faults, throttle_faults, sample_faults, count_faults, late_faults
	};
	const struct fault *at;
	size_t i;

	healthy_pmu = *pmu;
	healthy_core = *core;
	if (!*fault)
		return 0;
	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		for (at = lists[i]; at->name; at++) {
			if (strcmp(at->name, fault))
				continue;
			pr_info("refpmu: fault %s\n", fault);
			at->plant(pmu, core);
			return 0;
		}
	}
	pr_err("refpmu: no fault '%s'\n", fault);
	return -EINVAL;
}
