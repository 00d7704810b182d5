"""Writes straight-line code of functions as MLIR text: arithmetic on scalars, and accesses
of single elements of tensors.

`LoopCode` puts this code into loops and branches.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

INDEX = "index"
BIT = "i1"


@dataclass(frozen=True)
class Value:
    """An SSA value in the text: a tensor, or a scalar if `shape` is None."""

    name: str
    element: str
    """Element type, e.g. `f32`."""
    shape: tuple[int, ...] | None = None

    @property
    def type(self) -> str:
        """The MLIR text of the type."""
        if self.shape is None:
            return self.element
        return f"tensor<{'x'.join(map(str, [*self.shape, self.element]))}>"

    @property
    def sizes(self) -> tuple[int, ...]:
        """The shape of a tensor."""
        assert self.shape is not None, "a scalar has no shape"
        return self.shape


Values = list[Value]


def names(values: Sequence[Value]) -> str:
    """Returns the names of values as a list of operands."""
    return ", ".join(value.name for value in values)


def types(values: Sequence[Value]) -> str:
    """Returns the types of values as a list in MLIR."""
    return ", ".join(value.type for value in values)


@dataclass
class ElementCode:
    """Builder for straight-line code, and for the text of the whole function."""

    lines: list[str] = field(default_factory=list)
    constants: dict[tuple[object, str], Value] = field(default_factory=dict)
    declarations: dict[str, str] = field(default_factory=dict)
    """Declarations of functions of libraries, by name."""
    count: int = 0

    def name(self) -> str:
        """Returns an unused value name."""
        self.count += 1
        return f"%v{self.count}"

    def op(
        self, text: str, element: str, shape: tuple[int, ...] | None = None
    ) -> Value:
        """Appends the op `text`; returns its result."""
        value = Value(self.name(), element, shape)
        self.lines.append(f"{value.name} = {text}")
        return value

    def constant(self, number: object, element: str = INDEX) -> Value:
        """Returns a scalar constant."""
        if (number, element) not in self.constants:
            value = Value(f"%k{len(self.constants)}", element)
            self.constants[number, element] = value
        return self.constants[number, element]

    def real(self, number: float, element: str) -> Value:
        """Returns a floating-point constant."""
        return self.constant(f"{number:.17e}", element)

    def same(self, op: str, left: Value, right: Value) -> Value:
        """Appends a binary op on scalars; operands and result have one type."""
        return self.op(f"{op} {left.name}, {right.name} : {left.type}", left.element)

    def cast(self, op: str, value: Value, element: str) -> Value:
        """Appends a conversion of a scalar to another type."""
        return self.op(f"{op} {value.name} : {value.type} to {element}", element)

    def add(self, left: Value, right: Value | int) -> Value:
        """Returns the sum of two indices."""
        if isinstance(right, int):
            if right == 0:
                return left
            right = self.constant(right)
        return self.same("arith.addi", left, right)

    def subtract(self, left: Value, right: Value) -> Value:
        """Returns the difference of two indices."""
        return self.same("arith.subi", left, right)

    def multiply(self, left: Value, right: int) -> Value:
        """Returns the product of an index and a constant."""
        if right == 1:
            return left
        return self.same("arith.muli", left, self.constant(right))

    def compare(self, predicate: str, left: Value, right: Value) -> Value:
        """Compares two integers by a predicate of arith.cmpi such as `slt`."""
        return self.op(
            f"arith.cmpi {predicate}, {left.name}, {right.name} : {left.type}", BIT
        )

    def all_of(self, conditions: Sequence[Value]) -> Value:
        """Returns the conjunction of the conditions; true if there are none."""
        result = self.constant("true", BIT)
        for number, condition in enumerate(conditions):
            result = self.same("arith.andi", result, condition) if number else condition
        return result

    def select(self, condition: Value, left: Value, right: Value) -> Value:
        """Selects between two scalars."""
        return self.op(
            f"arith.select {condition.name}, {left.name}, {right.name} : {left.type}",
            left.element,
        )

    def within(self, index: Value, first: int, end: int) -> Value:
        """Tests whether an index lies in `[first, end)`."""
        low = self.compare("sge", index, self.constant(first))
        return self.all_of([low, self.compare("slt", index, self.constant(end))])

    def clamp(self, index: Value, last: int) -> Value:
        """Clamps an index to `[0, last]`."""
        low = self.same("arith.maxsi", index, self.constant(0))
        return self.same("arith.minsi", low, self.constant(last))

    def to_index(self, number: Value) -> Value:
        """Casts a signed integer to an index."""
        return self.op(
            f"arith.index_cast {number.name} : {number.type} to index", INDEX
        )

    def from_index(self, index: Value, element: str) -> Value:
        """Casts an index to an integer."""
        return self.op(f"arith.index_cast {index.name} : index to {element}", element)

    def extract(self, tensor: Value, indices: Sequence[Value] = ()) -> Value:
        """Extracts one element."""
        return self.op(
            f"tensor.extract {tensor.name}[{names(indices)}] : {tensor.type}",
            tensor.element,
        )

    def insert(self, scalar: Value, tensor: Value, indices: Sequence[Value]) -> Value:
        """Returns the tensor with one element replaced."""
        return self.op(
            f"tensor.insert {scalar.name} into {tensor.name}[{names(indices)}] : "
            f"{tensor.type}",
            tensor.element,
            tensor.shape,
        )

    def empty(self, shape: Sequence[int], element: str) -> Value:
        """Returns a tensor with undefined contents."""
        value = Value("", element, tuple(shape))
        return self.op(f"tensor.empty() : {value.type}", element, value.shape)

    def filled(self, shape: Sequence[int], scalar: Value) -> Value:
        """Returns a tensor filled with a scalar."""
        empty = self.empty(shape, scalar.element)
        return self.op(
            f"linalg.fill ins({scalar.name} : {scalar.type}) "
            f"outs({empty.name} : {empty.type}) -> {empty.type}",
            scalar.element,
            empty.shape,
        )

    def function(
        self, name: str, arguments: Sequence[Value], results: Sequence[Value]
    ) -> str:
        """Returns the MLIR text of the whole function."""
        head = ", ".join(f"{value.name}: {value.type}" for value in arguments)
        constants = [
            f"{value.name} = arith.constant {number}"
            + ("" if value.element == BIT else f" : {element}")
            for (number, element), value in self.constants.items()
        ]
        body = "\n  ".join([*constants, *self.lines])
        return (
            f"func.func private @{name}({head}) -> ({types(results)}) {{\n  {body}\n"
            f"  func.return {names(results)} : {types(results)}\n}}\n"
        )
