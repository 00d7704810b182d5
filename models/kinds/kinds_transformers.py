"""Transformers: inference, training, decoding, experts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, ShapeDtypeStruct, lax
from kinds_parts import BF16, Program, attend, norm, shape, split_heads, stacked

RATE, MOMENTUM = 1e-2, 0.9


@dataclass(frozen=True)
class Sizes:
    """The sizes of a transformer. A maker has its own, and takes keywords for others."""

    layers: int = 12
    width: int = 1024
    heads: int = 16
    length: int = 512
    batch: int = 16
    dtype: Any = BF16
    hidden: int = 0  # Of the feed-forward network; 0: four times the width.

    def weights(self) -> dict[str, Any]:
        """Returns the shapes of one layer's weights."""
        width, hidden = self.width, self.hidden or 4 * self.width
        sizes = {
            "norm": (2, width),
            "qkv": (width, 3 * width),
            "out": (width, width),
            "up": (width, hidden),
            "down": (hidden, width),
        }
        return {name: shape(*both, dtype=self.dtype) for name, both in sizes.items()}

    def cache(self) -> ShapeDtypeStruct:
        """Returns the shape of one layer's keys and values."""
        size = self.width // self.heads
        return shape(2, self.batch, self.heads, self.length, size, dtype=self.dtype)

    def inputs(self, length: int) -> ShapeDtypeStruct:
        """Returns the shape of what goes in, `length` tokens of each sequence."""
        return shape(self.batch, length, self.width, dtype=self.dtype)


def project(x: Array, w: dict[str, Array], heads: int) -> list[Array]:
    """Returns queries, keys and values [batch, heads, length, size]."""
    return [
        split_heads(part, heads)
        for part in jnp.split(norm(x, w["norm"][0]) @ w["qkv"], 3, -1)
    ]


def feed_forward(x: Array, w: dict[str, Array]) -> Array:
    """Returns `x` plus the second half of a layer."""
    return x + jax.nn.relu(norm(x, w["norm"][1]) @ w["up"]) @ w["down"]


def block(x: Array, w: dict[str, Array], heads: int) -> Array:
    """Returns the output of one transformer layer, norms first."""
    mixed = attend(*project(x, w, heads))
    return feed_forward(x + mixed @ w["out"], w)


def transformer_unrolled(**sizes: Any) -> Program:
    """A transformer, each layer written out."""
    s = Sizes(**sizes)

    def f(weights: Any, x: Array) -> Array:
        for w in weights:
            x = block(x, w, s.heads)
        return x

    return f, ([s.weights()] * s.layers, s.inputs(s.length))


def transformer_rolled(**sizes: Any) -> Program:
    """The same as a loop over layers; the weights of all layers are stacked."""
    s = Sizes(**sizes)

    def f(weights: Any, x: Array) -> Array:
        return lax.scan(lambda x, w: (block(x, w, s.heads), None), x, weights)[0]

    return f, (stacked(s.layers, s.weights()), s.inputs(s.length))


def descend(loss: Callable[..., Array]) -> Callable[..., Any]:
    """Returns a training step: weights and momentum are updated in place."""

    def step(weights: Any, momentum: Any, *batch: Array) -> Any:
        gradients = jax.grad(loss)(weights, *batch)
        momentum = jax.tree.map(
            lambda m, g: (MOMENTUM * m + g).astype(m.dtype), momentum, gradients
        )
        weights = jax.tree.map(
            lambda w, m: (w - RATE * m).astype(w.dtype), weights, momentum
        )
        return weights, momentum

    return jax.jit(step, donate_argnums=(0, 1))


def train(program: Program) -> Program:
    """Returns a training step of a program, by the squares of its errors."""
    forward, (weights, x) = program

    def loss(weights: Any, x: Array, y: Array) -> Array:
        return ((forward(weights, x) - y) ** 2).mean()

    return descend(loss), (weights, weights, x, x)


def transformer_train(**sizes: Any) -> Program:
    """A training step of a transformer, each layer written out."""
    return train(transformer_unrolled(**{"layers": 4, "heads": 8, "batch": 2} | sizes))


def transformer_train_rolled(**sizes: Any) -> Program:
    """The same as two loops, forward and back; what each layer keeps for the way
    back is a slice of a large buffer."""
    return train(transformer_rolled(**{"heads": 8, "batch": 2} | sizes))


def mlp_train(
    sizes: tuple[int, ...] = (1024, 4096, 4096, 4096, 1024), batch: int = 512
) -> Program:
    """A training step of a multi-layer perceptron."""
    weights = [
        (shape(inputs, outputs), shape(outputs))
        for inputs, outputs in zip(sizes, sizes[1:])
    ]

    def loss(weights: Any, x: Array, y: Array) -> Array:
        for matrix, bias in weights:
            x = jnp.tanh(x @ matrix + bias)
        return ((x - y) ** 2).mean()

    x, y = shape(batch, sizes[0]), shape(batch, sizes[-1])
    return descend(loss), (weights, weights, x, y)


def decode_block(
    x: Array, w: dict[str, Array], cache: Array, position: Array, heads: int
) -> tuple[Array, Array]:
    """Returns the output of one layer for one token, and its cache
    [2, batch, heads, length, size] with the token's key and value in it."""
    q, k, v = project(x, w, heads)
    new = jnp.stack([k, v])
    cache = lax.dynamic_update_slice(cache, new, (0, 0, 0, position, 0))
    x = x + attend(q, cache[0], cache[1]) @ w["out"]
    return feed_forward(x, w), cache


def decode(
    x: Array, weights: Any, caches: Any, position: Array, heads: int
) -> tuple[Array, list[Array]]:
    """Returns the output of all layers for one token, and their caches."""
    updated = []
    for w, cache in zip(weights, caches):
        x, cache = decode_block(x, w, cache, position, heads)
        updated.append(cache)
    return x, updated


def kv_decode(**sizes: Any) -> Program:
    """One token through a decoder: each layer writes a row of its cache and reads
    all of it."""
    s = Sizes(**{"layers": 8, "length": 1024, "batch": 8} | sizes)

    def f(weights: Any, caches: Any, position: Array, x: Array) -> Any:
        return decode(x, weights, caches, position, s.heads)

    position = ShapeDtypeStruct((), np.int32)
    weights, caches = [s.weights()] * s.layers, [s.cache()] * s.layers
    return jax.jit(f, donate_argnums=1), (weights, caches, position, s.inputs(1))


def offload_decode(tokens: int = 8, **sizes: Any) -> Program:
    """Tokens one after the other, in a loop, through a decoder whose weights are
    more than the GPU holds."""
    large = {"width": 24576, "hidden": 98304, "heads": 192, "length": 2048}
    s = Sizes(**large | sizes)

    def f(weights: Any, caches: Any, x: Array) -> Any:
        def body(position: Array, carried: Any) -> Any:
            x, caches = carried
            return decode(x, weights, caches, position, s.heads)

        return lax.fori_loop(0, tokens, body, (x, caches))

    weights, caches = [s.weights()] * s.layers, [s.cache()] * s.layers
    return jax.jit(f, donate_argnums=1), (weights, caches, s.inputs(1))


def offload_train(**sizes: Any) -> Program:
    """A training step whose activations are more than the GPU holds."""
    large = {"layers": 6, "width": 8192, "heads": 64, "length": 2048, "batch": 16}
    return transformer_train(**large | sizes)


def mixture(
    layers: int = 4,
    width: int = 1024,
    hidden: int = 4096,
    experts: int = 8,
    tokens: int = 256,
    batches: int = 4,
    dtype: Any = BF16,
) -> Program:
    """Layers of experts, of which each runs only if a token asks for it; batches of
    tokens one after the other, in a loop."""
    weights = [
        {
            "norm": shape(width, dtype=dtype),
            "gate": shape(width, experts, dtype=dtype),
            "up": [shape(width, hidden, dtype=dtype)] * experts,
            "down": [shape(hidden, width, dtype=dtype)] * experts,
        }
    ] * layers

    def layer(x: Array, w: Any) -> Array:
        y = norm(x, w["norm"])
        shares = jax.nn.softmax(y @ w["gate"], -1)
        chosen = shares >= shares.max(-1, keepdims=True)
        for expert in range(experts):
            share = jnp.where(chosen[:, expert], shares[:, expert], 0)
            x = lax.cond(
                chosen[:, expert].any(),
                lambda x, up, down: x + share[:, None] * (jax.nn.relu(y @ up) @ down),
                lambda x, up, down: x,
                x,
                w["up"][expert],
                w["down"][expert],
            )
        return x

    def f(weights: Any, xs: Array) -> Array:
        def body(nothing: None, x: Array) -> tuple[None, Array]:
            for w in weights:
                x = layer(x, w)
            return nothing, x

        return lax.scan(body, None, xs)[1]

    return f, (weights, shape(batches, tokens, width, dtype=dtype))
