#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# cross.t KSRC - the collections build without a warning with every cross compiler at hand, 32 and 64
# bit, both byte orders; and for this machine without the libraries that it can do without.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
ksrc=$1
selftests=$here/../../selftests
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM
unset MAKEFLAGS MFLAGS MAKELEVEL OUTPUT ARCH CROSS_COMPILE

# 16 MiB is what a small target has for one program.
most=16777216

build()
{
	name=$1
	shift
	for collection in perf_pmu cpuacct; do
		mkdir -p "$tmp/$name/$collection"
		if make -s -C "$selftests/$collection" KSRC="$ksrc" OUTPUT="$tmp/$name/$collection" \
		   USERCFLAGS=-Werror "$@" >"$tmp/log" 2>&1 </dev/null; then
			ok "$name: $collection builds"
		else
			not_ok "$name: $collection builds"
			show "$tmp/log"
		fi
	done
}

for gcc in /usr/bin/*-linux-gnu*-gcc; do
	cross=$(basename "${gcc%gcc}")
	[ "$(command -v "${cross}gcc")" = "$gcc" ] || continue
	# Only compilers that come with a C library can build programs.
	echo 'int main(void) { return 0; }' | "$gcc" -include stdio.h -x c - -o "$tmp/try" 2>/dev/null || {
		skip "${cross}gcc builds" "no C library for it here"
		continue
	}
	build "${cross%-}" CROSS_COMPILE="$cross"
done

build without-libraries have_inih= have_numa= have_pfm=
program=$tmp/without-libraries/perf_pmu/duration
if [ "$(wc -c <"$program")" -lt $most ] &&
   ! ldd "$program" | grep -v -e 'libc\.' -e 'ld-linux' -e 'linux-vdso'; then
	ok "it needs nothing but a C library, and less than 16 MiB"
else
	not_ok "$(wc -c <"$program") bytes: $(ldd "$program")"
fi
"$program" >"$tmp/out" 2>&1 </dev/null
for lacks in "no profile, generic expectations" "built without libnuma" "built without libpfm4"; do
	if grep -q "$lacks" "$tmp/out"; then
		ok "it says: $lacks"
	else
		not_ok "it says: $lacks"
		show "$tmp/out"
	fi
done
plan
