#!/usr/bin/env python3
# ===- bounds.py - How good the lower bounds are ----------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes the table of bounds.md beside it: lower bounds on the makespan of each contended
problem of problems/tpu, and the best known placement. With --check, computes some rows again:
a bound below that of the page is an error, and so is a placement faster than a bound."""

import argparse
import json
import math
import re
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import (
    add_checked_problems,
    add_keep,
    page_parser,
    run_main,
)
from support.placements import (
    BOUND_SOLVERS,
    CLOSE_TO_BOUND,
    Tools,
    problem_file,
    read_facts,
    xla_file,
)
from support.written_part import WrittenPart

# Problems that --check computes again by default: quick, and of all kinds.
CHECKED = ["nerf_128k", "bilinear49_2048.cmem8M", "resnet50_b1.cmem8M"]

# Tolerance of the strong bound against the page, relative: the bound depends slightly
# on the placement it starts from.
TOLERANCE = 2e-3

EPILOG = """\
exit codes:
  0  the table is written, or as good as it says
  1  a tool is missing or fails, or a bound is worse or wrong
  2  bad command line
"""


@dataclass(frozen=True)
class Row:
    """One line of the table, microseconds."""

    name: str
    xla: float  # XLA at its best.
    knapsack: float  # The default bound.
    strong: float
    best: float  # The fastest placement known.

    @property
    def share(self) -> float:
        """Returns the share of the default bound's gap that the strong bound closes."""
        gap = self.best - self.knapsack
        return (self.strong - self.knapsack) / gap if gap > 0.005 else 1.0


def solve(tools: Tools, name: str, *options: str) -> tuple[float, float]:
    """Returns makespan and bound, microseconds, of a legal placement."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "solution.json"
        line = tools.run("memplace-solve", problem_file(name), "-o", output, *options)
        # Also proves the claimed bound of the placement again.
        tools.run("memplace-verify", "--quiet", problem_file(name), output)
    report = json.loads(line)
    return report["makespan_ps"] / 1e6, report["lower_bound_ps"] / 1e6


def measure(tools: Tools, name: str, budget: int, iterations: int) -> Row:
    """Returns the line of one problem."""
    xla = round(tools.judge(name, xla_file(name))[0], 2)
    _, knapsack = solve(tools, name, "--solver=default-tier")
    proof = ("--bound=strong", f"--bound-iterations={iterations}")
    best, strong = solve(
        tools, name, "--solver=search", f"--option=budget={budget}", *proof
    )
    best = min(best, xla)
    for solver in BOUND_SOLVERS:
        if solver != "search" and best > (1 + CLOSE_TO_BOUND) * strong:
            strong = max(strong, solve(tools, name, f"--solver={solver}", *proof)[1])
    return Row(name, xla, *(round(us, 2) for us in (knapsack, strong, best)))


def with_default_bound(tools: Tools, row: Row) -> Row:
    """Returns a kept line with a new default bound, which is quick to compute."""
    knapsack = round(solve(tools, row.name, "--solver=default-tier")[1], 2)
    return replace(row, knapsack=knapsack, strong=max(row.strong, knapsack))


def mean(ratios: list[float]) -> float:
    """Returns the geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def render(rows: list[Row]) -> str:
    """Returns the table and its summary."""
    lines = [
        "| problem | XLA at its best | default | strong | best known | above strong, % | share, % |",
        "| --- | --: | --: | --: | --: | --: | --: |",
    ]
    for row in rows:
        above = 100 * (row.best / row.strong - 1)
        lines.append(
            f"| {row.name} | {row.xla:.2f} | {row.knapsack:.2f} | {row.strong:.2f} "
            f"| {row.best:.2f} | {max(above, 0):.2f} | {100 * row.share:.0f} |"
        )
    ratios = [
        mean([getattr(row, column) / row.xla for row in rows])
        for column in ("knapsack", "strong", "best")
    ]
    knapsack, strong, best = ratios
    closed = 100 * (strong - knapsack) / (best - knapsack)
    lines += [
        "",
        f"Geometric means of ratios to XLA at its best: default bound {knapsack:.4f}, strong bound {strong:.4f}, best known placements {best:.4f}.",
        f"No set of placements has a mean below {math.floor(strong * 1e3) / 1e3:.3f}, and the strong bound closes {closed:.0f} % of the gap of the default bound.",
    ]
    return "\n".join(lines)


def parse(text: str) -> list[Row]:
    """Returns the rows of the table that `render` wrote."""
    rows = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and re.fullmatch(r"[0-9.]+", cells[1]):
            rows.append(Row(cells[0], *map(float, cells[1:5])))
    return rows


def complaints_about(row: Row, now: Row) -> list[str]:
    """Returns complaints about worse or wrong rows."""
    complaints = []
    if now.strong < row.strong * (1 - TOLERANCE):
        complaints.append(f"the strong bound is {now.strong} now, not {row.strong}")
    if min(now.best, row.best) < max(now.strong, row.strong) - 0.01:
        complaints.append(f"a placement takes {now.best}, less than a bound")
    return [f"{row.name}: {complaint}" for complaint in complaints]


def check_page(
    tools: Tools, arguments: argparse.Namespace, text: str, names: list[str]
) -> list[str]:
    """Returns complaints about the page's table `text`: rows other than `names`, means
    that do not follow from the rows, and bounds that are lower now."""
    rows = parse(text)
    complaints = []
    if [row.name for row in rows] != names:
        complaints.append("the page does not have just the contended problems")
    elif render(rows) != text:
        complaints.append("its words or means do not follow from its rows")
    for row in rows:
        if arguments.problems and row.name not in arguments.problems:
            continue
        _, knapsack = solve(tools, row.name, "--solver=default-tier")
        if knapsack < row.knapsack - 0.01:
            complaints.append(
                f"{row.name}: the default bound is {knapsack:.2f} now, not {row.knapsack}"
            )
        if row.name in (arguments.problems or CHECKED):
            now = measure(tools, row.name, arguments.budget, arguments.iterations)
            complaints += complaints_about(row, now)
    return complaints


def main() -> int:
    parser = page_parser(__doc__, EPILOG, "benchmarks/placement/bounds.md")
    add_checked_problems(parser, CHECKED)
    parser.add_argument(
        "--budget", type=int, default=30000, help="evaluations of search"
    )
    parser.add_argument(
        "--iterations", type=int, default=5000, help="of the strong bound"
    )
    add_keep(parser)
    arguments = parser.parse_args()
    names = [name for name, facts in read_facts().items() if facts.is_contended]
    for name in arguments.problems:
        if name not in names:
            parser.error(f"'{name}' is no contended problem of benchmarks/facts.csv")
    tools = Tools(arguments.bin)
    part = WrittenPart.read(arguments.page, "placement/bounds.py")

    if not arguments.check:
        known = {row.name: row for row in parse(part.text)} if arguments.keep else {}
        rows = []
        for name in names:
            if name in known:
                rows.append(with_default_bound(tools, known[name]))
                continue
            rows.append(measure(tools, name, arguments.budget, arguments.iterations))
            print(name, flush=True)
        part.replace(render(rows))
        return 0
    complaints = check_page(tools, arguments, part.text, names)
    for complaint in complaints:
        print(f"error: {arguments.page}: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    run_main(main)
