#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# style.t KSRC - checkpatch on all C of the repo. The types that are switched off:
#   PREFER_KERNEL_TYPES             user space has uint64_t, as the kernel's own selftests
#   PREFER_DEFINED_ATTRIBUTE_MACRO  the macros it prefers are the kernel's
#   LONG_LINE_STRING                messages are not broken, so that they can be searched for
#   ENOSYS, EMBEDDED_FUNCTION_NAME  right in the kernel, wrong about a user of system calls and about words
#   BIT_MACRO                       BIT() is the kernel's
#   CAMELCASE                       libFuzzer calls LLVMFuzzerTestOneInput
#   MACRO_ARG_REUSE                 offsetof and sizeof of one field evaluate neither
#   VOLATILE                        volatile sig_atomic_t is what C wants in a signal handler
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/tap.sh"
off=PREFER_KERNEL_TYPES,PREFER_DEFINED_ATTRIBUTE_MACRO,LONG_LINE_STRING,ENOSYS
off=$off,EMBEDDED_FUNCTION_NAME,BIT_MACRO,CAMELCASE,VOLATILE,MACRO_ARG_REUSE
ksrc=$1
checkpatch=$ksrc/scripts/checkpatch.pl
cd "$here/.." || exit 1
top=$(pwd)
# checkpatch leaves a cache of words in the folder that it runs in.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

for file in $(git ls-files '*.c' '*.h' ':!tests/audit/traps'); do
	found=$(cd "$tmp" && "$checkpatch" --no-tree --root="$ksrc" --strict --terse --show-types --ignore $off -f "$top/$file" 2>&1 |
		grep -v '^total:')
	if [ -z "$found" ]; then
		ok "$file"
	else
		not_ok "$file"
		echo "$found" | sed 's/^/# /'
	fi
done
for file in $(git ls-files -s | sed -n 's/^100[0-9]* [0-9a-f]* 0\t//p' | grep -v -e '\.md$' -e '\.txt$' -e '^COPYING$' -e '\.patch$' -e '^tests/profiles/bad/' -e '^tests/fuzz/corpus_' -e 'settings$' -e 'config$'); do
	head -n 3 "$file" | grep -q SPDX-License-Identifier || not_ok "$file has no SPDX line"
done
plan
