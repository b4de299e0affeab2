/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Machine code, as far as it calls functions and makes addresses. Everything else that an
 * instruction does is that it may change a register.
 */
#ifndef AUDIT_DECODE_H
#define AUDIT_DECODE_H

#include "image.h"

/* More than any architecture has. */
#define REGISTERS 64
#define NO_REGISTER (-1)

enum step_kind {
	/* dst is something else now */
	STEP_OTHER,
	/* dst = value; with NO_REGISTER value is stored or compared */
	STEP_SET,
	/* dst = src + value */
	STEP_ADD,
	/* dst = what is at src + value */
	STEP_LOAD,
	/* call, jump or branch to value */
	STEP_CALL,
	STEP_JUMP,
	STEP_BRANCH,
	/* the same to src + value */
	STEP_CALL_REGISTER,
	STEP_JUMP_REGISTER,
};

struct step {
	enum step_kind kind;
	/* in bytes, at least 1; where there is no instruction what to leave out */
	uint32_t len;
	int dst, src;
	uint64_t value;
};

struct decoder {
	/* the first arguments of a call */
	int arguments[6];
	/* what holds the function's own address where it begins; global pointer; return address */
	int self, global, link;
	/* what is written there is lost */
	int zero;
	/* by register: a call leaves it alone */
	uint64_t kept;
	/* in between are zeros: the library's handle and instruction */
	size_t handle;
	void *insn;
	void (*step)(struct decoder *decoder, const unsigned char *code, size_t len,
		     uint64_t address, struct step *step);
};

/* For an image's machine. Returns NULL or what is wrong. decoder_free() in either case. */
const char *decoder_make(struct decoder *decoder, const struct image *image);
void decoder_free(struct decoder *decoder);

/* Those that the library does not know, or not in every version. */
void step_riscv(struct decoder *decoder, const unsigned char *code, size_t len, uint64_t address,
		struct step *step);
void step_alpha(struct decoder *decoder, const unsigned char *code, size_t len, uint64_t address,
		struct step *step);

/* The bits of word from low up, as a signed number. */
static inline int64_t signed_bits(uint64_t word, int low, int bits)
{
	return (int64_t)(word << (64 - low - bits)) >> (64 - bits);
}

#endif
