#!/usr/bin/env python3
# ===- egrl_problems.py - Makes the problems of benchmarks/problems/egrl ----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes the problems of benchmarks/problems/egrl: networks of the EGRL paper.

    egrl_problems.py [--out DIR] [--network NAME ...]

ResNet-50, ResNet-101 and BERT with the numbers of nodes in the paper (57, 108 and 376),
and a transformer of 24 layers with separate attention heads. Batch 1, int8. Shapes are
those of `jax.eval_shape`; `docs/guide/egrl.md` describes the choices that the paper
leaves open.

Each problem is cyclic, since a network runs again and again: weights may stay in place
from run to run, as on the paper's chip.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

ROOT = Path(__file__).resolve().parents[2]
FLOPS_PER_SECOND = 92e12  # int8, as in the target nnpi-1000.
MIB = 1 << 20


def paper_target() -> dict[str, Any]:
    """Returns nnpi-1000 with the capacities of the paper: 4 MiB of SRAM instead of 48.

    The paper counts the memory of one core, since each core has its own.
    """
    path = ROOT / "lib/Target/Catalogue/nnpi-1000.json"
    target = json.loads(path.read_text())
    target["name"] = "nnpi-1000-4MiB"
    target["tiers"][0]["capacity"] = 4 * MIB
    target["tiers"][1]["capacity"] = 24 * MIB
    del target["sources"]
    return target


@dataclass
class Value:
    """An activation: its buffer and shape."""

    buffer: int
    shape: tuple[int, ...]


@dataclass
class Network:
    """A problem under construction, with an op for each node."""

    name: str
    buffers: list[dict[str, Any]] = field(default_factory=list)
    ops: list[dict[str, Any]] = field(default_factory=list)

    def _buffer(self, name: str, shape: tuple[int, ...], **more: Any) -> int:
        """Adds a buffer of int8 and returns its index."""
        size = 1
        for extent in shape:
            size *= extent
        self.buffers.append({"name": name, "size": size, "begin": 0, "end": 0} | more)
        return len(self.buffers) - 1

    def input(self, name: str, shape: tuple[int, ...]) -> Value:
        """Adds an input of the run."""
        return Value(self._buffer(name, shape, live_in=True), shape)

    def add(
        self,
        name: str,
        operands: list[Value],
        result: tuple[int, ...],
        *,
        flops: float,
        weights: tuple[int, ...] = (),
        weight_bytes_read: int | None = None,
        window: dict[str, Any] | None = None,
    ) -> Value:
        """Adds a node and returns its result. `window`: fields of the op's shape."""
        accesses = []
        for operand in operands:
            accesses.append(self._read(operand.buffer))
        if weights:
            weight = self._buffer(name + ".weight", weights, live_in=True)
            accesses.append(self._read(weight))
            if weight_bytes_read is not None:
                accesses[-1]["bytes"] = weight_bytes_read
        out = self._buffer(name, result)
        accesses.append(
            {"buffer": out, "mode": "write", "bytes": self.buffers[out]["size"]}
        )
        extents = {"input": _extents(operands[0].shape), "output": _extents(result)}
        self.ops.append(
            {
                "name": name,
                "compute_ps": round(1e12 * flops / FLOPS_PER_SECOND),
                "accesses": accesses,
                "shape": extents | (window or {}) | {"batch": 1},
            }
        )
        return Value(out, result)

    def _read(self, buffer: int) -> dict[str, Any]:
        size = self.buffers[buffer]["size"]
        return {"buffer": buffer, "mode": "read", "bytes": size}

    def problem(self, target: str | dict[str, Any]) -> dict[str, Any]:
        """Returns the finished problem; its last result is live-out."""
        steps: dict[int, list[int]] = {}
        for step, op in enumerate(self.ops):
            for access in op["accesses"]:
                steps.setdefault(access["buffer"], []).append(step)
        for number, buffer in enumerate(self.buffers):
            is_weight = buffer["name"].endswith(".weight")
            buffer["begin"] = 0 if "live_in" in buffer else steps[number][0]
            buffer["end"] = len(self.ops) if is_weight else steps[number][-1] + 1
        self.buffers[self.ops[-1]["accesses"][-1]["buffer"]]["live_out"] = True
        return {
            "format": "memplace-problem",
            "version": 1,
            "name": self.name,
            "target": target,
            "buffers": self.buffers,
            "ops": self.ops,
            "cyclic": True,
        }


def _extents(shape: tuple[int, ...]) -> list[int]:
    """Returns x, y and z of a shape without its batch."""
    padded = (1,) * (3 - len(shape)) + shape
    return [*padded[-3:]]


def conv(
    net: Network,
    name: str,
    x: Value,
    channels: int,
    kernel: int,
    stride: int = 1,
    shortcut: Value | None = None,
) -> Value:
    """A convolution with bias and ReLU, and with the sum of a residual block if given."""
    weights = (kernel, kernel, x.shape[-1], channels)
    pad = kernel // 2
    out = jax.eval_shape(
        lambda data, filters: jax.lax.conv_general_dilated(
            data,
            filters,
            (stride, stride),
            [(pad, pad), (pad, pad)],
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
        ),
        jax.ShapeDtypeStruct((1, *x.shape), jnp.int8),
        jax.ShapeDtypeStruct(weights, jnp.int8),
    ).shape[1:]
    macs = out[0] * out[1] * out[2] * kernel * kernel * x.shape[-1]
    return net.add(
        name,
        [x] + ([shortcut] if shortcut else []),
        out,
        flops=2 * macs,
        weights=weights,
        window={
            "kernel": [kernel, kernel],
            "stride": stride,
            "pad": pad,
            "dilation": 1,
            "groups": 1,
        },
    )


def resnet(blocks: list[int], name: str) -> Network:
    """ResNet v1.5 (He et al. 2016) for images of 224 x 224."""
    net = Network(name)
    x = conv(net, "conv1", net.input("image", (224, 224, 3)), 64, 7, 2)
    pooled = jax.eval_shape(
        lambda data: jax.lax.reduce_window(
            data,
            jnp.int8(-128),
            jax.lax.max,
            (3, 3, 1),
            (2, 2, 1),
            [(1, 1), (1, 1), (0, 0)],
        ),
        jax.ShapeDtypeStruct(x.shape, jnp.int8),
    ).shape
    window = {"kernel": [3, 3], "stride": 2, "pad": 1}
    elements = pooled[0] * pooled[1] * pooled[2]
    x = net.add("maxpool", [x], pooled, flops=9 * elements, window=window)
    for stage, count in enumerate(blocks):
        width = 64 << stage
        for block in range(count):
            stride = 2 if stage > 0 and block == 0 else 1
            at = f"conv{stage + 2}_{block + 1}"
            shortcut = x
            if block == 0:
                shortcut = conv(net, at + "d", x, 4 * width, 1, stride)
            y = conv(net, at + "a", x, width, 1)
            y = conv(net, at + "b", y, width, 3, stride)
            x = conv(net, at + "c", y, 4 * width, 1, shortcut=shortcut)
    features = x.shape[-1]
    x = net.add("avgpool", [x], (features,), flops=49 * features)
    x = dense(net, "fc", x, 1000)
    net.add("softmax", [x], x.shape, flops=5 * 1000)
    return net


def dense(net: Network, name: str, x: Value, width: int) -> Value:
    """The product of x with a matrix of weights."""
    weights = (x.shape[-1], width)
    out = jax.eval_shape(
        jnp.matmul,
        jax.ShapeDtypeStruct(x.shape, jnp.int8),
        jax.ShapeDtypeStruct(weights, jnp.int8),
    ).shape
    flops = 2 * weights[0] * width * (x.shape[0] if len(x.shape) > 1 else 1)
    return net.add(name, [x], out, flops=flops, weights=weights)


def elementwise(net: Network, name: str, operands: list[Value], cost: int = 1) -> Value:
    """An element-wise op: the shape of the first operand, `cost` flops per element."""
    shape = operands[0].shape
    elements = 1
    for extent in shape:
        elements *= extent
    return net.add(name, operands, shape, flops=cost * elements)


def bias(net: Network, name: str, x: Value) -> Value:
    """Adds a vector of weights."""
    elements = x.shape[0] * x.shape[1]
    return net.add(name, [x], x.shape, flops=elements, weights=(x.shape[-1],))


def layer_norm(net: Network, name: str, x: Value) -> Value:
    """Normalisation in three nodes: mean, variance, and the scaled result."""
    tokens, width = x.shape
    mean = net.add(name + ".mean", [x], (tokens,), flops=tokens * width)
    variance = net.add(
        name + ".variance", [x, mean], (tokens,), flops=3 * tokens * width
    )
    return net.add(
        name + ".scale",
        [x, mean, variance],
        x.shape,
        flops=4 * tokens * width,
        weights=(2, width),
    )


def matmul(net: Network, name: str, a: Value, b: Value, out: tuple[int, ...]) -> Value:
    """The product of two activations; sums run over the last extent of a."""
    elements = 1
    for extent in out:
        elements *= extent
    return net.add(name, [a, b], out, flops=2 * elements * a.shape[-1])


def attend(net: Network, at: str, q: Value, k: Value, v: Value, heads: int) -> Value:
    """Attention with all heads in one node each: scores to context, six nodes."""
    tokens, width = q.shape[-2], q.shape[0] * q.shape[-1]
    scores = (heads, tokens, tokens)
    x = matmul(net, at + ".scores", q, k, scores)
    x = elementwise(net, at + ".requantize", [x])
    x = elementwise(net, at + ".divide", [x])
    x = elementwise(net, at + ".mask", [x])
    x = elementwise(net, at + ".softmax", [x], 5)
    return matmul(net, at + ".context", x, v, (heads, tokens, width // heads))


def attend_by_head(
    net: Network, at: str, q: Value, k: Value, v: Value, heads: int
) -> Value:
    """Attention with separate heads: three nodes per head, and a node that joins the
    heads."""
    tokens, depth = q.shape[-2], q.shape[-1]
    parts = []
    for head in range(heads):
        name = f"{at}.head{head}"
        piece = Value(q.buffer, (tokens, depth))
        x = matmul(net, name + ".scores", piece, k, (tokens, tokens))
        x = elementwise(net, name + ".softmax", [x], 7)
        parts.append(matmul(net, name + ".context", x, v, (tokens, depth)))
    # A head reads its own slice of q, k and v.
    for op in net.ops[-3 * heads :]:
        for access in op["accesses"]:
            if access["buffer"] in (q.buffer, k.buffer, v.buffer):
                access["bytes"] //= heads
    return net.add(
        at + ".join", parts, (heads, tokens, depth), flops=heads * tokens * depth
    )


def encoder(
    name: str, layers: int, width: int, heads: int, tokens: int, *, by_head: bool
) -> Network:
    """BERT (Devlin et al. 2019): 31 nodes per layer, and four additional nodes."""
    net = Network(name)
    vocabulary = 30522
    words = net.input("tokens", (tokens,))
    x = net.add(
        "embed",
        [words],
        (tokens, width),
        flops=0,
        weights=(vocabulary, width),
        weight_bytes_read=tokens * width,
    )
    x = net.add(
        "position",
        [x],
        x.shape,
        flops=tokens * width,
        weights=(tokens, width),
    )
    x = net.add(
        "embed.norm", [x], x.shape, flops=8 * tokens * width, weights=(2, width)
    )
    for layer in range(layers):
        at = f"layer{layer}"
        projected = []
        for part in "qkv":
            y = bias(net, f"{at}.{part}.bias", dense(net, f"{at}.{part}", x, width))
            split = (heads, tokens, width // heads)
            projected.append(net.add(f"{at}.{part}.split", [y], split, flops=0))
        y = (attend_by_head if by_head else attend)(net, at, *projected, heads)
        y = net.add(at + ".merge", [y], (tokens, width), flops=0)
        y = bias(net, at + ".out.bias", dense(net, at + ".out", y, width))
        y = elementwise(net, at + ".add1", [y, x])
        x = layer_norm(net, at + ".norm1", y)
        y = bias(net, at + ".up.bias", dense(net, at + ".up", x, 4 * width))
        y = elementwise(net, at + ".gelu", [y], 8)
        y = bias(net, at + ".down.bias", dense(net, at + ".down", y, width))
        y = elementwise(net, at + ".add2", [y, x])
        x = layer_norm(net, at + ".norm2", y)
    net.add("pooler", [x], (width,), flops=2 * width * width, weights=(width, width))
    return net


NETWORKS = {
    "resnet50": lambda name: resnet([3, 4, 6, 3], name),
    "resnet101": lambda name: resnet([3, 4, 23, 3], name),
    "bert": lambda name: encoder(name, 12, 768, 12, 128, by_head=False),
    "transformer16": lambda name: encoder(name, 16, 768, 12, 128, by_head=True),
    "transformer24": lambda name: encoder(name, 24, 1024, 16, 256, by_head=True),
}


def main(arguments: list[str]) -> int:
    """Writes the problems and prints their numbers of nodes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks/problems/egrl")
    parser.add_argument("--network", nargs="+", choices=NETWORKS, default=[*NETWORKS])
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    for network in options.network:
        for suffix, target in (("", paper_target()), ("_48m", "nnpi-1000")):
            net = NETWORKS[network](network + suffix)
            text = json.dumps(net.problem(target), separators=(",", ":"))
            path = options.out / f"{network}{suffix}.problem.json.gz"
            # Without a timestamp: equal bytes each time.
            path.write_bytes(gzip.compress(text.encode(), mtime=0))
            print(f"{path.name}: {len(net.ops)} nodes, {len(net.buffers)} buffers")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
