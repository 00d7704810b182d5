# ===- vision.py - Networks for images --------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Networks that classify or draw images."""

import math
from collections.abc import Sequence

import jax.numpy as jnp
from jax import lax, nn
from xla_models.blocks import (
    cross_attention,
    depthwise,
    encoder_block,
    group_norm,
    mlp,
    resize,
    self_attention,
)
from xla_programs import (
    BF16,
    F32,
    NHWC,
    Array,
    Model,
    Weights,
    convolve,
    dense,
    layer_norm,
    max_pool,
    normalise,
)

# Classification.


def efficientnet(wider: float, deeper: float, training: bool = False) -> Model:
    """EfficientNet, scaled: B0 is (1, 1), B7 (2, 3.1)."""
    # Expansion, channels, blocks, stride, kernel.
    stages = ((1, 16, 1, 1, 3), (6, 24, 2, 2, 3), (6, 40, 2, 2, 5), (6, 80, 3, 2, 3))
    stages += ((6, 112, 3, 1, 5), (6, 192, 4, 2, 5), (6, 320, 1, 1, 3))

    def scaled(channels: int) -> int:
        """Returns a multiple of 8, at most a tenth below the scaled number."""
        exact = channels * wider
        near = max(8, int(exact + 4) // 8 * 8)
        return near + 8 if near < 0.9 * exact else near

    def block(
        weight: Weights, x: Array, expand: int, channels: int, stride: int, kernel: int
    ) -> Array:
        inside, y = x.shape[-1] * expand, x
        if expand > 1:
            y = nn.silu(normalise(weight, convolve(weight, y, inside, 1), training))
        y = depthwise(weight, y, kernel, stride)
        y = nn.silu(normalise(weight, y, training))
        squeezed = jnp.mean(y.astype(F32), (1, 2)).astype(y.dtype)
        gates = mlp(weight, squeezed, (max(1, x.shape[-1] // 4), inside), nn.silu)
        y = y * nn.sigmoid(gates)[:, None, None, :]
        y = normalise(weight, convolve(weight, y, channels, 1), training)
        return x + y if y.shape == x.shape else y

    def model(weight: Weights, x: Array) -> Array:
        x = convolve(weight, x, scaled(32), 3, 2)
        x = nn.silu(normalise(weight, x, training))
        for expand, channels, blocks, stride, kernel in stages:
            for number in range(math.ceil(blocks * deeper)):
                step = 1 if number else stride
                x = block(weight, x, expand, scaled(channels), step, kernel)
        x = convolve(weight, x, scaled(1280), 1)
        x = nn.silu(normalise(weight, x, training))
        return dense(weight, jnp.mean(x, (1, 2)), 1000)

    return model


def convnext(depths: Sequence[int], widths: Sequence[int]) -> Model:
    """ConvNeXt."""

    def model(weight: Weights, x: Array) -> Array:
        x = layer_norm(weight, convolve(weight, x, widths[0], 4, 4, "VALID", True))
        for stage, (depth, width) in enumerate(zip(depths, widths)):
            if stage:
                x = convolve(weight, layer_norm(weight, x), width, 2, 2, "VALID", True)
            for _ in range(depth):
                y = layer_norm(weight, depthwise(weight, x, 7, bias=True))
                y = mlp(weight, y, (4 * width, width), nn.gelu)
                x = x + y * weight(width)
        x = layer_norm(weight, jnp.mean(x, (1, 2)))
        return dense(weight, x, 1000)

    return model


def vit(width: int, depth: int, heads: int, patch: int = 16) -> Model:
    """A vision transformer; L/16 is (1024, 24, 16)."""

    def model(weight: Weights, x: Array) -> Array:
        x = convolve(weight, x, width, patch, patch, "VALID", bias=True)
        x = x.reshape(x.shape[0], -1, width)
        x = x + weight(x.shape[1], width)
        for _ in range(depth):
            x = encoder_block(weight, x, heads, 4 * width)
        return dense(weight, jnp.mean(layer_norm(weight, x), 1), 1000)

    return model


# Every pixel.


def unet(widths: Sequence[int], training: bool = False) -> Model:
    """U-Net; halves the sides for each next width, and back."""

    def twice(weight: Weights, x: Array, channels: int) -> Array:
        for _ in range(2):
            x = normalise(weight, convolve(weight, x, channels, 3), training)
            x = nn.relu(x)
        return x

    def model(weight: Weights, x: Array) -> Array:
        skipped = []
        for width in widths[:-1]:
            x = twice(weight, x, width)
            skipped.append(x)
            x = max_pool(x, 2, 2)
        x = twice(weight, x, widths[-1])
        for width, skip in zip(reversed(widths[:-1]), reversed(skipped)):
            filters = weight(2, 2, x.shape[-1], width)
            x = lax.conv_transpose(x, filters, (2, 2), "SAME", dimension_numbers=NHWC)
            x = twice(weight, jnp.concatenate([x, skip], -1), width)
        return convolve(weight, x, 2, 1)

    return model


def basic_unit(weight: Weights, x: Array) -> Array:
    """Two convolutions with a residual."""
    y = nn.relu(normalise(weight, convolve(weight, x, x.shape[-1], 3)))
    y = normalise(weight, convolve(weight, y, x.shape[-1], 3))
    return nn.relu(x + y)


def to_branch(weight: Weights, x: Array, width: int, source: int, target: int) -> Array:
    """x in the resolution and with the channels of another branch."""
    if target < source:
        x = normalise(weight, convolve(weight, x, width << target, 1))
        return resize(x, 1 << (source - target))
    for step in range(source, target):
        is_last = step == target - 1
        channels = width << (target if is_last else source)
        x = normalise(weight, convolve(weight, x, channels, 3, 2))
        x = x if is_last else nn.relu(x)
    return x


def exchange(weight: Weights, branches: Sequence[Array], width: int) -> list[Array]:
    """Returns each branch as the sum of all."""
    met = []
    for target in range(len(branches)):
        terms = [
            x if source == target else to_branch(weight, x, width, source, target)
            for source, x in enumerate(branches)
        ]
        met.append(nn.relu(sum(terms[1:], terms[0])))
    return met


def hrnet(width: int, modules: Sequence[int] = (1, 4, 3)) -> Model:
    """HRNet: parallel branches of several resolutions, which are merged repeatedly."""

    def model(weight: Weights, x: Array) -> Array:
        for _ in range(2):
            x = nn.relu(normalise(weight, convolve(weight, x, 64, 3, 2)))
        x = nn.relu(normalise(weight, convolve(weight, x, width, 3)))
        branches = [x]
        for count in modules:
            new = convolve(weight, branches[-1], width << len(branches), 3, 2)
            branches.append(nn.relu(normalise(weight, new)))
            for _ in range(count):
                for _ in range(4):
                    branches = [basic_unit(weight, each) for each in branches]
                branches = exchange(weight, branches, width)
        raised = [resize(x, 1 << number) for number, x in enumerate(branches)]
        x = jnp.concatenate(raised, -1)
        x = nn.relu(normalise(weight, convolve(weight, x, x.shape[-1], 1)))
        return convolve(weight, x, 19, 1)

    return model


def esrgan(blocks: int) -> Model:
    """The generator of ESRGAN, with four times the side: dense blocks in dense blocks."""

    def dense_block(weight: Weights, x: Array) -> Array:
        known = [x]
        for channels in (32, 32, 32, 32, 64):
            y = convolve(weight, jnp.concatenate(known, -1), channels, 3, bias=True)
            known.append(nn.leaky_relu(y, 0.2))
        return x + 0.2 * known[-1]

    def model(weight: Weights, x: Array) -> Array:
        x = first = convolve(weight, x, 64, 3, bias=True)
        for _ in range(blocks):
            y = x
            for _ in range(3):
                y = dense_block(weight, y)
            x = x + 0.2 * y
        x = first + convolve(weight, x, 64, 3, bias=True)
        for _ in range(2):
            x = nn.leaky_relu(convolve(weight, resize(x, 2), 64, 3, bias=True), 0.2)
        x = nn.leaky_relu(convolve(weight, x, 64, 3, bias=True), 0.2)
        return convolve(weight, x, 3, 3, bias=True)

    return model


# Diffusion.


def time_embedding(weight: Weights, times: Array, width: int) -> Array:
    """Embedding of one time for each image; twice `width` waves become 4 times `width`."""
    rates = jnp.exp(
        -math.log(10000.0) * jnp.arange(width // 2, dtype=F32) / (width // 2)
    )
    turns = times.astype(F32)[:, None] * rates
    waves = jnp.concatenate([jnp.cos(turns), jnp.sin(turns)], -1).astype(BF16)
    return mlp(weight, waves, (4 * width, 4 * width), nn.silu)


def residual(weight: Weights, x: Array, now: Array, channels: int) -> Array:
    """Two convolutions, conditioned on the time."""
    y = convolve(weight, nn.silu(group_norm(weight, x)), channels, 3, bias=True)
    y = y + dense(weight, nn.silu(now), channels)[:, None, None, :]
    y = convolve(weight, nn.silu(group_norm(weight, y)), channels, 3, bias=True)
    beside = x if x.shape == y.shape else convolve(weight, x, channels, 1, bias=True)
    return beside + y


def spatial_transformer(weight: Weights, x: Array, context: Array, heads: int) -> Array:
    """Attention of all pixels to each other, and to the text."""
    batch, height, width, channels = x.shape
    y = convolve(weight, group_norm(weight, x), channels, 1, bias=True)
    y = y.reshape(batch, height * width, channels)
    chunk = min(1024, height * width)
    y = y + self_attention(weight, layer_norm(weight, y), heads, chunk=chunk)
    y = y + cross_attention(weight, layer_norm(weight, y), context, heads)
    normed = layer_norm(weight, y)
    gate = nn.gelu(dense(weight, normed, 4 * channels))
    y = y + dense(weight, gate * dense(weight, normed, 4 * channels), channels)
    y = convolve(weight, y.reshape(x.shape), channels, 1, bias=True)
    return x + y


def diffusion_unet(
    width: int, factors: Sequence[int], attended: Sequence[int], blocks: int = 2
) -> Model:
    """The network of Stable Diffusion: (320, (1, 2, 4, 4), (0, 1, 2)) is version 1.5.

    factors: channels of each level, in widths.
    attended: levels with transformers.
    """

    def model(weight: Weights, x: Array, times: Array, context: Array) -> Array:
        out = x.shape[-1]
        now = time_embedding(weight, times, width)

        def step(x: Array, level: int) -> Array:
            x = residual(weight, x, now, width * factors[level])
            if level in attended:
                x = spatial_transformer(weight, x, context, 8)
            return x

        x = convolve(weight, x, width, 3, bias=True)
        skipped = [x]
        for level in range(len(factors)):
            for _ in range(blocks):
                x = step(x, level)
                skipped.append(x)
            if level + 1 < len(factors):
                x = convolve(weight, x, x.shape[-1], 3, 2, bias=True)
                skipped.append(x)
        x = residual(weight, x, now, x.shape[-1])
        x = spatial_transformer(weight, x, context, 8)
        x = residual(weight, x, now, x.shape[-1])
        for level in reversed(range(len(factors))):
            for _ in range(blocks + 1):
                x = step(jnp.concatenate([x, skipped.pop()], -1), level)
            if level:
                x = convolve(weight, resize(x, 2), x.shape[-1], 3, bias=True)
        x = nn.silu(group_norm(weight, x))
        return convolve(weight, x, out, 3, bias=True)

    return model


def dit(width: int, depth: int, heads: int) -> Model:
    """A diffusion transformer on patches of 2x2; XL is (1152, 28, 16)."""

    def model(weight: Weights, x: Array, times: Array) -> Array:
        x = convolve(weight, x, width, 2, 2, "VALID", bias=True)
        x = x.reshape(x.shape[0], -1, width)
        x = x + weight(x.shape[1], width)
        now = nn.silu(time_embedding(weight, times, width // 4))
        for _ in range(depth):
            parts = jnp.split(dense(weight, now, 6 * width)[:, None, :], 6, -1)
            y = layer_norm(weight, x) * (1 + parts[0]) + parts[1]
            x = x + parts[2] * self_attention(weight, y, heads)
            y = layer_norm(weight, x) * (1 + parts[3]) + parts[4]
            x = x + parts[5] * mlp(weight, y, (4 * width, width), nn.gelu)
        return dense(weight, layer_norm(weight, x), 32)

    return model
