"""Functions of complex numbers, expressed by functions of their parts.

MLIR's own lowerings lose digits if the parts differ widely in size, e.g. near 0.
"""

import math
from collections.abc import Sequence
from typing import Any

LARGE = 20.0
"""Above this number, tanh is 1 up to rounding in 64 bits. Up to this number, the square
of sinh is finite in 32 bits."""
# StableHLO's own expansions of log, log_plus_one, power, exponential and sqrt.
EXPANSION = "builtin.module(func.func(stablehlo-complex-math-expander))"


def expand_complex_functions(operations: Sequence[Any], ir: Any) -> None:
    """Replaces complex `exponential_minus_one`, `tan` and `tanh`."""
    for operation in operations:
        name = operation.name.removeprefix("stablehlo.")
        if name in ("exponential_minus_one", "tan", "tanh") and isinstance(
            ir.RankedTensorType(operation.results[0].type).element_type, ir.ComplexType
        ):
            _Parts(operation, ir).expand(name)


class _Parts:
    """Replaces one function by ops on the real and imaginary parts."""

    def __init__(self, operation: Any, ir: Any) -> None:
        self.operation, self.ir = operation, ir
        kind = ir.RankedTensorType(operation.results[0].type)
        part = ir.ComplexType(kind.element_type).element_type
        unknown = ir.Location.unknown()
        self.kind = ir.RankedTensorType.get(kind.shape, part, loc=unknown)
        bit = ir.IntegerType.get_signless(1)
        self.bits = ir.RankedTensorType.get(kind.shape, bit, loc=unknown)

    def expand(self, name: str) -> None:
        """Replaces the function called `name`."""
        argument = self.operation.operands[0]
        real, imaginary = self.op("real", argument), self.op("imag", argument)
        if name == "tan":
            # tan z = -i tanh iz
            second, first = self.tanh(self.op("negate", imaginary), real)
            parts = first, self.op("negate", second)
        else:
            expansion = self.tanh if name == "tanh" else self.expm1
            parts = expansion(real, imaginary)
        kind = self.operation.results[0].type
        result = self.op("complex", *parts, kind=kind)
        self.operation.results[0].replace_all_uses_with(result)
        self.operation.erase()

    def op(self, name: str, *operands: Any, kind: Any = None, **more: Any) -> Any:
        """Returns the result of a new op of StableHLO, of the parts' type by default."""
        return self.ir.Operation.create(
            f"stablehlo.{name}",
            results=[kind or self.kind],
            operands=list(operands),
            attributes=more,
            loc=self.operation.location,
            ip=self.ir.InsertionPoint(self.operation),
        ).results[0]

    def number(self, value: float) -> Any:
        """Creates a splat constant."""
        part = self.ir.RankedTensorType(self.kind).element_type
        number = self.ir.FloatAttr.get(part, value, loc=self.ir.Location.unknown())
        splat = self.ir.DenseElementsAttr.get_splat(self.kind, number)
        return self.op("constant", value=splat)

    def compare(self, direction: str, left: Any, right: float) -> Any:
        """Compares a tensor with a number."""
        attribute = f"#stablehlo<comparison_direction {direction}>"
        return self.op(
            "compare",
            left,
            self.number(right),
            kind=self.bits,
            comparison_direction=self.ir.Attribute.parse(attribute),
        )

    def product(self, *factors: Any) -> Any:
        """Multiplies numbers and tensors from left to right."""
        first, *rest = (
            self.number(each) if isinstance(each, float) else each for each in factors
        )
        for factor in rest:
            first = self.op("multiply", first, factor)
        return first

    def expm1(self, real: Any, imaginary: Any) -> tuple[Any, Any]:
        """Returns the parts of exp(z) - 1, by cos y - 1 = -2 sin(y / 2) ** 2."""
        half = self.op("sine", self.product(imaginary, 0.5))
        cosine = self.op("cosine", imaginary)
        first = self.op("exponential_minus_one", real)
        first = self.op(
            "add", self.product(first, cosine), self.product(-2.0, half, half)
        )
        second = self.product(self.op("exponential", real), self.op("sine", imaginary))
        is_real = self.compare("EQ", imaginary, 0.0)
        return first, self.op("select", is_real, imaginary, second)

    def tanh(self, real: Any, imaginary: Any) -> tuple[Any, Any]:
        """Returns the parts of tanh z, as in W. Kahan, "Branch cuts for complex
        elementary functions", 1987."""
        one = self.number(1.0)
        size, sign = self.op("abs", real), self.op("sign", real)
        grown = self.op("exponential_minus_one", size)
        shrunk = self.op("divide", grown, self.op("add", grown, one))
        sinh = self.product(self.op("add", grown, shrunk), 0.5, sign)
        tangent = self.op("tan", imaginary)
        beta = self.op("add", one, self.product(tangent, tangent))
        square = self.product(sinh, sinh)
        cosh = self.op("sqrt", self.op("add", one, square))
        divisor = self.op("add", one, self.product(beta, square))
        first = self.op("divide", self.product(beta, cosh, sinh), divisor)
        second = self.op("divide", tangent, divisor)
        fall = self.op("exponential", self.product(size, -2.0))
        sine, cosine = self.op("sine", imaginary), self.op("cosine", imaginary)
        is_large = self.compare("GT", size, LARGE)
        far = self.product(4.0, sine, cosine, fall)
        is_infinite = self.compare("EQ", size, math.inf)
        far = self.op("select", is_infinite, self.number(0.0), far)
        return (
            self.op("select", is_large, sign, first),
            self.op("select", is_large, far, second),
        )
