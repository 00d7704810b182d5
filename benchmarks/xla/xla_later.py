#!/usr/bin/env python3
# ===- xla_later.py - Problems beside compilations made later ----------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reports the error of shipped problems' op times against the compiler in later compilations,
to which no time was fitted, and writes a table of benchmarks/xla/times.md. The problems stay
as they are; the script first checks that the earlier texts reproduce them."""

import argparse
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from memplace.xla.texts import Text
from memplace.xla.validation import Errors
from xla_harvest import harvest_program, is_shipped
from xla_texts import Texts

from support.command_line import add_page, plain_parser, refuse_unknown, run_main
from support.placements import BenchmarkError
from support.tables import table
from support.written_part import WrittenPart

PART = "xla/xla_later.py"
HEADER = [
    "Program",
    "Compilation",
    "Cross-program prefetch",
    "Off by, %",
    "Ops, median, %",
    "New tiers, % of cycles",
    "Error there, %",
]
EPILOG = """\
exit codes:
  0  all is said, and written unless programs were named
  1  a text is missing or bad, or a shipped problem is not that of the texts
"""


def row_of(program: str, text: Text, errors: Errors) -> list[str]:
    """Returns a line of the table."""
    has_prefetch = "cross_program_prefetch" in text.text
    new = errors.new_total
    return [
        program,
        text.tag,
        "yes" if has_prefetch else "none",
        f"{100 * errors.total:+.2f}",
        f"{100 * errors.median_op:.2f}",
        f"{100 * errors.new_share:.0f}",
        "-" if new is None else f"{100 * new:+.2f}",
    ]


def rows_of(program: str, texts: Texts, later: Texts) -> Iterator[list[str]]:
    """Yields the lines of a program. Raises BenchmarkError."""
    known = {text.tag for text in texts.calibration(program)}
    new = {text.name: text for text in later.others(program, known)}
    found = harvest_program(program, [program], texts, later=list(new.values()))[0]
    # The later texts are held out, so the problem is made of the others.
    if not is_shipped(found):
        raise BenchmarkError(f"{program}: the problem is not fitted to {texts.folder}")
    for errors in sorted(found.held_out, key=lambda each: len(each.name)):
        yield row_of(program, new[errors.name], errors)


def part_of(rows: Sequence[list[str]]) -> str:
    """Returns the written part: the table and its summary."""
    off = {f"{row[0]}.{row[1]}": row[3] for row in rows}
    median = statistics.median(abs(float(value)) for value in off.values())
    worst = max(off, key=lambda name: abs(float(off[name])))
    num_without = sum(row[2] == "none" for row in rows)
    return (
        f"{len(rows)} compilations of {len({row[0] for row in rows})} programs, "
        f"{num_without} of them without a cross-program prefetch: modelled cycles are off by "
        f"{median:.2f} % in the median, at worst by {off[worst]} % ({worst}), in the mean by "
        f"{statistics.mean(map(float, off.values())):+.2f} %.\n\n{table(HEADER, rows)}"
    )


def main() -> int:
    """Runs the script; returns its exit code."""
    parser = plain_parser(__doc__, EPILOG)
    parser.add_argument("texts", type=Path, help="folder that the problems are made of")
    parser.add_argument("later", type=Path, help="folder of the later texts, other tags")
    parser.add_argument(
        "programs",
        nargs="*",
        help="only say it of these (default: all of LATER, and write the table)",
    )
    add_page(parser, "benchmarks/xla/times.md")
    options: argparse.Namespace = parser.parse_args()
    texts, later = Texts(options.texts), Texts(options.later)
    known = sorted(later.programs())
    refuse_unknown(parser, options.programs, known, str(options.later))
    rows = []
    for program in options.programs or known:
        for row in rows_of(program, texts, later):
            rows.append(row)
            print(f"| {' | '.join(row)} |", flush=True)
    if not rows:
        raise BenchmarkError(f"{options.later} has no texts")
    if not options.programs:
        WrittenPart.read(options.page, PART).replace(part_of(rows))
    return 0


if __name__ == "__main__":
    run_main(main)
