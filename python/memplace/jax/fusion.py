"""Which equations a compiler makes one kernel of, so that what they pass on is in no
memory.

A model of what XLA does: element-wise equations and changes of shape are computed where
their results are read, by other such equations or by reductions, if less is moved then; and
reductions of rows where the rows are read again. All else, products among it, reads and
writes memory.
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
# A function with a derivative of its own, of which no derivative is asked.
_TRANSPARENT = frozenset(("custom_jvp_call", "custom_vjp_call", "jit", "pjit"))
# Of a kernel; XLA has such a limit, too.
_MOST_OPERANDS = 32
# Bytes that a kernel reads for each that it passes on: what takes a little of much, such
# as a slice, would have all of it wait in memory together.
_MOST_READ = 8


def inner_jaxprs(equation: Any) -> Iterator[Any]:
    """The jaxprs in an equation's parameters, without their constants."""
    for param in equation.params.values():
        for item in param if isinstance(param, (tuple, list)) else (param,):
            if isinstance(item, jex_core.ClosedJaxpr):
                yield item.jaxpr
            elif isinstance(item, jex_core.Jaxpr):
                yield item


def is_fused(equation: Any) -> bool:
    """Whether it can be computed where its result is read."""
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
    """An equation, as far as fusion goes.

    reads, writes: values.
    """

    equation: Any
    reads: tuple[Value, ...]
    writes: tuple[Value, ...]


@dataclass(frozen=True)
class Kernel(Generic[Value]):
    """Equations that are computed together.

    nodes: by number, in order; the last one writes, the others only pass on. One may be
        in several kernels, each of which computes it.
    reads: values in memory, each once.
    """

    nodes: tuple[int, ...]
    reads: tuple[Value, ...]


def find_kernels(
    nodes: Sequence[Node[Value]],
    sizes: Mapping[Value, int],
    kept: set[Value],
) -> list[Kernel[Value]]:
    """Returns the kernels of a program, in the order of their last equations.

    sizes: of values, bytes.
    kept: values that must be in memory: results.
    """
    readers: dict[Value, list[Node[Value]]] = {}
    for node in nodes:
        for value in dict.fromkeys(node.reads):
            readers.setdefault(value, []).append(node)
    passed: dict[Value, Kernel[Value]] = (
        {}
    )  # Values in no memory, and what computes them.
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
    """Returns the kernels with each reduction of rows computed by those who read it, if
    all of them read the rows, too: a softmax or a norm is one kernel."""
    left = dict(enumerate(kernels))
    for number in range(len(kernels)):
        kernel = left[number]
        node = nodes[kernel.nodes[-1]]
        if not _reduces_rows(node.equation) or not kept.isdisjoint(node.writes):
            continue
        (written,) = node.writes
        readers = [key for key, other in left.items() if written in other.reads]
        large = max(sizes[value] for value in kernel.reads) / _MOST_READ
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
    """Whether it reduces the last axes of an array to one."""
    if equation.primitive.name not in _REDUCTIONS:
        return False
    rank = len(equation.invars[0].aval.shape)
    axes = sorted(equation.params["axes"])
    return bool(axes) and axes == list(range(rank - len(axes), rank))


def _is_fused_or_reduces(equation: Any) -> bool:
    """Whether it computes what it reads where that is not in memory."""
    return is_fused(equation) or equation.primitive.name in _REDUCTIONS


def _passes_on(
    kernel: Kernel[Value],
    node: Node[Value],
    readers: Mapping[Value, list[Node[Value]]],
    sizes: Mapping[Value, int],
) -> bool:
    """Whether all who read what the kernel writes compute it themselves."""
    if len(node.writes) != 1 or not is_fused(node.equation):
        return False
    users = readers.get(node.writes[0], [])
    if not users or len(kernel.reads) > _MOST_OPERANDS:
        return False
    if not all(_is_fused_or_reduces(user.equation) for user in users):
        return False
    size = sizes[node.writes[0]]
    reads = sum(sizes[value] for value in kernel.reads)
    # Written once and read by each, or all that it reads read by each.
    pays = len(users) == 1 or len(users) * reads <= size * (len(users) + 1)
    return pays and reads <= size * _MOST_READ
