"""Finds the dimension of each operand that a dimension of an instruction's result
needs."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from memplace.xla.bytes_of_cuts import blocks_of
from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.repeated import seconds_of
from memplace.xla.shapes import Array, Shape
from memplace.xla.spans import Span
from memplace.xla.windows import convolution_spans, reduce_window_spans

# By operand, the span needed for a span of the result; None: the whole operand.
Needs = list[Span | None]
# Spans by name of the instruction; None: the whole result.
Demands = dict[str, Span | None]


@dataclass
class Found:
    """The demands on each instruction, and the recomputation of each piece in seconds.
    """

    demands: Demands
    recomputation: float = 0.0


_ELEMENTWISE = frozenset(
    "abs add and atan2 cbrt ceil clamp compare complex convert copy cosine divide erf "
    "exponential exponential-minus-one floor imag is-finite log log-plus-one logistic "
    "maximum minimum multiply negate not or popcnt power real reduce-precision remainder "
    "round-nearest-afz round-nearest-even rsqrt select shift-left "
    "shift-right-arithmetic shift-right-logical sign sine sqrt subtract tan tanh "
    "xor".split()
)
_LITERALS = ("constant", "iota", "parameter")
# Ops whose results depend on nothing but the operands, so a piece may recompute all.
_PLAIN = _ELEMENTWISE | frozenset(
    "bitcast broadcast concatenate constant convolution dot dynamic-slice "
    "dynamic-update-slice fusion gather get-tuple-element iota pad parameter reduce "
    "reduce-window reshape reverse slice transpose tuple".split()
)


def demands_of(
    body: Computation, seeds: Demands, parameters: Collection[str], module: Module
) -> Found | None:
    """Returns the demands on all instructions down to the parameters, for an index of
    the seeds' dimensions. None if unknown, or if a piece would compute results of
    another piece."""
    found = Found(dict(seeds))
    demands = found.demands
    shapes = {each.name: each.shape for each in body.instructions}
    for each in reversed(body.instructions):
        if each.name not in demands or each.name in parameters:
            continue
        span = demands[each.name]
        wanted = _needs(each, span, shapes, module, found) if span else None
        if wanted is None:
            # Each piece computes all of the result.
            if each.opcode not in _PLAIN or each.name in seeds:
                return None
            found.recomputation += seconds_of(each, body, module)
            wanted = [None] * len(each.operands)
        elif span and each.opcode != "fusion":
            found.recomputation += _halo_share(each, span) * seconds_of(
                each, body, module
            )
        for operand, its in zip(each.operands, wanted):
            if operand in demands:
                known = demands[operand]
                its = known.joined(its) if known and its else None
            demands[operand] = its
    is_kept = all(demands[name] == span for name, span in seeds.items())
    return found if is_kept else None


def _halo_share(each: Instruction, span: Span) -> float:
    """Returns the size of the halo as a share of the instruction's result."""
    assert isinstance(each.shape, Array)
    extent = each.shape.dimensions[span.dimension]
    return min(1.0, (span.last - span.first) / extent)


def _fusion(
    each: Instruction, span: Span, module: Module, found: Found
) -> Needs | None:
    """Returns, by operand, the span needed by the called computation."""
    body = module.computations.get("".join(each.called("calls")))
    if body is None:
        return None
    parameters = {inner.name: number for number, inner in body.parameters().items()}
    inside = demands_of(body, {body.root.name: span}, parameters, module)
    if inside is None:
        return None
    found.recomputation += inside.recomputation
    wanted: Needs = [None] * len(each.operands)
    for name, number in parameters.items():
        wanted[number] = inside.demands.get(name)
    return wanted


def _needs(
    each: Instruction,
    span: Span,
    shapes: dict[str, Shape],
    module: Module,
    found: Found,
) -> Needs | None:
    """Returns, by operand, the span needed for a span of the result; None if unknown.
    """
    if each.opcode in _LITERALS:
        return [None] * len(each.operands)
    operands = [shapes[name] for name in each.operands]
    if not isinstance(each.shape, Array):
        return None
    arrays = [shape for shape in operands if isinstance(shape, Array)]
    if len(arrays) != len(operands):
        return None
    if each.opcode == "fusion":
        return _fusion(each, span, module, found)
    if each.opcode in _ELEMENTWISE:
        return [
            span if array.dimensions == each.shape.dimensions else None
            for array in arrays
        ]
    rule = _RULES.get(each.opcode)
    return rule(each, span, arrays) if rule else None


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _broadcast(each: Instruction, span: Span, _: list[Array]) -> Needs | None:
    kept = _numbers(each.attributes.get("dimensions", ""))
    return [span.at(kept.index(span.dimension)) if span.dimension in kept else None]


def _transpose(each: Instruction, span: Span, _: list[Array]) -> Needs | None:
    return [span.at(_numbers(each.attributes.get("dimensions", ""))[span.dimension])]


def _reduce(each: Instruction, span: Span, arrays: list[Array]) -> Needs | None:
    summed = _numbers(each.attributes.get("dimensions", ""))
    kept = [k for k in range(len(arrays[0].dimensions)) if k not in summed]
    return [span.at(kept[span.dimension]), None] if len(arrays) == 2 else None


def _bitcast(each: Instruction, span: Span, arrays: list[Array]) -> Needs | None:
    """Finds the dimension at the same bytes: as many indices in as many bytes, in whole
    tiles of both arrays."""
    assert isinstance(each.shape, Array)
    ours = blocks_of(each.shape, span.dimension)
    for candidate, size in enumerate(arrays[0].dimensions):
        its = blocks_of(arrays[0], candidate)
        if size == 1 or ours is None or its is None or its.period != ours.period:
            continue
        ratio = Fraction(ours.stride * its.unit, ours.unit * its.stride)
        if ratio == 1 and ours.unit == its.unit:
            return [span.at(candidate)]
        return [span.rounded(ours.unit).through(candidate, ratio).rounded(its.unit)]
    return None


def _reshape(each: Instruction, span: Span, arrays: list[Array]) -> Needs | None:
    """Finds the dimension with as many elements before it. Pieces must end at indices
    of both arrays."""
    assert isinstance(each.shape, Array)
    before = prod(each.shape.dimensions[: span.dimension])
    inside = prod(each.shape.dimensions[span.dimension + 1 :])
    dimensions = arrays[0].dimensions
    for candidate, size in enumerate(dimensions):
        if size > 1 and prod(dimensions[:candidate]) == before:
            ratio = Fraction(inside, prod(dimensions[candidate + 1 :]))
            return [span.through(candidate, ratio)]
    return None


def _slice(each: Instruction, span: Span, _: list[Array]) -> Needs | None:
    bounds = re.findall(r"\[([\d:]+)\]", each.attributes.get("slice", ""))
    begin, _end, *step = map(int, bounds[span.dimension].split(":"))
    stride = step[0] if step else 1
    return [
        span.through(
            span.dimension,
            Fraction(stride),
            Fraction(begin),
            Fraction(begin - stride + 1),
        )
    ]


def _pad(each: Instruction, span: Span, _: list[Array]) -> Needs | None:
    sizes = each.attributes.get("padding", "").split("x")[span.dimension].split("_")
    low, _high, *interior = map(int, sizes)
    if interior and interior[0]:
        return None
    shift = Fraction(-low)
    return [span.through(span.dimension, Fraction(1), shift, shift), None]


def _dynamic(each: Instruction, span: Span, arrays: list[Array]) -> Needs | None:
    """Slices at unknown positions must be along other dimensions; otherwise the whole
    operand is needed. Scalars are positions."""
    assert isinstance(each.shape, Array)
    at, rank = span.dimension, len(each.shape.dimensions)
    return [
        (
            span
            if len(array.dimensions) == rank
            and array.dimensions[at] == each.shape.dimensions[at]
            else None
        )
        for array in arrays
    ]


def _concatenate(each: Instruction, span: Span, arrays: list[Array]) -> Needs | None:
    if span.dimension not in _numbers(each.attributes.get("dimensions", "")):
        return [span] * len(arrays)
    wanted: Needs = []
    begin = 0
    for array in arrays:
        shift = Fraction(-begin)
        wanted.append(span.through(span.dimension, Fraction(1), shift, shift))
        begin += array.dimensions[span.dimension]
    return wanted


def _reverse(each: Instruction, span: Span, _: list[Array]) -> Needs | None:
    is_along = span.dimension in _numbers(each.attributes.get("dimensions", ""))
    return None if is_along else [span]


def _dot(each: Instruction, span: Span, arrays: list[Array]) -> Needs | None:
    names = ("batch_dims", "contracting_dims")
    left, right = (
        [_numbers(each.attributes.get(f"{side}_{name}", "")) for name in names]
        for side in ("lhs", "rhs")
    )
    index, batch = span.dimension, len(left[0])
    if index < batch:
        return [span.at(left[0][index]), span.at(right[0][index])]
    free = [
        [k for k in range(len(array.dimensions)) if k not in taken[0] + taken[1]]
        for array, taken in zip(arrays, (left, right))
    ]
    index -= batch
    if index < len(free[0]):
        return [span.at(free[0][index]), None]
    return [None, span.at(free[1][index - len(free[0])])]


_RULES = {
    "bitcast": _bitcast,
    "broadcast": _broadcast,
    "concatenate": _concatenate,
    "convolution": convolution_spans,
    "dot": _dot,
    "dynamic-slice": _dynamic,
    "dynamic-update-slice": _dynamic,
    "pad": _pad,
    "reduce": _reduce,
    "reduce-window": reduce_window_spans,
    "reshape": _reshape,
    "reverse": _reverse,
    "slice": _slice,
    "transpose": _transpose,
}
