"""Operators that move elements without arithmetic: shapes, slices, padding."""

import math
from typing import Any, Literal

import jax.numpy as jnp
import numpy as np
from jax import lax

from memplace.importers.onnx_operators.table import (
    Array,
    Constant,
    ElementType,
    Unsupported,
    operator,
)

def axis_of(axis: int, rank: int) -> int:
    """Returns an axis counted from the front; raises Unsupported if out of range."""
    if not -rank <= axis < max(rank, 1):
        raise Unsupported(f"axis {axis} is outside of the {rank} dimensions")
    return axis + rank if axis < 0 else axis


def axes_of(axes: Any, rank: int) -> list[int]:
    """Returns axes counted from the front; raises Unsupported for duplicates."""
    found = [axis_of(int(axis), rank) for axis in np.ravel(axes)]
    if len(set(found)) < len(found):
        raise Unsupported(f"axes {found} are not different")
    return found


@operator("Shape", since=1)
def shape(x: Array, *, start: int = 0, end: int | None = None) -> Any:
    """Sizes of the dimensions, known at import."""
    return np.array(x.shape[start:end], np.int64)


@operator("Size", since=1)
def size(x: Array) -> Any:
    """Number of elements, known at import."""
    return np.array(math.prod(x.shape), np.int64)


@operator("Reshape", since=5)
def reshape(x: Array, sizes: Constant, *, allowzero: int = 0) -> Array:
    """Reshapes; 0 keeps a size, and -1 stands for the remaining elements."""
    wanted = [int(size) for size in sizes]
    if not allowzero:
        wanted = [
            x.shape[place] if size == 0 and place < len(x.shape) else size
            for place, size in enumerate(wanted)
        ]
    if min(wanted, default=0) < -1 or wanted.count(-1) > 1:
        raise Unsupported(f"the shape {wanted} is none")
    others = math.prod(size for size in wanted if size != -1)
    if -1 in wanted and others and x.size % others == 0:
        wanted[wanted.index(-1)] = x.size // others
    if math.prod(wanted) != x.size or -1 in wanted:
        raise Unsupported(f"{list(x.shape)} does not fit the shape {wanted}")
    return jnp.reshape(x, wanted)


@operator("Flatten", since=1)
def flatten(x: Array, *, axis: int) -> Array:
    """Matrix of the dimensions before `axis` by the dimensions from `axis` on."""
    if not -x.ndim <= axis <= x.ndim:
        raise Unsupported(f"axis {axis} is outside of the {x.ndim} dimensions")
    axis = axis + x.ndim if axis < 0 else axis
    return jnp.reshape(x, (math.prod(x.shape[:axis]), math.prod(x.shape[axis:])))


@operator("Squeeze", since=13)
def squeeze(x: Array, axes: Constant = None) -> Array:
    """Removes dimensions of size 1."""
    if axes is None:
        return jnp.squeeze(x)
    places = axes_of(axes, x.ndim)
    if any(x.shape[place] != 1 for place in places):
        raise Unsupported(
            f"the sizes of axes {places} of {list(x.shape)} are not all 1"
        )
    return jnp.squeeze(x, tuple(places))


@operator("Unsqueeze", since=13)
def unsqueeze(x: Array, axes: Constant) -> Array:
    """Adds dimensions of size 1."""
    return jnp.expand_dims(x, tuple(axes_of(axes, x.ndim + np.size(axes))))


@operator("Transpose", since=1)
def transpose(x: Array, *, perm: list[int] | None = None) -> Array:
    """Permutes dimensions; without `perm`, reverses their order."""
    if perm is not None and sorted(perm) != list(range(x.ndim)):
        raise Unsupported(f"'perm' {perm} is not a permutation of {x.ndim} dimensions")
    return jnp.transpose(x, perm)


@operator("Concat", since=4)
def concat(*arrays: Array, axis: int) -> Array:
    """Joins arrays along an axis."""
    return jnp.concatenate(arrays, axis_of(axis, arrays[0].ndim))


@operator("Split", since=13)
def split(
    node: Any,
    x: Array,
    parts: Constant = None,
    *,
    axis: int,
    num_outputs: int | None = None,
) -> tuple[Array, ...]:
    """Splits into parts of the given sizes, or into equal parts with a smaller last."""
    axis = axis_of(axis, x.ndim)
    count = num_outputs or len(node.outputs)
    if parts is None:
        part = -(-x.shape[axis] // count)
        sizes = [part] * (count - 1) + [x.shape[axis] - part * (count - 1)]
    else:
        sizes = [int(part) for part in parts]
    if sum(sizes) != x.shape[axis] or min(sizes) < 0 or len(sizes) != len(node.outputs):
        raise Unsupported(f"axis {axis} of {list(x.shape)} can't be split into {sizes}")
    ends = np.cumsum(sizes)
    return tuple(
        lax.slice_in_dim(x, int(end - size), int(end), axis=axis)
        for end, size in zip(ends, sizes)
    )


@operator("Slice", since=10)
def slices(
    x: Array,
    starts: Constant,
    ends: Constant,
    axes: Constant = None,
    steps: Constant = None,
) -> Array:
    """Slices with steps of either sign; bounds are clamped to the array."""
    places = axes_of(range(len(starts)) if axes is None else axes, x.ndim)
    strides = [1] * len(places) if steps is None else [int(step) for step in steps]
    if not len(starts) == len(ends) == len(places) == len(strides) or 0 in strides:
        raise Unsupported("'starts', 'ends', 'axes' and 'steps' do not fit each other")
    for start, end, place, stride in zip(starts, ends, places, strides):
        bounds = slice(int(start), int(end), stride).indices(x.shape[place])
        picked = range(*bounds)
        if stride < 0:
            low = picked[-1] if picked else 0
            high = picked[0] + 1 if picked else 0
            part = lax.slice_in_dim(x, low, high, stride=-stride, axis=place)
            x = lax.rev(part, (place,))
        else:
            high = max(bounds[1], bounds[0])
            x = lax.slice_in_dim(x, bounds[0], high, stride=stride, axis=place)
    return x


@operator("Expand", since=8)
def expand(x: Array, sizes: Constant) -> Array:
    """Broadcasts in both directions."""
    return jnp.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(map(int, sizes))))


@operator("Tile", since=6)
def tile(x: Array, repeats: Constant) -> Array:
    """Repeats an array along each axis."""
    if len(repeats) != x.ndim or min(repeats, default=0) < 0:
        raise Unsupported(
            f"'repeats' {repeats.tolist()} does not fit {x.ndim} dimensions"
        )
    return jnp.tile(x, tuple(map(int, repeats)))


@operator("ConstantOfShape", since=9)
def constant_of_shape(sizes: Constant, *, value: Any = None) -> Array:
    """An array filled with a single number."""
    number = np.zeros((), np.float32) if value is None else value.reshape(())
    return jnp.full(tuple(map(int, sizes)), number, number.dtype)


@operator("Range", since=11)
def number_range(
    start: Constant, limit: Constant, delta: Constant, *, stash_type: int = 1
) -> Array:
    """Numbers from `start` up to `limit`; 16-bit floats are computed in 32 bits."""
    if stash_type != 1:
        raise Unsupported(f"attribute 'stash_type' is {stash_type}; supported is 1")
    kind = start.dtype
    start, limit, delta = (number.reshape(()) for number in (start, limit, delta))
    if kind.kind == "i":
        count = max(-(-(int(limit) - int(start)) // int(delta)), 0) if delta else -1
        wide = kind
    else:
        wide = np.promote_types(kind, np.float32) if kind.itemsize > 2 else np.float32
        numbers = [float(number) for number in (start, limit, delta)]
        if not np.isfinite(numbers).all():
            raise Unsupported("its inputs are not all finite")
        span = numbers[1] - numbers[0]
        count = max(math.ceil(span / numbers[2]), 0) if numbers[2] else -1
    if count < 0:
        raise Unsupported("'delta' is 0")
    steps = lax.iota(np.int64, count).astype(wide)
    return (start.astype(wide) + steps * delta.astype(wide)).astype(kind)


@operator("EyeLike", since=9)
def eye_like(x: Array, *, dtype: ElementType = None, k: int) -> Array:
    """A matrix with ones on a diagonal."""
    return jnp.eye(*x.shape, k=k, dtype=dtype or x.dtype)


@operator("Trilu", since=14)
def triangle(x: Array, k: Constant = None, *, upper: int) -> Array:
    """Keeps the upper or lower triangle of matrices."""
    offset = 0 if k is None else int(k.reshape(()))
    rows = lax.broadcasted_iota(np.int64, x.shape, x.ndim - 2)
    columns = lax.broadcasted_iota(np.int64, x.shape, x.ndim - 1)
    keeps = columns - rows >= offset if upper else columns - rows <= offset
    return jnp.where(keeps, x, jnp.zeros((), x.dtype))


@operator("DepthToSpace", since=1)
def depth_to_space(
    x: Array, *, blocksize: int, mode: Literal["DCR", "CRD"] = "DCR"
) -> Array:
    """Moves channels to blocks of pixels."""
    n, c, h, w = x.shape
    b = blocksize
    if c % (b * b):
        raise Unsupported(f"{c} channels are not multiples of {b} x {b}")
    if mode == "DCR":
        parts = jnp.transpose(x.reshape(n, b, b, c // b**2, h, w), (0, 3, 4, 1, 5, 2))
    else:
        parts = jnp.transpose(x.reshape(n, c // b**2, b, b, h, w), (0, 1, 4, 2, 5, 3))
    return parts.reshape(n, c // b**2, h * b, w * b)


@operator("SpaceToDepth", since=1)
def space_to_depth(
    x: Array, *, blocksize: int, mode: Literal["DCR", "CRD"] = "DCR"
) -> Array:
    """Moves blocks of pixels to channels."""
    n, c, h, w = x.shape
    b = blocksize
    if h % b or w % b:
        raise Unsupported(f"{h} x {w} pixels are not multiples of {b} x {b}")
    parts = x.reshape(n, c, h // b, b, w // b, b)
    order = (0, 3, 5, 1, 2, 4) if mode == "DCR" else (0, 1, 3, 5, 2, 4)
    return jnp.transpose(parts, order).reshape(n, c * b * b, h // b, w // b)


PAD_MODES = Literal["constant", "reflect", "edge", "wrap"]


@operator("Pad", since=11)
def pad(
    x: Array,
    pads: Constant,
    value: Array = None,
    axes: Constant = None,
    *,
    mode: PAD_MODES,
) -> Array:
    """Pads before and after each axis; negative padding crops."""
    places = axes_of(range(x.ndim) if axes is None else axes, x.ndim)
    if len(pads) != 2 * len(places):
        raise Unsupported(f"'pads' has {len(pads)} numbers, not {2 * len(places)}")
    low, high = [0] * x.ndim, [0] * x.ndim
    for number, place in enumerate(places):
        low[place] = int(pads[number])
        high[place] = int(pads[number + len(places)])
    if any(size + a + b < 0 for size, a, b in zip(x.shape, low, high)):
        raise Unsupported(f"'pads' remove more than the size of {list(x.shape)}")
    if mode == "constant":
        fill = jnp.zeros((), x.dtype) if value is None else value.reshape(())
        return lax.pad(x, fill, [(a, b, 0) for a, b in zip(low, high)])
    # Crop first, then pad, like ONNX's reference and onnxruntime.
    for place, (a, b) in enumerate(zip(low, high)):
        end = x.shape[place] + min(b, 0)
        x = lax.slice_in_dim(x, -min(a, 0), end, axis=place)
    widths = [(max(a, 0), max(b, 0)) for a, b in zip(low, high)]
    if x.size == 0:
        raise Unsupported(f"mode '{mode}' has nothing to repeat")
    if mode == "reflect" and any(
        size == 1 and max(width) > 0 for size, width in zip(x.shape, widths)
    ):
        raise Unsupported("mode 'reflect' cannot extend an axis of size 1")
    return jnp.pad(x, widths, mode=mode)


@operator("CenterCropPad", since=18)
def center_crop_pad(
    x: Array, sizes: Constant, *, axes: list[int] | None = None
) -> Array:
    """Crops, or pads with zeros, evenly on both sides."""
    places = axes_of(range(x.ndim) if axes is None else axes, x.ndim)
    if len(sizes) != len(places):
        raise Unsupported("'shape' and 'axes' do not fit each other")
    config = [(0, 0, 0)] * x.ndim
    for place, wanted in zip(places, map(int, sizes)):
        has = x.shape[place]
        if wanted < has:
            low = -((has - wanted) // 2)
        else:
            low = (wanted - has) // 2
        config[place] = (low, wanted - has - low, 0)
    return lax.pad(x, jnp.zeros((), x.dtype), config)


@operator("ReverseSequence", since=10)
def reverse_sequence(
    x: Array, lengths: Array, *, batch_axis: int, time_axis: int
) -> Array:
    """Reverses the first `lengths` elements of each sequence."""
    if {batch_axis, time_axis} != {0, 1}:
        raise Unsupported(f"axes {batch_axis} and {time_axis} are not 0 and 1")
    at = [lax.broadcasted_iota(np.int64, x.shape[:2], axis) for axis in (0, 1)]
    steps = at[time_axis]
    ends = lengths.astype(np.int64)[at[batch_axis]]
    at[time_axis] = jnp.where(steps < ends, ends - 1 - steps, steps)
    return x.at[at[0], at[1]].get(mode="promise_in_bounds")


@operator("Col2Im", since=18)
def columns_to_image(
    x: Array,
    image: Constant,
    block: Constant,
    *,
    dilations: list[int] | None = None,
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Array:
    """Sums overlapping columns into an image: the inverse of im2col."""
    rank = len(image)
    image = [int(size) for size in image]
    block = [int(size) for size in block]
    dilations, strides = dilations or [1] * rank, strides or [1] * rank
    pads = pads or [0] * (2 * rank)
    counts = [
        (image[i] + pads[i] + pads[i + rank] - dilations[i] * (block[i] - 1) - 1)
        // strides[i]
        + 1
        for i in range(rank)
    ]
    channels = x.shape[1] // math.prod(block)
    columns = x.reshape(x.shape[0], channels, *block, *counts)
    padded = [size + pads[i] + pads[i + rank] for i, size in enumerate(image)]
    result = jnp.zeros((x.shape[0], channels, *padded), x.dtype)
    for offset in np.ndindex(*block):
        config = [(0, 0, 0), (0, 0, 0)]
        for i in range(rank):
            low = offset[i] * dilations[i]
            used = low + (counts[i] - 1) * strides[i] + 1
            config.append((low, padded[i] - used, strides[i] - 1))
        part = columns[(slice(None), slice(None), *offset)]
        result = result + lax.pad(part, jnp.zeros((), x.dtype), config)
    cut = [slice(pads[i], pads[i] + image[i]) for i in range(rank)]
    return result[(slice(None), slice(None), *cut)]


@operator("OneHot", since=9)
def one_hot(indices: Array, depth: Constant, values: Array, *, axis: int) -> Array:
    """One-hot vectors of indices in [-depth, depth); other indices give `off` only."""
    count = int(depth.reshape(-1)[0])
    if depth.dtype.kind == "f" and not float(depth.reshape(-1)[0]).is_integer():
        raise Unsupported("'depth' is no integer")
    axis = axis_of(axis, indices.ndim + 1)
    number = indices.astype(np.int64)
    number = jnp.where(number < 0, number + count, number)
    shape = (*indices.shape[:axis], count, *indices.shape[axis:])
    place = lax.broadcasted_iota(np.int64, shape, axis)
    on = place == jnp.expand_dims(number, axis)
    return jnp.where(on, values[1], values[0])


@operator("BitCast", since=26)
def bit_cast(x: Array, *, to: ElementType) -> Array:
    """Reinterprets the bits as another type of the same size."""
    if np.dtype(to).itemsize != x.dtype.itemsize:
        raise Unsupported(f"{x.dtype} and {np.dtype(to)} have different sizes")
    if np.dtype(to) == bool or x.dtype == bool:
        raise Unsupported("bits of booleans are not supported")
    return lax.bitcast_convert_type(x, to)
