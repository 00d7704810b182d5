"""Means, sums and extremes along dimensions, as TFLite has them."""

from collections.abc import Callable

from memplace.importers.tflite.context import Context
from memplace.importers.tflite.fixed_point import Multiplier, quantize_multiplier
from memplace.importers.tflite.windows import LEAST_FLOAT
from memplace.importers.tflite.writer import Index


class Reduction:
    """One operator, along the dimensions that its second operand says."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.source, self.target = context.input(0), context.outputs[0]
        rank = len(self.source.shape)
        self.axes = sorted({axis % rank for axis in context.constant(1)})
        self.sizes = [self.source.shape[axis] for axis in self.axes]
        self.count = 1
        for size in self.sizes:
            self.count *= size
        kept = [
            1 if axis in self.axes else size
            for axis, size in enumerate(self.source.shape)
            if context.operator.option("KeepDims") or axis not in self.axes
        ]
        if kept != list(self.target.shape):
            raise context.refuse(f"makes {self.target.shape} of {self.source.shape}")

    def over(
        self, at: list[Index], start: str, step: Callable[[str, str], str], kind: str
    ) -> str:
        """Carries a value through all elements that one of the output is made of."""
        context, source = self.context, self.source
        has_all = context.operator.option("KeepDims")
        outer = iter(at)
        fixed = {
            axis: next(outer)
            for axis in range(len(source.shape))
            if has_all or axis not in self.axes
        }

        def element(inner: list[Index], value: str) -> str:
            places = dict(zip(self.axes, inner))
            where = [
                places[axis] if axis in places else fixed[axis]
                for axis in range(len(source.shape))
            ]
            return step(value, context.load(source, where))

        return context.writer.reduce(self.sizes, start, element, kind)

    def write(self, finish: Callable[[list[Index]], str]) -> None:
        """Writes the loops."""
        self.context.writer.loops(
            self.target.shape,
            lambda at: self.context.store(finish(at), self.target, at),
        )


def real(context: Context) -> None:
    """MEAN, SUM, REDUCE_MAX and REDUCE_MIN of floats."""
    writer, kind = context.writer, context.operator.kind
    reduction = Reduction(context)
    context.all_real(reduction.source, reduction.target)
    op, start = EXTREMES.get(kind, ("addf", 0.0))

    def finish(at: list[Index]) -> str:
        value = reduction.over(
            at,
            writer.constant(start, "f32"),
            lambda total, found: writer.binary(op, total, found, "f32"),
            "f32",
        )
        if kind != "MEAN":
            return value
        count = writer.constant(float(reduction.count), "f32")
        return writer.binary("divf", value, count, "f32")

    reduction.write(finish)


EXTREMES = {
    "REDUCE_MAX": ("maximumf", LEAST_FLOAT),
    "REDUCE_MIN": ("minimumf", -LEAST_FLOAT),
}


def extreme(context: Context) -> None:
    """REDUCE_MAX and REDUCE_MIN of 8 bits."""
    writer = context.writer
    reduction = Reduction(context)
    context.eight_bits(reduction.source, reduction.target)
    context.same_numbers(reduction.source, reduction.target)
    is_max = context.operator.kind == "REDUCE_MAX"
    start = reduction.source.tensor.limits[0 if is_max else 1]

    def finish(at: list[Index]) -> str:
        return reduction.over(
            at,
            writer.constant(start),
            lambda so_far, found: writer.binary(
                "maxsi" if is_max else "minsi", so_far, found
            ),
            "i32",
        )

    reduction.write(finish)


def mean(context: Context) -> None:
    """MEAN of 8 bits: QuantizedMeanOrSum."""
    writer = context.writer
    reduction = Reduction(context)
    context.eight_bits(reduction.source, reduction.target)
    source, target = reduction.source.tensor, reduction.target.tensor
    low, high = target.limits
    factor = quantize_multiplier(source.scale / target.scale)
    by = per_element(factor, reduction.count)

    def finish(at: list[Index]) -> str:
        total = reduction.over(
            at,
            writer.constant(0),
            lambda so_far, found: writer.binary(
                "addi", so_far, writer.add(found, -source.zero_point)
            ),
            "i32",
        )
        result = writer.add(context.multiply(total, by), target.zero_point)
        return writer.clamp(result, low, high)

    reduction.write(finish)


def per_element(factor: Multiplier, count: int) -> Multiplier:
    """A factor divided by the number of elements."""
    shift = min(count.bit_length() - 1, 32, 31 + factor.shift)
    return Multiplier((factor.multiplier << shift) // count, factor.shift - shift)
