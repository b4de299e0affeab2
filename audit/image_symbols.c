// SPDX-License-Identifier: GPL-2.0
/* The functions and objects of a kernel image. */
#include "image.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/*
 * Calls go to a function's first byte or to its local entry behind what loads a register: 8 on
 * ppc64 and alpha, or behind endbr64: 4.
 */
#define ENTRY_MAX 16

/* What compilers add to a function that they copied or cut: foo.constprop.0, foo.cold. */
static void name_symbol(struct symbol *symbol, const char *text)
{
	const char *dot = *text ? strchr(text + 1, '.') : NULL;

	symbol->text = text;
	symbol->name = name_of(text, dot ? (size_t)(dot - text) : strlen(text));
	symbol->is_part = dot;
}

static void add_symbol(struct symbols *symbols, const GElf_Sym *from, const char *text)
{
	struct symbol symbol = {
		.address = from->st_value,
		.size = from->st_size,
		.is_global = GELF_ST_BIND(from->st_info) != STB_LOCAL,
	};

	name_symbol(&symbol, text);
	GROW(symbols->symbol, symbols->count, symbols->room);
	symbols->symbol[symbols->count++] = symbol;
}

/* Of several names for an address the one that other files know, whole functions first. */
static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	if (x->is_part != y->is_part)
		return x->is_part - y->is_part;
	if (x->is_global != y->is_global)
		return y->is_global - x->is_global;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return strcmp(name_text(x->name), name_text(y->name));
}

/* Sort, and end each symbol where the next begins. */
static void arrange(struct symbols *symbols)
{
	uint32_t kept = 0;

	if (symbols->count)
		qsort(symbols->symbol, symbols->count, sizeof(*symbols->symbol), by_address);
	for (uint32_t s = 0; s < symbols->count; s++) {
		if (!kept || symbols->symbol[kept - 1].address != symbols->symbol[s].address)
			symbols->symbol[kept++] = symbols->symbol[s];
	}
	symbols->count = kept;
	for (uint32_t s = 0; s < kept; s++) {
		struct symbol *symbol = &symbols->symbol[s];
		uint64_t room = s + 1 < kept ? symbol[1].address - symbol->address : UINT64_MAX;

		/* Assembly's functions have no size. */
		if (!symbol->size || symbol->size > room)
			symbol->size = room;
	}
}

static const char *read_table(struct image *image, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t count;

	if (!data || !header->sh_entsize)
		return "damaged symbol table";
	count = data->d_size / header->sh_entsize;
	for (size_t i = 0; i < count; i++) {
		GElf_Sym symbol;
		const char *text;
		int type;

		if (!gelf_getsym(data, i, &symbol))
			return "damaged symbol table";
		type = GELF_ST_TYPE(symbol.st_info);
		if ((type != STT_FUNC && type != STT_OBJECT && type != STT_NOTYPE) ||
		    symbol.st_shndx == SHN_UNDEF)
			continue;
		text = elf_strptr(image->elf, header->sh_link, symbol.st_name);
		if (!text)
			return "damaged symbol table";
		if (type == STT_FUNC)
			add_symbol(&image->functions, &symbol, text);
		/* The linker script's bounds of tables have no type. */
		else if (*text && (type == STT_OBJECT || !strncmp(text, "__st", 4)))
			add_symbol(&image->objects, &symbol, text);
	}
	return NULL;
}

const char *image_read_symbols(struct image *image)
{
	const char *wrong = NULL;
	Elf_Scn *scn = NULL;
	bool took = false;

	while (!wrong && (scn = elf_nextscn(image->elf, scn))) {
		GElf_Shdr header;

		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_SYMTAB)
			wrong = read_table(image, scn, &header);
	}
	if (wrong)
		return wrong;
	if (!image->functions.count)
		return "no symbols of functions: stripped";
	arrange(&image->functions);
	arrange(&image->objects);
	for (uint32_t f = 0; f < image->functions.count; f++)
		took |= !strcmp(function_text(image, f), TOOK);
	return took ? NULL : "no " TOOK "() in it: not a kernel, or one without perf events";
}

uint32_t symbol_at(const struct symbols *symbols, uint64_t address)
{
	uint32_t low = 0, high = symbols->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (symbols->symbol[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || address - symbols->symbol[low - 1].address >= symbols->symbol[low - 1].size)
		return NOWHERE;
	return low - 1;
}

uint32_t function_entered(const struct image *image, uint64_t address)
{
	uint32_t function = symbol_at(&image->functions, address);

	if (function == NOWHERE ||
	    address - image->functions.symbol[function].address > ENTRY_MAX)
		return NOWHERE;
	return function;
}

uint32_t function_of(const struct image *image, uint64_t address)
{
	uint32_t function = symbol_at(&image->functions, address);

	if (function == NOWHERE || image->functions.symbol[function].address != address)
		return NOWHERE;
	return function;
}

const char *function_text(const struct image *image, uint32_t function)
{
	return name_text(image->functions.symbol[function].name);
}

char *image_place(const struct image *image, uint64_t address)
{
	const struct symbols *symbols = &image->functions;
	uint32_t at = symbol_at(symbols, address);

	if (at == NOWHERE) {
		symbols = &image->objects;
		at = symbol_at(symbols, address);
	}
	if (at == NOWHERE)
		return must_format("0x%llx", (unsigned long long)address);
	return must_format("%s+0x%llx", symbols->symbol[at].text,
			   (unsigned long long)(address - symbols->symbol[at].address));
}
