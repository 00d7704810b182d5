#!/usr/bin/env python3
# ===- egrl_pass.py - How long one pass of EGRL's policy takes -------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures the CPU time, on one core, of the policy's single pass from a problem in
memory to a legal placement; writes a table of benchmarks/agent/egrl.md. A missed goal
is in the table and is printed."""

import argparse
import datetime
import json
import os
import platform
import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, run_main
from support.measuring import output_of, run_once
from support.placements import ROOT
from support.tables import table
from support.written_part import WrittenPart

EPILOG = """\
exit codes:
  0  measured, whether the goal is reached or not
  1  a tool is missing or fails, or the page has no place for the table
  2  bad command line
"""

SCRIPT = "agent/egrl_pass.py"
FOLDER = ROOT / "benchmarks" / "problems" / "egrl"
PROBLEMS = [
    "resnet50",
    "resnet101",
    "bert",
    "transformer16",
    "transformer16_48m",
    "transformer24",
    "transformer24_48m",
]
PARTS = ["graph_ms", "network_ms", "placing_ms"]
GOAL_MS, GOAL_NODES = 50, 1000


def problem_file(name: str) -> Path:
    """Returns the file of a problem."""
    return FOLDER / f"{name}.problem.json.gz"


def measure(options: argparse.Namespace, name: str) -> dict[str, Any]:
    """Returns the output of egrl-pass, and the CPU time of the whole memplace-solve."""
    arguments = [problem_file(name), options.checkpoint, str(options.repeats)]
    printed = output_of(options.egrl_pass, "egrl-pass", *arguments)
    found: dict[str, Any] = json.loads(printed)
    tool = [options.bin / "memplace-solve", problem_file(name), "--solver=egrl"]
    found["tool_seconds"] = run_once([*tool, "--option=ablation=policy"]).cpu
    return found


def line_of(name: str, found: dict[str, Any]) -> list[str]:
    """Returns a line of the table."""
    totals = [sum(parts) for parts in zip(*(found[part] for part in PARTS))]
    median = statistics.median(totals)
    verdict = ""
    if found["nodes"] <= GOAL_NODES:
        verdict = "reached" if max(median, totals[0]) <= GOAL_MS else "**missed**"
    return [
        name,
        str(found["nodes"]),
        str(found["tensors"]),
        *(f"{statistics.median(found[part]):.1f}" for part in PARTS),
        f"{median:.1f}",
        f"{totals[0]:.1f}",
        f"{min(totals):.1f}",
        verdict,
        f"{100 * (found['native_over_map'] - 1):+.2f} %",
        f"{found['tool_seconds']:.2f}",
    ]


def render(lines: list[list[str]], repeats: int) -> str:
    """Returns the written part of the page."""
    date = datetime.datetime.now(datetime.UTC).date()
    head = ["Problem", "nodes", "tensors", "to the graph", "network", "placement"]
    head += ["all", "the first", "the least", f"at most {GOAL_MS} ms"]
    head += ["over native (modelled)", "`memplace-solve`, s"]
    return (
        f"Milliseconds of CPU time of one thread, medians of {repeats} passes in one"
        f" process, measured on {date}\non one of {os.cpu_count()} cores,"
        f" {platform.machine()}.\n\n{table(head, lines)}"
    )


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    page = "benchmarks/agent/egrl.md"
    parser = page_parser(__doc__, EPILOG, page, check="")
    parser.add_argument(
        "--egrl-pass",
        type=Path,
        default=ROOT / "build" / "benchmarks" / "egrl-pass",
        help="the program egrl-pass (default: build/benchmarks/egrl-pass)",
    )
    parser.add_argument(
        "--checkpoint",
        type=Path,
        default=ROOT / "agent" / "checkpoints" / "maps.checkpoint",
        help="the policy (default: the one that comes along)",
    )
    parser.add_argument("--problems", nargs="+", choices=PROBLEMS, default=PROBLEMS)
    parser.add_argument(
        "--repeats", type=int, default=15, help="passes of each (default: 15)"
    )
    return parser


def main() -> int:
    """Runs the script; see the module."""
    parser = make_parser()
    options = parser.parse_args()
    if options.repeats < 1:
        parser.error("--repeats must be at least 1")
    page = WrittenPart.read(options.page, SCRIPT)
    lines = []
    for name in options.problems:
        lines.append(line_of(name, measure(options, name)))
        print(" | ".join(lines[-1]), flush=True)
    page.replace(render(lines, options.repeats))
    missed = sum("**missed**" in line for line in lines)
    print(f"wrote {options.page}; {missed} goals missed")
    return 0


if __name__ == "__main__":
    run_main(main)
