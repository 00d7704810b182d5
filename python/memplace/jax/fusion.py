"""Groups equations into kernels as a compiler would; values inside a kernel take no
memory.

This is a model of XLA's fusion. Element-wise equations and changes of shape are
computed where their results are read, by other such equations or by reductions, if
fewer bytes move then. A reduction of rows is computed by readers of the same rows. All
other equations, such as products, read their operands from memory and write their
results to memory.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from jax.extend import core as jex_core

Value = TypeVar("Value", bound=Hashable)

_FUSED = frozenset(
    "abs acos acosh add and asin asinh atan atan2 atanh bitcast_convert_type"
    " broadcast_in_dim cbrt ceil clamp concatenate convert_element_type copy copy_p cos"
    " cosh digamma div dynamic_slice eq erf erf_inv erfc exp exp2 expand_dims expm1 floor"
    " ge gt imag integer_pow iota is_finite le lgamma log log1p logistic lt max min mul"
    " ne neg nextafter not one_minus_square or pad population_count pow real reduce_precision rem reshape"
    " rev round rsqrt select_n shift_left shift_right_arithmetic shift_right_logical sign"
    " sin sinh slice sqrt square squeeze stop_gradient sub tan tanh transpose xor".split()
)
_REDUCTIONS = frozenset(
    "argmax argmin reduce_and reduce_max reduce_min reduce_or reduce_prod reduce_sum"
    " reduce_xor".split()
)
# Functions with a derivative rule and nested calls: fused if all equations inside are.
_TRANSPARENT = frozenset(("custom_jvp_call", "custom_vjp_call", "jit", "pjit"))
# Largest number of operands of a kernel computed by its readers. XLA has a similar
# limit.
_MAX_OPERANDS = 32
# Largest number of bytes read per byte passed on. Fusing e.g. a slice of a large array
# would keep the whole array in memory until the readers of the slice run.
_MAX_READ = 8


def inner_jaxprs(equation: Any) -> Iterator[Any]:
    """Yields the jaxprs in an equation's parameters, without their constants."""
    for param in equation.params.values():
        for item in param if isinstance(param, (tuple, list)) else (param,):
            if isinstance(item, jex_core.ClosedJaxpr):
                yield item.jaxpr
            elif isinstance(item, jex_core.Jaxpr):
                yield item


def is_fused(equation: Any) -> bool:
    """Returns true if an equation can be computed where its result is read."""
    name = equation.primitive.name
    if name in _TRANSPARENT:
        return all(
            is_fused(nested)
            for jaxpr in inner_jaxprs(equation)
            for nested in jaxpr.eqns
        )
    return name in _FUSED


@dataclass(frozen=True)
class Node(Generic[Value]):
    """An equation with the values it reads and writes."""

    equation: Any
    reads: tuple[Value, ...]
    writes: tuple[Value, ...]


@dataclass(frozen=True)
class Kernel(Generic[Value]):
    """Equations that are computed together.

    nodes: indices of equations, ascending. Only the last equation writes to memory. An
        equation may be in several kernels; each kernel computes the equation again.
    reads: values read from memory, each once.
    """

    nodes: tuple[int, ...]
    reads: tuple[Value, ...]


def find_kernels(
    nodes: Sequence[Node[Value]],
    sizes: Mapping[Value, int],
    kept: set[Value],
) -> list[Kernel[Value]]:
    """Returns the kernels of a program, in the order of their last equations.

    sizes: bytes of each value.
    kept: values returned by the program; they must be in memory.
    """
    readers: dict[Value, list[Node[Value]]] = {}
    for node in nodes:
        for value in dict.fromkeys(node.reads):
            readers.setdefault(value, []).append(node)
    passed: dict[Value, Kernel[Value]] = (
        {}
    )  # Values without memory, with the kernel computing each.
    kernels = []
    for number, node in enumerate(nodes):
        members: dict[int, None] = {}
        reads: dict[Value, None] = {}
        for value in node.reads:
            if value in passed:
                members.update(dict.fromkeys(passed[value].nodes))
                reads.update(dict.fromkeys(passed[value].reads))
            else:
                reads[value] = None
        kernel = Kernel((*sorted(members), number), tuple(reads))
        if kept.isdisjoint(node.writes) and _passes_on(kernel, node, readers, sizes):
            passed[node.writes[0]] = kernel
        else:
            kernels.append(kernel)
    return _with_rows(kernels, nodes, sizes, kept)


def _with_rows(
    kernels: list[Kernel[Value]],
    nodes: Sequence[Node[Value]],
    sizes: Mapping[Value, int],
    kept: set[Value],
) -> list[Kernel[Value]]:
    """Moves each reduction of rows into the kernels reading its result, if all these
    kernels read the rows, too. So a softmax or a norm becomes a single kernel."""
    left = dict(enumerate(kernels))
    for number in range(len(kernels)):
        kernel = left[number]
        node = nodes[kernel.nodes[-1]]
        if not _reduces_rows(node.equation) or not kept.isdisjoint(node.writes):
            continue
        (written,) = node.writes
        readers = [key for key, other in left.items() if written in other.reads]
        large = max(sizes[value] for value in kernel.reads) / _MAX_READ
        rows = {value for value in kernel.reads if sizes[value] >= large}
        if not readers or not all(
            rows.issubset(left[key].reads)
            and _is_fused_or_reduces(nodes[left[key].nodes[-1]].equation)
            for key in readers
        ):
            continue
        del left[number]
        for key in readers:
            members = {*kernel.nodes, *left[key].nodes}
            reads = dict.fromkeys((*kernel.reads, *left[key].reads))
            del reads[written]
            left[key] = Kernel(tuple(sorted(members)), tuple(reads))
    return list(left.values())


def _reduces_rows(equation: Any) -> bool:
    """Returns true if an equation reduces the last axes of an array."""
    if equation.primitive.name not in _REDUCTIONS:
        return False
    rank = len(equation.invars[0].aval.shape)
    axes = sorted(equation.params["axes"])
    return bool(axes) and axes == list(range(rank - len(axes), rank))


def _is_fused_or_reduces(equation: Any) -> bool:
    """Returns true if an equation can compute its operands itself, in the same kernel.
    """
    return is_fused(equation) or equation.primitive.name in _REDUCTIONS


def _passes_on(
    kernel: Kernel[Value],
    node: Node[Value],
    readers: Mapping[Value, list[Node[Value]]],
    sizes: Mapping[Value, int],
) -> bool:
    """Returns true if `node`, the last equation of `kernel`, needs no memory for its
    result: each reader computes the result itself without moving more bytes."""
    if len(node.writes) != 1 or not is_fused(node.equation):
        return False
    users = readers.get(node.writes[0], [])
    if not users or len(kernel.reads) > _MAX_OPERANDS:
        return False
    if not all(_is_fused_or_reduces(user.equation) for user in users):
        return False
    size = sizes[node.writes[0]]
    reads = sum(sizes[value] for value in kernel.reads)
    # With several readers, compare reading the operands once per reader with a write
    # and a read per reader of the result.
    pays = len(users) == 1 or len(users) * reads <= size * (len(users) + 1)
    return pays and reads <= size * _MAX_READ
