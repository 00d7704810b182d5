"""Runs the kernels and copies of a step in the order of a plan, and frees each tensor after
its last use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import torch
from memplace.scheduling import Schedule
from memplace.torch.host import Host, bytes_of, view
from memplace.torch.numbers import Number
from memplace.torch.program import Copy, Program, Step
from memplace.torch.state import Layout
from torch.utils import _pytree as pytree


@dataclass(frozen=True)
class Run:
    """One call of a kernel.

    kernel: an overload of an op.
    leaves: the flat arguments, None for each tensor.
    build: returns positional and keyword arguments, given all leaves.
    inputs: by position in `leaves`, the buffer, and the index of the layout of a tensor.
    numbers: by position in `leaves`, a number, and the buffers of its storages.
    outputs: by leaf of the result, the buffer and the layout's index of a new tensor;
        None for others.
    number: the buffer of a result that is a number of Python, or -1.
    waits: buffers whose copies to the device must be done before.
    freed: buffers without a later use.
    """

    kernel: Any
    leaves: tuple[Any, ...]
    build: Callable[[list[Any]], tuple[list[Any], dict[str, Any]]]
    inputs: tuple[tuple[int, int, int], ...]
    numbers: tuple[tuple[int, Number, dict[int, int]], ...]
    outputs: tuple[tuple[int, int] | None, ...]
    number: int
    waits: tuple[int, ...]
    freed: tuple[int, ...]


@dataclass(frozen=True)
class Transfer:
    """A copy between the host's memory and the device's, or a release.

    on_host, on_device: buffers.
    storage: on the device.
    freed: buffers without a later use.
    """

    kind: Copy
    on_host: int
    on_device: int
    storage: int
    freed: tuple[int, ...]


@dataclass
class Layouts:
    """Layouts with an index each, since their own hashes are slow."""

    found: list[Layout] = field(default_factory=list)
    indices: dict[Layout, int] = field(default_factory=dict)

    def index(self, layout: Layout) -> int:
        """Returns the index of a layout."""
        if layout not in self.indices:
            self.indices[layout] = len(self.found)
            self.found.append(layout)
        return self.indices[layout]


@dataclass
class Tables:
    """Tensors of one call of a step, by buffer and index of the layout, and numbers by
    buffer.

    arriving, leaving: copies to the device and to the host, by buffer on the device.
    read, written: last copies from the host and to it, by buffer there.
    """

    program: Program
    layouts: list[Layout]
    host: Host | None
    tensors: dict[int, dict[int, torch.Tensor]] = field(default_factory=dict)
    numbers: dict[int, float] = field(default_factory=dict)
    arriving: dict[int, Any] = field(default_factory=dict)
    leaving: dict[int, Any] = field(default_factory=dict)
    read: dict[int, Any] = field(default_factory=dict)
    written: dict[int, Any] = field(default_factory=dict)

    def get(self, buffer: int, index: int) -> torch.Tensor:
        """Returns a tensor of a buffer; makes a view if the layout is new. The first
        kernel that uses a buffer may overwrite it in place: it gets a new one."""
        views = self.tensors.setdefault(buffer, {})
        if index not in views:
            layout = self.layouts[index]
            base = next(iter(views.values()), None)
            if base is None:
                base = self.make(layout.storage)
            views[index] = view(base, layout)
        return views[index]

    def make(self, storage: int) -> torch.Tensor:
        """Returns memory for a storage on the device."""
        facts = self.program.storages[storage]
        return torch.empty(facts.bytes, dtype=torch.uint8, device=facts.device)

    def base(self, buffer: int) -> torch.Tensor:
        """Returns the bytes of a buffer."""
        return bytes_of(next(iter(self.tensors[buffer].values())))

    def transfer(self, one: Transfer) -> None:
        """Issues a copy, or waits for one to the host; frees buffers."""
        assert self.host is not None, "only plans with a host have copies"
        if one.kind is Copy.IN:
            target = self.make(one.storage)
            self.tensors[one.on_device] = {-1: target}
            after = self.written.get(one.on_host)
            copy = self.host.copy("in", target, self.base(one.on_host), after)
            self.arriving[one.on_device] = self.read[one.on_host] = copy
        elif one.kind is Copy.OUT:
            source, after = self.base(one.on_device), self.read.get(one.on_host)
            copy = self.host.copy("out", self.base(one.on_host), source, after)
            self.leaving[one.on_device] = self.written[one.on_host] = copy
        else:
            self.host.wait(self.leaving.pop(one.on_device))
        self.free(one.freed)

    def free(self, buffers: tuple[int, ...]) -> None:
        """Frees buffers."""
        for buffer in buffers:
            self.tensors.pop(buffer, None)

    def evaluate(self, number: Number, buffers: Mapping[int, int]) -> Any:
        """Returns a number, whose storages are in `buffers`."""
        values = {storage: self.numbers[buffers[storage]] for storage in number.reads}
        return number.evaluate(values)

    def run(self, run: Run) -> None:
        """Runs a kernel, and frees buffers."""
        for buffer in run.waits:
            assert self.host is not None, "only plans with a host have copies"
            self.host.wait(self.arriving.pop(buffer))
        leaves = list(run.leaves)
        for position, buffer, index in run.inputs:
            leaves[position] = self.get(buffer, index)
        for position, number, buffers in run.numbers:
            leaves[position] = self.evaluate(number, buffers)
        args, kwargs = run.build(leaves)
        out = run.kernel(*args, **kwargs)
        if run.number >= 0:
            self.numbers[run.number] = out
        if run.outputs:
            found = [out] if isinstance(out, torch.Tensor) else pytree.tree_leaves(out)
            for place, leaf in zip(run.outputs, found):
                if place is not None and leaf is not None:
                    buffer, index = place
                    tensor = matching(leaf, self.layouts[index])
                    self.tensors.setdefault(buffer, {})[index] = tensor
        self.free(run.freed)


def _builder(
    args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Callable[[list[Any]], tuple[list[Any], dict[str, Any]]]:
    """Returns a function that makes arguments of their leaves, in the order of
    `pytree`."""
    names, count = list(kwargs), len(args)
    slices: list[slice | int] = []
    begin = 0
    for value in (*args, *kwargs.values()):
        length = pytree.tree_structure(value).num_leaves
        is_list = isinstance(value, (list, tuple))
        slices.append(slice(begin, begin + length) if is_list else begin)
        begin += length

    def build(leaves: list[Any]) -> tuple[list[Any], dict[str, Any]]:
        """Returns the arguments; lists in them have no lists inside."""
        values = [leaves[at] for at in slices]
        return values[:count], dict(zip(names, values[count:]))

    return build


def matching(tensor: torch.Tensor, layout: Layout) -> torch.Tensor:
    """Returns a kernel's result, copied if PyTorch predicted another layout for it."""
    if tuple(tensor.stride()) == layout.stride and not tensor.storage_offset():
        return tensor
    size = tensor.untyped_storage().nbytes() // tensor.dtype.itemsize
    made = torch.empty(size, dtype=layout.dtype, device=tensor.device)
    return view(made, layout).copy_(tensor)


def _merged(steps: list[Step]) -> Step:
    """Returns the parts of a call as one call again."""
    first = steps[0]
    if len(steps) == 1:
        return first

    def join(values: Sequence[Any]) -> Any:
        """Returns the lists of the parts as one; other arguments are equal."""
        if isinstance(values[0], list) and len(values[0]) == 1:
            return [entry for value in values for entry in value]
        return values[0]

    return Step(
        first.kernel,
        tuple(join(values) for values in zip(*(step.args for step in steps))),
        {key: join([step.kwargs[key] for step in steps]) for key in first.kwargs},
        tuple(out for step in steps for out in step.outputs),
        (),
        (),
        {},
    )


@dataclass(frozen=True)
class _Placed:
    """A step of a schedule.

    buffers: by storage, the buffer of the scheduled problem.
    """

    step: Step
    buffers: dict[int, int]


def _placed(program: Program, schedule: Schedule, order: Sequence[int]) -> list[_Placed]:
    """Returns the steps of a schedule in an order. Numbers above those of its ops are
    releases of the copies to the host (copies.py)."""
    count = len(program.storages)
    ops, numbers = schedule.problem.to_dict()["ops"], schedule.ops.tolist()
    found: list[_Placed] = []
    outs: list[_Placed] = []
    for index in order:
        if index >= len(ops):
            out = outs[index - len(ops)]
            step = replace(out.step, kernel=Copy.RELEASE)
            found.append(replace(out, step=step))
            continue
        if numbers[index] == len(program.steps):
            continue
        buffers: dict[int, int] = {}
        for access in ops[index]["accesses"]:
            storage = int(schedule.buffers[access["buffer"]])
            if storage < count:
                before = buffers.setdefault(storage, access["buffer"])
                assert before == access["buffer"], "an op in place has one buffer"
        found.append(_Placed(program.steps[numbers[index]], buffers))
        if found[-1].step.kernel is Copy.OUT:
            outs.append(found[-1])
    return found


def _last_uses(placed: list[_Placed], final: set[int]) -> dict[int, int]:
    """Returns by buffer the position of its last use; `final` ones live on."""
    last: dict[int, int] = {}
    for position, one in enumerate(placed):
        last.update(dict.fromkeys(one.buffers.values(), position))
    return {buffer: at for buffer, at in last.items() if buffer not in final}


def _grouped(placed: list[_Placed], last: dict[int, int]) -> list[list[_Placed]]:
    """Returns the steps of each call: neighbouring parts of a call are one call again,
    unless a part frees a buffer before the next."""
    groups: list[list[_Placed]] = []
    frees = set(last.values())
    for position, one in enumerate(placed):
        previous = groups[-1] if groups else []
        is_same = bool(previous) and previous[0].step.part[0] == one.step.part[0] >= 0
        touched = {s for p in previous for s in (*p.step.reads, *p.step.writes)}
        is_apart = position - 1 in frees or touched.intersection(one.step.writes)
        if is_same and not is_apart:
            previous.append(one)
        else:
            groups.append([one])
    return groups


@dataclass(frozen=True)
class Runner:
    """Runs the program of a step.

    runs: calls of kernels, and copies, in order.
    arguments, final: by storage, its buffer before and after the step.
    """

    program: Program
    layouts: Layouts
    runs: tuple[Run | Transfer, ...]
    arguments: dict[int, int]
    final: dict[int, int]

    @cached_property
    def constants(self) -> dict[int, torch.Tensor]:
        """Tensors that the step itself has, by storage."""
        return {
            index: storage.constant
            for index, storage in enumerate(self.program.storages)
            if storage.constant is not None
        }

    def run(self, arguments: Mapping[int, torch.Tensor], host: Host | None) -> Tables:
        """Runs all kernels; `arguments` has a tensor of each storage of the arguments.
        Returns the tensors that live after the step. At the end, also after an error, no
        copy is under way."""
        made = {
            index: host.empty(storage.size)
            for index, storage in enumerate(self.program.storages)
            if storage.on_host and host is not None and index not in arguments
        }
        tables = Tables(self.program, self.layouts.found, host)
        for storage, tensor in {**arguments, **self.constants, **made}.items():
            # Index -1: views with the layouts of the kernels are made from this tensor.
            tables.tensors[self.arguments[storage]] = {-1: tensor}
        try:
            with torch.no_grad(), torch._C._DisableAutocast():
                for run in self.runs:
                    if isinstance(run, Run):
                        tables.run(run)
                    else:
                        tables.transfer(run)
        finally:
            if host is not None:
                host.finish()
        return tables

    def result(self, tables: Tables, leaf: Any) -> Any:
        """Returns what a leaf of the program's result stands for."""
        if isinstance(leaf, Layout):
            return tables.get(self.final[leaf.storage], self.layouts.index(leaf))
        if isinstance(leaf, Number):
            return tables.evaluate(leaf, self.final)
        return leaf


def _run_of(
    step: Step,
    buffers: dict[int, int],
    waits: tuple[int, ...],
    freed: tuple[int, ...],
    layouts: Layouts,
) -> Run | Transfer:
    """Returns the run of a call that accesses `buffers`, by storage."""
    if isinstance(step.kernel, Copy):
        (layout,) = step.layouts()
        (on_host,) = (b for s, b in buffers.items() if s != layout.storage)
        on_device = buffers[layout.storage]
        return Transfer(step.kernel, on_host, on_device, layout.storage, freed)
    leaves = pytree.tree_leaves((step.args, step.kwargs))
    inputs = tuple(
        (k, buffers[leaf.storage], layouts.index(leaf))
        for k, leaf in enumerate(leaves)
        if isinstance(leaf, Layout)
    )
    inside = {layout.storage for layout in step.layouts()}
    outputs = tuple(
        (buffers[out.storage], layouts.index(out))
        if out and out.storage not in inside
        else None
        for out in step.outputs
    )
    plain = tuple(None if isinstance(leaf, Layout) else leaf for leaf in leaves)
    numbers = tuple(
        (k, leaf, {storage: buffers[storage] for storage in leaf.reads})
        for k, leaf in enumerate(leaves)
        if isinstance(leaf, Number)
    )
    number = buffers[step.number] if step.number >= 0 else -1
    build = _builder(step.args, step.kwargs)
    return Run(
        step.kernel, plain, build, inputs, numbers, outputs, number, waits, freed
    )


def make_runner(program: Program, schedule: Schedule, order: Sequence[int]) -> Runner:
    """Returns the runner of a schedule of the program's problem (problem.py), whose ops
    run in an order, with releases (copies.py)."""
    fields = schedule.problem.to_dict()["buffers"]
    placed = _placed(program, schedule, order)
    arguments = {
        storage: buffer
        for buffer, storage in enumerate(schedule.buffers.tolist())
        if fields[buffer].get("live_in")
    }
    returned = schedule.ops.tolist().index(len(program.steps))
    final = {
        int(schedule.buffers[access["buffer"]]): access["buffer"]
        for access in schedule.problem.to_dict()["ops"][returned]["accesses"]
    }
    last = _last_uses(placed, set(final.values()))
    runs, layouts = [], Layouts()
    arriving: set[int] = set()
    position = 0
    for group in _grouped(placed, last):
        step = _merged([one.step for one in group])
        buffers = {s: b for one in group for s, b in one.buffers.items()}
        position += len(group)
        freed = [b for b in set(buffers.values()) if last.get(b) == position - 1]
        waits = tuple(arriving.intersection(buffers.values()))
        arriving.difference_update(waits)
        runs.append(_run_of(step, buffers, waits, tuple(freed), layouts))
        if step.kernel is Copy.IN:
            arriving.add(buffers[step.writes[0]])
    return Runner(program, layouts, tuple(runs), arguments, final)
