"""Reports of memory snapshots of PyTorch: what is live at the peak, how much of the
reserved memory is free, and what a packing of the same allocations takes."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memplace.errors import printable
from memplace.packing import PackResult, pack
from memplace.report.output import as_utf8
from memplace.report.packing import PackingReport
from memplace.report.snapshot_file import (
    NO_FRAMES,
    SEGMENT_ENTRIES,
    Block,
    Device,
    read_snapshot,
)
from memplace.report.units import counted, format_bytes

# Bytes; PyTorch's allocator rounds every request up to a multiple.
ALIGNMENT = 512
# Limits of the packer. The seconds matter to millions of allocations only.
NODES = 20_000
SECONDS = 30
# Rows in the table of lines of code.
ROWS = 10
BEFORE = "(before the trace)"
NOTE = (
    f"Sizes: as requested, rounded up to {ALIGNMENT} bytes. Packed: one arena for all "
    "allocations, their lives known."
)


@dataclass(slots=True)
class Allocation:
    """Memory in use from step `begin` until before step `end`.

    Step i is the time before entry i of the trace. `size` is in bytes, rounded up.
    """

    begin: int
    end: int
    size: int
    stream: int
    where: str


def rounded(size: int) -> int:
    """Returns the bytes that the allocator takes at least for a request."""
    return max(-(-size // ALIGNMENT), 1) * ALIGNMENT


def find_allocations(device: Device) -> tuple[list[Allocation], int]:
    """Returns the allocations of a device, and the number of entries missing from the
    trace.

    A trace may begin late. Memory freed without an allocation before, or active at the
    end without an entry, is then live from step 0.
    """
    end, missing = device.length + 1, 0
    found: list[Allocation] = []
    live: dict[int, Allocation] = {}
    seen = set()
    for entry in device.entries:
        step, address = entry.index + 1, entry.address
        if entry.action in SEGMENT_ENTRIES:
            continue
        old = live.pop(address, None)
        if entry.action == "alloc":
            missing += old is not None
            where, size = entry.where, rounded(entry.size)
            live[address] = Allocation(step, end, size, entry.stream, where)
            found.append(live[address])
        elif old is None and address not in seen:
            found.append(Allocation(0, step, rounded(entry.size), entry.stream, BEFORE))
        else:
            missing += old is None
        if old is not None:
            old.end = step
        seen.add(address)
    active = {block.address: block for block in device.blocks if block.is_active}
    missing += len(live.keys() ^ (active.keys() & seen))
    for address, block in active.items():
        if address not in seen:
            size = rounded(block.requested)
            where = BEFORE if block.where == NO_FRAMES else block.where
            found.append(Allocation(0, end, size, block.stream, where))
    return found, missing


def reserved_bytes(device: Device) -> NDArray[np.int64]:
    """Returns the bytes of all segments at each step, from those at the end."""
    changes = np.zeros(device.length + 1, np.int64)
    for entry in device.entries:
        changes[entry.index + 1] += SEGMENT_ENTRIES.get(entry.action, 0) * entry.size
    levels: NDArray[np.int64] = np.cumsum(changes)
    levels += device.reserved - levels[-1]
    return levels


class DeviceMemory:
    """Memory of a device over the trace.

    allocations, missing: see `find_allocations`.
    peak: bytes live at step `step`, the first with the most.
    reserved: bytes of segments, by step.
    packed: a packing of the allocations.
    """

    def __init__(self, device: Device) -> None:
        self.device = device
        self.allocations, self.missing = find_allocations(device)
        self.lower = np.array([a.begin for a in self.allocations], np.int64)
        self.upper = np.array([a.end for a in self.allocations], np.int64)
        self.size = np.array([a.size for a in self.allocations], np.int64)
        changes = np.zeros(device.length + 2, np.int64)
        np.add.at(changes, self.lower, self.size)
        np.add.at(changes, self.upper, -self.size)
        levels = np.cumsum(changes)
        self.step = int(levels.argmax())
        self.peak = int(levels[self.step])
        self.reserved = reserved_bytes(device)
        self.packed: PackResult = pack(
            self.lower,
            self.upper,
            self.size,
            alignment=ALIGNMENT,
            nodes=NODES,
            time_limit=SECONDS,
        )

    def live_lines(self) -> list[tuple[int, int, int, str]]:
        """Returns the allocations live at the peak by line of code, most bytes first.

        Each row has the sum of bytes, the bytes of the largest, the number, the line.
        """
        sizes: dict[str, list[int]] = {}
        for allocation in self.allocations:
            if allocation.begin <= self.step < allocation.end:
                sizes.setdefault(allocation.where, []).append(allocation.size)
        rows = [
            (sum(all_), max(all_), len(all_), where) for where, all_ in sizes.items()
        ]
        return sorted(rows, key=lambda row: (-row[0], row[-1]))

    def text(self) -> str:
        """Returns the tables."""
        parts = [self.headline(), *self.summary(), "", *self.peak_table()]
        return "\n".join(line.rstrip() for line in parts) + "\n"

    def headline(self) -> str:
        before = sum(allocation.begin == 0 for allocation in self.allocations)
        count = counted(len(self.allocations), "allocation")
        early = f", {before} of them from before the trace" if before else ""
        return f"device {self.device.number}: {count}{early}"

    def summary(self) -> list[str]:
        """Returns the lines about live, reserved, packed and free bytes."""
        entry = f"after entry {self.step} of {self.device.length}"
        rows = [("live at the peak", format_bytes(self.peak), entry)]
        then, most = int(self.reserved[self.step]), int(self.reserved.max())
        # The trace may lack entries of segments.
        is_known = self.peak <= then and int(self.reserved.min()) >= 0
        if is_known:
            rest = f"{format_bytes(then - self.peak)} of them free or padding"
            rows.append(("reserved then", format_bytes(then), rest))
            rows.append(("reserved at most", format_bytes(most), ""))
        else:
            note = "the trace lacks entries of segments"
            rows.append(("reserved at end", format_bytes(self.device.reserved), note))
        packed = self.packed.peak or 0
        share = f"; {100 * packed / most:.4g} % of reserved at most" if is_known else ""
        rows.append(("packed", format_bytes(packed), self.verdict() + share))
        rows.append(("free at the end", *free_text(self.device.blocks)))
        if len(streams := {a.stream for a in self.allocations}) > 1:
            rows.append(("streams", str(len(streams)), "sharing bytes needs waits"))
        if self.missing:
            text = "allocations or frees without an entry: numbers may be wrong"
            rows.append(("missing", str(self.missing), text))
        return [f"  {name:<16}  {value:>9}  {note}" for name, value, note in rows]

    def verdict(self) -> str:
        """Returns how good the packing is, as far as is proven."""
        bound, peak = self.packed.bound, self.packed.peak or 0
        if self.packed.status == "optimal":
            return "the least possible"
        return f"at most {100 * (peak - bound) / bound:.2g} % above the least"

    def peak_table(self) -> list[str]:
        """Returns the lines of code with the most bytes at the peak."""
        lines = self.live_lines()
        rows = lines[:ROWS]
        if others := lines[ROWS:]:
            rows.append((*merged(others), f"({counted(len(others), 'other line')})"))
        rows.append((*merged(lines), "in all"))
        table = [
            f"  {'at the peak':>11}  {'share':>7}  {'largest':>9}  {'count':>7}  line"
        ]
        for size, largest, count, where in rows:
            share = f"{100 * size / self.peak:.1f} %"
            name = as_utf8(printable(where))
            numbers = (
                f"{format_bytes(size):>11}  {share:>7}  {format_bytes(largest):>9}"
            )
            table.append(f"  {numbers}  {count:>7}  {name}")
        return table


def merged(rows: list[tuple[int, int, int, str]]) -> tuple[int, int, int]:
    """Returns the sum of bytes, the largest and the number of all rows together."""
    sums, largest, counts, _ = zip(*rows)
    return sum(sums), max(largest), sum(counts)


def free_text(blocks: Iterable[Block]) -> tuple[str, str]:
    """Returns the bytes of free blocks, and a note about these and the padding."""
    blocks = list(blocks)
    free = [block.size for block in blocks if not block.is_active]
    note = f"in {counted(len(free), 'block')}"
    note += f", the largest of {format_bytes(max(free))}" if free else ""
    padding = sum(block.size - block.requested for block in blocks if block.is_active)
    return format_bytes(sum(free)), f"{note}; padding {format_bytes(padding)}"


class SnapshotReport(PackingReport):
    """Report of a snapshot: `text`, and the page of the packing with a memory for each
    device. Raises InputError for a file that is no snapshot."""

    def __init__(self, path: str, title: str | None = None) -> None:
        self.memories = [DeviceMemory(device) for device in read_snapshot(path)]
        arenas = [f"device {memory.device.number}" for memory in self.memories]
        every = [a for memory in self.memories for a in memory.allocations]
        counts = [len(memory.allocations) for memory in self.memories]
        columns = {
            "name": [f"{i} {allocation.where}" for i, allocation in enumerate(every)],
            "lower": np.concatenate([memory.lower for memory in self.memories]),
            "upper": np.concatenate([memory.upper for memory in self.memories]),
            "size": np.concatenate([memory.size for memory in self.memories]),
            "alignment": np.full(len(every), ALIGNMENT),
            "gaps": np.zeros((0, 5), np.int64),
            "group": [""] * len(every),
            "arena": np.repeat(np.arange(len(arenas)), counts),
            "bound": self.memories[0].packed.bound,
            "peak": [memory.packed.peak for memory in self.memories],
            "offset": np.concatenate([m.packed.offsets for m in self.memories]),
        }
        self._fill(
            [columns],
            ["packed"],
            title or Path(path).stem,
            [None] * len(arenas),
            arenas,
        )

    def text(self) -> str:
        """Returns the tables, one after the other for several devices."""
        return "\n".join([memory.text() for memory in self.memories] + [NOTE + "\n"])
