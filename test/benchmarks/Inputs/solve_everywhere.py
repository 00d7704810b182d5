"""Solves the same problem in several folders: solve_everywhere.py FOLDER...

Each folder has one problem. Prints a line for each solver; fails if its
placements differ.
"""

import subprocess
import sys
from pathlib import Path

PROBLEM = "alexnet_b32.cmem32M.problem.json.gz"
# Less work than by default: a solver would read a placement at its start or end.
LESS = {
    "egrl": "budget=40",
    "exact-placement": "nodes=1000",
    "hybrid": "budget=2000",
    "muzero": "budget=1",
    "random-key": "budget=200",
    "search": "budget=2000",
    "whole-life": "budget=100",
}


def solve(folder: str, solver: str) -> bytes:
    """Returns the placement written by `solver` started in `folder`."""
    command = ["memplace-solve", PROBLEM, f"--solver={solver}", "-o", "out.json"]
    if solver in LESS:
        command.append(f"--option={LESS[solver]}")
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return (Path(folder) / "out.json").read_bytes()


listing = subprocess.run(
    ["memplace-solve", "--list-solvers"], check=True, capture_output=True, text=True
)
for solver in [line.split()[0] for line in listing.stdout.splitlines()]:
    placements = {solve(folder, solver) for folder in sys.argv[1:]}
    assert len(placements) == 1, f"{solver}: {len(placements)} different placements"
    print(f"{solver}: equal")
