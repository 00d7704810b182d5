"""Errors of modelled cycles in compilations outside of the fit."""

import statistics
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from memplace.xla.fit import Machine, fit_groups
from memplace.xla.grouping import group_ops, ordered
from memplace.xla.hlo import Module
from memplace.xla.observations import Observations
from memplace.xla.shifting import OpGroup, by_op, shift_losses

# Share of held-out compilations: 1 in this many.
_HELD_OUT_OF = 3
# Compilations never held out: without any placement, and with the compiler's.
ALWAYS_FITTED = ("off", "on")


def is_held_out(tag: str) -> bool:
    """Returns true if the compilation of this tag ("cmem8M.noxp") is held out: if the
    CRC-32 of the tag is a multiple of 3."""
    return tag not in ALWAYS_FITTED and zlib.crc32(tag.encode()) % _HELD_OUT_OF == 0


@dataclass(frozen=True)
class OpError:
    """Modelled cycles of an op in a compilation, against the compiler's.

    is_new: True if no fitted compilation has these tiers.
    is_expressible: True if a problem can express these tiers; otherwise an operand
        restricted to the slow memory is in the fast memory here.
    """

    op: int
    modelled: float
    cycles: int
    is_new: bool
    is_expressible: bool

    @property
    def share(self) -> float:
        """Modelled cycles over the compiler's, minus 1."""
        return self.modelled / self.cycles - 1


def _total(ops: Sequence[OpError]) -> float:
    """Returns the total modelled cycles over the compiler's, minus 1."""
    cycles = sum(each.cycles for each in ops)
    return sum(each.modelled for each in ops) / cycles - 1 if cycles else 0.0


@dataclass(frozen=True)
class Errors:
    """Errors of all ops with known cycles in a compilation."""

    name: str
    ops: tuple[OpError, ...]

    @property
    def inexpressible_share(self) -> float:
        """Share of the cycles in ops whose tiers a problem can't express."""
        inexpressible = sum(each.cycles for each in self.ops if not each.is_expressible)
        return inexpressible / sum(each.cycles for each in self.ops)

    @property
    def total(self) -> float:
        """Modelled time of the program over the compiler's, minus 1."""
        return _total(self.ops)

    @property
    def total_of_expressible(self) -> float:
        """The same for ops whose tiers a problem can express."""
        return _total([each for each in self.ops if each.is_expressible])

    @property
    def median_op(self) -> float:
        """Median of the ops' absolute errors."""
        return statistics.median(abs(each.share) for each in self.ops)

    @property
    def new_share(self) -> float:
        """Share of the cycles in ops whose tiers were not seen in the fit."""
        total = sum(each.cycles for each in self.ops)
        return sum(each.cycles for each in self.ops if each.is_new) / total

    @property
    def new_total(self) -> float | None:
        """As `total`, for ops whose tiers were not seen; None without such ops."""
        new = [each for each in self.ops if each.is_new]
        return _total(new) if new else None


def errors_of(name: str, known: Observations, ops: Sequence[OpGroup | None]) -> Errors:
    """Returns the errors in a compilation of `known`."""
    found = []
    for number, op in enumerate(ops):
        tiers, cycles = known.seen[number][name]
        if op is None or not cycles:
            continue
        tiers = ordered(tiers, op.order)
        is_new = tiers not in op.group.cycles
        is_expressible = op.fit.is_expressible(tiers)
        found.append(
            OpError(number, op.fit.cycles(tiers), cycles, is_new, is_expressible)
        )
    return Errors(name, tuple(found))


def fit_ops(
    module: Module, known: Observations, machine: Machine, unseen: str
) -> list[OpGroup | None]:
    """Fits the charge of each op; None for ops without known cycles.

    module: any of the compilations.
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
    """Returns the errors in the compilations `held_out`, with times fitted to the rest.
    """
    ops = fit_ops(module, known.without(held_out), machine, unseen)
    return [errors_of(name, known, ops) for name in known.names if name in held_out]
