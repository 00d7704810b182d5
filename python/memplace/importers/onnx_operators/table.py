"""Table of ONNX's operators, and of the functions of JAX arrays that lower them.

The decorator `operator` adds a function to the table. The signature of the function
states what it supports. Its positional parameters are the operator's inputs, in order.
Its keyword-only parameters are the operator's attributes. A parameter with a default is
optional. The importer refuses an operator with an input or attribute that has no
parameter. It also refuses values that the parameter's annotation excludes:

  Constant       The input must be known at import. It is a NumPy array.
  MaybeConstant  The input is a NumPy array if it is known at import, else a JAX array.
  Literal[...]   The attribute is one of the listed strings.
  Text           The attribute is any string.
  ElementType    The attribute is an element type, as a NumPy type.

Other annotations exclude attributes that are strings, and nothing else.
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
"""A NumPy type. None for ONNX's code 0, "undefined"."""
FIRST_OPSET, LAST_OPSET = 13, 28
"""First and last version of ONNX's operator set that the table covers. The importer
converts models of other versions, and refuses them if the conversion fails."""


class Unsupported(MemplaceError):
    """Raised for an operator that cannot be lowered. The importer adds the names of the
    operator and of its node to the message."""


@dataclass(frozen=True)
class Row:
    """The function for an operator, from version `first` on, and its signature."""

    name: str
    function: Callable[..., Any]
    first: int
    """Version of the operator set in which ONNX defined the oldest form of the operator
    that the function implements."""
    inputs: tuple[inspect.Parameter, ...]
    variadic: bool
    """The function takes any number of further inputs."""
    attributes: Mapping[str, inspect.Parameter]
    takes_node: bool
    """The function's first parameter, `node`, is the operator's node in the graph."""


TABLE: dict[str, list[Row]] = {}
"""Rows by operator, in ascending order of `Row.first`."""


def row_of(name: str, version: int) -> Row | None:
    """Returns the row for an operator as defined in some version of the operator set.

    None if the table has no row, or only rows for later versions.
    """
    rows = [row for row in TABLE.get(name, ()) if row.first <= version]
    return rows[-1] if rows else None


def operator(*names: str, since: int = 1) -> Callable[[Any], Any]:
    """Returns a decorator that adds a function to the table.

    The function lowers all operators in `names`, from version `since` on.
    """

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
    """Raises Unsupported if the annotation of an attribute excludes its value."""
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
