#!/bin/bash
# Runs clang-tidy 14 with .clang-tidy, two files at a time on two cores.
#
#   utils/tidy.sh [--build=DIR] [--since=DAYS] [--all | FILE...]
#
# By default the plain world (without Packing) and the agent's search; --all adds the MLIR world and the tools, which takes minutes.
# DIR (default: build) must have been built, for its generated headers. A file that
# was found good is not looked at again until it, a header it may include or the
# rules change (DIR/tidy). Exit status: 0 all is well, 1 it is not, 2 it cannot run.
#
# --since leaves out what no commit of the DAYS before the last has changed, nor a
# header that it includes by name: continuous integration has looked at that when it
# was new. If the rules changed, or there is no history, all are checked.
#
# The flags of the build are those of another clang, so each file gets its own
# here. CLANG_TIDY names the program.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build
all=0
since=
files=()
for argument in "$@"; do
  case $argument in
  --build=*) build=${argument#--build=} ;;
  --since=*) since=${argument#--since=} ;;
  --all) all=1 ;;
  -*)
    echo "error: unknown option '$argument'" >&2
    exit 2
    ;;
  *) files+=("$(realpath "$argument")") ;;
  esac
done

tidy=${CLANG_TIDY:-$(command -v clang-tidy-14 || echo clang-tidy)}
if ! "$tidy" --version 2>/dev/null | grep -q 'LLVM version 14\.'; then
  echo "error: clang-tidy 14 is needed, '$tidy' is not;" \
    "install Debian's clang-tidy-14 or set CLANG_TIDY" >&2
  exit 2
fi

if [[ -n $since && ! $since =~ ^[1-9][0-9]*$ ]]; then
  echo "error: --since must be a number of days, got '$since'" >&2
  exit 2
fi

# Leaves in `files` those that --since is about.
keep_changed() {
  local last changed headers kept=() file
  last=$(git -C "$root" log -1 --format=%ct 2>/dev/null) || return 0
  changed=$(git -C "$root" log --since="$(date -d "@$((last - since * 86400))" -R)" \
    --name-only --format= && git -C "$root" diff --name-only HEAD)
  grep -qxE '\.clang-tidy|utils/tidy\.sh' <<<"$changed" && return 0
  headers=$(sed -nE '/\.h$/ { s,.*/,,; s,\.,\\.,g; p }' <<<"$changed" | sort -u | paste -sd'|')
  for file in "${files[@]}"; do
    if grep -qxF "${file#"$root"/}" <<<"$changed" ||
      { [[ -n $headers ]] && grep -qE "^#include \"(.*/)?($headers)\"" "$file"; }; then
      kept+=("$file")
    fi
  done
  files=("${kept[@]}")
}

# headers: the folders whose headers those files may include.
plain=(Problem Target Simulator Planning Solver Game Runtime)
headers=("$root/include" "$root/lib" "$root/agent" "$root/tools")
if [[ ${#files[@]} == 0 ]]; then
  folders=("$root/lib" "$root/agent" "$root/tools")
  if [[ $all == 0 ]]; then
    folders=("${plain[@]/#/$root/lib/}" "$root/lib/CAPI" "$root/agent/Search")
    headers=("${folders[@]}" "${plain[@]/#/$root/include/memplace/}"
      "$root/include/memplace-c")
  fi
  mapfile -t files < <(find "${folders[@]}" -name '*.cpp' | sort)
fi
if [[ ${#files[@]} == 0 ]]; then
  echo "error: there is nothing to check" >&2
  exit 2
fi
[[ -z $since ]] || keep_changed

# Below: what xargs runs for each file.
export tidy root build
newest=$(find "${headers[@]}" "$root/.clang-tidy" "$root/utils/tidy.sh" -type f \
  ! -name '*.cpp' -printf '%T@ %p\n' | sort -rn | sed -n '1s/^[^ ]* //p')
export newest
check_file() {
  local file=$1 output standard=c++20
  # See agent/Network/CMakeLists.txt.
  [[ $file =~ agent/Network/(Modules|Network).cpp$ ]] && standard=c++17
  local stamp=$build/tidy/${file//\//_}.good
  [[ $stamp -nt $file && $stamp -nt $newest ]] && return 0
  if output=$("$tidy" --quiet "$file" -- -std=$standard -w -I"$root/include" -I"$root" \
    -I"$build/include" -I"$build/lib/Target" -I"$root/tools/common" \
    -DMEMPLACE_LIBRARY='""' -DMEMPLACE_MLIR_LIBRARY='""' -isystem /usr/lib/llvm-22/include \
    -isystem /usr/include/torch/csrc/api/include 2>/dev/null); then
    mkdir -p "$build/tidy"
    touch "$stamp"
    return 0
  fi
  printf '%s\n' "$output"
  return 1
}
export -f check_file

if [[ ${#files[@]} == 0 ]] || printf '%s\0' "${files[@]}" |
  xargs -0 -n1 -P"$(nproc)" bash -c 'check_file "$1"' _; then
  echo "clang-tidy: ${#files[@]} files are fine"
else
  echo "error: clang-tidy found something" >&2
  exit 1
fi
