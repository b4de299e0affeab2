// SPDX-License-Identifier: GPL-2.0
/* The audit's reader of kernel images, on a file that is one or not. */
#include "image.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int file = memfd_create("image", MFD_CLOEXEC);
	char *path = must_format("/proc/self/fd/%d", file);
	struct rows rows = { 0 };
	struct image image;

	if (file < 0 || write(file, data, size) != (ssize_t)size)
		abort();
	if (!image_open(&image, path) && !image_scan(&image))
		image_judge(&image, &rows);
	image_close(&image);
	rows_free(&rows);
	free(path);
	close(file);
	return 0;
}
