#!/usr/bin/env python3
# ===- exact.py - How far solvers are from the optimum --------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares all solvers with exact-placement on a fixed set of small problems, and
writes benchmarks/placement/exact.md.

Seeds determine the problems, so that they are the same on all machines. Budgets count
nodes and placements, so the page has no times and is the same on each machine."""

import itertools
import json
import math
import random
import re
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, run_main, tell_checked
from support.placements import BenchmarkError, Tools

NODES = 200000
SOLVERS = ("default-tier", "first-fit", "greedy", "msa", "search")
KINDS = {
    "chain": "ops in a row, each with weights, its last result, sometimes an older one",
    "random": "reads, writes and updates of any buffer, at any op",
    "tiers": "like `chain`, with a third memory between the two",
    "loop": "like `chain`, with a loop around some ops",
}
USES = {
    "chain": (6, 12, 18, 24, 36, 48, 60),
    "random": (6, 12, 18, 24, 36),
    "tiers": (6, 12, 18, 24),
    "loop": (6, 12, 18, 24),
}
EACH = 6  # Problems of each kind and size.
CHECKED = ("chain-6-0", "chain-12-1", "random-6-2", "tiers-6-3", "loop-6-4")

PROVEN = "proven"
NEARLY = "all but idle transfers"
OPEN = "open"

EPILOG = """\
exit codes:
  0  the page is written, or as it would be
  1  a tool is missing or fails, or the page is not current
  2  bad command line
"""

INTRODUCTION = """\
# How far from the optimum

<!-- Written by benchmarks/placement/exact.py; do not edit. -->

`exact-placement` ([solvers.md](../../docs/guide/solvers.md#exact-placement)) finds the least makespan of small problems, and proves it.
So it tells how good the other solvers are where no bound does. This page has {count} random problems of four kinds, which
`benchmarks/placement/exact.py` makes from seeds:

{kinds}

The fast memory has room for about half of what is live, and ten times the bandwidth of the slow one; one channel leads in
each direction. A *use* is all accesses of one op to one buffer. `exact-placement` has {nodes} nodes, which take a second or
a few; `search` its default budget. All times are modelled ([simulator.md](../../docs/reference/simulator.md)).

A result is *proven* if it is the least of all legal placements. *All but idle transfers* means that the search has ended, too, and that
only a placement with a transfer that nothing needs could be faster ([why it could](../../docs/guide/solvers.md#exact-placement)). *Open*: the nodes were spent.

## Proofs

| kind | uses | problems | proven | all but idle transfers | open | worst gap of what is open |
|---|--:|--:|--:|--:|--:|--:|
"""


@dataclass(frozen=True)
class Row:
    """The result for one problem, as on the page."""

    name: str
    makespan: float  # Of exact-placement, seconds.
    status: str
    gap: str  # To the bound, percent; of unproven problems.
    ratios: tuple[float, ...]  # Of SOLVERS to exact-placement.

    @property
    def kind(self) -> str:
        """Returns the kind of the problem."""
        return self.name.split("-")[0]

    @property
    def uses(self) -> int:
        """Returns the number of uses."""
        return int(self.name.split("-")[1])

    def line(self) -> str:
        """Returns the row of the table."""
        ratios = " | ".join(f"{ratio:.4f}" for ratio in self.ratios)
        cells = f"{self.name} | {self.makespan:.6f} | {self.status} | {self.gap}"
        return f"| {cells} | {ratios} |"


# ===------------------------------------------------------------------------===#
# Problems
# ===------------------------------------------------------------------------===#


class Maker:
    """Makes one problem. Uses only functions that are equal in all Python versions."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.kind, uses, _ = name.split("-")
        self.left = int(uses)
        self.random = random.Random(name)
        self.buffers: list[dict[str, Any]] = []
        self.ops: list[dict[str, Any]] = []

    def below(self, count: int) -> int:
        """Returns an integer from 0 to count - 1."""
        return int(self.random.random() * count)

    def use(self, buffer: int, mode: str) -> None:
        """Lets the last op access a buffer, unless the op already does."""
        size = self.buffers[buffer]["size"]
        access = {
            "buffer": buffer,
            "mode": mode,
            "bytes": size * (2 + self.below(5)) // 2,
        }
        self.ops[-1]["accesses"].append(access)
        self.left -= 1

    def add_buffer(self, **fields: Any) -> int:
        """Adds a buffer and returns its number."""
        size = 64 * (1 + self.below(8))
        name = f"b{len(self.buffers)}"
        self.buffers.append({"name": name, "size": size, **fields})
        return len(self.buffers) - 1

    def add_op(self) -> int:
        """Adds an op without accesses and returns its step."""
        compute = self.below(5) * 250000000000
        name = f"op{len(self.ops)}"
        self.ops.append({"name": name, "compute_ps": compute, "accesses": []})
        return len(self.ops) - 1

    def make_chain(self) -> None:
        """Makes layers: weights and activations in, one activation out."""
        results: list[int] = []
        weights: list[int] = []
        while self.left > 0:
            step = self.add_op()
            if weights and self.below(4) == 0:
                weight = weights[self.below(len(weights))]
            else:
                weight = self.add_buffer(begin=0, live_in=True)
                weights.append(weight)
            self.use(weight, "read")
            for back in (1, 3):
                can_read = self.left > 1 and len(results) >= back
                if can_read and (back == 1 or self.below(3) == 0):
                    self.use(results[-back], "read")
            if self.left > 0:
                result = self.add_buffer(begin=step)
                self.use(result, "write")
                results.append(result)
        if results:
            self.buffers[results[-1]]["live_out"] = True

    def make_random(self) -> None:
        """Makes ops with accesses to any buffers."""
        for _ in range(max(2, self.left // 3)):
            live_in = self.below(2) == 0
            self.add_buffer(begin=0, live_in=live_in, live_out=self.below(4) == 0)
        while self.left > 0:
            self.add_op()
            count = 1 + self.below(3)
            order = sorted(range(len(self.buffers)), key=lambda _: self.random.random())
            for buffer in order[: min(count, self.left)]:
                owned = self.buffers[buffer]["live_in"]
                if owned and not self.buffers[buffer]["live_out"]:
                    self.use(buffer, "read")
                else:
                    self.use(buffer, ("read", "write", "update")[self.below(3)])

    def make_target(self) -> dict[str, Any]:
        """Makes two or three memories; the fast memories hold half of the live bytes."""
        live = [0] * len(self.ops)
        for buffer in self.buffers:
            for step in range(buffer["begin"], buffer["end"]):
                live[step] += buffer["size"]
        room = max(max(live) * (3 + self.below(4)) // 10, 512)
        names = ["fast", "middle", "slow"] if self.kind == "tiers" else ["fast", "slow"]
        rates = {"fast": 10000, "middle": 3000, "slow": 1000}
        tiers = []
        for name in names:
            capacity = 1000000000 if name == "slow" else room
            rate = rates[name]
            tiers.append({"name": name, "capacity": capacity, "alignment": 64})
            tiers[-1] |= {"read_bytes_per_second": rate, "write_bytes_per_second": rate}
        channels = []
        latency = self.below(2) * 50000000000
        for one, two in itertools.pairwise(names):
            for source, target in ((two, one), (one, two)):
                channel: dict[str, Any] = {
                    "name": f"{source}-{target}",
                    "from": source,
                    "to": target,
                }
                rate = 400 * (1 + self.below(5))
                channel |= {"bytes_per_second": rate, "latency_ps": latency}
                channels.append(channel)
        return {
            "format": "memplace-target",
            "version": 1,
            "name": "small",
            "tiers": tiers,
            "default_tier": "slow",
            "channels": channels,
            "combine": "sum" if self.below(2) == 0 else "max",
            "compute": {"flops_per_second": {"default": 1}, "launch_ps": 0},
        }

    def make_loops(self) -> list[dict[str, int]]:
        """Adds a loop around some ops; loop-carried buffers live longer."""
        if self.kind != "loop":
            return []
        begin = self.below(max(1, len(self.ops) // 2))
        end = min(len(self.ops), begin + 2 + self.below(len(self.ops) // 2 + 1))
        for buffer in self.buffers:
            inside = begin <= buffer["begin"] and buffer["end"] <= end
            own = inside and not buffer.get("live_in")  # New in each trip.
            if buffer["begin"] < end and buffer["end"] > begin and not own:
                buffer["begin"] = min(buffer["begin"], begin)
                buffer["end"] = max(buffer["end"], end)
        return [{"begin": begin, "end": end, "trip_count": 2 + self.below(4)}]

    def make(self) -> dict[str, Any]:
        """Returns the problem."""
        if self.kind == "random":
            self.make_random()
        else:
            self.make_chain()
        for number, buffer in enumerate(self.buffers):
            last = buffer["begin"]
            for step, op in enumerate(self.ops):
                if any(access["buffer"] == number for access in op["accesses"]):
                    last = step
            keeps = buffer.get("live_out")
            buffer["end"] = len(self.ops) if keeps else last + 1
        loops = self.make_loops()
        target = self.make_target()
        return {
            "format": "memplace-problem",
            "version": 1,
            "name": self.name,
            "target": target,
            "buffers": self.buffers,
            "ops": self.ops,
            "loops": loops,
        }


def problem_names() -> list[str]:
    """Returns the names of all problems; a name determines its problem."""
    return [
        f"{kind}-{uses}-{number}"
        for kind in KINDS
        for uses in USES[kind]
        for number in range(EACH)
    ]


# ===------------------------------------------------------------------------===#
# Solving
# ===------------------------------------------------------------------------===#


def measure(folder: Path, name: str) -> Row:
    """Returns the result of one problem. Each placement is verified."""
    tools = Tools(folder)
    with tempfile.TemporaryDirectory() as scratch:
        problem = Path(scratch) / "problem.json"
        output = Path(scratch) / "solution.json"
        problem.write_text(json.dumps(Maker(name).make()), encoding="utf-8")

        def solve(solver: str, *options: str) -> tuple[int, str, str]:
            flags = [
                f"--solver={solver}",
                *(f"--option={option}" for option in options),
            ]
            done = tools.run_whole("memplace-solve", problem, "-o", output, *flags)
            tools.run("memplace-verify", "--quiet", problem, output)
            line = json.loads(done.stdout)
            return int(line["makespan_ps"]), line["status"], done.stderr

        exact, status, notes = solve("exact-placement", f"nodes={NODES}")
        gap = "0"
        if status == "optimal":
            status = PROVEN
        else:
            found = re.search(r"at most ([^ ]*) % above", notes)
            if not found:
                raise BenchmarkError(f"{name}: no proof, and no bound either: {notes}")
            gap = found.group(1)
            status = NEARLY if "nothing needs" in notes else OPEN
        ratios = tuple(round(solve(solver)[0] / exact, 4) for solver in SOLVERS)
    return Row(name, round(exact * 1e-12, 6), status, gap, ratios)


# ===------------------------------------------------------------------------===#
# The page
# ===------------------------------------------------------------------------===#


def summarise(rows: Iterable[Row], column: int) -> str:
    """Returns average and worst ratio of a solver, and its number of optima."""
    ratios = [row.ratios[column] for row in rows if row.status != OPEN]
    if not ratios:
        return "| | | "
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    best = sum(ratio <= 1 for ratio in ratios)
    return f"| {mean:.4f} | {max(ratios):.4f} | {100 * best / len(ratios):.0f} % "


def render(rows: list[Row]) -> str:
    """Returns the page."""
    kinds = "\n".join(f"* `{kind}`: {what}" for kind, what in KINDS.items())
    page = INTRODUCTION.format(count=len(rows), kinds=kinds, nodes=NODES)
    for kind in KINDS:
        for uses in USES[kind]:
            some = [row for row in rows if row.kind == kind and row.uses == uses]
            counts = [
                sum(row.status == status for row in some)
                for status in (PROVEN, NEARLY, OPEN)
            ]
            gaps = [float(row.gap) for row in some if row.status == OPEN]
            gap = f"{max(gaps):.3g} %" if gaps else ""
            cells = " | ".join(map(str, counts))
            page += f"| `{kind}` | {uses} | {len(some)} | {cells} | {gap} |\n"
    page += """
## The others

The ratio of each solver's makespan to that of `exact-placement`, where that has ended: the geometric mean, the worst, and how many are at 1.

| kind | problems |"""
    page += "".join(f" `{solver}` | worst | at 1 |" for solver in SOLVERS)
    page += "\n|---|--:|" + "--:|--:|--:|" * len(SOLVERS) + "\n"
    for kind in [*KINDS, "all"]:
        some = [row for row in rows if kind in (row.kind, "all")]
        ended = sum(row.status != OPEN for row in some)
        cells = "".join(summarise(some, i) for i in range(len(SOLVERS)))
        page += f"| {kind} | {ended} {cells}|\n"
    page += """
## Each problem

Makespans in seconds, gaps to the bound in percent, and the ratios. Where `exact-placement` is open, another solver may be faster.

| problem | makespan | status | gap |"""
    page += "".join(f" `{solver}` |" for solver in SOLVERS)
    page += "\n|---|--:|---|--:|" + "--:|" * len(SOLVERS) + "\n"
    return page + "".join(row.line() + "\n" for row in rows)


def parse(text: str) -> list[Row]:
    """Returns the rows of a page."""
    rows = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 + len(SOLVERS) and re.fullmatch(r"\w+-\d+-\d+", cells[0]):
            ratios = tuple(map(float, cells[4:]))
            rows.append(Row(cells[0], float(cells[1]), cells[2], cells[3], ratios))
    return rows


def check(page: Path, folder: Path, names: Iterable[str]) -> list[str]:
    """Returns the outdated parts of the page; computes some rows again."""
    text = page.read_text(encoding="utf-8")
    rows = {row.name: row for row in parse(text)}
    if list(rows) != problem_names():
        return ["it has other problems than those that are made now"]
    if render(list(rows.values())) != text:
        return ["its words or means do not follow from its rows"]
    complaints = []
    for name in names:
        now = measure(folder, name)
        if now != rows[name]:
            complaints.append(f"{now.line()} now, the page says {rows[name].line()}")
    return complaints


def main() -> int:
    """Reads the command line; writes or checks the page."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/placement/exact.md")
    parser.add_argument(
        "--jobs", type=int, default=1, help="problems at a time (default: 1)"
    )
    parser.add_argument(
        "--write-problem", metavar="NAME", help="only print one problem, by its name"
    )
    arguments = parser.parse_args()
    if arguments.jobs < 1:
        parser.error(f"--jobs must be at least 1, got {arguments.jobs}")
    if arguments.write_problem:
        if arguments.write_problem not in problem_names():
            parser.error(f"unknown problem '{arguments.write_problem}'; see the page")
        print(json.dumps(Maker(arguments.write_problem).make()))
        return 0
    if arguments.check:
        complaints = check(arguments.page, arguments.bin, CHECKED)
        return tell_checked("placement/exact.py", arguments.page, complaints)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        rows = list(
            pool.map(lambda name: measure(arguments.bin, name), problem_names())
        )
    arguments.page.write_text(render(rows), encoding="utf-8")
    print(f"wrote {arguments.page}")
    return 0


if __name__ == "__main__":
    run_main(main)
