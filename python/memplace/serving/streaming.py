"""Placements of one call that read weights in the order of their use, as far ahead as
there is room.

That is what people do by hand, with the room for one weight, two or more: a weight is
read as soon as the memory for it is free, and the memory is given back after its last
use. Weights that are used again much later are read again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from memplace.packing import pack

PAGE = 4096
# Uses of a weight that are so many steps apart, or fewer, are one stay.
NEAR_STEPS = 2
# Of the packing's search. Weights come and go in order, which is no hard case.
PACKING_NODES = 2000
# Where the packing needs more than there is, less is read ahead; so often.
PACKING_TRIES = 4


@dataclass(frozen=True)
class Stay:
    """A weight in memory, read for a few uses."""

    weight: int
    first: int
    """The first step that uses it."""
    end: int
    """The step after the last that does."""
    begin: int = 0
    """The step before which its read is issued."""


def round_up(size: int) -> int:
    """Returns the bytes of whole pages."""
    return -(-size // PAGE) * PAGE


def uses_of(fields: Mapping[str, Any]) -> dict[int, list[int]]:
    """Returns the steps that use each buffer."""
    uses: dict[int, list[int]] = {}
    for step, op in enumerate(fields["ops"]):
        for access in op.get("accesses", []):
            steps = uses.setdefault(access["buffer"], [])
            if not steps or steps[-1] != step:
                steps.append(step)
    return uses


def stays_in_order(
    uses: Mapping[int, list[int]], weights: Collection[int]
) -> list[Stay]:
    """Returns when weights are used, by first use.

    >>> stays_in_order({0: [1, 2, 9], 1: [3]}, [0, 1])[0]
    Stay(weight=0, first=1, end=3, begin=0)
    >>> [(stay.weight, stay.first) for stay in stays_in_order({0: [1, 2, 9], 1: [3]}, [0, 1])]
    [(0, 1), (1, 3), (0, 9)]
    """
    stays: list[Stay] = []
    for weight in weights:
        steps = uses.get(weight, [])
        for index, step in enumerate(steps):
            if index and step - steps[index - 1] <= NEAR_STEPS:
                stays[-1] = Stay(weight, stays[-1].first, step + 1)
            else:
                stays.append(Stay(weight, step, step + 1))
    return sorted(stays, key=lambda stay: (stay.first, stay.weight))


def is_outside(buffer: Mapping[str, Any]) -> bool:
    """Says whether the caller has the buffer."""
    return bool(buffer.get("live_in") or buffer.get("live_out"))


class Stream:
    """Placements of calls of a program without loops."""

    def __init__(
        self,
        fields: Mapping[str, Any],
        weights: Collection[int],
        picked: Collection[int] = (),
    ) -> None:
        """Reads the problem's fields. Ops read `picked` weights in the file."""
        self.fields = fields
        self.weights = frozenset(weights)
        self.streamed = self.weights - frozenset(picked)
        self.uses = uses_of(fields)
        self.sizes = [round_up(int(buffer["size"])) for buffer in fields["buffers"]]
        self.inner = [
            number
            for number, buffer in enumerate(fields["buffers"])
            if number not in self.weights and not is_outside(buffer)
        ]
        self.used = [0] * len(fields["ops"])
        for number in self.inner:
            buffer = fields["buffers"][number]
            for step in range(buffer["begin"], buffer["end"]):
                self.used[step] += self.sizes[number]

    @property
    def inner_bytes(self) -> int:
        """The most that buffers need that are no weights and not the caller's."""
        return max(self.used, default=0)

    def begin_stays(self, stays: list[Stay], room: int) -> list[Stay] | None:
        """Returns the stays with their beginnings, each as early as there is room and
        none before that of an earlier use; None if there is not enough room."""
        import numpy as np

        free = room - np.array(self.used, dtype=np.int64)
        before, begun = 0, []
        for stay in stays:
            size = self.sizes[stay.weight]
            if (free[stay.first : stay.end] < size).any():
                return None
            tight = np.flatnonzero(free[: stay.first] < size)
            begin = max(before, int(tight[-1]) + 1 if len(tight) else 0)
            free[begin : stay.end] -= size
            before = begin
            begun.append(Stay(stay.weight, stay.first, stay.end, begin))
        return begun

    def pack(self, stays: list[Stay], room: int) -> list[int] | None:
        """Returns offsets of inner buffers and stays within the room, if found."""
        buffers = [self.fields["buffers"][number] for number in self.inner]
        lower = [buffer["begin"] for buffer in buffers] + [s.begin for s in stays]
        upper = [buffer["end"] for buffer in buffers] + [s.end for s in stays]
        numbers = [*self.inner, *(stay.weight for stay in stays)]
        if not numbers:
            return []
        sizes = [self.sizes[number] for number in numbers]
        packed = pack(
            lower, upper, sizes, alignment=PAGE, capacity=room, nodes=PACKING_NODES
        )
        if packed.offsets is None or packed.peak is None or packed.peak > room:
            return None
        return [int(offset) for offset in packed.offsets]

    def place(self, kept: Collection[int], room: int) -> dict[str, Any] | None:
        """Returns residencies and transfers of a call, in which `kept` weights are there
        already, within so many bytes; None if that is not found."""
        stays = stays_in_order(self.uses, self.streamed - frozenset(kept))
        largest = max((self.sizes[stay.weight] for stay in stays), default=0)
        for attempt in range(PACKING_TRIES):
            begun = self.begin_stays(stays, room - attempt * largest // 2)
            if begun is None:
                return None
            offsets = self.pack(begun, room)
            if offsets is not None:
                return self.solution(begun, offsets, frozenset(kept))
        return None

    def solution(
        self, stays: list[Stay], offsets: list[int], kept: frozenset[int]
    ) -> dict[str, Any]:
        """Returns the fields of a solution."""
        residencies: list[dict[str, Any]] = []
        for number, buffer in enumerate(self.fields["buffers"]):
            is_read = number in self.weights and number not in kept
            place = {"buffer": number, "tier": "file" if is_read else "ram"}
            residencies.append(place | {"begin": buffer["begin"], "end": buffer["end"]})
        for number, offset in zip(self.inner, offsets):
            residencies[number]["offset"] = offset
        copies: dict[tuple[int, int], int] = {}
        transfers = []
        for stay, offset in zip(stays, offsets[len(self.inner) :]):
            for step in range(stay.first, stay.end):
                copies[stay.weight, step] = len(residencies)
            transfers.append(
                {
                    "from": stay.weight,
                    "to": len(residencies),
                    "channel": self.fields["target"]["channels"][0]["name"],
                    "start": stay.begin,
                    "done": stay.first,
                }
            )
            place = {"buffer": stay.weight, "tier": "ram", "offset": offset}
            residencies.append(place | {"begin": stay.begin, "end": stay.end})
        served = [
            [
                copies.get((access["buffer"], step), access["buffer"])
                for access in op.get("accesses", [])
            ]
            for step, op in enumerate(self.fields["ops"])
        ]
        return {
            "format": "memplace-solution",
            "version": 1,
            "problem": self.fields["name"],
            "residencies": residencies,
            "transfers": transfers,
            "served": served,
        }
