"""Storages of a step in the host's memory: which may lie there, and the copies of each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from math import floor, log2
from typing import Any

import torch
from memplace.machines import Machine
from memplace.torch.problem import seconds_of
from memplace.torch.program import Copy, Program, Step, storages_in
from memplace.torch.state import Kind, Layout
from torch.utils import _pytree as pytree


def with_early_updates(program: Program) -> Program:
    """Returns a program whose updates of arguments in place run as soon as their inputs are
    there, instead of after all gradients, so that compute hides their copies. Other steps
    move if they need no more bytes than they free, or read an updated argument."""
    arguments = program.argument_storages()
    last = {s: k for k, step in enumerate(program.steps) for s in (*step.reads, *step.writes)}
    kept = arguments | program.final_storages()
    known: set[int] = set(arguments)
    updated: set[int] = set()
    # The place, a position of the given order, of the last writer, and of the last reader
    # since then, by storage. Steps that are `once` keep their order.
    written: dict[int, int] = {}
    read: dict[int, int] = {}
    once = -1
    places = []
    for position, step in enumerate(program.steps):
        touched = {*step.reads, *step.writes}
        needed = sum(program.storages[s].bytes for s in touched - known)
        freed = sum(
            program.storages[s].bytes
            for s in touched & known - kept
            if last[s] == position
        )
        known |= touched
        place = position
        if needed <= freed or updated.intersection(step.reads):
            place = max(
                [
                    once if step.is_once else -1,
                    *(written.get(s, -1) for s in touched),
                    *(read.get(s, -1) for s in step.writes),
                ]
            )
            updated |= arguments.intersection(step.writes)
        for storage in step.reads:
            read[storage] = max(read.get(storage, -1), place)
        for storage in step.writes:
            written[storage] = max(place, read.pop(storage, -1))
        once = place if step.is_once else once
        places.append(place)
    order = sorted(range(len(places)), key=lambda position: places[position])
    return replace(program, steps=[program.steps[position] for position in order])


@dataclass(frozen=True)
class Stay:
    """Neighbouring uses of a storage, for which it has a copy on the device.

    uses: positions of steps.
    is_read: True if the contents are copied to the device before.
    written: position of the last step that writes the contents, after which they are copied
        to the host, or -1.
    """

    uses: tuple[int, ...]
    is_read: bool
    written: int


@dataclass(frozen=True)
class Hostable:
    """A storage that may lie in the host's memory.

    is_inner: True if it lives only inside of the step, such as an activation.
    seconds: of its copies.
    away: seconds of the step without it on the device.
    """

    storage: int
    size: int
    is_inner: bool
    stays: tuple[Stay, ...]
    seconds: float
    away: float


def _fixed(program: Program, passed: tuple[int, ...], device: torch.device) -> set[int]:
    """Returns the storages that stay on the device: those of results, of constants and of
    arguments that each call passes. A gradient that lives between calls stays there with
    its parameter, because PyTorch keeps both on one device."""
    fixed = storages_in(program.result)
    for path, layout in (*program.arguments.items(), *program.kept.items()):
        if path[0][1] in passed:
            fixed.add(layout.storage)
        if path[-1][0] == Kind.GRADIENT:
            fixed.add(layout.storage)
            fixed |= {
                of[path[:-1]].storage
                for of in (program.arguments, program.kept)
                if path[:-1] in of
            }
    fixed |= {step.number for step in program.steps}
    return fixed | {
        index
        for index, storage in enumerate(program.storages)
        if storage.constant is not None or storage.device != device
    }


def _stays(
    uses: list[tuple[int, bool, bool]],
    ends: list[float],
    copy: float,
    is_argument: bool,
    is_final: bool,
) -> tuple[Stay, ...]:
    """Returns the stays of a storage. It leaves the device where the compute until the next
    use takes longer than its copies.

    uses: positions, and whether the storage is read and written there.
    ends: by position, the seconds until the step is done.
    copy: seconds.
    """
    groups: list[list[tuple[int, bool, bool]]] = []
    for use in uses:
        if groups:
            is_written = any(writes for _, _, writes in groups[-1])
            gap = ends[use[0] - 1] - ends[groups[-1][-1][0]]
            if gap <= copy * (use[1] + is_written):
                groups[-1].append(use)
                continue
        groups.append([use])
    stays = []
    for number, group in enumerate(groups):
        is_needed = is_final or number + 1 < len(groups)
        written = max((at for at, _, writes in group if writes), default=-1)
        stays.append(
            Stay(
                tuple(at for at, _, _ in group),
                group[0][1] and (is_argument or number > 0),
                written if is_needed else -1,
            )
        )
    return tuple(stays)


def find_hostable(
    program: Program, machine: Machine, passed: tuple[int, ...], device: torch.device
) -> list[Hostable]:
    """Returns the storages that may lie in the host's memory: arguments, and results that
    wait for their next use longer than copies take. Those are first whose copies take the
    least time for the bytes and seconds without them on the device, such as an optimizer's
    state. Of about equal ones, each part of the list is spread over the step,
    because copies need compute beside them."""
    if not program.steps:
        return []
    arguments, final = program.argument_storages(), program.final_storages()
    uses: dict[int, list[tuple[int, bool, bool]]] = {s: [] for s in sorted(arguments)}
    for position, step in enumerate(program.steps):
        for storage in dict.fromkeys((*step.reads, *step.writes)):
            use = position, storage in step.reads, storage in step.writes
            uses.setdefault(storage, []).append(use)
    seconds = [seconds_of(step, machine) for step in program.steps]
    ends = list(accumulate(seconds))
    fixed = _fixed(program, passed, device)
    found: list[Hostable] = []
    for storage, at in uses.items():
        size = program.storages[storage].size
        is_inner = storage not in arguments | final
        if storage in fixed or not size:
            continue
        copy = machine.copy_seconds(size)
        stays = _stays(at, ends, copy, storage in arguments, storage in final)
        count = sum(stay.is_read + (stay.written >= 0) for stay in stays)
        present = sum(
            ends[s.uses[-1]] - ends[s.uses[0]] + seconds[s.uses[0]] for s in stays
        )
        away = ends[-1] - present
        if away > 0 and (len(stays) > 1 or not is_inner):
            one = Hostable(storage, size, is_inner, stays, count * copy, away)
            found.append(one)
    return _spread(found)


def _spread(found: list[Hostable]) -> list[Hostable]:
    """Returns storages in the order of `find_hostable`."""
    groups: dict[int, list[Hostable]] = {}
    for one in sorted(found, key=lambda one: [stay.uses for stay in one.stays[-1:]]):
        rate = one.seconds / (one.size * one.away)
        groups.setdefault(floor(2 * log2(rate)) if rate else -(10**6), []).append(one)
    return [
        group[k] for _, group in sorted(groups.items()) for k in _halving(len(group))
    ]


def _halving(count: int) -> Iterator[int]:
    """Returns the numbers below `count`, in an order whose beginnings are spread evenly."""
    bits = max(1, (count - 1).bit_length())
    for number in range(1 << bits):
        mirrored = int(f"{number:0{bits}b}"[::-1], 2)
        if mirrored < count:
            yield mirrored


def _renamed(step: Step, names: dict[int, int]) -> Step:
    """Returns a step that accesses other storages."""

    def renamed(leaf: Any) -> Any:
        """Returns a leaf with its new storage."""
        if isinstance(leaf, Layout) and leaf.storage in names:
            return replace(leaf, storage=names[leaf.storage])
        return leaf

    args, kwargs, outputs = pytree.tree_map(
        renamed, (step.args, step.kwargs, step.outputs)
    )
    return replace(
        step,
        args=args,
        kwargs=kwargs,
        outputs=outputs,
        reads=tuple(names.get(s, s) for s in step.reads),
        writes=tuple(names.get(s, s) for s in step.writes),
    )


def _copy(kind: Copy, on_host: int, on_device: int, size: int, device: torch.device) -> Step:
    """Returns the step of a copy."""
    layout = Layout(on_device, (size,), (1,), 0, torch.uint8, device)
    source, target = on_host, on_device
    if kind is Copy.OUT:
        source, target = target, source
    return Step(kind, (layout,), {}, (), (source,), (target,), {})


def with_copies(program: Program, chosen: Iterable[Hostable]) -> Program:
    """Returns a program whose `chosen` storages lie in the host's memory, with a storage on
    the device for each stay."""
    storages = list(program.storages)
    before: dict[int, list[Step]] = {}
    after: dict[int, list[Step]] = {}
    names: dict[int, dict[int, int]] = {}
    for one in chosen:
        given = storages[one.storage]
        storages[one.storage] = replace(given, on_host=True)
        for stay in one.stays:
            made = len(storages)
            storages.append(given)
            for position in stay.uses:
                names.setdefault(position, {})[one.storage] = made
            copy = one.storage, made, one.size, given.device
            if stay.is_read:
                before.setdefault(stay.uses[0], []).append(_copy(Copy.IN, *copy))
            if stay.written >= 0:
                after.setdefault(stay.written, []).append(_copy(Copy.OUT, *copy))
    steps: list[Step] = []
    for position, step in enumerate(program.steps):
        steps += before.get(position, ())
        steps.append(_renamed(step, names[position]) if position in names else step)
        steps += after.get(position, ())
    return replace(program, storages=storages, steps=steps)
