#!/bin/bash
# Tags the version of CMakeLists.txt as a release, after every check has passed. Pushes
# nothing.
#
# Usage: utils/release.sh [--checked]
#   --checked  the tests have passed for this commit, so run only the quick checks
#
# Refuses a dirty working tree, an existing tag, and a version that CHANGELOG.md or
# CITATION.cff does not name. Exit code 0 if the tag was made.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=utils/setup.sh
source "$root/utils/setup.sh"

checked=0
for argument in "$@"; do
  case $argument in
    --checked) checked=1 ;;
    -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit ;;
    *) memplace_die "unknown option '$argument'; see --help" ;;
  esac
done

cd "$root"
version=$(sed -n 's/^project(memplace VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[[ -n $version ]] || memplace_die "CMakeLists.txt names no version"
[[ -z $(git status --porcelain) ]] ||
  memplace_die "the working tree has changes; commit them first"
! git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null ||
  memplace_die "there is a tag v$version already; raise the version in CMakeLists.txt"
grep -q "^## \[$version\]" CHANGELOG.md ||
  memplace_die "CHANGELOG.md has no section [$version]; rename [Unreleased]"
grep -qx "version: $version" CITATION.cff || memplace_die "CITATION.cff names another version"
((checked)) || utils/check.sh
# The notes are the section of the changelog.
notes=$(sed -n "/^## \[$version\]/,/^## /{/^## /!p}" CHANGELOG.md)
git tag --annotate "v$version" --message "memplace $version" --message "$notes"
echo "tagged v$version; push it with: git push origin v$version"
