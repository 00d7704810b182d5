"""Compares the ops of two problems without their names."""

import json
import sys


def ops_of(path):
    with open(path) as file:
        problem = json.load(file)
    names = [buffer["name"] for buffer in problem["buffers"]]
    ops = [
        (op["compute_ps"], [(names[a["buffer"]], a["mode"], a["bytes"]) for a in op["accesses"]])
        for op in problem["ops"]
    ]
    return [(ps, sorted(accesses)) for ps, accesses in ops]


before, after = (ops_of(path) for path in sys.argv[1:])
if before != after:
    sys.exit(f"not the same: {before} and {after}")
print(f"{len(after)} ops, {sum(not accesses for _, accesses in after)} without accesses")
