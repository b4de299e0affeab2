#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# traps.t PMU-AUDIT - small trees, one for each way in which an interrupt can get to a sample.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
audit=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

for tree in "$here"/traps/*/; do
	name=$(basename "$tree")
	grep -v '^#' "$tree/expected" | sort >"$tmp/expected"
	"$audit" --format=json "$tree" >"$tmp/out" 2>"$tmp/err"
	status=$?
	python3 -c 'import json, sys
for row in json.load(sys.stdin):
	print(row["file"], row["handler"], row["verdict"])' <"$tmp/out" | sort >"$tmp/found"
	wanted=0
	grep -q -e does-not-report -e unresolved "$tmp/expected" && wanted=1
	if cmp -s "$tmp/expected" "$tmp/found" && [ $status = $wanted ] && [ ! -s "$tmp/err" ]; then
		ok "$name"
	else
		not_ok "$name: exit status $status"
		diff "$tmp/expected" "$tmp/found" | sed 's/^/# /'
		show "$tmp/err"
	fi
done
plan
