"""Targets with the tiers `ram` and `file`, and perhaps a scratch file."""

from collections.abc import Mapping
from typing import Any

from memplace.errors import InputError

# Alignment of writes to the scratch file, past the page cache.
BLOCK = 4096


def check_target(target: Mapping[str, Any]) -> None:
    """Raises InputError unless the target consists of the tiers "ram" and "file"."""
    names = [tier["name"] for tier in target["tiers"]]
    if names != ["ram", "file"] or target["default_tier"] != "ram":
        raise InputError(
            f"the target must have the tiers 'ram' and 'file', as memplace-calibrate "
            f"writes it, got {', '.join(map(repr, names))}"
        )


def without_writes(target: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the target with a read-only file."""
    ram, file = target["tiers"]
    channels = [channel for channel in target["channels"] if channel["to"] != "file"]
    file = {**file, "write_bytes_per_second": 0}
    return {**target, "tiers": [ram, file], "channels": channels}


def with_writes(target: Mapping[str, Any], speed: float) -> dict[str, Any]:
    """Returns the target with a writable file, at `speed` bytes per second."""
    ram, file = target["tiers"]
    channel = {
        "name": "write",
        "from": "ram",
        "to": "file",
        "bytes_per_second": int(speed),
        "latency_ps": target["channels"][0]["latency_ps"],
    }
    file = {**file, "write_bytes_per_second": int(speed), "alignment": BLOCK}
    return {
        **target,
        "tiers": [ram, file],
        "channels": [target["channels"][0], channel],
    }
