"""What an op takes longer with an operand in the fast memory, charged to other ops.

A problem can't say that an op is slower with a buffer in the fast memory. But a buffer
that an op reads there was mostly written there by the op before. So what one op takes
longer is charged to others that save by the same buffer: these save so much less. A
plan that has the buffer in one memory for all of them takes what it takes; one that
moves it between them is charged more, or it has nothing to gain by it. Where the others
save less than the op loses, the operand is to stay in the slow memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memplace.xla.fit import Machine, OpFit, refit
from memplace.xla.grouping import Group
from memplace.xla.observations import Observations


@dataclass(frozen=True)
class OpGroup:
    """An op's group, and the order of its accesses in it.

    fit: what the op is charged by.
    own: what it takes itself, of what is seen of it.
    """

    group: Group
    order: tuple[int, ...]
    fit: OpFit
    own: OpFit


def _saving(fit: OpFit, operand: int) -> float:
    """Cycles that an operand in the fast memory saves, with all others there."""
    fast = [at not in fit.penalties for at in range(len(fit.slow))]
    fast[operand] = True
    slow = [*fast]
    slow[operand] = False
    plain = replace(fit, penalties={})
    return plain.cycles(tuple(slow)) - plain.cycles(tuple(fast))


def _loss(fit: OpFit, operand: int) -> float:
    """Cycles that an op takes longer with an operand in the fast memory, with all others
    there that save by it."""
    fast = [at not in fit.penalties for at in range(len(fit.slow))]
    slow = tuple(fast)
    fast[operand] = True
    return fit.cycles(tuple(fast)) - fit.cycles(slow)


def by_op(
    known: Observations, groups: Sequence[Group], fits: Sequence[OpFit]
) -> list[OpGroup | None]:
    """The groups by the number of the op; None: of an op without."""
    found: list[OpGroup | None] = [None] * len(known.program.ops)
    for group, fit in zip(groups, fits):
        for number, order in group.members():
            found[number] = OpGroup(group, order, fit, fit)
    return found


class _Shifts:
    """Finds which op's loss is charged to which others."""

    def __init__(self, known: Observations, ops: list[OpGroup | None]):
        self.ops = ops
        self.buffers = [
            [access.place.buffer for access in op.accesses] for op in known.program.ops
        ]
        self.users: dict[int, list[int]] = {}
        for number, buffers in enumerate(self.buffers):
            for buffer in buffers:
                self.users.setdefault(buffer, []).append(number)
        # By op: operands, in the group's order, whose loss is charged to others; and
        # what is charged, by operand.
        self.freed: dict[int, set[int]] = {}
        self.charged: dict[int, dict[int, float]] = {}

    def find(self) -> None:
        """Looks at all operands with a penalty."""
        for number, op in enumerate(self.ops):
            for operand in op.fit.penalties if op else ():
                assert op is not None
                buffer = self.buffers[number][op.order[operand]]
                self._charge(number, operand, buffer, _loss(op.fit, operand))

    def _others(self, number: int, buffer: int) -> list[tuple[float, int, int]]:
        """What other ops save by the buffer and are not charged yet, the most first:
        cycles, op, operand."""
        found = []
        for user in self.users[buffer]:
            op = self.ops[user]
            if op is None or user == number:
                continue
            operand = op.order.index(self.buffers[user].index(buffer))
            if operand not in op.fit.penalties:
                left = _saving(op.fit, operand)
                left -= self.charged.get(user, {}).get(operand, 0.0)
                found.append((left, user, operand))
        return sorted(found, key=lambda each: (-each[0], each[1]))

    def _charge(self, number: int, operand: int, buffer: int, loss: float) -> None:
        others = self._others(number, buffer)
        if sum(max(saving, 0.0) for saving, _, _ in others) < loss:
            return
        self.freed.setdefault(number, set()).add(operand)
        for saving, user, at in others:
            part = min(loss, saving)
            if part > 0:
                mine = self.charged.setdefault(user, {})
                mine[at] = mine.get(at, 0.0) + part
                loss -= part


def shift_losses(
    known: Observations, ops: list[OpGroup | None], machine: Machine, unseen: str
) -> list[OpGroup | None]:
    """What ops are charged by so that as few operands as possible are to stay in the slow
    memory."""
    shifts = _Shifts(known, ops)
    shifts.find()
    found = list(ops)
    made: dict[object, OpFit] = {}
    for number in sorted({*shifts.freed, *shifts.charged}):
        op = ops[number]
        assert op is not None
        freed = tuple(sorted(shifts.freed.get(number, ())))
        charged = tuple(sorted(shifts.charged.get(number, {}).items()))
        key = (id(op.group), freed, charged)
        if key not in made:
            made[key] = _changed(op, freed, dict(charged), machine, unseen)
        found[number] = replace(op, fit=made[key])
    return found


def _changed(
    op: OpGroup,
    freed: tuple[int, ...],
    charged: dict[int, float],
    machine: Machine,
    unseen: str,
) -> OpFit:
    """The op without what others are charged for it, and with what it is charged."""
    kept = {at: more for at, more in op.fit.penalties.items() if at not in freed}
    less = replace(op.fit, penalties=kept)
    cycles = {}
    for tiers, count in op.group.cycles.items():
        # Without the penalty the operand would count as in the fast memory.
        said = tuple(fast and at not in freed for at, fast in enumerate(tiers))
        count += less.cycles(said) - op.fit.cycles(tiers)
        cycles[tiers] = count + sum(more for at, more in charged.items() if tiers[at])
    return refit(replace(op.group, cycles=cycles), machine, (*kept,), unseen)
