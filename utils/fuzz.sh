#!/bin/bash
# Installs missing packages, builds the fuzz targets into build-fuzz/ with libFuzzer and
# sanitizers, and fuzzes one target after the other.
#
# Usage: utils/fuzz.sh [--seconds=N] [TARGET...]
#        utils/fuzz.sh --differential [--seconds=N] [OPTION...]
#   --differential  instead, solve random problems by all solvers and compare the
#                results (memplace-stress); OPTIONs go to it (--kind=packing)
#   --seconds=N  time to fuzz each target (default: 60); with 0, only build and
#                run the kept corpus
#   TARGET       one of attribute, model, packing, problem, program, solution, target
#                (default: all)
#
# Starts from fuzz/corpus/TARGET. Short inputs with new coverage are added to the corpus
# (add the files to the commit). Inputs that crash or hang go to
# build-fuzz/crashes/TARGET; `build-fuzz/fuzz/fuzz-TARGET FILE` runs one again. Exit
# code 1 if there is such an input. Inputs that crash mlir-opt, too, are only moved to
# build-fuzz/crashes/TARGET/upstream.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=utils/setup.sh
source "$root/utils/setup.sh"

all_targets=(attribute model packing problem program solution target)
seconds=60 targets=() is_differential= options=()
for argument in "$@"; do
  case $argument in
    --seconds=*) seconds=${argument#*=} ;;
    --differential) is_differential=1 ;;
    -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit ;;
    -*) options+=("$argument") ;;
    *) targets+=("$argument") ;;
  esac
done
[[ $seconds =~ ^[0-9]+$ ]] ||
  memplace_die "--seconds must be a whole number, got '$seconds'"
if [[ ! $is_differential ]] && ((${#options[@]})); then
  memplace_die "unknown option '${options[0]}'; see --help"
fi
for target in "${targets[@]}"; do
  [[ " ${all_targets[*]} " == *" $target "* ]] ||
    memplace_die "there is no fuzz target '$target'; there are ${all_targets[*]}"
done
((${#targets[@]})) || targets=("${all_targets[@]}")

# Sufficient for all inputs: 8 KiB, 20 s, 3 GB.
limits=(-max_len=8192 -timeout=20 -rss_limit_mb=3000 -malloc_limit_mb=1000)

# fuzz TARGET: returns 1 if an input crashes the target.
fuzz() {
  local program=$root/build-fuzz/fuzz/fuzz-$1 kept=$root/fuzz/corpus/$1
  local crashes=$root/build-fuzz/crashes/$1 found=$root/build-fuzz/found/$1
  local status=0
  mkdir -p "$crashes" "$found" "$kept"
  echo "== $1: running the kept corpus"
  "$program" "${limits[@]}" -runs=0 -artifact_prefix="$crashes/" "$kept" \
    >"$found.log" 2>&1 || { tail -n 40 "$found.log"; return 1; }
  ((seconds)) || return 0
  echo "== $1: fuzzing for $seconds s; log in build-fuzz/found/$1.log"
  # In fork mode, fuzzing continues after a crash.
  "$program" "${limits[@]}" -fork=1 -ignore_crashes=1 -ignore_ooms=1 \
    -ignore_timeouts=1 -dict="$root/fuzz/$(dictionary_of "$1").dict" \
    -max_total_time="$seconds" -artifact_prefix="$crashes/" \
    "$found" "$kept" >"$found.log" 2>&1 || status=1
  keep "$1"
  put_upstream_aside "$crashes"
  local count
  count=$(find "$crashes" -maxdepth 1 -type f | wc -l)
  ((count == 0)) && return $status
  echo "== $1: crashes or hangs: $count in build-fuzz/crashes/$1" >&2
  return 1
}

# Moves inputs that also crash MLIR's mlir-opt from FOLDER to FOLDER/upstream.
put_upstream_aside() {
  local file status
  while read -r file; do
    status=0
    timeout 20 mlir-opt-22 --allow-unregistered-dialect "$file" \
      >/dev/null 2>&1 || status=$?
    ((status >= 124)) || continue
    mkdir -p "$1/upstream" && mv "$file" "$1/upstream"
  done < <(find "$1" -maxdepth 1 -type f)
}

# Adds inputs to fuzz/corpus: as few and as short ones as needed for the new coverage.
keep() {
  local program=$root/build-fuzz/fuzz/fuzz-$1 kept=$root/fuzz/corpus/$1
  local found=$root/build-fuzz/found/$1 short=$root/build-fuzz/short/$1
  local bytes=1500
  # A problem and its solution.
  [[ $1 == solution ]] && bytes=2000
  rm -rf "$short" && mkdir -p "$short"
  find "$found" -type f -size "-${bytes}c" -exec cp -t "$short" {} +
  "$program" "${limits[@]}" -set_cover_merge=1 -use_counters=0 "$kept" "$short" \
    >"$short.log" 2>&1
  echo "== $1: the corpus has $(find "$kept" -type f | wc -l) inputs of" \
    "$(cat "$kept"/* | wc -c) bytes in all"
}

dictionary_of() {
  case $1 in attribute | program) echo mlir ;; *) echo json ;; esac
}

memplace_want_tests
MEMPLACE_DEBIAN_PACKAGES+=("${MEMPLACE_SANITIZER_PACKAGES[@]}")
memplace_setup "$root"
if [[ $is_differential ]]; then
  # One seed per day, so that each run tests new problems.
  first_seed=$((10#$(date +%Y%m%d) * 1000000))
  memplace_build "$root" asan build-asan memplace-stress
  exec "$root/build-asan/fuzz/memplace-stress" --seeds=$first_seed:$first_seed \
    --seconds="$seconds" --output="$root/build-asan/stress" \
    ${options[@]+"${options[@]}"}
fi
memplace_build "$root" fuzz build-fuzz "${targets[@]/#/fuzz-}"
status=0
for target in "${targets[@]}"; do
  fuzz "$target" || status=1
done
exit $status
