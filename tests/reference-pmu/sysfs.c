// SPDX-License-Identifier: GPL-2.0
/* What /sys/bus/event_source/devices/refpmu tells: how to name an event, what the PMU can do. */
#include "counters.h"
#include "refpmu.h"

#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/sysfs.h>

PMU_FORMAT_ATTR(event, "config:0-7");

static struct attribute *format_attrs[] = {
	&format_attr_event.attr,
	NULL,
};

static const struct attribute_group format_group = {
	.name = "format",
	.attrs = format_attrs,
};

PMU_EVENT_ATTR_STRING(ns, event_ns, "event=0x00");

static struct attribute *event_attrs[] = {
	&event_ns.attr.attr,
	NULL,
};

static const struct attribute_group event_group = {
	.name = "events",
	.attrs = event_attrs,
};

static ssize_t counters_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%d\n", REFPMU_COUNTERS);
}
static DEVICE_ATTR_RO(counters);

static ssize_t min_period_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%d\n", REFPMU_MIN_PERIOD);
}
static DEVICE_ATTR_RO(min_period);

static struct attribute *caps_attrs[] = {
	&dev_attr_counters.attr,
	&dev_attr_min_period.attr,
	NULL,
};

static const struct attribute_group caps_group = {
	.name = "caps",
	.attrs = caps_attrs,
};

/* The CPUs that have such counters: the mark of a core PMU. */
static ssize_t cpus_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return cpumap_print_to_pagebuf(true, buf, cpu_possible_mask);
}
static DEVICE_ATTR_RO(cpus);

static struct attribute *cpus_attrs[] = {
	&dev_attr_cpus.attr,
	NULL,
};

static const struct attribute_group cpus_group = {
	.attrs = cpus_attrs,
};

const struct attribute_group *refpmu_groups[] = {
	&format_group,
	&event_group,
	&caps_group,
	&cpus_group,
	NULL,
};
