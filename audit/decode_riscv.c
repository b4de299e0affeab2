// SPDX-License-Identifier: GPL-2.0
/*
 * RISC-V Instruction Set Manual, volume I, chapters "RV64I" and "C": jumps and what makes
 * addresses. Calls are jal, or auipc and jalr where the linker could not relax them.
 */
#include "decode.h"

#include <endian.h>
#include <string.h>

enum {
	OP_LOAD = 0x03,
	OP_IMM = 0x13,
	OP_AUIPC = 0x17,
	OP_STORE = 0x23,
	OP_STORE_FP = 0x27,
	OP_BRANCH = 0x63,
	OP_JALR = 0x67,
	OP_JAL = 0x6f,
};

/* the quadrants of the compressed ones, and funct3 in them */
enum {
	C_ADDI4SPN = 0x00,
	C_LW = 0x02,
	C_LD = 0x03,
	C_ADDI = 0x08,
	C_ADDIW = 0x09,
	C_LI = 0x0a,
	C_LUI = 0x0b,
	C_ARITHMETIC = 0x0c,
	C_J = 0x0d,
	C_BEQZ = 0x0e,
	C_BNEZ = 0x0f,
	C_SLLI = 0x10,
	C_LWSP = 0x12,
	C_LDSP = 0x13,
	C_MOVE = 0x14,
};

#define FUNCT3_ADDI 0
#define FUNCT3_LD 3
#define RA 1
#define T0 5

static uint64_t bit(uint32_t word, int from, int to)
{
	return (uint64_t)(word >> from & 1) << to;
}

static int64_t jal_offset(uint32_t word)
{
	uint64_t offset = bit(word, 31, 20) | (word & 0xff000) | bit(word, 20, 11) |
			  (word >> 20 & 0x7fe);

	return signed_bits(offset, 0, 21);
}

static int64_t branch_offset(uint32_t word)
{
	uint64_t offset = bit(word, 31, 12) | bit(word, 7, 11) | (word >> 20 & 0x7e0) |
			  (word >> 7 & 0x1e);

	return signed_bits(offset, 0, 13);
}

static int64_t cj_offset(uint32_t word)
{
	uint64_t offset = bit(word, 12, 11) | bit(word, 11, 4) | bit(word, 10, 9) |
			  bit(word, 9, 8) | bit(word, 8, 10) | bit(word, 7, 6) | bit(word, 6, 7) |
			  bit(word, 5, 3) | bit(word, 4, 2) | bit(word, 3, 1) | bit(word, 2, 5);

	return signed_bits(offset, 0, 12);
}

static void step_full(uint32_t word, uint64_t address, struct step *step)
{
	uint32_t funct3 = word >> 12 & 7, opcode = word & 0x7f;
	int rd = word >> 7 & 31;

	step->dst = rd;
	step->src = word >> 15 & 31;
	step->value = signed_bits(word, 20, 12) & UINT64_MAX;
	switch (opcode) {
	case OP_AUIPC:
		step->kind = STEP_SET;
		step->value = address + (int32_t)(word & 0xfffff000);
		break;
	case OP_IMM:
		step->kind = funct3 == FUNCT3_ADDI ? STEP_ADD : STEP_OTHER;
		break;
	case OP_LOAD:
		step->kind = funct3 == FUNCT3_LD ? STEP_LOAD : STEP_OTHER;
		break;
	case OP_JALR:
		step->kind = rd == RA || rd == T0 ? STEP_CALL_REGISTER : STEP_JUMP_REGISTER;
		break;
	case OP_JAL:
		step->kind = rd == RA || rd == T0 ? STEP_CALL : STEP_JUMP;
		step->value = address + jal_offset(word);
		break;
	case OP_BRANCH:
		step->kind = STEP_BRANCH;
		step->dst = NO_REGISTER;
		step->value = address + branch_offset(word);
		break;
	case OP_STORE:
	case OP_STORE_FP:
		step->dst = NO_REGISTER;
		break;
	}
}

/* c.jr, c.mv, c.jalr, c.add: by bit 12 and the second register. */
static void step_move(uint32_t half, struct step *step)
{
	int rd = half >> 7 & 31, rs2 = half >> 2 & 31;
	bool high = half >> 12 & 1;

	step->dst = rd;
	step->src = rs2 ? rs2 : rd;
	if (!rs2)
		step->kind = high ? STEP_CALL_REGISTER : STEP_JUMP_REGISTER;
	else if (!high)
		step->kind = STEP_ADD;
}

static void step_compressed(uint32_t half, uint64_t address, struct step *step)
{
	int low = 8 + (half >> 2 & 7), high = 8 + (half >> 7 & 7);

	switch ((half & 3) << 3 | half >> 13) {
	case C_ADDI4SPN:
	case C_LW:
	case C_LD:
		step->dst = low;
		break;
	case C_ADDI:
		step->kind = STEP_ADD;
		step->dst = half >> 7 & 31;
		step->src = step->dst;
		step->value = signed_bits((half >> 7 & 0x20) | (half >> 2 & 0x1f), 0, 6);
		break;
	case C_ADDIW:
	case C_LI:
	case C_LUI:
	case C_SLLI:
	case C_LWSP:
	case C_LDSP:
		step->dst = half >> 7 & 31;
		break;
	case C_ARITHMETIC:
		step->dst = high;
		break;
	case C_J:
		step->kind = STEP_JUMP;
		step->value = address + cj_offset(half);
		break;
	case C_BEQZ:
	case C_BNEZ:
		/* They do not reach another function, but for the odd one in assembly. */
		step->dst = NO_REGISTER;
		break;
	case C_MOVE:
		step_move(half, step);
		break;
	}
}

void step_riscv(struct decoder *decoder, const unsigned char *code, size_t len, uint64_t address,
		struct step *step)
{
	uint16_t half, second;

	(void)decoder;
	*step = (struct step){ .len = 2, .dst = NO_REGISTER, .src = NO_REGISTER };
	if (len < sizeof(half))
		return;
	memcpy(&half, code, sizeof(half));
	half = le16toh(half);
	if ((half & 3) != 3) {
		step_compressed(half, address, step);
		return;
	}
	step->len = 4;
	if (len < 4)
		return;
	memcpy(&second, code + 2, sizeof(second));
	step_full(half | (uint32_t)le16toh(second) << 16, address, step);
}
