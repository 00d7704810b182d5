# ===- xla_programs.py - The programs of benchmarks/problems/tpu ----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The JAX programs from which the problems in benchmarks/problems/tpu were compiled:

    python -m memplace.xla harvest benchmarks/xla/xla_programs.py:resnet50_b1 -o out

Each maker returns a function and its arguments' shapes. A model is a function of a
source of weights and of its inputs. The model requests weights in order of use, so that
the same function also yields their shapes. All arrays are bfloat16 unless noted
otherwise.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn

Array = Any
Weights = Callable[..., Array]
Model = Callable[..., Array]
Program = tuple[Callable[..., Any], tuple[Any, ...]]

BF16 = jnp.bfloat16
F32 = jnp.float32
NHWC = ("NHWC", "HWIO", "NHWC")


# From models to programs.


def inference(model: Model, *inputs: jax.ShapeDtypeStruct) -> Program:
    """Returns a function of the model's weights, as a list, and its inputs."""
    shapes: list[jax.ShapeDtypeStruct] = []

    def note(*xs: Array) -> Array:
        shapes.clear()

        def weight(*shape: int, dtype: Any = BF16) -> Array:
            shapes.append(jax.ShapeDtypeStruct(shape, dtype))
            return jnp.zeros(shape, dtype)

        return model(weight, *xs)

    jax.eval_shape(note, *inputs)

    def fn(params: Sequence[Array], *xs: Array) -> Array:
        supply = iter(params)
        return model(lambda *shape, dtype=BF16: next(supply), *xs)

    return fn, (list(shapes), *inputs)


def training(model: Model, *inputs: jax.ShapeDtypeStruct) -> Program:
    """Returns one step of gradient descent with momentum on the cross entropy."""
    predict, arguments = inference(model, *inputs)
    shapes = arguments[0]
    labels_shape = jax.eval_shape(predict, *arguments).shape[:-1]

    def step(
        params: list[Array], mom: list[Array], labels: Array, *xs: Array
    ) -> tuple[list[Array], list[Array], Array]:
        def loss_of(weights: list[Array]) -> Array:
            scores = nn.log_softmax(predict(weights, *xs).astype(F32))
            return -jnp.mean(jnp.take_along_axis(scores, labels[..., None], -1))

        loss, gradients = jax.value_and_grad(loss_of)(params)
        momenta = [
            0.9 * old + new.astype(old.dtype) for old, new in zip(mom, gradients)
        ]
        updated = [(w - 0.1 * m).astype(w.dtype) for w, m in zip(params, momenta)]
        return updated, momenta, loss

    momenta = [jax.ShapeDtypeStruct(each.shape, each.dtype) for each in shapes]
    labels = jax.ShapeDtypeStruct(labels_shape, jnp.int32)
    return step, (shapes, momenta, labels, *inputs)


# Convolutional networks; activations are [batch, height, width, channels].


def convolve(
    weight: Weights,
    x: Array,
    channels: int,
    kernel: int,
    stride: int = 1,
    padding: str = "SAME",
    bias: bool = False,
) -> Array:
    filters = weight(kernel, kernel, x.shape[-1], channels)
    y = lax.conv_general_dilated(
        x, filters, (stride, stride), padding, dimension_numbers=NHWC
    )
    return y + weight(channels) if bias else y


def normalise(weight: Weights, x: Array, training: bool = False) -> Array:
    """Batch normalisation; for inference, only its scale and shift."""
    scale, shift = weight(x.shape[-1], dtype=F32), weight(x.shape[-1], dtype=F32)
    wide = x.astype(F32)
    if training:
        mean = jnp.mean(wide, (0, 1, 2))
        variance = jnp.mean(wide * wide, (0, 1, 2)) - mean * mean
        wide = (wide - mean) * lax.rsqrt(variance + 1e-5)
    return (wide * scale + shift).astype(x.dtype)


def max_pool(x: Array, size: int = 3, stride: int = 2, padding: str = "SAME") -> Array:
    lowest = np.array(-np.inf, x.dtype)
    return lax.reduce_window(
        x, lowest, lax.max, (1, size, size, 1), (1, stride, stride, 1), padding
    )


def mean_pool(x: Array, size: int) -> Array:
    window = (1, size, size, 1)
    total = lax.reduce_window(x.astype(F32), 0.0, lax.add, window, window, "SAME")
    return (total / (size * size)).astype(x.dtype)


def dense(weight: Weights, x: Array, width: int) -> Array:
    y = x @ weight(x.shape[-1], width)
    return y + weight(width)


def resnet(blocks: Sequence[int], training: bool = False) -> Model:
    def model(weight: Weights, x: Array) -> Array:
        norm = partial(normalise, weight, training=training)
        conv = partial(convolve, weight)
        x = max_pool(nn.relu(norm(conv(x, 64, 7, 2))))
        for stage, count in enumerate(blocks):
            width = 64 << stage
            for block in range(count):
                stride = 2 if stage and not block else 1
                y = nn.relu(norm(conv(x, width, 1)))
                y = nn.relu(norm(conv(y, width, 3, stride)))
                y = norm(conv(y, 4 * width, 1))
                beside = x if block else norm(conv(x, 4 * width, 1, stride))
                x = nn.relu(y + beside)
        return dense(weight, jnp.mean(x, (1, 2)), 1000)

    return model


def alexnet(weight: Weights, x: Array) -> Array:
    layers = ((96, 11, 4, True), (256, 5, 1, True), (384, 3, 1, False))
    layers += ((384, 3, 1, False), (256, 3, 1, True))
    for channels, kernel, stride, pooled in layers:
        x = nn.relu(convolve(weight, x, channels, kernel, stride, bias=True))
        x = max_pool(x, padding="VALID") if pooled else x
    x = x.reshape(x.shape[0], -1)
    for _ in range(2):
        x = nn.relu(dense(weight, x, 4096))
    return dense(weight, x, 1000)


def densenet121(weight: Weights, x: Array) -> Array:
    def bottleneck(x: Array, channels: int, kernel: int) -> Array:
        return convolve(weight, nn.relu(normalise(weight, x)), channels, kernel)

    x = max_pool(nn.relu(normalise(weight, convolve(weight, x, 64, 7, 2))))
    for stage, layers in enumerate((6, 12, 24, 16)):
        if stage:
            x = mean_pool(bottleneck(x, x.shape[-1] // 2, 1), 2)
        for _ in range(layers):
            x = jnp.concatenate([x, bottleneck(bottleneck(x, 128, 1), 32, 3)], -1)
    x = jnp.mean(nn.relu(normalise(weight, x)), (1, 2))
    return dense(weight, x, 1000)


def unet(weight: Weights, x: Array) -> Array:
    def twice(x: Array, channels: int) -> Array:
        for _ in range(2):
            x = nn.relu(normalise(weight, convolve(weight, x, channels, 3)))
        return x

    widths, skipped = [64, 128, 256, 512], []
    for width in widths:
        x = twice(x, width)
        skipped.append(x)
        x = max_pool(x, 2, 2)
    x = twice(x, 1024)
    for width, skip in zip(reversed(widths), reversed(skipped)):
        filters = weight(2, 2, x.shape[-1], width)
        x = lax.conv_transpose(x, filters, (2, 2), "SAME", dimension_numbers=NHWC)
        x = twice(jnp.concatenate([x, skip], -1), width)
    return convolve(weight, x, 2, 1)


# Transformers; activations are [batch, tokens, width].


def layer_norm(weight: Weights, x: Array) -> Array:
    scale, shift = weight(x.shape[-1]), weight(x.shape[-1])
    wide = x.astype(F32)
    mean = wide.mean(-1, keepdims=True)
    variance = ((wide - mean) ** 2).mean(-1, keepdims=True)
    return ((wide - mean) * lax.rsqrt(variance + 1e-5)).astype(x.dtype) * scale + shift


def attention(weight: Weights, x: Array, causal: bool = False) -> Array:
    """Twelve heads; softmax in float32."""
    batch, tokens, width = x.shape
    query, key, value = (
        dense(weight, x, width).reshape(batch, tokens, 12, width // 12)
        for _ in range(3)
    )
    scores = jnp.einsum("bqhd,bkhd->bhqk", query, key).astype(F32)
    scores = scores / math.sqrt(width // 12)
    if causal:
        seen = jnp.tril(jnp.ones((tokens, tokens), bool))
        scores = jnp.where(seen, scores, -1e9)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", nn.softmax(scores).astype(x.dtype), value)
    return dense(weight, mixed.reshape(batch, tokens, width), width)


def feed_forward(weight: Weights, x: Array, inner: int) -> Array:
    return dense(weight, nn.gelu(dense(weight, x, inner)), x.shape[-1])


def bert(weight: Weights, tokens: Array) -> Array:
    """BERT base with a classifier of two classes."""
    words = weight(30522, 768)[tokens]
    x = layer_norm(weight, words + weight(512, 768)[: tokens.shape[1]])
    for _ in range(12):
        x = layer_norm(weight, x + attention(weight, x))
        x = layer_norm(weight, x + feed_forward(weight, x, 3072))
    return dense(weight, jnp.tanh(dense(weight, x[:, 0], 768)), 2)


def decoder_block(weight: Weights, x: Array) -> Array:
    """A block of GPT-2, with normalisation first."""
    x = x + attention(weight, layer_norm(weight, x), causal=True)
    return x + feed_forward(weight, layer_norm(weight, x), 3072)


def gpt2(weight: Weights, tokens: Array) -> Array:
    """GPT-2 small; its word embeddings are also its output layer."""
    words = weight(50257, 768)
    x = words[tokens] + weight(1024, 768)[: tokens.shape[1]]
    for _ in range(12):
        x = decoder_block(weight, x)
    return layer_norm(weight, x) @ words.T


def mixer(weight: Weights, x: Array) -> Array:
    """MLP-Mixer B/16."""
    x = convolve(weight, x, 768, 16, 16, "VALID", bias=True)
    x = x.reshape(x.shape[0], -1, 768)
    for _ in range(12):
        y = jnp.swapaxes(layer_norm(weight, x), 1, 2)
        x = x + jnp.swapaxes(feed_forward(weight, y, 384), 1, 2)
        x = x + feed_forward(weight, layer_norm(weight, x), 3072)
    return dense(weight, jnp.mean(layer_norm(weight, x), 1), 1000)


def lstm(weight: Weights, x: Array) -> Array:
    """Two layers of 1024, unrolled over time, the first dimension of x."""
    for _ in range(2):
        matrix, bias = weight(x.shape[-1] + 1024, 4096), weight(4096)
        state = jnp.zeros((x.shape[1], 1024), BF16)
        cell = jnp.zeros((x.shape[1], 1024), BF16)
        outputs = []
        for step in range(x.shape[0]):
            gates = jnp.concatenate([x[step], state], -1) @ matrix + bias
            enter, forget, new, leave = jnp.split(gates, 4, -1)
            cell = nn.sigmoid(forget) * cell + nn.sigmoid(enter) * jnp.tanh(new)
            state = nn.sigmoid(leave) * jnp.tanh(cell)
            outputs.append(state)
        x = jnp.stack(outputs)
    return x


# Strassen's seven products of 2x2 blocks. For each product: signs of the blocks of A
# and of B in its factors, and signs of the product in the blocks of the result.
STRASSEN = (
    ([1, 0, 0, 1], [1, 0, 0, 1], [1, 0, 0, 1]),
    ([0, 0, 1, 1], [1, 0, 0, 0], [0, 0, 1, -1]),
    ([1, 0, 0, 0], [0, 1, 0, -1], [0, 1, 0, 1]),
    ([0, 0, 0, 1], [-1, 0, 1, 0], [1, 0, 1, 0]),
    ([1, 1, 0, 0], [0, 0, 0, 1], [-1, 1, 0, 0]),
    ([-1, 0, 1, 0], [1, 1, 0, 0], [0, 0, 0, 1]),
    ([0, 1, 0, -1], [0, 0, 1, 1], [1, 0, 0, 0]),
)


def strassen_twice() -> list[Any]:
    """Strassen's scheme on two levels for 4x4 blocks: three arrays [49, 16] of signs."""
    tables = []
    for part in range(3):
        signs = np.array([row[part] for row in STRASSEN]).reshape(7, 2, 2)
        both = np.einsum("aij,bkl->abikjl", signs, signs)
        tables.append(both.reshape(49, 16))
    return tables


def signed_sum(signs: Sequence[int], terms: Sequence[Array]) -> Array:
    """Sums the terms with a nonzero sign, from left to right."""
    total = None
    for sign, term in zip(signs, terms):
        if sign and total is None:
            total = term if sign > 0 else -term
        elif sign:
            total = total + term if sign > 0 else total - term
    return total


def bilinear(size: int) -> Program:
    """A product of square matrices by 49 products of matrices a sixteenth of the size."""
    left, right, result = strassen_twice()

    def f(A: Array, B: Array) -> Array:
        side = A.shape[0] // 4

        def blocks(x: Array) -> list[Array]:
            corners = [(i * side, j * side) for i in range(4) for j in range(4)]
            return [x[i : i + side, j : j + side] for i, j in corners]

        a, b = blocks(A), blocks(B)
        products = [signed_sum(u, a) @ signed_sum(v, b) for u, v in zip(left, right)]
        c = [signed_sum(signs, products) for signs in result.T]
        rows = [jnp.concatenate(c[4 * i : 4 * i + 4], 1) for i in range(4)]
        return jnp.concatenate(rows, 0)

    shape = jax.ShapeDtypeStruct((size, size), BF16)
    return f, (shape, shape)


# The programs, by name of problem.


def images(batch: int, side: int = 224) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct((batch, side, side, 3), BF16)


def texts(batch: int, tokens: int) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct((batch, tokens), jnp.int32)


RESNET50, RESNET101 = (3, 4, 6, 3), (3, 4, 23, 3)
PROGRAMS: dict[str, Callable[[], Program]] = {
    "alexnet_b1": partial(inference, alexnet, images(1)),
    "alexnet_b32": partial(inference, alexnet, images(32)),
    "bert_base_b1": partial(inference, bert, texts(1, 128)),
    "bert_base_b8": partial(inference, bert, texts(8, 128)),
    "bilinear49_2048": partial(bilinear, 2048),
    "bilinear49_4096": partial(bilinear, 4096),
    "densenet121_b8": partial(inference, densenet121, images(8)),
    "gpt2_b1": partial(inference, gpt2, texts(1, 1024)),
    "gpt2_block_b1": partial(
        inference, decoder_block, jax.ShapeDtypeStruct((1, 1024, 768), BF16)
    ),
    "lstm_unrolled16": partial(
        inference, lstm, jax.ShapeDtypeStruct((16, 32, 1024), BF16)
    ),
    "mixer_b16_b8": partial(inference, mixer, images(8)),
    "resnet101_b1": partial(inference, resnet(RESNET101), images(1)),
    "resnet50_b1": partial(inference, resnet(RESNET50), images(1)),
    "resnet50_b8": partial(inference, resnet(RESNET50), images(8)),
    "resnet50_train_b8": partial(training, resnet(RESNET50, training=True), images(8)),
    "unet_b1": partial(inference, unet, images(1, 256)),
}


# Programs with loops, and with updated arguments; no shipped problem has either.


def lstm_scan() -> Program:
    """The LSTM of lstm_unrolled16 as a loop over time."""

    def model(weight: Weights, x: Array) -> Array:
        for _ in range(2):
            matrix, bias = weight(x.shape[-1] + 1024, 4096), weight(4096)

            def step(
                state: tuple[Array, Array],
                now: Array,
                matrix: Array = matrix,
                bias: Array = bias,
            ) -> tuple[tuple[Array, Array], Array]:
                hidden, cell = state
                gates = jnp.concatenate([now, hidden], -1) @ matrix + bias
                enter, forget, new, leave = jnp.split(gates, 4, -1)
                cell = nn.sigmoid(forget) * cell + nn.sigmoid(enter) * jnp.tanh(new)
                hidden = nn.sigmoid(leave) * jnp.tanh(cell)
                return (hidden, cell), hidden

            start = jnp.zeros((x.shape[1], 1024), BF16)
            _, x = lax.scan(step, (start, start), x)
        return x

    return inference(model, jax.ShapeDtypeStruct((16, 32, 1024), BF16))


def decode_b8() -> Program:
    """One token of each of 8 texts through four blocks of width 1024, with keys and
    values of up to 2048 earlier tokens, which are donated and updated."""
    batch, length, width, layers = 8, 2048, 1024, 4

    def model(weight: Weights, x: Array, place: Array, caches: list[Array]) -> Any:
        updated = []
        for layer in range(layers):
            normed = layer_norm(weight, x)
            query, *fresh = (dense(weight, normed, width) for _ in range(3))
            seen = []
            for old, new in zip(caches[2 * layer : 2 * layer + 2], fresh):
                row = new.reshape(batch, 1, width)
                seen.append(lax.dynamic_update_slice(old, row, (0, place, 0)))
            keys, values = (
                each.reshape(batch, length, 16, width // 16) for each in seen
            )
            heads = query.reshape(batch, 16, width // 16)
            scores = jnp.einsum("bhd,bthd->bht", heads, keys).astype(F32) / 8
            scores = jnp.where(jnp.arange(length) <= place, scores, -1e9)
            mixed = jnp.einsum("bht,bthd->bhd", nn.softmax(scores).astype(BF16), values)
            x = x + dense(weight, mixed.reshape(batch, width), width)
            x = x + feed_forward(weight, layer_norm(weight, x), 4 * width)
            updated += seen
        return x, updated

    cache = jax.ShapeDtypeStruct((batch, length, width), BF16)
    x = jax.ShapeDtypeStruct((batch, width), BF16)
    place = jax.ShapeDtypeStruct((), jnp.int32)
    function, arguments = inference(model, x, place, [cache] * (2 * layers))
    return jax.jit(function, donate_argnums=3), arguments


# Each program must be a name of the module for memplace.xla.
globals().update(PROGRAMS)
