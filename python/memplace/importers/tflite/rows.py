"""TFLite's operators on rows of a tensor: normalisation, running sums, top-k."""

from collections.abc import Callable

from memplace.importers.tflite.arithmetic import Numbers
from memplace.importers.tflite.context import MIN_FLOAT, Context
from memplace.importers.tflite.writer import Index

MIN_NORM = 9.999999974752427e-07  # 1e-6 as a 32-bit float.


def largest(context: Context, numbers: Numbers, at: list[Index]) -> str:
    """Returns the largest number of a row of operand 0; ignores NaN."""
    source = context.input(0)

    def larger(inner: list[Index], value: str) -> str:
        return numbers.maximum(source.load_raw([*at, *inner]), value)

    start = numbers.constant(MIN_FLOAT)
    return context.writer.reduce(source.shape[-1:], start, larger, numbers.kind)


def total_of(
    context: Context, numbers: Numbers, entry: Callable[[list[Index]], str]
) -> str:
    """Returns the sum of `entry` over a row of operand 0."""
    return context.writer.reduce(
        context.input(0).shape[-1:],
        numbers.constant(0),
        lambda inner, value: numbers.add(value, entry(inner)),
        numbers.kind,
    )


def by_rows(
    context: Context, made: Callable[[Numbers, list[Index]], Callable[[str], str]]
) -> None:
    """Maps elements by a function that `made` creates for each row."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.expect(target, source.shape)
    if not source.shape:
        raise context.refuse("has an input of shape (), which must have a dimension")
    numbers = Numbers(writer, source.tensor)

    def row(at: list[Index]) -> None:
        function = made(numbers, at)

        def element(inner: list[Index]) -> None:
            there = [*at, *inner]
            target.store_raw(function(source.load_raw(there)), there)

        writer.loops(source.shape[-1:], element)

    writer.loops(source.shape[:-1], row)


def softmax(context: Context) -> None:
    """SOFTMAX of floats."""
    beta = context.operator.option("Beta")

    def made(numbers: Numbers, at: list[Index]) -> Callable[[str], str]:
        top = largest(context, numbers, at)

        def power(value: str) -> str:
            below = numbers.subtract(value, top)
            return numbers.function(
                "exp", numbers.multiply(below, numbers.constant(beta))
            )

        total = total_of(
            context,
            numbers,
            lambda inner: power(context.input(0).load_raw([*at, *inner])),
        )
        return lambda value: numbers.divide(power(value), total)

    by_rows(context, made)


def log_softmax(context: Context) -> None:
    """LOG_SOFTMAX of floats."""

    def made(numbers: Numbers, at: list[Index]) -> Callable[[str], str]:
        top = largest(context, numbers, at)

        def power(inner: list[Index]) -> str:
            value = context.input(0).load_raw([*at, *inner])
            return numbers.function("exp", numbers.subtract(value, top))

        sum_ = numbers.function("log", total_of(context, numbers, power))
        return lambda value: numbers.subtract(numbers.subtract(value, top), sum_)

    by_rows(context, made)


def squares(context: Context, numbers: Numbers, at: list[Index]) -> str:
    """Returns the sum of the squares of a row."""

    def square(inner: list[Index]) -> str:
        value = context.input(0).load_raw([*at, *inner])
        return numbers.multiply(value, value)

    return total_of(context, numbers, square)


def l2_normalization(context: Context) -> None:
    """L2_NORMALIZATION of floats."""

    def made(numbers: Numbers, at: list[Index]) -> Callable[[str], str]:
        norm = numbers.function("sqrt", squares(context, numbers, at))
        least = numbers.constant(MIN_NORM)
        norm = numbers.select(numbers.compare("lt", norm, least), least, norm)
        return lambda value: numbers.divide(value, norm)

    by_rows(context, made)


def local_response(context: Context) -> None:
    """LOCAL_RESPONSE_NORMALIZATION: divides by a power of neighbouring channels'
    squares.

    The window has `radius` channels before the element's and `radius - 1` after it.
    """
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.expect(target, source.shape)
    numbers = Numbers(writer, source.tensor)
    depth = source.shape[-1]
    radius = context.operator.option("Radius")
    bias, alpha, beta = (
        numbers.constant(context.operator.option(name))
        for name in ("Bias", "Alpha", "Beta")
    )
    if radius < 0:
        raise context.refuse(f"has 'Radius' = {radius}, which must be at least 0")
    radius = min(radius, depth)
    power = negative(numbers, beta)

    def element(at: list[Index]) -> None:
        def square(inner: list[Index], total: str) -> str:
            place = writer.binary("addi", at[-1], inner[0], "index")
            place = writer.add(place, -radius, "index")
            is_inside = writer.compare("ult", place, writer.index(depth), "index")

            def add() -> str:
                value = source.load_raw([*at[:-1], place])
                return numbers.add(total, numbers.multiply(value, value))

            return writer.when(is_inside, add, total, numbers.kind)

        total = writer.reduce([2 * radius], numbers.constant(0), square, numbers.kind)
        base = numbers.add(bias, numbers.multiply(alpha, total))
        factor = writer.op(f"math.powf {base}, {power} : {numbers.kind}")
        value = numbers.multiply(source.load_raw(at), factor)
        target.store_raw(value, at)

    writer.loops(target.shape, element)


def negative(numbers: Numbers, value: str) -> str:
    """-x."""
    return numbers.writer.op(f"arith.negf {value} : {numbers.kind}")


def running_sum(context: Context) -> None:
    """CUMSUM along a dimension, from either end, inclusive or exclusive."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.expect(target, source.shape)
    axis = context.axis(context.number(1), len(source.shape))
    numbers = Numbers(writer, source.tensor)
    is_exclusive = context.operator.option("Exclusive")
    last = writer.index(source.shape[axis] - 1)

    def line(at: list[Index]) -> None:
        def step(inner: list[Index], total: str) -> str:
            place = inner[0]
            if context.operator.option("Reverse"):
                place = writer.binary("subi", last, place, "index")
            there = [*at[:axis], place, *at[axis:]]
            following = numbers.add(total, source.load_raw(there))
            target.store_raw(total if is_exclusive else following, there)
            return following

        writer.reduce([source.shape[axis]], numbers.constant(0), step, numbers.kind)

    writer.loops([*source.shape[:axis], *source.shape[axis + 1 :]], line)


def largest_of_rows(context: Context) -> None:
    """TOPK_V2: the largest numbers of each row, in order, and their indices.

    Among equal numbers, the smaller index comes first.
    """
    writer = context.writer
    source, values, places = context.input(0), *context.outputs
    count, depth = context.number(1), source.shape[-1] if source.shape else 0
    if not 0 < count <= depth:
        raise context.refuse(
            f"has {count} largest elements of {depth}, which must be from 1 to {depth}"
        )
    for target in context.outputs:
        context.expect(target, [*source.shape[:-1], count])
    context.same_numbers(source, values)
    numbers = Numbers(writer, source.tensor)
    kind = places.tensor.element
    none = writer.constant(-1, "index")

    def taken(at: list[Index], rank: Index) -> tuple[str, Index]:
        """Returns the number found for the previous rank, and its index."""
        before = nearest_before(writer.add(rank, -1, "index"))
        place = places.to_index(places.load_raw([*at, before]))
        return source.load_raw([*at, place]), place

    def nearest_before(index: Index) -> Index:
        return writer.binary("maxsi", index, writer.index(0), "index")

    def row(at: list[Index]) -> None:
        # `places` holds the indices found so far; initialise the one read first.
        places.store_raw(writer.constant(0, kind), [*at, writer.index(0)])

        def pick(inner: list[Index]) -> None:
            rank = inner[0]
            is_first = writer.compare("eq", rank, writer.index(0), "index")
            former, place = taken(at, rank)

            def better(one: list[Index], best: Index) -> Index:
                value = source.load_raw([*at, *one])
                is_less = numbers.compare("lt", value, former)
                is_same = numbers.compare("eq", value, former)
                is_later = writer.compare("ugt", one[0], place, "index")
                is_left = writer.binary("andi", is_same, is_later, "i1")
                is_left = writer.binary("ori", is_left, is_less, "i1")
                is_left = writer.binary("ori", is_left, is_first, "i1")
                is_none = writer.compare("slt", best, writer.index(0), "index")
                other = nearest_before(best)
                champion = source.load_raw([*at, other])
                wins = numbers.compare("gt", value, champion)
                wins = writer.binary("ori", wins, is_none, "i1")
                wins = writer.binary("andi", wins, is_left, "i1")
                return writer.select(wins, one[0], best, "index")

            found = nearest_before(writer.reduce([depth], none, better, "index"))
            values.store_raw(source.load_raw([*at, found]), [*at, rank])
            whole = writer.op(f"arith.index_cast {found} : index to {kind}")
            places.store_raw(whole, [*at, rank])

        writer.loops([count], pick)

    writer.loops(source.shape[:-1], row)
