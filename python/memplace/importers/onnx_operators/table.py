"""Table of ONNX's operators: a function per operator, whose signature is its row.

Positional parameters are the operator's inputs in order, keyword-only parameters its
attributes. Defaults mark optional inputs and attributes. The importer refuses an
operator with an input or attribute that has no parameter, or with a value that the
parameter's annotation excludes:

  Constant       input that must be known at import, as a NumPy array
  MaybeConstant  input as a NumPy array if known at import, else as a JAX array
  Literal[...]   permitted values of an attribute that is text
  Text           attribute that may be any text
  ElementType    attribute that is an element type, as a NumPy type
"""

import inspect
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from memplace.errors import MemplaceError

Array = Any
"""A JAX array or tracer."""
Constant = Annotated[Any, "known"]
"""A NumPy array known at import."""
MaybeConstant = Annotated[Any, "maybe known"]
"""A NumPy array if known at import, else a JAX array or tracer."""
Text = Annotated[str, "any text"]
ElementType = Annotated[Any, "element type"]
"""A NumPy type; None if the attribute is missing or 0."""
FIRST_OPSET, LAST_OPSET = 13, 28
"""Versions of ONNX's operator set covered by the table; models of other versions are
converted, or refused."""


class Unsupported(MemplaceError):
    """An operator that cannot be lowered; the caller adds the operator and node
    names."""


@dataclass(frozen=True)
class Row:
    """Signature and function of an operator from some version on."""

    name: str
    function: Callable[..., Any]
    first: int
    """First version of the operator that the function implements."""
    inputs: tuple[inspect.Parameter, ...]
    variadic: bool
    attributes: Mapping[str, inspect.Parameter]
    takes_node: bool
    """Whether the function's first parameter is the node."""


TABLE: dict[str, list[Row]] = {}
"""Rows by operator, in ascending order of versions."""


def row_of(name: str, version: int) -> Row | None:
    """Returns the row for a version of an operator, or None."""
    rows = [row for row in TABLE.get(name, ()) if row.first <= version]
    return rows[-1] if rows else None


def operator(*names: str, since: int = 1) -> Callable[[Any], Any]:
    """Adds a function to the table as operators `names`, from version `since` on."""

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
    """Raises Unsupported if an attribute has a value that the row does not honour."""
    if typing.get_origin(parameter.annotation) is typing.Literal:
        supported = typing.get_args(parameter.annotation)
        if value not in supported:
            names = ", ".join(f"'{one}'" for one in supported)
            raise Unsupported(
                f"attribute '{parameter.name}' is '{value}'; supported are {names}"
            )
    elif isinstance(value, str) and parameter.annotation != Text:
        raise Unsupported(
            f"attribute '{parameter.name}' is '{value}', which is not read"
        )
