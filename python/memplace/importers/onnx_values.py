"""Values and nodes of an ONNX graph during import, and ONNX's types."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from memplace.importers.onnx_operators.table import Unsupported

KINDS = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 "
    "float64"
)

NARROW = ("float16", "bfloat16")
"""Types of floats of 16 bits."""


@dataclass
class Value:
    """A tensor of the graph."""

    shape: tuple[int, ...]
    kind: np.dtype
    known: Any = None
    """The elements, if known at import."""
    find: Callable[[], Any] | None = None
    """Computes the elements if they are known at import but are not in `known` yet: the
    value is a weight, or computed from weights."""
    traced: Any = None
    """The JAX tracer; None for a value that exists only at import."""

    def array(self) -> Any:
        """Returns the array or tracer to compute with."""
        import jax.numpy as jnp

        # Not cached: inside of a loop, the new array belongs to the loop's trace.
        return jnp.asarray(self.known) if self.traced is None else self.traced

    def numbers(self) -> Any:
        """Returns the elements if they are known at import, else None."""
        if self.known is None and self.find is not None:
            self.known = self.find()
        return self.known

    @property
    def is_known(self) -> bool:
        """Says whether the elements are known at import."""
        return self.known is not None or self.find is not None

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)


def converted(value: Value, kind: Any) -> Value:
    """Returns a value with its elements in another type."""
    kind = np.dtype(kind)
    if value.known is not None:
        return Value(value.shape, kind, value.known.astype(kind))
    find = (lambda: value.numbers().astype(kind)) if value.find else None
    traced = None if value.traced is None else value.traced.astype(kind)
    return Value(value.shape, kind, None, find, traced)


def in_32_bits(value: Any) -> Any:
    """Returns a tensor of 16-bit floats in 32 bits, and anything else as it is."""
    is_narrow = isinstance(value, Value) and value.kind.name in NARROW
    return converted(value, np.float32) if is_narrow else value


class GraphRunner(Protocol):
    """Services of the interpreter for operators; see `onnx_graph.Interpreter`."""

    def run_graph(self, graph: Any, inputs: Sequence[Any], outer: "Scope") -> list[Any]:
        """Interprets the graph of a branch or loop body; returns its outputs."""

    def known(self, array: Any) -> Value:
        """Returns an array as a value known at import."""

    def wrap(self, results: Any, deferred: "Deferred | None") -> list[Any]:
        """Returns the results of a function as values."""


@dataclass
class Node:
    """An operator of the graph during its lowering."""

    proto: Any
    label: str
    """Name of the node in errors."""
    inputs: list[Any]
    outputs: list[str]
    schema: Any
    scope: "Scope"
    interpreter: GraphRunner


@dataclass
class Scope:
    """Names of values in a graph or a function body."""

    values: dict[str, Any]
    versions: Mapping[str, int]
    outer: "Scope | None" = None
    attributes: Mapping[str, Any] = field(default_factory=dict)
    """Attributes of the function whose body this scope belongs to."""

    def find(self, name: str) -> Any:
        """Returns a value of this scope or of an enclosing scope."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.values:
                return scope.values[name]
            scope = scope.outer
        raise Unsupported(f"reads '{name}', which nothing before it makes")

    def add(self, name: str, value: Any) -> None:
        """Binds a value to a name that is still free."""
        if name in self.values:
            raise Unsupported(f"makes '{name}', which is made already")
        self.values[name] = value


@dataclass
class Deferred:
    """Results computed together, on first access to a result."""

    compute: Callable[[], list[Any]]
    found: list[Any] | None = None

    def at(self, place: int) -> Callable[[], Any]:
        """Returns a function that computes and returns the result at `place`."""

        def find() -> Any:
            if self.found is None:
                self.found = self.compute()
            return self.found[place]

        return find


def is_graph(attribute: Any) -> bool:
    """Says whether an attribute is a graph."""
    return hasattr(attribute, "node")


def element_type(code: int, onnx: Any) -> np.dtype:
    """Returns the NumPy type for an ONNX type code.

    Raises Unsupported if programs have no such type.
    """
    try:
        kind = np.dtype(onnx.helper.tensor_dtype_to_np_dtype(code))
        label = onnx.TensorProto.DataType.Name(code)
    except (KeyError, ValueError, TypeError) as error:
        raise Unsupported(f"there is no type of number {code}") from error
    if kind.name not in KINDS.split() or label in ("STRING",):
        raise Unsupported(
            f"type {label} is not supported; supported are {KINDS.replace(' ', ', ')}"
        )
    return kind


def type_text(kind: np.dtype) -> str:
    """Returns ONNX's text for a tensor type."""
    names = {"float32": "float", "float64": "double"}
    return f"tensor({names.get(kind.name, kind.name)})"


def type_proto(value: Any, onnx: Any) -> bytes:
    """Returns a value's type as a serialised ONNX TypeProto."""
    if value is None:
        return onnx.TypeProto().SerializeToString()
    code = onnx.helper.np_dtype_to_tensor_dtype(value.kind)
    return onnx.helper.make_tensor_type_proto(code, value.shape).SerializeToString()


def to_numpy(tensor: Any, onnx: Any) -> Any:
    """Returns a tensor's numbers.

    Raises Unsupported if the tensor is damaged or of an unsupported type.
    """
    if tensor.data_type not in (onnx.TensorProto.STRING,):
        element_type(tensor.data_type, onnx)
    else:
        raise Unsupported("type STRING is not supported")
    if any(size < 0 for size in tensor.dims):
        raise Unsupported(f"constant '{tensor.name}' has a size of {min(tensor.dims)}")
    try:
        return onnx.numpy_helper.to_array(tensor)
    except Exception as error:  # Of types, and of data that does not fit the shape.
        raise Unsupported(f"constant '{tensor.name}' is damaged: {error}") from error
