#!/usr/bin/env python3
# ===- map_starts.py - What a whole-life map is worth as a start ----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs search and hybrid alone, and with a whole-life map of local search to start from
and as many evaluations in all (five sixths, and a fifth of that from the start); writes
the table of docs/guide/egrl.md. The maps that are tried before do not count."""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, run_main
from support.placements import BENCHMARKS, BenchmarkError, Tools, read_json
from support.tables import geometric_mean, table
from support.written_part import WrittenPart

SCRIPT = "agent/map_starts.py"
FOLDER = BENCHMARKS / "problems"
PROBLEMS = [
    "egrl/resnet50",
    "egrl/resnet101",
    "egrl/bert",
    "egrl/resnet50_48m",
    "egrl/resnet101_48m",
    "egrl/bert_48m",
    "kinds/encoder_int8",
    "kinds/mobilenet_int8",
    "kinds/resnet50_int8",
    "kinds/resnet8_int8",
]
SOLVERS = ["search", "hybrid"]
EPILOG = """\
exit codes:
  0  all is done
  1  a placement is missing, or a tool is missing or fails
  2  bad command line
"""


class Runs:
    """Runs solvers in a folder of its own."""

    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        self.arguments = arguments
        self.tools = Tools(arguments.bin)
        self.folder = folder

    def solve(
        self, problem: str, solver: tuple[str, str], seed: int, *flags: str
    ) -> int:
        """Returns the makespan, picoseconds; the placement is in out.json."""
        file, out = FOLDER / f"{problem}.problem.json.gz", self.folder / "out.json"
        self.tools.solve_file(file, solver, out, f"--seed={seed}", *flags)
        return int(read_json(out)["makespan_ps"])

    def find_map(self, problem: str, seed: int) -> int:
        """Makes the start; returns its makespan."""
        maps = ("whole-life", f"budget={self.arguments.maps}")
        of_map = self.solve(problem, maps, seed)
        (self.folder / "out.json").replace(self.folder / "map.json")
        return of_map

    def compare(self, problem: str, solver: str, seed: int) -> tuple[int, int]:
        """Returns the makespans with the start and without."""
        budget = self.arguments.budget
        start = self.folder / "map.json"
        less = (solver, f"budget={budget * 5 // 6}")
        with_it = self.solve(problem, less, seed, f"--start={start}")
        without = self.solve(problem, (solver, f"budget={budget}"), seed)
        return with_it, without


def measure(arguments: argparse.Namespace) -> str:
    """Returns the table."""
    head = ["Problem", "map alone"] + [f"`{solver}` from it" for solver in SOLVERS]
    lines: list[list[str]] = []
    means: list[list[float]] = [[] for _ in SOLVERS]
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(arguments, Path(folder))
        for problem in arguments.problems:
            alone: list[float] = []
            ratios: list[list[float]] = [[] for _ in SOLVERS]
            for seed in range(arguments.seeds):
                of_map = runs.find_map(problem, seed)
                found = [runs.compare(problem, solver, seed) for solver in SOLVERS]
                alone.append(of_map / found[0][1])
                for own, (with_it, without) in zip(ratios, found):
                    own.append(with_it / without)
            for own, all_found in zip(ratios, means):
                all_found.append(geometric_mean(own))
            cells = [
                f"{geometric_mean(own):.4f} ({min(own):.4f} to {max(own):.4f})"
                for own in ratios
            ]
            lines.append([problem, f"{geometric_mean(alone):.3f}", *cells])
            print(*lines[-1], flush=True)
    mean = [f"{geometric_mean(found):.4f}" for found in means]
    lines.append(["geometric mean", "", *mean])
    return table(head, lines)


def main(arguments: list[str]) -> int:
    """See the module."""
    parser = page_parser(__doc__, EPILOG, "guide/egrl.md", check="")
    parser.add_argument("--problems", nargs="+", choices=PROBLEMS, default=PROBLEMS)
    parser.add_argument("--budget", type=int, default=6000, help="evaluations in all")
    parser.add_argument("--maps", type=int, default=2000, help="tried for the start")
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args(arguments)
    if min(options.budget, options.maps, options.seeds) < 1 or options.budget < 6:
        raise BenchmarkError("--budget must be at least 6, --maps and --seeds 1")
    page = WrittenPart.read(options.page, SCRIPT)
    text = (
        f"Makespans (modelled) over those of the same solver alone with {options.budget:,}"
        " evaluations; those of the map\n"
        f"over `search`. It is the best of {options.maps:,} maps, which do not count. "
        f"Geometric means of {options.seeds} seeds, and\ntheir range.\n\n"
    )
    page.replace(text + measure(options))
    return 0


if __name__ == "__main__":
    run_main(lambda: main(sys.argv[1:]))
