#!/usr/bin/env python3
# ===- agent_pieces.py - The solvers on problems with pieces ----------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures the agent and the solvers without learning on problems with cut ops and
buffers, those of benchmarks/problems/pieces, with equal budgets, and writes
benchmarks/agent/pieces.md.

Each measurement becomes a line of a store (agent_pieces.jsonl) at once and is not
repeated: --measure can be stopped at any time, and continues later."""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from agent_pieces_page import (
    BOUND,
    FAR,
    LONG,
    NONE,
    SHORT,
    TRAINED,
    VERY_LONG,
    Size,
    found_run,
    is_open,
    render,
    search_excess,
)
from agent_results_bench import (
    CHECKPOINTS,
    METHODS,
    Bench,
    measures_parser,
    refuse_unknown_names,
    write_or_check,
)
from agent_results_groups import SEEDS, Job
from agent_results_store import Budget, Store

from support.command_line import run_main
from support.placements import BENCHMARKS, Tools, read_json

PROBLEMS = BENCHMARKS / "problems"
# Folders of the uncut problems.
UNCUT = ("tpu", "kinds")

# Methods with a limit in seconds: all solvers, and search on the problem without
# pieces.
TIMED = ("search", "hybrid", "random-key", "muzero")
# Problems that are quick to train on. The budget counts evaluations, since training
# ignores CPU time.
TRAINED_ON = ("alexnet_b32.cmem32M", "mlp_train", "unet")
# Of the bound: placements for its target, and iterations.
BOUND_BUDGET = 2000
BOUND_ITERATIONS = 2000

CHECK = "write nothing; compare the page with the store"

EPILOG = f"""\
groups, of which --measure takes any, in this order if none is named:
  bounds       the strong bounds
  heuristics   msa and greedy, which need no budget
  seconds-5    {", ".join(TIMED)}; and search without pieces
  seconds-60   search and hybrid
  seeds-5      search and hybrid with five seeds, problems on which search with 60 s is
               more than {100 * FAR:g} % above the best known placement
  seeds-60     likewise
  trained      the agent trained on the program and not, with {TRAINED[0]} and
               {TRAINED[1]}
  seconds-600  hybrid, and search where that asked the agent, on those on which search
               with 60 s is not at the bound
  others-60    random-key and the agent alone
  others-600   likewise, where search with 60 s is not at the bound

Seconds are those of CPU time, starting included.

exit codes:
  0  the page is written; with --check: it is up to date
  1  it is not; a placement is illegal; or a tool is missing
  2  bad command line
"""


@cache
def sizes() -> dict[str, Size]:
    """Returns the problems with pieces, smallest first."""
    found = {}
    for file in (PROBLEMS / "pieces").glob("*.problem.json.gz"):
        problem = read_json(file)
        name = file.name.removesuffix(".problem.json.gz")
        found[name] = Size(len(problem["ops"]), len(problem["buffers"]))
    return dict(sorted(found.items(), key=lambda item: (item[1].buffers, item[0])))


def uncut(name: str) -> str:
    """Returns the store's name of the problem without pieces."""
    for folder in UNCUT:
        if (PROBLEMS / folder / f"{name}.problem.json.gz").exists():
            return f"{folder}/{name}"
    raise AssertionError(f"no problem '{name}' without pieces")


class PiecesBench(Bench):
    """Measures problems named by their path below benchmarks/problems."""

    def file(self, problem: str) -> Path:
        """Returns the file of a problem."""
        folder = "" if "/" in problem else "pieces/"
        return PROBLEMS / f"{folder}{problem}.problem.json.gz"

    def solve(
        self, problem: str, method: str, budget: Budget, seed: int, folder: Path
    ) -> tuple[int, float, int]:
        """Measures a method; for the bound the makespan is the bound."""
        if method != BOUND:
            return super().solve(problem, method, budget, seed, folder)
        output = folder / "solution.json"
        line = self.tools.run(
            "memplace-solve",
            self.file(problem),
            "--solver=search",
            f"--option=budget={BOUND_BUDGET}",
            "--bound=strong",
            f"--bound-iterations={BOUND_ITERATIONS}",
            "-o",
            output,
        )
        # Proves the bound again.
        self.tools.run("memplace-verify", "--quiet", self.file(problem), output)
        report = json.loads(line)
        return int(report["lower_bound_ps"]), float(report["seconds"]), 0


def timed(methods: tuple[str, ...], budget: Budget) -> Iterator[Job]:
    """Yields each method on each problem."""
    for name in sizes():
        for method in methods:
            yield name, method, budget, 0


def trained() -> Iterator[Job]:
    """Yields the agent, trained and untrained, by evaluations, since training ignores
    CPU time."""
    for budget in TRAINED:
        for name in sizes():
            for method in ("muzero", "trained"):
                yield name, method, budget, 0


def pairs(
    names: list[str], methods: tuple[str, str], budget: Budget, seeds: Iterable[int]
) -> Iterator[Job]:
    """Yields two methods alternately, seed by seed."""
    for seed in seeds:
        for name in names:
            for method in methods:
                yield name, method, budget, seed


def jobs_of(group: str, store: Store) -> Iterator[Job]:
    """Yields the measurements of a group, which may depend on the store."""
    kind, _, value = group.partition("-")
    budget = Budget("seconds", int(value or 0))
    if group == "bounds":
        yield from timed((BOUND,), NONE)
    elif group == "heuristics":
        yield from timed(("msa", "greedy"), NONE)
    elif group == "seconds-5":
        yield from timed(TIMED, SHORT)
        for name in sizes():
            yield uncut(name), "search", SHORT, 0
    elif group == "trained":
        yield from trained()
    elif kind in ("seconds", "others"):
        is_long = budget == VERY_LONG
        names = [name for name in sizes() if not is_long or is_open(store, name)]
        methods = (
            ("hybrid", "search") if kind == "seconds" else ("random-key", "muzero")
        )
        yield from pairs(names, methods, budget, (0,))
    else:
        far = [name for name in sizes() if search_excess(store, name, LONG) > FAR]
        yield from pairs(far, ("hybrid", "search"), budget, SEEDS)


GROUPS = (
    "bounds",
    "heuristics",
    "seconds-5",
    "seconds-60",
    "seeds-5",
    "seeds-60",
    "trained",
    "seconds-600",
    "others-60",
    "others-600",
)


def measure(
    bench: Bench, path: Path, arguments: argparse.Namespace, end: float
) -> Store:
    """Makes the measurements that the file `path` lacks, and appends them; starts none
    after `end`. Returns all measurements."""
    store = Store.read(path)
    for group in arguments.measure or GROUPS:
        for problem, method, budget, seed in list(jobs_of(group, store)):
            known = found_run(store, problem, method, budget, seed)
            wanted = method in (arguments.methods or METHODS)
            wanted &= problem in (arguments.problems or [problem])
            if known or not wanted or not bench.can(method):
                continue
            if time.monotonic() >= end:
                return store
            done = bench.measure(problem, method, budget, seed)
            store.add(done)
            store.append(path, done)
            print(
                f"{problem}: {method}, {budget}, seed {seed}: "
                f"{done.makespan_ps / 1e6:.2f} us in {done.cpu:.1f} s of CPU time",
                flush=True,
            )
    return Store.read(path)  # Other processes may have written meanwhile.


def main() -> int:
    """Measures, checks or writes the page."""
    parser = measures_parser(__doc__, EPILOG, "pieces", CHECK)
    arguments = parser.parse_args()
    refuse_unknown_names(parser, arguments, GROUPS)
    store = Store.read(arguments.store)
    if arguments.measure is not None:
        networks = {"exact": CHECKPOINTS / "network.checkpoint"}
        bench = PiecesBench(Tools(arguments.bin), networks)
        end = time.monotonic() + 60 * arguments.minutes
        store = measure(bench, arguments.store, arguments, end)
    page = render(store, sizes(), {name: uncut(name) for name in sizes()})
    return write_or_check(arguments, page, "agent/agent_pieces.py")


if __name__ == "__main__":
    run_main(main)
