"""Reductions, running sums and norms."""

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from memplace.importers.onnx_operators.elementwise import in_float32, is_float
from memplace.importers.onnx_operators.shapes import axes_of, axis_of
from memplace.importers.onnx_operators.table import (
    Array,
    Constant,
    Unsupported,
    operator,
)

def sum_of(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    """Sum; sums of 16-bit floats have 32 bits."""
    wide = in_float32(x)
    return jnp.sum(wide, axes, dtype=wide.dtype, keepdims=keep).astype(x.dtype)


def mean_of(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    """Mean; integer means are truncated towards zero."""
    count = np.prod([x.shape[axis] for axis in axes], dtype=np.int64)
    if not is_float(x):
        total = jnp.sum(x, axes, dtype=x.dtype, keepdims=keep)
        return lax.div(total, jnp.full_like(total, count))
    wide = in_float32(x)
    return (jnp.sum(wide, axes, keepdims=keep) / wide.dtype.type(count)).astype(x.dtype)


def least(kind: Any, largest: bool) -> Any:
    """Returns the maximum or minimum of no elements."""
    if kind == bool:
        return not largest
    if jnp.issubdtype(kind, jnp.floating):
        return -np.inf if largest else np.inf
    limits = jnp.iinfo(kind)
    return limits.min if largest else limits.max


def max_of(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    """Largest element; NaN propagates."""
    return jnp.max(x, axes, keepdims=keep, initial=least(x.dtype, True))


def min_of(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    """Smallest element; NaN propagates."""
    return jnp.min(x, axes, keepdims=keep, initial=least(x.dtype, False))


def product_of(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    """Product of the elements."""
    return jnp.prod(x, axes, dtype=x.dtype, keepdims=keep)


def absolute_sum(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    """Sum of absolute values."""
    return sum_of(jnp.abs(x), axes, keep)


def square_sum(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    """Sum of squares."""
    wide = in_float32(x)
    return sum_of(wide * wide, axes, keep).astype(x.dtype)


def length_of(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    """Square root of the sum of squares."""
    wide = in_float32(x) if is_float(x) else x.astype(jnp.float64)
    return jnp.sqrt(square_sum(wide, axes, keep)).astype(x.dtype)


def log_sum(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    """Logarithm of the sum."""
    wide = in_float32(x) if is_float(x) else x.astype(jnp.float64)
    return jnp.log(sum_of(wide, axes, keep)).astype(x.dtype)


def log_sum_exp(x: Array, axes: tuple[int, ...], keep: bool) -> Array:
    """Logarithm of the sum of exponentials, without overflow."""
    wide = in_float32(x) if is_float(x) else x.astype(jnp.float64)
    top = jnp.max(wide, axes, keepdims=True, initial=-np.inf)
    top = jnp.where(jnp.isinf(top), jnp.zeros_like(top), top)
    total = sum_of(jnp.exp(wide - top), axes, True)
    result = jnp.log(total) + top
    return (result if keep else jnp.squeeze(result, axes)).astype(x.dtype)


REDUCTIONS = {
    "ReduceSum": (sum_of, 13),
    "ReduceMean": (mean_of, 18),
    "ReduceMax": (max_of, 18),
    "ReduceMin": (min_of, 18),
    "ReduceProd": (product_of, 18),
    "ReduceL1": (absolute_sum, 18),
    "ReduceL2": (length_of, 18),
    "ReduceSumSquare": (square_sum, 18),
    "ReduceLogSum": (log_sum, 18),
    "ReduceLogSumExp": (log_sum_exp, 18),
}


def add_reduction(name: str) -> None:
    """Adds a reduction; in early versions, the axes are an attribute, later an
    input."""
    function, version = REDUCTIONS[name]

    @operator(name, since=version)
    def apply(
        x: Array, axes: Constant = None, *, keepdims: int, noop_with_empty_axes: int
    ) -> Array:
        if axes is None or np.size(axes) == 0:
            places = () if noop_with_empty_axes else tuple(range(x.ndim))
        else:
            places = tuple(axes_of(axes, x.ndim))
        return function(x, places, bool(keepdims))

    if version == 13:
        return

    @operator(name, since=1)
    def apply_early(
        x: Array, *, axes: list[int] | None = None, keepdims: int
    ) -> Array:
        places = tuple(range(x.ndim) if axes is None else axes_of(axes, x.ndim))
        return function(x, places, bool(keepdims))


for _name in REDUCTIONS:
    add_reduction(_name)


def running(x: Array, axis: Any, exclusive: int, reverse: int, product: bool) -> Array:
    """Returns running sums or products along an axis."""
    place = axis_of(int(np.reshape(axis, -1)[0]), x.ndim)
    if exclusive and x.shape[place]:
        config = [(0, 0, 0)] * x.ndim
        config[place] = (-1, 1, 0) if reverse else (1, -1, 0)
        x = lax.pad(x, jnp.asarray(1 if product else 0, x.dtype), config)
    function = lax.cumprod if product else lax.cumsum
    return function(x, place, reverse=bool(reverse))


@operator("CumSum", since=11)
def running_sum(x: Array, axis: Constant, *, exclusive: int, reverse: int) -> Array:
    """Running sums along an axis."""
    return running(x, axis, exclusive, reverse, False)


@operator("CumProd", since=26)
def running_product(x: Array, axis: Constant, *, exclusive: int, reverse: int) -> Array:
    """Running products along an axis."""
    return running(x, axis, exclusive, reverse, True)


@operator("LpNormalization", since=1)
def normalize(x: Array, *, axis: int, p: int) -> Array:
    """Divides by the norm along an axis; a vector of norm 0 stays 0."""
    axis = axis_of(axis, x.ndim)
    if p not in (1, 2):
        raise Unsupported(f"attribute 'p' is {p}; supported are 1 and 2")
    wide = in_float32(x)
    norm = (length_of if p == 2 else absolute_sum)(wide, (axis,), True)
    zero = norm == 0
    quotient = wide / jnp.where(zero, jnp.ones_like(norm), norm)
    return jnp.where(zero, jnp.zeros_like(wide), quotient).astype(x.dtype)


@operator("InstanceNormalization", since=6)
def normalize_instances(x: Array, scale: Array, bias: Array, *, epsilon: float) -> Array:
    """Normalises each channel of each sample."""
    wide = in_float32(x)
    axes = tuple(range(2, x.ndim))
    mean = jnp.mean(wide, axes, keepdims=True)
    variance = jnp.mean((wide - mean) ** 2, axes, keepdims=True)
    normal = (wide - mean) / jnp.sqrt(variance + wide.dtype.type(epsilon))
    result = channels(scale, x.ndim) * normal + channels(bias, x.ndim)
    return result.astype(x.dtype)


def channels(x: Array, rank: int) -> Array:
    """Reshapes a number per channel for broadcasting."""
    return x.reshape(1, -1, *[1] * (rank - 2))


@operator("BatchNormalization", since=14)
def normalize_batch(
    x: Array,
    scale: Array,
    bias: Array,
    mean: Array,
    variance: Array,
    *,
    epsilon: float,
    momentum: float,
    training_mode: int,
) -> tuple[Array, ...]:
    """Normalises channels; training, and thus `momentum`, is not supported."""
    if training_mode:
        raise Unsupported("attribute 'training_mode' is 1; only inference is supported")
    wide = jnp.promote_types(in_float32(x).dtype, mean.dtype)
    parts = (channels(v.astype(wide), x.ndim) for v in (scale, bias, mean, variance))
    scale, bias, mean, variance = parts
    normal = (x.astype(wide) - mean) / jnp.sqrt(variance + jnp.asarray(epsilon, wide))
    return ((scale * normal + bias).astype(x.dtype),)


@operator("LRN", since=1)
def normalize_across(
    x: Array, *, alpha: float, beta: float, bias: float, size: int
) -> Array:
    """Divides by a power of the sum of squares over neighbouring channels."""
    wide = in_float32(x)
    kind = wide.dtype
    low, high = (size - 1) // 2, size // 2
    window = (1, size, *[1] * (x.ndim - 2))
    pads = ((0, 0), (low, high), *[(0, 0)] * (x.ndim - 2))
    zero = jnp.zeros((), kind)
    squares = lax.reduce_window(wide * wide, zero, lax.add, window, (1,) * x.ndim, pads)
    divisor = kind.type(bias) + kind.type(alpha / size) * squares
    return (wide / divisor ** kind.type(beta)).astype(x.dtype)


@operator("Det", since=11)
def determinant(x: Array) -> Array:
    """Determinants of a batch of matrices."""
    return jnp.linalg.det(x)
