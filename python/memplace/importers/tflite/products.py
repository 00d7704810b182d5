"""Transposed convolutions, and matrix products of two activations."""

from collections.abc import Sequence
from dataclasses import dataclass

from memplace.importers.tflite.context import Context
from memplace.importers.tflite.storage import StoredTensor
from memplace.importers.tflite.sums import make_sums
from memplace.importers.tflite.windows import SAME, VALID
from memplace.importers.tflite.writer import Index, Writer


def transposed_convolution(context: Context) -> None:
    """TRANSPOSE_CONV and CONV_3D_TRANSPOSE, written as a gather.

    Each output element sums the products of the inputs that reach it.
    """
    writer = context.writer
    source, weights, target = context.input(2), context.input(1), context.outputs[0]
    is_deep = context.operator.kind == "CONV_3D_TRANSPOSE"
    rank = 3 if is_deep else 2
    if not len(source.shape) == len(weights.shape) == len(target.shape) == rank + 2:
        raise context.refuse(
            f"has weights of shape {weights.shape}, but an input of shape "
            f"{source.shape} and a result of shape {target.shape}"
        )
    context.expect_constant(target, 0)
    sizes = weights.shape[:3] if is_deep else weights.shape[1:3]
    made, taken = weights.shape[3 if is_deep else 0], weights.shape[4 if is_deep else 3]
    if (target.shape[0], made, taken) != (
        source.shape[0],
        target.shape[-1],
        source.shape[-1],
    ):
        raise context.refuse(
            f"has weights of shape {weights.shape}, but an input of shape "
            f"{source.shape} and a result of shape {target.shape}"
        )
    steps = steps_of(context, sizes)
    sums = make_sums(context, source, weights, context.optional(3), target.shape[-1])

    def element(at: list[Index]) -> None:
        image, *place, channel = at

        def product(within: list[Index], total: str) -> str:
            condition = writer.constant(1, "i1")
            places = []
            for step, out, inner in zip(steps, place, within):
                found, tests = step.reached(writer, out, inner)
                places.append(found)
                for test in tests:
                    condition = writer.binary("andi", condition, test, "i1")

            def add(inner: list[Index], value: str) -> str:
                pair = [channel, *inner]
                where = [*within, *pair] if is_deep else [channel, *within, *inner]
                return sums.add(value, [image, *places, *inner], where)

            def over_depth() -> str:
                return writer.reduce([taken], total, add, sums.kind)

            return writer.when(condition, over_depth, total, sums.kind)

        start = sums.start(channel)
        sums.store(writer.reduce(sizes, start, product, sums.kind), at)

    writer.loops(target.shape, element)


@dataclass(frozen=True)
class Step:
    """A spatial dimension of a transposed convolution."""

    stride: int
    dilation: int
    before: int
    """Cropped output elements in front of the first kept element."""
    size: int
    """Size of the input."""

    def reached(
        self, writer: Writer, out: Index, inner: Index
    ) -> tuple[Index, list[str]]:
        """Returns the input index that contributes to output `out` through `inner`.

        `inner` is an index in the window. The conditions tell whether there is such an
        input.
        """
        if self.dilation > 1:
            by = writer.index(self.dilation)
            inner = writer.binary("muli", inner, by, "index")
        # The input index times the stride.
        place = writer.add(out, self.before, "index")
        place = writer.binary("subi", place, inner, "index")
        end = writer.index((self.size - 1) * self.stride + 1)
        tests = [writer.compare("ult", place, end, "index")]
        if self.stride > 1:
            by = writer.index(self.stride)
            rest = writer.binary("remsi", place, by, "index")
            tests.append(writer.compare("eq", rest, writer.index(0), "index"))
            place = writer.binary("divsi", place, by, "index")
        return place, tests


def steps_of(context: Context, sizes: Sequence[int]) -> list[Step]:
    """Returns the spatial dimensions; padding is that of the transposed operator."""
    options = context.operator
    source, target = context.input(2), context.outputs[0]
    if options.option("Padding") not in (SAME, VALID):
        raise context.refuse(
            f"has 'Padding' = {options.option('Padding')}; supported are {SAME} (SAME) "
            f"and {VALID} (VALID)"
        )
    is_same = options.option("Padding") == SAME
    steps = []
    for axis, (size, letter) in enumerate(zip(sizes, "DHW"[-len(sizes) :]), start=1):
        stride = options.option(f"Stride{letter}")
        dilation = options.option(f"Dilation{letter}Factor", 1)
        if min(stride, dilation) < 1:
            raise context.refuse(
                f"has stride {stride} and dilation {dilation}, which must be at least 1"
            )
        length, count = source.shape[axis], target.shape[axis]
        span = (size - 1) * dilation + 1
        found = -(-(count if is_same else count - span + 1) // stride)
        if found != length:
            raise context.refuse(
                f"has {length} input elements along dimension {axis}, which must be "
                f"{found} for {count} elements of the result"
            )
        missing = max(0, (length - 1) * stride + span - count) if is_same else 0
        steps.append(Step(stride, dilation, missing // 2, length))
    return steps


def batch_product(context: Context) -> None:
    """BATCH_MATMUL: products of matrices, broadcast over the other dimensions."""
    writer = context.writer
    first, second, target = context.input(0), context.input(1), context.outputs[0]
    turned = [bool(context.operator.option(f"Adj{letter}")) for letter in "XY"]
    if min(len(first.shape), len(second.shape)) < 2:
        raise context.refuse(
            f"has operands of shapes {first.shape} and {second.shape}, which cannot be "
            "multiplied"
        )
    depth = first.shape[-2 if turned[0] else -1]
    rows = first.shape[-1 if turned[0] else -2]
    columns = second.shape[-2 if turned[1] else -1]
    outer_shapes = (first.shape[:-2], second.shape[:-2])
    context.expect(target, [*context.broadcast_shape(*outer_shapes), rows, columns])
    if depth != second.shape[-1 if turned[1] else -2]:
        raise context.refuse(
            f"has operands of shapes {first.shape} and {second.shape}, which cannot be "
            "multiplied"
        )
    sums = make_sums(context, first, second, None, 1)

    def places(
        place: StoredTensor, at: list[Index], pair: list[Index], turn: bool
    ) -> list[Index]:
        outer = place.broadcast([*at, *pair])[:-2]
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
