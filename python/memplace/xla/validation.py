"""How far modelled cycles are from the compiler's in compilations that were not fitted."""

import statistics
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from memplace.xla.fit import Machine, fit_groups
from memplace.xla.grouping import group_ops, ordered
from memplace.xla.hlo import Module
from memplace.xla.observations import Observations
from memplace.xla.shifting import OpGroup, by_op, shift_losses

# One compilation of so many is held out.
_HELD_OUT_OF = 3
# Compilations that are never held out: without any placement, and with the compiler's.
ALWAYS_FITTED = ("off", "on")


def is_held_out(tag: str) -> bool:
    """Whether the compilation of that tag ("cmem8M.noxp") is held out when the error is
    measured: if the CRC-32 of the tag is a multiple of 3."""
    return tag not in ALWAYS_FITTED and zlib.crc32(tag.encode()) % _HELD_OUT_OF == 0


@dataclass(frozen=True)
class OpError:
    """Of one op in one compilation, cycles.

    is_new: no compilation that was fitted has these tiers.
    is_said: a problem can say these tiers; else an operand that a problem has in the slow
        memory only is in the fast one here.
    """

    op: int
    modelled: float
    cycles: int
    is_new: bool
    is_said: bool

    @property
    def share(self) -> float:
        """Modelled over the compiler's, minus 1."""
        return self.modelled / self.cycles - 1


def _total(ops: Sequence[OpError]) -> float:
    """Modelled cycles over the compiler's, minus 1."""
    cycles = sum(each.cycles for each in ops)
    return sum(each.modelled for each in ops) / cycles - 1 if cycles else 0.0


@dataclass(frozen=True)
class Errors:
    """Of all ops in one compilation whose cycles are known."""

    name: str
    ops: tuple[OpError, ...]

    @property
    def unsaid_share(self) -> float:
        """Part of the cycles that ops take whose tiers a problem can't say."""
        unsaid = sum(each.cycles for each in self.ops if not each.is_said)
        return unsaid / sum(each.cycles for each in self.ops)

    @property
    def total(self) -> float:
        """Modelled time of the program over the compiler's, minus 1."""
        return _total(self.ops)

    @property
    def total_of_said(self) -> float:
        """Of the ops whose tiers a problem can say."""
        return _total([each for each in self.ops if each.is_said])

    @property
    def median_op(self) -> float:
        """Median of the ops' errors without their sign."""
        return statistics.median(abs(each.share) for each in self.ops)

    @property
    def new_share(self) -> float:
        """Part of the cycles that ops take whose tiers were not seen."""
        total = sum(each.cycles for each in self.ops)
        return sum(each.cycles for each in self.ops if each.is_new) / total

    @property
    def new_total(self) -> float | None:
        """As `total`, of the ops whose tiers were not seen; None: there are none."""
        new = [each for each in self.ops if each.is_new]
        return _total(new) if new else None


def errors_of(name: str, known: Observations, ops: Sequence[OpGroup | None]) -> Errors:
    """Of one compilation in `known`."""
    found = []
    for number, op in enumerate(ops):
        tiers, cycles = known.seen[number][name]
        if op is None or not cycles:
            continue
        tiers = ordered(tiers, op.order)
        is_new = tiers not in op.group.cycles
        is_said = op.fit.can_be_said(tiers)
        found.append(OpError(number, op.fit.cycles(tiers), cycles, is_new, is_said))
    return Errors(name, tuple(found))


def fit_ops(
    module: Module, known: Observations, machine: Machine, unseen: str
) -> list[OpGroup | None]:
    """What each op is charged by; None for those whose cycles no compilation tells.

    module: one of the compilations.
    """
    groups = group_ops(module, known)
    ops = by_op(known, groups, fit_groups(groups, machine, unseen))
    return shift_losses(known, ops, machine, unseen)


def held_out_errors(
    module: Module,
    known: Observations,
    machine: Machine,
    held_out: set[str],
    unseen: str,
) -> list[Errors]:
    """Of the compilations of these names, with times fitted to the others."""
    ops = fit_ops(module, known.without(held_out), machine, unseen)
    return [errors_of(name, known, ops) for name in known.names if name in held_out]
