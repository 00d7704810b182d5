"""Reads a TFLite file: tensors and operators as plain data."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from memplace.errors import MemplaceError, MissingPartError

WAY_OUT = "install the extra: pip install './python[tflite]'"
MAGIC = b"TFL3"
# NumPy's and MLIR's types for elements.
TYPES = {
    "FLOAT32": ("float32", "f32"),
    "FLOAT16": ("float16", "f16"),
    "INT8": ("int8", "i8"),
    "UINT8": ("uint8", "i8"),
    "INT32": ("int32", "i32"),
    "INT64": ("int64", "i64"),
    "BOOL": ("bool", "i1"),
}
# The schema's names of the options that are read.
OPTIONS = (
    "AdjX",
    "AdjY",
    "AlignCorners",
    "Alpha",
    "Approximate",
    "Axis",
    "BatchDims",
    "BeginMask",
    "Beta",
    "BlockSize",
    "DilationHFactor",
    "DilationWFactor",
    "EllipsisMask",
    "FilterHeight",
    "FilterWidth",
    "FusedActivationFunction",
    "HalfPixelCenters",
    "KeepDims",
    "Mode",
    "NewAxisMask",
    "Padding",
    "ShrinkAxisMask",
    "StrideH",
    "StrideW",
    "WeightsFormat",
)
# What reading past the end of a file, or by an offset that is none, ends in.
BROKEN = (
    struct.error,
    IndexError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    OverflowError,
    MemoryError,
)


@dataclass(frozen=True)
class Tensor:
    """One tensor of the network."""

    name: str
    """Unique in the network."""
    type: str
    """As the schema calls it: "INT8", "FLOAT32", ..."""
    shape: tuple[int, ...]
    scales: tuple[float, ...]
    """Of the quantisation, 32-bit floats: one, or one a channel; none if it has none."""
    zero_points: tuple[int, ...]
    channel_dimension: int
    """The dimension that has the channels of the scales."""
    data: bytes
    """Of a constant; else empty."""

    @property
    def element(self) -> str:
        """MLIR's type of an element."""
        return TYPES[self.type][1]

    @property
    def memref(self) -> str:
        """MLIR's type of the tensor."""
        return f"memref<{''.join(f'{size}x' for size in self.shape)}{self.element}>"

    @property
    def is_real(self) -> bool:
        """Whether elements are floating-point numbers that operators compute with."""
        return self.type == "FLOAT32"

    @property
    def is_signed(self) -> bool:
        """Whether integers have a sign; memref types don't tell."""
        return self.type != "UINT8"

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest integer of 8 bits."""
        return (-128, 127) if self.is_signed else (0, 255)

    @property
    def scale(self) -> float:
        """The one scale of the whole tensor."""
        if len(self.scales) != 1:
            raise MemplaceError(
                f"tensor '{self.name}' must be quantised with one scale, it has "
                f"{len(self.scales)}"
            )
        return self.scales[0]

    @property
    def zero_point(self) -> int:
        """The integer that stands for 0."""
        return self.zero_points[0] if self.zero_points else 0

    def array(self) -> Any:
        """The numbers of a constant, as NumPy's array."""
        import numpy as np

        return np.frombuffer(self.data, TYPES[self.type][0]).reshape(self.shape)


@dataclass(frozen=True)
class Operator:
    """One operator of the network."""

    kind: str
    """As the schema calls it: "CONV_2D", ..."""
    index: int
    """Its number in the network."""
    inputs: tuple[int, ...]
    """Numbers of tensors; -1: not given."""
    outputs: tuple[int, ...]
    options: dict[str, Any] = field(default_factory=dict)
    """By the schema's names, as far as they are in OPTIONS."""

    def option(self, name: str, default: int = 0) -> Any:
        """The value of an option, by the schema's name for it."""
        return self.options.get(name, default)

    def __str__(self) -> str:
        return f"'{self.kind}' (operator {self.index})"


@dataclass(frozen=True)
class Network:
    """The first subgraph of a file."""

    tensors: list[Tensor]
    operators: list[Operator]
    inputs: list[int]
    outputs: list[int]

    def constants(self) -> Iterator[int]:
        """Yields the numbers of the tensors that an operator reads as numbers."""
        used = {number for one in self.operators for number in one.inputs}
        for number, tensor in enumerate(self.tensors):
            if tensor.data and number in used:
                yield number


def names_of(enumeration: Any) -> dict[int, str]:
    """Returns the names of a schema's enumeration by number."""
    return {
        value: name
        for name, value in vars(enumeration).items()
        if isinstance(value, int) and not name.startswith("_")
    }


def read_network(content: bytes, name: str) -> Network:
    """Returns the network in a TFLite file's bytes.

    `name` is what diagnostics call the file. Raises MissingPartError if the package
    `tflite` is missing, and MemplaceError if the file is no TFLite file, is cut short,
    or has what has no place in a program of one function with static shapes.
    """
    try:
        import tflite
    except ImportError as error:
        raise MissingPartError(
            f"reading TFLite needs the package tflite ({error}); {WAY_OUT}"
        ) from error
    if content[4:8] != MAGIC:
        raise MemplaceError(
            f"{name} is no TFLite file: bytes 4 to 8 must be 'TFL3', got "
            f"{content[4:8]!r}"
        )
    try:
        model = tflite.Model.GetRootAs(content, 0)
        if model.SubgraphsLength() != 1:
            raise MemplaceError(
                f"{name} has {model.SubgraphsLength()} subgraphs; control flow between "
                "them is not supported, only networks of one"
            )
        graph = model.Subgraphs(0)
        tensors = read_tensors(model, graph, tflite, name)
        network = Network(
            tensors,
            [
                read_operator(model, graph, number, tflite)
                for number in range(graph.OperatorsLength())
            ],
            [int(graph.Inputs(i)) for i in range(graph.InputsLength())],
            [int(graph.Outputs(i)) for i in range(graph.OutputsLength())],
        )
        check_numbers(network)
    except BROKEN as error:
        raise MemplaceError(
            f"{name} is cut short or damaged: {type(error).__name__}: {error}"
        ) from error
    return network


def check_numbers(network: Network) -> None:
    """Raises IndexError if an operator has a tensor that there is not."""
    numbers = [*network.inputs, *network.outputs]
    for operator in network.operators:
        numbers += [number for number in operator.inputs if number != -1]
        numbers += operator.outputs
    for number in numbers:
        if not 0 <= number < len(network.tensors):
            raise IndexError(f"there is no tensor {number}")


def read_tensors(model: Any, graph: Any, tflite: Any, name: str) -> list[Tensor]:
    """Returns the tensors of a subgraph."""
    types = names_of(tflite.TensorType)
    taken: set[str] = set()
    tensors = []
    for number in range(graph.TensorsLength()):
        raw = graph.Tensors(number)
        given = (raw.Name() or b"").decode("utf-8", "replace") or f"tensor{number}"
        unique = given if given not in taken else f"{given}_{number}"
        taken.add(unique)
        tensors.append(read_tensor(model, raw, unique, types[raw.Type()], name))
    return tensors


def read_tensor(model: Any, raw: Any, name: str, kind: str, file: str) -> Tensor:
    """Returns one tensor. Raises MemplaceError if there is no type for it."""
    shape = tuple(int(raw.Shape(i)) for i in range(raw.ShapeLength()))
    signature = [int(raw.ShapeSignature(i)) for i in range(raw.ShapeSignatureLength())]
    # A batch that may be any is 1 in `shape`, which is what we take.
    if any(size < 1 for size in shape) or any(size < -1 for size in signature):
        raise MemplaceError(
            f"{file}: tensor '{name}' has shape {shape}; only static shapes are read"
        )
    quantisation = raw.Quantization()
    scales: tuple[float, ...] = ()
    zero_points: tuple[int, ...] = ()
    dimension = 0
    if quantisation is not None:
        scales = tuple(
            float(quantisation.Scale(i)) for i in range(quantisation.ScaleLength())
        )
        zero_points = tuple(
            int(quantisation.ZeroPoint(i))
            for i in range(quantisation.ZeroPointLength())
        )
        dimension = int(quantisation.QuantizedDimension())
    buffer = model.Buffers(raw.Buffer())
    data = buffer.DataAsNumpy().tobytes() if buffer.DataLength() else b""
    tensor = Tensor(name, kind, shape, scales, zero_points, dimension, data)
    if kind not in TYPES:
        raise MemplaceError(
            f"{file}: tensor '{name}' has elements of type {kind}; those read are "
            + ", ".join(TYPES)
        )
    if data:
        tensor.array()  # Refuses data of another size than the shape's.
    check_finite(tensor, file)
    return tensor


def check_finite(tensor: Tensor, file: str) -> None:
    """Raises MemplaceError if a constant or a scale is infinite or no number."""
    import numpy as np

    numbers = np.array(tensor.scales)
    if (numbers <= 0).any():
        raise MemplaceError(f"{file}: tensor '{tensor.name}' has a scale of 0 or less")
    if tensor.type.startswith("FLOAT") and tensor.data:
        numbers = np.concatenate([numbers, tensor.array().ravel()])
    bad = numbers.size - int(np.isfinite(numbers).sum())
    if bad:
        raise MemplaceError(
            f"{file}: tensor '{tensor.name}' has {bad} numbers or scales that are "
            "infinite or NaN"
        )


def read_operator(model: Any, graph: Any, number: int, tflite: Any) -> Operator:
    """Returns one operator."""
    raw = graph.Operators(number)
    code = model.OperatorCodes(raw.OpcodeIndex())
    # Early files have the number in a field of 8 bits, later ones in both.
    builtin = max(code.BuiltinCode(), code.DeprecatedBuiltinCode())
    kind = names_of(tflite.BuiltinOperator).get(builtin, f"BUILTIN_{builtin}")
    if kind == "CUSTOM":
        kind = f"CUSTOM {(code.CustomCode() or b'').decode('utf-8', 'replace')}"
    table = raw.BuiltinOptions()
    options: dict[str, Any] = {}
    if table is not None:
        options_name = names_of(tflite.BuiltinOptions)[raw.BuiltinOptionsType()]
        given = getattr(tflite, options_name)()
        given.Init(table.Bytes, table.Pos)
        options = {
            name: getattr(given, name)() for name in OPTIONS if hasattr(given, name)
        }
    return Operator(
        kind,
        number,
        tuple(int(raw.Inputs(i)) for i in range(raw.InputsLength())),
        tuple(int(raw.Outputs(i)) for i in range(raw.OutputsLength())),
        options,
    )
