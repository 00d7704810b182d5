"""What the programs of this folder are made of."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, ShapeDtypeStruct, lax

Program = tuple[Callable[..., Any], tuple[Any, ...]]

EPSILON = 1e-5
BF16 = jnp.bfloat16


def shape(*sizes: int, dtype: Any = np.float32) -> ShapeDtypeStruct:
    """Returns the shape of an array."""
    return ShapeDtypeStruct(sizes, dtype)


def stacked(layers: int, weights: Any) -> Any:
    """Returns shapes of the weights of all layers in one array each."""
    return jax.tree.map(lambda w: shape(layers, *w.shape, dtype=w.dtype), weights)


def norm(x: Array, scale: Array) -> Array:
    """Returns `x` with a root mean square of 1 over its last dimension, scaled."""
    square = (x * x).mean(-1, keepdims=True)
    return x * lax.rsqrt(square + EPSILON) * scale


def split_heads(x: Array, heads: int) -> Array:
    """Returns [batch, heads, length, size] of [batch, length, heads x size]."""
    batch, length, width = x.shape
    return x.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)


def attend(q: Array, k: Array, v: Array) -> Array:
    """Returns attention's output, heads side by side again."""
    batch, heads, length, size = q.shape
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * (1 / size**0.5)
    mixed = jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, -1), v)
    return mixed.transpose(0, 2, 1, 3).reshape(batch, length, heads * size)


def convolve(x: Array, kernel: Array, stride: int = 1, groups: int = 1) -> Array:
    """Returns the convolution of NHWC `x` with HWIO `kernel`; of int8 in int32."""
    return lax.conv_general_dilated(
        x,
        kernel,
        (stride, stride),
        "SAME",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
        feature_group_count=groups,
        preferred_element_type=np.int32 if x.dtype == np.int8 else None,
    )
