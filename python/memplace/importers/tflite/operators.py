"""TFLite's operators as loops over elements, in the arithmetic of its reference kernels.

Each operator is one nest of loops, so one step of the schedule, and has its operands'
tensors as its only buffers.
"""

from collections.abc import Callable

from memplace.errors import MemplaceError
from memplace.importers.tflite import layout, real, reduction
from memplace.importers.tflite.context import Context
from memplace.importers.tflite.file import Network, Operator
from memplace.importers.tflite.fixed_point import (
    ACCUMULATION_INTEGER_BITS,
    float32,
    quantize_multiplier,
    softmax_tables,
)
from memplace.importers.tflite.products import batch_product, transposed_convolution
from memplace.importers.tflite.resize import arg_max, bilinear, nearest
from memplace.importers.tflite.tables import TABLES, by_table, logistic
from memplace.importers.tflite.windows import convolution, fully_connected, pool
from memplace.importers.tflite.writer import Index, Writer

# Bits by which TFLite shifts the operands of sums and differences left.
SUM_SHIFT = 20
# The same of squared differences.
SQUARE_SHIFT = 7


def on_one_scale(
    context: Context, bits: int
) -> tuple[float, Callable[[list[Index]], list[str]]]:
    """Returns a scale for both operands, and what loads them in it, shifted left by so
    many bits."""
    writer = context.writer
    places = (context.input(0), context.input(1))
    context.eight_bits(*places, context.outputs[0])
    scale = 2 * max(place.tensor.scale for place in places)
    factors = [quantize_multiplier(place.tensor.scale / scale) for place in places]

    def load(at: list[Index]) -> list[str]:
        found = []
        for place, factor in zip(places, factors):
            value = context.load_flat(place, at, -place.tensor.zero_point)
            shifted = writer.binary("shli", value, writer.constant(bits))
            found.append(context.multiply(shifted, factor))
        return found

    return scale, load


def sum_or_difference(context: Context) -> None:
    """ADD and SUB."""
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


def squared_difference(context: Context) -> None:
    """SQUARED_DIFFERENCE."""
    writer, target = context.writer, context.outputs[0]
    scale, load = on_one_scale(context, SQUARE_SHIFT)
    factor = scale * scale / ((1 << 2 * SQUARE_SHIFT) * target.tensor.scale)
    back = quantize_multiplier(factor)

    def element(at: list[Index]) -> None:
        difference = writer.binary("subi", *load(at))
        result = context.multiply(writer.binary("muli", difference, difference), back)
        result = writer.add(result, target.tensor.zero_point)
        context.store(writer.clamp(result, *target.tensor.limits), target, at)

    writer.loops(target.shape, element)


def extreme(context: Context) -> None:
    """MAXIMUM and MINIMUM."""
    writer = context.writer
    first, second, target = context.input(0), context.input(1), context.outputs[0]
    context.eight_bits(first, second, target)
    context.same_numbers(target, first, second)
    op = "maxsi" if context.operator.kind == "MAXIMUM" else "minsi"

    def element(at: list[Index]) -> None:
        values = [context.load_flat(place, at) for place in (first, second)]
        context.store(writer.binary(op, *values), target, at)

    writer.loops(target.shape, element)


def prelu(context: Context) -> None:
    """PRELU: x, or below 0 the product with a number of the second operand."""
    writer = context.writer
    source, slopes, target = context.input(0), context.input(1), context.outputs[0]
    context.eight_bits(source, slopes, target)
    scale = float32(source.tensor.scale)
    same = quantize_multiplier(float(scale / float32(target.tensor.scale)))
    product = scale * float32(slopes.tensor.scale) / float32(target.tensor.scale)
    below = quantize_multiplier(float(product))

    def element(at: list[Index]) -> None:
        value = context.load(source, at, -source.tensor.zero_point)
        slope = context.load_flat(slopes, at, -slopes.tensor.zero_point)
        scaled = context.multiply(writer.binary("muli", value, slope), below)
        is_positive = writer.compare("sge", value, writer.constant(0))
        result = writer.select(is_positive, context.multiply(value, same), scaled)
        result = writer.add(result, target.tensor.zero_point)
        context.store(writer.clamp(result, *target.tensor.limits), target, at)

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
    least = target.tensor.limits[0]
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


# Of 8-bit integers, or of all types.
OPERATORS: dict[str, Callable[[Context], None]] = {
    **dict.fromkeys([*TABLES, "GELU"], by_table),
    "ADD": sum_or_difference,
    "ARG_MAX": arg_max,
    "ARG_MIN": arg_max,
    "AVERAGE_POOL_2D": pool,
    "BATCH_MATMUL": batch_product,
    "BROADCAST_TO": layout.broadcast,
    "CONCATENATION": layout.concatenation,
    "CONV_2D": convolution,
    "DEPTHWISE_CONV_2D": convolution,
    "DEPTH_TO_SPACE": layout.depth_to_space,
    "DEQUANTIZE": dequantize,
    "FULLY_CONNECTED": fully_connected,
    "GATHER": layout.gather,
    "LOGISTIC": logistic,
    "MAXIMUM": extreme,
    "MAX_POOL_2D": pool,
    "MEAN": reduction.mean,
    "MINIMUM": extreme,
    "MIRROR_PAD": layout.mirror_pad,
    "MUL": product,
    "PACK": layout.pack,
    "PAD": layout.pad,
    "PADV2": layout.pad,
    "PRELU": prelu,
    "QUANTIZE": quantize,
    "REDUCE_MAX": reduction.extreme,
    "REDUCE_MIN": reduction.extreme,
    "RESIZE_BILINEAR": bilinear,
    "RESIZE_NEAREST_NEIGHBOR": nearest,
    "SLICE": layout.slice_,
    "SOFTMAX": softmax,
    "SPACE_TO_DEPTH": layout.space_to_depth,
    "SPLIT": layout.split,
    "SPLIT_V": layout.split,
    "SQUARED_DIFFERENCE": squared_difference,
    "STRIDED_SLICE": layout.strided_slice,
    "SUB": sum_or_difference,
    "TILE": layout.tile,
    "TRANSPOSE": layout.transpose,
    "TRANSPOSE_CONV": transposed_convolution,
    "UNPACK": layout.unpack,
}
# Of 32-bit floats, where that is another function.
REAL_OPERATORS: dict[str, Callable[[Context], None]] = {
    **dict.fromkeys([*real.ONE_NUMBER, *real.MATH], real.of_one),
    **dict.fromkeys(real.BINARY, real.elementwise),
    **dict.fromkeys(["MEAN", "SUM", *reduction.EXTREMES], reduction.real),
    "PRELU": real.prelu,
    "QUANTIZE": real.quantize,
    "SOFTMAX": real.softmax,
}
# Whose result is its operand's storage.
VIEWS = ("RESHAPE", "SQUEEZE", "EXPAND_DIMS")
# Operands that say what the shapes of the tensors say, too, or that are read while
# importing: they become no buffers, and what computes them is left out.
SETTINGS = {
    "ARG_MAX": (1,),
    "ARG_MIN": (1,),
    "BROADCAST_TO": (1,),
    "EXPAND_DIMS": (1,),
    "MEAN": (1,),
    "MIRROR_PAD": (1,),
    "PAD": (1,),
    "PADV2": (1,),
    "REDUCE_MAX": (1,),
    "REDUCE_MIN": (1,),
    "RESHAPE": (1,),
    "RESIZE_BILINEAR": (1,),
    "RESIZE_NEAREST_NEIGHBOR": (1,),
    "SLICE": (1, 2),
    "SPLIT": (0,),
    "SPLIT_V": (1, 2),
    "STRIDED_SLICE": (1, 2, 3),
    "SUM": (1,),
    "TILE": (1,),
    "TRANSPOSE": (1,),
    "TRANSPOSE_CONV": (0,),
}


# The operand whose type an operator computes in, where that isn't the first.
FIRST = {"SPLIT": 1, "TRANSPOSE_CONV": 2}


def is_setting(operator: Operator, position: int) -> bool:
    """Whether nothing of that operand is read when the network runs."""
    return position in SETTINGS.get(operator.kind, ())


def live_operators(network: Network) -> list[Operator]:
    """The operators whose results something reads when the network runs, in order."""
    wanted = set(network.outputs)
    found = []
    for operator in reversed(network.operators):
        if wanted.isdisjoint(operator.outputs):
            continue
        found.append(operator)
        for position, number in enumerate(operator.inputs):
            if not is_setting(operator, position):
                wanted.add(number)
    return found[::-1]


def translate(context: Context) -> None:
    """Writes an operator, in the arithmetic of its first operand's type."""
    kind = context.operator.kind
    first = context.input(FIRST.get(kind, 0))
    is_real = first.tensor.is_real
    made = REAL_OPERATORS.get(kind) if is_real else None
    made = made or OPERATORS.get(kind)
    if made is None:
        raise context.refuse(
            f"has operands of {first.tensor.type}; only FLOAT32 is read"
        )
    made(context)


def reject_unknown(operators: list[Operator], name: str) -> None:
    """Raises MemplaceError if there are operators that are not read."""
    known = {*OPERATORS, *REAL_OPERATORS, *VIEWS}
    counts: dict[str, list[int]] = {}
    for operator in operators:
        if operator.kind not in known:
            counts.setdefault(operator.kind, []).append(operator.index)
    if counts:
        found = ", ".join(
            f"{len(numbers)} x '{kind}' (the first is operator {numbers[0]})"
            for kind, numbers in sorted(counts.items())
        )
        raise MemplaceError(
            f"{name} has operators that are not read: {found}; those that are: "
            + ", ".join(sorted(known))
        )
