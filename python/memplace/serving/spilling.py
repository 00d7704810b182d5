"""Chooses activations to move to the scratch file, and the times of the moves.

An activation may wait long for its next use, e.g. on a skip connection. It is then
written to the scratch file and read back before this use; its memory is free in
between. The write starts as soon as the activation is complete, so that ops hide the
write. Unless the activation changes, a second spill needs no second write.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

PICOSECONDS = 10**12


@dataclass(frozen=True)
class SpillInterval:
    """Steps during which an activation's memory is free if the activation is in the
    scratch file."""

    buffer: int
    written: int
    """Last step that writes the activation before the interval."""
    begin: int
    """First step with free memory, after the arrival of the write."""
    end: int
    """Next step that uses the activation."""


def spill_candidates(
    fields: Mapping[str, Any], uses: Mapping[int, list[int]], buffers: Collection[int]
) -> list[SpillInterval]:
    """Returns all possible spills of `buffers`, by buffer and step."""
    writes: dict[int, list[int]] = {buffer: [] for buffer in buffers}
    for step, op in enumerate(fields["ops"]):
        for access in op.get("accesses", []):
            if access["buffer"] in writes and access["mode"] != "read":
                writes[access["buffer"]].append(step)
    spills = []
    for buffer in buffers:
        steps = uses.get(buffer, [])
        for last, following in zip(steps, steps[1:]):
            written = max((step for step in writes[buffer] if step <= last), default=-1)
            # While the contents are written out, the op after the writing op runs.
            begin = max(last + 1, written + 2)
            if written >= 0 and begin < following:
                spills.append(SpillInterval(buffer, written, begin, following))
    return spills


def select_spills(
    spills: Iterable[SpillInterval], sizes: Sequence[int], excess: Any
) -> Any:
    """Returns spills that free enough memory, in order; None if no spills suffice.

    excess: array by step, bytes beyond the room; negative if there is room left.

    Repeatedly takes the spill with the largest reduction of the excess per byte moved.
    In the end, removes spills that have become superfluous.
    """
    import numpy as np

    excess = np.array(excess, dtype=np.int64)
    left = list(spills)
    chosen: list[SpillInterval] = []
    while (excess > 0).any():
        written = {(spill.buffer, spill.written) for spill in chosen}
        best, most = None, (0.0, 0)
        for spill in left:
            size = sizes[spill.buffer]
            over = excess[spill.begin : spill.end].clip(0, size)
            moved = size * (1 if (spill.buffer, spill.written) in written else 2)
            score = (float(over.sum()) / moved, spill.end - spill.begin)
            if score[0] > 0 and score > most:
                best, most = spill, score
        if best is None:
            return None
        chosen.append(best)
        left.remove(best)
        excess[best.begin : best.end] -= sizes[best.buffer]
    for spill in list(chosen):
        size = sizes[spill.buffer]
        if (excess[spill.begin : spill.end] + size <= 0).all():
            chosen.remove(spill)
            excess[spill.begin : spill.end] += size
    return sorted(chosen, key=lambda spill: (spill.buffer, spill.begin))


def delay_spills(
    spills: Iterable[SpillInterval],
    sizes: Sequence[int],
    fields: Mapping[str, Any],
    free: Any,
) -> list[SpillInterval]:
    """Delays the start of spills until the write should have arrived, if there is room,
    so that ops do not wait for the write.

    free: array by step, free bytes; updated.
    """
    speed = fields["target"]["tiers"][1]["write_bytes_per_second"]
    begins = [0.0]
    for op in fields["ops"]:
        begins.append(begins[-1] + op.get("compute_ps", 0) / PICOSECONDS)
    writer, delayed, written = 0.0, [], set()
    for spill in sorted(
        spills, key=lambda spill: (spill.written, spill.buffer, spill.begin)
    ):
        begin = spill.begin
        if (spill.buffer, spill.written) not in written:
            written.add((spill.buffer, spill.written))
            size = sizes[spill.buffer]
            writer = max(writer, begins[spill.written + 1]) + size / speed
            while (
                begin < spill.end - 1 and begins[begin] < writer and free[begin] >= size
            ):
                free[begin] -= size
                begin += 1
        delayed.append(replace(spill, begin=begin))
    return sorted(delayed, key=lambda spill: (spill.buffer, spill.begin))
