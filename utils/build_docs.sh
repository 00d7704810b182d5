#!/bin/bash
# Builds the documentation as a static site with MkDocs. Fails on broken links. Open
# index.html in the folder to read the site.
#
# Usage: utils/build_docs.sh [--installed] [FOLDER]
#   --installed  use MkDocs of .venv as it is; by default, install it there first
#                if it is missing (utils/setup.sh)
#   FOLDER       output folder; default: build/site
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=utils/setup.sh
source "$root/utils/setup.sh"

installed=0 site=
for argument in "$@"; do
  case $argument in
    --installed) installed=1 ;;
    -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit ;;
    -*) memplace_die "unknown option '$argument'; see --help" ;;
    *) site=$(realpath -m "$argument") ;;
  esac
done
site=${site:-$root/build/site}

"$root/utils/check_docs.py" "$root"
memplace_want_tests
((installed)) || memplace_make_venv "$root"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source"
mapfile -t files < <("$root/utils/check_docs.py" --list "$root")
(cd "$root" && cp --parents "${files[@]}" "$work/source")
cp "$root/utils/site.css" "$work/source"
cp "$root/utils/mkdocs.yml" "$work"
mkdir -p "$(dirname "$site")"
# Not --quiet, which would also suppress errors of --strict.
"$root/.venv/bin/mkdocs" build --strict -f "$work/mkdocs.yml" -d "$site"
echo "the site is in $site"
