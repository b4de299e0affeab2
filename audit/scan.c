// SPDX-License-Identifier: GPL-2.0
#include "scan.h"
#include "names.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

/* The words of which one makes a file worth parsing. */
static const char *const parse_words[] = {
	"perf_event_overflow",	  "perf_event_account_interrupt", "perf_event_output",
	"perf_output_sample",	  "perf_aux_output_end",	  "perf_aux_output_skip",
	"perf_sample_event_took", "PERF_PMU_CAP_NO_INTERRUPT",
};

/* A file that hands BPF programs this helper is worth parsing where it calls what delivers. */
static const char bpf_helper[] = "BPF_FUNC_perf_event_output", bpf_output[] = "bpf_event_output";

/*
 * The beginnings of which one makes a file worth remembering: an entry to a PMU driver has the
 * interrupted registers, or returns what interrupt handlers return, or speaks of perf or of a PMU.
 */
static const char *const remember_words[] = { "perf_", "pmu", "PMU", "pt_regs", "irqreturn_t" };

/* Four bytes of each of these, 0 for any, by which 32 places are looked at together. */
#define RARE_COUNT 5
static const struct rare {
	char bytes[4];
	/* where they stand in the word */
	int offset;
} rare[RARE_COUNT] = {
	{ { 'e', 'r', 'f', '_' }, 1 }, { { 'p', 'm', 'u', 0 }, 0 },   { { 'P', 'M', 'U', 0 }, 0 },
	{ { 'p', 't', '_', 'r' }, 0 }, { { 'q', 'r', 'e', 't' }, 2 },
};

/* Places that the processor compares together. */
#define LANES 32

/* Read where they stand: through a copy, the bytes would wait for each other. */
struct lanes {
	__attribute__((vector_size(LANES))) signed char lane;
} __attribute__((packed, may_alias));

#ifdef __x86_64__
#define SEVERAL_MACHINES __attribute__((target_clones("avx2", "default")))
#else
#define SEVERAL_MACHINES
#endif

/* The first block of 32 bytes from here on that may begin rare bytes; len where none does. */
SEVERAL_MACHINES
static size_t next_block(const char *text, size_t from, size_t len)
{
	for (; from < len; from += LANES) {
		const struct lanes *a = (const void *)(text + from);
		const struct lanes *b = (const void *)(text + from + 1);
		const struct lanes *c = (const void *)(text + from + 2);
		const struct lanes *d = (const void *)(text + from + 3);
		struct lanes any = { .lane = { 0 } };
		uint64_t found[LANES / 8];

#pragma GCC unroll 5
		for (int r = 0; r < RARE_COUNT; r++) {
			const char *is = rare[r].bytes;
			struct lanes here = { (a->lane == is[0]) & (b->lane == is[1]) };

			here.lane &= c->lane == is[2];
			if (is[3])
				here.lane &= d->lane == is[3];
			any.lane |= here.lane;
		}
		memcpy(found, &any, LANES);
		if (found[0] | found[1] | found[2] | found[3])
			return from;
	}
	return len;
}

bool is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* Does a word stand at this place? The text ends with zeros, which match nothing. */
static bool word_at(const char *text, size_t at, const char *word)
{
	size_t len = strlen(word);

	return !strncmp(text + at, word, len) && !is_word_char(text[at + len]) &&
	       (!at || !is_word_char(text[at - 1]));
}

static bool gives_to_bpf(const char *text, size_t len, size_t at)
{
	const size_t prefix = strlen("BPF_FUNC_");

	return at >= prefix && word_at(text, at - prefix, bpf_helper) &&
	       find_word(text, len, bpf_output, 0) >= 0;
}

static enum scan_result look_closer(const char *text, size_t len, size_t at)
{
	enum scan_result result = SCAN_NOTHING;

	for (size_t i = at; i < at + LANES; i++) {
		for (int r = 0; r < RARE_COUNT; r++) {
			size_t begin = i - rare[r].offset;

			if (text[i] != rare[r].bytes[0] || text[i + 1] != rare[r].bytes[1] ||
			    text[i + 2] != rare[r].bytes[2] || i < (size_t)rare[r].offset)
				continue;
			if (!strncmp(text + begin, remember_words[r], strlen(remember_words[r])))
				result = SCAN_REMEMBER;
			for (size_t w = 0; w < sizeof(parse_words) / sizeof(*parse_words); w++) {
				/* "PMU" stands in the middle of its word. */
				size_t word = rare[r].bytes[0] == 'P' && i >= 5 ? i - 5 : begin;

				if (word_at(text, word, parse_words[w]))
					return SCAN_PARSE;
			}
			if (gives_to_bpf(text, len, begin))
				return SCAN_PARSE;
		}
	}
	return result;
}

enum scan_result scan_text(const char *text, size_t len)
{
	enum scan_result result = SCAN_NOTHING;

	for (size_t at = next_block(text, 0, len); at < len;
	     at = next_block(text, at + LANES, len)) {
		enum scan_result here = look_closer(text, len, at);

		if (here == SCAN_PARSE)
			return here;
		if (here > result)
			result = here;
	}
	return result;
}

/* For each of LANES places, a bit: is a word's character there? */
SEVERAL_MACHINES
static uint32_t words_at(const char *text)
{
	const struct lanes *c = (const void *)text;
	/* Letters of both cases are compared as small ones. */
	struct lanes small = { c->lane | 0x20 };
	struct lanes is = { ((small.lane >= 'a') & (small.lane <= 'z')) |
			    ((c->lane >= '0') & (c->lane <= '9')) | (c->lane == '_') };
	uint64_t part[LANES / 8];
	uint32_t bits = 0;

	memcpy(part, &is, LANES);
	/* The product has the lowest bits of eight bytes side by side in its uppermost byte. */
	for (int i = 0; i < LANES / 8; i++)
		bits |= (uint32_t)((le64toh(part[i]) & 0x0101010101010101ULL) *
					   0x0102040810204080ULL >> 56) << (8 * i);
	return bits;
}

/* Of the eight bytes at a place the first len; what is behind them has to be readable. */
static uint64_t some_bytes(const char *text, size_t len)
{
	uint64_t part;

	memcpy(&part, text, sizeof(part));
	return le64toh(part) & (len < sizeof(part) ? (1ULL << 8 * len) - 1 : ~0ULL);
}

static uint64_t mixed(uint64_t hash)
{
	hash *= 0x9e3779b97f4a7c15ULL;
	return hash ^ hash >> 32;
}

/* Of 16 bytes at a time, without a branch for the length of most words. */
static uint64_t hash_of(const char *word, size_t len)
{
	uint64_t hash = len;

	for (; len > 16; word += 16, len -= 16)
		hash = mixed(mixed(hash ^ some_bytes(word, 8)) ^ some_bytes(word + 8, 8));
	hash = mixed(hash ^ some_bytes(word, len));
	return mixed(hash ^ some_bytes(word + 8, len < 8 ? 0 : len - 8));
}

uint64_t ids_key(const char *word)
{
	size_t len = strlen(word);
	char *padded = must_alloc(len + 16);
	uint64_t key;

	memcpy(padded, word, len);
	key = hash_of(padded, len);
	free(padded);
	return key;
}

/* The three bits of a word are in one place, which is looked up faster than three. */
static uint64_t bits_of(uint64_t key)
{
	return 1ULL << (key & 63) | 1ULL << (key >> 6 & 63) | 1ULL << (key >> 12 & 63);
}

static uint32_t place_of(uint64_t key)
{
	return (key >> 18) & (IDS_BITS / 64 - 1);
}

void ids_collect(struct ids *ids, const char *text, size_t len)
{
	size_t begin = 0;
	bool inside = false;

	/* The text ends with zeros, which are in no word. */
	for (size_t at = 0; at <= len; at += LANES) {
		uint32_t words = words_at(text + at);
		/* A bit where a word begins, or where the first character behind it is. */
		uint32_t edges = words ^ (words << 1 | inside);

		for (; edges; edges &= edges - 1) {
			size_t edge = at + __builtin_ctz(edges);

			if (inside) {
				uint64_t key = hash_of(text + begin, edge - begin);

				ids->bits[place_of(key)] |= bits_of(key);
			}
			begin = edge;
			inside = !inside;
		}
	}
}

bool ids_may_hold(const struct ids *ids, uint64_t key)
{
	return !(bits_of(key) & ~ids->bits[place_of(key)]);
}

long find_word(const char *text, size_t len, const char *word, size_t from)
{
	size_t word_len = strlen(word);

	while (from + word_len <= len) {
		const char *at = memmem(text + from, len - from, word, word_len);

		if (!at)
			return -1;
		if ((at == text || !is_word_char(at[-1])) &&
		    (at + word_len == text + len || !is_word_char(at[word_len])))
			return at - text;
		from = at - text + 1;
	}
	return -1;
}
