#!/usr/bin/env python3
# ===- agent_results.py - The agent beside solvers that learn nothing -----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures the agent and the solvers without learning on the problems of
benchmarks/problems/tpu, with equal budgets, and writes benchmarks/agent/results.md.

Each measurement becomes a line of a store (agent_results.jsonl) at once and is not
repeated: --measure can be stopped at any time, and continues later. The page is
rendered from the store; missing numbers are 'not measured'."""

import argparse
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from agent_results_bench import (
    CHECKPOINTS,
    METHODS,
    Bench,
    measures_parser,
    refuse_unknown_names,
    write_or_check,
)
from agent_results_groups import GROUPS, LONG, MANY, Job, jobs_of
from agent_results_numbers import Numbers, longest_of
from agent_results_page import render
from agent_results_store import EVALUATIONS, SECONDS, Budget, Store

from placement.results_page import parse
from support.command_line import refuse_unknown, run_main
from support.placements import ROOT, Row, Tools, read_facts

# Problems that --check measures again: independent of time and of networks.
CHECKED = ("bilinear49_2048.cmem8M", "resnet50_b1.cmem8M")
CHECKED_BUDGETS = (100, 2000)
# Includes hybrid, which consults no network with so small a budget.
CHECKED_METHODS = ("msa", "search", "hybrid", "random-key")

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


def is_told_by_hybrid(bench: Bench, store: Store, job: Job) -> bool:
    """Returns True for a long run of search that need not be made, since hybrid has made
    the same run: hybrid acts like search until it consults the agent, and did not consult
    it."""
    problem, method, budget, seed = job
    if method != "search" or budget.kind != "seconds" or budget.value < LONG:
        return False
    both = store.find(problem, "hybrid", budget, seed)
    return both is not None and not both.starts and bench.is_up_to_date(both)


def measure(
    bench: Bench,
    store: Store,
    path: Path,
    jobs: list[Job],
    rows: dict[str, Row],
    minutes: float,
) -> None:
    """Makes the measurements that the store lacks, and appends them to the file `path`;
    starts none after so many minutes."""
    end = time.monotonic() + 60 * minutes
    for i, (problem, method, budget, seed) in enumerate(jobs):
        if time.monotonic() >= end:
            return
        if not bench.can(method):
            continue
        known = store.find(problem, method, budget, seed)
        if known and bench.is_up_to_date(known):
            continue
        if seed == 0 and store.is_close(problem, method, budget, rows[problem].bound):
            continue  # More time could hardly help.
        if is_told_by_hybrid(bench, store, (problem, method, budget, seed)):
            continue
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


def differences(bench: Bench, store: Store) -> list[str]:
    """Returns the stored measurements that differ from today's."""
    complaints = []
    for problem in CHECKED:
        for method in CHECKED_METHODS:
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
    parser = measures_parser(__doc__, EPILOG, "results", CHECK)
    parser.add_argument(
        "--results",
        type=Path,
        default=ROOT / "benchmarks" / "placement/results.md",
        help="page with makespans of XLA at its best and bounds (default: benchmarks/placement/results.md)",
    )
    parser.add_argument(
        "--search",
        type=Path,
        default=ROOT / "benchmarks/placement/search.md",
        help="page with what search reaches in 60 s (default: benchmarks/placement/search.md)",
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
    refuse_unknown_names(parser, arguments, GROUPS)
    tools = Tools(arguments.bin)
    bench = Bench(
        tools,
        {"exact": arguments.exact_checkpoint, "learned": arguments.learned_checkpoint},
    )
    store = Store.read(arguments.store)
    text = arguments.results.read_text(encoding="utf-8")
    rows = {row.name: row for row in parse(text, facts).rows}
    longest = longest_of(arguments.search.read_text("utf-8"))
    numbers = Numbers(store, facts, rows, longest)
    if arguments.measure is not None:
        jobs = [
            job
            for group in arguments.measure or GROUPS
            for job in jobs_of(group, facts, rows)
            if job[0] in (arguments.problems or facts)
            and job[1] in (arguments.methods or METHODS)
            and job[3] in numbers.seeds_of(job[0], job[2])
        ]
        measure(bench, store, arguments.store, jobs, rows, arguments.minutes)
        store = Store.read(arguments.store)  # Other processes may have written meanwhile.
        numbers = Numbers(store, facts, rows, longest)
    page = render(numbers)
    return write_or_check(
        arguments, page, "agent/agent_results.py", lambda: differences(bench, store)
    )


if __name__ == "__main__":
    run_main(main)
