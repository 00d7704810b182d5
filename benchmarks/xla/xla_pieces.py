#!/usr/bin/env python3
# ===- xla_pieces.py - What XLA's compiler says that pieces of ops take ------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles ops whole and in pieces for TPUs, and writes XLA's estimates and the problems'
numbers for pieces (`cuts`) to benchmarks/xla/xla_pieces.jsonl. Needs JAX and libtpu;
benchmarks/placement/cut.py writes the page."""

import json
import re
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from memplace.errors import InputError
from memplace.xla import Text, compile_model, harvest_text
from memplace.xla.compiler import DEFAULT_TOPOLOGY, chip_of
from memplace.xla.hlo import parse_module
from memplace.xla.observations import tiers_of_op
from memplace.xla.schedule import read_schedule

from support.command_line import plain_parser, run_main
from support.pieces import PIECES_STORE, PieceWord, read_words
from support.placements import BenchmarkError, target_of
from xla_piece_programs import COPIES, KINDS, Part, operands_of

PROGRAMS = Path(__file__).with_name("xla_piece_programs.py")
# The chips, named as in problems.
TOPOLOGIES = {"v4i": DEFAULT_TOPOLOGY, "v5e": "v5e:1x1", "v6e": "v6e:1x1"}
# Compilations of whole ops, to fit the cost of each operand; pieces use the first two.
TAGS = ("on.noxp", "off", "on", "maskw", "maska", "mask1", "mask2", "mask3", "mask4")

EPILOG = """\
exit codes:
  0  all is measured
  1  an op has other operands than it should, or the compiler is missing or fails
  2  bad command line
"""

# Memory of each operand, True for fast, in the order of the function's arguments; the
# result is last.
Tiers = tuple[bool, ...]
# Matches operand names in a text.
_OPERAND = re.compile(r"operands_(\d+)_")


def texts_of(part: Part, chip_name: str, tags: tuple[str, ...]) -> list[Text]:
    """Returns the compiler's text of a part for a chip."""
    function, topology = f"{PROGRAMS}:{part.function}", TOPOLOGIES[chip_name]
    return list(compile_model(function, topology=topology, tags=tags).values())


def cycles_of(part: Part, texts: list[Text]) -> dict[Tiers, int]:
    """Returns the times of the op by the memories of its operands, as far as more than
    one copy confirms them. Empty: XLA splits the op."""
    count = operands_of(part.kind)
    seen: dict[Tiers, Counter[int]] = {}
    for text in texts:
        program = read_schedule(parse_module(text.text, text.name), text.name)
        ops = [op for op in program.ops if len(op.accesses) == count + 1 and op.cycles]
        if len(ops) < COPIES:
            return {}
        for op in ops:
            names = [program.buffers[each.place.buffer].name for each in op.accesses]
            if numbers := in_order(names, count):
                tiers = tuple(tiers_of_op(op)[number] for number in numbers)
                seen.setdefault(tiers, Counter())[op.cycles or 0] += 1
    # The first or last copy may differ, since its neighbours do.
    return {
        tiers: cycles.most_common(1)[0][0]
        for tiers, cycles in seen.items()
        if cycles.most_common(1)[0][1] > 1
    }


def in_order(names: list[str], count: int) -> list[int]:
    """Returns the indices of an op's accesses in the order of the function's arguments,
    the result last, by the names of their buffers; empty if they are not the operands of
    one call."""
    found = {
        int(match[1]) % count: number
        for number, name in enumerate(names)
        if (match := _OPERAND.match(name))
    }
    rest = set(range(len(names))) - set(found.values())
    if len(found) < count or len(rest) != 1:
        return []
    return [*(found[each] for each in range(count)), *rest]


def single_op(
    problem: dict[str, Any], op: dict[str, Any], count: int
) -> dict[str, Any]:
    """Returns a problem of a single op of another problem, with accesses in the order
    of the function's arguments. Raises BenchmarkError if they differ from those."""
    accesses = op["accesses"]
    names = [problem["buffers"][access["buffer"]]["name"] for access in accesses]
    numbers = in_order(names, count)
    if not numbers:
        raise BenchmarkError(f"'{op['name']}' has other operands: {', '.join(names)}")
    buffers = []
    for number in numbers:
        is_read = accesses[number]["mode"] == "read"
        buffer = problem["buffers"][accesses[number]["buffer"]]
        live = {"live_in": is_read, "live_out": not is_read}
        buffers.append({**buffer, "begin": 0, "end": 1, **live})
    ordered = [
        {**accesses[number], "buffer": place} for place, number in enumerate(numbers)
    ]
    place_of = {number: place for place, number in enumerate(numbers)}
    cuts = [
        {
            **cut,
            "accesses": [
                {**each, "access": place_of[each["access"]]} for each in cut["accesses"]
            ],
        }
        for cut in op.get("cuts", ())
    ]
    return {
        **problem,
        "buffers": buffers,
        "ops": [{**op, "accesses": ordered, "cuts": cuts}],
    }


def is_along(cut: dict[str, Any], along: str) -> bool:
    """Returns True if a cut is along rows: each cut buffer is contiguous in each piece."""
    is_rows = all("period" not in access for access in cut["accesses"])
    return is_rows == (along == "rows")


def seconds_of(op: dict[str, Any], target: dict[str, Any], tiers: Tiers) -> float:
    """Returns the time of an op of a problem with its operands in these tiers
    (problem.md, sections 4 and 7), without its launch."""
    memory = 0.0
    for access, is_fast in zip(op["accesses"], tiers):
        tier = target["tiers"][0 if is_fast else 1]
        for direction in ("read", "write"):
            if access["mode"] in (direction, "update"):
                rate = tier[f"{direction}_bytes_per_second"]
                memory += access["bytes"] / rate / access.get("efficiency", 1)
    compute = op.get("compute_ps", 0) / 1e12
    less = (1 - op.get("overlap", 1)) * min(compute, memory)
    return max(compute, memory) + less


def modelled(whole: dict[str, Any], part: Part, tiers: Tiers) -> float | None:
    """Returns the total seconds of all pieces of a harvested op by its problem
    (problem.md, "Cuts") if pieces cost nothing more; None if the problem has no such
    cut."""
    op = whole["ops"][0]
    cuts = [cut for cut in op.get("cuts", ()) if is_along(cut, part.along)]
    if len(cuts) != 1:
        return None
    shared = {access["access"] for access in cuts[0]["accesses"]}
    accesses = [
        {**access, "bytes": access["bytes"] / (part.pieces if k in shared else 1)}
        for k, access in enumerate(op["accesses"])
    ]
    compute = op["compute_ps"] / part.pieces
    again = [0, *[cuts[0].get("again_ps", 0)] * (part.pieces - 1)]
    pieces = [
        {**op, "compute_ps": compute + each, "accesses": accesses} for each in again
    ]
    return sum(seconds_of(piece, target_of(whole), tiers) for piece in pieces)


def measure(kind: str, chip_name: str) -> list[PieceWord]:
    """Returns the numbers of an op and its pieces; empty if XLA splits the op."""
    chip = chip_of(TOPOLOGIES[chip_name])
    assert chip is not None
    whole, count = Part(kind, "rows", 1), operands_of(kind)
    on, off, other, *more = texts_of(whole, chip_name, TAGS)
    known = cycles_of(whole, [on, off])
    if not known:
        return []
    try:
        harvest = harvest_text(
            on,
            other=other,
            calibration=[off, *more],
            name=kind,
            target_name=chip.target,
            clock=chip.clock,
        )
    except InputError as error:  # All operands have the same memory in each compilation.
        print(f"note: {kind} for {chip_name}: {error}", file=sys.stderr)
        return []
    problem = json.loads(harvest.problem.to_json())
    ops = [op for op in problem["ops"] if len(op["accesses"]) == count + 1]
    if len(ops) < COPIES:
        return []
    single = single_op(problem, ops[len(ops) // 2], count)
    found = []
    for along, numbers in KINDS[kind].along.items():
        for pieces in numbers:
            part = Part(kind, along, pieces)
            cycles = cycles_of(part, texts_of(part, chip_name, TAGS[:2]))
            for tiers in sorted(known.keys() & cycles.keys()):
                found.append(
                    PieceWord(
                        kind,
                        along,
                        pieces,
                        tiers,
                        known[tiers] / chip.clock,
                        pieces * cycles[tiers] / chip.clock,
                        seconds_of(single["ops"][0], target_of(single), tiers),
                        modelled(single, part, tiers),
                        chip_name,
                    )
                )
    return found


def main() -> int:
    """Measures everything and writes the store."""
    parser = plain_parser(__doc__, EPILOG)
    parser.add_argument("kinds", nargs="*", help="of these only, and write nothing")
    parser.add_argument(
        "--chips",
        nargs="+",
        choices=TOPOLOGIES,
        default=list(TOPOLOGIES),
        help="for these only; what is stored of others stays",
    )
    options = parser.parse_args()
    lines = []
    for chip_name in options.chips:
        for kind in options.kinds or KINDS:
            words = measure(kind, chip_name)
            if not words:
                print(f"note: {kind}: nothing is said for {chip_name}", file=sys.stderr)
            for word in words:
                lines.append(json.dumps(asdict(word)))
                print(lines[-1], flush=True)
    if not options.kinds:
        old = [one for one in read_words() if one.chip not in options.chips]
        lines = [json.dumps(asdict(one)) for one in old] + lines
        PIECES_STORE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    run_main(main)
