"""Arithmetic on numbers of one element type: selects MLIR's ops for the type."""

from memplace.importers.tflite.file import Tensor
from memplace.importers.tflite.writer import Writer

# Predicates of floats, of signed integers and of unsigned integers.
COMPARISONS = {
    "eq": ("oeq", "eq", "eq"),
    "ne": ("une", "ne", "ne"),
    "lt": ("olt", "slt", "ult"),
    "le": ("ole", "sle", "ule"),
    "gt": ("ogt", "sgt", "ugt"),
    "ge": ("oge", "sge", "uge"),
}


class Numbers:
    """Writes ops on numbers of a tensor's element type. Comparisons with NaN are false,
    except `ne`."""

    def __init__(self, writer: Writer, tensor: Tensor) -> None:
        self.writer = writer
        self.kind = tensor.element
        self.is_real = self.kind.startswith("f")
        self.is_signed = tensor.is_signed and self.kind != "i1"

    def op(self, of_floats: str, of_integers: str, a: str, b: str) -> str:
        """Appends a binary op of arith, chosen by the kind of number."""
        return self.writer.binary(
            of_floats if self.is_real else of_integers, a, b, self.kind
        )

    def constant(self, value: float) -> str:
        """Returns a constant of the type."""
        return self.writer.constant(
            float(value) if self.is_real else int(value), self.kind
        )

    def compare(self, how: str, a: str, b: str) -> str:
        """Appends one of COMPARISONS."""
        names = COMPARISONS[how]
        if self.is_real:
            return self.writer.op(f"arith.cmpf {names[0]}, {a}, {b} : {self.kind}")
        name = names[1 if self.is_signed else 2]
        return self.writer.compare(name, a, b, self.kind)

    def select(self, condition: str, a: str, b: str) -> str:
        """Selects one of two numbers."""
        return self.writer.select(condition, a, b, self.kind)

    def add(self, a: str, b: str) -> str:
        """a + b."""
        return self.op("addf", "addi", a, b)

    def subtract(self, a: str, b: str) -> str:
        """a - b."""
        return self.op("subf", "subi", a, b)

    def multiply(self, a: str, b: str) -> str:
        """a * b."""
        return self.op("mulf", "muli", a, b)

    def divide(self, a: str, b: str) -> str:
        """a / b; integers truncate, and division by 0 or overflow does not trap."""
        if self.is_real:
            return self.writer.binary("divf", a, b, self.kind)
        one = self.constant(1)
        divisor = self.select(self.compare("eq", b, self.constant(0)), one, b)
        if not self.is_signed:
            return self.writer.binary("divui", a, divisor, self.kind)
        is_minus = self.compare("eq", b, self.constant(-1))
        quotient = self.writer.binary(
            "divsi", a, self.select(is_minus, one, divisor), self.kind
        )
        return self.select(is_minus, self.subtract(self.constant(0), a), quotient)

    def remainder(self, a: str, b: str) -> str:
        """Remainder of the truncated division, with the sign of `a`."""
        if self.is_real:
            return self.writer.binary("remf", a, b, self.kind)
        return self.subtract(a, self.multiply(self.divide(a, b), b))

    def maximum(self, a: str, b: str) -> str:
        """a if a > b, else b; so b if either is NaN."""
        return self.select(self.compare("gt", a, b), a, b)

    def minimum(self, a: str, b: str) -> str:
        """a if a < b, else b; so b if either is NaN."""
        return self.select(self.compare("lt", a, b), a, b)

    def function(self, name: str, value: str) -> str:
        """Appends a unary op of the math dialect."""
        return self.writer.op(f"math.{name} {value} : {self.kind}")

    def truth(self, value: str) -> str:
        """Tests whether a number differs from 0."""
        return self.compare("ne", value, self.constant(0))
