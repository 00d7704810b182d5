"""Operators that read or write elements at computed indices."""

from typing import Any, Literal

import jax.numpy as jnp
import numpy as np
from jax import lax

from memplace.importers.onnx_operators.shapes import axis_of
from memplace.importers.onnx_operators.table import (
    Array,
    Constant,
    Unsupported,
    operator,
)

def from_front(indices: Array, size: int) -> Array:
    """Returns indices counted from the front, clamped to the array.

    ONNX forbids indices out of bounds.
    """
    indices = indices.astype(np.int64)
    indices = jnp.where(indices < 0, indices + size, indices)
    return jnp.clip(indices, 0, max(size - 1, 0))


@operator("Gather", since=1)
def gather(x: Array, indices: Array, *, axis: int) -> Array:
    """Gathers slices along an axis."""
    axis = axis_of(axis, x.ndim)
    places = from_front(indices, x.shape[axis])
    return jnp.take(x, places, axis=axis, mode="clip")


@operator("GatherElements", since=11)
def gather_elements(x: Array, indices: Array, *, axis: int) -> Array:
    """Gathers elements along an axis."""
    axis = axis_of(axis, x.ndim)
    at = all_places(indices.shape)
    at[axis] = from_front(indices, x.shape[axis])
    return x.at[tuple(at)].get(mode="promise_in_bounds")


def all_places(shape: tuple[int, ...]) -> list[Array]:
    """Returns the indices of all elements, an array per axis."""
    return [lax.broadcasted_iota(np.int64, shape, axis) for axis in range(len(shape))]


@operator("GatherND", since=11)
def gather_nd(x: Array, indices: Array, *, batch_dims: int = 0) -> Array:
    """Gathers slices at multidimensional indices."""
    count = indices.shape[-1]
    at: list[Any] = []
    outer = indices.shape[:-1]
    for axis in range(batch_dims):
        at.append(lax.broadcasted_iota(np.int64, outer, axis))
    for number in range(count):
        size = x.shape[batch_dims + number]
        at.append(from_front(indices[..., number], size))
    return x.at[tuple(at)].get(mode="promise_in_bounds")


REDUCTION = Literal["none", "add", "mul", "max", "min"]


def scattered(x: Array, at: list[Array], updates: Array, reduction: str) -> Array:
    """Returns an array with updates at indices, combined as `reduction` says."""
    place = x.at[tuple(at)]
    kinds = {
        "none": place.set,
        "add": place.add,
        "mul": place.mul,
        "max": place.max,
        "min": place.min,
    }
    return kinds[reduction](updates, mode="promise_in_bounds")


@operator("Scatter", since=9)
def scatter(x: Array, indices: Array, updates: Array, *, axis: int) -> Array:
    """ScatterElements under its earlier name."""
    return scatter_elements(x, indices, updates, axis=axis, reduction="none")


@operator("ScatterElements", since=11)
def scatter_elements(
    x: Array, indices: Array, updates: Array, *, axis: int, reduction: REDUCTION = "none"
) -> Array:
    """Writes elements along an axis."""
    axis = axis_of(axis, x.ndim)
    at = all_places(indices.shape)
    at[axis] = from_front(indices, x.shape[axis])
    return scattered(x, at, updates, reduction)


@operator("ScatterND", since=11)
def scatter_nd(
    x: Array, indices: Array, updates: Array, *, reduction: REDUCTION = "none"
) -> Array:
    """Writes slices at multidimensional indices."""
    at = [
        from_front(indices[..., number], x.shape[number])
        for number in range(indices.shape[-1])
    ]
    return scattered(x, at, updates, reduction)


@operator("TensorScatter", since=24)
def tensor_scatter(
    cache: Array,
    update: Array,
    begins: Array = None,
    *,
    axis: int,
    mode: Literal["linear", "circular"],
) -> Array:
    """Writes each sample's update to its cache, from the index `begins` on."""
    axis = axis_of(axis, cache.ndim)
    if axis == 0:
        raise Unsupported("axis 0 is the samples'")
    at = all_places(update.shape)
    if begins is not None:
        at[axis] = at[axis] + begins.astype(np.int64)[at[0]]
    if mode == "circular":
        at[axis] = at[axis] % cache.shape[axis]
    return scattered(cache, at, update, "none")


@operator("TopK", since=10)
def top_k(
    x: Array, k: Constant, *, axis: int, largest: int = 1, sorted: int = 1
) -> tuple[Array, Array]:
    """The k largest or smallest elements; among equal elements, the first win.

    Results are always sorted; `sorted` = 0 permits any order.
    """
    axis = axis_of(axis, x.ndim)
    count = int(k.reshape(-1)[0])
    if not 0 <= count <= x.shape[axis]:
        raise Unsupported(f"'K' is {count}, of {x.shape[axis]} elements")
    places = lax.broadcasted_iota(np.int64, x.shape, axis)
    if not largest:
        values, found = lax.sort((x, places), dimension=axis, num_keys=1)
    else:
        # Reversed before and after, so that the stable sort ends with the first of
        # equal elements in front.
        both = (lax.rev(x, (axis,)), lax.rev(places, (axis,)))
        values, found = lax.sort(both, dimension=axis, num_keys=1)
        values, found = lax.rev(values, (axis,)), lax.rev(found, (axis,))
    first = [slice(None)] * x.ndim
    first[axis] = slice(0, count)
    return values[tuple(first)], found[tuple(first)]


def extreme_place(x: Array, axis: int, keepdims: int, last: int, largest: bool) -> Array:
    """Index of the largest or smallest element along an axis; NaN counts as extreme."""
    axis = axis_of(axis, x.ndim)
    find = jnp.argmax if largest else jnp.argmin
    if last:
        place = x.shape[axis] - 1 - find(lax.rev(x, (axis,)), axis=axis)
    else:
        place = find(x, axis=axis)
    place = place.astype(np.int64)
    return jnp.expand_dims(place, axis) if keepdims else place


@operator("ArgMax", since=1)
def largest_place(
    x: Array, *, axis: int, keepdims: int, select_last_index: int = 0
) -> Array:
    """Index of the largest element."""
    return extreme_place(x, axis, keepdims, select_last_index, True)


@operator("ArgMin", since=1)
def smallest_place(
    x: Array, *, axis: int, keepdims: int, select_last_index: int = 0
) -> Array:
    """Index of the smallest element."""
    return extreme_place(x, axis, keepdims, select_last_index, False)


@operator("Hardmax", since=13)
def hardmax(x: Array, *, axis: int) -> Array:
    """1 at the first largest element, 0 elsewhere."""
    axis = axis_of(axis, x.ndim)
    places = lax.broadcasted_iota(np.int64, x.shape, axis)
    found = extreme_place(x, axis, 1, 0, True)
    return (places == found).astype(x.dtype)


@operator("MaxUnpool", since=9)
def max_unpool(
    x: Array,
    indices: Array,
    sizes: Constant = None,
    *,
    kernel_shape: list[int],
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Array:
    """Writes elements to the indices at which MaxPool found them; 0 elsewhere."""
    rank = x.ndim - 2
    strides, pads = strides or [1] * rank, pads or [0] * (2 * rank)
    inferred = [
        (x.shape[i + 2] - 1) * strides[i] + kernel_shape[i] - pads[i] - pads[i + rank]
        for i in range(rank)
    ]
    # Indices refer to a tensor of the inferred shape.
    shape = (*x.shape[:2], *inferred)
    total = int(np.prod(shape))
    flat = jnp.zeros((total,), x.dtype)
    flat = scattered(flat, [from_front(indices.reshape(-1), total)], x.reshape(-1), "none")
    result = flat.reshape(shape)
    if sizes is None:
        return result
    wanted = tuple(map(int, sizes))
    if len(wanted) != x.ndim or any(a < b for a, b in zip(wanted, shape)):
        raise Unsupported(f"'output_shape' {list(wanted)} is smaller than {list(shape)}")
    config = [(0, a - b, 0) for a, b in zip(wanted, shape)]
    return lax.pad(result, jnp.zeros((), x.dtype), config)
