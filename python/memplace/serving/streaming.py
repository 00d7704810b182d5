"""Places a single call that reads weights in the order of use, as far ahead as there is
room. Activations without room go to the scratch file and are read back in the same way.

A weight is read as soon as there is free memory for it, and the memory is free again
after the last use. This generalises double buffering by hand. A weight with a much
later second use is read twice.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from memplace.compiled import core
from memplace.packing import pack
from memplace.serving.skews import PAGE, sizes_in_pages
from memplace.serving.spilling import (
    SpillInterval,
    delay_spills,
    select_spills,
    spill_candidates,
)

# Budget of the packing's search, in nodes. Weights come and go in order, so packing is
# easy.
PACKING_NODES = 2000
# Number of attempts, each with less reading ahead, if packing exceeds the room.
PACKING_TRIES = 4


def uses_of(fields: Mapping[str, Any]) -> dict[int, list[int]]:
    """Returns the steps that use each buffer."""
    uses: dict[int, list[int]] = {}
    for step, op in enumerate(fields["ops"]):
        for access in op.get("accesses", []):
            steps = uses.setdefault(access["buffer"], [])
            if not steps or steps[-1] != step:
                steps.append(step)
    return uses


def is_outside(buffer: Mapping[str, Any]) -> bool:
    """Returns true if the buffer belongs to the caller."""
    return bool(buffer.get("live_in") or buffer.get("live_out"))


def may_leave(buffer: Mapping[str, Any]) -> bool:
    """Returns true if the buffer may be in the scratch file."""
    return "file" in buffer.get("tiers", ["file"])


@dataclass(frozen=True)
class Placed:
    """Places of the buffers of a call in memory."""

    first: list[core.ReadStay]
    """Inner buffers, each from the start of its live range."""
    reads: list[core.ReadStay]
    """Stays filled by reads: weights, and activations read back."""
    spills: list[SpillInterval]
    """Spills during which activations are only in the scratch file."""
    offsets: list[int]
    """Offsets of `first`, then of `reads`; empty if not yet known."""


class Stream:
    """Placements of calls of a program without loops.

    streamed: weights to read as a whole.
    used: bytes of inner buffers by step.
    first_begin: earliest step for the issue of a read.
    """

    def __init__(
        self,
        fields: Mapping[str, Any],
        weights: Collection[int],
        gathered: Collection[int] = (),
        skews: Mapping[int, int] | None = None,
    ) -> None:
        """Reads the problem's fields. Ops read `gathered` weights in the file. A weight
        with a skew is placed this many bytes after the start of a page."""
        self.fields = fields
        self.skews = skews or {}
        self.weights = frozenset(weights)
        self.streamed = self.weights - frozenset(gathered)
        self.uses = uses_of(fields)
        self.first_begin = self.first_read_step(frozenset(gathered))
        self.sizes = sizes_in_pages(fields, self.skews)
        self.inner = [
            number
            for number, buffer in enumerate(fields["buffers"])
            if number not in self.weights and not is_outside(buffer)
        ]
        buffers = [fields["buffers"][number] for number in self.inner]
        self.used = self.count(
            (number, buffer["begin"], buffer["end"])
            for number, buffer in zip(self.inner, buffers)
        )
        movable = [n for n in self.inner if may_leave(fields["buffers"][n])]
        spills = spill_candidates(fields, self.uses, movable)
        self.may_spill = bool(spills)
        self.unspilled = self.segments([])[0]
        has_scratch = fields["target"]["tiers"][1]["write_bytes_per_second"] > 0
        self.spills = spills if has_scratch else []

    def first_read_step(self, gathered: Collection[int]) -> int:
        """Returns the step after the steps that pick rows before the first use of
        another weight. Picking a few rows, e.g. of an embedding, waits for all reads
        issued before."""
        whole = (self.uses[weight][0] for weight in self.streamed & self.uses.keys())
        first = min(whole, default=0)
        rows = [step for weight in gathered for step in self.uses.get(weight, [])]
        return max((step + 1 for step in rows if step < first), default=0)

    def count(self, spans: Iterable[tuple[int, int, int]]) -> Any:
        """Returns an array with bytes by step, for (buffer, begin, end) in `spans`."""
        import numpy as np

        used = np.zeros(len(self.fields["ops"]) + 1, dtype=np.int64)
        for number, begin, end in spans:
            used[begin] += self.sizes[number]
            used[end] -= self.sizes[number]
        return np.cumsum(used)[:-1]

    @property
    def unmovable(self) -> list[int]:
        """Bytes of inner buffers by step; zeros if activations may be spilled."""
        return [0] * len(self.used) if self.spills else self.used.tolist()

    @property
    def inner_bytes(self) -> int:
        """Peak bytes of buffers other than weights and the caller's buffers."""
        return int(max(self.used, default=0))

    def choose_spills(
        self, stays: list[core.ReadStay], room: int
    ) -> list[SpillInterval] | None:
        """Returns spills of activations to the scratch file, such that all stays fit
        into the room while in use. None if impossible."""
        need = self.used + self.count((s.item, s.first, s.end) for s in stays)
        if not self.spills:
            return None if (need > room).any() else []
        spills = select_spills(self.spills, self.sizes, need - room)
        if spills is None:
            return None
        spilled = self.count((spill.buffer, spill.begin, spill.end) for spill in spills)
        return delay_spills(spills, self.sizes, self.fields, room - need + spilled)

    def stays(self, kept: Collection[int]) -> list[core.ReadStay]:
        """Returns the stays of weights outside of `kept`, by first use."""
        read = self.streamed - frozenset(kept)
        return core.stays_of(
            [self.uses.get(n, []) if n in read else [] for n in range(len(self.sizes))]
        )

    def place(self, kept: Collection[int], room: int) -> dict[str, Any] | None:
        """Returns residencies and transfers of a call within `room` bytes, with `kept`
        weights already in memory. None if no placement is found."""
        found = self.find(kept, room)
        return found and self.solution(found, frozenset(kept))

    def find(
        self, kept: Collection[int], room: int, fill_gaps: bool = False
    ) -> Placed | None:
        """Returns the same placement as `place`, before its conversion to a solution.

        fill_gaps: True if a read may start before a read for an earlier use, if the
            latter is too large for the room at that time.
        """
        stays = self.stays(kept)
        largest = max((self.sizes[stay.item] for stay in stays), default=0)
        for attempt in range(PACKING_TRIES):
            reserve = attempt * largest // 2
            spills = self.choose_spills(stays, room - reserve)
            if spills is None:
                return None
            first, reads = self.with_spills(stays, spills)
            found = self.memory(first, room).plan(
                reads, self.first_begin, fill_gaps, 1, PACKING_NODES, reserve
            )
            if found is not None:
                return Placed(first, found[0], spills, found[1])
        return None

    def read_ahead(
        self, kept: Collection[int], room: int, fill_gaps: bool = False
    ) -> Placed | None:
        """Returns the same placement without offsets, with reads as early as the room
        permits. None if the room is too small."""
        stays = self.stays(kept)
        spills = self.choose_spills(stays, room)
        if spills is None:
            return None
        first, reads = self.with_spills(stays, spills)
        found = self.memory(first, room).schedule(reads, self.first_begin, fill_gaps)
        return None if found is None else Placed(first, found, spills, [])

    def memory(self, first: list[core.ReadStay], room: int) -> core.StreamMemory:
        """Returns the memory of a call with the stays of inner buffers."""
        others = [(stay.begin, stay.end, self.sizes[stay.item]) for stay in first]
        return core.StreamMemory(
            self.sizes, others, len(self.fields["ops"]), room, PAGE
        )

    def with_spills(
        self, stays: list[core.ReadStay], spills: list[SpillInterval]
    ) -> tuple[list[core.ReadStay], list[core.ReadStay]]:
        """Returns the first stays of inner buffers, and the reads: stays of weights and
        of activations after spills."""
        first, back = self.segments(spills) if spills else (self.unspilled, [])
        return first, sorted(stays + back, key=lambda stay: (stay.first, stay.item))

    def segments(
        self, spills: list[SpillInterval]
    ) -> tuple[list[core.ReadStay], list[core.ReadStay]]:
        """Returns the stays of inner buffers in memory: the first of each buffer, and
        the stays after spills."""
        by_buffer: dict[int, list[SpillInterval]] = {}
        for spill in spills:
            by_buffer.setdefault(spill.buffer, []).append(spill)
        first, back = [], []
        for number in self.inner:
            buffer, own = self.fields["buffers"][number], by_buffer.get(number, [])
            ends = [*(spill.begin for spill in own), buffer["end"]]
            begin = buffer["begin"]
            first.append(core.ReadStay(number, begin, ends[0], begin))
            back += [
                core.ReadStay(number, spill.end, end, earliest=spill.begin)
                for spill, end in zip(own, ends[1:])
            ]
        return first, back

    def solution(self, placed: Placed, kept: frozenset[int]) -> dict[str, Any]:
        """Returns the fields of a solution."""
        residencies: list[dict[str, Any]] = []
        for number, buffer in enumerate(self.fields["buffers"]):
            is_read = number in self.weights and number not in kept
            place = {"buffer": number, "tier": "file" if is_read else "ram"}
            residencies.append(place | {"begin": buffer["begin"], "end": buffer["end"]})
        for stay, offset in zip(placed.first, placed.offsets):
            residencies[stay.item] |= {"offset": offset, "end": stay.end}
        copies: dict[tuple[int, int], int] = {}
        sources, writes = self.write_out(placed, residencies)
        transfers = []
        for stay, offset in zip(placed.reads, placed.offsets[len(placed.first) :]):
            for step in range(stay.first, stay.end):
                copies[stay.item, step] = len(residencies)
            transfers.append(
                {
                    "from": sources.get((stay.item, stay.first), stay.item),
                    "to": len(residencies),
                    "channel": self.fields["target"]["channels"][0]["name"],
                    "start": stay.begin,
                    "done": stay.first,
                }
            )
            offset += self.skews.get(stay.item, 0)
            place = {"buffer": stay.item, "tier": "ram", "offset": offset}
            residencies.append(place | {"begin": stay.begin, "end": stay.end})
        for spill, copy in writes:
            transfers.append(
                {
                    "from": copies.get((spill.buffer, spill.written), spill.buffer),
                    "to": copy,
                    "channel": self.fields["target"]["channels"][1]["name"],
                    "start": spill.written + 1,
                    "done": spill.begin,
                }
            )
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

    def write_out(
        self, placed: Placed, residencies: list[dict[str, Any]]
    ) -> tuple[dict[tuple[int, int], int], list[tuple[SpillInterval, int]]]:
        """Adds residencies in the scratch file. Returns the source of each read back,
        by (activation, step); and the pairs of a spill and its residency in the file.
        """
        copies: dict[tuple[int, int], int] = {}
        sources: dict[tuple[int, int], int] = {}
        writes: list[tuple[SpillInterval, int]] = []
        for spill in placed.spills:
            key = spill.buffer, spill.written
            if key not in copies:
                copies[key] = len(residencies)
                writes.append((spill, len(residencies)))
                place = {"buffer": spill.buffer, "tier": "file"}
                residencies.append(place | {"begin": spill.written + 1})
            residencies[copies[key]]["end"] = spill.end + 1
            sources[spill.buffer, spill.end] = copies[key]
        if writes:
            kept = [residencies[copy] for _, copy in writes]
            packed = pack(
                [place["begin"] for place in kept],
                [place["end"] for place in kept],
                [self.sizes[place["buffer"]] for place in kept],
                alignment=PAGE,
                nodes=PACKING_NODES,
            )
            assert packed.offsets is not None, "there is no capacity to exceed"
            for place, offset in zip(kept, packed.offsets):
                place["offset"] = int(offset)
        return sources, writes
