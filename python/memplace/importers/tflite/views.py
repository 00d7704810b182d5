"""TFLite's operators whose result shares storage with the operand."""

import math

from memplace.importers.tflite.context import Context


def check_view(context: Context) -> None:
    """Refuses the operator if its result has another shape than the operator says."""
    source, target = context.input(0), context.outputs[0]
    context.same_numbers(source, target)
    kind = context.operator.kind
    if kind == "EXPAND_DIMS":
        axis = context.axis(context.number(1), len(source.shape) + 1)
        context.expect(target, [*source.shape[:axis], 1, *source.shape[axis:]])
    elif kind == "SQUEEZE":
        context.expect(target, squeezed(context))
    elif kind == "DENSIFY":
        context.expect(target, source.shape)
    else:
        context.expect(target, reshaped(context))


def squeezed(context: Context) -> list[int]:
    """Returns the shape without the given dimensions, or without all of size 1."""
    shape = context.input(0).shape
    given = context.operator.option("SqueezeDims") or ()
    axes = {context.axis(axis, len(shape)) for axis in given}
    if any(shape[axis] != 1 for axis in axes):
        raise context.refuse(
            f"has 'SqueezeDims' = {given} of an input of shape {shape}, whose sizes "
            "there must be 1"
        )
    return [
        size
        for axis, size in enumerate(shape)
        if axis not in axes and (axes or size != 1)
    ]


def reshaped(context: Context) -> list[int]:
    """Returns the shape for RESHAPE; if the network computes it, the file's shape."""
    source, target = context.input(0), context.outputs[0]
    count = math.prod(source.shape)
    shape = list(context.operator.option("NewShape") or ()) or list(target.shape)
    if context.optional(1):
        shape = list(target.shape) if context.is_computed(1) else context.constant(1)
    if shape.count(-1) == 1:
        rest = math.prod(size for size in shape if size != -1)
        shape = [count // max(rest, 1) if size == -1 else size for size in shape]
    if math.prod(shape) != count:
        raise context.refuse(
            f"has a new shape {shape} with another number of elements than "
            f"{source.shape}"
        )
    return shape
