/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory of syntax trees. Several threads make them, they live until the kernel tree is judged,
 * and go together. What is freed before is used again by the thread that freed it.
 */
#ifndef AUDIT_ARENA_H
#define AUDIT_ARENA_H

/* tree-sitter takes its memory here. Before it is used. */
void arena_use(void);

/* Free all trees and parsers. No thread that made any goes on with others. */
void arena_free(void);

#endif
