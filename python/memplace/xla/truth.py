"""What the compiler says of just the tiers that a placement gives to ops' operands, as
far as some compilation has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memplace.placement import Problem, Solution, simulate, target
from memplace.xla.fit import OpFit
from memplace.xla.observations import Tiers
from memplace.xla.program import Op
from memplace.xla.shifting import OpGroup


@dataclass(frozen=True)
class OpTruth:
    """What is known of an op.

    seen: cycles by the tiers of its accesses, in the problem's order.
    fit: what is expected with other tiers.
    order: its accesses in the order of the fit.
    """

    seen: dict[Tiers, float]
    fit: OpFit
    order: tuple[int, ...]

    def expected(self, tiers: Tiers) -> float:
        """Cycles by the fit."""
        return self.fit.cycles(tuple(tiers[at] for at in self.order))


Truth = list[OpTruth | None]
"""By op; None: the compiler does not tell its cycles."""


def truth_of(ops: Sequence[Op], groups: Sequence[OpGroup | None]) -> Truth:
    """What was seen of each op, or of one that is the same. ops: with their accesses in
    the order of the text; groups: of each of them."""
    found: Truth = []
    for op, its in zip(ops, groups):
        if its is None:
            found.append(None)
            continue
        # From the group's order to the text's, then to the problem's.
        position = {at: index for index, at in enumerate(its.order)}
        picked = [position[at] for at in problem_order(op)]
        seen = {
            tuple(tiers[at] for at in picked): cycles
            for tiers, cycles in its.group.cycles.items()
        }
        order = tuple(picked.index(at) for at in range(len(picked)))
        found.append(OpTruth(seen, its.own, order))
    return found


def problem_order(op: Op) -> list[int]:
    """An op's accesses in the order of problem files: reads before writes, each by
    buffer."""
    return sorted(
        range(len(op.accesses)),
        key=lambda at: (
            op.accesses[at].mode != "read",
            op.accesses[at].place.buffer,
        ),
    )


@dataclass(frozen=True)
class Checked:
    """A placement against the compiler's word.

    known: part of the time of ops with tiers that some compilation has.
    expected, seconds: of these ops together, as fitted and by the compiler.
    rest: of the others, as fitted; of those whose cycles are not told as the problem has it.
    stall_seconds: waiting for transfers, simulated.
    makespan: as the problem has it.
    """

    known: float
    expected: float
    seconds: float
    rest: float
    stall_seconds: float
    makespan: float

    @property
    def error(self) -> float:
        """Fitted time over the compiler's, minus 1, where it is known."""
        return self.expected / self.seconds - 1 if self.seconds else 0.0

    @property
    def total_seconds(self) -> float:
        """By the compiler where it is known, else as fitted, with stalls."""
        return self.seconds + self.rest + self.stall_seconds


def check_placement(
    problem: Problem, solution: Solution, truth: Truth, clock: float
) -> Checked:
    """Looks up the tiers that a placement gives to operands. truth: of the harvest that
    the problem is of; clock: cycles a second."""
    run, fields = simulate(problem, solution), problem.to_dict()
    trips = [1] * problem.num_ops
    for loop in fields["loops"]:
        for step in range(loop["begin"], loop["end"]):
            trips[step] *= loop["trip_count"]
    expected = seconds = rest = 0.0
    for step, tiers in enumerate(tiers_of_ops(problem, solution)):
        op = truth[step]
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
    return Checked(known, expected, seconds, rest, run.stall_seconds, run.makespan)


def tiers_of_ops(problem: Problem, solution: Solution) -> list[Tiers]:
    """For each op and each of its accesses, whether it is served from the fast memory."""
    plan = solution.to_dict()
    slow = target_of(problem)["default_tier"]
    return [
        tuple(plan["residencies"][at]["tier"] != slow for at in served)
        for served in plan["served"]
    ]


def target_of(problem: Problem) -> dict[str, Any]:
    """The fields of its target, built in or inline."""
    named = problem.to_dict()["target"]
    return named if isinstance(named, dict) else target(str(named))
