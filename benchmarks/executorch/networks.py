# ===- networks.py - Networks for ExecuTorch ---------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Networks with random weights: torchvision's, and small ones of the usual kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

# Networks of torchvision, and the side of their images: outputs are computed by portable
# kernels, which are slow.
TORCHVISION = {
    "deeplabv3_mobilenet_v3_large": 64,
    "densenet121": 64,
    "efficientnet_b0": 64,
    "googlenet": 64,
    "lraspp_mobilenet_v3_large": 64,
    "mnasnet1_0": 64,
    "mobilenet_v2": 96,
    "mobilenet_v3_small": 96,
    "regnet_y_400mf": 64,
    "resnet18": 64,
    "resnet50": 64,
    "shufflenet_v2_x1_0": 96,
    "squeezenet1_1": 96,
}


def conv(inputs: int, outputs: int, stride: int = 1, groups: int = 1) -> nn.Module:
    """A convolution of 3 x 3, batch normalisation and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(),
    )


class Residual(nn.Module):
    """Blocks of two convolutions beside a shortcut."""

    def __init__(self, channels: int = 16, blocks: int = 4) -> None:
        super().__init__()
        self.stem = conv(3, channels)
        self.blocks = nn.ModuleList(
            nn.Sequential(conv(channels, channels), conv(channels, channels))
            for _ in range(blocks)
        )

    def forward(self, x: Tensor) -> Tensor:
        x = self.stem(x)
        for block in self.blocks:
            x = torch.relu(block(x) + x)
        return x.mean((2, 3))


class DenseBlocks(nn.Module):
    """Layers that read the results of all layers before, as DenseNet's."""

    def __init__(self, growth: int = 8, layers: int = 6, blocks: int = 2) -> None:
        super().__init__()
        self.stem = conv(3, 16)
        self.layers = nn.ModuleList()
        channels = 16
        for _ in range(blocks):
            block = nn.ModuleList()
            for _ in range(layers):
                block.append(conv(channels, growth))
                channels += growth
            self.layers.append(block)

    def forward(self, x: Tensor) -> Tensor:
        x = self.stem(x)
        for block in self.layers:
            for layer in block:  # type: ignore[attr-defined]
                x = torch.cat([x, layer(x)], 1)
            x = nn.functional.avg_pool2d(x, 2)
        return x


class UNet(nn.Module):
    """A contracting and an expanding path with connections between them."""

    def __init__(self, channels: int = 8, depth: int = 3) -> None:
        super().__init__()
        widths = [channels << level for level in range(depth + 1)]
        self.down = nn.ModuleList([conv(3, widths[0])])
        self.down.extend(conv(a, b) for a, b in zip(widths, widths[1:]))
        self.up = nn.ModuleList(
            conv(a + b, a) for a, b in zip(widths[-2::-1], widths[::-1])
        )
        self.head = nn.Conv2d(channels, 2, 1)

    def forward(self, x: Tensor) -> Tensor:
        skipped = []
        for layer in self.down:
            x = layer(x)
            skipped.append(x)
            x = nn.functional.max_pool2d(x, 2) if layer is not self.down[-1] else x
        skipped.pop()
        for layer in self.up:
            x = nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")
            x = layer(torch.cat([x, skipped.pop()], 1))
        return self.head(x)


class InvertedResiduals(nn.Module):
    """Blocks that widen, convolve each channel and narrow, as MobileNet's."""

    def __init__(self, channels: int = 16, wider: int = 6, blocks: int = 5) -> None:
        super().__init__()
        wide = channels * wider
        self.stem = conv(3, channels, 2)
        self.blocks = nn.ModuleList(
            nn.Sequential(
                nn.Conv2d(channels, wide, 1),
                nn.ReLU6(),
                nn.Conv2d(wide, wide, 3, padding=1, groups=wide),
                nn.ReLU6(),
                nn.Conv2d(wide, channels, 1),
            )
            for _ in range(blocks)
        )

    def forward(self, x: Tensor) -> Tensor:
        x = self.stem(x)
        for block in self.blocks:
            x = x + block(x)
        return x.mean((2, 3))


class SpotKeywords(nn.Module):
    """Convolutions of each channel and of all channels in turn."""

    def __init__(self, channels: int = 64) -> None:
        super().__init__()
        layers: list[nn.Module] = [nn.Conv2d(1, channels, (10, 4), 2, (5, 1))]
        for _ in range(4):
            layers += [
                conv(channels, channels, groups=channels),
                nn.Conv2d(channels, channels, 1),
                nn.ReLU(),
            ]
        self.layers = nn.Sequential(*layers)
        self.head = nn.Linear(channels, 12)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.layers(x).mean((2, 3)))


class Branches(nn.Module):
    """Blocks of four paths, joined, as Inception's."""

    def __init__(self, blocks: int = 3) -> None:
        super().__init__()
        self.stem = conv(3, 32)
        self.blocks = nn.ModuleList()
        for _ in range(blocks):
            paths = nn.ModuleList(
                [
                    nn.Conv2d(32, 8, 1),
                    nn.Sequential(nn.Conv2d(32, 12, 1), conv(12, 8)),
                    nn.Sequential(nn.Conv2d(32, 6, 1), conv(6, 8), conv(8, 8)),
                    nn.Sequential(nn.AvgPool2d(3, 1, 1), nn.Conv2d(32, 8, 1)),
                ]
            )
            self.blocks.append(paths)

    def forward(self, x: Tensor) -> Tensor:
        x = self.stem(x)
        for paths in self.blocks:
            x = torch.cat([path(x) for path in paths], 1)  # type: ignore[attr-defined]
        return x


class Cells(nn.Module):
    """A cell of a recurrent network, unrolled."""

    def __init__(self, cell: nn.Module, steps: int = 6) -> None:
        super().__init__()
        self.cell = cell
        self.steps = steps

    def forward(self, x: Tensor, state: Tensor) -> Tensor:
        is_lstm = isinstance(self.cell, nn.LSTMCell)
        values: Any = (state, state) if is_lstm else state
        for step in range(self.steps):
            values = self.cell(x[step], values)
        return values[0] if is_lstm else values


class Attention(nn.Module):
    """Self-attention with several heads, and an MLP."""

    def __init__(self, width: int = 64, heads: int = 4, layers: int = 2) -> None:
        super().__init__()
        self.heads = heads
        self.projections = nn.ModuleList(
            nn.Linear(width, 3 * width) for _ in range(layers)
        )
        self.mixers = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(layers))
        self.mlps = nn.ModuleList(
            nn.Sequential(
                nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
            )
            for _ in range(layers)
        )

    def forward(self, x: Tensor) -> Tensor:
        length, width = x.shape
        shape = (length, self.heads, width // self.heads)
        for project, mix, norm, mlp in zip(
            self.projections, self.mixers, self.norms, self.mlps
        ):
            q, k, v = (
                part.reshape(shape).transpose(0, 1)
                for part in project(norm(x)).chunk(3, -1)
            )
            weights = torch.softmax(q @ k.transpose(1, 2) / shape[2] ** 0.5, -1)
            x = x + mix((weights @ v).transpose(0, 1).reshape(length, width))
            x = x + mlp(x)
        return x


class Gates(nn.Module):
    """Dilated convolutions with gates, and a sum of all layers, as WaveNet's."""

    def __init__(self, channels: int = 16, layers: int = 6) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            nn.Conv1d(channels, 2 * channels, 3, padding=1 << i, dilation=1 << i)
            for i in range(layers)
        )
        self.skips = nn.ModuleList(
            nn.Conv1d(channels, channels, 1) for _ in range(layers)
        )

    def forward(self, x: Tensor) -> Tensor:
        total = torch.zeros_like(x)
        for layer, skip in zip(self.layers, self.skips):
            value, gate = layer(x).chunk(2, 1)
            y = torch.tanh(value) * torch.sigmoid(gate)
            total = total + skip(y)
            x = x + y
        return total


class RandomGraph(nn.Module):
    """Sums of several nodes before, then a convolution: an irregular graph."""

    def __init__(self, nodes: int = 24, channels: int = 8, seed: int = 1) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        self.sources = [
            sorted({int(torch.randint(node, (1,), generator=generator)) for _ in "abc"})
            for node in range(1, nodes)
        ]
        self.strides = [1 + (node % 9 == 8) for node in range(1, nodes)]
        self.layers = nn.ModuleList(
            nn.Conv2d(channels, channels + 2 * (node % 4), 3, padding=1)
            for node in range(1, nodes)
        )
        self.narrow = nn.ModuleList(
            nn.Conv2d(channels + 2 * (node % 4), channels, 1)
            for node in range(1, nodes)
        )
        self.stem = conv(3, channels)

    def forward(self, x: Tensor) -> Tensor:
        values = [self.stem(x)]
        for sources, layer, narrow in zip(self.sources, self.layers, self.narrow):
            total = values[sources[0]]
            for source in sources[1:]:
                total = total + values[source]
            values.append(torch.relu(narrow(torch.relu(layer(total)))))
        return torch.stack([value.mean() for value in values])


class Experts(nn.Module):
    """A sum of several MLPs with weights from a router."""

    def __init__(self, width: int = 64, experts: int = 4) -> None:
        super().__init__()
        self.router = nn.Linear(width, experts)
        self.experts = nn.ModuleList(
            nn.Sequential(nn.Linear(width, 128), nn.ReLU(), nn.Linear(128, width))
            for _ in range(experts)
        )

    def forward(self, x: Tensor) -> Tensor:
        weights = torch.softmax(self.router(x), -1)
        parts = [expert(x) for expert in self.experts]
        return sum(weights[:, i : i + 1] * part for i, part in enumerate(parts))


def mlp(*widths: int) -> nn.Module:
    """Linear layers with ReLU between them."""
    layers: list[nn.Module] = []
    for inputs, outputs in zip(widths, widths[1:]):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def lenet() -> nn.Module:
    """LeNet-5."""
    return nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2),
        nn.Tanh(),
        nn.AvgPool2d(2),
        nn.Conv2d(6, 16, 5),
        nn.Tanh(),
        nn.AvgPool2d(2),
        nn.Flatten(),
        mlp(400, 120, 84, 10),
    )


# Name -> a function that makes the network, and the shapes of its inputs.
SMALL: dict[str, tuple[Callable[[], nn.Module], list[tuple[int, ...]]]] = {
    "attention": (Attention, [(32, 64)]),
    "autoencoder": (lambda: mlp(640, 128, 128, 8, 128, 128, 640), [(1, 640)]),
    "branches": (Branches, [(1, 3, 32, 32)]),
    "dense-blocks": (DenseBlocks, [(1, 3, 32, 32)]),
    "experts": (Experts, [(16, 64)]),
    "gates": (Gates, [(1, 16, 256)]),
    "gru-cells": (lambda: Cells(nn.GRUCell(32, 64)), [(6, 1, 32), (1, 64)]),
    "inverted-residuals": (InvertedResiduals, [(1, 3, 64, 64)]),
    "keywords": (SpotKeywords, [(1, 1, 49, 10)]),
    "lenet": (lenet, [(1, 1, 28, 28)]),
    "lstm-cells": (lambda: Cells(nn.LSTMCell(32, 64)), [(6, 1, 32), (1, 64)]),
    "mlp": (lambda: mlp(64, 128, 64, 10), [(4, 64)]),
    "random-graph-1": (RandomGraph, [(1, 3, 24, 24)]),
    "random-graph-2": (lambda: RandomGraph(40, 12, 2), [(1, 3, 24, 24)]),
    "residual": (Residual, [(1, 3, 32, 32)]),
    "unet": (UNet, [(1, 3, 64, 64)]),
}
NAMES = [*SMALL, *TORCHVISION]


def make(name: str) -> tuple[nn.Module, tuple[Tensor, ...]]:
    """Returns a network for inference, and inputs."""
    torch.manual_seed(0)
    if name in SMALL:
        maker, shapes = SMALL[name]
        network = maker()
    else:
        import torchvision

        options: dict[str, Any] = {"weights": None}
        if name in ("googlenet", "inception_v3"):
            options |= {"init_weights": False, "aux_logits": False}
        if "deeplab" in name or "lraspp" in name:
            options |= {"weights_backbone": None}
        network = torchvision.models.get_model(name, **options)
        shapes = [(1, 3, TORCHVISION[name], TORCHVISION[name])]
    return network.eval(), tuple(torch.randn(shape) for shape in shapes)
