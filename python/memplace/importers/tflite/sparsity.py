"""Converts sparse constants of TFLite files to dense arrays."""

import math
from collections.abc import Sequence
from typing import Any

from memplace.errors import MemplaceError

DENSE = 0  # Value of DimensionType in the schema; 1 is compressed sparse rows.
LIMIT = 1 << 26
"""Limit on the elements of a sparse tensor."""


def densify(values: Any, shape: Sequence[int], sparsity: Any, name: str) -> Any:
    """Returns the dense array of a sparse tensor with the given stored values.

    The file stores dimensions in traversal order, block dimensions last. A dimension is
    dense, or lists the coordinates of non-zero entries for each entry of the dimension
    before. Raises MemplaceError if the dimensions contradict the shape, or if a
    coordinate is out of bounds.
    """
    import numpy as np

    rank = len(shape)
    if math.prod(shape) > LIMIT:
        raise MemplaceError(
            f"sparse tensor '{name}' has {math.prod(shape)} elements; at most {LIMIT} "
            "are supported"
        )
    order = [
        int(sparsity.TraversalOrder(i)) for i in range(sparsity.TraversalOrderLength())
    ]
    blocks = [int(sparsity.BlockMap(i)) for i in range(sparsity.BlockMapLength())]
    levels = [sparsity.DimMetadata(i) for i in range(sparsity.DimMetadataLength())]
    problem = MemplaceError(
        f"sparse tensor '{name}' has values that do not fit its shape {shape}"
    )
    if sorted(order) != list(range(rank + len(blocks))) or len(levels) != len(order):
        raise problem
    position = np.zeros(1, np.int64)
    places: dict[int, Any] = {}
    for dimension, level in zip(order, levels):
        parent, place, position = expand(level, position, name)
        places = {other: found[parent] for other, found in places.items()}
        places[dimension] = place
        if position.size > math.prod(shape):
            raise problem
    if position.size != values.size:
        raise problem
    sizes = {
        dimension: int(level.DenseSize()) for dimension, level in zip(order, levels)
    }
    final = [places[dimension] for dimension in range(rank)]
    for number, dimension in enumerate(blocks):
        block = sizes[rank + number]
        final[dimension] = final[dimension] * block + places[rank + number]
    dense = np.zeros(shape, values.dtype)
    for place, size in zip(final, shape):
        if place.size and (place.min() < 0 or place.max() >= size):
            raise problem
    dense[tuple(final)] = values[position]
    return dense


def expand(level: Any, position: Any, name: str) -> tuple[Any, Any, Any]:
    """Expands entries by the next dimension.

    Returns, for each new entry, the old entry it belongs to, its coordinate, and its
    number.
    """
    import numpy as np

    if level.Format() == DENSE:
        size = int(level.DenseSize())
        if size < 1 or position.size * size > LIMIT:
            raise MemplaceError(
                f"sparse tensor '{name}' has a dimension of {size}, which must be at "
                f"least 1, with at most {LIMIT} elements in all"
            )
        parent = np.repeat(np.arange(position.size), size)
        place = np.tile(np.arange(size), position.size)
        return parent, place, position[parent] * size + place
    segments, indices = (
        numbers_of(level, what, name) for what in ("ArraySegments", "ArrayIndices")
    )
    starts, ends = segments[position], segments[position + 1]
    if (starts > ends).any() or (ends > indices.size).any() or (starts < 0).any():
        raise MemplaceError(
            f"sparse tensor '{name}' has segments outside of its indices"
        )
    parent = np.repeat(np.arange(position.size), ends - starts)
    first = np.repeat(np.cumsum(ends - starts) - (ends - starts), ends - starts)
    number = np.arange(parent.size) - first + starts[parent]
    return parent, indices[number], number


def numbers_of(level: Any, what: str, name: str) -> Any:
    """Returns one of the two vectors of a compressed dimension."""
    import numpy as np
    import tflite

    kind = getattr(level, f"{what}Type")()
    table = getattr(level, what)()
    vectors = {1: tflite.Int32Vector, 2: tflite.Uint16Vector, 3: tflite.Uint8Vector}
    if table is None or kind not in vectors:
        raise MemplaceError(
            f"sparse tensor '{name}' has a compressed dimension without '{what}'"
        )
    found = vectors[kind]()
    found.Init(table.Bytes, table.Pos)
    return np.asarray(found.ValuesAsNumpy()).astype(np.int64)
