#!/bin/bash
# Installs missing packages (utils/setup.sh), builds memplace into build/, and shows its
# main use: places ResNet-50 for the TPU v4i, and runs two smaller models before and
# after placement to compare the results bit for bit.
#
# Usage: utils/quickstart.sh
#
# Results are kept in build/quickstart. Exit code 0 on success.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=utils/setup.sh
source "$root/utils/setup.sh"
target=tpu-v4i
# Without memplace-train, the language server and the tests, which utils/check.sh
# builds.
targets=(memplace-opt memplace-solve memplace-pack memplace-verify memplace-simulate
  memplace_runtime memplace_kernels memplace-python MemPlaceAgentShared)

if [[ $# -gt 0 ]]; then
  sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"
  [[ $1 == -h || $1 == --help ]] && exit
  exit 2
fi

# import MODEL: StableHLO text -> memref form.
import() {
  memplace-import "$root/models/$1.stablehlo.mlir" -o "$1.memref.mlir"
}

# place MODEL [PASS OPTIONS]: memref form -> placed form.
place() {
  memplace-opt "$1.memref.mlir" -o "$1.placed.mlir" \
    --memplace-default="target=$target solver=greedy ${2-}"
}

place_resnet50() {
  echo
  echo "== ResNet-50: StableHLO -> memref -> placed for $target"
  import resnet50
  place resnet50 "report=- report-format=table" | tee resnet50.report.txt
  echo "placed program: build/quickstart/resnet50.placed.mlir"
}

compare_runs() {
  echo
  echo "== $1, run on this machine before and after placement"
  import "$1"
  place "$1"
  memplace-run "$1.memref.mlir" "$1.placed.mlir"
}

memplace_setup "$root"
memplace_build "$root" dev build "${targets[@]}"
export PATH=$root/build/bin:$root/.venv/bin:$PATH
mkdir -p "$root/build/quickstart"
cd "$root/build/quickstart"
place_resnet50
compare_runs xfblock
compare_runs smallconv
