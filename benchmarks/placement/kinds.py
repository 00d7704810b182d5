#!/usr/bin/env python3
# ===- kinds.py - Problems of other kinds: makes them, places them, writes a page -===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Places the problems of benchmarks/problems/kinds and writes docs/measurements/kinds.md. The
problems have loops, updates, branches, three tiers, read-only memory and weights in host
memory, and are extracted from the programs of models/kinds."""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from kinds_page import SOLVERS, Kind, Row, parse, render

from support.command_line import add_jobs, page_parser, refuse_unknown, run_main
from support.placements import BENCHMARKS, ROOT, BenchmarkError, Tools, read_json

PROBLEMS = BENCHMARKS / "problems" / "kinds"
# Checksums of problems by an earlier importer, from before sums of bf16 and f16
# accumulated in f32. All measurements use these files.
EARLIER = PROBLEMS / "earlier.sha256"
MODELS = ROOT / "models" / "kinds"

# Tolerance, relative: by this share a number on the page may be better than today's.
# Today's number may be better by any amount: the page is then old, but not wrong.
MARGIN = 0.005
# A placement faster by more than this differs by more than rounding.
ROUNDING = 1e-6

EPILOG = """\
exit codes:
  0  all is done; with --check: the page and the best known placements hold
  1  they don't; a placement is illegal; a tool is missing or fails
  2  bad command line
"""


def read_kinds() -> dict[str, Kind]:
    """Returns the entries of kinds.toml, in order."""
    path = BENCHMARKS / "placement" / "kinds.toml"
    try:
        lines = tomllib.loads(path.read_text(encoding="utf-8"))
        kinds = {name: Kind(name=name, **line) for name, line in lines.items()}
    except (OSError, TypeError, tomllib.TOMLDecodeError) as error:
        raise BenchmarkError(f"{path}: {error}") from error
    suffix = ".stablehlo.mlir"
    found = {path.name.removesuffix(suffix) for path in MODELS.glob("*" + suffix)}
    if found != kinds.keys():
        differing = ", ".join(sorted(found ^ kinds.keys()))
        raise BenchmarkError(f"{path} and models/kinds differ in {differing}")
    return kinds


def compare(row: Row, now: Row) -> list[str]:
    """Returns results that are worse than on the page or better than the best known
    placement."""
    complaints = []
    if row.counts != now.counts:
        complaints.append(f"{row.name}: the problem is another now")
    if now.bound < row.bound * (1 - MARGIN):
        complaints.append(f"{row.name}: the bound is {now.bound:.2f} us now")
    if now.strong < row.strong * (1 - MARGIN):
        complaints.append(f"{row.name}: the strong bound is {now.strong:.2f} us now")
    if abs(now.best - row.best) > row.best * ROUNDING + 0.01:
        complaints.append(f"{row.name}: the best known is {now.best:.2f} us now")
    for solver, ratio in now.ratios.items():
        if ratio * now.best > row.ratios[solver] * row.best * (1 + MARGIN):
            complaints.append(
                f"{row.name}: {solver} takes {ratio:.3f} times the best known now, "
                f"the page says {row.ratios[solver]:.3f}"
            )
        if now.exact[solver] < now.exact["best"] * (1 - ROUNDING):
            complaints.append(
                f"{row.name}: {solver} beats the best known placement; keep its own "
                f"by benchmarks/placement/kinds.py --improve {row.name}"
            )
    return complaints


@dataclass(frozen=True)
class Bench:
    """The problems, and the tools of one build."""

    tools: Tools
    folder: Path

    def problem_file(self, name: str) -> Path:
        """Returns the file of the problem called `name`."""
        return self.folder / f"{name}.problem.json.gz"

    def is_earlier(self, name: str) -> bool:
        """Returns true for a problem of EARLIER, with the recorded contents."""
        path = self.problem_file(name)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        return f"{digest}  {path.name}" in EARLIER.read_text("utf-8").splitlines()

    def best_file(self, name: str) -> Path:
        """Returns the best known placement of a problem. No solver ever reads this
        file."""
        return self.folder / f"{name}.best.solution.json.gz"

    def judge(self, name: str, solution: Path) -> tuple[int, int]:
        """Returns makespan and bound, picoseconds, of a legal placement.

        Raises BenchmarkError, with the violated rule, for an illegal placement.
        """
        problem = self.problem_file(name)
        self.tools.run("memplace-verify", "--quiet", problem, solution)
        line = self.tools.run("memplace-simulate", "--json", problem, solution)
        result = json.loads(line)
        return int(result["makespan_ps"]), int(result["lower_bound_ps"])

    def solve(self, name: str, run: tuple[str, ...], output: Path) -> int:
        """Writes the placement by `run`, a solver and its options; returns the
        makespan, picoseconds."""
        problem, solver = self.problem_file(name), f"--solver={run[0]}"
        self.tools.run("memplace-solve", problem, "-o", output, solver, *run[1:])
        return self.judge(name, output)[0]

    def measure(self, name: str) -> Row:
        """Returns the results for the problem `name`."""
        problem = read_json(self.problem_file(name))
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "solution.json"
            makespans = {
                column: self.solve(name, run, output) for column, run in SOLVERS.items()
            }
            strong = self.strong_bound(name, output)
        best, bound = self.judge(name, self.best_file(name))
        return Row.measured(name, problem, (bound, strong), best, makespans)

    def strong_bound(self, name: str, output: Path) -> int:
        """Returns the strong bound after a number of iterations, picoseconds, with the
        makespan of `greedy` as its target. Overwrites `output`."""
        line = self.tools.run(
            "memplace-solve",
            self.problem_file(name),
            "-o",
            output,
            "--solver=greedy",
            "--bound=strong",
            "--bound-iterations=1000",
        )
        return int(json.loads(line)["lower_bound_ps"])

    def improve(self, name: str, seeds: int, budget: int) -> None:
        """Searches for a placement faster than the best known placement, and keeps the
        result."""
        path = self.best_file(name)
        best = self.judge(name, path)[0] if path.exists() else None
        runs = [*SOLVERS.values()]
        runs += [
            ("search", f"--option=budget={budget}", f"--seed={seed}")
            for seed in range(seeds)
        ]
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "solution.json.gz"
            for run in runs:
                makespan = self.solve(name, run, output)
                if best is None or makespan < best * (1 - ROUNDING):
                    best = makespan
                    shutil.copyfile(output, path)
                    print(f"{name}: {' '.join(run)}: {best / 1e6:.2f} us", flush=True)

    def extract(self, kind: Kind, output: Path) -> None:
        """Writes the problem of a program of models/kinds."""
        importer = shutil.which("memplace-import") or str(
            ROOT / ".venv" / "bin" / "memplace-import"
        )
        homes = [f"--home={home}" for home in kind.home]
        source = MODELS / f"{kind.name}.stablehlo.mlir"
        program = output.with_suffix(".mlir")
        try:
            subprocess.run(
                [importer, source, "-o", program, *homes],
                check=True,
                capture_output=True,
                text=True,
            )
        except FileNotFoundError as error:
            raise BenchmarkError(
                "there is no 'memplace-import'; run utils/setup.sh"
            ) from error
        except subprocess.CalledProcessError as error:
            raise BenchmarkError(error.stderr.strip()) from error
        passes = (
            f"--memplace-extract-problem=target={kind.target} cuts=true file={output}"
        )
        self.tools.run("memplace-opt", program, "-o", os.devnull, passes)

    def extract_all(self, kinds: list[Kind], is_check: bool) -> list[str]:
        """Extracts problems again and writes the changed ones; with `is_check` only
        returns their names."""
        differing = []
        with tempfile.TemporaryDirectory() as folder:
            for kind in kinds:
                output = Path(folder) / "problem.json.gz"
                self.extract(kind, output)
                path = self.problem_file(kind.name)
                if path.exists() and read_json(path) == read_json(output):
                    continue
                if is_check and self.is_earlier(kind.name):
                    continue
                if is_check:
                    differing.append(f"{path.name} is not what is extracted now")
                    continue
                shutil.copyfile(output, path)
                self.best_file(kind.name).unlink(missing_ok=True)
                print(f"wrote {path.name}; find its best placement by --improve")
        return differing

    def check(self, names: list[str], page: Path, jobs: int) -> list[str]:
        """Returns the outdated parts of the page."""
        kinds = read_kinds()
        text = page.read_text(encoding="utf-8")
        rows = parse(text, kinds)
        if list(rows) != list(kinds):
            return [f"{page} has not the problems of benchmarks/placement/kinds.toml"]
        complaints = []
        with ThreadPoolExecutor(jobs) as pool:
            for now in pool.map(self.measure, names):
                complaints += compare(rows[now.name], now)
        if not complaints and render(list(rows.values()), kinds) != text:
            complaints.append(
                f"{page}: its words do not follow from its rows and kinds.toml"
            )
        return complaints


def extracted_programs(
    tools: Tools, names: Iterable[str]
) -> Iterator[tuple[str, Kind, Path]]:
    """Extracts problems from models/kinds again, one by one; yields the name, the kind,
    and the file of the program, which exists until the next iteration."""
    kinds = read_kinds()
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / f"{name}.json"
            Bench(tools, Path(folder)).extract(kinds[name], output)
            yield name, kinds[name], output.with_suffix(".mlir")


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = page_parser(
        __doc__,
        EPILOG,
        "docs/measurements/kinds.md",
        "write nothing; compute rows again and compare them with the page; with "
        "--extract: compare the problems",
    )
    parser.add_argument("problems", nargs="*", help="which problems (default: all)")
    parser.add_argument(
        "--extract",
        action="store_true",
        help="extract the problems from models/kinds again; needs utils/setup.sh",
    )
    parser.add_argument(
        "--page-only",
        action="store_true",
        help="compute nothing, write the page with the rows that it has",
    )
    parser.add_argument(
        "--improve",
        action="store_true",
        help="search for faster placements than the best known ones, and keep them",
    )
    parser.add_argument(
        "--seeds", type=int, default=4, help="searches of --improve (default: 4)"
    )
    parser.add_argument(
        "--budget",
        type=int,
        default=100000,
        help="evaluations of each search of --improve (default: 100000)",
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=PROBLEMS,
        help="folder of the problems (default: benchmarks/problems/kinds)",
    )
    add_jobs(parser)
    return parser


def main() -> int:
    parser = make_parser()
    arguments = parser.parse_args()
    kinds = read_kinds()
    refuse_unknown(parser, arguments.problems, kinds, "benchmarks/placement/kinds.toml")
    if min(arguments.jobs, arguments.budget, arguments.seeds + 1) < 1:
        parser.error("--jobs and --budget must be at least 1, --seeds at least 0")
    names = arguments.problems or list(kinds)
    bench = Bench(Tools(arguments.bin), arguments.folder)
    complaints = []
    if arguments.extract:
        chosen = [kinds[name] for name in names]
        complaints = bench.extract_all(chosen, arguments.check)
    elif arguments.check:
        complaints = bench.check(names, arguments.page, arguments.jobs)
    elif arguments.improve:
        for name in names:
            bench.improve(name, arguments.seeds, arguments.budget)
    elif arguments.page_only:
        known = parse(arguments.page.read_text(encoding="utf-8"), kinds)
        arguments.page.write_text(render(list(known.values()), kinds), encoding="utf-8")
        print(f"wrote {arguments.page}")
    else:
        rows = {}
        if arguments.problems:  # Other rows of the page stay.
            rows = parse(arguments.page.read_text(encoding="utf-8"), kinds)
        with ThreadPoolExecutor(arguments.jobs) as pool:
            rows |= zip(names, pool.map(bench.measure, names))
        found = [rows[name] for name in kinds]
        arguments.page.write_text(render(found, kinds), encoding="utf-8")
        print(f"wrote {arguments.page}")
    for complaint in complaints:
        print(f"error: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    run_main(main)
