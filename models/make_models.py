#!/usr/bin/env python3
"""Writes the StableHLO texts of this folder again, with the pinned JAX.

    .venv/bin/python models/make_models.py [NAME ...] [--output-dir DIR]

Each maker below also works with memplace-import:

    memplace-import --jax models/make_models.py:resnet50 -o resnet50.memref.mlir

A maker returns a function and its arguments, as shapes: weights are arguments,
so a text has the program and none of its numbers.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, ShapeDtypeStruct, lax

Model = tuple[Callable[..., Array], tuple[Any, ...]]

BATCH_NORM_EPSILON = 1e-5
LAYER_NORM_EPSILON = 1e-12
# Per stage of ResNet-50: inner channels, outer channels, blocks, stride of the
# first block.
RESNET50_STAGES = (
    (64, 256, 3, 1),
    (128, 512, 4, 2),
    (256, 1024, 6, 2),
    (512, 2048, 3, 2),
)


def floats(*shape: int) -> ShapeDtypeStruct:
    """Returns the shape of an array of float32."""
    return ShapeDtypeStruct(shape, np.float32)


def linear_weights(inputs: int, outputs: int) -> tuple[Any, Any]:
    """Returns the shapes of a dense layer's matrix and bias."""
    return floats(inputs, outputs), floats(outputs)


def batch_norm_weights(channels: int) -> tuple[Any, ...]:
    """Returns the shapes of scale, bias, mean and variance."""
    return (floats(channels),) * 4


def linear(x: Array, weights: tuple[Array, Array]) -> Array:
    """Returns the dense layer's output for `x`."""
    return x @ weights[0] + weights[1]


def convolve(x: Array, kernel: Array, stride: int = 1) -> Array:
    """Returns the convolution of NHWC `x` with HWIO `kernel`, padded "SAME"."""
    return lax.conv_general_dilated(
        x, kernel, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def batch_norm(x: Array, weights: tuple[Array, ...]) -> Array:
    """Returns `x` normalised with the statistics of training."""
    scale, bias, mean, variance = weights
    return (x - mean) * lax.rsqrt(variance + BATCH_NORM_EPSILON) * scale + bias


def layer_norm(x: Array, scale: Array, bias: Array) -> Array:
    """Returns `x` normalised over its last dimension."""
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + LAYER_NORM_EPSILON) * scale + bias


def max_pool(x: Array, size: int, padding: str) -> Array:
    """Returns the maxima of windows `size` wide, two apart."""
    return lax.reduce_window(
        x, -jnp.inf, lax.max, (1, size, size, 1), (1, 2, 2, 1), padding
    )


def mlp() -> Model:
    """Three dense layers with ReLU and a softmax; batch 8."""
    weights = [
        linear_weights(64, 128),
        linear_weights(128, 128),
        linear_weights(128, 10),
    ]

    def f(weights: Any, x: Array) -> Array:
        for layer in weights[:-1]:
            x = jax.nn.relu(linear(x, layer))
        return jax.nn.softmax(linear(x, weights[-1]))

    return f, (weights, floats(8, 64))


def smallconv() -> Model:
    """Two convolutions with batch norm, a pooling and a dense layer; batch 2."""
    weights = [
        floats(3, 3, 3, 16),
        batch_norm_weights(16),
        floats(3, 3, 16, 32),
        batch_norm_weights(32),
        floats(32, 10),
    ]

    def f(weights: Any, x: Array) -> Array:
        x = jax.nn.relu(batch_norm(convolve(x, weights[0]), weights[1]))
        x = max_pool(x, 2, "VALID")
        x = jax.nn.relu(batch_norm(convolve(x, weights[2], 2), weights[3]))
        return x.mean((1, 2)) @ weights[4]

    return f, (weights, floats(2, 32, 32, 3))


def resnet50_block_weights(
    inputs: int, inner: int, outer: int, first: bool
) -> dict[str, Any]:
    """Returns the shapes of one bottleneck block; the first of a stage projects."""
    weights = {
        "c1": floats(1, 1, inputs, inner),
        "n1": batch_norm_weights(inner),
        "c2": floats(3, 3, inner, inner),
        "n2": batch_norm_weights(inner),
        "c3": floats(1, 1, inner, outer),
        "n3": batch_norm_weights(outer),
    }
    if first:
        weights["p"] = floats(1, 1, inputs, outer)
        weights["pn"] = batch_norm_weights(outer)
    return weights


def resnet50_block(x: Array, weights: dict[str, Any], stride: int) -> Array:
    """Returns the output of one bottleneck block."""
    y = jax.nn.relu(batch_norm(convolve(x, weights["c1"]), weights["n1"]))
    y = jax.nn.relu(batch_norm(convolve(y, weights["c2"], stride), weights["n2"]))
    y = batch_norm(convolve(y, weights["c3"]), weights["n3"])
    if "p" in weights:
        x = batch_norm(convolve(x, weights["p"], stride), weights["pn"])
    return jax.nn.relu(y + x)


def resnet50(size: int = 224) -> Model:
    """ResNet-50 for inference, batch 1, on `size` x `size` pixels."""
    blocks = []
    inputs = 64
    for inner, outer, count, _ in RESNET50_STAGES:
        for index in range(count):
            blocks.append(resnet50_block_weights(inputs, inner, outer, index == 0))
            inputs = outer
    weights = {
        "stem": floats(7, 7, 3, 64),
        "sbn": batch_norm_weights(64),
        "b": blocks,
        "fc": linear_weights(2048, 1000),
    }

    def f(weights: Any, x: Array) -> Array:
        x = jax.nn.relu(batch_norm(convolve(x, weights["stem"], 2), weights["sbn"]))
        x = max_pool(x, 3, "SAME")
        number = 0
        for _, _, count, stride in RESNET50_STAGES:
            for index in range(count):
                block = weights["b"][number]
                with jax.named_scope(f"block{number}"):
                    x = resnet50_block(x, block, stride if index == 0 else 1)
                number += 1
        return linear(x.mean((1, 2)), weights["fc"])

    return f, (weights, floats(1, size, size, 3))


def resnet50_32() -> Model:
    """ResNet-50 on 32 x 32 pixels: small enough to run in a test."""
    return resnet50(32)


def encoder_layer_weights(width: int, hidden: int) -> dict[str, Any]:
    """Returns the shapes of one transformer encoder layer."""
    norm = (floats(width), floats(width))
    weights: dict[str, Any] = {name: linear_weights(width, width) for name in "qkvo"}
    return weights | {
        "l1": norm,
        "f1": linear_weights(width, hidden),
        "f2": linear_weights(hidden, width),
        "l2": norm,
    }


def encoder_layer(x: Array, weights: dict[str, Any], heads: int) -> Array:
    """Returns the output of one transformer encoder layer, norms last."""
    batch, length, width = x.shape

    def split_heads(name: str) -> Array:
        y = linear(x, weights[name]).reshape(batch, length, heads, width // heads)
        return y.transpose(0, 2, 1, 3)

    q, k, v = split_heads("q"), split_heads("k"), split_heads("v")
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) / np.float32(np.sqrt(width // heads))
    mixed = jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, -1), v)
    mixed = mixed.transpose(0, 2, 1, 3).reshape(batch, length, width)
    # The bias is added last, as the texts of this folder have it.
    x = layer_norm(x + mixed @ weights["o"][0] + weights["o"][1], *weights["l1"])
    hidden = jax.nn.gelu(linear(x, weights["f1"]), approximate=True)
    return layer_norm(x + hidden @ weights["f2"][0] + weights["f2"][1], *weights["l2"])


def encoder(
    layers: int, width: int, heads: int, hidden: int, vocabulary: int, length: int
) -> Model:
    """Returns a transformer encoder on token ids; batch 1."""
    weights = {
        "tok": floats(vocabulary, width),
        "pos": floats(length, width),
        "ln": (floats(width), floats(width)),
        "L": [encoder_layer_weights(width, hidden) for _ in range(layers)],
    }

    def f(weights: Any, ids: Array) -> Array:
        x = weights["tok"][ids] + weights["pos"][None]
        x = layer_norm(x, *weights["ln"])
        for number, layer in enumerate(weights["L"]):
            with jax.named_scope(f"layer{number}"):
                x = encoder_layer(x, layer, heads)
        return x

    return f, (weights, ShapeDtypeStruct((1, length), np.int32))


def bert() -> Model:
    """BERT-base, 128 tokens."""
    return encoder(
        layers=12, width=768, heads=12, hidden=3072, vocabulary=30522, length=128
    )


def xfblock() -> Model:
    """One small transformer layer, 16 tokens."""
    return encoder(layers=1, width=64, heads=4, hidden=128, vocabulary=100, length=16)


MODELS = {
    maker.__name__: maker
    for maker in (mlp, smallconv, xfblock, resnet50, resnet50_32, bert)
}


def text_of(maker: Callable[[], Model], locations: bool = False) -> str:
    """Returns the StableHLO text of a model, whose function may be jitted already.

    With `locations`, the text has the names of arguments, and of each op the name and
    the innermost line, without the folder of the file.
    """
    jax.config.update("jax_traceback_in_locations_limit", 1)
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
    function, arguments = maker()
    jitted = function if hasattr(function, "lower") else jax.jit(function)
    return str(jitted.lower(*arguments).as_text(debug_info=locations))


def write_texts(texts: Mapping[str, Callable[[], str]], doc: str, folder: Path) -> int:
    """Writes the texts that the command line asks for, to `folder` if it does not say
    another; returns the exit code. `doc` is for --help."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all")
    parser.add_argument("--output-dir", type=Path, default=folder, metavar="DIR")
    options = parser.parse_args()
    for name in options.names:
        if name not in texts:
            parser.error(f"no model '{name}'; there are: {', '.join(texts)}")
    for name in options.names or texts:
        text = texts[name]()
        path = options.output_dir / f"{name}.stablehlo.mlir"
        path.write_text(text, encoding="utf-8")
        print(f"{path}: {len(text)} characters")
    return 0


def main() -> int:
    """Writes the texts asked for; returns the exit code."""
    texts = {
        name: partial(text_of, maker, locations=True) for name, maker in MODELS.items()
    }
    return write_texts(texts, __doc__, Path(__file__).parent)


if __name__ == "__main__":
    sys.exit(main())
