"""Makes TFLite files of one operator, and runs them with TFLite's own kernels.

Needs the package ai-edge-litert: its schema writes the files, and its interpreter runs
them. For an operator without a reference kernel, the interpreter's only kernel runs.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType

TYPES = {
    "float32": "FLOAT32",
    "float16": "FLOAT16",
    "float64": "FLOAT64",
    "int8": "INT8",
    "uint8": "UINT8",
    "int16": "INT16",
    "uint16": "UINT16",
    "int32": "INT32",
    "uint32": "UINT32",
    "int64": "INT64",
    "bool": "BOOL",
    "complex64": "COMPLEX64",
}
# Operators without a reference kernel, or with a faulty one.
OTHER_KERNELS = ("CEIL", "ELU", "ROUND", "SEGMENT_SUM", "STABLEHLO_SHIFT_LEFT")
OTHER_KERNELS += ("STABLEHLO_AND",)
VERSIONS = {"BROADCAST_TO": 2, "ROUND": 1}


@dataclass(frozen=True)
class Operand:
    """One tensor of an operator."""

    array: Any
    """Its numbers; of a result, any of its type."""
    scales: Sequence[float] = ()
    zeros: Sequence[int] = ()
    axis: int = 0
    """The dimension that has the scales."""
    is_constant: bool = False
    is_variable: bool = False
    block: int = 0
    """If above 0, a constant matrix is stored by its square blocks of that size that
    are not 0."""


def given(array: Any, scale: float = 0, zero: int = 0) -> Operand:
    """Returns an input of the network."""
    return Operand(np.asarray(array), [scale] if scale else (), [zero] if scale else ())


def constant(array: Any, scale: float = 0, zero: int = 0) -> Operand:
    """Returns a constant."""
    return replace(given(array, scale, zero), is_constant=True)


def channels(array: Any, scales: Sequence[float], axis: int) -> Operand:
    """Returns a constant with a scale for each index of a dimension."""
    return Operand(array, scales, [0] * len(scales), axis, is_constant=True)


def variable(*shape: int) -> Operand:
    """Returns a tensor that the network keeps from call to call; zeros at first."""
    return Operand(np.zeros(shape, np.float32), is_variable=True)


def result(kind: Any, scale: float = 0, zero: int = 0) -> Operand:
    """Returns a result of a type; the interpreter determines its shape."""
    return given(np.zeros((), kind), scale, zero)


@dataclass(frozen=True)
class Spec:
    """One operator with its operands."""

    kind: str
    inputs: Sequence[Operand | None]
    results: Sequence[Operand]
    options: str = ""
    """The schema's name of the table, for example "AddOptions"."""
    values: dict[str, Any] = field(default_factory=dict)
    """The table's fields, by the schema's names: "fusedActivationFunction"."""
    shape: Sequence[int] = (1,)
    """Of the results, where the interpreter wants to know it beforehand."""

    def fed(self) -> list[Any]:
        """The inputs of the network, in order."""
        return [
            one.array
            for one in self.inputs
            if one is not None and not one.is_constant and not one.is_variable
        ]


class Builder:
    """A model under construction."""

    def __init__(self) -> None:
        self.model = schema.ModelT()
        self.model.version = 3
        self.model.buffers = [schema.BufferT()]
        self.model.operatorCodes = []
        self.graph = schema.SubGraphT()
        self.graph.tensors, self.graph.operators = [], []
        self.graph.inputs, self.graph.outputs = [], []
        self.model.subgraphs = [self.graph]

    def tensor(self, name: str, operand: Operand, shape: Sequence[int]) -> int:
        """Adds a tensor; returns its number."""
        tensor = schema.TensorT()
        kind = TYPES[operand.array.dtype.name]
        tensor.name, tensor.shape, tensor.buffer = name, list(shape), 0
        tensor.type = getattr(schema.TensorType, kind)
        tensor.isVariable = operand.is_variable
        if operand.scales:
            tensor.quantization = schema.QuantizationParametersT()
            tensor.quantization.scale = list(operand.scales)
            tensor.quantization.zeroPoint = list(operand.zeros)
            tensor.quantization.quantizedDimension = operand.axis
        if operand.is_constant:
            buffer = schema.BufferT()
            array = operand.array
            if operand.block:
                tensor.sparsity, array = sparse(array, operand.block)
            content = np.ascontiguousarray(array).tobytes()
            buffer.data = np.frombuffer(content, np.uint8)
            tensor.buffer = len(self.model.buffers)
            self.model.buffers.append(buffer)
        self.graph.tensors.append(tensor)
        return len(self.graph.tensors) - 1

    def add(self, spec: Spec, shapes: Sequence[Sequence[int]], name: str = "") -> None:
        """Adds an operator; `shapes` are the shapes of its results."""
        code = schema.OperatorCodeT()
        code.builtinCode = getattr(schema.BuiltinOperator, spec.kind)
        code.deprecatedBuiltinCode = min(code.builtinCode, 127)
        code.version = VERSIONS.get(spec.kind, 1)
        operator = schema.OperatorT()
        operator.opcodeIndex = len(self.model.operatorCodes)
        self.model.operatorCodes.append(code)
        operator.inputs = [
            -1 if one is None else self.tensor(f"{name}in{n}", one, one.array.shape)
            for n, one in enumerate(spec.inputs)
        ]
        operator.outputs = [
            self.tensor(f"{name}out{n}", one, shape)
            for n, (one, shape) in enumerate(zip(spec.results, shapes))
        ]
        if spec.options:
            self.set_options(operator, spec)
        self.graph.operators.append(operator)
        self.graph.inputs += [
            number
            for number, one in zip(operator.inputs, spec.inputs)
            if one is not None and not one.is_constant and not one.is_variable
        ]
        self.graph.outputs += operator.outputs

    def build(self) -> bytes:
        """Returns the file."""
        builder = flatbuffers.Builder(1024)
        builder.Finish(self.model.Pack(builder), b"TFL3")
        return bytes(builder.Output())

    @staticmethod
    def set_options(operator: Any, spec: Spec) -> None:
        """Sets the operator's table of options."""
        name = spec.options
        table = getattr(schema, f"{name}T")()
        for key, value in spec.values.items():
            if key not in vars(table):
                raise KeyError(f"{name} has no field {key}")
            setattr(table, key, value)
        if hasattr(schema.BuiltinOptions, name):
            operator.builtinOptionsType = getattr(schema.BuiltinOptions, name)
            operator.builtinOptions = table
        else:
            operator.builtinOptions2Type = getattr(schema.BuiltinOptions2, name)
            operator.builtinOptions2 = table


def sparse(matrix: Any, block: int) -> tuple[Any, Any]:
    """Returns the schema's table for compressed rows of blocks, and the numbers."""
    rows, columns = (size // block for size in matrix.shape)
    tiles = matrix.reshape(rows, block, columns, block).transpose(0, 2, 1, 3)
    used = tiles.any(axis=(2, 3))
    made = schema.SparsityParametersT()
    inner = [block, block] if block > 1 else []
    made.traversalOrder = list(range(2 + len(inner)))
    made.blockMap = [0, 1] if inner else []
    made.dimMetadata = []
    for size in (rows, columns, *inner):
        level = schema.DimensionMetadataT()
        level.format, level.denseSize = schema.DimensionType.DENSE, size
        made.dimMetadata.append(level)
    level = made.dimMetadata[1]
    level.format, level.denseSize = schema.DimensionType.SPARSE_CSR, 0
    kind = schema.SparseIndexVector.Int32Vector
    level.arraySegmentsType = level.arrayIndicesType = kind
    level.arraySegments, level.arrayIndices = (schema.Int32VectorT() for _ in range(2))
    counts = np.cumsum(np.count_nonzero(used, axis=1))
    level.arraySegments.values = [0, *counts.tolist()]
    level.arrayIndices.values = np.nonzero(used)[1].tolist()
    return made, tiles[used].reshape(-1)


def interpret(spec: Spec) -> tuple[bytes, list[Any]]:
    """Returns the file of an operator, with the shapes determined by the interpreter,
    and the results of the reference kernels."""
    content = model_of(spec, [spec.shape] * len(spec.results))
    outputs = run_model(content, spec.fed(), spec.kind not in OTHER_KERNELS)
    shapes = [output.shape for output in outputs]
    return model_of(spec, shapes), outputs


def model_of(spec: Spec, shapes: Sequence[Sequence[int]]) -> bytes:
    """Returns the file of one operator."""
    builder = Builder()
    builder.add(spec, shapes)
    return builder.build()


def run_model(content: bytes, inputs: Sequence[Any], has_reference: bool) -> list[Any]:
    """Returns the results of a network."""
    names = "BUILTIN_REF" if has_reference else "BUILTIN_WITHOUT_DEFAULT_DELEGATES"
    interpreter = Interpreter(
        model_content=content, experimental_op_resolver_type=OpResolverType[names]
    )
    interpreter.allocate_tensors()
    for detail, array in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(detail["index"], array)
    interpreter.invoke()
    return [
        interpreter.get_tensor(detail["index"])
        for detail in interpreter.get_output_details()
    ]


def operators_of_resolver() -> list[str]:
    """Returns the operators of the schema for which the interpreter has a kernel."""
    found = []
    for kind in vars(schema.BuiltinOperator):
        if kind.startswith("_") or kind in ("CUSTOM", "DELEGATE"):
            continue
        content = model_of(Spec(kind, [], []), [])
        try:
            Interpreter(
                model_content=content,
                experimental_op_resolver_type=(
                    OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
                ),
            )
        except (RuntimeError, ValueError) as error:
            # The error shows whether options or the kernel are missing.
            if re.search("Didn't find op|PLACEHOLDER", str(error)):
                continue
        found.append(kind)
    return found
