# ===- training.py - Training steps with Adam ---------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Training steps: loss, gradients and Adam, as JAX traces them. All gradients are
computed before the first update, as in most code. Numbers are f32; parameters and
moments are not donated, so their new values are results."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp

from layers import Parameters

Array = Any


@dataclass(frozen=True)
class Step:
    """A loss of parameters and arguments, and the shapes and types of the
    arguments."""

    loss: Callable[..., Array]
    arguments: tuple[tuple[tuple[int, ...], str], ...]


def adam(parameter: Array, gradient: Array, first: Array, second: Array) -> Any:
    """Returns a parameter and its two moments after a step of Adam."""
    first = 0.9 * first + 0.1 * gradient
    second = 0.999 * second + 0.001 * gradient * gradient
    change = 1e-3 * first / (jnp.sqrt(second) + 1e-8)
    return parameter - change, first, second


def step_function(step: Step) -> tuple[Callable[..., Any], list[Any]]:
    """Returns the function of a training step, and its arguments' shapes."""
    arguments = [jax.ShapeDtypeStruct(*argument) for argument in step.arguments]
    parameters = Parameters()
    jax.eval_shape(lambda *args: step.loss(parameters, *args), *arguments)
    values = [jax.ShapeDtypeStruct(shape, "float32") for shape in parameters.shapes]

    def train(values: Any, first: Any, second: Any, *args: Array) -> Any:
        loss, gradients = jax.value_and_grad(
            lambda values: step.loss(Parameters(values), *args)
        )(values)
        updates = map(adam, values, gradients, first, second)
        return loss, [*updates]

    return train, [values, values, values, *arguments]


def layer_norm(parameters: Parameters, x: Array) -> Array:
    """Normalises the last dimension."""
    centred = x - x.mean(-1, keepdims=True)
    variance = (centred * centred).mean(-1, keepdims=True)
    scaled = centred * jax.lax.rsqrt(variance + 1e-5)
    width = x.shape[-1]
    return scaled * parameters.take(width) + parameters.take(width)


def dense(parameters: Parameters, x: Array, width: int) -> Array:
    """A product with a matrix, and bias."""
    weights = parameters.take(x.shape[-1], width)
    return x @ weights + parameters.take(width)


def attention(parameters: Parameters, x: Array, heads: int) -> Array:
    """Causal attention; x is [batch, tokens, width]."""
    batch, tokens, width = x.shape
    depth = width // heads
    query, key, value = (
        dense(parameters, x, width).reshape(batch, tokens, heads, depth)
        for _ in range(3)
    )
    scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) / math.sqrt(depth)
    mask = jnp.tril(jnp.ones((tokens, tokens), bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e9), axis=-1)
    context = jnp.einsum("bhqk,bkhd->bqhd", weights, value)
    return dense(parameters, context.reshape(batch, tokens, width), width)


def cross_entropy(logits: Array, labels: Array) -> Array:
    """The average loss of labels."""
    logs = jax.nn.log_softmax(logits)
    hot = jax.nn.one_hot(labels, logits.shape[-1], dtype=logits.dtype)
    return -(logs * hot).sum(-1).mean()


def mixture(parameters: Parameters, x: Array, experts: int) -> Array:
    """A layer of experts (Lepikhin et al. 2020): each token goes to its best expert, an
    expert takes at most twice its share of tokens, in their order."""
    batch, tokens, width = x.shape
    flat = x.reshape(batch * tokens, width)
    room = 2 * batch * tokens // experts
    gates = jax.nn.softmax(flat @ parameters.take(width, experts))
    chosen = jax.nn.one_hot(gates.argmax(-1), experts, dtype=x.dtype)
    place = (jnp.cumsum(chosen, 0) - 1) * chosen
    total = jnp.zeros_like(flat)
    for expert in range(experts):
        slots = jax.nn.one_hot(place[:, expert].astype(int), room, dtype=x.dtype)
        sent = slots * chosen[:, expert, None]
        y = jax.nn.gelu(dense(parameters, sent.T @ flat, 4 * width))
        y = dense(parameters, y, width)
        total = total + (sent * gates[:, expert, None]) @ y
    return total.reshape(x.shape)


def transformer(
    layers: int, width: int, heads: int, vocabulary: int, experts: int = 0
) -> Callable[..., Array]:
    """GPT-2 (Radford et al. 2019), without dropout. With `experts`, odd layers are
    mixtures of so many."""

    def loss(parameters: Parameters, tokens: Array, labels: Array) -> Array:
        embedding = parameters.take(vocabulary, width)
        x = embedding[tokens] + parameters.take(tokens.shape[1], width)
        for layer in range(layers):
            x = x + attention(parameters, layer_norm(parameters, x), heads)
            y = layer_norm(parameters, x)
            if experts and layer % 2:
                x = x + mixture(parameters, y, experts)
            else:
                y = jax.nn.gelu(dense(parameters, y, 4 * width))
                x = x + dense(parameters, y, width)
        x = layer_norm(parameters, x)
        return cross_entropy(x @ embedding.T, labels)

    return loss


def batch_norm(parameters: Parameters, x: Array) -> Array:
    """Normalises each channel over the batch."""
    centred = x - x.mean((0, 1, 2))
    variance = (centred * centred).mean((0, 1, 2))
    scaled = centred * jax.lax.rsqrt(variance + 1e-5)
    width = x.shape[-1]
    return scaled * parameters.take(width) + parameters.take(width)


def conv(
    parameters: Parameters, x: Array, channels: int, kernel: int, stride: int = 1
) -> Array:
    """A convolution, then a batch norm."""
    weights = parameters.take(kernel, kernel, x.shape[-1], channels)
    y = jax.lax.conv_general_dilated(
        x,
        weights,
        (stride, stride),
        "SAME",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
    )
    return batch_norm(parameters, y)


def resnet(blocks: tuple[int, ...]) -> Callable[..., Array]:
    """ResNet v1.5 of bottlenecks (He et al. 2016). The pooling after the first
    convolution takes averages."""

    def loss(parameters: Parameters, images: Array, labels: Array) -> Array:
        x = jax.nn.relu(conv(parameters, images, 64, 7, 2))
        batch, height, width, channels = x.shape
        split = (batch, height // 2, 2, width // 2, 2, channels)
        x = x.reshape(split).mean((2, 4))
        for stage, count in enumerate(blocks):
            channels = 64 << stage
            for block in range(count):
                stride = 2 if stage and not block else 1
                y = jax.nn.relu(conv(parameters, x, channels, 1))
                y = jax.nn.relu(conv(parameters, y, channels, 3, stride))
                y = conv(parameters, y, 4 * channels, 1)
                if not block:
                    x = conv(parameters, x, 4 * channels, 1, stride)
                x = jax.nn.relu(x + y)
        return cross_entropy(dense(parameters, x.mean((1, 2)), 1000), labels)

    return loss


def _text(batch: int, tokens: int) -> tuple[tuple[tuple[int, ...], str], ...]:
    """Returns the arguments of a language model: tokens and labels."""
    shape = (batch, tokens)
    return ((shape, "int32"), (shape, "int32"))


def _images(batch: int) -> tuple[tuple[tuple[int, ...], str], ...]:
    """Returns the arguments of a classifier: images and labels."""
    return (((batch, 224, 224, 3), "float32"), ((batch,), "int32"))


TRAINING = {
    "train-transformer-2": Step(transformer(2, 768, 12, 50257), _text(4, 512)),
    "train-transformer-12": Step(transformer(12, 768, 12, 50257), _text(4, 512)),
    "train-transformer-12-short": Step(transformer(12, 768, 12, 50257), _text(1, 128)),
    "train-resnet-26": Step(resnet((2, 2, 2, 2)), _images(16)),
    "train-resnet-50": Step(resnet((3, 4, 6, 3)), _images(16)),
    "train-mixture": Step(transformer(6, 512, 8, 32000, 8), _text(4, 512)),
    "train-mixture-short": Step(transformer(6, 512, 8, 32000, 8), _text(1, 128)),
}
