"""What an op takes, as a problem says it, from what the compiler says of it with its
operands in different memories.

A problem's op takes max(c, m) + (1 - overlap) * min(c, m), where c is its compute time
and m the sum of its operands' times, each by its bytes, its efficiency and the memory
that it is in (docs/problem.md). c, overlap and the operands' times are found by least
squares: what was seen weighs most, what no compilation shows stays near what ops mostly
take.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from memplace.errors import MissingPartError
from memplace.xla.grouping import Group
from memplace.xla.observations import Operand, Tiers

Numbers = npt.NDArray[np.float64]

# What an operand in the slow memory is expected to cost before anything is seen: so many
# cycles, and its bytes at the bandwidth times so much. Medians over the ops of the 17
# programs of benchmarks/problems/tpu in which one operand alone changed its memory.
_PRIOR_CYCLES = 60.0
_PRIOR_SHARE = 1.35
# How far from that it may well be: a share of it, and cycles.
_PRIOR_SPREAD = 0.5
_PRIOR_SPREAD_CYCLES = 5.0
_PRIOR_OVERLAP = 0.5
_PRIOR_OVERLAP_SPREAD = 0.5
# What was seen is to be met to this share, and cycles.
_TOLERANCE = 0.001
_TOLERANCE_CYCLES = 2.0
# Where the search begins: compute time as a share of the least, or of the most cycles
# that were seen, and overlap. The sum of squares has several minima.
_STARTS = ((0.95, False, 0.9), (0.5, False, 0.5), (0.9, False, 0.1), (0.95, True, 0.5))
_MOST_EVALUATIONS = 60
# An operand is to stay in the slow memory if the op takes longer with it in the fast one,
# by this share, and if the fit is off by so much of the program's cycles, over all ops
# of the group.
SLOWER_SHARE = 0.05
SLOWER_PROGRAM_SHARE = 0.002
# Of what the fit was off by at worst, what may be left then.
_MOST_LEFT = 0.5


@dataclass(frozen=True)
class Machine:
    """What times depend on: clock in cycles a second, bandwidths in bytes a second."""

    clock: float
    fast_read: float
    fast_write: float
    slow_read: float
    slow_write: float

    def seconds(self, operand: Operand, fast: bool) -> float:
        """An operand's time at the memory's bandwidth."""
        read = self.fast_read if fast else self.slow_read
        write = self.fast_write if fast else self.slow_write
        time = 0.0
        if operand.mode != "write":
            time += operand.bytes / read
        if operand.mode != "read":
            time += operand.bytes / write
        return time

    def ratio(self, operand: Operand) -> float:
        """Its time in the fast memory over that in the slow one."""
        unit = Operand(operand.mode, 1)
        return self.seconds(unit, True) / self.seconds(unit, False)


@dataclass(frozen=True)
class OpFit:
    """What the ops of a group take, in cycles.

    slow: of each operand if it is in the slow memory.
    ratios: by which that is less in the fast memory.
    slow_only: operands with which in the fast memory the op takes longer, which the
        model can't say; they are to stay in the slow memory.
    spread: standard deviation of each operand's cycles; what was never seen by itself
        has that of the prior.
    """

    compute: float
    overlap: float
    slow: tuple[float, ...]
    ratios: tuple[float, ...]
    slow_only: tuple[bool, ...]
    spread: tuple[float, ...]

    def cycles(self, tiers: Tiers) -> float:
        """Of the op with its operands there; those of `slow_only` count as in the slow
        memory."""
        memory = sum(
            time * (ratio if fast and not only else 1.0)
            for time, ratio, fast, only in zip(
                self.slow, self.ratios, tiers, self.slow_only
            )
        )
        return max(self.compute, memory) + (1 - self.overlap) * min(
            self.compute, memory
        )


def prior_cycles(operand: Operand, machine: Machine) -> float:
    """What an operand in the slow memory costs if nothing is known."""
    plain = machine.seconds(operand, False) * machine.clock
    return _PRIOR_CYCLES + _PRIOR_SHARE * plain


def _worse_in_fast(cycles: dict[Tiers, float]) -> set[int]:
    """Operands that may be why an op is slower with more in the fast memory: those in
    which two tiers differ of which one has more there, and takes longer."""
    found: set[int] = set()
    for more, longer in cycles.items():
        for fewer, shorter in cycles.items():
            is_more = all(a >= b for a, b in zip(more, fewer)) and more != fewer
            if is_more and longer > shorter * (1 + SLOWER_SHARE):
                found |= {at for at, (a, b) in enumerate(zip(more, fewer)) if a != b}
    return found


@dataclass(frozen=True)
class _System:
    """Least squares for one group.

    shares: for each thing seen, of each operand's cycles in the slow memory.
    seen, weights: cycles, and by what a difference counts.
    expected, spreads: of operands' cycles.
    """

    shares: Numbers
    seen: Numbers
    weights: Numbers
    expected: Numbers
    spreads: Numbers

    def modelled(self, values: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Cycles, the operands' sum, and where that is above the compute time. values:
        compute, overlap, operands."""
        memory = self.shares @ values[2:]
        is_above = memory >= values[0]
        low = np.minimum(values[0], memory)
        high = np.maximum(values[0], memory)
        return high + (1 - values[1]) * low, memory, is_above

    def residuals(self, values: Numbers) -> Numbers:
        """What least squares makes small: what was seen, then what is expected."""
        cycles = self.modelled(values)[0]
        return np.concatenate(
            [
                (cycles - self.seen) * self.weights,
                (values[2:] - self.expected) / self.spreads,
                [(values[1] - _PRIOR_OVERLAP) / _PRIOR_OVERLAP_SPREAD],
            ]
        )

    def jacobian(self, values: Numbers) -> Numbers:
        """Derivatives of `residuals`."""
        _, memory, is_above = self.modelled(values)
        rest = 1 - values[1]
        count = len(self.expected)
        found = np.zeros((len(self.seen) + count + 1, count + 2))
        top = found[: len(self.seen)]
        top[:, 0] = np.where(is_above, rest, 1.0)
        top[:, 1] = -np.minimum(values[0], memory)
        top[:, 2:] = self.shares * np.where(is_above, 1.0, rest)[:, None]
        top *= self.weights[:, None]
        found[len(self.seen) : -1, 2:] = np.diag(1 / self.spreads)
        found[-1, 1] = 1 / _PRIOR_OVERLAP_SPREAD
        return found


def _least_squares(system: _System) -> Any:
    """The best of several starts. Raises MissingPartError."""
    try:
        from scipy.optimize import least_squares
    except ImportError as error:
        raise MissingPartError(
            "fitting op times needs the package scipy, which is not installed: "
            "pip install './python[xla]'"
        ) from error
    count = len(system.expected)
    upper = np.full(count + 2, np.inf)
    upper[1] = 1.0
    best = None
    for share, of_most, overlap in _STARTS:
        compute = share * (system.seen.max() if of_most else system.seen.min())
        operands = np.minimum(
            system.expected, system.seen.max() / count + 0.1 * system.expected
        )
        found = least_squares(
            system.residuals,
            np.concatenate([[max(compute, 1.0), overlap], operands]),
            jac=system.jacobian,
            bounds=(np.zeros(count + 2), upper),
            max_nfev=_MOST_EVALUATIONS,
        )
        if best is None or found.cost < best.cost:
            best = found
    return best


def _spreads(system: _System, values: Numbers) -> Numbers:
    """Standard deviations of the operands' cycles."""
    jacobian = system.jacobian(values)
    # The compute time has no expected value; a very weak one keeps it invertible.
    precision = jacobian.T @ jacobian
    precision[0, 0] += 1e-12
    return np.sqrt(np.maximum(np.diag(np.linalg.pinv(precision))[2:], 0.0))


def _fit(group: Group, machine: Machine, only: frozenset[int]) -> OpFit:
    """With these operands always in the slow memory."""
    count = len(group.operands)
    ratios = tuple(machine.ratio(each) for each in group.operands)
    flags = tuple(at in only for at in range(count))
    cycles = _allowed(group, only)
    seen = np.array(list(cycles.values()))
    expected = np.array([prior_cycles(each, machine) for each in group.operands])
    system = _System(
        np.array(
            [
                [ratio if fast else 1.0 for fast, ratio in zip(tiers, ratios)]
                for tiers in cycles
            ]
        ),
        seen,
        1 / (_TOLERANCE * seen + _TOLERANCE_CYCLES),
        expected,
        _PRIOR_SPREAD * expected + _PRIOR_SPREAD_CYCLES,
    )
    values = _least_squares(system).x
    return OpFit(
        float(values[0]),
        float(values[1]),
        tuple(float(value) for value in values[2:]),
        ratios,
        flags,
        tuple(float(value) for value in _spreads(system, values)),
    )


def _allowed(group: Group, only: frozenset[int]) -> dict[Tiers, float]:
    """What was seen with these operands in the slow memory."""
    return {
        tiers: count
        for tiers, count in group.cycles.items()
        if not any(tiers[at] for at in only)
    }


def _worst(group: Group, fit: OpFit, only: frozenset[int]) -> tuple[float, float]:
    """How far the fit is from what was seen: the most, in cycles and as a share."""
    off = [
        (abs(fit.cycles(tiers) - count), abs(fit.cycles(tiers) / count - 1))
        for tiers, count in _allowed(group, only).items()
    ]
    return max(each for each, _ in off), max(share for _, share in off)


def fit_group(group: Group, machine: Machine, program_cycles: float) -> OpFit:
    """What the ops of a group take. program_cycles: of all ops.

    If the op takes longer with an operand in the fast memory, and that matters, the
    operand is to stay in the slow one: as few operands as explain what was seen.
    """
    if not group.operands:
        return OpFit(min(group.cycles.values()), 1.0, (), (), (), ())
    only: frozenset[int] = frozenset()
    best = _fit(group, machine, only)
    while True:
        off, share = _worst(group, best, only)
        if share < SLOWER_SHARE / 2:
            return best
        if off * len(group.ops) < SLOWER_PROGRAM_SHARE * program_cycles:
            return best
        found = [
            (_worst(group, fit, more), more, fit)
            for at in sorted(_worse_in_fast(_allowed(group, only)))
            if _allowed(group, more := only | {at})
            for fit in [_fit(group, machine, more)]
        ]
        if not found:
            return best
        worst, only_then, fit = min(found, key=lambda each: each[0])
        if worst[0] > off * _MOST_LEFT:
            return best
        only, best = only_then, fit


def fit_groups(groups: Sequence[Group], machine: Machine) -> list[OpFit]:
    """What the ops of each group take."""
    total = sum(len(each.ops) * min(each.cycles.values()) for each in groups)
    return [fit_group(each, machine, total) for each in groups]
