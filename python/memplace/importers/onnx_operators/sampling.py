"""Operators that sample images between pixels: Resize, GridSample, RoiAlign."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import jax.numpy as jnp
import numpy as np

from memplace.importers.onnx_operators.elementwise import in_float32, is_float
from memplace.importers.onnx_operators.places import from_front
from memplace.importers.onnx_operators.shapes import axes_of
from memplace.importers.onnx_operators.table import (
    Array,
    Constant,
    MaybeConstant,
    Unsupported,
    operator,
)
from memplace.importers.onnx_operators.windows import take_pixels

COORDINATES = Literal[
    "align_corners",
    "asymmetric",
    "half_pixel",
    "half_pixel_symmetric",
    "pytorch_half_pixel",
    "tf_crop_and_resize",
]
NEAREST = Literal["round_prefer_floor", "round_prefer_ceil", "floor", "ceil"]


@dataclass
class Rule:
    """Interpolation rule for resizing an axis."""

    mode: str
    coordinates: str
    nearest: str
    cubic: float
    antialias: bool
    exclude_outside: bool


@dataclass
class Axis:
    """An axis to be resized."""

    size: int
    """Size before resizing."""
    result: int
    """Size after resizing."""
    scale: float
    roi: tuple[float, float]


def source_places(axis: Axis, rule: Rule) -> Any:
    """Returns the input coordinate of each index of the result."""
    at = np.arange(axis.result, dtype=np.float64)
    length, scale = axis.size * axis.scale, axis.scale
    kind = rule.coordinates
    if kind == "align_corners":
        return at * (axis.size - 1) / (length - 1) if length != 1 else at * 0
    if kind == "asymmetric":
        return at / scale
    if kind == "tf_crop_and_resize":
        begin, end = axis.roi
        if axis.result == 1:
            return at * 0 + (end + begin) * (axis.size - 1) / 2
        return begin * (axis.size - 1) + at * (end - begin) * (axis.size - 1) / (
            length - 1
        )
    if kind == "pytorch_half_pixel" and length <= 1:
        return at * 0 - 0.5
    middle = (at + 0.5) / scale - 0.5
    if kind == "half_pixel_symmetric":
        adjustment = axis.result / length
        center = axis.size / 2
        return center * (1 - adjustment) + middle
    return middle


def nearest_places(places: Any, rule: Rule) -> Any:
    """Rounds coordinates to pixels."""
    if rule.nearest == "floor":
        return np.floor(places)
    if rule.nearest == "ceil":
        return np.ceil(places)
    half = places - np.floor(places) == 0.5
    rounded = np.round(places)
    other = np.floor(places) if rule.nearest == "round_prefer_floor" else np.ceil(places)
    return np.where(half, other, rounded)


def kernel(x: Any, rule: Rule) -> Any:
    """Returns the weights of pixels at distances `x`."""
    x = np.abs(x)
    if rule.mode == "linear":
        return np.maximum(1 - x, 0)
    a = rule.cubic
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.where(x <= 1, near, np.where(x < 2, far, 0))


def taps_of(axis: Axis, rule: Rule) -> tuple[Any, Any]:
    """Returns, for each index of the result, the input pixels and their weights.

    Pixels outside of the image count as those at its border or, with
    `exclude_outside`, not at all, whatever the mode.

    >>> rule = Rule("linear", "half_pixel", "floor", -0.75, True, True)
    >>> pixels, weights = taps_of(Axis(4, 2, 0.5, (0.0, 1.0)), rule)
    >>> print(pixels[0], weights[0].round(3))
    [0 0 1 2] [0.    0.429 0.429 0.143]
    """
    places = source_places(axis, rule)
    if rule.mode == "nearest":
        pixels = nearest_places(places, rule)[:, None]
        weights = np.ones(pixels.shape)
    else:
        reach = 1 if rule.mode == "linear" else 2
        shrink = min(axis.scale, 1.0) if rule.antialias else 1.0
        reach = math.ceil(reach / shrink)
        steps = np.arange(-reach + 1, reach + 1)
        pixels = np.floor(places)[:, None] + steps
        distance = pixels - places[:, None]
        weights = kernel(distance * shrink, rule)
        if rule.antialias:
            weights = weights / weights.sum(1, keepdims=True)
    if rule.exclude_outside and rule.mode != "nearest":
        outside = (pixels < 0) | (pixels > axis.size - 1)
        weights = np.where(outside, 0, weights)
        weights = weights / weights.sum(1, keepdims=True)
    return np.clip(pixels, 0, axis.size - 1).astype(np.int64), weights


def resized(x: Array, place: int, axis: Axis, rule: Rule) -> Array:
    """Resizes one axis of an array."""
    pixels, weights = taps_of(axis, rule)
    if rule.mode == "nearest":
        return take(x, pixels[:, 0], place)
    shape = [-1 if i == place else 1 for i in range(x.ndim)]
    total = None
    if pixels.shape[1] > 8:
        matrix = np.zeros((axis.result, axis.size))
        np.add.at(matrix, (np.arange(axis.result)[:, None], pixels), weights)
        moved = jnp.moveaxis(x, place, -1) @ jnp.asarray(matrix.T, x.dtype)
        return jnp.moveaxis(moved, -1, place)
    for tap in range(pixels.shape[1]):
        factor = jnp.asarray(weights[:, tap].reshape(shape), x.dtype)
        part = take(x, pixels[:, tap], place) * factor
        total = part if total is None else total + part
    return total


def take(x: Array, pixels: Any, place: int) -> Array:
    """Gathers slices at known indices; repetitions become a broadcast."""
    count = len(pixels) // x.shape[place]
    if count and np.array_equal(pixels, np.arange(len(pixels)) // count):
        if count == 1:
            return x
        wide = jnp.expand_dims(x, place + 1)
        shape = [*x.shape[: place + 1], count, *x.shape[place + 1 :]]
        final = [*x.shape[:place], len(pixels), *x.shape[place + 1 :]]
        return jnp.broadcast_to(wide, shape).reshape(final)
    return jnp.take(x, jnp.asarray(pixels), axis=place, mode="clip")


@operator("Resize", since=11)
def resize(
    x: Array,
    roi: Constant = None,
    scales: Constant = None,
    sizes: Constant = None,
    *,
    antialias: int = 0,
    axes: list[int] | None = None,
    coordinate_transformation_mode: COORDINATES,
    cubic_coeff_a: float,
    exclude_outside: int,
    extrapolation_value: float,
    keep_aspect_ratio_policy: Literal["stretch", "not_larger", "not_smaller"] = "stretch",
    mode: Literal["nearest", "linear", "cubic"],
    nearest_mode: NEAREST,
) -> Array:
    """Resizes axes one after the other."""
    places = axes_of(range(x.ndim) if axes is None else axes, x.ndim)
    rule = Rule(
        mode,
        coordinate_transformation_mode,
        nearest_mode,
        cubic_coeff_a,
        bool(antialias) and mode != "nearest",
        bool(exclude_outside),
    )
    plan = axes_to_resize(x, places, roi, scales, sizes, keep_aspect_ratio_policy)
    if mode != "nearest" and not is_float(x):
        raise Unsupported(f"mode '{mode}' supports floats only, not {x.dtype}")
    result = x if mode == "nearest" else in_float32(x)
    for place, axis in plan.items():
        if axis.size != axis.result or axis.scale != 1 or rule.coordinates == (
            "tf_crop_and_resize"
        ):
            result = resized(result, place, axis, rule)
    if rule.coordinates == "tf_crop_and_resize":
        for place, axis in plan.items():
            at = source_places(axis, rule)
            inside = (at >= 0) & (at <= axis.size - 1)
            shape = [-1 if i == place else 1 for i in range(x.ndim)]
            if not inside.all():
                outside = jnp.asarray(extrapolation_value, result.dtype)
                result = jnp.where(jnp.asarray(inside.reshape(shape)), result, outside)
    return result.astype(x.dtype)


def fit_sizes(
    extents: list[int], sizes: list[int], policy: str
) -> tuple[list[float], list[int]]:
    """Returns scales and sizes of the result for requested `sizes`.

    A policy other than "stretch" preserves the aspect ratio.
    """
    ratios = [size / extent for size, extent in zip(sizes, extents)]
    if policy == "stretch":
        return ratios, sizes
    ratio = min(ratios) if policy == "not_larger" else max(ratios)
    return [ratio] * len(sizes), [math.floor(e * ratio + 0.5) for e in extents]


def axes_to_resize(
    x: Array, places: list[int], roi: Any, scales: Any, sizes: Any, policy: str
) -> dict[int, Axis]:
    """Returns the axes to resize, by dimension."""
    given = sizes if sizes is not None and len(sizes) else None
    factors = scales if scales is not None and len(scales) else None
    if (given is None) == (factors is None):
        raise Unsupported("one of 'scales' and 'sizes' must be given")
    if len(places) != len(given if given is not None else factors):
        raise Unsupported("'scales' or 'sizes' do not fit its axes")
    extents = [x.shape[place] for place in places]
    if factors is not None:
        ratios = [float(factor) for factor in factors]
        results = [math.floor(size * ratio) for size, ratio in zip(extents, ratios)]
    else:
        ratios, results = fit_sizes(extents, [int(size) for size in given], policy)
    if min(results, default=1) < 1 or min(ratios, default=1) <= 0:
        raise Unsupported(f"its result would have the sizes {results}")
    bounds = [(0.0, 1.0)] * len(places)
    if roi is not None and len(roi):
        half = len(roi) // 2
        bounds = [(float(roi[i]), float(roi[half + i])) for i in range(half)]
    return {
        place: Axis(x.shape[place], result, ratio, bound)
        for place, result, ratio, bound in zip(places, results, ratios, bounds)
    }


def reflected(at: Array, low: float, high: float) -> Array:
    """Reflects coordinates at two borders until they lie in between."""
    span = high - low
    if span == 0:
        return jnp.full_like(at, low)
    distance = jnp.abs(at - low)
    rest = jnp.mod(distance, 2 * span)
    return low + jnp.where(rest > span, 2 * span - rest, rest)


@operator("GridSample", since=16)
def grid_sample(
    x: Array,
    grid: Array,
    *,
    align_corners: int,
    mode: Literal["linear", "nearest", "cubic", "bilinear", "bicubic"],
    padding_mode: Literal["zeros", "border", "reflection"],
) -> Array:
    """Samples an image at coordinates from -1 to 1, by interpolation."""
    mode = mode.removeprefix("bi")
    rank = x.ndim - 2
    if grid.shape[-1] != rank or grid.ndim != x.ndim:
        raise Unsupported(f"'grid' of {list(grid.shape)} does not fit {list(x.shape)}")
    wide = in_float32(x)
    places = []
    for axis, size in enumerate(x.shape[2:]):
        at = in_float32(grid)[..., rank - 1 - axis].astype(wide.dtype)
        at = (at + 1) / 2 * (size - 1) if align_corners else ((at + 1) * size - 1) / 2
        # NaN becomes -1, and coordinates far outside are clamped to any value outside.
        at = jnp.where(jnp.isnan(at), -jnp.ones_like(at), at)
        if mode != "cubic":
            at = inside_of(at, size, padding_mode, align_corners)
        places.append(at)
    limits = jnp.asarray(2.0**30, wide.dtype)
    places = [jnp.clip(at, -limits, limits) for at in places]
    pixel = pixel_rule(padding_mode, align_corners)
    return interpolated(wide, places, mode, pixel).astype(x.dtype)


def inside_of(at: Array, size: int, padding_mode: str, align_corners: int) -> Array:
    """Moves coordinates inside the image as the padding mode demands."""
    if padding_mode == "border":
        return jnp.clip(at, 0, size - 1)
    if padding_mode == "reflection":
        low, high = (0.0, size - 1.0) if align_corners else (-0.5, size - 0.5)
        return jnp.clip(reflected(at, low, high), 0, size - 1)
    return at


Pixel = Callable[[Array, int], tuple[Array, Array]]


def pixel_rule(padding_mode: str, align_corners: int) -> Pixel:
    """Returns a function from pixel coordinates to valid coordinates and a mask of the
    pixels that count."""

    def pixel(at: Array, size: int) -> tuple[Array, Array]:
        inside = (at >= 0) & (at <= size - 1)
        if padding_mode == "zeros":
            return jnp.clip(at, 0, size - 1), inside
        return inside_of(at, size, padding_mode, align_corners), jnp.ones_like(inside)

    return pixel


def cubic_weights(part: Array, a: float) -> list[Array]:
    """Returns the weights of the four pixels around a coordinate."""
    distances = [part + 1, part, 1 - part, 2 - part]
    far = [((a * x - 5 * a) * x + 8 * a) * x - 4 * a for x in distances]
    near = [((a + 2) * x - (a + 3)) * x * x + 1 for x in distances]
    return [far[0], near[1], near[2], far[3]]


def interpolated(x: Array, places: Sequence[Array], mode: str, pixel: Pixel) -> Array:
    """Samples images at coordinates: the nearest pixel, or a weighted sum."""
    taps: list[list[tuple[Array, Any]]] = []
    for at in places:
        if mode == "nearest":
            taps.append([(jnp.round(at), None)])
            continue
        floor = jnp.floor(at)
        part = at - floor
        if mode == "linear":
            taps.append([(floor, 1 - part), (floor + 1, part)])
        else:
            weights = cubic_weights(part, -0.75)
            taps.append([(floor + i - 1, weight) for i, weight in enumerate(weights)])
    total = None
    for combination in itertools.product(*taps):
        weight, counts, index = None, None, []
        for (at, factor), size in zip(combination, x.shape[2:]):
            found, inside = pixel(at, size)
            index.append(from_front(found, size))
            counts = inside if counts is None else counts & inside
            if factor is not None:
                weight = factor if weight is None else weight * factor
        values = take_pixels(x, index)
        if weight is not None:
            values = values * weight[:, None]
        values = jnp.where(counts[:, None], values, jnp.zeros_like(values))
        total = values if total is None else total + values
    return total


@operator("RoiAlign", since=10)
def roi_align(
    x: Array,
    rois: MaybeConstant,
    samples: Array,
    *,
    coordinate_transformation_mode: Literal["half_pixel", "output_half_pixel"] = (
        "output_half_pixel"
    ),
    mode: Literal["avg", "max"],
    output_height: int,
    output_width: int,
    sampling_ratio: int,
    spatial_scale: float,
) -> Array:
    """Mean or maximum of sample points in the cells of rectangles."""
    if sampling_ratio < 1:
        raise Unsupported("attribute 'sampling_ratio' is 0, so sizes depend on data")
    if x.ndim != 4:
        raise Unsupported(f"two spatial dimensions are supported, not {x.ndim - 2}")
    half = coordinate_transformation_mode == "half_pixel"
    boxes = jnp.asarray(rois) * jnp.asarray(spatial_scale, x.dtype) - (0.5 if half else 0)
    places = []
    for axis, count in enumerate((output_height, output_width)):
        begin, end = boxes[:, 1 - axis], boxes[:, 3 - axis]
        length = end - begin
        if not half:
            length = jnp.maximum(length, 1)
        steps = np.arange(count * sampling_ratio) // sampling_ratio
        inner = (np.arange(count * sampling_ratio) % sampling_ratio + 0.5) / sampling_ratio
        at = jnp.asarray(steps + inner, x.dtype)
        places.append(begin[:, None] + at * (length / count)[:, None])
    return aligned(x, places, samples, mode, (output_height, output_width))


def aligned(
    x: Array, places: list[Array], samples: Array, mode: str, counts: tuple[int, int]
) -> Array:
    """Reduces the sample points of each cell."""
    rows, columns = places
    shape = (rows.shape[0], rows.shape[1], columns.shape[1])
    grid = [
        jnp.broadcast_to(rows[:, :, None], shape),
        jnp.broadcast_to(columns[:, None, :], shape),
    ]
    inside, taps = None, []
    for at, size in zip(grid, x.shape[2:]):
        within = (at >= -1) & (at <= size)
        inside = within if inside is None else inside & within
        at = jnp.clip(at, 0, size - 1)
        low = jnp.floor(at)
        high = jnp.minimum(low + 1, size - 1)
        taps.append([(low, 1 - (at - low)), (high, at - low)])
    images = jnp.take(x, from_front(samples, x.shape[0]), axis=0, mode="clip")
    ratio = [n // count for n, count in zip(shape[1:], counts)]
    parts = []
    for (r, rw), (c, cw) in itertools.product(*taps):
        index = [from_front(r, x.shape[2]), from_front(c, x.shape[3])]
        weight = jnp.where(inside, rw * cw, jnp.zeros_like(rw))
        parts.append(take_pixels(images, index) * weight[:, None])
    cells = [
        part.reshape(*part.shape[:2], counts[0], ratio[0], counts[1], ratio[1])
        for part in parts
    ]
    if mode == "avg":
        return jnp.mean(cells[0] + cells[1] + cells[2] + cells[3], (3, 5))
    # As in ONNX: the maximum of all weighted pixels, not of their sums.
    largest = cells[0]
    for part in cells[1:]:
        largest = jnp.maximum(largest, part)
    return jnp.max(largest, (3, 5))
