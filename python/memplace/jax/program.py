"""A JAX function as a list of steps with sizes and costs.

Each step is a kernel (fusion.py): equations of the jaxpr computed together, with nested
`jax.jit` calls inlined. A loop, a branch or a function with a derivative rule is a
single step. Scans over arguments may be unrolled; each trip's part of an argument is
then a value of its own.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import jax
from jax.extend import core as jex_core
from memplace.errors import InputError
from memplace.jax.costs import NestedWork, flops_of, nested_work, num_bytes
from memplace.jax.fusion import Node, find_kernels, inner_jaxprs

# Names of calls of a nested `jax.jit` function.
_INLINED = ("jit", "pjit")


@dataclass(frozen=True)
class Constant:
    """An operand outside of the program's values: a scalar in the jaxpr."""

    value: Any


Operand = int | Constant  # An index into Program.values, or a scalar.


@dataclass(frozen=True)
class ArgumentSlice:
    """A part of an argument.

    argument: the argument's value.
    position: indices of the part along the argument's first axes.
    """

    argument: int
    position: tuple[int, ...]


@dataclass
class Value:
    """An array of the program: an argument, a part of an argument, a captured constant
    or a result.

    begin, end: live in steps [begin, end); arguments and constants are always live.
    uses: steps reading the value, ascending, each once, without steps reading only a
        part.
    part: for a part of an argument, its position there.
    """

    name: str
    bytes: int
    begin: int
    end: int = 0
    uses: list[int] = field(default_factory=list)
    part: ArgumentSlice | None = None


@dataclass(frozen=True)
class Equation:
    """One equation of the jaxpr, with the values it reads and writes."""

    equation: Any
    operands: list[Operand]
    results: list[int]

    @property
    def values(self) -> tuple[int, ...]:
        """Values read by the equation."""
        return tuple(o for o in self.operands if isinstance(o, int))


@dataclass(frozen=True)
class Step:
    """Equations that are computed together.

    equations: in order. Only results of the last equation are in memory.
    reads: values read from memory, each once.
    flops: operations by MLIR element type; empty if `nested` is set.
    nested: kernels within the last equation, for a loop or a branch.
    """

    equations: list[Equation]
    reads: list[int]
    flops: dict[str, float]
    nested: NestedWork | None

    @property
    def results(self) -> list[int]:
        """Values written by the step."""
        return self.equations[-1].results

    @property
    def scratch(self) -> int:
        """See `NestedWork.scratch`."""
        return self.nested.scratch if self.nested else 0

    @property
    def name(self) -> str:
        """Name of the last equation's primitive."""
        return str(self.equations[-1].equation.primitive.name)


@dataclass
class Program:
    """A function as steps. The step after the last is the return.

    arguments: values of the leaves of the arguments.
    parts: values of parts of arguments.
    split: arguments whose parts are all read, and never the whole. The parts may live
        in different memories; the argument itself counts 0 bytes.
    constants: values captured by the function, with their contents.
    results: operands of the return, by leaf of the function's result.
    """

    in_tree: Any
    out_tree: Any
    in_avals: list[Any]
    out_avals: list[Any]
    paths: list[str]
    values: list[Value] = field(default_factory=list)
    equations: list[Equation] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    arguments: list[int] = field(default_factory=list)
    parts: list[int] = field(default_factory=list)
    split: set[int] = field(default_factory=set)
    constants: dict[int, Any] = field(default_factory=dict)
    results: list[Operand] = field(default_factory=list)

    @property
    def units(self) -> list[int]:
        """`units_of` all arguments."""
        return [p for argument in self.arguments for p in self.units_of(argument)]

    @property
    def num_steps(self) -> int:
        """Number of steps, including the return."""
        return len(self.steps) + 1

    def parts_of(self, argument: int) -> list[int]:
        """Returns the values of an argument's parts."""
        return self._parts_by_argument.get(argument, [])

    @cached_property
    def _parts_by_argument(self) -> dict[int, list[int]]:
        """Parts by argument. Read this only after all parts are known."""
        found: dict[int, list[int]] = {}
        for value in self.parts:
            if part := self.values[value].part:
                found.setdefault(part.argument, []).append(value)
        return found

    def units_of(self, argument: int) -> list[int]:
        """Returns the values of an argument with a place of their own: its parts for a
        split argument, otherwise the argument itself."""
        return self.parts_of(argument) if argument in self.split else [argument]

    def first_use(self, argument: int) -> int | None:
        """Returns the first step reading an argument or its parts. `argument` may also
        be a part; then only reads of the part count."""
        values = [argument, *self.parts_of(argument)]
        return min(
            (self.values[v].uses[0] for v in values if self.values[v].uses),
            default=None,
        )


def scan_counts(params: dict[str, Any]) -> tuple[int, int]:
    """Returns how many operands of a scan are the same in all trips, and how many are
    carried. The scanned operands follow. JAX 0.11 stores both numbers as trees."""
    if "num_consts" in params:
        return params["num_consts"], params["num_carry"]
    constant, carried, _ = params["ft_in"].unpack()
    return len(constant), len(carried)


def count_steps(jaxpr: Any) -> int:
    """Returns the approximate number of steps of a jaxpr with all scans unrolled."""
    count = 0
    for equation in jaxpr.eqns:
        inner = [count_steps(nested) for nested in inner_jaxprs(equation)]
        if equation.primitive.name in _INLINED:
            count += sum(inner)
        elif equation.primitive.name == "scan":
            # In addition, equations take the scanned operands apart and stack results.
            arrays = len(equation.invars) + len(equation.outvars)
            count += equation.params["length"] * (sum(inner) + 2 * arrays)
        else:
            count += 1
    return count


class _Reader:
    """Inlines jaxprs into a program.

    unrolls: True if scans over arguments become separate equations for each trip.
    slices: values of parts of arguments.
    captured: values of constants, by the identity of their contents.
    """

    def __init__(self, program: Program, unrolls: bool) -> None:
        self.program = program
        self.unrolls = unrolls
        self.slices: dict[ArgumentSlice, int] = {}
        self.captured: dict[int, int] = {}

    def add_value(self, name: str, aval: Any) -> int:
        """Adds a value; returns its index."""
        self.program.values.append(Value(name, num_bytes(aval), 0))
        return len(self.program.values) - 1

    def add_constant(self, aval: Any, content: Any) -> int:
        """Adds a constant, once for all trips of a loop; returns its value."""
        if id(content) not in self.captured:
            name = f"constant {len(self.program.constants)}"
            index = self.captured[id(content)] = self.add_value(name, aval)
            self.program.constants[index] = content
        return self.captured[id(content)]

    def read(self, closed: Any, operands: Sequence[Operand]) -> list[Operand]:
        """Adds the equations of a closed jaxpr; returns its results."""
        known: dict[Any, Operand] = dict(zip(closed.jaxpr.invars, operands))
        for variable, content in zip(closed.jaxpr.constvars, closed.consts):
            known[variable] = self.add_constant(variable.aval, content)

        def operand(atom: Any) -> Operand:
            return (
                Constant(atom.val)
                if isinstance(atom, jex_core.Literal)
                else known[atom]
            )

        for equation in closed.jaxpr.eqns:
            inputs = [operand(atom) for atom in equation.invars]
            if equation.primitive.name in _INLINED and "jaxpr" in equation.params:
                outputs = self.read(equation.params["jaxpr"], inputs)
            elif self.unrolls and self.is_over_arguments(equation, inputs):
                outputs = self.unroll(equation, inputs)
            else:
                outputs = self.add_equation(equation, inputs)
            known.update(zip(equation.outvars, outputs))
        return [operand(atom) for atom in closed.jaxpr.outvars]

    def is_argument(self, operand: Operand) -> bool:
        """Returns true if an operand is an argument or a part of an argument."""
        return isinstance(operand, int) and (
            operand in self.program.arguments
            or self.program.values[operand].part is not None
        )

    def is_over_arguments(self, equation: Any, operands: list[Operand]) -> bool:
        """Returns true if an equation is a scan over an argument's parts."""
        params = equation.params
        if equation.primitive.name != "scan" or params["length"] == 0:
            return False
        scanned = operands[sum(scan_counts(params)) :]
        return any(self.is_argument(operand) for operand in scanned)

    def unroll(self, equation: Any, operands: list[Operand]) -> list[Operand]:
        """Adds the trips of a scan; returns the scan's results."""
        params = equation.params
        begin, num_carried = scan_counts(params)
        middle = begin + num_carried
        carried = operands[begin:middle]
        avals = [variable.aval for variable in equation.invars[middle:]]
        trips = range(params["length"])
        stacked: list[list[Operand]] = [[] for _ in trips]
        for trip in reversed(trips) if params["reverse"] else trips:
            parts = [
                self.part(operand, aval, trip)
                for operand, aval in zip(operands[middle:], avals)
            ]
            outputs = self.read(params["jaxpr"], [*operands[:begin], *carried, *parts])
            carried, stacked[trip] = (
                outputs[: middle - begin],
                outputs[middle - begin :],
            )
        results = [
            self.stack(list(column), variable.aval)
            for column, variable in zip(
                zip(*stacked), equation.outvars[middle - begin :]
            )
        ]
        return [*carried, *results]

    def part(self, operand: Operand, aval: Any, trip: int) -> Operand:
        """Returns the trip's part of a scanned operand."""
        assert isinstance(operand, int), "what is scanned has an axis"
        if not self.is_argument(operand):
            return self.trace(
                lambda x: jax.lax.index_in_dim(x, trip, keepdims=False),
                [aval],
                [operand],
            )
        whole = self.program.values[operand].part or ArgumentSlice(operand, ())
        part = ArgumentSlice(whole.argument, (*whole.position, trip))
        if part not in self.slices:
            name = self.program.values[part.argument].name
            index = self.add_value(f"{name} part {list(part.position)}", aval)
            value = self.program.values[index]
            value.part = part
            value.bytes = num_bytes(aval) // aval.shape[0]
            self.slices[part] = index
            self.program.parts.append(index)
        return self.slices[part]

    def stack(self, column: list[Operand], aval: Any) -> Operand:
        """Returns the trips' results stacked along a new first axis."""
        one = jax.ShapeDtypeStruct(aval.shape[1:], aval.dtype, weak_type=aval.weak_type)
        return self.trace(lambda *xs: jax.numpy.stack(xs), [one] * len(column), column)

    def trace(
        self, function: Callable[..., Any], avals: list[Any], operands: list[Operand]
    ) -> Operand:
        """Adds the equations of a function with a single result; returns the result."""
        return self.read(jax.make_jaxpr(function)(*avals), operands)[0]

    def add_equation(self, equation: Any, operands: list[Operand]) -> list[Operand]:
        """Adds an equation; returns its results."""
        name = f"{equation.primitive.name} {len(self.program.equations)}"
        results = []
        for position, variable in enumerate(equation.outvars):
            suffix = f" result {position}" if len(equation.outvars) > 1 else ""
            results.append(self.add_value(name + suffix, variable.aval))
        self.program.equations.append(Equation(equation, operands, results))
        return list(results)


def _abstract(leaf: Any) -> Any:
    """Returns a leaf without contents and without its memory kind. Raises InputError if
    the leaf is on several devices."""
    if not hasattr(leaf, "shape") or not hasattr(leaf, "dtype"):
        return leaf
    sharding = getattr(leaf, "sharding", None)
    if sharding is not None and len(sharding.device_set) > 1:
        raise InputError(
            f"an argument of shape {leaf.shape} is spread over "
            f"{len(sharding.device_set)} devices; memplace.jax plans for one device"
        )
    weak = bool(getattr(leaf, "weak_type", False))
    return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, weak_type=weak)


def trace(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, Any]:
    """Returns the closed jaxpr and the tree of results. Raises InputError if JAX cannot
    trace the function."""
    abstract = jax.tree.map(_abstract, args)
    try:
        closed, out_shape = jax.make_jaxpr(function, return_shape=True)(*abstract)
    except Exception as error:  # The user's function may raise anything.
        first = (str(error).splitlines() or [""])[0]
        raise InputError(
            f"JAX cannot trace the function: {type(error).__name__}: {first}; "
            "arguments are arrays, by position: fix others by functools.partial"
        ) from error
    return closed, jax.tree.structure(out_shape)


def _split_arguments(program: Program) -> None:
    """Finds the arguments to split: the program reads all parts and never the whole."""
    read = {value for equation in program.equations for value in equation.values}
    read |= {r for r in program.results if isinstance(r, int)}
    for argument, aval in zip(program.arguments, program.in_avals):
        parts = program.parts_of(argument)
        positions = [part.position for v in parts if (part := program.values[v].part)]
        depths = {len(position) for position in positions}
        if argument in read or any(part in program.results for part in parts):
            continue
        if len(depths) == 1 and len(parts) == math.prod(aval.shape[: depths.pop()]):
            program.split.add(argument)
            program.values[argument].bytes = 0


def _make_steps(program: Program) -> None:
    """Makes steps of the equations; sets uses and live ranges of all values."""
    values = program.values
    nodes = [Node(e.equation, e.values, tuple(e.results)) for e in program.equations]
    sizes = {index: value.bytes for index, value in enumerate(values)}
    kept = {r for r in program.results if isinstance(r, int)}
    for kernel in find_kernels(nodes, sizes, kept):
        members = [program.equations[number] for number in kernel.nodes]
        equations = [member.equation for member in members]
        nested = nested_work(equations[-1])
        flops = {} if nested else flops_of(equations)
        for result in members[-1].results:
            values[result].begin = len(program.steps)
        program.steps.append(Step(members, list(kernel.reads), flops, nested))
    written = {result for step in program.steps for result in step.results}
    for node in nodes:
        for result in node.writes:
            if result not in written:
                values[result].bytes = 0
    for position, step in enumerate(program.steps):
        for index in step.reads:
            values[index].uses.append(position)
    for value in values:
        value.end = (value.uses[-1] if value.uses else value.begin) + 1
    held = [*program.arguments, *program.parts, *program.constants]
    for index in [*held, *kept]:
        values[index].end = program.num_steps


def read_program(
    closed: Any, args: tuple[Any, ...], out_tree: Any, unrolls: bool
) -> Program:
    """Returns the program of a closed jaxpr whose arguments and results are the leaves
    of `args` and of a result of tree `out_tree`. If `unrolls`, scans over arguments
    become separate equations for each trip."""
    leaves, in_tree = jax.tree_util.tree_flatten_with_path(args)
    paths = [jax.tree_util.keystr(path) for path, _ in leaves]
    avals = list(closed.in_avals), list(closed.out_avals)
    program = Program(in_tree, out_tree, *avals, paths)
    reader = _Reader(program, unrolls)
    for path, aval in zip(paths, closed.in_avals):
        program.arguments.append(reader.add_value(f"args{path}", aval))
    program.results = reader.read(closed, list(program.arguments))
    _split_arguments(program)
    _make_steps(program)
    return program


def read_programs(
    function: Callable[..., Any], args: tuple[Any, ...], max_steps: int
) -> list[Program]:
    """Traces `function` for `args`: arrays, numbers or `jax.ShapeDtypeStruct`s in any
    tree of containers. Returns the program, and a second program with scans over
    arguments unrolled if there are such scans and at most `max_steps` steps.

    Raises InputError if JAX cannot trace the function, or if an array has a dynamic
    shape or is on several devices.
    """
    closed, out_tree = trace(function, args)
    programs = [read_program(closed, args, out_tree, unrolls=False)]
    if count_steps(closed.jaxpr) <= max_steps:
        unrolled = read_program(closed, args, out_tree, unrolls=True)
        if unrolled.parts:
            programs.append(unrolled)
    return programs
