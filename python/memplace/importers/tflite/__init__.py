"""Converts TFLite files to memref form.

Each operator becomes one loop nest, in the arithmetic of TFLite's reference kernels.
Integer results are bit-exact; float results may differ in the rounding of exponentials.
Inputs, weights and outputs are arguments under the file's names. Intermediate buffers
have the file's names, too.
"""

from typing import Any

from memplace.errors import MemplaceError
from memplace.importers.arguments import attributes_text
from memplace.importers.tflite.context import Context
from memplace.importers.tflite.file import (
    TYPES,
    Network,
    Operator,
    Tensor,
    read_network,
)
from memplace.importers.tflite.operators import live_operators, view
from memplace.importers.tflite.signature import Lowering
from memplace.importers.tflite.storage import StoredTensor
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
    try:
        return Translation(network).run()
    except MemplaceError as error:
        raise MemplaceError(f"{name}: {error}") from error


def stored_tensors(
    network: Network, operators: list[tuple[Operator, Lowering]]
) -> list[int]:
    """Returns the constants that the program reads, and its state between calls. The
    state is zero at first. Raises MemplaceError for a result without a value."""
    read = {
        number
        for operator, lowering in operators
        for position, number in enumerate(operator.inputs)
        if number != -1 and not lowering.is_setting(position)
    }
    written = {number for operator, _ in operators for number in operator.outputs}
    # A result may also be an input, a constant or kept state.
    read.update(set(network.outputs) - written)
    tensors = network.tensors
    constants = [n for n in sorted(read) if tensors[n].data is not None]
    kept = [n for n in sorted(read) if tensors[n].is_variable]
    for number in network.outputs:
        if number not in {*written, *network.inputs, *constants, *kept}:
            raise MemplaceError(
                f"output '{tensors[number].name}' is made by no operator"
            )
    return [*constants, *kept]


class Translation:
    """Translation of one network to memref text."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.writer = Writer()
        self.variables: dict[int, str] = {}
        self.arguments: list[tuple[str, str, str]] = []
        self.made: set[int] = set()
        """Tensors that have their values at this point of the program."""

    def run(self) -> tuple[str, dict[str, Any]]:
        """Returns the text and the weights by name."""
        import numpy as np

        network = self.network
        operators = live_operators(network)
        stored = stored_tensors(network, operators)
        self.made.update([*network.inputs, *stored])
        for number in dict.fromkeys([*network.inputs, *stored]):
            self.variables[number] = self.add_argument(number)
        copies = []
        for number in dict.fromkeys(network.outputs):
            variable = self.add_argument(number, is_result=True)
            if number in self.made:
                copies.append((number, variable))
            else:
                self.variables[number] = variable
        for operator, lowering in operators:
            try:
                # Overflows saturate, or are refused.
                with np.errstate(all="ignore"):
                    self.add_operator(operator, lowering)
            except (ArithmeticError, IndexError, ValueError) as error:
                raise MemplaceError(
                    f"{operator} has operands whose shapes or scales do "
                    f"not match: {error}"
                ) from error
        # At the end, when kept state has its new value.
        for number, variable in copies:
            self.writer.location = network.tensors[number].name
            self.add_copy(self.variables[number], variable, network.tensors[number])
        weights = {
            network.tensors[number].name: network.tensors[number].array()
            for number in stored
        }
        return self.writer.text("main", self.arguments), weights

    def add_argument(self, number: int, is_result: bool = False) -> str:
        """Adds an argument for a tensor to the function; returns its name in the text."""
        tensor = self.network.tensors[number]
        tensor.expect_elements()
        if tensor.type not in TYPES:
            raise MemplaceError(
                f"tensor '{tensor.name}' has elements of type "
                f"{tensor.type}; supported are " + ", ".join(TYPES)
            )
        variable = f"%arg{len(self.arguments)}"
        attributes = attributes_text(tensor.name, not tensor.is_signed, is_result)
        self.arguments.append((variable, tensor.memref, attributes))
        return variable

    def add_copy(self, source: str, target: str, tensor: Tensor) -> None:
        """Writes a copy of a tensor's elements."""
        kind = tensor.memref
        self.writer.line(f"memref.copy {source}, {target} : {kind} to {kind}")

    def place(self, number: int) -> StoredTensor:
        """Returns the place of a tensor; raises MemplaceError if not yet written."""
        tensor = self.network.tensors[number]
        if number not in self.made:
            raise MemplaceError(f"tensor '{tensor.name}' is read before it is written")
        return StoredTensor(tensor, self.variables[number], self.writer)

    def output(self, number: int) -> StoredTensor:
        """Returns the place of a tensor to be written; allocates it if necessary."""
        tensor = self.network.tensors[number]
        if number not in self.variables:
            self.writer.location = tensor.name
            self.variables[number] = self.writer.op(f"memref.alloc() : {tensor.memref}")
        return StoredTensor(tensor, self.variables[number], self.writer)

    def add_operator(self, operator: Operator, lowering: Lowering) -> None:
        """Translates one operator."""
        inputs = [
            (
                None
                if number == -1
                else (
                    StoredTensor(self.network.tensors[number], "", self.writer)
                    if lowering.is_setting(position)
                    else self.place(number)
                )
            )
            for position, number in enumerate(operator.inputs)
        ]
        # A converter joins the names of all ops that it fuses by ";".
        result = self.network.tensors[operator.outputs[0]].name.partition(";")[0]
        where = f"{result}/{operator.kind}"
        self.made.update(operator.outputs)
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
        new = StoredTensor(self.network.tensors[target], "", self.writer)
        context = Context(self.writer, operator, inputs, [new])
        check_view(context)
        made = context.input(0).as_shape(new.shape).memref
        if target in self.variables:
            self.add_copy(made, self.variables[target], new.tensor)
        else:
            self.variables[target] = made
