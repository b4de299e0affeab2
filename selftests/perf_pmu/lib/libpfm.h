/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_LIBPFM_H
#define PMU_LIBPFM_H

#include <stdbool.h>
#include <stdint.h>

#include "events.h"

/*
 * What libpfm4 makes of a name. A struct of our own, since libpfm4 brings its own
 * linux/perf_event.h, and the two cannot be included together.
 */
struct libpfm_event {
	uint32_t type;
	uint64_t config, config1, config2;
	unsigned int precise_ip;
	bool exclude_user, exclude_kernel, exclude_hv, exclude_host, exclude_guest;
};

/* Returns 0, or -1 with a reason in err: unknown to libpfm4, or built without it. */
int libpfm_find(const char *name, struct libpfm_event *event, char err[PMU_ERR_LEN]);

#endif
