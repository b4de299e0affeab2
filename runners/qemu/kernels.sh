# SPDX-License-Identifier: GPL-2.0
#
# Kernels that Debian does not package, from its newest kernel source that builds. Sourced after apt.sh by
# alpha/build and own/build, which set: who (in messages), top (folder in the cache), kernel_arch, cross,
# image (of a built tree), and define
#   name_key      set key to what names a build of $tree_version in $top
#   sources       look for other sources than the kernel's, if there are any
#   make_output   with build_kernels make $part/out, which becomes $top/$key, and in it the file "built"
#                 with key=value lines for fetch
# Trees are in $PMU_CACHE/source, one for all architectures.

jobs=$(nproc)
# Minutes for which the newest source is taken as new.
fresh=1440
trees=$(dirname "$top")/source

# Nothing of the caller's make may leak into the kernel's.
unset MAKEFLAGS MFLAGS MAKELEVEL OUTPUT ARCH CROSS_COMPILE

# Progress goes past the file that takes a build's errors.
exec 4>&2
say()
{
	echo "lab: $who: $*" >&4
}

begin_kernels()
{
	for tool in "${cross}gcc" "${cross}ld" make bc flex bison patch xz; do
		command -v "$tool" >/dev/null ||
			fail "$who: no $tool: install the cross compiler, bc, bison, flex, patch and xz-utils"
	done
	mkdir -p "$top" "$trees" 2>/dev/null || fail "can't write the cache $top: set PMU_CACHE to another folder"
	exec 9>"$top/lock"
	flock 9 || fail "can't lock $top/lock"
	trap 'rm -rf "$top"/part.*' EXIT
	trap 'exit 2' INT TERM HUP
}

# compile WHAT COMMAND...: on failure one line with the compiler's own words
compile()
{
	what=$1
	shift
	"$@" >"$top/log" 2>&1 </dev/null && return
	fail "$who: $what does not build: $(grep -m 1 'error:\|\*\*\*\|FAILED' "$top/log" || tail -n 1 "$top/log") (all of it: $top/log)"
}

# apply PATCH TREE SOURCE: patch breaks hard links, so other trees keep their files
apply()
{
	patch -s -f -p1 -d "$2" <"$1" >"$top/log" 2>&1 ||
		fail "$who: $(basename "$1") does not fit $3: $(head -n 1 "$top/log")"
}

# kernel_sources: packages with a kernel's source, the newest first
kernel_sources()
{
	package_type=deb
	use_state "$top" "$(dpkg --print-architecture)" sid stable oldstable
	packages=$(packages_like '^linux-source-[0-9.]*$' | sort -Vr)
	[ -n "$packages" ] || fail "no linux-source package in Debian's $package_suite"
}

# name_tree PACKAGE: sets tree_version and tree, where it is or will be
name_tree()
{
	tree_version=$(apt-cache show --no-all-versions "$1" | sed -n 's/^Version: //p')
	tree=$trees/$1-$tree_version
}

# get_tree PACKAGE
get_tree()
{
	# Another architecture's build may be unpacking the same.
	exec 8>"$trees/lock"
	flock 8 || fail "can't lock $trees/lock"
	[ -d "$tree" ] || unpack_tree "$1"
	exec 8>&-
}

unpack_tree()
{
	package=$1
	say "unpacking $package $tree_version"
	download "$package" "$package"
	try "$package" dpkg -x "$part"/*.deb "$part/root"
	mkdir "$part/tree"
	# Of drivers that no lab kernel has, only what configuration reads.
	try "$package" tar -C "$part/tree" --strip-components=1 --wildcards \
		--exclude='*/Documentation/*.rst' --exclude='*/Documentation/*.yaml' \
		--exclude='*/dts' --exclude='*/tools/perf' \
		--exclude='*/drivers/gpu/*.[ch]' --exclude='*/drivers/net/*.[ch]' \
		--exclude='*/drivers/media/*.[ch]' --exclude='*/drivers/staging/*.[ch]' \
		--exclude='*/drivers/scsi/*.[ch]' --exclude='*/drivers/infiniband/*.[ch]' \
		--exclude='*/sound/*.[ch]' -xf "$(find "$part/root/usr/src" -name 'linux-source-*.tar.*')"
	mv -T "$part/tree" "$tree"
	rm -rf "$part"
}

# begin_tree FIXES CONFIG...: $part/linux is the tree with those of the patches in the folder FIXES that fit
# it, $part/objects where all its kernels are built, with allnoconfig and the configs; kernel_make is how
begin_tree()
{
	fixes=$1
	shift
	cp -al "$tree" "$part/linux" 2>/dev/null || cp -a "$tree" "$part/linux"
	mkdir "$part/objects"
	for fix in "$fixes"/*.patch; do
		[ -r "$fix" ] || continue
		! patch -s -f -p1 --dry-run -d "$part/linux" <"$fix" >"$top/log" 2>&1 ||
			patch -s -f -p1 -d "$part/linux" <"$fix" >"$top/log" 2>&1
	done
	cat "$@" >"$part/config"
	compile "config of $tree_version" kernel_make KCONFIG_ALLCONFIG="$part/config" allnoconfig
}

# What is built carries no time and no machine's name.
kernel_make()
{
	make -s -C "$part/linux" O="$part/objects" ARCH="$kernel_arch" CROSS_COMPILE="$cross" \
		KBUILD_BUILD_TIMESTAMP=@0 KBUILD_BUILD_USER=lab KBUILD_BUILD_HOST=lab KBUILD_BUILD_VERSION=1 "$@"
}

# one_kernel NAME: the tree as it is now becomes $part/out/vmlinux.NAME, a kernel after the first in seconds
one_kernel()
{
	say "kernel $tree_version, $1"
	compile "kernel $tree_version ($1)" kernel_make -j "$jobs" "$(basename "$image")"
	case $image in
	vmlinux) "${cross}strip" -o "$part/out/vmlinux.$1" "$part/objects/vmlinux" ;;
	*) cp "$part/objects/$image" "$part/out/vmlinux.$1" ;;
	esac
	cp "$part/objects/System.map" "$part/out/System.map.$1"
}

# build: everything for $tree into $top/$key
build()
{
	[ ! -d "$top/$key" ] || return 0
	part=$(mktemp -d "$top/part.XXXXXX")
	mkdir "$part/out"
	make_output
	mv -T "$part/out" "$top/$key"
	rm -rf "$part"
}

# The newest kernel that builds; one that did not is not tried again.
build_newest()
{
	sources
	kernel_sources
	first=
	for candidate in $packages; do
		name_tree "$candidate"
		name_key
		[ ! -e "$top/$key.failed" ] || { first=${first:-$(cat "$top/$key.failed")}; continue; }
		get_tree "$candidate"
		if (build) 2>"$top/why"; then
			echo "$key" >"$top/latest-$sum"
			return
		fi
		rm -rf "$top"/part.*
		# No room, no network: that is not the source's fault.
		grep -q 'does not build\|does not fit' "$top/why" ||
			fail "$(tail -n 1 "$top/why" | sed 's/^lab: //')"
		cp "$top/why" "$top/$key.failed"
		say "$(sed "s/^lab: $who: //" "$top/why"), trying an older kernel"
		first=${first:-$(cat "$top/$key.failed")}
	done
	echo "$first" >&2
	exit 2
}

# build_from TREE: that one and no other
build_from()
{
	[ -d "$1/arch/$kernel_arch" ] || fail "$1: no kernel tree with arch/$kernel_arch"
	tree=$1
	tree_version=$(make -s -C "$tree" kernelversion 2>/dev/null | tail -n 1)
	sources
	name_key
	# Its version does not tell what has been changed in it.
	rm -rf "${top:?}/$key"
	build
	cat "$top/$key/built"
}

# build_if_new: say what there is, after a look for newer sources. That takes the network: once a day, and
# without it what is there serves.
build_if_new()
{
	key=$(cat "$top/latest-$sum" 2>/dev/null || true)
	if [ -z "$key" ] || [ ! -d "$top/$key" ]; then
		build_newest
	elif [ -z "$(find "$top/latest-$sum" -mmin -$fresh 2>/dev/null)" ] &&
	     (sources && kernel_sources) 2>"$top/log"; then
		build_newest
	fi
	cat "$top/$key/built"
}
