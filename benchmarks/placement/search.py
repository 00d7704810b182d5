#!/usr/bin/env python3
# ===- search.py - What solver search reaches ----------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs the solver search on problems of benchmarks/problems/tpu with several budgets or
time limits, or on other machines, and prints makespans relative to XLA at its best. A
budget counts placements, so the result is the same on each machine; the CPU time is not.
--page does all this and writes benchmarks/placement/search.md; with --store the script
can be stopped and continues later."""

import argparse
import datetime
import json
import math
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from results_page import parse
from support.command_line import add_jobs, refuse_unknown, run_main, tools_parser
from support.kept_runs import KeptRuns
from support.measuring import describe_machine, run_once
from support.placements import (
    ROOT,
    Facts,
    Row,
    Tools,
    problem_file,
    read_facts,
    read_json,
    write_unclaimed,
    xla_file,
)
from support.tables import geometric_mean, table

# Other machines: read and write bandwidth of the fast tier, bytes per second, and the
# share of the bandwidth of channels.
MACHINES = [(5e12, 1.0), (2e12, 1.0), (5e12, 0.5)]
MACHINE_SOLVERS = ("msa", "greedy", "search")

Result = TypeVar("Result")

EPILOG = """\
exit codes:
  0  the tables are printed, or the page is written
  1  a tool is missing or fails, or a placement is illegal
  2  bad command line
"""


# Parameters of the page.
LIMIT = 60  # Seconds of CPU time.
BUDGETS = (1000, 20000)
MACHINES_BUDGET = 5000

# The goal with LIMIT: relative gap to the bound, geometric mean over all problems with
# fewer ops than GOAL_OPS.
GOAL = 0.003
GOAL_OPS = 1000
# Goal of the relative gap to the best known makespan for larger problems.
LARGE_GOAL = 0.01

# Problems closer to the bound than this after the largest budget get no more time on
# the page.
CLOSE = 0.002

# The heading after the part of the page with a time limit.
REST = "By budget, which counts placements"

INTRODUCTION = """\
# How far `search` gets

<!-- Written by benchmarks/placement/search.py --page; do not edit. -->

Makespans that solver [`search`](../../docs/guide/solvers.md) reaches on the problems of
[benchmarks/problems/tpu](../problems/tpu/README.md): with more time, and on other machines. **All times are modelled, none
is measured on a TPU**; [results.md](../../docs/measurements/results.md) says how well they fit, and what *contended* and
*well fitted* (within 1 %) mean. Numbers are makespans divided by that of XLA at its best, so numbers below 1 are faster;
means are geometric. Each placement has passed `memplace-verify`.
"""


@dataclass(frozen=True)
class Bench:
    """Runs the tools of one build."""

    tools: Tools
    kept: KeptRuns
    jobs: int  # Concurrent problems, if times do not count.

    def solve(self, name: str, options: tuple[str, ...]) -> tuple[float, float]:
        """Returns the ratio to XLA's makespan, and CPU seconds."""
        return self.solve_with(name, *(f"--option={option}" for option in options))

    def solve_with(self, name: str, *flags: str) -> tuple[float, float]:
        """Returns the ratio and CPU seconds with arbitrary flags."""
        ratio, cpu = self.kept.get(
            name, " ".join(flags), lambda: measure_once(self.tools, name, flags)
        )
        return ratio, cpu

    def on_machine(
        self, name: str, machine: tuple[float, float], budget: int
    ) -> dict[str, float]:
        """Returns the ratio of each solver to XLA at its best on another machine."""
        ratios = self.kept.get(
            name,
            f"machine {machine} budget {budget}",
            lambda: ratios_on(self.tools, name, machine, budget),
        )
        return dict(zip(MACHINE_SOLVERS, ratios, strict=True))

    def in_parallel(
        self, names: list[str], measure: Callable[[str], Result]
    ) -> list[Result]:
        """Returns the results of each problem."""
        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(measure, names))


def measure_once(tools: Tools, name: str, flags: Iterable[str]) -> list[float]:
    """Returns the ratio to XLA's makespan, and CPU seconds."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "solution.json"
        cost = run_once(
            [
                tools.folder / "memplace-solve",
                problem_file(name),
                "-o",
                output,
                "--solver=search",
                *flags,
            ]
        )
        makespan, _ = tools.judge(name, output)
    return [makespan / tools.judge(name, xla_file(name))[0], cost.cpu]


def budget_lines(bench: Bench, names: list[str], budgets: list[int]) -> Iterator[str]:
    """Yields a line for each problem, and the means."""
    yield "| problem |" + "".join(f" {budget} | CPU s |" for budget in budgets)
    yield "|---|" + "--:|--:|" * len(budgets)
    ratios: dict[int, list[float]] = {budget: [] for budget in budgets}
    for name in names:
        line = f"| {name} |"
        for budget in budgets:
            ratio, cpu = bench.solve(name, (f"budget={budget}",))
            ratios[budget].append(ratio)
            line += f" {ratio:.4f} | {cpu:.1f} |"
        yield line
    cells = (f" **{geometric_mean(ratios[budget]):.4f}** | |" for budget in budgets)
    yield f"| geometric mean of {len(names)} |" + "".join(cells)


def write_varied(name: str, fast: float, share: float, folder: Path) -> list[Path]:
    """Writes a problem on another machine, and XLA at its best without claims, which
    hold for the real machine only. Returns both files."""
    problem = read_json(problem_file(name))
    if isinstance(problem["target"], str):
        catalogue = ROOT / "lib" / "Target" / "Catalogue"
        problem["target"] = read_json(catalogue / f"{problem['target']}.json")
    target = problem["target"]
    target.pop("sources", None)
    for direction in ("read", "write"):
        target["tiers"][0][f"{direction}_bytes_per_second"] = fast
    for channel in target["channels"]:
        channel["bytes_per_second"] *= share
    return write_unclaimed(folder, problem, read_json(xla_file(name)))


def ratios_on(
    tools: Tools, name: str, machine: tuple[float, float], budget: int
) -> list[float]:
    """Returns the ratios of MACHINE_SOLVERS to XLA at its best on another machine."""

    def judge(solution: Path) -> float:
        tools.run("memplace-verify", "--quiet", problem, solution)
        line = tools.run("memplace-simulate", "--json", problem, solution)
        return float(json.loads(line)["makespan_ps"])

    with tempfile.TemporaryDirectory() as folder:
        problem, xla = write_varied(name, *machine, Path(folder))
        output = Path(folder) / "solution.json"
        ratios = []
        for solver in MACHINE_SOLVERS:
            options = [f"--option=budget={budget}"] if solver == "search" else []
            command: list[str | Path] = [problem, "-o", output]
            command += [f"--solver={solver}", *options]
            tools.run("memplace-solve", *command)
            ratios.append(judge(output) / judge(xla))
    return ratios


def machine_lines(bench: Bench, names: list[str], budget: int) -> Iterator[str]:
    """Yields a line for each machine, with the average of each solver."""
    yield f"| fast tier, TB/s | channels | msa | greedy | search, {budget} |"
    yield "|--:|--:|--:|--:|--:|"
    for machine in MACHINES:
        on_machine = partial(bench.on_machine, machine=machine, budget=budget)
        ratios = bench.in_parallel(names, on_machine)
        means = [
            f"{geometric_mean(ratio[solver] for ratio in ratios):.4f}"
            for solver in MACHINE_SOLVERS
        ]
        fast, share = machine
        cells = [f"{fast / 1e12:g}", f"{share:.0%}", *means]
        yield "| " + " | ".join(cells) + " |"


# ===--- The page ---=== #


class Limits:
    """Results of search with the largest budget, from results.md, and within LIMIT, by
    problem, widest gaps first. Problems without a measured time limit count with their
    result by budget, which is no faster."""

    def __init__(
        self, bench: Bench, facts: dict[str, Facts], rows: list[Row], cpu_seconds: float
    ) -> None:
        self.facts, self.rows = facts, rows
        self.ratios: dict[str, list[float]] = {}
        self.measured: set[str] = set()  # With LIMIT.
        for row in rows:
            self.ratios[row.name] = [row.ratio("search")] * 2
        for row in sorted(rows, key=lambda row: -self.gap([row], 0)):
            if self.is_close(row, self.ratios[row.name][0]):
                break  # More time can hardly help.
            flags = (f"--time-limit={LIMIT}", "--cpu-time")
            if not bench.kept.has(row.name, " ".join(flags)):
                if cpu_seconds < LIMIT:
                    continue
                cpu_seconds -= LIMIT
            self.measured.add(row.name)
            ratios = self.ratios[row.name]
            ratios[1] = min(ratios[0], bench.solve_with(row.name, *flags)[0])

    @staticmethod
    def bound(row: Row) -> float:
        """Returns the bound as a ratio."""
        return row.bound / row.makespans["xla"]

    def is_close(self, row: Row, ratio: float) -> bool:
        """Returns True if no placement is much faster."""
        return ratio <= (1 + CLOSE) * self.bound(row)

    def gap(self, rows: list[Row], limit: int) -> float:
        """Returns the relative gap to the bound with a limit, geometric mean."""
        ratios = (self.ratios[row.name][limit] / self.bound(row) for row in rows)
        return geometric_mean(ratios) - 1

    def line(self, caption: str, rows: list[Row], mark: str = "") -> list[str]:
        """Returns the line of the means of some problems."""
        limits = range(2)
        ratios = [
            geometric_mean(row.ratio("msa") for row in rows),
            *(geometric_mean(self.ratios[row.name][i] for row in rows) for i in limits),
            geometric_mean(self.bound(row) for row in rows),
        ]
        gaps = [f"{100 * self.gap(rows, i):.2f}" for i in limits]
        return [
            caption,
            *(f"{mark}{cell}{mark}" for cell in map("{:.4f}".format, ratios)),
            *gaps,
        ]

    def table(self) -> str:
        """Returns the table of problems that are not at the bound at once, and of
        means."""
        facts = self.facts
        open_rows = [
            row for row in self.rows if not self.is_close(row, self.ratios[row.name][0])
        ]
        sets = {
            "all": self.rows,
            f"fewer than {GOAL_OPS:,} ops": self.small(),
            "contended": [row for row in self.rows if facts[row.name].is_contended],
            "contended and well fitted": [
                row
                for row in self.rows
                if facts[row.name].is_contended and facts[row.name].is_well_fitted
            ],
        }
        lines = [
            self.line(row.name + ("" if row.name in self.measured else " †"), [row])
            for row in open_rows
        ]
        lines += [
            self.line(f"mean of {len(rows)}: {caption}", rows, "**")
            for caption, rows in sets.items()
        ]
        times = [f"{BUDGETS[-1]:,}", f"{LIMIT} s"]
        head = ["problem", "`msa`", *times, "bound"]
        return table([*head, *(f"above bound, {time}, %" for time in times)], lines)

    def small(self) -> list[Row]:
        """Returns the problems of the goal."""
        return [row for row in self.rows if self.facts[row.name].ops < GOAL_OPS]

    def large_goal(self) -> str:
        """Returns the result of the goal for large problems. No placement is below the
        bound, so the sentence also limits the gap to the best known makespan."""
        small = {row.name for row in self.small()}
        gaps = {
            row.name: 100 * self.gap([row], -1)
            for row in self.rows
            if row.name not in small
        }
        if not gaps:
            return ""
        worst = max(gaps, key=gaps.__getitem__)
        verdict = "reached" if gaps[worst] <= 100 * LARGE_GOAL else "**not shown**"
        return (
            f"* Within {100 * LARGE_GOAL:g} % of the best known with {LIMIT} s on each of the {len(gaps)} problems of {GOAL_OPS:,} ops or more: "
            f"{verdict}, at most {gaps[worst]:.2f} % above the bound ({worst}), below which nothing is. "
            "Larger ones: [layers.md](layers.md).\n"
        )

    def slower_than(self, column: str) -> str:
        """Returns the number of problems on which search is slower, by limit, beyond
        the rounding of printed numbers."""
        counts = (
            sum(
                self.ratios[row.name][i] > row.ratio(column) + 0.00005
                for row in self.rows
            )
            for i in range(2)
        )
        words = (f"{BUDGETS[-1]:,} evaluations", f"{LIMIT} s")
        return ", ".join(f"on {n} with {what}" for n, what in zip(counts, words))

    def open(self) -> int:
        """Returns the number of problems still to be measured with LIMIT."""
        return sum(
            not self.is_close(row, self.ratios[row.name][0])
            for row in self.rows
            if row.name not in self.measured
        )

    def goals(self) -> str:
        """Returns the result of the goal."""
        gap = self.gap(self.small(), -1)
        verdict = "reached" if gap <= GOAL else "**not reached**"
        return (
            f"* Within {100 * GOAL:g} % of the bound with {LIMIT} s, in geometric mean over the {len(self.small())} problems of fewer than {GOAL_OPS:,} ops: "
            f"{verdict}, {100 * gap:.3f} %.\n"
            f"{self.large_goal()}"
            f"* Slower than `msa`, of {len(self.rows)} problems: {self.slower_than('msa')}.\n"
            f"* Slower than XLA at its best: {self.slower_than('xla')}.\n"
        )


def join(lines: Iterable[str]) -> str:
    """Returns lines as a text."""
    return "\n".join(lines) + "\n"


def limits_part(limits: Limits) -> str:
    """Returns the part of the page that has a time limit."""
    missing = limits.open()
    mark = (
        f"† was not run for {LIMIT} s yet ({missing} problems): the number of {BUDGETS[-1]:,} evaluations stands, and more time makes none slower, so that gaps and means are at most these.\n"
        if missing
        else ""
    )
    return f"""\
{INTRODUCTION}
## With more time

One thread, with {BUDGETS[-1]:,} evaluations, as in [results.md](../../docs/measurements/results.md) (one to a few seconds),
and with a limit of {LIMIT} s of CPU time. The *bound* is that of results.md: proven, no placement is faster. A problem less
than {100 * CLOSE:g} % above the bound with {BUDGETS[-1]:,} evaluations has no line and got no more time.
{mark}{measured_on()}

{limits.table()}
{limits.goals()}
"""


def measured_on() -> str:
    """Returns date and machine of a part of the page."""
    date = datetime.date.today().isoformat()
    return f"Measured until {date} on {describe_machine()}; others used it, too."


def parts_part(bench: Bench, contended: list[str], fitted: list[str]) -> str:
    """Returns the rest of the page."""
    return f"""\
{REST} and gives the same result on each machine, contended problems:

{join(budget_lines(bench, contended, list(BUDGETS)))}
## Other machines

In XLA's estimates, ops do not reach the peak of HBM, so transfers at full bandwidth flatter
every placement that prefetches more; and the bandwidth of CMEM is an estimate. So: other bandwidths of the fast tier, and channels that reach only a
part of HBM's. XLA at its best is judged on the same machine, but was made for the first.

All contended problems:

{join(machine_lines(bench, contended, MACHINES_BUDGET))}
The well-fitted contended problems:

{join(machine_lines(bench, fitted, MACHINES_BUDGET))}
## How to make this page

`benchmarks/placement/search.py --page --store=benchmarks/placement/search.jsonl`, in half an hour of CPU time, after
`benchmarks/placement/run.py`. Results in the store are not measured again; `--cpu-minutes` says for how long to go on.
[benchmarks/README.md](../README.md) tells more.
"""


def write_page(
    bench: Bench, facts: dict[str, Facts], arguments: argparse.Namespace
) -> None:
    """Measures what is on the page, and writes it."""
    path = arguments.page
    results = ROOT / "benchmarks" / "placement" / "results.md"
    rows = parse(results.read_text(encoding="utf-8"), facts).rows
    contended = [name for name, what in facts.items() if what.is_contended]
    fitted = [name for name in contended if facts[name].is_well_fitted]
    limits = Limits(bench, facts, rows, 60 * arguments.cpu_minutes)
    text = limits_part(limits)
    if arguments.limits_only:
        before = path.read_text(encoding="utf-8")
        text += before[before.index(REST) :]
    else:
        text += parts_part(bench, contended, fitted)
    path.write_text(text, encoding="utf-8")


def main() -> int:
    """Reads the command line and prints the tables."""
    parser = tools_parser(__doc__, EPILOG)
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
        "--machines",
        action="store_true",
        help="other bandwidths, for all solvers, at the first budget",
    )
    parser.add_argument(
        "--page",
        type=Path,
        nargs="?",
        const=ROOT / "benchmarks/placement/search.md",
        help="do all of it, and write this page (default: benchmarks/placement/search.md)",
    )
    parser.add_argument(
        "--store",
        type=Path,
        help="keep measurements in this file and do not repeat what it has; begin "
        "another one when a solver changes (default: none are kept)",
    )
    parser.add_argument(
        "--cpu-minutes",
        type=float,
        default=math.inf,
        help="of --page: how long runs with the time limit may go on, those in the store "
        "left out; what has none is marked (default: no limit)",
    )
    parser.add_argument(
        "--limits-only",
        action="store_true",
        help="of --page: write the part that has a time limit, and leave the others",
    )
    add_jobs(parser)
    arguments = parser.parse_args()
    facts = read_facts()
    refuse_unknown(parser, arguments.problems, facts)
    if min(arguments.budgets) < 1:
        parser.error(f"--budgets must be at least 1, got {min(arguments.budgets)}")
    if arguments.jobs < 1:
        parser.error(f"--jobs must be at least 1, got {arguments.jobs}")
    names = arguments.problems or [
        name for name, what in facts.items() if what.is_contended
    ]
    bench = Bench(Tools(arguments.bin), KeptRuns(arguments.store), arguments.jobs)
    if arguments.page:
        write_page(bench, facts, arguments)
        print(f"wrote {arguments.page}")
        return 0
    if arguments.machines:
        lines = machine_lines(bench, names, arguments.budgets[0])
    else:
        lines = budget_lines(bench, names, arguments.budgets)
    for line in lines:
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    run_main(main)
