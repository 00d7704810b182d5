"""Convolutional and recurrent networks, and networks in int8."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, ShapeDtypeStruct, lax
from kinds_parts import BF16, Program, attend, convolve, shape, split_heads


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
