#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# own.t - kernels of our own in place of Debian's: the riscv driver as it is does not honour the throttle, with
# own/riscv64/throttle.patch it does. BUILD and KSRC as for lab.t.
set -u

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
. "$here/../tap.sh"
. "$here/make_lab.sh"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

# says KERNEL LINE WHAT: the run of that kernel has such a line
says()
{
	if grep -q "$2" "$tmp/throttle/latest-riscv64-$1/ktap.txt" 2>/dev/null; then
		ok "$1: $3"
	else
		not_ok "$1: $3"
		show "$tmp/throttle.out"
	fi
}

make_lab unknown ARCH=riscv64:nosuch
if [ $status = 2 ] && grep -q "ARCH=riscv64:nosuch: no such kernel, there are: plain throttle\$" "$tmp/unknown.out"; then
	ok "a kernel that there is not is refused"
else
	not_ok "a kernel that there is not: exit status $status"
	show "$tmp/unknown.out"
fi

make_lab throttle ARCH="riscv64:plain riscv64:throttle" TESTS=throttle
if [ $status = 0 ]; then
	ok "nothing unexpected"
else
	not_ok "exit status $status"
	show "$tmp/throttle.out"
fi
for requirement in THR-2 THR-4; do
	says plain "^ *ok [0-9]* $requirement.cpu # XFAIL" "$requirement fails, as is known"
	says throttle "^ *# $requirement.cpu xpass:" "$requirement passes"
done
plan
