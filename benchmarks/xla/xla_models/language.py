# ===- language.py - Networks for text --------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Networks for text: whole texts at once (prefill), and token by token with the keys
and values of earlier tokens (decode)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn
from xla_models.blocks import (
    UNSEEN,
    angles,
    array,
    attend,
    gated,
    heads_of,
    indices,
    linear,
    mlp,
    rms_norm,
    rotate,
    self_attention,
)
from xla_programs import (
    F32,
    Array,
    Model,
    Program,
    Weights,
    dense,
    inference,
    layer_norm,
)


def bert(width: int, depth: int, heads: int, words: int = 30522) -> Model:
    """BERT with a classifier of two classes; large is (1024, 24, 16)."""

    def model(weight: Weights, tokens: Array) -> Array:
        x = weight(words, width)[tokens] + weight(512, width)[: tokens.shape[1]]
        x = layer_norm(weight, x)
        for _ in range(depth):
            x = layer_norm(weight, x + self_attention(weight, x, heads))
            x = layer_norm(weight, x + mlp(weight, x, (4 * width, width), nn.gelu))
        return dense(weight, jnp.tanh(dense(weight, x[:, 0], width)), 2)

    return model


def gpt(
    width: int, depth: int, heads: int, *, chunk: int = 0, words: int = 50257
) -> Model:
    """GPT-2 with its word embeddings as output layer. Returns scores of all tokens."""

    def model(weight: Weights, tokens: Array) -> Array:
        table = weight(words, width)
        x = table[tokens] + weight(tokens.shape[1], width)
        for _ in range(depth):
            y = layer_norm(weight, x)
            x = x + self_attention(weight, y, heads, causal=True, chunk=chunk)
            x = x + mlp(weight, layer_norm(weight, x), (4 * width, width), nn.gelu)
        return layer_norm(weight, x) @ table.T

    return model


@dataclass(frozen=True)
class Llama:
    """Sizes of a network like Llama.

    shared: heads of keys and values.
    inner: width of the feed-forward layers.
    experts: number of experts, two active per token; 0: a single layer for all.
    """

    width: int
    depth: int
    heads: int
    shared: int
    inner: int
    words: int
    experts: int = 0


LLAMA_1B = Llama(2048, 16, 32, 8, 8192, 128256)
# Layers with the shapes of 3B and 8B, as many as a chip of 8 GB holds beside its
# caches.
LLAMA_3B_PART = Llama(3072, 8, 24, 8, 8192, 128256)
LLAMA_8B_PART = Llama(4096, 6, 32, 8, 14336, 128256)
MIXTRAL_PART = Llama(2048, 4, 16, 8, 4096, 32000, experts=8)
# Many small experts.
SMALL_EXPERTS = Llama(1024, 8, 16, 4, 1408, 32000, experts=16)


def experts_of(weight: Weights, x: Array, sizes: Llama) -> Array:
    """A mixture of experts: each token goes to its two chosen experts if there is room:
    an expert takes up to a quarter more than its share."""
    tokens = x.reshape(-1, x.shape[-1])
    count, width = tokens.shape
    room = max(1, math.ceil(2.5 * count / sizes.experts))
    shares = nn.softmax(linear(weight, tokens, sizes.experts).astype(F32))
    best, chosen = lax.top_k(shares, 2)
    best = best / jnp.sum(best, -1, keepdims=True)
    sent = nn.one_hot(chosen, sizes.experts, dtype=F32)
    # First choices take precedence over second choices.
    queue = jnp.swapaxes(sent, 0, 1).reshape(-1, sizes.experts)
    places = (jnp.cumsum(queue, 0) - queue).reshape(2, count, -1)
    places = jnp.sum(jnp.swapaxes(places, 0, 1) * sent, -1)
    slots = nn.one_hot(places.astype(jnp.int32), room, dtype=x.dtype)
    to_slot = jnp.einsum("tke,tkc->tec", sent.astype(x.dtype), slots)
    weights = jnp.einsum(
        "tke,tkc->tec", (sent * best[..., None]).astype(x.dtype), slots
    )
    taken = jnp.einsum("tec,td->ecd", to_slot, tokens)
    wide = nn.silu(
        jnp.einsum("ecd,edf->ecf", taken, weight(sizes.experts, width, sizes.inner))
    ) * jnp.einsum("ecd,edf->ecf", taken, weight(sizes.experts, width, sizes.inner))
    done = jnp.einsum("ecf,efd->ecd", wide, weight(sizes.experts, sizes.inner, width))
    return jnp.einsum("tec,ecd->td", weights, done).reshape(x.shape)


def forward_of(weight: Weights, x: Array, sizes: Llama) -> Array:
    """The feed-forward layer, or the mixture of experts."""
    if sizes.experts:
        return experts_of(weight, x, sizes)
    return gated(weight, x, sizes.inner)


def projections(
    weight: Weights, x: Array, sizes: Llama, turns: tuple[Array, Array]
) -> tuple[Array, Array, Array]:
    """Queries, keys and values; the first two with rotary embeddings."""
    size = sizes.width // sizes.heads
    query = heads_of(linear(weight, x, sizes.width), sizes.heads)
    key = heads_of(linear(weight, x, sizes.shared * size), sizes.shared)
    value = heads_of(linear(weight, x, sizes.shared * size), sizes.shared)
    return rotate(query, turns), rotate(key, turns), value


def through_layers(
    weight: Weights, x: Array, sizes: Llama, chunk: int
) -> tuple[Array, list[Array]]:
    """All layers on whole texts, with their keys and values.

    chunk: queries at a time in attention.
    """
    turns = angles(0, x.shape[1], sizes.width // sizes.heads)
    kept = []
    for _ in range(sizes.depth):
        query, key, value = projections(weight, rms_norm(weight, x), sizes, turns)
        mixed = attend(query, key, value, causal=True, chunk=chunk)
        x = x + linear(weight, mixed, sizes.width)
        x = x + forward_of(weight, rms_norm(weight, x), sizes)
        kept += [key, value]
    return x, kept


def prefill(sizes: Llama, chunk: int) -> Model:
    """Scores of the token after the last, and the keys and values of all layers.

    chunk: queries at a time in attention.
    """

    def model(weight: Weights, tokens: Array) -> Any:
        x = weight(sizes.words, sizes.width)[tokens]
        x, kept = through_layers(weight, x, sizes, chunk)
        return linear(weight, rms_norm(weight, x[:, -1]), sizes.words), kept

    return model


def layers(sizes: Llama, chunk: int) -> Model:
    """Only the layers between words and scores, as on one of several chips.

    chunk: queries at a time in attention.
    """

    def model(weight: Weights, x: Array) -> Array:
        return through_layers(weight, x, sizes, chunk)[0]

    return model


def attend_before(
    query: Array, key: Array, value: Array, place: Array, old: Sequence[Array]
) -> tuple[Array, list[Array]]:
    """Attention of one token of each text at `place` to itself and to earlier tokens,
    whose keys and values are in `old`; also returns the updated keys and values."""
    batch, _, heads, size = query.shape
    length, shared = old[0].shape[1:3]
    keys, values = (
        lax.dynamic_update_slice(cache, new, (0, place, 0, 0))
        for cache, new in zip(old, (key, value))
    )
    groups = query.reshape(batch, shared, heads // shared, size)
    scores = jnp.einsum("bkgd,bskd->bkgs", groups, keys).astype(F32)
    seen = jnp.arange(length) <= place
    scores = jnp.where(seen, scores / math.sqrt(size), UNSEEN)
    shares = nn.softmax(scores).astype(query.dtype)
    mixed = jnp.einsum("bkgs,bskd->bkgd", shares, values)
    return mixed.reshape(batch, 1, heads * size), [keys, values]


def with_caches(
    model: Model, batch: int, caches: Sequence[jax.ShapeDtypeStruct]
) -> Program:
    """A model of tokens, their place, and caches, which are donated and updated."""
    function, arguments = inference(model, indices(batch), indices(), list(caches))
    return jax.jit(function, donate_argnums=3), arguments


def decode(sizes: Llama, batch: int, length: int) -> Program:
    """One token of each of `batch` texts, with keys and values of up to `length`
    earlier tokens."""
    size = sizes.width // sizes.heads

    def model(weight: Weights, tokens: Array, place: Array, caches: list[Array]) -> Any:
        x = weight(sizes.words, sizes.width)[tokens][:, None, :]
        turns = angles(place.astype(F32), 1, size)
        updated: list[Array] = []
        for number in range(sizes.depth):
            old = caches[2 * number : 2 * number + 2]
            parts = projections(weight, rms_norm(weight, x), sizes, turns)
            mixed, new = attend_before(*parts, place, old)
            x = x + linear(weight, mixed, sizes.width)
            x = x + forward_of(weight, rms_norm(weight, x), sizes)
            updated += new
        return linear(weight, rms_norm(weight, x[:, 0]), sizes.words), updated

    cache = array(batch, length, sizes.shared, size)
    return with_caches(model, batch, [cache] * (2 * sizes.depth))


def gpt_decode(
    width: int, depth: int, heads: int, batch: int, length: int, words: int = 50257
) -> Program:
    """A decoding step of GPT-2."""

    def model(weight: Weights, tokens: Array, place: Array, caches: list[Array]) -> Any:
        table = weight(words, width)
        x = (table[tokens] + weight(length, width)[place])[:, None, :]
        updated: list[Array] = []
        for number in range(depth):
            y = layer_norm(weight, x)
            parts = (heads_of(dense(weight, y, width), heads) for _ in range(3))
            old = caches[2 * number : 2 * number + 2]
            mixed, new = attend_before(*parts, place, old)
            x = x + dense(weight, mixed, width)
            x = x + mlp(weight, layer_norm(weight, x), (4 * width, width), nn.gelu)
            updated += new
        return layer_norm(weight, x[:, 0]) @ table.T, updated

    cache = array(batch, length, heads, width // heads)
    return with_caches(model, batch, [cache] * (2 * depth))


def attend_source(query: Array, key: Array, value: Array) -> Array:
    """Attention of one token of each text to all encoded positions."""
    batch, _, heads, size = query.shape
    scores = jnp.einsum("bhd,bshd->bhs", query[:, 0], key).astype(F32)
    shares = nn.softmax(scores / math.sqrt(size)).astype(query.dtype)
    mixed = jnp.einsum("bhs,bshd->bhd", shares, value)
    return mixed.reshape(batch, 1, heads * size)


def whisper_decode(
    width: int,
    depth: int,
    heads: int,
    batch: int,
    length: int,
    source: int,
    words: int = 51865,
) -> Program:
    """One token of each text that Whisper's decoder transcribes from `source` positions
    of sound with known keys and values, and with those of up to `length` earlier
    tokens."""

    def model(weight: Weights, tokens: Array, place: Array, caches: list[Array]) -> Any:
        table = weight(words, width)
        x = (table[tokens] + weight(length, width)[place])[:, None, :]
        kept: list[Array] = []
        for number in range(depth):
            *old, heard, told = caches[4 * number : 4 * number + 4]
            y = layer_norm(weight, x)
            parts = (heads_of(dense(weight, y, width), heads) for _ in range(3))
            mixed, new = attend_before(*parts, place, old)
            x = x + dense(weight, mixed, width)
            query = heads_of(dense(weight, layer_norm(weight, x), width), heads)
            x = x + dense(weight, attend_source(query, heard, told), width)
            x = x + mlp(weight, layer_norm(weight, x), (4 * width, width), nn.gelu)
            kept += [*new, heard, told]
        return layer_norm(weight, x[:, 0]) @ table.T, kept

    size = width // heads
    own, other = array(batch, length, heads, size), array(batch, source, heads, size)
    return with_caches(model, batch, [own, own, other, other] * depth)
