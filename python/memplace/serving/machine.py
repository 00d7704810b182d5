"""The machine on which a model is served: memory, files, and perhaps a scratch file."""

import json
import os
from collections.abc import Collection, Mapping
from typing import Any

from memplace.compiled import core
from memplace.errors import InputError, MemplaceError
from memplace.stages import stage
from memplace.serving.calibrate import (
    Measured,
    calibrate,
    calibrate_gpu,
    measure_writes,
    two_tiers,
)
from memplace.serving.session import Call
from memplace.serving.target import check_target, with_writes, without_writes

# Kinds of events; must agree with lib/Runtime/Session.cpp.
READ, WRITE = 1, 2
# Speed in place of an unknown one, bytes per second.
ASSUMED_SPEED = 1e9


def speed_of(call: Call, kind: int, moved: int) -> float:
    """Returns the bytes per second of a call's reads or writes, `moved` bytes in all.
    Only time with an active transfer counts. 0 if there was none."""
    busy = last = 0.0
    for event, _, _, flow, end in call.statistics["events"]:
        if event == kind:
            busy += max(0.0, end - max(flow, last))
            last = max(last, end)
    return float(moved / (busy / 1e9)) if busy else 0.0


def with_speeds(
    fields: Mapping[str, Any], read: float | None, write: float | None
) -> dict[str, Any]:
    """Returns the problem with measured read and write speeds of the file, bytes per
    second, as far as these are known."""
    target = dict(fields["target"])
    target["tiers"] = [dict(tier) for tier in target["tiers"]]
    target["channels"] = [dict(channel) for channel in target["channels"]]
    speeds = [("read", read), ("write", write)]
    for (name, speed), channel in zip(speeds, target["channels"]):
        if speed:
            target["tiers"][1][f"{name}_bytes_per_second"] = int(speed)
            channel["bytes_per_second"] = int(speed)
            # The speed includes the latency.
            channel["latency_ps"] = 0
    return {**fields, "target": target}


def read_target(
    target: Any, scratch: str | None = None, device: str = "cpu"
) -> dict[str, Any] | None:
    """Returns the fields of a target, from a file or a dict; None: `measure_target` is
    to measure this machine. Raises MemplaceError for another kind of target, and for a
    folder `scratch` that can't have a scratch file."""
    if device != "cpu" and scratch is not None:
        raise InputError(
            "a scratch file needs activations in main memory, not on a GPU"
        )
    if scratch is not None and not os.path.isdir(scratch):
        raise MemplaceError(f"cannot write a scratch file to '{scratch}': not a folder")
    if target is None:
        return None
    fields = (
        dict(target)
        if isinstance(target, dict)
        else json.loads(core.target_json(str(target)))
    )
    check_target(fields)
    return fields if scratch is not None else without_writes(fields)


def assumed_target(target: dict[str, Any] | None, scratch: str | None) -> dict[str, Any]:
    """Returns a target with assumed speeds as far as `target` lacks them, for checks
    before this machine is measured."""
    if target is None:
        speed = Measured((ASSUMED_SPEED,))
        target = two_tiers(1 << 50, speed, speed, speed, ASSUMED_SPEED)
    if scratch is not None and not target["tiers"][1]["write_bytes_per_second"]:
        target = with_writes(target, ASSUMED_SPEED)
    return target


@stage("measuring memory and file")
def measure_target(
    target: dict[str, Any] | None, place: str, scratch: str | None, device: str
) -> dict[str, Any]:
    """Returns the fields of a target, with measurements of this machine or its GPU as far
    as `target` lacks them. `place` is a file of weights, or a folder on its disk. The file
    is writable in the result if and only if `scratch` is a folder for scratch files."""
    if target is None and device == "cuda":
        target = calibrate_gpu(times=3)
    elif target is None:
        target = calibrate(place, times=3)
    if scratch is None:
        return without_writes(target)
    if not target["tiers"][1]["write_bytes_per_second"]:
        target = with_writes(target, measure_writes(scratch, times=3).median)
    return target


def use_in_memory_only(
    fields: Mapping[str, Any], gathered: Collection[int] = ()
) -> dict[str, Any]:
    """Returns the problem with ops restricted to buffers in memory, except `gathered`
    weights."""

    def restrict(access: Mapping[str, Any]) -> dict[str, Any]:
        more = {} if access["buffer"] in gathered else {"tiers": ["ram"]}
        return {**access, **more}

    ops = [
        {**op, "accesses": [restrict(access) for access in op.get("accesses", [])]}
        for op in fields["ops"]
    ]
    return {**fields, "ops": ops}
