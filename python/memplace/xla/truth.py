"""What the compiler says of just the tiers that a placement gives to ops' operands, as
far as some compilation has them."""

from collections.abc import Sequence
from dataclasses import dataclass

from memplace.placement import Problem, Solution, simulate, target
from memplace.xla.observations import Tiers
from memplace.xla.program import Op
from memplace.xla.shifting import OpGroup

# By op: cycles by the tiers of its accesses, in the problem's order. None is known of ops
# whose cycles the compiler does not tell.
Truth = list[dict[Tiers, float]]


def truth_of(ops: Sequence[Op], groups: Sequence[OpGroup | None]) -> Truth:
    """What was seen of each op, or of one that is the same. ops: with their accesses in
    the order of the text; groups: of each of them."""
    found: Truth = []
    for op, its in zip(ops, groups):
        known: dict[Tiers, float] = {}
        if its is not None:
            # From the group's order to the text's, then to the problem's.
            position = {at: index for index, at in enumerate(its.order)}
            picked = [position[at] for at in problem_order(op)]
            for tiers, cycles in its.group.cycles.items():
                known[tuple(tiers[at] for at in picked)] = cycles
        found.append(known)
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

    known: part of the modelled time of ops whose tiers some compilation has.
    modelled, seconds: of these ops together, as the problem has it and by the compiler.
    rest: modelled time of the others, and of ops whose cycles are not told.
    stall_seconds: waiting for transfers, simulated.
    """

    known: float
    modelled: float
    seconds: float
    rest: float
    stall_seconds: float

    @property
    def error(self) -> float:
        """Modelled time over the compiler's, minus 1, where it is known."""
        return self.modelled / self.seconds - 1 if self.seconds else 0.0

    @property
    def total_seconds(self) -> float:
        """By the compiler where it is known, else modelled, with stalls."""
        return self.seconds + self.rest + self.stall_seconds


def check_placement(
    problem: Problem, solution: Solution, truth: Truth, clock: float
) -> Checked:
    """Looks up the tiers that a placement gives to operands. clock: cycles a second."""
    plan, run = solution.to_dict(), simulate(problem, solution)
    fields = problem.to_dict()
    slow = slow_memory(fields["target"])
    trips = [1] * problem.num_ops
    for loop in fields["loops"]:
        for step in range(loop["begin"], loop["end"]):
            trips[step] *= loop["trip_count"]
    modelled = seconds = rest = 0.0
    for step, served in enumerate(plan["served"]):
        tiers = tuple(plan["residencies"][at]["tier"] != slow for at in served)
        duration = trips[step] * float(run.op_duration[step])
        cycles = truth[step].get(tiers)
        if cycles is None:
            rest += duration
        else:
            modelled += duration
            seconds += trips[step] * cycles / clock
    known = modelled / (modelled + rest) if modelled + rest else 0.0
    return Checked(known, modelled, seconds, rest, run.stall_seconds)


def slow_memory(named: object) -> str:
    """The slow memory of a target, built in or inline."""
    fields = named if isinstance(named, dict) else target(str(named))
    name: str = fields["default_tier"]
    return name
