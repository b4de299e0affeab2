#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# accounting.t - the family ACC in repeatable guests: Debian's kernels and our own pass, each fault of
# own/arm64/accounting_faults.patch is convicted by the requirement that is to find it and by no other.
#
# MATRIX=1, what `make accounting-matrix` does: Debian's kernels with 1, 2, 4 and 8 CPUs each, and what a switch
# takes in each. BUILD and KSRC as for lab.t.
set -u

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
. "$here/../tap.sh"
. "$here/make_lab.sh"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

# guest NAME ARCH-KERNEL: sets ktap to the run's file, bad to the requirements that are not ok
guest()
{
	ktap=$tmp/$1/latest-$2/ktap.txt
	bad=$(sed -n 's/^ *not ok [0-9]* \([A-Z]*-[0-9]\)\..*/\1/p' "$ktap" 2>/dev/null | sort -u | tr '\n' ' ')
}

# judged NAME ARCH-KERNEL REQUIREMENTS WHAT: these are not ok, and what accounts is judged by ACC-1
judged()
{
	guest "$1" "$2"
	if grep -q '^ *\(not \)*ok [0-9]* ACC-1\.cpuacct$' "$ktap" && [ "$bad" = "$3" ]; then
		ok "$2: $4"
	else
		not_ok "$2: $4: not ok: ${bad:-none}"
		grep '^ *\(# \)*\(not \)*\(ok [0-9]* \)*ACC-' "$ktap" >"$tmp/acc"
		show "$tmp/acc"
		show "$tmp/$1.out"
	fi
}

# figures NAME ARCH: what a switch takes, "ARCH GUEST'S CPUS HIERARCHY CPUS root depth1 depth4 depth8"
figures()
{
	sed -n "s/^ *# ACC-1\.\([a-z0-9]*\) switch on \([0-9]*\): \([0-9]*\) [^,]*, \([0-9]*\) [^,]*, \([0-9]*\) [^,]*, \([0-9]*\) .*/$2 ${1#smp} \1 \2 \3 \4 \5 \6/p" \
		"$tmp/$1/latest-$2/ktap.txt"
}

archs="arm64 riscv64 ppc64le"
# On arm64 each system call changes page tables else, which QEMU takes five times as long for. Others do not
# know the word.
quick=kpti=off
if [ -n "${MATRIX:-}" ]; then
	for smp in 1 2 4 8; do
		make_lab smp$smp ARCH="$archs" TESTS=accounting SMP=$smp APPEND=$quick
		for arch in $archs; do
			judged smp$smp $arch "" "passes with $smp CPUs"
			figures smp$smp $arch | sed 's/^/# /'
		done
	done
	plan
	exit
fi

make_lab healthy ARCH="$archs arm64:accounting_faults" TESTS=accounting APPEND=$quick
for guest in $archs arm64-accounting_faults; do
	judged healthy $guest "" passes
done
faults="lock sum atomic reader lost"
for fault in $faults; do
	make_lab $fault ARCH=arm64:accounting_faults TESTS=accounting APPEND=acc_fault=$fault &
done
wait
for fault in $faults; do
	case $fault in
	reader) convicts="ACC-2 " ;;
	# ACC-4 is ACC-3 with events on.
	lost) convicts="ACC-3 ACC-4 " ;;
	*) convicts="ACC-1 " ;;
	esac
	judged $fault arm64-accounting_faults "$convicts" "$fault is convicted by $convicts"
done
plan
