/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Looking at the bytes of a file before anybody parses it: does it speak of what the audit is
 * about, and which identifiers does it hold?
 */
#ifndef AUDIT_SCAN_H
#define AUDIT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the words of a file make of it. */
enum scan_result {
	/* Nothing about PMUs, registers or interrupts: it cannot be on the way to a sample. */
	SCAN_NOTHING,
	/* May call or register a driver's function: its identifiers are remembered. */
	SCAN_REMEMBER,
	/*
	 * Delivers samples, reports a duration or declares a PMU without interrupt: to be parsed.
	 */
	SCAN_PARSE,
};

/* The text needs SCAN_SLACK readable bytes behind its end. */
#define SCAN_SLACK 64
enum scan_result scan_text(const char *text, size_t len);

/*
 * Which identifiers a file may hold, as a Bloom filter: 2^15 bits, of which a word sets three, are
 * wrong a few times in a thousand for a file with 1000 identifiers.
 */
#define IDS_BITS (1u << 15)

struct ids {
	uint64_t bits[IDS_BITS / 64];
};

void ids_collect(struct ids *ids, const char *text, size_t len);
/* A word as it is looked for. */
uint64_t ids_key(const char *word);
bool ids_may_hold(const struct ids *ids, uint64_t key);

/* Is this character part of an identifier? */
bool is_word_char(char c);

/* Does the text hold the word, not as a part of another? Returns its offset, or -1. */
long find_word(const char *text, size_t len, const char *word, size_t from);

#endif
