"""Residencies of arrays that are read from a slower memory, in the order of use.

Each array is read as early as there is room, and its memory is freed after the last
use. An array that is used again much later is read again. Programmers plan reads by
hand in this way, with room for one, two or more arrays (e.g. double buffering).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

# Largest distance, in steps, between uses that belong to one stay.
NEAR_STEPS = 2


@dataclass(frozen=True)
class Stay:
    """An array in memory for a few uses: a weight, or an activation that comes back."""

    weight: int
    first: int
    """First step that uses the array."""
    end: int
    """Step after the last use."""
    begin: int = 0
    """Step before which the read is issued."""
    earliest: int = 0
    """Earliest step for the read; an activation must first be written out."""


def stays_in_order(
    uses: Mapping[int, list[int]],
    weights: Collection[int],
    near: int = NEAR_STEPS,
) -> list[Stay]:
    """Returns the stays of weights, in the order of their first uses.

    Uses at most `near` steps apart belong to one stay.

    >>> stays_in_order({0: [1, 2, 9], 1: [3]}, [0, 1])[0]
    Stay(weight=0, first=1, end=3, begin=0, earliest=0)
    >>> [(stay.weight, stay.first) for stay in stays_in_order({0: [1, 2, 9], 1: [3]}, [0, 1])]
    [(0, 1), (1, 3), (0, 9)]
    """
    stays: list[Stay] = []
    for weight in weights:
        steps = uses.get(weight, [])
        for index, step in enumerate(steps):
            if index and step - steps[index - 1] <= near:
                stays[-1] = Stay(weight, stays[-1].first, step + 1)
            else:
                stays.append(Stay(weight, step, step + 1))
    return sorted(stays, key=lambda stay: (stay.first, stay.weight))


def begin_stays(
    stays: list[Stay],
    sizes: Sequence[int] | Mapping[int, int],
    free: Any,
    before: int = 0,
    fills: bool = False,
) -> list[Stay] | None:
    """Returns the stays with their beginnings; None if there is not enough room.

    Each stay begins as early as there is room beside the stays with earlier uses.

    sizes: bytes of each weight.
    free: free bytes by step, an array that is updated.
    before: no stay begins before this step.
    fills: whether a stay may begin before a stay with an earlier use, if the latter is too
        large for the room at that time.
    """
    import numpy as np

    begun = []
    for stay in stays:
        size = sizes[stay.weight]
        if (free[stay.first : stay.end] < size).any():
            return None
        tight = np.flatnonzero(free[: stay.first] < size)
        own = max(before, int(tight[-1]) + 1 if len(tight) else 0)
        if not fills:
            before = own
        # A stay that waits for its own write-back does not delay later stays.
        begin = max(own, stay.earliest)
        free[begin : stay.end] -= size
        begun.append(replace(stay, begin=begin))
    return begun
