# ===- relations.py - Networks for tables, graphs and molecules -------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Networks for recommendation tables, for graphs and meshes, and for proteins; and a
radiance field."""

import math
from collections.abc import Sequence

import jax
import jax.numpy as jnp
from jax import nn
from xla_models.blocks import attend, heads_of, linear, mlp
from xla_programs import F32, Array, Model, Weights, dense, layer_norm

# Recommendation.


def dlrm(
    rows: Sequence[int], width: int, bottom: Sequence[int], top: Sequence[int]
) -> Model:
    """DLRM: a row of each table, and products of all pairs of rows.

    rows: of each table of embeddings.
    bottom, top: widths of the layers before and after the products.
    """

    def model(weight: Weights, numbers: Array, categories: Array) -> Array:
        x = mlp(weight, numbers, (*bottom, width))
        found = [
            weight(count, width)[categories[:, table]]
            for table, count in enumerate(rows)
        ]
        vectors = jnp.stack([x, *found], 1)
        products = jnp.einsum("bid,bjd->bij", vectors, vectors)
        x = jnp.concatenate([x, products.reshape(x.shape[0], -1)], -1)
        return mlp(weight, x, (*top, 2))

    return model


def cross_network(rows: Sequence[int], width: int, layers: int) -> Model:
    """DCN-v2: products of all features with themselves, layer by layer, beside a deep
    network."""

    def model(weight: Weights, numbers: Array, categories: Array) -> Array:
        found = [
            weight(count, width)[categories[:, table]]
            for table, count in enumerate(rows)
        ]
        first = x = deep = jnp.concatenate([numbers, *found], -1)
        for _ in range(layers):
            low = linear(weight, x, 512)
            x = first * dense(weight, low, first.shape[-1]) + x
        deep = nn.relu(mlp(weight, deep, (1024,) * layers))
        return mlp(weight, jnp.concatenate([x, deep], -1), (512, 2))

    return model


# Graphs: features of nodes, and for each edge its source and target nodes.


def sums_at(values: Array, targets: Array, count: int) -> Array:
    """Sums the values of the edges into each node."""
    return jax.ops.segment_sum(values, targets, count)


def molecules(width: int, layers: int) -> Model:
    """A message-passing network on many small graphs [graphs, nodes, features], with
    features of all pairs of nodes [graphs, nodes, nodes, features]."""

    def model(weight: Weights, nodes: Array, pairs: Array) -> Array:
        nodes, pairs = dense(weight, nodes, width), dense(weight, pairs, width)
        for _ in range(layers):
            y = layer_norm(weight, nodes)
            met = (
                linear(weight, y, width)[:, :, None] + linear(weight, y, width)[:, None]
            )
            pairs = nn.relu(pairs + met + dense(weight, pairs, width))
            gates = nn.sigmoid(pairs)
            sent = jnp.sum((gates * linear(weight, y, width)[:, None]).astype(F32), 2)
            sent = sent / (jnp.sum(gates.astype(F32), 2) + 1e-6)
            nodes = nodes + dense(weight, sent.astype(nodes.dtype), width)
            nodes = nodes + mlp(weight, layer_norm(weight, nodes), (2 * width, width))
        return mlp(weight, jnp.mean(nodes, 1), (width, 1))

    return model


def mesh_graph(width: int, layers: int) -> Model:
    """MeshGraphNet: edges learn from their nodes, and nodes from their edges."""

    def update(weight: Weights, *parts: Array) -> Array:
        y = mlp(weight, jnp.concatenate(parts, -1), (width, width, width))
        return layer_norm(weight, y)

    def model(
        weight: Weights, nodes: Array, edges: Array, sources: Array, targets: Array
    ) -> Array:
        count = nodes.shape[0]
        nodes, edges = update(weight, nodes), update(weight, edges)
        for _ in range(layers):
            edges = edges + update(weight, edges, nodes[sources], nodes[targets])
            met = sums_at(edges.astype(F32), targets, count).astype(nodes.dtype)
            nodes = nodes + update(weight, nodes, met)
        return mlp(weight, nodes, (width, 3))

    return model


# Proteins.


def gated_attention(weight: Weights, x: Array, bias: Array | None, heads: int) -> Array:
    """Gated attention along the second to last dimension; the others are a batch."""
    shape, width = x.shape, x.shape[-1]
    flat = x.reshape(-1, *shape[-2:])
    query, key, value = (heads_of(linear(weight, flat, width), heads) for _ in range(3))
    if bias is None:
        mixed = attend(query, key, value)
    else:
        scores = jnp.einsum("bqhd,bkhd->bhqk", query, key).astype(F32)
        scores = scores / math.sqrt(width // heads) + bias
        shares = nn.softmax(scores).astype(x.dtype)
        mixed = jnp.einsum("bhqk,bkhd->bqhd", shares, value).reshape(flat.shape)
    gate = nn.sigmoid(dense(weight, flat, width))
    return dense(weight, gate * mixed, width).reshape(shape)


def pair_bias(weight: Weights, pairs: Array, heads: int) -> Array:
    """Contributions of pairs of residues to the scores, [heads, queries, keys]."""
    return jnp.moveaxis(linear(weight, pairs, heads), -1, 0).astype(F32)


def triangle(weight: Weights, pairs: Array, outgoing: bool) -> Array:
    """Triangle update: a pair learns from both other sides of all triangles."""
    width = pairs.shape[-1]
    x = layer_norm(weight, pairs)
    one, other = (
        nn.sigmoid(dense(weight, x, width)) * dense(weight, x, width) for _ in range(2)
    )
    sides = "ikc,jkc->ijc" if outgoing else "kic,kjc->ijc"
    y = layer_norm(weight, jnp.einsum(sides, one, other))
    return nn.sigmoid(dense(weight, x, width)) * dense(weight, y, width)


def evoformer(blocks: int) -> Model:
    """AlphaFold's Evoformer, on related sequences [sequences, residues, channels] and
    pairs of residues."""

    def block(weight: Weights, rows: Array, pairs: Array) -> tuple[Array, Array]:
        bias = pair_bias(weight, layer_norm(weight, pairs), 8)
        rows = rows + gated_attention(weight, layer_norm(weight, rows), bias, 8)
        columns = jnp.swapaxes(layer_norm(weight, rows), 0, 1)
        columns = gated_attention(weight, columns, None, 8)
        rows = rows + jnp.swapaxes(columns, 0, 1)
        width = rows.shape[-1]
        rows = rows + mlp(weight, layer_norm(weight, rows), (4 * width, width))
        x = layer_norm(weight, rows)
        left, right = linear(weight, x, 32), linear(weight, x, 32)
        outer = jnp.einsum("sic,sjd->ijcd", left, right) / rows.shape[0]
        pairs = pairs + dense(
            weight, outer.reshape(*pairs.shape[:2], -1), pairs.shape[-1]
        )
        pairs = pairs + triangle(weight, pairs, True)
        pairs = pairs + triangle(weight, pairs, False)
        for turned in (False, True):
            x = jnp.swapaxes(pairs, 0, 1) if turned else pairs
            x = layer_norm(weight, x)
            x = gated_attention(weight, x, pair_bias(weight, x, 4), 4)
            pairs = pairs + (jnp.swapaxes(x, 0, 1) if turned else x)
        width = pairs.shape[-1]
        return rows, pairs + mlp(weight, layer_norm(weight, pairs), (4 * width, width))

    def model(weight: Weights, rows: Array, pairs: Array) -> tuple[Array, Array]:
        for _ in range(blocks):
            rows, pairs = block(weight, rows, pairs)
        return rows, pairs

    return model


# Light.


def radiance_field(width: int, layers: int) -> Model:
    """NeRF's network: colour and density at points, seen from directions."""

    def waves(x: Array, count: int) -> Array:
        turns = x[..., None] * (2.0 ** jnp.arange(count, dtype=F32)).astype(x.dtype)
        both = jnp.concatenate([jnp.sin(turns), jnp.cos(turns)], -1)
        return jnp.concatenate([x, both.reshape(*x.shape[:-1], -1)], -1)

    def model(weight: Weights, points: Array, directions: Array) -> Array:
        first = waves(points, 10)
        x = first
        for number in range(layers):
            if number == layers // 2:
                x = jnp.concatenate([x, first], -1)
            x = nn.relu(dense(weight, x, width))
        density = nn.softplus(dense(weight, x, 1))
        seen = jnp.concatenate([dense(weight, x, width), waves(directions, 4)], -1)
        colour = nn.sigmoid(mlp(weight, seen, (width // 2, 3)))
        return jnp.concatenate([colour, density], -1)

    return model
