#!/usr/bin/env python3
# ===- xla_rounds.py - Harvests in rounds, and what XLA says of them ---------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Harvests programs of benchmarks/problems/tpu again, in rounds: XLA follows the placement of
`search`, and times are fitted to that compilation, too. Writes a table of
benchmarks/xla/times.md: the error of modelled times in each round before fitting to the
round, and the time of XLA's program by XLA's estimate. The shipped problems stay as they are.
The texts of the rounds are kept with the others, so later harvests from the folder are fitted
to them, too.

Each result becomes a line of benchmarks/xla/xla_rounds.jsonl at once and is not repeated.
Needs libtpu, and the texts of `xla_harvest.py --compile`."""

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean, median

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from memplace.errors import MemplaceError
from memplace.placement import simulate
from memplace.xla import Harvest, Text, compile_model, harvest_texts
from memplace.xla.compiler import capacity_tag
from memplace.xla.rounds import find_placement, harvest_in_rounds

from support.command_line import refuse_unknown, run_main
from support.placements import BENCHMARKS, BenchmarkError, chip_of, read_all_facts
from support.tables import geometric_mean, table
from xla_follow import page_parser, read_lines, signed, write_or_check
from xla_texts import MORE_ROUNDS, Texts, model_of, split_name

PART = "xla/xla_rounds.py"
STORE = BENCHMARKS / "xla" / "xla_rounds.jsonl"
HEADER = [
    "Problem",
    "Texts",
    "Off by in round 1, 2, 3, at worst, %",
    "In the same memory, % of bytes",
    "Plan / XLA, modelled",
    "XLA following / XLA",
]
EPILOG = """\
exit codes:
  0  the table is written; with --check: it follows from the store
  1  it does not; libtpu or a text is missing; or the compiler fails
  2  bad command line
"""


@dataclass(frozen=True)
class Result:
    """The result for one problem, picoseconds and shares.

    texts: compilations to which times were fitted before the first round.
    xla: of XLA at its best, by its own cycles and simulated stalls.
    plan: makespan of `search`'s placement after the last round.
    rounds: the round of each following compilation; the next fields have one entry each.
    following: of XLA's program, by its own cycles and simulated stalls.
    agreement, own_error: `agreement` and `xla_error` of memplace.xla.Estimate.
    """

    problem: str
    texts: int
    xla: int
    plan: int
    rounds: list[int]
    following: list[int]
    agreement: list[float]
    own_error: list[float]

    @property
    def last(self) -> int:
        """Number of the last round; 0 if there is none."""
        return max(self.rounds, default=0)

    def of_round(self, values: list[float], number: int) -> list[float]:
        """Returns the entries of `values`, one per compilation, that belong to a round."""
        pairs = zip(self.rounds, values, strict=True)
        return [value for its, value in pairs if its == number]

    def errors(self, number: int) -> list[float]:
        """Returns the errors of the compilations of a round."""
        return self.of_round(self.own_error, number)


def read_results(path: Path) -> dict[str, Result]:
    """Reads the store. Raises BenchmarkError."""
    return read_lines(path, lambda fields: Result(**fields))


def measure(name: str, texts: Texts, rounds: int) -> Result:
    """Harvests a problem in rounds. Raises MemplaceError."""
    program, capacity = split_name(name)
    requested = texts.requested(name)
    if requested is None:
        raise BenchmarkError(f"{name}: {texts.folder} lacks a text of it")
    calibration = texts.calibration(program, followed=False)
    tag = f"{capacity_tag(capacity)}.noxp"

    def made(more: list[Text]) -> Harvest:
        return harvest_texts(
            [requested],
            calibration=[*calibration, *more],
            target_name=texts.target,
            clock=texts.chip.clock,
        )[0]

    def compiled(options: dict[str, str]) -> Text:
        return compile_model(
            model_of(program),
            topology=texts.topology,
            capacity=capacity,
            options=options,
            tags=[tag],
        )[tag]

    found = harvest_in_rounds(made, compiled, rounds, texts.topology)
    for note in found.notes:
        print(f"{name}: {note}", file=sys.stderr)
    for text in found.texts:
        texts.write(program, text)
    problem = found.harvest.problem
    plan = simulate(problem, find_placement(problem)).makespan
    return Result(
        name,
        len({text.name for text in [*requested.texts, *calibration]}),
        round(found.harvest.baseline.total_seconds * 1e12),
        round(plan * 1e12),
        found.numbers,
        [round(estimate.baseline.total_seconds * 1e12) for estimate in found.estimates],
        [round(estimate.agreement, 6) for estimate in found.estimates],
        [round(estimate.xla_error, 6) for estimate in found.estimates],
    )


def row_of(result: Result) -> list[str]:
    """Returns a line of the table."""
    numbers = range(1, result.last + 1)
    worst = [max(result.errors(number), key=abs) for number in numbers]
    near = max(result.of_round(result.agreement, result.last), default=None)
    return [
        result.problem,
        str(result.texts),
        ", ".join(map(signed, worst)) or "-",
        "-" if near is None else f"{100 * near:.0f}",
        f"{result.plan / result.xla:.3f}",
        f"{min(result.following) / result.xla:.3f}" if result.following else "-",
    ]


def part_of(results: dict[str, Result]) -> str:
    """Returns the written part: the summary and the table."""
    names = (*read_all_facts(), *MORE_ROUNDS)
    found = [results[name] for name in names if name in results]
    told = [each for each in found if each.following]
    best = {each.problem: min(each.following) / each.xla for each in told}
    first = [error for each in told for error in each.errors(1)]
    last = [
        error
        for each in told
        if each.last > 1
        for error in each.errors(each.last)
    ]
    text = (
        f"{len(found)} problems. In the first round modelled times were off by "
        f"{100 * median(map(abs, first)):.2f} % in the median, "
        f"{signed(max(first, key=abs))} % at worst and {signed(mean(first))} % in the mean; "
        f"in the last of two or more, to which they were not fitted either, by "
        f"{100 * median(map(abs, last)):.2f} %, {signed(max(last, key=abs))} % and "
        f"{signed(mean(last))} %. The placements found then are modelled at "
        f"{geometric_mean([each.plan / each.xla for each in found]):.3f} of XLA at its best "
        f"in the geometric mean; XLA's own program takes "
        f"{geometric_mean(list(best.values())):.3f} by its own word in the best round: less "
        f"than XLA by itself on {sum(value < 1 for value in best.values())}, more on "
        f"{sum(value > 1 for value in best.values())}."
    )
    return f"{text}\n\n{table(HEADER, [row_of(each) for each in found])}".strip("\n")


def main() -> int:
    """Runs the script; returns its exit code."""
    facts = read_all_facts()
    parser = page_parser(__doc__, EPILOG, STORE)
    parser.add_argument(
        "--texts", type=Path, metavar="DIR", help="folder of texts; measure, first"
    )
    parser.add_argument(
        "--rounds", type=int, default=3, help="at most so many (default: 3)"
    )
    options: argparse.Namespace = parser.parse_args()
    refuse_unknown(parser, options.problems, [*facts, *MORE_ROUNDS])
    results = read_results(options.store)
    contended = [name for name, each in facts.items() if each.is_contended]
    names = options.problems or [*contended, *MORE_ROUNDS]
    end = time.monotonic() + 60 * options.minutes
    for name in names if options.texts else ():
        if name in results:
            continue
        if time.monotonic() >= end:
            break
        try:
            result = measure(name, Texts(options.texts, chip_of(name)), options.rounds)
        except MemplaceError as error:
            raise BenchmarkError(f"{name}: {error}") from error
        with open(options.store, "a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")
        results[name] = result
        print(f"{name}: {' | '.join(row_of(result)[1:])}", flush=True)
    return write_or_check(options, PART, part_of(read_results(options.store)))


if __name__ == "__main__":
    run_main(main)
