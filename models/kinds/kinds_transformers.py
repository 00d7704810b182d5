"""Transformers: inference, training, decoding, experts."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, ShapeDtypeStruct, lax
from kinds_parts import BF16, Program, attend, norm, shape, split_heads, stacked

RATE, MOMENTUM = 1e-2, 0.9


def block_weights(width: int, hidden: int, dtype: Any) -> dict[str, Any]:
    """Returns the shapes of one transformer layer's weights."""
    return {
        "norm": shape(2, width, dtype=dtype),
        "qkv": shape(width, 3 * width, dtype=dtype),
        "out": shape(width, width, dtype=dtype),
        "up": shape(width, hidden, dtype=dtype),
        "down": shape(hidden, width, dtype=dtype),
    }


def block(x: Array, w: dict[str, Array], heads: int) -> Array:
    """Returns the output of one transformer layer, norms first."""
    q, k, v = jnp.split(norm(x, w["norm"][0]) @ w["qkv"], 3, -1)
    mixed = attend(*(split_heads(part, heads) for part in (q, k, v)))
    x = x + mixed @ w["out"]
    return x + jax.nn.relu(norm(x, w["norm"][1]) @ w["up"]) @ w["down"]


def transformer_unrolled(
    layers: int = 12,
    width: int = 1024,
    heads: int = 16,
    length: int = 512,
    batch: int = 16,
    dtype: Any = BF16,
) -> Program:
    """A transformer, each layer written out."""
    weights = [block_weights(width, 4 * width, dtype)] * layers

    def f(weights: Any, x: Array) -> Array:
        for w in weights:
            x = block(x, w, heads)
        return x

    return f, (weights, shape(batch, length, width, dtype=dtype))


def transformer_rolled(
    layers: int = 12,
    width: int = 1024,
    heads: int = 16,
    length: int = 512,
    batch: int = 16,
    dtype: Any = BF16,
) -> Program:
    """The same as a loop over layers; the weights of all layers are stacked."""
    weights = stacked(layers, block_weights(width, 4 * width, dtype))

    def f(weights: Any, x: Array) -> Array:
        return lax.scan(lambda x, w: (block(x, w, heads), None), x, weights)[0]

    return f, (weights, shape(batch, length, width, dtype=dtype))


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


def transformer_train(
    layers: int = 4,
    width: int = 1024,
    heads: int = 8,
    length: int = 512,
    batch: int = 2,
    dtype: Any = BF16,
) -> Program:
    """A training step of a transformer, each layer written out."""
    forward, (weights, x) = transformer_unrolled(
        layers, width, heads, length, batch, dtype
    )

    def loss(weights: Any, x: Array, y: Array) -> Array:
        return ((forward(weights, x) - y) ** 2).mean()

    return descend(loss), (weights, weights, x, x)


def transformer_train_rolled(
    layers: int = 12,
    width: int = 1024,
    heads: int = 8,
    length: int = 512,
    batch: int = 2,
    dtype: Any = BF16,
) -> Program:
    """The same as two loops, forward and back; what each layer keeps for the way
    back is a slice of a large buffer."""
    forward, (weights, x) = transformer_rolled(
        layers, width, heads, length, batch, dtype
    )

    def loss(weights: Any, x: Array, y: Array) -> Array:
        return ((forward(weights, x) - y) ** 2).mean()

    return descend(loss), (weights, weights, x, x)


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
    q, k, v = jnp.split(norm(x, w["norm"][0]) @ w["qkv"], 3, -1)
    q, k, v = (split_heads(part, heads) for part in (q, k, v))
    new = jnp.stack([k, v])
    cache = lax.dynamic_update_slice(cache, new, (0, 0, 0, position, 0))
    x = x + attend(q, cache[0], cache[1]) @ w["out"]
    return x + jax.nn.relu(norm(x, w["norm"][1]) @ w["up"]) @ w["down"], cache


def kv_decode(
    layers: int = 8,
    width: int = 1024,
    heads: int = 16,
    length: int = 1024,
    batch: int = 8,
    dtype: Any = BF16,
) -> Program:
    """One token through a decoder: each layer writes a row of its cache and reads
    all of it."""
    weights = [block_weights(width, 4 * width, dtype)] * layers
    cache = shape(2, batch, heads, length, width // heads, dtype=dtype)

    def f(weights: Any, caches: Any, position: Array, x: Array) -> Any:
        updated = []
        for w, cache in zip(weights, caches):
            x, cache = decode_block(x, w, cache, position, heads)
            updated.append(cache)
        return x, updated

    position = ShapeDtypeStruct((), np.int32)
    x = shape(batch, 1, width, dtype=dtype)
    return jax.jit(f, donate_argnums=1), (weights, [cache] * layers, position, x)


def offload_decode(
    layers: int = 12,
    width: int = 24576,
    hidden: int = 98304,
    heads: int = 192,
    length: int = 2048,
    tokens: int = 8,
    batch: int = 16,
    dtype: Any = BF16,
) -> Program:
    """Tokens one after the other, in a loop, through a decoder whose weights are
    more than the GPU holds."""
    weights = [block_weights(width, hidden, dtype)] * layers
    cache = shape(2, batch, heads, length, width // heads, dtype=dtype)

    def f(weights: Any, caches: Any, x: Array) -> Any:
        def body(position: Array, carried: Any) -> Any:
            x, caches = carried
            updated = []
            for w, cache in zip(weights, caches):
                x, cache = decode_block(x, w, cache, position, heads)
                updated.append(cache)
            return x, updated

        return lax.fori_loop(0, tokens, body, (x, caches))

    x = shape(batch, 1, width, dtype=dtype)
    return jax.jit(f, donate_argnums=1), (weights, [cache] * layers, x)


def offload_train(
    layers: int = 6,
    width: int = 8192,
    heads: int = 64,
    length: int = 2048,
    batch: int = 16,
    dtype: Any = BF16,
) -> Program:
    """A training step whose activations are more than the GPU holds."""
    return transformer_train(layers, width, heads, length, batch, dtype)


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
