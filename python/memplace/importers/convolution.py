"""Depthwise convolutions whose sums have a wider type than their operands.

`stablehlo-legalize-to-linalg` fails on these convolutions, since it gives the kernel
the wrong type. Quantised networks consist of int8 products summed in int32, so such
convolutions are lowered here.
"""

from typing import Any

DIMENSION_NUMBERS = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
FUNCTION = """
func.func private @{name}(%x: {x}, %kernel: {kernel}) -> {result} {{
  %none = arith.constant 0 : {narrow}
  %zero = arith.constant 0 : {wide}
  %padded = tensor.pad %x low[0, {low}, 0] high[0, {high}, 0] {{
  ^bb0(%b: index, %h: index, %w: index, %c: index):
    tensor.yield %none : {narrow}
  }} : {x} to {padded}
  %flat = tensor.collapse_shape %kernel [[0], [1], [2, 3]] : {kernel} into {flat}
  %empty = tensor.empty() : {result}
  %sums = linalg.fill ins(%zero : {wide}) outs(%empty : {result}) -> {result}
  %result = linalg.depthwise_conv_2d_nhwc_hwc
    {{dilations = dense<{dilations}> : tensor<2xi64>, strides = dense<{strides}> : tensor<2xi64>}}
    ins(%padded, %flat : {padded}, {flat}) outs(%sums : {result}) -> {result}
  return %result : {result}
}}
"""


def is_widening_depthwise(operation: Any, ir: Any) -> bool:
    """Says whether `operation` is a convolution lowered in this module.

    Such a convolution widens integers, has two spatial dimensions and channels last,
    and applies one kernel to each channel.
    """
    if operation.name != "stablehlo.convolution":
        return False
    x, kernel = (ir.RankedTensorType(value.type) for value in operation.operands)
    result = ir.RankedTensorType(operation.results[0].type)
    attributes = operation.attributes
    groups = ir.IntegerAttr(attributes["feature_group_count"]).value
    plain = "lhs_dilation" not in attributes or set(attributes["lhs_dilation"]) == {1}
    return (
        isinstance(result.element_type, ir.IntegerType)
        and result.element_type != x.element_type
        and x.element_type == kernel.element_type
        and DIMENSION_NUMBERS in str(attributes["dimension_numbers"])
        and ir.IntegerAttr(attributes["batch_group_count"]).value == 1
        and groups == x.shape[3] == result.shape[3]
        and plain
    )


def tensor_text(shape: list[int], element: Any) -> str:
    """Returns the MLIR text of a tensor type."""
    return f"tensor<{'x'.join(map(str, [*shape, element]))}>"


def numbers(operation: Any, name: str) -> list[int]:
    """Returns an attribute of two numbers; `[1, 1]` if the attribute is missing."""
    if name not in operation.attributes:
        return [1, 1]
    return [int(number) for number in operation.attributes[name]]


def function_text(operation: Any, name: str, ir: Any) -> str:
    """Returns the text of a linalg function that computes the result of `operation`."""
    x, kernel = (ir.RankedTensorType(value.type) for value in operation.operands)
    padding = [0, 0, 0, 0]
    if "padding" in operation.attributes:
        attribute = ir.DenseIntElementsAttr(operation.attributes["padding"])
        padding = [int(number) for number in attribute]
        if attribute.is_splat:
            padding = [int(attribute.get_splat_value().value)] * 4
    low, high = padding[0::2], padding[1::2]
    batch, height, width, channels = x.shape
    padded = [batch, height + low[0] + high[0], width + low[1] + high[1], channels]
    return FUNCTION.format(
        name=name,
        x=x,
        kernel=kernel,
        result=operation.results[0].type,
        narrow=x.element_type,
        wide=ir.RankedTensorType(operation.results[0].type).element_type,
        low=f"{low[0]}, {low[1]}",
        high=f"{high[0]}, {high[1]}",
        padded=tensor_text(padded, x.element_type),
        flat=tensor_text([*kernel.shape[:2], channels], x.element_type),
        strides=numbers(operation, "window_strides"),
        dilations=numbers(operation, "rhs_dilation"),
    )


def lower_depthwise_convolutions(module: Any, operations: list[Any], ir: Any) -> None:
    """Replaces each widening depthwise convolution by a call of a linalg function.

    The call is inlined later.
    """
    for number, operation in enumerate(operations):
        if not is_widening_depthwise(operation, ir):
            continue
        name = f"memplace_depthwise_{number}"
        function = ir.Module.parse(function_text(operation, name, ir))
        module.body.append(next(iter(function.body.operations)))
        call = ir.Operation.create(
            "func.call",
            results=[operation.results[0].type],
            operands=list(operation.operands),
            attributes={"callee": ir.FlatSymbolRefAttr.get(name)},
            loc=operation.location,
            ip=ir.InsertionPoint(operation),
        )
        operation.results[0].replace_all_uses_with(call.results[0])
        operation.erase()
