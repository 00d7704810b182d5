"""Copies between the host's memory and the device's in a scheduled program: their places
in the order, and the time that compute does not hide."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import jax
from memplace.jax.jaxprs import abstract, evaluate

# Primitive of a copy, and of the step and the op that it becomes.
COPY = "device_put"


def direction_of(equation: Any) -> str:
    """Returns "in" for a copy to the device's memory, "out" for one to the host's, and ""
    for another equation."""
    if equation.primitive.name != COPY:
        return ""
    spaces = {jax.memory.Space.Device: "in", jax.memory.Space.Host: "out"}
    return spaces.get(equation.params["devices"][0], "")


def with_copies(closed: Any, hosted: frozenset[int], results: set[int]) -> Any:
    """Returns a closed jaxpr whose arguments `hosted` are copied to the device, and whose
    `results` are copied to the host."""
    if not hosted:
        return closed

    def function(*args: Any) -> list[Any]:
        device, host = jax.memory.Space.Device, jax.memory.Space.Host
        found = evaluate(
            closed,
            [jax.device_put(a, device) if k in hosted else a for k, a in enumerate(args)],
            {},
        )
        return [
            jax.device_put(r, host) if k in results else r for k, r in enumerate(found)
        ]

    return jax.make_jaxpr(function)(*abstract(closed.in_avals))


@dataclass(frozen=True)
class Timed:
    """An op of a scheduled problem.

    seconds: of compute, or of a copy.
    direction: "in" or "out" for a copy, else "".
    reads, writes: buffers.
    """

    seconds: float
    direction: str
    reads: tuple[int, ...]
    writes: tuple[int, ...]


def timed_ops(problem: dict[str, Any], directions: Sequence[str]) -> list[Timed]:
    """Returns the ops of a problem; `directions` are those of the ops."""
    return [
        Timed(
            op["compute_ps"] * 1e-12,
            direction,
            tuple(a["buffer"] for a in op["accesses"] if a["mode"] == "read"),
            tuple(a["buffer"] for a in op["accesses"] if a["mode"] == "write"),
        )
        for op, direction in zip(problem["ops"], directions)
    ]


def makespan(ops: Sequence[Timed], order: Sequence[int]) -> float:
    """Returns the seconds of ops in an order. Compute is serial. Each direction of copies
    is serial, too, and runs beside compute; an op waits for the copies that it reads."""
    now = 0.0
    free = {"in": 0.0, "out": 0.0}
    arrived: dict[int, float] = {}
    for op in (ops[index] for index in order):
        if op.direction:
            begin = max(now, free[op.direction])
            free[op.direction] = begin + op.seconds
            arrived.update(dict.fromkeys(op.writes, free[op.direction]))
        else:
            now = max([now, *(arrived.get(b, 0.0) for b in op.reads)]) + op.seconds
    return max(now, *free.values())


def loads(ops: Sequence[Timed], order: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Returns the bytes live at each position of an order, of buffers with a size. A
    buffer lives from its first access to its last."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for position, index in enumerate(order):
        for buffer in (*ops[index].reads, *ops[index].writes):
            first.setdefault(buffer, position)
            last[buffer] = position
    changes = [0] * (len(order) + 1)
    for buffer, begin in first.items():
        changes[begin] += sizes[buffer]
        changes[last[buffer] + 1] -= sizes[buffer]
    found, total = [], 0
    for change in changes[:-1]:
        total += change
        found.append(total)
    return found


def issue_early(
    ops: Sequence[Timed], order: list[int], sizes: Sequence[int], enough: int
) -> list[int]:
    """Returns the order with copies to the device issued earlier, so that compute hides
    them, as far as at most `enough` bytes are live. Copies keep their order among each
    other. From the last copy to the first, each is issued when the compute after it
    takes as long as it and those behind it in the channel."""
    order = list(order)
    live = loads(ops, order, sizes)
    latest = float("inf")  # Time by which the copy must have arrived.
    copies = [k for k, index in enumerate(order) if ops[index].direction == "in"]
    for copy in reversed(copies):
        starts, now = [], 0.0
        for index in order:
            starts.append(now)
            now += 0.0 if ops[index].direction else ops[index].seconds
        op = ops[order[copy]]
        size = sum(sizes[buffer] for buffer in op.writes)
        begin = min(starts[copy], latest) - op.seconds
        to = copy
        while (
            to > 0
            and starts[to] > begin
            and ops[order[to - 1]].direction != "in"
            and live[to - 1] + size <= enough
        ):
            to -= 1
        latest = max(begin, starts[to])
        order.insert(to, order.pop(copy))
        live = loads(ops, order, sizes)
    return order
