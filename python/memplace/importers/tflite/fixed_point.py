"""Integer arithmetic of TFLite's reference kernels, evaluated at import.

Values that depend on the file only are computed here, once, in Python's integers: the
multipliers of quantisation and tables of exp. The names are those of TFLite
(`kernels/internal/common.h`, `quantization_util.cc`) and of gemmlowp (`fixedpoint.h`),
the sources of the formulas. The formulas are written from memory; a byte-for-byte
comparison with the interpreter verifies them.
"""

import math
from dataclasses import dataclass
from typing import Any

INT32_MAX = 2**31 - 1
INT32_MIN = -(2**31)
SCALED_DIFF_INTEGER_BITS = 5  # Integer bits of the differences in softmax.
ACCUMULATION_INTEGER_BITS = 12  # Integer bits of the sum of exponentials in softmax.


def float32(value: float) -> Any:
    """Returns the nearest 32-bit float; arithmetic on it stays in 32 bits."""
    import numpy as np

    return np.float32(value)


def round_away(value: float) -> int:
    """Returns the nearest integer; halves round away from 0."""
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


@dataclass(frozen=True)
class Multiplier:
    """A 32-bit fixed-point factor: `multiplier * 2^(shift - 31)`."""

    multiplier: int
    shift: int

    def shifted(self, bits: int) -> "Multiplier":
        """Returns the factor times 2^bits."""
        return Multiplier(self.multiplier, self.shift + bits)


def quantize_multiplier(factor: float) -> Multiplier:
    """Converts a factor to TFLite's fixed-point form."""
    if factor == 0:
        return Multiplier(0, 0)
    fraction, shift = math.frexp(factor)
    multiplier = round_away(fraction * 2**31)
    if multiplier == 2**31:
        multiplier //= 2
        shift += 1
    if shift < -31:
        return Multiplier(0, 0)
    return Multiplier(multiplier, shift)


def wrap(value: int) -> int:
    """Returns the low 32 bits as a signed integer."""
    return (value + 2**31) % 2**32 - 2**31


def saturate(value: int) -> int:
    """Clamps to 32 bits."""
    return max(INT32_MIN, min(INT32_MAX, value))


def high_mul(a: int, b: int) -> int:
    """SaturatingRoundingDoublingHighMul: the high 32 bits of 2ab, rounded."""
    if a == b == INT32_MIN:
        return INT32_MAX
    product = a * b
    nudged = product + (2**30 if product >= 0 else 1 - 2**30)
    return int(math.copysign(abs(nudged) >> 31, nudged)) if nudged else 0


def saturate16(value: int) -> int:
    """Clamps to 16 bits."""
    return max(-(2**15), min(2**15 - 1, value))


def to_16_bits(multiplier: int) -> int:
    """DownScaleInt32ToInt16Multiplier: the high 16 bits, rounded."""
    return saturate16((multiplier + 2**15) >> 16)


def high_mul16(a: int, b: int) -> int:
    """SaturatingRoundingDoublingHighMul in 16 bits."""
    product = a * b
    nudged = product + (2**14 if product >= 0 else 1 - 2**14)
    return saturate16(int(math.copysign(abs(nudged) >> 15, nudged)) if nudged else 0)


def divide_by_pot(value: int, exponent: int) -> int:
    """RoundingDivideByPOT: value / 2^exponent; halves round away from 0."""
    mask = (1 << exponent) - 1
    threshold = (mask >> 1) + (value < 0)
    return (value >> exponent) + ((value & mask) > threshold)


def multiply_by_pot(value: int, exponent: int) -> int:
    """SaturatingRoundingMultiplyByPOT: value * 2^exponent, clamped to 32 bits."""
    if exponent >= 0:
        return saturate(value << exponent)
    return divide_by_pot(value, -exponent)


def multiply(value: int, by: Multiplier) -> int:
    """MultiplyByQuantizedMultiplier, which rounds twice."""
    left = max(by.shift, 0)
    return divide_by_pot(
        high_mul(wrap(value << left), by.multiplier), max(-by.shift, 0)
    )


def exp_between_negative_quarter_and_0(a: int) -> int:
    """exp of a number in [-1/4, 0) with 31 fractional bits, by a Taylor series."""
    constant_term, third = 1895147668, 715827883  # exp(-1/8), 1/3.
    x = a + (1 << 28)
    x2 = high_mul(x, x)
    x3, x4 = high_mul(x2, x), high_mul(x2, x2)
    x4_over_4 = divide_by_pot(x4, 2)
    rest = divide_by_pot(high_mul(wrap(x4_over_4 + x3), third) + x2, 1)
    return wrap(constant_term + high_mul(constant_term, wrap(x + rest)))


# exp(-2^k) with 31 fractional bits, for k from -2 upwards.
EXP_OF_POWERS = (1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242)


def exp_on_negative_values(a: int, integer_bits: int) -> int:
    """exp of a number <= 0 with `integer_bits` integer bits; 31 fractional bits."""
    if a == 0:
        return INT32_MAX
    fractional_bits = 31 - integer_bits
    quarter = 1 << (fractional_bits - 2)
    part = (a & (quarter - 1)) - quarter
    result = exp_between_negative_quarter_and_0(multiply_by_pot(part, integer_bits))
    remainder = part - a
    for exponent, factor in enumerate(EXP_OF_POWERS, start=-2):
        if integer_bits > exponent and remainder & (1 << (fractional_bits + exponent)):
            result = high_mul(result, factor)
    return result


def inverse_square_root(value: int) -> Multiplier:
    """GetInvSqrtQuantizedMultiplierExp: 1 / sqrt of a small positive integer.

    Newton's method with 3 integer bits.
    """
    if value <= 1:
        return Multiplier(INT32_MAX, 0)
    pairs = (31 - value.bit_length()) // 2 - 1
    shift = 11 - pairs
    half_input = divide_by_pot((value << (2 * pairs)) >> 1, 1)
    half_three = (1 << 28) + (1 << 27)
    x = 1 << 28
    for _ in range(5):
        cube = multiply_by_pot(high_mul(high_mul(x, x), x), 6)
        x = multiply_by_pot(
            wrap(high_mul(half_three, x) - high_mul(half_input, cube)), 3
        )
    x = high_mul(x, 1518500250)  # sqrt(1/2).
    if shift < 0:
        x, shift = x << -shift, 0
    return Multiplier(x, -shift)


def input_radius(integer_bits: int, left_shift: int) -> int:
    """CalculateInputRadius: larger distances from 0 count as infinite."""
    return int(
        math.floor((2**integer_bits - 1) * 2 ** (31 - integer_bits) / 2.0**left_shift)
    )


@dataclass(frozen=True)
class SoftmaxTables:
    """exp of each difference from the largest input, at index 255 + difference."""

    exponentials: list[int]
    """Exponentials with 31 fractional bits; -1 if negligible."""
    summands: list[int]
    """Exponentials with 12 integer bits, for the sum; 0 if negligible."""


def softmax_tables(scale: float, beta: float) -> SoftmaxTables:
    """Returns the tables for inputs of a given scale."""
    factor = min(
        float(beta) * scale * 2 ** (31 - SCALED_DIFF_INTEGER_BITS), 2.0**31 - 1
    )
    by = quantize_multiplier(factor)
    radius = input_radius(SCALED_DIFF_INTEGER_BITS, by.shift)
    exponentials, summands = [], []
    for difference in range(-255, 1):
        if difference < -radius:
            exponentials.append(-1)
            summands.append(0)
            continue
        scaled = high_mul(wrap(difference << by.shift), by.multiplier)
        result = exp_on_negative_values(scaled, SCALED_DIFF_INTEGER_BITS)
        exponentials.append(result)
        summands.append(divide_by_pot(result, ACCUMULATION_INTEGER_BITS))
    return SoftmaxTables(exponentials, summands)
