"""A lower bound on the time of a call, for any set of kept weights and any schedule of
reads."""

from collections.abc import Collection, Mapping
from typing import Any

from memplace.serving.streaming import uses_of

PICOSECONDS = 10**12


def least_seconds(
    fields: Mapping[str, Any], weights: Collection[int], room: int
) -> float:
    """Returns a lower bound, in seconds, for plans without reads before the call
    starts. `weights` are in the file; `room` is the number of bytes for weights in
    memory.

    All ops before an op must run before the op starts. At this time, at most `room`
    bytes of the weights of the op and of later ops are in memory. The rest is read
    afterwards, and the last op with a weight runs after these reads. At the start of
    the call, memory must also have empty room for the largest weight to be read, which
    has at least `smallest_read` bytes.

    >>> ops = [{"compute_ps": 10**12, "accesses": [{"buffer": n}]} for n in range(3)]
    >>> channel = {"bytes_per_second": 10}
    >>> fields = {"ops": ops, "buffers": [{"size": 60}] * 3}
    >>> fields["target"] = {"channels": [channel]}
    >>> least_seconds(fields, [0, 1, 2], 180), least_seconds(fields, [0, 1, 2], 60)
    (3.0, 19.0)
    >>> fields["ops"] = [{"compute_ps": 5 * 10**12}, *ops]
    >>> least_seconds(fields, [0, 1, 2], 60)
    19.0
    """
    speed = fields["target"]["channels"][0]["bytes_per_second"]
    seconds = [op.get("compute_ps", 0) / PICOSECONDS for op in fields["ops"]]
    uses = uses_of(fields)
    last_uses = {weight: uses[weight][-1] for weight in weights if weight in uses}
    least = total = sum(seconds)
    if not last_uses:
        return total
    last = max(last_uses.values())
    needed = sum(int(fields["buffers"][weight]["size"]) for weight in last_uses)
    begin, spare = 0.0, smallest_read(fields, last_uses, needed - room)
    after = sum(seconds[last:])
    for step in range(last + 1):
        missing = max(0, needed - room + (spare if step == 0 else 0))
        least = max(least, begin + missing / speed + after)
        begin += seconds[step]
        for weight, last_use in last_uses.items():
            if last_use == step:
                needed -= int(fields["buffers"][weight]["size"])
    return least


def smallest_read(
    fields: Mapping[str, Any], weights: Collection[int], missing: int
) -> int:
    """Returns a lower bound on the largest weight to be read, in bytes, if `missing`
    bytes of weights have no room; 0 if all have room."""
    total = largest = 0
    for size in sorted(int(fields["buffers"][weight]["size"]) for weight in weights):
        if total >= missing:
            break
        total, largest = total + size, size
    return largest
