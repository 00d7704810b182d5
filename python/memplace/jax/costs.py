"""Costs of the equations of a jaxpr: operations, kernels and scratch memory."""

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np
from jax.extend import core as jex_core
from memplace.errors import InputError
from memplace.jax.fusion import Kernel, Node, find_kernels, inner_jaxprs, is_fused
from memplace.machines import Machine

_MLIR_TYPES = {
    "bfloat16": "bf16",
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "int8": "i8",
    "float8_e4m3fn": "f8E4M3FN",
}


def num_bytes(aval: Any) -> int:
    """Returns the bytes of an array of this abstract value on the device; 0 for a value
    without elements, such as a token, and for one in the host's memory. Raises InputError if the shape is dynamic."""
    shape = getattr(aval, "shape", ())
    if not all(isinstance(extent, (int, np.integer)) for extent in shape):
        raise InputError(
            f"cannot place an array of dynamic shape {shape}; give it a fixed one"
        )
    if getattr(aval, "memory_space", None) == jax.memory.Space.Host:
        return 0
    itemsize = getattr(getattr(aval, "dtype", None), "itemsize", 0)
    return math.prod(shape) * int(itemsize)


@dataclass(frozen=True)
class Work:
    """Operations and memory traffic of a kernel.

    flops: operations of a run, by MLIR element type.
    bytes: bytes read and written by a run.
    times: number of runs.
    """

    flops: dict[str, float]
    bytes: int
    times: int = 1


@dataclass(frozen=True)
class NestedWork:
    """Kernels and scratch memory of an equation with jaxprs inside, such as a loop.

    works: kernels of the inner jaxprs. A scan counts all its trips, a while loop a
        single trip, and a branch its most expensive case.
    scratch: largest number of bytes live at once in inner values, i.e. neither operands
        nor results of the equation.
    """

    works: tuple[Work, ...]
    scratch: int


def _element_type(equation: Any) -> str:
    """Returns the MLIR type of the elements an equation computes with, or "default" if
    no operand or result has a known type."""
    for variable in (*equation.invars, *equation.outvars):
        name = str(getattr(variable.aval, "dtype", ""))
        if name in _MLIR_TYPES:
            return _MLIR_TYPES[name]
    return "default"


def _own_flops(equation: Any) -> float:
    """Returns the number of operations of an equation without jaxprs inside. Products
    and convolutions count two per multiplication and addition; any other equation
    counts one per element of its largest operand or result."""
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


def flops_of(equations: list[Any]) -> dict[str, float]:
    """Returns the number of operations by MLIR element type. The equations must contain
    no loops or branches."""
    total: dict[str, float] = {}
    for equation in equations:
        nested = [eqn for jaxpr in inner_jaxprs(equation) for eqn in jaxpr.eqns]
        found = (
            flops_of(nested)
            if nested
            else {_element_type(equation): _own_flops(equation)}
        )
        for kind, count in found.items():
            total[kind] = total.get(kind, 0.0) + count
    return total


def equation_seconds(equation: Any, machine: Machine) -> float:
    """Returns the modelled seconds of one evaluation of an equation by itself, without
    launches. An equation that its readers may compute (fusion.py) only writes."""
    if nested := nested_work(equation):
        return sum(
            machine.seconds_of(work.flops, work.bytes) * work.times
            for work in nested.works
        )
    written = sum(num_bytes(v.aval) for v in equation.outvars)
    read = sum(num_bytes(v.aval) for v in equation.invars)
    moved = written if is_fused(equation) else read + written
    return machine.seconds_of(flops_of([equation]), moved)


def nested_work(equation: Any) -> NestedWork | None:
    """Returns the kernels and the scratch memory inside an equation; None if the
    equation has no jaxprs inside or is part of a single kernel."""
    inner = list(inner_jaxprs(equation))
    if not inner or is_fused(equation):
        return None
    cases = [_work_of_jaxpr(jaxpr) for jaxpr in inner]
    most = max(cases, key=lambda case: _size(case.works))
    trips = int(equation.params.get("length", 1))
    works = tuple(Work(w.flops, w.bytes, w.times * trips) for w in most.works)
    return NestedWork(works, max(case.scratch for case in cases))


def _size(works: tuple[Work, ...]) -> tuple[float, int]:
    """Returns total operations and total bytes: the measure of the most expensive case.
    """
    flops = sum(w.times * sum(w.flops.values()) for w in works)
    return flops, sum(w.times * w.bytes for w in works)


def _work_of_jaxpr(jaxpr: Any) -> NestedWork:
    """Returns the kernels of a jaxpr and its scratch memory."""
    nodes: list[Node[Hashable]] = [
        Node(
            equation,
            tuple(v for v in equation.invars if isinstance(v, jex_core.Var)),
            tuple(equation.outvars),
        )
        for equation in jaxpr.eqns
    ]
    given = [*jaxpr.invars, *jaxpr.constvars]
    values = [*given, *(v for node in nodes for v in node.writes)]
    sizes: dict[Hashable, int] = {v: num_bytes(v.aval) for v in values}
    returned: set[Hashable] = {v for v in jaxpr.outvars if isinstance(v, jex_core.Var)}
    kernels = find_kernels(nodes, sizes, returned)
    nested_works = [nested_work(nodes[kernel.nodes[-1]].equation) for kernel in kernels]
    works: list[Work] = []
    for kernel, nested in zip(kernels, nested_works):
        if nested:
            works += nested.works
            continue
        members = [nodes[number] for number in kernel.nodes]
        moved = sum(sizes[v] for v in (*kernel.reads, *members[-1].writes))
        works.append(Work(flops_of([node.equation for node in members]), moved))
    outside = {*given, *returned}
    peak = _peak(nodes, kernels, nested_works, sizes, outside)
    return NestedWork(tuple(works), peak)


def _peak(
    nodes: list[Node[Hashable]],
    kernels: list[Kernel[Hashable]],
    nested_works: list[NestedWork | None],
    sizes: dict[Hashable, int],
    outside: set[Hashable],
) -> int:
    """Returns the largest number of bytes live at once in values not in `outside`."""
    last = {
        value: step for step, kernel in enumerate(kernels) for value in kernel.reads
    }
    live: dict[Hashable, int] = {}
    peak = 0
    for step, (kernel, nested) in enumerate(zip(kernels, nested_works)):
        for value in nodes[kernel.nodes[-1]].writes:
            if value not in outside:
                live[value] = sizes[value]
        peak = max(peak, sum(live.values()) + (nested.scratch if nested else 0))
        live = {v: size for v, size in live.items() if last.get(v, -1) > step}
    return peak
