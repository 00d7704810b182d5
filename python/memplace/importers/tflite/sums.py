"""Sums of products, and the conversion of sums to outputs, in floats or integers."""

import math
import struct

from memplace.importers.tflite.context import Context
from memplace.importers.tflite.file import Tensor
from memplace.importers.tflite.fixed_point import float32, quantize_multiplier
from memplace.importers.tflite.storage import StoredTensor
from memplace.importers.tflite.writer import Index

BIAS_TOLERANCE = 0.02  # Relative to the output's scale.
# Operators whose kernels multiply scales in 32 bits and honour the weights' zero point.
UNIFORM = ("BATCH_MATMUL", "FULLY_CONNECTED")


class Requantisation:
    """Conversion of a sum of products to an integer of the output."""

    def __init__(
        self, context: Context, source: Tensor, weights: Tensor, channels: int
    ) -> None:
        target = context.outputs[0].tensor
        scales = weights.scales
        kind = context.operator.kind
        if len(scales) not in (1, channels):
            raise context.refuse(
                f"has {len(scales)} scales, which must be 1 or {channels}, one for "
                "each channel"
            )
        is_uniform = target.type == "UINT8" or kind in UNIFORM
        if any(weights.zero_points) and (len(scales) > 1 or not is_uniform):
            raise context.refuse(
                f"has weights '{weights.name}' with zero points, which must be 0"
            )
        dimension = 3 if kind == "DEPTHWISE_CONV_2D" else 0
        if len(scales) > 1 and weights.channel_dimension != dimension:
            raise context.refuse(
                f"has weights '{weights.name}' with scales along dimension "
                f"{weights.channel_dimension}, which must be {dimension}"
            )
        self.context, self.size = context, channels
        self.low, self.high = context.range(
            context.outputs[0], context.operator.option("FusedActivationFunction")
        )
        self.zero_point = target.zero_point
        if kind == "FULLY_CONNECTED":
            self.factors = [source.scale * scale / target.scale for scale in scales]
            self.rescale = self.by_reals
            return
        if is_uniform and len(scales) == 1:
            product = float(float32(source.scale) * float32(scales[0]))
            factors = [product / target.scale]
        else:
            factors = [source.scale * scale / target.scale for scale in scales]
        self.by = [quantize_multiplier(factor) for factor in factors]
        self.rescale = self.by_table
        if len(set(self.by)) == 1:
            self.rescale = lambda total, _: context.multiply(total, self.by[0])

    def by_reals(self, total: str, channel: Index) -> str:
        """Multiplies by a 64-bit float and rounds; halves round away from 0."""
        writer = self.context.writer
        if len(set(self.factors)) == 1:
            factor = writer.constant(self.factors[0], "f64")
        else:
            words = [bits for one in self.factors for bits in words_of(one)]
            table = writer.table(words, "factors")
            kind = f"memref<{len(words)}xi32>"
            place = writer.binary("muli", channel, writer.index(2), "index")
            low, high = (
                writer.load(table, [writer.add(place, part, "index")], kind)
                for part in range(2)
            )
            low = writer.widen(low, "i32", False, "i64")
            high = writer.widen(high, "i32", True, "i64")
            high = writer.binary("shli", high, writer.constant(32, "i64"), "i64")
            whole = writer.binary("ori", high, low, "i64")
            factor = writer.op(f"arith.bitcast {whole} : i64 to f64")
        real = writer.op(f"arith.sitofp {total} : i32 to f64")
        scaled = writer.op(
            f"math.round {writer.binary('mulf', real, factor, 'f64')} : f64"
        )
        # Clamp first: larger floats do not fit in a 32-bit integer.
        for op, limit in (("maximumf", -(2.0**30)), ("minimumf", 2.0**30)):
            scaled = writer.binary(op, scaled, writer.constant(limit, "f64"), "f64")
        return writer.op(f"arith.fptosi {scaled} : f64 to i32")

    def by_table(self, total: str, channel: Index) -> str:
        """Multiplies by the channel's fixed-point multiplier."""
        writer = self.context.writer
        kind = f"memref<{self.size}xi32>"
        shifts = [by.shift for by in self.by]
        left, right, by = (
            writer.load(writer.table(numbers, name), [channel], kind)
            for numbers, name in (
                ([max(shift, 0) for shift in shifts], "shifts"),
                ([max(-shift, 0) for shift in shifts], "shifts"),
                ([by.multiplier for by in self.by], "multipliers"),
            )
        )
        high = writer.high_mul(writer.binary("shli", total, left), by)
        return writer.divide_by_pot(high, right)

    def apply(self, total: str, channel: Index) -> str:
        """Returns the output's integer for a sum."""
        writer = self.context.writer
        scaled = writer.add(self.rescale(total, channel), self.zero_point)
        return writer.clamp(scaled, self.low, self.high)


def words_of(number: float) -> tuple[int, int]:
    """Returns the low and the high 32 bits of a 64-bit float."""
    low, high = struct.unpack("<ii", struct.pack("<d", number))
    return low, high


class Operands:
    """Operands of sums of products, and the output."""

    def __init__(
        self,
        context: Context,
        source: StoredTensor,
        weights: StoredTensor,
        bias: StoredTensor | None,
    ) -> None:
        self.context, self.bias = context, bias
        self.source, self.weights = source, weights
        self.target = context.outputs[0]


def bias_of(
    context: Context, bias: StoredTensor | None, channels: int
) -> StoredTensor | None:
    """Returns the bias as a vector, or None; refuses a bias of another size."""
    if bias is None or math.prod(bias.shape) != channels:
        if bias is not None:
            context.expect(bias, (channels,))
        return None
    return bias.as_shape((channels,))


def check_scales(context: Context, bias: Tensor) -> None:
    """Refuses a bias whose scale differs from that of products, like the
    interpreter."""
    is_last = context.operator.kind == "TRANSPOSE_CONV"
    source, weights = (context.input(2 if is_last else 0), context.input(1))
    units = [source.tensor.scale * scale for scale in weights.tensor.scales]
    output = context.outputs[0].tensor.scale
    wide = max(len(units), len(bias.scales))
    if bias.scales and any(
        abs(a - b) / output > BIAS_TOLERANCE
        for a, b in zip(
            units * (wide // len(units)), bias.scales * (wide // len(bias.scales))
        )
    ):
        raise context.refuse(
            f"has bias '{bias.name}' with a scale other than the product of the scales "
            "of input and weights"
        )


class IntegerSums(Operands):
    """Sums of products of 8-bit integers; a sum starts with the bias."""

    kind = "i32"

    def __init__(
        self,
        context: Context,
        source: StoredTensor,
        weights: StoredTensor,
        bias: StoredTensor | None,
        channels: int,
    ) -> None:
        bias = bias_of(context, bias, channels)
        super().__init__(context, source, weights, bias)
        context.eight_bits(source, weights, context.outputs[0])
        if bias is not None:
            check_scales(context, bias.tensor)
        self.finish = Requantisation(context, source.tensor, weights.tensor, channels)

    def start(self, channel: Index) -> str:
        """Returns the initial value of a sum."""
        if self.bias is None:
            return self.context.writer.constant(0)
        return self.bias.load([channel])

    def add(self, total: str, at: list[Index], of_weights: list[Index]) -> str:
        """Adds the product of an input and a weight to a sum."""
        writer = self.context.writer
        a = self.source.load(at, -self.source.tensor.zero_point)
        b = self.weights.load(of_weights, -self.weights.tensor.zero_point)
        return writer.binary("addi", total, writer.binary("muli", a, b))

    def store(self, total: str, at: list[Index]) -> None:
        """Stores a sum as an output element; channels are the last dimension."""
        result = self.finish.apply(total, at[-1])
        self.target.store(result, at)


class FloatSums(Operands):
    """Sums of products of floats; the bias is added at the end."""

    kind = "f32"

    def __init__(
        self,
        context: Context,
        source: StoredTensor,
        weights: StoredTensor,
        bias: StoredTensor | None,
        channels: int,
    ) -> None:
        bias = bias_of(context, bias, channels)
        super().__init__(context, source, weights, bias)
        operands = [source, weights, context.outputs[0]]
        context.all_real(*operands, *([bias] if bias else []))

    def start(self, _: Index) -> str:
        """Returns the initial value of a sum."""
        return self.context.writer.constant(0, "f32")

    def add(self, total: str, at: list[Index], of_weights: list[Index]) -> str:
        """Adds the product of an input and a weight to a sum."""
        writer = self.context.writer
        a = self.source.load(at)
        b = self.weights.load(of_weights)
        return writer.binary("addf", total, writer.binary("mulf", a, b, "f32"), "f32")

    def store(self, total: str, at: list[Index]) -> None:
        """Stores a sum as an output element; channels are the last dimension."""
        if self.bias is not None:
            bias = self.bias.load([at[-1]])
            total = self.context.writer.binary("addf", total, bias, "f32")
        result = self.context.activate(total)
        self.target.store(result, at)


Sums = IntegerSums | FloatSums


def make_sums(
    context: Context,
    source: StoredTensor,
    weights: StoredTensor,
    bias: StoredTensor | None,
    channels: int,
) -> Sums:
    """Returns the arithmetic for the operands' type."""
    if source.tensor.is_real:
        return FloatSums(context, source, weights, bias, channels)
    return IntegerSums(context, source, weights, bias, channels)
