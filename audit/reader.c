// SPDX-License-Identifier: GPL-2.0
#include "reader.h"

struct reader new_reader(struct facts *facts, uint32_t file, void (*visit)(struct reader *reader))
{
	return (struct reader){
		.visit = visit,
		.facts = facts,
		.file = file,
		.text = facts->tree->files[file].text,
		.function = NONE,
	};
}

void visit_children(struct reader *reader)
{
	if (!ts_tree_cursor_goto_first_child(&reader->cursor))
		return;
	do {
		reader->visit(reader);
	} while (ts_tree_cursor_goto_next_sibling(&reader->cursor));
	ts_tree_cursor_goto_parent(&reader->cursor);
}

void visit_tree(struct reader *reader, TSNode root)
{
	reader->cursor = ts_tree_cursor_new(root);
	visit_children(reader);
	ts_tree_cursor_delete(&reader->cursor);
}
