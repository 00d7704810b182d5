# ===- agent_results_bench.py - How the agent's pages are measured --------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Code shared by agent_results.py and agent_pieces.py: the methods, a bench that runs
one measurement, and the command line."""

import argparse
import datetime
import hashlib
import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Collection
from pathlib import Path

from agent_results_page import counts_wall
from agent_results_store import LEAST_SHARE, Budget, Measurement

from support.command_line import page_parser, tell_checked
from support.placements import BENCHMARKS, ROOT, BenchmarkError, Tools, problem_file

CHECKPOINTS = ROOT / "agent" / "checkpoints"

# The solver of each method, and the kind of its network: "exact" or "learned".
METHODS: dict[str, tuple[str, str]] = {
    "msa": ("msa", ""),
    "greedy": ("greedy", ""),
    "search": ("search", ""),
    "random-key": ("random-key", ""),
    "muzero": ("muzero", "exact"),
    "muzero-learned": ("muzero", "learned"),
    "trained": ("muzero", "exact"),
    "hybrid": ("hybrid", "exact"),
    "hybrid-learned": ("hybrid", "learned"),
    "bound": ("search", ""),  # Of agent_pieces.py: a bound without a placement.
}

# Seconds of "trained" for starting and ending.
TRAINING_OVERHEAD = 1.2
# Short rounds, each with an episode without noise, so that several rounds fit into a
# few seconds. Placements of other solvers are not imitated.
TRAINING = (
    "--cold-start",
    "--games=8",
    "--simulations=1",
    "--steps=8",
    "--evaluate-every=1",
)

# With evaluations there is no time limit: rounds of this many, games with and without
# noise and revisions, without reanalysis.
TRAINING_ROUND = 500
TRAINING_GAMES = 8 + 1

# Limits count CPU time, so that other load does not matter.
CPU_TIME = "--cpu-time"


def network_id(path: Path) -> str:
    """Returns the store's name of a network: the beginning of its SHA-256."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def cpu_of_children() -> float:
    """Returns the CPU time, seconds, of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


class Bench:
    """Runs measurements with the tools of one build and up to two networks."""

    def __init__(self, tools: Tools, networks: dict[str, Path]) -> None:
        self.tools = tools
        self.networks = {kind: path for kind, path in networks.items() if path.exists()}
        self.ids = {kind: network_id(path) for kind, path in self.networks.items()}

    def file(self, problem: str) -> Path:
        """Returns the file of a problem."""
        return problem_file(problem)

    def can(self, method: str) -> bool:
        """Returns True if the network of `method` is available."""
        kind = METHODS[method][1]
        return not kind or kind in self.networks

    def network_of(self, method: str) -> str:
        """Returns the name of the network that `method` uses."""
        return self.ids.get(METHODS[method][1], "")

    def is_up_to_date(self, known: Measurement) -> bool:
        """Returns True if a measurement used today's network and options, and had its
        core to itself."""
        if counts_wall(known) and known.share < LEAST_SHARE:
            return False
        return (known.network, known.options) == (
            self.network_of(known.method),
            self.options(known.method, known.budget),
        )

    def measure(
        self, problem: str, method: str, budget: Budget, seed: int
    ) -> Measurement:
        """Runs a measurement; an illegal placement is a BenchmarkError."""
        run = self.train if method == "trained" else self.solve
        with tempfile.TemporaryDirectory() as folder:
            begin = cpu_of_children()
            makespan, seconds, starts = run(problem, method, budget, seed, Path(folder))
        return Measurement(
            problem=problem,
            method=method,
            options=self.options(method, budget),
            network=self.network_of(method),
            budget=budget,
            seed=seed,
            makespan_ps=makespan,
            seconds=round(seconds, 3),
            cpu=round(cpu_of_children() - begin, 3),
            date=datetime.datetime.now(datetime.UTC).isoformat(timespec="minutes"),
            starts=starts,
        )

    def options(self, method: str, budget: Budget) -> list[str]:
        """Returns the non-default options of the solver besides budget and network; the
        clock of a limit in seconds; and for training the rounds that make up a number
        of evaluations."""
        if method == "trained":
            if budget.kind != "evaluations":
                return list(TRAINING)
            rounds = max(1, round(budget.value / TRAINING_ROUND))
            revisions = round(budget.value / rounds) - TRAINING_GAMES
            counted = (f"--rounds={rounds}", f"--revisions={revisions}")
            return [*TRAINING, "--reanalyse=0", *counted]
        kind = METHODS[method][1]
        model = [f"model={kind}"] if kind else []
        return [*model, CPU_TIME] if budget.kind == "seconds" else model

    def solve(
        self,
        problem: str,
        method: str,
        budget: Budget,
        seed: int,
        folder: Path,
    ) -> tuple[int, float, int]:
        """Returns makespan, picoseconds, seconds, and the number of the agent's
        placements."""
        solver, kind = METHODS[method]
        flags = [f"--solver={solver}", f"--seed={seed}"]
        if kind:
            flags.append(f"--option=checkpoint={self.networks[kind]}")
            flags.append(f"--option=model={kind}")
        if budget.kind == "seconds":
            flags += [f"--time-limit={budget.value}", CPU_TIME]
        elif budget.kind == "evaluations":
            flags.append(f"--option=budget={budget.value:g}")
        output = folder / "solution.json"
        done = self.tools.run_whole(
            "memplace-solve", self.file(problem), "-o", output, *flags
        )
        if "placed without the agent" in done.stderr:
            raise BenchmarkError(f"{problem}: {method}: {done.stderr.strip()}")
        starts = re.search(r"searched from (\d+) placements of the agent", done.stderr)
        return (
            self.judge(problem, output),
            float(json.loads(done.stdout)["seconds"]),
            int(starts.group(1)) if starts else 0,
        )

    def judge(self, problem: str, solution: Path) -> int:
        """Returns the makespan, picoseconds, of a legal placement."""
        return round(1e6 * self.tools.judge_files(self.file(problem), solution)[0])

    def train(
        self, problem: str, _: str, budget: Budget, seed: int, folder: Path
    ) -> tuple[int, float, int]:
        """Continues training the network on this program; returns the same for the best
        game."""
        begin = time.perf_counter()
        solution = folder / "solution.json"
        limits = self.options("trained", budget)
        if budget.kind == "seconds":
            limits.append(f"--time-limit={budget.value - TRAINING_OVERHEAD}")
        self.tools.run(
            "memplace-train",
            f"--program={self.file(problem)}",
            f"--from={self.networks['exact']}",
            f"--out={folder / 'run'}",
            f"--solution={solution}",
            f"--seed={seed}",
            *limits,
        )
        seconds = time.perf_counter() - begin
        if not solution.exists():  # No episode completed: all buffers at home.
            self.tools.solve_file(self.file(problem), ("default-tier",), solution)
        return self.judge(problem, solution), seconds, 0


def measures_parser(
    doc: str | None, epilog: str, name: str, check: str
) -> argparse.ArgumentParser:
    """Returns the parser of a script with the page benchmarks/agent/`name`.md and the
    store agent_`name`.jsonl; `check` explains --check."""
    parser = page_parser(doc, epilog, f"benchmarks/agent/{name}.md", check)
    parser.add_argument(
        "--measure",
        nargs="*",
        metavar="GROUP",
        help="make what measurements of these groups are missing, in this order",
    )
    parser.add_argument(
        "--problems", nargs="+", default=[], help="with --measure: of these only"
    )
    parser.add_argument(
        "--methods", nargs="+", default=[], help="with --measure: of these only"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=float("inf"),
        help="with --measure: begin no measurement after so many",
    )
    store = f"agent/agent_{name}.jsonl"
    parser.add_argument(
        "--store",
        type=Path,
        default=BENCHMARKS / store,
        help=f"the measurements (default: benchmarks/{store})",
    )
    return parser


def refuse_unknown_names(
    parser: argparse.ArgumentParser,
    arguments: argparse.Namespace,
    groups: Collection[str],
) -> None:
    """Ends the script if a group or method does not exist."""
    for option, known in (("measure", groups), ("methods", METHODS)):
        for name in getattr(arguments, option) or ():
            if name not in known:
                parser.error(f"no '{name}' for --{option}, one of {', '.join(known)}")


def write_or_check(
    arguments: argparse.Namespace,
    page: str,
    script: str,
    check_store: Callable[[], list[str]] = list,
) -> int:
    """Writes the page; with --check, compares the page with its contents instead and
    includes complaints of `check_store`. Returns the exit code."""
    if arguments.check:
        written = arguments.page.read_text(encoding="utf-8")
        complaints = [] if page == written else ["it does not follow from the store"]
        return tell_checked(script, arguments.page, complaints + check_store())
    arguments.page.write_text(page, encoding="utf-8")
    print(f"wrote {arguments.page}")
    return 0
