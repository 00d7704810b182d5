"""Checks `memplace-verify` against execution, on random problems.

Usage: cross_check.py SOLVE VERIFY SEEDS MUTATIONS, the two tools' paths, the
number of problems, and of changed placements for each.

* Each solver's placement of a random problem executes.
* Each changed placement that `memplace-verify` accepts executes.
* So do placements of cyclic problems, in several invocations.

Prints a summary; exits 1 with the seed at the first contradiction.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from execute_placement import Illegal, execute, trip_choices
from random_placements import make_problem, mutate

SOLVERS = ["default-tier", "first-fit", "greedy"]
CYCLIC_SOLVERS = ["default-tier", "greedy", "msa"]


class Tools:
    def __init__(self, solve: str, verify: str, folder: Path) -> None:
        self.solve_tool, self.verify_tool = solve, verify
        self.problem = folder / "problem.json"
        self.solution = folder / "solution.json"

    def solve(self, problem: dict, solver: str) -> dict | None:
        self.problem.write_text(json.dumps(problem))
        self.solution.unlink(missing_ok=True)
        run = subprocess.run(
            [
                self.solve_tool,
                self.problem,
                "-o",
                self.solution,
                f"--solver={solver}",
                "--seed=1",
            ],
            capture_output=True,
            text=True,
        )
        if run.returncode not in (0, 1):
            sys.exit(f"{solver} died on {problem['name']}: {run.stderr}")
        if run.returncode == 1:
            if "bug" in run.stderr or "illegal" in run.stderr:
                sys.exit(f"{solver} on {problem['name']}: {run.stderr}")
            if self.solution.exists():
                sys.exit(f"{solver} failed, but wrote {problem['name']}")
            return None
        return json.loads(self.solution.read_text())

    def accepts(self, solution: dict) -> bool:
        self.solution.write_text(json.dumps(solution))
        run = subprocess.run(
            [self.verify_tool, self.problem, self.solution],
            capture_output=True,
            text=True,
        )
        if run.returncode not in (0, 1):
            sys.exit(f"memplace-verify died: {run.returncode} {run.stderr}")
        return run.returncode == 0


def contradiction(problem: dict, solution: dict) -> str | None:
    """Why an accepted placement does not execute, or None."""
    for trips in trip_choices(problem):
        try:
            execute(problem, solution, trips)
        except Illegal as error:
            return f"trips {trips}: {error}"
    return None


class Counts:
    """What the checks showed; `name` is for the summary."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.solved = self.accepted = self.rejected = 0
        self.wrapped = self.parts = 0  # Of those accepted.

    def note(self, solution: dict) -> None:
        self.accepted += 1
        transfers = solution["transfers"]
        self.wrapped += any(t["done"] < t["start"] for t in transfers)
        self.parts += any("part" in t for t in transfers)

    def __str__(self) -> str:
        return (
            f"{self.name}: solved {self.solved}, accepted {self.accepted} "
            f"({self.parts} with parts, {self.wrapped} wrapped), "
            f"rejected {self.rejected}"
        )


def check(
    tools: Tools,
    problem: dict,
    solver: str,
    rng: random.Random,
    mutations: int,
    counts: Counts,
) -> None:
    solution = tools.solve(problem, solver)
    if solution is None:
        return
    counts.solved += 1
    why = contradiction(problem, solution)
    if why:
        sys.exit(f"{solver}, {problem['name']}: {why}")
    for _ in range(mutations):
        changed = mutate(problem, solution, rng)
        if not tools.accepts(changed):
            counts.rejected += 1
            continue
        counts.note(changed)
        why = contradiction(problem, changed)
        if why:
            print(json.dumps(problem), json.dumps(changed), sep="\n")
            sys.exit(f"mutation of {solver}, {problem['name']}: {why}")


def main() -> None:
    solve, verify, seeds, mutations = sys.argv[1:]
    once, cyclic = Counts("once"), Counts("cyclic")
    with tempfile.TemporaryDirectory() as folder:
        tools = Tools(solve, verify, Path(folder))
        for seed in range(int(seeds)):
            problem = make_problem(seed)
            rng = random.Random(seed)
            for solver in SOLVERS:
                check(tools, problem, solver, rng, int(mutations), once)
            problem = make_problem(seed, is_cyclic=True)
            solver = CYCLIC_SOLVERS[seed % len(CYCLIC_SOLVERS)]
            check(tools, problem, solver, rng, int(mutations), cyclic)
    print(once)
    print(cyclic)


if __name__ == "__main__":
    main()
