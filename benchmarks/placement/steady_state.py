#!/usr/bin/env python3
# ===- steady_state.py - Writes steady-state.md, or checks it --------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Places the problems of benchmarks/problems/tpu as cyclic programs, compares the results
with XLA's own placements, whose cross-program prefetches then wrap around, and writes
benchmarks/placement/steady-state.md.
"""

import argparse
import copy
import json
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from steady_page import (
    SOLVERS,
    SteadyRow,
    named_as_missing,
    ordered,
    parse,
    render,
)

from support.command_line import (
    add_checked_problems,
    add_jobs,
    add_keep,
    page_parser,
    parse_checked_problems,
    run_main,
    tell_checked,
)
from support.placements import (
    Facts,
    Tools,
    problem_file,
    read_facts,
    read_json,
    xla_file,
)

# Small problems of different programs in which XLA fetches weights; for --check.
CHECKED = [
    "alexnet_b1.cmem8M",
    "bilinear49_2048.cmem8M",
    "gpt2_block_b1.cmem8M",
    "lstm_unrolled16",
]

EPILOG = """\
exit codes:
  0  the page is written; with --check: it is up to date
  1  it is not; a placement is illegal; a tool is missing
  2  bad command line
"""


def make_cyclic(problem: Any) -> Any:
    """Returns the cyclic program: inputs only read live to the end, so that the next
    run finds them."""
    cyclic = copy.deepcopy(problem)
    cyclic["cyclic"] = True
    written = {
        access["buffer"]
        for op in cyclic["ops"]
        for access in op["accesses"]
        if access["mode"] != "read"
    }
    for index, buffer in enumerate(cyclic["buffers"]):
        if buffer.get("live_in") and index not in written:
            buffer["end"] = len(cyclic["ops"])
    return cyclic


def lengthen_homes(problem: Any, solution: Any) -> Any:
    """Returns XLA's placement with the inputs at home as long as they live now."""
    result = copy.deepcopy(solution)
    for residency in result["residencies"]:
        if "offset" not in residency:
            residency["end"] = problem["buffers"][residency["buffer"]]["end"]
    return result


def fetched_at_start(problem: Any, solution: Any) -> list[int]:
    """Returns the transfers of `solution` that the previous run could make: transfers
    of inputs into a place owned from the start; the largest first."""
    transfers = []
    for index, transfer in enumerate(solution["transfers"]):
        destination = solution["residencies"][transfer["to"]]
        buffer = problem["buffers"][destination["buffer"]]
        is_weight = buffer.get("live_in") and buffer["end"] == len(problem["ops"])
        if transfer["start"] == 0 and destination["begin"] == 0 and is_weight:
            transfers.append((-buffer["size"], index))
    return [index for _, index in sorted(transfers)]


def free_from(problem: Any, solution: Any, place: Any) -> int:
    """Returns the first step from which no other buffer uses the bytes of `place`, a
    residency, up to and through the end; one after the last if there is none."""
    end = place["end"]
    size = problem["buffers"][place["buffer"]]["size"]
    sources = {
        (transfer["from"], transfer["done"])
        for transfer in solution["transfers"]
        if transfer["start"] == transfer["done"]
    }
    for index, other in enumerate(solution["residencies"]):
        if other is place or other["tier"] != place["tier"] or "offset" not in other:
            continue
        other_size = problem["buffers"][other["buffer"]]["size"]
        if (
            other["offset"] < place["offset"] + size
            and place["offset"] < other["offset"] + other_size
        ):
            # The source of an unhidden copy lasts through its step.
            last = other["end"] + ((index, other["end"]) in sources)
            end = max(end, last)
    return end


def wrap(problem: Any, solution: Any, index: int) -> Any:
    """Returns the placement with transfer `index`, one of `fetched_at_start`, made by
    the previous run, or without the transfer if its place can stay; None if neither
    works."""
    result = copy.deepcopy(solution)
    transfer = result["transfers"][index]
    head = result["residencies"][transfer["to"]]
    steps = len(problem["ops"])
    issue = free_from(problem, result, head)
    if issue >= steps and head["end"] < steps:
        return None
    if issue == head["end"]:
        head["end"] = steps
        transfer["drop"] = True
        return result
    result["residencies"].append({**head, "begin": issue, "end": steps})
    transfer["start"] = issue
    # Issued after earlier transfers.
    result["transfers"].append(transfer.copy())
    transfer["drop"] = True
    return result


def without_dropped(solution: Any) -> Any:
    """Returns the placement without the transfers that `wrap` has marked."""
    kept = [t for t in solution["transfers"] if "drop" not in t]
    return {**solution, "transfers": kept}


class Bench:
    """The problems and their files in one folder."""

    def __init__(self, tools: Tools, folder: Path) -> None:
        self.tools = tools
        self.folder = folder

    def judge(self, problem: Path, solution: Any) -> tuple[float, float]:
        """Returns makespan and bound, microseconds, of a placement without claims."""
        claims = ("makespan_ps", "lower_bound_ps", "peak_bytes", "proven_optimal")
        solution = {key: solution[key] for key in solution if key not in claims}
        path = problem.with_suffix(".judged.json")
        path.write_text(json.dumps(without_dropped(solution)), encoding="utf-8")
        return self.tools.judge_files(problem, path)

    def best_of_xla(self, path: Path, problem: Any, solution: Any) -> Any:
        """Returns XLA's placement of a cyclic problem with the transfers made by the
        previous run that make the program faster: one by one, and, if that is better,
        all."""
        candidates = fetched_at_start(problem, solution)
        best, least = solution, self.judge(path, solution)[0]
        for index in candidates:
            wrapped = wrap(problem, best, index)
            if wrapped is not None:
                makespan = self.judge(path, wrapped)[0]
                if makespan < least:
                    best, least = wrapped, makespan
        everything = solution
        for index in candidates:
            everything = wrap(problem, everything, index) or everything
        if self.judge(path, everything)[0] < least:
            best = everything
        return best

    def xla_at_best(
        self, name: str, column: str, problem: Any, path: Path
    ) -> tuple[float, float, int, int]:
        """Returns makespan and bound, microseconds, of one of XLA's placements in steady
        state, and the numbers of weights that the previous run fetches and that stay."""
        xla = lengthen_homes(problem, read_json(xla_file(name, column)))
        num_transfers = len(xla["transfers"])
        xla = self.best_of_xla(path, problem, xla)
        fetched = len(xla["transfers"]) - num_transfers
        dropped = sum("drop" in transfer for transfer in xla["transfers"])
        return *self.judge(path, xla), fetched, dropped - fetched

    def solve(self, path: Path, solver: str) -> tuple[float, float]:
        """Returns makespan and bound, microseconds, of a placement by `solver`."""
        output = path.with_suffix(".solved.json")
        self.tools.solve_file(path, (solver, *SOLVERS[solver]), output)
        return self.tools.judge_files(path, output)

    def steady_row(self, name: str, once: dict[str, float]) -> SteadyRow:
        """Returns the result for the problem `name`; `once`: of one run."""
        problem = make_cyclic(read_json(problem_file(name)))
        path = self.folder / f"{name}.cyclic.json"
        path.write_text(json.dumps(problem), encoding="utf-8")
        makespan, bound, fetched, kept = min(
            self.xla_at_best(name, column, problem, path) for column in ("xla", "other")
        )
        steady = {"xla": makespan}
        for solver in SOLVERS:
            steady[solver] = self.solve(path, solver)[0]
        return SteadyRow(
            name,
            {who: round(value, 2) for who, value in once.items()},
            {who: round(value, 2) for who, value in steady.items()},
            round(bound, 2),
            fetched,
            kept,
        )

    def row(self, name: str) -> SteadyRow:
        """Returns the result for the problem `name`."""
        path = self.folder / f"{name}.once.json"
        path.write_text(json.dumps(read_json(problem_file(name))), encoding="utf-8")
        once = {"xla": self.tools.judge(name, xla_file(name))[0]}
        once |= {solver: self.solve(path, solver)[0] for solver in SOLVERS}
        return self.steady_row(name, once)


def measure(tools: Tools, names: list[str], jobs: int) -> list[SteadyRow]:
    """Returns the rows of the page for the problems `names`."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(Bench(tools, Path(folder)).row, names))


def check(
    tools: Tools, names: list[str], path: Path, facts: dict[str, Facts], jobs: int
) -> list[str]:
    """Returns the outdated parts of the page: rows of the problems `names`, and
    everything that follows from numbers on the page."""
    text = path.read_text(encoding="utf-8")
    page = parse(text, facts)
    before = {row.name: row.numbers() for row in page}
    complaints = [
        f"{name}: the page does not have it"
        for name in facts
        if name not in before and name not in named_as_missing(text)
    ]
    if complaints:
        return complaints
    complaints = [
        f"{row.name}: {what} is {number:.2f} now, the page says "
        f"{before[row.name][what]:.2f}"
        for row in measure(tools, names, jobs)
        for what, number in row.numbers().items()
        if number != before[row.name][what]
    ]
    if not complaints and render(page, facts) != text:
        complaints.append("its words or means do not follow from its rows")
    return complaints


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/placement/steady-state.md")
    add_checked_problems(parser, CHECKED)
    add_jobs(parser)
    add_keep(parser)
    return parser


def main() -> int:
    facts = read_facts()
    arguments = parse_checked_problems(make_parser(), facts)
    tools = Tools(arguments.bin)
    if not arguments.check:
        kept: list[SteadyRow] = []
        if arguments.keep:
            kept = parse(arguments.page.read_text(encoding="utf-8"), facts)
        known = {row.name for row in kept}
        missing = [name for name in facts if name not in known]
        new = measure(tools, missing, arguments.jobs)
        page = ordered([*kept, *new], facts)
        arguments.page.write_text(render(page, facts), encoding="utf-8")
        print(f"wrote {arguments.page}")
        return 0
    names = arguments.problems or CHECKED
    complaints = check(tools, names, arguments.page, facts, arguments.jobs)
    return tell_checked("placement/steady_state.py", arguments.page, complaints)


if __name__ == "__main__":
    run_main(main)
