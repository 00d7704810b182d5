"""Transposed convolutions, and products of matrices that are both computed."""

from memplace.importers.tflite.context import Context, Place
from memplace.importers.tflite.windows import make_sums
from memplace.importers.tflite.writer import Index


def transposed_convolution(context: Context) -> None:
    """TRANSPOSE_CONV: each element of the output gathers what reaches it."""
    writer = context.writer
    source, weights, target = context.input(2), context.input(1), context.outputs[0]
    height, width = weights.shape[1:3]
    strides = [context.operator.option(f"Stride{letter}") for letter in "HW"]
    is_same = context.operator.option("Padding") == 0
    before = []
    for axis, (size, stride) in enumerate(zip((height, width), strides), start=1):
        span = (source.shape[axis] - 1) * stride + size
        before.append(max(0, span - target.shape[axis]) // 2 if is_same else 0)
    bias = context.optional(3)
    sums = make_sums(context, source, weights, bias, target.shape[3])
    if (weights.shape[0], weights.shape[3]) != (target.shape[3], source.shape[3]):
        raise context.refuse(f"has weights {weights.shape} for {source.shape}")

    def element(at: list[Index]) -> None:
        image, row, column, channel = at

        def product(within: list[Index], total: str) -> str:
            condition = writer.constant(1, "i1")
            places = []
            for out, inner, stride, first, size in zip(
                (row, column), within, strides, before, source.shape[1:3]
            ):
                # The input's place, times the stride.
                reached = writer.add(out, first, "index")
                reached = writer.binary("subi", reached, inner, "index")
                end = writer.index((size - 1) * stride + 1)
                tests = [writer.compare("ult", reached, end, "index")]
                place = reached
                if stride > 1:
                    by = writer.index(stride)
                    rest = writer.binary("remsi", reached, by, "index")
                    zero = writer.index(0)
                    tests.append(writer.compare("eq", rest, zero, "index"))
                    place = writer.binary("divsi", reached, by, "index")
                for test in tests:
                    condition = writer.binary("andi", condition, test, "i1")
                places.append(place)

            def over_depth() -> str:
                return writer.reduce(
                    [source.shape[3]],
                    total,
                    lambda inner, value: sums.add(
                        value, [image, *places, *inner], [channel, *within, *inner]
                    ),
                    sums.kind,
                )

            return writer.when(condition, over_depth, total, sums.kind)

        start = sums.start(channel)
        sums.store(writer.reduce([height, width], start, product, sums.kind), at)

    writer.loops(target.shape, element)


def batch_product(context: Context) -> None:
    """BATCH_MATMUL."""
    writer = context.writer
    first, second, target = context.input(0), context.input(1), context.outputs[0]
    turned = [bool(context.operator.option(f"Adj{letter}")) for letter in "XY"]
    depth = first.shape[-2 if turned[0] else -1]
    if depth != second.shape[-1 if turned[1] else -2]:
        raise context.refuse(f"has operands {first.shape} and {second.shape}")
    sums = make_sums(context, first, second, None, 1)

    def places(
        place: Place, at: list[Index], pair: list[Index], turn: bool
    ) -> list[Index]:
        outer = context.broadcast(place, [*at, *pair])[:-2]
        return [*outer, *(reversed(pair) if turn else pair)]

    def element(at: list[Index]) -> None:
        *outer, row, column = at

        def product(inner: list[Index], total: str) -> str:
            left = places(first, outer, [row, *inner], turned[0])
            right = places(second, outer, [*inner, column], turned[1])
            return sums.add(total, left, right)

        start = sums.start(writer.index(0))
        sums.store(writer.reduce([depth], start, product, sums.kind), at)

    writer.loops(target.shape, element)
