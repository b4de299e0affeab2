// SPDX-License-Identifier: GPL-2.0
#include "events.h"

#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "event_names.h"
#include "event_terms.h"
#include "libpfm.h"

/* perf_event_attr.precise_ip has two bits. */
#define PRECISE_MAX	3

/* Longer than any event that one would write. */
#define TEXT_MAX	512

int event_open(struct perf_event_attr *attr, int pid, int cpu, int group_fd, unsigned long flags)
{
	return syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, flags);
}

/* As in the perf tool: naming levels leaves the others out, likewise host and guest. */
static int apply_modifiers(const char *text, struct perf_event_attr *attr, char err[PMU_ERR_LEN])
{
	bool u = strchr(text, 'u'), k = strchr(text, 'k'), h = strchr(text, 'h');
	bool guest = strchr(text, 'G'), host = strchr(text, 'H');
	unsigned int precise = 0;
	const char *c;

	for (c = text; *c; c++)
		precise += *c == 'p';
	if (!*text || text[strspn(text, "ukhGHp")])
		return event_error(err, "event modifier \"%.40s\": use u k h G H p", text);
	if (precise > PRECISE_MAX)
		return event_error(err, "event modifier \"%.40s\": ppp is the most precise", text);
	if (u || k || h) {
		attr->exclude_user = !u;
		attr->exclude_kernel = !k;
		attr->exclude_hv = !h;
	}
	if (guest || host) {
		attr->exclude_guest = !guest;
		attr->exclude_host = !host;
	}
	if (precise)
		attr->precise_ip = precise;
	return 0;
}

/* pmu, if it has that name; else the machine's. */
static const struct pmu *named_pmu(const char *sysfs_root, const struct pmu *pmu, const char *name,
				   struct pmu *found, char err[PMU_ERR_LEN])
{
	if (pmu && !strcmp(pmu->name, name))
		return pmu;
	if (!pmu_find(sysfs_root, name, found))
		return found;
	event_error(err, "there is no PMU %.60s in %.100s", name, sysfs_root);
	return NULL;
}

/* "cpu/terms/" with modifiers or without; text may be cut up. */
static int with_terms(const char *sysfs_root, const struct pmu *pmu, char *text,
		      struct perf_event_attr *attr, char err[PMU_ERR_LEN])
{
	char *terms = strchr(text, '/'), *end;
	struct pmu found;

	*terms++ = 0;
	end = strchr(terms, '/');
	if (!end)
		return event_error(err, "event %.60s/%.100s has no closing slash", text, terms);
	pmu = named_pmu(sysfs_root, pmu, text, &found, err);
	if (!pmu || event_terms(pmu, terms, end - terms, attr, err))
		return -1;
	end++;
	if (!*end)
		return 0;
	return apply_modifiers(*end == ':' ? end + 1 : end, attr, err);
}

/*
 * A name without a PMU and without modifiers. 1, 0 if it is unknown here, -1 with a reason in err.
 */
static int plain(const struct pmu *pmu, const char *name, struct perf_event_attr *attr,
		 char err[PMU_ERR_LEN])
{
	struct generic_event event;
	int taken = 0;

	/* On a PMU that generic events do not reach, its own event of that name is meant. */
	if (pmu && !pmu->core) {
		attr->type = pmu->type;
		taken = event_alias(pmu, name, attr, err);
		if (taken)
			return taken;
	}
	if (generic_event_find(name, strlen(name), &event))
		return event_generic(pmu, &event, attr, err) ? -1 : 1;
	attr->type = pmu ? pmu->type : PERF_TYPE_RAW;
	if (name[0] == 'r' && event_raw(name + 1, strlen(name + 1), &attr->config))
		return 1;
	return pmu && pmu->core ? event_alias(pmu, name, attr, err) : 0;
}

/* libpfm4 has names and modifiers of its own: it gets the text whole. */
static int from_libpfm(const char *text, struct perf_event_attr *attr, char err[PMU_ERR_LEN])
{
	struct libpfm_event event;

	if (libpfm_find(text, &event, err))
		return -1;
	attr->type = event.type;
	attr->config = event.config;
	attr->config1 = event.config1;
	attr->config2 = event.config2;
	attr->precise_ip = event.precise_ip;
	attr->exclude_user = event.exclude_user;
	attr->exclude_kernel = event.exclude_kernel;
	attr->exclude_hv = event.exclude_hv;
	attr->exclude_host = event.exclude_host;
	attr->exclude_guest = event.exclude_guest;
	return 0;
}

int event_parse(const char *sysfs_root, const struct pmu *pmu, const char *text,
		struct perf_event_attr *attr, char err[PMU_ERR_LEN])
{
	char buf[TEXT_MAX];
	char *colon;
	int taken;

	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	*err = 0;
	if (!*text)
		return event_error(err, "an event without a name");
	if (strlen(text) >= sizeof(buf))
		return event_error(err, "event %.60s... is longer than %d characters", text,
				   TEXT_MAX - 1);
	memcpy(buf, text, strlen(text) + 1);
	if (strchr(buf, '/'))
		return with_terms(sysfs_root, pmu, buf, attr, err);
	colon = strchr(buf, ':');
	if (colon)
		*colon = 0;
	taken = plain(pmu, buf, attr, err);
	if (taken < 0)
		return -1;
	if (!taken)
		return from_libpfm(text, attr, err);
	return colon ? apply_modifiers(colon + 1, attr, err) : 0;
}
