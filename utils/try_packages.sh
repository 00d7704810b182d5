#!/bin/bash
# Tests the packages of utils/package.sh in clean environments: makes roots of Debian 12
# and 13 (debootstrap, minbase), installs Python and the wheel in a copy of each, the
# Debian package in another copy of the first, and uses the installed tools.
#
# Usage: utils/try_packages.sh [--keep] [FOLDER]
#   FOLDER  output of utils/package.sh; by default build/packages
#   --keep  keep the roots and print their place
#
# Needs root, debootstrap, 3 GB of disk, and the mirrors of this machine's apt and pip.
# Exit code 0 on success.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=utils/setup.sh
source "$root/utils/setup.sh"
# shellcheck source=utils/roots.sh
source "$root/utils/roots.sh"

keep=0 folder=$root/build/packages
for argument in "$@"; do
  case $argument in
    --keep) keep=1 ;;
    -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit ;;
    -*) memplace_die "unknown option '$argument'; see --help" ;;
    *) folder=$argument ;;
  esac
done
wheels=("$folder"/memplace-*.whl)
debs=("$folder"/memplace_*.deb)
[[ -f ${wheels[-1]} && -f ${debs[-1]} ]] ||
  memplace_die "no packages in '$folder'; run utils/package.sh"

work=$(mktemp -d)
((keep)) || trap 'rm -rf "$work"' EXIT

# Creates a root of Debian's release $2 with the inputs of the scripts below.
make_root_to_try() {
  make_root "$1" "$2"
  mkdir "$1/try"
  cp "$root"/examples/camera-npu.* "$root/models/xfblock.stablehlo.mlir" \
    "$root/test/Package/Inputs/use_wheel.py" "$root/test/Package/Inputs/solve_muzero.py" "$1/try"
  cp "$root/benchmarks/problems/kinds/lstm.problem.json.gz" "$1/try"
  cat >"$1/try/sum.mlir" <<'MLIR'
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %s = linalg.add ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %p = linalg.mul ins(%s, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %p : tensor<8xf32>
}
MLIR
}

# Uses the tools of either package, which must be in PATH.
use_tools='
cd /try
memplace-opt --version
memplace-opt camera-npu.mlir --memplace-default=target=camera-npu.json -o camera.placed.mlir
grep -c memplace.slot camera.placed.mlir
memplace-import sum.mlir -o sum.memref.mlir
memplace-opt sum.memref.mlir --memplace-default=target=toy -o sum.placed.mlir
memplace-run sum.memref.mlir sum.placed.mlir | tee run.txt
grep -qx bit-identical run.txt
memplace-solve lstm.problem.json.gz -o lstm.json --solver=search --option=budget=2000
memplace-verify lstm.problem.json.gz lstm.json
memplace-simulate lstm.problem.json.gz lstm.json | head -n 3
'

# Installs the wheel in the root $1, and uses its tools.
try_wheel() {
  cp "${wheels[-1]}" "$1/try"
  { cat <<'SCRIPT'; echo "$use_tools"; } | in_root "$1"
apt-get update -q=2
apt-get install -q=2 --no-install-recommends python3 python3-venv >/dev/null
python3 --version
python3 -m venv /opt/memplace
/opt/memplace/bin/pip install --quiet --disable-pip-version-check /try/memplace-*.whl
du -sh /opt/memplace | sed 's/^/installed, with NumPy: /'
PATH=/opt/memplace/bin:$PATH
python /try/use_wheel.py /opt/memplace
LD_BIND_NOW=1 memplace-opt --version
SCRIPT
}

try_more_of_wheel() {
  { echo 'PATH=/opt/memplace/bin:$PATH; cd /try'; cat <<'SCRIPT'; } | in_root "$1"
mlir=$(python -c 'from memplace.native import PREFIX; print(PREFIX)')
"$mlir/bin/mlir-opt" --load-dialect-plugin="$mlir/lib/memplace_plugin.so" \
  --load-pass-plugin="$mlir/lib/memplace_plugin.so" sum.memref.mlir \
  --pass-pipeline='builtin.module(memplace-default{target=toy})' -o sum.plugin.mlir
cmp sum.plugin.mlir sum.placed.mlir
echo "the plugin gives the same"
# Nothing of LLVM's may come from elsewhere.
! ldd "$mlir"/bin/* "$mlir"/lib/* | grep -v -E 'lib(torch|torch_cpu|c10)\.so' | grep 'not found'
python solve_muzero.py lstm.problem.json.gz | tee without.txt
grep -q 'install LibTorch (Debian: libtorch1.13)' without.txt
pip install --quiet --disable-pip-version-check "$(ls /try/memplace-*.whl)[report]"
memplace-report lstm.problem.json.gz lstm.json -o lstm.html --svg lstm.svg
grep -q 'plotly.js v' lstm.html
ls -s lstm.html lstm.svg
ls /opt/memplace/lib/python3*/site-packages/memplace-*.dist-info/licenses
echo "== the wheel with LibTorch of Debian"
apt-get install -q=2 --no-install-recommends libtorch1.13 >/dev/null
python solve_muzero.py lstm.problem.json.gz | grep '^muzero solved'
memplace-solve lstm.problem.json.gz -o muzero.json --solver=muzero --option=budget=1
memplace-train --help >train.txt
SCRIPT
}

try_debian_package() {
  echo "== the Debian package: $(basename "${debs[-1]}")"
  cp "${debs[-1]}" "$1/try"
  { cat <<'SCRIPT'; echo "$use_tools"; cat <<'MORE'; } | in_root "$1"
apt-get update -q=2
apt-get install -q=2 --no-install-recommends /try/memplace_*.deb >/dev/null
memplace-opt --version
apt-get install -q=2 --no-install-recommends mlir-22-tools python3 python3-numpy >/dev/null
SCRIPT
python3 -c 'import memplace; print(memplace.__file__)'
python3 solve_muzero.py lstm.problem.json.gz | tee without.txt
grep -q 'install LibTorch (Debian: libtorch1.13)' without.txt
echo "== the Debian package with what it recommends"
apt-get install -q=2 --no-install-recommends libtorch1.13 >/dev/null
python3 solve_muzero.py lstm.problem.json.gz | grep '^muzero solved'
memplace-train --help >train.txt
head -n 3 /usr/share/doc/memplace/copyright
apt-get remove -q=2 memplace >/dev/null
if ls /usr/bin/memplace-* 2>/dev/null; then exit 1; fi
MORE
}

echo "== the wheel: $(basename "${wheels[-1]}")"
echo "== a clean root of Debian 12"
make_root_to_try "$work/wheel" bookworm
cp -a "$work/wheel" "$work/deb"
try_wheel "$work/wheel"
try_more_of_wheel "$work/wheel"
echo "== a clean root of Debian 13"
make_root_to_try "$work/wheel-13" trixie
try_wheel "$work/wheel-13"
try_debian_package "$work/deb"
((keep)) && echo "the roots are in $work"
echo "both packages work in a clean root"
