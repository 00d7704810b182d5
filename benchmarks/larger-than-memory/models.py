# ===- models.py - Models with more weights than memory ------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Networks in JAX, and files of random weights for them, aligned as direct reads want."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

PAGE = 4096


def dense(widths: list[int], rows: int) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Returns products with weights of these widths, one after another."""

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


MODELS = {"stack": stack, "decode": decode, "uneven": uneven, "tiny": tiny}


def write_weights(shapes: list[Any], path: Path) -> int:
    """Writes a safetensors file of random weights, whose data begins at a multiple of
    4096 bytes, if it is not there; returns the bytes of the weights."""
    header: dict[str, Any] = {}
    offset = 0
    for number, shape in enumerate(shapes):
        size = int(np.prod(shape.shape)) * 4
        header[f"weights[{number}]"] = {
            "dtype": "F32",
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
        for shape in shapes:
            numbers = random.standard_normal(shape.shape, np.float32)
            numbers /= np.float32(shape.shape[0] ** 0.5)
            file.write(numbers.tobytes())
        file.flush()
        os.fsync(file.fileno())
    return offset


def drop_from_cache(path: Path) -> None:
    """Makes the kernel forget the pages of a file."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
