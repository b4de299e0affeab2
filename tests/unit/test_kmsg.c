// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fake_read.h"
#include "kmsg.h"
#include "kmsg_chain.h"
#include "tap.h"

#define FUZZ_RUNS	20000
#define FUZZ_SEED	0xca11ab1eULL
#define LINES_MAX	256
#define LINE_MAX	512

static const char *const kinds[] = {
	[KMSG_OTHER] = "OTHER", [KMSG_TOOK] = "TOOK", [KMSG_DISABLED] = "DISABLED",
	[KMSG_NMI_LONG] = "NMI_LONG", [KMSG_HRTIMER_LONG] = "HRTIMER_LONG",
	[KMSG_NO_SAMPLING] = "NO_SAMPLING", [KMSG_WATCHDOG] = "WATCHDOG", [KMSG_STALL] = "STALL",
	[KMSG_LOCKUP] = "LOCKUP", [KMSG_OOPS] = "OOPS", [KMSG_WARN] = "WARN",
	[KMSG_PMU_STUCK] = "PMU_STUCK",
};

static char lines[LINES_MAX][LINE_MAX];
static size_t lens[LINES_MAX];
static int nr_lines;

/* A copy of exactly len bytes, so that the sanitizer sees every read beyond. */
static enum kmsg_kind classify(const char *line, size_t len, struct kmsg_took *took)
{
	char *exact = malloc(len ? len : 1);
	enum kmsg_kind kind;

	if (!exact)
		abort();
	memcpy(exact, line, len);
	kind = kmsg_classify(exact, len, took);
	free(exact);
	return kind;
}

/* Undo \r \e \t \0 of the data file. */
static size_t unescape(const char *from, char *to)
{
	size_t len = 0;

	for (; *from && *from != '\n' && len < LINE_MAX; from++) {
		if (*from != '\\') {
			to[len++] = *from;
			continue;
		}
		from++;
		to[len++] = *from == 'r' ? '\r' : *from == 'e' ? '\033' : *from == 't' ? '\t' : 0;
	}
	return len;
}

static void test_line(const char *expected, const char *text)
{
	unsigned long long avg = 0, allowed = 0, rate = 0;
	struct kmsg_took took = { 0, 0, 0 };
	enum kmsg_kind kind;
	char word[32] = "";

	if (sscanf(expected, "%31s %llu %llu %llu", word, &avg, &allowed, &rate) < 1)
		abort();
	lens[nr_lines] = unescape(text, lines[nr_lines]);
	kind = classify(lines[nr_lines], lens[nr_lines], &took);
	nr_lines++;
	ok(!strcmp(kinds[kind], word) && took.avg_ns == avg && took.allowed_ns == allowed &&
	   took.rate == rate, "%s: %.*s", kinds[kind], (int)strcspn(text, "\n"), text);
}

static int test_lines(const char *folder)
{
	char path[512], line[LINE_MAX];
	char *bar;
	FILE *file;

	snprintf(path, sizeof(path), "%s/kmsg.txt", folder);
	file = fopen(path, "r");
	if (!file) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return -1;
	}
	while (nr_lines < LINES_MAX && fgets(line, sizeof(line), file)) {
		bar = strchr(line, '|');
		if (*line == '#' || !bar)
			continue;
		*bar = 0;
		test_line(line, bar + 1);
	}
	fclose(file);
	return 0;
}

static void test_unterminated(void)
{
	static const char line[] =
"perf: interrupt took too long (2507 > 2500), lowering kernel.perf_event_max_sample_rate to 79000";
	struct kmsg_took took = { 1, 2, 3 };
	size_t len;
	bool right = true;

	for (len = 0; len < sizeof(line) - 6; len++)
		right &= classify(line, len, &took) == KMSG_OTHER;
	ok(right && took.avg_ns == 1, "no shorter part of the line is taken for it");
	ok(classify(line, sizeof(line) - 1, NULL) == KMSG_TOOK, "figures not asked for");
}

static void test_fuzz(void)
{
	unsigned long long state = FUZZ_SEED;
	unsigned int run, i, took_nr = 0;
	struct kmsg_took took;
	char line[LINE_MAX];
	size_t len, at;

	for (run = 0; run < FUZZ_RUNS; run++) {
		at = fuzz_random(&state) % nr_lines;
		len = lens[at];
		memcpy(line, lines[at], len);
		for (i = fuzz_random(&state) % 8; i && len; i--)
			line[fuzz_random(&state) % len] = fuzz_random(&state);
		if (run % 2)
			len = len ? fuzz_random(&state) % len : 0;
		took_nr += classify(line, len, &took) == KMSG_TOOK;
	}
	ok(took_nr && took_nr < FUZZ_RUNS, "%d damaged lines survived (%u still whole)", FUZZ_RUNS,
	   took_nr);
}

/* /dev/kmsg gives one record to a read: so does a socket that keeps message boundaries. */
static struct kmsg reader;
static int writer;

static void log_record(const char *record)
{
	if (send(writer, record, strlen(record), 0) < 0)
		abort();
}

static void test_read(void)
{
	char buf[64], small[6], whole[9000];
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, fds))
		abort();
	memset(&reader, 0, sizeof(reader));
	reader.fd = fds[0];
	writer = fds[1];
	ok(kmsg_read(&reader, buf, sizeof(buf)) == 0, "nothing logged");
	log_record("6,1234,5678,-;hello world\n SUBSYSTEM=cpu\n DEVICE=+cpu:cpu0\n");
	ok(kmsg_read(&reader, buf, sizeof(buf)) == 1 && !strcmp(buf, "hello world") &&
	   reader.seq == 1234 &&
	   !reader.lost, "header and continuation lines dropped");
	log_record("6,1235,5679,-,caller=T1;one; two\n");
	ok(kmsg_read(&reader, buf, sizeof(buf)) == 1 && !strcmp(buf, "one; two"),
	   "only the first semicolon ends the header");
	log_record("4,1236,5680,c;a\\x0ab\\x09c\\x5cx20\\x1b[31m\\xzz\n");
	ok(kmsg_read(&reader, buf, sizeof(buf)) == 1 && !strcmp(buf, "a b c\\x20\033[31m\\xzz"),
	   "escapes");
	log_record("4,1237,5680,-;long enough to be cut\n");
	ok(kmsg_read(&reader, small, sizeof(small)) == 1 && !strcmp(small, "long "),
	   "cut to the buffer");
	log_record("4,1238,5680,-;\n");
	ok(kmsg_read(&reader, buf, sizeof(buf)) == 1 && !*buf, "an empty message");
	log_record("no header at all\n");
	ok(kmsg_read(&reader, buf, sizeof(buf)) == -1 && errno == EBADMSG, "no record at all");
	memset(whole, 'x', sizeof(whole) - 1);
	whole[sizeof(whole) - 1] = 0;
	memcpy(whole, "6,1239,1,-;", 11);
	log_record(whole);
	ok(kmsg_read(&reader, buf, sizeof(buf)) == 1 && strlen(buf) == sizeof(buf) - 1,
	   "a record beyond all bounds");
	kmsg_close(&reader);
	close(writer);
	ok(reader.fd == -1, "closed");
}

static void test_lost(void)
{
	char buf[64];
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, fds))
		abort();
	memset(&reader, 0, sizeof(reader));
	reader.fd = fds[0];
	writer = fds[1];
	epipes = 1;
	log_record("6,100,1,-;a\n");
	ok(kmsg_read(&reader, buf, sizeof(buf)) == 1 && reader.lost == 1 && reader.seq == 100,
	   "overwritten before the first read: at least one");
	epipes = 2;
	log_record("6,111,1,-;b\n");
	ok(kmsg_read(&reader, buf, sizeof(buf)) == 1 && reader.lost == 11,
	   "ten records overwritten");
	epipes = 1;
	ok(kmsg_read(&reader, buf, sizeof(buf)) == 0 && reader.lost == 11, "nothing left to read");
	log_record("6,114,1,-;c\n");
	ok(kmsg_read(&reader, buf, sizeof(buf)) == 1 && reader.lost == 13,
	   "the loss is counted when the next record comes");
	kmsg_close(&reader);
	close(writer);
}

static void test_chain(void)
{
	static const struct kmsg_took step[] = {
		{ 2507, 2500, 79000 }, { 3147, 3140, 63000 }, { 3989, 3933, 50000 },
	};
	static const struct kmsg_took half[] = {
		{ 2555, 2500, 50000 }, { 5031, 5000, 25000 }, { 10006, 10000, 12500 },
	};
	static const struct kmsg_took alpha[] = { { 24000, 2500, 8192 }, { 30001, 30000, 6144 } };
	static const struct kmsg_took wrong[] = { { 2507, 2500, 80001 }, { 3147, 3133, 63000 } };
	static const struct kmsg_took ends[] = { { 2526, 2500, 79000 } };
	static const struct kmsg_took slow[] = { { 3000000, 2500, 250 }, { 4000000, 3750000,
									  250 } };
	static const struct kmsg_took absurd[] = {
		{ UINT64_MAX, UINT64_MAX, UINT64_MAX }, { 0, 0, 0 }, { 1, 1, UINT64_MAX << 32 },
	};
	struct kmsg_chain chain;

	ok(kmsg_chain(step, 3, 25, &chain) == 1000 && chain.breaks == 1 && !chain.halving,
	   "79000, 63000, 50000: HZ 1000, one link broken");
	ok(kmsg_chain(step + 1, 2, 25, &chain) == 1000 && !chain.breaks,
	   "its last two lines: HZ 1000, whole");
	ok(kmsg_chain(half, 3, 25, &chain) == 0 && chain.halving && chain.fits > 1 && !chain.breaks,
	   "50000, 25000, 12500: an old kernel, whole, more than one HZ fits");
	ok(kmsg_chain(alpha, 2, 25, &chain) == 1024 && !chain.breaks, "the seed's Alpha: HZ 1024");
	ok(kmsg_chain(wrong, 2, 25, &chain) == 0 && !chain.fits && !chain.halving,
	   "figures that no kernel gives");
	ok(kmsg_chain(ends, 1, 25, &chain) == 0 && chain.fits == 4 && !chain.halving &&
	   kmsg_chain_fits(ends, 1, 250, 25, false) && !kmsg_chain_fits(ends, 1, 100, 25, false),
	   "2526 ns to 79000: HZ 200, 250, 500 or 1000, not 100");
	ok(kmsg_chain(slow, 2, 25, &chain) == 250 && !chain.breaks,
	   "at one sample per tick: HZ is the rate");
	ok(kmsg_chain(step, 3, 10, &chain) == 0, "another percent does not fit");
	ok(kmsg_chain(absurd, 3, 25, &chain) == 0 && !chain.fits, "absurd figures");
	ok(kmsg_chain(step, 0, 25, &chain) == 0 && !chain.breaks, "no lines");
}

static void test_live(void)
{
	struct kmsg live;
	char buf[256];
	int n = 0;

	if (kmsg_open(&live)) {
		ok(true, "the machine's own log # SKIP %s", strerror(errno));
		return;
	}
	while (n < 100 && kmsg_read(&live, buf, sizeof(buf)) == 1)
		n++;
	ok(n < 100, "the machine's own log, from its end");
	kmsg_close(&live);
}

int main(int argc, char **argv)
{
	if (test_lines(argc > 1 ? argv[1] : "tests/unit/data"))
		return 2;
	test_unterminated();
	test_fuzz();
	test_read();
	test_lost();
	test_chain();
	test_live();
	return done();
}
