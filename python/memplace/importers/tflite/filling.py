"""TFLite's operators whose results depend on shapes or on a few numbers only."""

import math

from memplace.importers.tflite.arithmetic import Numbers
from memplace.importers.tflite.context import Context
from memplace.importers.tflite.writer import Index


def fill(context: Context) -> None:
    """FILL: a tensor filled with one number."""
    value, target = context.input(1), context.outputs[0]
    context.expect_constant(target, 0)
    context.same_numbers(value, target)
    number = value.load_raw([context.writer.index(0)] * len(value.shape))
    context.writer.loops(target.shape, lambda at: target.store_raw(number, at))


def range_(context: Context) -> None:
    """RANGE: an arithmetic progression."""
    writer, target = context.writer, context.outputs[0]
    for position in range(3):
        context.constant(position)
    start, end, step = (
        context.input(position).tensor.array().ravel()[0] for position in range(3)
    )
    if step == 0:
        raise context.refuse("has step 0, which must be above or below 0")
    if target.tensor.is_real:
        count = math.ceil(abs(float((end - start) / step)))
    else:
        count = -((int(start) - int(end)) // int(step))
    context.expect(target, (max(count, 0),))
    numbers = Numbers(writer, target.tensor)
    by = numbers.constant(step)

    def element(at: list[Index], value: str) -> str:
        target.store_raw(value, at)
        return numbers.add(value, by)

    writer.reduce(target.shape, numbers.constant(start), element, numbers.kind)


def one_hot(context: Context) -> None:
    """ONE_HOT: `on` where the index equals an element of the input, else `off`."""
    writer, target = context.writer, context.outputs[0]
    places, on, off = context.input(0), context.input(2), context.input(3)
    context.same_numbers(target, on, off)
    rank = len(target.shape)
    axis = context.axis(context.operator.option("Axis"), rank)
    depth = context.number(1)
    context.expect(target, [*places.shape[:axis], depth, *places.shape[axis:]])
    kind = target.tensor.element
    values = [
        place.load_raw([writer.index(0)] * len(place.shape)) for place in (on, off)
    ]

    def element(at: list[Index]) -> None:
        found = places.load_raw([*at[:axis], *at[axis + 1 :]])
        place = places.to_index(found)
        is_on = writer.compare("eq", place, at[axis], "index")
        target.store_raw(writer.select(is_on, *values, kind), at)

    writer.loops(target.shape, element)


def shape_of(context: Context) -> None:
    """SHAPE and RANK of a tensor; BROADCAST_ARGS, the broadcast of two shapes."""
    target = context.outputs[0]
    numbers = list(context.input(0).shape)
    if context.operator.kind == "SHAPE":
        context.expect_type(target, "OutType")
    if context.operator.kind == "RANK":
        numbers = [len(numbers)]
    elif context.operator.kind == "BROADCAST_ARGS":
        both = [context.constant(position) for position in range(2)]
        rank = max(map(len, both))
        padded = [[1] * (rank - len(one)) + one for one in both]
        if any(a != b and 1 not in (a, b) for a, b in zip(*padded)):
            raise context.refuse(
                f"has shapes {both}, which have no common broadcast shape"
            )
        numbers = [b if a == 1 else a for a, b in zip(*padded)]
    is_scalar = context.operator.kind == "RANK"
    context.expect(target, () if is_scalar else (len(numbers),))
    kind = target.tensor.element
    for place, number in enumerate(numbers):
        at = [] if is_scalar else [context.writer.index(place)]
        target.store_raw(context.writer.constant(number, kind), at)


def bucketize(context: Context) -> None:
    """BUCKETIZE: the number of boundaries at or below a number; NaN exceeds all."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.expect(target, source.shape)
    numbers = Numbers(writer, source.tensor)
    boundaries = context.operator.option("Boundaries") or ()
    if len(boundaries) > 1000:
        raise context.refuse(
            f"has {len(boundaries)} boundaries; at most 1000 are supported"
        )

    def element(at: list[Index]) -> None:
        value = source.load_raw(at)
        total = writer.constant(0)
        for boundary in boundaries:
            number = numbers.constant(float(boundary))
            if not numbers.is_real:
                number = numbers.constant(math.ceil(boundary))
            is_above = numbers.compare("lt", value, number)
            following = writer.add(total, 1)
            total = writer.select(is_above, total, following)
        target.store_raw(total, at)

    writer.loops(target.shape, element)
