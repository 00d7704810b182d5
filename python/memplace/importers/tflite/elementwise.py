"""TFLite's element-wise operators of one, two or three operands, unquantised."""

import math
from collections.abc import Callable

from memplace.importers.tflite.arithmetic import COMPARISONS, Numbers
from memplace.importers.tflite.context import LIMITS, Context
from memplace.importers.tflite.fixed_point import float32, quantize_multiplier
from memplace.importers.tflite.storage import StoredTensor
from memplace.importers.tflite.writer import Index


def floor_divide(numbers: Numbers, a: str, b: str) -> str:
    """Quotient rounded down; floats are divided in 64 bits."""
    writer = numbers.writer
    if numbers.is_real:
        wide = [writer.op(f"arith.extf {value} : f32 to f64") for value in (a, b)]
        quotient = writer.binary("divf", *wide, "f64")
        down = writer.op(f"math.floor {quotient} : f64")
        return writer.op(f"arith.truncf {down} : f64 to f32")
    quotient = numbers.divide(a, b)
    rest = numbers.subtract(a, numbers.multiply(quotient, b))
    less = numbers.subtract(quotient, numbers.constant(1))
    return numbers.select(is_below(numbers, rest, b), less, quotient)


def is_below(numbers: Numbers, rest: str, divisor: str) -> str:
    """Tests whether a remainder and the divisor have opposite signs."""
    zero = numbers.constant(0)
    signs = [numbers.compare("lt", value, zero) for value in (rest, divisor)]
    differ = numbers.writer.binary("xori", *signs, "i1")
    return numbers.writer.binary("andi", numbers.truth(rest), differ, "i1")


def floor_modulo(numbers: Numbers, a: str, b: str) -> str:
    """Remainder with the sign of the divisor."""
    rest = numbers.remainder(a, b)
    return numbers.select(is_below(numbers, rest, b), numbers.add(rest, b), rest)


def power(numbers: Numbers, a: str, b: str) -> str:
    """a to the power of b."""
    op = "powf" if numbers.is_real else "ipowi"
    return numbers.writer.op(f"math.{op} {a}, {b} : {numbers.kind}")


def square_of_difference(numbers: Numbers, a: str, b: str) -> str:
    """(a - b) squared."""
    difference = numbers.subtract(a, b)
    return numbers.multiply(difference, difference)


def shift_right(numbers: Numbers, a: str, b: str) -> str:
    """a >> b, with b clamped to [0, bits - 1]."""
    last = numbers.constant(int(numbers.kind[1:]) - 1)
    by = numbers.minimum(numbers.maximum(b, numbers.constant(0)), last)
    op = "shrsi" if numbers.is_signed else "shrui"
    return numbers.writer.binary(op, a, by, numbers.kind)


def shift_left(numbers: Numbers, a: str, b: str) -> str:
    """a << b; 0 unless 0 <= b < bits."""
    bits = numbers.constant(int(numbers.kind[1:]))
    is_inside = numbers.writer.compare("ult", b, bits, numbers.kind)
    zero = numbers.constant(0)
    by = numbers.select(is_inside, b, zero)
    shifted = numbers.writer.binary("shli", a, by, numbers.kind)
    return numbers.select(is_inside, shifted, zero)


def arc_tangent(numbers: Numbers, a: str, b: str) -> str:
    """Angle of the point (b, a)."""
    return numbers.writer.op(f"math.atan2 {a}, {b} : {numbers.kind}")


BINARY: dict[str, Callable[[Numbers, str, str], str]] = {
    "ADD": Numbers.add,
    "ATAN2": arc_tangent,
    "BITWISE_XOR": lambda numbers, a, b: numbers.op("", "xori", a, b),
    "DIV": Numbers.divide,
    "FLOOR_DIV": floor_divide,
    "FLOOR_MOD": floor_modulo,
    "LOGICAL_AND": lambda numbers, a, b: numbers.op("", "andi", a, b),
    "LOGICAL_OR": lambda numbers, a, b: numbers.op("", "ori", a, b),
    "MAXIMUM": Numbers.maximum,
    "MINIMUM": Numbers.minimum,
    "MUL": Numbers.multiply,
    "POW": power,
    "RIGHT_SHIFT": shift_right,
    "SQUARED_DIFFERENCE": square_of_difference,
    "STABLEHLO_ADD": Numbers.add,
    "STABLEHLO_AND": lambda numbers, a, b: numbers.op("", "andi", a, b),
    # In these two operators, the first operand is the result if either is NaN.
    "STABLEHLO_MAXIMUM": lambda numbers, a, b: numbers.maximum(b, a),
    "STABLEHLO_MINIMUM": lambda numbers, a, b: numbers.minimum(b, a),
    "STABLEHLO_MULTIPLY": Numbers.multiply,
    "STABLEHLO_SHIFT_LEFT": shift_left,
    "SUB": Numbers.subtract,
}
CONDITIONS = {
    "EQUAL": "eq",
    "NOT_EQUAL": "ne",
    "LESS": "lt",
    "LESS_EQUAL": "le",
    "GREATER": "gt",
    "GREATER_EQUAL": "ge",
}
# Left shift, in bits, that TFLite applies to integers before comparing.
COMPARISON_SHIFT = 8


def binary(context: Context) -> None:
    """The operators of OF_TWO, on unquantised numbers."""
    first, second, target = context.input(0), context.input(1), context.outputs[0]
    context.expect_broadcast(target, first, second)
    numbers = Numbers(context.writer, target.tensor)
    function = BINARY[context.operator.kind]

    def element(at: list[Index]) -> None:
        values = [place.load_raw_flat(at) for place in (first, second)]
        value = function(numbers, *values)
        target.store_raw(activated(context, numbers, value), at)

    context.writer.loops(target.shape, element)


FUSED = ("ADD", "DIV", "MUL", "SUB")  # Operators with a fused activation.


def activated(context: Context, numbers: Numbers, value: str) -> str:
    """Applies the operator's fused activation, if it has one."""
    if context.operator.kind not in FUSED:
        return value
    for limit, function in zip(context.activation(), (at_least, at_most)):
        if limit is not None:
            value = function(numbers, value, limit)
    return value


def at_least(numbers: Numbers, value: str, low: float) -> str:
    """max(value, low); NaN propagates."""
    limit = numbers.constant(low)
    return numbers.select(numbers.compare("lt", value, limit), limit, value)


def at_most(numbers: Numbers, value: str, high: float) -> str:
    """min(value, high); NaN propagates."""
    limit = numbers.constant(high)
    return numbers.select(numbers.compare("gt", value, limit), limit, value)


def comparison(context: Context) -> None:
    """The operators of CONDITIONS; 8-bit integers are rescaled first."""
    writer = context.writer
    first, second, target = context.input(0), context.input(1), context.outputs[0]
    context.expect_broadcast(target, first, second)
    numbers = Numbers(writer, first.tensor)
    how = CONDITIONS[context.operator.kind]
    is_scaled = first.tensor.element == "i8"
    if is_scaled:
        context.eight_bits(first, second)

    def scaled(place: StoredTensor, at: list[Index]) -> str:
        tensor = place.tensor
        value = place.load_flat(at, -tensor.zero_point)
        shifted = writer.binary("shli", value, writer.constant(COMPARISON_SHIFT))
        return context.multiply(shifted, quantize_multiplier(tensor.scale))

    def element(at: list[Index]) -> None:
        if is_scaled:
            name = COMPARISONS[how][1]
            values = [scaled(place, at) for place in (first, second)]
            truth = writer.compare(name, *values)
        else:
            values = [place.load_raw_flat(at) for place in (first, second)]
            truth = numbers.compare(how, *values)
        target.store_raw(truth, at)

    writer.loops(target.shape, element)


def select(context: Context) -> None:
    """SELECT and SELECT_V2: selects elements of two tensors by a boolean tensor."""
    writer, target = context.writer, context.outputs[0]
    condition, first, second = (context.input(number) for number in range(3))
    context.same_numbers(target, first, second)
    is_old = context.operator.kind == "SELECT"
    if not is_old:
        context.expect_broadcast(target, condition, first, second)
    elif first.shape != target.shape or second.shape != target.shape:
        raise context.refuse(
            f"has operands of shapes {first.shape} and {second.shape}, which must be "
            f"{target.shape} like the result"
        )
    # A condition of rank 1 selects slices along the first dimension.
    of_rows = is_old and condition.shape != target.shape and len(condition.shape) == 1
    if is_old and not of_rows and condition.shape not in ((), target.shape):
        raise context.refuse(
            f"has a condition of shape {condition.shape}, which must be {target.shape}"
        )
    if of_rows and condition.shape[0] != target.shape[0]:
        raise context.refuse(
            f"has a condition of shape {condition.shape}, which must be "
            f"{target.shape[:1]}"
        )
    kind = target.tensor.element

    def element(at: list[Index]) -> None:
        truth = condition.load_raw_flat(at[:1] if of_rows else at)
        values = [place.load_raw_flat(at) for place in (first, second)]
        target.store_raw(writer.select(truth, *values, kind), at)

    writer.loops(target.shape, element)


def absolute(numbers: Numbers, value: str) -> str:
    """|x|."""
    if numbers.is_real:
        return numbers.function("absf", value)
    zero = numbers.constant(0)
    is_negative = numbers.compare("lt", value, zero)
    return numbers.select(is_negative, numbers.subtract(zero, value), value)


def negative(numbers: Numbers, value: str) -> str:
    """-x."""
    if numbers.is_real:
        return numbers.writer.op(f"arith.negf {value} : {numbers.kind}")
    return numbers.subtract(numbers.constant(0), value)


def sign(numbers: Numbers, value: str) -> str:
    """1 or -1; 0 and NaN are returned as they are."""
    zero = numbers.constant(0)
    for how, result in (("gt", 1), ("lt", -1)):
        condition = numbers.compare(how, value, zero)
        value = numbers.select(condition, numbers.constant(result), value)
    return value


def negation(numbers: Numbers, value: str) -> str:
    """Logical negation."""
    return numbers.op("", "xori", value, numbers.writer.constant(1, "i1"))


def inverse_root(numbers: Numbers, value: str) -> str:
    """1 / sqrt(x)."""
    return numbers.divide(numbers.constant(1), numbers.function("sqrt", value))


def logistic(numbers: Numbers, value: str) -> str:
    """1 / (1 + exp(-x))."""
    grown = numbers.function("exp", negative(numbers, value))
    one = numbers.constant(1)
    return numbers.divide(one, numbers.add(one, grown))


def elu(numbers: Numbers, value: str) -> str:
    """x if x >= 0, else exp(x) - 1."""
    below = numbers.function("expm1", value)
    is_negative = numbers.compare("lt", value, numbers.constant(0))
    return numbers.select(is_negative, below, value)


def hard_swish(numbers: Numbers, value: str) -> str:
    """x * min(6, max(0, x + 3)) / 6."""
    moved = numbers.add(value, numbers.constant(3))
    slope = at_most(numbers, at_least(numbers, moved, 0), 6)
    return numbers.divide(numbers.multiply(value, slope), numbers.constant(6))


def of_math(name: str) -> Callable[[Numbers, str], str]:
    """Returns a function that appends a unary op of the math dialect."""
    return lambda numbers, value: numbers.function(name, value)


UNARY: dict[str, Callable[[Numbers, str], str]] = {
    "ABS": absolute,
    "CEIL": of_math("ceil"),
    "COS": of_math("cos"),
    "ELU": elu,
    "EXP": of_math("exp"),
    "FLOOR": of_math("floor"),
    "HARD_SWISH": hard_swish,
    "LOG": of_math("log"),
    "LOGICAL_NOT": negation,
    "LOGISTIC": logistic,
    "NEG": negative,
    "ROUND": of_math("roundeven"),
    "RSQRT": inverse_root,
    "SIGN": sign,
    "SIN": of_math("sin"),
    "SQRT": of_math("sqrt"),
    "SQUARE": lambda numbers, value: numbers.multiply(value, value),
    "TANH": of_math("tanh"),
    "ZEROS_LIKE": lambda numbers, _: numbers.constant(0),
}


def unary(context: Context) -> None:
    """The operators of OF_ONE, on unquantised numbers."""
    map_elements(context, UNARY[context.operator.kind])


def map_elements(context: Context, function: Callable[[Numbers, str], str]) -> None:
    """Computes each output element from the input element at the same index."""
    source, target = context.input(0), context.outputs[0]
    context.expect(target, source.shape)
    numbers = Numbers(context.writer, source.tensor)

    def element(at: list[Index]) -> None:
        target.store_raw(function(numbers, source.load_raw(at)), at)

    context.writer.loops(target.shape, element)


def relu(context: Context) -> None:
    """RELU and its variants, of floats."""
    low, high = LIMITS[context.operator.kind]

    def limited(numbers: Numbers, value: str) -> str:
        value = value if low is None else at_least(numbers, value, low)
        return value if high is None else at_most(numbers, value, high)

    map_elements(context, limited)


def leaky(numbers: Numbers, value: str, slope: str) -> str:
    """value if value >= 0, else value * slope."""
    is_positive = numbers.compare("ge", value, numbers.constant(0))
    return numbers.select(is_positive, value, numbers.multiply(value, slope))


def leaky_relu(context: Context) -> None:
    """LEAKY_RELU: x if x > 0, else alpha * x."""
    alpha = float(float32(context.operator.option("Alpha")))

    def function(numbers: Numbers, value: str) -> str:
        product = numbers.multiply(value, numbers.constant(alpha))
        is_positive = numbers.compare("gt", value, numbers.constant(0))
        return numbers.select(is_positive, value, product)

    map_elements(context, function)


def prelu(context: Context) -> None:
    """PRELU: x if x >= 0, else x times an element of the second operand."""
    source, slopes, target = context.input(0), context.input(1), context.outputs[0]
    context.expect_broadcast(target, source, slopes)
    numbers = Numbers(context.writer, source.tensor)

    def element(at: list[Index]) -> None:
        value, slope = (place.load_raw_flat(at) for place in (source, slopes))
        target.store_raw(leaky(numbers, value, slope), at)

    context.writer.loops(target.shape, element)


def gelu(context: Context) -> None:
    """GELU: x * P(X <= x) of the normal distribution, by erfc or by tanh."""
    is_near = context.operator.option("Approximate")

    def function(numbers: Numbers, value: str) -> str:
        def times(a: str, b: float) -> str:
            return numbers.multiply(a, numbers.constant(float(float32(b))))

        if is_near:
            cube = numbers.multiply(
                numbers.multiply(times(value, 0.044715), value), value
            )
            inner = times(numbers.add(value, cube), math.sqrt(2 / math.pi))
            power = numbers.function("tanh", inner)
            share = numbers.add(numbers.constant(1), power)
        else:
            share = numbers.function("erfc", times(value, -math.sqrt(0.5)))
        return numbers.multiply(times(value, 0.5), share)

    map_elements(context, function)


def sum_of_many(context: Context) -> None:
    """ADD_N: sum of tensors of one shape, in operand order."""
    target = context.outputs[0]
    places = [context.input(number) for number in range(len(context.inputs))]
    for place in places:
        context.expect(target, place.shape)
    numbers = Numbers(context.writer, target.tensor)

    def element(at: list[Index]) -> None:
        total = places[0].load_raw(at)
        for place in places[1:]:
            total = numbers.add(total, place.load_raw(at))
        target.store_raw(total, at)

    context.writer.loops(target.shape, element)
