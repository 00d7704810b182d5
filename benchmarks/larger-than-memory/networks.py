# ===- networks.py - Networks that people run, with random weights --------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Decoders with a cache of keys and values, BERT-large, VGG-16 and a mixture of experts,
in JAX: functions of inputs and, as the last argument, weights by name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

Network = tuple[Callable[..., Any], tuple[Any, ...]]
Weights = dict[str, Any]


def linear(x: Any, w: Any) -> Any:
    """Returns x w^T in f32 for rows x and a weight of any type, in PyTorch's layout."""
    return jnp.einsum("tk,nk->tn", x.astype(w.dtype), w).astype(x.dtype)


def shapes_of(shapes: dict[str, tuple[int, ...]], dtype: str) -> Weights:
    return {name: jax.ShapeDtypeStruct(shape, dtype) for name, shape in shapes.items()}


@dataclass(frozen=True)
class Decoder:
    """The shape of a Llama, or of a Mixtral with experts."""

    layers: int
    width: int
    inner: int
    heads: int
    groups: int
    """Heads of keys and values."""
    words: int
    dtype: str = "float32"
    context: int = 256
    """Tokens that the cache has room for."""
    experts: int = 0
    chosen: int = 2
    """Experts of a token."""

    @property
    def head_size(self) -> int:
        return self.width // self.heads

    def layer_shapes(self) -> dict[str, tuple[int, ...]]:
        """Returns the shapes of a layer's weights."""
        groups = self.groups * self.head_size
        stack = (self.experts,) if self.experts else ()
        shapes = {
            "attention_norm": (self.width,),
            "q": (self.width, self.width),
            "k": (groups, self.width),
            "v": (groups, self.width),
            "o": (self.width, self.width),
            "norm": (self.width,),
            "gate": (*stack, self.inner, self.width),
            "up": (*stack, self.inner, self.width),
            "down": (*stack, self.width, self.inner),
        }
        if self.experts:
            shapes["router"] = (self.experts, self.width)
        return shapes

    def weights(self, stacked: bool = False) -> Weights:
        """Returns the shapes of all weights; those of layers separately or as stacks."""
        parts = self.layer_shapes().items()
        shapes: dict[str, tuple[int, ...]] = {"embed": (self.words, self.width)}
        if stacked:
            shapes |= {name: (self.layers, *shape) for name, shape in parts}
        for layer in range(0 if stacked else self.layers):
            shapes |= {f"{layer}.{name}": shape for name, shape in parts}
        shapes["final_norm" if stacked else "norm"] = (self.width,)
        shapes["head"] = (self.words, self.width)
        return shapes_of(shapes, self.dtype)

    def cache(self) -> Any:
        """Shape of the keys, or values, of all layers."""
        shape = (self.layers, self.context, self.groups, self.head_size)
        return jax.ShapeDtypeStruct(shape, "float32")


def normalise(x: Any, scale: Any) -> Any:
    variance = jnp.mean(x * x, axis=-1, keepdims=True)
    return x * jax.lax.rsqrt(variance + 1e-6) * scale.astype(x.dtype)


def rotate(x: Any, positions: Any) -> Any:
    """Rotary embedding of [token, head, number]."""
    size = x.shape[-1]
    frequencies = (10000.0 ** (-np.arange(0, size, 2) / size)).astype(np.float32)
    angles = positions.astype(jnp.float32)[:, None] * frequencies
    angles = jnp.concatenate([angles, angles], axis=-1)[:, None]
    turned = jnp.concatenate([-x[..., size // 2 :], x[..., : size // 2]], axis=-1)
    return x * jnp.cos(angles) + turned * jnp.sin(angles)


def attend(query: Any, keys: Any, values: Any, bias: Any) -> Any:
    """Attention of [token, head, number] with fewer heads of keys and values."""
    tokens, heads, size = query.shape
    groups = keys.shape[1]
    query = query.reshape(tokens, groups, heads // groups, size)
    scores = jnp.einsum("tghd,sgd->ghts", query, keys) / np.float32(size**0.5)
    shares = jax.nn.softmax(scores + bias, axis=-1)
    return jnp.einsum("ghts,sgd->tghd", shares, values).reshape(tokens, -1)


def feed_forward(y: Any, gate: Any, up: Any, down: Any) -> Any:
    return linear(jax.nn.silu(linear(y, gate)) * linear(y, up), down)


def mix_experts(y: Any, get: Callable[[str], Any], chosen: int) -> Any:
    """The mixture of experts chosen by a router for one token."""
    scores, experts = jax.lax.top_k(linear(y, get("router"))[0], chosen)
    shares = jax.nn.softmax(scores)
    out = jnp.zeros_like(y)
    for number in range(chosen):
        expert = experts[number]
        parts = (get(name)[expert] for name in ("gate", "up", "down"))
        out = out + shares[number] * feed_forward(y, *parts)
    return out


def decode_layer(
    shape: Decoder, x: Any, get: Callable[[str], Any], cache: Any, where: Any
) -> tuple[Any, Any]:
    """Returns the result of a layer for its tokens, and their keys and values."""
    positions, bias = where
    split = (len(positions), -1, shape.head_size)
    y = normalise(x, get("attention_norm"))
    query = rotate(linear(y, get("q")).reshape(split), positions)
    key = rotate(linear(y, get("k")).reshape(split), positions)
    value = linear(y, get("v")).reshape(split)
    all_keys = jnp.concatenate([cache[0], key])
    all_values = jnp.concatenate([cache[1], value])
    x = x + linear(attend(query, all_keys, all_values, bias), get("o"))
    y = normalise(x, get("norm"))
    if shape.experts:
        return x + mix_experts(y, get, shape.chosen), (key, value)
    return x + feed_forward(y, get("gate"), get("up"), get("down")), (key, value)


def make_decoder(shape: Decoder, tokens: int, scanned: bool = False) -> Network:
    """Returns a step of a decoder for `tokens` tokens at once. The new keys and values
    are results, which the caller puts into the cache. Scanned layers are a loop over
    stacks of their weights."""

    def run(token: Any, position: Any, keys: Any, values: Any, weights: Weights) -> Any:
        positions = position + jnp.arange(tokens)
        old = jnp.where(jnp.arange(shape.context) < position, 0.0, -1e30)
        old = jnp.broadcast_to(old, (tokens, shape.context))
        new = np.triu(np.full((tokens, tokens), -1e30, np.float32), 1)
        where = positions, jnp.concatenate([old, new], axis=-1)
        x = weights["embed"][token].astype(jnp.float32)
        added = []

        def apply(x: Any, layer: Any) -> Any:
            get, *cache = layer
            return decode_layer(shape, x, get.__getitem__, cache, where)

        for layer in range(0 if scanned else shape.layers):
            start = f"{layer}."
            own = {
                name[len(start) :]: w
                for name, w in weights.items()
                if name.startswith(start)
            }
            x, new_cache = apply(x, (own, keys[layer], values[layer]))
            added.append(new_cache)
        if scanned:
            stacks = {name: weights[name] for name in shape.layer_shapes()}
            x, stacked = jax.lax.scan(apply, x, (stacks, keys, values))
        else:
            stacked = tuple(jnp.stack(parts) for parts in zip(*added))
        last = normalise(x[-1:], weights["final_norm" if scanned else "norm"])
        return linear(last, weights["head"])[0], *stacked

    number = jax.ShapeDtypeStruct((), "int32")
    token = jax.ShapeDtypeStruct((tokens,), "int32")
    return run, (token, number, shape.cache(), shape.cache(), shape.weights(scanned))


def standardise(x: Any, scale: Any, shift: Any) -> Any:
    mean = jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean((x - mean) ** 2, axis=-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-12) * scale + shift


def make_bert(layers: int, width: int, heads: int, words: int, tokens: int) -> Network:
    """Returns an encoder like BERT's, without its pooler."""
    shapes: dict[str, tuple[int, ...]] = {
        "words": (words, width),
        "positions": (512, width),
        "types": (2, width),
        "norm.scale": (width,),
        "norm.shift": (width,),
    }
    for layer in range(layers):
        for name in "qkvo":
            shapes[f"{layer}.{name}"] = (width, width)
            shapes[f"{layer}.{name}.bias"] = (width,)
        for name in ("attention_norm", "norm"):
            shapes[f"{layer}.{name}.scale"] = (width,)
            shapes[f"{layer}.{name}.shift"] = (width,)
        shapes[f"{layer}.up"] = (4 * width, width)
        shapes[f"{layer}.up.bias"] = (4 * width,)
        shapes[f"{layer}.down"] = (width, 4 * width)
        shapes[f"{layer}.down.bias"] = (width,)

    def run(token: Any, kind: Any, weights: Weights) -> Any:
        x = weights["words"][token] + weights["positions"][:tokens]
        x = x + weights["types"][kind]
        x = standardise(x, weights["norm.scale"], weights["norm.shift"])
        for layer in range(layers):

            def apply(name: str, y: Any, layer: int = layer) -> Any:
                bias = weights[f"{layer}.{name}.bias"]
                return linear(y, weights[f"{layer}.{name}"]) + bias

            def norm(name: str, y: Any, layer: int = layer) -> Any:
                scale = weights[f"{layer}.{name}.scale"]
                return standardise(y, scale, weights[f"{layer}.{name}.shift"])

            parts = [apply(name, x).reshape(tokens, heads, -1) for name in "qkv"]
            mixed = attend(*parts, np.float32(0))
            x = norm("attention_norm", x + apply("o", mixed))
            inner = jax.nn.gelu(apply("up", x), approximate=True)
            x = norm("norm", x + apply("down", inner))
        return x

    token = jax.ShapeDtypeStruct((tokens,), "int32")
    return run, (token, token, shapes_of(shapes, "float32"))


def make_vgg(side: int, channels: tuple[int, ...], wide: int) -> Network:
    """Returns a network like VGG-16: 13 convolutions in five groups and three products."""
    counts = (2, 2, 3, 3, 3)
    shapes: dict[str, tuple[int, ...]] = {}
    before = 3
    for group, count in enumerate(counts):
        for number in range(count):
            shapes[f"{group}.{number}"] = (3, 3, before, channels[group])
            shapes[f"{group}.{number}.bias"] = (channels[group],)
            before = channels[group]
    flat = before * (side // 32) ** 2
    for number, pair in enumerate(((wide, flat), (wide, wide), (1000, wide))):
        shapes[f"dense.{number}"] = pair
        shapes[f"dense.{number}.bias"] = pair[:1]

    def run(x: Any, weights: Weights) -> Any:
        layout = ("NHWC", "HWIO", "NHWC")
        for group, count in enumerate(counts):
            for number in range(count):
                x = jax.lax.conv_general_dilated(
                    x, weights[f"{group}.{number}"], (1, 1), "SAME", None, None, layout
                )
                x = jax.nn.relu(x + weights[f"{group}.{number}.bias"])
            window = (1, 2, 2, 1)
            x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, window, window, "VALID")
        x = x.reshape(1, -1)
        for number in range(3):
            x = linear(x, weights[f"dense.{number}"]) + weights[f"dense.{number}.bias"]
            x = jax.nn.relu(x) if number < 2 else x
        return x

    image = jax.ShapeDtypeStruct((1, side, side, 3), "float32")
    return run, (image, shapes_of(shapes, "float32"))


LLAMA = Decoder(8, 1024, 2816, 16, 16, 16384)
LLAMA_BF16 = Decoder(12, 2048, 5632, 32, 4, 32000, "bfloat16")
TINY = Decoder(2, 128, 256, 4, 2, 256, context=16)
MIXTURE = Decoder(4, 768, 2048, 12, 12, 8192, experts=8)


def llama() -> Network:
    """A Llama of 8 layers, one token a call, with a cache of 256 tokens that the caller
    has."""
    return make_decoder(LLAMA, 1)


def llama_scan() -> Network:
    """The Llama in f32, one token a call, as `lax.scan` over stacks of its 8 layers'
    weights."""
    return make_decoder(LLAMA, 1, scanned=True)


def llama_bf16() -> Network:
    """TinyLlama's shape with 12 of its 22 layers in bf16, one token a call, with a cache
    of 256 tokens that the caller has. Products widen weights 4 MiB at a time."""
    return make_decoder(LLAMA_BF16, 1)


def prefill() -> Network:
    """The Llama in f32 with 128 tokens a call."""
    return make_decoder(LLAMA, 128)


def bert() -> Network:
    """BERT-large, 64 tokens."""
    return make_bert(24, 1024, 16, 30522, 64)


def vgg() -> Network:
    """VGG-16, one image of 224 x 224: 13 convolutions that take long, then three
    products of 411, 67 and 16 MB."""
    return make_vgg(224, (64, 128, 256, 512, 512), 4096)


def mixture() -> Network:
    """A decoder of 4 layers with 8 experts each. A router chooses 2 experts of a layer
    for the token of a call, so a call needs a quarter of the experts' weights."""
    return make_decoder(MIXTURE, 1)


def tiny_decoder() -> Network:
    """For tests."""
    return make_decoder(TINY, 1)


def tiny_scan() -> Network:
    """For tests."""
    return make_decoder(TINY, 1, scanned=True)


def tiny_mixture() -> Network:
    """For tests."""
    return make_decoder(Decoder(2, 128, 256, 4, 4, 256, context=16, experts=4), 1)


def tiny_bert() -> Network:
    """For tests."""
    return make_bert(2, 128, 4, 256, 8)


def tiny_vgg() -> Network:
    """For tests."""
    return make_vgg(32, (4, 4, 8, 8, 8), 64)


NETWORKS = {
    function.__name__: function
    for function in (
        llama,
        llama_scan,
        llama_bf16,
        prefill,
        bert,
        vgg,
        mixture,
        tiny_decoder,
        tiny_scan,
        tiny_mixture,
        tiny_bert,
        tiny_vgg,
    )
}
