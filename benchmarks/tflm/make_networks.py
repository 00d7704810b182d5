#!/usr/bin/env python3
# ===- make_networks.py - Networks with irregular graphs as TFLite models ------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes networks of benchmarks/schedule/networks.py as TFLite models for tflm.py:
make_networks.py [--list] [-o FOLDER] [NAME ...]

Activations and weights are int8, weights are random. Needs the package ai-edge-litert,
whose schema writes the files: .venv/bin/python.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

sys.path.append(str(Path(__file__).resolve().parents[1] / "schedule"))

from networks import NETWORKS

SMALL = ("cell", "swiftnet")  # Parts of the names of the default networks.
SCALE = 0.05  # Of all activations.
Shape = tuple[int, ...]


@dataclass
class Value:
    """An activation: its number and shape."""

    number: int
    shape: Shape


@dataclass
class TFLiteLayers:
    """Layers that record a TFLite model, with the methods of JaxLayers."""

    tensors: list[Any] = field(default_factory=list)
    operators: list[Any] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)
    buffers: list[Any] = field(default_factory=lambda: [schema.BufferT()])
    random: Any = field(default_factory=lambda: np.random.default_rng(0))

    def tensor(self, shape: Shape, kind: str = "INT8", data: Any = None) -> Value:
        """Adds a tensor, a constant if there is data."""
        tensor = schema.TensorT()
        tensor.shape, tensor.type = list(shape), getattr(schema.TensorType, kind)
        tensor.name, tensor.buffer = f"t{len(self.tensors)}", 0
        if data is not None:
            buffer = schema.BufferT()
            buffer.data = np.frombuffer(data.tobytes(), np.uint8)
            self.buffers.append(buffer)
            tensor.buffer = len(self.buffers) - 1
        self.quantize(tensor, [SCALE])
        self.tensors.append(tensor)
        return Value(len(self.tensors) - 1, shape)

    def quantize(self, tensor: Any, scales: list[float], dimension: int = 0) -> None:
        """Sets the scales of a tensor."""
        tensor.quantization = schema.QuantizationParametersT()
        tensor.quantization.scale = scales
        tensor.quantization.zeroPoint = [0] * len(scales)
        tensor.quantization.quantizedDimension = dimension

    def op(
        self, kind: str, inputs: Sequence[Value], shape: Shape, options: Any = None
    ) -> Value:
        """Adds an operator; returns its result."""
        code = getattr(schema.BuiltinOperator, kind)
        if code not in self.codes:
            self.codes.append(code)
        result = self.tensor(shape)
        op = schema.OperatorT()
        op.opcodeIndex = self.codes.index(code)
        op.inputs = [value.number for value in inputs]
        op.outputs = [result.number]
        if options is not None:
            name = type(options).__name__.removesuffix("T")
            op.builtinOptionsType = getattr(schema.BuiltinOptions, name)
            op.builtinOptions = options
        self.operators.append(op)
        return result

    def weights(self, shape: Shape, dimension: int) -> tuple[Value, Value]:
        """Adds weights with a scale for each channel along a dimension, and biases."""
        channels = shape[dimension]
        fan_in = math.prod(shape) / channels
        values = self.random.integers(-127, 128, shape, np.int8)
        scale = 1 / (73 * math.sqrt(fan_in))  # Keeps the variance.
        weights = self.tensor(shape, data=values)
        self.quantize(self.tensors[weights.number], [scale] * channels, dimension)
        bias = self.tensor((channels,), "INT32", np.zeros(channels, np.int32))
        self.quantize(self.tensors[bias.number], [scale * SCALE] * channels)
        return weights, bias

    def conv(
        self,
        x: Value,
        channels: int,
        kernel: int | tuple[int, int] = 3,
        stride: int = 1,
        *,
        depthwise: bool = False,
        dilation: int = 1,
        relu: bool = False,
        padding: str = "SAME",
    ) -> Value:
        """See JaxLayers."""
        height, width = (kernel, kernel) if isinstance(kernel, int) else kernel
        kind = "DEPTHWISE_CONV_2D" if depthwise else "CONV_2D"
        options = schema.DepthwiseConv2DOptionsT if depthwise else schema.Conv2DOptionsT
        chosen = options()
        chosen.padding = getattr(schema.Padding, padding)
        chosen.strideH = chosen.strideW = stride
        chosen.dilationHFactor = chosen.dilationWFactor = dilation
        chosen.fusedActivationFunction = int(relu)
        inputs = x.shape[-1]
        if depthwise:
            chosen.depthMultiplier, channels = 1, inputs
            parts = self.weights((1, height, width, inputs), 3)
        else:
            parts = self.weights((channels, height, width, inputs), 0)
        extents = windows(x, (height, width), stride, dilation, padding)
        return self.op(kind, [x, *parts], (1, *extents, channels), chosen)

    def relu(self, x: Value) -> Value:
        """See JaxLayers."""
        return self.op("RELU", [x], x.shape)

    def add(self, inputs: Sequence[Value], *, relu: bool = False) -> Value:
        """See JaxLayers. Two at a time, as converters write it."""
        total = inputs[0]
        for number, x in enumerate(inputs[1:], 2):
            options = schema.AddOptionsT()
            options.fusedActivationFunction = int(relu and number == len(inputs))
            total = self.op("ADD", [total, x], x.shape, options)
        return total

    def weighted_sum(self, inputs: Sequence[Value]) -> Value:
        """See JaxLayers. The weights are 1."""
        return self.add(inputs, relu=True) if len(inputs) > 1 else self.relu(inputs[0])

    def concat(self, inputs: Sequence[Value]) -> Value:
        """See JaxLayers."""
        if len(inputs) == 1:
            return inputs[0]
        options = schema.ConcatenationOptionsT()
        options.axis = 3
        channels = sum(value.shape[-1] for value in inputs)
        shape = (*inputs[0].shape[:-1], channels)
        return self.op("CONCATENATION", inputs, shape, options)

    def pool(
        self,
        x: Value,
        kind: str,
        kernel: int = 3,
        stride: int = 1,
        padding: str = "SAME",
    ) -> Value:
        """See JaxLayers."""
        options = schema.Pool2DOptionsT()
        options.padding = getattr(schema.Padding, padding)
        options.strideH = options.strideW = stride
        options.filterHeight = options.filterWidth = kernel
        name = "MAX_POOL_2D" if kind == "max" else "AVERAGE_POOL_2D"
        extents = windows(x, (kernel, kernel), stride, 1, padding)
        return self.op(name, [x], (1, *extents, x.shape[-1]), options)

    def average(self, x: Value) -> Value:
        """See JaxLayers."""
        options = schema.ReducerOptionsT()
        axes = self.tensor((2,), "INT32", np.array([1, 2], np.int32))
        return self.op("MEAN", [x, axes], (1, x.shape[-1]), options)

    def dense(self, x: Value, width: int) -> Value:
        """See JaxLayers."""
        weights, bias = self.weights((width, x.shape[-1]), 0)
        # A single scale.
        for value in (weights, bias):
            quantization = self.tensors[value.number].quantization
            quantization.scale = quantization.scale[:1]
            quantization.zeroPoint = [0]
        options = schema.FullyConnectedOptionsT()
        return self.op("FULLY_CONNECTED", [x, weights, bias], (1, width), options)

    def model(self, x: Value, results: Sequence[Value]) -> bytes:
        """Returns the file of a network with an input and results."""
        graph, model = schema.SubGraphT(), schema.ModelT()
        graph.tensors, graph.operators = self.tensors, self.operators
        graph.inputs = [x.number]
        graph.outputs = [value.number for value in results]
        model.version, model.subgraphs, model.buffers = 3, [graph], self.buffers
        model.operatorCodes = []
        for builtin in self.codes:
            code = schema.OperatorCodeT()
            code.builtinCode = builtin
            code.deprecatedBuiltinCode, code.version = min(builtin, 127), 1
            model.operatorCodes.append(code)
        builder = flatbuffers.Builder(1 << 20)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def windows(
    x: Value, kernel: tuple[int, int], stride: int, dilation: int, padding: str
) -> list[int]:
    """Returns the numbers of windows along height and width."""
    if padding == "SAME":
        return [-(-extent // stride) for extent in x.shape[1:3]]
    return [
        (extent - dilation * (size - 1) - 1) // stride + 1
        for extent, size in zip(x.shape[1:3], kernel)
    ]


def make(name: str) -> bytes:
    """Returns a network as a TFLite file."""
    network, layers = NETWORKS[name], TFLiteLayers()
    x = layers.tensor(network.image)
    results = network.build(layers, x)
    return layers.model(x, results if isinstance(results, list) else [results])


def main() -> None:
    """Writes the networks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[*NETWORKS, []])
    parser.add_argument("-o", type=Path, default=Path(), metavar="FOLDER")
    parser.add_argument("--list", action="store_true", help="list all names")
    options = parser.parse_args()
    if options.list:
        print("\n".join(NETWORKS))
        return
    small = [name for name in NETWORKS if any(part in name for part in SMALL)]
    for name in options.names or small:
        (options.o / f"{name}.tflite").write_bytes(make(name))


if __name__ == "__main__":
    main()
