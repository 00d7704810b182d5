"""Signatures of TFLite operators: the types, operands and options that are honoured.

An operator with anything else is refused, so that no part of a file is ignored.

A signature lists the types of the inputs, "->", and the types of the outputs:

    T,T,INT32?->T        "?": may be missing
    T,=I->T              "=": read at import, becomes no buffer
    T*->T                "*": one or more operands
    T,U->U               T and U: any of the row's types, fixed for each variable

"I" is INT32 or INT64, "F" is FLOAT32. Other words are names in the schema, with "|"
between alternatives. "~" marks a tensor that the network keeps between calls: T,~T->T.
"-?" marks an operand that must be missing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from memplace.errors import MemplaceError
from memplace.importers.tflite.file import Network, Operator, Tensor

ALIASES = {"I": ("INT32", "INT64"), "F": ("FLOAT32",)}


@dataclass(frozen=True)
class Operand:
    """An operand of a signature."""

    types: tuple[str, ...]
    """Names of types, or of one type variable."""
    is_optional: bool
    is_setting: bool
    is_many: bool
    is_variable: bool

    @classmethod
    def parse(cls, text: str) -> "Operand":
        """Parses the part of a signature for one operand."""
        name = text.strip("=~?*")
        types = ALIASES.get(name, tuple(name.split("|")))
        return cls(types, "?" in text, "=" in text, "*" in text, "~" in text)

    def accepts(self, tensor: Tensor | None, bound: dict[str, str], of: str) -> bool:
        """Says whether a tensor is accepted here; binds the type variables T and U."""
        if tensor is None:
            return self.is_optional
        if tensor.is_variable != self.is_variable:
            return False
        first, *_ = self.types
        if first in ("T", "U"):
            return (
                tensor.type in of.split()
                and bound.setdefault(first, tensor.type) == tensor.type
            )
        return tensor.type in self.types


@dataclass(frozen=True)
class Lowering:
    """Lowering of one kind of operator for some operand types."""

    signature: str
    types: str
    """Types for T and U, separated by spaces."""
    make: Callable[[Any], None]
    """Writes the loops; takes a Context."""
    options: str = ""
    """Names of the honoured options, as in the schema."""

    def sides(self) -> tuple[list[Operand], list[Operand]]:
        """Returns the signature's inputs and outputs."""
        inputs, outputs = self.signature.split("->")
        return tuple(
            [Operand.parse(one) for one in side.split(",") if one]
            for side in (inputs, outputs)
        )  # type: ignore[return-value]

    def accepts(
        self, inputs: Sequence[Tensor | None], outputs: Sequence[Tensor | None]
    ) -> bool:
        """Says whether the operands have types that this lowering honours."""
        bound: dict[str, str] = {}
        return all(
            fits(wanted, given, bound, self.types)
            for wanted, given in zip(self.sides(), (inputs, outputs))
        )

    def is_setting(self, position: int) -> bool:
        """Says whether an operand is not read when the network runs."""
        inputs = self.sides()[0]
        return inputs[min(position, len(inputs) - 1)].is_setting


def fits(
    wanted: Sequence[Operand],
    given: Sequence[Tensor | None],
    bound: dict[str, str],
    types: str,
) -> bool:
    """Says whether tensors match one side of a signature."""
    wanted = list(wanted)
    if wanted and wanted[-1].is_many:
        wanted += [wanted[-1]] * (len(given) - len(wanted))
    if len(given) > len(wanted):
        return False
    padded = [*given, *[None] * (len(wanted) - len(given))]
    return all(one.accepts(tensor, bound, types) for one, tensor in zip(wanted, padded))


def choose(rows: Sequence[Lowering], operator: Operator, network: Network) -> Lowering:
    """Returns the lowering that honours all operands and options of an operator.

    Raises MemplaceError with the operator and what is not honoured.
    """
    inputs, outputs = (
        [None if number == -1 else network.tensors[number] for number in side]
        for side in (operator.inputs, operator.outputs)
    )
    found = [row for row in rows if row.accepts(inputs, outputs)]
    if not found:
        raise MemplaceError(
            f"{operator} has operands {described(inputs, operator.inputs)} -> "
            f"{described(outputs, operator.outputs)}; supported are "
            + " or ".join(
                f"{row.signature} with T of {row.types}" if row.types else row.signature
                for row in rows
            )
        )
    check_options(found[0], operator)
    return found[0]


def described(tensors: Sequence[Tensor | None], numbers: Sequence[int]) -> str:
    """Returns types, names and indices of at most eight operands as text."""
    texts = [
        (
            "none"
            if tensor is None
            else f"{tensor.type} '{tensor.name}' ({number}"
            + (", kept between calls)" if tensor.is_variable else ")")
        )
        for tensor, number in zip(tensors, numbers)
    ]
    return ", ".join([*texts[:8], *(["..."] if len(texts) > 8 else [])])


def check_options(row: Lowering, operator: Operator) -> None:
    """Raises MemplaceError for an option with a non-default value that is not
    honoured."""
    options = operator.options
    if not options.belong_to(operator.kind):
        raise MemplaceError(
            f"{operator} has {options.table}, which belong to another operator"
        )
    supported = row.options.split()
    for name in options.given:
        if name not in supported:
            value = options.values.get(name)
            text = "" if value is None else f" = {value}"
            raise MemplaceError(
                f"{operator} has option '{name}'{text}, which is not supported"
            )
