"""Random cases of TFLite's operators, by fixed seeds: shapes, options and scales.

A case that the interpreter refuses does not count.
"""

import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
from tflite_cases import CONDITION_OPTIONS, Cases, random_of
from tflite_models import Operand, Spec, channels, constant, given, result

COUNT = 12
"""Of each operator."""
QUANTISED = ("float32", "int8", "uint8")
Random = np.random.Generator
ARITHMETIC = {"ADD": "AddOptions", "SUB": "SubOptions", "MUL": "MulOptions"}
# Without an activation.
PLAIN = {
    "MAXIMUM": "MaximumMinimumOptions",
    "MINIMUM": "MaximumMinimumOptions",
    "PRELU": "",
    "SQUARED_DIFFERENCE": "SquaredDifferenceOptions",
}
UNARY = (
    "ABS RELU RELU6 RELU_N1_TO_1 TANH LOGISTIC EXP HARD_SWISH LOG QUANTIZE ELU".split()
)
UNARY += ["LEAKY_RELU", "GELU"]


def pick(random: Random, *values: Any) -> Any:
    """Returns one of several values."""
    return values[random.integers(len(values))]


def sizes(random: Random, rank: int, most: int = 5) -> list[int]:
    """Returns a shape."""
    return random.integers(1, most + 1, rank).tolist()


def scale(random: Random) -> float:
    """Returns a scale, as a 32-bit float."""
    return float(np.float32(2.0 ** random.uniform(-9, 0)))


def scaled(random: Random, array: Any, unit: float = 0) -> Operand:
    """Returns an input; 8-bit inputs have a random scale and zero point."""
    if array.dtype.name not in ("int8", "uint8"):
        return given(array)
    low = np.iinfo(array.dtype).min
    return given(array, unit or scale(random), int(low + random.integers(256)))


def numbers(random: Random, kind: str, shape: list[int]) -> Any:
    """Returns random numbers of a type."""
    return random_of(kind, *shape, seed=int(random.integers(1 << 30)))


def like(random: Random, kind: str) -> Operand:
    """Returns a result of a type; 8-bit results have a random scale."""
    return scaled(random, np.zeros((), kind))


def whole(values: Any) -> Operand:
    """Returns a constant of 32-bit integers."""
    return constant(np.array(values, np.int32))


def arithmetic(random: Random, kind: str) -> Spec:
    """A binary operator with broadcasting."""
    kinds = {"PRELU": QUANTISED, "SQUARED_DIFFERENCE": ("float32", "int8")}
    one = pick(random, *kinds.get(kind, (*QUANTISED, "int32")))
    shape = sizes(random, int(random.integers(1, 5)))
    other = [size if random.random() < 0.6 else 1 for size in shape]
    other = other[int(random.integers(len(other))) :]
    arrays = [numbers(random, one, shape), numbers(random, one, other)]
    if random.random() < 0.5 and kind != "PRELU":
        arrays.reverse()
    values, made = {}, like(random, one)
    options = {**ARITHMETIC, **CONDITION_OPTIONS, **PLAIN}[kind]
    if kind in ARITHMETIC:
        values = {"fusedActivationFunction": int(random.integers(4))}
    elif kind in CONDITION_OPTIONS:
        made = result("bool")
    elif kind.endswith("IMUM"):
        inputs = [Operand(array, made.scales, made.zeros) for array in arrays]
        return Spec(kind, inputs, [made], options)
    return Spec(
        kind, [scaled(random, array) for array in arrays], [made], options, values
    )


def unary(random: Random, kind: str) -> Spec:
    """A unary operator."""
    one = (
        pick(random, "int8", "uint8")
        if kind not in ("ABS", "EXP", "LOG", "ELU")
        else "int8"
    )
    array = np.arange(256).astype(np.uint8).view(one)
    made = like(random, one)
    unit = 1 / 128 if kind == "TANH" else 1 / 256 if kind == "LOGISTIC" else 0
    if unit:
        made = given(np.zeros((), one), unit, 0 if one == "int8" else 128)
        if kind == "LOGISTIC":
            made = given(np.zeros((), one), unit, -128 if one == "int8" else 0)
    options, values = "", {}
    if kind == "LEAKY_RELU":
        options, values = "LeakyReluOptions", {"alpha": float(random.uniform(-1, 2))}
    elif kind == "GELU":
        options, values = "GeluOptions", {"approximate": bool(random.integers(2))}
    return Spec(kind, [scaled(random, array)], [made], options, values)


def weights(random: Random, kind: str, shape: list[int], axis: int) -> Operand:
    """Returns constant weights."""
    array = numbers(random, kind, shape)
    if kind == "float32":
        return constant(array)
    if kind == "uint8":
        return constant(array, scale(random) / 8, int(random.integers(256)))
    array = np.maximum(array, -127)
    return channels(array, [scale(random) / 8 for _ in range(shape[axis])], axis)


def bias(
    random: Random, kind: str, source: Operand, by: Operand, count: int
) -> Operand:
    """Returns a constant bias, in the scale of the products."""
    if kind == "float32":
        return constant(numbers(random, kind, [count]))
    array = random.integers(-9999, 9999, count).astype(np.int32)
    scales = [source.scales[0] * one for one in by.scales]
    return channels(array, scales, 0)


def window(random: Random) -> dict[str, Any]:
    """Returns padding, strides and an activation."""
    return {
        "padding": int(random.integers(2)),
        "strideH": int(random.integers(1, 4)),
        "strideW": int(random.integers(1, 4)),
        "fusedActivationFunction": int(random.integers(4)),
    }


def convolution(random: Random, kind: str) -> Spec:
    """A convolution or a pooling of an image."""
    one = pick(random, *QUANTISED)
    values = window(random)
    shape = [int(random.integers(1, 3)), *random.integers(3, 9, 2).tolist(),
             int(random.integers(1, 5))]  # fmt: skip
    source = scaled(random, numbers(random, one, shape))
    size = random.integers(1, 4, 2).tolist()
    if "POOL" in kind:
        values |= {"filterHeight": size[0], "filterWidth": size[1]}
        made = Operand(np.zeros((), one), source.scales, source.zeros)
        return Spec(kind, [source], [made], "Pool2DOptions", values)
    values |= {f"dilation{side}Factor": int(random.integers(1, 3)) for side in "HW"}
    by = int(random.integers(1, 4))
    if kind == "CONV_2D":
        made = [by, *size, shape[3]]
        of = weights(random, one, made, 0)
        inputs = [source, of, bias(random, one, source, of, by)]
        return Spec(kind, inputs, [like(random, one)], "Conv2DOptions", values)
    count = shape[3] * by
    of = weights(random, one, [1, *size, count], 3)
    inputs = [source, of, bias(random, one, source, of, count)]
    values["depthMultiplier"] = by
    return Spec(kind, inputs, [like(random, one)], "DepthwiseConv2DOptions", values)


def transposed(random: Random, kind: str) -> Spec:
    """A transposed convolution."""
    one = pick(random, *QUANTISED)
    values = {key: value for key, value in window(random).items() if "fused" not in key}
    size, count = random.integers(1, 4, 2).tolist(), int(random.integers(1, 4))
    source = [1, *random.integers(2, 5, 2).tolist(), int(random.integers(1, 4))]
    sides = []
    for length, width, side in zip(source[1:3], size, "HW"):
        stride = values[f"stride{side}"]
        least = (length - 1) * stride + (1 if values["padding"] == 0 else width)
        sides.append(least + int(random.integers(stride)))
    inputs = [whole([1, *sides, count]), weights(random, one, [count, *size, source[3]], 0),
              scaled(random, numbers(random, one, source))]  # fmt: skip
    return Spec(kind, inputs, [like(random, one)], "TransposeConvOptions", values)


def connected(random: Random, kind: str) -> Spec:
    """A product with a matrix."""
    one = pick(random, *QUANTISED)
    rows, depth, units = random.integers(1, 7, 3).tolist()
    matrix = weights(random, one, [units, depth], 0)
    if one == "int8" and random.random() < 0.5:
        matrix = constant(matrix.array, scale(random) / 8, 0)
    source = scaled(random, numbers(random, one, [rows, depth]))
    has_bias = random.random() < 0.7
    inputs = [source, matrix,
              bias(random, one, source, matrix, units) if has_bias else None]  # fmt: skip
    return Spec(kind, inputs, [like(random, one)], "FullyConnectedOptions",
                {"fusedActivationFunction": int(random.integers(4))})  # fmt: skip


def strided_slice(random: Random, kind: str) -> Spec:
    """Slices of any begin, end, stride and mask."""
    rank = int(random.integers(1, 5))
    shape = sizes(random, rank, 6)
    count = int(random.integers(1, rank + 1))
    begin = [int(random.integers(-size - 1, size + 1)) for size in shape[:count]]
    end = [int(random.integers(-size - 2, size + 2)) for size in shape[:count]]
    step = [pick(random, 1, 1, 2, 3, -1, -2) for _ in range(count)]
    masks = {
        f"{name}Mask": int(random.integers(1 << count))
        & int(random.integers(1 << count))
        for name in ("begin", "end", "shrinkAxis", "newAxis")
    }
    if random.random() < 0.3:
        masks["ellipsisMask"] = 1 << int(random.integers(count))
    inputs = [
        given(numbers(random, "float32", shape)),
        whole(begin),
        whole(end),
        whole(step),
    ]
    return Spec(kind, inputs, [result("float32")], "StridedSliceOptions", masks)


def move(random: Random, kind: str) -> Spec:
    """A transposition, padding, tiling, reversal, gathering or joining."""
    rank = int(random.integers(1, 5))
    shape = sizes(random, rank)
    source = given(numbers(random, "float32", shape))
    axis = int(random.integers(-rank, rank))
    made = [result("float32")]
    if kind == "TRANSPOSE":
        return Spec(kind, [source, whole(random.permutation(rank))], made)
    if kind == "TILE":
        return Spec(kind, [source, whole(sizes(random, rank, 3))], made)
    if kind == "PAD":
        return Spec(kind, [source, whole(random.integers(0, 3, (rank, 2)))], made)
    if kind == "MIRROR_PAD":
        mode = int(random.integers(2))
        most = [max(size - 1 + mode, 0) for size in shape]
        around = [[int(random.integers(most_ + 1)) for _ in range(2)] for most_ in most]
        return Spec(
            kind, [source, whole(around)], made, "MirrorPadOptions", {"mode": mode}
        )
    if kind == "REVERSE_V2":
        return Spec(kind, [source, whole([axis])], made)
    if kind == "GATHER":
        places = random.integers(
            0, shape[axis], sizes(random, int(random.integers(1, 3)))
        )
        return Spec(kind, [source, given(places.astype(np.int32))], made, "GatherOptions",
                    {"axis": axis})  # fmt: skip
    return Spec(kind, [source, source], made, "ConcatenationOptions", {"axis": axis})


def reduction(random: Random, kind: str) -> Spec:
    """A reduction along some dimensions."""
    one = pick(random, *QUANTISED) if kind != "SUM" else "float32"
    rank = int(random.integers(1, 5))
    source = scaled(random, numbers(random, one, sizes(random, rank)))
    made = like(random, one)
    if kind != "MEAN":
        made = Operand(np.zeros((), one), source.scales, source.zeros)
    axes = random.integers(-rank, rank, int(random.integers(1, rank + 1)))
    return Spec(kind, [source, whole(axes)], [made], "ReducerOptions",
                {"keepDims": bool(random.integers(2))})  # fmt: skip


def resize(random: Random, kind: str) -> Spec:
    """A resized image."""
    one = pick(random, *QUANTISED)
    source = scaled(random, numbers(random, one, [1, *sizes(random, 3, 7)]))
    made = Operand(np.zeros((), one), source.scales, source.zeros)
    values = pick(random, {}, {"alignCorners": True}, {"halfPixelCenters": True})
    name = "ResizeBilinear" if kind.endswith("BILINEAR") else "ResizeNearestNeighbor"
    return Spec(
        kind, [source, whole(sizes(random, 2, 12))], [made], f"{name}Options", values
    )


def softmax(random: Random, kind: str) -> Spec:
    """A softmax or similar distribution."""
    one = pick(random, *QUANTISED)
    source = scaled(
        random, numbers(random, one, sizes(random, int(random.integers(1, 4)), 9))
    )
    made = given(np.zeros((), one), 1 / 256, -128 if one == "int8" else 0)
    return Spec(kind, [source], [made if one != "float32" else result(one)],
                "SoftmaxOptions", {"beta": float(random.uniform(0.1, 2))})  # fmt: skip


def product(random: Random, kind: str) -> Spec:
    """A product of two computed matrices."""
    one = pick(random, "float32", "int8")
    outer = sizes(random, int(random.integers(0, 3)), 3)
    rows, depth, columns = sizes(random, 3, 4)
    turned = {f"adj{side}": bool(random.integers(2)) for side in "XY"}
    first, second = [rows, depth], [depth, columns]
    first = first[::-1] if turned["adjX"] else first
    second = second[::-1] if turned["adjY"] else second
    other = [size if random.random() < 0.6 else 1 for size in outer]
    inputs = [scaled(random, numbers(random, one, [*a, *b]))
              for a, b in ((outer, first), (other, second))]  # fmt: skip
    return Spec(kind, inputs, [like(random, one)], "BatchMatMulOptions", turned)


def blocks(random: Random, kind: str) -> Spec:
    """Blocks of images as images, and the reverse."""
    one = pick(random, *QUANTISED)
    block = sizes(random, 2, 3)
    shape = [
        int(random.integers(1, 3)),
        *sizes(random, 2, 4),
        int(random.integers(1, 4)),
    ]
    if kind == "BATCH_TO_SPACE_ND":
        shape[0] *= block[0] * block[1]
        around = [[int(random.integers(by)) if by > 1 else 0, 0] for by in block]
    else:
        around = [[int(random.integers(3)), 0] for _ in block]
        for one_, size, by in zip(around, shape[1:3], block):
            one_[1] = -(size + one_[0]) % by
    source = scaled(random, numbers(random, one, shape))
    made = Operand(np.zeros((), one), source.scales, source.zeros)
    return Spec(kind, [source, whole(block), whole(around)], [made])


def extreme_place(random: Random, kind: str) -> Spec:
    """The index of an extreme, among few values."""
    one = pick(random, *QUANTISED, "int32")
    rank = int(random.integers(1, 5))
    array = random.integers(0, 4, sizes(random, rank)).astype(one)
    inputs = [scaled(random, array), whole(int(random.integers(-rank, rank)))]
    wide = pick(random, "int32", "int64")
    name = "ArgMaxOptions" if kind == "ARG_MAX" else "ArgMinOptions"
    return Spec(kind, inputs, [result(wide)], name,
                {"outputType": 2 if wide == "int32" else 4})  # fmt: skip


MAKERS: dict[str, Callable[[Random, str], Spec]] = {
    **dict.fromkeys([*ARITHMETIC, *PLAIN, *CONDITION_OPTIONS], arithmetic),
    **dict.fromkeys(UNARY, unary),
    **dict.fromkeys(["CONV_2D", "DEPTHWISE_CONV_2D"], convolution),
    **dict.fromkeys(["AVERAGE_POOL_2D", "MAX_POOL_2D"], convolution),
    "TRANSPOSE_CONV": transposed,
    "FULLY_CONNECTED": connected,
    "STRIDED_SLICE": strided_slice,
    **dict.fromkeys(["TRANSPOSE", "TILE", "PAD", "MIRROR_PAD", "REVERSE_V2"], move),
    **dict.fromkeys(["GATHER", "CONCATENATION"], move),
    **dict.fromkeys(["MEAN", "SUM", "REDUCE_MAX", "REDUCE_MIN"], reduction),
    **dict.fromkeys(["RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"], resize),
    "SOFTMAX": softmax,
    "BATCH_MATMUL": product,
    **dict.fromkeys(["SPACE_TO_BATCH_ND", "BATCH_TO_SPACE_ND"], blocks),
    **dict.fromkeys(["ARG_MAX", "ARG_MIN"], extreme_place),
}


def random_cases() -> Cases:
    """Random cases of the operators of MAKERS."""
    for kind, make in MAKERS.items():
        for number in range(COUNT):
            random = np.random.default_rng([zlib.crc32(kind.encode()), number])
            spec = make(random, kind)
            first = spec.inputs[2 if kind == "TRANSPOSE_CONV" else 0]
            assert first is not None
            yield f"{kind}/{first.array.dtype}/random{number}", spec
