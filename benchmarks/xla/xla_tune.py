#!/usr/bin/env python3
# ===- xla_tune.py - XLA's options tuned --------------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tunes the options of XLA's compiler for programs of benchmarks/problems/tpu, and writes a table
of benchmarks/xla/times.md: XLA's time by its own estimated cycles, with simulated stalls apart,
without options, with the best public options, and with hints.

Each result becomes a line of benchmarks/xla/tuned.jsonl at once: --measure can be stopped at any
time, and continues later. The number of tries is fixed, so the result does not depend on the
machine. Needs libtpu."""

import csv
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from memplace.errors import MemplaceError
from memplace.placement import Problem
from memplace.xla import Choice, Limits, tune
from memplace.xla.compiler import installed_version

from support.command_line import refuse_unknown, run_main
from support.placements import (
    BENCHMARKS,
    BenchmarkError,
    chip_of,
    problem_file,
    read_all_facts,
)
from support.tables import geometric_mean, table
from xla_follow import page_parser, read_lines, write_or_check
from xla_texts import Texts, model_of, split_name

PART = "xla/xla_tune.py"
STORE = BENCHMARKS / "xla" / "tuned.jsonl"
FOLLOW_STORE = BENCHMARKS / "xla" / "xla_follow.jsonl"
STOCK, FLAGS, HINTS = "stock", "best flags", "hints"
# Hints to try for each problem.
TRIES = 64
HEADER = [
    "Problem",
    "Stock, µs",
    "Stalls, µs",
    "Best flags / stock",
    "Stalls, µs",
    "Followed / stock",
    "Hints / stock",
    "Stalls, µs",
    "Ours / best flags",
    "Plan / stock, modelled",
    "Bound / stock, modelled",
    "Options tried",
]
EPILOG = """\
exit codes:
  0  the table is written; with --check: it follows from the store
  1  it does not; libtpu is missing; or the compiler fails
  2  bad command line
"""


@dataclass(frozen=True)
class Way:
    """XLA's program with the options of one choice.

    tried: number of sets of options tried.
    op_ps: by XLA's own cycles, picoseconds.
    stall_ps: simulated, picoseconds.
    flags: options that name no buffer.
    hints: number of hints in each other option.
    """

    tried: int
    op_ps: int
    stall_ps: int
    flags: dict[str, str]
    hints: dict[str, int]

    @property
    def total(self) -> int:
        """Time of ops and stalls, picoseconds."""
        return self.op_ps + self.stall_ps


@dataclass(frozen=True)
class Result:
    """Result for one problem.

    ways: by the choice's name.
    plan_ps: makespan of our placement; modelled.
    dropped: number of compilations that failed, crashed or took too long.
    libtpu: version of the compiler.
    """

    problem: str
    ways: dict[str, Way]
    plan_ps: int
    dropped: int
    libtpu: str

    @property
    def stock(self) -> int:
        """Time without options, picoseconds."""
        return self.ways[STOCK].total

    @property
    def peer(self) -> int:
        """Time of XLA at its best, picoseconds."""
        return self.ways[FLAGS].total

    @property
    def ours(self) -> int:
        """Time of the fastest choice, picoseconds."""
        return min(way.total for way in self.ways.values())


def read_results(path: Path) -> dict[str, Result]:
    """Reads the store. Raises BenchmarkError."""

    def made(fields: dict[str, Any]) -> Result:
        ways = {name: Way(**each) for name, each in fields["ways"].items()}
        return Result(**fields | {"ways": ways})

    return read_lines(path, made)


def way_of(choice: Choice, tried: int) -> Way:
    """Returns the kept numbers of a choice."""
    flags = {k: v for k, v in choice.options.items() if "{" not in v}
    hints = {
        name: value.count("overrides {")
        for name, value in choice.options.items()
        if name not in flags
    }
    seconds = (choice.op_seconds, choice.stall_seconds)
    return Way(tried, *(round(each * 1e12) for each in seconds), flags, hints)


def measure(name: str, tries: int) -> Result:
    """Returns the result of one problem. Raises MemplaceError."""
    found = tune(
        model_of(split_name(name)[0]),
        problem=Problem.load(problem_file(name)),
        topology=Texts(Path(), chip_of(name)).topology,
        limits=Limits(tries=tries),
        progress=lambda line: print(f"{name}: {line}", file=sys.stderr, flush=True),
    )
    if found.plan is None:
        raise KeyboardInterrupt
    ways = {each: way_of(found.choices[each], tried) for each, tried in found.tried.items()}
    plan = round(found.plan * 1e12)
    return Result(name, ways, plan, found.dropped, installed_version())


def row_of(result: Result, followed: int | None, bound: float) -> list[str]:
    """Returns a line of the table. followed: XLA's time in the fastest way to follow our
    placement; bound: lower bound on the makespan; picoseconds."""

    def ratio(time_ps: float | None, to: int = result.stock) -> str:
        return "-" if time_ps is None else f"{time_ps / to:.3f}"

    stock, flags, hints = (result.ways[name] for name in (STOCK, FLAGS, HINTS))
    return [
        result.problem,
        f"{stock.total / 1e6:.1f}",
        f"{stock.stall_ps / 1e6:.1f}",
        ratio(flags.total),
        f"{flags.stall_ps / 1e6:.1f}",
        ratio(followed),
        ratio(hints.total),
        f"{hints.stall_ps / 1e6:.1f}",
        ratio(result.ours, result.peer),
        ratio(result.plan_ps),
        ratio(bound),
        str(sum(way.tried for way in result.ways.values())),
    ]


def followed_ps(path: Path) -> dict[str, int]:
    """Returns XLA's time in the fastest way to follow our placement, picoseconds, by
    problem. Raises BenchmarkError."""
    return read_lines(path, lambda fields: min(way["total"] for way in fields["ways"]))


def bound_ps() -> dict[str, float]:
    """Returns the lower bound on the makespan, picoseconds, by problem."""
    with open(BENCHMARKS / "facts.csv", encoding="utf-8", newline="") as file:
        return {
            line["problem"]: 1e6 * float(line["bound_us"]) for line in csv.DictReader(file)
        }


def part_of(results: Sequence[Result], followed: dict[str, int]) -> str:
    """Returns the written part: the summary and the table."""
    if not results:
        return "No results yet."
    to_stock = geometric_mean([each.ours / each.stock for each in results])
    peer = geometric_mean([each.peer / each.stock for each in results])
    to_peer = geometric_mean([each.ours / each.peer for each in results])
    faster = sum(each.ours < each.peer for each in results)
    text = (
        f"{len(results)} problems. XLA with the best flags takes {peer:.3f} of XLA without "
        f"options, in the geometric mean, and the fastest options found {to_stock:.3f}: "
        f"{to_peer:.3f} of the best flags. Hints are faster than the best flags on {faster}."
    )
    bounds = bound_ps()
    rows = [
        row_of(each, followed.get(each.problem), bounds[each.problem]) for each in results
    ]
    return f"{text}\n\n{table(HEADER, rows).strip()}"


def main() -> int:
    """Runs the script; returns its exit code."""
    facts = read_all_facts()
    parser = page_parser(__doc__, EPILOG, STORE)
    parser.add_argument(
        "--measure", action="store_true", help="make what results are missing, first"
    )
    parser.add_argument(
        "--tries", type=int, default=TRIES, help=f"hints per problem (default: {TRIES})"
    )
    options = parser.parse_args()
    refuse_unknown(parser, options.problems, facts)
    contended = [name for name, each in facts.items() if each.is_contended]
    names = sorted(options.problems or contended, key=lambda name: facts[name].ops)
    results = read_results(options.store)
    end = time.monotonic() + 60 * options.minutes
    for name in names if options.measure else ():
        if time.monotonic() >= end:
            break
        if name in results:
            continue
        try:
            result = measure(name, options.tries)
        except MemplaceError as error:
            raise BenchmarkError(f"{name}: {error}") from error
        with open(options.store, "a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")
        print(f"{name}: {' | '.join(row_of(result, None, bound_ps()[name])[1:])}", flush=True)
    results = read_results(options.store)
    known = [results[name] for name in facts if name in results]
    return write_or_check(options, PART, part_of(known, followed_ps(FOLLOW_STORE)))


if __name__ == "__main__":
    run_main(main)
