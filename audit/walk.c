// SPDX-License-Identifier: GPL-2.0
/* All folders of a tree, read by several threads. */
#include "walk.h"
#include "names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What is in a kernel tree but not in a kernel, seen from its top. */
static const char *const not_kernel[] = { "Documentation", "LICENSES", "samples", "scripts",
					  "tools" };

/* Longer headers are lists of hardware registers: a third of a tree's bytes, and no functions. */
#define HEADER_MAX (512 << 10)
#define THREADS 2

/* Folders that wait to be read, and who works on them. */
struct walk {
	struct tree *tree;
	pthread_mutex_t lock;
	pthread_cond_t more;
	char **folders;
	size_t waiting, room;
	int busy;
};

/* Keep of a file what is worth keeping. */
static void keep(struct walk *walk, const char *path, enum file_kind kind, const char *text,
		 size_t len)
{
	enum scan_result scan = scan_text(text, len);
	struct file file = { .kind = kind, .scan = scan, .len = len };

	/* Assembly calls what it likes without a word of C. */
	if (kind == FILE_ASM && scan == SCAN_NOTHING)
		file.scan = SCAN_REMEMBER;
	if (file.scan != SCAN_NOTHING) {
		file.path = must_format("%s", path);
		file.ids = must_alloc(sizeof(*file.ids));
		ids_collect(file.ids, text, len);
	}
	if (file.scan == SCAN_PARSE) {
		file.text = must_alloc(len + SCAN_SLACK);
		memcpy(file.text, text, len);
	}
	pthread_mutex_lock(&walk->lock);
	walk->tree->seen++;
	if (file.scan != SCAN_NOTHING) {
		GROW(walk->tree->files, walk->tree->count, walk->tree->room);
		walk->tree->files[walk->tree->count++] = file;
	}
	pthread_mutex_unlock(&walk->lock);
}

/* FILE_C, FILE_HEADER, FILE_ASM or -1 for what is none of them. */
static int kind_of(const char *name)
{
	size_t len = strlen(name);

	if (len < 3 || name[len - 2] != '.')
		return -1;
	switch (name[len - 1]) {
	case 'c':
		return FILE_C;
	case 'h':
		return FILE_HEADER;
	case 'S':
		return FILE_ASM;
	}
	return -1;
}

static void visit(struct walk *walk, int folder, const char *path, const char *name,
		  struct buffer *buffer)
{
	int kind = kind_of(name);
	size_t max = kind == FILE_HEADER ? HEADER_MAX : FILE_MAX;
	char *full = *path ? must_format("%s/%s", path, name) : must_format("%s", name);
	ssize_t len = read_file(folder, name, buffer, max);

	if (len >= 0) {
		keep(walk, full, kind, buffer->bytes, len);
	} else if (len == -1 || kind != FILE_HEADER) {
		const char *why = len == -1 ? strerror(errno) : "too long for C, more than 64 MiB";

		pthread_mutex_lock(&walk->lock);
		tree_complain(walk->tree, full, why);
		pthread_mutex_unlock(&walk->lock);
	}
	free(full);
}

static bool is_skipped(const char *path, const char *name)
{
	if (name[0] == '.')
		return true;
	for (size_t i = 0; !*path && i < sizeof(not_kernel) / sizeof(*not_kernel); i++) {
		if (!strcmp(name, not_kernel[i]))
			return true;
	}
	return false;
}

static void push(struct walk *walk, char *folder)
{
	pthread_mutex_lock(&walk->lock);
	GROW(walk->folders, walk->waiting, walk->room);
	walk->folders[walk->waiting++] = folder;
	pthread_cond_signal(&walk->more);
	pthread_mutex_unlock(&walk->lock);
}

/* Symbolic links are not followed: what they point to is in the tree, or not of it. */
static void read_folder(struct walk *walk, const char *path, struct buffer *buffer)
{
	char *full = must_format("%s/%s", walk->tree->root, path);
	DIR *dir = opendir(full);
	struct dirent *entry;

	if (!dir) {
		pthread_mutex_lock(&walk->lock);
		tree_complain(walk->tree, path, strerror(errno));
		pthread_mutex_unlock(&walk->lock);
		free(full);
		return;
	}
	while ((entry = readdir(dir))) {
		int type = entry->d_type;
		struct stat st;

		if (is_skipped(path, entry->d_name))
			continue;
		if (type == DT_UNKNOWN &&
		    !fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW))
			type = S_ISDIR(st.st_mode) ? DT_DIR : S_ISREG(st.st_mode) ? DT_REG : DT_LNK;
		if (type == DT_DIR)
			push(walk, *path ? must_format("%s/%s", path, entry->d_name) :
					   must_format("%s", entry->d_name));
		else if (type == DT_REG && kind_of(entry->d_name) >= 0)
			visit(walk, dirfd(dir), path, entry->d_name, buffer);
	}
	closedir(dir);
	free(full);
}

static void *work(void *arg)
{
	struct walk *walk = arg;
	struct buffer buffer = { must_alloc(FIRST_READ), FIRST_READ };

	pthread_mutex_lock(&walk->lock);
	for (;;) {
		char *folder;

		while (!walk->waiting && walk->busy)
			pthread_cond_wait(&walk->more, &walk->lock);
		if (!walk->waiting)
			break;
		folder = walk->folders[--walk->waiting];
		walk->busy++;
		pthread_mutex_unlock(&walk->lock);
		read_folder(walk, folder, &buffer);
		free(folder);
		pthread_mutex_lock(&walk->lock);
		walk->busy--;
	}
	pthread_cond_broadcast(&walk->more);
	pthread_mutex_unlock(&walk->lock);
	free(buffer.bytes);
	return NULL;
}

void walk_tree(struct tree *tree)
{
	struct walk walk = { .tree = tree,
			     .lock = PTHREAD_MUTEX_INITIALIZER,
			     .more = PTHREAD_COND_INITIALIZER };
	pthread_t threads[THREADS];
	int started = 0;

	push(&walk, must_format("%s", ""));
	while (started < THREADS && !pthread_create(&threads[started], NULL, work, &walk))
		started++;
	if (!started)
		work(&walk);
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	free(walk.folders);
}
