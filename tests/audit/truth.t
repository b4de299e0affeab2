#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# truth.t PMU-AUDIT KSRC - a real kernel tree against what its code says, where there is a table for its
# version. Files that the tree lacks (runners/ksrc leaves out drivers) are left out of the table.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
audit=$1
ksrc=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

version=$(sed -n 's/^VERSION = //p; s/^PATCHLEVEL = /./p; s/^SUBLEVEL = /./p' "$ksrc/Makefile" | head -n 3 | tr -d '\n')
table=$here/truth-${version%.*}.txt
if ! grep -q "Linux $version\." "$table" 2>/dev/null; then
	echo "1..0 # SKIP no table for Linux $version"
	exit 0
fi

"$audit" --format=json "$ksrc" >"$tmp/json" 2>"$tmp/err"
[ ! -s "$tmp/err" ] && ok "nothing to complain" || { not_ok "complains"; show "$tmp/err"; }

python3 - "$tmp/json" >"$tmp/found" <<'END'
import json, sys
keys = "file handler verdict entry registration sink took".split()
for row in json.load(open(sys.argv[1])):
	if row["handler"]:
		print(" ".join(row[key] or "-" for key in keys))
END
# A path over a file that is not there cannot be found.
grep -v '^#' "$table" | while read -r row; do
	whole=y
	for word in $row; do
		case $word in
		*/*) [ -e "$ksrc/${word%:*}" ] || whole= ;;
		esac
	done
	[ -z "$whole" ] || echo "$row"
done >"$tmp/wanted"

while read -r row; do
	grep -qxF "$row" "$tmp/found" && ok "$row" || not_ok "missing: $row"
done <"$tmp/wanted"
if [ -d "$ksrc/drivers/perf" ]; then
	while read -r row; do
		grep -qxF "$row" "$tmp/wanted" || not_ok "not in the table: $row"
	done <"$tmp/found"
fi
plan
