"""When arrays that are read from a slower memory are in the faster one: in the order of
their use, each as early as there is room.

That is what people do by hand, with the room for one array, two or more: an array is read
as soon as the memory for it is free, and the memory is given back after its last use. What
is used again much later is read again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

# Uses of an array that are so many steps apart, or fewer, are one stay.
NEAR_STEPS = 2


@dataclass(frozen=True)
class Stay:
    """An array in memory, read for a few uses, or an activation that comes back."""

    weight: int
    first: int
    """The first step that uses it."""
    end: int
    """The step after the last that does."""
    begin: int = 0
    """The step before which its read is issued."""
    earliest: int = 0
    """No read may be issued before this step: an activation is still on its way out."""


def stays_in_order(
    uses: Mapping[int, list[int]],
    weights: Collection[int],
    near: int = NEAR_STEPS,
) -> list[Stay]:
    """Returns when weights are used, by first use. Uses up to `near` steps apart are one
    stay.

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
    """Returns the stays with their beginnings, each as early as there is room beside those
    of earlier uses; None if there is not enough room.

    sizes: bytes of each weight.
    free: bytes by step, an array that is changed.
    before: none begins before this step.
    fills: whether one may begin before those of earlier uses, where these are too large
        for the room that there is then.
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
        # What has to wait for its own write holds up no others.
        begin = max(own, stay.earliest)
        free[begin : stay.end] -= size
        begun.append(replace(stay, begin=begin))
    return begun
