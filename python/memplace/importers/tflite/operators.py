"""TFLite's operators as loops over elements, in the arithmetic of its reference kernels.

Each operator is one nest of loops, so one step of the schedule, and has its operands'
tensors as its only buffers.
"""

from collections.abc import Callable
from dataclasses import dataclass

from memplace.errors import MemplaceError
from memplace.importers.tflite.file import Network, Operator, Tensor
from memplace.importers.tflite.fixed_point import (
    ACCUMULATION_INTEGER_BITS,
    Multiplier,
    float32,
    logistic_table,
    quantize_multiplier,
    round_away,
    softmax_tables,
)
from memplace.importers.tflite.writer import Index, Writer

ACTIVATIONS = {0: "NONE", 1: "RELU", 2: "RELU_N1_TO_1", 3: "RELU6"}
# Bits by which TFLite shifts the operands of sums and differences left.
SUM_SHIFT = 20


@dataclass(frozen=True)
class Place:
    """A tensor of the network, and where it is."""

    tensor: Tensor
    memref: str
    """The variable."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes."""
        return self.tensor.shape


@dataclass
class Context:
    """What the translation of one operator is given."""

    writer: Writer
    operator: Operator
    inputs: list[Place | None]
    outputs: list[Place]

    def refuse(self, reason: str) -> MemplaceError:
        """The error that says why this operator is not read."""
        return MemplaceError(f"{self.operator} {reason}")

    def input(self, number: int) -> Place:
        """An operand that must be there."""
        place = self.inputs[number] if number < len(self.inputs) else None
        if place is None:
            raise self.refuse(f"has no input {number}")
        return place

    def eight_bits(self, *places: Place) -> None:
        """Refuses operands of other types, and outputs of another than the inputs'."""
        for place in places:
            if place.tensor.type not in ("INT8", "UINT8") or (
                place.tensor.type != places[0].tensor.type
            ):
                raise self.refuse(
                    f"has operand '{place.tensor.name}' of type {place.tensor.type}; "
                    "only int8 and uint8 are read, all of one type"
                )
            if not place.tensor.scales:
                raise self.refuse(
                    f"has operand '{place.tensor.name}' without quantisation"
                )

    # Elements.

    def load(self, place: Place, at: list[Index], offset: int = 0) -> str:
        """An element as a 32-bit integer, with `offset` added."""
        tensor = place.tensor
        value = self.writer.load(place.memref, at, tensor.memref)
        wide = self.writer.widen(value, tensor.element, tensor.is_signed)
        return self.writer.add(wide, offset)

    def store(self, value: str, place: Place, at: list[Index]) -> None:
        """Overwrites an element with the low bits of a 32-bit integer."""
        narrow = self.writer.narrow(value, place.tensor.element)
        self.writer.store(narrow, place.memref, at, place.tensor.memref)

    def load_flat(self, place: Place, at: list[Index], offset: int = 0) -> str:
        """The element that stands at `at` after broadcasting."""
        extra = len(at) - len(place.shape)
        inner = [
            self.writer.index(0) if size == 1 else index
            for size, index in zip(place.shape, at[extra:])
        ]
        return self.load(place, inner, offset)

    # Quantisation.

    def multiply(self, value: str, by: Multiplier) -> str:
        """MultiplyByQuantizedMultiplier by a constant."""
        writer = self.writer
        if by.shift > 0:
            value = writer.binary("shli", value, writer.constant(by.shift))
        high = writer.high_mul(value, writer.constant(by.multiplier))
        if by.shift >= 0:
            return high
        return writer.divide_by_pot(high, writer.constant(-by.shift))

    def range(self, place: Place, activation: int) -> tuple[int, int]:
        """The least and the greatest integer that the output may have."""
        tensor = place.tensor
        low, high = (-128, 127) if tensor.is_signed else (0, 255)
        kind = ACTIVATIONS.get(activation)
        if kind is None:
            raise self.refuse(f"has activation {activation}, which is not read")

        def quantized(real: float) -> int:
            scaled = float32(real) / float32(tensor.scale)
            return tensor.zero_point + round_away(float(scaled))

        if kind in ("RELU", "RELU6"):
            low = max(low, quantized(0))
        if kind == "RELU6":
            high = min(high, quantized(6))
        if kind == "RELU_N1_TO_1":
            low, high = max(low, quantized(-1)), min(high, quantized(1))
        return low, high


class Requantisation:
    """From the sum of products of a convolution to the output's integers."""

    def __init__(self, context: Context, weights: Tensor, channels: int) -> None:
        source, target = context.input(0).tensor, context.outputs[0].tensor
        scales = weights.scales
        if len(scales) not in (1, channels):
            raise context.refuse(f"has {len(scales)} scales for {channels} channels")
        if target.type == "UINT8" or (
            context.operator.kind == "FULLY_CONNECTED" and len(scales) == 1
        ):
            product = float(float32(source.scale) * float32(scales[0]))
            factors = [product / target.scale]
        else:
            factors = [source.scale * scale / target.scale for scale in scales]
        multipliers = [quantize_multiplier(factor) for factor in factors]
        self.context = context
        self.only = multipliers[0] if len(set(multipliers)) == 1 else None
        self.low, self.high = context.range(
            context.outputs[0], context.operator.option("FusedActivationFunction")
        )
        self.zero_point = target.zero_point
        if self.only is None:
            writer = context.writer
            self.size = channels
            shifts = [by.shift for by in multipliers]
            self.multipliers = writer.table(
                [by.multiplier for by in multipliers], "multipliers"
            )
            self.lefts = writer.table([max(shift, 0) for shift in shifts], "shifts")
            self.rights = writer.table([max(-shift, 0) for shift in shifts], "shifts")

    def apply(self, total: str, channel: Index) -> str:
        """The output's integer."""
        writer = self.context.writer
        if self.only is not None:
            scaled = self.context.multiply(total, self.only)
        else:
            kind = f"memref<{self.size}xi32>"
            left = writer.load(self.lefts, [channel], kind)
            right = writer.load(self.rights, [channel], kind)
            by = writer.load(self.multipliers, [channel], kind)
            high = writer.high_mul(writer.binary("shli", total, left), by)
            scaled = writer.divide_by_pot(high, right)
        return writer.clamp(writer.add(scaled, self.zero_point), self.low, self.high)


@dataclass(frozen=True)
class Window:
    """One spatial dimension of a convolution or of pooling."""

    size: int
    stride: int
    dilation: int
    before: int
    """Padding in front."""
    input: int
    output: int

    @property
    def is_inside(self) -> bool:
        """Whether the window is never over the edge."""
        last = (self.output - 1) * self.stride + (self.size - 1) * self.dilation
        return self.before == 0 and last < self.input

    def position(self, writer: Writer, at: Index, within: Index) -> Index:
        """Where in the input an element of the window is; it may be outside."""
        base = at
        if self.stride != 1:
            base = writer.binary("muli", at, writer.index(self.stride), "index")
        if self.size > 1:
            offset = within
            if self.dilation != 1:
                offset = writer.binary(
                    "muli", within, writer.index(self.dilation), "index"
                )
            base = writer.binary("addi", base, offset, "index")
        if self.before:
            base = writer.binary("subi", base, writer.index(self.before), "index")
        return base


def make_windows(context: Context, sizes: tuple[int, int]) -> list[Window]:
    """The height and the width of a window that slides over input 0."""
    options = context.operator
    source, target = context.input(0), context.outputs[0]
    windows = []
    for axis, (size, letter) in enumerate(zip(sizes, "HW")):
        stride = options.option(f"Stride{letter}")
        is_pool = options.kind.endswith("POOL_2D")
        dilation = 1 if is_pool else options.option(f"Dilation{letter}Factor", 1)
        span = (size - 1) * dilation + 1
        length, count = source.shape[1 + axis], target.shape[1 + axis]
        is_same = options.option("Padding") == 0
        missing = max(0, (count - 1) * stride + span - length) if is_same else 0
        windows.append(Window(size, stride, dilation, missing // 2, length, count))
    return windows


def inside(
    context: Context,
    windows: list[Window],
    positions: list[Index],
    then: Callable[[], str],
    other: str,
) -> str:
    """`then` where the positions are in the input, else `other`."""
    writer = context.writer
    condition = None
    for window, position in zip(windows, positions):
        if window.is_inside:
            continue
        # One comparison: what is below 0 is large without a sign.
        test = writer.compare("ult", position, writer.index(window.input), "index")
        condition = (
            test if condition is None else writer.binary("andi", condition, test, "i1")
        )
    return then() if condition is None else writer.when(condition, then, other)


def convolution(context: Context) -> None:
    """CONV_2D and DEPTHWISE_CONV_2D."""
    writer = context.writer
    source, weights, target = context.input(0), context.input(1), context.outputs[0]
    context.eight_bits(source, weights, target)
    is_depthwise = context.operator.kind == "DEPTHWISE_CONV_2D"
    channels = target.shape[3]
    of_weights = weights.shape
    depth = source.shape[3]
    if not is_depthwise and of_weights[3] != depth:
        raise context.refuse(
            f"has groups: weights for {of_weights[3]} of {depth} channels"
        )
    bias = context.inputs[2] if len(context.inputs) > 2 else None
    windows = make_windows(context, (of_weights[1], of_weights[2]))
    finish = Requantisation(context, weights.tensor, channels)
    offset, weight_offset = -source.tensor.zero_point, -weights.tensor.zero_point
    per_input = channels // depth  # Of a depthwise one: outputs for each input.

    def element(at: list[Index]) -> None:
        image, row, column, channel = at
        start = writer.constant(0)
        if bias is not None:
            start = context.load(bias, [channel])
        of_channel = channel
        if is_depthwise and per_input > 1:
            divisor = writer.index(per_input)
            of_channel = writer.binary("divui", channel, divisor, "index")

        def product(within: list[Index], total: str) -> str:
            positions = [
                window.position(writer, out, inner)
                for window, out, inner in zip(windows, (row, column), within)
            ]

            def accumulate() -> str:
                def over_depth(inner: list[Index], value: str) -> str:
                    third = of_channel if is_depthwise else inner[0]
                    where = (
                        [writer.index(0), *within, channel]
                        if is_depthwise
                        else [channel, *within, third]
                    )
                    a = context.load(source, [image, *positions, third], offset)
                    b = context.load(weights, where, weight_offset)
                    return writer.binary("addi", value, writer.binary("muli", a, b))

                return writer.reduce([1 if is_depthwise else depth], total, over_depth)

            return inside(context, windows, positions, accumulate, total)

        total = writer.reduce([window.size for window in windows], start, product)
        context.store(finish.apply(total, channel), target, at)

    writer.loops(target.shape, element)


def fully_connected(context: Context) -> None:
    """FULLY_CONNECTED."""
    writer = context.writer
    source, weights, target = context.input(0), context.input(1), context.outputs[0]
    context.eight_bits(source, weights, target)
    if context.operator.option("WeightsFormat"):
        raise context.refuse("has shuffled weights, which are not read")
    rows, depth = weights.shape
    if source.shape[-1] != depth:
        raise context.refuse(
            f"has an input of {source.shape} for weights of {weights.shape}"
        )
    bias = context.inputs[2] if len(context.inputs) > 2 else None
    finish = Requantisation(context, weights.tensor, rows)
    offset, weight_offset = -source.tensor.zero_point, -weights.tensor.zero_point
    outer = len(target.shape) - 1
    if source.shape[:-1] != target.shape[:-1]:
        raise context.refuse(f"has outputs {target.shape} for inputs {source.shape}")

    def element(at: list[Index]) -> None:
        start = context.load(bias, at[outer:]) if bias else writer.constant(0)

        def product(inner: list[Index], total: str) -> str:
            a = context.load(source, [*at[:outer], *inner], offset)
            b = context.load(weights, [*at[outer:], *inner], weight_offset)
            return writer.binary("addi", total, writer.binary("muli", a, b))

        total = writer.reduce([depth], start, product)
        context.store(finish.apply(total, at[outer]), target, at)

    writer.loops(target.shape, element)


def pool(context: Context) -> None:
    """AVERAGE_POOL_2D and MAX_POOL_2D."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.eight_bits(source, target)
    is_max = context.operator.kind == "MAX_POOL_2D"
    options = context.operator
    windows = make_windows(
        context, (options.option("FilterHeight"), options.option("FilterWidth"))
    )
    low, high = context.range(target, options.option("FusedActivationFunction"))

    def over_window(
        at: list[Index], start: str, then: Callable[[str, list[Index]], str]
    ) -> str:
        def step(within: list[Index], value: str) -> str:
            positions = [
                window.position(writer, out, inner)
                for window, out, inner in zip(windows, at[1:3], within)
            ]
            return inside(
                context, windows, positions, lambda: then(value, positions), value
            )

        return writer.reduce([window.size for window in windows], start, step)

    def element(at: list[Index]) -> None:
        def take(value: str, positions: list[Index]) -> str:
            found = context.load(source, [at[0], *positions, at[3]])
            return writer.binary("maxsi" if is_max else "addi", value, found)

        if is_max:
            least = writer.constant(-128 if source.tensor.is_signed else 0)
            value = over_window(at, least, take)
        else:
            value = mean(writer, over_window(at, writer.constant(0), take), count(at))
        context.store(writer.clamp(value, low, high), target, at)

    def count(at: list[Index]) -> str:
        if all(window.is_inside for window in windows):
            return writer.constant(windows[0].size * windows[1].size)
        return over_window(
            at, writer.constant(0), lambda value, _: writer.add(value, 1)
        )

    writer.loops(target.shape, element)


def mean(writer: Writer, total: str, count: str) -> str:
    """total / count, halves away from 0."""
    half = writer.binary("divsi", count, writer.constant(2))
    is_positive = writer.compare("sgt", total, writer.constant(0))
    nudged = writer.select(
        is_positive,
        writer.binary("addi", total, half),
        writer.binary("subi", total, half),
    )
    return writer.binary("divsi", nudged, count)


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
        context.eight_bits(source, target)
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
    context.eight_bits(source, target)
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
        nothing = writer.constant(target.tensor.zero_point)
        value = writer.when(condition, lambda: context.load(source, inner), nothing)
        context.store(value, target, at)

    writer.loops(target.shape, element)


OPERATORS: dict[str, Callable[[Context], None]] = {
    "ADD": sum_or_difference,
    "AVERAGE_POOL_2D": pool,
    "CONCATENATION": concatenation,
    "CONV_2D": convolution,
    "DEPTHWISE_CONV_2D": convolution,
    "FULLY_CONNECTED": fully_connected,
    "LOGISTIC": logistic,
    "MAX_POOL_2D": pool,
    "MUL": product,
    "PAD": pad,
    "QUANTIZE": quantize,
    "SOFTMAX": softmax,
    "SUB": sum_or_difference,
}
# Whose result is its operand's storage.
VIEWS = ("RESHAPE", "SQUEEZE", "EXPAND_DIMS")


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
