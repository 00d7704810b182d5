"""Convolutions, matrix products and pooling."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from memplace.importers.tflite.arithmetic import Numbers
from memplace.importers.tflite.context import MIN_FLOAT, Context
from memplace.importers.tflite.storage import StoredTensor
from memplace.importers.tflite.sums import make_sums
from memplace.importers.tflite.writer import Index, Writer

SAME, VALID = 0, 1  # Kinds of padding.


@dataclass(frozen=True)
class Window:
    """A spatial dimension of a convolution or pooling."""

    size: int
    stride: int
    dilation: int
    before: int
    """Padding before the first element."""
    input: int
    output: int

    @property
    def is_inside(self) -> bool:
        """Whether no position of the window reaches out of the input."""
        last = (self.output - 1) * self.stride + (self.size - 1) * self.dilation
        return self.before == 0 and last < self.input

    def position(self, writer: Writer, at: Index, within: Index) -> Index:
        """Returns the input index of a window element, possibly out of bounds."""
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


def make_windows(context: Context, sizes: Sequence[int]) -> list[Window]:
    """Returns the spatial dimensions of a window that slides over input 0.

    The spatial dimensions follow the batch. Refuses an output of another size.
    """
    options = context.operator
    source, target = context.input(0), context.outputs[0]
    if not len(source.shape) == len(target.shape) == len(sizes) + 2:
        raise context.refuse(
            f"has shapes {source.shape} and {target.shape}, which must have "
            f"{len(sizes) + 2} dimensions"
        )
    if options.option("Padding") not in (SAME, VALID):
        raise context.refuse(
            f"has 'Padding' = {options.option('Padding')}; supported are {SAME} (SAME) "
            f"and {VALID} (VALID)"
        )
    windows = []
    for axis, (size, letter) in enumerate(zip(sizes, "DHW"[-len(sizes) :]), start=1):
        stride = options.option(f"Stride{letter}")
        is_pool = options.kind.endswith("POOL_2D")
        dilation = 1 if is_pool else options.option(f"Dilation{letter}Factor", 1)
        if min(size, stride, dilation) < 1:
            raise context.refuse(
                f"has window {size}, stride {stride} and dilation {dilation}, which "
                "must be at least 1"
            )
        span = (size - 1) * dilation + 1
        length, count = source.shape[axis], target.shape[axis]
        is_same = options.option("Padding") == SAME
        found = -(-(length if is_same else length - span + 1) // stride)
        if count != found:
            raise context.refuse(
                f"has {count} elements along dimension {axis} of the result, which "
                f"must be {found} for {length} elements of the input"
            )
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
    """Returns `then()` if the positions are inside of the input, else `other`."""
    writer = context.writer
    condition = None
    for window, position in zip(windows, positions):
        if window.is_inside:
            continue
        # A single unsigned comparison, since negative indices become large.
        test = writer.compare("ult", position, writer.index(window.input), "index")
        condition = (
            test if condition is None else writer.binary("andi", condition, test, "i1")
        )
    return then() if condition is None else writer.when(condition, then, other, kind)


class Channels:
    """Input channels and weights that an output channel depends on."""

    def __init__(self, context: Context) -> None:
        source, weights, target = context.input(0), context.input(1), context.outputs[0]
        kind = context.operator.kind
        self.writer = context.writer
        self.is_deep = kind == "CONV_3D"
        self.is_depthwise = kind == "DEPTHWISE_CONV_2D"
        depth, count = source.shape[-1], target.shape[-1]
        of_weights = weights.shape
        if len(of_weights) != len(source.shape):
            raise context.refuse(
                f"has weights of shape {of_weights} and an input of shape "
                f"{source.shape}, which must have as many dimensions"
            )
        self.sizes = of_weights[:3] if self.is_deep else of_weights[1:3]
        made = (
            of_weights[4] if self.is_deep else of_weights[3 if self.is_depthwise else 0]
        )
        # Number of input channels per output channel.
        self.taken = 1 if self.is_depthwise else of_weights[3]
        self.groups = depth // self.taken
        self.per_group = count // self.groups if self.groups else 0
        if (
            made != count
            or self.taken * self.groups != depth
            or self.per_group * self.groups != count
            or (self.is_deep and self.groups > 1)
            or (self.is_depthwise and of_weights[0] != 1)
        ):
            raise context.refuse(
                f"has weights of shape {of_weights}, but {depth} input and {count} "
                "output channels"
            )
        multiplier = context.operator.option("DepthMultiplier", self.per_group)
        if self.is_depthwise and multiplier not in (0, self.per_group):
            raise context.refuse(f"has 'DepthMultiplier' = {multiplier}, which must "
                                 f"be 0 or {self.per_group}")  # fmt: skip
        if (source.shape[0],) != target.shape[:1]:
            raise context.refuse(
                f"has an input of shape {source.shape} and a result of shape "
                f"{target.shape}, whose batches must be equal"
            )

    def first(self, channel: Index) -> Index:
        """Returns the first input channel of an output channel."""
        writer = self.writer
        if self.groups == 1:
            return writer.index(0)
        if self.per_group > 1:
            by = writer.index(self.per_group)
            channel = writer.binary("divui", channel, by, "index")
        if self.taken == 1:
            return channel
        return writer.binary("muli", channel, writer.index(self.taken), "index")

    def input(self, first: Index, within: Index) -> Index:
        """Returns an input channel by its number within the output channel's group."""
        if self.groups == 1:
            return within
        if self.taken == 1:
            return first
        return self.writer.binary("addi", first, within, "index")

    def weight(self, channel: Index, window: list[Index], within: Index) -> list[Index]:
        """Returns the index of a weight."""
        if self.is_deep:
            return [*window, within, channel]
        if self.is_depthwise:
            return [self.writer.index(0), *window, channel]
        return [channel, *window, within]


def convolution(context: Context) -> None:
    """CONV_2D, DEPTHWISE_CONV_2D and CONV_3D."""
    writer = context.writer
    source, weights, target = context.input(0), context.input(1), context.outputs[0]
    channels = Channels(context)
    windows = make_windows(context, channels.sizes)
    bias = context.optional(2)
    sums = make_sums(context, source, weights, bias, target.shape[-1])

    def element(at: list[Index]) -> None:
        image, *place, channel = at
        start = sums.start(channel)
        first = channels.first(channel)

        def product(within: list[Index], total: str) -> str:
            positions = [
                window.position(writer, out, inner)
                for window, out, inner in zip(windows, place, within)
            ]

            def over_depth(inner: list[Index], value: str) -> str:
                third = channels.input(first, inner[0])
                where = channels.weight(channel, within, inner[0])
                return sums.add(value, [image, *positions, third], where)

            def accumulate() -> str:
                return writer.reduce([channels.taken], total, over_depth, sums.kind)

            return inside(context, windows, positions, accumulate, total, sums.kind)

        sizes = [window.size for window in windows]
        sums.store(writer.reduce(sizes, start, product, sums.kind), at)

    writer.loops(target.shape, element)


def matrices_of(context: Context) -> tuple[StoredTensor, StoredTensor, int]:
    """Returns input and output as matrices, and the length of an output row.

    All dimensions except the last are rows.
    """
    source, weights, target = context.input(0), context.input(1), context.outputs[0]
    if len(weights.shape) != 2:
        raise context.refuse(
            f"has weights of shape {weights.shape}, which must have 2 dimensions"
        )
    units, depth = weights.shape
    count = math.prod(source.shape)
    is_kept = context.operator.option("KeepNumDims")
    if count % depth or (is_kept and source.shape[-1:] != (depth,)):
        raise context.refuse(
            f"has an input of shape {source.shape}, whose rows must have {depth} "
            "elements like those of the weights"
        )
    rows = count // depth
    context.expect(target, [*(source.shape[:-1] if is_kept else [rows]), units])
    flat = source.as_shape((rows, depth))
    return flat, target.as_shape((rows, units)), units


def fully_connected(context: Context) -> None:
    """FULLY_CONNECTED: product with a matrix of weights."""
    writer, weights = context.writer, context.input(1)
    source, target, units = matrices_of(context)
    sums = make_sums(context, source, weights, context.optional(2), units)
    sums.target = target

    def element(at: list[Index]) -> None:
        row, unit = at

        def product(inner: list[Index], total: str) -> str:
            return sums.add(total, [row, *inner], [unit, *inner])

        start = sums.start(unit)
        depth = source.shape[1:]
        sums.store(writer.reduce(depth, start, product, sums.kind), at)

    writer.loops(target.shape, element)


def pool(context: Context) -> None:
    """AVERAGE_POOL_2D and MAX_POOL_2D, and L2_POOL_2D of floats."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.one_type(source, target)
    if not source.tensor.is_real:
        context.same_numbers(source, target)
    is_max = context.operator.kind == "MAX_POOL_2D"
    is_squared = context.operator.kind == "L2_POOL_2D"
    options = context.operator
    sizes = (options.option("FilterHeight"), options.option("FilterWidth"))
    windows = make_windows(context, sizes)
    if (source.shape[0], source.shape[3]) != (target.shape[0], target.shape[3]):
        raise context.refuse(
            f"has an input of shape {source.shape} and a result of shape "
            f"{target.shape}, whose batches and channels must be equal"
        )
    numbers = Numbers(writer, replace(source.tensor, type=wide_type(source)))
    kind = numbers.kind

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
            found = source.load([at[0], *positions, at[3]])
            if is_squared:
                found = numbers.multiply(found, found)
            return (numbers.maximum if is_max else numbers.add)(found, value)

        start = numbers.constant(least(source) if is_max else 0)
        value = over_window(at, start, take, kind)
        if not is_max:
            value = mean(writer, value, count(at), kind)
        if is_squared:
            value = numbers.function("sqrt", value)
        target.store(context.limit(value, target), at)

    def count(at: list[Index]) -> str:
        if all(window.is_inside for window in windows):
            return writer.constant(windows[0].size * windows[1].size)
        return over_window(
            at, writer.constant(0), lambda value, _: writer.add(value, 1), "i32"
        )

    writer.loops(target.shape, element)


def wide_type(place: StoredTensor) -> str:
    """Returns the type in which elements are summed."""
    return "FLOAT32" if place.tensor.is_real else "INT32"


def least(place: StoredTensor) -> float | int:
    """Returns the smallest number of an element's type."""
    if place.tensor.is_real:
        return MIN_FLOAT
    return place.tensor.limits[0]


def mean(writer: Writer, total: str, count: str, kind: str) -> str:
    """Returns total / count; integer quotients round halves away from 0."""
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
