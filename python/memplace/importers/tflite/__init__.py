"""Converts TFLite files to memref form.

Each operator becomes one loop nest, in the arithmetic of TFLite's reference kernels.
Integer results are bit-exact; float results may differ in the rounding of exponentials.
Inputs, weights and outputs are arguments under the file's names. Intermediate buffers
have the file's names, too.
"""

from typing import Any

from memplace.errors import MemplaceError
from memplace.importers.arguments import attributes_text
from memplace.importers.tflite.context import Context, StoredTensor
from memplace.importers.tflite.file import TYPES, Network, Operator, read_network
from memplace.importers.tflite.operators import live_operators, view
from memplace.importers.tflite.signature import Lowering
from memplace.importers.tflite.views import check_view
from memplace.importers.tflite.writer import Writer

__all__ = ["tflite_to_memref"]


def tflite_to_memref(
    content: bytes, name: str = "<tflite>"
) -> tuple[str, dict[str, Any]]:
    """Converts a TFLite file's network to memref form.

    Returns the text and the weights by name. Weights are the arguments between inputs
    and outputs. `name` names the file in diagnostics. Raises MissingPartError if the
    package tflite is missing. Raises MemplaceError if the file is damaged, or if it
    contains an unsupported operator, or a number that is infinite or NaN.
    """
    network = read_network(content, name)
    return Translation(network, name).run()


class Translation:
    """Translation of one network to memref text."""

    def __init__(self, network: Network, name: str) -> None:
        self.network = network
        self.name = name
        self.writer = Writer()
        self.variables: dict[int, str] = {}
        self.arguments: list[tuple[str, str, str]] = []

    def run(self) -> tuple[str, dict[str, Any]]:
        """Returns the text and the weights by name."""
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
        # State that the network keeps between calls; zero at first.
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
                    f"{self.name}: {operator} has operands whose shapes or scales do "
                    f"not match: {error}"
                ) from error
        weights = {
            network.tensors[number].name: network.tensors[number].array()
            for number in [*constants, *kept]
        }
        return self.writer.text("main", self.arguments), weights

    def add_argument(self, number: int, is_result: bool = False) -> None:
        """Makes a tensor an argument of the function, unless it is one already."""
        if number in self.variables:
            return
        tensor = self.network.tensors[number]
        if tensor.type not in TYPES:
            raise MemplaceError(
                f"{self.name}: tensor '{tensor.name}' has elements of type "
                f"{tensor.type}; supported are " + ", ".join(TYPES)
            )
        self.variables[number] = f"%arg{len(self.arguments)}"
        attributes = attributes_text(tensor.name, not tensor.is_signed, is_result)
        self.arguments.append((self.variables[number], tensor.memref, attributes))

    def place(self, number: int) -> StoredTensor:
        """Returns the place of a tensor; raises MemplaceError if not yet written."""
        tensor = self.network.tensors[number]
        if number not in self.variables:
            raise MemplaceError(f"tensor '{tensor.name}' is read before it is written")
        return StoredTensor(tensor, self.variables[number])

    def output(self, number: int) -> StoredTensor:
        """Returns the place of a tensor to be written; allocates it if necessary."""
        tensor = self.network.tensors[number]
        if number not in self.variables:
            self.writer.location = tensor.name
            self.variables[number] = self.writer.op(f"memref.alloc() : {tensor.memref}")
        return StoredTensor(tensor, self.variables[number])

    def add_operator(self, operator: Operator, lowering: Lowering) -> None:
        """Translates one operator."""
        inputs = [
            (
                None
                if number == -1
                else (
                    StoredTensor(self.network.tensors[number], "")
                    if lowering.is_setting(position)
                    else self.place(number)
                )
            )
            for position, number in enumerate(operator.inputs)
        ]
        # A converter joins the names of all ops that it fuses by ";".
        result = self.network.tensors[operator.outputs[0]].name.partition(";")[0]
        where = f"{result}/{operator.kind}"
        if lowering.make is view:
            self.writer.location = where
            self.add_view(operator, inputs)
            return
        outputs = [self.output(n) for n in operator.outputs]
        self.writer.location = where
        lowering.make(Context(self.writer, operator, inputs, outputs))

    def add_view(self, operator: Operator, inputs: list[StoredTensor | None]) -> None:
        """Makes a tensor share its operand's storage; a network's result is copied."""
        (target,) = operator.outputs
        new = StoredTensor(self.network.tensors[target], "")
        context = Context(self.writer, operator, inputs, [new])
        check_view(context)
        kind = new.tensor.memref
        made = context.as_shape(context.input(0), new.shape).memref
        if target in self.variables:
            place = self.variables[target]
            self.writer.line(f"memref.copy {made}, {place} : {kind} to {kind}")
        else:
            self.variables[target] = made
