"""TFLite's operators on 8-bit integers, in the arithmetic of the reference kernels."""

from collections.abc import Callable

from memplace.importers.tflite.context import Context
from memplace.importers.tflite.fixed_point import (
    ACCUMULATION_INTEGER_BITS,
    float32,
    quantize_multiplier,
    softmax_tables,
)
from memplace.importers.tflite.writer import Index, Writer

# Left shift, in bits, that TFLite applies to operands of sums and differences.
SUM_SHIFT = 20
# The same for squared differences.
SQUARE_SHIFT = 7


def on_one_scale(
    context: Context, bits: int
) -> tuple[float, Callable[[list[Index]], list[str]]]:
    """Returns a common scale, and a function that loads both operands in this scale.

    The loaded numbers are shifted left by `bits`.
    """
    writer = context.writer
    places = (context.input(0), context.input(1))
    context.eight_bits(*places, context.outputs[0])
    context.expect_broadcast(context.outputs[0], *places)
    scale = 2 * max(place.tensor.scale for place in places)
    factors = [quantize_multiplier(place.tensor.scale / scale) for place in places]

    def load(at: list[Index]) -> list[str]:
        found = []
        for place, factor in zip(places, factors):
            value = place.load_flat(at, -place.tensor.zero_point)
            shifted = writer.binary("shli", value, writer.constant(bits))
            found.append(context.multiply(shifted, factor))
        return found

    return scale, load


def sum_or_difference(context: Context) -> None:
    """ADD and SUB of operands with different scales."""
    writer, target = context.writer, context.outputs[0]
    scale, load = on_one_scale(context, SUM_SHIFT)
    back = quantize_multiplier(scale / ((1 << SUM_SHIFT) * target.tensor.scale))
    low, high = context.range(
        target, context.operator.option("FusedActivationFunction")
    )
    op = "addi" if context.operator.kind == "ADD" else "subi"

    def element(at: list[Index]) -> None:
        result = context.multiply(writer.binary(op, *load(at)), back)
        result = writer.add(result, target.tensor.zero_point)
        target.store(writer.clamp(result, low, high), at)

    writer.loops(target.shape, element)


def product(context: Context) -> None:
    """MUL of operands with different scales."""
    writer = context.writer
    first, second, target = context.input(0), context.input(1), context.outputs[0]
    context.eight_bits(first, second, target)
    context.expect_broadcast(target, first, second)
    # As in the kernel, scales are multiplied in 32-bit floats.
    scale = float32(first.tensor.scale) * float32(second.tensor.scale)
    factor = quantize_multiplier(float(scale / float32(target.tensor.scale)))
    low, high = context.range(
        target, context.operator.option("FusedActivationFunction")
    )

    def element(at: list[Index]) -> None:
        values = [
            place.load_flat(at, -place.tensor.zero_point) for place in (first, second)
        ]
        result = context.multiply(writer.binary("muli", *values), factor)
        result = writer.add(result, target.tensor.zero_point)
        target.store(writer.clamp(result, low, high), at)

    writer.loops(target.shape, element)


def squared_difference(context: Context) -> None:
    """SQUARED_DIFFERENCE of operands with different scales."""
    writer, target = context.writer, context.outputs[0]
    scale, load = on_one_scale(context, SQUARE_SHIFT)
    factor = scale * scale / ((1 << 2 * SQUARE_SHIFT) * target.tensor.scale)
    back = quantize_multiplier(factor)

    def element(at: list[Index]) -> None:
        difference = writer.binary("subi", *load(at))
        result = context.multiply(writer.binary("muli", difference, difference), back)
        result = writer.add(result, target.tensor.zero_point)
        target.store(writer.clamp(result, *target.tensor.limits), at)

    writer.loops(target.shape, element)


def prelu(context: Context) -> None:
    """PRELU: x if x >= 0, else x times an element of the second operand."""
    writer = context.writer
    source, slopes, target = context.input(0), context.input(1), context.outputs[0]
    context.eight_bits(source, slopes, target)
    context.expect_broadcast(target, source, slopes)
    scale = float32(source.tensor.scale)
    same = quantize_multiplier(float(scale / float32(target.tensor.scale)))
    product = scale * float32(slopes.tensor.scale) / float32(target.tensor.scale)
    below = quantize_multiplier(float(product))

    def element(at: list[Index]) -> None:
        value = source.load_flat(at, -source.tensor.zero_point)
        slope = slopes.load_flat(at, -slopes.tensor.zero_point)
        scaled = context.multiply(writer.binary("muli", value, slope), below)
        is_positive = writer.compare("sge", value, writer.constant(0))
        result = writer.select(is_positive, context.multiply(value, same), scaled)
        result = writer.add(result, target.tensor.zero_point)
        target.store(writer.clamp(result, *target.tensor.limits), at)

    writer.loops(target.shape, element)


def reciprocal(context: Context, total: str) -> tuple[str, str]:
    """GetReciprocal: returns 1 / total, and the bits by which `total` exceeds 1."""
    writer = context.writer
    headroom = writer.op(f"math.ctlz {total} : i32")
    over = writer.binary("subi", writer.constant(ACCUMULATION_INTEGER_BITS), headroom)
    shifted = writer.binary("shli", total, headroom)
    fraction = writer.binary("subi", shifted, writer.constant(-(2**31)))
    # RoundingHalfSum with 1, the largest integer; neither operand is negative.
    wide = writer.widen(fraction, "i32", True, "i64")
    whole = writer.add(wide, 2**31, "i64")
    half = writer.narrow(
        writer.binary("shrui", whole, writer.constant(1, "i64"), "i64"), "i32", "i64"
    )
    x = writer.add(writer.high_mul(half, writer.constant(-1010580540)), 1515870810)
    for _ in range(3):
        error = writer.binary(
            "subi", writer.constant(1 << 29), writer.high_mul(half, x)
        )
        better = shift_left(writer, writer.high_mul(x, error), 2)
        x = writer.binary("addi", x, better)
    return shift_left(writer, x, 1), over


def shift_left(writer: Writer, value: str, bits: int) -> str:
    """SaturatingRoundingMultiplyByPOT with a positive exponent."""
    wide = writer.widen(value, "i32", True, "i64")
    shifted = writer.binary("shli", wide, writer.constant(bits, "i64"), "i64")
    raised = writer.binary("maxsi", shifted, writer.constant(-(2**31), "i64"), "i64")
    limited = writer.binary("minsi", raised, writer.constant(2**31 - 1, "i64"), "i64")
    return writer.narrow(limited, "i32", "i64")


def softmax(context: Context) -> None:
    """SOFTMAX along the last dimension."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.eight_bits(source, target)
    context.expect(target, source.shape)
    if target.tensor.type == "INT8":
        context.expect_scale(target, 1 / 256, tolerance=0.001 / 256)
        if target.tensor.zero_point != -128:
            raise context.refuse(
                f"has a result with zero point {target.tensor.zero_point}, which must be "
                "-128"
            )
    tables = softmax_tables(source.tensor.scale, context.operator.option("Beta"))
    exponentials = writer.table(tables.exponentials, "exponentials")
    summands = writer.table(tables.summands, "exponentials")
    kind = f"memref<{len(tables.summands)}xi32>"
    least = target.tensor.limits[0]
    depth = source.shape[-1]

    def row(at: list[Index]) -> None:
        def larger(inner: list[Index], value: str) -> str:
            found = source.load([*at, *inner])
            return writer.binary("maxsi", value, found)

        largest = writer.reduce([depth], writer.constant(-128), larger)

        def entry(inner: list[Index], table: str) -> str:
            found = source.load([*at, *inner], 255)
            position = writer.binary("subi", found, largest)
            where = writer.op(f"arith.index_cast {position} : i32 to index")
            return writer.load(table, [where], kind)

        total = writer.reduce(
            [depth],
            writer.constant(0),
            lambda inner, value: writer.binary("addi", value, entry(inner, summands)),
        )
        scale, over = reciprocal(context, total)
        bits = writer.add(over, 31 - 8)

        def element(inner: list[Index]) -> None:
            power = entry(inner, exponentials)
            result = writer.divide_by_pot(writer.high_mul(scale, power), bits)
            result = writer.clamp(writer.add(result, least), least, least + 255)
            is_none = writer.compare("slt", power, writer.constant(0))
            result = writer.select(is_none, writer.constant(least), result)
            target.store(result, [*at, *inner])

        writer.loops([depth], element)

    writer.loops(source.shape[:-1], row)
