"""The program of a step: kernels of PyTorch, and the storages that they access."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

import torch
from memplace.torch.numbers import Number
from memplace.torch.state import Kind, Layout, Path
from torch.utils import _pytree as pytree

# Kernels that apply the same arithmetic to each tensor of their lists.
_LIST_KERNELS = ("_foreach_", "_fused_")
# Unit of PyTorch's allocator for CUDA, bytes.
_CUDA_UNIT = 512


class Copy(Enum):
    """What a step is that copies a storage between the host's memory and the device's.
    A release waits for a copy to the host, and frees the storage on the device."""

    IN = "copy in"
    OUT = "copy out"
    RELEASE = "release"


def name_of_kernel(kernel: Any) -> str:
    """Returns the name of an op, without its namespace and overload."""
    if isinstance(kernel, Copy):
        return kernel.value
    return str(kernel._schema.name).split("::")[-1]


def storages_in(tree: Any) -> set[int]:
    """Returns the storages of the layouts and numbers in a tree."""
    found: set[int] = set()
    for leaf in pytree.tree_leaves(tree):
        if isinstance(leaf, Layout):
            found.add(leaf.storage)
        elif isinstance(leaf, Number):
            found |= leaf.reads
    return found


@dataclass(frozen=True)
class Step:
    """A call of a kernel, or a copy of a storage.

    kernel: an overload of an op of PyTorch, or a Copy, whose argument is the storage on
        the device.
    args, kwargs: arguments, with a Layout for each tensor, and a Number for each number
        that is known only in a call.
    outputs: by leaf of the result, its layout; None for other results.
    number: the storage of a result that is a number of Python, or -1.
    inside: bytes that the kernel takes beside arguments and results.
    reads, writes: storages.
    flops: operations by MLIR element type.
    is_once: True if the kernel must not run again, and keeps its place among such kernels:
        it draws random numbers, or checks a value.
    part: the number of the call that this step is a part of, and the position in its
        lists; -1 for a whole call. Neighbouring parts run as one call.
    """

    kernel: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    outputs: tuple[Layout | None, ...]
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    flops: dict[str, float]
    is_once: bool = False
    part: tuple[int, int] = (-1, 0)
    number: int = -1
    inside: int = 0

    @property
    def name(self) -> str:
        """Name of the op, without its overload."""
        return name_of_kernel(self.kernel)

    @property
    def direction(self) -> str:
        """Returns "in" or "out" for a copy, else ""."""
        return {Copy.IN: "in", Copy.OUT: "out"}.get(self.kernel, "")

    def layouts(self) -> list[Layout]:
        """Layouts of the arguments."""
        leaves = pytree.tree_leaves((self.args, self.kwargs))
        return [leaf for leaf in leaves if isinstance(leaf, Layout)]

    def accessed(self) -> set[int]:
        """Storages of the arguments, also of their numbers."""
        return storages_in((self.args, self.kwargs))


@dataclass(frozen=True)
class Storage:
    """Memory of tensors.

    size: bytes of its tensors.
    device: where it lies, unless it is on the host.
    constant: the contents, if the step itself has them.
    on_host: True if it lies in the host's memory. Kernels use copies on the device.
    """

    size: int
    device: torch.device
    constant: torch.Tensor | None = None
    on_host: bool = False

    @property
    def bytes(self) -> int:
        """Bytes on the device, rounded up to the allocator's unit."""
        if self.on_host:
            return 0
        unit = _CUDA_UNIT if self.device.type == "cuda" else 1
        return -(-self.size // unit) * unit


@dataclass
class Program:
    """Kernels of a step in the order in which PyTorch runs them.

    arguments: paths of the arguments' tensors before the step, with their layouts.
    kept: the same after the step.
    result: what the step returns, with a Layout for each tensor.
    """

    storages: list[Storage]
    steps: list[Step]
    arguments: dict[Path, Layout]
    kept: dict[Path, Layout] = field(default_factory=dict)
    result: Any = None

    def argument_storages(self) -> set[int]:
        """Storages of the arguments."""
        return {layout.storage for layout in self.arguments.values()}

    def dropped_paths(self) -> list[Path]:
        """Paths of gradients that a step removes or replaces."""
        return [
            path
            for path, layout in self.arguments.items()
            if path and path[-1][0] == Kind.GRADIENT and self.kept.get(path) != layout
        ]

    def dropped_storages(self) -> set[int]:
        """Storages of such gradients that no kernel reads: free before the step."""
        used = {s for step in self.steps for s in (*step.reads, *step.writes)}
        paths = set(self.dropped_paths())
        dropped = {self.arguments[path].storage for path in paths}
        held = {
            layout.storage
            for path, layout in self.arguments.items()
            if path not in paths
        }
        return dropped - used - held - self.final_storages()

    def final_storages(self) -> set[int]:
        """Storages that live after the step: of arguments and results."""
        return storages_in(self.result) | {layout.storage for layout in self.kept.values()}


def without_dead_steps(steps: list[Step], final: set[int]) -> list[Step]:
    """Returns the steps without those whose results nothing reads; `final` storages are
    read after the last step."""
    needed = set(final)
    kept = []
    for step in reversed(steps):
        if step.is_once or needed.intersection(step.writes):
            needed.difference_update(step.writes)
            needed.update(step.reads)
            kept.append(step)
    return kept[::-1]


def _is_list(value: Any) -> bool:
    """Returns true for a list with elements."""
    return isinstance(value, (list, tuple)) and len(value) > 0


def _take(value: Any, index: int, length: int) -> Any:
    """Returns one entry of an argument that is a list over tensors, as a list."""
    if _is_list(value) and len(value) == length:
        return [value[index]]
    return value


def _length_of_lists(step: Step) -> int:
    """Returns the length of the lists over which a kernel computes with each tensor by
    itself, or 0."""
    lists = [
        value
        for value in (*step.args, *step.kwargs.values())
        if _is_list(value) and any(isinstance(entry, Layout) for entry in value)
    ]
    lengths = {len(value) for value in lists}
    if not step.name.startswith(_LIST_KERNELS) or len(lengths) != 1:
        return 0
    (length,) = lengths
    return length if len(step.outputs) in (0, length) else 0


def split_lists(step: Step, number: int) -> Iterator[Step]:
    """Returns the parts of a step whose kernel computes with each tensor of its lists by
    itself, or the step. Parts may run when their tensors are there, so that for example
    a gradient is free before the next one is made."""
    length = _length_of_lists(step)
    if not length:
        yield step
    for index in range(length):
        args = tuple(_take(value, index, length) for value in step.args)
        kwargs = {key: _take(v, index, length) for key, v in step.kwargs.items()}
        outputs = step.outputs[index : index + 1]
        part = replace(
            step, args=args, kwargs=kwargs, outputs=outputs, part=(number, index)
        )
        inside = part.accessed()
        made = {layout.storage for layout in outputs if layout}
        yield replace(
            part,
            reads=tuple(s for s in step.reads if s in inside),
            writes=tuple(s for s in step.writes if s in inside | made),
            flops={kind: count / length for kind, count in step.flops.items()},
        )
