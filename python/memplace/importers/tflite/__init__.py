"""TFLite files to memref form: networks of 8-bit integers or of floats.

Each operator becomes one nest of loops, in the arithmetic of TFLite's reference
kernels: of integers bit for bit, of floats up to how exponentials are rounded. Inputs, weights and outputs are arguments, named as in the file;
so are the buffers in between.
"""

from typing import Any

from memplace.errors import MemplaceError
from memplace.importers.arguments import attributes_text
from memplace.importers.tflite.context import Context, Place
from memplace.importers.tflite.file import Network, Tensor, read_network
from memplace.importers.tflite.operators import (
    VIEWS,
    is_setting,
    live_operators,
    reject_unknown,
    translate,
)
from memplace.importers.tflite.writer import Writer
from memplace.mlirtext import quote

__all__ = ["tflite_to_memref"]


def tflite_to_memref(
    content: bytes, name: str = "<tflite>"
) -> tuple[str, dict[str, Any]]:
    """Returns a TFLite file's network in memref form, and its weights by name, which
    are the arguments between the inputs and the outputs.

    `name` is what diagnostics call the file. Raises MissingPartError if the package
    tflite is missing, and MemplaceError if the file is damaged, or if it has an
    operator that isn't read or a number that is infinite or NaN.
    """
    network = read_network(content, name)
    reject_unknown(live_operators(network), name)
    return Translation(network, name).run()


class Translation:
    """One network on its way to memref text."""

    def __init__(self, network: Network, name: str) -> None:
        self.network = network
        self.name = name
        self.writer = Writer()
        self.variables: dict[int, str] = {}
        self.arguments: list[tuple[str, str, str]] = []

    def run(self) -> tuple[str, dict[str, Any]]:
        """Returns text and weights."""
        network = self.network
        operators = live_operators(network)
        read = {
            number
            for operator in operators
            for position, number in enumerate(operator.inputs)
            if not is_setting(operator, position)
        }
        constants = [n for n in network.constants() if n in read]
        for number in [*network.inputs, *constants]:
            self.add_argument(number)
        for number in network.outputs:
            self.add_argument(number, is_result=True)
        for operator in operators:
            try:
                if operator.kind in VIEWS:
                    self.add_view(operator.inputs[0], operator.outputs[0])
                else:
                    self.add_operator(operator)
            except MemplaceError as error:
                raise MemplaceError(f"{self.name}: {error}") from error
            except (ArithmeticError, IndexError, ValueError) as error:
                raise MemplaceError(
                    f"{self.name}: {operator} has operands of other shapes or scales "
                    f"than it must: {error}"
                ) from error
        weights = {
            network.tensors[number].name: network.tensors[number].array()
            for number in constants
        }
        return self.writer.text("main", self.arguments), weights

    def add_argument(self, number: int, is_result: bool = False) -> None:
        """Makes a tensor an argument of the function, once."""
        if number in self.variables:
            return
        tensor = self.network.tensors[number]
        self.variables[number] = f"%arg{len(self.arguments)}"
        attributes = attributes_text(tensor.name, not tensor.is_signed, is_result)
        self.arguments.append((self.variables[number], tensor.memref, attributes))

    def place(self, number: int) -> Place:
        """Where a tensor is that something has written."""
        tensor = self.network.tensors[number]
        if number not in self.variables:
            raise MemplaceError(f"tensor '{tensor.name}' is read before it is written")
        return Place(tensor, self.variables[number])

    def output(self, number: int) -> Place:
        """Where a tensor is that is about to be written."""
        tensor = self.network.tensors[number]
        if number not in self.variables:
            variable = self.writer.name()
            self.writer.line(
                f"{variable} = memref.alloc() : {tensor.memref} loc({quote(tensor.name)})"
            )
            self.variables[number] = variable
        return Place(tensor, self.variables[number])

    def add_operator(self, operator: Any) -> None:
        """Translates one operator."""
        inputs = [
            (
                None
                if number == -1
                else (
                    Place(self.network.tensors[number], "")
                    if is_setting(operator, position)
                    else self.place(number)
                )
            )
            for position, number in enumerate(operator.inputs)
        ]
        outputs = [self.output(n) for n in operator.outputs]
        translate(Context(self.writer, operator, inputs, outputs))

    def add_view(self, source: int, target: int) -> None:
        """Lets a tensor be another one's storage; a result of the network is a copy."""
        old, new = self.place(source), self.network.tensors[target]
        sizes = list(new.shape)
        if count(new) != count(old.tensor):
            raise MemplaceError(
                f"tensor '{new.name}' has {count(new)} elements and is made of "
                f"{count(old.tensor)}"
            )
        strides = [1] * len(sizes)
        for dimension in range(len(sizes) - 2, -1, -1):
            strides[dimension] = strides[dimension + 1] * sizes[dimension + 1]
        view = self.writer.op(
            f"memref.reinterpret_cast {old.memref} to offset: [0], sizes: {sizes}, "
            f"strides: {strides} : {old.tensor.memref} to {new.memref}"
        )
        if target in self.variables:
            place = self.variables[target]
            self.writer.line(
                f"memref.copy {view}, {place} : {new.memref} to {new.memref}"
            )
        else:
            self.variables[target] = view


def count(tensor: Tensor) -> int:
    """The number of elements."""
    total = 1
    for size in tensor.shape:
        total *= size
    return total
