// SPDX-License-Identifier: GPL-2.0
/* The results in a ktap.txt, with their evidence. Any input is taken, at worst without results. */
#include "report.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const verdict_names[NR_VERDICTS] = {
	[OK] = "ok", [FAIL] = "FAIL", [XFAIL] = "XFAIL", [XPASS] = "XPASS", [SKIP] = "SKIP",
};

struct reader {
	struct ktap *ktap;
	struct result next;	/* evidence for the result to come */
	bool inner_failed;	/* in the program that is being read */
	bool started;
};

/* Copy without what would upset a terminal. */
static void copy(char *to, size_t size, const char *from, size_t len)
{
	size_t i;

	for (i = 0; i < len && i < size - 1; i++)
		to[i] = isprint((unsigned char)from[i]) ? from[i] : '?';
	to[i] = '\0';
}

/* "# NAME key: value"; NAME is that of the result to come. */
static void take_evidence(struct reader *reader, const char *line)
{
	struct result *next = &reader->next;
	const struct {
		const char *key;
		char *value;
		size_t size;
	} keys[] = {
		{ "rate_before", next->rate_before, sizeof(next->rate_before) },
		{ "rate_after", next->rate_after, sizeof(next->rate_after) },
		{ "handler_ns", next->handler_ns, sizeof(next->handler_ns) },
		{ "budget_ns", next->budget_ns, sizeof(next->budget_ns) },
		{ "reason", next->reason, sizeof(next->reason) },
		{ "xpass", next->reason, sizeof(next->reason) },
	};
	const char *name = line + 2, *key, *colon;
	char named[TEXT_LEN];
	size_t i;

	key = strchr(name, ' ');
	colon = key ? strstr(key + 1, ": ") : NULL;
	if (!colon)
		return;
	copy(named, sizeof(named), name, key++ - name);
	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		if (strlen(keys[i].key) != (size_t)(colon - key) ||
		    strncmp(keys[i].key, key, colon - key))
			continue;
		/* Evidence of another result: that one's is over. */
		if (strcmp(named, next->name))
			memset(next, 0, sizeof(*next));
		copy(next->name, sizeof(next->name), named, strlen(named));
		copy(keys[i].value, keys[i].size, colon + 2, strlen(colon + 2));
		if (!strcmp(keys[i].key, "xpass"))
			next->verdict = XPASS;
	}
}

static enum verdict verdict_of(bool passed, const char *directive, const struct result *evidence)
{
	if (!strncasecmp(directive, "SKIP", 4))
		return SKIP;
	if (!strncasecmp(directive, "XFAIL", 5) || !strncasecmp(directive, "TODO", 4))
		return XFAIL;
	if (!passed)
		return FAIL;
	return evidence->verdict == XPASS ? XPASS : OK;
}

static void take_result(struct reader *reader, const char *text, bool passed, bool outer)
{
	const char *directive = strstr(text, " # "), *why;
	size_t len = directive ? (size_t)(directive - text) : strlen(text);
	struct result result = { .outer = outer }, *results;
	struct ktap *ktap = reader->ktap;

	directive = directive ? directive + 3 : "";
	copy(result.name, sizeof(result.name), text, len);
	if (!strcmp(result.name, reader->next.name))
		result = reader->next;
	memset(&reader->next, 0, sizeof(reader->next));
	result.outer = outer;
	result.verdict = verdict_of(passed, directive, &result);
	/* The directive's reason is from a fixed set; where there is none the free text serves. */
	why = directive;
	if (result.verdict == SKIP || result.verdict == XFAIL)
		why += strcspn(why, " ");
	why += strspn(why, " ");
	if (*why)
		copy(result.reason, sizeof(result.reason), why, strlen(why));
	if (outer) {
		ktap->given++;
		/* A program fails with its requirements, which have said so: KSFT_FAIL is 1. */
		if (reader->inner_failed && result.verdict == FAIL &&
		    (!*why || !strcmp(why, "exit=1")))
			result.verdict = OK;
		reader->inner_failed = false;
	} else {
		reader->inner_failed |= result.verdict == FAIL;
	}
	results = realloc(ktap->results, (ktap->nr + 1) * sizeof(*results));
	if (!results)
		abort();
	ktap->results = results;
	results[ktap->nr++] = result;
}

static void take_line(struct reader *reader, char *line)
{
	size_t indent = strspn(line, " ");
	bool passed, inner = indent;
	long nr;
	char *end;

	line[strcspn(line, "\n")] = '\0';
	line += indent;
	if (!strncmp(line, "KTAP version ", 13) || !strncmp(line, "TAP version ", 12)) {
		reader->started = true;
		return;
	}
	if (!reader->started)
		return;
	/* run_kselftest.sh nests by a prefix, not by blanks. */
	if (!strncmp(line, "# # ", 4) || !strncmp(line, "# ok ", 5) ||
	    !strncmp(line, "# not ok ", 9)) {
		line += 2;
		inner = true;
	}
	if (!strncmp(line, "# ", 2)) {
		take_evidence(reader, line);
		return;
	}
	if (!inner && !strncmp(line, "1..", 3) && reader->ktap->planned < 0)
		reader->ktap->planned = strtol(line + 3, NULL, 10);
	passed = !strncmp(line, "ok ", 3);
	if (!passed && strncmp(line, "not ok ", 7))
		return;
	line += passed ? 3 : 7;
	nr = strtol(line, &end, 10);
	if (end == line || nr < 1)
		return;
	end += strspn(end, " ");
	if (!strncmp(end, "- ", 2))
		end += 2;
	take_result(reader, end, passed, !inner);
}

/**
 * ktap_read() - read a ktap.txt
 * @fault: where it is no use: why
 *
 * Return: false where it can't be read, is no KTAP, or ends early.
 */
bool ktap_read(struct ktap *ktap, const char *path, const char **fault)
{
	struct reader reader = { .ktap = ktap };
	char *line = NULL;
	size_t size = 0;
	FILE *f = fopen(path, "r");
	bool bad;

	memset(ktap, 0, sizeof(*ktap));
	ktap->planned = -1;
	*fault = strerror(errno);
	if (!f)
		return false;
	while (getline(&line, &size, f) >= 0)
		take_line(&reader, line);
	bad = ferror(f);
	free(line);
	fclose(f);
	if (bad)
		*fault = "can't be read";
	else if (!reader.started)
		*fault = "no KTAP in it";
	else if (ktap->planned < 0)
		*fault = "no plan in it: truncated?";
	else if (ktap->given != ktap->planned)
		*fault = "fewer or more results than planned: truncated?";
	else
		*fault = NULL;
	return !*fault;
}

void ktap_free(struct ktap *ktap)
{
	free(ktap->results);
	memset(ktap, 0, sizeof(*ktap));
}
