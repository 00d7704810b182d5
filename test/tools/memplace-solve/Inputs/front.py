"""Checks a front: front.py FRONT LINE PREFIX writes its ends to PREFIX-first.json and
PREFIX-last.json."""

import json
import sys

front_path, line_path, prefix = sys.argv[1:]
with open(front_path, encoding="utf-8") as file:
    found = json.load(file)
with open(line_path, encoding="utf-8") as file:
    line = json.load(file)
assert found["format"] == "memplace-front" and found["slowest_tier"]
front = found["front"]
assert len(front) > 1, len(front)
costs = [(each["makespan_ps"], each["slow_tier_bytes"]) for each in front]
for one, other in zip(costs, costs[1:]):
    assert one[0] < other[0] and one[1] > other[1], (one, other)
assert costs[0][0] <= line["makespan_ps"], (costs[0], line)
for each in front:
    assert each["solution"]["makespan_ps"] == each["makespan_ps"]
for name, each in (("first", front[0]), ("last", front[-1])):
    with open(f"{prefix}-{name}.json", "w", encoding="utf-8") as file:
        json.dump(each["solution"], file)
