#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# profiles.t PMU-AUDIT KSRC - profiles against a kernel tree: those of this repo agree with it, and what is
# wrong in one is named.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
audit=$1
ksrc=$2
shipped=$here/../../arch-profiles/
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

# compared NAME STATUS PATTERN FOLDER
compared()
{
	"$audit" --profiles="$4" "$ksrc" >"$tmp/out" 2>&1
	status=$?
	if [ $status = "$2" ] && grep -q "$3" "$tmp/out"; then
		ok "$1"
	else
		not_ok "$1: exit status $status"
		show "$tmp/out"
	fi
}

compared "the repo's own" 0 ' 0 contradictions' "$shipped"

mkdir "$tmp/one"
sed 's/^reports = none/reports = all/; /^\[issue DUR/,$d' "$shipped/alpha.ini" >"$tmp/one/alpha.ini"
compared "expects a report that is not there" 1 'reports is expected, but at arch/alpha/kernel/perf_event.c:' "$tmp/one"

rm "$tmp/one/alpha.ini"
sed 's/^reports = all/reports = none/' "$shipped/sparc.ini" >"$tmp/one/sparc.ini"
cat >>"$tmp/one/sparc.ini" <<'END'

[issue DUR-1 cpu]
kernels = all
where = any
reason = planted
source = this test
END
compared "expects none where there is one" 1 'no report is expected, but there is one at arch/sparc' "$tmp/one"

echo '[pmu' >"$tmp/one/sparc.ini"
compared "a bad profile" 2 'sparc.ini:1:' "$tmp/one"
mkdir "$tmp/none"
compared "no profiles" 2 'no profiles in it' "$tmp/none"
plan
