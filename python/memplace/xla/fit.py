"""Fits the parameters of ops' times to the compiler's cycles for different placements
of the operands.

A problem's op takes max(c, m) + (1 - overlap) * min(c, m). Here c is the compute time,
and m the sum of the operands' times, which depend on bytes, efficiency and memory
(docs/reference/problem.md). Least squares finds c, overlap and the operands' times.
Observations weigh most; times not determined by any compilation stay near typical
values.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from memplace.errors import MissingPartError
from memplace.extras import install_command
from memplace.xla.grouping import Group
from memplace.xla.observations import Operand, Tiers

UNSEEN = ("expect", "charge")
"""Charges for operands in memories without an observation: the expected time, or the
expected time plus its standard deviation as far as a problem can express the sum."""

Numbers = npt.NDArray[np.float64]

# Expected time of an operand in the slow memory without observations: a number of
# cycles, plus a multiple of its bytes at full bandwidth. Chosen by the error on
# held-out compilations of benchmarks/problems/tpu, which hardly depends on either: 5 to
# 60 cycles and 1.0 to 1.65 give a median of 0.17 to 0.18 %.
_PRIOR_CYCLES = 60.0
_PRIOR_SHARE = 1.35
# Standard deviation of the expected time: a share of the time, plus cycles.
_PRIOR_SPREAD = 0.5
_PRIOR_SPREAD_CYCLES = 5.0
_PRIOR_OVERLAP = 0.5
_PRIOR_OVERLAP_SPREAD = 0.5
# Tolerance for observations: a share of the cycles, plus cycles.
_TOLERANCE = 0.001
_TOLERANCE_CYCLES = 2.0
# Starts of the search: compute time as a share of the least observed cycles (True: of
# the most), and overlap. The sum of squares has several minima.
_STARTS = ((0.95, False, 0.9), (0.5, False, 0.5), (0.9, False, 0.1), (0.95, True, 0.5))
_MAX_EVALUATIONS = 60
# Number of random unseen tiers to charge.
_NUM_CHARGED = 64
# An operand must stay in the slow memory if the op is slower with the operand in the
# fast memory, by this share, and if over all ops of the group the fit is off by this
# share of the program's cycles.
SLOWER_SHARE = 0.05
SLOWER_PROGRAM_SHARE = 0.002
# A penalty is accepted if the worst error shrinks at least to this share.
_MAX_LEFT = 0.5
# Penalties are equally good if the worst error is at most this factor above the best.
_AS_GOOD = 1.1


@dataclass(frozen=True)
class Machine:
    """Rates of the machine: clock in cycles per second, bandwidths in bytes per second.
    """

    clock: float
    fast_read: float
    fast_write: float
    slow_read: float
    slow_write: float

    def seconds(self, operand: Operand, fast: bool) -> float:
        """Returns the seconds for an operand at the memory's full bandwidth."""
        read = self.fast_read if fast else self.slow_read
        write = self.fast_write if fast else self.slow_write
        time = 0.0
        if operand.mode != "write":
            time += operand.bytes / read
        if operand.mode != "read":
            time += operand.bytes / write
        return time

    def ratio(self, operand: Operand) -> float:
        """Returns the operand's time in the fast memory over its time in the slow
        memory."""
        unit = Operand(operand.mode, 1)
        return self.seconds(unit, True) / self.seconds(unit, False)


@dataclass(frozen=True)
class OpFit:
    """Times of the ops of a group, in cycles.

    slow: time of each operand in the slow memory.
    ratios: factor on `slow` if the operand is in the fast memory.
    penalties: by operand, additional compute time with the operand in the fast memory.
        A problem can't express a penalty, so these operands must stay in the slow
        memory.
    spread: standard deviation of each operand's time; the prior's if no observation
        separates the operand from the rest.
    """

    compute: float
    overlap: float
    slow: tuple[float, ...]
    ratios: tuple[float, ...]
    penalties: dict[int, float]
    spread: tuple[float, ...]

    def cycles(self, tiers: Tiers) -> float:
        """Returns the cycles of the op with its operands in these tiers."""
        memory = sum(
            time * (ratio if fast and at not in self.penalties else 1.0)
            for at, (time, ratio, fast) in enumerate(zip(self.slow, self.ratios, tiers))
        )
        longer = sum(more for at, more in self.penalties.items() if tiers[at])
        low, high = sorted((self.compute + longer, memory))
        return high + (1 - self.overlap) * low

    def is_expressible(self, tiers: Tiers) -> bool:
        """Returns true if a problem can express the op's time in these tiers."""
        return not any(tiers[at] for at in self.penalties)


def prior_cycles(operand: Operand, machine: Machine) -> float:
    """Returns the expected cycles of an operand in the slow memory without
    observations."""
    plain = machine.seconds(operand, False) * machine.clock
    return _PRIOR_CYCLES + _PRIOR_SHARE * plain


def _worse_in_fast(cycles: dict[Tiers, float]) -> set[int]:
    """Returns the operands suspected of slowing an op down in the fast memory. If more
    operands in the fast memory make the op slower, the additional operands are
    suspects."""
    found: set[int] = set()
    for more, longer in cycles.items():
        for fewer, shorter in cycles.items():
            is_more = all(a >= b for a, b in zip(more, fewer)) and more != fewer
            if is_more and longer > shorter * (1 + SLOWER_SHARE):
                found |= {at for at, (a, b) in enumerate(zip(more, fewer)) if a != b}
    return found


@dataclass(frozen=True)
class _System:
    """Least squares for a group. The unknowns are compute time, overlap, the operands'
    cycles in the slow memory, and penalties, in this order.

    ratios: by operand, cycles in the fast memory over cycles in the slow.
    longer: operands with a penalty.
    shares: by observation and operand, the factor on the operand's cycles in the slow
        memory.
    is_longer: by observation and penalty, 1 if the penalty counts, else 0.
    seen, weights: observed cycles, and weights of the differences.
    expected, spreads: prior of the operands' cycles.
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
        """Positions of the operands' cycles among the unknowns."""
        return slice(2, 2 + len(self.expected))

    def modelled(self, values: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Returns modelled cycles, compute times and memory times, by observation."""
        compute = values[0] + self.is_longer @ values[self.operands.stop :]
        memory = self.shares @ values[self.operands]
        low, high = np.minimum(compute, memory), np.maximum(compute, memory)
        return high + (1 - values[1]) * low, compute, memory

    def residuals(self, values: Numbers) -> Numbers:
        """Returns the residuals: observations first, then priors."""
        cycles = self.modelled(values)[0]
        return np.concatenate(
            [
                (cycles - self.seen) * self.weights,
                (values[self.operands] - self.expected) / self.spreads,
                [(values[1] - _PRIOR_OVERLAP) / _PRIOR_OVERLAP_SPREAD],
            ]
        )

    def jacobian(self, values: Numbers) -> Numbers:
        """Returns the derivatives of `residuals`."""
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
    """Returns the best solution of several starts. Raises MissingPartError without
    scipy."""
    try:
        from scipy.optimize import least_squares
    except ImportError as error:
        raise MissingPartError(
            "fitting op times needs the package scipy, which is not installed: "
            f"{install_command('xla')}"
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
                max_nfev=_MAX_EVALUATIONS,
            )
        )
    best: Numbers = min(results, key=lambda each: each.cost).x
    return best


def _covariance(system: _System, values: Numbers) -> Numbers:
    """Returns the covariance of the unknowns, with the model linearized at `values`."""
    jacobian = system.jacobian(values)
    return np.asarray(np.linalg.pinv(jacobian.T @ jacobian), dtype=np.float64)


def _with_seen(
    system: _System, is_fast: Numbers, cycles: Numbers, weights: Numbers
) -> _System:
    """Returns the system with further observations. is_fast: by observation and
    operand, 1 if the operand is in the fast memory."""
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
    """Returns the system with some random unseen tiers as additional observations.
    Their cycles are the expected cycles plus the standard deviation."""
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
    """Fits a group with penalties for the operands `longer`."""
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
    # Sorted, to make the result independent of the order of texts.
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
    """Returns the largest error of a fit: in cycles, and as a share."""
    off = [
        (abs(fit.cycles(tiers) - count), abs(fit.cycles(tiers) / count - 1))
        for tiers, count in group.cycles.items()
    ]
    return max(each for each, _ in off), max(share for _, share in off)


def fit_group(
    group: Group, machine: Machine, program_cycles: float, unseen: str = "expect"
) -> OpFit:
    """Fits the times of a group. program_cycles: cycles of all ops. unseen: an element
    of UNSEEN.

    If the op is slower with an operand in the fast memory, and the difference matters
    for the program, the operand gets a penalty. The fit uses as few penalties as
    possible, and among equally good operands the largest.
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
        if worst > off * _MAX_LEFT:
            return best
        best = max(
            (each for each in found if _worst(group, each)[0] <= worst * _AS_GOOD),
            key=lambda each: group.operands[[*each.penalties][-1]].traffic,
        )


def refit(
    group: Group, machine: Machine, longer: tuple[int, ...], unseen: str
) -> OpFit:
    """Fits the times of a group with penalties for just these operands."""
    return _fit(group, machine, longer, unseen)


def fit_groups(
    groups: Sequence[Group], machine: Machine, unseen: str = "expect"
) -> list[OpFit]:
    """Fits the times of all groups."""
    total = sum(len(each.ops) * min(each.cycles.values()) for each in groups)
    return [fit_group(each, machine, total, unseen) for each in groups]
