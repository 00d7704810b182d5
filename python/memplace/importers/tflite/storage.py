"""Tensors of a TFLite network in memory: loads and stores of their elements."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memplace.importers.tflite.file import Tensor
from memplace.importers.tflite.writer import Index, Writer


@dataclass(frozen=True)
class StoredTensor:
    """A tensor of the network and its storage."""

    tensor: Tensor
    memref: str
    """SSA name of the memref."""
    writer: Writer
    """Builder that gets the loads and stores."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the tensor's dimensions."""
        return self.tensor.shape

    def as_shape(self, shape: Sequence[int]) -> "StoredTensor":
        """Returns the same elements under another shape, as a view."""
        tensor = replace(self.tensor, shape=tuple(shape))
        if tensor.shape == self.shape:
            return self
        view = self.writer.reshape(
            self.memref, self.tensor.memref, tensor.memref, tensor.shape
        )
        return StoredTensor(tensor, view, self.writer)

    def broadcast(self, at: list[Index]) -> list[Index]:
        """Returns the index of this tensor that broadcasting maps to `at`."""
        extra = len(at) - len(self.shape)
        return [
            self.writer.index(0) if size == 1 else index
            for size, index in zip(self.shape, at[extra:])
        ]

    def load(self, at: list[Index], offset: int = 0) -> str:
        """Loads an element as a float, or as a 32-bit integer plus `offset`."""
        tensor = self.tensor
        value = self.writer.load(self.memref, at, tensor.memref)
        if tensor.is_real:
            return value
        wide = self.writer.widen(value, tensor.element, tensor.is_signed)
        return self.writer.add(wide, offset)

    def load_flat(self, at: list[Index], offset: int = 0) -> str:
        """Like `load`, for index `at` after broadcasting."""
        return self.load(self.broadcast(at), offset)

    def store(self, value: str, at: list[Index]) -> None:
        """Stores a float, or the low bits of a 32-bit integer."""
        if self.tensor.is_real:
            self.writer.store(value, self.memref, at, self.tensor.memref)
            return
        narrow = self.writer.narrow(value, self.tensor.element)
        self.writer.store(narrow, self.memref, at, self.tensor.memref)

    def load_raw(self, at: list[Index]) -> str:
        """Loads an element in its own type."""
        return self.writer.load(self.memref, at, self.tensor.memref)

    def load_raw_flat(self, at: list[Index]) -> str:
        """Loads the element for index `at` after broadcasting, in its own type."""
        return self.load_raw(self.broadcast(at))

    def store_raw(self, value: str, at: list[Index]) -> None:
        """Stores a value of the tensor's element type."""
        self.writer.store(value, self.memref, at, self.tensor.memref)

    def to_index(self, value: str) -> Index:
        """Casts an integer of the tensor's element type to an index."""
        return self.writer.op(
            f"arith.index_cast {value} : {self.tensor.element} to index"
        )
