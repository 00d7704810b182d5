"""A JAX function as a list of steps with sizes and costs.

Steps are the equations of its jaxpr, nested `jax.jit` calls inlined. A loop, a branch
or a function with a derivative of its own is one step, but scans over arguments may be
unrolled, so that what each trip takes of an argument is a value of its own.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import numpy as np
from jax.extend import core as jex_core
from memplace.errors import InputError

# What calls of `jax.jit` inside a function are, in jaxprs.
_INLINED = ("jit", "pjit")
_MLIR_TYPES = {
    "bfloat16": "bf16",
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "int8": "i8",
    "float8_e4m3fn": "f8E4M3FN",
}


def num_bytes(aval: Any) -> int:
    """Bytes of an array of this abstract value; 0 for what has no elements."""
    shape = getattr(aval, "shape", ())
    if not all(isinstance(extent, (int, np.integer)) for extent in shape):
        raise InputError(
            f"cannot place an array of dynamic shape {shape}; give it a fixed one"
        )
    itemsize = getattr(getattr(aval, "dtype", None), "itemsize", 0)
    return math.prod(shape) * int(itemsize)


@dataclass(frozen=True)
class Constant:
    """An operand that is no value of the program: a scalar in the jaxpr."""

    value: Any


Operand = int | Constant  # An index into Program.values, or a scalar.


@dataclass(frozen=True)
class Slice:
    """A part of an argument.

    argument: the value that it is a part of.
    position: its indices along the argument's first axes.
    """

    argument: int
    position: tuple[int, ...]


@dataclass
class Value:
    """An array of the program: an argument, a part of one, a captured constant or a
    result.

    begin, end: live in steps [begin, end); an argument or constant always is.
    uses: steps that read it, in order, each once; not those that read a part of it.
    part: what it is a part of, if it is one.
    """

    name: str
    bytes: int
    begin: int
    end: int = 0
    uses: list[int] = field(default_factory=list)
    part: Slice | None = None


@dataclass(frozen=True)
class Step:
    """One equation.

    flops: operations, by MLIR element type.
    launches: equations that it runs inside, each trip of a scan counted; 1 if it is none of
        several.
    scratch: bytes of the largest set of arrays live together inside it, which are
        neither operands nor results.
    """

    equation: Any
    operands: list[Operand]
    results: list[int]
    flops: dict[str, float]
    launches: int
    scratch: int

    @property
    def name(self) -> str:
        """The primitive's name."""
        return str(self.equation.primitive.name)


@dataclass
class Program:
    """A function as steps. The step after the last is the return.

    arguments: values, one for each leaf of the arguments.
    parts: values that are parts of arguments.
    constants: values that the function captured, and their contents.
    results: what it returns, one for each leaf of its result.
    """

    in_tree: Any
    out_tree: Any
    in_avals: list[Any]
    paths: list[str]
    values: list[Value] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    arguments: list[int] = field(default_factory=list)
    parts: list[int] = field(default_factory=list)
    constants: dict[int, Any] = field(default_factory=dict)
    results: list[Operand] = field(default_factory=list)

    @property
    def num_steps(self) -> int:
        """Equations, and the return."""
        return len(self.steps) + 1

    def parts_of(self, argument: int) -> list[int]:
        """Returns the values that are parts of an argument."""
        parts = [self.values[part].part for part in self.parts]
        return [
            value
            for value, part in zip(self.parts, parts)
            if part and part.argument == argument
        ]

    def first_use(self, argument: int) -> int | None:
        """Returns the first step that reads an argument or a part of it."""
        values = [argument, *self.parts_of(argument)]
        return min(
            (self.values[v].uses[0] for v in values if self.values[v].uses),
            default=None,
        )


def _inner_jaxprs(equation: Any) -> Iterator[Any]:
    """The jaxprs in an equation's parameters, without their constants."""
    for param in equation.params.values():
        for item in param if isinstance(param, (tuple, list)) else (param,):
            if isinstance(item, jex_core.ClosedJaxpr):
                yield item.jaxpr
            elif isinstance(item, jex_core.Jaxpr):
                yield item


def _element_type(equation: Any) -> str:
    """The MLIR type of the elements that an equation computes with."""
    for variable in (*equation.invars, *equation.outvars):
        name = str(getattr(variable.aval, "dtype", ""))
        if name in _MLIR_TYPES:
            return _MLIR_TYPES[name]
    return "default"


def _own_flops(equation: Any) -> float:
    """Operations of an equation without jaxprs inside."""
    out: int = sum(math.prod(getattr(v.aval, "shape", ())) for v in equation.outvars)
    if equation.primitive.name == "dot_general":
        contracting: tuple[int, ...]
        (contracting, _), _ = equation.params["dimension_numbers"]
        shape: tuple[int, ...] = equation.invars[0].aval.shape
        return 2.0 * out * math.prod(shape[axis] for axis in contracting)
    if equation.primitive.name == "conv_general_dilated":
        kernel: tuple[int, ...] = equation.invars[1].aval.shape
        out_feature: int = equation.params["dimension_numbers"].rhs_spec[0]
        return 2.0 * out * math.prod(kernel) / max(1, kernel[out_feature])
    read = max(
        (math.prod(getattr(v.aval, "shape", ())) for v in equation.invars), default=0
    )
    return float(max(out, read))


def _flops(equation: Any) -> dict[str, float]:
    """Operations by element type. A scan counts all its trips, a while loop one, a
    branch the most expensive of its cases."""
    inner = list(_inner_jaxprs(equation))
    if not inner:
        return {_element_type(equation): _own_flops(equation)}
    cases = []
    for jaxpr in inner:
        total: dict[str, float] = {}
        for nested in jaxpr.eqns:
            for kind, count in _flops(nested).items():
                total[kind] = total.get(kind, 0.0) + count
        cases.append(total)
    most = max(cases, key=lambda total: sum(total.values()))
    trips = equation.params.get("length", 1)
    return {kind: count * int(trips) for kind, count in most.items()}


def _launches(equation: Any) -> int:
    """Equations that it runs, as `_flops` counts."""
    cases = [
        sum(_launches(nested) for nested in jaxpr.eqns)
        for jaxpr in _inner_jaxprs(equation)
    ]
    return max(cases, default=1) * int(equation.params.get("length", 1))


def _scratch(equation: Any) -> int:
    """See `Step.scratch`."""
    return max((_peak_inside(jaxpr) for jaxpr in _inner_jaxprs(equation)), default=0)


def _peak_inside(jaxpr: Any) -> int:
    """Bytes of the largest set of results of equations that are live together."""
    last = {}
    for step, equation in enumerate(jaxpr.eqns):
        for variable in equation.invars:
            if isinstance(variable, jex_core.Var):
                last[variable] = step
    returned = {v for v in jaxpr.outvars if isinstance(v, jex_core.Var)}
    live: dict[Any, int] = {}
    peak = 0
    for step, equation in enumerate(jaxpr.eqns):
        for variable in equation.outvars:
            if variable not in returned:  # Those are the step's own results.
                live[variable] = num_bytes(variable.aval)
        peak = max(peak, sum(live.values()) + _scratch(equation))
        live = {v: size for v, size in live.items() if last.get(v, -1) > step}
    return peak


def count_steps(jaxpr: Any) -> int:
    """Returns how many steps a jaxpr is, with all scans unrolled."""
    count = 0
    for equation in jaxpr.eqns:
        inner = [count_steps(nested) for nested in _inner_jaxprs(equation)]
        if equation.primitive.name in _INLINED:
            count += sum(inner)
        elif equation.primitive.name == "scan":
            # And what takes its operands apart and puts its results together.
            arrays = len(equation.invars) + len(equation.outvars)
            count += equation.params["length"] * (sum(inner) + 2 * arrays)
        else:
            count += 1
    return count


class _Reader:
    """Inlines jaxprs into a program.

    unrolls: whether scans over arguments become a step for each equation of each trip.
    """

    def __init__(self, program: Program, unrolls: bool) -> None:
        self.program = program
        self.unrolls = unrolls
        self.slices: dict[Slice, int] = {}  # Their values.
        self.captured: dict[int, int] = {}  # Values of constants, by identity.

    def add_value(self, name: str, aval: Any) -> int:
        """Adds a value of the next step; returns its index."""
        begin = len(self.program.steps)
        self.program.values.append(Value(name, num_bytes(aval), begin))
        return len(self.program.values) - 1

    def add_constant(self, aval: Any, content: Any) -> int:
        """Adds a constant, once for all trips of a loop; returns its value."""
        if id(content) not in self.captured:
            name = f"constant {len(self.program.constants)}"
            index = self.captured[id(content)] = self.add_value(name, aval)
            self.program.values[index].begin = 0
            self.program.constants[index] = content
        return self.captured[id(content)]

    def read(self, closed: Any, operands: Sequence[Operand]) -> list[Operand]:
        """Adds the steps of a closed jaxpr; returns its results."""
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
                outputs = self.add_step(equation, inputs)
            known.update(zip(equation.outvars, outputs))
        return [operand(atom) for atom in closed.jaxpr.outvars]

    def is_argument(self, operand: Operand) -> bool:
        """Says whether it is an argument or a part of one."""
        return isinstance(operand, int) and (
            operand in self.program.arguments
            or self.program.values[operand].part is not None
        )

    def is_over_arguments(self, equation: Any, operands: list[Operand]) -> bool:
        """Says whether it is a scan that takes a part of an argument in each trip."""
        params = equation.params
        if equation.primitive.name != "scan" or params["length"] == 0:
            return False
        scanned = operands[params["num_consts"] + params["num_carry"] :]
        return any(self.is_argument(operand) for operand in scanned)

    def unroll(self, equation: Any, operands: list[Operand]) -> list[Operand]:
        """Adds the trips of a scan; returns its results."""
        params = equation.params
        begin = params["num_consts"]
        middle = begin + params["num_carry"]
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
        """Returns what a trip takes of an operand."""
        assert isinstance(operand, int), "what is scanned has an axis"
        if not self.is_argument(operand):
            return self.trace(
                lambda x: jax.lax.index_in_dim(x, trip, keepdims=False),
                [aval],
                [operand],
            )
        whole = self.program.values[operand].part or Slice(operand, ())
        part = Slice(whole.argument, (*whole.position, trip))
        if part not in self.slices:
            name = self.program.values[part.argument].name
            index = self.add_value(f"{name} part {list(part.position)}", aval)
            value = self.program.values[index]
            value.begin, value.part = 0, part
            value.bytes = num_bytes(aval) // aval.shape[0]
            self.slices[part] = index
            self.program.parts.append(index)
        return self.slices[part]

    def stack(self, column: list[Operand], aval: Any) -> Operand:
        """Returns what the trips' results are together."""
        one = jax.ShapeDtypeStruct(aval.shape[1:], aval.dtype, weak_type=aval.weak_type)
        return self.trace(lambda *xs: jax.numpy.stack(xs), [one] * len(column), column)

    def trace(
        self, function: Callable[..., Any], avals: list[Any], operands: list[Operand]
    ) -> Operand:
        """Adds the steps of a function with one result; returns that."""
        return self.read(jax.make_jaxpr(function)(*avals), operands)[0]

    def add_step(self, equation: Any, operands: list[Operand]) -> list[Operand]:
        """Adds an equation as a step; returns its results."""
        step = len(self.program.steps)
        name = f"{equation.primitive.name} {step}"
        results = []
        for position, variable in enumerate(equation.outvars):
            suffix = f" result {position}" if len(equation.outvars) > 1 else ""
            results.append(self.add_value(name + suffix, variable.aval))
        self.program.steps.append(
            Step(
                equation,
                operands,
                results,
                _flops(equation),
                _launches(equation),
                _scratch(equation),
            )
        )
        return list(results)


def _abstract(leaf: Any) -> Any:
    """A leaf without contents and without the memory that it is in."""
    if not hasattr(leaf, "shape") or not hasattr(leaf, "dtype"):
        return leaf
    sharding = getattr(leaf, "sharding", None)
    if sharding is not None and len(sharding.device_set) > 1:
        raise InputError(
            f"an argument of shape {leaf.shape} is spread over "
            f"{len(sharding.device_set)} devices; offload_plan plans for one device"
        )
    weak = bool(getattr(leaf, "weak_type", False))
    return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, weak_type=weak)


def _trace(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, Any]:
    """Returns the closed jaxpr and the tree of results."""
    abstract = jax.tree.map(_abstract, args)
    try:
        closed, out_shape = jax.make_jaxpr(function, return_shape=True)(*abstract)
    except Exception as error:  # The function is the user's: it may raise anything.
        first = (str(error).splitlines() or [""])[0]
        raise InputError(
            f"JAX cannot trace the function: {type(error).__name__}: {first}; "
            "arguments are arrays, by position: fix others by functools.partial"
        ) from error
    return closed, jax.tree.structure(out_shape)


def _set_uses(program: Program) -> None:
    """Sets uses and live ranges."""
    for position, step in enumerate(program.steps):
        for index in dict.fromkeys(o for o in step.operands if isinstance(o, int)):
            program.values[index].uses.append(position)
    for value in program.values:
        value.end = (value.uses[-1] if value.uses else value.begin) + 1
    held = [*program.arguments, *program.parts, *program.constants]
    for index in [*held, *(r for r in program.results if isinstance(r, int))]:
        program.values[index].end = program.num_steps


def read_programs(
    function: Callable[..., Any], args: tuple[Any, ...], max_steps: int
) -> list[Program]:
    """Traces `function`, called with `args`: arrays, numbers or
    `jax.ShapeDtypeStruct`s in any tree of containers. Returns it as steps: as it is,
    and with scans over arguments unrolled, if it has some and there are at most
    `max_steps` steps then.

    Raises InputError if JAX can't trace it, or if an array has a dynamic shape or
    is spread over several devices.
    """
    closed, out_tree = _trace(function, args)
    leaves, in_tree = jax.tree_util.tree_flatten_with_path(args)
    paths = [jax.tree_util.keystr(path) for path, _ in leaves]

    def read(unrolls: bool) -> Program:
        program = Program(in_tree, out_tree, list(closed.in_avals), paths)
        reader = _Reader(program, unrolls)
        for path, aval in zip(paths, closed.in_avals):
            program.arguments.append(reader.add_value(f"args{path}", aval))
        program.results = reader.read(closed, list(program.arguments))
        _set_uses(program)
        return program

    programs = [read(unrolls=False)]
    if count_steps(closed.jaxpr) <= max_steps:
        unrolled = read(unrolls=True)
        if unrolled.parts:
            programs.append(unrolled)
    return programs
