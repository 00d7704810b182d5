"""Which activations go to the scratch file, and when.

An activation that waits for its next use, a skip connection as a rule, may be written to
the scratch file and read back before that use. Its memory is free in between. It is
written as soon as it is complete, so that ops hide the write, and only once if it does
not change: a second gap costs a read only.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

PICOSECONDS = 10**12


@dataclass(frozen=True)
class Gap:
    """Steps in which the memory of an activation is free if it goes to scratch."""

    buffer: int
    written: int
    """The last step that writes it before."""
    begin: int
    """The first step with free memory: the write has arrived."""
    end: int
    """The next step that uses it."""


def gaps_of(
    fields: Mapping[str, Any], uses: Mapping[int, list[int]], buffers: Collection[int]
) -> list[Gap]:
    """Returns all gaps of these buffers, by buffer and step."""
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
            # The op after the one that writes runs while the contents go out.
            begin = max(last + 1, written + 2)
            if written >= 0 and begin < following:
                gaps.append(Gap(buffer, written, begin, following))
    return gaps


def choose_gaps(gaps: Iterable[Gap], sizes: Sequence[int], excess: Any) -> Any:
    """Returns gaps that free enough memory, in order, or None if there are none.

    excess: bytes by step, an array, that are too many; below 0 where there is room.

    Takes the gap with the most relief for the bytes that are moved, again and again, and
    leaves out in the end what became superfluous.
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
    """Returns the gaps with later beginnings: memory is kept until the write should have
    arrived, as far as there is room, so that nothing waits for it.

    free: bytes by step, an array that is changed.
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
