#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# image.t PMU-AUDIT - kernel images: kernels in miniature for each architecture whose cross compiler
# is here, a whole one of Debian where the lab has it, and what is no image.
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
audit=$1
top=$here/../..
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

# As the kernel is built. The address is where it is linked, which decides how addresses are made.
flags_of()
{
	case $1 in
	x86_64) echo "-mcmodel=kernel -Wl,-Ttext=0xffffffff81000000" ;;
	aarch64) echo "-Wl,-Ttext=0xffff800080000000" ;;
	riscv64) echo "-mcmodel=medany -Wl,-Ttext=0xffffffff80000000" ;;
	powerpc64le) echo "-Wl,-Ttext=0xc000000000000000" ;;
	alpha) echo "-Wl,-Ttext=0xfffffc0000310000" ;;
	esac
}

# 1 GiB behind the rest
far_of()
{
	case $1 in
	x86_64) echo 0xffffffffc1000000 ;;
	aarch64) echo 0xffff8000c0000000 ;;
	riscv64) echo 0xffffffffc0000000 ;;
	powerpc64le) echo 0xc000000040000000 ;;
	alpha) echo 0xfffffc0040310000 ;;
	esac
}

# compiled FILE ARCH OPTION...
compiled()
{
	out=$1
	arch=$2
	shift 2
	# shellcheck disable=SC2046
	"$arch-linux-gnu-gcc" -O2 -g0 -ffreestanding -fno-stack-protector -nostdlib $(flags_of "$arch") "$@" \
		"$here/image/kernel.c" -o "$out" >"$tmp/log" 2>&1
}

# judged NAME STATUS FILE: against the lines "handler verdict" in $tmp/list
judged()
{
	sort "$tmp/list" >"$tmp/wanted"
	"$audit" --format=json --vmlinux="$3" >"$tmp/json" 2>"$tmp/err"
	status=$?
	python3 -c 'import json, sys
for row in json.load(open(sys.argv[1])):
	print(row["handler"], row["verdict"])' "$tmp/json" 2>>"$tmp/err" | sort >"$tmp/found"
	if [ $status = "$2" ] && cmp -s "$tmp/wanted" "$tmp/found" && [ ! -s "$tmp/err" ]; then
		ok "$1"
	else
		not_ok "$1: exit status $status"
		diff "$tmp/wanted" "$tmp/found" | sed 's/^/# /'
		show "$tmp/err"
	fi
}

# compared NAME STATUS PATTERN IMAGE TREE
compared()
{
	"$audit" --vmlinux="$4" "$5" >"$tmp/out" 2>"$tmp/err"
	status=$?
	if [ $status = "$2" ] && grep -q "$3" "$tmp/out" && [ ! -s "$tmp/err" ]; then
		ok "$1"
	else
		not_ok "$1: exit status $status"
		show "$tmp/out"
		show "$tmp/err"
	fi
}

fresh_tree()
{
	rm -rf "$tmp/tree"
	mkdir -p "$tmp/tree/kernel" "$tmp/tree/drivers/perf"
	cp "$here/image/kernel.c" "$tmp/tree/drivers/perf/"
}

with_reports()
{
	cat <<-END
		buffer_handler not-applicable
		cold_handler does-not-report
		driver_handler unresolved
		helped_handler reports
		nmi_handler does-not-report
		plain_handler reports
		tail_handler does-not-report
		timer_handler not-applicable
	END
	[ "$1" != x86_64 ] || cat <<-END
		silent_static_call_handler does-not-report
		static_call_handler reports
	END
}

for arch in x86_64 aarch64 riscv64 powerpc64le alpha; do
	if ! command -v "$arch-linux-gnu-gcc" >/dev/null; then
		skip "$arch" "no $arch-linux-gnu-gcc"
		continue
	fi
	for how in "-static -fno-pie -no-pie" "-static -fno-pie -no-pie -Wl,--no-relax" \
		"-static -fno-pie -no-pie -Wl,--relax -Os" "-static-pie -fPIE"; do
		case "$arch $how" in
		# x86's kernel is no position independent executable; Alpha's linker makes none.
		"x86_64 -static-pie"* | "alpha -static-pie"*) continue ;;
		esac
		# shellcheck disable=SC2086
		if ! compiled "$tmp/$arch" "$arch" $how; then
			not_ok "$arch $how does not build"
			show "$tmp/log"
			continue
		fi
		with_reports "$arch" >"$tmp/list"
		judged "$arch $how" 1 "$tmp/$arch"
	done
	# Where calls do not reach, the linker inserts jumps.
	compiled "$tmp/far" "$arch" -static -fno-pie -no-pie '-DFAR=__attribute__((section(".far")))' \
		"-Wl,--section-start=.far=$(far_of "$arch")"
	with_reports "$arch" >"$tmp/list"
	judged "$arch, far away" 1 "$tmp/far"
	# Where nothing reports, a pointer can't lead to a report.
	compiled "$tmp/silent" "$arch" -static -fno-pie -no-pie -DSILENT
	with_reports "$arch" | sed 's/ reports$/ does-not-report/; s/unresolved/does-not-report/' >"$tmp/list"
	judged "$arch, nothing reports" 1 "$tmp/silent"
	compiled "$tmp/healthy" "$arch" -static -fno-pie -no-pie -DHEALTHY
	with_reports "$arch" | grep -v -e does-not-report -e unresolved >"$tmp/list"
	judged "$arch, all report" 0 "$tmp/healthy"

	fresh_tree
	compared "$arch with its source" 0 ' 0 contradictions' "$tmp/$arch" "$tmp/tree"
	compared "$arch, the source reports" 1 'helped_handler() is .* by the tree reports\|it does not in the image' \
		"$tmp/silent" "$tmp/tree"
	sed -i 's/^\tperf_event_overflow(irq);$//' "$tmp/tree/drivers/perf/kernel.c"
	compared "$arch, the source does not deliver" 1 \
		'^plain_handler+0x[0-9a-f]*: calls perf_event_overflow(), the tree has no such call' "$tmp/$arch" "$tmp/tree"
done

# refused NAME PATTERN ARGUMENT... - exit status 2 and one line that tells why
refused()
{
	name=$1
	pattern=$2
	shift 2
	"$audit" "$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
	if [ $status = 2 ] && [ "$(wc -l <"$tmp/err")" = 1 ] && grep -q "$pattern" "$tmp/err"; then
		ok "$name"
	else
		not_ok "$name: exit status $status"
		show "$tmp/err"
	fi
}

compiled "$tmp/image" x86_64 -static -fno-pie -no-pie
refused "no such file" 'No such file' --vmlinux="$tmp/nowhere"
refused "a folder" 'not a file' --vmlinux="$tmp"
: >"$tmp/bad"
refused "an empty file" 'not an ELF file' --vmlinux="$tmp/bad"
gzip -c "$tmp/image" >"$tmp/bad"
refused "a compressed image" 'a boot image' --vmlinux="$tmp/bad"
x86_64-linux-gnu-strip -o "$tmp/bad" "$tmp/image"
refused "a stripped image" 'stripped' --vmlinux="$tmp/bad"
x86_64-linux-gnu-objcopy --only-keep-debug "$tmp/image" "$tmp/bad"
refused "debug information only" 'symbols without code' --vmlinux="$tmp/bad"
x86_64-linux-gnu-gcc -c -o "$tmp/bad" "$here/image/kernel.c"
refused "an object file" 'a linked vmlinux' --vmlinux="$tmp/bad"
# At 18 is the machine, at 4 the class, in both the least byte first.
{ head -c 18 "$tmp/image"; printf '\050'; tail -c +20 "$tmp/image"; } >"$tmp/bad"
refused "another machine" 'not of x86-64, arm64' --vmlinux="$tmp/bad"
head -c 5000 "$tmp/image" >"$tmp/bad"
refused "half an image" 'truncated\|damaged' --vmlinux="$tmp/bad"
echo 'int main(void) { return 0; }' | cc -x c - -o "$tmp/hello"
refused "a program" 'not a kernel' --vmlinux="$tmp/hello"
refused "two trees" 'one kernel tree is needed' --vmlinux="$tmp/image" / /
refused "no tree" 'No such file' --vmlinux="$tmp/image" "$tmp/nowhere"
refused "with another tree" 'goes with --format' --vmlinux="$tmp/image" --against=/ /
"$audit" --vmlinux="$tmp/image" >/dev/full 2>"$tmp/err"
[ $? = 2 ] && ok "a full disk" || not_ok "a full disk"
"$audit" --format=sarif --vmlinux="$tmp/image" | python3 -c 'import json, sys
found = json.load(sys.stdin)["runs"][0]["results"]
place = found[0]["locations"][0]
assert len(found) == 5 and place["logicalLocations"][0]["fullyQualifiedName"]
assert place["physicalLocation"]["artifactLocation"]["uri"] == sys.argv[1]' "$tmp/image" 2>"$tmp/err" &&
	ok "SARIF" || { not_ok "SARIF"; show "$tmp/err"; }

# A whole kernel, of the version whose source the lab's own kernels are built from.
cache=${PMU_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/perf-pmu}
whole=
for image in "$cache"/lab/kernel/linux-*powerpc64le*/usr/lib/modules/*/vmlinuz; do
	version=${image%/usr/*}
	version=$(basename "$version" | cut -d _ -f 2)
	for tree in "$cache"/source/linux-source-*-"$version"; do
		[ -e "$image" ] && [ -d "$tree" ] || continue
		whole=y
		compared "Debian's ppc64le kernel $version with its source" 0 ' 0 contradictions' "$image" "$tree"
	done
done
[ -n "$whole" ] || skip "a whole kernel" "the lab has none of a version whose source it has"

# Hostile images, read by what the sanitizers watch.
# shellcheck disable=SC2046
if cc -std=gnu11 -D_GNU_SOURCE -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -I"$top/audit" \
	-o "$tmp/hostile" "$here/image/hostile.c" $(make -s -C "$top/tests/fuzz" image_sources) \
	-lelf -lcapstone 2>"$tmp/err"; then
	for arch in x86_64 aarch64 riscv64 powerpc64le alpha; do
		[ -e "$tmp/$arch" ] || continue
		"$tmp/hostile" "$tmp/$arch" >"$tmp/err" 2>&1 && ok "hostile images of $arch" ||
			{ not_ok "hostile images of $arch"; show "$tmp/err"; }
	done
else
	not_ok "hostile.c does not build"
	show "$tmp/err"
fi
plan
