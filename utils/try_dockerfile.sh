#!/bin/bash
# Builds the image of Dockerfile and places a program in it. Without a running container
# engine, its instructions run in clean roots of Debian 12 instead (debootstrap): FROM,
# COPY, RUN, ENV, WORKDIR and CMD in the forms that Dockerfile uses; any other is an error.
#
# Usage: utils/try_dockerfile.sh [--roots]
#   --roots  use roots also where a container engine runs
#
# Needs a network and 15 GB of disk; with roots, root and debootstrap. Exit code 0 on
# success.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=utils/setup.sh
source "$root/utils/setup.sh"
# shellcheck source=utils/roots.sh
source "$root/utils/roots.sh"

roots=0
for argument in "$@"; do
  case $argument in
    --roots) roots=1 ;;
    -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit ;;
    *) memplace_die "unknown option '$argument'; see --help" ;;
  esac
done

# Runs in the image, in /work with examples/.
try='
memplace-opt camera-npu.mlir --memplace-default=target=camera-npu.json -o placed.mlir
grep -q memplace.slot placed.mlir
memplace-import xfblock.stablehlo.mlir -o xfblock.memref.mlir
memplace-opt xfblock.memref.mlir -o xfblock.placed.mlir --memplace-default=target=tpu-v4i
memplace-run xfblock.memref.mlir xfblock.placed.mlir | grep -x bit-identical
'

try_engine() {
  docker build -t memplace-try "$root"
  docker run --rm -v "$1:/work" memplace-try bash -euo pipefail -c "$try"
}

# Prints the instructions of Dockerfile, each in a line.
instructions() {
  sed -e '/^#/d' -e '/^$/d' "$root/Dockerfile" | sed -e ':a' -e '/\\$/N' -e 's/\\\n *//' -e 'ta'
}

# Runs the instruction $1 with the arguments $2. `stage` is the folder of the root, and
# `stages` has the folders by name.
run_instruction() {
  local from source target
  case $1 in
    FROM)
      [[ $2 =~ ^debian:bookworm-slim( AS ([a-z]+))?$ ]] || memplace_die "unknown image '$2'"
      stage=$work/stage-${#stages[@]}
      stages[${BASH_REMATCH[2]:-last}]=$stage
      make_root "$stage" bookworm
      environment=() folder=/
      ;;
    COPY)
      from=$root
      [[ $2 =~ ^--from=([a-z]+)\ (.*) ]] && from=${stages[${BASH_REMATCH[1]}]} && set -- "$1" "${BASH_REMATCH[2]}"
      read -r source target <<<"$2"
      mkdir -p "$stage$target"
      if [[ $from == "$root" ]]; then
        tar -C "$from/$source" --anchored --no-wildcards-match-slash \
          --exclude-from=<(sed 's,^,./,' "$root/.dockerignore") -c . | tar -C "$stage$target" -x
      else
        cp -a "$from/$source/." "$stage$target"
      fi
      ;;
    ENV) environment+=("$2") ;;
    WORKDIR) folder=$2 && mkdir -p "$stage$2" ;;
    RUN) run_in_stage "$2" ;;
    CMD) run_in_stage "$(sed -e 's/^\[//' -e 's/\]$//' -e 's/,//g' <<<"$2")" ;;
    *) memplace_die "unknown instruction '$1'" ;;
  esac
}

run_in_stage() {
  printf '%s\n' "${environment[@]/#/export }" "cd $folder" "$1" | in_root "$stage"
}

try_roots() {
  local -A stages=()
  local stage='' folder=/ environment=() name arguments
  while read -r -u 3 name arguments; do
    echo "== $name $arguments"
    run_instruction "$name" "$arguments"
  done 3< <(instructions)
  cp -a "$1/." "$stage$folder"
  run_in_stage "$try"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/inputs"
cp "$root"/examples/camera-npu.* "$root/models/xfblock.stablehlo.mlir" "$work/inputs"
if ((!roots)) && command -v docker >/dev/null && docker info >/dev/null 2>&1; then
  try_engine "$work/inputs"
else
  try_roots "$work/inputs"
fi
echo "the image works"
