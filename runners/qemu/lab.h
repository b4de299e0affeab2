/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lab: run the test collection on kernels of other architectures under QEMU. One struct guest
 * is one run: conf (arch/<arch>.conf and what fetch has written), a QEMU process, its two outputs
 * in memory files, and how it ended.
 */
#ifndef LAB_H
#define LAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#define PATH_LEN 4096

/* The exit status that says: could not run. */
#define EXIT_NO_RUN 2

/* Enough for every architecture that Linux has. */
#define MAX_GUESTS 32

/*
 * Two CPUs show what one of them alone does. Repeatable guests are so with two as well: they take
 * turns, and the one that is not under test sleeps, so a handler's cost is as with one.
 */
#define SMP 2

/* A kernel's command line may have as little as 1024 bytes (riscv); ours needs about half. */
#define MAX_TESTS_LEN 500

struct options {
	const char *archs[MAX_GUESTS];
	int nr_archs;
	const char *arch_dir;	/* descriptors of the architectures */
	const char *cache;	/* where fetch puts its things */
	const char *guests;	/* where build-guest puts its things */
	const char *results;	/* the folder of runs */
	const char *kernel;	/* an image of the caller's own, or NULL */
	const char *append;	/* more for the kernel's command line, or NULL */
	const char *bios;	/* firmware of the caller's own, or NULL */
	bool reference;		/* guests load the reference driver */
	const char *fault;	/* to be planted in it, or NULL */
	const char *tests;	/* names as the caller gave them, or NULL for all */
	bool icount;
	int shift;		/* -1: the architecture's own */
	int smp;		/* 0: the architecture's own */
	int jobs;		/* guests at once */
	int silence_s;		/* a guest that writes nothing for so long hangs */
	int deadline_s;		/* and so does one that runs for so long */
};

struct conf {
	char **keys, **values;
	int nr;
};

/* conf.c */
bool conf_read(struct conf *conf, const char *path);
const char *conf_get(const struct conf *conf, const char *key);
void conf_free(struct conf *conf);

/* A growing array of strings, NULL at the end. */
struct strings {
	char **at;
	int nr;
};

/* strings.c */
void strings_add(struct strings *list, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void strings_split(struct strings *list, const char *text);
void path_set(char path[PATH_LEN], const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *strings_join(const struct strings *list, const char *between);
void strings_free(struct strings *list);

/* tests.c */
bool tests_choose(const char *guests, const char *arch, const char *wanted, struct strings *tests);

/* kernel.c */
const char *kernel_fault(const char *path, const char *magic);

enum phase { WAITING, BOOTING, RUNNING, FINISHED };

enum ending {
	NOT_ENDED,
	DONE,		/* all programs run, end mark seen */
	HANG,		/* stopped at a deadline */
	PANIC,		/* the kernel gave up */
	SILENT,		/* ended or stopped without having said what it should */
	NO_RUN,		/* QEMU itself failed */
};

struct guest {
	char *arch;
	char *variant;		/* which of the architecture's kernels; "": it has one */
	char *name;		/* for people and folders: both */
	int smp;
	struct conf conf;
	struct strings tests, args;
	const char *kernel;
	char initramfs[PATH_LEN];
	bool reference;		/* it loads the reference driver */
	int shift;
	enum phase phase;
	enum ending ending;
	char reason[256];	/* for a person, of an ending but DONE */
	pid_t pid;
	int console, results, errors;	/* memory files */
	size_t console_size, results_size, scanned;
	struct timespec start, last;	/* monotonic: start, last sign of life */
	time_t utc;
	double boot_s, wall_s;
	char release[128], machine[64], running[128];
	int nr_results;
	int hz;			/* of the guest's kernel, 0: not said */
	bool marked;		/* end mark seen */
};

/* append.c: what QEMU's -append takes */
const char *conf_variant(const struct guest *guest, const char *key);
bool append_line(struct guest *guest, const struct options *opt);

/* guest.c: one QEMU process */
bool guest_prepare(struct guest *guest, const struct options *opt, const char *what);
bool guest_start(struct guest *guest, const struct options *opt);
void guest_ended(struct guest *guest, int status);
void guest_free(struct guest *guest);
char *guest_text(int fd, size_t *len);

/* watch.c: all guests, to the end of the last one */
bool watch(struct guest *guests, int nr, const struct options *opt,
	   bool (*ended)(struct guest *guest, const struct options *opt));
double seconds_since(const struct timespec *then);

/* frames.c */
bool frames_scan(struct guest *guest);

/* ktap.c */
void ktap_write(FILE *out, const struct guest *guest, const char *text, const char *kmsg);

/* run.c */
bool results_ready(const char *results);
bool run_write(struct guest *guest, const struct options *opt);

/* meta.c */
bool meta_write(const char *path, const struct guest *guest, const struct options *opt);

void complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

extern const char *const ending_names[];

#endif
