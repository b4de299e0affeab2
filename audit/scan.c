// SPDX-License-Identifier: GPL-2.0
#include "scan.h"

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

struct lanes {
	__attribute__((vector_size(LANES))) signed char lane;
};

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
		struct lanes a, b, c, d, any = { .lane = { 0 } };
		uint64_t found[LANES / 8];

		memcpy(&a, text + from, LANES);
		memcpy(&b, text + from + 1, LANES);
		memcpy(&c, text + from + 2, LANES);
		memcpy(&d, text + from + 3, LANES);
#pragma GCC unroll 5
		for (int r = 0; r < RARE_COUNT; r++) {
			const char *is = rare[r].bytes;
			struct lanes here = { (a.lane == is[0]) & (b.lane == is[1]) };

			here.lane &= c.lane == is[2];
			if (is[3])
				here.lane &= d.lane == is[3];
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

#define WORD_CHAR 1

/* is_word_char() as a table, for the loop over every byte. */
static const unsigned char word_chars[256] = {
	['0' ... '9'] = WORD_CHAR,
	['A' ... 'Z'] = WORD_CHAR,
	['a' ... 'z'] = WORD_CHAR,
	['_'] = WORD_CHAR,
};

static uint64_t hash_step(uint64_t hash, char c)
{
	return (hash << 7 | hash >> 57) ^ (unsigned char)c;
}

/* A hash whose steps are cheap and mix little is mixed at last; each of three parts is a bit. */
static uint64_t mixed(uint64_t hash)
{
	return hash * 0x9e3779b97f4a7c15ULL;
}

static uint32_t bit_of(uint64_t mix, int which)
{
	return (mix >> (16 * which + 1)) & (IDS_BITS - 1);
}

void ids_collect(struct ids *ids, const char *text, size_t len)
{
	const unsigned char *c = (const unsigned char *)text, *end = c + len;

	while (c < end) {
		uint64_t hash = 0, mix;

		/* The text ends with zeros, which are in no word. */
		while (c < end && !word_chars[*c])
			c++;
		if (c == end)
			break;
		for (; word_chars[*c]; c++)
			hash = hash_step(hash, *c);
		mix = mixed(hash);
		for (int b = 0; b < 3; b++)
			ids->bits[bit_of(mix, b) / 64] |= 1ULL << (bit_of(mix, b) % 64);
	}
}

bool ids_may_hold(const struct ids *ids, const char *word)
{
	uint64_t hash = 0, mix;

	for (; *word; word++)
		hash = hash_step(hash, *word);
	mix = mixed(hash);
	for (int b = 0; b < 3; b++) {
		if (!(ids->bits[bit_of(mix, b) / 64] >> (bit_of(mix, b) % 64) & 1))
			return false;
	}
	return true;
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
