"""TFLite's operators that insert elements between or around others."""

from collections.abc import Sequence

from memplace.importers.tflite.context import Context
from memplace.importers.tflite.layout import move
from memplace.importers.tflite.storage import StoredTensor
from memplace.importers.tflite.writer import Index

REFLECT = 0  # Mode of MIRROR_PAD that does not repeat the edge.


def spread(
    context: Context,
    nothing: str,
    before: Sequence[int],
    after: Sequence[int],
    steps: Sequence[int],
) -> None:
    """Places elements `steps` apart, with the value `nothing` between and around.

    A negative `before` or `after` crops.
    """
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.same_numbers(source, target)
    spans = [(size - 1) * step + 1 for size, step in zip(source.shape, steps)]
    rank = len(source.shape)
    if not len(before) == len(after) == len(steps) == rank or min(steps, default=1) < 1:
        raise context.refuse(
            f"has paddings {before} and {after} and steps {steps}, but an input of "
            f"shape {source.shape}"
        )
    context.expect(target, [sum(sizes) for sizes in zip(before, spans, after)])
    kind = target.tensor.element

    def element(at: list[Index]) -> None:
        inner, condition = [], writer.constant(1, "i1")
        for index, span, first, step in zip(at, spans, before, steps):
            place = writer.add(index, -first, "index")
            tests = [writer.compare("ult", place, writer.index(span), "index")]
            if step > 1:
                by = writer.index(step)
                rest = writer.binary("remsi", place, by, "index")
                tests.append(writer.compare("eq", rest, writer.index(0), "index"))
                place = writer.binary("divsi", place, by, "index")
            for test in tests:
                condition = writer.binary("andi", condition, test, "i1")
            inner.append(place)
        value = writer.when(condition, lambda: source.load_raw(inner), nothing, kind)
        target.store_raw(value, at)

    writer.loops(target.shape, element)


def pad(context: Context) -> None:
    """PAD with zeros, and PADV2 with an operand's number."""
    source = context.input(0)
    margins = context.constant(1)
    if context.operator.kind == "PADV2":
        nothing = one_number(context, 2)
    else:
        nothing = zero_of(context, source)
    spread(context, nothing, margins[::2], margins[1::2], [1] * len(source.shape))


def dilate(context: Context) -> None:
    """DILATE: an operand's number between elements."""
    none = [0] * len(context.input(0).shape)
    spread(context, one_number(context, 2), none, none, context.constant(1))


def stablehlo_pad(context: Context) -> None:
    """STABLEHLO_PAD: an operand's number between and around elements."""
    low, high, between = (
        context.operator.option(name) or ()
        for name in ("EdgePaddingLow", "EdgePaddingHigh", "InteriorPadding")
    )
    nothing = one_number(context, 1)
    spread(context, nothing, low, high, [number + 1 for number in between])


def one_number(context: Context, position: int) -> str:
    """Loads the first element of an operand of the same type as operand 0."""
    place = context.input(position)
    context.same_numbers(context.input(0), place)
    return place.load_raw([context.writer.index(0)] * len(place.shape))


def zero_of(context: Context, place: StoredTensor) -> str:
    """Returns the element that represents 0 in a tensor, as a signless constant."""
    kind = place.tensor.element
    if kind.startswith("f"):
        return context.writer.constant(0, kind)
    zero = place.tensor.zero_point
    return context.writer.constant(
        zero - 256 if kind == "i8" and zero > 127 else zero, kind
    )


def mirror_pad(context: Context) -> None:
    """MIRROR_PAD: mirrors elements at the borders."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    margins = context.constant(1)
    before, after = margins[::2], margins[1::2]
    if not len(before) == len(after) == len(source.shape):
        raise context.refuse(
            f"has paddings {margins}, but an input of shape {source.shape}"
        )
    context.expect(target, [sum(one) for one in zip(before, source.shape, after)])
    beyond = 0 if context.operator.option("Mode") == REFLECT else 1
    zero = writer.index(0)

    def where(at: list[Index]) -> list[Index]:
        places = []
        for index, size, count, first in zip(at, source.shape, target.shape, before):
            place = writer.add(index, -first, "index")
            if first:
                is_before = writer.compare("slt", place, zero, "index")
                mirrored = writer.binary("subi", writer.index(-beyond), place, "index")
                place = writer.select(is_before, mirrored, place, "index")
            if first + size < count:
                end = writer.index(size)
                is_after = writer.compare("sge", place, end, "index")
                last = writer.index(2 * size - 2 + beyond)
                mirrored = writer.binary("subi", last, place, "index")
                place = writer.select(is_after, mirrored, place, "index")
            places.append(place)
        return places

    for size, count, first in zip(source.shape, target.shape, before):
        if max(first, count - size - first) > size - 1 + beyond:
            raise context.refuse(
                f"has a padding of {max(first, count - size - first)}, which must be "
                f"at most {size - 1 + beyond} for a dimension of {size}"
            )
    move(context, source, target, where)
