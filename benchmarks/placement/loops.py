#!/usr/bin/env python3
# ===- loops.py - What slices of loops as buffers bring ----------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Places the programs of models/kinds that have loops, with whole buffers and with
slices as separate buffers, and writes benchmarks/placement/loops.jsonl; existing
results are kept. Then run cut.py --page-only, which writes
benchmarks/placement/pieces.md."""

import argparse
import json
import os
import sys
import tempfile
import textwrap
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from kinds import extracted_programs, read_kinds
from kinds_page import Row, parse
from support.command_line import run_main, tools_parser
from support.pieces import piece_ps_of
from support.placements import BENCHMARKS, ROOT, Tools, read_json
from support.tables import table

STORE = BENCHMARKS / "placement" / "loops.jsonl"
KINDS = (
    "transformer_rolled",
    "transformer_train_rolled",
    "lstm",
    "mixture",
    "offload_decode",
)
# A recurrent network over 6,000 time steps: h = tanh(h @ w + x[t]), y[t] = h.
LONG = """\
module {
  func.func @main(%w: memref<1024x1024xf32>, %h: memref<64x1024xf32>, %x: memref<6000x64x1024xf32>,
                  %y: memref<6000x64x1024xf32>NUMBER) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %all = arith.constant 6000 : index
    %f = arith.constant 0.0 : f32
    %sum = memref.alloc() : memref<64x1024xf32>
    scf.for %t = %zero to %END step %one {
      %from = memref.subview %x[%t, 0, 0] [1, 64, 1024] [1, 1, 1]
        : memref<6000x64x1024xf32> to memref<64x1024xf32, strided<[1024, 1], offset: ?>>
      %to = memref.subview %y[%t, 0, 0] [1, 64, 1024] [1, 1, 1]
        : memref<6000x64x1024xf32> to memref<64x1024xf32, strided<[1024, 1], offset: ?>>
      linalg.fill ins(%f : f32) outs(%sum : memref<64x1024xf32>)
      linalg.matmul ins(%h, %w : memref<64x1024xf32>, memref<1024x1024xf32>) outs(%sum : memref<64x1024xf32>)
      linalg.add ins(%sum, %from : memref<64x1024xf32>, memref<64x1024xf32, strided<[1024, 1], offset: ?>>)
        outs(%h : memref<64x1024xf32>)
      linalg.tanh ins(%h : memref<64x1024xf32>) outs(%h : memref<64x1024xf32>)
      memref.copy %h, %to : memref<64x1024xf32> to memref<64x1024xf32, strided<[1024, 1], offset: ?>>
    }COUNT
    memref.dealloc %sum : memref<64x1024xf32>
    return
  }
}
"""
# By name: the loop's declared number of trips.
LONG_LOOPS = {
    "rnn_6000": {"NUMBER": "", "END": "all", "COUNT": ""},
    "rnn_any": {
        "NUMBER": ", %n: index",
        "END": "n",
        "COUNT": " {memplace.trip_count = 6000 : i64}",
    },
}
LONG_TARGET = "tpu-v5e"
# The goal: 0.9 of the best known placement with whole loops.
GOAL = 0.9
GOAL_OF = ("transformer_train_rolled", "mixture", "offload_decode")
CUTTING = ["--solver=greedy", "--cut=auto"]
SEARCH = ["--solver=search", "--option=budget=200", "--seed=0"]
# Programs of GOAL_OF that memplace-opt supports.
IN_MLIR = (
    "",
    "cut-budget=1000",
    "solver=search solver-options=budget=2000",
)
EPILOG = """\
exit codes:
  0  all is done
  1  a placement is illegal; a tool is missing or fails
  2  bad command line
"""
TEXT = """\
## Slices in loops

Results of [`pipeline-loops`](../../docs/guide/cutting.md#slices-in-loops) on the programs of `models/kinds` with loops:
`greedy` places them as they are, and with loops unrolled and each slice a buffer, or a window where a loop stays. With
`auto` the fastest is taken. `rnn_6000` and `rnn_any` are one recurrent network over 6,000 steps of time, too many to be
unrolled; of the latter the program does not know how many (`memplace.trip_count` tells the model). `search` has 200
evaluations: it fetches the slices of `rnn_6000` in the half trip in which there is time for that, where `greedy` fetches
two in one half and waits. *Slices and cuts* is what `greedy` makes of the problem with slices if ops and buffers are
cut, too (`memplace-solve --cut=auto`), if a piece costs nothing but what it computes and reads again: in `mixture`, whose
batches do not depend on each other, batches take turns, so weights are read once for several batches. *With costs*:
the same, if each piece of an op after the first takes longer by what [XLA says](#what-xla-says-of-pieces) of the TPU, or
by what was [measured](../../docs/reference/targets.md#notes) on an H200; that is the number to believe. All times are modelled,
in microseconds; each placement has passed `memplace-verify`. Bounds are the default ones, and those with pieces of the
problem with slices.
"""
GOALS = """
The goal here was 0.9 of the best placement that is known with loops, ops and buffers as they are
([kinds.md](../../docs/measurements/kinds.md)), costs counted. No placement is below the bound of slices, divided by it, without cuts, nor below
the bound with pieces with them. `offload_decode` reads 213 GB of weights and caches for each token, through PCIe as far
as they are not in the 141 GB of HBM; pieces change little of that.
"""


MLIR = """
Results of `memplace-opt --memplace-default="target=… pipeline-loops=auto cut=auto"`, as it is and with more options:
the makespan, divided by the best known with loops. In MLIR a slice of an argument is not cut further, and a piece of an
op has one piece of each buffer, so the ratios are above the ratios of the problem. Costs of pieces count.
"""


@dataclass(frozen=True)
class Placed:
    """A problem, and its makespans by `greedy` and `search`; picoseconds."""

    ops: int
    buffers: int
    makespan_ps: int
    bound_ps: int
    search_ps: int


@dataclass(frozen=True)
class Cut:
    """The result of cutting the ops and buffers of a program with slices; picoseconds."""

    makespan_ps: int
    bound_ps: int  # With pieces.


def cut(tools: Tools, program: Path, target: str, piece_ps: int) -> Cut:
    """Cuts a program with slices and places the result. Each piece of an op after the
    first takes `piece_ps` more picoseconds."""
    with tempfile.TemporaryDirectory() as folder:
        problem, placed = Path(folder) / "problem.json", Path(folder) / "placed.json"
        pieces = Path(folder) / "pieces.json"
        extraction = f"target={target} pipeline-loops=always cuts=true file={problem}"
        passes = f"--memplace-extract-problem={extraction}"
        tools.run("memplace-opt", program, "-o", os.devnull, passes)
        costs = f"--cut-piece-ps={piece_ps}"
        cutting = (*CUTTING, costs, f"--cut-problem={pieces}")
        line = tools.run("memplace-solve", problem, "-o", placed, *cutting)
        tools.run("memplace-verify", "--quiet", pieces, placed)
        found = json.loads(line)
    return Cut(int(found["makespan_ps"]), int(found["pieces_bound_ps"]))


def place(tools: Tools, program: Path, target: str, loops: str) -> Placed:
    """Extracts the problem of a program, with loops in the mode `loops`, and places the
    problem."""
    with tempfile.TemporaryDirectory() as folder:
        problem, placed = Path(folder) / "problem.json", Path(folder) / "placed.json"
        extraction = f"target={target} pipeline-loops={loops} file={problem}"
        passes = f"--memplace-extract-problem={extraction}"
        tools.run("memplace-opt", program, "-o", os.devnull, passes)
        found = []
        for solver in (["--solver=greedy"], SEARCH):
            line = tools.run("memplace-solve", problem, "-o", placed, *solver)
            tools.run("memplace-verify", "--quiet", problem, placed)
            found.append(json.loads(line))
        content = read_json(problem)
    return Placed(
        ops=len(content["ops"]),
        buffers=len(content["buffers"]),
        makespan_ps=int(found[0]["makespan_ps"]),
        bound_ps=int(found[0]["lower_bound_ps"]),
        search_ps=int(found[1]["makespan_ps"]),
    )


def place_in_mlir(tools: Tools, program: Path, target: str, options: str) -> int:
    """Returns the makespan of memplace-opt's placement of a program with loops,
    picoseconds; memplace-opt has verified the placement."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        asked = (
            f"target={target} pipeline-loops=auto cut=auto {options} report={report}"
        )
        tools.run(
            "memplace-opt", program, "-o", os.devnull, f"--memplace-default={asked}"
        )
        (function,) = read_json(report)["functions"]
    return int(function["makespan_ps"])


def load_entries() -> dict[str, dict]:
    """Returns the stored results, by problem."""
    if not STORE.exists():
        return {}
    lines = STORE.read_text(encoding="utf-8").splitlines()
    return {entry["problem"]: entry for entry in map(json.loads, lines)}


def cells_of(entry: dict) -> list[str]:
    """Returns the results of cuts, and their bound."""
    if "pieces" not in entry:
        return ["", "", ""]
    pieces = Cut(**entry["pieces"])
    times = [pieces.makespan_ps, entry["costly_ps"], pieces.bound_ps]
    return [f"{each * 1e-6:.2f}" for each in times]


def save(entries: dict[str, dict], entry: dict) -> None:
    """Adds an entry to the store."""
    print(json.dumps(entry), flush=True)
    entries[entry["problem"]] = entry
    lines = [json.dumps(each) + "\n" for each in entries.values()]
    STORE.write_text("".join(lines), encoding="utf-8")


def goals(entries: dict[str, dict]) -> str:
    """Returns the results of the goal of some programs."""
    page = ROOT / "docs" / "measurements" / "kinds.md"
    known = parse(page.read_text(encoding="utf-8"), read_kinds())
    rows = []
    for name in GOAL_OF:
        best, pieces = known[name].best, Cut(**entries[name]["pieces"])
        placed = Placed(**entries[name]["after"])
        costly = entries[name]["costly_ps"]
        least = min(costly, placed.makespan_ps, placed.search_ps) * 1e-6
        whole, cut_up = placed.bound_ps * 1e-6 / best, pieces.bound_ps * 1e-6 / best
        outcome = "missed"
        if least <= GOAL * best:
            outcome = "reached"
        elif cut_up > GOAL:
            outcome = "can't be reached"
        elif whole > GOAL:
            outcome = "can't be reached without cuts"
        numbers = [f"{best:.2f}", f"{least:.2f}", f"{least / best:.3f}"]
        rows.append([name, *numbers, f"{whole:.3f}", f"{cut_up:.3f}", outcome])
    header = ["problem", "best known with loops", "best here", "ratio"]
    header += ["bound without cuts", "bound with pieces", "0.9"]
    text = GOALS + "\n" + table(header, rows)
    return text + other_goals(entries, known) + in_mlir(entries, known)


def other_goals(entries: dict[str, dict], known: dict[str, Row]) -> str:
    """Returns the results of the goals of two more programs."""
    rolled = Placed(**entries["transformer_rolled"]["after"])
    lstm = Placed(**entries["lstm"]["before"])
    placed = [min(one.makespan_ps, one.search_ps) * 1e-6 for one in (rolled, lstm)]
    ratio = placed[0] / known["transformer_unrolled"].best
    above = placed[1] / known["lstm"].strong - 1
    reached = ["reached" if ok else "missed" for ok in (ratio <= 1.02, above <= 0.03)]
    text = (
        f"`transformer_rolled` with slices takes {ratio:.3f} of the best known makespan of "
        f"`transformer_unrolled` (goal 1.02: {reached[0]}), `lstm` is {100 * above:.1f} % "
        f"above its strong bound (goal 3 %: {reached[1]})."
    )
    return "\n" + textwrap.fill(text, 120) + "\n"


def in_mlir(entries: dict[str, dict], known: dict[str, Row]) -> str:
    """Returns memplace-opt's results for these programs; empty if nothing is measured."""
    rows = []
    for name in GOAL_OF:
        found = entries[name].get("mlir", {})
        if found:
            ratios = [
                f"{found[one] * 1e-6 / known[name].best:.3f}" if one in found else ""
                for one in IN_MLIR
            ]
            rows.append([name, *ratios])
    if not rows:
        return ""
    captions = [f"`{one}`" if one else "as it is" for one in IN_MLIR]
    return MLIR + "\n" + table(["problem", *captions], rows)


def section() -> str:
    """Returns the section of benchmarks/placement/pieces.md; empty if nothing is measured."""
    entries = load_entries()
    if not entries:
        return ""
    rows = []
    for entry in entries.values():
        before, after = Placed(**entry["before"]), Placed(**entry["after"])
        rows.append(
            [
                entry["problem"],
                f"{before.makespan_ps * 1e-6:.2f}",
                f"{after.makespan_ps * 1e-6:.2f}",
                f"{after.makespan_ps / before.makespan_ps:.3f}",
                f"{before.search_ps * 1e-6:.2f}",
                f"{after.search_ps * 1e-6:.2f}",
                f"{before.bound_ps * 1e-6:.2f}",
                f"{after.bound_ps * 1e-6:.2f}",
                *cells_of(entry),
                f"{before.ops} → {after.ops}",
                f"{before.buffers} → {after.buffers}",
            ]
        )
    header = [
        "problem",
        "loops",
        "slices",
        "slices / loops",
        "`search`",
        "`search` of slices",
    ]
    header += ["bound", "bound of slices", "slices and cuts", "with costs"]
    header += ["bound with pieces"]
    header += ["ops", "buffers"]
    return TEXT + "\n" + table(header, rows) + goals(entries)


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = tools_parser(__doc__, EPILOG)
    every = [*KINDS, *LONG_LOOPS]
    parser.add_argument(
        "problems",
        nargs="*",
        help=f"of {', '.join(every)} (default: all)",
    )
    parser.add_argument(
        "--again",
        action="store_true",
        help="also what is there already, in place of it",
    )
    parser.add_argument(
        "--mlir",
        nargs="*",
        metavar="OPTIONS",
        help="place the problems with memplace-opt and these of its options instead "
        f"(default: {', '.join(map(repr, IN_MLIR))})",
    )
    return parser


def measure_in_mlir(tools: Tools, names: list[str], wanted: list[str]) -> None:
    """Measures the requested results that the store lacks."""
    entries = load_entries()
    for name, kind, program in extracted_programs(tools, names):
        found = dict(entries[name].get("mlir", {}))
        for options in wanted:
            if options not in found:
                found[options] = place_in_mlir(tools, program, kind.target, options)
                save(entries, entries[name] | {"mlir": found})


def main() -> int:
    """Runs the script; returns the exit code."""
    parser = make_parser()
    options = parser.parse_args()
    every = [*KINDS, *LONG_LOOPS]
    for name in options.problems:
        if name not in every:
            parser.error(f"no '{name}', one of {', '.join(every)}")
    tools = Tools(options.bin)
    entries = load_entries()
    if options.mlir is not None:
        wanted = options.mlir or list(IN_MLIR)
        measure_in_mlir(tools, options.problems or list(GOAL_OF), wanted)
        return 0
    names = options.problems or every
    missing = [name for name in names if options.again or name not in entries]
    kinds = [name for name in missing if name in KINDS]
    for name, kind, program in extracted_programs(tools, kinds):
        before = place(tools, program, kind.target, "none")
        after = place(tools, program, kind.target, "always")
        pieces = cut(tools, program, kind.target, 0)
        entry = {"before": before, "after": after, "pieces": pieces}
        known = {"problem": name} | {key: asdict(of) for key, of in entry.items()}
        costly = cut(tools, program, kind.target, piece_ps_of(kind.target))
        known["costly_ps"] = costly.makespan_ps
        if "mlir" in entries.get(name, {}):
            known["mlir"] = entries[name]["mlir"]
        save(entries, known)
    for name in missing:
        if name not in LONG_LOOPS:
            continue
        words = LONG_LOOPS[name]
        text = LONG
        for word, meaning in words.items():
            text = text.replace(word, meaning)
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / f"{name}.mlir"
            program.write_text(text, encoding="utf-8")
            before = place(tools, program, LONG_TARGET, "none")
            after = place(tools, program, LONG_TARGET, "always")
        save(
            entries,
            {"problem": name, "before": asdict(before), "after": asdict(after)},
        )
    return 0


if __name__ == "__main__":
    run_main(main)
