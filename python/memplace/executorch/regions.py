"""Memory of the submodules of control flow: `cond`, `map` and `scan`.

ExecuTorch plans each submodule by itself, before its parent, from offset 0 of each
arena. A region reserves the bytes of the submodules of one node in the parent's plan,
and moves their tensors to its offset.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from memplace.executorch.packages import Packages

# Key of GraphModule.meta: the tensors planned in the module and its submodules.
PLANNED = "memplace_planned"
SIZES = "non_const_buffer_sizes"


@dataclass
class Region:
    """Submodules that use the same bytes, one after the other.

    name: the node that runs the submodules.
    modules: the submodules, planned.
    begin, end: the live range in nodes of the parent, half-open.
    """

    name: str
    modules: list[Any]
    begin: int
    end: int

    @property
    def sizes(self) -> dict[int, int]:
        """Bytes by arena, without empty arenas."""
        sizes: dict[int, int] = {}
        for module in self.modules:
            for mem_id, size in enumerate(module.meta[SIZES]):
                sizes[mem_id] = max(sizes.get(mem_id, 0), size)
        return {mem_id: size for mem_id, size in sizes.items() if size}

    @property
    def specs(self) -> list[Any]:
        """All planned tensors, each once."""
        specs = [spec for each in self.modules for spec in each.meta.get(PLANNED, [])]
        return list({id(spec): spec for spec in specs}.values())

    def move(self, offsets: dict[int, int]) -> None:
        """Moves the tensors by the region's offset in each arena."""
        for spec in self.specs:
            spec.mem_offset += offsets.get(spec.mem_id, 0)


def _submodules(node: Any, graph_module: Any) -> Iterator[Any]:
    """Yields the planned submodules that a node runs."""
    for argument in node.args:
        if getattr(argument, "op", "") == "get_attr":
            module = getattr(graph_module, argument.target, None)
            if SIZES in getattr(module, "meta", {}):
                yield module


def _end_of(index: int, node: Any, packages: Packages) -> int:
    """Returns the step after the last use of a node's results.

    ExecuTorch moves no bytes out of a branch of `cond`: the result of the node is the
    tensor of the branch, in the branch's memory.
    """
    lives = [spec.lifetime[1] for spec in packages.specs_of(node)]
    return 1 + max([index, *(int(last) for last in lives if last is not None)])


def regions_of(graph_module: Any, packages: Packages) -> list[Region]:
    """Returns the regions of a graph's control flow.

    ExecuTorch sets `input_mem_buffer_sizes` only for the plan of the host's memory.
    """
    regions: list[Region] = []
    if not any(getattr(graph_module, "input_mem_buffer_sizes", None) or []):
        return regions
    for index, node in enumerate(graph_module.graph.nodes):
        modules = list(_submodules(node, graph_module))
        if not modules:
            continue
        region = Region(node.name, modules, index, _end_of(index, node, packages))
        # Two nodes may run the same submodule, whose tensors have one place.
        for other in [each for each in regions if _share(each, region)]:
            regions.remove(other)
            region.modules += [m for m in other.modules if m not in region.modules]
            region.begin = min(region.begin, other.begin)
            region.end = max(region.end, other.end)
        regions.append(region)
    return regions


def _share(one: Region, other: Region) -> bool:
    return any(module in other.modules for module in one.modules)
