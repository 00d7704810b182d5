"""Residencies of arrays that are read from a slower memory, in the order of use.

Each array is read as early as there is room, and its memory is freed after the last
use. An array that is used again much later is read again. Programmers plan reads by
hand in this way, with room for one, two or more arrays (e.g. double buffering).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

# Largest distance, in steps, between uses that belong to one residency.
NEAR_STEPS = 2


@dataclass(frozen=True)
class Residency:
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


def residencies_in_order(
    uses: Mapping[int, list[int]],
    weights: Collection[int],
    near: int = NEAR_STEPS,
) -> list[Residency]:
    """Returns the residencies of weights, in the order of their first uses.

    Uses at most `near` steps apart belong to one residency.

    >>> residencies_in_order({0: [1, 2, 9], 1: [3]}, [0, 1])[0]
    Residency(weight=0, first=1, end=3, begin=0, earliest=0)
    >>> [r.weight for r in residencies_in_order({0: [1, 2, 9], 1: [3]}, [0, 1])]
    [0, 1, 0]
    """
    residencies: list[Residency] = []
    for weight in weights:
        steps = uses.get(weight, [])
        for index, step in enumerate(steps):
            if index and step - steps[index - 1] <= near:
                residencies[-1] = Residency(weight, residencies[-1].first, step + 1)
            else:
                residencies.append(Residency(weight, step, step + 1))
    return sorted(
        residencies, key=lambda residency: (residency.first, residency.weight)
    )


def schedule_reads(
    residencies: list[Residency],
    sizes: Sequence[int] | Mapping[int, int],
    free: Any,
    before: int = 0,
    fill_gaps: bool = False,
) -> list[Residency] | None:
    """Returns the residencies with their beginnings; None if there is not enough room.

    Each residency begins as early as there is room beside those with earlier uses.

    sizes: bytes of each weight.
    free: free bytes by step, an array that is updated.
    before: no residency begins before this step.
    fill_gaps: True if a residency may begin before a residency with an earlier use, if
        the latter is too large for the room at that time.
    """
    import numpy as np

    scheduled = []
    for residency in residencies:
        size = sizes[residency.weight]
        if (free[residency.first : residency.end] < size).any():
            return None
        tight = np.flatnonzero(free[: residency.first] < size)
        own = max(before, int(tight[-1]) + 1 if len(tight) else 0)
        if not fill_gaps:
            before = own
        # A residency that waits for its own write-back does not delay later ones.
        begin = max(own, residency.earliest)
        free[begin : residency.end] -= size
        scheduled.append(replace(residency, begin=begin))
    return scheduled
