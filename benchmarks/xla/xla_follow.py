#!/usr/bin/env python3
# ===- xla_follow.py - XLA made to follow our placements ---------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles programs of benchmarks/problems/tpu with options that make XLA place them nearly like
`search`, in several ways, and writes a table of benchmarks/xla/times.md: times by XLA's own
estimated cycles, beside XLA at its best, and the error of modelled op times. No time was fitted
to these compilations.

Each result becomes a line of benchmarks/xla/xla_follow.jsonl at once and is repeated only with
other options: --measure can be stopped at any time, and continues later. Needs libtpu."""

import argparse
import csv
import hashlib
import json
import statistics
import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from memplace.errors import MemplaceError
from memplace.placement import Problem, simulate
from memplace.xla import Text, compile_model
from memplace.xla.compiler import capacity_tag
from memplace.xla.following import (
    COPY_SPEEDS,
    EAGER,
    Estimate,
    capacity_in,
    following_tag,
    ways_to_follow,
    estimate_of,
)
from memplace.xla.rounds import find_placement

from support.command_line import (
    add_page,
    plain_parser,
    refuse_unknown,
    run_main,
    tell_checked,
)
from support.placements import (
    BENCHMARKS,
    BenchmarkError,
    chip_of,
    problem_file,
    read_all_facts,
)
from support.tables import geometric_mean, table
from support.written_part import WrittenPart
from xla_texts import Texts, model_of, split_name

PART = "xla/xla_follow.py"
# Share of the bytes in the same memory from which on a program follows closely.
NEAR = 0.9
STORE = BENCHMARKS / "xla" / "xla_follow.jsonl"
# The store of xla_rounds.py.
ROUNDS_STORE = BENCHMARKS / "xla" / "xla_rounds.jsonl"
# Marks an error in a compilation to which times are fitted.
FITTED = "*"
HEADER = [
    "Problem",
    "Plan / XLA, modelled",
    "XLA following / XLA",
    "with copies × as fast",
    "Option alone / XLA",
    "Nearest: in the same memory, % of bytes",
    "/ XLA",
    "Model off by, %",
    "Plan's ops known, % of time",
    "Error there, %",
]
EPILOG = """\
exit codes:
  0  the table is written; with --check: it follows from the store
  1  it does not; libtpu is missing; or the compiler fails
  2  bad command line
"""


@dataclass(frozen=True)
class Way:
    """One compilation that follows a placement.

    copy_speed: see memplace.xla.following.following_options.
    total: of XLA's program, by its own cycles and simulated stalls, picoseconds.
    agreement, known, error, own_error: see memplace.xla.Estimate (`xla_error`).
    """

    copy_speed: int
    total: int
    agreement: float
    known: float
    error: float | None
    own_error: float


@dataclass(frozen=True)
class Result:
    """XLA's estimates for the placement of one problem.

    options: beginning of the SHA-256 of the compiler's options in all ways.
    plan: makespan of the placement, modelled, picoseconds.
    alone: of XLA's program with only the options that name no buffer, picoseconds.
    ways: by copy speed.
    """

    problem: str
    options: str
    plan: int
    alone: int
    ways: tuple[Way, ...]

    @property
    def fastest(self) -> Way:
        """The way with the least time."""
        return min(self.ways, key=lambda way: way.total)

    @property
    def following(self) -> int:
        """XLA's time in the fastest way, picoseconds."""
        return self.fastest.total

    @property
    def nearest(self) -> Way:
        """The way with most bytes in the same memory."""
        return max(self.ways, key=lambda way: way.agreement)

    @property
    def near(self) -> int:
        """XLA's time in the nearest way, picoseconds."""
        return self.nearest.total


Line = TypeVar("Line")


def read_lines(path: Path, made: Callable[[dict[str, Any]], Line]) -> dict[str, Line]:
    """Returns the results in a store by problem; a later result replaces an earlier
    one.

    made: makes a result of the fields of a line.

    Raises BenchmarkError.
    """
    found = {}
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if not line.endswith("\n"):
            break  # Incomplete after a kill.
        try:
            fields = json.loads(line)
            found[fields["problem"]] = made(fields)
        except (KeyError, TypeError, ValueError) as error:
            raise BenchmarkError(f"{path}:{number}: no result") from error
    return found


def read_results(path: Path) -> dict[str, Result]:
    """Reads the store. Raises BenchmarkError."""

    def made(fields: dict[str, Any]) -> Result:
        ways = tuple(Way(**each) for each in fields["ways"])
        return Result(**fields | {"ways": ways})

    return read_lines(path, made)


def measure(name: str, known: Result | None) -> Result | None:
    """Returns the result of one problem; None: `known` is still valid. Raises
    MemplaceError."""
    problem = Problem.load(problem_file(name))
    ours = find_placement(problem)
    texts = Texts(Path(), chip_of(name))  # Only for the chip.
    ways = ways_to_follow(problem, ours, texts.topology)
    digest = hashlib.sha256(json.dumps(list(ways.values())).encode()).hexdigest()[:12]
    if known and known.options == digest:
        return None

    capacity = capacity_in(problem, texts.topology)

    def compiled(given: dict[str, str], what: str) -> Text:
        """Compiles the program with these options."""
        (text,) = compile_model(
            model_of(split_name(name)[0]),
            topology=texts.topology,
            options=given,
            tags=[f"{capacity_tag(capacity)}.noxp"],
        ).values()
        return Text(text.text, f"{name}.{what}")

    def estimate(text: Text) -> Estimate:
        """Returns XLA's estimate of the placement by a compilation."""
        return estimate_of(problem, ours, text, texts.chip.clock)

    def way(speed: int, given: dict[str, str]) -> Way:
        """Returns the kept numbers of such a program."""
        found = estimate(compiled(given, following_tag("", speed)))
        return Way(
            speed,
            total_ps(found),
            round(found.agreement, 6),
            round(found.known, 6),
            None if found.error is None else round(found.error, 6),
            round(found.xla_error, 6),
        )

    alone = compiled(EAGER, "alone")
    # Names of instructions depend on the call that lowers the program.
    ways = ways_to_follow(problem, ours, texts.topology, text=alone)
    return Result(
        name,
        digest,
        round(simulate(problem, ours).makespan * 1e12),
        total_ps(estimate(alone)),
        tuple(way(speed, given) for speed, given in ways.items()),
    )


def totals_of_rounds(path: Path) -> dict[str, set[int]]:
    """Returns the times of XLA's programs in the rounds of each problem, to which its
    times are fitted, picoseconds. Raises BenchmarkError."""
    return read_lines(path, lambda fields: set(fields["following"]))


def total_ps(estimate: Estimate) -> int:
    """Returns the time by XLA's own cycles and simulated stalls, picoseconds."""
    return round(estimate.baseline.total_seconds * 1e12)


def own_ps() -> dict[str, float]:
    """Returns the time of XLA at its best by XLA's estimate, picoseconds, by problem."""
    with open(BENCHMARKS / "facts.csv", encoding="utf-8", newline="") as file:
        return {
            line["problem"]: 1e6 * float(line["xla_us"]) for line in csv.DictReader(file)
        }


def signed(share: float | None) -> str:
    """Formats a share in percent."""
    return "-" if share is None else f"{100 * share:+.2f}"


def row_of(result: Result, xla: float, fitted: Collection[int] = ()) -> list[str]:
    """Returns a line of the table.

    fitted: times of programs to which times are fitted, picoseconds.
    """
    near = result.nearest
    mark = FITTED if near.total in fitted else ""
    return [
        result.problem,
        f"{result.plan / xla:.3f}",
        f"{result.following / xla:.3f}",
        str(result.fastest.copy_speed),
        f"{result.alone / xla:.3f}",
        f"{100 * near.agreement:.0f}",
        f"{near.total / xla:.3f}",
        signed(near.own_error) + mark,
        f"{100 * near.known:.0f}",
        signed(near.error) + (mark if near.error is not None else ""),
    ]


def mean_ratio(results: Sequence[Result], name: str, xla: dict[str, float]) -> float:
    """Returns the geometric mean of the field `name` over XLA at its best."""
    return geometric_mean([getattr(each, name) / xla[each.problem] for each in results])


def near_sentence(found: Sequence[Result], xla: dict[str, float]) -> str:
    """Returns XLA's time on programs that follow closely, and a space; empty if there
    are none."""
    near = [each for each in found if each.nearest.agreement >= NEAR]
    if not near:
        return ""
    return (
        f"Where it has {100 * NEAR:.0f} % of the bytes or more in the same memory, on "
        f"{len(near)}, it takes {mean_ratio(near, 'near', xla):.3f}, and the placements "
        f"are modelled at {mean_ratio(near, 'plan', xla):.3f}. "
    )


def error_sentence(found: Sequence[Result], fitted: dict[str, set[int]]) -> str:
    """Returns the error of the model on XLA's programs.

    fitted: times of programs to which times are fitted, picoseconds, by problem.
    """

    def is_new(way: Way, problem: str) -> bool:
        return way.total not in fitted.get(problem, ())

    ways = [(way, each.problem) for each in found for way in each.ways]
    told = [(way.own_error, problem) for way, problem in ways if is_new(way, problem)]
    errors = [error for error, _ in told]
    worst = max(told, key=lambda each: abs(each[0]))
    near = [each.nearest for each in found if is_new(each.nearest, each.problem)]
    known = [way.error for way in near if way.error is not None]
    return (
        f"Of the {len(ways)} programs of XLA that follow, {len(ways) - len(told)} take as "
        f"long as one of the rounds that times are fitted to. On the others modelled op "
        f"times are off by {100 * statistics.median(map(abs, errors)):.2f} % in the median, "
        f"{signed(statistics.mean(errors))} % in the mean, {signed(worst[0])} % at "
        f"worst ({worst[1]}); in the nearest, of the ops that have their operands just where "
        f"the placement has them, {100 * statistics.mean(way.known for way in near):.0f} % "
        f"of its time in the mean, by {signed(statistics.mean(known))} % in the mean and "
        f"{signed(max(known, key=abs))} % at worst."
    )


def part_of(results: dict[str, Result], fitted: dict[str, set[int]]) -> str:
    """Returns the written part: the summary and the table.

    fitted: times of programs to which times are fitted, picoseconds, by problem.
    """
    xla = own_ps()
    contended = [name for name, each in read_all_facts().items() if each.is_contended]
    found = [results[name] for name in contended if name in results]
    means = {
        name: mean_ratio(found, name, xla)
        for name in ("plan", "following", "alone")
    }
    faster, slower = (
        [each for each in found if sign * (each.following - xla[each.problem]) < 0]
        for sign in (1, -1)
    )
    better = geometric_mean(
        [min(each.following / xla[each.problem], 1) for each in found]
    )
    text = (
        f"{len(found)} of the {len(contended)} contended problems, those for other chips "
        f"among them. By XLA's own cycles and simulated stalls its program takes "
        f"{means['following']:.3f} of what XLA at its "
        f"best takes, in the geometric mean, where it follows our placements in the fastest "
        f"of {len(COPY_SPEEDS)} ways: less on "
        f"{len(faster)}, more on {len(slower)}; the better of both takes {better:.3f}. The "
        f"placements themselves are modelled at "
        f"{means['plan']:.3f}; the option that names no buffer gives {means['alone']:.3f} "
        f"by itself. {near_sentence(found, xla)}{error_sentence(found, fitted)}"
    )
    rows = [
        row_of(each, xla[each.problem], fitted.get(each.problem, ())) for each in found
    ]
    return f"{text}\n\n{table(HEADER, rows).strip()}\n\n\\{FITTED} Times are fitted to that program."


def page_parser(doc: str | None, epilog: str, store: Path) -> argparse.ArgumentParser:
    """Returns the parser of a script with such a store."""
    parser = plain_parser(doc, epilog)
    parser.add_argument(
        "problems", nargs="*", help="which to measure (default: the contended ones)"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=float("inf"),
        help="begin no measurement after so many",
    )
    parser.add_argument(
        "--store",
        type=Path,
        default=store,
        help=f"the results (default: {store.relative_to(BENCHMARKS.parent)})",
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; compare page and store"
    )
    add_page(parser, "benchmarks/xla/times.md")
    return parser


def write_or_check(options: argparse.Namespace, script: str, text: str) -> int:
    """Writes the part of the page by `script`, or compares the page with the part.
    Returns the exit code."""
    written = WrittenPart.read(options.page, script)
    if options.check:
        complaints = [] if written.text == text else ["it does not follow from the store"]
        return tell_checked(script, options.page, complaints)
    written.replace(text)
    return 0


def main() -> int:
    """Runs the script; returns its exit code."""
    facts = read_all_facts()
    parser = page_parser(__doc__, EPILOG, STORE)
    parser.add_argument(
        "--measure", action="store_true", help="make what results are missing, first"
    )
    parser.add_argument(
        "--rounds",
        type=Path,
        default=ROUNDS_STORE,
        help="what xla_rounds.py keeps, to which times are fitted (default: "
        f"{ROUNDS_STORE.relative_to(BENCHMARKS.parent)})",
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
        try:
            result = measure(name, results.get(name))
        except MemplaceError as error:
            raise BenchmarkError(f"{name}: {error}") from error
        if result:
            with open(options.store, "a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")
            print(f"{name}: {' | '.join(row_of(result, own_ps()[name])[1:])}", flush=True)
    text = part_of(read_results(options.store), totals_of_rounds(options.rounds))
    return write_or_check(options, PART, text)


if __name__ == "__main__":
    run_main(main)
