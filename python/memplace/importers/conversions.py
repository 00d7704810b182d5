"""Saturating conversions from floats to integers.

XLA converts NaN to 0, and a number out of range to the nearest integer. Conversions of
the arith dialect leave both cases undefined, so selections are added here.
"""

from collections.abc import Sequence
from typing import Any


def saturate_conversions(operations: Sequence[Any], ir: Any) -> None:
    """Makes conversions from floats to integers of more than one bit saturate. For
    complex numbers, the real part is converted.

    A conversion of a clamped value stays as it is.
    """
    for operation in operations:
        if operation.name != "stablehlo.convert":
            continue
        source, target = (
            ir.RankedTensorType(value.type).element_type
            for value in (operation.operands[0], operation.results[0])
        )
        is_wanted = isinstance(target, ir.IntegerType) and target.width > 1
        if is_wanted and isinstance(source, (ir.FloatType, ir.ComplexType)):
            if not is_clamped(operation.operands[0]):
                _Saturation(operation, ir).write()


def is_clamped(value: Any) -> bool:
    """Says whether a value is the result of a clamp, possibly rounded afterwards."""
    owner = getattr(value.owner, "operation", None)
    if owner is not None and owner.name.startswith("stablehlo.round_nearest"):
        return is_clamped(owner.operands[0])
    return owner is not None and owner.name == "stablehlo.clamp"


class _Saturation:
    """Surrounds one conversion by selections."""

    def __init__(self, operation: Any, ir: Any) -> None:
        self.operation, self.ir = operation, ir
        self.source = operation.operands[0]
        self.kind = operation.results[0].type
        self.shape = ir.RankedTensorType(self.kind).shape
        element = ir.RankedTensorType(self.source.type).element_type
        if isinstance(element, ir.ComplexType):
            part = self.tensor(ir.ComplexType(element).element_type)
            self.source = self.create("real", part, [self.source])

    def write(self) -> None:
        """Replaces the conversion."""
        integer = self.ir.RankedTensorType(self.kind).element_type
        is_unsigned = integer.is_unsigned
        high = 2 ** (integer.width - (not is_unsigned))
        low = 0 if is_unsigned else -high
        is_nan = self.compare("NE", self.source)
        number = self.select(is_nan, self.real(0.0), self.source)
        result = self.create("convert", self.kind, [number])
        is_high = self.compare("GE", number, self.real(float(high)))
        result = self.select(is_high, self.integer(high - 1), result)
        is_low = self.compare("LE", number, self.real(float(low)))
        result = self.select(is_low, self.integer(low), result)
        self.operation.results[0].replace_all_uses_with(result)
        self.operation.erase()

    def create(self, name: str, kind: Any, operands: Sequence[Any], **more: Any) -> Any:
        """Returns the result of a new op of StableHLO."""
        return self.ir.Operation.create(
            f"stablehlo.{name}",
            results=[kind],
            operands=list(operands),
            attributes=more,
            loc=self.operation.location,
            ip=self.ir.InsertionPoint(self.operation),
        ).results[0]

    def tensor(self, element: Any) -> Any:
        """Returns the type of tensors of the conversion's shape."""
        unknown = self.ir.Location.unknown()
        return self.ir.RankedTensorType.get(self.shape, element, loc=unknown)

    def splat(self, kind: Any, number: Any) -> Any:
        """Creates a splat constant."""
        value = self.ir.DenseElementsAttr.get_splat(kind, number)
        return self.create("constant", kind, [], value=value)

    def real(self, number: float) -> Any:
        """Creates a splat constant of the source's type."""
        kind = self.source.type
        element = self.ir.RankedTensorType(kind).element_type
        unknown = self.ir.Location.unknown()
        return self.splat(kind, self.ir.FloatAttr.get(element, number, loc=unknown))

    def integer(self, number: int) -> Any:
        """Creates a splat constant of the result's type."""
        element = self.ir.RankedTensorType(self.kind).element_type
        return self.splat(self.kind, self.ir.Attribute.parse(f"{number} : {element}"))

    def compare(self, direction: str, left: Any, right: Any = None) -> Any:
        """Compares two tensors element by element; `right` is `left` by default."""
        bit = self.ir.IntegerType.get_signless(1)
        attribute = self.ir.Attribute.parse(f"#stablehlo<comparison_direction {direction}>")
        return self.create(
            "compare",
            self.tensor(bit),
            [left, left if right is None else right],
            comparison_direction=attribute,
        )

    def select(self, condition: Any, left: Any, right: Any) -> Any:
        """Selects elements of one of two tensors."""
        return self.create("select", right.type, [condition, left, right])
