#!/usr/bin/env python3
# ===- cut.py - What cutting ops and buffers in pieces brings ---------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Solves problems with and without cuts and writes benchmarks/placement/pieces.md. Each result
becomes a line of benchmarks/placement/cut.jsonl at once. Existing results are kept, unless
they come from fewer cut problems, or from a search for cuts that placed each cut problem anew.
"""

import argparse
import json
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from cut_page import render
from cut_results import (
    CLOCKED,
    CLOCKED_RUNS,
    CLOCKED_STORE,
    LATENCY_PS,
    PROBE,
    SCALES,
    STORE,
    Result,
    contended,
    costs_of,
    load_results,
    save_result,
    strong_bounds,
)
from support.command_line import page_parser, run_main
from support.placements import (
    BENCHMARKS,
    BenchmarkError,
    Tools,
    read_json,
    target_of,
)

# Steps of improvement of strong bounds.
BOUND_ITERATIONS = 1000
SOLVER = ("--solver=search", "--option=budget=2000")

EPILOG = """\
exit codes:
  0  all is done
  1  a placement is illegal; a tool is missing or fails
  2  bad command line
"""


def scaled(problem: dict[str, Any], scale: float, piece_ps: int) -> dict[str, Any]:
    """Returns the problem on a machine with costs of pieces and transfers; with a scale
    of -1 pieces are free, and transfers cost as in the problem."""
    target = target_of(problem)
    target["compute"]["piece_ps"] = piece_ps
    for channel in target["channels"] if scale >= 0 else ():
        channel["latency_ps"] = round(scale * (channel["latency_ps"] or LATENCY_PS))
    return {**problem, "target": target}


def measure(tools: Tools, name: str, scale: float, cut_budget: int) -> Result:
    """Solves a problem with and without cuts, and verifies the placement."""
    path = BENCHMARKS / "problems" / f"{name}.problem.json.gz"
    piece_ps = costs_of(name, scale)
    problem = scaled(read_json(path), scale, piece_ps)
    with tempfile.TemporaryDirectory() as folder:
        given, cut = Path(folder) / "given.json", Path(folder) / "cut.json"
        placed = Path(folder) / "placed.json"
        given.write_text(json.dumps(problem), encoding="utf-8")
        cutting = ("--cut=auto", f"--cut-budget={cut_budget}", f"--cut-problem={cut}")
        line = tools.run("memplace-solve", given, "-o", placed, *SOLVER, *cutting)
        tools.run("memplace-verify", "--quiet", cut, placed)
        found, pieces = json.loads(line), read_json(cut)
    return Result(
        problem=name,
        scale=scale,
        cut_budget=cut_budget,
        uncut_ps=int(found["uncut_makespan_ps"]),
        cut_ps=int(found["makespan_ps"]),
        pieces_bound_ps=pieces_bound(tools, name, scale),
        strong_bound_ps=strong_bound(tools, name, scale),
        ops=len(problem["ops"]),
        cut_ops=len(pieces["ops"]),
        buffers=len(problem["buffers"]),
        cut_buffers=len(pieces["buffers"]),
        keeps=True,
        piece_ps=piece_ps,
    )


def strong_bound(tools: Tools, name: str, scale: float) -> int:
    """Returns the strong bound of the uncut problem, picoseconds. With costs, returns 0
    for problems without a bound in facts.csv, since no column shows the bound."""
    if name in strong_bounds():
        return strong_bounds()[name]
    if scale >= 0:
        return 0
    path = BENCHMARKS / "problems" / f"{name}.problem.json.gz"
    bound = ("--bound=strong", f"--bound-iterations={BOUND_ITERATIONS}")
    line = tools.run("memplace-solve", path, *SOLVER, *bound)
    return int(json.loads(line)["lower_bound_ps"])


def pieces_bound(tools: Tools, name: str, scale: float) -> int:
    """Returns today's bound over all cuts, picoseconds; with costs, over cuts that keep
    uncut ops in place."""
    path = BENCHMARKS / "problems" / f"{name}.problem.json.gz"
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / "given.json"
        problem = scaled(read_json(path), scale, costs_of(name, scale))
        given.write_text(json.dumps(problem), encoding="utf-8")
        flags = ["--solver=greedy", "--cut=auto", "--cut-budget=1"]
        if scale == 1:
            flags += ["--bound=strong", f"--bound-iterations={BOUND_ITERATIONS}"]
        line = tools.run("memplace-solve", given, *flags)
    return int(json.loads(line)["pieces_bound_ps"])


def renew_bounds(tools: Tools) -> None:
    """Computes the bounds of all results again."""
    for key in load_results(STORE):
        bounds = {
            "pieces_bound_ps": pieces_bound(tools, *key),
            "strong_bound_ps": strong_bound(tools, *key),
        }
        result = load_results(STORE)[key]  # Other processes may have written meanwhile.
        if replace(result, **bounds) != result:
            save_result(STORE, replace(result, **bounds))


def clock(tools: Tools) -> dict[str, float]:
    """Returns the median seconds of cutting and placing, by problem."""
    found = {}
    for name in CLOCKED:
        path = BENCHMARKS / "problems" / f"{name}.problem.json.gz"
        seconds = []
        for _ in range(CLOCKED_RUNS):
            begin = time.perf_counter()
            tools.run("memplace-solve", path, "--solver=greedy", "--cut=auto")
            seconds.append(time.perf_counter() - begin)
        found[name] = median(seconds)
    return found


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/placement/pieces.md", "")
    parser.add_argument(
        "problems",
        nargs="*",
        help="such as kinds/unet or tpu/alexnet_b32 (default: those of the probe)",
    )
    parser.add_argument(
        "--contended",
        action="store_true",
        help="the contended problems of benchmarks/problems/tpu, too",
    )
    parser.add_argument(
        "--costs",
        action="store_true",
        help="also with what pieces and transfers are estimated to cost",
    )
    parser.add_argument(
        "--scales",
        action="store_true",
        help="also with costs of pieces and transfers scaled, for the second table",
    )
    parser.add_argument(
        "--cut-budget", type=int, default=300, help="cut problems to try (300)"
    )
    parser.add_argument(
        "--again",
        action="store_true",
        help="also what is there already, in place of it",
    )
    parser.add_argument(
        "--clock",
        action="store_true",
        help="clock how long cutting takes, and write the page; on a quiet machine",
    )
    parser.add_argument(
        "--bounds",
        action="store_true",
        help="compute the bounds of all rows anew, and nothing else",
    )
    parser.add_argument(
        "--page-only", action="store_true", help="compute nothing, write the page"
    )
    return parser


def compute(options: argparse.Namespace) -> None:
    """Computes the missing results, and stores each at once."""
    tools = Tools(options.bin)
    names = list(options.problems or PROBE)
    if options.contended:
        names += [name for name in contended() if name not in names]
    scales = (-1.0, *(SCALES if options.scales else (1.0,) if options.costs else ()))
    for scale in scales:
        for name in names:
            known = load_results(STORE).get((name, scale))
            is_old = (
                known is None
                or known.cut_budget < options.cut_budget
                or not known.keeps
                or known.piece_ps != costs_of(name, scale)
            )
            if not (is_old or options.again):
                continue
            result = measure(tools, name, scale, options.cut_budget)
            save_result(STORE, result)
            print(f"{name} {scale:g}: {result.ratio:.3f}", flush=True)


def main() -> int:
    """Runs the script; returns the exit code."""
    options = make_parser().parse_args()
    for name in options.problems:
        if not (BENCHMARKS / "problems" / f"{name}.problem.json.gz").exists():
            raise BenchmarkError(f"there is no problem '{name}'")
    if options.clock:
        seconds = clock(Tools(options.bin))
        CLOCKED_STORE.write_text(json.dumps(seconds) + "\n", encoding="utf-8")
    elif options.bounds:
        renew_bounds(Tools(options.bin))
    elif not options.page_only:
        compute(options)
    options.page.write_text(render(load_results(STORE)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    run_main(main)
