"""Matrix products and quantisation."""

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from memplace.importers.onnx_operators.elementwise import in_float32, is_float
from memplace.importers.onnx_operators.shapes import axis_of
from memplace.importers.onnx_operators.table import (
    Array,
    ElementType,
    Text,
    Unsupported,
    operator,
)
from memplace.importers.onnx_operators.windows import (
    AUTO_PAD,
    Numbers,
    check_kernel,
    convolved,
    windows_of,
)


@operator("MatMul", since=1)
def matmul(a: Array, b: Array) -> Array:
    """Matrix product as in NumPy; sums of 16-bit floats have 32 bits."""
    wide = in_float32(a).dtype
    return jnp.matmul(a, b, preferred_element_type=wide).astype(a.dtype)


@operator("Gemm", since=7)
def gemm(
    a: Array,
    b: Array,
    c: Array = None,
    *,
    alpha: float,
    beta: float,
    transA: int,
    transB: int,
) -> Array:
    """alpha * a @ b + beta * c."""
    result = matmul(a.T if transA else a, b.T if transB else b)
    if alpha != 1:
        result = scaled(result, alpha)
    if c is None or beta == 0:
        return result
    return result + (c if beta == 1 else scaled(c, beta))


def scaled(x: Array, factor: float) -> Array:
    """Multiplies by a factor, which must be an integer for integer arrays."""
    if not is_float(x) and not float(factor).is_integer():
        raise Unsupported(f"a factor of {factor} is not applied to {x.dtype}")
    return x * jnp.asarray(factor, x.dtype)


@operator("Einsum", since=12)
def einsum(*arrays: Array, equation: Text) -> Array:
    """Einstein summation; the result has the operands' element type."""
    text = equation.replace(" ", "")
    kind = arrays[0].dtype
    wide = in_float32(arrays[0]).dtype
    return jnp.einsum(text, *arrays, preferred_element_type=wide).astype(kind)


def along(numbers: Array, x: Array, axis: int, name: str) -> Array:
    """Reshapes a single number, or a number per index of an axis, for broadcasting."""
    if numbers.size == 1:
        return numbers.reshape(())
    if numbers.ndim != 1 or numbers.shape[0] != x.shape[axis]:
        raise Unsupported(f"'{name}' of {list(numbers.shape)} does not fit {list(x.shape)}")
    return numbers.reshape([-1 if i == axis else 1 for i in range(x.ndim)])


def blockwise(
    numbers: Array, x: Array, axis: int, block_size: int, name: str
) -> Array:
    """Returns scales or zero points that broadcast to `x`.

    `numbers` is a single number, a number per index of an axis, or a number per block.
    """
    if not block_size:
        return along(numbers, x, axis_of(axis, x.ndim) if numbers.size > 1 else 0, name)
    axis = axis_of(axis, x.ndim)
    blocks = -(-x.shape[axis] // block_size)
    wanted = [blocks if i == axis else size for i, size in enumerate(x.shape)]
    if list(numbers.shape) != wanted:
        raise Unsupported(f"'{name}' of {list(numbers.shape)} is not of {wanted}")
    full = jnp.repeat(numbers, block_size, axis)
    return lax.slice_in_dim(full, 0, x.shape[axis], axis=axis)


def to_integers(x: Array, scale: Array, zero: Array | None, kind: Any) -> Array:
    """Quantises floats: divides by a scale, rounds to even, clamps to a type's
    range."""
    limits = jnp.iinfo(kind)
    steps = jnp.round(x / scale)
    if zero is not None:
        steps = steps + zero.astype(steps.dtype)
    # Clamped as floats: the largest 32-bit integer is not representable in 32-bit
    # float.
    steps = jnp.clip(steps, limits.min, limits.max)
    return steps.astype(kind)


@operator("QuantizeLinear", since=10)
def quantize(
    x: Array,
    scale: Array,
    zero: Array = None,
    *,
    axis: int = 1,
    block_size: int = 0,
    output_dtype: ElementType = None,
    precision: ElementType = None,
    saturate: int = 1,
) -> Array:
    """Quantises to 8 or 16 bits; `saturate` concerns 8-bit floats only."""
    kind = zero.dtype if zero is not None else output_dtype or np.uint8
    if not jnp.issubdtype(kind, jnp.integer) or np.dtype(kind).itemsize > 2:
        raise Unsupported(f"results of {np.dtype(kind)} are not read")
    if precision is not None and precision != np.float32:
        raise Unsupported(
            f"attribute 'precision' is {np.dtype(precision)}; read is float32"
        )
    wide = x.astype(jnp.promote_types(jnp.float32, in_float32(scale).dtype))
    scale = blockwise(scale, x, axis, block_size, "y_scale").astype(wide.dtype)
    if zero is not None:
        zero = blockwise(zero, x, axis, block_size, "y_zero_point")
    return to_integers(wide, scale, zero, kind)


@operator("DequantizeLinear", since=10)
def dequantize(
    x: Array,
    scale: Array,
    zero: Array = None,
    *,
    axis: int = 1,
    block_size: int = 0,
    output_dtype: ElementType = None,
) -> Array:
    """Floats of integers: (x - zero point) * scale."""
    if not jnp.issubdtype(x.dtype, jnp.integer):
        raise Unsupported(f"{x.dtype} is not supported; use integers")
    kind = output_dtype or scale.dtype
    wide = jnp.promote_types(jnp.float32, kind)
    steps = x.astype(np.int32)
    if zero is not None:
        points = blockwise(zero.astype(np.int32), x, axis, block_size, "x_zero_point")
        steps = steps - points
    factors = blockwise(scale, x, axis, block_size, "x_scale").astype(wide)
    return (steps.astype(wide) * factors).astype(kind)


@operator("DynamicQuantizeLinear", since=11)
def quantize_dynamically(x: Array) -> tuple[Array, Array, Array]:
    """Quantises to uint8 with the scale that fits the range of the elements."""
    zero = jnp.zeros((), x.dtype)
    low = jnp.minimum(jnp.min(x), zero)
    high = jnp.maximum(jnp.max(x), zero)
    scale = (high - low) / np.float32(255)
    divisor = jnp.where(scale == 0, jnp.ones_like(scale), scale)
    point = jnp.clip(jnp.round(-low / divisor), 0, 255).astype(np.uint8)
    return to_integers(x, divisor, point, np.uint8), scale, point


@operator("MatMulInteger", since=10)
def matmul_integer(a: Array, b: Array, a_zero: Array = None, b_zero: Array = None) -> Array:
    """Product of 8-bit integers after subtraction of their zero points."""
    return jnp.matmul(
        centred(a, a_zero, a.ndim - 2, "a_zero_point"),
        centred(b, b_zero, b.ndim - 1, "b_zero_point"),
    )


def centred(x: Array, zero: Array | None, axis: int, name: str) -> Array:
    """Subtracts zero points in 32 bits: a single number, or a number per index of an
    axis."""
    wide = x.astype(np.int32)
    if zero is None:
        return wide
    zero = zero.astype(np.int32)
    if zero.ndim == x.ndim and zero.ndim > 1:
        return wide - zero
    return wide - along(zero, x, max(axis, 0), name)


@operator("QLinearMatMul", since=10)
def matmul_quantized(
    a: Array,
    a_scale: Array,
    a_zero: Array,
    b: Array,
    b_scale: Array,
    b_zero: Array,
    y_scale: Array,
    y_zero: Array,
) -> Array:
    """Product of quantised matrices, with a quantised result."""
    wide = jnp.matmul(
        centred(a, a_zero, a.ndim - 2, "a_zero_point"),
        centred(b, b_zero, b.ndim - 1, "b_zero_point"),
    )
    kind = jnp.promote_types(jnp.float32, a_scale.dtype)
    left = factors(a_scale, a, max(a.ndim - 2, 0), "a_scale").astype(kind)
    right = factors(b_scale, b, b.ndim - 1, "b_scale").astype(kind)
    out = factors(y_scale, wide, max(wide.ndim - 2, 0), "y_scale").astype(kind)
    point = factors(y_zero, wide, max(wide.ndim - 2, 0), "y_zero_point")
    return to_integers(wide.astype(kind) * (left * right), out, point, y_zero.dtype)


def factors(numbers: Array, x: Array, axis: int, name: str) -> Array:
    """Returns scales for broadcasting: single, per row or column, or of full rank."""
    if numbers.ndim == x.ndim and numbers.ndim > 1:
        return numbers
    return along(numbers, x, axis, name)


@operator("QLinearConv", since=10)
def conv_quantized(
    x: Array,
    x_scale: Array,
    x_zero: Array,
    w: Array,
    w_scale: Array,
    w_zero: Array,
    y_scale: Array,
    y_zero: Array,
    b: Array = None,
    *,
    auto_pad: AUTO_PAD,
    dilations: Numbers = None,
    group: int,
    kernel_shape: Numbers = None,
    pads: Numbers = None,
    strides: Numbers = None,
) -> Array:
    """Convolution of quantised numbers, with a quantised result.

    The bias is in units of x_scale * w_scale.
    """
    check_kernel(x, w, group, kernel_shape)
    windows = windows_of(x.shape[2:], w.shape[2:], auto_pad, dilations, pads, strides)
    wide = x.astype(np.int32) - x_zero.astype(np.int32).reshape(())
    kernel = w.astype(np.int32)
    kernel = kernel - along(w_zero.astype(np.int32), w, 0, "w_zero_point")
    sums = convolved(wide, kernel, windows, group)
    if b is not None:
        sums = sums + b.reshape(1, -1, *[1] * (x.ndim - 2))
    scale = x_scale.reshape(()) * along(w_scale, sums, 1, "w_scale")
    return to_integers(
        sums.astype(np.float32) * scale,
        y_scale.reshape(()),
        y_zero.reshape(()),
        y_zero.dtype,
    )
