"""Converts sparse constants of TFLite files to dense arrays."""

import math
from collections.abc import Mapping, Sequence
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
    problem = MemplaceError(
        f"sparse tensor '{name}' has values that do not fit its shape {shape}"
    )
    count, blocked = sparsity.TraversalOrderLength(), sparsity.BlockMapLength()
    if (
        blocked > rank
        or count != rank + blocked
        or count != sparsity.DimMetadataLength()
    ):
        raise problem
    order = [int(sparsity.TraversalOrder(i)) for i in range(count)]
    blocks = [int(sparsity.BlockMap(i)) for i in range(blocked)]
    levels = [sparsity.DimMetadata(i) for i in range(count)]
    if sorted(order) != list(range(count)) or len({*blocks} & {*range(rank)}) < blocked:
        raise problem
    sizes, steps = sizes_and_steps(
        shape, blocks, {one: int(level.DenseSize()) for one, level in zip(order, levels)}
    )
    # For each stored entry, its number and its place in the dense array.
    position = place = np.zeros(1, np.int64)
    for number, (dimension, level) in enumerate(zip(order, levels)):
        most = most_entries(levels[number + 1 :], values.size, name)
        parent, inner, position = expand(level, position, most, name)
        if inner.size and not 0 <= inner.min() <= inner.max() < sizes[dimension]:
            raise problem
        place = place[parent] + inner * steps[dimension]
    if position.size != values.size:
        raise problem
    dense = np.zeros(math.prod(shape), values.dtype)
    dense[place] = values[position]
    return dense.reshape(shape)


def sizes_and_steps(
    shape: Sequence[int], blocks: Sequence[int], dense: Mapping[int, int]
) -> tuple[list[int], list[int]]:
    """Returns, for each dimension of the traversal, its size and the distance of its
    elements in the dense array.

    `blocks` are the dimensions that are cut into blocks, whose sizes are in `dense`. A
    size is 0 if the blocks do not fit.
    """
    sizes = list(shape)
    steps = [math.prod(shape[dimension + 1 :]) for dimension in range(len(shape))]
    for number, dimension in enumerate(blocks, start=len(shape)):
        block = max(dense[number], 0)
        sizes.append(block)
        steps.append(steps[dimension])
        fits = block > 0 and shape[dimension] % block == 0
        sizes[dimension] = shape[dimension] // block if fits else 0
        steps[dimension] *= block
    return sizes, steps


def most_entries(following: Sequence[Any], stored: int, name: str) -> int:
    """Returns the largest number of entries of a dimension, from what the file stores
    for the dimensions after it."""
    for level in following:
        if level.Format() != DENSE:
            return vector_of(level, "ArraySegments", name).ValuesLength() - 1
    return stored


def expand(
    level: Any, position: Any, most: int, name: str
) -> tuple[Any, Any, Any]:
    """Expands entries by the next dimension, to at most `most` entries.

    Returns, for each new entry, the old entry it belongs to, its coordinate, and its
    number.
    """
    import numpy as np

    if level.Format() == DENSE:
        size = int(level.DenseSize())
        if size < 1 or position.size * size > most:
            raise MemplaceError(
                f"sparse tensor '{name}' has a dimension of {size} for each of "
                f"{position.size} entries, but {most} entries in all"
            )
        parent = np.repeat(np.arange(position.size), size)
        place = np.tile(np.arange(size), position.size)
        return parent, place, position[parent] * size + place
    segments, indices = (
        numbers_of(level, what, name) for what in ("ArraySegments", "ArrayIndices")
    )
    starts, ends = segments[position], segments[position + 1]
    if (
        (starts > ends).any()
        or (ends > indices.size).any()
        or (starts < 0).any()
        or (ends - starts).sum() > most
    ):
        raise MemplaceError(
            f"sparse tensor '{name}' has segments outside of its indices"
        )
    parent = np.repeat(np.arange(position.size), ends - starts)
    first = np.repeat(np.cumsum(ends - starts) - (ends - starts), ends - starts)
    number = np.arange(parent.size) - first + starts[parent]
    return parent, indices[number], number


def vector_of(level: Any, what: str, name: str) -> Any:
    """Returns one of the two vectors of a compressed dimension, as in the file."""
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
    return found


def numbers_of(level: Any, what: str, name: str) -> Any:
    """Returns one of the two vectors of a compressed dimension as an array."""
    import numpy as np

    return np.asarray(vector_of(level, what, name).ValuesAsNumpy()).astype(np.int64)
