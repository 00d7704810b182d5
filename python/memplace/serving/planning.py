"""Plans the kept weights, and the times of reads of all other weights in each call.

The program runs repeatedly, so the problem is cyclic (docs/reference/problem.md,
section 7). The search has two parts. `KeptSearch` chooses the kept weights. A single
call with the rest is an ordinary problem, in the memory left by the kept weights;
`CallPlacer` places it. Both parts together are a placement of the cyclic problem, which
`verify` checks.
"""

import copy
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from memplace.errors import MemplaceError
from memplace.placement import Problem, Solution, lower_bound, simulate, verify
from memplace.serving import DEFAULT_BUDGET
from memplace.serving.kept import KeptSearch
from memplace.serving.placing import RAM, CallPlacer, with_capacity
from memplace.serving.skews import round_up

# A solver's placement of a call must be faster by this share to replace a placement
# that reads weights in order, as far ahead as there is room. The latter suffers less if
# ops or reads take longer than measured.
SOLVER_GAIN = 0.01


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
    """Makes plans of a program."""

    placer: CallPlacer
    kept_seconds: Mapping[int, float] = field(default_factory=dict)
    """By step: seconds of an op with kept weights, if known. Otherwise an op takes as
    long as with weights just read. The search does not use these times."""

    def plan(self, budget: int = DEFAULT_BUDGET) -> Plan:
        """Returns the best plan found, verified."""
        return self.make_plan(KeptSearch(self.placer).choose(budget))

    def make_plan(self, kept: frozenset[int]) -> Plan:
        """Returns the plan with these kept weights, verified. Raises MemplaceError if
        there is no placement."""
        best = self.placer.place_in_order(kept)
        for solver in ("greedy", "search"):
            found = self.placer.place_by_solver(kept, solver)
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
        places, buffers = fields["residencies"], self.placer.fields["buffers"]
        return sum(
            int(buffers[places[transfer["to"]]["buffer"]]["size"])
            for transfer in fields["transfers"]
            if places[transfer["to"]]["tier"] == "file"
        )

    def steady_state(self, kept: frozenset[int], call: Solution) -> Solution:
        """Returns the placement of the cyclic problem, made of a placement of a call
        and of the kept weights behind its arena."""
        fields = copy.deepcopy(self.placer.fields)
        fields["cyclic"] = True
        fields["target"] = with_capacity(fields["target"], self.placer.room)
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
            residency["offset"] = offset + self.placer.skews.get(buffer, 0)
            offset += self.placer.size(buffer)
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

    def uses_kept(self, step: int, kept: Collection[int]) -> bool:
        """Returns true if most bytes of an op's weights are kept."""
        placer = self.placer
        accesses = placer.fields["ops"][step].get("accesses", [])
        used = {access["buffer"] for access in accesses} & set(placer.streamed)
        return 2 * placer.kept_bytes(used & set(kept)) > placer.kept_bytes(used)


def is_faster(one: Solution, other: Solution) -> bool:
    """Returns true if the placement `one` is faster by enough to be worth its risk."""
    seconds = simulate(one.problem, one).makespan
    return bool(seconds < simulate(other.problem, other).makespan * (1 - SOLVER_GAIN))
