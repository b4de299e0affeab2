/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_FAKE_SYSFS_H
#define PMU_FAKE_SYSFS_H

/* Where fake_sysfs_make() has put PMUs of every kind. */
extern char root[];

/* 0, or -1 with errno. */
int fake_sysfs_make(void);
void fake_sysfs_remove(void);

#endif
