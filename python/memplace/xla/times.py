"""Charges of a problem's ops: compute time, overlap, bytes and efficiencies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memplace.xla.fit import Machine, OpFit
from memplace.xla.observations import Observations, Operand, Tiers
from memplace.xla.shifting import OpGroup

_PICOSECONDS = 10**12
# Digits after the point in a problem file.
_DIGITS = 6
_MIN_EFFICIENCY = 1e-6


@dataclass(frozen=True)
class Charge:
    """Charge of an access. slow_only: the fast memory must not serve the access."""

    bytes: int
    efficiency: float = 1.0
    slow_only: bool = False


@dataclass(frozen=True)
class OpTimes:
    """Charge of an op.

    charges: charges of the accesses, in order.
    how: "fit", "single" (cycles as compute time, with a single placement of the
        operands) or "bytes" (no known cycles).
    spread: standard deviation of the op's seconds if operands change to memories
        without an observation.
    """

    compute_ps: int
    charges: tuple[Charge, ...]
    how: str
    overlap: float = 1.0
    spread: float = 0.0


def charge_of(
    operand: Operand, cycles: float, slow_only: bool, machine: Machine
) -> Charge:
    """Returns the charge of an access with this many cycles in the slow memory.

    An access slower than its bytes at full bandwidth gets an efficiency below 1;
    transfers still see its bytes at full bandwidth. A faster access, partly hidden by
    the op, gets fewer bytes.
    """
    plain = machine.seconds(operand, False)
    seconds = cycles / machine.clock
    if seconds >= plain:
        efficiency = max(_MIN_EFFICIENCY, round(plain / seconds, _DIGITS))
        return Charge(operand.bytes, min(1.0, efficiency), slow_only)
    return Charge(max(1, round(operand.bytes * seconds / plain)), 1.0, slow_only)


def fitted(
    operands: Sequence[Operand], fit: OpFit, order: Sequence[int], machine: Machine
) -> OpTimes:
    """Returns the charge of an op of a group. order: order of its accesses in the
    group."""
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
    """Returns the charges of all ops. Ops without a group are charged their plain
    bytes."""
    return [
        (
            OpTimes(0, tuple(Charge(each.bytes) for each in operands), "bytes")
            if op is None
            else fitted(operands, op.fit, op.order, machine)
        )
        for operands, op in zip(known.operands, ops)
    ]


def timed_in_background(known: Observations, machine: Machine) -> Observations:
    """Returns the observations with times of ops in the background: at most the time of
    a transfer of the operand."""
    found = []
    for operands, seen in zip(known.operands, known.seen):
        hidden = {tiers for tiers, cycles in seen.values() if cycles == 0}
        read = next((each for each in operands if each.mode == "read"), None)
        most = machine.seconds(read, False) * machine.clock if read else 0.0
        changed: dict[str, tuple[Tiers, int | None]] = {}
        for name, (tiers, cycles) in seen.items():
            if tiers in hidden and cycles is not None:
                cycles = min(cycles or round(most), round(most))
            changed[name] = tiers, cycles
        found.append(changed)
    return replace(known, seen=tuple(found))


def as_compute_time(known: Observations, machine: Machine) -> list[OpTimes]:
    """Returns charges with the cycles of the first compilation as compute time, for a
    single compilation."""
    found = []
    for operands, seen in zip(known.operands, known.seen):
        charges = tuple(Charge(each.bytes) for each in operands)
        cycles = seen[known.names[0]][1]
        compute = round((cycles or 0) / machine.clock * _PICOSECONDS)
        found.append(OpTimes(compute, charges, "single" if cycles else "bytes"))
    return found
