/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_REQUIRE_H
#define PMU_REQUIRE_H

#include "result.h"

/*
 * What a run needs before it can say anything about a driver. PASS, or SKIP with what is missing.
 */
struct outcome require_root(void);
struct outcome require_perf(void);
struct outcome require_writable_limits(void);
struct outcome require_feedback(void);
struct outcome require_no_lockdown(void);
struct outcome require_open(void);

/* All of the above, in this order. */
struct outcome require_all(void);

#endif
