"""Gives `stablehlo.dot_general` and `stablehlo.convolution` operands of a single type.

StableHLO's lowering treats unsigned integers as signed if sums are wider than operands.
It does not support an `algorithm`. In batched products, it does not support operands of
another type than the result's. This module rewrites such products to supported forms.
"""

from collections.abc import Sequence
from typing import Any

PRODUCTS = ("stablehlo.dot_general", "stablehlo.convolution")
# Bits of the narrow types to which an algorithm of `dot_general` rounds operands.
NARROW = {"bf16": 16, "f16": 16}


def element_of(value: Any, ir: Any) -> Any:
    """Returns the element type of a tensor."""
    return ir.RankedTensorType(value.type).element_type


def convert(value: Any, element: Any, operation: Any, ir: Any) -> Any:
    """Creates a conversion of a tensor to another element type in front of an op."""
    kind = ir.RankedTensorType(value.type)
    if kind.element_type == element:
        return value
    unknown = ir.Location.unknown()
    return ir.Operation.create(
        "stablehlo.convert",
        results=[ir.RankedTensorType.get(kind.shape, element, loc=unknown)],
        operands=[value],
        loc=operation.location,
        ip=ir.InsertionPoint(operation),
    ).results[0]


def sum_type(kinds: Sequence[Any], ir: Any) -> Any:
    """Returns the type to compute in.

    For floats only, this is the widest type, or f32 if several types are widest. In all
    other cases it is the type of the result, the last element of `kinds`.
    """
    *_, result = kinds
    if not isinstance(result, ir.FloatType) or not all(
        isinstance(kind, ir.FloatType) for kind in kinds
    ):
        return result
    widest = max(kinds, key=lambda kind: int(kind.width))
    same = all(kind == widest for kind in kinds if kind.width == widest.width)
    return widest if same else ir.F32Type.get()


def needs_one_type(operation: Any, ir: Any) -> bool:
    """Says whether StableHLO's lowering of a product is wrong or missing."""
    *operands, result = kinds = [
        element_of(value, ir) for value in (*operation.operands, operation.results[0])
    ]
    if all(kind == result for kind in operands):
        return False
    is_unsigned = any(
        isinstance(kind, ir.IntegerType) and kind.is_unsigned for kind in kinds
    )
    if operation.name == "stablehlo.convolution":
        return is_unsigned or isinstance(result, (ir.FloatType, ir.ComplexType))
    is_plain = all(len(ir.RankedTensorType(v.type).shape) == 2 for v in operation.operands)
    return is_unsigned or not is_plain


def take_algorithm(operation: Any, ir: Any) -> None:
    """Removes the algorithm from a product and rounds the operands as it demands.

    Everything else in an algorithm only permits less accuracy than the lowering has.
    """
    if "algorithm" not in operation.attributes:
        return
    text = str(operation.attributes["algorithm"])
    for number, side in enumerate(("lhs", "rhs")):
        value = operation.operands[number]
        element = element_of(value, ir)
        narrow = next((n for n in NARROW if f"{side}_precision_type = {n}," in text), None)
        parts = f"{side}_component_count = 1," in text
        if narrow and parts and isinstance(element, ir.FloatType):
            if element.width > NARROW[narrow]:
                rounded = convert(value, ir.Type.parse(narrow), operation, ir)
                operation.operands[number] = convert(rounded, element, operation, ir)
    del operation.attributes["algorithm"]


def unify_products(operations: Sequence[Any], ir: Any) -> None:
    """Gives operands and result of a product one type, if the lowering needs it."""
    for operation in operations:
        if operation.name not in PRODUCTS:
            continue
        if operation.name == "stablehlo.dot_general":
            take_algorithm(operation, ir)
        if not needs_one_type(operation, ir):
            continue
        result = operation.results[0]
        kinds = [element_of(v, ir) for v in (*operation.operands, result)]
        kind = sum_type(kinds, ir)
        for number, operand in enumerate(operation.operands):
            operation.operands[number] = convert(operand, kind, operation, ir)
        if kinds[-1] != kind:
            narrow_result(operation, kind, ir)


def narrow_result(operation: Any, kind: Any, ir: Any) -> None:
    """Replaces a product by a product of a wider type, followed by a conversion."""
    (result,) = operation.results
    old = ir.RankedTensorType(result.type)
    wide = ir.RankedTensorType.get(old.shape, kind, loc=ir.Location.unknown())
    product = ir.Operation.create(
        operation.name,
        results=[wide],
        operands=list(operation.operands),
        attributes={each.name: each.attr for each in operation.attributes},
        loc=operation.location,
        ip=ir.InsertionPoint(operation),
    )
    narrow = convert(product.results[0], old.element_type, operation, ir)
    result.replace_all_uses_with(narrow)
    operation.erase()
