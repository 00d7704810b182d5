"""The scheduling problem of a step's program."""

from typing import Any

from memplace.machines import Machine
from memplace.placement import Problem
from memplace.torch.program import Program, Step


def seconds_of(step: Step, machine: Machine) -> float:
    """Returns the modelled seconds of a step, with its launch. Kernels that only make a
    tensor without contents take none. A copy takes the time of its channel."""
    if step.direction:
        return machine.copy_seconds(sum(layout.bytes for layout in step.layouts()))
    if step.name.startswith(("empty", "new_empty")):
        return 0.0
    layouts = [*step.layouts(), *(out for out in step.outputs if out)]
    size = sum(layout.bytes for layout in layouts)
    return machine.seconds_of(step.flops, size) + machine.launch_ps * 1e-12


def _accesses(step: Step, program: Program) -> list[dict[str, Any]]:
    """Returns the accesses of a step: reads, then writes."""
    return [
        {"buffer": s, "mode": mode, "bytes": max(1, program.storages[s].bytes)}
        for mode, touched in (("read", step.reads), ("write", step.writes))
        for s in touched
    ]


def make_problem(program: Program, machine: Machine) -> Problem:
    """Returns the problem of a program. Op `k` is step `k`; the last op, the return, reads
    every buffer that lives after the step. Buffer `k` is storage `k`. Then follow a buffer
    that keeps the order of random numbers and other effects, and the bytes inside of each
    step. Storages on the host have a buffer of a byte that always lives."""
    positions: dict[int, list[int]] = {}
    for position, step in enumerate(program.steps):
        for storage in (*step.reads, *step.writes):
            positions.setdefault(storage, []).append(position)
    end = len(program.steps) + 1
    arguments, final = program.argument_storages(), program.final_storages()
    written = {storage for step in program.steps for storage in step.writes}
    buffers: list[dict[str, Any]] = []
    for index, storage in enumerate(program.storages):
        at = positions.get(index, [0])
        fields = {
            "name": f"storage {index}",
            "size": max(1, storage.bytes if index in positions else 0),
            "begin": at[0],
            "end": at[-1] + 1,
        }
        is_held = storage.constant is not None or storage.on_host
        lives_on = index in final or storage.on_host
        if index in arguments or is_held:
            fields.update(live_in=True, begin=0)
            # A problem has no written arguments that end, such as dropped gradients.
            lives_on = lives_on or index in written
            fields["live_out"] = lives_on
        if lives_on:
            fields["end"] = end
        buffers.append(fields)
    effects = {"name": "effects", "size": 1, "begin": 0, "end": end}
    buffers.append({**effects, "live_in": True, "live_out": True})
    ops: list[dict[str, Any]] = []
    for position, step in enumerate(program.steps):
        accesses = _accesses(step, program)
        if step.is_once:
            state = {"buffer": len(program.storages), "bytes": 1}
            accesses += [{**state, "mode": "read"}, {**state, "mode": "write"}]
        if step.inside:
            accesses.append({"buffer": len(buffers), "mode": "write", "bytes": 1})
            name = f"inside {step.name} {position}"
            span = {"begin": position, "end": position + 1}
            buffers.append({"name": name, "size": step.inside, **span})
        op: dict[str, Any] = {
            "name": step.name,
            "compute_ps": round(seconds_of(step, machine) * 1e12),
            "accesses": accesses,
        }
        if step.is_once:
            op["once"] = True
        ops.append(op)
    results = [*sorted(final), len(program.storages)]
    accesses = [{"buffer": index, "mode": "read", "bytes": 1} for index in results]
    ops.append({"name": "return", "compute_ps": 0, "accesses": accesses, "once": True})
    return machine.scheduling_problem(buffers, ops)
