// SPDX-License-Identifier: GPL-2.0
/* The ELF file of a kernel image, as far as it can be trusted. */
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Not in every elf.h: the number that all of Linux uses. */
#ifndef EM_ALPHA
#define EM_ALPHA 0x9026
#endif

#define PPC64_ABI 3

static const struct {
	uint16_t machine;
	const char *arch;
} machines[] = {
	{ EM_X86_64, "x86" },	 { EM_AARCH64, "arm64" }, { EM_RISCV, "riscv" },
	{ EM_PPC64, "powerpc" }, { EM_ALPHA, "alpha" },
};

/* What kernels are shipped as, where they are no ELF files. */
static const char *what_else(const unsigned char *head, size_t len)
{
	static const struct {
		size_t offset;
		const char *bytes;
		size_t len;
	} known[] = {
		{ 0, "\x1f\x8b", 2 },		/* gzip */
		{ 0, "\xfd\x37zXZ", 5 },	/* xz */
		{ 0, "\x28\xb5\x2f\xfd", 4 },	/* zstd */
		{ 0, "\x89LZO", 4 },		/* lzop */
		{ 0, "\x02\x21\x4c\x18", 4 },	/* lz4 */
		{ 0, "BZh", 3 },		/* bzip2 */
		{ 0, "MZ", 2 },			/* EFI */
		{ 0x202, "HdrS", 4 },		/* x86's bzImage */
		{ 0x30, "RISCV", 5 },		/* Image */
		{ 0x38, "ARM\x64", 4 },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (len >= known[i].offset + known[i].len &&
		    !memcmp(head + known[i].offset, known[i].bytes, known[i].len))
			return "a boot image: the audit takes the vmlinux that it was made from";
	}
	return "not an ELF file";
}

static const char *open_elf(struct image *image)
{
	unsigned char head[1024];
	struct stat status;
	ssize_t len;

	image->fd = open(image->path, O_RDONLY | O_CLOEXEC);
	if (image->fd < 0 || fstat(image->fd, &status))
		return strerror(errno);
	if (!S_ISREG(status.st_mode))
		return "not a file";
	len = pread(image->fd, head, sizeof(head), 0);
	if (len < 0)
		return strerror(errno);
	if (len < SELFMAG || memcmp(head, ELFMAG, SELFMAG))
		return what_else(head, len);
	elf_version(EV_CURRENT);
	image->elf = elf_begin(image->fd, ELF_C_READ_MMAP, NULL);
	if (!image->elf || elf_kind(image->elf) != ELF_K_ELF)
		return "a damaged ELF file";
	return NULL;
}

static const char *check_header(struct image *image)
{
	GElf_Ehdr header;

	if (!gelf_getehdr(image->elf, &header))
		return "a damaged ELF file";
	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		if (machines[i].machine == header.e_machine)
			image->arch = machines[i].arch;
	}
	image->machine = header.e_machine;
	image->big_endian = header.e_ident[EI_DATA] == ELFDATA2MSB;
	if (!image->arch || header.e_ident[EI_CLASS] != ELFCLASS64 ||
	    (image->big_endian && header.e_machine != EM_PPC64))
		return "not of x86-64, arm64, riscv64, ppc64 or alpha, which the audit can read";
	if (header.e_machine == EM_PPC64 && (header.e_flags & PPC64_ABI) == 1)
		return "of the ELFv1 ABI, which the audit cannot read";
	if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
		return "an object file or module: the audit takes a linked vmlinux";
	return NULL;
}

/* A byte of the file is in one section, so that sections can't hold more than the file. */
static const char *read_sections(struct image *image)
{
	size_t left, number, names;
	Elf_Scn *scn = NULL;

	if (!elf_rawfile(image->elf, &left) || elf_getshdrnum(image->elf, &number) || number < 2)
		return "no sections: truncated or stripped";
	if (elf_getshdrstrndx(image->elf, &names))
		return "damaged section headers";
	for (size_t s = 1; s < number; s++) {
		struct section section = { 0 };
		GElf_Shdr header;
		Elf_Data *data;
		const char *name;

		scn = elf_getscn(image->elf, s);
		if (!scn || !gelf_getshdr(scn, &header))
			return "damaged section headers";
		if (header.sh_type != SHT_PROGBITS || !(header.sh_flags & SHF_ALLOC) ||
		    !header.sh_size)
			continue;
		data = elf_rawdata(scn, NULL);
		if (!data || !data->d_buf || data->d_size != header.sh_size)
			return "truncated: a section is not all there";
		if (header.sh_size > left || header.sh_addr + header.sh_size < header.sh_addr)
			return "damaged section headers";
		left -= header.sh_size;
		name = elf_strptr(image->elf, names, header.sh_name);
		section.address = header.sh_addr;
		section.size = header.sh_size;
		section.data = data->d_buf;
		section.is_code = header.sh_flags & SHF_EXECINSTR;
		section.is_got = name && (!strcmp(name, ".got") || !strcmp(name, ".branch_lt"));
		/* What the ABI calls .TOC. */
		if (name && !strcmp(name, ".got"))
			image->toc = section.address + 0x8000;
		GROW(image->sections, image->section_count, image->section_room);
		image->sections[image->section_count++] = section;
	}
	return NULL;
}

const char *image_open(struct image *image, const char *path)
{
	const char *wrong;

	*image = (struct image){ .fd = -1, .path = path };
	wrong = open_elf(image);
	if (!wrong)
		wrong = check_header(image);
	if (!wrong)
		wrong = read_sections(image);
	if (!wrong)
		wrong = image_read_symbols(image);
	if (!wrong)
		wrong = image_read_relocations(image);
	return wrong;
}

void image_close(struct image *image)
{
	free(image->sections);
	free(image->functions.symbol);
	free(image->objects.symbol);
	free(image->relocations);
	free(image->links);
	free(image->held);
	free(image->registered);
	elf_end(image->elf);
	if (image->fd >= 0)
		close(image->fd);
	*image = (struct image){ .fd = -1 };
}
