"""Which dimension of its operands an instruction needs for one of its result."""

import re

from collections.abc import Collection

from memplace.xla.bytes_of_cuts import blocks_of
from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.shapes import Array
from memplace.xla.values import arrays as arrays_in

# For each operand the dimension that an index needs; None: all of it.
Needs = list[int | None]
# Dimensions of named instructions; None: all of it.
Demands = dict[str, int | None]
# A piece may compute this much of the op's middle again, bytes: it costs next to nothing.
_LEAST_REPEATED = 1 << 18

_ELEMENTWISE = frozenset(
    "abs add and atan2 cbrt ceil clamp compare complex convert copy cosine divide erf "
    "exponential exponential-minus-one floor imag is-finite log log-plus-one logistic "
    "maximum minimum multiply negate not or popcnt power real reduce-precision remainder "
    "round-nearest-afz round-nearest-even rsqrt select shift-left "
    "shift-right-arithmetic shift-right-logical sign sine sqrt subtract tan tanh "
    "xor".split()
)
# What hands values on.
_HANDS_ON = frozenset(
    "bitcast broadcast concatenate constant convert copy get-tuple-element iota pad "
    "parameter reshape slice transpose tuple".split()
)
_LITERALS = ("constant", "iota", "parameter")


def demands_of(
    body: Computation, seeds: Demands, parameters: Collection[str], module: Module
) -> Demands | None:
    """What is needed of each instruction, down to the parameters, for an index of the
    seeds' dimensions; None: a piece would do more than its share, or nobody knows."""
    demands: Demands = dict(seeds)
    for each in reversed(body.instructions):
        if each.name not in demands or each.name in parameters:
            continue
        index = demands[each.name]
        wanted = _needs(each, index, body, module)
        if wanted is None:
            return None
        if index is None and not _may_be_repeated(each, module):
            return None
        for operand, its in zip(each.operands, wanted):
            if operand in demands and demands[operand] != its:
                its = None
            demands[operand] = its
    is_kept = all(demands[name] == index for name, index in seeds.items())
    return demands if is_kept else None


def _may_be_repeated(each: Instruction, module: Module) -> bool:
    """Whether each piece of an op may make all that `each` does: it is small, or the same
    values elsewhere, which costs what reading them does."""
    if sum(array.size for array in arrays_in(each.shape)) <= _LEAST_REPEATED:
        return True
    if each.opcode != "fusion":
        return each.opcode in _HANDS_ON
    body = module.computations.get("".join(each.called("calls")))
    return body is not None and all(
        _may_be_repeated(inner, module) for inner in body.instructions
    )


def _fusion(each: Instruction, index: int, module: Module) -> Needs | None:
    """What the computation that it calls needs."""
    body = module.computations.get("".join(each.called("calls")))
    if body is None:
        return None
    parameters = {inner.name: number for number, inner in body.parameters().items()}
    demands = demands_of(body, {body.root.name: index}, parameters, module)
    if demands is None:
        return None
    wanted: Needs = [None] * len(each.operands)
    for name, number in parameters.items():
        wanted[number] = demands.get(name)
    return wanted


def _needs(
    each: Instruction, index: int | None, body: Computation, module: Module
) -> Needs | None:
    """For dimension `index` of the result, or all of it (None); None: not known."""
    if index is None or each.opcode in _LITERALS:
        return [None] * len(each.operands)
    shapes = {inner.name: inner.shape for inner in body.instructions}
    operands = [shapes[name] for name in each.operands]
    if not isinstance(each.shape, Array):
        return None
    arrays = [shape for shape in operands if isinstance(shape, Array)]
    if len(arrays) != len(operands):
        return None
    if each.opcode == "fusion":
        return _fusion(each, index, module)
    if each.opcode in _ELEMENTWISE:
        return [
            index if array.dimensions == each.shape.dimensions else None
            for array in arrays
        ]
    rule = _RULES.get(each.opcode)
    return rule(each, index, arrays) if rule else None


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _broadcast(each: Instruction, index: int, _: list[Array]) -> Needs | None:
    kept = _numbers(each.attributes.get("dimensions", ""))
    return [kept.index(index) if index in kept else None]


def _transpose(each: Instruction, index: int, _: list[Array]) -> Needs | None:
    return [_numbers(each.attributes.get("dimensions", ""))[index]]


def _reduce(each: Instruction, index: int, arrays: list[Array]) -> Needs | None:
    summed = _numbers(each.attributes.get("dimensions", ""))
    kept = [k for k in range(len(arrays[0].dimensions)) if k not in summed]
    return [kept[index], None] if len(arrays) == 2 else None


def _bitcast(each: Instruction, index: int, arrays: list[Array]) -> Needs | None:
    """The dimension that lies at the same bytes."""
    assert isinstance(each.shape, Array)
    blocks = blocks_of(each.shape, index)
    for candidate, size in enumerate(arrays[0].dimensions):
        is_same = size == each.shape.dimensions[index]
        if blocks and is_same and blocks_of(arrays[0], candidate) == blocks:
            return [candidate]
    return None


def _same_extent(each: Instruction, index: int, arrays: list[Array]) -> Needs | None:
    """Of what rearranges along other dimensions only: what has another extent along this
    one is not known; scalars say where."""
    assert isinstance(each.shape, Array)
    wanted: Needs = []
    for array in arrays:
        if len(array.dimensions) != len(each.shape.dimensions):
            if array.dimensions:
                return None
            wanted.append(None)
        elif array.dimensions[index] != each.shape.dimensions[index]:
            return None
        else:
            wanted.append(index)
    return wanted


def _concatenate(each: Instruction, index: int, arrays: list[Array]) -> Needs | None:
    is_along = index in _numbers(each.attributes.get("dimensions", ""))
    return None if is_along else [index] * len(arrays)


def _reverse(each: Instruction, index: int, _: list[Array]) -> Needs | None:
    is_along = index in _numbers(each.attributes.get("dimensions", ""))
    return None if is_along else [index]


def _dot(each: Instruction, index: int, arrays: list[Array]) -> Needs | None:
    names = ("batch_dims", "contracting_dims")
    left, right = (
        [_numbers(each.attributes.get(f"{side}_{name}", "")) for name in names]
        for side in ("lhs", "rhs")
    )
    batch = len(left[0])
    if index < batch:
        return [left[0][index], right[0][index]]
    free = [
        [k for k in range(len(array.dimensions)) if k not in taken[0] + taken[1]]
        for array, taken in zip(arrays, (left, right))
    ]
    index -= batch
    if index < len(free[0]):
        return [free[0][index], None]
    return [None, free[1][index - len(free[0])]]


def _window(each: Instruction, name: str, rank: int, default: str) -> list[str]:
    """A part of `window`, by windowed dimension."""
    found = re.search(rf"\b{name}=([\w.\-]+)", each.attributes.get("window", ""))
    return found[1].split("x") if found else [default] * rank


def _convolution(each: Instruction, index: int, _: list[Array]) -> Needs | None:
    """Batch and features. Windows are not cut, but what is written as one and is the
    batch of a product: of the operand, dilated by its size, each window meets one index,
    and another one of the weights."""
    labels = re.match(r"(\w+)_(\w+)->(\w+)", each.attributes.get("dim_labels", ""))
    groups = ("feature_group_count", "batch_group_count")
    if not labels or any(each.attributes.get(name, "1") != "1" for name in groups):
        return None
    label = labels[3][index]
    if label == "b":
        return [labels[1].index("b"), None]
    if label == "f":
        return [None, labels[2].index("o")]
    rank, at = len(labels[3]) - 2, int(label)
    size = int(_window(each, "size", rank, "1")[at])
    is_batch = (
        int(_window(each, "stride", rank, "1")[at]) == max(1, size - 1)
        and int(_window(each, "lhs_dilate", rank, "1")[at]) == size
        and int(_window(each, "rhs_dilate", rank, "1")[at]) == 1
        and _window(each, "pad", rank, "0_0")[at] == "0_0"
        and _window(each, "rhs_reversal", rank, "0")[at] == "0"
        and size > 1
    )
    return [labels[1].index(label), labels[2].index(label)] if is_batch else None


def _reduce_window(each: Instruction, index: int, arrays: list[Array]) -> Needs | None:
    """Dimensions whose windows are single elements."""
    rank = len(arrays[0].dimensions)
    sizes = (_window(each, name, rank, "1")[index] for name in ("size", "stride"))
    pad = _window(each, "pad", rank, "0_0")[index]
    is_single = all(size == "1" for size in sizes) and pad == "0_0"
    return [index, None] if is_single and len(arrays) == 2 else None


_RULES = {
    "bitcast": _bitcast,
    "broadcast": _broadcast,
    "concatenate": _concatenate,
    "convolution": _convolution,
    "dot": _dot,
    "dynamic-slice": _same_extent,
    "dynamic-update-slice": _same_extent,
    "pad": _same_extent,
    "reduce": _reduce,
    "reduce-window": _reduce_window,
    "reverse": _reverse,
    "slice": _same_extent,
    "transpose": _transpose,
}
