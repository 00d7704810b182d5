"""Reads a TFLite file into tensors and operators as plain data."""

import math
import struct
from dataclasses import dataclass, field
from typing import Any

from memplace.errors import MemplaceError, MissingPartError
from memplace.extras import install_command
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

INSTALL_HINT = f"install the extra: {install_command('tflite')}"
MAGIC = b"TFL3"
VERSION = 3  # Of the schema; the only one that TFLite's interpreter runs.
# Element types in NumPy and in MLIR. The schema's other types cannot be arguments.
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
"""Bytes by which constants may exceed the file's size. Tensors may share a buffer, and
sparse or zero data takes more space in memory than in the file."""
MAX_OPERATORS = 1 << 16
MAX_DIMENSIONS = 32
# Errors raised by reading past the end of a file, or at an invalid offset.
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
    """A tensor of the network."""

    name: str
    """Unique in the network."""
    type: str
    """Name in the schema: "INT8", "FLOAT32", ..."""
    shape: tuple[int, ...]
    scales: tuple[float, ...]
    """Scales of the quantisation as 32-bit floats: none, one, or one per channel."""
    zero_points: tuple[int, ...]
    channel_dimension: int
    """Dimension of the channels that the scales belong to."""
    data: Any = None
    """A constant's bytes as a NumPy array; None for other tensors."""
    is_variable: bool = False
    """Whether the network keeps the tensor from one call to the next."""

    @property
    def element(self) -> str:
        """MLIR's element type."""
        return TYPES[self.type][1]

    @property
    def memref(self) -> str:
        """MLIR's memref type."""
        return f"memref<{''.join(f'{size}x' for size in self.shape)}{self.element}>"

    @property
    def size(self) -> int:
        """Size in bytes; 0 for types that cannot be arguments."""
        import numpy as np

        element = TYPES.get(self.type, ("",))[0]
        return math.prod(self.shape) * np.dtype(element).itemsize if element else 0

    @property
    def is_real(self) -> bool:
        """Whether elements are 32-bit floats, the type for float arithmetic."""
        return self.type == "FLOAT32"

    @property
    def is_signed(self) -> bool:
        """Whether integers are signed; MLIR's types are signless."""
        return not self.type.startswith("UINT")

    @property
    def limits(self) -> tuple[int, int]:
        """Smallest and largest integer of the type."""
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
        """The only scale of the tensor; raises MemplaceError for several or none."""
        if len(self.scales) != 1:
            raise MemplaceError(
                f"tensor '{self.name}' has {len(self.scales)} scales, but must have one"
            )
        return self.scales[0]

    @property
    def zero_point(self) -> int:
        """The integer that represents 0."""
        return self.zero_points[0] if self.zero_points else 0

    def expect_elements(self) -> None:
        """Raises MemplaceError for a tensor without elements."""
        if 0 in self.shape:
            raise MemplaceError(
                f"tensor '{self.name}' has shape {self.shape}; only constants that give "
                "sizes or axes may be without elements"
            )

    def array(self) -> Any:
        """Returns a constant's numbers, or zeros, as a NumPy array."""
        import numpy as np

        if self.type not in TYPES:
            raise MemplaceError(
                f"tensor '{self.name}' has elements of type {self.type}; supported are "
                + ", ".join(TYPES)
            )
        element = TYPES[self.type][0]
        if self.data is None:
            return np.zeros(self.shape, element)
        return np.frombuffer(self.data, element).reshape(self.shape)


@dataclass(frozen=True)
class Operator:
    """An operator of the network."""

    kind: str
    """Name in the schema: "CONV_2D", ..."""
    index: int
    """Position in the network."""
    inputs: tuple[int, ...]
    """Indices of tensors; -1 for a missing operand."""
    outputs: tuple[int, ...]
    options: Options = field(default_factory=Options)

    def option(self, name: str, default: int = 0) -> Any:
        """Returns the value of an option by its name in the schema."""
        return self.options.values.get(name, default)

    def __str__(self) -> str:
        return f"'{self.kind}' (operator {self.index})"


@dataclass(frozen=True)
class Network:
    """The only subgraph of a file."""

    tensors: list[Tensor]
    operators: list[Operator]
    inputs: list[int]
    outputs: list[int]


def read_network(content: bytes, name: str) -> Network:
    """Reads the network in a TFLite file's bytes.

    `name` names the file in diagnostics. Raises MissingPartError if the package
    `tflite` is missing. Raises MemplaceError if the file is not a TFLite file, is cut
    short, or cannot become a single function with static shapes.
    """
    try:
        import tflite
    except ImportError as error:
        raise MissingPartError(
            f"reading TFLite needs the package tflite ({error}); {INSTALL_HINT}"
        ) from error
    if content[4:8] != MAGIC:
        raise MemplaceError(
            f"{name} is not a TFLite file: bytes 4 to 8 must be 'TFL3', got "
            f"{content[4:8]!r}"
        )
    try:
        model = tflite.Model.GetRootAs(content, 0)
        if model.Version() != VERSION:
            raise MemplaceError(
                f"has schema version {model.Version()}, but must have {VERSION}"
            )
        if model.SubgraphsLength() != 1:
            raise MemplaceError(
                f"has {model.SubgraphsLength()} subgraphs, but must have one; control "
                "flow is not supported"
            )
        graph = model.Subgraphs(0)
        if graph.OperatorsLength() > MAX_OPERATORS:
            raise MemplaceError(
                f"has {graph.OperatorsLength()} operators; at most {MAX_OPERATORS} are "
                "supported"
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
            f"{name} is truncated or damaged: {type(error).__name__}: {error}"
        ) from error
    return network


def check_numbers(network: Network) -> None:
    """Raises MemplaceError if a tensor does not exist, or if an operator overwrites an
    input, a constant or another operator's result."""
    numbers = [*network.inputs, *network.outputs]
    for operator in network.operators:
        numbers += [number for number in operator.inputs if number != -1]
        numbers += operator.outputs
    for number in numbers:
        expect_index(number, len(network.tensors), "tensor")
    made = {n for n, tensor in enumerate(network.tensors) if tensor.data is not None}
    made.update(network.inputs)
    for operator in network.operators:
        for number in operator.outputs:
            if number in made:
                raise MemplaceError(
                    f"{operator} writes tensor '{network.tensors[number].name}', which "
                    "is an input, a constant, or written already"
                )
            made.add(number)


def expect_index(number: int, count: int, what: str) -> None:
    """Raises MemplaceError for an index beyond a list of the file.

    FlatBuffers would read whatever follows the list.
    """
    if not 0 <= number < count:
        raise MemplaceError(
            f"is damaged: {what} {number} does not exist; there are {count}"
        )


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
        unique = decode_name(raw.Name() or b"") or f"tensor{number}"
        while unique in taken:
            unique += f"_{number}"
        taken.add(unique)
        kind = types.get(raw.Type(), f"number {raw.Type()}")
        tensor = read_tensor(raw, unique, kind, budget)
        expect_index(raw.Buffer(), model.BuffersLength(), "buffer")
        buffer = model.Buffers(raw.Buffer())
        if buffer.DataLength() or buffer.Offset() > 1 or tensor.is_variable:
            total += tensor.size
        if total > len(content) + BEYOND:
            raise MemplaceError(
                f"the constants up to tensor '{unique}' have {total} bytes; "
                f"at most {BEYOND} more than the file's {len(content)} are supported"
            )
        set_data(tensor, buffer, raw.Sparsity(), content)
        if tensor.data is None:
            tensor.expect_elements()
        tensors.append(tensor)
    return tensors


def read_tensor(raw: Any, name: str, kind: str, budget: Budget) -> Tensor:
    """Returns a tensor without its data."""
    shape = budget.vector(raw, "Shape")
    signature = budget.vector(raw, "ShapeSignature")
    # A dynamic batch size is 1 in `shape`, and is imported as 1.
    if min(shape, default=1) < 0 or min(signature, default=1) < -1:
        raise MemplaceError(
            f"tensor '{name}' has shape {shape}; only static shapes are supported"
        )
    if len(shape) > MAX_DIMENSIONS:
        raise MemplaceError(
            f"tensor '{name}' has {len(shape)} dimensions; at most {MAX_DIMENSIONS} "
            "are supported"
        )
    quantisation = raw.Quantization()
    for table, kind_of in ((raw, "Tensor"), (quantisation, "QuantizationParameters")):
        if table is not None and later_fields(table._tab, count_fields(kind_of)):
            raise MemplaceError(
                f"tensor '{name}' has fields of a later schema, which are not "
                "supported"
            )
    if quantisation is None:
        return Tensor(name, kind, shape, (), (), 0, is_variable=raw.IsVariable())
    if quantisation.DetailsType():
        raise MemplaceError(
            f"tensor '{name}' has quantisation details {quantisation.DetailsType()}, "
            "which are not supported"
        )
    scales = budget.vector(quantisation, "Scale")
    zeros = budget.vector(quantisation, "ZeroPoint")
    for scale in scales:
        if not 0 < scale < math.inf:
            raise MemplaceError(
                f"tensor '{name}' has scale {scale}, which must be above 0 and finite"
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
                f"tensor '{name}' of type {kind} has zero points from {min(zeros)} to "
                f"{max(zeros)}, which must be from {low} to {high}"
            )
    return tensor


def set_data(tensor: Tensor, buffer: Any, sparsity: Any, content: bytes) -> None:
    """Sets the data of a tensor if the tensor is a constant."""
    import numpy as np

    data = buffer.DataAsNumpy() if buffer.DataLength() else None
    if 0 in tensor.shape and not buffer.DataIsNone() and not buffer.DataLength():
        data = np.empty(0, np.uint8)
    if data is None and buffer.Offset() > 1:
        # Large files store data after the FlatBuffers tables.
        end = buffer.Offset() + buffer.Size()
        if end > len(content):
            raise IndexError(
                f"a constant ends at byte {end}, the file at {len(content)}"
            )
        data = np.frombuffer(content[buffer.Offset() : end], np.uint8)
    if data is None or tensor.type not in TYPES:
        return
    element = np.dtype(TYPES[tensor.type][0])
    if sparsity is not None:
        dense = densify(data.view(element), tensor.shape, sparsity, tensor.name)
        data = dense.reshape(-1).view(np.uint8)
    object.__setattr__(tensor, "data", data)
    tensor.array()  # Raises ValueError if the data does not fit the shape.


def read_operator(model: Any, graph: Any, number: int, budget: Budget) -> Operator:
    """Returns an operator of a subgraph."""
    import tflite

    raw = graph.Operators(number)
    expect_index(raw.OpcodeIndex(), model.OperatorCodesLength(), "operator code")
    code = model.OperatorCodes(raw.OpcodeIndex())
    builtin = builtin_code(code)
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


def builtin_code(code: Any) -> int:
    """Returns the number of a builtin operator: the larger of two fields.

    Early files only have the 8-bit field, later files may have either or both. The
    package's accessor of the 32-bit field ignores numbers below 127.
    """
    from flatbuffers import number_types

    place = code._tab.Offset(10)
    wide = code._tab.Get(number_types.Int32Flags, code._tab.Pos + place) if place else 0
    return max(int(wide), int(code.DeprecatedBuiltinCode()))
