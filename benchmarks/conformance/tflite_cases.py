"""Cases of TFLite's operators: types, options, shapes, scales and edge values."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from tflite_models import Operand, Spec, channels, constant, given, result

EDGES = np.array(
    [
        *(
            np.nan,
            np.inf,
            -np.inf,
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -0.5,
            1.5,
            2.5,
            -2.5,
            6.0,
        ),
        *(7.0, -7.0, 1e-40, 3e38, -3e38, 1e-5, 88.0, -88.0, 3.0, -3.0, 100.25, 1e-38),
    ],
    np.float32,
)
ALL_BYTES = np.arange(-128, 128, dtype=np.int8)
ADD, REDUCER = "AddOptions", "ReducerOptions"
Cases = Iterator[tuple[str, Spec]]


def random_of(kind: str, *shape: int, seed: int = 0) -> Any:
    """Returns random numbers of a type; integers include the extremes."""
    random = np.random.default_rng([seed, *shape, len(kind)])
    if kind == "bool":
        return random.random(shape) < 0.5
    if kind.startswith("float"):
        return (random.normal(size=shape) * 3).astype(kind)
    info = np.iinfo(kind)
    array = random.integers(info.min, info.max, shape, kind, endpoint=True)
    if array.size > 2:
        array.ravel()[:2] = info.min, info.max
    return array


def small_of(kind: str, *shape: int, seed: int = 0, most: int = 50) -> Any:
    """Returns random numbers near 0."""
    if kind in ("bool",) or kind.startswith("float"):
        return random_of(kind, *shape, seed=seed)
    random = np.random.default_rng([seed, *shape])
    low = 0 if kind.startswith("u") else -most
    return random.integers(low, most, shape).astype(kind)


def edges(count: int = 0) -> Any:
    """Returns floats: NaN, infinities, extremes; all their pairs if `count` is 2."""
    if count != 2:
        return EDGES
    return np.repeat(EDGES, EDGES.size), np.tile(EDGES, EDGES.size)


def with_scale(array: Any, scale: float, zero: int) -> Operand:
    """Returns an input; 8-bit inputs have a scale, and the zero point of unsigned
    inputs is shifted like the numbers."""
    if array.dtype == np.uint8:
        zero += 128
    return given(array, scale, zero) if "int8" in array.dtype.name else given(array)


def result_of(kind: str, scale: float, zero: int) -> Operand:
    """Returns a result; 8-bit results have a scale."""
    return with_scale(np.zeros((), kind), scale, zero)


def unary(kind: str, types: str, options: str = "", **values: Any) -> Cases:
    """Cases of a unary operator."""
    for one in types.split():
        if one == "float32":
            edge, normal = edges(), random_of(one, 2, 3, 5)
            yield f"{kind}/{one}/edges", Spec(
                kind, [given(edge)], [result(one)], options, values
            )
            yield f"{kind}/{one}", Spec(
                kind, [given(normal)], [result(one)], options, values
            )
        elif one in ("int8", "uint8"):
            array = ALL_BYTES.astype(one).reshape(4, 64)
            for number, (a, b) in enumerate(SCALES.get(kind, PAIRS)):
                inputs = [with_scale(array, *a)]
                yield f"{kind}/{one}/{number}", Spec(
                    kind, inputs, [result_of(one, *b)], options, values
                )
        else:
            array = random_of(one, 2, 3, 5)
            yield f"{kind}/{one}", Spec(
                kind, [given(array)], [result(one)], options, values
            )


PAIRS = (((0.05, -3), (0.031, -128)), ((0.02, 17), (0.09, 5)))
SCALES = {
    "ABS": (((0.05, -3), (0.03, -128)), ((0.05, -3), (0.05, -3))),
    "NEG": (((0.05, -3), (0.05, 3)),),
    "LOGISTIC": (((0.05, -3), (1 / 256, -128)), ((0.2, 9), (1 / 256, -128))),
    "TANH": (((0.05, -3), (1 / 128, 0)), ((0.01, 90), (1 / 128, 0))),
    "EXP": (
        ((0.05, -3), (0.9, -128)),
        ((0.01, 90), (0.02, -128)),
        ((4.0, 0), (0.02, 7)),  # Beyond 32-bit floats.
    ),
    "LOG": (((0.05, -128), (0.05, 0)), ((0.5, -3), (0.05, 0))),
    "SQRT": (((0.05, -128), (0.03, -128)),),
    "RSQRT": (((0.05, -128), (0.03, -128)), ((0.5, -128), (0.01, 0))),
    "HARD_SWISH": (((0.05, -90), (0.03, -100)), ((0.05, -3), (0.05, -90))),
}


def binary(
    kind: str,
    types: str,
    options: str = "",
    output: str = "",
    make: Callable[..., Any] = random_of,
    **values: Any,
) -> Cases:
    """Cases of a binary operator: equal shapes, broadcasting, edge values."""
    for one in types.split():
        scales = ((0.05, -3), (0.031, 12)), ((0.05, -3), (0.05, -3))
        shapes = ((2, 3, 4), (2, 3, 4)), ((2, 1, 4), (3, 1)), ((2, 3, 4), ())
        if kind.startswith("STABLEHLO") or kind == "ATAN2":
            shapes = shapes[:1]
        for number, (a, b) in enumerate(shapes):
            first, second = scales[number % 2 if kind not in SAME_SCALE else 1]
            arrays = make(one, *a), make(one, *b, seed=1)
            if kind in DIVISIONS and not one.startswith("float"):
                arrays[1][...] = np.where(arrays[1] == 0, 3, arrays[1])
            inputs = [
                with_scale(array, *by) for array, by in zip(arrays, (first, second))
            ]
            made = result_of(
                output or one, *(first if kind in SAME_SCALE else (0.07, -9))
            )
            yield f"{kind}/{one}/{number}", Spec(kind, inputs, [made], options, values)
        if one == "float32":
            inputs = [given(array) for array in edges(2)]
            if kind in DIVISIONS[1:]:
                inputs[1] = given(
                    np.where(inputs[1].array == 0, np.float32(2), inputs[1].array)
                )
            yield f"{kind}/{one}/edges", Spec(
                kind, inputs, [result(output or one)], options, values
            )


SAME_SCALE = ("MAXIMUM", "MINIMUM")
DIVISIONS = ("DIV", "FLOOR_DIV", "FLOOR_MOD")


def elementwise() -> Cases:
    """Unary and binary operators."""
    for kind in "CEIL COS EXP FLOOR LOG ROUND RSQRT SIN SQRT SQUARE TANH ELU".split():
        both = {"EXP": " int8", "LOG": " int8", "RSQRT": " int8", "SQRT": " int8",
                "TANH": " int8 uint8", "ELU": " int8"}  # fmt: skip
        yield from unary(kind, "float32" + both.get(kind, ""))
    yield from unary("ABS", "float32 int8 int32 int16")
    yield from unary("NEG", "float32 int8 int32 int64", "NegOptions")
    yield from unary("SIGN", "float32 int32 float64", "SignOptions")
    yield from unary("LOGISTIC", "float32 int8 uint8")
    yield from unary("HARD_SWISH", "float32 int8 uint8")
    yield from unary("RELU", "float32 int8 uint8")
    yield from unary("RELU6", "float32 int8 uint8")
    yield from unary("RELU_N1_TO_1", "float32 int8 uint8")
    yield from unary("RELU_0_TO_1", "float32 int8")
    yield from unary("ZEROS_LIKE", "float32 int32 int64", "ZerosLikeOptions")
    yield from unary("LOGICAL_NOT", "bool", "LogicalNotOptions")
    for alpha in (0.2, -1.5):
        for name, spec in unary("LEAKY_RELU", "float32 int8 uint8", "LeakyReluOptions",
                                alpha=alpha):  # fmt: skip
            yield f"{name}/{alpha}", spec
    for near in (False, True):
        for name, spec in unary("GELU", "float32 int8 uint8", "GeluOptions",
                                approximate=near):  # fmt: skip
            yield f"{name}/{near}", spec
    for kind, options in (("ADD", ADD), ("SUB", "SubOptions"), ("MUL", "MulOptions")):
        types = "float32 int8 uint8 int32 int64"
        yield from binary(kind, types, options)
        for number in (1, 2, 3):
            for name, spec in binary(kind, "float32 int8 uint8 int32", options,
                                     fusedActivationFunction=number):  # fmt: skip
                if name.endswith("/1"):
                    yield f"{name}/activation{number}", spec
        wide = [given(random_of("int16", 3, 4, seed=seed), 0.01) for seed in range(2)]
        yield f"{kind}/int16", Spec(kind, wide, [result("int16", 0.02)], options)
    yield from binary("DIV", "float32 int32 int8", "DivOptions", make=small_of)
    for kind in ("MAXIMUM", "MINIMUM"):
        types = "float32 int8 uint8 int16 int32 int64"
        yield from binary(kind, types, "MaximumMinimumOptions")
    yield from binary("SQUARED_DIFFERENCE", "float32 int8", "SquaredDifferenceOptions")
    yield from binary("SQUARED_DIFFERENCE", "int32", "SquaredDifferenceOptions",
                      make=small_of)  # fmt: skip
    yield from binary("FLOOR_DIV", "float32 int32 int16 int8", "FloorDivOptions",
                      make=small_of)  # fmt: skip
    yield from binary("FLOOR_MOD", "float32 int32 int16 int8 int64", "FloorModOptions",
                      make=small_of)  # fmt: skip
    yield from binary("ATAN2", "float32 float64", "ATan2Options")
    yield from binary("POW", "float32", "PowOptions")
    yield "POW/int32", Spec("POW", [given(small_of("int32", 4, 5, most=9)),
        given(np.arange(5, dtype=np.int32))], [result("int32")], "PowOptions")  # fmt: skip
    for kind in ("LOGICAL_AND", "LOGICAL_OR"):
        name = "LogicalAndOptions" if kind.endswith("AND") else "LogicalOrOptions"
        yield from binary(kind, "bool", name)
    integers = "int8 uint8 int16 uint16 int32 uint32"
    yield from binary("BITWISE_XOR", integers, "BitwiseXorOptions")
    yield from binary("RIGHT_SHIFT", integers, "RightShiftOptions")
    for kind in ("ADD", "MULTIPLY", "MAXIMUM", "MINIMUM"):
        yield from binary(f"STABLEHLO_{kind}", "float32 int32")
    yield from binary("STABLEHLO_AND", "bool")
    for one in ("int8", "int16", "int32"):
        by = given(np.array([0, 1, 3, 7], one))
        array = given(random_of(one, 4))
        yield f"STABLEHLO_SHIFT_LEFT/{one}", Spec(
            "STABLEHLO_SHIFT_LEFT", [array, by], [result(one)]
        )
    yield from comparisons()


CONDITION_OPTIONS = {
    "EQUAL": "EqualOptions",
    "NOT_EQUAL": "NotEqualOptions",
    "LESS": "LessOptions",
    "LESS_EQUAL": "LessEqualOptions",
    "GREATER": "GreaterOptions",
    "GREATER_EQUAL": "GreaterEqualOptions",
}


def comparisons() -> Cases:
    """Comparisons, and operators that use their results."""
    for kind in (
        "EQUAL",
        "NOT_EQUAL",
        "LESS",
        "LESS_EQUAL",
        "GREATER",
        "GREATER_EQUAL",
    ):
        name = "".join(part.capitalize() for part in kind.split("_")) + "Options"
        yield from binary(
            kind, "float32 int8 uint8 int32 int64", name, "bool", small_of
        )
        if kind.endswith("EQUAL") and "_" not in kind or kind == "NOT_EQUAL":
            yield from binary(kind, "bool", name, "bool")
    condition = random_of("bool", 2, 3, 4)
    for one in "float32 int8 uint8 int16 int32 int64 bool".split():
        x, y = random_of(one, 2, 3, 4), random_of(one, 2, 3, 4, seed=1)
        for name, c in (("", condition), ("/row", condition[:, 0, 0])):
            yield f"SELECT/{one}{name}", Spec(
                "SELECT", [given(c), given(x), given(y)], [result(one)], "SelectOptions"
            )
        yield f"SELECT_V2/{one}", Spec("SELECT_V2", [given(condition[:, :1]), given(x),
            given(y[0])], [result(one)], "SelectV2Options")  # fmt: skip
    yield "SELECT/scalar", Spec("SELECT", [given(np.bool_(True)), given(random_of(
        "float32", 4)), given(random_of("float32", 4, seed=1))], [result("float32")],
        "SelectOptions")  # fmt: skip
    for one in ("float32", "int8", "uint8"):
        slopes = random_of(one, 4) if one != "float32" else small_of(one, 4)
        yield f"PRELU/{one}", Spec("PRELU", [with_scale(random_of(one, 2, 3, 4), 0.05, -3),
            with_scale(slopes, 0.03, 5)], [result_of(one, 0.06, 3)])  # fmt: skip
    yield "PRELU/float32/edges", Spec("PRELU", [given(EDGES), given(EDGES[::-1].copy())],
                                      [result("float32")])  # fmt: skip
    for one in ("float32", "int32"):
        inputs = [given(small_of(one, 3, 4, seed=seed)) for seed in range(4)]
        yield f"ADD_N/{one}", Spec("ADD_N", inputs, [result(one)], "AddNOptions")


def conversions() -> Cases:
    """Operators that convert numbers to another type."""
    kinds = "float32 int32 int64 int8 uint8 int16 bool float64 float16".split()
    for source in kinds:
        for target in kinds:
            array = small_of(source, 5, 7)
            if source.startswith("float") and target.startswith("u"):
                array = np.abs(array)
            yield f"CAST/{source}-{target}", Spec(
                "CAST", [given(array)], [result(target)], "CastOptions"
            )
    inside = np.array([2.9, -2.9, 1e9, -1e9, 0.4, -0.6], np.float32)
    yield "CAST/float32-int32/large", Spec("CAST", [given(inside)], [result("int32")],
                                           "CastOptions")  # fmt: skip
    for source, target in (("float32", "int32"), ("int32", "float32"), ("int16", "uint16"),
                           ("uint32", "int32")):  # fmt: skip
        yield f"BITCAST/{source}-{target}", Spec("BITCAST", [given(random_of(source, 4, 5))],
            [result(target)], "BitcastOptions")  # fmt: skip
    values = np.concatenate([np.linspace(-9, 9, 100), [0.025, 0.075, 1e5, -1e5]])
    for target in ("int8", "uint8", "int16"):
        made = result(target, 0.05, 0 if target == "int16" else 7)
        yield f"QUANTIZE/float32-{target}", Spec(
            "QUANTIZE", [given(values.astype(np.float32))], [made], "QuantizeOptions"
        )
    for source in ("int8", "uint8"):
        for target in ("int8", "uint8"):
            for number, scale in enumerate((0.05, 0.02, 0.3)):
                inputs = [with_scale(ALL_BYTES.astype(source), 0.05, -3)]
                yield f"QUANTIZE/{source}-{target}/{number}", Spec("QUANTIZE", inputs,
                    [result_of(target, scale, 9)], "QuantizeOptions")  # fmt: skip
    for source in ("int8", "uint8"):
        inputs = [with_scale(ALL_BYTES.astype(source), 0.05, -3)]
        yield f"DEQUANTIZE/{source}", Spec("DEQUANTIZE", inputs, [result("float32")],
                                           "DequantizeOptions")  # fmt: skip
    yield "DEQUANTIZE/int16", Spec("DEQUANTIZE", [given(random_of("int16", 9), 0.01)],
                                   [result("float32")], "DequantizeOptions")  # fmt: skip
    yield "DEQUANTIZE/float16", Spec("DEQUANTIZE", [constant(random_of("float16", 9))],
                                     [result("float32")], "DequantizeOptions")  # fmt: skip
    yield "DEQUANTIZE/channels", Spec("DEQUANTIZE", [channels(random_of("int8", 3, 4),
        [0.1, 0.2, 0.3], 0)], [result("float32")], "DequantizeOptions")  # fmt: skip
    for bits, low, high in ((8, -1.0, 3.3), (4, 0.0, 6.0), (16, -2.0, 2.0)):
        yield f"FAKE_QUANT/float32/{bits}", Spec("FAKE_QUANT", [given(random_of("float32", 5, 7))],
            [result("float32")], "FakeQuantOptions",
            {"min": low, "max": high, "numBits": bits})  # fmt: skip
    pairs = random_of("float32", 2, 9)
    for kind in ("REAL", "IMAG", "COMPLEX_ABS"):
        array = (pairs[0] + 1j * pairs[1]).astype(np.complex64)
        yield f"{kind}/complex64", Spec(kind, [given(array)], [result("float32")])
    for one in ("float32", "int32", "int64", "float64"):
        array = small_of(one, 6, 5)
        yield f"BUCKETIZE/{one}", Spec("BUCKETIZE", [given(array)], [result("int32")],
            "BucketizeOptions", {"boundaries": [-10.0, -1.5, 0.0, 2.0, 30.0]})  # fmt: skip
    yield "BUCKETIZE/float32/edges", Spec("BUCKETIZE", [given(EDGES)], [result("int32")],
        "BucketizeOptions", {"boundaries": [-1.0, 0.0, 2.5]})  # fmt: skip
