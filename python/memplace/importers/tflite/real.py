"""TFLite's operators on 32-bit floats, as far as they are not those on integers, too."""

from memplace.importers.tflite.context import Context
from memplace.importers.tflite.fixed_point import float32
from memplace.importers.tflite.windows import LEAST_FLOAT
from memplace.importers.tflite.writer import Index

BINARY = {"ADD": "addf", "MUL": "mulf", "SUB": "subf"}


def elementwise(context: Context) -> None:
    """ADD, MUL and SUB."""
    writer = context.writer
    first, second, target = context.input(0), context.input(1), context.outputs[0]
    context.all_real(first, second, target)

    def element(at: list[Index]) -> None:
        values = [context.load_flat(place, at) for place in (first, second)]
        value = writer.binary(BINARY[context.operator.kind], *values, "f32")
        context.store(context.activate(value), target, at)

    writer.loops(target.shape, element)


def logistic(context: Context) -> None:
    """LOGISTIC."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.all_real(source, target)
    one = writer.constant(1.0, "f32")

    def element(at: list[Index]) -> None:
        negated = writer.op(f"arith.negf {context.load(source, at)} : f32")
        power = writer.op(f"math.exp {negated} : f32")
        total = writer.binary("addf", one, power, "f32")
        context.store(writer.binary("divf", one, total, "f32"), target, at)

    writer.loops(target.shape, element)


def quantize(context: Context) -> None:
    """QUANTIZE from floats to 8 bits, halves away from 0."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.all_real(source)
    context.eight_bits(target)
    scale = writer.constant(float(float32(target.tensor.scale)), "f32")
    low, high = context.range(target, 0)
    # Beyond, a float is no integer of 32 bits.
    limits = [writer.constant(float(sign * 2**24), "f32") for sign in (-1, 1)]

    def element(at: list[Index]) -> None:
        value = writer.binary("divf", context.load(source, at), scale, "f32")
        value = writer.op(f"math.round {value} : f32")
        value = writer.binary("maximumf", value, limits[0], "f32")
        value = writer.binary("minimumf", value, limits[1], "f32")
        whole = writer.op(f"arith.fptosi {value} : f32 to i32")
        whole = writer.add(whole, target.tensor.zero_point)
        context.store(writer.clamp(whole, low, high), target, at)

    writer.loops(target.shape, element)


def softmax(context: Context) -> None:
    """SOFTMAX, along the last dimension."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.all_real(source, target)
    beta = writer.constant(float(context.operator.option("Beta")), "f32")
    depth = source.shape[-1]

    def row(at: list[Index]) -> None:
        def larger(inner: list[Index], value: str) -> str:
            found = context.load(source, [*at, *inner])
            return writer.binary("maximumf", value, found, "f32")

        least = writer.constant(LEAST_FLOAT, "f32")
        largest = writer.reduce([depth], least, larger, "f32")

        def power(inner: list[Index]) -> str:
            found = context.load(source, [*at, *inner])
            below = writer.binary("subf", found, largest, "f32")
            scaled = writer.binary("mulf", below, beta, "f32")
            return writer.op(f"math.exp {scaled} : f32")

        total = writer.reduce(
            [depth],
            writer.constant(0, "f32"),
            lambda inner, value: writer.binary("addf", value, power(inner), "f32"),
            "f32",
        )

        def element(inner: list[Index]) -> None:
            value = writer.binary("divf", power(inner), total, "f32")
            context.store(value, target, [*at, *inner])

        writer.loops([depth], element)

    writer.loops(source.shape[:-1], row)
