# ===- models.py - Models with more weights than memory ------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Networks in JAX, and files of random weights, aligned for direct reads."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from networks import NETWORKS

PAGE = 4096


def dense(widths: list[int], rows: int) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Returns consecutive products with weights of the given widths."""

    def run(x: Any, weights: list[Any]) -> Any:
        for w in weights:
            x = jnp.tanh(x @ w)
        return x

    shapes = [jax.ShapeDtypeStruct(pair, "float32") for pair in zip(widths, widths[1:])]
    return run, (jax.ShapeDtypeStruct((rows, widths[0]), "float32"), shapes)


def stack() -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """32 equal layers of 16.8 MB; reading and computing take about as long."""
    return dense([2048] * 33, rows=32)


def decode() -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """The same for one row, as a decoder has it for one token: little to compute."""
    return dense([2048] * 33, rows=1)


def uneven() -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """VGG-16's shape: many small layers with much to compute, then three, of 100.7 MB
    each, with most bytes."""
    small = [1024] * 25
    return dense([*small, 4096, 6144, 4096, 6144, 1024], rows=64)


def tiny() -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """For tests: 8 layers of 1 MB."""
    return dense([512] * 9, rows=2)


MODELS = {"stack": stack, "decode": decode, "uneven": uneven, "tiny": tiny, **NETWORKS}
# Upper limit of integer inputs: tokens and positions.
INTEGERS = 200
TYPES = {"float32": "F32", "bfloat16": "BF16"}


def make_inputs(args: Sequence[Any], calls: int) -> list[list[bytes]]:
    """Returns the bytes of random arrays for all arguments except the last, the
    weights, for several calls."""
    random = np.random.default_rng(1)
    return [
        [
            (
                random.integers(0, INTEGERS, arg.shape, arg.dtype)
                if arg.dtype == np.int32
                else random.standard_normal(arg.shape, np.float32)
            ).tobytes()
            for arg in args[:-1]
        ]
        for _ in range(calls)
    ]


def size_of(shape: Any) -> int:
    return int(np.prod(shape.shape)) * int(shape.dtype.itemsize)


def terms_of(shape: tuple[int, ...], is_network: bool) -> int:
    """Returns the number of terms in the sums of a product with a weight."""
    if len(shape) == 4:
        return int(np.prod(shape[:3])) // 2  # A convolution; half of the terms are cut off.
    return shape[-1] if is_network else shape[0]


def write_weights(weights: Any, path: Path) -> int:
    """Writes a safetensors file of random weights, named like the function's arguments,
    with data from a multiple of 4096 bytes on, unless the file exists; returns the bytes
    of the weights."""
    header: dict[str, Any] = {}
    offset = 0
    items = weights.items() if isinstance(weights, Mapping) else enumerate(weights)
    # Small arrays of odd sizes come last, so that all others are aligned for direct
    # reads.
    ordered = sorted(items, key=lambda item: size_of(item[1]) % PAGE != 0)
    for key, shape in ordered:
        size = size_of(shape)
        header[f"weights[{key!r}]"] = {
            "dtype": TYPES[str(shape.dtype)],
            "shape": list(shape.shape),
            "data_offsets": [offset, offset + size],
        }
        offset += size
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % PAGE)
    if path.exists() and path.stat().st_size == 8 + len(text) + offset:
        return offset
    random = np.random.default_rng(0)
    with path.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for key, shape in ordered:
            numbers = random.standard_normal(shape.shape, np.float32)
            numbers /= np.float32(terms_of(shape.shape, isinstance(key, str)) ** 0.5)
            file.write(numbers.astype(shape.dtype).tobytes())
        file.flush()
        os.fsync(file.fileno())
    return offset


def drop_from_cache(path: Path) -> None:
    """Drops the pages of a file from the kernel's cache."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
