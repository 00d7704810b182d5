"""Element-wise operators, with broadcasting."""

from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from memplace.importers.onnx_operators.table import (
    Array,
    Constant,
    MaybeConstant,
    Unsupported,
    operator,
)


def is_float(x: Array) -> bool:
    """Says whether an array has float elements."""
    return bool(jnp.issubdtype(x.dtype, jnp.floating))


def in_float32(x: Array) -> Array:
    """Widens 16-bit floats to 32 bits; returns other arrays unchanged."""
    return x.astype(jnp.float32) if is_float(x) and x.dtype.itemsize < 4 else x


UNARY = {
    "Acos": jnp.arccos,
    "Acosh": jnp.arccosh,
    "Asin": jnp.arcsin,
    "Asinh": jnp.arcsinh,
    "Atan": jnp.arctan,
    "Atanh": jnp.arctanh,
    "Ceil": jnp.ceil,
    "Cos": jnp.cos,
    "Cosh": jnp.cosh,
    "Erf": lax.erf,
    "Exp": jnp.exp,
    "Floor": jnp.floor,
    "Log": jnp.log,
    "Neg": jnp.negative,
    "Round": jnp.round,
    "Sigmoid": jax.nn.sigmoid,
    "Sin": jnp.sin,
    "Sinh": jnp.sinh,
    "Sqrt": jnp.sqrt,
    "Tan": jnp.tan,
    "Tanh": jnp.tanh,
    "IsNaN": jnp.isnan,
    "Not": jnp.logical_not,
    "BitwiseNot": jnp.bitwise_not,
    "Abs": jnp.abs,
}
EXACT = ("Ceil", "Floor", "Neg", "Round", "IsNaN", "Not", "BitwiseNot", "Abs")
"""Operators that round nothing; others compute 16-bit floats in 32 bits."""
BINARY = {
    "Add": jnp.add,
    "Sub": jnp.subtract,
    "Mul": jnp.multiply,
    "And": jnp.logical_and,
    "Or": jnp.logical_or,
    "Xor": jnp.logical_xor,
    "BitwiseAnd": jnp.bitwise_and,
    "BitwiseOr": jnp.bitwise_or,
    "BitwiseXor": jnp.bitwise_xor,
    "Equal": jnp.equal,
    "Greater": jnp.greater,
    "GreaterOrEqual": jnp.greater_equal,
    "Less": jnp.less,
    "LessOrEqual": jnp.less_equal,
}


def add_unary(name: str) -> None:
    """Adds an operator of one array to the table."""

    @operator(name)
    def apply(x: Array) -> Array:
        if name == "Erf" and not is_float(x):
            raise Unsupported(f"only floats are supported, not {x.dtype}")
        if name in EXACT:
            return UNARY[name](x)
        return UNARY[name](in_float32(x)).astype(x.dtype)


def add_binary(name: str) -> None:
    """Adds an operator of two arrays to the table."""

    @operator(name, since=7)
    def apply(a: Array, b: Array) -> Array:
        return BINARY[name](a, b)


for _name in UNARY:
    add_unary(_name)
for _name in BINARY:
    add_binary(_name)


@operator("Div", since=7)
def divide(a: Array, b: Array) -> Array:
    """Divides; integer quotients are truncated towards zero."""
    return lax.div(*jnp.broadcast_arrays(a, b))


@operator("Mod", since=10)
def modulo(a: Array, b: Array, *, fmod: int) -> Array:
    """Remainder with the sign of the divisor or, with `fmod`, of the dividend."""
    if fmod:
        return lax.rem(*jnp.broadcast_arrays(a, b))
    return jnp.mod(a, b)


@operator("Pow", since=13)
def power(x: Array, y: Array) -> Array:
    """Power with the element type of the base."""
    if not is_float(x) and not is_float(y):
        return integer_power(*jnp.broadcast_arrays(x, y))
    wide = jnp.promote_types(x.dtype, y.dtype)
    if not is_float(x):
        wide = jnp.promote_types(wide, jnp.float64)
    base, exponent = jnp.broadcast_arrays(x.astype(wide), y.astype(wide))
    return lax.pow(in_float32(base), in_float32(exponent)).astype(x.dtype)


def integer_power(x: Array, y: Array) -> Array:
    """Returns powers of integers, computed by squaring.

    Powers with a negative exponent are 0 unless the base is 1 or -1.
    """
    result = jnp.ones_like(x)
    base = x
    signed = jnp.issubdtype(y.dtype, jnp.signedinteger)
    # The sign bit of an exponent is handled below.
    bits = min(jnp.iinfo(y.dtype).bits, 64)
    for bit in range(bits - 1 if signed else bits):
        odd = (y >> bit) & 1 == 1
        result = jnp.where(odd, result * base, result)
        base = base * base
    if not signed:
        return result
    one = jnp.ones_like(x)
    inverse = jnp.where(x == 1, one, jnp.zeros_like(x))
    if jnp.issubdtype(x.dtype, jnp.signedinteger):
        sign = jnp.where(y & 1 == 1, -one, one)
        inverse = jnp.where(x == -1, sign, inverse)
    return jnp.where(y < 0, inverse, result)


@operator("BitShift", since=11)
def shift(x: Array, y: Array, *, direction: Literal["LEFT", "RIGHT"]) -> Array:
    """Shifts in zeros, or sign bits; shifts by too many bits clear all bits."""
    x, y = jnp.broadcast_arrays(x, y)
    bits = jnp.iinfo(x.dtype).bits
    over = y >= bits
    y = jnp.minimum(y, jnp.asarray(bits - 1, y.dtype))
    if direction == "LEFT":
        return jnp.where(over, jnp.zeros_like(x), lax.shift_left(x, y))
    if jnp.issubdtype(x.dtype, jnp.signedinteger):
        return lax.shift_right_arithmetic(x, y)
    return jnp.where(over, jnp.zeros_like(x), lax.shift_right_logical(x, y))


def fold(combine: object, arrays: tuple[Array, ...]) -> Array:
    """Combines arrays from left to right."""
    result = arrays[0]
    for array in arrays[1:]:
        result = combine(result, array)  # type: ignore[operator]
    return result


@operator("Max", since=8)
def maximum(*arrays: Array) -> Array:
    """Maximum of all arrays; NaN propagates."""
    return fold(jnp.maximum, arrays)


@operator("Min", since=8)
def minimum(*arrays: Array) -> Array:
    """Minimum of all arrays; NaN propagates."""
    return fold(jnp.minimum, arrays)


@operator("Sum", since=8)
def add_all(*arrays: Array) -> Array:
    """Adds all arrays."""
    return fold(jnp.add, tuple(map(in_float32, arrays))).astype(arrays[0].dtype)


@operator("Mean", since=8)
def mean_of_all(*arrays: Array) -> Array:
    """Sum divided by the number of arrays."""
    total = fold(jnp.add, tuple(map(in_float32, arrays)))
    return (total / np.array(len(arrays), total.dtype)).astype(arrays[0].dtype)


@operator("Clip", since=11)
def clip(x: Array, low: Array = None, high: Array = None) -> Array:
    """Clamps; the upper limit wins over the lower, and NaN propagates."""
    if low is not None:
        x = jnp.maximum(x, low.reshape(()))
    if high is not None:
        x = jnp.minimum(x, high.reshape(()))
    return x


@operator("Relu", since=6)
def relu(x: Array) -> Array:
    """max(x, 0); NaN propagates."""
    return jnp.maximum(x, jnp.zeros((), x.dtype))


@operator("Elu", since=6)
def elu(x: Array, *, alpha: float) -> Array:
    """alpha * (exp(x) - 1) for negative x."""
    wide = in_float32(x)
    below = jnp.asarray(alpha, wide.dtype) * jnp.expm1(wide)
    return jnp.where(x < 0, below.astype(x.dtype), x)


@operator("Celu", since=12)
def celu(x: Array, *, alpha: float) -> Array:
    """alpha * (exp(x / alpha) - 1) for negative x, with slope 1 at 0."""
    wide = in_float32(x)
    factor = jnp.asarray(alpha, wide.dtype)
    return jnp.where(x < 0, (factor * jnp.expm1(wide / factor)).astype(x.dtype), x)


@operator("Softplus", since=1)
def softplus(x: Array) -> Array:
    """log(exp(x) + 1) without overflow."""
    wide = in_float32(x)
    return jnp.logaddexp(wide, jnp.zeros((), wide.dtype)).astype(x.dtype)


@operator("Mish", since=18)
def mish(x: Array) -> Array:
    """x * tanh(softplus(x))."""
    wide = in_float32(x)
    return (wide * jnp.tanh(softplus(wide))).astype(x.dtype)


@operator("Reciprocal", since=6)
def reciprocal(x: Array) -> Array:
    """1 / x."""
    return jnp.ones((), x.dtype) / x


@operator("Sign", since=9)
def sign(x: Array) -> Array:
    """-1, 0 or 1 as the sign of x."""
    return jnp.sign(x)


@operator("IsInf", since=10)
def is_infinite(x: Array, *, detect_negative: int, detect_positive: int) -> Array:
    """Tests for infinities of the selected signs."""
    result = jnp.zeros(x.shape, bool)
    if detect_negative:
        result = result | (x == -jnp.inf)
    if detect_positive:
        result = result | (x == jnp.inf)
    return result


@operator("Where", since=9)
def where(condition: Array, x: Array, y: Array) -> Array:
    """Selects elements by a condition."""
    return jnp.where(condition, x, y)


@operator("Identity", since=1)
def identity(x: Array) -> Array:
    """Returns the array itself."""
    return x


@operator("Dropout", since=12)
def dropout(
    x: Array,
    ratio: MaybeConstant = None,
    training_mode: Constant = None,
    *,
    seed: int | None = None,
) -> tuple[Array, Array]:
    """Dropout at inference, which drops nothing.

    The seed is irrelevant, since no random numbers are drawn.
    """
    drops = not isinstance(ratio, np.ndarray) or bool(ratio != 0)
    if training_mode is not None and training_mode.any() and drops:
        raise Unsupported("'training_mode' is true; only inference is supported")
    return x, jnp.ones(x.shape, bool)
