"""Fails unless the program of the first report is at most as slow as the others:
makespans.py REPORT OTHER..."""

import json
import sys


def makespan(path):
    with open(path, encoding="utf-8") as file:
        (function,) = json.load(file)["functions"]
    return function["makespan_ps"]


first, *others = sys.argv[1:]
for other in others:
    if makespan(first) > makespan(other):
        sys.exit(f"{first} takes {makespan(first)} ps, longer than {other}")
