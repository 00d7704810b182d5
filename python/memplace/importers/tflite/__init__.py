"""TFLite files to memref form.

Each operator becomes one nest of loops, in the arithmetic of TFLite's reference
kernels: of integers bit for bit, of floats up to how exponentials are rounded. Inputs,
weights and outputs are arguments, named as in the file; so are the buffers in between.
"""

from typing import Any

from memplace.errors import MemplaceError
from memplace.importers.arguments import attributes_text
from memplace.importers.tflite.context import Context, Place
from memplace.importers.tflite.file import TYPES, Network, Operator, read_network
from memplace.importers.tflite.operators import live_operators, view
from memplace.importers.tflite.signature import Lowering
from memplace.importers.tflite.views import check_view
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
        try:
            operators = live_operators(network)
        except MemplaceError as error:
            raise MemplaceError(f"{self.name}: {error}") from error
        read = {
            number
            for operator, lowering in operators
            for position, number in enumerate(operator.inputs)
            if not lowering.is_setting(position)
        }
        constants = [n for n in network.constants() if n in read]
        # What the network keeps from call to call is zeros at first.
        kept = [n for n in sorted(read) if network.tensors[n].is_variable]
        for number in [*network.inputs, *constants, *kept]:
            self.add_argument(number)
        for number in network.outputs:
            self.add_argument(number, is_result=True)
        for operator, lowering in operators:
            try:
                self.add_operator(operator, lowering)
            except MemplaceError as error:
                raise MemplaceError(f"{self.name}: {error}") from error
            except (ArithmeticError, IndexError, ValueError) as error:
                raise MemplaceError(
                    f"{self.name}: {operator} has operands of other shapes or scales "
                    f"than it must: {error}"
                ) from error
        weights = {
            network.tensors[number].name: network.tensors[number].array()
            for number in [*constants, *kept]
        }
        return self.writer.text("main", self.arguments), weights

    def add_argument(self, number: int, is_result: bool = False) -> None:
        """Makes a tensor an argument of the function, once."""
        if number in self.variables:
            return
        tensor = self.network.tensors[number]
        if tensor.type not in TYPES:
            raise MemplaceError(
                f"{self.name}: tensor '{tensor.name}' has elements of type "
                f"{tensor.type}; those read are " + ", ".join(TYPES)
            )
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

    def add_operator(self, operator: Operator, lowering: Lowering) -> None:
        """Translates one operator."""
        inputs = [
            (
                None
                if number == -1
                else (
                    Place(self.network.tensors[number], "")
                    if lowering.is_setting(position)
                    else self.place(number)
                )
            )
            for position, number in enumerate(operator.inputs)
        ]
        if lowering.make is view:
            self.add_view(operator, inputs)
            return
        outputs = [self.output(n) for n in operator.outputs]
        lowering.make(Context(self.writer, operator, inputs, outputs))

    def add_view(self, operator: Operator, inputs: list[Place | None]) -> None:
        """Lets a tensor be another one's storage; a result of the network is a copy."""
        (target,) = operator.outputs
        new = Place(self.network.tensors[target], "")
        context = Context(self.writer, operator, inputs, [new])
        check_view(context)
        kind = new.tensor.memref
        made = context.as_shape(context.input(0), new.shape).memref
        if target in self.variables:
            place = self.variables[target]
            self.writer.line(f"memref.copy {made}, {place} : {kind} to {kind}")
        else:
            self.variables[target] = made
