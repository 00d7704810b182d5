"""Writes the TFLite models beside this file: make_models.py

Run by hand, with the package ai-edge-litert==2.3.0, whose schema writes the files.
branches.tflite: x of 48 bytes, a = relu(x, x) of 96, b = slice(a) of 48, c = (x, b) of 96,
d = relu(c) of 96. TFLM's greedy planner needs 288 bytes, the optimum is 192.
calls.tflite: y = if x < 3 then x + 30 else relu(x); while y < 100: y = y + 30; z = y + x,
and a subgraph that runs once. The second subgraph has a variable that no operator uses.
"""

from pathlib import Path

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema


def table(kind, **fields):
    """Returns a table of the schema with these fields."""
    made = getattr(schema, kind + "T")()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


class Model:
    """A model to be written."""

    def __init__(self):
        self.buffers, self.codes, self.graphs = [table("Buffer")], [], []

    def graph(self):
        """Begins the next subgraph."""
        self.graphs.append(table("SubGraph", tensors=[], operators=[]))

    def tensor(self, shape, kind="FLOAT32", data=None, **more):
        """Adds a tensor to the last subgraph."""
        tensors, number = self.graphs[-1].tensors, 0
        if data is not None:
            raw = np.frombuffer(np.array(data).tobytes(), np.uint8)
            self.buffers.append(table("Buffer", data=raw))
            number = len(self.buffers) - 1
        tensors.append(
            table(
                "Tensor",
                shape=shape,
                type=getattr(schema.TensorType, kind),
                buffer=number,
                name=f"t{len(tensors)}",
                **more,
            )
        )
        return len(tensors) - 1

    def op(self, kind, inputs, outputs, options=None):
        """Adds an operator to the last subgraph."""
        builtin = getattr(schema.BuiltinOperator, kind)
        if builtin not in self.codes:
            self.codes.append(builtin)
        op = table("Operator", inputs=inputs, outputs=outputs)
        op.opcodeIndex = self.codes.index(builtin)
        if options is not None:
            name = type(options).__name__.removesuffix("T")
            op.builtinOptionsType = getattr(schema.BuiltinOptions, name)
            op.builtinOptions = options
        self.graphs[-1].operators.append(op)

    def ends(self, inputs, outputs):
        """Sets inputs and outputs of the last subgraph."""
        self.graphs[-1].inputs, self.graphs[-1].outputs = inputs, outputs

    def write(self, path):
        """Writes the file."""
        codes = [
            table(
                "OperatorCode",
                builtinCode=code,
                deprecatedBuiltinCode=min(code, 127),
                version=1,
            )
            for code in self.codes
        ]
        model = table("Model", version=3, operatorCodes=codes, description="test")
        model.subgraphs, model.buffers = self.graphs, self.buffers
        builder = flatbuffers.Builder(1024)
        builder.Finish(model.Pack(builder), b"TFL3")
        path.write_bytes(bytes(builder.Output()))


def branches():
    """Writes branches.tflite."""
    model = Model()
    model.graph()
    scales = table("QuantizationParameters", scale=[0.1], zeroPoint=[0])
    x, a, b, c, d = (
        model.tensor([1, size], "INT8", quantization=scales)
        for size in (48, 96, 48, 96, 96)
    )
    begin, size = (
        model.tensor([2], "INT32", np.array(data, np.int32))
        for data in ([0, 24], [1, 48])
    )
    model.op("CONCATENATION", [x, x], [a], table("ConcatenationOptions", axis=1))
    model.op("SLICE", [a, begin, size], [b], table("SliceOptions"))
    model.op("CONCATENATION", [x, b], [c], table("ConcatenationOptions", axis=1))
    model.op("RELU", [c], [d])
    model.ends([x], [d])
    model.write(Path(__file__).with_name("branches.tflite"))


def less_than(model, limit):
    """Writes the subgraph x < limit."""
    model.graph()
    x, result = model.tensor([1]), model.tensor([1], "BOOL")
    bound = model.tensor([1], data=np.array([limit], np.float32))
    model.op("LESS", [x, bound], [result], table("LessOptions"))
    model.ends([x], [result])


def add_30(model, **variable):
    """Writes the subgraph x + 30."""
    model.graph()
    if variable:
        model.tensor([4], **variable)
    x, result = model.tensor([1]), model.tensor([1])
    thirty = model.tensor([1], data=np.array([30], np.float32))
    model.op("ADD", [x, thirty], [result], table("AddOptions"))
    model.ends([x], [result])


def calls():
    """Writes calls.tflite."""
    model = Model()
    model.graph()
    x, is_small, y, w, z = (
        model.tensor([1], kind)
        for kind in ("FLOAT32", "BOOL", "FLOAT32", "FLOAT32", "FLOAT32")
    )
    three = model.tensor([1], data=np.array([3], np.float32))
    once = table("CallOnceOptions", initSubgraphIndex=5)
    model.op("CALL_ONCE", [], [], once)
    model.op("LESS", [x, three], [is_small], table("LessOptions"))
    branch = table("IfOptions", thenSubgraphIndex=1, elseSubgraphIndex=2)
    model.op("IF", [is_small, x], [y], branch)
    loop = table("WhileOptions", condSubgraphIndex=3, bodySubgraphIndex=4)
    model.op("WHILE", [y], [w], loop)
    model.op("ADD", [w, x], [z], table("AddOptions"))
    model.ends([x], [z])
    add_30(model, isVariable=True)
    model.graph()
    x, result = model.tensor([1]), model.tensor([1])
    model.op("RELU", [x], [result])
    model.ends([x], [result])
    less_than(model, 100)
    add_30(model)
    model.graph()
    model.ends([], [])
    model.write(Path(__file__).with_name("calls.tflite"))


if __name__ == "__main__":
    branches()
    calls()
