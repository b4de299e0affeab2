// SPDX-License-Identifier: GPL-2.0
#include "machine.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* There on a guest: Xen, a hypervisor's node in the device tree, s390's and PowerPC's. */
static const char *const signs[] = {
	"/sys/hypervisor/type",
	"/proc/device-tree/hypervisor",
	"/proc/device-tree/ibm,partition-name",
	"/proc/device-tree/qemu,graphic-width",
};

/* What firmware of a virtual machine calls its maker or model. */
static const char *const dmi[] = {
	"/sys/class/dmi/id/sys_vendor",
	"/sys/class/dmi/id/product_name",
	"/proc/device-tree/compatible",
	"/proc/device-tree/model",
};

static const char *const makers[] = {
	"QEMU", "qemu", "KVM", "VMware", "VirtualBox", "innotek", "Xen", "Bochs", "Parallels",
	"Amazon EC2", "Google", "Virtual Machine", "linux,dummy-virt", "riscv-virtio",
};

static bool names_maker(const char *path)
{
	char text[256] = "";
	FILE *file = fopen(path, "re");
	size_t i, len;

	if (!file)
		return false;
	len = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	for (i = 0; i < sizeof(makers) / sizeof(*makers); i++)
		if (memmem(text, len, makers[i], strlen(makers[i])))
			return true;
	return false;
}

/* x86 CPUs say it themselves (X86_FEATURE_HYPERVISOR). */
static bool cpu_says_so(void)
{
	FILE *file = fopen("/proc/cpuinfo", "re");
	char line[4096];
	bool found = false;

	while (file && !found && fgets(line, sizeof(line), file))
		found = !strncmp(line, "flags", 5) && strstr(line, " hypervisor");
	if (file)
		fclose(file);
	return found;
}

bool machine_virtual(void)
{
	size_t i;

	for (i = 0; i < sizeof(signs) / sizeof(*signs); i++)
		if (!access(signs[i], F_OK))
			return true;
	for (i = 0; i < sizeof(dmi) / sizeof(*dmi); i++)
		if (names_maker(dmi[i]))
			return true;
	return cpu_says_so();
}
