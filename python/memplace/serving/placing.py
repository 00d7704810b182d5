"""Places a single call of a program beside kept weights.

Weights are read in the order of use (`streaming`), or as a solver places them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from memplace.compiled import core
from memplace.errors import MemplaceError
from memplace.placement import Problem, Solution, solve, verify
from memplace.serving.skews import (
    PAGE,
    begin_after,
    round_up,
    sizes_in_pages,
    with_room_before,
)
from memplace.serving.streaming import Placed, Stream

# Indices of the tiers.
RAM, FILE = 0, 1
# If weights in flight have room for fewer than this many of the largest weights, the
# reader often waits for the program, which the model does not capture. The number is an
# estimate.
WINDOW_WEIGHTS = 4


@dataclass
class CallPlacer:
    """Places calls of a program.

    fields: problem with all weights at home in tier `file`, used in tier `ram` only,
        with known costs of ops.
    weights: buffers of the weights.
    room: bytes for arenas and kept weights together.
    """

    fields: dict[str, Any]
    weights: list[int]
    room: int
    seed: int = 0
    gathered: frozenset[int] = frozenset()
    """Weights that ops read in place, in the file or in memory, by rows that the
    program chooses."""
    skews: Mapping[int, int] = field(default_factory=dict)
    """By weight: bytes between the start of a page and the start of the weight, in the
    file and in memory."""

    @cached_property
    def stream(self) -> Stream | None:
        """Placements of calls in order of use; None for programs with loops."""
        if self.fields.get("loops"):
            return None
        return Stream(self.fields, self.weights, self.gathered, self.skews)

    @property
    def streamed(self) -> list[int]:
        """Weights read as a whole unless kept."""
        return [weight for weight in self.weights if weight not in self.gathered]

    @cached_property
    def sizes(self) -> list[int]:
        """Bytes of each buffer as allocated by the runtime."""
        return sizes_in_pages(self.fields, self.skews)

    @cached_property
    def problem(self) -> Problem:
        """Problem of a call without kept weights, in unlimited memory."""
        largest = sum(self.sizes) + PAGE
        target = with_capacity(self.fields["target"], largest)
        return Problem.from_dict(dict(self.fields) | {"target": target})

    @property
    def window(self) -> int:
        """Bytes of a few of the largest weights to read."""
        return WINDOW_WEIGHTS * max(map(self.size, self.streamed), default=0)

    @cached_property
    def ops_seconds(self) -> float:
        """Seconds of all ops, without waiting."""
        return sum(int(op.get("compute_ps", 0)) for op in self.fields["ops"]) / 10**12

    def size(self, buffer: int) -> int:
        """Returns the bytes of a buffer as allocated by the runtime."""
        return self.sizes[buffer]

    def kept_bytes(self, kept: Iterable[int]) -> int:
        """Returns the bytes of kept weights."""
        return sum(map(self.sizes.__getitem__, kept))

    def left(self, kept: frozenset[int], room: int | None = None) -> int:
        """Returns the bytes left by kept weights."""
        return (self.room if room is None else room) - self.kept_bytes(kept)

    def fill(self, reserve: int) -> frozenset[int]:
        """Returns weights spread evenly over the program, as many as leave `reserve`
        bytes free."""
        kept, left = [], self.room - reserve
        for number in core.spread_order(len(self.weights)):
            if self.size(self.weights[number]) <= left:
                kept.append(self.weights[number])
                left -= self.size(self.weights[number])
        return frozenset(kept)

    def problem_of_call(self, kept: frozenset[int], room: int | None = None) -> Problem:
        """Returns the problem of a call, with `kept` weights already in memory."""
        fields = dict(self.fields)
        capacity = (self.room if room is None else room) - self.kept_bytes(kept)
        fields["target"] = with_capacity(fields["target"], max(capacity, 1))
        buffers = list(fields["buffers"])
        for buffer in kept:
            fewer = dict(buffers[buffer])
            fewer.pop("home", None)
            fewer["tiers"] = ["ram"]
            buffers[buffer] = fewer
        fields["buffers"] = buffers
        return Problem.from_dict(fields)

    def place_in_order(
        self, kept: frozenset[int], room: int | None = None
    ) -> Solution | None:
        """Returns a placement of a call that reads weights in order of use; None if not
        found."""
        found = self.place_reads(kept, self.left(kept, room))
        if self.stream is None or found is None:
            return None
        fields = self.stream.solution(found[0], frozenset(kept))
        solution = Solution.from_dict(self.problem_of_call(kept, room), fields)
        return None if verify(solution.problem, solution) else solution

    def place_by_solver(
        self, kept: frozenset[int], solver: str, room: int | None = None
    ) -> Solution | None:
        """Returns a solver's placement of a call; None if not found."""
        if self.left(kept, room) <= 0:
            return None
        budget = None if solver == "greedy" else 300
        problem = self.problem_of_call(kept, room)
        skews = {b: skew for b, skew in self.skews.items() if b not in kept}
        wider = with_room_before(problem, skews)
        found = solve(wider, solver, budget=budget, seed=self.seed).solution
        return found and begin_after(found, problem, skews)

    def place_call(
        self, kept: frozenset[int], room: int | None = None
    ) -> Solution | None:
        """Returns a placement of a call; None if not found, e.g. in little memory."""
        return self.place_in_order(kept, room) or self.place_by_solver(
            kept, "greedy", room
        )

    def seconds_of_reads(self, kept: frozenset[int], placed: Placed) -> float:
        """Returns the seconds of a call with these reads and without spills."""
        in_file = [weight for weight in self.weights if weight not in kept]
        tiers = np.zeros(len(self.sizes), np.int64)
        tiers[in_file] = FILE
        return core.makespan_of_stream(self.problem, tiers, placed.reads)

    def place_reads(
        self, kept: frozenset[int], left: int, anywhere: bool = False
    ) -> tuple[Placed, float] | None:
        """Returns the times of weights in memory within `left` bytes, and the seconds
        of a call, infinite if the call spills. Reads are in the order of use; or later
        reads fill room left by earlier reads if that is faster. None if there is too
        little memory.

        anywhere: true to skip the search for offsets.
        """
        stream = self.stream
        if stream is None or left <= 0:
            return None
        best: tuple[Placed, float] | None = None
        for fill_gaps in (False, True):
            if anywhere:
                placed = stream.read_ahead(kept, left, fill_gaps)
            else:
                placed = stream.find(kept, left, fill_gaps)
            if placed is None:
                break
            if placed.spills:
                return best or (placed, float("inf"))
            if best and placed.reads == best[0].reads:
                break
            seconds = self.seconds_of_reads(kept, placed)
            if best is None or seconds < best[1]:
                best = placed, seconds
            if seconds <= self.ops_seconds:
                # No op waits.
                break
        return best

    def smallest_room(self) -> int:
        """Returns the least room for a call without kept weights, to a page. Raises
        MemplaceError if a call has no placement at any size."""
        low, high = 0, round_up(sum(int(b["size"]) for b in self.fields["buffers"])) * 2
        if not self.place_call(frozenset(), high):
            raise MemplaceError("a call can't be placed in any memory")
        while high - low > PAGE:
            middle = (low + high) // 2 // PAGE * PAGE or PAGE
            if middle in (low, high):
                break
            if self.place_call(frozenset(), middle):
                high = middle
            else:
                low = middle
        return high


def with_capacity(target: Mapping[str, Any], capacity: int) -> dict[str, Any]:
    """Returns the target with this capacity of the memory."""
    changed = dict(target)
    changed["tiers"] = [dict(tier) for tier in target["tiers"]]
    changed["tiers"][RAM]["capacity"] = capacity
    return changed
