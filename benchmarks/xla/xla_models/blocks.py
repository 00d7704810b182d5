# ===- blocks.py - Parts that several models share --------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Parts shared by several models, and steps of training.

Activations of transformers are [batch, tokens, width], activations of convolutional
networks [batch, height, width, channels]. All arrays are bfloat16; long sums are in
float32.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn
from xla_programs import (
    BF16,
    F32,
    NHWC,
    Array,
    Model,
    Program,
    Weights,
    dense,
    inference,
    layer_norm,
)

# Replaces the scores of invisible keys.
UNSEEN = -1e9


# Shapes of inputs.


def array(*shape: int, dtype: Any = BF16) -> jax.ShapeDtypeStruct:
    """An argument of that shape."""
    return jax.ShapeDtypeStruct(shape, dtype)


def indices(*shape: int) -> jax.ShapeDtypeStruct:
    """An argument of integers, such as tokens of a text."""
    return array(*shape, dtype=jnp.int32)


# Parts of networks.


def linear(weight: Weights, x: Array, width: int) -> Array:
    """A dense layer without bias."""
    return x @ weight(x.shape[-1], width)


def rms_norm(weight: Weights, x: Array) -> Array:
    """Divides each vector by its root mean square."""
    wide = x.astype(F32)
    scale = lax.rsqrt(jnp.mean(wide * wide, -1, keepdims=True) + 1e-5)
    return (wide * scale).astype(x.dtype) * weight(x.shape[-1])


def group_norm(weight: Weights, x: Array, groups: int = 32) -> Array:
    """Normalises groups of channels over all positions of an image or a video."""
    shape = x.shape
    wide = x.astype(F32).reshape(shape[0], -1, groups, shape[-1] // groups)
    mean = jnp.mean(wide, (1, 3), keepdims=True)
    variance = jnp.mean(wide * wide, (1, 3), keepdims=True) - mean * mean
    wide = ((wide - mean) * lax.rsqrt(variance + 1e-5)).reshape(shape)
    return (wide * weight(shape[-1], dtype=F32) + weight(shape[-1], dtype=F32)).astype(
        x.dtype
    )


def depthwise(
    weight: Weights, x: Array, kernel: int, stride: int = 1, bias: bool = False
) -> Array:
    """A depthwise convolution."""
    channels = x.shape[-1]
    y = lax.conv_general_dilated(
        x,
        weight(kernel, kernel, 1, channels),
        (stride, stride),
        "SAME",
        dimension_numbers=NHWC,
        feature_group_count=channels,
    )
    return y + weight(channels) if bias else y


def resize(x: Array, factor: int) -> Array:
    """Repeats each pixel of an image `factor` times in both directions."""
    return jnp.repeat(jnp.repeat(x, factor, 1), factor, 2)


def mlp(
    weight: Weights,
    x: Array,
    widths: Sequence[int],
    activate: Callable[[Array], Array] = nn.relu,
) -> Array:
    """Dense layers without a final activation."""
    for width in widths[:-1]:
        x = activate(dense(weight, x, width))
    return dense(weight, x, widths[-1])


def gated(weight: Weights, x: Array, inner: int) -> Array:
    """The feed-forward layer of Llama, SwiGLU."""
    y = nn.silu(linear(weight, x, inner)) * linear(weight, x, inner)
    return linear(weight, y, x.shape[-1])


# Attention.


def heads_of(x: Array, count: int) -> Array:
    """Splits into heads: [batch, tokens, heads, width of a head]."""
    return x.reshape(*x.shape[:-1], count, x.shape[-1] // count)


def attend(
    query: Array, key: Array, value: Array, *, causal: bool = False, chunk: int = 0
) -> Array:
    """Attention of [batch, tokens, heads, size] with as many heads of keys and values, or
    fewer, in consecutive chunks of queries.

    causal: no query sees later keys; there are as many keys as queries.
    chunk: queries at a time; 0: all. Chunks only read the visible keys.
    """
    batch, tokens, heads, size = query.shape
    shared = key.shape[2]
    query = query.reshape(batch, tokens, shared, heads // shared, size)
    chunk = chunk or tokens
    parts = []
    for begin in range(0, tokens, chunk):
        end = min(begin + chunk, tokens)
        seen = end if causal else key.shape[1]
        scores = jnp.einsum(
            "bqkgd,bskd->bkgqs", query[:, begin:end], key[:, :seen]
        ).astype(F32) / math.sqrt(size)
        if causal:
            rows = begin + lax.broadcasted_iota(jnp.int32, (end - begin, seen), 0)
            columns = lax.broadcasted_iota(jnp.int32, (end - begin, seen), 1)
            scores = jnp.where(columns <= rows, scores, UNSEEN)
        shares = nn.softmax(scores).astype(value.dtype)
        parts.append(jnp.einsum("bkgqs,bskd->bqkgd", shares, value[:, :seen]))
    mixed = jnp.concatenate(parts, 1) if len(parts) > 1 else parts[0]
    return mixed.reshape(batch, tokens, heads * size)


def self_attention(
    weight: Weights, x: Array, heads: int, *, causal: bool = False, chunk: int = 0
) -> Array:
    """Attention with as many heads of queries as of keys and values; with biases."""
    width = x.shape[-1]
    query, key, value = (heads_of(dense(weight, x, width), heads) for _ in range(3))
    mixed = attend(query, key, value, causal=causal, chunk=chunk)
    return dense(weight, mixed, width)


def cross_attention(weight: Weights, x: Array, context: Array, heads: int) -> Array:
    """Attention of x to the context; without biases except the last."""
    width = x.shape[-1]
    query = heads_of(linear(weight, x, width), heads)
    key = heads_of(linear(weight, context, width), heads)
    value = heads_of(linear(weight, context, width), heads)
    return dense(weight, attend(query, key, value), width)


def encoder_block(
    weight: Weights, x: Array, heads: int, inner: int, *, causal: bool = False
) -> Array:
    """Attention and two dense layers, each with normalisation first."""
    x = x + self_attention(weight, layer_norm(weight, x), heads, causal=causal)
    return x + mlp(weight, layer_norm(weight, x), (inner, x.shape[-1]), nn.gelu)


def angles(first: Array | int, tokens: int, size: int) -> tuple[Array, Array]:
    """Cosine and sine of rotary embeddings, [tokens, 1, size / 2]."""
    rates = 10000.0 ** (-jnp.arange(0, size, 2, dtype=F32) / size)
    turns = (first + jnp.arange(tokens, dtype=F32))[:, None, None] * rates
    return jnp.cos(turns).astype(BF16), jnp.sin(turns).astype(BF16)


def rotate(x: Array, turns: tuple[Array, Array]) -> Array:
    """Rotary embedding of [batch, tokens, heads, size]."""
    one, other = jnp.split(x, 2, -1)
    cos, sin = turns
    return jnp.concatenate([one * cos - other * sin, other * cos + one * sin], -1)


# Training.


def cross_entropy(scores: Array, labels: Array) -> Array:
    """Cross entropy of class scores; labels are class indices."""
    logs = nn.log_softmax(scores.astype(F32))
    return -jnp.mean(jnp.take_along_axis(logs, labels[..., None], -1))


def squared_error(found: Array, wanted: Array) -> Array:
    """Mean squared error."""
    return jnp.mean((found.astype(F32) - wanted.astype(F32)) ** 2)


def adam_step(
    model: Model, *inputs: jax.ShapeDtypeStruct, regression: bool = False
) -> Program:
    """One step of training with Adam, with moments in float32.

    regression: the loss is the squared error, otherwise the cross entropy.
    """
    predict, arguments = inference(model, *inputs)
    shapes = arguments[0]
    result = jax.eval_shape(predict, *arguments)
    wanted = result if regression else indices(*result.shape[:-1])
    loss_of = squared_error if regression else cross_entropy

    def step(
        params: list[Array],
        firsts: list[Array],
        seconds: list[Array],
        wanted: Array,
        *xs: Array,
    ) -> tuple[list[Array], list[Array], list[Array], Array]:
        loss, gradients = jax.value_and_grad(
            lambda weights: loss_of(predict(weights, *xs), wanted)
        )(params)
        wide = [each.astype(F32) for each in gradients]
        firsts = [0.9 * m + 0.1 * g for m, g in zip(firsts, wide)]
        seconds = [0.999 * v + 0.001 * g * g for v, g in zip(seconds, wide)]
        updated = [
            (w - 1e-3 * m / (jnp.sqrt(v) + 1e-8)).astype(w.dtype)
            for w, m, v in zip(params, firsts, seconds)
        ]
        return updated, firsts, seconds, loss

    moments = [array(*each.shape, dtype=F32) for each in shapes]
    function = jax.jit(step, donate_argnums=(0, 1, 2))
    return function, (shapes, moments, moments, wanted, *inputs)
