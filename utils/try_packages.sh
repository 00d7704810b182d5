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
((EUID == 0)) || memplace_die "only root can make a root"
command -v debootstrap >/dev/null || memplace_die "install Debian's package debootstrap"

work=$(mktemp -d)
((keep)) || trap 'rm -rf "$work"' EXIT

# Runs a script from standard input in the root $1, isolated from this machine except
# for kernel and network. The mounts disappear afterwards.
in_root() {
  unshare --mount bash -c '
    mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
    exec env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
      DEBIAN_FRONTEND=noninteractive chroot "$0" bash -euo pipefail -s' "$1"
}

# Creates a root of Debian's release $2 with this machine's mirrors and certificates.
make_root() {
  local mirror
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null |
    sed -nE 's/^(URIs:|deb) +([^ ]+).*/\2/p' | head -n 1) || true
  debootstrap --variant=minbase --include=ca-certificates "$2" "$1" \
    "${mirror:-http://deb.debian.org/debian}" >"$work/debootstrap.log" ||
    memplace_die "debootstrap failed:" "$(tail -n 3 "$work/debootstrap.log")"
  # A temporary root need not survive a power failure.
  echo force-unsafe-io >"$1/etc/dpkg/dpkg.cfg.d/unsafe-io"
  rm -f "$1/etc/apt/sources.list"
  cp /etc/apt/sources.list "$1/etc/apt" 2>/dev/null || true
  cp /etc/apt/sources.list.d/debian.sources "$1/etc/apt/sources.list.d" 2>/dev/null || true
  sed -i "s/bookworm/$2/g" "$1/etc/apt/sources.list" "$1/etc/apt/sources.list.d/"* 2>/dev/null || true
  cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs"
  cp /etc/resolv.conf /etc/hosts "$1/etc"
  cp /etc/pip.conf "$1/etc" 2>/dev/null || true
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
make_root "$work/wheel" bookworm
cp -a "$work/wheel" "$work/deb"
try_wheel "$work/wheel"
try_more_of_wheel "$work/wheel"
echo "== a clean root of Debian 13"
make_root "$work/wheel-13" trixie
try_wheel "$work/wheel-13"
try_debian_package "$work/deb"
((keep)) && echo "the roots are in $work"
echo "both packages work in a clean root"
