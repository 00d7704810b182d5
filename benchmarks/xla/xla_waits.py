#!/usr/bin/env python3
# ===- xla_waits.py - Simulated waits for copies, and XLA's own --------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Prints a table of benchmarks/xla/times.md: simulated waits for the copies of XLA's
placements, and the waits that XLA's memory space assignment estimates in its log. That
pass has op times of its own, by bytes and flops, which are shorter than the estimated
cycles; so waits are also simulated with op times scaled to the sum of the pass."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from memplace import Problem, Solution, simulate, solve
from memplace.xla import Text, estimate_of
from memplace.xla.compiler import capacity_tag, options_of
from memplace.xla.following import capacity_in
from xla_texts import Texts, model_of, split_name

from support.command_line import plain_parser, run_main
from support.placements import BenchmarkError, chip_of
from support.tables import table

EPILOG = """\
exit codes:
  0  the table is printed
  1  libtpu is missing, or the compiler fails
  2  bad command line
"""
HEADER = [
    "Problem",
    "Ops, us",
    "Waits, us",
    "Ops of the pass, us",
    "Waits of the pass, us",
    "Waits with ops scaled, us",
]
_ELAPSED = re.compile(r"Estimated elapsed time (with|without) async copies \(sec\): (\S+)")
# Compiles one program in a process of its own, whose standard error has the log.
_WORKER = """
import json, sys
from memplace.xla.worker import Request, lower
model, topology, path, options = sys.argv[1:]
text = lower(Request(model, None, topology)).compile(compiler_options=json.loads(options))
open(path, "w").write(text.as_text())
"""
_LOG = {
    "ALLOW_MULTIPLE_LIBTPU_LOAD": "1",
    "JAX_PLATFORMS": "cpu",
    "TPU_LOG_DIR": "disabled",
    "TPU_MIN_LOG_LEVEL": "0",
    "TPU_SKIP_MDS_QUERY": "1",
    "TPU_STDERR_LOG_LEVEL": "0",
    "TPU_VMODULE": "memory_space_assignment=3",
}


def compiled(model: str, topology: str, options: dict[str, str]) -> tuple[str, dict[str, float]]:
    """Returns the text of a program, and the seconds with and without copies by the log of
    XLA's pass. Raises BenchmarkError."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text"
        command = [sys.executable, "-c", _WORKER, model, topology, str(path), json.dumps(options)]
        result = subprocess.run(
            command, env=os.environ | _LOG, capture_output=True, text=True, errors="replace"
        )
        seconds = {what: float(number) for what, number in _ELAPSED.findall(result.stderr)}
        if result.returncode or len(seconds) < 2:
            raise BenchmarkError(f"{model}: the compiler failed, or its log has no times")
        return path.read_text(encoding="utf-8"), seconds


def scaled_waits(problem: Problem, solution: Solution, factor: float) -> float:
    """Returns the simulated waits with op times scaled by a factor below 1."""
    fields, durations = problem.to_dict(), simulate(problem, solution).op_duration.tolist()
    for op, duration in zip(fields["ops"], durations):
        op["compute_ps"] = round(duration * factor * 1e12)
        for name in ("cuts", "overlap"):
            op.pop(name, None)
        for access in op["accesses"]:
            access["bytes"] = int(access["bytes"] * factor)
            access.pop("efficiency", None)
    changed = Problem.from_dict(fields)
    return simulate(changed, Solution.from_dict(changed, solution.to_dict())).stall_seconds


def row_of(name: str) -> list[str]:
    """Returns the line of a problem: of XLA's placement without cross-program prefetches.
    Raises MemplaceError."""
    problem = Problem.load(Path(__file__).parents[1] / "problems/tpu" / f"{name}.problem.json.gz")
    chip = Texts(Path(), chip_of(name))
    tag = f"{capacity_tag(capacity_in(problem, chip.topology))}.noxp"
    text, seconds = compiled(
        model_of(split_name(name)[0]), chip.topology, options_of(tag, chip.topology)
    )
    plan = solve(problem, "default-tier").solution
    assert plan is not None
    found = estimate_of(problem, plan, Text(text, f"{name}.{tag}"), chip.chip.clock).baseline
    assert found.seconds is not None
    scaled = scaled_waits(problem, found.solution, seconds["without"] / found.seconds)
    waits = seconds["with"] - seconds["without"]
    numbers = (found.seconds, found.stall_seconds, seconds["without"], waits, scaled)
    return [name, *(f"{1e6 * number:.1f}" for number in numbers)]


def main() -> int:
    """Returns the exit code."""
    parser = plain_parser(__doc__ or "", EPILOG)
    parser.add_argument("problems", nargs="+", metavar="PROBLEM", help="name of a problem")
    print(table(HEADER, map(row_of, parser.parse_args().problems)), end="")
    return 0


if __name__ == "__main__":
    run_main(main)
