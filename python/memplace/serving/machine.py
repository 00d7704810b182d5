"""The machine on which a model is served: memory, files, and perhaps a scratch file."""

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from memplace.compiled import core
from memplace.errors import InputError
from memplace.serving.calibrate import calibrate, calibrate_gpu, measure_writes
from memplace.serving.session import Call
from memplace.serving.target import check_target, with_writes, without_writes
from memplace.serving.weights import read_layout

# Kinds of events; must agree with lib/Runtime/Session.cpp.
READ, WRITE = 1, 2


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
    target: Any, weights: str, scratch: str | None = None, device: str = "cpu"
) -> dict[str, Any]:
    """Returns the fields of a target, from a file or a dict; None: measures this
    machine or its GPU. The file is writable in the result if and only if `scratch` is a
    folder for scratch files."""
    if device != "cpu" and scratch is not None:
        raise InputError(
            "a scratch file needs activations in main memory, not on a GPU"
        )
    if target is None and device == "cuda":
        target = calibrate_gpu(times=3)
    elif target is None:
        layout = read_layout(weights)
        largest = max(layout.values(), key=lambda weight: weight.bytes)
        place = largest.file
        if largest.bytes < 1 << 20:
            place = str(Path(largest.file).parent)
        target = calibrate(place, times=3)
    fields = (
        target
        if isinstance(target, dict)
        else json.loads(core.target_json(str(target)))
    )
    check_target(fields)
    if scratch is None:
        return without_writes(fields)
    if not fields["tiers"][1]["write_bytes_per_second"]:
        fields = with_writes(fields, measure_writes(scratch, times=3).median)
    return fields


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
