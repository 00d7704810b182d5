"""Signal transforms, and operators whose results are known at import."""

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from memplace.importers.onnx_operators.shapes import axis_of
from memplace.importers.onnx_operators.table import (
    Array,
    Constant,
    ElementType,
    Unsupported,
    operator,
)

def transformed(x: Array, length: int, axis: int, inverse: int, onesided: int) -> Array:
    """Fourier transform of real or complex numbers, with parts in the last dimension.

    Computed in 64 bits, like ONNX's reference.
    """
    if x.shape[-1] not in (1, 2):
        raise Unsupported(f"{list(x.shape)} is not a shape of real or complex numbers")
    kind = x.dtype
    x = x.astype(np.float64)
    real, imaginary = x[..., 0], None
    if x.shape[-1] == 2:
        imaginary = x[..., 1]
    if onesided and inverse:
        full = jnp.fft.irfft(complex_of(real, imaginary), length, axis)
        return full[..., None].astype(kind)
    if onesided:
        if imaginary is not None:
            raise Unsupported("attribute 'onesided' is 1 with complex numbers")
        result = jnp.fft.rfft(real, length, axis)
    else:
        function = jnp.fft.ifft if inverse else jnp.fft.fft
        result = function(complex_of(real, imaginary), length, axis)
    return jnp.stack([result.real, result.imag], -1).astype(kind)


def complex_of(real: Array, imaginary: Array | None) -> Array:
    """Joins real and imaginary parts; a missing imaginary part is 0."""
    return lax.complex(real, jnp.zeros_like(real) if imaginary is None else imaginary)


@operator("DFT", since=17)
def dft_early(
    x: Array, length: Constant = None, *, axis: int, inverse: int, onesided: int
) -> Array:
    """Fourier transform; early versions have the axis as an attribute."""
    return dft(x, length, np.array(axis), inverse=inverse, onesided=onesided)


@operator("DFT", since=20)
def dft(
    x: Array,
    length: Constant = None,
    axis: Constant = None,
    *,
    inverse: int,
    onesided: int,
) -> Array:
    """Fourier transform along an axis."""
    place = axis_of(-2 if axis is None else int(axis.reshape(())), x.ndim)
    if place == x.ndim - 1:
        raise Unsupported("the last axis is that of real and imaginary parts")
    size = x.shape[place]
    if onesided and inverse:
        size = 2 * (size - 1)
    if length is not None:
        size = int(length.reshape(()))
    return transformed(x, size, place, inverse, onesided)


@operator("STFT", since=17)
def short_time(
    x: Array,
    step: Constant,
    window: Array = None,
    length: Constant = None,
    *,
    onesided: int,
) -> Array:
    """Fourier transforms of the frames of a signal."""
    if length is None and window is None:
        raise Unsupported("neither 'window' nor 'frame_length' is given")
    size = window.shape[0] if length is None else int(length.reshape(()))
    hop = int(step.reshape(()))
    count = (x.shape[1] - size) // hop + 1
    if size < 1 or hop < 1 or count < 1:
        raise Unsupported(f"frames of {size} do not fit a signal of {x.shape[1]}")
    signal = x if x.ndim == 3 else x[..., None]
    places = np.arange(count)[:, None] * hop + np.arange(size)
    frames = jnp.take(signal, jnp.asarray(places), axis=1, mode="clip")
    if window is not None:
        frames = frames * window.reshape(1, 1, -1, 1)
    if onesided and frames.shape[-1] == 2:
        raise Unsupported("attribute 'onesided' is 1 with complex numbers")
    return transformed(frames, size, 2, 0, onesided)


@operator("NonZero", since=9)
def non_zero(x: Constant) -> Any:
    """Indices of the elements that differ from 0."""
    if x.ndim == 0:
        raise Unsupported("a scalar has no positions")
    return np.array(np.nonzero(x), np.int64)


@operator("Compress", since=9)
def compress(x: Array, condition: Constant, *, axis: int | None = None) -> Array:
    """Slices selected by a mask."""
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = axis_of(axis, x.ndim)
    picked = np.nonzero(condition[: x.shape[axis]])[0]
    return jnp.take(x, jnp.asarray(picked), axis=axis, mode="clip")


@operator("Constant", since=1)
def constant(
    *,
    value: Any = None,
    value_float: float | None = None,
    value_floats: list[float] | None = None,
    value_int: int | None = None,
    value_ints: list[int] | None = None,
) -> Any:
    """A constant, given by one of the attributes."""
    if value is not None:
        return value
    if value_float is not None:
        return np.array(value_float, np.float32)
    if value_floats is not None:
        return np.array(value_floats, np.float32)
    if value_int is not None:
        return np.array(value_int, np.int64)
    if value_ints is not None:
        return np.array(value_ints, np.int64)
    raise Unsupported("it has no value")


@operator("MelWeightMatrix", since=17)
def mel_weights(
    bins: Constant,
    length: Constant,
    rate: Constant,
    low: Constant,
    high: Constant,
    *,
    output_datatype: ElementType,
) -> Any:
    """Weights of a mel filter bank, computed at import."""
    numbers = [float(one.reshape(())) for one in (bins, length, rate, low, high)]
    count, points = int(numbers[0]), int(numbers[1]) // 2 + 1
    if count < 1 or points < 1 or count * points > 1 << 22:
        raise Unsupported(f"it would have {count} x {points} numbers")

    def to_mel(hertz: float) -> float:
        return float(2595 * np.log1p(hertz / 700) / np.log(10))

    step = (to_mel(numbers[4]) - to_mel(numbers[3])) / (count + 2)
    mels = np.arange(count + 2) * step + to_mel(numbers[3])
    hertz = 700 * np.expm1(mels / 2595 * np.log(10))
    edges = np.floor((numbers[1] + 1) * hertz / numbers[2]).astype(np.int64)
    result = np.zeros((points, count))
    for number in range(count):
        lower, center, upper = edges[number : number + 3]
        if center == lower:
            result[center, number] = 1
        else:
            result[lower : center + 1, number] = np.arange(center - lower + 1) / (
                center - lower
            )
        if upper > center:
            result[center:upper, number] = (upper - np.arange(center, upper)) / (
                upper - center
            )
    return result.astype(output_datatype)
