# ===- zoo_numbers.py - Numbers of the networks of the zoo ---------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes weights and inputs from their names and shapes, equal on all machines."""

import math
import zlib
from typing import Any

import numpy as np

# Factors and variances: near 1, and above 0.
FACTORS = ("weight", "gamma", "scale", "variance", "running_var")


def draw(name: str, shape: tuple[int, ...], inputs_first: bool = False) -> Any:
    """Returns a plausible weight of a network in training: matrices keep the variance
    of their inputs, no number is 0, and variances are positive.

    inputs_first: True if the last dimension is that of the outputs, rather than the
    first."""
    # The only generator whose numbers NumPy guarantees to keep.
    generator = np.random.RandomState(zlib.crc32(name.encode()))
    numbers = np.asarray(generator.random_sample(shape), np.float32)
    parts = name.replace("/", ".").split(".")
    kind, last = parts[0], parts[-1]
    if last == "learning_rate":
        return np.asarray(1e-3, np.float32)
    if kind == "second" or "velocity" in last:
        return np.float32(1e-3) * (numbers + np.float32(0.5))
    if kind == "first" or "momentum" in last:
        return np.float32(1e-2) * (numbers - np.float32(0.5))
    if len(shape) > 1:
        inputs = math.prod(shape[:-1] if inputs_first else shape[1:])
        if "depthwise" in name and inputs_first:
            inputs = math.prod(shape[:2])
        return (numbers - np.float32(0.5)) * np.float32(math.sqrt(16 / inputs))
    if last.endswith(FACTORS) or not shape:
        return np.asarray(numbers + np.float32(0.5))
    return np.float32(0.2) * (numbers - np.float32(0.5))


def draw_input(name: str, shape: tuple[int, ...], limit: int | None = None) -> Any:
    """Returns an input: integers below `limit`, or numbers in [-1, 1)."""
    generator = np.random.RandomState(zlib.crc32(name.encode()))
    if limit is None:
        return (2 * generator.random_sample(shape) - 1).astype(np.float32)
    return generator.randint(0, limit, shape).astype(np.int64)
