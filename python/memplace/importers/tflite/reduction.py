"""Means, sums and extremes along dimensions, as computed by TFLite."""

from collections.abc import Callable
from dataclasses import replace

from memplace.importers.tflite.arithmetic import Numbers
from memplace.importers.tflite.context import MIN_FLOAT, Context
from memplace.importers.tflite.fixed_point import Multiplier, quantize_multiplier
from memplace.importers.tflite.layout import scaled
from memplace.importers.tflite.storage import StoredTensor
from memplace.importers.tflite.writer import Index


class Reduction:
    """A reduction along the dimensions in its second operand."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.source, self.target = context.input(0), context.outputs[0]
        rank = len(self.source.shape)
        self.axes = sorted({context.axis(axis, rank) for axis in context.constant(1)})
        self.sizes = [self.source.shape[axis] for axis in self.axes]
        self.count = 1
        for size in self.sizes:
            self.count *= size
        kept = [
            1 if axis in self.axes else size
            for axis, size in enumerate(self.source.shape)
            if context.operator.option("KeepDims") or axis not in self.axes
        ]
        context.expect(self.target, kept)

    def over(
        self,
        at: list[Index],
        start: str,
        step: Callable[[str, str], str],
        kind: str,
        load: Callable[[StoredTensor, list[Index]], str] | None = None,
    ) -> str:
        """Folds `step` over all input elements that an output element depends on."""
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
            return step(value, (load or StoredTensor.load)(source, where))

        return context.writer.reduce(self.sizes, start, element, kind)

    def write(self, finish: Callable[[list[Index]], str]) -> None:
        """Writes the loops; `finish` returns the value of an output element."""
        self.context.writer.loops(
            self.target.shape,
            lambda at: self.target.store_raw(finish(at), at),
        )


def logical(name: str) -> Callable[[Numbers, str, str], str]:
    """Returns a function that appends an op on booleans."""
    return lambda numbers, a, b: numbers.op("", name, a, b)


PLAIN: dict[str, tuple[Callable[[Numbers, str, str], str], float]] = {
    "MEAN": (Numbers.add, 0),
    "REDUCE_ALL": (logical("andi"), 1),
    "REDUCE_ANY": (logical("ori"), 0),
    "REDUCE_MAX": (Numbers.maximum, MIN_FLOAT),
    "REDUCE_MIN": (Numbers.minimum, -MIN_FLOAT),
    "REDUCE_PROD": (Numbers.multiply, 1),
    "SUM": (Numbers.add, 0),
}


def plain(context: Context) -> None:
    """The operators of PLAIN, on unquantised numbers.

    Maxima and minima ignore NaN. Means of 32-bit integers are summed in 64 bits.
    """
    writer, kind = context.writer, context.operator.kind
    reduction = Reduction(context)
    source, target = reduction.source.tensor, reduction.target.tensor
    context.same_numbers(reduction.source, reduction.target)
    combine, start = PLAIN[kind]
    is_wide = kind == "MEAN" and source.element == "i32"
    numbers = Numbers(writer, replace(source, type="INT64") if is_wide else source)
    if kind.startswith("REDUCE_M") and not numbers.is_real:
        start = source.limits[0 if kind == "REDUCE_MAX" else 1]
        start = start - 256 if start == 255 else start

    def step(so_far: str, found: str) -> str:
        if is_wide:
            found = writer.widen(found, "i32", True, "i64")
        # The new number comes first, so that it wins only if it is strictly larger.
        return combine(numbers, found, so_far)

    def finish(at: list[Index]) -> str:
        begin = numbers.constant(start)
        value = reduction.over(at, begin, step, numbers.kind, StoredTensor.load_raw)
        if kind == "MEAN":
            value = numbers.divide(value, numbers.constant(reduction.count))
        return writer.narrow(value, target.element, "i64") if is_wide else value

    reduction.write(finish)


def mean(context: Context) -> None:
    """MEAN of 8-bit integers: TFLite's QuantizedMeanOrSum."""
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
        return writer.narrow(writer.clamp(result, low, high), target.element)

    reduction.write(finish)


def per_element(factor: Multiplier, count: int) -> Multiplier:
    """Returns a factor divided by the number of elements."""
    shift = min(count.bit_length() - 1, 32, 31 + factor.shift)
    return Multiplier((factor.multiplier << shift) // count, factor.shift - shift)


WINDOWED: dict[int, Callable[[Numbers, str, str], str]] = {
    1: Numbers.add,
    2: Numbers.multiply,
    3: Numbers.minimum,
    4: Numbers.maximum,
    5: logical("andi"),
    6: logical("ori"),
}


def windows(context: Context) -> None:
    """REDUCE_WINDOW: reduces dilated windows, starting from an initial number."""
    writer = context.writer
    source, start, target = context.input(0), context.input(1), context.outputs[0]
    context.same_numbers(source, start, target)
    sizes, strides, dilations = (context.constant(number) for number in (2, 3, 4))
    rank = len(source.shape)
    combine = WINDOWED.get(context.operator.option("ReduceFunction"))
    if combine is None:
        raise context.refuse(
            f"has 'ReduceFunction' = {context.operator.option('ReduceFunction')}, "
            "which is not supported"
        )
    if not len(sizes) == len(strides) == len(dilations) == rank:
        raise context.refuse(
            f"has windows {sizes}, strides {strides} and dilations {dilations}, which "
            f"must have {rank} numbers"
        )
    if min([*sizes, *strides, *dilations], default=1) < 1:
        raise context.refuse(
            f"has windows {sizes}, strides {strides} and dilations {dilations}, which "
            "must be at least 1"
        )
    context.expect(
        target,
        [
            (length - (size - 1) * dilation - 1) // stride + 1
            for length, size, stride, dilation in zip(
                source.shape, sizes, strides, dilations
            )
        ],
    )
    numbers = Numbers(writer, source.tensor)

    def element(at: list[Index]) -> None:
        def step(within: list[Index], value: str) -> str:
            places = [
                writer.binary(
                    "addi",
                    scaled(context, out, stride, 0),
                    scaled(context, inner, dilation, 0),
                    "index",
                )
                for out, stride, inner, dilation in zip(at, strides, within, dilations)
            ]
            return combine(numbers, value, source.load_raw(places))

        begin = start.load_raw([writer.index(0)] * len(start.shape))
        value = writer.reduce(sizes, begin, step, numbers.kind)
        target.store_raw(value, at)

    writer.loops(target.shape, element)
