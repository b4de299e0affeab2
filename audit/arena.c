// SPDX-License-Identifier: GPL-2.0
#include "arena.h"
#include "names.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

/* Blocks of up to SMALL_MAX bytes are multiples of UNIT, others powers of two. */
#define UNIT 16
#define SMALL_MAX 1024ul
#define SMALL_CLASSES (SMALL_MAX / UNIT + 1)
#define CLASSES (SMALL_CLASSES + 64)
#define CHUNK_SIZE (1ul << 20)

/* What a block begins with. What it is used for has no member that needs more alignment. */
struct block {
	size_t class;
	union {
		struct block *next_unused;
		char bytes[8];
	};
};

#define HEADER offsetof(struct block, bytes)

struct chunk {
	struct chunk *next;
	char blocks[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct chunk *chunks;

/* What a thread has left of its chunk, and the blocks that it freed, by class. */
static __thread char *left;
static __thread size_t left_size;
static __thread struct block *unused[CLASSES];

static size_t class_of(size_t size)
{
	if (size <= SMALL_MAX)
		return (size + UNIT - 1) / UNIT;
	return SMALL_CLASSES + 64 - __builtin_clzl(size - 1);
}

static size_t size_of(size_t class)
{
	return class < SMALL_CLASSES ? class * UNIT : 1ul << (class - SMALL_CLASSES);
}

static void add_chunk(size_t needed)
{
	struct chunk *chunk;

	left_size = needed > CHUNK_SIZE ? needed : CHUNK_SIZE;
	chunk = must_grow(NULL, sizeof(*chunk) + left_size);
	left = chunk->blocks;
	pthread_mutex_lock(&lock);
	chunk->next = chunks;
	chunks = chunk;
	pthread_mutex_unlock(&lock);
}

static void *take(size_t size)
{
	size_t class = class_of(HEADER + size);
	struct block *block = unused[class];

	if (block) {
		unused[class] = block->next_unused;
		return block->bytes;
	}
	size = size_of(class);
	if (left_size < size)
		add_chunk(size);
	block = (struct block *)left;
	block->class = class;
	left += size;
	left_size -= size;
	return block->bytes;
}

static struct block *block_of(void *bytes)
{
	return (struct block *)((char *)bytes - HEADER);
}

static void give_back(void *bytes)
{
	struct block *block;

	if (!bytes)
		return;
	block = block_of(bytes);
	block->next_unused = unused[block->class];
	unused[block->class] = block;
}

static void *take_zeros(size_t count, size_t size)
{
	return memset(take(count * size), 0, count * size);
}

static void *resize(void *bytes, size_t size)
{
	size_t old;
	void *now;

	if (!bytes)
		return take(size);
	old = size_of(block_of(bytes)->class) - HEADER;
	if (size <= old)
		return bytes;
	now = take(size);
	memcpy(now, bytes, old);
	give_back(bytes);
	return now;
}

void arena_use(void)
{
	ts_set_allocator(take, take_zeros, resize, give_back);
}

void arena_free(void)
{
	while (chunks) {
		struct chunk *next = chunks->next;

		free(chunks);
		chunks = next;
	}
}
