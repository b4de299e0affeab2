// SPDX-License-Identifier: GPL-2.0
/* The guest's progress, from the lines of its init and the results on the results port. */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

#include "frame.h"

static void take(struct guest *guest, const char *line)
{
	char a[64], b[64];
	double seconds = seconds_since(&guest->start);

	if (strncmp(line, FRAME, strlen(FRAME))) {
		/* The collection's head says it: "# kernel ..., machine ..., HZ 250". */
		if (!guest->hz)
			sscanf(line, "# kernel %*[^,], machine %*[^,], HZ %d", &guest->hz);
		guest->nr_results += !strncmp(line, "ok ", 3) || !strncmp(line, "not ok ", 7);
		return;
	}
	line += strlen(FRAME);
	if (sscanf(line, "kernel %127s %63s", guest->release, guest->machine) == 2) {
		guest->boot_s = seconds;
	} else if (sscanf(line, "start %63s %63s", a, b) == 2) {
		guest->phase = RUNNING;
		snprintf(guest->running, sizeof(guest->running), "%s:%s", a, b);
	} else if (!strcmp(line, "done")) {
		guest->marked = true;
	}
}

/**
 * frames_scan() - read what a guest has written since the last time
 *
 * Return: true where the guest has moved on, which is worth a line to the user.
 */
bool frames_scan(struct guest *guest)
{
	char was[sizeof(guest->running)], *text, *line, *end;
	enum phase phase = guest->phase;
	size_t len;

	text = guest_text(guest->results, &len);
	snprintf(was, sizeof(was), "%s", guest->running);
	line = text + guest->scanned;
	while ((end = memchr(line, '\n', text + len - line))) {
		*end = '\0';
		take(guest, line);
		line = end + 1;
	}
	guest->scanned = line - text;
	free(text);
	return phase != guest->phase || strcmp(was, guest->running);
}
