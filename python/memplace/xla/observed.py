"""Looks up the compiler's cycles for the tiers of a placement, if a compilation has the
same tiers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memplace.placement import Problem, Solution, simulate, target
from memplace.xla.fit import OpFit
from memplace.xla.observations import Tiers
from memplace.xla.program import Op
from memplace.xla.shifting import OpGroup


@dataclass(frozen=True)
class OpObservations:
    """Observations of an op.

    seen: cycles by the tiers of its accesses, in the problem's order.
    fit: model for other tiers.
    order: accesses of the problem in the order of the fit.
    """

    seen: dict[Tiers, float]
    fit: OpFit
    order: tuple[int, ...]

    def expected(self, tiers: Tiers) -> float:
        """Returns the cycles by the fit."""
        return self.fit.cycles(tuple(tiers[at] for at in self.order))


ObservedOps = list[OpObservations | None]
"""By op; None: the cycles are unknown."""


def observed_ops(ops: Sequence[Op], groups: Sequence[OpGroup | None]) -> ObservedOps:
    """Returns the observations of each op, including those of equal ops. ops: with
    accesses in the order of the text; groups: the group of each op."""
    found: ObservedOps = []
    for op, its in zip(ops, groups):
        if its is None:
            found.append(None)
            continue
        # From the group's order to the text's, and on to the problem's.
        position = {at: index for index, at in enumerate(its.order)}
        picked = [position[at] for at in problem_order(op)]
        seen = {
            tuple(tiers[at] for at in picked): cycles
            for tiers, cycles in its.group.cycles.items()
        }
        order = tuple(picked.index(at) for at in range(len(picked)))
        found.append(OpObservations(seen, its.own, order))
    return found


def problem_order(op: Op) -> list[int]:
    """Returns an op's accesses in the order of problem files: reads before writes, each
    by buffer."""
    return sorted(
        range(len(op.accesses)),
        key=lambda at: (
            op.accesses[at].mode != "read",
            op.accesses[at].place.buffer,
        ),
    )


@dataclass(frozen=True)
class Verified:
    """A placement checked against the compiler's estimates.

    known: share of the ops' time with tiers seen in a compilation.
    expected, seconds: total time of these ops by the fit, and by the compiler.
    rest: time of the other ops by the fit, or as in the problem for ops without cycles.
    stall_seconds: simulated time spent on waiting for transfers.
    makespan: simulated makespan of the problem.
    """

    known: float
    expected: float
    seconds: float
    rest: float
    stall_seconds: float
    makespan: float

    @property
    def error(self) -> float:
        """Fitted time over the compiler's, minus 1, for ops with seen tiers."""
        return self.expected / self.seconds - 1 if self.seconds else 0.0

    @property
    def total_seconds(self) -> float:
        """Seconds by the compiler for ops with seen tiers, otherwise by the fit, with
        stalls."""
        return self.seconds + self.rest + self.stall_seconds


def check_placement(
    problem: Problem, solution: Solution, observed: ObservedOps, clock: float
) -> Verified:
    """Returns the times of the ops by the compiler, with the tiers of a placement.

    observed: from the harvest of the problem.
    clock: cycles per second.
    """
    run, fields = simulate(problem, solution), problem.to_dict()
    trips = [1] * problem.num_ops
    for loop in fields["loops"]:
        for step in range(loop["begin"], loop["end"]):
            trips[step] *= loop["trip_count"]
    expected = seconds = rest = 0.0
    for step, tiers in enumerate(tiers_of_ops(problem, solution)):
        op = observed[step]
        if op is None:
            rest += trips[step] * float(run.op_duration[step])
            continue
        duration = trips[step] * op.expected(tiers) / clock
        if tiers in op.seen:
            expected += duration
            seconds += trips[step] * op.seen[tiers] / clock
        else:
            rest += duration
    known = seconds / (seconds + rest) if seconds + rest else 0.0
    return Verified(known, expected, seconds, rest, run.stall_seconds, run.makespan)


def tiers_of_ops(problem: Problem, solution: Solution) -> list[Tiers]:
    """Returns True for each access that the fast memory serves, by op and access."""
    plan = solution.to_dict()
    slow = target_of(problem)["default_tier"]
    return [
        tuple(plan["residencies"][at]["tier"] != slow for at in served)
        for served in plan["served"]
    ]


def target_of(problem: Problem) -> dict[str, Any]:
    """Returns the fields of the problem's target, built in or inline."""
    named = problem.to_dict()["target"]
    return named if isinstance(named, dict) else target(str(named))
