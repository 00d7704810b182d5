"""Arithmetic ops of PyTorch whose lowering by torch-mlir computes other results."""

import math
from typing import Any

import ml_dtypes
import numpy as np
import torch
from torch import Tensor

aten = torch.ops.aten
NUMPY = {
    torch.float32: np.float32,
    torch.float16: np.float16,
    torch.bfloat16: ml_dtypes.bfloat16,
}


def is_close(
    left: Tensor,
    right: Tensor,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: bool = False,
) -> Tensor:
    """`isclose`, also for integers and infinite numbers."""
    close = left == right
    if equal_nan and left.is_floating_point():
        close = close | ((left != left) & (right != right))
    if not left.is_floating_point():
        left, right = left.to(torch.float64), right.to(torch.float64)
    error = (left - right).abs()
    within = error <= atol + (rtol * right).abs()
    return close | (within & (error != float("inf")))


def reciprocal(number: Tensor) -> Tensor:
    """`reciprocal`; torch-mlir's lowering aborts the program at 0."""
    one = torch.ones_like(number, dtype=torch.result_type(number, 1.0))
    return torch.true_divide(one, number)


def gelu(number: Tensor, *, approximate: str = "none") -> Tensor:
    """`gelu` by tanh; torch-mlir uses 0.79772, an inexact root of 2 / pi."""
    inner = math.sqrt(2 / math.pi) * (number + 0.044715 * number * number * number)
    return 0.5 * number * (1 + torch.tanh(inner))


def sign(number: Tensor) -> Tensor:
    """`sign`; the sign of NaN is 0."""
    zero, one = torch.zeros_like(number), torch.ones_like(number)
    negative = torch.where(number < 0, -one, zero)
    return torch.where(number > 0, one, negative)


def divide(left: Any, right: Any, *, rounding_mode: str | None = None) -> Tensor:
    """`div` with a rounding mode.

    torch-mlir rounds integers in 64-bit floats, which are inexact. Its floor of floats
    is wrong if the quotient was rounded up to the next integer.
    """
    if rounding_mode is None:
        return left / right
    kind = torch.result_type(left, right)
    divisor = right
    if not isinstance(right, Tensor):
        divisor = torch.full_like(left, right, dtype=kind)
    left, divisor = left.to(kind), divisor.to(kind)
    if kind.is_floating_point:
        if rounding_mode == "trunc":
            return torch.trunc(left / divisor)
        return floor_of_floats(left, divisor)
    quotient = aten.div.Tensor_mode(left, divisor, rounding_mode="trunc")
    if rounding_mode == "trunc":
        return quotient
    rest = left - quotient * divisor
    return quotient - ((rest != 0) & ((rest < 0) != (divisor < 0))).to(kind)


def floor_of_floats(left: Tensor, right: Tensor) -> Tensor:
    """Returns the floor of a quotient, computed as in PyTorch and Python."""
    rest = aten.remainder.Tensor(left, right)
    quotient = (left - rest) / right
    floor = torch.floor(quotient)
    floor = torch.where(quotient - floor > 0.5, floor + 1, floor)
    plain = left / right
    # A zero quotient takes the sign that the operands imply.
    floor = torch.where(quotient == 0, plain * 0, floor)
    return torch.where(right == 0, plain, floor)


def truncated_rest(left: Tensor, right: Any) -> Tensor:
    """`fmod`, computed exactly; the result has the sign of the first operand."""
    kind = torch.result_type(left, right)
    if not isinstance(right, Tensor):
        right = torch.full_like(left, right, dtype=kind)
    left, right = left.to(kind), right.to(kind)
    if not kind.is_floating_point:
        return left - aten.div.Tensor_mode(left, right, rounding_mode="trunc") * right
    rest = aten.remainder.Tensor(left.abs(), right.abs())
    return torch.where(left < 0, -rest, rest)


def power(base: Any, exponent: Any) -> Tensor:
    """`pow`; integer powers are computed by squaring."""
    kind = torch.result_type(base, exponent)
    if kind.is_floating_point or kind.is_complex:
        return float_power(base, exponent, kind)
    if not isinstance(exponent, Tensor):
        return power_by_number(base, exponent)
    if not isinstance(base, Tensor):
        base = torch.full_like(exponent, base, dtype=kind)
    base, exponent = base.to(kind), exponent.to(kind)
    one = torch.ones_like(base)
    result, square = one, base
    for bit in range(torch.iinfo(kind).bits - 1):
        wanted = (exponent >> bit) & 1
        result = result * torch.where(wanted == 1, square, one)
        square = square * square
    odd = (exponent & 1) == 1
    # 1 / base, which is 0 for all other bases.
    inverse = torch.where(base == 1, one, torch.zeros_like(base))
    inverse = torch.where(base == -1, torch.where(odd, -one, one), inverse)
    return torch.where(exponent < 0, inverse, result)


def float_power(base: Any, exponent: Any, kind: Any) -> Tensor:
    """`pow` of floats; exponents 2, 3 and 0.5 are special cases, as in PyTorch."""
    if isinstance(base, Tensor):
        base = base.to(kind)
    if isinstance(exponent, Tensor):
        exponent = exponent.to(kind)
        if not isinstance(base, Tensor):
            base = torch.full_like(exponent, base)
        return aten.pow.Tensor_Tensor(base, exponent)
    if exponent == 2:
        return base * base
    if exponent == 3:
        return base * base * base
    if exponent == 0.5:
        return torch.sqrt(base)
    return aten.pow.Tensor_Scalar(base, float(exponent))


def power_by_number(base: Tensor, exponent: int) -> Tensor:
    """Returns a power of integers to a constant exponent of at least 0."""
    result = torch.ones_like(base)
    while exponent > 0:
        if exponent & 1:
            result = result * base
        exponent >>= 1
        base = base * base if exponent else base
    return result


def compared(op: Any, tensor: Tensor, number: Any) -> Tensor:
    """Comparison with a number, which PyTorch first rounds to the tensor's type."""
    kind = torch.result_type(tensor, number)
    return op(tensor.to(kind), rounded(number, kind))


def rounded(number: Any, kind: Any) -> Any:
    """Returns a number as rounded by PyTorch to a type."""
    if kind not in NUMPY or number != number:
        return number
    return float(NUMPY[kind](number))
