#!/usr/bin/env python3
# ===- search.py - What solver search reaches, and what each part of it brings --===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs solver search on problems of benchmarks/problems/tpu with each of several
budgets, with its parts switched off, or on other machines, and prints makespans as
ratios of that of XLA's own placement. A budget counts placements, so that the result
is the same on each machine; the CPU time is not."""

import argparse
import json
import math
import sys
import tempfile
from pathlib import Path

from measuring import run_once
from placements import (
    HERE,
    BenchmarkError,
    Tools,
    problem_file,
    read_facts,
    read_json,
    xla_file,
)

# What is switched off, with the options that do it.
ABLATIONS: dict[str, tuple[str, ...]] = {
    "all of it": (),
    "no buffer is forced in": ("force=0",),
    "only forced in": ("force=1",),
    "decoded in one way only": ("mutate=0",),
    "no temperature: only what is not worse": ("heat=0",),
    "ten times the temperature": ("heat=0.2",),
    "takes out one buffer at a time": ("max-ruin=1",),
}

# Other machines: read and write bandwidth of the fast tier, bytes per second, and
# the part of their bandwidth that channels reach.
MACHINES = [(5e12, 1.0), (2e12, 1.0), (10e12, 1.0), (5e12, 0.7), (5e12, 0.5)]

EPILOG = """\
exit codes:
  0  the tables are printed
  1  a tool is missing or fails, or a placement is illegal
  2  bad command line
"""


def solve(tools: Tools, name: str, options: tuple[str, ...]) -> tuple[float, float]:
    """Returns the ratio to XLA's makespan, and the CPU seconds, for one problem."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "solution.json"
        cost = run_once(
            [
                tools.folder / "memplace-solve",
                problem_file(name),
                "-o",
                output,
                "--solver=search",
                *(f"--option={option}" for option in options),
            ]
        )
        makespan, _ = tools.judge(name, output)
    return makespan / tools.judge(name, xla_file(name))[0], cost.cpu


def mean(ratios: list[float]) -> float:
    """Returns the geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def print_budgets(tools: Tools, names: list[str], budgets: list[int]) -> None:
    """Prints a line for each problem, and the means."""
    print("| problem |" + "".join(f" {budget} | CPU s |" for budget in budgets))
    print("|---|" + "--:|--:|" * len(budgets))
    ratios: dict[int, list[float]] = {budget: [] for budget in budgets}
    for name in names:
        line = f"| {name} |"
        for budget in budgets:
            ratio, cpu = solve(tools, name, (f"budget={budget}",))
            ratios[budget].append(ratio)
            line += f" {ratio:.4f} | {cpu:.1f} |"
        print(line, flush=True)
    cells = (f" **{mean(ratios[budget]):.4f}** | |" for budget in budgets)
    print(f"| geometric mean of {len(names)} |" + "".join(cells))


def print_ablation(tools: Tools, names: list[str], budget: int) -> None:
    """Prints a line for each part that is switched off."""
    print(f"| budget {budget} | geometric mean of {len(names)} |")
    print("|---|--:|")
    for what, options in ABLATIONS.items():
        ratios = [
            solve(tools, name, (f"budget={budget}", *options))[0] for name in names
        ]
        print(f"| {what} | {mean(ratios):.4f} |", flush=True)


def write_varied(name: str, fast: float, share: float, folder: Path) -> list[Path]:
    """Writes a problem on another machine, and XLA's own placement without its
    claims, which are those of the real machine. Returns both files."""
    problem = read_json(problem_file(name))
    if isinstance(problem["target"], str):
        catalogue = HERE.parent / "lib" / "Target" / "Catalogue"
        problem["target"] = read_json(catalogue / f"{problem['target']}.json")
    target = problem["target"]
    target.pop("sources", None)
    for direction in ("read", "write"):
        target["tiers"][0][f"{direction}_bytes_per_second"] = fast
    for channel in target["channels"]:
        channel["bytes_per_second"] *= share
    placement = read_json(xla_file(name))
    for claim in ("makespan_ps", "lower_bound_ps", "proven_optimal"):
        placement.pop(claim, None)
    files = [folder / "problem.json", folder / "xla.json"]
    for file, content in zip(files, (problem, placement), strict=True):
        file.write_text(json.dumps(content), encoding="utf-8")
    return files


def ratios_on(
    tools: Tools, name: str, machine: tuple[float, float], budget: int
) -> dict[str, float]:
    """Returns the ratio of each solver to XLA's own placement on another machine."""

    def judge(solution: Path) -> float:
        tools.run("memplace-verify", "--quiet", problem, solution)
        line = tools.run("memplace-simulate", "--json", problem, solution)
        return float(json.loads(line)["makespan_ps"])

    with tempfile.TemporaryDirectory() as folder:
        problem, xla = write_varied(name, *machine, Path(folder))
        output = Path(folder) / "solution.json"
        ratios = {}
        for solver in ("msa", "greedy", "search"):
            options = [f"--option=budget={budget}"] if solver == "search" else []
            command = [problem, "-o", output, f"--solver={solver}", *options]
            tools.run("memplace-solve", *command)
            ratios[solver] = judge(output) / judge(xla)
    return ratios


def print_machines(tools: Tools, names: list[str], budget: int) -> None:
    """Prints a line for each machine, in which each solver has its mean."""
    print(f"| fast tier, TB/s | channels | msa | greedy | search, {budget} |")
    print("|--:|--:|--:|--:|--:|")
    for machine in MACHINES:
        ratios = [ratios_on(tools, name, machine, budget) for name in names]
        means = [
            f"{mean([ratio[solver] for ratio in ratios]):.4f}"
            for solver in ("msa", "greedy", "search")
        ]
        fast, share = machine
        cells = [f"{fast / 1e12:g}", f"{share:.0%}", *means]
        print("| " + " | ".join(cells) + " |", flush=True)


def main() -> int:
    """Reads the command line and prints the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "problems", nargs="*", help="which problems (default: the contended ones)"
    )
    parser.add_argument(
        "--budgets",
        type=int,
        nargs="+",
        default=[100000],
        help="evaluations, one column each (default: 100000)",
    )
    parser.add_argument(
        "--ablate", action="store_true", help="switch parts off, at the first budget"
    )
    parser.add_argument(
        "--machines",
        action="store_true",
        help="other bandwidths, for all solvers, at the first budget",
    )
    parser.add_argument(
        "--bin",
        type=Path,
        default=HERE.parent / "build" / "bin",
        help="folder of the tools (default: build/bin)",
    )
    arguments = parser.parse_args()
    facts = read_facts()
    unknown = [name for name in arguments.problems if name not in facts]
    if unknown:
        parser.error(f"unknown problem '{unknown[0]}'; benchmarks/facts.csv has all")
    if min(arguments.budgets) < 1:
        parser.error(f"--budgets must be at least 1, got {min(arguments.budgets)}")
    names = arguments.problems or [
        name for name, what in facts.items() if what.is_contended
    ]
    tools = Tools(arguments.bin)
    if arguments.ablate:
        print_ablation(tools, names, arguments.budgets[0])
    elif arguments.machines:
        print_machines(tools, names, arguments.budgets[0])
    else:
        print_budgets(tools, names, arguments.budgets)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BenchmarkError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
