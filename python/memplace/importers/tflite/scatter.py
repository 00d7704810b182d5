"""TFLite's operators that write to indices from a tensor."""

from collections.abc import Callable

from memplace.importers.tflite.arithmetic import Numbers
from memplace.importers.tflite.context import MIN_FLOAT, Context
from memplace.importers.tflite.storage import StoredTensor
from memplace.importers.tflite.writer import Index


def clear(context: Context, target: StoredTensor, value: str) -> None:
    """Stores a number to each element of a tensor."""
    context.writer.loops(target.shape, lambda at: target.store_raw(value, at))


def where_inside(
    context: Context,
    places: list[Index],
    target: StoredTensor,
    then: Callable[[], None],
) -> None:
    """Runs `then` if the indices are within the first dimensions of a tensor."""
    writer = context.writer
    condition = writer.constant(1, "i1")
    for place, size in zip(places, target.shape):
        test = writer.compare("ult", place, writer.index(size), "index")
        condition = writer.binary("andi", condition, test, "i1")
    with writer.block(f"scf.if {condition}"):
        then()


def scatter_nd(context: Context) -> None:
    """SCATTER_ND: adds slices at indices to a tensor of zeros."""
    writer, target = context.writer, context.outputs[0]
    places, updates = context.input(0), context.input(1)
    context.expect_constant(target, 2)
    context.same_numbers(updates, target)
    *outer, depth = places.shape
    if depth > len(target.shape):
        raise context.refuse(
            f"has indices of {depth} numbers, but a result of shape {target.shape}"
        )
    context.expect(updates, [*outer, *target.shape[depth:]])
    numbers = Numbers(writer, target.tensor)
    clear(context, target, numbers.constant(0))
    combine = numbers.add if numbers.kind != "i1" else logical_or(context)

    def row(at: list[Index]) -> None:
        found = [
            places.to_index(
                places.load_raw([*at[: len(outer)], writer.index(dimension)])
            )
            for dimension in range(depth)
        ]

        def add() -> None:
            there = [*found, *at[len(outer) :]]
            total = combine(target.load_raw(there), updates.load_raw(at))
            target.store_raw(total, there)

        where_inside(context, found, target, add)

    writer.loops(updates.shape, row)


def logical_or(context: Context) -> Callable[[str, str], str]:
    """Returns the sum of booleans: a disjunction."""
    return lambda a, b: context.writer.binary("ori", a, b, "i1")


def sparse_to_dense(context: Context) -> None:
    """SPARSE_TO_DENSE: values at indices, and a default value elsewhere."""
    writer, target = context.writer, context.outputs[0]
    places, values, default = (context.input(number) for number in (0, 2, 3))
    context.expect_constant(target, 1)
    context.same_numbers(target, values, default)
    rank = len(target.shape)
    of_rows = len(places.shape) == 2
    if (places.shape[1] if of_rows else 1) != rank:
        raise context.refuse(
            f"has indices of shape {places.shape}, but a result of shape {target.shape}"
        )
    count = places.shape[0] if places.shape else 1
    if values.shape not in ((), (count,)):
        raise context.refuse(
            f"has values of shape {values.shape}, which must be () or ({count},)"
        )
    nothing = default.load_raw([writer.index(0)] * len(default.shape))
    clear(context, target, nothing)

    def element(at: list[Index]) -> None:
        found = []
        for dimension in range(rank):
            where = [*at, writer.index(dimension)] if of_rows else at
            number = places.load_raw(where[: len(places.shape)])
            found.append(places.to_index(number))

        def put() -> None:
            value = values.load_raw(at if values.shape else [])
            target.store_raw(value, found)

        where_inside(context, found, target, put)

    writer.loops((count,), element)


SEGMENTS = {
    "SEGMENT_SUM": (Numbers.add, 0.0),
    "UNSORTED_SEGMENT_SUM": (Numbers.add, 0.0),
    "UNSORTED_SEGMENT_PROD": (Numbers.multiply, 1.0),
    "UNSORTED_SEGMENT_MAX": (Numbers.maximum, MIN_FLOAT),
    "UNSORTED_SEGMENT_MIN": (Numbers.minimum, -MIN_FLOAT),
}


def segments(context: Context) -> None:
    """The operators of SEGMENTS: reduces all slices with the same segment number."""
    writer, target = context.writer, context.outputs[0]
    source, numbers_of = context.input(0), context.input(1)
    numbers = Numbers(writer, target.tensor)
    combine, start = SEGMENTS[context.operator.kind]
    if context.operator.kind == "SEGMENT_SUM":
        count = context.constant(1)[-1] + 1
    else:
        count = context.number(2)
    rank = len(numbers_of.shape)
    if numbers_of.shape != source.shape[:rank]:
        raise context.refuse(
            f"has segments of shape {numbers_of.shape}, but an input of shape "
            f"{source.shape}"
        )
    context.expect(target, [count, *source.shape[rank:]])
    if not numbers.is_real and abs(start) > 1:
        start = target.tensor.limits[0 if start < 0 else 1]
    clear(context, target, numbers.constant(start))

    def element(at: list[Index]) -> None:
        segment = numbers_of.to_index(numbers_of.load_raw(at[:rank]))

        def add() -> None:
            there = [segment, *at[rank:]]
            values = source.load_raw(at), target.load_raw(there)
            target.store_raw(combine(numbers, *values), there)

        where_inside(context, [segment], target, add)

    writer.loops(source.shape, element)
