"""Shapes in XLA's text, and the bytes of their tiled layouts."""

import math
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from memplace.errors import InputError

# Bits of an element; `pred` takes a byte in memory.
_BITS = {"pred": 8, "token": 0, "opaque": 0}
_TYPE = re.compile(r"(?:[a-z]+)(\d+)")
_ARRAY = re.compile(r"([a-z]\w*)\[([^\]]*)\](?:\{([^{}]*)\})?")
_SPACE = re.compile(r"\s+|/\*.*?\*/")
_TILE = re.compile(r"\(([0-9,*]*)\)")
# Smallest allocation in a TPU's memories, bytes.
MIN_ALLOCATION = 512


@dataclass(frozen=True)
class Array:
    """An array and its layout.

    element: type of an element, such as "bf16".
    dimensions: number of elements in each dimension.
    order: dimensions from the fastest varying to the slowest.
    tiles: tilings, each of the innermost dimensions left by the previous tiling.
    space: number of the memory space: 0 is the default space.
    bits: bits of an element, if in the layout; 0: those of the type.
    """

    element: str
    dimensions: tuple[int, ...]
    order: tuple[int, ...] = ()
    tiles: tuple[tuple[int, ...], ...] = ()
    space: int = 0
    bits: int = 0

    @property
    def size(self) -> int:
        """Bytes in memory, with padding of tiles, at least the smallest allocation."""
        physical = [self.dimensions[index] for index in reversed(self.order)]
        for tile in self.tiles:
            physical = _tiled(physical, tile)
        bits = self.bits or element_bits(self.element)
        return max(MIN_ALLOCATION, -(-math.prod(physical) * bits // 8))

    def is_same_but_space(self, other: object) -> bool:
        """Returns true if `other` has the same type and layout, perhaps in another
        space."""
        return isinstance(other, Array) and (
            self.element,
            self.dimensions,
            self.order,
            self.tiles,
            self.bits,
        ) == (other.element, other.dimensions, other.order, other.tiles, other.bits)

    def without_space(self) -> "Array":
        """Returns the same array in the default space."""
        return replace(self, space=0)


# An array, or a tuple of shapes.
Shape: TypeAlias = Array | tuple["Shape", ...]


def element_bits(element: str) -> int:
    """Returns the bits of an element in memory. Raises InputError for an unknown type.
    """
    if element in _BITS:
        return _BITS[element]
    match = _TYPE.match(element)
    if not match:
        raise InputError(f"unknown element type '{element}'")
    return int(match[1])


def _tiled(physical: list[int], tile: tuple[int, ...]) -> list[int]:
    """Returns the dimensions, slowest first, after a level of tiling."""
    padded = [1] * (len(tile) - len(physical)) + physical
    kept = padded[: len(padded) - len(tile)]
    inner = padded[len(padded) - len(tile) :]
    counts = [-(-size // part) for size, part in zip(inner, tile)]
    return kept + counts + list(tile)


def _numbers(text: str) -> tuple[int, ...]:
    """Returns numbers between commas; "<=8" is the bound of a dynamic dimension."""
    return tuple(int(part.strip("<= ")) for part in text.split(",") if part.strip())


def _layout(text: str, rank: int) -> dict[str, object]:
    """Parses a layout `1,0:T(8,128)(2,1)S(3)` into fields of an Array. Raises
    ValueError."""
    order, _, rest = text.partition(":")
    fields: dict[str, object] = {"order": _numbers(order)}
    if sorted(_numbers(order)) != list(range(rank)):
        raise ValueError
    while rest:
        match = re.match(r"([A-Z])((?:\([^()]*\))+)", rest)
        if not match:
            raise ValueError
        rest = rest[match.end() :]
        arguments = _TILE.findall(match[2])
        if match[1] == "T":
            tiles = tuple(_numbers(tile) for tile in arguments)
            if any(part < 1 for tile in tiles for part in tile):
                raise ValueError
            fields["tiles"] = tiles
        elif match[1] == "S":
            fields["space"] = int(arguments[0])
        elif match[1] == "E":
            fields["bits"] = int(arguments[0])
    return fields


def _parse(text: str, at: int) -> tuple[Shape, int]:
    """Returns the shape at `at`, and the position after it. Raises ValueError."""
    if text[at : at + 1] == "(":
        parts: list[Shape] = []
        at += 1
        while text[at : at + 1] != ")":
            part, at = _parse(text, at)
            parts.append(part)
            if text[at : at + 1] == ",":
                at += 1
            elif text[at : at + 1] != ")":
                raise ValueError
        return tuple(parts), at + 1
    match = _ARRAY.match(text, at)
    if not match:
        raise ValueError
    dimensions = _numbers(match[2])
    if match[3] is None:
        # The default layout is row-major.
        fields: dict[str, object] = {"order": tuple(reversed(range(len(dimensions))))}
    else:
        fields = _layout(match[3], len(dimensions))
    return Array(match[1], dimensions, **fields), match.end()  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def parse_shape(text: str) -> Shape:
    """Parses a shape such as `(f32[8]{0:T(128)S(3)}, u32[])`. The texts of a program
    have few shapes, each many times.

    Raises InputError for any other text.
    """
    plain = _SPACE.sub("", text)
    try:
        shape, end = _parse(plain, 0)
        if end != len(plain):
            raise ValueError
    except (ValueError, IndexError, RecursionError) as error:
        raise InputError(f"'{text[:60]}' is no shape") from error
    return shape
