"""Products of floats and 8-bit weights: TFLite's dynamic-range quantisation."""

from memplace.importers.tflite.arithmetic import Numbers
from memplace.importers.tflite.context import Context
from memplace.importers.tflite.fixed_point import float32
from memplace.importers.tflite.recurrent import activation
from memplace.importers.tflite.sums import bias_of
from memplace.importers.tflite.windows import matrices_of
from memplace.importers.tflite.writer import Index

MAX_MAGNITUDE = 127  # Largest quantised magnitude.


def fully_connected(context: Context) -> None:
    """FULLY_CONNECTED with float activations and int8 weights.

    Each input row is quantised by its largest magnitude. Products are summed as
    integers, and the sum is scaled.
    """
    writer = context.writer
    weights, bias = context.input(1), context.optional(2)
    source, target, units = matrices_of(context)
    depth = source.shape[1]
    scales = [float(float32(scale)) for scale in weights.tensor.scales]
    if len(scales) not in (1, units) or any(weights.tensor.zero_points):
        raise context.refuse(
            f"has {len(scales)} scales or a zero point; weights of {units} units must "
            f"have 1 or {units} scales, and zero points of 0"
        )
    if len(scales) > 1 and weights.tensor.channel_dimension != 0:
        raise context.refuse(
            f"has scales along dimension {weights.tensor.channel_dimension} of the "
            "weights, which must be 0"
        )
    bias = bias_of(context, bias, units)
    numbers = Numbers(writer, source.tensor)
    kind = f"memref<{units}xi32>"

    def row(at: list[Index]) -> None:
        def farther(inner: list[Index], most: str) -> str:
            value = numbers.function("absf", source.load_raw([*at, *inner]))
            return numbers.maximum(value, most)

        most = writer.reduce([depth], numbers.constant(0), farther, numbers.kind)
        is_zero = numbers.compare("eq", most, numbers.constant(0))
        most = numbers.select(is_zero, numbers.constant(MAX_MAGNITUDE), most)
        scale = numbers.divide(most, numbers.constant(MAX_MAGNITUDE))
        inverse = numbers.divide(numbers.constant(MAX_MAGNITUDE), most)

        def unit(place: list[Index]) -> None:
            def product(inner: list[Index], total: str) -> str:
                value = source.load_raw([*at, *inner])
                value = numbers.function("round", numbers.multiply(value, inverse))
                whole = writer.op(f"arith.fptosi {value} : f32 to i32")
                weight = weights.load([*place, *inner])
                return writer.binary(
                    "addi", total, writer.binary("muli", whole, weight)
                )

            total = writer.reduce([depth], writer.constant(0), product)
            dot = writer.op(f"arith.sitofp {total} : i32 to f32")
            if len(scales) == 1:
                factor = numbers.multiply(scale, numbers.constant(scales[0]))
            else:
                table = writer.real_table(scales, "scales")
                bits = writer.load(table, place, kind)
                of_unit = writer.op(f"arith.bitcast {bits} : i32 to f32")
                factor = numbers.multiply(scale, of_unit)
            start = numbers.constant(0) if bias is None else bias.load_raw(place)
            value = numbers.add(start, numbers.multiply(dot, factor))
            target.store_raw(activation(context, numbers, value), [*at, *place])

        writer.loops([units], unit)

    writer.loops(source.shape[:1], row)
