"""Writes a memref function as text: loops over elements, and the ops inside."""

import math
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from memplace.mlirtext import quote

Index = str
"""Name of an SSA value of type index."""


def float_text(value: float, kind: str) -> str:
    """Returns MLIR's text for a float; infinities and NaN as hexadecimal bits."""
    if not math.isfinite(value):
        digits, infinity, nan = {
            "f16": (4, 0x7C00, 0x7E00),
            "f32": (8, 0x7F800000, 0x7FC00000),
            "f64": (16, 0x7FF0000000000000, 0x7FF8000000000000),
        }[kind]
        bits = nan if math.isnan(value) else infinity
        sign = 8 << 4 * (digits - 1) if value < 0 else 0
        return f"0x{bits | sign:0{digits}X}"
    text = repr(float(value))
    return text.replace("e", ".0e") if "e" in text and "." not in text else text


class Writer:
    """Builder for a function's body; SSA values are numbered."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.constants: dict[tuple[str, str], str] = {}
        self.globals: dict[tuple[str, tuple[int, ...]], str] = {}
        self.count = 0
        self.depth = 2
        self.location = ""
        """Name that is the location of the outermost ops written from here on."""

    def line(self, text: str) -> None:
        """Appends a line."""
        ends_op = self.depth == 2 and not text.endswith("{")
        location = f" loc({quote(self.location)})" if ends_op else ""
        self.lines.append("  " * self.depth + text + location)

    def name(self) -> str:
        """Returns an unused value name."""
        self.count += 1
        return f"%{self.count - 1}"

    def op(self, text: str) -> str:
        """Appends an op; returns the name of its result."""
        result = self.name()
        self.line(f"{result} = {text}")
        return result

    def constant(self, value: int | float, kind: str = "i32") -> str:
        """Returns a constant, defined once in front of the body."""
        text = float_text(value, kind) if kind.startswith("f") else str(value)
        key = (text, kind)
        if key not in self.constants:
            self.constants[key] = f"%c{len(self.constants)}"
        return self.constants[key]

    def index(self, value: int) -> Index:
        """Returns a constant of type index."""
        return self.constant(value, "index")

    def table(self, values: Sequence[int], what: str) -> str:
        """Returns a constant array of 32-bit integers; equal arrays are shared."""
        key = (what, tuple(values))
        if key not in self.globals:
            self.globals[key] = f"{what}_{len(self.globals)}"
        kind = f"memref<{len(values)}xi32>"
        return self.op(f"memref.get_global @{self.globals[key]} : {kind}")

    def real_table(self, values: Sequence[float], what: str) -> str:
        """Returns a constant array of 32-bit floats, stored as their bits."""
        return self.table(
            [struct.unpack("<i", struct.pack("<f", value))[0] for value in values], what
        )

    # Arithmetic.

    def binary(self, op: str, a: str, b: str, kind: str = "i32") -> str:
        """Appends an op of two values of one type."""
        return self.op(f"arith.{op} {a}, {b} : {kind}")

    def add(self, a: str, b: int | str, kind: str = "i32") -> str:
        """Appends an addition; adding the constant 0 emits no op."""
        if isinstance(b, int):
            if b == 0:
                return a
            b = self.constant(b, kind)
        return self.binary("addi", a, b, kind)

    def clamp(self, value: str, low: int, high: int) -> str:
        """Clamps a signed value to [low, high]."""
        raised = self.binary("maxsi", value, self.constant(low))
        return self.binary("minsi", raised, self.constant(high))

    def select(self, condition: str, a: str, b: str, kind: str = "i32") -> str:
        """Selects one of two values."""
        return self.op(f"arith.select {condition}, {a}, {b} : {kind}")

    def compare(self, how: str, a: str, b: str, kind: str = "i32") -> str:
        """Compares two integers."""
        return self.op(f"arith.cmpi {how}, {a}, {b} : {kind}")

    def widen(self, value: str, kind: str, is_signed: bool, to: str = "i32") -> str:
        """Extends an integer to a wider type."""
        if kind == to:
            return value
        op = "extsi" if is_signed else "extui"
        return self.op(f"arith.{op} {value} : {kind} to {to}")

    def narrow(self, value: str, to: str, kind: str = "i32") -> str:
        """Truncates an integer to its low bits."""
        return (
            value if kind == to else self.op(f"arith.trunci {value} : {kind} to {to}")
        )

    # Memory.

    def load(self, memref: str, at: Sequence[Index], kind: str) -> str:
        """Loads an element."""
        return self.op(f"memref.load {memref}[{', '.join(at)}] : {kind}")

    def store(self, value: str, memref: str, at: Sequence[Index], kind: str) -> None:
        """Stores an element."""
        self.line(f"memref.store {value}, {memref}[{', '.join(at)}] : {kind}")

    def reshape(self, memref: str, kind: str, to: str, sizes: Sequence[int]) -> str:
        """Returns a view under another shape; both layouts are contiguous."""
        strides = [1] * len(sizes)
        for dimension in range(len(sizes) - 2, -1, -1):
            strides[dimension] = strides[dimension + 1] * sizes[dimension + 1]
        return self.op(
            f"memref.reinterpret_cast {memref} to offset: [0], sizes: {list(sizes)}, "
            f"strides: {strides} : {kind} to {to}"
        )

    # Loops.

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Encloses lines in a region."""
        self.line(f"{head} {{")
        self.depth += 1
        yield
        self.depth -= 1
        self.line("}")

    def loops(self, sizes: Sequence[int], body: Callable[[list[Index]], None]) -> None:
        """Writes a loop nest; `body` gets the counters. Loops of one trip vanish."""

        def nest(done: list[Index]) -> None:
            if len(done) == len(sizes):
                body(done)
            elif sizes[len(done)] == 1:
                nest([*done, self.index(0)])
            else:
                counter = self.name()
                bounds = f"{self.index(0)} to {self.index(sizes[len(done)])}"
                with self.block(f"scf.for {counter} = {bounds} step {self.index(1)}"):
                    nest([*done, counter])

        nest([])

    def reduce(
        self,
        sizes: Sequence[int],
        start: str,
        body: Callable[[list[Index], str], str],
        kind: str = "i32",
    ) -> str:
        """Writes a loop nest that carries a value.

        `body` gets the counters and the current value, and returns the next value.
        """

        def nest(done: list[Index], value: str) -> str:
            if len(done) == len(sizes):
                return body(done, value)
            if sizes[len(done)] == 1:
                return nest([*done, self.index(0)], value)
            counter, inner, result = self.name(), self.name(), self.name()
            bounds = f"{self.index(0)} to {self.index(sizes[len(done)])}"
            with self.block(
                f"{result} = scf.for {counter} = {bounds} step {self.index(1)} "
                f"iter_args({inner} = {value}) -> ({kind})"
            ):
                self.line(f"scf.yield {nest([*done, counter], inner)} : {kind}")
            return result

        return nest([], start)

    def when(
        self, condition: str, then: Callable[[], str], other: str, kind: str = "i32"
    ) -> str:
        """Writes a branch: the value of `then()` if the condition holds, else
        `other`."""
        result = self.name()
        self.line(f"{result} = scf.if {condition} -> ({kind}) {{")
        self.depth += 1
        self.line(f"scf.yield {then()} : {kind}")
        self.depth -= 1
        self.line("} else {")
        self.line(f"  scf.yield {other} : {kind}")
        self.line("}")
        return result

    # TFLite's arithmetic; see fixed_point.py for the same on constants.

    def high_mul(self, a: str, b: str) -> str:
        """SaturatingRoundingDoublingHighMul, without saturation.

        The caller must exclude the only case that saturates: both operands minimal.
        """
        wide_a, wide_b = (self.widen(value, "i32", True, "i64") for value in (a, b))
        product = self.binary("muli", wide_a, wide_b, "i64")
        is_positive = self.compare("sge", product, self.constant(0, "i64"), "i64")
        nudge = self.select(
            is_positive,
            self.constant(2**30, "i64"),
            self.constant(1 - 2**30, "i64"),
            "i64",
        )
        nudged = self.binary("addi", product, nudge, "i64")
        high = self.binary("divsi", nudged, self.constant(2**31, "i64"), "i64")
        return self.narrow(high, "i32", "i64")

    def divide_by_pot(self, value: str, exponent: str) -> str:
        """RoundingDivideByPOT."""
        one = self.constant(1)
        mask = self.binary("subi", self.binary("shli", one, exponent), one)
        rest = self.binary("andi", value, mask)
        half = self.binary("shrui", mask, one)
        is_negative = self.compare("slt", value, self.constant(0))
        sign = self.op(f"arith.extui {is_negative} : i1 to i32")
        threshold = self.binary("addi", half, sign)
        is_up = self.compare("sgt", rest, threshold)
        up = self.op(f"arith.extui {is_up} : i1 to i32")
        return self.binary("addi", self.binary("shrsi", value, exponent), up)

    def text(self, name: str, arguments: Sequence[tuple[str, str, str]]) -> str:
        """Returns the module; `arguments` are names, types and attributes."""
        lines = ["module {"]
        for (_, values), symbol in self.globals.items():
            numbers = ", ".join(map(str, values))
            kind = f"memref<{len(values)}xi32>"
            lines.append(
                f'  memref.global "private" constant @{symbol} : {kind} = dense<[{numbers}]>'
            )
        signature = ", ".join(
            f"{variable}: {kind} {attributes}"
            for variable, kind, attributes in arguments
        )
        lines.append(f"  func.func @{name}({signature}) {{")
        for (value, kind), variable in self.constants.items():
            lines.append(f"    {variable} = arith.constant {value} : {kind}")
        return "\n".join([*lines, *self.lines, "    return", "  }", "}", ""])
