// SPDX-License-Identifier: GPL-2.0
#include <sys/syscall.h>

#include "alp.h"

#define TEXT(x)		#x
#define NUMBER(x)	TEXT(x)

/*
 * Out of line and never cloned: the label is there once. A system call keeps $9 to $15 and $30
 * (arch/alpha/kernel/entry.S, SAVE_ALL and RESTORE_ALL restore the rest but $0 and $19; glibc
 * does not rely on that, and neither do we).
 */
__attribute__((noinline, noclone))
void load_skid(unsigned long calls)
{
	asm volatile("1:	lda	$0, %1\n"
		     "	callsys\n"
		     "	.globl	skid_first\n"
		     "skid_first:\n"
		     "	.rept	" NUMBER(SKID_ROW) "\n"
		     "	addq	$1, 1, $1\n"
		     "	.endr\n"
		     "	subq	%0, 1, %0\n"
		     "	bne	%0, 1b\n"
		     : "+r"(calls)
		     : "i"(SYS_gettid)
		     : "$0", "$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$16", "$17", "$18",
		       "$19", "$20", "$21", "$22", "$23", "$24", "$25", "$27", "$28", "memory");
}
