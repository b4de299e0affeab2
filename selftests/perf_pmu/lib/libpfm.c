// SPDX-License-Identifier: GPL-2.0
#ifdef HAVE_LIBPFM4
/*
 * Has struct perf_event_attr and all that events.h wants of the kernel's header, which must stay
 * away.
 */
#include <perfmon/pfmlib_perf_event.h>
#define _LINUX_PERF_EVENT_H
#define _UAPI_LINUX_PERF_EVENT_H
#endif

#include "libpfm.h"

#include <stdio.h>
#include <string.h>

#ifdef HAVE_LIBPFM4

static int pfm_ready(void)
{
	static int state = -1;

	if (state < 0)
		state = pfm_initialize();
	return state;
}

int libpfm_find(const char *name, struct libpfm_event *event, char err[PMU_ERR_LEN])
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof(arg) };
	int ret = pfm_ready();

	if (ret == PFM_SUCCESS)
		ret = pfm_get_os_event_encoding(name, PFM_PLM0 | PFM_PLM3 | PFM_PLMH,
						PFM_OS_PERF_EVENT, &arg);
	if (ret != PFM_SUCCESS) {
		snprintf(err, PMU_ERR_LEN,
			 "event %.80s: no generic event, not in the PMU's events/, and libpfm4 says: %.80s",
			 name, pfm_strerror(ret));
		return -1;
	}
	memset(event, 0, sizeof(*event));
	event->type = attr.type;
	event->config = attr.config;
	event->config1 = attr.config1;
	event->config2 = attr.config2;
	event->precise_ip = attr.precise_ip;
	event->exclude_user = attr.exclude_user;
	event->exclude_kernel = attr.exclude_kernel;
	event->exclude_hv = attr.exclude_hv;
	event->exclude_host = attr.exclude_host;
	event->exclude_guest = attr.exclude_guest;
	return 0;
}

#else

int libpfm_find(const char *name, struct libpfm_event *event, char err[PMU_ERR_LEN])
{
	memset(event, 0, sizeof(*event));
	snprintf(err, PMU_ERR_LEN,
		 "event %.80s: no generic event, not in the PMU's events/, and this program was built without libpfm4",
		 name);
	return -1;
}

#endif
