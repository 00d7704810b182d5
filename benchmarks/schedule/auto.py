#!/usr/bin/env python3
# ===- auto.py - Makespans with memplace-default=schedule=auto --------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures `memplace-default="schedule=auto"` on the programs of models/kinds.

    auto.py [--results FILE] [NAME ...]

Each program is placed by `greedy` with and without a schedule; `schedule=auto` is the only
difference. Appends a line of JSON per program to auto.jsonl: modelled makespans, and
the strong bound on all placements in the given order, picoseconds; seconds of both runs.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import refuse_unknown, run_main, tools_parser
from support.placements import BENCHMARKS, BenchmarkError

RESULTS = Path(__file__).with_name("auto.jsonl")
MODELS = BENCHMARKS.parent / "models" / "kinds"
EPILOG = """\
exit codes:
  0  no program is slower with a schedule
  1  one is; a tool is missing or fails
  2  bad command line
"""


def run(*command: str | Path) -> str:
    """Returns the standard output of a tool. Raises BenchmarkError if the tool fails."""
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if result.returncode != 0:
        raise BenchmarkError(f"{command[0]}: {result.stderr.strip()[-300:]}")
    return result.stdout


def makespan(tool: Path, program: Path, options: str) -> tuple[int, float]:
    """Returns the makespan of a placed program in picoseconds, and the seconds of the run."""
    start = time.monotonic()
    text = run(tool, program, f"--memplace-default={options} report=-", "-o", "/dev/null")
    functions = json.loads(text)["functions"]
    return functions[0]["makespan_ps"], round(time.monotonic() - start, 2)


def measure(bin: Path, name: str, target: str, homes: list[str], folder: Path) -> dict[str, Any]:
    """Returns the row of one program."""
    program, problem = folder / f"{name}.mlir", folder / f"{name}.json"
    run("memplace-import", MODELS / f"{name}.stablehlo.mlir", "-o", program, *homes)
    tool = bin / "memplace-opt"
    options = f"target={target}"
    given, plain = makespan(tool, program, options)
    scheduled, seconds = makespan(tool, program, f"{options} schedule=auto")
    run(tool, program, f"--memplace-extract-problem={options} file={problem}", "-o", "/dev/null")
    solved = run(bin / "memplace-solve", problem, "--solver=greedy", "--bound=strong", "--bound-iterations=1000")
    bound = int(re.search(r'"lower_bound_ps": (\d+)', solved)[1])
    return {
        "program": name,
        "target": target,
        "given_ps": given,
        "scheduled_ps": scheduled,
        "given_strong_bound_ps": bound,
        "given_seconds": plain,
        "scheduled_seconds": seconds,
    }


def main() -> int:
    parser = tools_parser(__doc__, EPILOG)
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs (default: all)")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE")
    arguments = parser.parse_args()
    kinds = tomllib.loads((BENCHMARKS / "placement" / "kinds.toml").read_text())
    refuse_unknown(parser, arguments.names, kinds, "benchmarks/placement/kinds.toml")
    slower = 0
    with tempfile.TemporaryDirectory() as folder, arguments.results.open("a") as results:
        for name, kind in kinds.items():
            if arguments.names and name not in arguments.names:
                continue
            homes = [f"--home={home}" for home in kind.get("home", [])]
            row = measure(arguments.bin, name, kind["target"], homes, Path(folder))
            print(json.dumps(row), file=results, flush=True)
            print(f"{name}: {row['scheduled_ps'] / row['given_ps']:.3f} of the given order", flush=True)
            slower += row["scheduled_ps"] > row["given_ps"]
    return 1 if slower else 0


if __name__ == "__main__":
    run_main(main)
