"""Reads a TFLite file: tensors and operators as plain data."""

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from memplace.errors import MemplaceError, MissingPartError
from memplace.importers.tflite.options import (
    Budget,
    Options,
    count_fields,
    later_fields,
    names_of,
    read_options,
)
from memplace.importers.tflite.sparsity import densify
from memplace.mlirtext import decode_name

WAY_OUT = "install the extra: pip install './python[tflite]'"
MAGIC = b"TFL3"
# NumPy's and MLIR's types for elements. The others of the schema can't be argued with.
TYPES = {
    "FLOAT32": ("float32", "f32"),
    "FLOAT16": ("float16", "f16"),
    "FLOAT64": ("float64", "f64"),
    "INT8": ("int8", "i8"),
    "UINT8": ("uint8", "i8"),
    "INT16": ("int16", "i16"),
    "UINT16": ("uint16", "i16"),
    "INT32": ("int32", "i32"),
    "UINT32": ("uint32", "i32"),
    "INT64": ("int64", "i64"),
    "UINT64": ("uint64", "i64"),
    "BOOL": ("bool", "i1"),
    "COMPLEX64": ("complex64", "complex<f32>"),
}
BEYOND = 1 << 30
"""Bytes by which constants may be more than the file: tensors may share a buffer, and
what is sparse or zeros in the file is not in memory."""
MOST_OPERATORS = 1 << 16
MOST_DIMENSIONS = 32
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
    data: Any = None
    """Bytes of a constant, an array; of others None."""
    is_variable: bool = False
    """Whether the network keeps the tensor from one call to the next."""

    @property
    def element(self) -> str:
        """MLIR's type of an element."""
        return TYPES[self.type][1]

    @property
    def memref(self) -> str:
        """MLIR's type of the tensor."""
        return f"memref<{''.join(f'{size}x' for size in self.shape)}{self.element}>"

    @property
    def size(self) -> int:
        """Bytes of all elements; 0 of types that can't be argued with."""
        import numpy as np

        element = TYPES.get(self.type, ("",))[0]
        return math.prod(self.shape) * np.dtype(element).itemsize if element else 0

    @property
    def is_real(self) -> bool:
        """Whether elements are floating-point numbers that operators compute with."""
        return self.type == "FLOAT32"

    @property
    def is_signed(self) -> bool:
        """Whether integers have a sign; memref types don't tell."""
        return not self.type.startswith("UINT")

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest integer of the type."""
        bits = int(self.type.lstrip("UINT"))
        return (
            (-(1 << bits - 1), (1 << bits - 1) - 1)
            if self.is_signed
            else (
                0,
                (1 << bits) - 1,
            )
        )

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
        """The numbers of a constant, or zeros, as NumPy's array."""
        import numpy as np

        if self.type not in TYPES:
            raise MemplaceError(
                f"tensor '{self.name}' has elements of type {self.type}"
            )
        element = TYPES[self.type][0]
        if self.data is None:
            return np.zeros(self.shape, element)
        return np.frombuffer(self.data, element).reshape(self.shape)


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
    options: Options = field(default_factory=Options)

    def option(self, name: str, default: int = 0) -> Any:
        """The value of an option, by the schema's name for it."""
        return self.options.values.get(name, default)

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
            if tensor.data is not None and number in used:
                yield number


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
                f"has {model.SubgraphsLength()} subgraphs; control flow between "
                "them is not supported, only networks of one"
            )
        graph = model.Subgraphs(0)
        if graph.OperatorsLength() > MOST_OPERATORS:
            raise MemplaceError(
                f"has {graph.OperatorsLength()} operators, at most {MOST_OPERATORS} are "
                "read"
            )
        budget = Budget()
        tensors = read_tensors(model, graph, content, budget)
        network = Network(
            tensors,
            [
                read_operator(model, graph, number, budget)
                for number in range(graph.OperatorsLength())
            ],
            list(budget.vector(graph, "Inputs")),
            list(budget.vector(graph, "Outputs")),
        )
        check_numbers(network)
    except MemplaceError as error:
        raise MemplaceError(f"{name}: {error}") from error
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


def read_tensors(
    model: Any, graph: Any, content: bytes, budget: Budget
) -> list[Tensor]:
    """Returns the tensors of a subgraph."""
    import tflite

    types = names_of(tflite.TensorType)
    taken: set[str] = set()
    tensors = []
    total = 0
    for number in range(graph.TensorsLength()):
        raw = graph.Tensors(number)
        given = decode_name(raw.Name() or b"") or f"tensor{number}"
        unique = given if given not in taken else f"{given}_{number}"
        taken.add(unique)
        kind = types.get(raw.Type(), f"number {raw.Type()}")
        tensor = read_tensor(raw, unique, kind, budget)
        buffer = model.Buffers(raw.Buffer())
        if buffer.DataLength() or buffer.Offset() > 1 or tensor.is_variable:
            total += tensor.size
        if total > len(content) + BEYOND:
            raise MemplaceError(
                f"the constants up to tensor '{unique}' have {total} bytes, at "
                f"most {BEYOND} more than the file's {len(content)} are read; do several "
                "tensors share a buffer?"
            )
        set_data(tensor, buffer, raw.Sparsity(), content)
        tensors.append(tensor)
    return tensors


def read_tensor(raw: Any, name: str, kind: str, budget: Budget) -> Tensor:
    """Returns one tensor without its numbers."""
    shape = budget.vector(raw, "Shape")
    signature = budget.vector(raw, "ShapeSignature")
    # A batch that may be any is 1 in `shape`, which is what we take.
    if min(shape, default=1) < 1 or min(signature, default=1) < -1:
        raise MemplaceError(
            f"tensor '{name}' has shape {shape}; only static shapes are read"
        )
    if len(shape) > MOST_DIMENSIONS:
        raise MemplaceError(
            f"tensor '{name}' has {len(shape)} dimensions, at most {MOST_DIMENSIONS} are "
            "read"
        )
    quantisation = raw.Quantization()
    for table, kind_of in ((raw, "Tensor"), (quantisation, "QuantizationParameters")):
        if table is not None and later_fields(table._tab, count_fields(kind_of)):
            raise MemplaceError(
                f"tensor '{name}' has fields of a later schema, which are not read"
            )
    if quantisation is None:
        return Tensor(name, kind, shape, (), (), 0, is_variable=raw.IsVariable())
    if quantisation.DetailsType():
        raise MemplaceError(
            f"tensor '{name}' has a quantisation of its own (details "
            f"{quantisation.DetailsType()}), which is not read"
        )
    scales = budget.vector(quantisation, "Scale")
    zeros = budget.vector(quantisation, "ZeroPoint")
    for scale in scales:
        if not 0 < scale < math.inf:
            raise MemplaceError(
                f"tensor '{name}' has a scale of {scale}; scales are above 0 and finite"
            )
    tensor = Tensor(
        name,
        kind,
        shape,
        scales,
        zeros,
        int(quantisation.QuantizedDimension()),
        is_variable=raw.IsVariable(),
    )
    if kind.lstrip("U").startswith("INT") and kind in TYPES:
        low, high = tensor.limits
        if zeros and not low <= min(zeros) <= max(zeros) <= high:
            raise MemplaceError(
                f"tensor '{name}' of {kind} has zero points from {min(zeros)} to "
                f"{max(zeros)}"
            )
    return tensor


def set_data(tensor: Tensor, buffer: Any, sparsity: Any, content: bytes) -> None:
    """Gives a constant its numbers, if there are any."""
    import numpy as np

    data = buffer.DataAsNumpy() if buffer.DataLength() else None
    if data is None and buffer.Offset() > 1:
        # Numbers of large files are behind the tables.
        end = buffer.Offset() + buffer.Size()
        if end > len(content):
            raise IndexError(f"there is no byte {end - 1}")
        data = np.frombuffer(content[buffer.Offset() : end], np.uint8)
    if data is None or tensor.type not in TYPES:
        return
    element = np.dtype(TYPES[tensor.type][0])
    if sparsity is not None:
        dense = densify(data.view(element), tensor.shape, sparsity, tensor.name)
        data = dense.reshape(-1).view(np.uint8)
    object.__setattr__(tensor, "data", data)
    tensor.array()  # Refuses data of another size than the shape's.


def read_operator(model: Any, graph: Any, number: int, budget: Budget) -> Operator:
    """Returns one operator."""
    import tflite

    raw = graph.Operators(number)
    code = model.OperatorCodes(raw.OpcodeIndex())
    # Early files have the number in a field of 8 bits, later ones in both.
    builtin = max(code.BuiltinCode(), code.DeprecatedBuiltinCode())
    kind = names_of(tflite.BuiltinOperator).get(builtin, f"BUILTIN_{builtin}")
    if kind == "CUSTOM":
        kind = f"CUSTOM {(code.CustomCode() or b'').decode('utf-8', 'replace')}"
    return Operator(
        kind,
        number,
        budget.vector(raw, "Inputs"),
        budget.vector(raw, "Outputs"),
        read_options(raw, budget),
    )
