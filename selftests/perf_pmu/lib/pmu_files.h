/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PMU_PMU_FILES_H
#define PMU_PMU_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "events.h"

/* A sysfs file is at most a page; events and formats are far shorter. */
#define PMU_FILE_MAX	1024

/* First line of folder/name in the PMU's folder. 1, 0 if there is no such file, -1 with errno. */
int pmu_file(const struct pmu *pmu, const char *folder, const char *name, char text[PMU_FILE_MAX]);

/*
 * Beside an event NAME sysfs may have NAME.scale, NAME.unit, NAME.snapshot and NAME.per-pkg, which
 * are no events (Documentation/ABI/testing/sysfs-bus-event_source-devices-events).
 */
bool pmu_file_is_property(const char *name);

/*
 * Append the names in a folder of the PMU's, each after a space, to the len characters in out, as
 * far as size allows. Returns the length that it would have with room for all.
 */
size_t pmu_files(const struct pmu *pmu, const char *folder, char *out, size_t len, size_t size);

#endif
