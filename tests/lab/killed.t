#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# killed.t - the real program in a real guest, with its sysctls changed: whichever of its processes is
# killed, and after all of them the next start, both sysctls are as found. BUILD and KSRC as for lab.t.
set -u

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
. "$here/../tap.sh"
arch=arm64
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM
lib=$top/selftests/perf_pmu/lib

"$top/runners/qemu/fetch" $arch 2>"$tmp/err" || { cat "$tmp/err"; exit 1; }
BUILD=$tmp "$top/runners/qemu/build-guest" $arch || exit 1
cross=$(sed -n 's/^cross=//p' "$top/runners/qemu/arch/$arch.conf")
tree=$tmp/tree
cp -r "$tmp/guest/$arch/kselftest" "$tree"
"${cross}gcc" -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -static "$here/killer.c" "$lib/sysctl.c" \
	"$lib/budget.c" -o "$tree/perf_pmu/killer" || exit 1
echo perf_pmu:killer >"$tree/kselftest-list.txt"
echo timeout=200 >"$tree/perf_pmu/settings"
TREE=$tree BUILD=$tmp "$top/runners/qemu/build-guest" $arch || exit 1
"$BUILD/lab" --icount --arch-dir="$top/runners/qemu/arch" --guests="$tmp/guest" --results="$tmp/runs" \
	--silence=200 $arch >"$tmp/out" 2>"$tmp/err" </dev/null
ktap=$tmp/runs/latest-$arch/ktap.txt
for who in supervisor worker guard all next; do
	if grep -q "^ *ok [0-9]* KILL.$who\$" "$ktap"; then
		ok "SIGKILL: $who"
	else
		not_ok "SIGKILL: $who"
		show "$ktap"
		show "$tmp/err"
	fi
done
plan
