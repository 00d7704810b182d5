"""Positions of a dimension's indices in the bytes of a tiled array."""

from dataclasses import dataclass
from math import prod

from memplace.xla.shapes import MIN_ALLOCATION, Array, element_bits

# Adjacent elements in a row of a tile.
_LANES = 128


@dataclass(frozen=True)
class Blocks:
    """Layout of a dimension in memory. `unit` consecutive indices share `stride` bytes
    in each `period` bytes of the array; the array has `whole` bytes."""

    unit: int
    stride: int
    period: int
    whole: int


def _flat_unit(array: Array, length: int) -> int:
    """Returns the length of the contiguous blocks in a one-dimensional tile of `length`
    elements: as many rows as the inner tiles interleave."""
    inner = array.tiles[1:]
    if inner and (len(inner) != 2 or inner[0] != (_LANES,) or len(inner[1]) != 2):
        return length
    unit = _LANES * (inner[1][0] if inner else 1)
    return unit if length % unit == 0 else length


def blocks_of(array: Array, index: int) -> Blocks | None:
    """Returns the layout of dimension `index`. None if slices along the dimension are
    not whole bytes, or if the array takes just the smallest allocation."""
    bits = array.bits or element_bits(array.element)
    physical = [array.dimensions[each] for each in reversed(array.order)]
    at = list(reversed(array.order)).index(index)
    tile = array.tiles[0] if array.tiles else ()
    padding = max(0, len(tile) - len(physical))
    physical, at = [1] * padding + physical, at + padding
    first_tiled = len(physical) - len(tile)
    counts = [
        -(-size // tile[number - first_tiled]) if number >= first_tiled else size
        for number, size in enumerate(physical)
    ]
    elements = prod(counts[at + 1 :]) * prod(tile)
    unit = tile[at - first_tiled] if at >= first_tiled else 1
    if len(tile) == 1 and at == first_tiled:
        parts = unit // _flat_unit(array, unit)
        unit, elements = unit // parts, elements // parts
        counts[at] *= parts
    if elements * bits % 8 or array.size <= MIN_ALLOCATION:
        return None
    stride = elements * bits // 8
    return Blocks(unit, stride, stride * counts[at], array.size)
