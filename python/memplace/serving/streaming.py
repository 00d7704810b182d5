"""Placements of one call that read weights in the order of their use, as far ahead as
there is room. Activations that don't fit go to the scratch file and come back likewise.

That is what people do by hand, with the room for one weight, two or more: a weight is
read as soon as the memory for it is free, and the memory is given back after its last
use. Weights that are used again much later are read again.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from memplace.packing import pack
from memplace.serving.skews import PAGE, sizes_in_pages
from memplace.serving.spilling import Gap, choose_gaps, delay_gaps, gaps_of
from memplace.stays import Stay, begin_stays, stays_in_order

# Of the packing's search. Weights come and go in order, which is no hard case.
PACKING_NODES = 2000
# Where the packing needs more than there is, less is read ahead; so often.
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
    """Says whether the caller has the buffer."""
    return bool(buffer.get("live_in") or buffer.get("live_out"))


def may_leave(buffer: Mapping[str, Any]) -> bool:
    """Says whether the buffer may be in the scratch file."""
    return "file" in buffer.get("tiers", ["file"])


@dataclass(frozen=True)
class Placed:
    """When buffers of one call are in memory, and where."""

    first: list[Stay]
    """Inner buffers, from their beginning on."""
    reads: list[Stay]
    """What is read: weights, and activations that come back."""
    gaps: list[Gap]
    """When activations are in the scratch file only."""
    offsets: list[int]
    """Of `first`, then of `reads`; empty: not known yet."""


class Stream:
    """Placements of calls of a program without loops."""

    def __init__(
        self,
        fields: Mapping[str, Any],
        weights: Collection[int],
        picked: Collection[int] = (),
        skews: Mapping[int, int] | None = None,
    ) -> None:
        """Reads the problem's fields. Ops read `picked` weights in the file. Weights that
        have a skew are placed so many bytes after the begin of a page."""
        self.fields = fields
        self.skews = skews or {}
        self.weights = frozenset(weights)
        self.streamed = self.weights - frozenset(picked)
        self.uses = uses_of(fields)
        self.first_begin = self.find_first_begin(frozenset(picked))
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
        gaps = gaps_of(fields, self.uses, movable)
        self.may_spill = bool(gaps)
        self.unspilled = self.segments([])[0]
        has_scratch = fields["target"]["tiers"][1]["write_bytes_per_second"] > 0
        self.gaps = gaps if has_scratch else []

    def find_first_begin(self, picked: Collection[int]) -> int:
        """Returns the step after those that pick rows before any weight is used: of few
        rows, as of an embedding, each waits for all reads that were issued before."""
        whole = (self.uses[weight][0] for weight in self.streamed & self.uses.keys())
        first = min(whole, default=0)
        rows = [step for weight in picked for step in self.uses.get(weight, [])]
        return max((step + 1 for step in rows if step < first), default=0)

    def count(self, spans: Iterable[tuple[int, int, int]]) -> Any:
        """Returns the bytes by step of buffers that are there from a step to before
        another, an array."""
        import numpy as np

        used = np.zeros(len(self.fields["ops"]) + 1, dtype=np.int64)
        for number, begin, end in spans:
            used[begin] += self.sizes[number]
            used[end] -= self.sizes[number]
        return np.cumsum(used)[:-1]

    @property
    def inner_bytes(self) -> int:
        """The most that buffers need that are no weights and not the caller's."""
        return int(max(self.used, default=0))

    def choose_spills(self, stays: list[Stay], room: int) -> list[Gap] | None:
        """Returns the gaps in which activations are in the scratch file, where all stays
        fit into the room when they are used; None if that is impossible."""
        need = self.used + self.count((s.weight, s.first, s.end) for s in stays)
        if not self.gaps:
            return None if (need > room).any() else []
        gaps = choose_gaps(self.gaps, self.sizes, need - room)
        if gaps is None:
            return None
        spilled = self.count((gap.buffer, gap.begin, gap.end) for gap in gaps)
        return delay_gaps(gaps, self.sizes, self.fields, room - need + spilled)

    def pack(self, stays: list[Stay], room: int) -> list[int] | None:
        """Returns offsets of stays within the room, if found."""
        if not stays:
            return []
        packed = pack(
            [stay.begin for stay in stays],
            [stay.end for stay in stays],
            [self.sizes[stay.weight] for stay in stays],
            alignment=PAGE,
            capacity=room,
            nodes=PACKING_NODES,
        )
        if packed.offsets is None or packed.peak is None or packed.peak > room:
            return None
        return [int(offset) for offset in packed.offsets]

    def stays(self, kept: Collection[int]) -> list[Stay]:
        """Returns when weights that are not `kept` are used, by first use."""
        return stays_in_order(self.uses, self.streamed - frozenset(kept))

    def place(self, kept: Collection[int], room: int) -> dict[str, Any] | None:
        """Returns residencies and transfers of a call, in which `kept` weights are there
        already, within so many bytes; None if that is not found."""
        found = self.find(kept, room)
        return found and self.solution(found, frozenset(kept))

    def find(
        self, kept: Collection[int], room: int, fills: bool = False
    ) -> Placed | None:
        """Returns when and where everything is in such a call. `fills` is that of
        `begin_stays`."""
        stays = self.stays(kept)
        largest = max((self.sizes[stay.weight] for stay in stays), default=0)
        for attempt in range(PACKING_TRIES):
            found = self.read_ahead(stays, room - attempt * largest // 2, fills)
            if found is None:
                return None
            offsets = self.pack(found.first + found.reads, room)
            if offsets is not None:
                return replace(found, offsets=offsets)
        return None

    def read_ahead(
        self, stays: list[Stay], room: int, fills: bool = False
    ) -> Placed | None:
        """Returns when everything is in memory, but not where, reading ahead within the
        room; None if that is too little."""
        gaps = self.choose_spills(stays, room)
        if gaps is None:
            return None
        first, back = self.segments(gaps) if gaps else (self.unspilled, [])
        reads = sorted(stays + back, key=lambda stay: (stay.first, stay.weight))
        used = self.used
        if gaps:
            used = self.count((stay.weight, stay.begin, stay.end) for stay in first)
        begun = begin_stays(reads, self.sizes, room - used, self.first_begin, fills)
        return None if begun is None else Placed(first, begun, gaps, [])

    def segments(self, gaps: list[Gap]) -> tuple[list[Stay], list[Stay]]:
        """Returns when inner buffers are in memory: from their beginning on, and after
        each gap."""
        by_buffer: dict[int, list[Gap]] = {}
        for gap in gaps:
            by_buffer.setdefault(gap.buffer, []).append(gap)
        first, back = [], []
        for number in self.inner:
            buffer, own = self.fields["buffers"][number], by_buffer.get(number, [])
            ends = [*(gap.begin for gap in own), buffer["end"]]
            first.append(Stay(number, buffer["begin"], ends[0], buffer["begin"]))
            back += [
                Stay(number, gap.end, end, earliest=gap.begin)
                for gap, end in zip(own, ends[1:])
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
            residencies[stay.weight] |= {"offset": offset, "end": stay.end}
        copies: dict[tuple[int, int], int] = {}
        sources, writes = self.write_out(placed, residencies)
        transfers = []
        for stay, offset in zip(placed.reads, placed.offsets[len(placed.first) :]):
            for step in range(stay.first, stay.end):
                copies[stay.weight, step] = len(residencies)
            transfers.append(
                {
                    "from": sources.get((stay.weight, stay.first), stay.weight),
                    "to": len(residencies),
                    "channel": self.fields["target"]["channels"][0]["name"],
                    "start": stay.begin,
                    "done": stay.first,
                }
            )
            offset += self.skews.get(stay.weight, 0)
            place = {"buffer": stay.weight, "tier": "ram", "offset": offset}
            residencies.append(place | {"begin": stay.begin, "end": stay.end})
        for gap, copy in writes:
            transfers.append(
                {
                    "from": copies.get((gap.buffer, gap.written), gap.buffer),
                    "to": copy,
                    "channel": self.fields["target"]["channels"][1]["name"],
                    "start": gap.written + 1,
                    "done": gap.begin,
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
    ) -> tuple[dict[tuple[int, int], int], list[tuple[Gap, int]]]:
        """Adds residencies in the scratch file. Returns the residency from which an
        activation comes back, by it and step, and what is written to which."""
        copies: dict[tuple[int, int], int] = {}
        sources: dict[tuple[int, int], int] = {}
        writes: list[tuple[Gap, int]] = []
        for gap in placed.gaps:
            key = gap.buffer, gap.written
            if key not in copies:
                copies[key] = len(residencies)
                writes.append((gap, len(residencies)))
                place = {"buffer": gap.buffer, "tier": "file"}
                residencies.append(place | {"begin": gap.written + 1})
            residencies[copies[key]]["end"] = gap.end + 1
            sources[gap.buffer, gap.end] = copies[key]
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
