// SPDX-License-Identifier: GPL-2.0
#include "event_terms.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmu_files.h"
#include "sysfs_format.h"

#define TERM_MAX	128

/* Upper half of config: the PMU's type, for PERF_TYPE_HARDWARE and PERF_TYPE_HW_CACHE. */
#define TYPE_SHIFT	32

/* One term: name, or name=value. */
struct term {
	char name[TERM_MAX];
	char text[TERM_MAX];	/* of the value; "" where there is none */
	__u64 value;		/* 1 where there is none */
};

int event_error(char err[PMU_ERR_LEN], const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(err, PMU_ERR_LEN, fmt, args);
	va_end(args);
	return -1;
}

bool event_raw(const char *hex, size_t len, __u64 *config)
{
	size_t i;

	if (!len || len > 2 * sizeof(*config))
		return false;
	for (i = 0; i < len; i++)
		if (!isxdigit((unsigned char)hex[i]))
			return false;
	*config = 0;
	for (i = 0; i < len; i++)
		*config = *config << 4 | (isdigit((unsigned char)hex[i]) ? hex[i] - '0' :
					  tolower((unsigned char)hex[i]) - 'a' + 10);
	return true;
}

static int unknown_term(const struct pmu *pmu, const char *name, char err[PMU_ERR_LEN])
{
	static const char more[] = " ...";
	char names[PMU_ERR_LEN] = " config config1 config2 period freq";
	size_t len = strlen(names), room;
	int head;

	len = pmu_files(pmu, "format", names, len, sizeof(names));
	pmu_files(pmu, "events", names, len, sizeof(names));
	head = snprintf(err, PMU_ERR_LEN, "PMU %s has no term %s; it has", pmu->name, name);
	room = PMU_ERR_LEN - head - 1;
	if (strlen(names) > room)
		memcpy(names + room - (sizeof(more) - 1), more, sizeof(more));
	return event_error(err, "PMU %s has no term %s; it has%s", pmu->name, name, names);
}

static int put_value(const struct pmu *pmu, const struct term *term, unsigned int config,
		     const struct sysfs_format *format, struct perf_event_attr *attr,
		     char err[PMU_ERR_LEN])
{
	__u64 *word = attr_config(attr, config);
	unsigned int width;

	if (!word)
		return event_error(err,
				   "PMU %s term %s needs attr.config%u, which this program was built without",
				   pmu->name, term->name, config);
	if (!format) {
		*word = term->value;
		return 0;
	}
	width = sysfs_format_width(format);
	if (width < 64 && term->value >> width)
		return event_error(err, "PMU %s term %s=%s does not fit its %u bit%s", pmu->name,
				   term->name, term->text, width, width == 1 ? "" : "s");
	sysfs_format_put(format, term->value, word);
	return 0;
}

/* Terms that every PMU has. 1: taken, 0: not one of them. */
static int fixed_term(const struct pmu *pmu, const struct term *term, struct perf_event_attr *attr,
		      char err[PMU_ERR_LEN])
{
	unsigned int config;
	__u64 raw;

	if (!strncmp(term->name, "config", 6) && *term->text) {
		if (!term->name[6])
			return put_value(pmu, term, 0, NULL, attr, err) ? -1 : 1;
		config = term->name[6] - '0';
		if (config >= 1 && config <= 4 && !term->name[7])
			return put_value(pmu, term, config, NULL, attr, err) ? -1 : 1;
	}
	if (!strcmp(term->name, "period") && *term->text) {
		attr->sample_period = term->value;
		attr->freq = 0;
		return 1;
	}
	if (!strcmp(term->name, "freq") && *term->text) {
		attr->sample_freq = term->value;
		attr->freq = 1;
		return 1;
	}
	if (term->name[0] == 'r' && !*term->text &&
	    event_raw(term->name + 1, strlen(term->name + 1), &raw)) {
		attr->config = raw;
		return 1;
	}
	return 0;
}

/* 1: taken, 0: the PMU has no such format. */
static int format_term(const struct pmu *pmu, const struct term *term, struct perf_event_attr *attr,
		       char err[PMU_ERR_LEN])
{
	struct sysfs_format format;
	char text[PMU_FILE_MAX];
	int got = pmu_file(pmu, "format", term->name, text);

	if (got < 0)
		return event_error(err, "PMU %s format/%s: %s", pmu->name, term->name,
				   strerror(errno));
	if (!got)
		return 0;
	if (!sysfs_format_parse(text, &format))
		return event_error(err,
				   "PMU %s format/%s says \"%.40s\", which is no list of config bits",
				   pmu->name, term->name, text);
	/*
	 * In the config of these two types the low half is the generic event's number and the
	 * upper half a PMU's type: a format's bits would ask for another event, or be refused.
	 */
	if (!format.config && (attr->type == PERF_TYPE_HARDWARE ||
			       attr->type == PERF_TYPE_HW_CACHE))
		return event_error(err,
				   "PMU %s term %s sets config bits, which no generic event has: name an event of its events/ or config=",
				   pmu->name, term->name);
	return put_value(pmu, term, format.config, &format, attr, err) ? -1 : 1;
}

static int split_term(const char *text, size_t len, struct term *term, char err[PMU_ERR_LEN])
{
	const char *equals = memchr(text, '=', len);
	size_t name = equals ? (size_t)(equals - text) : len;
	size_t value = equals ? len - name - 1 : 0;
	char *end;

	if (!name || (equals && !value) || name >= TERM_MAX || value >= TERM_MAX)
		return event_error(err, "event term \"%.*s\" is not of the form name or name=value",
				   len > 60 ? 60 : (int)len, text);
	memcpy(term->name, text, name);
	term->name[name] = 0;
	memcpy(term->text, text + name + 1, value);
	term->text[value] = 0;
	term->value = 1;
	if (!equals)
		return 0;
	errno = 0;
	term->value = strtoull(term->text, &end, strncmp(term->text, "0x", 2) ? 10 : 16);
	if (!isdigit((unsigned char)*term->text) || *end || errno)
		return event_error(err, "event term %s has the value %s, which is no number",
				   term->name,
				   term->text);
	return 0;
}

typedef int (*take_term)(const struct pmu *pmu, const struct term *term,
			 struct perf_event_attr *attr, char err[PMU_ERR_LEN]);

static int each_term(const struct pmu *pmu, const char *text, size_t len, take_term take,
		     struct perf_event_attr *attr, char err[PMU_ERR_LEN])
{
	const char *end = text + len, *comma;
	struct term term;

	while (text < end) {
		comma = memchr(text, ',', end - text);
		if (!comma)
			comma = end;
		if (split_term(text, comma - text, &term, err) || take(pmu, &term, attr, err))
			return -1;
		text = comma + 1;
	}
	return 0;
}

/* A term of an events/ file: an event does not name another. */
static int alias_term(const struct pmu *pmu, const struct term *term, struct perf_event_attr *attr,
		      char err[PMU_ERR_LEN])
{
	int taken = fixed_term(pmu, term, attr, err);

	if (!taken)
		taken = format_term(pmu, term, attr, err);
	if (!taken)
		return unknown_term(pmu, term->name, err);
	return taken < 0 ? -1 : 0;
}

int event_alias(const struct pmu *pmu, const char *name, struct perf_event_attr *attr,
		char err[PMU_ERR_LEN])
{
	char text[PMU_FILE_MAX];
	const char *ask;
	int got;

	if (pmu_file_is_property(name))
		return 0;
	got = pmu_file(pmu, "events", name, text);
	if (got < 0)
		return event_error(err, "PMU %s events/%s: %s", pmu->name, name, strerror(errno));
	if (!got)
		return 0;
	ask = strstr(text, "=?");
	if (ask)
		return event_error(err, "PMU %s event %s wants parameters (%.80s): not supported",
				   pmu->name,
				   name, text);
	return each_term(pmu, text, strlen(text), alias_term, attr, err) ? -1 : 1;
}

int event_generic(const struct pmu *pmu, const struct generic_event *event,
		  struct perf_event_attr *attr, char err[PMU_ERR_LEN])
{
	attr->type = event->type;
	attr->config = event->config;
	if (event->type == PERF_TYPE_SOFTWARE || !pmu)
		return 0;
	if (!pmu->core)
		return event_error(err, "PMU %s is no core PMU: generic events do not reach it",
				   pmu->name);
	if (pmu->extended)
		attr->config |= (__u64)pmu->type << TYPE_SHIFT;
	return 0;
}

/* A term of the user's that may be an event: those go first, so that the others can add to them. */
static int event_term(const struct pmu *pmu, const struct term *term, struct perf_event_attr *attr,
		      char err[PMU_ERR_LEN])
{
	struct generic_event event;
	struct sysfs_format format;
	char text[PMU_FILE_MAX];
	int taken;

	/* A format of that name goes first, as in the perf tool (pmu_find_alias()). */
	if (*term->text || (pmu_file(pmu, "format", term->name, text) > 0 &&
			    sysfs_format_parse(text, &format)))
		return 0;
	taken = event_alias(pmu, term->name, attr, err);
	if (taken)
		return taken < 0 ? -1 : 0;
	if (!generic_event_find(term->name, strlen(term->name), &event))
		return 0;
	if (event.type == PERF_TYPE_SOFTWARE)
		return event_error(err, "%s is a software event, not one of PMU %s", term->name,
				   pmu->name);
	if (attr->type != pmu->type || attr->config)
		return event_error(err, "event %s: there is another event before it", term->name);
	return event_generic(pmu, &event, attr, err);
}

static bool is_event(const struct pmu *pmu, const char *name)
{
	struct generic_event event;
	char text[PMU_FILE_MAX];

	if (pmu_file_is_property(name))
		return false;
	return pmu_file(pmu, "events", name, text) > 0 ||
	       generic_event_find(name, strlen(name), &event);
}

static int other_term(const struct pmu *pmu, const struct term *term, struct perf_event_attr *attr,
		      char err[PMU_ERR_LEN])
{
	int taken = fixed_term(pmu, term, attr, err);

	if (!taken)
		taken = format_term(pmu, term, attr, err);
	if (taken)
		return taken < 0 ? -1 : 0;
	return is_event(pmu, term->name) && !*term->text ? 0 : unknown_term(pmu, term->name, err);
}

int event_terms(const struct pmu *pmu, const char *text, size_t len, struct perf_event_attr *attr,
		char err[PMU_ERR_LEN])
{
	attr->type = pmu->type;
	if (each_term(pmu, text, len, event_term, attr, err))
		return -1;
	return each_term(pmu, text, len, other_term, attr, err);
}
