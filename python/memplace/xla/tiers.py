"""The two memories of a target, and the channels between the memories."""

import copy
from dataclasses import dataclass
from typing import Any

from memplace.errors import InputError
from memplace.xla.fit import Machine


@dataclass(frozen=True)
class Tiers:
    """Names and properties of a target's two memories, with the names of the channels.
    Sizes are bytes, bandwidths bytes per second."""

    fast: str
    slow: str
    into_fast: str
    out_of_fast: str
    capacity: int
    alignment: int
    fast_read: float
    fast_write: float
    slow_read: float
    slow_write: float

    def machine(self, clock: float) -> Machine:
        """Returns the rates on which times depend. clock: cycles per second."""
        return Machine(
            clock, self.fast_read, self.fast_write, self.slow_read, self.slow_write
        )


def tiers_of(fields: dict[str, Any]) -> Tiers:
    """Returns the tiers of a target with two memories and a channel each way. Raises
    InputError for another target."""
    slow = fields["default_tier"]
    names = [tier["name"] for tier in fields["tiers"]]
    channels = {(each["from"], each["to"]): each["name"] for each in fields["channels"]}
    if len(names) != 2 or names[0] == slow:
        raise InputError(
            f"target '{fields['name']}' must have two tiers, the fast one first; XLA "
            "has one memory beside its default memory"
        )
    fast = names[0]
    for pair in ((slow, fast), (fast, slow)):
        if pair not in channels:
            raise InputError(
                f"target '{fields['name']}' has no channel from '{pair[0]}' to "
                f"'{pair[1]}'"
            )
    by_name = {tier["name"]: tier for tier in fields["tiers"]}
    return Tiers(
        fast,
        slow,
        channels[slow, fast],
        channels[fast, slow],
        by_name[fast]["capacity"],
        by_name[fast]["alignment"],
        *(
            by_name[name][f"{mode}_bytes_per_second"]
            for name in (fast, slow)
            for mode in ("read", "write")
        ),
    )


def with_capacity(fields: dict[str, Any], capacity: int | None) -> dict[str, Any]:
    """Returns the target with `capacity` bytes of fast memory; None: unchanged. Raises
    InputError if the target has less."""
    result = copy.deepcopy(fields)
    # Extraction writes these defaults into ops; a problem's target has no defaults.
    result.pop("op_defaults", None)
    # A harvested problem has no buffers with rows, so channels need no limits on rows.
    for channel in result["channels"]:
        channel.pop("dimensions", None)
        channel.pop("least_run", None)
    if capacity is not None:
        largest = result["tiers"][0]["capacity"]
        if not 0 < capacity <= largest:
            raise InputError(
                f"capacity must be from 1 to {largest} bytes, the capacity of target "
                f"'{fields['name']}', got {capacity}"
            )
        result["tiers"][0]["capacity"] = capacity
        size = f"{capacity >> 20}M" if capacity % 2**20 == 0 else str(capacity)
        result["name"] += f"-{result['tiers'][0]['name']}{size}"
        result.pop("sources", None)
    return result
