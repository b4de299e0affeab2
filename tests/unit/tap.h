/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_TAP_H
#define PMU_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* Test Anything Protocol, as far as needed: ok() for each fact, done() at the end of main(). */
static int tap_run, tap_failed;

static inline void __attribute__((format(printf, 2, 3))) ok(bool cond, const char *fmt, ...)
{
	va_list args;

	tap_failed += !cond;
	printf("%sok %d ", cond ? "" : "not ", ++tap_run);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
}

/* Prints the plan; the exit status: 0 where all was ok. */
static inline int done(void)
{
	printf("1..%d\n", tap_run);
	return !tap_run || tap_failed;
}

/* The same bytes on every machine and in every run: xorshift64 by Marsaglia. */
static inline unsigned long long fuzz_random(unsigned long long *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

#endif
