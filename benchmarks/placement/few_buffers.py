#!/usr/bin/env python3
# ===- few_buffers.py - How loose the strong bound is where buffers are few -----===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Cuts one or two layers out of problems of problems/tpu, keeps only their largest
buffers, places the result with exact-placement, and writes the table of
benchmarks/placement/bounds.md: the gap between the strong bound and the least makespan."""

import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, run_main
from support.placements import ROOT, Tools, problem_file, read_json
from support.tables import table
from support.written_part import WrittenPart


@dataclass(frozen=True)
class Part:
    """Ops of a problem, in which only buffers of a minimum size move."""

    name: str
    layers: int
    begin: int
    end: int
    least_size: int


MIB = 2**20
PARTS = (
    Part("llama_1b_decode_b16", 1, 102, 125, 20 * MIB),
    Part("llama_1b_decode_b16", 2, 102, 148, 20 * MIB),
    Part("llama_1b_decode_b64", 1, 154, 178, 20 * MIB),
    Part("moe16_decode_b64", 1, 100, 148, 20 * MIB),
    Part("moe16_decode_b64", 2, 100, 196, 20 * MIB),
)

# Nodes of exact-placement, and evaluations of search.
NODES = 6_000_000
BUDGET = 100_000

EPILOG = """\
exit codes:
  0  the table is written
  1  a tool is missing or fails
  2  bad command line
"""


def alone(op: dict[str, Any], moved: list[Any], target: dict[str, Any]) -> float:
    """Returns picoseconds of an op without the accesses `moved`; the fastest tier
    serves all others."""
    rate = target["tiers"][0]["read_bytes_per_second"]
    memory = sum(
        1e12 * access["bytes"] / rate / access.get("efficiency", 1)
        for access in op["accesses"]
        if access not in moved
    )
    compute = op.get("compute_ps", 0)
    overlap = op.get("overlap", 1)
    return float(
        max(compute, memory) + (1 - overlap) * min(compute, memory)
        if memory
        else compute
    )


def cut_out(part: Part) -> dict[str, Any]:
    """Returns the problem of the part. Consecutive ops without large buffers become one
    op, as long as with all their buffers in the fastest tier."""
    problem = read_json(problem_file(part.name))
    if isinstance(problem["target"], str):
        catalogue = ROOT / "lib" / "Target" / "Catalogue"
        problem["target"] = read_json(catalogue / f"{problem['target']}.json")
        problem["target"].pop("sources", None)
    buffers = problem["buffers"]
    ops: list[dict[str, Any]] = []
    uses: dict[int, list[int]] = {}
    for op in problem["ops"][part.begin : part.end]:
        moved = [
            access
            for access in op["accesses"]
            if buffers[access["buffer"]]["size"] >= part.least_size
        ]
        if moved:
            for access in moved:
                uses.setdefault(access["buffer"], []).append(len(ops))
            kept = {key: value for key, value in op.items() if key != "cuts"}
            ops.append({**kept, "accesses": moved})
            continue
        seconds = round(alone(op, moved, problem["target"]))
        if ops and not ops[-1]["accesses"]:
            ops[-1]["compute_ps"] += seconds
        else:
            ops.append({"name": op["name"], "compute_ps": seconds, "accesses": []})
    numbers = {buffer: i for i, buffer in enumerate(uses)}
    for op in ops:
        op["accesses"] = [
            {**access, "buffer": numbers[access["buffer"]]} for access in op["accesses"]
        ]
    whole = {"begin": 0, "end": len(ops)}
    return {
        **problem,
        "ops": ops,
        "buffers": [{**buffers[buffer], **whole} for buffer in uses],
        "loops": [],
    }


def line_of(tools: Tools, part: Part) -> list[str]:
    """Returns the line of a part."""
    with tempfile.TemporaryDirectory() as folder:
        file, output = Path(folder) / "problem.json", Path(folder) / "solution.json"
        problem = cut_out(part)
        file.write_text(json.dumps(problem), encoding="utf-8")

        def solve(*flags: str) -> tuple[dict[str, Any], str]:
            done = tools.run_whole("memplace-solve", file, "-o", output, *flags)
            tools.judge_files(file, output)
            return json.loads(done.stdout), done.stderr

        strong = ("--bound=strong", "--bound-iterations=5000")
        found, _ = solve("--solver=search", f"--option=budget={BUDGET}", *strong)
        exact, note = solve("--solver=exact-placement", f"--option=nodes={NODES}")
    bound, best = found["lower_bound_ps"], exact["makespan_ps"]
    _, above, rest = note.partition("at most ")
    least = best / (1 + float(rest.split(" %")[0]) / 100) if above else best
    return [
        part.name,
        str(part.layers),
        str(len(problem["buffers"])),
        f"{bound / 1e6:.2f}",
        f"{least / 1e6:.2f}{' at least' if above else ''}",
        f"{best / 1e6:.2f}",
        f"{found['makespan_ps'] / 1e6:.2f}",
        f"{100 * (least / bound - 1):.1f}{' at least' if above else ''}",
    ]


def main() -> int:
    """Writes the table."""
    arguments = page_parser(__doc__, EPILOG, "benchmarks/placement/bounds.md", "").parse_args()
    tools = Tools(arguments.bin)
    head = ["problem", "layers", "large buffers", "strong bound", "least makespan"]
    head += ["`exact-placement`", "`search`", "bound below least, %"]
    lines = [line_of(tools, part) for part in PARTS]
    part = WrittenPart.read(arguments.page, "placement/few_buffers.py")
    part.replace(table(head, lines))
    print(f"wrote {arguments.page}")
    return 0


if __name__ == "__main__":
    run_main(main)
