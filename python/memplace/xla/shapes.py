"""Shapes in XLA's text, and how many bytes their tiled layouts take."""

import math
import re
from dataclasses import dataclass, replace
from typing import TypeAlias

from memplace.errors import InputError

# Bits of an element; `pred` is a byte in memory.
_BITS = {"pred": 8, "token": 0, "opaque": 0}
_TYPE = re.compile(r"(?:[a-z]+)(\d+)")
_ARRAY = re.compile(r"([a-z]\w*)\[([^\]]*)\](?:\{([^{}]*)\})?")
_SPACE = re.compile(r"\s+|/\*.*?\*/")
_TILE = re.compile(r"\(([0-9,*]*)\)")
# The smallest piece that a TPU's memories hand out, bytes.
SMALLEST = 512


@dataclass(frozen=True)
class Array:
    """An array and its layout.

    element: type of an element, such as "bf16".
    dimensions: elements.
    order: dimensions from the fastest varying to the slowest.
    tiles: each tile splits the innermost dimensions of what the one before left.
    space: number of the memory space: 0 is the default one.
    bits: of an element, if the layout says so; 0: those of the type.
    """

    element: str
    dimensions: tuple[int, ...]
    order: tuple[int, ...] = ()
    tiles: tuple[tuple[int, ...], ...] = ()
    space: int = 0
    bits: int = 0

    @property
    def size(self) -> int:
        """Bytes in memory, padding of tiles and smallest piece included."""
        physical = [self.dimensions[index] for index in reversed(self.order)]
        for tile in self.tiles:
            physical = _tiled(physical, tile)
        bits = self.bits or element_bits(self.element)
        return max(SMALLEST, -(-math.prod(physical) * bits // 8))

    def is_same_but_space(self, other: object) -> bool:
        """Whether the other one has the same bytes, perhaps in another space."""
        return isinstance(other, Array) and (
            self.element,
            self.dimensions,
            self.order,
            self.tiles,
            self.bits,
        ) == (other.element, other.dimensions, other.order, other.tiles, other.bits)

    def without_space(self) -> "Array":
        """The same in the default space."""
        return replace(self, space=0)


# An array, or a tuple of shapes.
Shape: TypeAlias = Array | tuple["Shape", ...]


def element_bits(element: str) -> int:
    """Bits of an element of that type in memory. Raises InputError for one that
    XLA does not have."""
    if element in _BITS:
        return _BITS[element]
    match = _TYPE.match(element)
    if not match:
        raise InputError(f"unknown element type '{element}'")
    return int(match[1])


def _tiled(physical: list[int], tile: tuple[int, ...]) -> list[int]:
    """Dimensions, slowest first, after one level of tiling."""
    padded = [1] * (len(tile) - len(physical)) + physical
    kept = padded[: len(padded) - len(tile)]
    inner = padded[len(padded) - len(tile) :]
    counts = [-(-size // part) for size, part in zip(inner, tile)]
    return kept + counts + list(tile)


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers between commas; "<=8" is a bound of a dynamic dimension."""
    return tuple(int(part.strip("<= ")) for part in text.split(",") if part.strip())


def _layout(text: str, rank: int) -> dict[str, object]:
    """Fields of an Array from `1,0:T(8,128)(2,1)S(3)`."""
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
    """The shape at `at`, and where it ends. Raises ValueError."""
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
        # Without a layout: row major.
        fields: dict[str, object] = {"order": tuple(reversed(range(len(dimensions))))}
    else:
        fields = _layout(match[3], len(dimensions))
    return Array(match[1], dimensions, **fields), match.end()  # type: ignore[arg-type]


def parse_shape(text: str) -> Shape:
    """The shape that `text` is, such as `(f32[8]{0:T(128)S(3)}, u32[])`.

    Raises InputError for anything else.
    """
    plain = _SPACE.sub("", text)
    try:
        shape, end = _parse(plain, 0)
        if end != len(plain):
            raise ValueError
    except (ValueError, IndexError, RecursionError) as error:
        raise InputError(f"'{text[:60]}' is no shape") from error
    return shape
