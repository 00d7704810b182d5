"""Conversions between types of elements."""

import jax.numpy as jnp
import numpy as np

from memplace.importers.onnx_operators.elementwise import is_float
from memplace.importers.onnx_operators.table import (
    Array,
    ElementType,
    Refused,
    Text,
    operator,
)


def cast_to(x: Array, kind: np.dtype) -> Array:
    """Returns numbers as another type: floats towards zero as integers, integers modulo
    the limits of smaller ones, all but 0 true."""
    if kind == bool:
        return x != 0
    if is_float(x) and kind.kind in "iu":
        # Of what is outside of the limits, ONNX leaves the result open.
        wide = np.int64 if kind.kind == "i" or kind.itemsize < 8 else np.uint64
        return x.astype(wide).astype(kind) if kind.itemsize < 8 else x.astype(kind)
    return x.astype(kind)


@operator("Cast", since=9)
def cast(
    x: Array, *, to: ElementType, saturate: int = 1, round_mode: Text = "up"
) -> Array:
    """`saturate` and `round_mode` are about floats of 8 bits, which are refused."""
    return cast_to(x, np.dtype(to))


@operator("CastLike", since=15)
def cast_like(
    x: Array, like: Array, *, saturate: int = 1, round_mode: Text = "up"
) -> Array:
    """The type of another array."""
    return cast_to(x, np.dtype(like.dtype))
