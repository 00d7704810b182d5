#!/bin/bash
# Builds the packages into FOLDER (by default build/packages): a wheel for Python 3.11
# and later, with the tools, the plugin and LLVM's libraries inside; the small wheel
# memplace-pack, for any Python; and a Debian package, which uses Debian's LLVM.
# utils/try_packages.sh tests the packages.
#
# Usage: utils/package.sh [--built] [FOLDER]
#   --built  package what is in build/, install no Debian package and build nothing
#
# Prints the names of the packages. Exit code 0 on success.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=utils/setup.sh
source "$root/utils/setup.sh"

built=0 folder=$root/build/packages
for argument in "$@"; do
  case $argument in
    --built) built=1 ;;
    -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit ;;
    -*) memplace_die "unknown option '$argument'; see --help" ;;
    *) folder=$(realpath -m "$argument") ;;
  esac
done

# Tools for building wheels have a separate environment, because nothing else needs
# them.
make_environment() {
  local venv=$1 wanted=$root/python/requirements-package.txt
  cmp -s "$wanted" "$venv/memplace-stamp" && return
  rm -rf "$venv"
  /usr/bin/python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$wanted"
  cp "$wanted" "$venv/memplace-stamp"
}

# MLIR's language server has no page: its help lists LLVM's options.
make_man_pages() {
  rm -rf "$root/build/man"
  "$root/.venv/bin/python" "$root/utils/make_man.py" --output "$root/build/man" \
    "$root"/build/bin/memplace-[!l]* "$root"/.venv/bin/memplace-*
}

make_wheel() {
  local stage=$root/build/package-stage
  rm -rf "$stage"
  cmake --install "$root/build" --prefix "$stage" --strip >/dev/null
  PATH=$root/build/package-venv/bin:$PATH \
    "$root/.venv/bin/python" "$root/utils/make_wheel.py" "$stage" --output "$folder"
  rm -rf "$stage"
}

make_pack_wheel() {
  local stage=$root/build/package-stage
  rm -rf "$stage"
  cmake --install "$root/build" --prefix "$stage" --strip --component pack >/dev/null
  "$root/.venv/bin/python" "$root/utils/make_pack_wheel.py" "$stage" "$folder"
  rm -rf "$stage"
}

make_debian_package() {
  local work=$folder/.deb
  cpack -G DEB --config "$root/build/CPackConfig.cmake" -B "$work" >/dev/null
  mv "$work"/*.deb "$folder"
  rm -rf "$work"
}

if ((!built)); then
  MEMPLACE_DEBIAN_PACKAGES+=(help2man)
  memplace_setup "$root"
  memplace_build "$root" dev build all
fi
[[ -x $root/build/bin/memplace-opt ]] ||
  memplace_die "there is no build in '$root/build'; run utils/package.sh without --built"
mkdir -p "$folder"
make_environment "$root/build/package-venv"
make_man_pages
make_wheel
make_pack_wheel
make_debian_package
ls -sh "$folder"
