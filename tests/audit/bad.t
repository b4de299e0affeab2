#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# bad.t PMU-AUDIT - what is no kernel tree, or not all of one: a clear line and exit status 2, no crash.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
audit=$1
tmp=$(mktemp -d)
trap 'chmod -R u+rwx "$tmp"; rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

# refused NAME PATTERN ARGUMENT... - exit status 2 and one line that tells why
refused()
{
	name=$1
	pattern=$2
	shift 2
	"$audit" "$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
	if [ $status = 2 ] && [ "$(wc -l <"$tmp/err")" = 1 ] && grep -q "$pattern" "$tmp/err"; then
		ok "$name"
	else
		not_ok "$name: exit status $status"
		show "$tmp/err"
	fi
}

fresh()
{
	rm -rf "$tmp/tree"
	mkdir -p "$tmp/tree/drivers/perf"
	echo 'int x;' >"$tmp/tree/drivers/perf/ok.c"
}

refused "no argument" 'one kernel tree is needed'
refused "two trees" 'one kernel tree is needed' / /
refused "unknown option" 'not known' --frobnicate /
refused "unknown format" 'table, json, sarif' --format=xml /
refused "nothing there" 'No such file' "$tmp/nowhere"
mkdir "$tmp/empty"
refused "not a kernel tree" 'not a kernel tree' "$tmp/empty"
mkdir "$tmp/empty/kernel"
refused "no C file" 'not a kernel tree' "$tmp/empty"
echo x >"$tmp/file"
refused "a file" 'not a kernel tree' "$tmp/file"
ln -s loop "$tmp/loop"
refused "a loop of symbolic links" 'symbolic links' "$tmp/loop"

fresh
head -c 100000 /dev/urandom >"$tmp/tree/drivers/perf/a.c"
printf '\nperf_event_overflow\n' >>"$tmp/tree/drivers/perf/a.c"
refused "a file of garbage" 'a.c: not C' "$tmp/tree"

fresh
{
	echo 'void f(void) { perf_event_overflow(1); '
	head -c 100000 /dev/zero | tr '\0' '{'
	head -c 100000 /dev/zero | tr '\0' '}'
	echo '}'
} >"$tmp/tree/drivers/perf/a.c"
refused "100,000 braces" 'a.c: nested too deeply' "$tmp/tree"

fresh
{
	echo 'void f(void) { return perf_event_overflow('
	head -c 100000 /dev/zero | tr '\0' '('
} >"$tmp/tree/drivers/perf/a.c"
"$audit" "$tmp/tree" >"$tmp/out" 2>"$tmp/err"
[ $? -le 2 ] && ok "100,000 open parentheses" || not_ok "100,000 open parentheses"

fresh
ln -s .. "$tmp/tree/drivers/perf/loop"
ln -s a.c "$tmp/tree/drivers/perf/a.c"
"$audit" "$tmp/tree" >"$tmp/out" 2>"$tmp/err" && [ ! -s "$tmp/err" ] && ok "links in the tree are not followed" ||
	not_ok "links in the tree are not followed"

fresh
echo 'perf_event_overflow' >"$tmp/tree/drivers/perf/secret.c"
chmod 755 "$tmp" "$tmp/tree"
chmod 0 "$tmp/tree/drivers/perf/secret.c"
if [ "$(id -u)" = 0 ]; then
	cp "$audit" "$tmp/audit"
	printf '#!/bin/sh\nexec setpriv --reuid=65534 --regid=65534 --clear-groups %s "$@"\n' "$tmp/audit" >"$tmp/as-nobody"
	chmod 755 "$tmp/as-nobody" "$tmp/audit"
	audit=$tmp/as-nobody
fi
refused "an unreadable file" 'secret.c: Permission denied' "$tmp/tree"

fresh
"$1" "$tmp/tree" >/dev/full 2>"$tmp/err"
[ $? = 2 ] && ok "a full disk" || not_ok "a full disk"
plan
