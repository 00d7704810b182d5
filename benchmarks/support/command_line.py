# ===- command_line.py - What the scripts' command lines share ------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Command-line options shared by several scripts of benchmarks/, checks of their
combinations, and exit codes."""

import argparse
import os
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import NoReturn

from support.placements import ROOT, BenchmarkError

CHECK = "write nothing; compute some rows again and compare them with the page"


def plain_parser(doc: str | None, epilog: str) -> argparse.ArgumentParser:
    """Returns a parser without options; `doc` and `epilog` are for --help."""
    return argparse.ArgumentParser(
        description=doc,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_page(parser: argparse.ArgumentParser, page: str) -> None:
    """Adds --page to a script that writes `page`, a path from the repository's root."""
    parser.add_argument(
        "--page",
        type=Path,
        default=ROOT / page,
        help=f"the page (default: {page})",
    )


def tools_parser(doc: str | None, epilog: str) -> argparse.ArgumentParser:
    """Returns a parser with --bin."""
    parser = plain_parser(doc, epilog)
    parser.add_argument(
        "--bin",
        type=Path,
        default=ROOT / "build" / "bin",
        help="folder of the tools (default: build/bin)",
    )
    return parser


def page_parser(
    doc: str | None, epilog: str, page: str, check: str = CHECK
) -> argparse.ArgumentParser:
    """Returns a parser for a script that writes `page`, a path from the repository's root:
    with --page, and with --check, which `check` explains, unless `check` is empty."""
    parser = tools_parser(doc, epilog)
    add_page(parser, page)
    if check:
        parser.add_argument("--check", action="store_true", help=check)
    return parser


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Adds --jobs, for work that does not depend on time."""
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        help="how many problems at a time (default: one for each core)",
    )


def add_keep(parser: argparse._ActionsContainer) -> None:
    """Adds --keep, for pages with slow rows."""
    parser.add_argument(
        "--keep",
        action="store_true",
        help="measure only problems that the page does not have yet; what it says of the "
        "others stays (only if neither they nor the solvers changed)",
    )


def add_checked_problems(
    parser: argparse.ArgumentParser, checked: Sequence[str]
) -> None:
    """Adds the names of problems whose rows --check computes again; the default is
    `checked`."""
    parser.add_argument(
        "problems",
        nargs="*",
        help=f"with --check: compute these again (default: {' '.join(checked)})",
    )


def refuse_unknown(
    parser: argparse.ArgumentParser,
    names: Collection[str],
    known: Collection[str],
    file: str = "benchmarks/facts.csv",
) -> None:
    """Ends the script if one of the problems `names` is not in `known`; `file` lists
    all known problems."""
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"unknown problem '{unknown[0]}'; {file} has all")


def parse_checked_problems(
    parser: argparse.ArgumentParser, known: Collection[str]
) -> argparse.Namespace:
    """Returns the arguments of a parser with --check, --jobs and problems; ends the
    script if the arguments contradict each other."""
    arguments = parser.parse_args()
    refuse_unknown(parser, arguments.problems, known)
    if arguments.problems and not arguments.check:
        parser.error("problems are for --check; the page always has all of them")
    if arguments.jobs < 1:
        parser.error(f"--jobs must be at least 1, got {arguments.jobs}")
    return arguments


def tell_checked(script: str, page: Path, complaints: Sequence[str]) -> int:
    """Prints the findings of --check about `page`, which `script`, a path in
    benchmarks/, writes; returns the exit code."""
    for complaint in complaints:
        print(f"error: {page}: {complaint}", file=sys.stderr)
    if complaints:
        print(f"run benchmarks/{script} to write the page again", file=sys.stderr)
        return 1
    print(f"{page} is as it would be written now")
    return 0


def run_main(main: Callable[[], int]) -> NoReturn:
    """Ends the script with the exit code that `main` returns, or with 1 and a line on
    standard error."""
    try:
        sys.exit(main())
    except (BenchmarkError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
