#!/usr/bin/env python3
"""Prints "N passed, N failed" for lit's results: count_results.py RESULTS.json

Appends ", N skipped" if some tests could not run here. Exit code: 0 if at least one test
ran and none failed, 1 otherwise.
"""

import collections
import json
import sys

PASSED = ("PASS", "FLAKYPASS", "XFAIL")
NOT_RUN = ("UNSUPPORTED", "SKIPPED")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        tests = json.load(file)["tests"]
    codes = collections.Counter(test["code"] for test in tests)
    # Tests excluded by a filter are not part of the run.
    total = len(tests) - codes["EXCLUDED"]
    passed = sum(codes[code] for code in PASSED)
    skipped = sum(codes[code] for code in NOT_RUN)
    failed = total - passed - skipped
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 0 if passed and not failed else 1


sys.exit(main())
