"""TFLite's operators as loops over elements, in the arithmetic of its reference kernels.

Each operator is one nest of loops, so one step of the schedule, and has its operands'
tensors as its only buffers.
"""

from collections.abc import Callable

from memplace.errors import MemplaceError
from memplace.importers.tflite import real
from memplace.importers.tflite.context import Context, Place
from memplace.importers.tflite.file import Network
from memplace.importers.tflite.fixed_point import (
    ACCUMULATION_INTEGER_BITS,
    float32,
    logistic_table,
    quantize_multiplier,
    softmax_tables,
)
from memplace.importers.tflite.resize import arg_max, bilinear, nearest
from memplace.importers.tflite.windows import convolution, fully_connected, pool
from memplace.importers.tflite.writer import Index, Writer

# Bits by which TFLite shifts the operands of sums and differences left.
SUM_SHIFT = 20


def sum_or_difference(context: Context) -> None:
    """ADD and SUB."""
    writer = context.writer
    first, second, target = context.input(0), context.input(1), context.outputs[0]
    context.eight_bits(first, second, target)
    twice = 2 * max(first.tensor.scale, second.tensor.scale)
    factors = [
        quantize_multiplier(place.tensor.scale / twice) for place in (first, second)
    ]
    back = quantize_multiplier(twice / ((1 << SUM_SHIFT) * target.tensor.scale))
    low, high = context.range(
        target, context.operator.option("FusedActivationFunction")
    )
    op = "addi" if context.operator.kind == "ADD" else "subi"

    def element(at: list[Index]) -> None:
        scaled = []
        for place, factor in zip((first, second), factors):
            value = context.load_flat(place, at, -place.tensor.zero_point)
            shifted = writer.binary("shli", value, writer.constant(SUM_SHIFT))
            scaled.append(context.multiply(shifted, factor))
        result = context.multiply(writer.binary(op, *scaled), back)
        result = writer.add(result, target.tensor.zero_point)
        context.store(writer.clamp(result, low, high), target, at)

    writer.loops(target.shape, element)


def product(context: Context) -> None:
    """MUL."""
    writer = context.writer
    first, second, target = context.input(0), context.input(1), context.outputs[0]
    context.eight_bits(first, second, target)
    # As the kernel has it: all in 32-bit floats.
    scale = float32(first.tensor.scale) * float32(second.tensor.scale)
    factor = quantize_multiplier(float(scale / float32(target.tensor.scale)))
    low, high = context.range(
        target, context.operator.option("FusedActivationFunction")
    )

    def element(at: list[Index]) -> None:
        values = [
            context.load_flat(place, at, -place.tensor.zero_point)
            for place in (first, second)
        ]
        result = context.multiply(writer.binary("muli", *values), factor)
        result = writer.add(result, target.tensor.zero_point)
        context.store(writer.clamp(result, low, high), target, at)

    writer.loops(target.shape, element)


def reciprocal(context: Context, total: str) -> tuple[str, str]:
    """GetReciprocal: 1 / total, and the bits by which it is over 1."""
    writer = context.writer
    headroom = writer.op(f"math.ctlz {total} : i32")
    over = writer.binary("subi", writer.constant(ACCUMULATION_INTEGER_BITS), headroom)
    shifted = writer.binary("shli", total, headroom)
    fraction = writer.binary("subi", shifted, writer.constant(-(2**31)))
    # RoundingHalfSum with 1, the largest integer; both are not negative.
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
    """SaturatingRoundingMultiplyByPOT of positive powers."""
    wide = writer.widen(value, "i32", True, "i64")
    shifted = writer.binary("shli", wide, writer.constant(bits, "i64"), "i64")
    raised = writer.binary("maxsi", shifted, writer.constant(-(2**31), "i64"), "i64")
    limited = writer.binary("minsi", raised, writer.constant(2**31 - 1, "i64"), "i64")
    return writer.narrow(limited, "i32", "i64")


def softmax(context: Context) -> None:
    """SOFTMAX, along the last dimension."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.eight_bits(source, target)
    tables = softmax_tables(source.tensor.scale, context.operator.option("Beta"))
    exponentials = writer.table(tables.exponentials, "exponentials")
    summands = writer.table(tables.summands, "exponentials")
    kind = f"memref<{len(tables.summands)}xi32>"
    least = -128 if target.tensor.is_signed else 0
    depth = source.shape[-1]

    def row(at: list[Index]) -> None:
        def larger(inner: list[Index], value: str) -> str:
            found = context.load(source, [*at, *inner])
            return writer.binary("maxsi", value, found)

        largest = writer.reduce([depth], writer.constant(-128), larger)

        def entry(inner: list[Index], table: str) -> str:
            found = context.load(source, [*at, *inner], 255)
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
            context.store(result, target, [*at, *inner])

        writer.loops([depth], element)

    writer.loops(source.shape[:-1], row)


def logistic(context: Context) -> None:
    """LOGISTIC of int8, by a table of all inputs."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.eight_bits(source, target)
    if target.tensor.type != "INT8":
        raise context.refuse("is of uint8; only int8 is read")
    values = logistic_table(source.tensor.scale, source.tensor.zero_point)
    table = writer.table(values, "logistic")

    def element(at: list[Index]) -> None:
        position = context.load(source, at, 128)
        where = writer.op(f"arith.index_cast {position} : i32 to index")
        context.store(writer.load(table, [where], "memref<256xi32>"), target, at)

    writer.loops(target.shape, element)


def quantize(context: Context) -> None:
    """QUANTIZE from 8 bits to 8 bits."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.eight_bits(source)
    context.eight_bits(target)
    factor = quantize_multiplier(source.tensor.scale / target.tensor.scale)
    low, high = context.range(target, 0)

    def element(at: list[Index]) -> None:
        value = context.load(source, at, -source.tensor.zero_point)
        result = writer.add(context.multiply(value, factor), target.tensor.zero_point)
        context.store(writer.clamp(result, low, high), target, at)

    writer.loops(target.shape, element)


def concatenation(context: Context) -> None:
    """CONCATENATION of tensors with one quantisation."""
    writer = context.writer
    target = context.outputs[0]
    axis = context.operator.option("Axis") % len(target.shape)
    start = 0
    for number in range(len(context.inputs)):
        source = context.input(number)
        context.one_type(source, target)
        if (source.tensor.scales, source.tensor.zero_points) != (
            target.tensor.scales,
            target.tensor.zero_points,
        ):
            raise context.refuse("joins tensors of several scales, which is not read")
        view = part(context, target, source, axis, start)
        kind = source.tensor.memref
        writer.line(f"memref.copy {source.memref}, {view[0]} : {kind} to {view[1]}")
        start += source.shape[axis]


def part(
    context: Context, target: Place, source: Place, axis: int, start: int
) -> tuple[str, str]:
    """The view of `target` that begins at `start` along `axis` and has `source`'s
    shape, and its type."""
    rank = len(target.shape)
    strides = [1] * rank
    for dimension in range(rank - 2, -1, -1):
        strides[dimension] = strides[dimension + 1] * target.shape[dimension + 1]
    offsets = [start if dimension == axis else 0 for dimension in range(rank)]
    sizes = "x".join(map(str, source.shape))
    offset = f", offset: {start * strides[axis]}" if start else ""
    kind = f"memref<{sizes}x{target.tensor.element}, strided<{strides}{offset}>>"
    view = context.writer.op(
        f"memref.subview {target.memref}{offsets} {list(source.shape)} {[1] * rank} : "
        f"{target.tensor.memref} to {kind}"
    )
    return view, kind


def pad(context: Context) -> None:
    """PAD with zeros."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.one_type(source, target)
    kind = "f32" if target.tensor.is_real else "i32"
    if not context.input(1).tensor.data:
        raise context.refuse("has paddings that are no constant")
    before = [int(pair[0]) for pair in context.input(1).tensor.array()]

    def element(at: list[Index]) -> None:
        inner, condition = [], writer.constant(1, "i1")
        for index, size, first in zip(at, source.shape, before):
            shifted = index
            if first:
                shifted = writer.binary("subi", index, writer.index(first), "index")
            inner.append(shifted)
            test = writer.compare("ult", shifted, writer.index(size), "index")
            condition = writer.binary("andi", condition, test, "i1")
        nothing = writer.constant(target.tensor.zero_point, kind)
        value = writer.when(
            condition, lambda: context.load(source, inner), nothing, kind
        )
        context.store(value, target, at)

    writer.loops(target.shape, element)


def dequantize(context: Context) -> None:
    """DEQUANTIZE to 32-bit floats, of 16-bit floats or of 8-bit integers."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.all_real(target)
    is_half = source.tensor.type == "FLOAT16"
    if not is_half:
        context.eight_bits(source)
        scale = writer.constant(float(float32(source.tensor.scale)), "f32")

    def element(at: list[Index]) -> None:
        if is_half:
            half = writer.load(source.memref, at, source.tensor.memref)
            value = writer.op(f"arith.extf {half} : f16 to f32")
        else:
            whole = context.load(source, at, -source.tensor.zero_point)
            value = writer.op(f"arith.sitofp {whole} : i32 to f32")
            value = writer.binary("mulf", value, scale, "f32")
        context.store(value, target, at)

    writer.loops(target.shape, element)


# Of 8-bit integers.
OPERATORS: dict[str, Callable[[Context], None]] = {
    "ADD": sum_or_difference,
    "ARG_MAX": arg_max,
    "ARG_MIN": arg_max,
    "AVERAGE_POOL_2D": pool,
    "CONCATENATION": concatenation,
    "CONV_2D": convolution,
    "DEPTHWISE_CONV_2D": convolution,
    "DEQUANTIZE": dequantize,
    "FULLY_CONNECTED": fully_connected,
    "LOGISTIC": logistic,
    "MAX_POOL_2D": pool,
    "MUL": product,
    "PAD": pad,
    "QUANTIZE": quantize,
    "RESIZE_BILINEAR": bilinear,
    "RESIZE_NEAREST_NEIGHBOR": nearest,
    "SOFTMAX": softmax,
    "SUB": sum_or_difference,
}
# Of 32-bit floats, where that is another function.
REAL_OPERATORS: dict[str, Callable[[Context], None]] = {
    "ADD": real.elementwise,
    "LOGISTIC": real.logistic,
    "MUL": real.elementwise,
    "QUANTIZE": real.quantize,
    "SOFTMAX": real.softmax,
    "SUB": real.elementwise,
}
# Whose result is its operand's storage.
VIEWS = ("RESHAPE", "SQUEEZE", "EXPAND_DIMS")


def translate(context: Context) -> None:
    """Writes an operator, in the arithmetic of its first operand's type."""
    kind = context.operator.kind
    is_real = context.input(0).tensor.is_real
    made = REAL_OPERATORS.get(kind) if is_real else None
    (made or OPERATORS[kind])(context)


def reject_unknown(network: Network, name: str) -> None:
    """Raises MemplaceError if there are operators that are not read."""
    counts: dict[str, list[int]] = {}
    for operator in network.operators:
        if operator.kind not in OPERATORS and operator.kind not in VIEWS:
            counts.setdefault(operator.kind, []).append(operator.index)
    if counts:
        found = ", ".join(
            f"{len(numbers)} x '{kind}' (the first is operator {numbers[0]})"
            for kind, numbers in sorted(counts.items())
        )
        raise MemplaceError(
            f"{name} has operators that are not read: {found}; those that are: "
            + ", ".join(sorted([*OPERATORS, *VIEWS]))
        )
