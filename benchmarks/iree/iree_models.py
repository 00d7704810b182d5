# ===- iree_models.py - Models for IREE, with what JAX makes of them --------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Small models of several kinds, written in JAX, with seeded numbers. Each compiles and
runs within seconds; the overlap of transients matters."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, ShapeDtypeStruct, export, lax

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from schedule.layers import JaxLayers, Parameters
from schedule.networks import NETWORKS


@dataclass(frozen=True)
class Model:
    """A function, its arguments, and its mode of compilation."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    shapes: tuple[Any, ...] | None = None
    """What it is traced with, where that is not the arguments: symbolic shapes."""
    flags: tuple[str, ...] = ()
    """Flags of iree-compile, besides those of the target."""


class Numbers:
    """Weights and inputs from a seed."""

    def __init__(self, seed: int):
        self.generator = np.random.RandomState(seed)

    def __call__(self, *shape: int) -> np.ndarray:
        """An array of small floats."""
        return (self.generator.randn(*shape) * 0.1).astype(np.float32)


def convolve(x: Array, kernel: Array, stride: int = 1, groups: int = 1) -> Array:
    """Returns the convolution of NHWC `x` with HWIO `kernel`, padded "SAME"."""
    return lax.conv_general_dilated(
        x,
        kernel,
        (stride, stride),
        "SAME",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
        feature_group_count=groups,
    )


def layer_norm(x: Array) -> Array:
    """Returns `x` with mean 0 and variance 1 along its last dimension."""
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5)


def attention_block(x: Array, weights: dict[str, Array], heads: int) -> Array:
    """Returns `x` after attention and a wide layer, each with a residual."""
    batch, length, width = x.shape

    def split(y):
        return y.reshape(batch, length, heads, -1).transpose(0, 2, 1, 3)

    h = layer_norm(x)
    q, k, v = (split(h @ weights[name]) for name in "qkv")
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(width // heads)
    mixed = jax.nn.softmax(scores, -1) @ v
    x = x + mixed.transpose(0, 2, 1, 3).reshape(x.shape) @ weights["o"]
    return x + jax.nn.gelu(layer_norm(x) @ weights["up"]) @ weights["down"]


def mlp() -> Model:
    """Four consecutive dense layers."""
    numbers = Numbers(0)
    sizes = (64, 256, 512, 128, 10)
    weights = [numbers(a, b) for a, b in zip(sizes, sizes[1:])]

    def function(x, weights):
        for weight in weights[:-1]:
            x = jnp.tanh(x @ weight)
        return x @ weights[-1]

    return Model(function, (numbers(8, 64), weights))


def branchy_mlp() -> Model:
    """Dense layers of different widths, with two additions of earlier results."""
    numbers = Numbers(1)
    widths = [(256, 512), (512, 1024), (1024, 256), (256, 512)]
    weights = [numbers(*shape) for shape in widths]

    def function(x, weights):
        w1, w2, w3, w4 = weights
        a = jnp.tanh(x @ w1)
        b = jnp.tanh(a @ w2)
        c = jnp.tanh(b @ w3)
        d = jnp.tanh(c @ w4)
        e = jnp.tanh((d + a) @ w2)
        f = jnp.tanh((e + b) @ w3)
        return (f + c) @ w4

    return Model(function, (numbers(128, 256), weights))


def unet() -> Model:
    """Four levels down and up again, with connections across."""
    numbers = Numbers(2)
    channels, kernels, skips = 4, [], []
    for level in range(4):
        wide = 8 * 2**level
        kernels += [numbers(3, 3, channels, wide), numbers(3, 3, wide, wide)]
        kernels += [numbers(3, 3, wide, wide)]
        skips.append(wide)
        channels = wide
    kernels.append(numbers(3, 3, channels, 2 * channels))
    channels *= 2
    for wide in reversed(skips):
        kernels += [numbers(3, 3, channels, wide), numbers(3, 3, 2 * wide, wide)]
        channels = wide

    def function(x, kernels):
        kernel, across = iter(kernels), []
        for _ in range(4):
            x = jax.nn.relu(convolve(x, next(kernel)))
            x = jax.nn.relu(convolve(x, next(kernel)))
            across.append(x)
            x = jax.nn.relu(convolve(x, next(kernel), stride=2))
        x = jax.nn.relu(convolve(x, next(kernel)))
        for _ in range(4):
            x = jnp.repeat(jnp.repeat(x, 2, 1), 2, 2)
            x = jax.nn.relu(convolve(x, next(kernel)))
            x = jnp.concatenate([x, across.pop()], -1)
            x = jax.nn.relu(convolve(x, next(kernel)))
        return x

    return Model(function, (numbers(1, 64, 64, 4), kernels))


def transformer_block() -> Model:
    """One block of attention with four heads and a wide layer."""
    numbers = Numbers(3)
    width, heads = 64, 4
    weights = {name: numbers(width, width) for name in "qkvo"}
    weights |= {"up": numbers(width, 4 * width), "down": numbers(4 * width, width)}

    def function(x, weights):
        return attention_block(x, weights, heads)

    return Model(function, (numbers(2, 32, width), weights))


def random_dag() -> Model:
    """Forty dense layers of random widths, each with two earlier layers as inputs."""
    numbers = Numbers(4)
    count, chooser = 40, np.random.RandomState(3)
    widths = [int(w) for w in chooser.choice([64, 128, 192, 320, 512, 768], size=count)]
    sources = [[]] + [
        sorted(set(chooser.randint(max(0, node - 8), node, size=2).tolist()))
        for node in range(1, count)
    ]
    weights = [
        [numbers(widths[source], widths[node]) for source in sources[node]]
        for node in range(count)
    ]

    def function(x, weights):
        values = [x]
        for node in range(1, count):
            terms = zip(sources[node], weights[node])
            values.append(jnp.tanh(sum(values[source] @ w for source, w in terms)))
        return sum(value.sum(-1) for value in values[-4:])

    return Model(function, (numbers(96, widths[0]), weights))


def mobilenet_v2() -> Model:
    """MobileNetV2's inverted residuals, fewer and on small pictures."""
    numbers = Numbers(5)
    # Expansion, channels, blocks, stride of the first: a shortened version of the
    # paper's table.
    stages = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 2, 2), (6, 64, 2, 2))
    stem, blocks, channels = numbers(3, 3, 3, 32), [], 32
    strides = []
    for expansion, wide, count, stride in stages:
        for index in range(count):
            inner = expansion * channels
            expand = numbers(1, 1, channels, inner)
            blocks.append((expand, numbers(3, 3, 1, inner), numbers(1, 1, inner, wide)))
            strides.append(stride if index == 0 else 1)
            channels = wide
    head = numbers(1, 1, channels, 128), numbers(128, 10)

    def relu6(x):
        return jnp.clip(x, 0, 6)

    def function(x, stem, blocks, head):
        x = relu6(convolve(x, stem, stride=2))
        for (expand, depthwise, project), stride in zip(blocks, strides):
            h = relu6(convolve(x, expand))
            h = relu6(convolve(h, depthwise, stride, groups=h.shape[-1]))
            h = convolve(h, project)
            x = x + h if x.shape == h.shape else h
        return relu6(convolve(x, head[0])).mean((1, 2)) @ head[1]

    return Model(function, (numbers(1, 64, 64, 3), stem, blocks, head))


def dynamic_batch() -> Model:
    """A batch of dynamic size, and a part independent of the batch."""
    numbers = Numbers(6)
    weights = [numbers(64, 128), numbers(128, 256), numbers(256, 64)]

    def function(x, weights):
        w1, w2, w3 = weights
        mixed = jnp.tanh(jnp.tanh(w1 @ w2) @ w3)
        x = jnp.tanh(jnp.tanh(x @ mixed) @ w1)
        return jnp.tanh(x @ w2) @ w3

    (batch,) = export.symbolic_shape("batch")
    shapes = (
        ShapeDtypeStruct((batch, 64), np.float32),
        [ShapeDtypeStruct(weight.shape, np.float32) for weight in weights],
    )
    return Model(function, (numbers(5, 64), weights), shapes)


def several_packs() -> Model:
    """Constants computed at loading, a loop that ends on convergence, and branches
    before, in and after the loop: IREE packs each part separately."""
    numbers = Numbers(7)
    # Halved, since the loop would amplify the last bit otherwise.
    wide, narrow, square = (
        numbers(*shape) / 2 for shape in ((96, 384), (384, 96), (96, 96))
    )

    def mix(x):
        a = jnp.tanh(x @ square)
        b = jnp.tanh(a @ wide)
        c = jnp.tanh(b @ narrow)
        d = jnp.tanh((c + a) @ wide)
        return jnp.tanh((d + b) @ narrow) + c

    def function(x, y):
        table = mix(jnp.tanh(square @ square))

        def step(state):
            count, x = state
            return count + 1, jnp.tanh(0.2 * mix(x) @ table) + 0.5 * y

        def goes_on(state):
            count, x = state
            return (count < 4) & (jnp.abs(x).max() < 100)

        _, x = lax.while_loop(goes_on, step, (0, mix(y) + x))
        return mix(x)

    flags = ("--iree-opt-const-eval=false",)
    return Model(function, (numbers(64, 96), numbers(64, 96)), flags=flags)


MODELS: dict[str, Callable[[], Model]] = {
    "mlp": mlp,
    "branchy-mlp": branchy_mlp,
    "unet": unet,
    "transformer-block": transformer_block,
    "random-dag": random_dag,
    "mobilenet-v2": mobilenet_v2,
    "dynamic-batch": dynamic_batch,
    "several-packs": several_packs,
}


def network(name: str, *image: int) -> Model:
    """A network of schedule/networks.py for pictures of the shape `image`."""
    numbers = Numbers(9)
    build = NETWORKS[name].build
    shapes = Parameters()
    jax.eval_shape(
        lambda x: build(JaxLayers(shapes), x), ShapeDtypeStruct(image, np.float32)
    )
    # By the number of inputs, so that values neither grow nor vanish.
    values = [
        numbers(*shape) * (10 / np.sqrt(np.prod(shape[:-1])) if len(shape) > 1 else 1)
        for shape in shapes.shapes
    ]
    values = [value.astype(np.float32) for value in values]

    def function(x, values):
        return build(JaxLayers(Parameters(values)), x)

    return Model(function, (numbers(*image), values))


# Networks with freedom for the order of ops, by name; smaller pictures than in the
# papers, except for cells.
ORDERED: dict[str, Callable[[], Model]] = {
    f"{name}-{image[1]}": lambda name=name, image=image: network(name, *image)
    for name, image in {
        "randwire-cell-a": (1, 32, 32, 78),
        "randwire-cell-c": (1, 32, 32, 78),
        "swiftnet": (1, 64, 64, 3),
        "darts-cell": (1, 28, 28, 192),
        "nasnet-mobile": (1, 64, 64, 3),
        "unet-plus-plus": (1, 64, 64, 3),
        "densenet121": (1, 64, 64, 3),
        "inception-v3": (1, 139, 139, 3),
    }.items()
}


def transformer() -> Model:
    """Eight consecutive blocks of attention and a wide layer."""
    numbers = Numbers(8)
    width, heads = 192, 4
    blocks = []
    for _ in range(8):
        # Smaller, since eight blocks would amplify the last bit otherwise.
        weights = {name: numbers(width, width) / 3 for name in "qkvo"}
        weights["up"] = numbers(width, 4 * width) / 3
        weights["down"] = numbers(4 * width, width) / 3
        blocks.append(weights)

    def function(x, blocks):
        for weights in blocks:
            x = attention_block(x, weights, heads)
        return x

    return Model(function, (numbers(1, 64, width), blocks))


def scanned_transformer() -> Model:
    """The same blocks with their weights stacked, as a loop over layers."""
    model = transformer()
    x, blocks = model.arguments
    stacks = {name: np.stack([block[name] for block in blocks]) for name in blocks[0]}

    def function(x, stacks):
        def step(x, weights):
            return attention_block(x, weights, heads=4), None

        return lax.scan(step, x, stacks)[0]

    return Model(function, (x, stacks))


def with_constants(model: Model) -> Model:
    """Returns the model with all arguments but the first as constants."""
    x, *weights = model.arguments

    def function(x):
        return model.function(x, *weights)

    return Model(function, (x,), flags=model.flags)


def to_stablehlo(model: Model) -> tuple[bytes, list[np.ndarray]]:
    """Returns the model as a portable StableHLO artifact, and the arguments of its
    `main`: JAX drops unused arguments."""
    jitted = jax.jit(model.function)
    exported = export.export(jitted, platforms=["cpu"])(
        *(model.shapes or model.arguments)
    )
    leaves = jax.tree.leaves(model.arguments)
    return exported.mlir_module_serialized, [
        leaves[index] for index in exported.module_kept_var_idx
    ]


def expected(model: Model) -> Sequence[np.ndarray]:
    """Returns JAX's results, by leaf."""
    return [np.asarray(x) for x in jax.tree.leaves(model.function(*model.arguments))]
