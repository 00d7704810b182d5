#!/usr/bin/env python3
# ===- measure.py - Peaks of schedules, checked -------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures `memplace-solve --schedule` on the problems of benchmarks/problems/schedule.

    measure.py [--recompute PERCENT ...] [NAME ...]

orders.py checks each scheduled problem, and memplace-verify the solution. Appends a
line of JSON per run to results.jsonl: live and packed peaks in bytes, seconds, and all
that the tool prints. What is in the file for the same problem, options and seed is not
measured again: begin another file after a change of the scheduler.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from interpreter import Mismatch, read
from orders import compare

from support.command_line import refuse_unknown, run_main, tools_parser
from support.placements import BENCHMARKS, BenchmarkError, Tools

PROBLEMS = BENCHMARKS / "problems" / "schedule"
RESULTS = Path(__file__).with_name("results.jsonl")
SUFFIX = ".problem.json.gz"
BUDGETS = (0.0, 10.0)

EPILOG = """\
exit codes:
  0  all schedules are legal, and no peak is higher than that of the given order, or
     than with a smaller budget
  1  one is not; a tool is missing or fails
  2  bad command line
"""


def last_json(text: str) -> dict[str, Any]:
    """Returns the last line of a tool's output that is an object of JSON."""
    for line in reversed(text.splitlines()):
        if line.startswith("{"):
            return json.loads(line)
    return {}


def packed_peak(solution: dict[str, Any]) -> int:
    """Returns the highest end of a residency, over all tiers together."""
    peaks = solution.get("peak_bytes", [])
    return sum(peaks.values() if isinstance(peaks, dict) else peaks)


def measure(tools: Tools, path: Path, percent: float, extra: list[str]) -> Any:
    """Returns the results of a run; raises BenchmarkError for an illegal schedule."""
    problem = read(path)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{kind}.json" for kind in ("solution", "after", "map")]
        begin = time.monotonic()
        output = tools.run(
            "memplace-solve",
            path,
            "--schedule=peak",
            f"--recompute={percent:g}",
            "-o",
            files[0],
            f"--schedule-problem={files[1]}",
            f"--schedule-map={files[2]}",
            *extra,
        )
        seconds = time.monotonic() - begin
        tools.run("memplace-verify", "--quiet", files[1], files[0])
        solution, after, mapping = map(read, files)
    try:
        checked = compare(problem, after, mapping)
    except Mismatch as difference:
        raise BenchmarkError(f"{path.name}, {percent:g} %: {difference}") from None
    if 100 * checked["recomputed"] > percent + 1e-6:
        raise BenchmarkError(f"{path.name}, {percent:g} %: recomputes more")
    return {
        "problem": problem["name"],
        "digest": hashlib.sha256(path.read_bytes()).hexdigest()[:12],
        "recompute": percent,
        "options": extra,
        "seconds": round(seconds, 2),
        **checked,
        "recomputed": round(100 * checked["recomputed"], 3),
        "packed": packed_peak(solution),
        "tool": last_json(output),
    }


def key(row: dict[str, Any]) -> tuple[Any, ...]:
    """Returns what identifies a run."""
    return row["problem"], row["digest"], row["recompute"], *row["options"]


def known(path: Path) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Returns the runs in a file."""
    if not path.exists():
        return {}
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {key(row): row for row in rows}


def all_rows(options: argparse.Namespace, names: list[str]) -> Iterator[dict[str, Any]]:
    """Yields a row per problem and budget, measured or known."""
    tools, kept = Tools(options.bin), known(options.results)
    for name in names:
        path = options.problems / (name + SUFFIX)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        for percent in sorted(options.recompute):
            row = kept.get((name, digest, percent, *options.extra))
            if row is None:
                row = measure(tools, path, percent, options.extra)
                with open(options.results, "a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
            yield row


def line(row: dict[str, Any]) -> str:
    """Returns a line about a run."""
    ratio = row["peak_after"] / row["peak_before"]
    return (
        f"{row['problem']}, {row['recompute']:g} %: peak {row['peak_before']} to "
        f"{row['peak_after']} ({ratio:.3f}), packed {row['packed']}, "
        f"{row['repeated']} repeated ({row['recomputed']:.2f} %), {row['seconds']} s"
    )


def report(rows: Iterator[dict[str, Any]]) -> int:
    """Prints the rows and the geometric mean per budget; returns the exit code."""
    ratios: dict[float, list[float]] = {}
    lowest: dict[str, int] = {}
    status = 0
    for row in rows:
        print(line(row), flush=True)
        name, peak = row["problem"], row["peak_after"]
        ratios.setdefault(row["recompute"], []).append(peak / row["peak_before"])
        # Budgets come in rising order.
        if peak > lowest.setdefault(name, row["peak_before"]):
            print(f"error: {name}: a higher peak than {lowest[name]}", file=sys.stderr)
            status = 1
        lowest[name] = min(peak, lowest[name])
    for percent, values in ratios.items():
        mean = math.exp(sum(map(math.log, values)) / len(values))
        print(f"geometric mean at {percent:g} %: {mean:.3f} of {len(values)} problems")
    return status


def main() -> int:
    """Measures and prints."""
    parser = tools_parser(__doc__, EPILOG)
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all")
    parser.add_argument("--problems", type=Path, default=PROBLEMS, help="folder")
    parser.add_argument("--results", type=Path, default=RESULTS, help="file")
    parser.add_argument(
        "--recompute", type=float, nargs="+", default=BUDGETS, metavar="PERCENT"
    )
    parser.add_argument(
        "--extra", action="append", default=[], help="an option for memplace-solve"
    )
    options = parser.parse_args()
    found = sorted(
        path.name.removesuffix(SUFFIX) for path in options.problems.glob("*" + SUFFIX)
    )
    refuse_unknown(parser, options.names, found, str(options.problems))
    return report(all_rows(options, options.names or found))


if __name__ == "__main__":
    run_main(main)
