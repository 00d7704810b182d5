"""Image resizing and the index of the largest number, as computed by TFLite.

The input elements and weights of an output row depend on sizes only. Both are computed
at import, in the arithmetic of TFLite's reference kernels, and stored in tables.
"""

import math
import struct
from collections.abc import Callable
from typing import Any

from memplace.importers.tflite.arithmetic import Numbers
from memplace.importers.tflite.context import Context
from memplace.importers.tflite.fixed_point import float32, round_away
from memplace.importers.tflite.storage import StoredTensor
from memplace.importers.tflite.writer import Index, Writer

UNIT = 1 << 10  # Fixed-point 1 of the weights of int8.
MAX_OUTPUT = 1 << 16
"""Limit on rows or columns of an image, since tables have an entry for each."""


def bits(number: Any) -> int:
    """Returns the bits of a 32-bit float as an integer."""
    found: int = struct.unpack("<i", struct.pack("<f", number))[0]
    return found


class ResizedAxis:
    """Resizing of the rows or the columns of an image."""

    def __init__(self, context: Context, dimension: int) -> None:
        self.input = context.input(0).shape[dimension]
        self.output = context.outputs[0].shape[dimension]
        if self.output > MAX_OUTPUT:
            raise context.refuse(
                f"has {self.output} rows or columns in the result; at most "
                f"{MAX_OUTPUT} are supported"
            )
        self.aligned = bool(context.operator.option("AlignCorners"))
        self.centred = bool(context.operator.option("HalfPixelCenters"))
        if self.aligned and self.output > 1:
            self.steps = (self.input - 1, self.output - 1)
        else:
            self.steps = (self.input, self.output)

    def nearest(self) -> list[int]:
        """GetNearestNeighbor for each output index."""
        scale = float32(self.steps[0]) / float32(self.steps[1])
        offset = float32(0.5 if self.centred else 0)
        places = []
        for value in range(self.output):
            scaled = float((float32(value) + offset) * scale)
            place = round_away(scaled) if self.aligned else math.floor(scaled)
            places.append(max(0, min(place, self.input - 1)))
        return places

    def real(self) -> list[tuple[int, int, Any]]:
        """ComputeInterpolationValues: both input indices, and the second's weight."""
        scale = float32(self.steps[0]) / float32(self.steps[1])
        found = []
        for value in range(self.output):
            scaled = float32(value) * scale
            if self.centred:
                half = float32(0.5)
                scaled = (float32(value) + half) * scale - half
            low = max(math.floor(scaled), 0)
            high = min(math.ceil(scaled), self.input - 1)
            found.append((low, high, scaled - float32(low)))
        return found

    def whole(self) -> list[tuple[int, int, int]]:
        """ComputeInterpolationValuesInteger: the same in fixed point."""
        before, after = self.steps
        scale = (UNIT * before + after // 2) // after
        found = []
        for value in range(self.output):
            scaled = value * scale
            if self.centred:
                scaled += scale // 2 - UNIT // 2
            low = max(int(scaled / UNIT), 0)
            high = min(int((scaled + UNIT - 1) / UNIT), self.input - 1)
            found.append((low, high, scaled - UNIT * low))
        return found


def look_up(writer: Writer, table: list[int], at: Index) -> str:
    """Loads a number from a table."""
    name = writer.table(table, "places")
    return writer.load(name, [at], f"memref<{len(table)}xi32>")


def to_index(writer: Writer, value: str) -> Index:
    """Casts an integer to an index."""
    return writer.op(f"arith.index_cast {value} : i32 to index")


def sides(context: Context) -> list[ResizedAxis]:
    """Returns the rows and columns of an image; refuses other tensors."""
    source, target = context.input(0), context.outputs[0]
    context.one_type(source, target)
    if len(source.shape) != 4 or len(target.shape) != 4:
        raise context.refuse(
            f"has images of shapes {source.shape} and {target.shape}, which must have "
            "4 dimensions"
        )
    context.same_numbers(source, target)
    if not context.is_computed(1):
        context.expect(target, (source.shape[0], *context.constant(1), source.shape[3]))
    return [ResizedAxis(context, dimension) for dimension in (1, 2)]


def nearest(context: Context) -> None:
    """RESIZE_NEAREST_NEIGHBOR: each output pixel copies one input pixel."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    tables = [side.nearest() for side in sides(context)]

    def element(at: list[Index]) -> None:
        row, column = (
            to_index(writer, look_up(writer, table, index))
            for table, index in zip(tables, at[1:3])
        )
        value = source.load([at[0], row, column, at[3]])
        target.store(value, at)

    writer.loops(target.shape, element)


def bilinear(context: Context) -> None:
    """RESIZE_BILINEAR: int8 in integers, uint8 and floats in floats."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    both = sides(context)
    if both[0].aligned and both[0].centred:
        raise context.refuse(
            "has both 'AlignCorners' and 'HalfPixelCenters', but may have one of them"
        )
    signed = target.tensor.type == "INT8"
    made = [side.whole() if signed else side.real() for side in both]
    mix = mix_integers if signed else mix_bytes
    if target.tensor.is_real:
        mix = mix_floats

    def element(at: list[Index]) -> None:
        places, weights = [], []
        for entries, index in zip(made, at[1:3]):
            lows, highs, parts = zip(*entries)
            places.append(
                [
                    to_index(writer, look_up(writer, list(table), index))
                    for table in (lows, highs)
                ]
            )
            numbers = [part if signed else bits(part) for part in parts]
            weights.append(look_up(writer, numbers, index))

        def corner(row: int, column: int) -> str:
            inner = [at[0], places[0][row], places[1][column], at[3]]
            return source.load(inner)

        target.store(mix(writer, corner, weights), at)

    writer.loops(target.shape, element)


# Order in which the kernel adds corners: rows first.
CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))


def mix_integers(
    writer: Writer, corner: Callable[[int, int], str], weights: list[str]
) -> str:
    """ResizeBilinearInteger of one element: 20 fractional bits, halves away from 0."""
    seconds = [writer.widen(weight, "i32", True, "i64") for weight in weights]
    unit = writer.constant(UNIT, "i64")
    parts = [(writer.binary("subi", unit, part, "i64"), part) for part in seconds]
    total = writer.constant(0, "i64")
    for row, column in CORNERS:
        value = writer.widen(corner(row, column), "i32", True, "i64")
        value = writer.binary("muli", value, parts[0][row], "i64")
        value = writer.binary("muli", value, parts[1][column], "i64")
        total = writer.binary("addi", total, value, "i64")
    positive = writer.compare("sgt", total, writer.constant(0, "i64"), "i64")
    half = UNIT * UNIT // 2
    half_up = writer.constant(half, "i64"), writer.constant(-half, "i64")
    nudge = writer.select(positive, *half_up, "i64")
    total = writer.binary("addi", total, nudge, "i64")
    result = writer.binary("divsi", total, writer.constant(UNIT * UNIT, "i64"), "i64")
    return writer.narrow(result, "i32", "i64")


def mix_bytes(
    writer: Writer, corner: Callable[[int, int], str], weights: list[str]
) -> str:
    """ResizeBilinear of one unsigned element, rounded by adding a half."""

    def real(row: int, column: int) -> str:
        return writer.op(f"arith.sitofp {corner(row, column)} : i32 to f32")

    total = mix_floats(writer, real, weights)
    total = writer.binary("addf", total, writer.constant(0.5, "f32"), "f32")
    return writer.op(f"arith.fptosi {total} : f32 to i32")


def mix_floats(
    writer: Writer, corner: Callable[[int, int], str], weights: list[str]
) -> str:
    """ResizeBilinear of one float."""
    seconds = [writer.op(f"arith.bitcast {weight} : i32 to f32") for weight in weights]
    one = writer.constant(1.0, "f32")
    parts = [(writer.binary("subf", one, part, "f32"), part) for part in seconds]
    total = None
    for row, column in CORNERS:
        value = writer.binary("mulf", corner(row, column), parts[0][row], "f32")
        value = writer.binary("mulf", value, parts[1][column], "f32")
        total = writer.binary("addf", total, value, "f32") if total else value
    assert total, "there are four corners"
    return total


def arg_max(context: Context) -> None:
    """ARG_MAX and ARG_MIN: the first of equal elements; NaN only if all are NaN."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    axis = context.axis(context.number(1), len(source.shape))
    context.expect(target, [*source.shape[:axis], *source.shape[axis + 1 :]])
    context.expect_type(target, "OutputType")
    numbers = Numbers(writer, source.tensor)
    how = "gt" if context.operator.kind == "ARG_MAX" else "lt"

    def element(at: list[Index]) -> None:
        def load(index: Index) -> str:
            return source.load_raw([*at[:axis], index, *at[axis:]])

        def better(inner: list[Index], best: str) -> str:
            # Only the index is carried; the best value is loaded again.
            pair = load(inner[0]), load(to_index(writer, best))
            wins = numbers.compare(how, *pair)
            if numbers.is_real:
                # Any number wins against NaN.
                is_number = numbers.compare("eq", pair[0], pair[0])
                is_none = numbers.compare("ne", pair[1], pair[1])
                over = writer.binary("andi", is_number, is_none, "i1")
                wins = writer.binary("ori", wins, over, "i1")
            here = writer.op(f"arith.index_cast {inner[0]} : index to i32")
            return writer.select(wins, here, best)

        place = writer.reduce([source.shape[axis]], writer.constant(0), better)
        store_number(context, place, target, at)

    writer.loops(target.shape, element)


def store_number(
    context: Context, value: str, target: StoredTensor, at: list[Index]
) -> None:
    """Stores an integer of 32 or 64 bits."""
    kind = target.tensor.element
    wide = context.writer.widen(value, "i32", True, kind)
    context.writer.store(wide, target.memref, at, target.tensor.memref)
