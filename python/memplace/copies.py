"""Copies between the host's memory and the device's in a scheduled program: their places
in the order, and the time that compute does not hide."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# Parts of the free memory for copies to the device; the rest keeps what is copied to the
# host until the copy is done.
_PARTS = (1.0, 0.5, 0.0)


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
    is serial, too, and runs beside compute; an op waits for the copies that it reads, and a
    copy for those that read what it overwrites."""
    now = 0.0
    free = {"in": 0.0, "out": 0.0}
    arrived: dict[int, float] = {}
    read: dict[int, float] = {}
    for op in (ops[index] for index in order):
        ready = max([now, *(arrived.get(b, 0.0) for b in op.reads)])
        if op.direction:
            ready = max([ready, *(read.get(b, 0.0) for b in op.writes)])
            free[op.direction] = max(ready, free[op.direction]) + op.seconds
            arrived.update(dict.fromkeys(op.writes, free[op.direction]))
            read.update(dict.fromkeys(op.reads, free[op.direction]))
        else:
            now = ready + op.seconds
    return max(now, *free.values())


def _last_accesses(ops: Sequence[Timed], order: Sequence[int]) -> dict[int, int]:
    """Returns by buffer the position of its last access."""
    last: dict[int, int] = {}
    for position, index in enumerate(order):
        last.update(dict.fromkeys((*ops[index].reads, *ops[index].writes), position))
    return last


def loads(ops: Sequence[Timed], order: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Returns the bytes live at each position of an order, of buffers with a size. A
    buffer lives from its first access to its last."""
    last = _last_accesses(ops, order)
    begun: set[int] = set()
    found, total, freed = [], 0, [0] * len(order)
    for position, index in enumerate(order):
        for buffer in {*ops[index].reads, *ops[index].writes} - begun:
            begun.add(buffer)
            total += sizes[buffer]
            freed[last[buffer]] += sizes[buffer]
        found.append(total)
        total -= freed[position]
    return found


def issue_early(
    ops: Sequence[Timed], order: list[int], sizes: Sequence[int], enough: int
) -> list[int]:
    """Returns the order with copies to the device issued earlier, so that compute hides
    them, as far as at most `enough` bytes are live. Copies keep their order among each
    other. Each is issued when the compute after it takes as long as it and those behind
    it in the channel."""
    order = list(order)
    live = loads(ops, order, sizes)
    freed = [0] * len(order)
    for buffer, position in _last_accesses(ops, order).items():
        freed[position] += sizes[buffer]
    starts, now = [], 0.0
    for index in order:
        starts.append(now)
        now += 0.0 if ops[index].direction else ops[index].seconds
    copies = [k for k, index in enumerate(order) if ops[index].direction == "in"]
    begins: dict[int, float] = {}
    latest = float("inf")  # Time by which the copy must have arrived.
    for copy in reversed(copies):
        latest = min(starts[copy], latest) - ops[order[copy]].seconds
        begins[copy] = latest
    for copy in copies:
        op = ops[order[copy]]
        size = sum(sizes[buffer] for buffer in op.writes)
        to = copy
        while (
            to > 0
            and starts[to] > begins[copy]
            and ops[order[to - 1]].direction != "in"
            and live[to - 1] + size <= enough
            and not set(op.reads).intersection(ops[order[to - 1]].writes)
        ):
            to -= 1
        if to == copy:
            continue
        around = live[to - 1] - freed[to - 1] if to else 0
        live[to : copy + 1] = [around + size, *(one + size for one in live[to:copy])]
        freed.insert(to, freed.pop(copy))
        order.insert(to, order.pop(copy))
        starts.insert(to, starts[to])
        del starts[copy + 1]
    return order


def release_late(
    ops: Sequence[Timed], order: Sequence[int], sizes: Sequence[int], enough: int
) -> tuple[list[Timed], list[int]]:
    """Returns ops and an order with a release for each copy to the host: an op that waits
    for the copy, and frees the buffer on the device. Op `len(ops) + k` releases copy `k`
    of the order. A release runs when more than `enough` bytes would be live, the oldest
    copy first, or at the end."""
    last = _last_accesses(ops, order)
    live = loads(ops, order, sizes)
    all_ops = list(ops)
    ends: dict[int, list[tuple[int, int]]] = {}
    for index in order:
        if ops[index].direction == "out":
            (buffer,) = ops[index].reads
            ends.setdefault(last[buffer], []).append((len(all_ops), sizes[buffer]))
            touched = (buffer, *ops[index].writes)
            all_ops.append(Timed(0.0, "", touched, ()))
    found: list[int] = []
    waiting: deque[tuple[int, int]] = deque()
    kept = 0
    for position, index in enumerate(order):
        while waiting and live[position] + kept > enough:
            release, size = waiting.popleft()
            found.append(release)
            kept -= size
        found.append(index)
        for ended in ends.get(position, ()):
            waiting.append(ended)
            kept += ended[1]
    return all_ops, [*found, *(release for release, _ in waiting)]


def hide_copies(
    ops: Sequence[Timed], sizes: Sequence[int], enough: int
) -> tuple[list[Timed], list[int]]:
    """Returns ops with releases and their order, as `release_late` does, such that compute
    hides copies, as far as at most `enough` bytes are live."""
    given = list(range(len(ops)))
    peak = max(loads(ops, given, sizes))
    spare = max(0, enough - peak)
    found = []
    for part in _PARTS if spare else (1.0,):
        order = issue_early(ops, given, sizes, peak + int(spare * part))
        found.append(release_late(ops, order, sizes, peak + spare))
    return min(found, key=lambda one: makespan(*one))
