# ===- interpreter.py - Runs problems on numbers of values -------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Problems with their peaks and times, and an interpreter that runs a problem on numbers
of values: equal numbers are equal contents. Shares no code with the scheduler."""

from __future__ import annotations

import gzip
import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

CATALOGUE = Path(__file__).resolve().parents[2] / "lib/Target/Catalogue"
Trips = tuple[int, ...]  # The trip in each loop around a step, outermost first.
TRIPS = 2


class Mismatch(Exception):
    """A difference between the scheduled problem and the original."""


def read(path: Path) -> Any:
    """Returns the contents of a JSON file, which may be compressed."""
    data = path.read_bytes()
    return json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)


@dataclass(frozen=True)
class Loop:
    """A loop of a problem."""

    begin: int
    end: int
    trips: int
    may_skip: bool

    def holds(self, step: int) -> bool:
        """Returns true for a step of the body."""
        return self.begin <= step < self.end


@dataclass
class Program:
    """A problem with derived facts."""

    problem: dict[str, Any]

    def __post_init__(self) -> None:
        if self.problem.get("cyclic"):
            raise Mismatch("cyclic problems are not supported")

    @cached_property
    def target(self) -> dict[str, Any]:
        """The machine; a name is that of a built-in target."""
        target = self.problem["target"]
        return (
            target if isinstance(target, dict) else read(CATALOGUE / f"{target}.json")
        )

    @property
    def ops(self) -> list[dict[str, Any]]:
        """Ops in order."""
        return self.problem["ops"]

    @property
    def buffers(self) -> list[dict[str, Any]]:
        """Buffers."""
        return self.problem["buffers"]

    @cached_property
    def loops(self) -> list[Loop]:
        """Loops, outer ones first."""
        loops = [
            Loop(
                loop["begin"],
                loop["end"],
                loop["trip_count"],
                loop.get("may_skip", False),
            )
            for loop in self.problem.get("loops", [])
        ]
        return sorted(loops, key=lambda loop: (loop.begin, -loop.end))

    def nest(self, step: int) -> list[int]:
        """Returns the loops around a step, outermost first."""
        return [at for at, loop in enumerate(self.loops) if loop.holds(step)]

    def is_external(self, buffer: int) -> bool:
        """Returns true if the caller owns a buffer's place."""
        fields = self.buffers[buffer]
        at_ends = fields.get("live_in", False) or fields.get("live_out", False)
        return fields.get("external", at_ends)

    def loads(self) -> list[int]:
        """Returns the bytes that the program has allocated at each step."""
        changes = [0] * (len(self.ops) + 1)
        for number, buffer in enumerate(self.buffers):
            if not self.is_external(number):
                changes[buffer["begin"]] += buffer["size"]
                changes[buffer["end"]] -= buffer["size"]
        return list(itertools.accumulate(changes))[:-1]

    def peak(self) -> int:
        """Returns the highest number of allocated bytes."""
        return max(self.loads(), default=0)

    def seconds(self, step: int) -> float:
        """Returns the time of an op with operands in their home tiers, with trips."""
        op, target = self.ops[step], self.target
        if not op["compute_ps"] and not any(a["bytes"] for a in op["accesses"]):
            return 0.0
        tiers = {tier["name"]: tier for tier in target["tiers"]}
        busy = dict.fromkeys(tiers, 0.0)
        for access in op["accesses"]:
            home = self.buffers[access["buffer"]].get("home", target["default_tier"])
            size = access["bytes"] / access.get("efficiency", 1)
            if access["mode"] != "write":
                busy[home] += size / tiers[home]["read_bytes_per_second"]
            if access["mode"] != "read":
                busy[home] += size / tiers[home]["write_bytes_per_second"]
        combine = sum if target["combine"] == "sum" else max
        memory, compute = combine(busy.values()), op["compute_ps"] * 1e-12
        launch = target["compute"].get("launch_ps", 0) * 1e-12
        hidden = (1 - op.get("overlap", 1)) * min(compute, memory)
        times = 1
        for loop in self.nest(step):
            times *= self.loops[loop].trips
        return times * (launch + max(compute, memory) + hidden)


class Values:
    """Numbers of values: equal keys have equal numbers."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def number(self, key: Any) -> int:
        """Returns the number of a key."""
        return self._numbers.setdefault(key, len(self._numbers))


@dataclass(frozen=True)
class Event:
    """A step that runs."""

    step: int
    trips: Trips
    emptied: list[int]
    """Buffers that a new trip finds empty."""


@dataclass
class Run:
    """What a run of a program reads and leaves."""

    reads: dict[tuple[int, Trips], tuple[int, ...]] = field(default_factory=dict)
    """The values that a step reads, by step and trips."""
    final: dict[int, int] = field(default_factory=dict)
    """The last value of each buffer."""


@dataclass
class Interpreter:
    """Runs a program on numbers instead of contents.

    `ops` and `buffers` name the originals that steps and buffers stand for.
    """

    program: Program
    ops: list[int]
    buffers: list[int]
    values: Values

    def steps(self, skipped: frozenset[int]) -> Iterator[Event]:
        """Yields the executed steps, without the bodies of skipped loops."""
        return self._body(0, len(self.program.ops), 0, (), skipped)

    def _body(
        self,
        begin: int,
        end: int,
        loop: int,
        trips: Trips,
        skipped: frozenset[int],
    ) -> Iterator[Event]:
        """Yields the steps in [begin, end); `loop` is the first loop inside."""
        loops = self.program.loops
        step = begin
        while step < end:
            while loop < len(loops) and loops[loop].end <= step:
                loop += 1
            if loop == len(loops) or loops[loop].begin != step:
                yield Event(step, trips, [])
                step += 1
                continue
            last = loops[loop].end
            count = 0 if loop in skipped else min(TRIPS, loops[loop].trips)
            for trip in range(count):
                body = self._body(step, last, loop + 1, (*trips, trip), skipped)
                for number, event in enumerate(body):
                    if number == 0:
                        event.emptied.extend(self._without_carry(loop))
                    yield event
            step = last

    def _without_carry(self, loop: int) -> list[int]:
        """Returns the buffers that are empty when a trip begins: they live in a part of
        the body."""
        begin, end = self.program.loops[loop].begin, self.program.loops[loop].end
        return [
            number
            for number, buffer in enumerate(self.program.buffers)
            if buffer["begin"] < end
            and begin < buffer["end"]
            and not buffer["begin"] <= begin < end <= buffer["end"]
        ]

    def _empty(self, buffer: int) -> int:
        """Returns the value of a buffer before its first access."""
        return self.values.number(("none", self.buffers[buffer]))

    def run(self, skipped: frozenset[int]) -> Run:
        """Returns the values of a run."""
        result = Run()
        state = [
            (
                self.values.number(("in", self.buffers[number]))
                if buffer.get("live_in")
                else self._empty(number)
            )
            for number, buffer in enumerate(self.program.buffers)
        ]
        for event in self.steps(skipped):
            for buffer in event.emptied:
                state[buffer] = self._empty(buffer)
            accesses = self.program.ops[event.step]["accesses"]
            seen = tuple(
                state[access["buffer"]]
                for access in accesses
                if access["mode"] != "write"
            )
            result.reads[event.step, event.trips] = seen
            for number, access in enumerate(accesses):
                if access["mode"] != "read":
                    key = (self.ops[event.step], number, seen)
                    state[access["buffer"]] = self.values.number(key)
        result.final = dict(enumerate(state))
        return result

    def check_live_ranges(self, skipped: frozenset[int]) -> None:
        """Raises Mismatch if a buffer is used, or needed, outside its live range."""
        events = [*self.steps(skipped)]
        born: dict[int, int] = {}
        for time, event in enumerate(events):
            for buffer in event.emptied:
                born.pop(buffer, None)
            accesses = self.program.ops[event.step]["accesses"]
            for access in accesses:
                buffer = access["buffer"]
                begin = time if access["mode"] == "write" else born.get(buffer, time)
                self._check_span(buffer, [e.step for e in events[begin : time + 1]])
            for access in accesses:
                if access["mode"] != "read":
                    born[access["buffer"]] = time

    def _check_span(self, buffer: int, steps: list[int]) -> None:
        """Raises Mismatch if a buffer is not live in all of `steps`."""
        fields = self.program.buffers[buffer]
        if not fields["begin"] <= min(steps) <= max(steps) < fields["end"]:
            raise Mismatch(
                f"buffer {buffer} ({fields['name']!r}) is live in "
                f"[{fields['begin']}, {fields['end']}), but needed in "
                f"[{min(steps)}, {max(steps) + 1})"
            )
