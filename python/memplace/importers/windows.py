"""Lowers ops with sliding windows to loops: `select_and_scatter`, and running
reductions (prefix sums and the like) written as `reduce_window`."""

from collections.abc import Sequence
from typing import Any

from memplace.importers.element_code import Value, Values
from memplace.importers.loop_code import LoopCode


# Accumulator type for narrower floats, and the ops that accumulate.
WIDE = "f32"
SUMS = {"stablehlo.add": "arith.addf", "stablehlo.multiply": "arith.mulf"}


def numbers(operation: Any, name: str, default: list[int]) -> list[int]:
    """Returns an attribute that is a list of integers, or the default."""
    if name not in operation.attributes:
        return default
    return [int(number) for number in operation.attributes[name]]


def paddings(operation: Any, rank: int) -> list[int]:
    """Returns the padding before and after each dimension, as a flat list."""
    from jaxlib.mlir import ir

    if "padding" not in operation.attributes:
        return [0] * (2 * rank)
    padding = ir.DenseIntElementsAttr(operation.attributes["padding"])
    if padding.is_splat:
        return [int(ir.IntegerAttr(padding.get_splat_value()).value)] * (2 * rank)
    return [int(number) for number in padding]


def write_select_and_scatter(
    loops: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """Adds each source element to the operand element that its window selects.

    This is the gradient of a pooling.
    """
    operand, source, init = arguments
    code = loops.code
    shape = operand.sizes
    ones = [1] * len(shape)
    sizes = numbers(operation, "window_dimensions", ones)
    strides = numbers(operation, "window_strides", ones)
    low = paddings(operation, len(shape))[0::2]
    zero, false = code.constant(0), code.constant("false", "i1")
    initial = code.extract(init)
    result = code.filled(shape, initial)

    def place_of(at: Values, window: Values) -> Values:
        return [
            code.add(code.add(code.multiply(index, stride), offset), -padding)
            for index, stride, offset, padding in zip(at, strides, window, low)
        ]

    def clamp(place: Values) -> Values:
        return [code.clamp(index, size - 1) for index, size in zip(place, shape)]

    def scatter_one(at: Values, result: Value) -> Sequence[Value]:
        def look(window: Values, found: Value, best: Value, *place: Value) -> Values:
            here = place_of(at, window)
            inside = code.all_of(
                [code.within(index, 0, size) for index, size in zip(here, shape)]
            )
            clamped = clamp(here)
            value = code.extract(operand, clamped)
            (keeps,) = loops.call(regions[0], [best, value], ["i1"])
            true = code.constant("true", "i1")
            keeps = code.same("arith.andi", found, keeps)
            takes = code.all_of([inside, code.same("arith.xori", keeps, true)])
            return [
                code.same("arith.ori", found, inside),
                code.select(takes, value, best),
                *(code.select(takes, new, old) for new, old in zip(clamped, place)),
            ]

        # The start is used only if an element is found. It lies in the window, so each
        # tile of the operand with the window contains it.
        start = clamp(place_of(at, [zero] * len(shape)))
        first = code.extract(operand, start)
        found, _, *place = loops.nest(sizes, [false, first, *start], look)

        def put(result: Value) -> Values:
            pair = [code.extract(result, place), code.extract(source, at)]
            (made,) = loops.call(regions[1], pair, [result.element])
            return [code.insert(made, result, place)]

        return loops.when(found, [result], put)

    return loops.nest(source.sizes, [result], scatter_one)


def running_dimension(operation: Any, shape: Sequence[int]) -> int | None:
    """Returns the dimension of a running reduction, or None.

    A running reduction reduces all elements up to each position, or from each position
    on. A loop of n steps then replaces n windows of n elements.
    """
    ones = [1] * len(shape)
    sizes = numbers(operation, "window_dimensions", ones)
    for name in ("window_strides", "base_dilations", "window_dilations"):
        if numbers(operation, name, ones) != ones:
            return None
    wide = [dim for dim, size in enumerate(sizes) if size > 1]
    if len(wide) != 1 or sizes[wide[0]] != shape[wide[0]]:
        return None
    padding = paddings(operation, len(shape))
    others = padding[: 2 * wide[0]] + padding[2 * wide[0] + 2 :]
    pair = padding[2 * wide[0] : 2 * wide[0] + 2]
    before = shape[wide[0]] - 1
    return wide[0] if not any(others) and pair in ([before, 0], [0, before]) else None


def wide_sum(region: Any, inputs: Sequence[Value]) -> str:
    """Returns the arith op of a region that adds or multiplies narrow floats, or "".

    Such reductions accumulate in 32 bits.
    """
    body = list(region.blocks[0].operations)
    op = SUMS.get(body[0].operation.name, "")
    is_narrow = [value.element for value in inputs] in (["bf16"], ["f16"])
    return op if len(body) == 2 and is_narrow else ""


def write_running(
    loops: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """Writes a running reduction: forwards, or backwards if the padding comes after."""
    code, count = loops.code, len(arguments) // 2
    inputs, inits = arguments[:count], arguments[count:]
    shape = inputs[0].sizes
    dimension = running_dimension(operation, shape)
    assert dimension is not None, "the caller has looked"
    size = shape[dimension]
    forward = paddings(operation, len(shape))[2 * dimension] > 0
    outs = [code.empty(shape, value.element) for value in inputs]
    starts = [code.extract(init) for init in inits]
    accumulate = wide_sum(operation.regions[0], inputs)
    if accumulate:
        starts = [code.cast("arith.extf", start, WIDE) for start in starts]

    def line(outer: Values, *outs: Value) -> Sequence[Value]:
        def step(number: Value, *carried: Value) -> Sequence[Value]:
            index = number
            if not forward:
                index = code.subtract(code.constant(size - 1), number)
            at = [*outer[:dimension], index, *outer[dimension:]]
            sums, outs = carried[:count], carried[count:]
            elements = [code.extract(value, at) for value in inputs]
            kinds = [value.element for value in inputs]
            if accumulate:
                (element,) = (code.cast("arith.extf", each, WIDE) for each in elements)
                sums = (code.same(accumulate, *sums, element),)
                stored = [code.cast("arith.truncf", *sums, *kinds)]
            else:
                stored = loops.call(regions[0], [*sums, *elements], kinds)
                sums = tuple(stored)
            return [*sums, *(code.insert(s, out, at) for s, out in zip(stored, outs))]

        return loops.loop((0, size), [*starts, *outs], step)[count:]

    others = [*shape[:dimension], *shape[dimension + 1 :]]
    return loops.nest(others, outs, line)
