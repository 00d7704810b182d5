"""Functions of one 8-bit number, as tables with an entry for each integer.

Each table is computed at import like in TFLite's reference kernel, in 32-bit floats or
in integers, so that its entries equal the kernel's results.
"""

import math
from collections.abc import Callable
from typing import Any

from memplace.importers.tflite.context import Context
from memplace.importers.tflite.file import Tensor
from memplace.importers.tflite.fixed_point import (
    divide_by_pot,
    float32,
    high_mul16,
    inverse_square_root,
    multiply,
    quantize_multiplier,
    round_away,
    saturate16,
    to_16_bits,
)
from memplace.importers.tflite.writer import Index

SQUARE_ROOT_OF_HALF = math.sqrt(0.5)
BEYOND = 2.0**24  # Larger than all results, which saturate; infinity too.
RSQRT_SHIFT = 20  # Left shift, in bits, that makes 1 / sqrt an integer.


def elu(value: Any) -> Any:
    """x if x >= 0, else exp(x) - 1."""
    import numpy as np

    return np.expm1(value) if value < 0 else value


def gelu(value: Any) -> Any:
    """x * P(X <= x) of the normal distribution."""
    power = math.erf(float(value) * SQUARE_ROOT_OF_HALF)
    return float32(0.5) * value * (float32(1) + float32(power))


def gelu_by_tanh(value: Any) -> Any:
    """GELU approximated by tanh."""
    import numpy as np

    inner = float32(math.sqrt(2 / math.pi)) * (
        value + float32(0.044715) * value * value * value
    )
    return float32(0.5) * value * (float32(1) + np.tanh(inner))


def of_floats(function: Callable[[Any], Any]) -> Callable[..., int]:
    """PopulateLookupTable and LUTPopulate: tabulates a function of 32-bit floats."""

    def entry(value: int, source: Tensor, target: Tensor, context: Context) -> int:
        real = float32(source.scale) * float32(value - source.zero_point)
        scaled = float(function(real) * (float32(1) / float32(target.scale)))
        if math.isnan(scaled):
            raise context.refuse(
                f"has scales {source.scale} and {target.scale}, too large to compute the "
                "results"
            )
        return round_away(max(-BEYOND, min(scaled, BEYOND))) + target.zero_point

    return entry


def tanh(value: Any) -> Any:
    """Hyperbolic tangent of a 32-bit float."""
    import numpy as np

    return np.tanh(value)


def exp(value: Any) -> Any:
    """Exponential of a 32-bit float."""
    import numpy as np

    return np.exp(value)


def logistic(value: Any) -> Any:
    """1 / (1 + exp(-x)) of a 32-bit float."""
    import numpy as np

    return float32(1) / (float32(1) + np.exp(-value))


def log(value: int, source: Tensor, target: Tensor, context: Context) -> int:
    """Natural logarithm; the smallest integer for numbers up to 0."""
    import numpy as np

    if value <= source.zero_point:
        return target.limits[0]
    return of_floats(np.log)(value, source, target, context)


def scaled_by(factor: float, value: int, target: Tensor) -> int:
    """Multiplies by a 32-bit factor; returns an integer of the output."""
    return multiply(value, quantize_multiplier(factor)) + target.zero_point


def ratio(source: Tensor, target: Tensor) -> Any:
    """Returns the ratio of two scales in 32 bits."""
    return float32(source.scale) / float32(target.scale)


def relu(value: int, source: Tensor, target: Tensor, _: Context) -> int:
    """The number itself in the output's scale; limits are applied later."""
    centred = value - source.zero_point
    return scaled_by(float(ratio(source, target)), centred, target)


def leaky_relu(value: int, source: Tensor, target: Tensor, context: Context) -> int:
    """x if x >= 0, else alpha * x."""
    centred = value - source.zero_point
    factor = ratio(source, target)
    if centred < 0:
        alpha = float32(context.operator.option("Alpha"))
        factor = float32(source.scale) * alpha / float32(target.scale)
    return scaled_by(float(factor), centred, target)


def hard_swish(value: int, source: Tensor, target: Tensor, context: Context) -> int:
    """x * min(6, max(0, x + 3)) / 6, in 16 bits."""
    fine = float32(source.scale) * float32(1 / 128)
    outer = quantize_multiplier(float(fine / float32(target.scale)))
    inner = quantize_multiplier(float(fine / float32(3 / 32768)))
    if outer.shift > 0:
        raise context.refuse(
            f"has an output of scale {target.scale}, which must be above "
            f"{source.scale / 128}, a 128th of the input's"
        )
    finely = (value - source.zero_point) * 128
    unshifted = high_mul16(finely, to_16_bits(outer.multiplier))
    # Maps [-3, 3] to [-1, 1]; the last bit is shifted after the product.
    slope = finely
    if inner.shift > 0:
        slope = saturate16(slope << (inner.shift - 1))
    slope = high_mul16(slope, to_16_bits(inner.multiplier))
    if inner.shift > 0:
        slope = saturate16(slope << 1)
    elif inner.shift < 0:
        slope = divide_by_pot(slope, -inner.shift)
    slope = (slope + 2**15) >> 1
    # Rounds towards 0.
    product = int(math.copysign(abs(slope * unshifted) >> 15, slope * unshifted))
    return divide_by_pot(product, -outer.shift) + target.zero_point


def negative(value: int, source: Tensor, target: Tensor, context: Context) -> int:
    """-x of the 8-bit integer, as in the kernel, which ignores the zero point."""
    if (source.scale, source.zero_point) != (target.scale, -target.zero_point):
        raise context.refuse(
            "has an input and a result with different scales, or with zero points that "
            "are not opposite"
        )
    return -128 if value == -128 else -value


def absolute(value: int, source: Tensor, target: Tensor, _: Context) -> int:
    """Absolute value."""
    found = abs(value - source.zero_point)
    if source.scale == target.scale:
        return found + target.zero_point
    return scaled_by(float(ratio(source, target)), found, target)


def square_root(value: int, source: Tensor, target: Tensor, _: Context) -> int:
    """Square root, rounded down; negative numbers count as 0."""
    real = float32(source.scale) * float32(max(value - source.zero_point, 0))
    root = float32(math.sqrt(real))
    return int(root / float32(target.scale)) + target.zero_point


def inverse_root(value: int, source: Tensor, target: Tensor, context: Context) -> int:
    """1 / sqrt(x); the largest integer for numbers up to 0."""
    centred = value - source.zero_point
    if centred <= 0:
        return target.limits[1]
    root = float32(math.sqrt(float32(source.scale)))
    by = quantize_multiplier(1.0 / float(root * float32(target.scale)))
    inverse = inverse_square_root(centred)
    found = multiply(1, inverse.shifted(RSQRT_SHIFT))
    return multiply(found, by.shifted(-RSQRT_SHIFT)) + target.zero_point


TABLES: dict[str, Callable[[int, Tensor, Tensor, Context], int]] = {
    "ABS": absolute,
    "ELU": of_floats(elu),
    "EXP": of_floats(exp),
    "HARD_SWISH": hard_swish,
    "LEAKY_RELU": leaky_relu,
    "LOG": log,
    "LOGISTIC": of_floats(logistic),
    "NEG": negative,
    "RELU": relu,
    "RELU6": relu,
    "RELU_0_TO_1": relu,
    "RELU_N1_TO_1": relu,
    "RSQRT": inverse_root,
    "SQRT": square_root,
    "TANH": of_floats(tanh),
}


def by_table(context: Context) -> None:
    """The operators of TABLES, and GELU, on 8-bit integers."""
    source, target = context.input(0), context.outputs[0]
    context.eight_bits(source, target)
    context.expect(target, source.shape)
    kind = context.operator.kind
    if kind == "LOGISTIC":
        context.expect_scale(target, 1 / 256)
    low, high = target.tensor.limits
    if kind.startswith("RELU"):
        low, high = context.range_of(target, kind)
    if kind == "GELU":
        is_near = context.operator.option("Approximate")
        function = of_floats(gelu_by_tanh if is_near else gelu)
    else:
        function = TABLES[kind]
    first = source.tensor.limits[0]
    values = [
        max(low, min(high, function(value, source.tensor, target.tensor, context)))
        for value in range(first, first + 256)
    ]
    look_up(context, values, kind.lower())


def look_up(context: Context, values: list[int], name: str) -> None:
    """Writes the loops of a look-up; `values` start with that of the smallest
    integer."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    table = writer.table(values, name)
    least = source.tensor.limits[0]

    def element(at: list[Index]) -> None:
        position = source.load(at, -least)
        where = writer.op(f"arith.index_cast {position} : i32 to index")
        target.store(writer.load(table, [where], "memref<256xi32>"), at)

    writer.loops(target.shape, element)
