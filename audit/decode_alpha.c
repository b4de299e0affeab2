// SPDX-License-Identifier: GPL-2.0
/*
 * Alpha Architecture Reference Manual, 4th edition, section 3.3: the memory, branch and operate
 * formats. Calls are ldq $27,slot($29); jsr $26,($27), or bsr where the linker relaxed them.
 */
#include "decode.h"

#include <endian.h>
#include <string.h>

enum {
	OP_LDA = 0x08,
	OP_LDAH = 0x09,
	OP_INTA = 0x10,
	OP_INTL = 0x11,
	OP_INTM = 0x13,
	OP_JSR = 0x1a,
	OP_LDL = 0x28,
	OP_LDQ = 0x29,
	OP_BR = 0x30,
	OP_BSR = 0x34,
};

#define ZERO 31
/* bis $31,src,dst is a move */
#define INTL_BIS 0x20

static void memory(uint32_t word, struct step *step)
{
	step->dst = word >> 21 & 31;
	step->src = word >> 16 & 31;
	step->value = signed_bits(word, 0, 16);
}

static void operate(uint32_t word, struct step *step)
{
	uint32_t from = word >> 21 & 31, by_literal = word >> 12 & 1;

	step->dst = word & 31;
	if (word >> 26 != OP_INTL || (word >> 5 & 0x7f) != INTL_BIS || from != ZERO || by_literal)
		return;
	step->kind = STEP_ADD;
	step->src = word >> 16 & 31;
	step->value = 0;
}

/* jmp, jsr and ret differ in a hint only. */
static void jump(uint32_t word, struct step *step)
{
	step->kind = (word >> 14 & 3) == 1 ? STEP_CALL_REGISTER : STEP_JUMP_REGISTER;
	step->src = word >> 16 & 31;
}

void step_alpha(struct decoder *decoder, const unsigned char *code, size_t len, uint64_t address,
		struct step *step)
{
	uint32_t word, opcode;

	(void)decoder;
	*step = (struct step){ .len = 4, .dst = NO_REGISTER, .src = NO_REGISTER };
	if (len < sizeof(word))
		return;
	memcpy(&word, code, sizeof(word));
	word = le32toh(word);
	opcode = word >> 26;
	switch (opcode) {
	case OP_LDA:
	case OP_LDAH:
		step->kind = STEP_ADD;
		memory(word, step);
		if (opcode == OP_LDAH)
			step->value <<= 16;
		break;
	case OP_LDQ:
		step->kind = STEP_LOAD;
		memory(word, step);
		break;
	case OP_LDL:
		step->dst = word >> 21 & 31;
		break;
	case OP_INTA ... OP_INTM:
		operate(word, step);
		break;
	case OP_JSR:
		jump(word, step);
		break;
	default:
		if (opcode < OP_BR)
			break;
		step->kind = opcode == OP_BR  ? STEP_JUMP :
			     opcode == OP_BSR ? STEP_CALL :
						STEP_BRANCH;
		step->value = address + 4 + 4 * signed_bits(word, 0, 21);
	}
}
