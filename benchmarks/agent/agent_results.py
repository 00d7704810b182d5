#!/usr/bin/env python3
# ===- agent_results.py - The agent beside solvers that learn nothing -----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures the agent and the solvers that learn nothing on the problems of
benchmarks/problems/tpu, with the same budgets, and writes docs/measurements/agent-results.md.

Each measurement is a line of a store (agent_results.jsonl) as soon as it is made, and
is not made again: --measure can be stopped at any time, and goes on where it was. The
page is rendered from the store; what is missing there is 'not measured'."""

import argparse
import datetime
import hashlib
import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from agent_results_groups import GROUPS, LONG, MANY, Job, jobs_of
from agent_results_numbers import Numbers, longest_of
from agent_results_page import counts_wall, render
from agent_results_store import (
    EVALUATIONS,
    LEAST_SHARE,
    SECONDS,
    Budget,
    Measurement,
    Store,
)

from placement.results_page import parse
from support.command_line import page_parser, refuse_unknown, run_main, tell_checked
from support.placements import BENCHMARKS, ROOT, Row, Tools, problem_file, read_facts

CHECKPOINTS = ROOT / "agent" / "checkpoints"

# Of each method the solver, and whether it needs a network: "exact" or "learned".
METHODS: dict[str, tuple[str, str]] = {
    "msa": ("msa", ""),
    "greedy": ("greedy", ""),
    "search": ("search", ""),
    "random-key": ("random-key", ""),
    "random-restarts": ("random-restarts", ""),
    "muzero": ("muzero", "exact"),
    "muzero-learned": ("muzero", "learned"),
    "trained": ("muzero", "exact"),
    "hybrid": ("hybrid", "exact"),
    "hybrid-learned": ("hybrid", "learned"),
}

# Seconds of "trained" that are for starting and for ending.
TRAINING_OVERHEAD = 1.2
# Short rounds, each with an episode without noise, so that there are several in a few
# seconds; and nothing of what other solvers place is imitated.
TRAINING = (
    "--cold-start",
    "--games=8",
    "--simulations=1",
    "--steps=8",
    "--evaluate-every=1",
)

# With evaluations there is no limit of time: rounds of so many, games with and without
# noise and the rest revisions, and nothing is searched again.
TRAINING_ROUND = 500
TRAINING_GAMES = 8 + 1

# Seconds are those of CPU time, so that a busy machine takes nothing away.
CPU_TIME = "--cpu-time"

# Measured again by --check: what depends on neither time nor a network.
CHECKED = ("bilinear49_2048.cmem8M", "resnet50_b1.cmem8M")
CHECKED_BUDGETS = (100, 2000)

CHECK = "write nothing; measure some again and compare them and the page with the store"

EPILOG = f"""\
groups, of which --measure takes any, in this order if none is named:
  heuristics       msa and greedy, which need no budget
  evaluations-N    all solvers with N evaluations, contended problems; with {MANY} and
                   more those that take minutes are left out ({", ".join(map(str, EVALUATIONS))})
  hard-N           search, hybrid and the agent with N s and five seeds, problems on which
                   search is far above the bound ({", ".join(map(str, SECONDS))})
  seconds-N        likewise with one seed, all on which it is not at the bound
The agent alone gets less than {LONG} s.

What is at the bound with less is not measured with more.

Seconds are those of CPU time, but of training on the program. Groups may be measured by
several processes at a time that write the same store.

exit codes:
  0  the page is written; with --check: it is up to date
  1  it is not; a placement is illegal; or a tool is missing
  2  bad command line
"""


def network_id(path: Path) -> str:
    """Returns what a network is called in the store: the begin of its SHA-256."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def cpu_of_children() -> float:
    """Returns the CPU time, seconds, of all processes that were run and have ended."""
    times = os.times()
    return times.children_user + times.children_system


class Bench:
    """Measures, with the tools of one build and up to two networks."""

    def __init__(self, tools: Tools, networks: dict[str, Path]) -> None:
        self.tools = tools
        self.networks = {kind: path for kind, path in networks.items() if path.exists()}
        self.ids = {kind: network_id(path) for kind, path in self.networks.items()}

    def file(self, problem: str) -> Path:
        """Returns the file of the problem called so."""
        return problem_file(problem)

    def can(self, method: str) -> bool:
        """Says whether there is the network that `method` needs."""
        kind = METHODS[method][1]
        return not kind or kind in self.networks

    def network_of(self, method: str) -> str:
        """Returns the name of the network that `method` uses."""
        return self.ids.get(METHODS[method][1], "")

    def is_up_to_date(self, known: Measurement) -> bool:
        """Says whether it was measured with the network and the options of today, and
        not while others took the core away."""
        if counts_wall(known) and known.share < LEAST_SHARE:
            return False
        return (known.network, known.options) == (
            self.network_of(known.method),
            self.options(known.method, known.budget),
        )

    def measure(
        self, problem: str, method: str, budget: Budget, seed: int
    ) -> Measurement:
        """Returns what came out; a placement that is illegal is a BenchmarkError."""
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
        """Returns what of the solver is not as by default, but budget and network; how
        seconds count; of training also the rounds that make a number of evaluations."""
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
        """Returns makespan, picoseconds, seconds, and placements that the agent gave."""
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
        starts = re.search(r"searched from (\d+) placements of the agent", done.stderr)
        return (
            self.judge(problem, output),
            float(json.loads(done.stdout)["seconds"]),
            int(starts.group(1)) if starts else 0,
        )

    def judge(self, problem: str, solution: Path) -> int:
        """Returns the makespan, picoseconds, of a placement that is legal."""
        return round(1e6 * self.tools.judge_files(self.file(problem), solution)[0])

    def train(
        self, problem: str, _: str, budget: Budget, seed: int, folder: Path
    ) -> tuple[int, float, int]:
        """Likewise: goes on training the network on this program; the best of what it
        plays."""
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
        if not solution.exists():  # No episode came to its end: all of it at home.
            self.tools.solve_file(self.file(problem), ("default-tier",), solution)
        return self.judge(problem, solution), seconds, 0


def measure(
    bench: Bench,
    store: Store,
    path: Path,
    jobs: list[Job],
    rows: dict[str, Row],
    minutes: float | None,
) -> None:
    """Makes the measurements that the store does not have, and appends them to the
    file `path`; begins none after so many minutes."""
    end = time.monotonic() + 60 * (float("inf") if minutes is None else minutes)
    for i, (problem, method, budget, seed) in enumerate(jobs):
        if time.monotonic() >= end:
            return
        if not bench.can(method):
            continue
        known = store.find(problem, method, budget, seed)
        if known and bench.is_up_to_date(known):
            continue
        if seed == 0 and store.is_close(problem, method, budget, rows[problem].bound):
            continue  # More could hardly help.
        done = bench.measure(problem, method, budget, seed)
        store.add(done)
        store.append(path, done)
        ratio = done.makespan_ps / 1e6 / rows[problem].makespans["xla"]
        print(
            f"{i + 1}/{len(jobs)} {problem}: {method}, {budget}, seed {seed}: "
            f"{ratio:.4f} of XLA at its best in {done.seconds:.1f} s, "
            f"{100 * done.share:.0f} % of a core",
            flush=True,
        )


def check(bench: Bench, store: Store, text: str, page: str) -> list[str]:
    """Returns what of the page `page` is not `text`, and what of the store is not as it
    would be measured now."""
    complaints = [] if text == page else ["it does not follow from the store"]
    for problem in CHECKED:
        for method in ("msa", "search", "random-key", "random-restarts"):
            budgets = [Budget("evaluations", value) for value in CHECKED_BUDGETS]
            for budget in [Budget("none", 0)] if method == "msa" else budgets:
                known = store.find(problem, method, budget, 0)
                if not known:
                    continue
                now = bench.measure(problem, method, budget, 0)
                if now.makespan_ps != known.makespan_ps:
                    complaints.append(
                        f"{problem}: {method} with {budget} is "
                        f"{now.makespan_ps / 1e6:.2f} now, the store says "
                        f"{known.makespan_ps / 1e6:.2f}"
                    )
    return complaints


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = page_parser(__doc__, EPILOG, "measurements/agent-results.md", CHECK)
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
        help="with --measure: begin no measurement after so many",
    )
    parser.add_argument(
        "--store",
        type=Path,
        default=BENCHMARKS / "agent" / "agent_results.jsonl",
        help="the measurements (default: benchmarks/agent/agent_results.jsonl)",
    )
    parser.add_argument(
        "--results",
        type=Path,
        default=ROOT / "docs" / "measurements/results.md",
        help="page with makespans of XLA at its best and bounds (default: docs/measurements/results.md)",
    )
    parser.add_argument(
        "--search",
        type=Path,
        default=ROOT / "docs" / "measurements/search.md",
        help="page with what search reaches in 60 s (default: docs/measurements/search.md)",
    )
    for kind, file in (("exact", "network"), ("learned", "learned")):
        parser.add_argument(
            f"--{kind}-checkpoint",
            type=Path,
            default=CHECKPOINTS / f"{file}.checkpoint",
            help=f"network for model={kind} (default: agent/checkpoints/"
            f"{file}.checkpoint; without it what needs it is not measured)",
        )
    return parser


def main() -> int:
    """Measures, checks or writes the page."""
    facts = read_facts()
    parser = make_parser()
    arguments = parser.parse_args()
    refuse_unknown(parser, arguments.problems, facts)
    for option, known in (("measure", GROUPS), ("methods", METHODS)):
        for name in getattr(arguments, option) or ():
            if name not in known:
                parser.error(f"no '{name}' for --{option}, one of {', '.join(known)}")
    tools = Tools(arguments.bin)
    bench = Bench(
        tools,
        {"exact": arguments.exact_checkpoint, "learned": arguments.learned_checkpoint},
    )
    store = Store.read(arguments.store)
    text = arguments.results.read_text(encoding="utf-8")
    rows = {row.name: row for row in parse(text, facts).rows}
    if arguments.measure is not None:
        jobs = [
            job
            for group in arguments.measure or GROUPS
            for job in jobs_of(group, facts, rows)
            if job[0] in (arguments.problems or facts)
            and job[1] in (arguments.methods or METHODS)
        ]
        measure(bench, store, arguments.store, jobs, rows, arguments.minutes)
        store = Store.read(arguments.store)  # What others have written meanwhile.
    numbers = Numbers(
        store, facts, rows, longest_of(arguments.search.read_text("utf-8"))
    )
    page = render(numbers)
    if arguments.check:
        written = arguments.page.read_text(encoding="utf-8")
        complaints = check(bench, store, page, written)
        return tell_checked("agent/agent_results.py", arguments.page, complaints)
    arguments.page.write_text(page, encoding="utf-8")
    print(f"wrote {arguments.page}")
    return 0


if __name__ == "__main__":
    run_main(main)
