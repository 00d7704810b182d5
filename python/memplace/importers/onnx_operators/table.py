"""The table of ONNX's operators: a function for each, whose signature is its row.

Parameters are the operator's inputs in order, keyword-only parameters its attributes, and
defaults say which of either may be missing. An operator that has an input or an attribute
without a parameter is refused, as is a value that a parameter's annotation excludes:

  Known        an input that must be known when the model is imported, as NumPy's array
  MaybeKnown   an input that is NumPy's array if it is known, else JAX's
  Literal[...] the values of an attribute that is text
  Text         an attribute that may be any text
  ElementType  an attribute that says a type of elements, as NumPy's type
"""

import inspect
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from memplace.errors import MemplaceError

Array = Any
"""An array of JAX, or the tracer of one."""
Known = Annotated[Any, "known"]
"""An array of NumPy that is known when the model is imported."""
MaybeKnown = Annotated[Any, "maybe known"]
"""Either; a NumPy array if it is known."""
Text = Annotated[str, "any text"]
ElementType = Annotated[Any, "element type"]
"""NumPy's type, None if the attribute is missing or 0."""
FIRST_OPSET, LAST_OPSET = 13, 28
"""The versions of the operators that this table was written for; others are converted,
or refused."""


class Refused(MemplaceError):
    """An operator that is not lowered as it is; the caller adds its name and node."""


@dataclass(frozen=True)
class Row:
    """What is honoured of an operator."""

    name: str
    function: Callable[..., Any]
    first: int
    """The first version of the operator that the function computes."""
    inputs: tuple[inspect.Parameter, ...]
    variadic: bool
    attributes: Mapping[str, inspect.Parameter]
    takes_node: bool
    """Its first parameter is the node."""


TABLE: dict[str, list[Row]] = {}
"""Rows by operator, the earliest version first."""


def row_of(name: str, version: int) -> Row | None:
    """Returns the row for a version of an operator, or None."""
    rows = [row for row in TABLE.get(name, ()) if row.first <= version]
    return rows[-1] if rows else None


def operator(*names: str, since: int = 1) -> Callable[[Any], Any]:
    """Adds a function to the table as these operators, from version `since` on."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        parameters = list(inspect.signature(function).parameters.values())
        takes_node = bool(parameters) and parameters[0].name == "node"
        if takes_node:
            parameters = parameters[1:]
        kinds = inspect.Parameter
        for name in names:
            row = Row(
                name,
                function,
                since,
                tuple(p for p in parameters if p.kind == kinds.POSITIONAL_OR_KEYWORD),
                any(p.kind == kinds.VAR_POSITIONAL for p in parameters),
                {p.name: p for p in parameters if p.kind == kinds.KEYWORD_ONLY},
                takes_node,
            )
            rows = TABLE.setdefault(name, [])
            assert all(one.first != since for one in rows), f"{name} is there twice"
            rows.append(row)
            rows.sort(key=lambda one: one.first)
        return function

    return add


def check_attribute(parameter: inspect.Parameter, value: Any) -> None:
    """Raises Refused if an attribute has another value than the row honours."""
    if typing.get_origin(parameter.annotation) is typing.Literal:
        honoured = typing.get_args(parameter.annotation)
        if value not in honoured:
            names = ", ".join(f"'{one}'" for one in honoured)
            raise Refused(
                f"attribute '{parameter.name}' is '{value}'; honoured are {names}"
            )
    elif isinstance(value, str) and parameter.annotation != Text:
        raise Refused(f"attribute '{parameter.name}' is '{value}', which is not read")
