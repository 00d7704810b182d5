"""Bytes that kernels take from PyTorch's allocators, by the allocators' own numbers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import torch
from memplace.errors import InputError
from memplace.torch.numbers import Number
from memplace.torch.program import Program, Step
from memplace.torch.running import view
from memplace.torch.state import Layout
from torch.utils import _pytree as pytree


def can_measure(device: torch.device) -> bool:
    """Returns false if PyTorch's profiler, which measures the CPU, runs already."""
    return device.type == "cuda" or not torch.autograd._profiler_enabled()


def peak_of(function: Callable[[], Any], device: torch.device) -> tuple[Any, int]:
    """Returns the result of a function, and the most bytes that it held above those at
    its beginning. On CUDA these are the allocator's; the counter of its peak is reset. On
    the CPU they are those that PyTorch's profiler sees."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
        torch.cuda.reset_peak_memory_stats(device)
        before = torch.cuda.memory_allocated(device)
        result = function()
        torch.cuda.synchronize(device)
        return result, torch.cuda.max_memory_allocated(device) - before
    config = torch.autograd.ProfilerConfig(
        torch.autograd.ProfilerState.CPU,
        False,
        True,
        False,
        False,
        False,
        torch._C._profiler._ExperimentalConfig(),
    )
    torch.autograd._enable_profiler_legacy(config)
    try:
        result = function()
    finally:
        threads = torch.autograd._disable_profiler_legacy()
    peak = total = 0
    for event in (event for events in threads for event in events):
        if event.kind() == "memory_alloc":
            total += event.cpu_memory_usage()
            peak = max(peak, total)
    return result, peak


def _signature(step: Step, program: Program) -> Any:
    """Returns a key. Steps with equal keys take the same bytes."""
    numbers: dict[int, int] = {}

    def plain(leaf: Any) -> Any:
        """Returns a leaf whose storage has the number of its first use in the step."""
        if isinstance(leaf, Number):
            return "number"
        if not isinstance(leaf, Layout):
            return repr(leaf)
        number = numbers.setdefault(leaf.storage, len(numbers))
        return replace(leaf, storage=number)

    leaves, tree = pytree.tree_flatten((step.args, step.kwargs))
    found = tuple(plain(leaf) for leaf in leaves)
    sizes = tuple(program.storages[storage].bytes for storage in numbers)
    return step.kernel, str(tree), found, sizes


def _inside(step: Step, program: Program) -> int:
    """Returns the bytes that a kernel takes beside those of its results. The arguments
    are zeros, so that indices are in range."""
    tensors: dict[int, torch.Tensor] = {}

    def make(leaf: Any) -> Any:
        """Returns a tensor for a layout."""
        if not isinstance(leaf, Layout):
            return 1.0 if isinstance(leaf, Number) else leaf
        if leaf.storage not in tensors:
            storage = program.storages[leaf.storage]
            tensors[leaf.storage] = torch.zeros(
                storage.bytes, dtype=torch.uint8, device=storage.device
            )
        return view(tensors[leaf.storage], leaf)

    args, kwargs = pytree.tree_map(make, (step.args, step.kwargs))
    device = next((out.device for out in step.outputs if out), None)
    device = device or next((leaf.device for leaf in step.layouts()), torch.device("cpu"))
    # The result lives until the peak is known.
    result, peak = peak_of(lambda: step.kernel(*args, **kwargs), device)
    del result
    made = set(step.writes) - {layout.storage for layout in step.layouts()}
    return max(0, peak - sum(program.storages[storage].bytes for storage in made))


def measure_inside(program: Program) -> None:
    """Measures for each step the bytes that its kernel takes beside arguments and results,
    such as a work space. Runs each different call once, on zeros. Generators of random numbers
    stay as they are. Raises InputError while PyTorch's profiler runs."""
    if not all(can_measure(storage.device) for storage in program.storages):
        raise InputError("PyTorch's profiler runs; call fit outside of it")
    known: dict[Any, int] = {}
    found: list[Step] = []
    devices = {s.device.index or 0 for s in program.storages if s.device.type == "cuda"}
    with (
        torch.random.fork_rng(devices),
        torch.no_grad(),
        torch._C._DisableAutocast(),
    ):
        for step in program.steps:
            key = _signature(step, program)
            if key not in known:
                try:
                    known[key] = _inside(step, program)
                except (RuntimeError, ArithmeticError, ValueError, IndexError):
                    known[key] = 0  # A kernel that refuses zeros, such as a division.
            found.append(replace(step, inside=known[key]))
    program.steps = found
