"""Arenas and offsets for buffers, by the packer memplace_pack."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memplace.errors import InputError
from memplace.executorch.graph import Buffer


@dataclass(frozen=True)
class Arena:
    """A memory with a limit, e.g. a bank.

    name: for messages.
    mem_id: ExecuTorch's number.
    capacity: bytes.
    cost: of a byte accessed.
    """

    name: str
    mem_id: int
    capacity: int
    cost: float


@dataclass(frozen=True)
class Place:
    """Arena and offset of a buffer, bytes."""

    mem_id: int
    offset: int


@dataclass(frozen=True)
class Packer:
    """The packer with its options.

    module: memplace_pack.
    alignment: bytes, of all offsets and sizes. The packer counts in this unit, since
        its own alignments are powers of two.
    deadline: seconds for all arenas together.
    """

    module: Any
    alignment: int
    deadline: float
    seed: int

    def pack(self, buffers: Sequence[Buffer], share: float = 1.0) -> list[int]:
        """Returns an offset for each buffer, with a low peak, in a share of the
        time."""
        result = self.module.pack(
            *self._columns(buffers),
            deadline=self.deadline * share,
            seed=self.seed,
        )
        return [int(offset) * self.alignment for offset in result.offsets]

    def pack_arenas(
        self, buffers: Sequence[Buffer], arenas: Sequence[Arena]
    ) -> list[Place]:
        """Returns arena and offset of each buffer, with a low cost of accesses.

        Raises the packer's PackError if no packing is found.
        """
        position = {arena.mem_id: index for index, arena in enumerate(arenas)}
        result = self.module.pack_banks(
            *self._columns(buffers),
            [buffer.accessed for buffer in buffers],
            [
                self.module.Bank(arena.capacity // self.alignment, arena.cost)
                for arena in arenas
            ],
            allowed=[
                None if buffer.mem_id is None else [position[buffer.mem_id]]
                for buffer in buffers
            ],
            deadline=self.deadline,
            seed=self.seed,
        )
        return [
            Place(arenas[bank].mem_id, int(offset) * self.alignment)
            for bank, offset in zip(result.banks, result.offsets, strict=True)
        ]

    def _columns(
        self, buffers: Sequence[Buffer]
    ) -> tuple[list[int], list[int], list[int]]:
        """Returns first steps, steps after the last, and sizes in the unit."""
        return (
            [buffer.begin for buffer in buffers],
            [buffer.end for buffer in buffers],
            [buffer.size // self.alignment for buffer in buffers],
        )


def busiest_step(buffers: Sequence[Buffer]) -> tuple[int, int]:
    """Returns the step with the most bytes live, and these bytes."""
    changes: dict[int, int] = {}
    for buffer in buffers:
        changes[buffer.begin] = changes.get(buffer.begin, 0) + buffer.size
        changes[buffer.end] = changes.get(buffer.end, 0) - buffer.size
    best = (0, 0)
    live = 0
    for step in sorted(changes):
        live += changes[step]
        if live > best[1]:
            best = (step, live)
    return best


def place_unlimited(
    buffers: Sequence[Buffer], packer: Packer
) -> dict[int, list[tuple[Buffer, int]]]:
    """Returns buffers with offsets by arena; arena 1 unless a buffer has another."""
    arenas: dict[int, list[Buffer]] = {}
    for buffer in buffers:
        mem_id = 1 if buffer.mem_id is None else buffer.mem_id
        arenas.setdefault(mem_id, []).append(buffer)
    share = 1 / max(len(arenas), 1)
    return {
        mem_id: list(zip(members, packer.pack(members, share), strict=True))
        for mem_id, members in arenas.items()
    }


def _check_sizes(buffers: Sequence[Buffer], arenas: Sequence[Arena]) -> None:
    """Raises InputError for a buffer larger than all of its arenas."""
    for buffer in buffers:
        fitting = [arena for arena in arenas if buffer.mem_id in (None, arena.mem_id)]
        largest = max(fitting, key=lambda arena: arena.capacity)
        if buffer.size > largest.capacity:
            raise InputError(
                f"tensor '{buffer.name}' has {buffer.size} bytes, but bank "
                f"'{largest.name}' has only {largest.capacity}; it needs at least "
                f"{buffer.size} bytes"
            )


def _check_steps(
    buffers: Sequence[Buffer], arenas: Sequence[Arena], names: Sequence[str]
) -> None:
    """Raises InputError if the arenas can't hold the buffers of a step."""
    for group in [list(arenas), *([arena] for arena in arenas)]:
        ids = {arena.mem_id for arena in group}
        is_all = len(group) == len(arenas)
        inside = [b for b in buffers if is_all or b.mem_id in ids]
        step, live = busiest_step(inside)
        capacity = sum(arena.capacity for arena in group)
        if live > capacity:
            banks = " and ".join(f"'{arena.name}'" for arena in group)
            banks = f"banks {banks} have" if len(group) > 1 else f"bank {banks} has"
            raise InputError(
                f"{banks} {capacity} bytes, but op '{names[step]}' needs at least "
                f"{live} bytes"
            )


def place_in_banks(
    buffers: Sequence[Buffer],
    arenas: Sequence[Arena],
    names: Sequence[str],
    packer: Packer,
) -> list[Place]:
    """Returns the place of each buffer. Raises InputError if the arenas are too small.

    names: the node of each step, for messages.
    """
    _check_sizes(buffers, arenas)
    _check_steps(buffers, arenas, names)
    try:
        return packer.pack_arenas(buffers, arenas)
    except packer.module.PackError as error:
        text = str(error)
        if len(arenas) == 1:
            offsets = packer.pack(buffers)
            peak = max(o + b.size for o, b in zip(offsets, buffers, strict=True))
            text = f"the best plan found needs {peak} bytes"
        banks = ", ".join(f"'{each.name}' of {each.capacity} bytes" for each in arenas)
        raise InputError(f"no plan was found for bank {banks}: {text}") from error


def check_costs(costs: Sequence[float], count: int) -> list[float]:
    """Returns the cost of a byte accessed in each bank; raises InputError."""
    try:
        numbers = [float(cost) for cost in costs]
    except (TypeError, ValueError) as error:
        raise InputError(f"costs must be numbers, got {costs!r}") from error
    if len(numbers) != count:
        raise InputError(f"costs has {len(numbers)} numbers for {count} banks")
    for cost in numbers:
        if not (math.isfinite(cost) and cost >= 0):
            raise InputError(f"costs must be finite and not negative, got {cost}")
    return numbers
