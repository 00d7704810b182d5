"""Python numbers computed from tensors, such as an optimizer's bias correction, which
depends on its count of steps.

PyTorch passes a `torch.SymFloat` through arithmetic and into kernels. A `NumberNode`
records this arithmetic, and each call of the step repeats it with equal bits. Comparisons
are refused, because they could choose other kernels.
"""

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from memplace.errors import InputError

Values = Mapping[int, float]


@dataclass(frozen=True, eq=False)
class Number:
    """A number of a call.

    evaluate: returns the number for the numbers read from tensors, by storage (the
        recorder has a storage of its own for each read).
    reads: these storages.
    """

    evaluate: Callable[[Values], Any]
    reads: frozenset[int]


def _refuse(*_: Any) -> Any:
    """Refuses a comparison or a conversion of a number."""
    raise InputError(
        "the step uses a number read from a tensor (`.item()`) in a condition or a "
        "conversion; use a tensor instead"
    )


# Arithmetic by PyTorch's names of the methods.
_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "mod": operator.mod,
    "truediv": operator.truediv,
    "float_truediv": operator.truediv,
    "pow": operator.pow,
    "float_pow": operator.pow,
}
_UNARY: dict[str, Callable[[Any], Any]] = {
    "neg": operator.neg,
    "abs": abs,
    "pos": operator.pos,
    "sym_sqrt": math.sqrt,
    "sym_exp": math.exp,
    "sym_log2": math.log2,
    "sym_float": float,
}
_CONVERSIONS = ("bool_", "int_", "float_", "round", "trunc", "floor", "ceil", "int_floordiv")
_COMPARISONS = ("eq", "ne", "gt", "ge", "lt", "le")


class NumberNode:
    """The node of a `torch.SymFloat` that keeps arithmetic.

    number: the number.
    is_check: True for the result of a comparison, which only PyTorch's own checks of
        arguments may use.
    """

    def __init__(self, number: Number, is_check: bool = False) -> None:
        self.number = number
        self.is_check = is_check

    def __getattr__(self, name: str) -> Any:
        """Returns a method of arithmetic; other methods are refused."""
        if name in _BINARY:
            return lambda other: self.combine(_BINARY[name], other)
        if name in _UNARY:
            of, function = self.number, _UNARY[name]
            return lambda: NumberNode(
                Number(lambda values: function(of.evaluate(values)), of.reads)
            )
        if name in _COMPARISONS:
            return lambda other: NumberNode(Number(_refuse, frozenset()), True)
        if name.startswith("guard_") or name in _CONVERSIONS:
            return _refuse
        raise AttributeError(name)

    def combine(self, function: Callable[[Any, Any], Any], other: Any) -> "NumberNode":
        """Returns the result of an operation on this number and another."""
        one, two = self.number, other.number
        return NumberNode(
            Number(
                lambda values: function(one.evaluate(values), two.evaluate(values)),
                one.reads | two.reads,
            )
        )

    def wrap_float(self, value: float) -> "NumberNode":
        """Returns the node of a plain number."""
        return NumberNode(Number(lambda values: value, frozenset()))

    wrap_int = wrap_float

    def is_int(self) -> bool:
        """Returns false: numbers are floats."""
        return False

    def is_float(self) -> bool:
        """Returns true for a number."""
        return not self.is_check

    def is_bool(self) -> bool:
        """Returns true for the result of a comparison."""
        return self.is_check

    def is_constant(self) -> bool:
        """Returns false: the number is only known in a call."""
        return False

    is_nested_int = has_hint = is_constant

    def is_symbolic(self) -> bool:
        """Returns true: the number is not known yet."""
        return True

    def expect_true(self, file: str, line: int) -> bool:
        """Accepts PyTorch's own check of an argument."""
        return True

    def _graph_repr(self) -> str:
        """Returns the text of the number."""
        return "a number read from a tensor"

    str = _graph_repr


def number_read_from(storage: int) -> torch.SymFloat:
    """Returns the number that a kernel reads into a storage."""
    number = Number(lambda values: values[storage], frozenset([storage]))
    return torch.SymFloat(NumberNode(number))  # type: ignore[arg-type]


def number_of(value: torch.SymFloat) -> Number:
    """Returns the arithmetic of a recorded number."""
    number: Number = value.node.number  # type: ignore[attr-defined]
    return number
