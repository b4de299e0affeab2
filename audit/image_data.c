// SPDX-License-Identifier: GPL-2.0
/* The data of a kernel image: whose addresses it holds. */
#include "image.h"

#include <endian.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of "base + addend" in each machine's ABI. */
static uint32_t relative_type(const struct image *image)
{
	switch (image->machine) {
	case EM_X86_64:
		return R_X86_64_RELATIVE;
	case EM_AARCH64:
		return R_AARCH64_RELATIVE;
	case EM_RISCV:
		return R_RISCV_RELATIVE;
	case EM_PPC64:
		return R_PPC64_RELATIVE;
	default:
		return R_ALPHA_RELATIVE;
	}
}

static int by_place(const void *a, const void *b)
{
	const struct relocation *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

const char *image_read_relocations(struct image *image)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(image->elf, scn))) {
		GElf_Shdr header;
		Elf_Data *data;
		size_t count;

		if (!gelf_getshdr(scn, &header) || header.sh_type != SHT_RELA ||
		    !(header.sh_flags & SHF_ALLOC) || !header.sh_entsize)
			continue;
		data = elf_getdata(scn, NULL);
		if (!data)
			return "damaged relocations";
		count = data->d_size / header.sh_entsize;
		for (size_t i = 0; i < count; i++) {
			GElf_Rela entry;

			if (!gelf_getrela(data, i, &entry))
				return "damaged relocations";
			if (GELF_R_TYPE(entry.r_info) != relative_type(image))
				continue;
			GROW(image->relocations, image->relocation_count, image->relocation_room);
			image->relocations[image->relocation_count++] =
				(struct relocation){ entry.r_offset, entry.r_addend };
		}
	}
	if (image->relocation_count)
		qsort(image->relocations, image->relocation_count, sizeof(*image->relocations),
		      by_place);
	return NULL;
}

static uint64_t native(const struct image *image, const unsigned char *data)
{
	uint64_t word;

	memcpy(&word, data, sizeof(word));
	return image->big_endian ? be64toh(word) : le64toh(word);
}

static const struct section *section_with(const struct image *image, uint64_t address)
{
	for (uint32_t s = 0; s < image->section_count; s++) {
		uint64_t offset = address - image->sections[s].address;

		if (offset < image->sections[s].size && image->sections[s].size - offset >= 8)
			return &image->sections[s];
	}
	return NULL;
}

/* What a relocation puts there counts, whatever the file has. */
static bool word_of(const struct image *image, const struct section *section, uint64_t address,
		    uint64_t *word)
{
	const struct relocation key = { .at = address };
	const struct relocation *found;

	if (!section)
		return false;
	found = image->relocation_count ?
			bsearch(&key, image->relocations, image->relocation_count, sizeof(key),
				by_place) :
			NULL;
	*word = found ? found->value : native(image, section->data + (address - section->address));
	return true;
}

bool image_word(const struct image *image, uint64_t address, uint64_t *word)
{
	return word_of(image, section_with(image, address), address, word);
}

bool image_got_word(const struct image *image, uint64_t address, uint64_t *word)
{
	const struct section *section = section_with(image, address);

	return section && section->is_got && word_of(image, section, address, word);
}

/* Tables that list functions, and through which nothing is called. */
static bool is_list(const char *start)
{
	static const char *const lists[] = {
		"__start_mcount_loc",	    "__start_kprobe_blacklist",
		"__start___ksymtab",	    "__start_error_injection_whitelist",
		"__start___ksymtab_gpl",
	};

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		if (!strcmp(lists[i], start))
			return true;
	}
	return false;
}

/*
 * A static call's key holds the function that the trampoline of its name jumps to: who calls it is
 * known by the trampoline's callers.
 */
static bool link_static_call(struct image *image, const char *object, uint32_t function,
			     uint64_t at)
{
	uint32_t name;

	if (strncmp(object, "__SCK__", 7))
		return false;
	for (uint32_t f = 0; f < image->functions.count; f++) {
		name = image->functions.symbol[f].name;
		if (!strncmp(name_text(name), "__SCT__", 7) &&
		    !strcmp(name_text(name) + 7, object + 7)) {
			add_link(image, f, function, at);
			return true;
		}
	}
	return false;
}

static void see_word(struct image *image, const struct section *section, uint64_t address)
{
	uint32_t function, object;
	const char *name;
	uint64_t word;

	if (!word_of(image, section, address, &word))
		return;
	function = function_of(image, word);
	if (function == NOWHERE)
		return;
	object = symbol_at(&image->objects, address);
	name = object == NOWHERE ? "" : name_text(image->objects.symbol[object].name);
	if (!is_list(name) && !link_static_call(image, name, function, address))
		add_held(image, function, NOWHERE, address);
}

void image_scan_data(struct image *image)
{
	for (uint32_t s = 0; s < image->section_count; s++) {
		const struct section *section = &image->sections[s];
		/* Pointers are aligned, wherever the section begins. */
		uint64_t offset = -section->address & 7;

		if (section->is_code || section->is_got)
			continue;
		for (; offset < section->size && section->size - offset >= 8; offset += 8)
			see_word(image, section, section->address + offset);
	}
}
