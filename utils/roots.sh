# Clean roots of Debian for scripts that try memplace there. Sourced; needs root, debootstrap,
# and memplace_die of setup.sh. Uses the mirrors and certificates of this machine.
# shellcheck shell=bash

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
  local mirror log=$1.log
  ((EUID == 0)) || memplace_die "only root can make a root"
  command -v debootstrap >/dev/null || memplace_die "install Debian's package debootstrap"
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null |
    sed -nE 's/^(URIs:|deb) +([^ ]+).*/\2/p' | head -n 1) || true
  debootstrap --variant=minbase --include=ca-certificates "$2" "$1" \
    "${mirror:-http://deb.debian.org/debian}" >"$log" ||
    memplace_die "debootstrap failed:" "$(tail -n 3 "$log")"
  # A temporary root need not survive a power failure.
  echo force-unsafe-io >"$1/etc/dpkg/dpkg.cfg.d/unsafe-io"
  rm -f "$1/etc/apt/sources.list"
  cp /etc/apt/sources.list "$1/etc/apt" 2>/dev/null || true
  cp /etc/apt/sources.list.d/debian.sources "$1/etc/apt/sources.list.d" 2>/dev/null || true
  sed -i "s/bookworm/$2/g" "$1/etc/apt/sources.list" "$1/etc/apt/sources.list.d/"* 2>/dev/null || true
  cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs"
  cp /etc/resolv.conf /etc/hosts "$1/etc"
  cp /etc/pip.conf "$1/etc" 2>/dev/null || true
}
