"""What ops of a problem are charged: compute time, overlap, bytes and efficiencies."""

from collections.abc import Sequence
from dataclasses import dataclass

from memplace.xla.fit import Machine, OpFit
from memplace.xla.observations import Observations, Operand
from memplace.xla.shifting import OpGroup

_PICOSECONDS = 10**12
# Digits after the point: of a share that is written.
_DIGITS = 6
_LEAST_EFFICIENCY = 1e-6


@dataclass(frozen=True)
class Charge:
    """What an access is charged. slow_only: it may not be served from the fast memory."""

    bytes: int
    efficiency: float = 1.0
    slow_only: bool = False


@dataclass(frozen=True)
class OpTimes:
    """What an op is charged.

    charges: of its accesses, in their order.
    how: "fit", "single" (cycles as compute time: where its operands are was the same in
        all compilations) or "bytes" (the compiler says no cycles).
    spread: standard deviation of the charge, seconds, if tiers change that no
        compilation changed.
    """

    compute_ps: int
    charges: tuple[Charge, ...]
    how: str
    overlap: float = 1.0
    spread: float = 0.0


def charge_of(
    operand: Operand, cycles: float, slow_only: bool, machine: Machine
) -> Charge:
    """What an access is charged that takes so many cycles in the slow memory.

    Transfers see its bytes at full bandwidth; that it takes longer is its efficiency. If
    it takes less, since the op hides some of it, its bytes are fewer.
    """
    plain = machine.seconds(operand, False)
    seconds = cycles / machine.clock
    if seconds >= plain:
        efficiency = max(_LEAST_EFFICIENCY, round(plain / seconds, _DIGITS))
        return Charge(operand.bytes, min(1.0, efficiency), slow_only)
    return Charge(max(1, round(operand.bytes * seconds / plain)), 1.0, slow_only)


def fitted(
    operands: Sequence[Operand], fit: OpFit, order: Sequence[int], machine: Machine
) -> OpTimes:
    """What an op of a group is charged. order: of its accesses in the group."""
    charges = [Charge(0)] * len(operands)
    for number, (at, cycles) in enumerate(zip(order, fit.slow)):
        slow_only = number in fit.penalties
        charges[at] = charge_of(operands[at], cycles, slow_only, machine)
    changed = [spread * (1 - ratio) for spread, ratio in zip(fit.spread, fit.ratios)]
    return OpTimes(
        round(fit.compute / machine.clock * _PICOSECONDS),
        tuple(charges),
        "fit",
        round(fit.overlap, _DIGITS),
        sum(each**2 for each in changed) ** 0.5 / machine.clock,
    )


def charge_ops(
    known: Observations, ops: Sequence[OpGroup | None], machine: Machine
) -> list[OpTimes]:
    """What all ops are charged; those of no group their plain bytes."""
    return [
        (
            OpTimes(0, tuple(Charge(each.bytes) for each in operands), "bytes")
            if op is None
            else fitted(operands, op.fit, op.order, machine)
        )
        for operands, op in zip(known.operands, ops)
    ]


def as_compute_time(known: Observations, machine: Machine) -> list[OpTimes]:
    """Cycles of the first compilation as compute time, where nothing tells more."""
    found = []
    for operands, seen in zip(known.operands, known.seen):
        charges = tuple(Charge(each.bytes) for each in operands)
        cycles = seen[known.names[0]][1]
        compute = round((cycles or 0) / machine.clock * _PICOSECONDS)
        found.append(OpTimes(compute, charges, "single" if cycles else "bytes"))
    return found
