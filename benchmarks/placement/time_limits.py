#!/usr/bin/env python3
# ===- time_limits.py - How well time limits are kept; writes a page ------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures by how much each solver, and packing, overruns its time limit on problems of
several sizes, and writes benchmarks/placement/time-limits.md."""

import argparse
import datetime
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, run_main
from support.measuring import run_once
from support.placements import BENCHMARKS, BenchmarkError

EPILOG = """\
exit codes:
  0  measured
  1  something can't be run
  2  bad command line
"""
SOLVE, PACK = "memplace-solve", "memplace-pack"
PACKING_KINDS = ("random", "training", "trace")

INTRODUCTION = """# Time limits

<!-- Written by benchmarks/placement/time_limits.py; do not edit. -->

A [time limit](../../docs/guide/solvers.md) is looked at often, but not at every step, and what was
found must be written down and checked. Each entry is the seconds that `memplace-solve`
reports, the least of {rounds} runs in turns, all solvers and kinds of problems side by
side. An entry is bold if it exceeds its limit by more than a fifth of the limit and {grace} s.
Measured on {date} with {load}.

No limit can shorten the first placement or packing, since a result is required: at
100,000 buffers the first result takes longer than the shortest limits. `default-tier`
makes only the first placement. Nor can the loading of the agent, about 0.4 s; with less than 0.25 s
`muzero` does not load it, nor does `hybrid` when less than 4 s are left. Within the
times is the check of the placement by `verify` and the simulator, not the reading of
the file.
"""

# Seconds below a user's attention.
GRACE = 0.02


@dataclass(frozen=True)
class Task:
    """A problem and a solver."""

    section: str
    tool: str  # In the folder of --bin.
    name: str  # Solver, or kind of packing problem.
    size: int  # Buffers.
    options: tuple[str, ...]


def seconds_of(folder: Path, task: Task, limit: float) -> float:
    """Returns the seconds that the tool in `folder` reports."""
    tool = folder / task.tool
    command = [str(tool), *task.options, f"--time-limit={limit}"]
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise BenchmarkError(
            f"there is no '{tool}'; build it, or see --help"
        ) from error
    try:
        return float(json.loads(result.stdout)["seconds"])
    except (ValueError, KeyError) as error:
        raise BenchmarkError(f"{' '.join(command)}: {result.stderr}") from error


def solver_names(tool: Path) -> list[str]:
    """Returns the names of all solvers."""
    try:
        text = subprocess.run(
            [str(tool), "--list-solvers"], capture_output=True, text=True, check=True
        ).stdout
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        raise BenchmarkError(
            f"there is no '{tool}'; build it, or see --help"
        ) from error
    return [line.split()[0] for line in text.splitlines() if line.strip()]


def make_tasks(tools: Path, sizes: list[int], folder: Path) -> list[Task]:
    """Makes the problems; returns the tasks."""
    tasks = []
    solvers = solver_names(tools / SOLVE)
    for size in sizes:
        problem = folder / f"synthetic-{size}.json"
        run_once(
            [
                sys.executable,
                BENCHMARKS / "placement" / "make_synthetic.py",
                str(size),
                "-o",
                problem,
            ]
        )
        for solver in solvers:
            options = (str(problem), f"--solver={solver}")
            tasks.append(Task("Placement over tiers", SOLVE, solver, size, options))
        for kind in PACKING_KINDS:
            file = folder / f"{kind}-{size}.csv"
            maker = [
                sys.executable,
                BENCHMARKS / "packing" / "make_packing.py",
                kind,
                str(size),
            ]
            run_once([*maker, "-o", file])
            tasks.append(Task("Packing", PACK, kind, size, (str(file),)))
    return tasks


def measure(
    tools: Path, tasks: list[Task], limits: list[float], rounds: int
) -> dict[tuple[Task, float], float]:
    """Returns the least seconds of each task and limit; the order alternates."""
    pairs = [(task, limit) for task in tasks for limit in limits]
    least: dict[tuple[Task, float], float] = {}
    for _ in range(rounds):
        for task, limit in pairs:
            seconds = seconds_of(tools, task, limit)
            least[task, limit] = min(seconds, least.get((task, limit), seconds))
        pairs.reverse()
    return least


def is_over(seconds: float, limit: float) -> bool:
    """Returns True if a run far exceeded its limit."""
    return seconds > 1.2 * limit + GRACE


def shown(seconds: float, limit: float) -> str:
    """Returns an entry of the table."""
    return f"**{seconds:.3f}**" if is_over(seconds, limit) else f"{seconds:.3f}"


def render(
    tasks: list[Task],
    limits: list[float],
    least: dict[tuple[Task, float], float],
    rounds: int,
    load: str,
) -> str:
    """Returns the page."""
    date = datetime.date.today().isoformat()
    text = INTRODUCTION.format(rounds=rounds, grace=GRACE, date=date, load=load)
    for section in dict.fromkeys(task.section for task in tasks):
        head = ["what", "buffers", *(f"limit {limit:g} s" for limit in limits)]
        text += f"\n## {section}\n\n| {' | '.join(head)} |\n"
        text += "| --- |" + " --: |" * (len(head) - 1) + "\n"
        own = [task for task in tasks if task.section == section]
        for task in sorted(own, key=lambda task: (task.name, task.size)):
            row = [f"`{task.name}`", f"{task.size:,}"]
            row += [shown(least[task, limit], limit) for limit in limits]
            text += f"| {' | '.join(row)} |\n"
    over = sum(is_over(seconds, limit) for (_, limit), seconds in least.items())
    return text + f"\n{over} of {len(least)} are over.\n"


def describe_load() -> str:
    """Describes the other load on the machine."""
    with open("/proc/loadavg", encoding="utf-8") as file:
        return f"a load of {file.read().split()[0]} before the run"


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/placement/time-limits.md", check="")
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=[1000, 10000, 100000],
        help="numbers of buffers (default: %(default)s)",
    )
    parser.add_argument(
        "--limits",
        type=float,
        nargs="+",
        default=[0.01, 0.1, 1],
        help="seconds (default: %(default)s)",
    )
    parser.add_argument(
        "--rounds", type=int, default=3, help="runs of each (default: %(default)s)"
    )
    return parser


def main() -> int:
    """Measures and writes the page."""
    parser = make_parser()
    arguments = parser.parse_args()
    if min(arguments.sizes) < 2 or arguments.rounds < 1:
        parser.error("--sizes must be at least 2, and --rounds at least 1")
    load = describe_load()
    with tempfile.TemporaryDirectory() as folder:
        tasks = make_tasks(arguments.bin, arguments.sizes, Path(folder))
        least = measure(arguments.bin, tasks, arguments.limits, arguments.rounds)
    page = render(tasks, arguments.limits, least, arguments.rounds, load)
    arguments.page.write_text(page, encoding="utf-8")
    print(f"wrote {arguments.page}; {page.splitlines()[-1]}")
    return 0


if __name__ == "__main__":
    run_main(main)
