"""Prints a problem in a smaller form: reduced.py one-op|no-weights PROBLEM."""

import json
import sys

how, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    problem = json.load(file)
if how == "one-op":
    problem["ops"] = problem["ops"][:1]
    problem["buffers"] = [
        {**buffer, "end": 1} for buffer in problem["buffers"] if buffer["begin"] == 0
    ]
else:
    for op in problem["ops"]:
        op["accesses"] = [
            access
            for access in op["accesses"]
            if not problem["buffers"][access["buffer"]].get("live_in")
        ]
print(json.dumps(problem))
