#!/bin/bash
# Runs clang-tidy 14 with .clang-tidy, one group of files per core at a time.
#
#   utils/tidy.sh [--build=DIR] [--all | FILE...]
#
# By default, checks the plain core (without Packing) and the agent's search. --all
# adds the compiler, the rest of the agent and the tools, which takes minutes. DIR
# (default: build) must have been built, for its generated headers. A clean file is
# skipped until the file, one of its possible headers or the rules change (DIR/tidy).
# Exit status: 0 no findings, 1 findings, 2 cannot run.
#
# Groups of files (group_of) are parsed as one, because other projects' headers take most
# of the time: this divides the time for the plain core by about ten. If two of these
# files define the same local name, they are split in halves. This misses a `using` that
# only another of these files needs.
#
# The build's flags are for another version of clang, so this script has flags of its
# own. CLANG_TIDY names the program.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build
all=0
files=()
for argument in "$@"; do
  case $argument in
  --build=*) build=${argument#--build=} ;;
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

# headers: folders whose headers the files may include.
plain=(Problem Target Simulator Planning Solver Runtime)
headers=("$root/include" "$root/lib" "$root/agent" "$root/tools")
if [[ ${#files[@]} == 0 ]]; then
  folders=("$root/lib" "$root/agent" "$root/tools")
  if [[ $all == 0 ]]; then
    folders=("${plain[@]/#/$root/lib/}" "$root/lib/CAPI" "$root/agent/Search"
      "$root/agent/Game" "$root/agent/Baselines")
    headers=("${folders[@]}" "$root/include/memplace-c")
    for folder in "${plain[@]/#/$root/include/memplace/}"; do
      [[ -d $folder ]] && headers+=("$folder")  # Not all have public headers.
    done
  fi
  mapfile -t files < <(find "${folders[@]}" -name '*.cpp' | sort)
fi
if [[ ${#files[@]} == 0 ]]; then
  echo "error: there is nothing to check" >&2
  exit 2
fi

newest=$(find "${headers[@]}" "$root/.clang-tidy" "$root/utils/tidy.sh" -type f \
  ! -name '*.cpp' -printf '%T@ %p\n' | sort -rn | sed -n '1s/^[^ ]* //p')
mkdir -p "$build/tidy"

# Returns the name of the files that are parsed as one with a file: large groups with
# the same rules, without equal local names. Each group costs 11 s for the standard
# library's headers.
group_of() {
  case ${1#"$root/"} in
  lib/Problem/* | lib/Target/* | lib/Simulator/* | lib/CAPI/*) echo problem ;;
  lib/Solver/Exact*) echo exact ;;
  lib/Solver/Search*) echo problem ;; # As many files as the group solver.
  lib/Solver/* | lib/Planning/*) echo solver ;;
  agent/Search/* | agent/Game/* | agent/Baselines/*) echo solver ;;
  *) dirname "$1" ;;
  esac
}

stamp_of() { echo "$build/tidy/${1//\//_}.good"; }

# Runs clang-tidy on a file that includes all given files, which are one group.
# Returns 0 if they are clean; prints findings.
look_at() {
  local folder rules whole=$1 standard=c++20 status=0
  folder=$(dirname "$1")
  rules=$folder
  until [[ -f $rules/.clang-tidy || $rules == / ]]; do rules=$(dirname "$rules"); done
  # See agent/Network/CMakeLists.txt.
  [[ $* =~ agent/Network/(Modules|Network).cpp ]] && standard=c++17
  if (($# > 1)); then
    whole=$(mktemp "$build/tidy/XXXXXX.cpp")
    printf '#include "%s" // NOLINT\n' "$@" >"$whole"
  fi
  "$tidy" --quiet --config-file="$rules/.clang-tidy" \
    --header-filter="(include/memplace|lib|tools|agent|unittests)/|^$(sed 's/[][().*+?^$|{}\\]/\\&/g' <<<"$folder")/" \
    "$whole" -- -std=$standard -w -I"$root/include" -I"$root" -I"$build/include" \
    -I"$build/lib/Target" -I"$root/tools/common" -DMEMPLACE_LIBRARY='""' \
    -DMEMPLACE_MLIR_LIBRARY='""' -isystem /usr/lib/llvm-22/include \
    -isystem /usr/include/torch/csrc/api/include 2>/dev/null || status=1
  (($# == 1)) || rm -f "$whole"
  return $status
}

# Checks the files, as many at a time as possible.
check_files() {
  local output half=$(($# / 2)) file status=0
  if output=$(look_at "$@"); then
    for file in "$@"; do touch "$(stamp_of "$file")"; done
  elif (($# > 1)); then
    check_files "${@:1:half}" || status=1
    check_files "${@:half+1}" || status=1
    return $status
  else
    printf '%s\n' "$output"
    return 1
  fi
}
export -f check_files look_at stamp_of
export tidy root build

# Files not known to be clean: one entry per group, one line per file.
declare -A new=()
for file in "${files[@]}"; do
  stamp=$(stamp_of "$file")
  [[ $stamp -nt $file && $stamp -nt $newest ]] ||
    new[$(group_of "$file")]+=$file$'\n'
done
if ((${#new[@]} == 0)) || printf '%s\0' "${new[@]%$'\n'}" |
  xargs -0 -n1 -P"$(nproc)" bash -c 'mapfile -t some <<<"$1"; check_files "${some[@]}"' _; then
  echo "clang-tidy: ${#files[@]} files are fine"
else
  echo "error: clang-tidy found something" >&2
  exit 1
fi
