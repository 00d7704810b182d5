"""What an op takes, as a problem says it, from what the compiler says of it with its
operands in different memories.

A problem's op takes max(c, m) + (1 - overlap) * min(c, m), where c is its compute time
and m the sum of its operands' times, each by its bytes, its efficiency and the memory
that it is in (docs/reference/problem.md). c, overlap and the operands' times are found by least
squares: what was seen weighs most, what no compilation shows stays near what ops mostly
take.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from memplace.errors import MissingPartError
from memplace.xla.grouping import Group
from memplace.xla.observations import Operand, Tiers

UNSEEN = ("expect", "charge")
"""What ops are charged with operands in memories that were not seen: what is expected, or
that and its standard deviation, as far as the model can say it."""

Numbers = npt.NDArray[np.float64]

# What an operand in the slow memory is expected to cost before anything is seen: so many
# cycles, and its bytes at the bandwidth times so much. Chosen by the error on held-out
# compilations of benchmarks/problems/tpu, which hardly depends on them: 5 to 60 cycles
# and 1.0 to 1.65 give 0.17 to 0.18 % in the median.
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
# Tiers drawn that were not seen, if they are charged.
_NUM_CHARGED = 64
# An operand is to stay in the slow memory if the op takes longer with it in the fast one,
# by this share, and if the fit is off by so much of the program's cycles, over all ops
# of the group.
SLOWER_SHARE = 0.05
SLOWER_PROGRAM_SHARE = 0.002
# Of what the fit was off by at worst, what may be left then.
_MOST_LEFT = 0.5
# What may be left more than with the best operand, for another one to be as good.
_AS_GOOD = 1.1


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
    penalties: by operand, how much longer the op computes with that operand in the fast
        memory than in the slow one. A problem can't say that, so these operands are to
        stay in the slow memory.
    spread: standard deviation of each operand's cycles; what was never seen by itself
        has that of the prior.
    """

    compute: float
    overlap: float
    slow: tuple[float, ...]
    ratios: tuple[float, ...]
    penalties: dict[int, float]
    spread: tuple[float, ...]

    def cycles(self, tiers: Tiers) -> float:
        """Of the op with its operands there."""
        memory = sum(
            time * (ratio if fast and at not in self.penalties else 1.0)
            for at, (time, ratio, fast) in enumerate(zip(self.slow, self.ratios, tiers))
        )
        longer = sum(more for at, more in self.penalties.items() if tiers[at])
        low, high = sorted((self.compute + longer, memory))
        return high + (1 - self.overlap) * low

    def can_be_said(self, tiers: Tiers) -> bool:
        """Whether a problem lets the operands be there."""
        return not any(tiers[at] for at in self.penalties)


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
    """Least squares for one group. What is looked for: compute time, overlap, operands'
    cycles in the slow memory, penalties.

    ratios: of operands' cycles in the fast memory to those in the slow one.
    longer: operands with a penalty.
    shares: for each thing seen, of each operand's cycles in the slow memory.
    is_longer: for each thing seen, which penalties count, 0 or 1.
    seen, weights: cycles, and by what a difference counts.
    expected, spreads: of operands' cycles.
    """

    ratios: Numbers
    longer: tuple[int, ...]
    shares: Numbers
    is_longer: Numbers
    seen: Numbers
    weights: Numbers
    expected: Numbers
    spreads: Numbers

    @property
    def operands(self) -> slice:
        """Which of the values are the operands' cycles."""
        return slice(2, 2 + len(self.expected))

    def modelled(self, values: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Cycles; of them compute time and the operands' sum."""
        compute = values[0] + self.is_longer @ values[self.operands.stop :]
        memory = self.shares @ values[self.operands]
        low, high = np.minimum(compute, memory), np.maximum(compute, memory)
        return high + (1 - values[1]) * low, compute, memory

    def residuals(self, values: Numbers) -> Numbers:
        """What least squares makes small: what was seen, then what is expected."""
        cycles = self.modelled(values)[0]
        return np.concatenate(
            [
                (cycles - self.seen) * self.weights,
                (values[self.operands] - self.expected) / self.spreads,
                [(values[1] - _PRIOR_OVERLAP) / _PRIOR_OVERLAP_SPREAD],
            ]
        )

    def jacobian(self, values: Numbers) -> Numbers:
        """Derivatives of `residuals`."""
        _, compute, memory = self.modelled(values)
        is_above, rest = memory >= compute, 1 - values[1]
        rows = len(self.seen)
        found = np.zeros((rows + len(self.expected) + 1, len(values)))
        top = found[:rows]
        top[:, 0] = np.where(is_above, rest, 1.0)
        top[:, 1] = -np.minimum(compute, memory)
        top[:, self.operands] = self.shares * np.where(is_above, 1.0, rest)[:, None]
        top[:, self.operands.stop :] = self.is_longer * top[:, :1]
        top *= self.weights[:, None]
        found[rows:-1, self.operands] = np.diag(1 / self.spreads)
        found[-1, 1] = 1 / _PRIOR_OVERLAP_SPREAD
        return found


def _least_squares(system: _System) -> Numbers:
    """The best of several starts. Raises MissingPartError."""
    try:
        from scipy.optimize import least_squares
    except ImportError as error:
        raise MissingPartError(
            "fitting op times needs the package scipy, which is not installed: "
            "pip install './python[xla]'"
        ) from error
    count, penalties = len(system.expected), system.is_longer.shape[1]
    upper = np.full(2 + count + penalties, np.inf)
    upper[1] = 1.0
    most, least = system.seen.max(), system.seen.min()
    operands = np.minimum(system.expected, most / count + 0.1 * system.expected)
    results: list[Any] = []
    for share, of_most, overlap in _STARTS:
        compute = max(share * (most if of_most else least), 1.0)
        results.append(
            least_squares(
                system.residuals,
                np.concatenate(
                    [[compute, overlap], operands, np.full(penalties, 0.1 * least)]
                ),
                jac=system.jacobian,
                bounds=(np.zeros(len(upper)), upper),
                max_nfev=_MOST_EVALUATIONS,
            )
        )
    best: Numbers = min(results, key=lambda each: each.cost).x
    return best


def _covariance(system: _System, values: Numbers) -> Numbers:
    """Of what was found, as if the model were linear there."""
    jacobian = system.jacobian(values)
    return np.asarray(np.linalg.pinv(jacobian.T @ jacobian), dtype=np.float64)


def _with_seen(
    system: _System, is_fast: Numbers, cycles: Numbers, weights: Numbers
) -> _System:
    """The system with more that is to be met. is_fast: for each, of each operand."""
    gained = 1 - system.ratios
    gained[list(system.longer)] = 0.0
    return replace(
        system,
        shares=np.vstack([system.shares, 1 - is_fast * gained]),
        is_longer=np.vstack([system.is_longer, is_fast[:, system.longer]]),
        seen=np.concatenate([system.seen, cycles]),
        weights=np.concatenate([system.weights, weights]),
    )


def _charged(system: _System, values: Numbers, group: Group) -> _System:
    """The system with tiers that were not seen, some at random, which are to take what is
    expected and its standard deviation."""
    count = len(group.operands)
    drawn = np.random.default_rng(0).integers(0, 2, (_NUM_CHARGED, count)) == 1
    fresh = [tiers for tiers in map(tuple, drawn) if tiers not in group.cycles]
    if not fresh:
        return system
    is_fast = np.unique(np.array(fresh, dtype=float), axis=0)
    none = np.zeros(len(is_fast))
    rows = len(system.seen)
    full = _with_seen(system, is_fast, none, none + 1)
    expected = full.modelled(values)[0][rows:]
    slopes = full.jacobian(values)[rows : rows + len(is_fast)]
    variance = np.einsum("ij,jk,ik->i", slopes, _covariance(system, values), slopes)
    spread = np.sqrt(np.maximum(variance, 0.0))
    weights = np.sqrt(count / len(is_fast)) / (
        spread + _TOLERANCE * expected + _TOLERANCE_CYCLES
    )
    return _with_seen(system, is_fast, expected + spread, weights)


def _fit(group: Group, machine: Machine, longer: tuple[int, ...], unseen: str) -> OpFit:
    """With penalties for these operands."""
    ratios = np.array([machine.ratio(each) for each in group.operands])
    expected = np.array([prior_cycles(each, machine) for each in group.operands])
    count = len(group.operands)
    empty = _System(
        ratios,
        longer,
        np.zeros((0, count)),
        np.zeros((0, len(longer))),
        np.zeros(0),
        np.zeros(0),
        expected,
        _PRIOR_SPREAD * expected + _PRIOR_SPREAD_CYCLES,
    )
    # Sorted, so that the order of the texts does not matter.
    known = sorted(group.cycles.items())
    seen = np.array([cycles for _, cycles in known])
    system = _with_seen(
        empty,
        np.array([tiers for tiers, _ in known], dtype=float),
        seen,
        1 / (_TOLERANCE * seen + _TOLERANCE_CYCLES),
    )
    values = _least_squares(system)
    if unseen == "charge":
        values = _least_squares(_charged(system, values, group))
    spreads = np.sqrt(np.maximum(np.diag(_covariance(system, values)), 0.0))
    penalties = values[system.operands.stop :]
    return OpFit(
        float(values[0]),
        float(values[1]),
        tuple(float(value) for value in values[system.operands]),
        tuple(float(value) for value in ratios),
        {at: float(value) for at, value in zip(longer, penalties)},
        tuple(float(value) for value in spreads[system.operands]),
    )


def _worst(group: Group, fit: OpFit) -> tuple[float, float]:
    """How far the fit is from what was seen, at most: cycles, and a share of them."""
    off = [
        (abs(fit.cycles(tiers) - count), abs(fit.cycles(tiers) / count - 1))
        for tiers, count in group.cycles.items()
    ]
    return max(each for each, _ in off), max(share for _, share in off)


def fit_group(
    group: Group, machine: Machine, program_cycles: float, unseen: str = "expect"
) -> OpFit:
    """What the ops of a group take. program_cycles: of all ops. unseen: of UNSEEN.

    If the op takes longer with an operand in the fast memory, and that matters, the
    operand has a penalty: as few operands as explain what was seen, of equally good
    ones the largest.
    """
    if not group.operands:
        return OpFit(min(group.cycles.values()), 1.0, (), (), {}, ())
    best = _fit(group, machine, (), unseen)
    suspects = _worse_in_fast(group.cycles)
    while True:
        off, share = _worst(group, best)
        is_large = off * len(group.ops) >= SLOWER_PROGRAM_SHARE * program_cycles
        left = sorted(suspects - best.penalties.keys())
        if share < SLOWER_SHARE or not is_large or not left:
            return best
        found = [_fit(group, machine, (*best.penalties, at), unseen) for at in left]
        worst = min(_worst(group, each)[0] for each in found)
        if worst > off * _MOST_LEFT:
            return best
        best = max(
            (each for each in found if _worst(group, each)[0] <= worst * _AS_GOOD),
            key=lambda each: group.operands[[*each.penalties][-1]].traffic,
        )


def refit(
    group: Group, machine: Machine, longer: tuple[int, ...], unseen: str
) -> OpFit:
    """What the ops of a group take, with penalties for these operands and no others."""
    return _fit(group, machine, longer, unseen)


def fit_groups(
    groups: Sequence[Group], machine: Machine, unseen: str = "expect"
) -> list[OpFit]:
    """What the ops of each group take."""
    total = sum(len(each.ops) * min(each.cycles.values()) for each in groups)
    return [fit_group(each, machine, total, unseen) for each in groups]
