"""Conversions between element types."""

import numpy as np

from memplace.importers.onnx_operators.elementwise import is_float
from memplace.importers.onnx_operators.table import (
    Array,
    ElementType,
    Text,
    operator,
)


def cast_to(x: Array, kind: np.dtype) -> Array:
    """Converts elements to another type.

    Floats become integers by truncation; integers wrap around in narrower types. As a
    boolean, any number except 0 is true.
    """
    if kind == bool:
        return x != 0
    if is_float(x) and kind.kind in "iu":
        # ONNX leaves the result of floats out of range undefined.
        wide = np.int64 if kind.kind == "i" or kind.itemsize < 8 else np.uint64
        return x.astype(wide).astype(kind) if kind.itemsize < 8 else x.astype(kind)
    return x.astype(kind)


@operator("Cast", since=9)
def cast(
    x: Array, *, to: ElementType, saturate: int = 1, round_mode: Text = "up"
) -> Array:
    """Converts; `saturate` and `round_mode` concern 8-bit floats, which are refused."""
    return cast_to(x, np.dtype(to))


@operator("CastLike", since=15)
def cast_like(
    x: Array, like: Array, *, saturate: int = 1, round_mode: Text = "up"
) -> Array:
    """Converts to the element type of another array."""
    return cast_to(x, np.dtype(like.dtype))
