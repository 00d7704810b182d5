"""TFLite's operators on 32-bit floats, as far as they are not those on integers, too."""

import math
from collections.abc import Callable

from memplace.importers.tflite.context import LIMITS, Context
from memplace.importers.tflite.fixed_point import float32
from memplace.importers.tflite.windows import LEAST_FLOAT
from memplace.importers.tflite.writer import Index

BINARY = {
    "ADD": "addf",
    "DIV": "divf",
    "MAXIMUM": "maximumf",
    "MINIMUM": "minimumf",
    "MUL": "mulf",
    "SQUARED_DIFFERENCE": "subf",
    "SUB": "subf",
}
# Operators of one number that are one op of the math dialect.
MATH = {
    "ABS": "absf",
    "COS": "cos",
    "EXP": "exp",
    "LOG": "log",
    "SIN": "sin",
    "SQRT": "sqrt",
    "TANH": "tanh",
}


def elementwise(context: Context) -> None:
    """The operators of BINARY."""
    writer = context.writer
    first, second, target = context.input(0), context.input(1), context.outputs[0]
    context.all_real(first, second, target)
    kind = context.operator.kind

    def element(at: list[Index]) -> None:
        values = [context.load_flat(place, at) for place in (first, second)]
        value = writer.binary(BINARY[kind], *values, "f32")
        if kind == "SQUARED_DIFFERENCE":
            value = square(context, value)
        context.store(context.activate(value), target, at)

    writer.loops(target.shape, element)


def prelu(context: Context) -> None:
    """PRELU: x, or below 0 the product with a number of the second operand."""
    writer = context.writer
    source, slopes, target = context.input(0), context.input(1), context.outputs[0]
    context.all_real(source, slopes, target)

    def element(at: list[Index]) -> None:
        value, slope = context.load(source, at), context.load_flat(slopes, at)
        context.store(leaky(context, value, slope), target, at)

    writer.loops(target.shape, element)


def leaky(context: Context, value: str, slope: str) -> str:
    """The value, or below 0 its product with `slope`."""
    writer = context.writer
    below = writer.binary("mulf", value, slope, "f32")
    zero = writer.constant(0, "f32")
    is_positive = writer.op(f"arith.cmpf oge, {value}, {zero} : f32")
    return writer.select(is_positive, value, below, "f32")


def of_one(context: Context) -> None:
    """The operators of ONE_NUMBER and MATH."""
    source, target = context.input(0), context.outputs[0]
    context.all_real(source, target)
    kind = context.operator.kind

    def element(at: list[Index]) -> None:
        value = context.load(source, at)
        if kind in MATH:
            result = context.writer.op(f"math.{MATH[kind]} {value} : f32")
        else:
            result = ONE_NUMBER[kind](context, value)
        context.store(result, target, at)

    context.writer.loops(target.shape, element)


def logistic(context: Context, value: str) -> str:
    """1 / (1 + exp(-x))."""
    writer = context.writer
    one = writer.constant(1.0, "f32")
    power = writer.op(f"math.exp {negative(context, value)} : f32")
    return writer.binary("divf", one, writer.binary("addf", one, power, "f32"), "f32")


def negative(context: Context, value: str) -> str:
    """-x."""
    return context.writer.op(f"arith.negf {value} : f32")


def square(context: Context, value: str) -> str:
    """x * x."""
    return context.writer.binary("mulf", value, value, "f32")


def inverse_root(context: Context, value: str) -> str:
    """1 / sqrt(x)."""
    writer = context.writer
    root = writer.op(f"math.sqrt {value} : f32")
    return writer.binary("divf", writer.constant(1.0, "f32"), root, "f32")


def relu(context: Context, value: str) -> str:
    """RELU, RELU6 and RELU_N1_TO_1."""
    return context.clamp_real(value, *LIMITS[context.operator.kind])


def leaky_relu(context: Context, value: str) -> str:
    """x, or alpha * x below 0."""
    alpha = float(float32(context.operator.option("Alpha")))
    return leaky(context, value, context.writer.constant(alpha, "f32"))


def elu(context: Context, value: str) -> str:
    """x, or exp(x) - 1 below 0."""
    writer = context.writer
    below = writer.op(f"math.expm1 {value} : f32")
    zero = writer.constant(0, "f32")
    is_negative = writer.op(f"arith.cmpf olt, {value}, {zero} : f32")
    return writer.select(is_negative, below, value, "f32")


def hard_swish(context: Context, value: str) -> str:
    """x * min(6, max(0, x + 3)) / 6."""
    writer = context.writer
    moved = writer.binary("addf", value, writer.constant(3.0, "f32"), "f32")
    slope = context.clamp_real(moved, *LIMITS["RELU6"])
    product = writer.binary("mulf", value, slope, "f32")
    return writer.binary("divf", product, writer.constant(6.0, "f32"), "f32")


def gelu(context: Context, value: str) -> str:
    """x * P(X <= x) of the normal distribution, by erf or by tanh."""
    writer = context.writer

    def times(a: str, b: float | str) -> str:
        by = b if isinstance(b, str) else writer.constant(float(float32(b)), "f32")
        return writer.binary("mulf", a, by, "f32")

    if context.operator.option("Approximate"):
        cube = times(times(times(value, 0.044715), value), value)
        inner = times(writer.binary("addf", value, cube, "f32"), math.sqrt(2 / math.pi))
        power = writer.op(f"math.tanh {inner} : f32")
    else:
        power = writer.op(f"math.erf {times(value, math.sqrt(0.5))} : f32")
    share = writer.binary("addf", writer.constant(1.0, "f32"), power, "f32")
    return times(times(value, 0.5), share)


ONE_NUMBER: dict[str, Callable[[Context, str], str]] = {
    "ELU": elu,
    "GELU": gelu,
    "HARD_SWISH": hard_swish,
    "LEAKY_RELU": leaky_relu,
    "LOGISTIC": logistic,
    "NEG": negative,
    "RELU": relu,
    "RELU6": relu,
    "RELU_N1_TO_1": relu,
    "RSQRT": inverse_root,
    "SQUARE": square,
}


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
