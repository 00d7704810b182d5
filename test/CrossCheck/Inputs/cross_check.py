"""Checks `memplace.verify` against execution, on random problems.

Usage: cross_check.py SEEDS MUTATIONS, the number of problems, and of changed placements
for each.

* Each solver's placement of a random problem executes.
* Each changed placement that `verify` accepts executes.
* Placements of cyclic problems execute in several invocations.

Prints a summary; exits 1 with the seed at the first contradiction.
"""

from __future__ import annotations

import json
import random
import sys

from execute_placement import Illegal, execute, trip_choices
from random_placements import make_problem, mutate

import memplace

SOLVERS = ["default-tier", "first-fit", "greedy"]
CYCLIC_SOLVERS = ["default-tier", "greedy", "msa"]


def solve(problem: dict, solver: str) -> dict | None:
    """Returns the solver's placement, or None."""
    solution = memplace.solve(problem, solver, seed=1).solution
    return None if solution is None else solution.to_dict()


def accepts(problem: memplace.Problem, solution: dict) -> bool:
    try:
        return not memplace.verify(problem, solution)
    except memplace.InputError:
        return False  # Cannot even be read.


def contradiction(problem: dict, solution: dict) -> str | None:
    """Returns the reason why an accepted placement does not execute, or None."""
    for trips in trip_choices(problem):
        try:
            execute(problem, solution, trips)
        except Illegal as error:
            return f"trips {trips}: {error}"
    return None


class Counts:
    """Results of the checks; `name` is for the summary."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.solved = self.accepted = self.rejected = 0
        self.wrapped = 0  # Among accepted placements.

    def note(self, solution: dict) -> None:
        self.accepted += 1
        self.wrapped += any(t["done"] < t["start"] for t in solution["transfers"])

    def __str__(self) -> str:
        return (
            f"{self.name}: solved {self.solved}, accepted {self.accepted} "
            f"({self.wrapped} wrapped), rejected {self.rejected}"
        )


def check(
    problem: dict,
    solver: str,
    rng: random.Random,
    mutations: int,
    counts: Counts,
) -> None:
    solution = solve(problem, solver)
    if solution is None:
        return
    counts.solved += 1
    why = contradiction(problem, solution)
    if why:
        sys.exit(f"{solver}, {problem['name']}: {why}")
    read = memplace.Problem.from_dict(problem)
    for _ in range(mutations):
        changed = mutate(problem, solution, rng)
        if not accepts(read, changed):
            counts.rejected += 1
            continue
        counts.note(changed)
        why = contradiction(problem, changed)
        if why:
            print(json.dumps(problem), json.dumps(changed), sep="\n")
            sys.exit(f"mutation of {solver}, {problem['name']}: {why}")


def main() -> None:
    seeds, mutations = map(int, sys.argv[1:])
    once, cyclic = Counts("once"), Counts("cyclic")
    for seed in range(seeds):
        problem = make_problem(seed)
        rng = random.Random(seed)
        for solver in SOLVERS:
            check(problem, solver, rng, mutations, once)
        problem = make_problem(seed, is_cyclic=True)
        solver = CYCLIC_SOLVERS[seed % len(CYCLIC_SOLVERS)]
        check(problem, solver, rng, mutations, cyclic)
    print(once)
    print(cyclic)


if __name__ == "__main__":
    main()
