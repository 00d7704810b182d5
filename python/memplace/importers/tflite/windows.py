"""Convolutions, products with matrices, and pooling."""

from collections.abc import Callable
from dataclasses import dataclass

from memplace.importers.tflite.context import Context, Place
from memplace.importers.tflite.file import Tensor
from memplace.importers.tflite.fixed_point import float32, quantize_multiplier
from memplace.importers.tflite.writer import Index, Writer

# The 32-bit float that is the farthest below 0.
LEAST_FLOAT = -(2.0 - 2.0**-23) * 2.0**127


class Requantisation:
    """From the sum of products of a convolution to the output's integers."""

    def __init__(
        self, context: Context, source: Tensor, weights: Tensor, channels: int
    ) -> None:
        target = context.outputs[0].tensor
        scales = weights.scales
        if len(scales) not in (1, channels):
            raise context.refuse(f"has {len(scales)} scales for {channels} channels")
        if target.type == "UINT8" or (
            context.operator.kind in ("BATCH_MATMUL", "FULLY_CONNECTED")
            and len(scales) == 1
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


class Operands:
    """What sums of products are made of, and where they go."""

    def __init__(
        self, context: Context, source: Place, weights: Place, bias: Place | None
    ) -> None:
        self.context, self.bias = context, bias
        self.source, self.weights = source, weights


class WholeSums(Operands):
    """Sums of products of 8-bit integers, which begin with the bias."""

    kind = "i32"

    def __init__(
        self,
        context: Context,
        source: Place,
        weights: Place,
        bias: Place | None,
        channels: int,
    ) -> None:
        super().__init__(context, source, weights, bias)
        context.eight_bits(source, weights, context.outputs[0])
        self.finish = Requantisation(context, source.tensor, weights.tensor, channels)

    def start(self, channel: Index) -> str:
        """What a sum begins with."""
        if self.bias is None:
            return self.context.writer.constant(0)
        return self.context.load(self.bias, [channel])

    def add(self, total: str, at: list[Index], of_weights: list[Index]) -> str:
        """A sum, and a product of an input and a weight."""
        context, writer = self.context, self.context.writer
        a = context.load(self.source, at, -self.source.tensor.zero_point)
        b = context.load(self.weights, of_weights, -self.weights.tensor.zero_point)
        return writer.binary("addi", total, writer.binary("muli", a, b))

    def store(self, total: str, at: list[Index]) -> None:
        """Makes an output of a sum; channels are the last dimension."""
        result = self.finish.apply(total, at[-1])
        self.context.store(result, self.context.outputs[0], at)


class RealSums(Operands):
    """Sums of products of floats, to which the bias is added in the end."""

    kind = "f32"

    def __init__(
        self, context: Context, source: Place, weights: Place, bias: Place | None
    ) -> None:
        super().__init__(context, source, weights, bias)
        operands = [source, weights, context.outputs[0]]
        context.all_real(*operands, *([bias] if bias else []))

    def start(self, _: Index) -> str:
        """What a sum begins with."""
        return self.context.writer.constant(0, "f32")

    def add(self, total: str, at: list[Index], of_weights: list[Index]) -> str:
        """A sum, and a product of an input and a weight."""
        context, writer = self.context, self.context.writer
        a = context.load(self.source, at)
        b = context.load(self.weights, of_weights)
        return writer.binary("addf", total, writer.binary("mulf", a, b, "f32"), "f32")

    def store(self, total: str, at: list[Index]) -> None:
        """Makes an output of a sum; channels are the last dimension."""
        if self.bias is not None:
            bias = self.context.load(self.bias, [at[-1]])
            total = self.context.writer.binary("addf", total, bias, "f32")
        result = self.context.activate(total)
        self.context.store(result, self.context.outputs[0], at)


Sums = WholeSums | RealSums


def make_sums(
    context: Context, source: Place, weights: Place, bias: Place | None, channels: int
) -> Sums:
    """Returns the arithmetic of the operands' type."""
    if source.tensor.is_real:
        return RealSums(context, source, weights, bias)
    return WholeSums(context, source, weights, bias, channels)


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
    kind: str,
) -> str:
    """`then` where the positions are in the input, else `other`, both of a type."""
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
    return then() if condition is None else writer.when(condition, then, other, kind)


def convolution(context: Context) -> None:
    """CONV_2D and DEPTHWISE_CONV_2D."""
    writer = context.writer
    source, weights, target = context.input(0), context.input(1), context.outputs[0]
    is_depthwise = context.operator.kind == "DEPTHWISE_CONV_2D"
    channels = target.shape[3]
    of_weights = weights.shape
    depth = source.shape[3]
    sums = make_sums(context, source, weights, context.optional(2), channels)
    taken = 1 if is_depthwise else of_weights[3]  # Inputs of an output.
    groups = 1 if is_depthwise else depth // taken
    if not is_depthwise and (taken * groups != depth or channels % groups):
        raise context.refuse(
            f"has weights for {taken} of {depth} channels and {channels} outputs, which "
            "are no groups of equal sizes"
        )
    windows = make_windows(context, (of_weights[1], of_weights[2]))
    per_input = channels // depth  # Of a depthwise one: outputs for each input.

    def element(at: list[Index]) -> None:
        image, row, column, channel = at
        start = sums.start(channel)
        of_channel = channel
        if is_depthwise and per_input > 1:
            divisor = writer.index(per_input)
            of_channel = writer.binary("divui", channel, divisor, "index")
        if groups > 1:
            divisor = writer.index(channels // groups)
            group = writer.binary("divui", channel, divisor, "index")
            first = writer.binary("muli", group, writer.index(taken), "index")

        def product(within: list[Index], total: str) -> str:
            positions = [
                window.position(writer, out, inner)
                for window, out, inner in zip(windows, (row, column), within)
            ]

            def accumulate() -> str:
                def over_depth(inner: list[Index], value: str) -> str:
                    third = of_channel if is_depthwise else inner[0]
                    if groups > 1:
                        third = writer.binary("addi", first, inner[0], "index")
                    where = (
                        [writer.index(0), *within, channel]
                        if is_depthwise
                        else [channel, *within, inner[0]]
                    )
                    return sums.add(value, [image, *positions, third], where)

                return writer.reduce([taken], total, over_depth, sums.kind)

            return inside(context, windows, positions, accumulate, total, sums.kind)

        sizes = [window.size for window in windows]
        sums.store(writer.reduce(sizes, start, product, sums.kind), at)

    writer.loops(target.shape, element)


def fully_connected(context: Context) -> None:
    """FULLY_CONNECTED."""
    writer = context.writer
    source, weights, target = context.input(0), context.input(1), context.outputs[0]
    if context.operator.option("WeightsFormat"):
        raise context.refuse("has shuffled weights, which are not read")
    rows, depth = weights.shape
    sums = make_sums(context, source, weights, context.optional(2), rows)
    if source.shape[-1] != depth:
        raise context.refuse(
            f"has an input of {source.shape} for weights of {weights.shape}"
        )
    outer = len(target.shape) - 1
    if source.shape[:-1] != target.shape[:-1]:
        raise context.refuse(f"has outputs {target.shape} for inputs {source.shape}")

    def element(at: list[Index]) -> None:
        def product(inner: list[Index], total: str) -> str:
            return sums.add(total, [*at[:outer], *inner], [*at[outer:], *inner])

        start = sums.start(at[outer])
        sums.store(writer.reduce([depth], start, product, sums.kind), at)

    writer.loops(target.shape, element)


def pool(context: Context) -> None:
    """AVERAGE_POOL_2D and MAX_POOL_2D."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.one_type(source, target)
    is_max = context.operator.kind == "MAX_POOL_2D"
    options = context.operator
    sizes = (options.option("FilterHeight"), options.option("FilterWidth"))
    windows = make_windows(context, sizes)
    kind = "f32" if source.tensor.is_real else "i32"
    combine = ("max" if is_max else "add") + (
        ("imumf" if is_max else "f") if kind == "f32" else ("si" if is_max else "i")
    )

    def over_window(
        at: list[Index], start: str, then: Callable[[str, list[Index]], str], kind: str
    ) -> str:
        def step(within: list[Index], value: str) -> str:
            positions = [
                window.position(writer, out, inner)
                for window, out, inner in zip(windows, at[1:3], within)
            ]
            return inside(
                context, windows, positions, lambda: then(value, positions), value, kind
            )

        return writer.reduce([window.size for window in windows], start, step, kind)

    def element(at: list[Index]) -> None:
        def take(value: str, positions: list[Index]) -> str:
            found = context.load(source, [at[0], *positions, at[3]])
            return writer.binary(combine, value, found, kind)

        start = least(source) if is_max else 0
        value = over_window(at, writer.constant(start, kind), take, kind)
        if not is_max:
            value = mean(writer, value, count(at), kind)
        context.store(context.limit(value, target), target, at)

    def count(at: list[Index]) -> str:
        if all(window.is_inside for window in windows):
            return writer.constant(windows[0].size * windows[1].size)
        return over_window(
            at, writer.constant(0), lambda value, _: writer.add(value, 1), "i32"
        )

    writer.loops(target.shape, element)


def least(place: Place) -> float | int:
    """The least number that an element may be."""
    if place.tensor.is_real:
        return LEAST_FLOAT
    return place.tensor.limits[0]


def mean(writer: Writer, total: str, count: str, kind: str) -> str:
    """total / count; of integers, halves away from 0."""
    if kind == "f32":
        divisor = writer.op(f"arith.sitofp {count} : i32 to f32")
        return writer.binary("divf", total, divisor, kind)
    half = writer.binary("divsi", count, writer.constant(2))
    is_positive = writer.compare("sgt", total, writer.constant(0))
    nudged = writer.select(
        is_positive,
        writer.binary("addi", total, half),
        writer.binary("subi", total, half),
    )
    return writer.binary("divsi", nudged, count)
