"""Plans the kept weights, and the times of reads of all other weights in each call.

The program runs repeatedly, so the problem is cyclic (docs/reference/problem.md,
section 7). The search has two parts. `ResidentItems` of memplace's core chooses the
kept weights. A single call with the rest is an ordinary problem, in the memory left by
the kept weights.
Weights are read in the order of use (`streaming`), or as a solver places them. Both
parts together are a placement of the cyclic problem, which `verify` checks.
"""

import copy
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from memplace.compiled import core
from memplace.errors import MemplaceError
from memplace.placement import (
    Problem,
    Solution,
    lower_bound,
    simulate,
    solve,
    verify,
)
from memplace.serving import DEFAULT_BUDGET
from memplace.serving.skews import (
    PAGE,
    begin_after,
    round_up,
    sizes_in_pages,
    with_room_before,
)
from memplace.serving.streaming import Placed, Stream, uses_of

# Indices of the tiers.
RAM, FILE = 0, 1
# A plan without reads counts as equal to a plan that reads all weights if it is slower
# by at most this share of the time.
READ_WORTH = 0.01
# A solver's placement of a call must be faster by this share to replace a placement
# that reads weights in order, as far ahead as there is room. The latter suffers less if
# ops or reads take longer than measured.
SOLVER_GAIN = 0.01
# If weights in flight have room for fewer than this many of the largest weights, the
# reader often waits for the program, which the model does not capture. Both numbers are
# estimates.
WINDOW_WEIGHTS = 4
NARROW_WINDOW_COST = 0.1


@dataclass(frozen=True)
class Plan:
    """A placement in steady state."""

    kept: frozenset[int]
    """Buffers kept in memory."""
    call: Solution
    """Placement of the problem of a single call, with kept weights at home in memory.
    """
    steady: Solution
    """Placement of the cyclic problem, with all weights at home in the file."""
    seconds: float
    """Predicted seconds of a call."""
    bound: float
    """Lower bound on the seconds of a call for any placement, by the same model."""
    read_bytes: int
    """Bytes read per call."""
    write_bytes: int
    """Bytes written to the scratch file per call."""

    @property
    def arena_bytes(self) -> int:
        """Bytes of the arena of a call."""
        return int(self.call.peak_bytes[RAM])


@dataclass
class Planner:
    """Searches for plans of a program.

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
    kept_seconds: Mapping[int, float] = field(default_factory=dict)
    """By step: seconds of an op with kept weights, if known. Otherwise an op takes as
    long as with weights just read. The search does not use these times."""
    tried: dict[frozenset[int], float] = field(default_factory=dict)
    lower_bounds: dict[frozenset[int], float] = field(default_factory=dict)

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

    def size(self, buffer: int) -> int:
        """Returns the bytes of a buffer as allocated by the runtime."""
        return self.sizes[buffer]

    def kept_bytes(self, kept: Iterable[int]) -> int:
        """Returns the bytes of kept weights."""
        return sum(map(self.sizes.__getitem__, kept))

    def uses_kept(self, step: int, kept: Collection[int]) -> bool:
        """Returns true if most bytes of an op's weights are kept."""
        accesses = self.fields["ops"][step].get("accesses", [])
        used = {access["buffer"] for access in accesses} & set(self.streamed)
        return 2 * self.kept_bytes(used & set(kept)) > self.kept_bytes(used)

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

    def left(self, kept: frozenset[int], room: int | None = None) -> int:
        """Returns the bytes left by kept weights."""
        return (self.room if room is None else room) - self.kept_bytes(kept)

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
        """Returns a placement of a call; None if not found, e.g. in too little memory.
        """
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

    @cached_property
    def ops_seconds(self) -> float:
        """Seconds of all ops, without waiting."""
        return sum(int(op.get("compute_ps", 0)) for op in self.fields["ops"]) / 10**12

    def seconds(self, kept: frozenset[int]) -> float:
        """Returns the seconds of a call, infinite if there is no placement."""
        if kept not in self.tried:
            self.tried[kept] = self.find_seconds(kept)
        return self.tried[kept]

    def find_seconds(self, kept: frozenset[int]) -> float:
        """Computes `seconds` for a new set."""
        found = self.place_reads(kept, self.left(kept))
        if found and not found[0].spills:
            return found[1]
        solution = self.place_call(kept)
        if solution is None:
            return float("inf")
        return float(simulate(solution.problem, solution).makespan)

    def least_seconds(self, kept: frozenset[int]) -> float:
        """Returns the seconds of a call if offsets exist for all reads ahead. The
        search for offsets, which is slow, may force shorter reads ahead."""
        if kept in self.tried:
            return self.tried[kept]
        if kept not in self.lower_bounds:
            found = self.place_reads(kept, self.left(kept), anywhere=True)
            self.lower_bounds[kept] = (
                found[1] if found and not found[0].spills else self.seconds(kept)
            )
        return self.lower_bounds[kept]

    def cost(self, kept: frozenset[int]) -> float:
        """Returns the objective of the search: seconds, with a penalty of up to
        READ_WORTH for bytes read, and another for a narrow window of weights in flight.
        """
        return self.cost_of(kept, self.seconds(kept))

    def least_cost(self, kept: frozenset[int]) -> float:
        """Returns a lower bound of `cost`, which is faster to compute."""
        return self.cost_of(kept, self.least_seconds(kept))

    def cost_of(self, kept: frozenset[int], seconds: float) -> float:
        """Returns the cost of a call of this duration."""
        if seconds == float("inf") or len(kept) == len(self.weights):
            return seconds
        total = self.kept_bytes(self.weights)
        read = total - self.kept_bytes(kept)
        inner = self.stream.inner_bytes if self.stream else 0
        on_way = [self.size(weight) for weight in self.streamed if weight not in kept]
        wanted = WINDOW_WEIGHTS * max(on_way, default=0)
        left = self.left(kept) - inner
        missing = min(1.0, max(0.0, 1 - left / wanted)) if wanted else 0.0
        return (
            seconds
            * (1 + READ_WORTH * read / total)
            * (1 + NARROW_WINDOW_COST * missing)
        )

    def fill(self, reserve: int) -> frozenset[int]:
        """Returns weights spread evenly over the program, as many as leave `reserve`
        bytes free."""
        kept, left = [], self.room - reserve
        for number in core.spread_order(len(self.weights)):
            if self.size(self.weights[number]) <= left:
                kept.append(self.weights[number])
                left -= self.size(self.weights[number])
        return frozenset(kept)

    def search(self, budget: int) -> frozenset[int]:
        """Returns the best set found of about `budget` sets. Raises MemplaceError if no
        set has a placement."""
        stream, uses = self.stream, uses_of(self.fields)

        def cost(
            chosen: list[int], limit: tuple[float, int, int]
        ) -> tuple[float, int, int]:
            kept = frozenset(self.weights[number] for number in chosen)
            is_worse = self.least_cost(kept) >= limit[0]
            return float("inf") if is_worse else self.cost(kept), 0, 0

        items = core.ResidentItems(
            sizes=[self.size(weight) for weight in self.weights],
            copies=[
                [(step, self.size(weight)) for step in uses.get(weight, [])]
                * (weight not in self.gathered)
                for weight in self.weights
            ],
            others=stream.unmovable if stream else [0] * len(self.fields["ops"]),
            room=self.room,
        )
        chosen = items.choose(budget, self.seed, cost)
        if chosen is None:
            raise MemplaceError("no placement of a call was found in the memory")
        return frozenset(self.weights[number] for number in chosen)

    def plan(self, budget: int = DEFAULT_BUDGET) -> Plan:
        """Returns the best plan found, verified."""
        return self.make_plan(self.search(budget))

    def make_plan(self, kept: frozenset[int]) -> Plan:
        """Returns the plan with these kept weights, verified. Raises MemplaceError if
        there is no placement."""
        best = self.place_in_order(kept)
        for solver in ("greedy", "search"):
            found = self.place_by_solver(kept, solver)
            if found and (best is None or is_faster(found, best)):
                best = found
        if best is None:
            raise MemplaceError("no placement of a call was found in the memory")
        return self.plan_of(kept, best)

    def plan_of(self, kept: frozenset[int], call: Solution) -> Plan:
        """Returns the plan for a placement of a call, verified."""
        steady = self.steady_state(kept, call)
        if violations := verify(steady.problem, steady):
            raise MemplaceError(f"the plan breaks a rule: {violations[0]}")
        run = simulate(steady.problem, steady)
        written = self.written_bytes(steady)
        return Plan(
            kept,
            call,
            steady,
            run.makespan,
            self.bound_of(kept, call),
            run.bytes_transferred - written,
            written,
        )

    def bound_of(self, kept: frozenset[int], call: Solution) -> float:
        """Returns a lower bound for all plans, with any kept weights."""
        steady = replace(self, kept_seconds={}).steady_state(kept, call)
        return float(lower_bound(steady.problem))

    def written_bytes(self, solution: Solution) -> int:
        """Returns the bytes written to the scratch file per call."""
        fields = solution.to_dict()
        places, buffers = fields["residencies"], self.fields["buffers"]
        return sum(
            int(buffers[places[transfer["to"]]["buffer"]]["size"])
            for transfer in fields["transfers"]
            if places[transfer["to"]]["tier"] == "file"
        )

    def steady_state(self, kept: frozenset[int], call: Solution) -> Solution:
        """Returns the placement of the cyclic problem, made of a placement of a call
        and of the kept weights behind its arena."""
        fields = copy.deepcopy(self.fields)
        fields["cyclic"] = True
        fields["target"] = with_capacity(fields["target"], self.room)
        steps = len(fields["ops"])
        for step, seconds in self.kept_seconds.items():
            if self.uses_kept(step, kept):
                fields["ops"][step]["compute_ps"] = round(seconds * 1e12)
        for buffer in kept:
            fields["buffers"][buffer]["end"] = steps
        placed = call.to_dict()
        residencies = [dict(residency) for residency in placed["residencies"]]
        offset = round_up(int(call.peak_bytes[RAM]))
        for residency in residencies:
            buffer = residency["buffer"]
            if buffer not in kept:
                continue
            # A weight at home in memory for the call is a permanent copy here.
            residency |= {"tier": "ram", "begin": 0, "end": steps}
            residency["offset"] = offset + self.skews.get(buffer, 0)
            offset += self.size(buffer)
        residencies += [
            {"buffer": buffer, "tier": "file", "begin": 0, "end": steps}
            for buffer in sorted(kept)
        ]
        steady = {
            key: placed[key]
            for key in ("format", "version", "problem", "transfers", "served")
        }
        return Solution.from_dict(
            Problem.from_dict(fields), steady | {"residencies": residencies}
        )

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


def is_faster(one: Solution, other: Solution) -> bool:
    """Returns true if the placement `one` is faster by enough to be worth its risk."""
    seconds = simulate(one.problem, one).makespan
    return bool(seconds < simulate(other.problem, other).makespan * (1 - SOLVER_GAIN))


def with_capacity(target: Mapping[str, Any], capacity: int) -> dict[str, Any]:
    """Returns the target with this capacity of the memory."""
    changed = dict(target)
    changed["tiers"] = [dict(tier) for tier in target["tiers"]]
    changed["tiers"][RAM]["capacity"] = capacity
    return changed
