/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An uncompressed kernel image with symbols: its functions, and the calls and addresses of
 * functions in its code and data.
 */
#ifndef AUDIT_IMAGE_H
#define AUDIT_IMAGE_H

#include <libelf.h>
#include <stdbool.h>
#include <stdint.h>

#include "audit.h"

/* No function, no object. */
#define NOWHERE UINT32_MAX

/* What is in the file of what is in memory. */
struct section {
	uint64_t address, size;
	const unsigned char *data;
	bool is_code;
	/* addresses that the compiler's and linker's code loads: global offset table, .branch_lt */
	bool is_got;
};

/* A function or an object; of several at an address one. */
struct symbol {
	uint64_t address, size;
	const char *text;
	/* names.h: without the compiler's suffixes, .constprop.0 or .cold */
	uint32_t name;
	bool is_part;
	bool is_global;
};

struct symbols {
	/* sorted by address, none twice */
	struct symbol *symbol;
	uint32_t count, room;
};

/* The caller's code calls the callee, or jumps to it. */
struct link {
	uint32_t caller, callee;
	uint64_t at;
};

/* A function's address is in the code of another one, or in data. */
struct held {
	uint32_t function;
	/* by which function; NOWHERE: by data */
	uint32_t holder;
	uint64_t at;
	/* it is only called there */
	bool is_call;
};

/* A function's address is handed to an interface that calls it back. */
struct registered {
	uint32_t function, by;
	uint64_t at;
	enum entry_kind kind;
};

/* What the kernel writes at an address when it is loaded where it was linked for. */
struct relocation {
	uint64_t at, value;
};

struct image {
	Elf *elf;
	int fd;
	const char *path;
	/* ELF's number, and the name of the folder in arch/ */
	uint16_t machine;
	const char *arch;
	bool big_endian;
	uint64_t toc;
	struct section *sections;
	uint32_t section_count, section_room;
	struct symbols functions, objects;
	struct relocation *relocations;
	uint32_t relocation_count, relocation_room;
	struct link *links;
	uint32_t link_count, link_room;
	struct held *held;
	uint32_t held_count, held_room;
	struct registered *registered;
	uint32_t registered_count, registered_room;
};

/*
 * Open an image and read its symbols. Returns NULL, or what is wrong with the file, one line
 * without its name, valid until the next call. image_close() in either case.
 */
const char *image_open(struct image *image, const char *path);
void image_close(struct image *image);

/* The symbol tables and the relocations, for image_open(). As that. */
const char *image_read_symbols(struct image *image);
const char *image_read_relocations(struct image *image);

/* The symbol that holds an address, NOWHERE where none does. */
uint32_t symbol_at(const struct symbols *symbols, uint64_t address);
/* The function that begins there, or whose local entry is: where calls go. NOWHERE: none. */
uint32_t function_entered(const struct image *image, uint64_t address);
/* The function whose address this is, exactly. */
uint32_t function_of(const struct image *image, uint64_t address);
/* Its name in the source. */
const char *function_text(const struct image *image, uint32_t function);
/* "symbol+0x1c" of an address; the caller frees it. */
char *image_place(const struct image *image, uint64_t address);

/* The 8 bytes at an address. False where the file has none. */
bool image_word(const struct image *image, uint64_t address, uint64_t *word);
/* The same in the global offset table only, which never changes. */
bool image_got_word(const struct image *image, uint64_t address, uint64_t *word);

/* Fill links, held and registered. Returns NULL or what is wrong, as image_open(). */
const char *image_scan(struct image *image);
/* The addresses of functions in data, for image_scan(). */
void image_scan_data(struct image *image);

/*
 * The rows of a scanned image: each function that delivers samples, with each function above it
 * where a way of direct calls ends, or reports.
 */
void image_judge(struct image *image, struct rows *rows);
/* Is it the name of what the perf core and BPF deliver without any PMU? */
bool is_core(const char *name);

/*
 * Hold an image and its rows against the rows of the tree that it was made from, and print what
 * contradicts. Returns the exit status: 0 nothing does, 1 something, 2 nothing could be compared.
 */
int image_compare(const struct image *image, const struct rows *rows, const struct rows *source);

void add_link(struct image *image, uint32_t caller, uint32_t callee, uint64_t at);
void add_held(struct image *image, uint32_t function, uint32_t holder, uint64_t at);

#endif
