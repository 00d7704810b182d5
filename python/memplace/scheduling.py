"""Order and recomputation of the ops of a problem (docs/guide/scheduling.md)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from memplace import arguments
from memplace.compiled import core
from memplace.placement import Problem


@dataclass(frozen=True)
class Schedule:
    """A schedule with a low peak.

    Peaks are the most bytes live at one step, of buffers that the program allocates,
    i.e. that are not external.

    problem: the scheduled problem, an ordinary problem.
    ops: [ops of `problem`], the op of the given problem that each op runs.
    buffers: [buffers of `problem`], the buffer of the given problem that each buffer is
        or whose contents it holds.
    given_peak_bytes, peak_bytes: in the given order, and of `problem`.
    bound_bytes: no schedule within the options has a lower peak. Usually low with
        loops or repeated ops.
    moved_ops: ops that run after a later op of the given order.
    repeated_ops, repeated_seconds: additional runs of ops, and their time with all
        operands in their home tiers.
    program_seconds: the same time of the program without additional runs.
    """

    problem: Problem
    ops: npt.NDArray[np.int64]
    buffers: npt.NDArray[np.int64]
    given_peak_bytes: int
    peak_bytes: int
    bound_bytes: int
    moved_ops: int
    repeated_ops: int
    repeated_seconds: float
    program_seconds: float


def schedule(
    problem: Problem, *, recompute_percent: float = 0, enough_bytes: int = 0
) -> Schedule:
    """Finds a schedule of `problem` with a low peak. The result is the same on every
    machine.

    recompute_percent: time of ops that may run again, in percent of the time of the
        program with all operands in their home tiers.
    enough_bytes: a peak this low needs no better order and no more repeated ops; 0:
        the lowest peak that the search finds.

    Ctrl-C stops the search and raises KeyboardInterrupt. Raises InputError for a
    problem whose buffers exceed 2^61 bytes together, and for loops nested too deeply.

    >>> result = schedule(problem, recompute_percent=10)
    >>> result.peak_bytes <= result.given_peak_bytes
    True
    >>> len(result.ops) == problem.num_ops + result.repeated_ops
    True
    """
    percent = arguments.number("recompute_percent", recompute_percent, 0, 1e6)
    enough = arguments.integer("enough_bytes", enough_bytes, 0, 2**62)
    return Schedule(**core.schedule(problem, percent, enough))


@dataclass(frozen=True)
class Repeated:
    """Results that are computed again.

    name: of the ops.
    bytes: of results that are not kept.
    seconds: modelled time to compute them again.
    """

    name: str
    bytes: int
    seconds: float


def repeated_ops(found: Schedule, bytes_of: Callable[[int], int]) -> tuple[Repeated, ...]:
    """Returns the ops that a schedule runs again, by name, those with the most bytes
    first. `bytes_of` returns the bytes of an op's results, for an op of the given
    problem. An op takes its compute time."""
    seen: set[int] = set()
    totals: dict[str, tuple[int, float]] = {}
    for op, given in zip(found.problem.to_dict()["ops"], found.ops.tolist()):
        if given in seen:
            size, seconds = totals.get(op["name"], (0, 0.0))
            seconds += op["compute_ps"] * 1e-12
            totals[op["name"]] = size + bytes_of(given), seconds
        seen.add(given)
    by_bytes = sorted(totals.items(), key=lambda item: -item[1][0])
    return tuple(Repeated(name, *total) for name, total in by_bytes)
