"""Ranges of operands needed by a piece of a convolution or of a reduction over windows.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from memplace.xla.hlo import Instruction
from memplace.xla.shapes import Array
from memplace.xla.spans import Span, Steps, fitted

# Largest product of outputs and window size to examine.
_MAX_ELEMENTS = 1 << 18


@dataclass(frozen=True)
class Window:
    """A dimension of the attribute `window`."""

    size: int = 1
    stride: int = 1
    # Padding before the first element of the dilated base.
    low: int = 0
    base_dilation: int = 1
    dilation: int = 1
    is_reversed: bool = False


def _part(each: Instruction, name: str) -> list[str]:
    """Returns values by windowed dimension; empty if missing."""
    found = re.search(rf"\b{name}=([\w.\-]+)", each.attributes.get("window", ""))
    return found[1].split("x") if found else []


def windows_of(each: Instruction, rank: int) -> list[Window]:
    """Returns the window in each of `rank` dimensions."""

    def number(name: str, at: int, default: int) -> int:
        values = _part(each, name)
        return int(values[at].partition("_")[0]) if values else default

    return [
        Window(
            size=number("size", at, 1),
            stride=number("stride", at, 1),
            low=number("pad", at, 0),
            base_dilation=number("lhs_dilate", at, 1),
            dilation=number("rhs_dilate", at, 1),
            is_reversed=number("rhs_reversal", at, 0) == 1,
        )
        for at in range(rank)
    ]


def _touched(window: Window, index: int, extent: int) -> tuple[range, range]:
    """Returns the elements needed by output `index`: of a base of `extent` elements,
    and of the window."""
    begin = index * window.stride - window.low
    base, inside = [], []
    for at in range(window.size):
        position = begin + at * window.dilation
        if position % window.base_dilation == 0:
            element = position // window.base_dilation
            if 0 <= element < extent:
                base.append(element)
                inside.append(window.size - 1 - at if window.is_reversed else at)
    if not base:
        return range(0), range(0)
    return range(min(base), max(base) + 1), range(min(inside), max(inside) + 1)


def _slope(ranges: list[range]) -> Fraction:
    """Returns the average shift of the ranges from an index to the next."""
    there = [(i, each.start) for i, each in enumerate(ranges) if each]
    (first, low), (last, high) = there[0], there[-1]
    return Fraction(high - low, last - first) if last > first else Fraction(1)


@cache
def _steps(
    window: Window, outputs: int, extent: int
) -> tuple[Steps | None, Steps | None] | None:
    """Returns the needs of an index of a windowed dimension with `outputs` indices: of
    the base, with `extent` elements there, and of the window; None for the whole
    operand. Returns a single None if unknown, or if no window touches the base."""
    if outputs * window.size > _MAX_ELEMENTS:
        return None
    pairs = [_touched(window, index, extent) for index in range(outputs)]
    base, inside = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if not any(base):
        return None
    of_base, of_window = None, None
    slopes = {_slope(base), Fraction(window.stride, window.base_dilation)}
    if extent > 1:
        of_base = fitted(base, sorted(each for each in slopes if each > 0))
    if window.size > 1 and all(len(each) <= 1 for each in inside):
        slope = _slope(inside)
        of_window = fitted(inside, [slope]) if slope > 0 else None
    return of_base, of_window


def _through(span: Span, dimension: int, steps: Steps | None) -> Span | None:
    if steps is None:
        return None
    return span.through(dimension, steps.stride, steps.first, steps.last)


def convolution_spans(
    each: Instruction, span: Span, arrays: list[Array]
) -> list[Span | None] | None:
    """Returns the spans of a convolution's operands, for a span of its result; None if
    unknown."""
    labels = re.match(r"(\w+)_(\w+)->(\w+)", each.attributes.get("dim_labels", ""))
    if not labels or each.attributes.get("batch_group_count", "1") != "1":
        return None
    assert isinstance(each.shape, Array)
    base, kernel, result = labels[1], labels[2], labels[3]
    label = result[span.dimension]
    if label == "b":
        return [span.at(base.index("b")), None]
    if label == "f":
        groups = int(each.attributes.get("feature_group_count", "1"))
        weights = span.at(kernel.index("o"))
        if groups == 1:
            return [None, weights]
        # A group of results needs all features of a single group.
        at = base.index("f")
        results = each.shape.dimensions[span.dimension] // groups
        features = arrays[0].dimensions[at] // groups
        more = Fraction(features if results > 1 else 0)
        its = span.through(at, Fraction(features, results), -more, more)
        return [its, weights]
    window = windows_of(each, len(result) - 2)[int(label)]
    at, window_at = base.index(label), kernel.index(label)
    outputs = each.shape.dimensions[span.dimension]
    found = _steps(window, outputs, arrays[0].dimensions[at])
    if found is None:
        return None
    return [_through(span, at, found[0]), _through(span, window_at, found[1])]


def reduce_window_spans(
    each: Instruction, span: Span, arrays: list[Array]
) -> list[Span | None] | None:
    """Returns the spans of the operands of a reduction over windows with a single
    operand, for a span of its result; None if unknown."""
    assert isinstance(each.shape, Array)
    at = span.dimension
    window = windows_of(each, len(arrays[0].dimensions))[at]
    found = _steps(window, each.shape.dimensions[at], arrays[0].dimensions[at])
    if found is None or len(arrays) != 2:
        return None
    return [_through(span, at, found[0]), None]
