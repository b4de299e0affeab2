#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# duration.t - the family DUR on real drivers, as a user runs it: healthy drivers pass in both modes,
# the KTAP is read back by the kernel's own kunit.py, the same kernel gives the same bytes, and SHIFT
# puts the handler's cost under the default budget. BUILD and KSRC as for lab.t.
set -u

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
. "$here/../tap.sh"
. "$here/make_lab.sh"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

# lab NAME SETTING...: a run in which nothing unexpected may be
lab()
{
	make_lab "$@"
	if [ $status = 0 ]; then
		ok "$name: nothing unexpected"
	else
		not_ok "$name: exit status $status"
		show "$tmp/$name.out"
	fi
}

# reads NAME ARCH WORD: kunit.py finds no error in the run, and as many results as it has
reads()
{
	run=$tmp/$1/latest-$2
	python3 "$KSRC/tools/testing/kunit/kunit.py" parse "$run/ktap.txt" >"$tmp/parsed" 2>&1 </dev/null
	# One result per requirement, the tests of a program are not counted themselves.
	results=$(grep -c '^ *\(not \)\{0,1\}ok [0-9]* [A-Z]*-[0-9]' "$run/ktap.txt")
	if ! grep -q 'ERROR\|error' "$tmp/parsed" && grep -q "Ran $results tests" "$tmp/parsed"; then
		ok "$1 $2: kunit.py reads back all $results results"
	else
		not_ok "$1 $2: kunit.py on $results results"
		show "$tmp/parsed"
	fi
}

# same A B ARCH
same()
{
	if cmp "$tmp/$1/latest-$3/ktap.txt" "$tmp/$2/latest-$3/ktap.txt" >"$tmp/cmp" 2>&1; then
		ok "$3: two repeatable runs give the same bytes"
	else
		not_ok "$3: two repeatable runs differ"
		show "$tmp/cmp"
	fi
}

rate()
{
	sed -n "s/.*# DUR-9\.[a-z0-9_]* rate_after: //p" "$tmp/$1/latest-$2/ktap.txt"
}

lab repeatable ARCH="arm64 riscv64"
for arch in arm64 riscv64; do
	reads repeatable $arch
done
lab again ARCH=arm64
same repeatable again arm64
lab shift0 ARCH=arm64 SHIFT=0
if [ "$(rate repeatable arm64)" -lt 100000 ] && [ "$(rate shift0 arm64)" = 100000 ]; then
	ok "arm64: the storm lowers the rate to $(rate repeatable arm64), not where the handler is within the budget"
else
	not_ok "arm64: rate after the storm $(rate repeatable arm64), at shift 0 $(rate shift0 arm64)"
fi
lab free ARCH=arm64 ICOUNT=0
reads free arm64
plan
