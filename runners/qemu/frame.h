/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a guest's init and the lab say to each other on the results port, between the lines of the
 * test programs:
 *   FRAME kernel RELEASE MACHINE
 *   FRAME start COLLECTION PROGRAM
 *   FRAME end COLLECTION PROGRAM STATUS TIMEOUT	exit status, 128 + signal, or FRAME_TIMEOUT
 *   FRAME done					the guest has run all and powers off
 */
#ifndef FRAME_H
#define FRAME_H

#define FRAME "@lab "

/* The status of timeout(1), which run_kselftest.sh uses. */
#define FRAME_TIMEOUT 124

#endif
