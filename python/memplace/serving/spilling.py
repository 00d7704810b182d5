"""Chooses activations to move to the scratch file, and the times of the moves.

An activation may wait long for its next use, e.g. on a skip connection. It is then
written to the scratch file and read back before this use; its memory is free in
between. The write starts as soon as the activation is complete, so that ops hide the
write. Unless the activation changes, a second gap needs no second write.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

PICOSECONDS = 10**12


@dataclass(frozen=True)
class Gap:
    """Steps during which an activation's memory is free if the activation is in the
    scratch file."""

    buffer: int
    written: int
    """Last step that writes the activation before the gap."""
    begin: int
    """First step with free memory, after the arrival of the write."""
    end: int
    """Next step that uses the activation."""


def gaps_of(
    fields: Mapping[str, Any], uses: Mapping[int, list[int]], buffers: Collection[int]
) -> list[Gap]:
    """Returns all gaps of `buffers`, by buffer and step."""
    writes: dict[int, list[int]] = {buffer: [] for buffer in buffers}
    for step, op in enumerate(fields["ops"]):
        for access in op.get("accesses", []):
            if access["buffer"] in writes and access["mode"] != "read":
                writes[access["buffer"]].append(step)
    gaps = []
    for buffer in buffers:
        steps = uses.get(buffer, [])
        for last, following in zip(steps, steps[1:]):
            written = max((step for step in writes[buffer] if step <= last), default=-1)
            # While the contents are written out, the op after the writing op runs.
            begin = max(last + 1, written + 2)
            if written >= 0 and begin < following:
                gaps.append(Gap(buffer, written, begin, following))
    return gaps


def choose_gaps(gaps: Iterable[Gap], sizes: Sequence[int], excess: Any) -> Any:
    """Returns gaps that free enough memory, in order; None if no gaps suffice.

    excess: array by step, bytes beyond the room; negative if there is room left.

    Greedy: repeatedly takes the gap with the largest reduction of the excess per byte
        moved. In the end, removes gaps that have become superfluous.
    """
    import numpy as np

    excess = np.array(excess, dtype=np.int64)
    left = list(gaps)
    chosen: list[Gap] = []
    while (excess > 0).any():
        written = {(gap.buffer, gap.written) for gap in chosen}
        best, most = None, (0.0, 0)
        for gap in left:
            size = sizes[gap.buffer]
            over = excess[gap.begin : gap.end].clip(0, size)
            moved = size * (1 if (gap.buffer, gap.written) in written else 2)
            score = (float(over.sum()) / moved, gap.end - gap.begin)
            if score[0] > 0 and score > most:
                best, most = gap, score
        if best is None:
            return None
        chosen.append(best)
        left.remove(best)
        excess[best.begin : best.end] -= sizes[best.buffer]
    for gap in list(chosen):
        size = sizes[gap.buffer]
        if (excess[gap.begin : gap.end] + size <= 0).all():
            chosen.remove(gap)
            excess[gap.begin : gap.end] += size
    return sorted(chosen, key=lambda gap: (gap.buffer, gap.begin))


def delay_gaps(
    gaps: Iterable[Gap], sizes: Sequence[int], fields: Mapping[str, Any], free: Any
) -> list[Gap]:
    """Delays the start of gaps until the write should have arrived, if there is room,
    so that ops do not wait for the write.

    free: array by step, free bytes; updated.
    """
    speed = fields["target"]["tiers"][1]["write_bytes_per_second"]
    begins = [0.0]
    for op in fields["ops"]:
        begins.append(begins[-1] + op.get("compute_ps", 0) / PICOSECONDS)
    writer, delayed, written = 0.0, [], set()
    for gap in sorted(gaps, key=lambda gap: (gap.written, gap.buffer, gap.begin)):
        begin = gap.begin
        if (gap.buffer, gap.written) not in written:
            written.add((gap.buffer, gap.written))
            size = sizes[gap.buffer]
            writer = max(writer, begins[gap.written + 1]) + size / speed
            while (
                begin < gap.end - 1 and begins[begin] < writer and free[begin] >= size
            ):
                free[begin] -= size
                begin += 1
        delayed.append(replace(gap, begin=begin))
    return sorted(delayed, key=lambda gap: (gap.buffer, gap.begin))
