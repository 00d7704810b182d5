#!/usr/bin/env python3
# ===- gpu_models.py - JAX functions whose weights a GPU may not hold ------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Functions of weights and an input, for jax_plans.py and xla_schedules.py; and the plans
of memplace.jax for these functions."""

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from memplace.jax import OffloadPlan, offload_plan

TARGET = "h200-offload"


@dataclass(frozen=True)
class Model:
    """A function of weights and an input, and the shapes of its arguments.

    layer: the work of `function` for each of `weights`, or for each slice of a stack;
        None if `function` does more than its layers.
    """

    function: Callable[..., Any]
    layer: Callable[[Any, Any], Any] | None
    weights: Any
    x: jax.ShapeDtypeStruct


def dense(widths: list[int], rows: int) -> Model:
    """A sequence of products."""

    def layer(x: Any, w: Any) -> Any:
        return jnp.tanh(x @ w)

    def run(weights: list[Any], x: Any) -> Any:
        for w in weights:
            x = layer(x, w)
        return x

    shapes = [
        jax.ShapeDtypeStruct(pair, "bfloat16") for pair in zip(widths, widths[1:])
    ]
    return Model(
        run, layer, shapes, jax.ShapeDtypeStruct((rows, widths[0]), "bfloat16")
    )


def stack(scale: int = 1) -> Model:
    """32 equal layers of 134 MB."""
    return dense([8192 // scale] * 33, 8192 // scale)


def decode(scale: int = 1) -> Model:
    """The same for 16 rows, like a decoder: little compute."""
    return dense([8192 // scale] * 33, 16)


def uneven(scale: int = 1) -> Model:
    """Many small layers with much compute, then four layers with most of the bytes."""
    small, large = 4096 // scale, 24576 // scale
    return dense([*[small] * 25, large, small * 4, large, small * 2], 8192 // scale)


def backward(scale: int = 1) -> Model:
    """The derivative of 24 such layers with respect to their input, 4096 rows: each
    weight is read in the forward and in the backward pass."""
    model = dense([8192 // scale] * 25, 4096 // scale)

    def run(weights: list[Any], x: Any) -> Any:
        def loss(x: Any) -> Any:
            return jnp.square(model.function(weights, x).astype(jnp.float32)).mean()

        return jax.grad(loss)(x)

    return Model(run, None, model.weights, model.x)


def normed(x: Any) -> Any:
    """Returns `x` normalised to a mean square of 1, in its own type."""
    squares = jnp.square(x.astype(jnp.float32)).mean(-1, keepdims=True)
    return (x * jax.lax.rsqrt(squares + 1e-6)).astype(x.dtype)


def transformer(scale: int = 1) -> Model:
    """16 layers of a transformer in a scan, 403 MB each, 4 sequences of 2048 tokens."""
    width, length, layers, heads = 4096 // scale, 2048 // scale, 16, 32

    def layer(x: Any, w: Any) -> Any:
        rows = (x.shape[0], x.shape[1], heads, width // heads)
        q, k, v = (
            part.reshape(rows) for part in jnp.split(normed(x) @ w["qkv"], 3, -1)
        )
        mixed = jax.nn.dot_product_attention(q, k, v).reshape(x.shape)
        x = x + mixed @ w["out"]
        return x + jax.nn.gelu(normed(x) @ w["up"]) @ w["down"]

    def run(weights: Any, x: Any) -> Any:
        return jax.lax.scan(lambda x, w: (layer(x, w), None), x, weights)[0]

    sizes = {
        "qkv": (width, 3 * width),
        "out": (width, width),
        "up": (width, 4 * width),
        "down": (4 * width, width),
    }
    weights = {
        name: jax.ShapeDtypeStruct((layers, *size), "bfloat16")
        for name, size in sizes.items()
    }
    return Model(
        run, layer, weights, jax.ShapeDtypeStruct((4, length, width), "bfloat16")
    )


MODELS = {
    "stack": stack,
    "uneven": uneven,
    "decode": decode,
    "backward": backward,
    "transformer": transformer,
}


def num_bytes(shape: Any) -> int:
    """Bytes of an array of this shape."""
    return int(np.prod(shape.shape)) * shape.dtype.itemsize


@dataclass(frozen=True)
class Limits:
    """A model with all arrays on the device. Limits are shares of the weights plus the
    remaining memory of this plan."""

    model: Model
    everything: OffloadPlan

    @classmethod
    def of(cls, model: Model) -> "Limits":
        """Plans a model without a limit."""
        args = (model.weights, model.x)
        return cls(
            model, offload_plan(model.function, args, TARGET, evaluations=0, budget=1)
        )

    @property
    def weight_bytes(self) -> int:
        """Bytes of the weights."""
        return sum(num_bytes(leaf) for leaf in jax.tree.leaves(self.model.weights))

    def bytes_of(self, percent: int) -> int:
        """Bytes of the device's memory for a share of the weights."""
        room = self.everything.peak_bytes_on_device - self.weight_bytes
        return self.weight_bytes * percent // 100 + room

    def plan(self, percent: int) -> OffloadPlan:
        """Plans the model within that limit."""
        args = (self.model.weights, self.model.x)
        return offload_plan(self.model.function, args, TARGET, self.bytes_of(percent))


def store_parser(doc: str | None) -> argparse.ArgumentParser:
    """Returns a parser for scripts that plan models and append to a store."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("store", type=Path, help="JSON lines are appended to it")
    parser.add_argument("--plans", default="today", help="what page.py calls them")
    parser.add_argument(
        "--models", nargs="+", choices=sorted(MODELS), default=list(MODELS)
    )
    parser.add_argument("--percents", nargs="+", type=int, default=[30, 50, 70])
    return parser


def append(store: Path, entry: dict[str, Any]) -> None:
    """Appends an entry to a store."""
    with store.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
