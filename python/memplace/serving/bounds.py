"""How long a call takes at least, whatever stays and whenever reads start."""

from collections.abc import Collection, Mapping
from typing import Any

from memplace.serving.streaming import uses_of

PICOSECONDS = 10**12


def least_seconds(
    fields: Mapping[str, Any], weights: Collection[int], room: int
) -> float:
    """Returns a bound of a call that reads nothing before it begins: no plan is faster
    whose weights, `weights` in the file, have `room` bytes of memory.

    Before an op starts, all ops before it have run. Of the weights that it and later ops
    use no more than the room are in memory then; the others are read afterwards, and the
    last op that uses any comes after that. When the call begins, there is less in memory:
    what is read has no room then, and is as large as the smallest that are enough.

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
    """Returns the bytes of the largest weight that is read, at least, where so many bytes
    of weights have no room; 0 if none."""
    total = largest = 0
    for size in sorted(int(fields["buffers"][weight]["size"]) for weight in weights):
        if total >= missing:
            break
        total, largest = total + size, size
    return largest
