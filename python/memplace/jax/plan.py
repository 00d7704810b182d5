"""What `offload_plan` returns: the plan, the function that follows it, its text."""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jax
import numpy as np
from memplace.errors import InputError
from memplace.jax.program import Constant, Operand, Program, Step
from memplace.placement import Problem, Solution

DEVICE_KIND, HOST_KIND = "device", "pinned_host"
MEMORY_KINDS = (DEVICE_KIND, HOST_KIND)


@dataclass(frozen=True)
class Arrival:
    """One copy of an argument to the device.

    Steps count the equations of the function, nested `jax.jit` calls inlined, from 0.

    issued: step before which the copy is issued.
    needed: first step that reads it, which waits for it.
    last_use: last step that reads it; then the device's copy is dropped.
    issued_seconds, arrived_seconds: modelled, from the start of the call.
    part: of a part of the argument, its indices along the first axes; () for all of it.
    """

    issued: int
    needed: int
    last_use: int
    issued_seconds: float
    arrived_seconds: float
    part: tuple[int, ...] = ()


@dataclass(frozen=True)
class Part:
    """A part of an argument that a scan runs over.

    position: its indices along the first axes.
    memory_kind: where the caller keeps it, one of `MEMORY_KINDS`.
    """

    position: tuple[int, ...]
    memory_kind: str


@jax.tree_util.register_pytree_node_class
@dataclass(frozen=True)
class Parts:
    """What `OffloadPlan.put` makes of an argument whose parts live in several places: a
    node of the tree of arguments, whose leaves are the parts.

    positions: of each part, its indices along the first axes.
    arrays: the parts, without these axes.
    """

    positions: tuple[tuple[int, ...], ...]
    arrays: tuple[Any, ...]

    def tree_flatten(self) -> tuple[tuple[Any, ...], tuple[tuple[int, ...], ...]]:
        """For `jax.tree`."""
        return self.arrays, self.positions

    @classmethod
    def tree_unflatten(
        cls, positions: tuple[tuple[int, ...], ...], arrays: tuple[Any, ...]
    ) -> "Parts":
        """For `jax.tree`."""
        return cls(positions, tuple(arrays))


@dataclass(frozen=True)
class Argument:
    """A leaf of the arguments.

    path: as `jax.tree_util.keystr` writes it: "[1]['w']" is `args[1]["w"]`.
    shape, dtype, bytes: of the array.
    memory_kind: where the caller keeps it, one of `MEMORY_KINDS`; "pinned_host" if some
        of its parts are there.
    arrivals: its copies to the device, in the order of their issue; empty for one
        that lives there, or that the function does not read.
    parts: of a stack, if a scan over it was unrolled: each lives where it is said there.
    """

    path: str
    shape: tuple[int, ...]
    dtype: str
    bytes: int
    memory_kind: str
    arrivals: tuple[Arrival, ...] = ()
    parts: tuple[Part, ...] = ()

    def each(self, make: Callable[[str], Any]) -> Any:
        """Returns `make` of the memory kind, or `Parts` of it for each part's."""
        if not self.parts:
            return make(self.memory_kind)
        positions = tuple(part.position for part in self.parts)
        return Parts(positions, tuple(make(part.memory_kind) for part in self.parts))


@dataclass(frozen=True)
class OffloadPlan:
    """Which arguments live in the host's memory, and when they come to the device.

    function: computes what the given function computes, with the copies of the plan
        in it. Call it under `jax.jit`, with `put(args)`.
    stablehlo: text of `function` for the target, with the memory kind of each
        argument and a call of `annotate_device_placement` for each copy.
    arguments: one for each leaf, in order.
    target: the target's name.
    budget_bytes: of the device's memory.
    smallest_budget_bytes: least budget for which there is a plan of this kind.
    peak_bytes: of the device's memory, modelled: arguments that live there, captured
        constants, copies and results of equations.
    peak_bytes_on_device: the same if all arguments lived on the device.
    seconds: of a call, modelled (docs/reference/simulator.md).
    seconds_on_device: the same if all arguments lived on the device, and fitted.
    stall_seconds: part of `seconds` that waits for copies.
    bytes_transferred: to the device in each call.
    solver: who found it.
    problem, solution: what was solved, and the verified placement.
    """

    function: Callable[..., Any] = field(repr=False)
    stablehlo: str = field(repr=False)
    arguments: tuple[Argument, ...] = field(repr=False)
    target: str
    budget_bytes: int
    smallest_budget_bytes: int
    peak_bytes: int
    peak_bytes_on_device: int
    seconds: float
    seconds_on_device: float
    stall_seconds: float
    bytes_transferred: int
    solver: str
    problem: Problem = field(repr=False)
    solution: Solution = field(repr=False)
    in_tree: Any = field(repr=False)

    @property
    def memory_kinds(self) -> Any:
        """The memory kind of each leaf, in the tree of what `put` returns."""
        kinds = [argument.each(str) for argument in self.arguments]
        return jax.tree.unflatten(self.in_tree, kinds)

    def shardings(self, device: jax.Device | None = None) -> Any:
        """A sharding of each leaf on `device` (default: JAX's first), in the tree of
        what `put` returns: what `jax.jit` takes as `in_shardings`.

        Raises InputError if the device has no memory of such a kind.
        """
        leaves = [a.each(lambda kind: _sharding(kind, device)) for a in self.arguments]
        return jax.tree.unflatten(self.in_tree, leaves)

    def put(self, args: tuple[Any, ...], device: jax.Device | None = None) -> Any:
        """Returns `args` with each leaf in the memory where the plan has it, and a stack
        whose parts live in several places as `Parts`.

        Raises InputError if `args` are not of the tree, shapes and types planned for,
        or if the device has no memory of such a kind.
        """
        leaves = check_leaves(args, self.in_tree, self.arguments)
        split = [_split(*pair) for pair in zip(leaves, self.arguments)]
        return jax.device_put(
            jax.tree.unflatten(self.in_tree, split), self.shardings(device)
        )

    def show(self) -> None:
        """Shows the placement: in a notebook below the cell, else in a web browser
        (docs/guide/reports.md)."""
        self.solution.show()

    def __str__(self) -> str:
        """The plan as a table: a line for each argument, and totals."""
        lines = [
            f"{'argument':<24} {'bytes':>14}  {'lives in':<11}  copied before step"
        ]
        for argument in self.arguments:
            copies = ", ".join(
                f"{a.issued} ({f'part {list(a.part)}, ' if a.part else ''}read in {a.needed}"
                + (f" to {a.last_use})" if a.last_use > a.needed else ")")
                for a in argument.arrivals
            )
            place = argument.memory_kind
            if argument.parts:
                here = [p for p in argument.parts if p.memory_kind == place]
                place += f" ({len(here)} of {len(argument.parts)} parts)"
            lines.append(
                f"{'args' + argument.path:<24} {argument.bytes:>14,}  "
                f"{place:<11}  {copies}".rstrip()
            )
        lines += [
            f"peak on the device: {self.peak_bytes:,} of {self.budget_bytes:,} bytes; "
            f"{self.peak_bytes_on_device:,} with all arguments there; "
            f"smallest budget {self.smallest_budget_bytes:,}",
            f"modelled time on {self.target}: {self.seconds * 1e6:,.1f} us, of which "
            f"{self.stall_seconds * 1e6:,.1f} us wait for copies; "
            f"{self.seconds_on_device * 1e6:,.1f} us with all arguments on the device",
            f"copied in each call: {self.bytes_transferred:,} bytes",
        ]
        return "\n".join(lines)


def _sharding(kind: str, device: jax.Device | None) -> jax.sharding.Sharding:
    """Memory of one kind of a device."""
    device = jax.devices()[0] if device is None else device
    if not hasattr(device, "addressable_memories"):
        raise InputError(f"device must be one of jax.devices(), got {device!r}")
    kinds = [memory.kind for memory in device.addressable_memories()]
    if kind not in kinds:
        raise InputError(
            f"device {device} has no memory of kind {kind!r}, only {', '.join(kinds)}"
        )
    return jax.sharding.SingleDeviceSharding(device, memory_kind=kind)


def _type_in_jax(leaf: Any) -> str:
    """Type and shape that JAX gives an argument, "float32[2, 3]": of 64 bits only if it
    is told so. What is no array has the name of its class."""
    if not isinstance(leaf, jax.ShapeDtypeStruct):
        try:
            aval = jax.typeof(leaf)
            return f"{aval.dtype}{list(aval.shape)}"
        except TypeError:
            pass
    return f"a {type(leaf).__name__}"


def _split(leaf: Any, argument: Argument) -> Any:
    """A leaf, or its parts if they live in several places."""
    if not argument.parts or isinstance(leaf, Parts):
        return leaf
    if isinstance(leaf, jax.Array) and leaf.sharding.memory_kind == HOST_KIND:
        leaf = np.asarray(leaf)  # Its parts are not computed on the device.
    positions = tuple(part.position for part in argument.parts)
    return Parts(positions, tuple(leaf[position] for position in positions))


def _check(leaf: Any, name: str, planned: str) -> None:
    """Raises InputError if a leaf is of another type or shape than planned."""
    found = _type_in_jax(leaf)
    if found != planned:
        raise InputError(f"{name} must be {planned} as planned, is {found}")


def check_leaves(
    args: tuple[Any, ...], in_tree: Any, arguments: tuple[Argument, ...]
) -> list[Any]:
    """Returns the leaves of `args`, or their `Parts`. Raises InputError if they are not of
    the tree, shapes and types planned for."""
    leaves, tree = jax.tree.flatten(
        tuple(args), is_leaf=lambda leaf: isinstance(leaf, Parts)
    )
    if tree != in_tree:
        raise InputError(
            f"the plan is for arguments of the tree {in_tree}, these are of {tree}"
        )
    for leaf, argument in zip(leaves, arguments):
        name = f"args{argument.path}"
        if not isinstance(leaf, Parts):
            _check(leaf, name, f"{argument.dtype}{list(argument.shape)}")
            continue
        if leaf.positions != tuple(part.position for part in argument.parts):
            raise InputError(f"{name} has other parts than planned")
        for position, array in zip(leaf.positions, leaf.arrays):
            shape = list(argument.shape[len(position) :])
            _check(
                array, f"part {list(position)} of {name}", f"{argument.dtype}{shape}"
            )
    return leaves


@dataclass(frozen=True)
class Schedule:
    """The copies of a plan, as the function needs them.

    issues: by step, the copies that are issued before it: index of the copy, value.
    served: the copy that a step reads of a value, by (step, value).
    """

    issues: dict[int, list[tuple[int, int]]]
    served: dict[tuple[int, int], int]


class _Call:
    """One call of the planned function: the arrays that are known so far."""

    def __init__(self, program: Program, schedule: Schedule, leaves: list[Any]) -> None:
        self.program = program
        self.schedule = schedule
        self.known: dict[int, Any] = dict(program.constants)
        self.known.update(zip(program.arguments, leaves))
        self.copies: dict[int, Any] = {}
        self.newest: Any = None  # A result of the last step that has one.

    def held(self, value: int) -> tuple[Any, int]:
        """The array in which the caller has it, and how many of the first axes of a part
        have one element there only."""
        part = self.program.values[value].part
        if part is None:
            return self.known[value], 0
        whole = self.known[part.argument]
        if isinstance(whole, Parts):
            return whole.arrays[whole.positions.index(part.position)], 0
        return whole, len(part.position)

    def slice(self, value: int, array: Any, axes: int) -> Any:
        """A part of the array that it is in, still with all axes."""
        part = self.program.values[value].part
        if not axes or part is None:
            return array
        rest = array.shape[axes:]
        ends = [index + 1 for index in part.position]
        first = [*part.position, *(0 for _ in rest)]
        return jax.lax.slice(array, first, [*ends, *rest])

    def issue(self, position: int) -> None:
        """Copies what is to be copied before this step, and not earlier: a barrier
        makes the copy need a result of the step before. What is sliced in the host's
        memory is sliced behind it, or it could be computed at once."""
        for copy, value in self.schedule.issues.get(position, []):
            held, axes = self.held(value)
            if self.newest is not None:
                held, _ = jax.lax.optimization_barrier((held, self.newest))
            held = self.slice(value, held, axes)
            there = jax.device_put(held, jax.memory.Space.Device)
            self.copies[copy] = jax.lax.squeeze(there, range(axes))

    def read(self, position: int, operand: Operand) -> Any:
        """What this step reads."""
        if isinstance(operand, Constant):
            return operand.value
        copy = self.schedule.served.get((position, operand))
        if copy is not None:
            return self.copies[copy]
        held, axes = self.held(operand)
        return jax.lax.squeeze(self.slice(operand, held, axes), range(axes))

    def run(self, position: int, step: Step) -> None:
        """Runs one step. What it computes on the way is computed anew in each step."""
        passed: dict[int, Any] = {}
        for member in step.equations:
            equation = member.equation
            inputs = [
                (
                    passed[operand]
                    if isinstance(operand, int) and operand in passed
                    else self.read(position, operand)
                )
                for operand in member.operands
            ]
            params = equation.primitive.get_bind_params(equation.params)
            with equation.ctx.manager:
                outputs = equation.primitive.bind(*inputs, **params)
            results = outputs if equation.primitive.multiple_results else [outputs]
            passed.update(zip(member.results, results))
        for index in step.results:
            self.known[index] = passed[index]
        for index in step.results:
            if self.program.values[index].bytes:
                self.newest = self.known[index]
                break


def make_function(
    function: Callable[..., Any],
    program: Program,
    arguments: tuple[Argument, ...],
    schedule: Schedule,
) -> Callable[..., Any]:
    """Returns `function` with the copies of `schedule` in it, for `jax.jit`."""

    def offloaded(*args: Any) -> Any:
        call = _Call(program, schedule, check_leaves(args, program.in_tree, arguments))
        for position, step in enumerate(program.steps):
            call.issue(position)
            call.run(position, step)
        results = [call.read(len(program.steps), result) for result in program.results]
        return jax.tree.unflatten(program.out_tree, results)

    try:
        functools.update_wrapper(offloaded, function)
    except TypeError:  # A callable whose attributes can't be copied.
        offloaded.__doc__ = getattr(function, "__doc__", None)
    return offloaded


def lower(
    function: Callable[..., Any],
    program: Program,
    arguments: tuple[Argument, ...],
    platform: str,
) -> str:
    """Returns `function` as StableHLO text for JAX's platform, with the memory kinds
    of `arguments`. Raises InputError if JAX can't lower it."""
    specs = []
    for aval, argument in zip(program.in_avals, arguments):
        depth = len(argument.parts[0].position) if argument.parts else 0
        specs.append(
            argument.each(
                lambda kind: jax.ShapeDtypeStruct(
                    aval.shape[depth:],
                    aval.dtype,
                    sharding=_sharding(kind, None),
                    weak_type=aval.weak_type,
                )
            )
        )
    traced = jax.jit(function, keep_unused=True).trace(
        *jax.tree.unflatten(program.in_tree, specs)
    )
    try:
        text = traced.lower(lowering_platforms=(platform,)).as_text()
    except Exception as error:  # Each primitive has a lowering of its own.
        first = (str(error).splitlines() or [""])[0]
        raise InputError(
            f"JAX cannot lower the function for {platform}: {type(error).__name__}: "
            f"{first}; leave callbacks and what else needs that platform out"
        ) from error
    copies = sum(len(argument.arrivals) for argument in arguments)
    found = text.count("@annotate_device_placement(")
    assert found >= copies, "JAX must keep every copy of the plan"
    return str(text)
