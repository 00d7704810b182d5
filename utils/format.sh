#!/bin/bash
# Formats the C++ files of the repository with clang-format 14, in place.
#
#   utils/format.sh [--check] [FILE...]     (default: all C++ files)
#
# --check changes nothing and exits with 1 if a file is not formatted. Other versions of
# clang-format give other results and are rejected with exit code 2. CLANG_FORMAT names
# the program.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
check=0
if [[ ${1-} == --check ]]; then
  check=1
  shift
fi

program=${CLANG_FORMAT:-$(command -v clang-format-14 || echo clang-format)}
if ! "$program" --version 2>/dev/null | grep -q 'clang-format version 14\.'; then
  echo "error: clang-format 14 is needed, '$program' is not;" \
    "install Debian's clang-format-14 or set CLANG_FORMAT" >&2
  exit 2
fi

files=("$@")
if [[ ${#files[@]} == 0 ]]; then
  folders=()
  for folder in include lib agent tools unittests fuzz cmake examples benchmarks python/src; do
    [[ -d $root/$folder ]] && folders+=("$root/$folder")
  done
  mapfile -t files < <(find "${folders[@]}" -name '*.h' -o -name '*.cpp' | sort)
fi

if [[ $check == 0 ]]; then
  exec "$program" -i "${files[@]}"
fi
if ! "$program" --dry-run -Werror "${files[@]}"; then
  echo "error: not formatted; run utils/format.sh" >&2
  exit 1
fi
