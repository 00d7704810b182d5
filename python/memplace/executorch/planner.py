"""Algorithms for ExecuTorch's MemoryPlanningPass."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from memplace import arguments
from memplace.errors import InputError
from memplace.executorch.graph import LARGEST_MEM_ID, Buffer, Graph
from memplace.executorch.packages import load_packages
from memplace.executorch.placing import (
    Arena,
    Packer,
    Place,
    check_costs,
    place_in_banks,
    place_unlimited,
)
from memplace.executorch.regions import PLANNED


LARGEST_BANK = 1 << 62  # Bytes; the packer counts in 64 bits.


@dataclass(frozen=True)
class Planner:
    """An algorithm for ExecuTorch's MemoryPlanningPass.

    banks: a `TargetMemoryMap` of ExecuTorch, its banks in order of preference. None: an
        arena without limit, as small as possible.
    costs: of a byte accessed in each bank; None: 0, 1, 2, ...
    deadline: seconds for a graph.
    seed: seed of the search.

    With banks, the cost of all bytes accessed becomes low: each op accesses each of its
    tensors once. Tensors with a `mem_id` stay in this arena.
    """

    banks: Any = None
    costs: Sequence[float] | None = None
    deadline: float = 0.5
    seed: int = 0

    def __call__(
        self,
        alignment: int,
        specs: Iterable[Any],
        graph_module: Any,
        graph_signature: Any = None,
        extra_padding: int = 0,
    ) -> list[int]:
        """Places the tensors of a graph, and returns the bytes of each arena.

        ExecuTorch calls this function. Raises InputError if the banks are too small or
        the graph has tensors that no plan can hold, and MissingPartError without
        ExecuTorch; the graph is then unchanged.
        """
        del graph_signature
        packages = load_packages()
        if alignment < 1:
            raise InputError(f"the alignment must be at least 1, got {alignment}")
        arenas = self._arenas(alignment, extra_padding)
        alignments = self._alignments(alignment)
        common = math.lcm(alignment, *alignments.values())
        graph = Graph(graph_module, specs, common, packages)
        if arenas:
            _check_devices(graph, packages.cpu)
        packer = Packer(
            packages.packer,
            common,
            arguments.seconds("deadline", self.deadline),
            arguments.seed(self.seed),
        )
        placed = _place(graph, arenas, packer)
        sizes = _sizes(placed, arenas, extra_padding)
        _write(placed, lambda mem_id: alignments.get(mem_id, alignment))
        _note(placed, graph_module)
        return sizes

    def _arenas(self, alignment: int, extra_padding: int) -> list[Arena]:
        """Returns the banks, with room for the padding that ExecuTorch requests."""
        if self.banks is None:
            return []
        banks = getattr(self.banks, "banks", None)
        if not banks:
            raise InputError(
                "banks must be a TargetMemoryMap of ExecuTorch, not "
                f"{type(self.banks).__name__}"
            )
        for bank in banks:
            arguments.integer(f"size of bank '{bank.name}'", bank.size, 1, 1 << 128)
            arguments.integer(
                f"mem_id of bank '{bank.name}'", bank.mem_id, 1, LARGEST_MEM_ID
            )
            if (bank.alignment or alignment) % alignment:
                raise InputError(
                    f"bank '{bank.name}' has the alignment {bank.alignment}, which is "
                    f"no multiple of the program's alignment {alignment}"
                )
        given = range(len(banks)) if self.costs is None else self.costs
        costs = check_costs(given, len(banks))
        return [
            Arena(
                bank.name,
                bank.mem_id,
                min(max(bank.size - extra_padding, 0), LARGEST_BANK),
                cost,
            )
            for bank, cost in zip(banks, costs, strict=True)
        ]

    def _alignments(self, alignment: int) -> dict[int, int]:
        """Returns the alignment of each bank, in bytes, by its `mem_id`."""
        banks = self.banks.banks if self.banks is not None else []
        return {bank.mem_id: bank.alignment or alignment for bank in banks}


def _check_devices(graph: Graph, cpu: Any) -> None:
    for spec in graph.specs:
        if spec.device != cpu:
            raise InputError(
                f"banks are memory of the CPU, but tensor '{graph.name(spec)}' is on "
                f"{spec.device.name}"
            )


def _place(
    graph: Graph, arenas: list[Arena], packer: Packer
) -> list[tuple[Buffer, Place]]:
    """Returns the place of each buffer. Empty buffers are at offset 0."""
    buffers = graph.buffers()
    first = arenas[0].mem_id if arenas else 1
    placed = [(b, Place(b.mem_id or first, 0)) for b in buffers if not b.size]
    banked = {arena.mem_id for arena in arenas} | ({None} if arenas else set())
    inside = [b for b in buffers if b.size and b.mem_id in banked]
    others = [b for b in buffers if b.size and b.mem_id not in banked]
    if inside:
        names = [node.name for node in graph.module.graph.nodes]
        places = place_in_banks(inside, arenas, names, packer)
        placed += zip(inside, places, strict=True)
    for mem_id, members in place_unlimited(others, packer).items():
        placed += [(buffer, Place(mem_id, offset)) for buffer, offset in members]
    return placed


def _sizes(
    placed: list[tuple[Buffer, Place]], arenas: list[Arena], extra_padding: int
) -> list[int]:
    """Returns the bytes of each arena by `mem_id`, with padding where there are any."""
    ids = [1, *(arena.mem_id for arena in arenas)]
    ids += [place.mem_id for _, place in placed]
    sizes = [0] * (max(ids) + 1)
    for buffer, place in placed:
        end = place.offset + buffer.size
        sizes[place.mem_id] = max(sizes[place.mem_id], end)
    return [size + extra_padding if size else 0 for size in sizes]


def _write(placed: list[tuple[Buffer, Place]], alignment_of: Any) -> None:
    """Writes the places to the tensors.

    Tensors with common bytes get the same `mem_obj_id`, also by way of others.
    """
    end = number = 0
    before: int | None = None
    moves: dict[int, tuple[Any, dict[int, int]]] = {}
    for buffer, place in sorted(placed, key=lambda each: _position(each[1])):
        if place.mem_id != before:
            end, before, number = 0, place.mem_id, 0
        if place.offset >= end:
            number += 1
        end = max(end, place.offset + buffer.size)
        if buffer.region is not None:
            region = buffer.region
            moves.setdefault(id(region), (region, {}))[1][place.mem_id] = place.offset
        for spec, first in buffer.members:
            spec.realign(alignment_of(place.mem_id))
            spec.mem_id = place.mem_id
            spec.mem_obj_id = number
            spec.mem_offset = place.offset + first
    for region, offsets in moves.values():
        region.move(offsets)


def _position(place: Place) -> tuple[int, int]:
    return place.mem_id, place.offset


def _note(placed: list[tuple[Buffer, Place]], graph_module: Any) -> None:
    """Notes the planned tensors for the plan of a parent module."""
    specs = [spec for buffer, _ in placed for spec, _ in buffer.members]
    regions = {id(b.region): b.region for b, _ in placed if b.region is not None}
    for region in regions.values():
        specs += region.specs
    graph_module.meta[PLANNED] = specs


def plan(
    alignment: int,
    specs: Iterable[Any],
    graph_module: Any,
    graph_signature: Any = None,
    extra_padding: int = 0,
) -> list[int]:
    """Places the tensors of a graph in one arena, as small as possible: the algorithm
    for `MemoryPlanningPass(memory_planning_algo=plan)` of ExecuTorch.

    `Planner` has options.
    """
    return Planner()(alignment, specs, graph_module, graph_signature, extra_padding)
