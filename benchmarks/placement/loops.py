#!/usr/bin/env python3
# ===- loops.py - What slices of loops as buffers bring ----------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Places the programs of models/kinds that have loops, as they are and with slices as
buffers of their own, and writes benchmarks/placement/loops.jsonl. Then run cut.py
--page-only, which writes docs/measurements/pieces.md."""

import json
import os
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from kinds import Bench, read_kinds
from support.command_line import run_main, tools_parser
from support.placements import BENCHMARKS, Tools, read_json
from support.tables import table

STORE = BENCHMARKS / "placement" / "loops.jsonl"
KINDS = (
    "transformer_rolled",
    "transformer_train_rolled",
    "lstm",
    "mixture",
    "offload_decode",
)
EPILOG = """\
exit codes:
  0  all is done
  1  a placement is illegal; a tool is missing or fails
  2  bad command line
"""
TEXT = """\
## Slices in loops

What [`pipeline-loops`](../guide/cutting.md#slices-in-loops) makes of the programs of `models/kinds` that have loops:
`greedy` places them as they are, and with loops unrolled and each slice a buffer. With `auto` the faster of both is
taken. All times are modelled, in microseconds; each placement has passed `memplace-verify`.
"""


@dataclass(frozen=True)
class Placed:
    """A problem and what `greedy` makes of it; picoseconds."""

    ops: int
    buffers: int
    makespan_ps: int
    bound_ps: int


def place(tools: Tools, program: Path, target: str, loops: str) -> Placed:
    """Extracts the problem of a program, with loops as `loops` says, and places it."""
    with tempfile.TemporaryDirectory() as folder:
        problem, placed = Path(folder) / "problem.json", Path(folder) / "placed.json"
        extraction = f"target={target} pipeline-loops={loops} file={problem}"
        passes = f"--memplace-extract-problem={extraction}"
        tools.run("memplace-opt", program, "-o", os.devnull, passes)
        line = tools.run("memplace-solve", problem, "-o", placed, "--solver=greedy")
        tools.run("memplace-verify", "--quiet", problem, placed)
        found, content = json.loads(line), read_json(problem)
    return Placed(
        ops=len(content["ops"]),
        buffers=len(content["buffers"]),
        makespan_ps=int(found["makespan_ps"]),
        bound_ps=int(found["lower_bound_ps"]),
    )


def section() -> str:
    """Returns the section of docs/measurements/pieces.md; empty if nothing is measured."""
    if not STORE.exists():
        return ""
    rows = []
    for line in STORE.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        before, after = Placed(**entry["before"]), Placed(**entry["after"])
        rows.append(
            [
                entry["problem"],
                f"{before.makespan_ps * 1e-6:.2f}",
                f"{after.makespan_ps * 1e-6:.2f}",
                f"{after.makespan_ps / before.makespan_ps:.3f}",
                f"{before.bound_ps * 1e-6:.2f}",
                f"{after.bound_ps * 1e-6:.2f}",
                f"{before.ops} → {after.ops}",
                f"{before.buffers} → {after.buffers}",
            ]
        )
    header = ["problem", "loops", "slices", "slices / loops", "bound", "bound of slices"]
    return TEXT + "\n" + table([*header, "ops", "buffers"], rows)


def main() -> int:
    """Runs the script; returns the exit code."""
    tools = Tools(tools_parser(__doc__, EPILOG).parse_args().bin)
    kinds = read_kinds()
    lines = []
    for name in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(tools, Path(folder))
            output = Path(folder) / f"{name}.json"
            bench.extract(kinds[name], output)
            program = output.with_suffix(".mlir")
            target = kinds[name].target
            before = place(tools, program, target, "none")
            after = place(tools, program, target, "always")
        entry = {"problem": name, "before": asdict(before), "after": asdict(after)}
        lines.append(json.dumps(entry))
        print(lines[-1], flush=True)
    STORE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    run_main(main)
