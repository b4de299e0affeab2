#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# mutants.t - a few faults of the reference driver, one of a kind each, in an x86 kernel: each is found by the
# requirement that is to find it, and the healthy driver passes. `make mutants` plants all. BUILD and KSRC as
# for lab.t.
set -u

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
. "$here/../tap.sh"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

faults="report-nothing report-cycles report-first-counter"
RESULTS="$tmp" ARCH=amd64 TESTS=duration FAULTS="$faults" "$top/tests/reference-pmu/mutants" >"$tmp/out" 2>"$tmp/err" </dev/null
for fault in healthy $faults; do
	if grep -q "^amd64  *$fault .*\(healthy\|convicted by DUR-[0-9]*\)\$" "$tmp/out"; then
		ok "$fault"
	else
		not_ok "$fault"
		show "$tmp/out"
		show "$tmp/err"
	fi
done
if [ "$(tail -n 1 "$tmp/out")" = "faults 3, convicted 3, wrong conviction 0, false alarms on the healthy driver 0" ]; then
	ok "score"
else
	not_ok "score: $(tail -n 1 "$tmp/out")"
fi
if ARCH=amd64 FAULTS=nosuch RESULTS="$tmp" "$top/tests/reference-pmu/mutants" >"$tmp/out" 2>&1; [ $? = 2 ] && grep -q "no fault 'nosuch'" "$tmp/out"; then
	ok "an unknown fault is refused"
else
	not_ok "an unknown fault is refused"
	show "$tmp/out"
fi
plan
