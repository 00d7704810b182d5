"""The scheduling problem of a function: order and repetition of its steps."""

from typing import Any

from memplace.jax.fit_copies import direction_of
from memplace.jax.program import Program, Step
from memplace.machines import Machine
from memplace.placement import Problem


def _external_values(program: Program) -> set[int]:
    """Returns the values whose memory the caller or XLA holds for the whole call:
    arguments, constants and results."""
    results = {result for result in program.results if isinstance(result, int)}
    return {*program.arguments, *program.constants, *results}


def _op(step: Step, machine: Machine, accesses: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns the op of a step. The time of a copy is that of its channel. Traffic in the
    device's memory is part of the compute time."""
    moved = sum(access["bytes"] for access in accesses)
    if direction_of(step.equations[-1].equation):
        seconds, launches = machine.copy_seconds(moved), 0
    elif step.nested is None:
        seconds, launches = machine.seconds_of(step.flops, moved), 1
    else:
        works = step.nested.works
        seconds = sum(machine.seconds_of(w.flops, w.bytes) * w.times for w in works)
        launches = sum(w.times for w in works)
    op: dict[str, Any] = {
        "name": step.name,
        "compute_ps": round(seconds * 1e12) + launches * machine.launch_ps,
        "accesses": accesses,
    }
    if any(member.equation.effects for member in step.equations):
        op["once"] = True
    return op


def make_problem(program: Program, machine: Machine) -> tuple[Problem, list[int]]:
    """Returns the problem of a program, and by buffer its value; -1 for memory inside
    a step. Op `k` of the problem is step `k`; the last op is the return. Accesses of an
    op are the step's reads, then its results, without arguments of 0 bytes."""
    written = {result for step in program.steps for result in step.results}
    on_host = {
        result
        for step in program.steps
        if direction_of(step.equations[-1].equation) == "out"
        for result in step.results
    }
    # Another result of 0 bytes has a buffer of a byte, for the order of its steps.
    values = [
        index
        for index, value in enumerate(program.values)
        if value.bytes or index in written - on_host
    ]
    buffer_of = {value: buffer for buffer, value in enumerate(values)}
    external = _external_values(program)
    buffers: list[dict[str, Any]] = []
    for value in values:
        one = program.values[value]
        fields: dict[str, Any] = {
            "name": one.name,
            "size": max(1, one.bytes),
            "begin": one.begin,
            "end": one.end,
        }
        if value in external:
            fields["live_out" if value in written else "live_in"] = True
        buffers.append(fields)
    ops = []
    for position, step in enumerate(program.steps):
        accesses = [
            {
                "buffer": buffer_of[v],
                "mode": mode,
                "bytes": max(1, program.values[v].bytes),
            }
            for mode, touched in (("read", step.reads), ("write", step.results))
            for v in touched
            if v in buffer_of
        ]
        op = _op(step, machine, accesses)
        if step.scratch:
            accesses.append({"buffer": len(buffers), "mode": "write", "bytes": 1})
            buffers.append(
                {
                    "name": f"inside {step.name} {position}",
                    "size": step.scratch,
                    "begin": position,
                    "end": position + 1,
                }
            )
            values.append(-1)
        ops.append(op)
    ops.append({"name": "return", "compute_ps": 0, "accesses": [], "once": True})
    return machine.scheduling_problem(buffers, ops), values
