#!/bin/bash
# Installs missing packages (utils/setup.sh), builds everything into build/ and runs
# every test: lit, the unit tests, and the repository's own checks.
#
# Usage: utils/check.sh [--sanitize] [--torch] [FILTER]
#   --sanitize  build into build-asan/ with AddressSanitizer and
#               UndefinedBehaviorSanitizer, and run the tests there; before
#               that, run the runtime library's tests in build-tsan/ with
#               ThreadSanitizer
#   --torch     also install PyTorch and ExecuTorch (6 GB) into .venv-torch, for the
#               tests that need them; otherwise these tests are skipped
#   FILTER      run only the tests whose path matches this regular expression
#
# The last line of the output counts the tests. Exit code 0 if all passed, 1 if a test
# or the build failed.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=utils/setup.sh
source "$root/utils/setup.sh"

preset=dev folder=build filter= torch=
for argument in "$@"; do
  case $argument in
    --sanitize) preset=asan folder=build-asan ;;
    --torch) torch=1 ;;
    -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit ;;
    -*) memplace_die "unknown option '$argument'; see --help" ;;
    *) filter=$argument ;;
  esac
done

if [[ $preset == asan ]]; then
  MEMPLACE_DEBIAN_PACKAGES+=("${MEMPLACE_SANITIZER_PACKAGES[@]}")
fi
memplace_want_tests
memplace_setup "$root"
[[ -z $torch ]] || memplace_make_torch_venv "$root"
status=0
if [[ $preset == asan ]]; then
  memplace_build "$root" tsan build-tsan RuntimeTests
  echo "== running the runtime library's tests with ThreadSanitizer"
  "$root/build-tsan/unittests/RuntimeTests" --gtest_brief=1 || status=1
fi
memplace_build "$root" $preset $folder all memplace-unittests

results=$root/$folder/check-results.json
rm -f "$results"
echo "== running the tests"
# Two tests more than cores at a time: some tests wait for Ray or a browser.
LIT_OPTS="-j$(($(nproc) + 2)) --output=$results ${filter:+--filter=$filter}" \
  ninja -C "$root/$folder" --quiet check || status=1
[[ -f $results ]] || memplace_die "the tests did not run"
"$root/utils/count_results.py" "$results" || status=1
exit $status
