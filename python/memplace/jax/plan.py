"""Result of `offload_plan`: the plan, the planned function, and its text."""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jax
import numpy as np
from memplace.errors import InputError
from memplace.jax.jaxprs import run_step
from memplace.jax.program import Constant, Operand, Program, Step
from memplace.placement import Problem, Solution

DEVICE_KIND, HOST_KIND = "device", "pinned_host"
MEMORY_KINDS = (DEVICE_KIND, HOST_KIND)


@dataclass(frozen=True)
class Arrival:
    """One copy of an argument to the device.

    Steps are numbered from 0, in the order of execution. A step is a kernel: equations
    run together, with nested `jax.jit` calls inlined.

    issued: step before which the copy is issued.
    needed: first step reading the copy, and waiting for it.
    last_use: last step reading the copy; the device's memory is free afterwards.
    issued_seconds, arrived_seconds: modelled times from the start of the call.
    part: indices of the copied part along the argument's first axes; () for the whole
        argument.
    """

    issued: int
    needed: int
    last_use: int
    issued_seconds: float
    arrived_seconds: float
    part: tuple[int, ...] = ()


@dataclass(frozen=True)
class Part:
    """A part of an argument, as a trip of an unrolled scan reads it.

    position: indices of the part along the argument's first axes.
    memory_kind: memory where the caller keeps the part: an element of `MEMORY_KINDS`.
    """

    position: tuple[int, ...]
    memory_kind: str


@jax.tree_util.register_pytree_node_class
@dataclass(frozen=True)
class Parts:
    """An argument whose parts live in several places, as `OffloadPlan.put` returns it.
    In the tree of arguments this is a node whose leaves are the parts.

    positions: for each part, its indices along the argument's first axes.
    arrays: the parts, without these axes.
    """

    positions: tuple[tuple[int, ...], ...]
    arrays: tuple[Any, ...]

    def tree_flatten(self) -> tuple[tuple[Any, ...], tuple[tuple[int, ...], ...]]:
        """Returns leaves and auxiliary data, for `jax.tree`."""
        return self.arrays, self.positions

    @classmethod
    def tree_unflatten(
        cls, positions: tuple[tuple[int, ...], ...], arrays: tuple[Any, ...]
    ) -> "Parts":
        """Returns the node of these leaves, for `jax.tree`."""
        return cls(positions, tuple(arrays))


@dataclass(frozen=True)
class Argument:
    """A leaf of the arguments.

    path: path as `jax.tree_util.keystr` writes it: "[1]['w']" is `args[1]["w"]`.
    shape, dtype, bytes: of the array.
    memory_kind: memory where the caller keeps the array: an element of `MEMORY_KINDS`;
        "pinned_host" if some of its parts are there.
    arrivals: copies to the device, in the order of issue; empty for an array on the
        device or without a reader.
    parts: places of the parts of a stack, if a scan over the stack was unrolled;
        otherwise empty.
    """

    path: str
    shape: tuple[int, ...]
    dtype: str
    bytes: int
    memory_kind: str
    arrivals: tuple[Arrival, ...] = ()
    parts: tuple[Part, ...] = ()

    def each(self, make: Callable[[str], Any]) -> Any:
        """Returns `make(memory_kind)`, or a `Parts` with `make` of each part's kind."""
        if not self.parts:
            return make(self.memory_kind)
        positions = tuple(part.position for part in self.parts)
        return Parts(positions, tuple(make(part.memory_kind) for part in self.parts))


@dataclass(frozen=True)
class OffloadPlan:
    """A plan of the arguments in the host's memory and of their copies to the device.

    function: computes the same as the given function, and issues the copies of the
        plan. Call the function under `jax.jit`, with `put(args)`.
    stablehlo: text of `function` for the target, with the memory kind of each argument
        and a call of `annotate_device_placement` for each copy.
    arguments: the leaves of the arguments, in order.
    target: name of the target.
    budget_bytes: limit on the device's memory.
    smallest_budget_bytes: least budget for which there is a plan of this kind.
    peak_bytes: modelled peak of the device's memory: resident arguments, captured
        constants, copies and results of equations.
    peak_bytes_on_device: the same if all arguments lived on the device.
    seconds: modelled time of a call (docs/reference/simulator.md).
    seconds_on_device: the same if all arguments lived on the device, and fitted.
    stall_seconds: part of `seconds` spent on waiting for copies.
    bytes_transferred: bytes copied to the device in each call.
    solver: name of the placement's solver.
    problem, solution: the placement problem, and its verified placement.
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
        """The memory kind of each leaf, in the tree of `put`'s result."""
        kinds = [argument.each(str) for argument in self.arguments]
        return jax.tree.unflatten(self.in_tree, kinds)

    def shardings(self, device: jax.Device | None = None) -> Any:
        """Returns a sharding of each leaf on `device` (default: JAX's first), in the
        tree of `put`'s result. Pass the result to `jax.jit` as `in_shardings`.

        Raises InputError if the device lacks a memory kind of the plan.
        """
        leaves = [a.each(lambda kind: _sharding(kind, device)) for a in self.arguments]
        return jax.tree.unflatten(self.in_tree, leaves)

    def put(self, args: tuple[Any, ...], device: jax.Device | None = None) -> Any:
        """Returns `args` with each leaf in its memory of the plan. A stack whose parts
        live in several places becomes a `Parts`.

        Raises InputError if tree, shapes or types of `args` differ from the plan, or if
        the device lacks a memory kind of the plan.
        """
        leaves = check_leaves(args, self.in_tree, self.arguments)
        split = [_split(*pair) for pair in zip(leaves, self.arguments)]
        return jax.device_put(
            jax.tree.unflatten(self.in_tree, split), self.shardings(device)
        )

    def show(self) -> None:
        """Shows the placement: in a notebook below the cell, otherwise in a web browser
        (docs/guide/reports.md)."""
        self.solution.show()

    def __str__(self) -> str:
        """Returns the plan as a table: a line for each argument, then totals."""
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
    """Returns a sharding for the memory `kind` of `device`. Raises InputError if the
    device lacks this kind."""
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
    """Returns the type and shape of an argument in JAX, e.g. "float32[2, 3]", with
    64-bit types only if enabled. Other leaves and `ShapeDtypeStruct`s give the name of
    the class."""
    if not isinstance(leaf, jax.ShapeDtypeStruct):
        try:
            aval = jax.typeof(leaf)
            return f"{aval.dtype}{list(aval.shape)}"
        except TypeError:
            pass
    return f"a {type(leaf).__name__}"


def _split(leaf: Any, argument: Argument) -> Any:
    """Returns a leaf, or its `Parts` if the plan has places for its parts."""
    if not argument.parts or isinstance(leaf, Parts):
        return leaf
    if isinstance(leaf, jax.Array) and leaf.sharding.memory_kind == HOST_KIND:
        # NumPy takes the parts, so that no slicing runs on the device.
        leaf = np.asarray(leaf)
    positions = tuple(part.position for part in argument.parts)
    return Parts(positions, tuple(leaf[position] for position in positions))


def _check(leaf: Any, name: str, planned: str) -> None:
    """Raises InputError if type or shape of a leaf differ from the plan."""
    found = _type_in_jax(leaf)
    if found != planned:
        raise InputError(f"{name} must be {planned} as planned, is {found}")


def check_leaves(
    args: tuple[Any, ...], in_tree: Any, arguments: tuple[Argument, ...]
) -> list[Any]:
    """Returns the leaves of `args`, each an array or its `Parts`. Raises InputError if
    tree, shapes or types differ from the plan."""
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
    """The copies of a plan, in the form the function needs.

    issues: by step, the copies issued before the step, as (index of the copy, value).
    served: by (step, value), the copy read by the step.
    """

    issues: dict[int, list[tuple[int, int]]]
    served: dict[tuple[int, int], int]


class _Call:
    """One call of the planned function.

    known: arrays by value, for arguments, constants and results so far.
    copies: arrays on the device, by index of the copy.
    newest: a result of the last step with a non-empty result.
    """

    def __init__(self, program: Program, schedule: Schedule, leaves: list[Any]) -> None:
        self.program = program
        self.schedule = schedule
        self.known: dict[int, Any] = dict(program.constants)
        self.known.update(zip(program.arguments, leaves))
        self.copies: dict[int, Any] = {}
        self.newest: Any = None  # A result of the last step that has one.

    def held(self, value: int) -> tuple[Any, int]:
        """Returns the caller's array with the value, and the number of first axes to
        index in it: 0 unless the value is a part of the array."""
        part = self.program.values[value].part
        if part is None:
            return self.known[value], 0
        whole = self.known[part.argument]
        if isinstance(whole, Parts):
            return whole.arrays[whole.positions.index(part.position)], 0
        return whole, len(part.position)

    def slice(self, value: int, array: Any, axes: int) -> Any:
        """Returns the part `value` of `array`. The first `axes` axes remain, of extent
        1."""
        part = self.program.values[value].part
        if not axes or part is None:
            return array
        rest = array.shape[axes:]
        ends = [index + 1 for index in part.position]
        first = [*part.position, *(0 for _ in rest)]
        return jax.lax.slice(array, first, [*ends, *rest])

    def issue(self, position: int) -> None:
        """Issues the copies of this step, and not earlier. An optimization barrier
        makes each copy depend on a result of the step before. A slice in the host's
        memory comes after the barrier; XLA could otherwise compute the slice at once.
        """
        for copy, value in self.schedule.issues.get(position, []):
            held, axes = self.held(value)
            if self.newest is not None:
                held, _ = jax.lax.optimization_barrier((held, self.newest))
            held = self.slice(value, held, axes)
            there = jax.device_put(held, jax.memory.Space.Device)
            self.copies[copy] = jax.lax.squeeze(there, range(axes))

    def read(self, position: int, operand: Operand) -> Any:
        """Returns the array for an operand of this step."""
        if isinstance(operand, Constant):
            return operand.value
        copy = self.schedule.served.get((position, operand))
        if copy is not None:
            return self.copies[copy]
        held, axes = self.held(operand)
        return jax.lax.squeeze(self.slice(operand, held, axes), range(axes))

    def run(self, position: int, step: Step) -> None:
        """Runs one step. Values within a kernel are computed again in each step."""
        passed: dict[int, Any] = {}
        run_step(step, passed, lambda operand: self.read(position, operand))
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
    except TypeError:  # The attributes of some callables cannot be copied.
        offloaded.__doc__ = getattr(function, "__doc__", None)
    return offloaded


def lower(
    function: Callable[..., Any],
    program: Program,
    arguments: tuple[Argument, ...],
    platform: str,
) -> str:
    """Returns `function` as StableHLO text for JAX's platform, with the memory kinds of
    `arguments`. Raises InputError if JAX cannot lower the function."""
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
    except Exception as error:  # Each primitive's lowering may raise its own errors.
        first = (str(error).splitlines() or [""])[0]
        raise InputError(
            f"JAX cannot lower the function for {platform}: {type(error).__name__}: "
            f"{first}; leave callbacks and what else needs that platform out"
        ) from error
    copies = sum(len(argument.arrivals) for argument in arguments)
    found = text.count("@annotate_device_placement(")
    assert found >= copies, "JAX must keep every copy of the plan"
    return str(text)
