"""Writes a program and the times of its ops as the fields of a problem file."""

from dataclasses import replace
from typing import Any

from memplace.xla.observed import problem_order
from memplace.xla.program import Access, Program
from memplace.xla.times import Charge, OpTimes


def sort_accesses(program: Program, times: list[OpTimes]) -> list[OpTimes]:
    """Sorts accesses as problem files do: reads before writes, each by buffer. Returns
    the times in the same order."""
    found = []
    for op, time in zip(program.ops, times):
        order = problem_order(op)
        op.accesses = [op.accesses[at] for at in order]
        charges = tuple(time.charges[at] for at in order)
        for access, charge in zip(op.accesses, charges):
            access.slow_only = charge.slow_only
        found.append(replace(time, charges=charges))
    return found


def _access_fields(access: Access, charge: Charge, slow: str) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "buffer": access.place.buffer,
        "mode": access.mode,
        "bytes": charge.bytes,
    }
    if charge.efficiency != 1:
        fields["efficiency"] = charge.efficiency
    if charge.slow_only:
        fields["tiers"] = [slow]
    return fields


def problem_fields(
    program: Program,
    times: list[OpTimes],
    name: str,
    target_fields: object,
    slow: str,
) -> dict[str, Any]:
    """Returns the fields of a problem file. slow: name of the slow memory."""
    buffers = []
    for buffer in program.buffers:
        fields: dict[str, Any] = {
            "name": buffer.name,
            "size": buffer.size,
            "begin": buffer.begin,
            "end": buffer.end,
        }
        for flag in ("live_in", "live_out"):
            if getattr(buffer, flag):
                fields[flag] = True
        buffers.append(fields)
    ops = []
    for op, time in zip(program.ops, times):
        fields = {"name": op.name, "compute_ps": time.compute_ps}
        if time.overlap != 1:
            fields["overlap"] = time.overlap
        fields["accesses"] = [
            _access_fields(access, charge, slow)
            for access, charge in zip(op.accesses, time.charges)
        ]
        ops.append(fields)
    return {
        "format": "memplace-problem",
        "version": 1,
        "name": name,
        "target": target_fields,
        "buffers": buffers,
        "ops": ops,
        "loops": [
            {"begin": loop.begin, "end": loop.end, "trip_count": loop.trips}
            for loop in program.loops
        ],
    }
