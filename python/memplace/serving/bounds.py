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
    last op that uses any comes after that.

    >>> ops = [{"compute_ps": 10**12, "accesses": [{"buffer": n}]} for n in range(3)]
    >>> channel = {"bytes_per_second": 10}
    >>> fields = {"ops": ops, "buffers": [{"size": 60}] * 3}
    >>> fields["target"] = {"channels": [channel]}
    >>> least_seconds(fields, [0, 1, 2], 180), least_seconds(fields, [0, 1, 2], 60)
    (3.0, 13.0)
    >>> fields["ops"] = [{"compute_ps": 5 * 10**12}, *ops]
    >>> least_seconds(fields, [0, 1, 2], 60)
    18.0
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
    begin = 0.0
    after = sum(seconds[last:])
    for step in range(last + 1):
        missing = max(0, needed - room)
        least = max(least, begin + missing / speed + after)
        begin += seconds[step]
        for weight, last_use in last_uses.items():
            if last_use == step:
                needed -= int(fields["buffers"][weight]["size"])
    return least
