#!/bin/bash
# Installs the packages for building and testing memplace: missing Debian packages by
# apt-get (as root only) and the pinned Python packages into .venv. Run this file, or
# source it and call memplace_setup. If everything is installed, it uses no network.

# CONTRIBUTING.md lists the purpose of each package. These packages build and run
# memplace.
MEMPLACE_DEBIAN_PACKAGES=(
  ca-certificates ccache clang-22 cmake g++ libblas-dev libmlir-22-dev
  libopenblas0-pthread libtorch-dev liburing-dev lld-22 llvm-22-dev llvm-22-tools mlir-22-tools ninja-build
  nlohmann-json3-dev python3-dev python3-venv zlib1g-dev
)
MEMPLACE_PYTHON_PACKAGES=(python/requirements.txt)

# Needed for the tests; added by memplace_want_tests.
MEMPLACE_TEST_PACKAGES=(
  bash-completion chromium-headless-shell clang-format-14 clang-tidy-14 fonts-dejavu-core
  git help2man libgmock-dev libgtest-dev
)
memplace_want_tests() {
  MEMPLACE_DEBIAN_PACKAGES+=("${MEMPLACE_TEST_PACKAGES[@]}")
  MEMPLACE_PYTHON_PACKAGES+=(python/requirements-test.txt)
}

# Needed for sanitizers or libFuzzer.
MEMPLACE_SANITIZER_PACKAGES=(libclang-rt-22-dev)

memplace_die() {
  printf 'error: %s\n' "$@" >&2
  exit 1
}

# Python for the virtual environment, installed before all other packages.
MEMPLACE_VENV_PACKAGES=(ca-certificates python3-dev python3-venv)

# Prints the Debian packages that are not installed.
memplace_missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null |
      grep -qx installed || printf '%s\n' "$package"
  done
}

# Installs the missing Debian packages.
memplace_install_packages() {
  command -v dpkg-query >/dev/null ||
    memplace_die "this script needs Debian 12; elsewhere, install what CONTRIBUTING.md lists and use cmake directly"
  local missing
  mapfile -t missing < <(memplace_missing_packages "$@")
  ((${#missing[@]} == 0)) && return
  if ! command -v apt-get >/dev/null || ((EUID != 0)); then
    memplace_die "these Debian packages are missing and only root can install them:" \
      "  apt-get install --no-install-recommends ${missing[*]}"
  fi
  echo "== installing ${#missing[@]} Debian packages: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  # Package lists are read once, not again for the second call.
  if [[ -z ${memplace_has_lists-} ]]; then
    apt-get update -q=2 || return 1
    memplace_has_lists=1
  fi
  apt-get install -q=2 --no-install-recommends "${missing[@]}" >/dev/null
}

# Makes memplace's Python package and its tools available in the environment. The
# package is that of the build, whose modules are links to ROOT/python. Without a build
# it is ROOT/python itself, which has no compiled part.
memplace_link_package() {
  local root=$1 venv=$1/.venv site tool
  site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  printf '%s\n' "$root/build/python" "$root/python" >"$site/memplace.pth"
  for tool in $(sed -n 's/^memplace-\([a-z]*\) = .*/\1/p' "$root/python/pyproject.toml"); do
    printf '#!%s\nfrom memplace.%s_cli import main\n\nraise SystemExit(main())\n' \
      "$venv/bin/python" "$tool" >"$venv/bin/memplace-$tool"
    chmod +x "$venv/bin/memplace-$tool"
  done
}

# Creates ROOT/.venv, or adds missing packages of MEMPLACE_PYTHON_PACKAGES. Recreates
# the environment if another version of a requirements file was installed.
memplace_make_venv() {
  local root=$1 venv=$1/.venv file stamp wanted
  for file in "${MEMPLACE_PYTHON_PACKAGES[@]}"; do
    stamp=$venv/memplace-stamp-$(basename "$file")
    wanted="$(sha256sum <"$root/$file") $root"
    [[ -f $stamp && $(<"$stamp") != "$wanted" ]] && rm -rf "$venv"
  done
  if [[ ! -x $venv/bin/pip ]]; then
    rm -rf "$venv"
    /usr/bin/python3 -m venv "$venv"
  fi
  for file in "${MEMPLACE_PYTHON_PACKAGES[@]}"; do
    stamp=$venv/memplace-stamp-$(basename "$file")
    [[ -f $stamp ]] && continue
    echo "== installing the Python packages of $file into .venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$root/$file"
    printf '%s' "$(sha256sum <"$root/$file") $root" >"$stamp"
  done
  memplace_link_package "$root"
}

# Creates ROOT/.venv-torch with PyTorch and ExecuTorch, for the tests that need them. The
# environment is of its own, since these packages need other versions than .venv has.
memplace_make_torch_venv() {
  local root=$1 venv=$1/.venv-torch file=$1/python/requirements-torch.txt
  local stamp=$venv/memplace-stamp
  [[ -f $stamp && $(<"$stamp") == "$(sha256sum <"$file")" ]] && return
  rm -rf "$venv"
  /usr/bin/python3 -m venv "$venv"
  echo "== installing the Python packages of python/requirements-torch.txt into .venv-torch"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$file"
  sha256sum <"$file" >"$stamp"
}

# memplace_build ROOT PRESET FOLDER TARGET...: configures ROOT/FOLDER with the CMake
# preset and builds the targets. Configures again if the folder lacks tests but
# MEMPLACE_TEST_PACKAGES are requested. Without these packages, tests are off.
memplace_build() {
  local root=$1 preset=$2 folder=$3 tests=OFF
  shift 3
  [[ ${MEMPLACE_PYTHON_PACKAGES[*]} == *requirements-test* ]] && tests=ON
  if [[ ! -f $root/$folder/build.ninja ]] || { [[ $tests == ON ]] &&
    grep -qx 'MEMPLACE_BUILD_TESTS:BOOL=OFF' "$root/$folder/CMakeCache.txt"; }; then
    echo "== configuring $folder/"
    # Unity builds take 5 minutes of CPU instead of 13.
    (cd "$root" && cmake --preset "$preset" -DMEMPLACE_BUILD_TESTS=$tests \
      -DCMAKE_UNITY_BUILD=ON >/dev/null)
  fi
  echo "== building"
  ninja -C "$root/$folder" --quiet "$@"
}

# memplace_setup ROOT: installs missing packages. apt-get and pip run concurrently,
# because each uses one core.
memplace_setup() {
  local venv status=0
  # Without root, report all missing packages at once.
  ((EUID == 0)) || memplace_install_packages "${MEMPLACE_DEBIAN_PACKAGES[@]}"
  memplace_install_packages "${MEMPLACE_VENV_PACKAGES[@]}"
  memplace_make_venv "$1" &
  venv=$!
  (memplace_install_packages "${MEMPLACE_DEBIAN_PACKAGES[@]}") || status=1
  wait "$venv" || status=1
  ((status == 0)) || exit 1
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  set -euo pipefail
  memplace_want_tests
  memplace_setup "$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
fi
