# ===- signals.py - Networks for videos and speech, and steps of physics ----===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Networks for temporal data: videos, speech, and the water of a shallow lake."""

from collections.abc import Sequence

import jax.numpy as jnp
from jax import lax, nn
from xla_models.blocks import array, encoder_block, mlp, self_attention
from xla_programs import F32, Array, Model, Program, Weights, dense, layer_norm

NDHWC = ("NDHWC", "DHWIO", "NDHWC")
NWC = ("NWC", "WIO", "NWC")


# Videos: [batch, frames, height, width, channels].


def convolve_video(
    weight: Weights,
    x: Array,
    channels: int,
    kernel: Sequence[int],
    strides: Sequence[int] = (1, 1, 1),
) -> Array:
    """A convolution in time and space, normalised."""
    filters = weight(*kernel, x.shape[-1], channels)
    y = lax.conv_general_dilated(x, filters, strides, "SAME", dimension_numbers=NDHWC)
    scale, shift = weight(channels, dtype=F32), weight(channels, dtype=F32)
    return (y.astype(F32) * scale + shift).astype(x.dtype)


def r2plus1d(blocks: Sequence[int]) -> Model:
    """R(2+1)D: a residual network of convolutions in space, then in time."""

    def split(weight: Weights, x: Array, channels: int, stride: int) -> Array:
        middle = 27 * x.shape[-1] * channels // (9 * x.shape[-1] + 3 * channels)
        strides = (1, stride, stride)
        y = nn.relu(convolve_video(weight, x, middle, (1, 3, 3), strides))
        return convolve_video(weight, y, channels, (3, 1, 1), (stride, 1, 1))

    def model(weight: Weights, x: Array) -> Array:
        x = nn.relu(convolve_video(weight, x, 45, (1, 7, 7), (1, 2, 2)))
        x = nn.relu(convolve_video(weight, x, 64, (3, 1, 1)))
        for stage, count in enumerate(blocks):
            width = 64 << stage
            for block in range(count):
                stride = 2 if stage and not block else 1
                y = nn.relu(split(weight, x, width, stride))
                y = split(weight, y, width, 1)
                if x.shape != y.shape:
                    steps = (stride, stride, stride)
                    x = convolve_video(weight, x, width, (1, 1, 1), steps)
                x = nn.relu(x + y)
        return dense(weight, jnp.mean(x, (1, 2, 3)), 400)

    return model


def timesformer(width: int, depth: int, heads: int) -> Model:
    """Attention through time, then through space."""

    def model(weight: Weights, x: Array) -> Array:
        batch, frames, height, side, _ = x.shape
        x = x.reshape(batch, frames, height // 16, 16, side // 16, 16, 3)
        x = jnp.moveaxis(x, 3, 4).reshape(batch, frames, -1, 16 * 16 * 3)
        x = dense(weight, x, width)
        places = x.shape[2]
        x = x + weight(places, width) + weight(frames, 1, width)
        for _ in range(depth):
            y = jnp.swapaxes(layer_norm(weight, x), 1, 2)
            y = y.reshape(batch * places, frames, width)
            y = self_attention(weight, y, heads).reshape(batch, places, frames, width)
            x = x + dense(weight, jnp.swapaxes(y, 1, 2), width)
            y = layer_norm(weight, x).reshape(batch * frames, places, width)
            x = x + self_attention(weight, y, heads).reshape(x.shape)
            x = x + mlp(weight, layer_norm(weight, x), (4 * width, width), nn.gelu)
        return dense(weight, jnp.mean(layer_norm(weight, x), (1, 2)), 400)

    return model


# Speech: [batch, time, channels].


def convolve_time(
    weight: Weights,
    x: Array,
    channels: int,
    kernel: int,
    stride: int = 1,
    *,
    dilation: int = 1,
    groups: int = 1,
    causal: bool = False,
) -> Array:
    """A convolution in time, with bias."""
    before = (kernel - 1) * dilation
    y = lax.conv_general_dilated(
        x,
        weight(kernel, x.shape[-1] // groups, channels),
        (stride,),
        [(before, 0)] if causal else "SAME",
        rhs_dilation=(dilation,),
        dimension_numbers=NWC,
        feature_group_count=groups,
    )
    return y + weight(channels)


def whisper_encoder(width: int, depth: int, heads: int) -> Model:
    """Whisper's encoder; medium is (1024, 24, 16)."""

    def model(weight: Weights, x: Array) -> Array:
        x = nn.gelu(convolve_time(weight, x, width, 3))
        x = nn.gelu(convolve_time(weight, x, width, 3, 2))
        x = x + weight(x.shape[1], width)
        for _ in range(depth):
            x = encoder_block(weight, x, heads, 4 * width)
        return layer_norm(weight, x)

    return model


def conformer(width: int, depth: int, heads: int) -> Model:
    """Conformer's encoder, with scores of 1024 word pieces; large is (512, 17, 8)."""

    def half(weight: Weights, x: Array) -> Array:
        return x + 0.5 * mlp(weight, layer_norm(weight, x), (4 * width, width), nn.silu)

    def model(weight: Weights, x: Array) -> Array:
        for _ in range(2):
            x = nn.relu(convolve_time(weight, x, width, 3, 2))
        x = dense(weight, x, width)
        for _ in range(depth):
            x = half(weight, x)
            x = x + self_attention(weight, layer_norm(weight, x), heads)
            y = dense(weight, layer_norm(weight, x), 2 * width)
            y = y[..., :width] * nn.sigmoid(y[..., width:])
            y = convolve_time(weight, y, width, 31, groups=width)
            x = x + dense(weight, nn.silu(layer_norm(weight, y)), width)
            x = layer_norm(weight, half(weight, x))
        return dense(weight, x, 1024)

    return model


def wavenet(width: int, skipped: int, cycles: int) -> Model:
    """WaveNet: dilated convolutions whose outputs are summed at the end."""

    def model(weight: Weights, x: Array) -> Array:
        x = convolve_time(weight, x, width, 2, causal=True)
        total = None
        for number in range(10 * cycles):
            step = 1 << (number % 10)
            y = convolve_time(weight, x, 2 * width, 2, dilation=step, causal=True)
            y = jnp.tanh(y[..., :width]) * nn.sigmoid(y[..., width:])
            skip = dense(weight, y, skipped)
            total = skip if total is None else total + skip
            x = x + dense(weight, y, width)
        x = nn.relu(dense(weight, nn.relu(total), skipped))
        return dense(weight, x, 256)

    return model


# Physics.


def shallow_water(side: int, steps: int) -> Program:
    """Steps of the shallow-water equations by Lax and Friedrichs, in float32, on a
    periodic square."""

    def fluxes(state: Sequence[Array]) -> tuple[Sequence[Array], Sequence[Array]]:
        height, right, down = state
        pressure = 0.5 * 9.81 * height * height
        across = right * down / height
        return (
            (right, right * right / height + pressure, across),
            (down, across, down * down / height + pressure),
        )

    def step(state: Sequence[Array]) -> list[Array]:
        moved = []
        for old, x, y in zip(state, *fluxes(state)):
            around = [
                jnp.roll(old, shift, axis) for shift in (1, -1) for axis in (0, 1)
            ]
            mean = 0.25 * (around[0] + around[1] + around[2] + around[3])
            change = jnp.roll(x, -1, 1) - jnp.roll(x, 1, 1)
            change = change + jnp.roll(y, -1, 0) - jnp.roll(y, 1, 0)
            moved.append(mean - 0.05 * change)
        return moved

    def function(*state: Array) -> list[Array]:
        now = list(state)
        for _ in range(steps):
            now = step(now)
        return now

    field = array(side, side, dtype=F32)
    return function, (field, field, field)
