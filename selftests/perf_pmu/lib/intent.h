/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_INTENT_H
#define PMU_INTENT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What we are about to do that may take the machine down, on stable storage before it is done:
 * who comes after the reset finds it.
 */

/* Say it in a note and in the record. what has no newline. */
void intent_begin(const char *what);

/* We have come through. */
void intent_end(void);

/*
 * Did an earlier boot of this machine end in what (as told to intent_begin())? The record is gone
 * then.
 */
bool intent_lost(const char *what);

#endif
