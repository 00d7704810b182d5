#!/usr/bin/env python3
"""Writes the StableHLO texts of this folder again, with the pinned JAX.

    .venv/bin/python models/kinds/make_kinds.py [NAME ...] [--output-dir DIR]

The programs have what straight-line inference in float32 has not: loops, updates in
place, branches, training, int8, weights that are larger than the machine's memory.
Each maker takes its sizes, so that a test can run a small one. Weights come first
among the arguments, and by their shapes only.
"""

import argparse
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, ShapeDtypeStruct, lax

Program = tuple[Callable[..., Any], tuple[Any, ...]]

EPSILON = 1e-5
RATE, MOMENTUM = 1e-2, 0.9
BF16 = jnp.bfloat16


def shape(*sizes: int, dtype: Any = np.float32) -> ShapeDtypeStruct:
    """Returns the shape of an array."""
    return ShapeDtypeStruct(sizes, dtype)


def stacked(layers: int, weights: Any) -> Any:
    """Returns shapes of the weights of all layers in one array each."""
    return jax.tree.map(lambda w: shape(layers, *w.shape, dtype=w.dtype), weights)


def norm(x: Array, scale: Array) -> Array:
    """Returns `x` with a root mean square of 1 over its last dimension, scaled."""
    square = (x * x).mean(-1, keepdims=True)
    return x * lax.rsqrt(square + EPSILON) * scale


# ---- Transformers ----------------------------------------------------------------


def block_weights(width: int, hidden: int, dtype: Any) -> dict[str, Any]:
    """Returns the shapes of one transformer layer's weights."""
    return {
        "norm": shape(2, width, dtype=dtype),
        "qkv": shape(width, 3 * width, dtype=dtype),
        "out": shape(width, width, dtype=dtype),
        "up": shape(width, hidden, dtype=dtype),
        "down": shape(hidden, width, dtype=dtype),
    }


def split_heads(x: Array, heads: int) -> Array:
    """Returns [batch, heads, length, size] of [batch, length, heads x size]."""
    batch, length, width = x.shape
    return x.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)


def attend(q: Array, k: Array, v: Array) -> Array:
    """Returns attention's output, heads side by side again."""
    batch, heads, length, size = q.shape
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * (1 / size**0.5)
    mixed = jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, -1), v)
    return mixed.transpose(0, 2, 1, 3).reshape(batch, length, heads * size)


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


# ---- Convolutions and recurrences --------------------------------------------------


def convolve(x: Array, kernel: Array, stride: int = 1, groups: int = 1) -> Array:
    """Returns the convolution of NHWC `x` with HWIO `kernel`; of int8 in int32."""
    return lax.conv_general_dilated(
        x,
        kernel,
        (stride, stride),
        "SAME",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
        feature_group_count=groups,
        preferred_element_type=np.int32 if x.dtype == np.int8 else None,
    )


def unet(
    size: int = 512, base: int = 64, levels: int = 4, dtype: Any = BF16
) -> Program:
    """Down to small pictures and up again; each level's picture is needed again when
    the way up comes by."""
    weights: dict[str, Any] = {"in": shape(3, 3, 4, base, dtype=dtype)}
    for level in range(levels):
        inner, outer = base << level, base << (level + 1)
        weights[f"d{level}"] = shape(3, 3, inner, outer, dtype=dtype)
        weights[f"e{level}"] = shape(3, 3, outer, outer, dtype=dtype)
        weights[f"u{level}"] = shape(3, 3, outer + inner, inner, dtype=dtype)
        weights[f"v{level}"] = shape(3, 3, inner, inner, dtype=dtype)
    weights["out"] = shape(1, 1, base, 4, dtype=dtype)

    def f(weights: Any, x: Array) -> Array:
        x = jax.nn.relu(convolve(x, weights["in"]))
        skips = []
        for level in range(levels):
            skips.append(x)
            x = jax.nn.relu(convolve(x, weights[f"d{level}"], 2))
            x = jax.nn.relu(convolve(x, weights[f"e{level}"]))
        for level in reversed(range(levels)):
            x = jnp.repeat(jnp.repeat(x, 2, 1), 2, 2)
            x = jnp.concatenate([x, skips[level]], -1)
            x = jax.nn.relu(convolve(x, weights[f"u{level}"]))
            x = jax.nn.relu(convolve(x, weights[f"v{level}"]))
        return convolve(x, weights["out"])

    return f, (weights, shape(1, size, size, 4, dtype=dtype))


def lstm(
    steps: int = 64, layers: int = 4, width: int = 1280, batch: int = 16
) -> Program:
    """Layers of LSTM, each a loop over time: the same weights in each trip."""
    weights = [(shape(2 * width, 4 * width), shape(4 * width))] * layers

    def layer(xs: Array, matrix: Array, bias: Array) -> Array:
        def cell(carried: tuple[Array, Array], x: Array) -> Any:
            h, c = carried
            gates = jnp.concatenate([x, h], -1) @ matrix + bias
            i, f, g, o = jnp.split(gates, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        zero = jnp.zeros(xs.shape[1:])
        return lax.scan(cell, (zero, zero), xs)[1]

    def f(weights: Any, xs: Array) -> Array:
        for matrix, bias in weights:
            xs = layer(xs, matrix, bias)
        return xs

    return f, (weights, shape(steps, batch, width))


# ---- int8 ---------------------------------------------------------------------------


def requantise(x: Array, bias: Array) -> Array:
    """Returns int32 sums as int8, biased, scaled by a power of two, cut at 0."""
    return jnp.clip((x + bias) >> 8, 0, 127).astype(np.int8)


def int8(*sizes: int) -> ShapeDtypeStruct:
    """Returns the shape of an array of int8."""
    return shape(*sizes, dtype=np.int8)


def int32(*sizes: int) -> ShapeDtypeStruct:
    """Returns the shape of an array of int32."""
    return shape(*sizes, dtype=np.int32)


# Of MobileNet: output channels at full width, stride.
MOBILENET = (
    [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2)]
    + [(512, 1)] * 5
    + [(1024, 2), (1024, 1)]
)


def mobilenet_int8(size: int = 192, percent: int = 50, classes: int = 1000) -> Program:
    """MobileNet in int8; width in percent of the full one."""
    inputs = 32 * percent // 100
    weights: list[Any] = [(int8(3, 3, 3, inputs), int32(inputs))]
    for outputs, _ in MOBILENET:
        outputs = outputs * percent // 100
        weights.append((int8(3, 3, 1, inputs), int32(inputs)))
        weights.append((int8(1, 1, inputs, outputs), int32(outputs)))
        inputs = outputs
    weights.append((int8(inputs, classes), int32(classes)))

    def f(weights: Any, x: Array) -> Array:
        remaining = iter(weights)
        kernel, bias = next(remaining)
        x = requantise(convolve(x, kernel, 2), bias)
        for _, stride in MOBILENET:
            kernel, bias = next(remaining)
            x = requantise(convolve(x, kernel, stride, x.shape[-1]), bias)
            kernel, bias = next(remaining)
            x = requantise(convolve(x, kernel), bias)
        x = (x.astype(np.int32).sum((1, 2)) >> 4).astype(np.int8)
        matrix, bias = next(remaining)
        return jnp.dot(x, matrix, preferred_element_type=np.int32) + bias

    return f, (weights, int8(1, size, size, 3))


def resnet8_int8(size: int = 32, base: int = 32, classes: int = 10) -> Program:
    """A small ResNet in int8: three stages of two convolutions with a short cut."""
    weights: list[Any] = [(int8(3, 3, 3, base), int32(base))]
    inputs = base
    for stage in range(3):
        outputs = base << stage
        weights.append((int8(3, 3, inputs, outputs), int32(outputs)))
        weights.append((int8(3, 3, outputs, outputs), int32(outputs)))
        weights.append((int8(1, 1, inputs, outputs), int32(outputs)))
        inputs = outputs
    weights.append((int8(inputs, classes), int32(classes)))

    def f(weights: Any, x: Array) -> Array:
        def layer(x: Array, index: int, stride: int = 1) -> Array:
            kernel, bias = weights[index]
            return requantise(convolve(x, kernel, stride), bias)

        x = layer(x, 0)
        for stage in range(3):
            first, stride = 3 * stage + 1, 2 if stage else 1
            y = layer(layer(x, first, stride), first + 1)
            x = jnp.minimum(layer(x, first + 2, stride), 63) + jnp.minimum(y, 64)
        x = (x.astype(np.int32).sum((1, 2)) >> 6).astype(np.int8)
        matrix, bias = weights[10]
        return jnp.dot(x, matrix, preferred_element_type=np.int32) + bias

    return f, (weights, int8(1, size, size, 3))


# Of ResNet-50: inner channels, outer channels, blocks, stride of the first one.
RESNET50 = ((64, 256, 3, 1), (128, 512, 4, 2), (256, 1024, 6, 2), (512, 2048, 3, 2))


def resnet50_int8(size: int = 224, batch: int = 8) -> Program:
    """ResNet-50 in int8; norms are part of the biases."""
    weights: dict[str, Any] = {"stem": (int8(7, 7, 3, 64), int32(64))}
    inputs = 64
    for stage, (inner, outer, count, _) in enumerate(RESNET50):
        for index in range(count):
            name = f"s{stage}b{index:02}"
            weights[name + "a"] = (int8(1, 1, inputs, inner), int32(inner))
            weights[name + "b"] = (int8(3, 3, inner, inner), int32(inner))
            weights[name + "c"] = (int8(1, 1, inner, outer), int32(outer))
            if index == 0:
                weights[name + "p"] = (int8(1, 1, inputs, outer), int32(outer))
            inputs = outer
    weights["z"] = (int8(2048, 1000), int32(1000))

    def f(weights: Any, x: Array) -> Array:
        def layer(x: Array, name: str, stride: int = 1) -> Array:
            kernel, bias = weights[name]
            return requantise(convolve(x, kernel, stride), bias)

        x = layer(x, "stem", 2)
        x = lax.reduce_window(
            x, np.int8(-128), lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"
        )
        for stage, (_, _, count, stride) in enumerate(RESNET50):
            for index in range(count):
                name, s = f"s{stage}b{index:02}", stride if index == 0 else 1
                y = layer(layer(layer(x, name + "a"), name + "b", s), name + "c")
                if index == 0:
                    x = layer(x, name + "p", s)
                x = (jnp.minimum(x, 63) + jnp.minimum(y, 64)).astype(np.int8)
        x = (x.astype(np.int32).sum((1, 2)) >> 6).astype(np.int8)
        matrix, bias = weights["z"]
        return jnp.dot(x, matrix, preferred_element_type=np.int32) + bias

    return f, (weights, int8(batch, size, size, 3))


def encoder_int8(
    layers: int = 12, width: int = 1024, length: int = 256, batch: int = 16
) -> Program:
    """A transformer encoder, its dense layers in int8 and attention in float32."""
    heads = max(1, width // 64)
    names = {"qkv": 3, "out": 1, "up": 4}
    one: dict[str, Any] = {
        name: (int8(width, factor * width), int32(factor * width))
        for name, factor in names.items()
    }
    one["down"] = (int8(4 * width, width), int32(width))
    weights = [one] * layers

    def dense(x: Array, w: Any) -> Array:
        sums = lax.dot_general(
            x, w[0], (((2,), (0,)), ((), ())), preferred_element_type=np.int32
        )
        return requantise(sums, w[1])

    def f(weights: Any, x: Array) -> Array:
        for w in weights:
            qkv = dense(x, w["qkv"]).astype(np.float32) * 0.05
            mixed = attend(*(split_heads(p, heads) for p in jnp.split(qkv, 3, -1)))
            mixed = jnp.clip(jnp.round(mixed * 20), 0, 127).astype(np.int8)
            x = jnp.minimum(x, 63) + jnp.minimum(dense(mixed, w["out"]), 64)
            y = dense(dense(x, w["up"]), w["down"])
            x = jnp.minimum(x, 63) + jnp.minimum(y, 64)
        return x

    return f, (weights, int8(batch, length, width))


PROGRAMS = {
    maker.__name__: maker
    for maker in (
        transformer_unrolled,
        transformer_rolled,
        transformer_train,
        transformer_train_rolled,
        mlp_train,
        kv_decode,
        offload_decode,
        offload_train,
        mixture,
        unet,
        lstm,
        mobilenet_int8,
        resnet8_int8,
        resnet50_int8,
        encoder_int8,
    )
}


def main() -> int:
    """Writes the texts asked for; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all")
    parser.add_argument(
        "--output-dir", type=Path, default=Path(__file__).parent, metavar="DIR"
    )
    options = parser.parse_args()
    for name in options.names or PROGRAMS:
        if name not in PROGRAMS:
            parser.error(f"no program '{name}'; there are: {', '.join(PROGRAMS)}")
        function, arguments = PROGRAMS[name]()
        jitted = function if hasattr(function, "trace") else jax.jit(function)
        text = jitted.lower(*arguments).as_text()
        text = re.sub(r"^module @\w+", f"module @{name}", text)
        path = options.output_dir / f"{name}.stablehlo.mlir"
        path.write_text(text, encoding="utf-8")
        print(f"{path}: {len(text)} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
