"""Buffers of an ExecuTorch graph: live ranges, sizes and bytes accessed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from memplace import arguments
from memplace.errors import InputError
from memplace.executorch.packages import Packages
from memplace.executorch.regions import Region, regions_of

# A program lists the sizes of all arenas up to the last one.
LARGEST_MEM_ID = 65_535


@dataclass(frozen=True)
class Buffer:
    """Bytes with a place of their own.

    name: the node that makes the buffer.
    begin, end: live range in nodes of the graph, half-open.
    size: bytes, a multiple of the alignment; may be 0.
    accessed: bytes read or written, summed over nodes.
    mem_id: the only permitted arena; None: any.
    members: tensors in the buffer, and the first byte of each.
    region: the submodules that use the buffer, if any.
    """

    name: str
    begin: int
    end: int
    size: int
    accessed: int
    mem_id: int | None
    members: tuple[tuple[Any, int], ...] = field(default=(), repr=False)
    region: Region | None = field(default=None, repr=False)


def _viewed(spec: Any) -> Any:
    """Returns the tensor that a view's description delegates to, or the tensor."""
    while (base := getattr(spec, "_base", None)) is not None:
        spec = base
    return spec


def _aligned(size: int, alignment: int) -> int:
    return -(-size // alignment) * alignment


class Graph:
    """A graph with the tensors to plan.

    specs: the tensors, as ExecuTorch passes them to an algorithm.
    alignment: bytes; of offsets and sizes.
    """

    def __init__(
        self, module: Any, specs: Iterable[Any], alignment: int, packages: Packages
    ) -> None:
        self.module = module
        self.alignment = alignment
        self.specs = list({id(each): each for each in map(_viewed, specs)}.values())
        self._packages = packages
        self._names: dict[int, str] = {}
        self._accessed: Counter[int] = Counter()
        for node in module.graph.nodes:
            self._visit(node)

    def _visit(self, node: Any) -> None:
        """Notes the bytes that a node accesses: each of its tensors once."""
        if node.target in self._packages.without_access:
            return
        own = [_viewed(spec) for spec in self._packages.specs_of(node)]
        for spec in own:
            self._names.setdefault(id(spec), node.name)
        inputs = [
            _viewed(spec)
            for argument in node.all_input_nodes
            for spec in self._packages.specs_of(argument)
        ]
        for spec in {id(each): each for each in own + inputs}.values():
            self._accessed[id(spec)] += spec.nbytes()

    def name(self, spec: Any) -> str:
        """Returns the node that makes a tensor."""
        return self._names.get(id(spec), f"of shape {list(spec.shape)}")

    def _place_inside(self, spec: Any) -> tuple[Any, int]:
        """Returns the tensor whose bytes a tensor uses, and its first byte there."""
        offset = 0
        inner = spec
        while inner.storage_base is not None:
            base = _viewed(inner.storage_base)
            offset += inner.storage_base_offset
            room = _aligned(base.nbytes(), self.alignment)
            if inner.storage_base_offset < 0 or (
                inner.storage_base_offset + _aligned(inner.nbytes(), self.alignment)
                > room
            ):
                raise InputError(
                    f"tensor '{self.name(spec)}' does not fit into the {room} bytes of "
                    f"its base '{self.name(base)}'"
                )
            inner = base
        if offset % self.alignment:
            raise InputError(
                f"tensor '{self.name(spec)}' is at byte {offset} of its base "
                f"'{self.name(inner)}', which is no multiple of the alignment "
                f"{self.alignment}"
            )
        return inner, offset

    def _members(self) -> dict[int, list[tuple[Any, int]]]:
        """Returns the tensors in each tensor with a place of its own, by its id."""
        members: dict[int, list[tuple[Any, int]]] = {
            id(spec): [(spec, 0)] for spec in self.specs if spec.storage_base is None
        }
        for spec in self.specs:
            if spec.storage_base is None:
                continue
            base, offset = self._place_inside(spec)
            if id(base) not in members:
                raise InputError(
                    f"tensor '{self.name(spec)}' shares the bytes of "
                    f"'{self.name(base)}', which is not planned; let ExecuTorch "
                    "allocate inputs and outputs, or don't share them"
                )
            members[id(base)].append((spec, offset))
        return members

    def _buffer(self, members: list[tuple[Any, int]]) -> Buffer:
        spec = members[0][0]
        lives = [each.lifetime for each, _ in members]
        if any(None in life for life in lives):
            raise InputError(f"tensor '{self.name(spec)}' has no lifetime")
        if spec.mem_id is not None:
            arguments.integer(
                f"mem_id of tensor '{self.name(spec)}'", spec.mem_id, 1, LARGEST_MEM_ID
            )
        return Buffer(
            name=self.name(spec),
            begin=min(life[0] for life in lives),
            end=max(life[1] for life in lives) + 1,
            size=_aligned(spec.nbytes(), self.alignment),
            accessed=sum(self._accessed[id(each)] for each, _ in members),
            mem_id=spec.mem_id,
            members=tuple(members),
        )

    def buffers(self) -> list[Buffer]:
        """Returns the buffers of the tensors and of the submodules."""
        buffers = [self._buffer(members) for members in self._members().values()]
        for region in regions_of(self.module, self._packages):
            buffers += [
                Buffer(
                    name=region.name,
                    begin=region.begin,
                    end=region.end,
                    size=_aligned(size, self.alignment),
                    accessed=0,
                    mem_id=mem_id,
                    region=region,
                )
                for mem_id, size in region.sizes.items()
            ]
        return buffers
