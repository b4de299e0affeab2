// SPDX-License-Identifier: GPL-2.0
/* The architectures that every capstone knows. */
#include "decode.h"

#include <capstone/capstone.h>
#include <elf.h>

#ifndef EM_ALPHA
#define EM_ALPHA 0x9026
#endif

/* In which ppc's jumps have their target, numbered behind the general ones. */
#define PPC_CTR 32

/* Registers as bits. */
#define BITS(low, high) ((2ull << (high)) - (1ull << (low)))

static bool disassemble(struct decoder *decoder, const unsigned char *code, size_t len,
			uint64_t address, struct step *step, uint32_t least)
{
	cs_insn *insn = decoder->insn;

	*step = (struct step){ .len = least, .dst = NO_REGISTER, .src = NO_REGISTER };
	if (!cs_disasm_iter(decoder->handle, &code, &len, &address, insn) || !insn->size)
		return false;
	step->len = insn->size;
	return true;
}

static bool in_group(const struct decoder *decoder, int group)
{
	return cs_insn_group(decoder->handle, decoder->insn, group);
}

/* A 32-bit write clears the upper half, so that mov $address,%edi sets %rdi. */
static int x86_number(x86_reg reg)
{
	static const struct {
		x86_reg full, half;
	} known[] = {
		{ X86_REG_RDI, X86_REG_EDI }, { X86_REG_RSI, X86_REG_ESI },
		{ X86_REG_RDX, X86_REG_EDX }, { X86_REG_RCX, X86_REG_ECX },
		{ X86_REG_R8, X86_REG_R8D },  { X86_REG_R9, X86_REG_R9D },
		{ X86_REG_RAX, X86_REG_EAX }, { X86_REG_RBX, X86_REG_EBX },
		{ X86_REG_RBP, X86_REG_EBP }, { X86_REG_R10, X86_REG_R10D },
		{ X86_REG_R11, X86_REG_R11D }, { X86_REG_R12, X86_REG_R12D },
		{ X86_REG_R13, X86_REG_R13D }, { X86_REG_R14, X86_REG_R14D },
		{ X86_REG_R15, X86_REG_R15D },
	};

	for (int i = 0; i < (int)(sizeof(known) / sizeof(*known)); i++) {
		if (known[i].full == reg || known[i].half == reg)
			return i;
	}
	return NO_REGISTER;
}

static void step_x86(struct decoder *decoder, const unsigned char *code, size_t len,
		     uint64_t address, struct step *step)
{
	const cs_insn *insn = decoder->insn;
	const cs_x86_op *ops;
	int count;

	if (!disassemble(decoder, code, len, address, step, 1))
		return;
	ops = insn->detail->x86.operands;
	count = insn->detail->x86.op_count;
	if (count == 1 && (in_group(decoder, CS_GRP_CALL) || in_group(decoder, CS_GRP_JUMP))) {
		if (ops[0].type != X86_OP_IMM)
			return;
		step->value = ops[0].imm;
		step->kind = in_group(decoder, CS_GRP_CALL) ? STEP_CALL :
			     insn->id == X86_INS_JMP	    ? STEP_JUMP :
							      STEP_BRANCH;
		return;
	}
	if (count && ops[0].type == X86_OP_REG && (ops[0].access & CS_AC_WRITE))
		step->dst = x86_number(ops[0].reg);
	if (count != 2)
		return;
	if (ops[1].type == X86_OP_IMM) {
		step->kind = STEP_SET;
		step->value = ops[1].imm;
		/* Whatever else is done with a constant does not leave it in the register. */
		if (insn->id != X86_INS_MOV && insn->id != X86_INS_MOVABS)
			step->kind = STEP_OTHER;
	} else if (insn->id == X86_INS_LEA && ops[1].mem.base == X86_REG_RIP) {
		step->kind = STEP_SET;
		step->value = address + insn->size + ops[1].mem.disp;
	} else if (insn->id == X86_INS_MOV && ops[1].type == X86_OP_REG && step->dst >= 0) {
		step->src = x86_number(ops[1].reg);
		step->kind = step->src >= 0 ? STEP_ADD : STEP_OTHER;
	}
}

static int arm64_number(arm64_reg reg)
{
	if (reg >= ARM64_REG_X0 && reg <= ARM64_REG_X28)
		return reg - ARM64_REG_X0;
	if (reg >= ARM64_REG_W0 && reg <= ARM64_REG_W30)
		return reg - ARM64_REG_W0;
	return reg == ARM64_REG_X29 ? 29 : reg == ARM64_REG_X30 ? 30 : NO_REGISTER;
}

static void step_arm64(struct decoder *decoder, const unsigned char *code, size_t len,
		       uint64_t address, struct step *step)
{
	const cs_insn *insn = decoder->insn;
	const cs_arm64_op *ops, *last;
	int count;

	if (!disassemble(decoder, code, len, address, step, 4))
		return;
	ops = insn->detail->arm64.operands;
	count = insn->detail->arm64.op_count;
	if (!count)
		return;
	last = &ops[count - 1];
	if (insn->id == ARM64_INS_BR || insn->id == ARM64_INS_BLR) {
		step->kind = insn->id == ARM64_INS_BR ? STEP_JUMP_REGISTER : STEP_CALL_REGISTER;
		step->src = arm64_number(ops[0].reg);
		return;
	}
	if (in_group(decoder, CS_GRP_JUMP) || in_group(decoder, CS_GRP_CALL)) {
		if (last->type != ARM64_OP_IMM)
			return;
		step->value = last->imm;
		step->kind = insn->id == ARM64_INS_BL ? STEP_CALL :
			     insn->id != ARM64_INS_B || insn->detail->arm64.cc > ARM64_CC_INVALID ?
							STEP_BRANCH :
							STEP_JUMP;
		return;
	}
	if (ops[0].type == ARM64_OP_REG && (ops[0].access & CS_AC_WRITE))
		step->dst = arm64_number(ops[0].reg);
	if (count < 2 || step->dst < 0)
		return;
	if (insn->id == ARM64_INS_ADRP || insn->id == ARM64_INS_ADR) {
		step->kind = STEP_SET;
		step->value = ops[1].imm;
	} else if (insn->id == ARM64_INS_ADD && last->type == ARM64_OP_IMM && !last->shift.value) {
		step->kind = STEP_ADD;
		step->src = arm64_number(ops[1].reg);
		step->value = last->imm;
	} else if (insn->id == ARM64_INS_MOV && ops[1].type == ARM64_OP_REG) {
		step->kind = STEP_ADD;
		step->src = arm64_number(ops[1].reg);
	} else if (insn->id == ARM64_INS_LDR && ops[1].type == ARM64_OP_MEM && count == 2) {
		step->kind = STEP_LOAD;
		step->src = arm64_number(ops[1].mem.base);
		step->value = ops[1].mem.disp;
	}
}

static int ppc_number(ppc_reg reg)
{
	return reg >= PPC_REG_R0 && reg <= PPC_REG_R31 ? (int)(reg - PPC_REG_R0) : NO_REGISTER;
}

static void step_ppc(struct decoder *decoder, const unsigned char *code, size_t len,
		     uint64_t address, struct step *step)
{
	const cs_insn *insn = decoder->insn;
	const cs_ppc_op *ops;
	int count;

	if (!disassemble(decoder, code, len, address, step, 4))
		return;
	ops = insn->detail->ppc.operands;
	count = insn->detail->ppc.op_count;
	if (insn->id == PPC_INS_BCTR || insn->id == PPC_INS_BCTRL) {
		step->kind = insn->id == PPC_INS_BCTR ? STEP_JUMP_REGISTER : STEP_CALL_REGISTER;
		step->src = PPC_CTR;
	}
	if (!count)
		return;
	if (insn->id == PPC_INS_MTCTR) {
		step->kind = STEP_ADD;
		step->dst = PPC_CTR;
		step->src = ppc_number(ops[0].reg);
		return;
	}
	if (insn->id == PPC_INS_BL || insn->id == PPC_INS_B || insn->id == PPC_INS_BC) {
		if (ops[count - 1].type != PPC_OP_IMM)
			return;
		step->value = ops[count - 1].imm;
		step->kind = insn->id == PPC_INS_BL ? STEP_CALL :
			     insn->id == PPC_INS_B && !insn->detail->ppc.bc ? STEP_JUMP :
									      STEP_BRANCH;
		return;
	}
	/* Of what this leaves alone, as a store, it only forgets what it knew. */
	if (ops[0].type == PPC_OP_REG)
		step->dst = ppc_number(ops[0].reg);
	if (count == 3 && ops[1].type == PPC_OP_REG && ops[2].type == PPC_OP_IMM &&
	    (insn->id == PPC_INS_ADDIS || insn->id == PPC_INS_ADDI)) {
		step->kind = STEP_ADD;
		step->src = ppc_number(ops[1].reg);
		/* The library does not extend the sign. */
		step->value = signed_bits(ops[2].imm, 0, 16);
		if (insn->id == PPC_INS_ADDIS)
			step->value <<= 16;
	} else if (count == 2 && ops[1].type == PPC_OP_MEM && insn->id == PPC_INS_LD) {
		step->kind = STEP_LOAD;
		step->src = ppc_number(ops[1].mem.base);
		step->value = ops[1].mem.disp;
	} else if (count == 2 && ops[1].type == PPC_OP_REG && insn->id == PPC_INS_MR) {
		step->kind = STEP_ADD;
		step->src = ppc_number(ops[1].reg);
	}
}

const char *decoder_make(struct decoder *decoder, const struct image *image)
{
	cs_arch arch = CS_ARCH_X86;
	int mode = CS_MODE_64;

	*decoder = (struct decoder){
		.self = NO_REGISTER,
		.global = NO_REGISTER,
		.link = NO_REGISTER,
		.zero = NO_REGISTER,
	};
	for (int a = 0; a < 6; a++)
		decoder->arguments[a] = a;
	switch (image->machine) {
	case EM_X86_64:
		/* What calls keep is worth nothing there: nothing is computed from it. */
		decoder->step = step_x86;
		break;
	case EM_AARCH64:
		decoder->step = step_arm64;
		decoder->kept = BITS(19, 28);
		arch = CS_ARCH_ARM64;
		mode = CS_MODE_LITTLE_ENDIAN;
		break;
	case EM_PPC64:
		decoder->step = step_ppc;
		decoder->kept = BITS(14, 31) | BITS(2, 2);
		decoder->self = 12;
		decoder->global = 2;
		for (int a = 0; a < 6; a++)
			decoder->arguments[a] = 3 + a;
		arch = CS_ARCH_PPC;
		mode = CS_MODE_64 | (image->big_endian ? CS_MODE_BIG_ENDIAN : 0);
		break;
	case EM_RISCV:
		decoder->step = step_riscv;
		decoder->kept = BITS(8, 9) | BITS(18, 27);
		decoder->zero = 0;
		for (int a = 0; a < 6; a++)
			decoder->arguments[a] = 10 + a;
		return NULL;
	default:
		decoder->step = step_alpha;
		decoder->kept = BITS(9, 15) | BITS(29, 29);
		decoder->self = 27;
		decoder->global = 29;
		decoder->link = 26;
		decoder->zero = 31;
		for (int a = 0; a < 6; a++)
			decoder->arguments[a] = 16 + a;
		return NULL;
	}
	if (cs_open(arch, mode, &decoder->handle) != CS_ERR_OK ||
	    cs_option(decoder->handle, CS_OPT_DETAIL, CS_OPT_ON) != CS_ERR_OK)
		return "capstone cannot disassemble it";
	decoder->insn = cs_malloc(decoder->handle);
	return decoder->insn ? NULL : "out of memory";
}

void decoder_free(struct decoder *decoder)
{
	if (decoder->insn)
		cs_free(decoder->insn, 1);
	if (decoder->handle)
		cs_close(&decoder->handle);
}
