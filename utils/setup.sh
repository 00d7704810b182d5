#!/bin/bash
# Installs what memplace is built and tested with: Debian packages by apt-get
# (only as root, only those that are missing) and the pinned Python packages
# into .venv. Run it, or source it and call memplace_setup. A second run finds
# everything in place and contacts nobody.

# What each is for stands in CONTRIBUTING.md.
MEMPLACE_DEBIAN_PACKAGES=(
  ca-certificates ccache chromium-headless-shell clang-22 clang-format-14
  clang-tidy-14 cmake fonts-dejavu-core g++ git
  libgmock-dev libgtest-dev libmlir-22-dev libopenblas0-pthread libtorch-dev
  lld-22 llvm-22-dev llvm-22-tools mlir-22-tools ninja-build nlohmann-json3-dev
  python3-dev python3-venv zlib1g-dev
)

# Whoever builds with sanitizers or libFuzzer adds these.
MEMPLACE_SANITIZER_PACKAGES=(libclang-rt-22-dev)

memplace_die() {
  printf 'error: %s\n' "$@" >&2
  exit 1
}

# Prints the Debian packages of the list that are not installed.
memplace_missing_packages() {
  local package
  for package in "${MEMPLACE_DEBIAN_PACKAGES[@]}"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null |
      grep -qx installed || printf '%s\n' "$package"
  done
}

memplace_install_packages() {
  command -v dpkg-query >/dev/null ||
    memplace_die "this script needs Debian 12; elsewhere, install what CONTRIBUTING.md lists and use cmake directly"
  local missing
  mapfile -t missing < <(memplace_missing_packages)
  ((${#missing[@]} == 0)) && return
  if ! command -v apt-get >/dev/null || ((EUID != 0)); then
    memplace_die "these Debian packages are missing and only root can install them:" \
      "  apt-get install --no-install-recommends ${missing[*]}"
  fi
  echo "== installing ${#missing[@]} Debian packages: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q=2
  apt-get install -q=2 --no-install-recommends "${missing[@]}" >/dev/null
}

# Makes ROOT/python the package of the environment: its modules as they are, and its
# tools. Its compiled part is that of a build, in PYTHONPATH=build/python, which an
# editable installation by pip would put aside.
memplace_link_package() {
  local root=$1 venv=$1/.venv site tool
  site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  printf '%s\n' "$root/python" >"$site/memplace.pth"
  for tool in import iree run report; do
    printf '#!%s\nfrom memplace.%s_cli import main\n\nraise SystemExit(main())\n' \
      "$venv/bin/python" "$tool" >"$venv/bin/memplace-$tool"
    chmod +x "$venv/bin/memplace-$tool"
  done
}

# Makes or renews ROOT/.venv, if python/requirements.txt changed since it was made.
memplace_make_venv() {
  local root=$1 venv=$1/.venv stamp wanted
  stamp=$venv/memplace-stamp
  wanted=$(sha256sum <"$root/python/requirements.txt")
  [[ -f $stamp && $(<"$stamp") == "$wanted $root" ]] && return
  echo "== installing the Python packages of python/requirements.txt into .venv"
  rm -rf "$venv"
  /usr/bin/python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check \
    -r "$root/python/requirements.txt"
  memplace_link_package "$root"
  printf '%s' "$wanted $root" >"$stamp"
}

# memplace_build ROOT PRESET FOLDER TARGET...: configures ROOT/FOLDER with the
# CMake preset, if it is not, and builds the targets.
memplace_build() {
  local root=$1 preset=$2 folder=$3
  shift 3
  if [[ ! -f $root/$folder/build.ninja ]]; then
    echo "== configuring $folder/"
    (cd "$root" && cmake --preset "$preset" >/dev/null)
  fi
  echo "== building"
  ninja -C "$root/$folder" --quiet "$@"
}

# memplace_setup ROOT: installs what is missing.
memplace_setup() {
  memplace_install_packages
  memplace_make_venv "$1"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  set -euo pipefail
  memplace_setup "$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
fi
