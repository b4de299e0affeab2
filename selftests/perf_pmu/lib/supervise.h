/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_SUPERVISE_H
#define PMU_SUPERVISE_H

#include "run.h"

/*
 * Judge in a child process, under a deadline; whatever becomes of it, put back what it has changed
 * and tell every result of the plan. Returns the program's exit status.
 */
int supervise(const struct family *family, const struct run *run);

#endif
