# ===- networks.py - Networks with irregular graphs --------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Networks for images whose graphs leave much freedom to an order, from their published
descriptions. Each function takes layers (JaxLayers or NodeLayers) and an image, and
returns the results. The order of the layers is the usual one of each network's code."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Value = Any
Layers = Any


def separable(net: Layers, x: Value, channels: int, stride: int = 1) -> Value:
    """A 3 x 3 convolution of each channel, then one of all channels with 1 x 1."""
    y = net.conv(x, 0, 3, stride, depthwise=True)
    return net.conv(y, channels, 1)


def watts_strogatz(nodes: int, near: int, chance: float, seed: int) -> list[list[int]]:
    """Returns the predecessors of each node of a random small-world graph.

    A ring where each node has edges to `near` neighbours; each edge moves with
    probability `chance`. Edges point from the lower to the higher number.
    """
    draw = random.Random(seed)
    edges = {
        frozenset((node, (node + distance) % nodes))
        for distance in range(1, near // 2 + 1)
        for node in range(nodes)
    }
    for distance in range(1, near // 2 + 1):
        for node in range(nodes):
            old = frozenset((node, (node + distance) % nodes))
            if draw.random() >= chance or old not in edges:
                continue
            free = [
                other
                for other in range(nodes)
                if other != node and frozenset((node, other)) not in edges
            ]
            if not free:
                continue
            edges.remove(old)
            edges.add(frozenset((node, draw.choice(free))))
    return [
        sorted(min(edge) for edge in edges if max(edge) == node)
        for node in range(nodes)
    ]


def random_stage(
    net: Layers, x: Value, channels: int, seed: int, nodes: int = 32
) -> Value:
    """A stage of RandWire: WS(4, 0.75), separable convolutions, weighted sums."""
    before = watts_strogatz(nodes, 4, 0.75, seed)
    used = {node for inputs in before for node in inputs}
    values: list[Value] = []
    for inputs in before:
        if inputs:
            y = net.weighted_sum([values[node] for node in inputs])
            values.append(separable(net, y, channels))
        else:
            values.append(separable(net, net.relu(x), channels, 2))
    return net.add([values[node] for node in range(nodes) if node not in used])


def randwire(net: Layers, x: Value, seed: int) -> Value:
    """RandWire (Xie et al. 2019), small regime: 32 nodes in each stage, C = 78."""
    x = net.conv(x, 39, 3, 2, relu=True)
    x = net.conv(x, 78, 3, 2)
    for stage in range(3):
        x = random_stage(net, x, 78 << stage, 10 * seed + stage)
    x = net.conv(net.relu(x), 1280, 1, relu=True)
    return net.dense(net.average(x), 1000)


def swiftnet_cell(net: Layers, x: Value, channels: int, nodes: int, seed: int) -> Value:
    """A cell in the form of SwiftNet (Cheng et al. 2019) as SERENITY describes it:
    about 20 layers of 1 x 1 convolutions, convolutions of each channel, and joins.

    The papers show the graphs only as pictures. Here the graph is a sparse random small
    world. A node joins earlier nodes by channels, and is an inverted bottleneck: three
    times as many channels, a convolution of each channel, and as many as before.
    """
    before = watts_strogatz(nodes, 2, 0.75, seed)
    used = {node for inputs in before for node in inputs}
    values: list[Value] = []
    for inputs in before:
        y = net.concat([values[node] for node in inputs]) if inputs else x
        y = net.conv(y, 3 * channels, 1, relu=True)
        y = net.conv(y, 0, 3, depthwise=True, relu=True)
        values.append(net.conv(y, channels, 1))
    return net.concat([values[node] for node in range(nodes) if node not in used])


SWIFTNET = {"a": (6, 16, 1), "b": (6, 32, 2), "c": (7, 64, 3)}


def swiftnet(net: Layers, x: Value) -> Value:
    """Three cells in the form of SwiftNet, about 21, 19 and 22 layers, for 128 x 128."""
    x = net.conv(x, 16, 3, 2, relu=True)
    for nodes, channels, seed in SWIFTNET.values():
        x = swiftnet_cell(net, x, channels, nodes, seed)
        x = net.pool(net.conv(x, 2 * channels, 1, relu=True), "max", 2, 2)
    return net.dense(net.average(x), 2)


@dataclass(frozen=True)
class Genotype:
    """Two cells. Each pair of entries of `normal` and `reduce` makes a state: the sum
    of two ops on earlier states. States 0 and 1 are the results of the two previous
    cells."""

    normal: tuple[tuple[str, int], ...]
    normal_concat: tuple[int, ...]
    reduce: tuple[tuple[str, int], ...]
    reduce_concat: tuple[int, ...]


DARTS_V2 = Genotype(
    normal=(
        ("sep_3", 0),
        ("sep_3", 1),
        ("sep_3", 0),
        ("sep_3", 1),
        ("sep_3", 1),
        ("skip", 0),
        ("skip", 0),
        ("dil_3", 2),
    ),
    normal_concat=(2, 3, 4, 5),
    reduce=(
        ("max", 0),
        ("max", 1),
        ("skip", 2),
        ("max", 1),
        ("max", 0),
        ("skip", 2),
        ("skip", 2),
        ("max", 1),
    ),
    reduce_concat=(2, 3, 4, 5),
)

NASNET_A = Genotype(
    normal=(
        ("sep_5", 1),
        ("sep_3", 0),
        ("sep_5", 0),
        ("sep_3", 0),
        ("avg", 1),
        ("skip", 0),
        ("avg", 0),
        ("avg", 0),
        ("sep_3", 1),
        ("skip", 1),
    ),
    normal_concat=(0, 2, 3, 4, 5, 6),
    reduce=(
        ("sep_5", 1),
        ("sep_7", 0),
        ("max", 1),
        ("sep_7", 0),
        ("avg", 1),
        ("sep_5", 0),
        ("skip", 3),
        ("avg", 2),
        ("sep_3", 2),
        ("max", 1),
    ),
    reduce_concat=(3, 4, 5, 6),
)

AMOEBANET_A = Genotype(
    normal=(
        ("avg", 0),
        ("max", 1),
        ("sep_3", 0),
        ("sep_5", 2),
        ("sep_3", 0),
        ("avg", 3),
        ("sep_3", 1),
        ("skip", 1),
        ("skip", 0),
        ("avg", 1),
    ),
    normal_concat=(4, 5, 6),
    reduce=(
        ("avg", 0),
        ("sep_3", 1),
        ("max", 0),
        ("sep_7", 2),
        ("sep_7", 0),
        ("avg", 1),
        ("max", 0),
        ("max", 1),
        ("conv_7x1_1x7", 0),
        ("sep_3", 5),
    ),
    reduce_concat=(3, 4, 6),
)


def cell_op(net: Layers, kind: str, x: Value, channels: int, stride: int) -> Value:
    """One op of a cell."""
    if kind == "skip":
        return x if stride == 1 else net.conv(net.relu(x), channels, 1, stride)
    if kind in ("max", "avg"):
        return net.pool(x, kind, 3, stride)
    x = net.relu(x)
    if kind == "dil_3":
        x = net.conv(x, 0, 3, stride, depthwise=True, dilation=2)
        return net.conv(x, channels, 1)
    if kind == "conv_7x1_1x7":
        x = net.conv(x, channels, (1, 7))
        return net.conv(x, channels, (7, 1), stride)
    size = int(kind.removeprefix("sep_"))
    x = net.conv(x, 0, size, stride, depthwise=True)
    x = net.conv(x, channels, 1, relu=True)
    return net.conv(net.conv(x, 0, size, depthwise=True), channels, 1)


def cell(
    net: Layers,
    genotype: Genotype,
    inputs: tuple[Value, Value],
    channels: int,
    is_reduction: bool,
) -> Value:
    """A cell of NASNet, AmoebaNet and DARTS, after the inputs have `channels`."""
    shrink = 2 if inputs[0].shape[1] > inputs[1].shape[1] else 1
    states = [
        net.conv(net.relu(inputs[0]), channels, 1, shrink),
        net.conv(net.relu(inputs[1]), channels, 1),
    ]
    ops = genotype.reduce if is_reduction else genotype.normal
    for first, second in zip(ops[::2], ops[1::2]):
        parts = []
        for kind, at in (first, second):
            stride = 2 if is_reduction and at < 2 else 1
            parts.append(cell_op(net, kind, states[at], channels, stride))
        states.append(net.add(parts))
    joined = genotype.reduce_concat if is_reduction else genotype.normal_concat
    return net.concat([states[at] for at in joined])


def cell_network(
    net: Layers, x: Value, genotype: Genotype, channels: int, layers: int
) -> Value:
    """The networks of DARTS for ImageNet: two of `layers` cells reduce the image."""
    before = net.conv(x, channels // 2, 3, 2, relu=True)
    before = net.conv(before, channels, 3, 2)
    x = net.conv(net.relu(before), channels, 3, 2)
    for layer in range(layers):
        is_reduction = layer in (layers // 3, 2 * layers // 3)
        channels *= 2 if is_reduction else 1
        before, x = x, cell(net, genotype, (before, x), channels, is_reduction)
    return net.dense(net.average(x), 1000)


def darts_cell(net: Layers, x: Value) -> Value:
    """A normal cell of DARTS for ImageNet, 28 x 28, C = 48: the image is its input."""
    return cell(net, DARTS_V2, (x, x), 48, False)


def unet_plus_plus(net: Layers, x: Value) -> list[Value]:
    """U-Net++ (Zhou et al. 2018), five levels of 32 to 512 channels, with deep
    supervision. The order is by diagonals, as in its code."""
    widths = (32, 64, 128, 256, 512)
    nodes: dict[tuple[int, int], Value] = {}
    for level, channels in enumerate(widths):
        y = net.pool(nodes[level - 1, 0], "max", 2, 2) if level else x
        y = net.conv(y, channels, relu=True)
        nodes[level, 0] = net.conv(y, channels, relu=True)
        for step in range(1, level + 1):
            row = level - step
            y = net.upsample(nodes[row + 1, step - 1])
            y = net.concat([*(nodes[row, at] for at in range(step)), y])
            y = net.conv(y, widths[row], relu=True)
            nodes[row, step] = net.conv(y, widths[row], relu=True)
    return [net.conv(nodes[0, step], 1, 1) for step in range(1, len(widths))]


def densenet121(net: Layers, x: Value) -> Value:
    """DenseNet-121 (Huang et al. 2017): growth 32."""
    x = net.pool(net.conv(x, 64, 7, 2, relu=True), "max", 3, 2)
    for block, layers in enumerate((6, 12, 24, 16)):
        for _ in range(layers):
            y = net.conv(net.relu(x), 128, 1, relu=True)
            x = net.concat([x, net.conv(y, 32)])
        if block < 3:
            x = net.conv(net.relu(x), x.shape[-1] // 2, 1)
            x = net.pool(x, "avg", 2, 2)
    return net.dense(net.average(net.relu(x)), 1000)


def _chain(net: Layers, x: Value, *convs: tuple[Any, ...]) -> Value:
    """Convolutions with ReLU, each (channels, kernel)."""
    for channels, kernel in convs:
        x = net.conv(x, channels, kernel, relu=True)
    return x


def _shrink(net: Layers, x: Value, *convs: tuple[Any, ...]) -> Value:
    """As _chain; then the last (channels) has 3 x 3, stride 2 and no padding."""
    x = _chain(net, x, *convs[:-1])
    return net.conv(x, convs[-1][0], 3, 2, relu=True, padding="VALID")


def _inception_a(net: Layers, x: Value, pool: int) -> Value:
    """Block of 35 x 35."""
    return net.concat(
        [
            _chain(net, x, (64, 1)),
            _chain(net, x, (48, 1), (64, 5)),
            _chain(net, x, (64, 1), (96, 3), (96, 3)),
            _chain(net, net.pool(x, "avg"), (pool, 1)),
        ]
    )


def _inception_c(net: Layers, x: Value, width: int) -> Value:
    """Block of 17 x 17."""
    long = [(width, 1), *[(width, (7, 1)), (width, (1, 7))] * 2]
    long[-1] = (192, (1, 7))
    return net.concat(
        [
            _chain(net, x, (192, 1)),
            _chain(net, x, (width, 1), (width, (1, 7)), (192, (7, 1))),
            _chain(net, x, *long),
            _chain(net, net.pool(x, "avg"), (192, 1)),
        ]
    )


def _inception_e(net: Layers, x: Value) -> Value:
    """Block of 8 x 8."""
    first = _chain(net, x, (320, 1))
    fork = _chain(net, x, (384, 1))
    second = [_chain(net, fork, (384, k)) for k in ((1, 3), (3, 1))]
    fork = _chain(net, x, (448, 1), (384, 3))
    third = [_chain(net, fork, (384, k)) for k in ((1, 3), (3, 1))]
    last = _chain(net, net.pool(x, "avg"), (192, 1))
    return net.concat([first, *second, *third, last])


def inception_v3(net: Layers, x: Value) -> Value:
    """Inception-v3 (Szegedy et al. 2016), without the auxiliary classifier."""
    x = _shrink(net, x, (32,))
    x = net.conv(x, 32, 3, relu=True, padding="VALID")
    x = net.pool(net.conv(x, 64, 3, relu=True), "max", 3, 2, "VALID")
    x = net.conv(net.conv(x, 80, 1, relu=True), 192, 3, relu=True, padding="VALID")
    x = net.pool(x, "max", 3, 2, "VALID")
    for pool in (32, 64, 64):
        x = _inception_a(net, x, pool)
    parts = [
        _shrink(net, x, (384,)),
        _shrink(net, x, (64, 1), (96, 3), (96,)),
        net.pool(x, "max", 3, 2, "VALID"),
    ]
    x = net.concat(parts)
    for width in (128, 160, 160, 192):
        x = _inception_c(net, x, width)
    parts = [
        _shrink(net, x, (192, 1), (320,)),
        _shrink(net, x, (192, 1), (192, (1, 7)), (192, (7, 1)), (192,)),
        net.pool(x, "max", 3, 2, "VALID"),
    ]
    x = net.concat(parts)
    for _ in range(2):
        x = _inception_e(net, x)
    return net.dense(net.average(x), 1000)


@dataclass(frozen=True)
class Network:
    """A network and the shape of its image."""

    build: Callable[[Layers, Value], Any]
    image: tuple[int, ...]


NETWORKS = {
    **{
        f"randwire-{seed}": Network(
            lambda net, x, seed=seed: randwire(net, x, seed), (1, 224, 224, 3)
        )
        for seed in (1, 2, 3)
    },
    "randwire-stage": Network(
        lambda net, x: random_stage(net, x, 78, 10), (1, 56, 56, 78)
    ),
    **{
        f"randwire-cell-{cell}": Network(
            lambda net, x, seed=seed: random_stage(net, x, 78, seed), (1, 32, 32, 78)
        )
        for cell, seed in (("a", 11), ("b", 12), ("c", 13), ("d", 14), ("e", 15))
    },
    "swiftnet": Network(swiftnet, (1, 128, 128, 3)),
    **{
        f"swiftnet-cell-{cell}": Network(
            lambda net, x, shape=shape: swiftnet_cell(net, x, shape[1], *shape[::2]),
            (1, 1024 // shape[1], 1024 // shape[1], shape[1]),
        )
        for cell, shape in SWIFTNET.items()
    },
    "darts-cell": Network(darts_cell, (1, 28, 28, 192)),
    "darts": Network(
        lambda net, x: cell_network(net, x, DARTS_V2, 48, 14), (1, 224, 224, 3)
    ),
    "nasnet-mobile": Network(
        lambda net, x: cell_network(net, x, NASNET_A, 44, 14), (1, 224, 224, 3)
    ),
    "amoebanet": Network(
        lambda net, x: cell_network(net, x, AMOEBANET_A, 48, 14), (1, 224, 224, 3)
    ),
    "unet-plus-plus": Network(unet_plus_plus, (1, 256, 256, 3)),
    "densenet121": Network(densenet121, (1, 224, 224, 3)),
    "inception-v3": Network(inception_v3, (1, 299, 299, 3)),
}
