# ===- layers.py - Layers of networks, as JAX and as nodes of a graph -------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Layers of networks for images, in two forms with the same methods.

`JaxLayers` computes: a network that uses it is a JAX function, which memplace imports.
`NodeLayers` records a problem with one op for each layer, as an interpreter of layers
such as TFLite runs a network: bias, batch norm and activation are part of the
convolution, and padding needs no buffer.

Images are [1, height, width, channels], numbers are f32. Batch norms of inference are
folded into the convolutions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp

FLOPS_PER_SECOND = 50.9e12  # As in one-memory.json.
Shape = tuple[int, ...]


@dataclass
class Parameters:
    """The parameters of a function, in the order of their use.

    A first trace, without `values`, records the shapes. Later traces take the values.
    """

    values: list[Any] | None = None
    shapes: list[Shape] = field(default_factory=list)
    taken: int = 0

    def take(self, *shape: int) -> Any:
        """Returns the next parameter."""
        self.taken += 1
        if self.values is None:
            self.shapes.append(shape)
            return jnp.zeros(shape, jnp.float32)
        return self.values[self.taken - 1]


class JaxLayers:
    """Layers that compute, by JAX."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters

    def conv(
        self,
        x: Any,
        channels: int,
        kernel: int | tuple[int, int] = 3,
        stride: int = 1,
        *,
        depthwise: bool = False,
        dilation: int = 1,
        relu: bool = False,
        padding: str = "SAME",
    ) -> Any:
        """A convolution with bias; `channels` is ignored if `depthwise`."""
        size = (kernel, kernel) if isinstance(kernel, int) else kernel
        inputs = x.shape[-1]
        shape = (*size, 1, inputs) if depthwise else (*size, inputs, channels)
        y = jax.lax.conv_general_dilated(
            x,
            self.parameters.take(*shape),
            (stride, stride),
            padding,
            rhs_dilation=(dilation, dilation),
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
            feature_group_count=inputs if depthwise else 1,
        )
        y = y + self.parameters.take(shape[-1])
        return jax.nn.relu(y) if relu else y

    def relu(self, x: Any) -> Any:
        """The positive part."""
        return jax.nn.relu(x)

    def add(self, inputs: Sequence[Any], *, relu: bool = False) -> Any:
        """The sum of images."""
        total = inputs[0]
        for x in inputs[1:]:
            total = total + x
        return jax.nn.relu(total) if relu else total

    def weighted_sum(self, inputs: Sequence[Any]) -> Any:
        """The positive part of a sum with learned weights (RandWire)."""
        if len(inputs) == 1:
            return jax.nn.relu(inputs[0])
        weights = jax.nn.sigmoid(self.parameters.take(len(inputs)))
        total = inputs[0] * weights[0]
        for number, x in enumerate(inputs[1:], 1):
            total = total + x * weights[number]
        return jax.nn.relu(total)

    def concat(self, inputs: Sequence[Any]) -> Any:
        """Images side by side, by channels."""
        return jnp.concatenate(inputs, -1) if len(inputs) > 1 else inputs[0]

    def pool(
        self,
        x: Any,
        kind: str,
        kernel: int = 3,
        stride: int = 1,
        padding: str = "SAME",
    ) -> Any:
        """The largest number (`kind` "max") or the average ("avg") of each window."""
        window, steps = (1, kernel, kernel, 1), (1, stride, stride, 1)
        if kind == "max":
            return jax.lax.reduce_window(
                x, -jnp.inf, jax.lax.max, window, steps, padding
            )
        total = jax.lax.reduce_window(x, 0.0, jax.lax.add, window, steps, padding)
        return total / (kernel * kernel)

    def upsample(self, x: Any) -> Any:
        """Each pixel four times."""
        return jnp.repeat(jnp.repeat(x, 2, 1), 2, 2)

    def average(self, x: Any) -> Any:
        """The average over the image."""
        return x.mean((1, 2))

    def dense(self, x: Any, width: int) -> Any:
        """A product with a matrix, and bias."""
        weights = self.parameters.take(x.shape[-1], width)
        return x @ weights + self.parameters.take(width)


@dataclass
class Node:
    """A value of a graph of layers: its buffer and shape."""

    buffer: int
    shape: Shape


def _window(extent: int, kernel: int, stride: int, padding: str) -> int:
    """Returns the number of windows along an extent."""
    if padding == "SAME":
        return -(-extent // stride)
    return (extent - kernel) // stride + 1


@dataclass
class NodeLayers:
    """Layers that record a problem, with the methods of JaxLayers."""

    name: str
    buffers: list[dict[str, Any]] = field(default_factory=list)
    ops: list[dict[str, Any]] = field(default_factory=list)

    def _buffer(self, name: str, shape: Shape, **more: Any) -> Node:
        """Adds a buffer of f32."""
        size = 4 * math.prod(shape)
        self.buffers.append({"name": name, "size": size, "begin": 0, "end": 0} | more)
        return Node(len(self.buffers) - 1, shape)

    def input(self, name: str, shape: Shape) -> Node:
        """Adds an argument."""
        return self._buffer(name, shape, live_in=True)

    def _node(
        self,
        kind: str,
        inputs: Sequence[Node],
        shape: Shape,
        flops: float,
        weights: Shape = (),
    ) -> Node:
        """Adds an op that reads `inputs` and weights; returns its result."""
        name = f"{kind}{len(self.ops)}"
        reads = [node.buffer for node in inputs]
        if weights:
            # Bias included.
            count = math.prod(weights) + weights[-1]
            reads.append(self._buffer(name + ".w", (count,), live_in=True).buffer)
        result = self._buffer(name, shape)
        accesses = [self._access(buffer, "read") for buffer in dict.fromkeys(reads)]
        accesses.append(self._access(result.buffer, "write"))
        compute = round(1e12 * flops / FLOPS_PER_SECOND)
        self.ops.append({"name": name, "compute_ps": compute, "accesses": accesses})
        return result

    def _access(self, buffer: int, mode: str) -> dict[str, Any]:
        """Returns an access of a whole buffer."""
        return {"buffer": buffer, "mode": mode, "bytes": self.buffers[buffer]["size"]}

    def conv(
        self,
        x: Node,
        channels: int,
        kernel: int | tuple[int, int] = 3,
        stride: int = 1,
        *,
        depthwise: bool = False,
        dilation: int = 1,
        relu: bool = False,
        padding: str = "SAME",
    ) -> Node:
        """See JaxLayers."""
        height, width = (kernel, kernel) if isinstance(kernel, int) else kernel
        inputs = x.shape[-1]
        outputs = inputs if depthwise else channels
        shape = (
            1,
            _window(x.shape[1], dilation * (height - 1) + 1, stride, padding),
            _window(x.shape[2], dilation * (width - 1) + 1, stride, padding),
            outputs,
        )
        weights = (height, width, 1 if depthwise else inputs, outputs)
        flops = 2 * math.prod(shape) * math.prod(weights[:3])
        kind = "depthwise" if depthwise else "conv"
        return self._node(kind, [x], shape, flops, weights)

    def relu(self, x: Node) -> Node:
        """See JaxLayers."""
        return self._node("relu", [x], x.shape, math.prod(x.shape))

    def add(self, inputs: Sequence[Node], *, relu: bool = False) -> Node:
        """See JaxLayers."""
        shape = inputs[0].shape
        return self._node("add", inputs, shape, len(inputs) * math.prod(shape))

    def weighted_sum(self, inputs: Sequence[Node]) -> Node:
        """See JaxLayers."""
        return self.add(inputs)

    def concat(self, inputs: Sequence[Node]) -> Node:
        """See JaxLayers."""
        if len(inputs) == 1:
            return inputs[0]
        channels = sum(node.shape[-1] for node in inputs)
        return self._node("concat", inputs, (*inputs[0].shape[:-1], channels), 0)

    def pool(
        self,
        x: Node,
        kind: str,
        kernel: int = 3,
        stride: int = 1,
        padding: str = "SAME",
    ) -> Node:
        """See JaxLayers."""
        height, width = (
            _window(extent, kernel, stride, padding) for extent in x.shape[1:3]
        )
        shape = (1, height, width, x.shape[-1])
        flops = kernel * kernel * math.prod(shape)
        return self._node(kind + "_pool", [x], shape, flops)

    def upsample(self, x: Node) -> Node:
        """See JaxLayers."""
        _, height, width, channels = x.shape
        return self._node("upsample", [x], (1, 2 * height, 2 * width, channels), 0)

    def average(self, x: Node) -> Node:
        """See JaxLayers."""
        return self._node("average", [x], (1, x.shape[-1]), math.prod(x.shape))

    def dense(self, x: Node, width: int) -> Node:
        """See JaxLayers."""
        inputs = x.shape[-1]
        return self._node("dense", [x], (1, width), 2 * inputs * width, (inputs, width))

    def order_by_breadth(self) -> None:
        """Puts the ops in the order of Kahn's algorithm with a queue."""
        writers = {op["accesses"][-1]["buffer"]: op for op in self.ops}
        waits = {
            op["name"]: {
                writers[access["buffer"]]["name"]
                for access in op["accesses"][:-1]
                if access["buffer"] in writers
            }
            for op in self.ops
        }
        queue = [op for op in self.ops if not waits[op["name"]]]
        for done in queue:
            for op in self.ops:
                if done["name"] in waits[op["name"]]:
                    waits[op["name"]].remove(done["name"])
                    if not waits[op["name"]]:
                        queue.append(op)
        self.ops = queue

    def problem(self, results: Sequence[Node], target: Any) -> dict[str, Any]:
        """Returns the problem of the recorded layers."""
        end = len(self.ops)
        steps: dict[int, list[int]] = {}
        for step, op in enumerate(self.ops):
            for access in op["accesses"]:
                steps.setdefault(access["buffer"], []).append(step)
        for number, buffer in enumerate(self.buffers):
            uses = steps[number]
            is_argument = "live_in" in buffer
            buffer["begin"] = 0 if is_argument else uses[0]
            buffer["end"] = end if is_argument else uses[-1] + 1
        for node in results:
            self.buffers[node.buffer] |= {"live_out": True, "end": end}
        return {
            "format": "memplace-problem",
            "version": 1,
            "name": self.name,
            "target": target,
            "buffers": self.buffers,
            "ops": self.ops,
        }
