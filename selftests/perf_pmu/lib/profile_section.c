// SPDX-License-Identifier: GPL-2.0
/* The sections of a profile and the keys that each takes. */
#include "profile_file.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum need {
	ALWAYS,
	SAMPLING,	/* by a PMU that can sample */
	OPTIONAL,
};

struct key {
	const char *name;
	profile_setter set;
	size_t offset, size;
	enum need need;
};

#define KEY(text, setter, type, field, when) { \
	.name = text, .set = profile_set_##setter, .offset = offsetof(struct type, field), \
	.size = sizeof(((struct type *)0)->field), .need = when }

static const struct key arch_keys[] = {
	KEY("name", text, profile, name, ALWAYS),
	KEY("machine", text, profile, machines, ALWAYS),
	KEY("platform", text, profile, platforms, OPTIONAL),
	{ 0 },
};

static const struct key pmu_keys[] = {
	KEY("driver", text, pmu_profile, driver, ALWAYS),
	KEY("interrupt", interrupt, pmu_profile, interrupt, ALWAYS),
	KEY("sampling", range, pmu_profile, sampling, ALWAYS),
	KEY("event", text, pmu_profile, event, SAMPLING),
	KEY("reports", range, pmu_profile, reports, SAMPLING),
	KEY("min_period", number, pmu_profile, min_period, SAMPLING),
	KEY("storm_period", number, pmu_profile, storm_period, SAMPLING),
	KEY("period_step", number, pmu_profile, period_step, OPTIONAL),
	KEY("exclude", exclude, pmu_profile, exclude, SAMPLING),
	KEY("share_min", share, pmu_profile, share_min, SAMPLING),
	KEY("width", width, pmu_profile, width, OPTIONAL),
	KEY("skid", share, pmu_profile, skid, OPTIONAL),
	{ 0 },
};

static const struct key issue_keys[] = {
	KEY("kernels", range, profile_issue, kernels, ALWAYS),
	KEY("where", where, profile_issue, qemu_only, ALWAYS),
	KEY("reason", text, profile_issue, reason, ALWAYS),
	KEY("source", text, profile_issue, source, ALWAYS),
	{ 0 },
};

static const struct key case_keys[] = {
	KEY("event", text, profile_case, event, ALWAYS),
	KEY("period", number, profile_case, period, ALWAYS),
	KEY("with", text, profile_case, with, OPTIONAL),
	KEY("with_period", number, profile_case, with_period, OPTIONAL),
	KEY("limit", number, profile_case, limit, OPTIONAL),
	KEY("skids", text, profile_case, skids, OPTIONAL),
	{ 0 },
};

static const struct key *const keys[] = {
	[SECTION_ARCH] = arch_keys, [SECTION_PMU] = pmu_keys, [SECTION_ISSUE] = issue_keys,
	[SECTION_CASE] = case_keys,
};

/* The families of the contract and their highest number. */
static const struct {
	const char *name;
	int last;
} families[] = {
	{ "DUR", 9 }, { "THR", 6 }, { "SMP", 10 }, { "CTX", 6 }, { "HLT", 3 }, { "ALP", 1 },
	{ "ACC", 4 },
};

#define FAMILY_LEN	3

static bool is_requirement(const char *id)
{
	unsigned long nr;
	char *end;
	size_t i;

	if (strlen(id) < FAMILY_LEN + 2 || id[FAMILY_LEN] != '-' || !isdigit(id[FAMILY_LEN + 1]))
		return false;
	nr = strtoul(id + FAMILY_LEN + 1, &end, 10);
	for (i = 0; i < sizeof(families) / sizeof(*families); i++)
		if (!strncmp(id, families[i].name, FAMILY_LEN))
			return !*end && nr >= 1 && nr <= (unsigned long)families[i].last;
	return false;
}

/* Brackets are left out: the name of a section ends at the first one. */
static int set_pattern(struct profile_reader *reader, char *pattern, size_t size, const char *text)
{
	const char *at;

	for (at = text; *at; at++)
		if (!isalnum((unsigned char)*at) && !strchr("_-.:*?", *at))
			return profile_bad(reader, reader->section_line,
					   "bad pattern '%s': letters, digits, _ - . : * ?", text);
	return profile_set_text(reader, pattern, size, text);
}

static int begin_arch(struct profile_reader *reader)
{
	if (reader->arch_line)
		return profile_bad(reader, reader->section_line,
				   "second [arch], the first is on line %d", reader->arch_line);
	reader->arch_line = reader->section_line;
	return 0;
}

static int begin_pmu(struct profile_reader *reader, const char *pattern)
{
	struct profile *profile = reader->profile;
	struct pmu_profile *pmu;
	int i;

	if (profile->nr_pmus == PROFILE_PMUS)
		return profile_bad(reader, reader->section_line, "more than %d [pmu] sections",
				   PROFILE_PMUS);
	for (i = 0; i < profile->nr_pmus; i++)
		if (!fnmatch(profile->pmus[i].pattern, pattern, 0))
			return profile_bad(reader, reader->section_line,
					   "[pmu %s] is never reached: [pmu %s] on line %d is first",
					   pattern, profile->pmus[i].pattern, reader->pmu_line[i]);
	pmu = &profile->pmus[profile->nr_pmus];
	if (set_pattern(reader, pmu->pattern, sizeof(pmu->pattern), pattern))
		return -1;
	pmu->known = true;
	pmu->period_step = 1;
	pmu->skid = PROFILE_SKID;
	reader->pmu_line[profile->nr_pmus++] = reader->section_line;
	return 0;
}

static int begin_issue(struct profile_reader *reader, const char *requirement,
		       const char *pattern)
{
	struct profile *profile = reader->profile;
	struct profile_issue *issue;

	if (profile->nr_issues == PROFILE_ISSUES)
		return profile_bad(reader, reader->section_line, "more than %d [issue] sections",
				   PROFILE_ISSUES);
	issue = &profile->issues[profile->nr_issues];
	if (!is_requirement(requirement))
		return profile_bad(reader, reader->section_line, "unknown requirement '%s'",
				   requirement);
	memcpy(issue->requirement, requirement, strlen(requirement) + 1);
	if (set_pattern(reader, issue->pattern, sizeof(issue->pattern), pattern))
		return -1;
	reader->issue_line[profile->nr_issues++] = reader->section_line;
	return 0;
}

static int begin_case(struct profile_reader *reader, const char *name, const char *pattern)
{
	struct profile *profile = reader->profile;
	struct profile_case *one;
	const char *at;
	int i;

	if (profile->nr_cases == PROFILE_CASES)
		return profile_bad(reader, reader->section_line, "more than %d [case] sections",
				   PROFILE_CASES);
	/* A part of the result's name, between dots. */
	for (at = name; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '-')
			return profile_bad(reader, reader->section_line,
					   "bad name '%s': letters, digits and -", name);
	for (i = 0; i < profile->nr_cases; i++)
		if (!strcmp(profile->cases[i].name, name))
			return profile_bad(reader, reader->section_line,
					   "second case '%s', the first is on line %d", name,
					   reader->case_line[i]);
	one = &profile->cases[profile->nr_cases];
	if (profile_set_text(reader, one->name, sizeof(one->name), name) ||
	    set_pattern(reader, one->pattern, sizeof(one->pattern), pattern))
		return -1;
	reader->case_line[profile->nr_cases++] = reader->section_line;
	return 0;
}

int profile_begin_section(struct profile_reader *reader, const char *header)
{
	char copy[PROFILE_TEXT], *save = NULL, *words[4] = { NULL };
	int nr = 0;

	reader->section_line = reader->header_line;
	reader->seen = 0;
	reader->kind = SECTION_NONE;
	snprintf(copy, sizeof(copy), "%s", header);
	for (words[0] = strtok_r(copy, " \t", &save); nr < 3 && words[nr]; )
		words[++nr] = strtok_r(NULL, " \t", &save);
	if (nr == 1 && !strcmp(words[0], "arch")) {
		reader->kind = SECTION_ARCH;
		return begin_arch(reader);
	}
	if (nr == 2 && !strcmp(words[0], "pmu")) {
		reader->kind = SECTION_PMU;
		return begin_pmu(reader, words[1]);
	}
	if (nr == 3 && !words[3] && !strcmp(words[0], "issue")) {
		reader->kind = SECTION_ISSUE;
		return begin_issue(reader, words[1], words[2]);
	}
	if (nr == 3 && !words[3] && !strcmp(words[0], "case")) {
		reader->kind = SECTION_CASE;
		return begin_case(reader, words[1], words[2]);
	}
	return profile_bad(reader, reader->section_line,
			   "unknown section [%s]: [arch], [pmu PATTERN], [issue REQUIREMENT PATTERN] or [case NAME PATTERN]",
			   header);
}

static void *section_object(const struct profile_reader *reader)
{
	struct profile *profile = reader->profile;

	if (reader->kind == SECTION_PMU)
		return &profile->pmus[profile->nr_pmus - 1];
	if (reader->kind == SECTION_ISSUE)
		return &profile->issues[profile->nr_issues - 1];
	if (reader->kind == SECTION_CASE)
		return &profile->cases[profile->nr_cases - 1];
	return profile;
}

static int store_path(struct profile_reader *reader, struct pmu_profile *pmu, const char *name,
		      const char *event)
{
	struct pmu_path *path = &pmu->paths[pmu->nr_paths];
	int i;

	if (pmu->nr_paths == PROFILE_PATHS)
		return profile_bad(reader, reader->line, "more than %d paths", PROFILE_PATHS);
	for (i = 0; i < pmu->nr_paths; i++)
		if (!strcmp(pmu->paths[i].name, name))
			return profile_bad(reader, reader->line, "duplicate key 'path.%s'", name);
	if (profile_set_text(reader, path->name, sizeof(path->name), name) ||
	    profile_set_text(reader, path->event, sizeof(path->event), event))
		return -1;
	pmu->nr_paths++;
	return 0;
}

int profile_store_key(struct profile_reader *reader, const char *name, const char *value)
{
	char *object = section_object(reader);
	const struct key *key;
	int i;

	if (reader->kind == SECTION_PMU && !strncmp(name, "path.", 5))
		return store_path(reader, section_object(reader), name + 5, value);
	for (i = 0; keys[reader->kind][i].name; i++)
		if (!strcmp(keys[reader->kind][i].name, name))
			break;
	key = &keys[reader->kind][i];
	if (!key->name)
		return profile_bad(reader, reader->line, "unknown key '%s'", name);
	if (reader->seen & 1u << i)
		return profile_bad(reader, reader->line, "duplicate key '%s'", name);
	reader->seen |= 1u << i;
	if (!strcmp(name, "machine"))
		reader->profile->machine_line = reader->line;
	return key->set(reader, object + key->offset, key->size, value);
}

int profile_end_section(struct profile_reader *reader)
{
	const struct pmu_profile *pmu;
	const struct key *key;
	bool samples = false;

	if (reader->kind == SECTION_NONE)
		return 0;
	if (reader->kind == SECTION_PMU) {
		pmu = section_object(reader);
		samples = pmu->sampling.to;
	}
	for (key = keys[reader->kind]; key->name; key++) {
		if (reader->seen & 1u << (key - keys[reader->kind]))
			continue;
		if (key->need == ALWAYS || (key->need == SAMPLING && samples))
			return profile_bad(reader, reader->section_line, "missing key '%s'",
					   key->name);
	}
	return 0;
}
