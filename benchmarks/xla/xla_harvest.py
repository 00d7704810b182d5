#!/usr/bin/env python3
# ===- xla_harvest.py - Makes problems/tpu of the compiler's texts ----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes the problems of problems/tpu, with XLA's placements, from the texts of XLA's compiler for
the programs in xla_programs.py, like python -m memplace.xla harvest. Writes facts.csv, the table of
problems/tpu/README.md and the tables of benchmarks/xla/times.md about the error of modelled op
times. The compiler's texts are in a folder; --compile makes the missing texts, which needs the
packages of memplace[xla] and takes hours."""

import argparse
import csv
import gzip
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from memplace import Problem, Solution, lower_bound, simulate, solve
from memplace.errors import MemplaceError
from memplace.xla import Harvest, Baseline, check_placement, harvest_texts
from memplace.xla.naming import kind_of
from memplace.xla.texts import Text
from xla_harvest_page import (
    ProblemRow,
    ProgramFit,
    fit_part,
    problems_part,
    read_fits,
)
from xla_texts import Texts, split_name

from support.command_line import add_page, plain_parser, refuse_unknown, run_main
from support.placements import (
    BENCHMARKS,
    OTHER_CHIPS,
    PLACEMENTS,
    PROBLEMS,
    BenchmarkError,
    chip_of,
)
from support.written_part import WrittenPart

# Iterations of the strong bound, as in benchmarks/placement/results.md.
BOUND_ITERATIONS = 1000
# Tolerance of makespans of shipped plans, for --check.
TOLERANCE = 1e-3
FACTS = BENCHMARKS / "facts.csv"
# Names of the written parts of pages: for problems of v4i, and of other chips.
PARTS = {False: "xla/xla_harvest.py", True: "xla/xla_harvest.py, other chips"}
EPILOG = """\
exit codes:
  0  all is written; with --check: the shipped problems are the same
  1  a text is missing or bad; with --check: something differs
"""


def shipped_problems() -> list[str]:
    """Returns the names of all problems in problems/tpu."""
    ending = re.compile(r"\.problem\.json\.gz$")
    return sorted(ending.sub("", file.name) for file in PROBLEMS.glob("*.problem.*"))


def files_of(found: Harvest) -> dict[str, str]:
    """Returns the shipped files of a problem: texts by the ending of the file's name."""
    files = {
        "problem": found.problem.to_json(),
        "xla.solution": found.solution.to_json(),
    }
    if found.other is not None:
        files["xla-other.solution"] = found.other.solution.to_json()
    return files


def problem_path(name: str, part: str) -> Path:
    """Returns the path of a problem's file."""
    return PROBLEMS / f"{name}.{part}.json.gz"


def write_problem(found: Harvest) -> None:
    """Writes the files of a problem."""
    for part, text in files_of(found).items():
        data = gzip.compress(text.encode(), mtime=0)
        problem_path(found.problem.name, part).write_bytes(data)


def without_times(problem: Problem) -> Any:
    """Returns the contents of a problem file without fitted numbers, and without the
    numbers in names, which depend on the call that lowers the program."""
    found = problem.to_dict()
    for each in found["ops"] + found["buffers"]:
        each["name"] = kind_of(each["name"])
    for op in found["ops"]:
        for name in ("compute_ps", "overlap"):
            op.pop(name, None)
        for access in op["accesses"]:
            for name in ("bytes", "efficiency"):
                access.pop(name, None)
    return found


def makespans(problem: Problem, *solutions: Solution | None) -> list[float]:
    """Returns makespans of these placements, and of a placement with all buffers in
    HBM."""
    placed = [each for each in solutions if each is not None]
    default = solve(problem, "default-tier").solution
    assert default is not None
    return [simulate(problem, each).makespan for each in [*placed, default]]


def is_shipped(found: Harvest) -> bool:
    """Returns True if the shipped files agree: all but times literally, the makespans of
    XLA's placements within TOLERANCE. Least squares differ between machines in the last
    digits, and more in irrelevant directions."""
    name = found.problem.name
    shipped = Problem.load(problem_path(name, "problem"))
    plans = [
        Solution.load(shipped, problem_path(name, part))
        for part in ("xla.solution", "xla-other.solution")
    ]
    mine = makespans(
        found.problem, found.solution, found.other and found.other.solution
    )
    theirs = makespans(shipped, *plans)
    same = {
        "fields": without_times(found.problem) == without_times(shipped),
        "makespans": all(
            abs(a / b - 1) <= TOLERANCE for a, b in zip(mine, theirs, strict=True)
        ),
    }
    for what, is_same in same.items():
        if not is_same:
            print(f"{name}: other {what}", file=sys.stderr)
    return all(same.values())


def own_us(baseline: Baseline) -> float:
    """Returns the time of a placement by XLA's estimate, microseconds."""
    return baseline.total_seconds * 1e6


def row_of(found: Harvest, clock: float) -> ProblemRow:
    """Returns a problem's line. clock: of its chip, cycles per second."""
    problem, best = found.problem, found.baseline
    run = simulate(problem, best.solution)
    default = solve(problem, "default-tier").solution
    assert default is not None and found.other is not None and best.seconds
    bound = lower_bound(problem, iterations=BOUND_ITERATIONS, target=run.makespan)
    solver, option = PLACEMENTS["search"]
    ours = solve(problem, solver, options=dict([option.split("=")])).solution
    assert ours is not None
    checked = check_placement(problem, ours, found.observed, clock)
    return ProblemRow(
        problem.name,
        problem.num_ops,
        problem.num_buffers,
        simulate(problem, default).makespan * 1e6,
        own_us(best),
        own_us(found.other),
        best.solution.solver,
        run.makespan * 1e6,
        100 * run.stall_seconds / run.makespan,
        100 * (run.op_seconds / best.seconds - 1),
        bound * 1e6,
        100 * checked.known,
        100 * checked.error,
    )


def facts_of(row: ProblemRow) -> dict[str, str]:
    """Returns a line of facts.csv."""
    values = {"problem": row.name, "contended": "yes" if row.is_contended else "no"}
    for name, value in asdict(row).items():
        if name != "name":
            sign = "+.2f" if name == "fit_percent" else ".3f"
            values[name] = f"{value:{sign}}" if isinstance(value, float) else str(value)
    return values


def write_facts(rows: Sequence[ProblemRow]) -> None:
    """Writes facts.csv; lines of other problems stay."""
    with open(FACTS, encoding="utf-8", newline="") as file:
        lines = {line["problem"]: line for line in csv.DictReader(file)}
    for row in rows:
        lines[row.name] = facts_of(row)
    with open(FACTS, "w", encoding="utf-8", newline="") as file:
        columns = list(facts_of(rows[0]))
        table = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        table.writeheader()
        for name in sorted(lines):
            table.writerow(lines[name])


def row_of_facts(line: dict[str, str]) -> ProblemRow:
    """Parses a line of facts.csv."""
    values: dict[str, Any] = {"name": line["problem"]}
    for field in fields(ProblemRow):
        if field.name != "name":
            kind = field.type
            assert isinstance(kind, type)
            values[field.name] = kind(line[field.name])
    return ProblemRow(**values)


def all_rows(is_of_others: bool = False) -> list[ProblemRow]:
    """Returns the problems of facts.csv: of v4i, or of other chips."""
    with open(FACTS, encoding="utf-8", newline="") as file:
        rows = [row_of_facts(line) for line in csv.DictReader(file)]
    return [row for row in rows if (chip_of(row.name) is not None) == is_of_others]


def harvest_program(
    program: str,
    names: Sequence[str],
    texts: Texts,
    later: Sequence[Text] = (),
) -> list[Harvest]:
    """Returns the problems of one program, "alexnet_b1" or "alexnet_b1.v5e", which share
    the times of their ops.

    later: additional texts, which are the held-out ones.
    """
    requested = []
    for name in names:
        each = texts.requested(name)
        if each is None:
            raise BenchmarkError(
                f"{name}: {texts.folder} lacks a text of it; --compile makes it"
            )
        requested.append(each)
    calibration = texts.calibration(split_name(program)[0])
    try:
        return harvest_texts(
            requested,
            calibration=[*calibration, *later],
            target_name=texts.target,
            clock=texts.chip.clock,
            validate=True,
            is_out={text.tag for text in later}.__contains__ if later else None,
        )
    except MemplaceError as error:
        raise BenchmarkError(f"{program}: {error}") from error


def fit_of(program: str, found: Harvest) -> ProgramFit:
    """Returns the quality of a program's fit."""
    names = tuple(op["name"] for op in found.problem.to_dict()["ops"])
    return ProgramFit(program, names, tuple(found.fit), tuple(found.held_out))


def make_parser(known: list[str]) -> argparse.ArgumentParser:
    parser = plain_parser(__doc__, EPILOG)
    parser.add_argument("texts", type=Path, help="folder of the compiler's texts")
    parser.add_argument(
        "problems",
        nargs="*",
        help="only these, also new ones by the name of a program; then benchmarks/xla/times.md "
        "stays as it is, but for --keep, and for the part of other chips if all of it is "
        f"made (default: all {len(known)})",
    )
    parser.add_argument(
        "--compile", action="store_true", help="first compile what is missing"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; say whether the shipped problems are the same",
    )
    parser.add_argument(
        "--keep",
        action="store_true",
        help="write the lines of these programs, and of their ops, into "
        "benchmarks/xla/times.md; those of other programs stay",
    )
    parser.add_argument(
        "--partial",
        action="store_true",
        help="leave out programs of which texts are missing",
    )
    add_page(parser, "benchmarks/xla/times.md")
    return parser


def program_of(name: str) -> str:
    """Returns the program of a problem, with its chip: "alexnet_b1", or
    "alexnet_b1.v5e"."""
    chip = chip_of(name)
    return split_name(name)[0] + (f".{chip}" if chip else "")


def programs_of(
    names: Sequence[str], folder: Path
) -> dict[str, tuple[Texts, list[str]]]:
    """Returns programs with their texts and their problems."""
    found: dict[str, tuple[Texts, list[str]]] = {}
    for name in names:
        new = Texts(folder, chip_of(name)), []
        found.setdefault(program_of(name), new)[1].append(name)
    return found


def names_of_texts(folder: Path) -> list[str]:
    """Returns the problems that can be made from all available texts."""
    names = sorted(Texts(folder).programs())
    for chip in OTHER_CHIPS:
        programs = sorted(Texts(folder, chip).programs())
        names += [f"{program}.{chip}" for program in programs]
    return names


def write_pages(
    options: argparse.Namespace, fits: Sequence[ProgramFit], rows: Sequence[ProblemRow]
) -> None:
    """Writes everything that follows from the problems made."""
    if rows:
        write_facts(rows)
    for is_of_others, part in PARTS.items():
        mine = [
            fit for fit in fits if (chip_of(fit.program) is not None) == is_of_others
        ]
        page = WrittenPart.read(options.page, part)
        problems = all_rows(is_of_others)
        is_all = {fit.program for fit in mine} == {program_of(p.name) for p in problems}
        if mine and options.keep and not is_all:
            page.replace(fit_part(mine, problems, read_fits(page.text)))
        elif mine and is_all:
            page.replace(fit_part(mine, problems))
        WrittenPart.read(PROBLEMS / "README.md", part).replace(problems_part(problems))


def main() -> int:
    """Runs the script; returns its exit code."""
    known = shipped_problems()
    parser = make_parser(known)
    options = parser.parse_args()
    refuse_unknown(
        parser,
        options.problems,
        [*known, *names_of_texts(options.texts)],
        "benchmarks/problems/tpu",
    )
    fits, rows, num_same, num_all = [], [], 0, 0
    requested = programs_of(options.problems or known, options.texts)
    for program, (texts, names) in requested.items():
        if options.compile:
            texts.compile(split_name(program)[0])
        if options.partial and not all(map(texts.requested, names)):
            print(f"{program}: left out, texts are missing", file=sys.stderr)
            continue
        harvests = harvest_program(program, names, texts)
        fits.append(fit_of(program, harvests[0]))
        for found in harvests:
            num_all += 1
            if options.check:
                num_same += is_shipped(found)
                continue
            write_problem(found)
            rows.append(row_of(found, texts.chip.clock))
            print(f"| {' | '.join(rows[-1].line())} |", flush=True)
    if options.check:
        print(f"{num_same} of {num_all} problems are the same")
        return 0 if num_same == num_all else 1
    if not fits:
        raise BenchmarkError(f"nothing is made: {options.texts} has too few texts")
    write_pages(options, fits, rows)
    return 0


if __name__ == "__main__":
    run_main(main)
