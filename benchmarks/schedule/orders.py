#!/usr/bin/env python3
# ===- orders.py - Checks a scheduled problem against the original -----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Checks the result of `memplace-solve --schedule` from the map alone.

    orders.py PROBLEM SCHEDULED MAP [--recompute PERCENT]

SCHEDULED must have every op of PROBLEM at least once, with the same accesses and sizes,
and each op must read the values that the op reads in PROBLEM. Values have numbers: two
writes have the same number if the same op read the same numbers before. Bodies of loops
run twice; a loop that may be skipped is also skipped. Live ranges must cover each value
from its write to its last read. Prints the peak of both, and the time of the ops that
are repeated.

The check shares no code with the scheduler.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from interpreter import Interpreter, Mismatch, Program, Values, read

from support.command_line import plain_parser

EPILOG = """\
exit codes:
  0  SCHEDULED computes what PROBLEM computes
  1  it does not, or costs more than PERCENT
  2  bad command line or file
"""

FREE_OP_FIELDS = {"name", "accesses", "cuts"}
FREE_BUFFER_FIELDS = {"name", "begin", "end", "live_in", "live_out", "external"}


@dataclass
class Comparison:
    """The original, the scheduled problem, and the map between them."""

    original: Program
    scheduled: Program
    ops: list[int]
    buffers: list[int]

    def check(self) -> None:
        """Raises Mismatch at the first difference."""
        self._check_map()
        self._check_ops()
        self._check_buffers()
        loops = self._match_loops()
        self._check_nests(loops)
        optional = [at for at, loop in enumerate(self.original.loops) if loop.may_skip]
        choices: list[tuple[int, ...]] = [(), *((at,) for at in optional)]
        if len(optional) > 1:
            choices.append(tuple(optional))
        for choice in choices:
            self._check_run(frozenset(choice), loops)

    def _check_map(self) -> None:
        """Checks the lengths and ranges of the map."""
        for kind, numbers, scheduled, original in (
            ("ops", self.ops, self.scheduled.ops, self.original.ops),
            ("buffers", self.buffers, self.scheduled.buffers, self.original.buffers),
        ):
            if len(numbers) != len(scheduled):
                raise Mismatch(
                    f"the map has {len(numbers)} {kind}, "
                    f"the scheduled problem has {len(scheduled)}"
                )
            for number in numbers:
                if not 0 <= number < len(original):
                    raise Mismatch(f"the map names {number}, which is not in {kind}")
        if missing := {*range(len(self.original.ops))} - {*self.ops}:
            raise Mismatch(f"op {min(missing)} is missing")

    def _check_ops(self) -> None:
        """Checks that each op does the same work as the original."""
        for step, (op, at) in enumerate(zip(self.scheduled.ops, self.ops)):
            before = self.original.ops[at]
            accesses = [
                access | {"buffer": self.buffers[access["buffer"]]}
                for access in op["accesses"]
            ]
            if accesses != before["accesses"]:
                raise Mismatch(f"op {step} has other accesses than op {at}")
            if _without(op, FREE_OP_FIELDS) != _without(before, FREE_OP_FIELDS):
                raise Mismatch(f"op {step} has other fields than op {at}")
        once = [at for at in self.ops if self.original.ops[at].get("once")]
        if once != sorted({*once}):
            raise Mismatch("ops with 'once' are repeated or in another order")

    def _check_buffers(self) -> None:
        """Checks sizes and fields, and that arguments and results are not repeated."""
        for number, (buffer, at) in enumerate(
            zip(self.scheduled.buffers, self.buffers)
        ):
            before = self.original.buffers[at]
            if _without(buffer, FREE_BUFFER_FIELDS) != _without(
                before, FREE_BUFFER_FIELDS
            ):
                raise Mismatch(f"buffer {number} has other fields than buffer {at}")
            steps = len(self.scheduled.ops)
            if not 0 <= buffer["begin"] < buffer["end"] <= steps:
                raise Mismatch(f"buffer {number} has no legal live range")
            if buffer.get("live_in") and buffer["begin"] != 0:
                raise Mismatch(f"buffer {number} is live-in, but begins later")
            if buffer.get("live_out") and buffer["end"] != steps:
                raise Mismatch(f"buffer {number} is live-out, but ends earlier")
        for end in ("live_in", "live_out"):
            expected = [at for at, b in enumerate(self.original.buffers) if b.get(end)]
            actual = [
                at
                for buffer, at in zip(self.scheduled.buffers, self.buffers)
                if buffer.get(end)
            ]
            if sorted(actual) != expected:
                raise Mismatch(f"the buffers with '{end}' are others")
        for number, at in enumerate(self.buffers):
            if self.scheduled.is_external(number) and not self.original.is_external(at):
                raise Mismatch(f"buffer {number} is external, but buffer {at} is not")

    def _match_loops(self) -> list[int]:
        """Returns the original loop of each scheduled loop."""
        kinds = []
        for loop in self.scheduled.loops:
            inside = {*self.ops[loop.begin : loop.end]}
            kinds.append((loop.trips, loop.may_skip, inside))
        free = [*range(len(self.original.loops))]
        matches = []
        for trips, may_skip, inside in kinds:
            # Outer loops come first in both lists.
            for at in free:
                loop = self.original.loops[at]
                same = (loop.trips, loop.may_skip) == (trips, may_skip)
                if same and inside >= {*range(loop.begin, loop.end)}:
                    break
            else:
                raise Mismatch("a loop has no counterpart in the original")
            free.remove(at)
            matches.append(at)
        if free:
            raise Mismatch(f"loop {free[0]} of the original is missing")
        return matches

    def _check_nests(self, loops: list[int]) -> None:
        """Checks that each op is at least once in just its own loops, and always inside
        all of them."""
        at_home = set()
        for step, at in enumerate(self.ops):
            nest = [loops[loop] for loop in self.scheduled.nest(step)]
            own = self.original.nest(at)
            if nest == own:
                at_home.add(at)
            if not {*own} <= {*nest}:
                raise Mismatch(f"op {step} is not in all loops of op {at}")
        if missing := {*range(len(self.original.ops))} - at_home:
            raise Mismatch(f"op {min(missing)} is not in its own loops")

    def _check_run(self, skipped: frozenset[int], loops: list[int]) -> None:
        """Compares a run of both; `skipped` are loops of the original."""
        values = Values()
        plain = Interpreter(
            self.original,
            [*range(len(self.original.ops))],
            [*range(len(self.original.buffers))],
            values,
        )
        moved = Interpreter(self.scheduled, self.ops, self.buffers, values)
        also = frozenset(at for at, loop in enumerate(loops) if loop in skipped)
        moved.check_live_ranges(also)
        expected, actual = plain.run(skipped), moved.run(also)
        for (step, trips), seen in actual.reads.items():
            at = self.ops[step]
            nest = [loops[loop] for loop in self.scheduled.nest(step)]
            by_loop = dict(zip(nest, trips))
            own = tuple(by_loop[loop] for loop in self.original.nest(at))
            if expected.reads[at, own] != seen:
                raise Mismatch(f"op {step} reads other values than op {at}")
        for number, buffer in enumerate(self.scheduled.buffers):
            at = self.buffers[number]
            is_result = buffer.get("live_out")
            if is_result and actual.final[number] != expected.final[at]:
                raise Mismatch(f"buffer {number} ends with another value")

    def recomputed(self) -> float:
        """Returns the time of repeated ops, as a share of all of the original."""
        total = sum(map(self.original.seconds, range(len(self.original.ops))))
        after = sum(map(self.scheduled.seconds, range(len(self.scheduled.ops))))
        return (after - total) / total if total else 0.0


def _without(fields: dict[str, Any], names: set[str]) -> dict[str, Any]:
    """Returns `fields` without those of `names`."""
    return {name: value for name, value in fields.items() if name not in names}


def compare(original: Any, scheduled: Any, mapping: Any) -> dict[str, Any]:
    """Checks a scheduled problem; returns peaks in bytes and the share of repeated time.

    Raises Mismatch if the scheduled problem does not compute what the original does.
    """
    if scheduled["target"] != original["target"]:
        raise Mismatch("the target is another")
    both = Comparison(
        Program(original), Program(scheduled), mapping["ops"], mapping["buffers"]
    )
    both.check()
    return {
        "ops": len(both.ops),
        "repeated": len(both.ops) - len(both.original.ops),
        "peak_before": both.original.peak(),
        "peak_after": both.scheduled.peak(),
        "recomputed": both.recomputed(),
    }


def main(arguments: list[str]) -> int:
    """Checks and prints."""
    parser = plain_parser(__doc__, EPILOG)
    parser.add_argument("problem", type=Path)
    parser.add_argument("scheduled", type=Path)
    parser.add_argument("map", type=Path)
    parser.add_argument("--recompute", type=float, metavar="PERCENT")
    options = parser.parse_args(arguments)
    try:
        result = compare(*map(read, (options.problem, options.scheduled, options.map)))
    except Mismatch as difference:
        print(f"orders.py: {difference}", file=sys.stderr)
        return 1
    except (OSError, ValueError, KeyError) as error:
        print(f"orders.py: {error!r}", file=sys.stderr)
        return 2
    print(json.dumps(result))
    limit = options.recompute
    if limit is not None and 100 * result["recomputed"] > limit + 1e-6:
        print("orders.py: repeated ops take more than allowed", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
