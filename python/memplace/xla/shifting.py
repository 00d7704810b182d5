"""Charges an op's loss by an operand in the fast memory to other ops.

A problem can't express that an op is slower with a buffer in the fast memory. The op
usually reads a buffer that an op before wrote there, with a saving. So the loss is
subtracted from the savings of other ops by the same buffer. A plan with the buffer in a
single memory for all these ops then has the correct time. A plan that moves the buffer
in between is charged more, or gains nothing by the move. If the savings are smaller
than the loss, the operand must stay in the slow memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memplace.xla.fit import Machine, OpFit, refit
from memplace.xla.grouping import Group
from memplace.xla.observations import Observations


@dataclass(frozen=True)
class OpGroup:
    """An op's group, with the order of its accesses in the group.

    fit: fit by which the op is charged.
    own: fit to the observations of the op itself.
    """

    group: Group
    order: tuple[int, ...]
    fit: OpFit
    own: OpFit


def _saving(fit: OpFit, operand: int) -> float:
    """Returns the cycles saved by an operand in the fast memory, with all other
    operands without a penalty there, too."""
    fast = [at not in fit.penalties for at in range(len(fit.slow))]
    fast[operand] = True
    slow = [*fast]
    slow[operand] = False
    plain = replace(fit, penalties={})
    return plain.cycles(tuple(slow)) - plain.cycles(tuple(fast))


def _loss(fit: OpFit, operand: int) -> float:
    """Returns the cycles lost by an operand in the fast memory, with all operands
    without a penalty there, too."""
    fast = [at not in fit.penalties for at in range(len(fit.slow))]
    slow = tuple(fast)
    fast[operand] = True
    return fit.cycles(tuple(fast)) - fit.cycles(slow)


def by_op(
    known: Observations, groups: Sequence[Group], fits: Sequence[OpFit]
) -> list[OpGroup | None]:
    """Returns the groups by index of the op; None for ops without a group."""
    found: list[OpGroup | None] = [None] * len(known.program.ops)
    for group, fit in zip(groups, fits):
        for number, order in group.members():
            found[number] = OpGroup(group, order, fit, fit)
    return found


class _Shifts:
    """Finds the ops to which the loss of an op is charged."""

    def __init__(self, known: Observations, ops: list[OpGroup | None]):
        self.ops = ops
        self.buffers = [
            [access.place.buffer for access in op.accesses] for op in known.program.ops
        ]
        self.users: dict[int, list[int]] = {}
        for number, buffers in enumerate(self.buffers):
            for buffer in buffers:
                self.users.setdefault(buffer, []).append(number)
        # freed: by op, operands whose loss is charged to other ops, in the group's
        # order. charged: by op and operand, the cycles charged.
        self.freed: dict[int, set[int]] = {}
        self.charged: dict[int, dict[int, float]] = {}

    def find(self) -> None:
        """Distributes the losses of all operands with a penalty."""
        for number, op in enumerate(self.ops):
            for operand in op.fit.penalties if op else ():
                assert op is not None
                buffer = self.buffers[number][op.order[operand]]
                self._charge(number, operand, buffer, _loss(op.fit, operand))

    def _others(self, number: int, buffer: int) -> list[tuple[float, int, int]]:
        """Returns the savings of other ops by the buffer, minus earlier charges, the
        largest first, as (cycles, op, operand)."""
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
    """Returns the fits by which ops are charged. As few operands as possible must then
    stay in the slow memory."""
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
    """Returns the op's fit without the losses charged to other ops, and with the
    charges from other ops."""
    kept = {at: more for at, more in op.fit.penalties.items() if at not in freed}
    less = replace(op.fit, penalties=kept)
    cycles = {}
    for tiers, count in op.group.cycles.items():
        # Without its penalty, the operand would count as in the fast memory.
        charged_tiers = tuple(fast and at not in freed for at, fast in enumerate(tiers))
        count += less.cycles(charged_tiers) - op.fit.cycles(tiers)
        cycles[tiers] = count + sum(more for at, more in charged.items() if tiers[at])
    return refit(replace(op.group, cycles=cycles), machine, (*kept,), unseen)
