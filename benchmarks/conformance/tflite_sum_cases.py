"""Cases of TFLite's operators that sum: products, convolutions, reductions, images."""

from dataclasses import replace
from typing import Any

import numpy as np
from tflite_cases import EDGES, Cases, random_of, result_of, small_of, with_scale
from tflite_layout_cases import image, vector
from tflite_models import Operand, Spec, channels, constant, given, result

REDUCER = "ReducerOptions"


def weights(kind: str, *shape: int, axis: int = 0, is_uniform: bool = False) -> Operand:
    """Returns constant weights; int8 weights have one scale, or one per channel."""
    if kind == "float32":
        return constant(random_of(kind, *shape) / 3)
    if kind == "uint8":
        return constant(random_of(kind, *shape), 0.004, 117)
    array = np.maximum(random_of("int8", *shape), -127)
    if is_uniform:
        return constant(array, 0.004, 0)
    random = np.random.default_rng(shape)
    return channels(array, (0.002 + 0.01 * random.random(shape[axis])).tolist(), axis)


def bias(kind: str, count: int) -> Operand:
    """Returns a constant bias."""
    if kind == "float32":
        return constant(random_of(kind, count))
    return constant(np.random.default_rng(count).integers(-3000, 3000, count, np.int32))


def convolutions() -> Cases:
    """Convolutions, transposed convolutions, and products with matrices."""
    for kind in ("float32", "int8", "uint8"):
        made = result_of(kind, 0.2, 4)
        image_ = image(kind, 2, 7, 6, 4)
        for label, size, out, values in (
            ("same", 3, 5, {"padding": 0, "strideH": 2, "strideW": 1}),
            ("valid", 2, 5, {"padding": 1, "strideH": 1, "strideW": 2}),
            ("dilated", 3, 3, {"padding": 0, "strideH": 1, "strideW": 1,
                               "dilationHFactor": 2, "dilationWFactor": 2}),
            ("relu6", 1, 6, {"padding": 1, "strideH": 1, "strideW": 1,
                             "fusedActivationFunction": 3}),
        ):  # fmt: skip
            inputs = [image_, weights(kind, out, size, size, 4), bias(kind, out)]
            yield f"CONV_2D/{kind}/{label}", Spec("CONV_2D", inputs, [made],
                                                  "Conv2DOptions", values)  # fmt: skip
            deep = [image_, weights(kind, 1, size, size, 8, axis=3), bias(kind, 8)]
            yield f"DEPTHWISE_CONV_2D/{kind}/{label}", Spec("DEPTHWISE_CONV_2D", deep,
                [made], "DepthwiseConv2DOptions", {**values, "depthMultiplier": 2})  # fmt: skip
        plain = {"padding": 0, "strideH": 1, "strideW": 1}
        inputs = [image_, weights(kind, 6, 3, 2, 2), bias(kind, 6)]
        yield f"CONV_2D/{kind}/groups", Spec("CONV_2D", inputs, [made], "Conv2DOptions",
                                             plain)  # fmt: skip
        for label, is_uniform, shape, values in (
            ("rows", False, (3, 8), {}),
            ("uniform", True, (3, 8), {"fusedActivationFunction": 1}),
            ("deep", True, (2, 3, 8), {}),
            ("kept", True, (2, 3, 8), {"keepNumDims": True}),
            ("flat", True, (2, 2, 4), {}),
        ):
            inputs = [image(kind, *shape), weights(kind, 5, 8, is_uniform=is_uniform),
                      bias(kind, 5)]  # fmt: skip
            yield f"FULLY_CONNECTED/{kind}/{label}", Spec("FULLY_CONNECTED", inputs, [made],
                "FullyConnectedOptions", values)  # fmt: skip
        yield f"FULLY_CONNECTED/{kind}/nobias", Spec("FULLY_CONNECTED", [image(kind, 4, 8),
            weights(kind, 5, 8, is_uniform=True), None], [made], "FullyConnectedOptions",
            {} if kind != "uint8" else {"asymmetricQuantizeInputs": True})  # fmt: skip
        for label, size, stride, padding in (("same", 3, 2, 0), ("valid", 2, 2, 1),
                                             ("one", 3, 1, 0)):  # fmt: skip
            side = 8 if padding == 0 and stride == 2 else 4 if stride == 1 else 8
            inputs = [vector([1, side, side, 5]), weights(kind, 5, size, size, 3),
                      image(kind, 1, 4, 4, 3), bias(kind, 5)]  # fmt: skip
            for end in (3, 4):
                if end == 4 or kind == "float32":
                    yield f"TRANSPOSE_CONV/{kind}/{label}{end}", Spec("TRANSPOSE_CONV",
                        inputs[:end], [made], "TransposeConvOptions", {"padding": padding,
                        "strideH": stride, "strideW": stride})  # fmt: skip
        for label, a, b, values in (
            ("plain", (3, 4), (4, 5), {}),
            ("batch", (2, 3, 4), (4, 5), {}),
            ("turned", (2, 1, 4, 3), (2, 5, 4), {"adjX": True, "adjY": True}),
        ):
            if kind != "uint8":
                yield f"BATCH_MATMUL/{kind}/{label}", Spec("BATCH_MATMUL", [image(kind, *a),
                    image(kind, *b, seed=1)], [made], "BatchMatMulOptions", values)  # fmt: skip
    yield from deep_convolutions()


def deep_convolutions() -> Cases:
    """Convolutions of volumes, and operators with mixed types."""
    volume = image("float32", 1, 4, 5, 3, 2)
    for label, values in (
        ("same", {"padding": 0, "strideD": 1, "strideH": 2, "strideW": 1}),
        ("valid", {"padding": 1, "strideD": 2, "strideH": 1, "strideW": 1,
                   "fusedActivationFunction": 1}),
    ):  # fmt: skip
        inputs = [volume, weights("float32", 2, 3, 2, 2, 4), bias("float32", 4)]
        yield f"CONV_3D/float32/{label}", Spec("CONV_3D", inputs, [result("float32")],
                                               "Conv3DOptions", values)  # fmt: skip
    inputs = [vector([1, 8, 10, 6, 3]), weights("float32", 2, 3, 2, 3, 2), volume]
    for label, more in (("plain", []), ("bias", [bias("float32", 3)])):
        yield f"CONV_3D_TRANSPOSE/float32/{label}", Spec("CONV_3D_TRANSPOSE",
            [*inputs, *more], [result("float32")], "Conv3DOptions", {"padding": 0,
            "strideD": 2, "strideH": 2, "strideW": 2})  # fmt: skip
    matrix = random_of("float32", 5, 8) * (random_of("float32", 5, 8, seed=1) > 2)
    inputs = [
        image("float32", 3, 8),
        replace(constant(matrix), block=1),
        bias("float32", 5),
    ]
    yield "FULLY_CONNECTED/float32/sparse", Spec("FULLY_CONNECTED", inputs,
        [result("float32")], "FullyConnectedOptions")  # fmt: skip
    hybrid = [image("float32", 3, 8), weights("int8", 5, 8, is_uniform=True),
              bias("float32", 5)]  # fmt: skip
    for label, values in (("symmetric", {}), ("asymmetric",
                          {"asymmetricQuantizeInputs": True})):  # fmt: skip
        yield f"FULLY_CONNECTED/hybrid/{label}", Spec("FULLY_CONNECTED", hybrid,
            [result("float32")], "FullyConnectedOptions", values)  # fmt: skip
    hybrid = [image("float32", 1, 5, 5, 2), weights("int8", 3, 2, 2, 2),
              bias("float32", 3)]  # fmt: skip
    yield "CONV_2D/hybrid", Spec("CONV_2D", hybrid, [result("float32")], "Conv2DOptions",
                                 {"strideH": 1, "strideW": 1})  # fmt: skip
    wide = [
        given(random_of("int16", 2, 8), 0.001, 0),
        weights("int8", 5, 8, is_uniform=True),
    ]
    yield "FULLY_CONNECTED/int16", Spec("FULLY_CONNECTED", [*wide, None],
        [result("int16", 0.01, 0)], "FullyConnectedOptions")  # fmt: skip


def pools() -> Cases:
    """Windows, and resized images."""
    for kind in ("float32", "int8", "uint8", "int16"):
        for label, values in (
            ("same", {"padding": 0, "strideH": 2, "strideW": 1}),
            ("valid", {"padding": 1, "strideH": 1, "strideW": 2,
                       "fusedActivationFunction": 1}),
        ):  # fmt: skip
            values = {**values, "filterHeight": 3, "filterWidth": 2}
            for name in ("AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D"):
                if name == "L2_POOL_2D" and kind != "float32":
                    continue
                made = result_of(kind, 0.05, -3)
                source = image(kind, 2, 5, 6, 3)
                if kind == "int16":
                    source, made = (
                        Operand(one.array, [0.05], [0]) for one in (source, made)
                    )
                yield f"{name}/{kind}/{label}", Spec(name, [source], [made],
                                                     "Pool2DOptions", values)  # fmt: skip
        if kind == "int16":
            continue
        sizes = (([9, 3], {}), ([7, 11], {"halfPixelCenters": True}),
                 ([9, 6], {"alignCorners": True}), ([2, 2], {}))  # fmt: skip
        for number, (size, values) in enumerate(sizes):
            for name, options in (("RESIZE_BILINEAR", "ResizeBilinearOptions"),
                ("RESIZE_NEAREST_NEIGHBOR", "ResizeNearestNeighborOptions")):  # fmt: skip
                yield f"{name}/{kind}/{number}", Spec(name, [image(kind, 2, 5, 4, 3),
                    vector(size)], [result_of(kind, 0.05, -3)], options, values)  # fmt: skip
    nan = EDGES[:24].reshape(1, 4, 6, 1)
    yield "MAX_POOL_2D/float32/edges", Spec("MAX_POOL_2D", [given(nan)],
        [result("float32")], "Pool2DOptions", {"padding": 0, "strideH": 1, "strideW": 1,
        "filterHeight": 2, "filterWidth": 2})  # fmt: skip


def reductions() -> Cases:
    """Reductions along dimensions."""
    for kind in ("MEAN", "SUM", "REDUCE_PROD", "REDUCE_MAX", "REDUCE_MIN"):
        types = "float32 int32 int64" + (" int8 uint8" if kind != "REDUCE_PROD" else "")
        for one in types.split():
            shape = (2, 3, 4, 5)
            array = small_of(one, *shape, most=9) if one != "float32" else random_of(
                one, *shape)  # fmt: skip
            if one in ("int8", "uint8"):
                array = random_of(one, *shape)
            for label, axes, kept in (("12", [1, 2], True), ("last", [-1], False),
                                      ("all", [0, 1, 2, 3], False),
                                      ("none", [], False)):  # fmt: skip
                scale = (0.02, 9) if kind in ("MEAN", "SUM") else (0.05, -3)
                yield f"{kind}/{one}/{label}", Spec(kind, [with_scale(array, 0.05, -3),
                    vector(axes)], [result_of(one, *scale)], REDUCER,
                    {"keepDims": kept})  # fmt: skip
        yield f"{kind}/float32/edges", Spec(kind, [given(EDGES[:24].reshape(6, 4)),
            vector([1])], [result("float32")], REDUCER, {})  # fmt: skip
    shapes = [
        constant(np.array(one, np.int64)) for one in ([2, 1, 3], [1, 2, 1], [2, 1, 1])
    ]
    for one, functions in (
        ("float32", (1, 2, 3, 4)),
        ("int32", (1, 4)),
        ("bool", (5, 6)),
    ):
        for number in functions:
            start = given(np.array([0, 1, 9, 0, 1, 0][number - 1], one))
            yield f"REDUCE_WINDOW/{one}/{number}", Spec("REDUCE_WINDOW", [given(small_of(one,
                5, 4, 6)), start, *shapes], [result(one)], "ReduceWindowOptions",
                {"reduceFunction": number})  # fmt: skip
    edges = [given(EDGES[:24].reshape(4, 3, 2)), given(np.float32(-np.inf))]
    ones = [
        constant(np.array(one, np.int64)) for one in ([2, 1, 1], [1, 1, 1], [1, 1, 1])
    ]
    for number in (3, 4):
        yield f"REDUCE_WINDOW/float32/edges{number}", Spec("REDUCE_WINDOW", [*edges, *ones],
            [result("float32")], "ReduceWindowOptions",
            {"reduceFunction": number})  # fmt: skip
    yield from searches()


def searches() -> Cases:
    """Searches, running sums and logical reductions along dimensions."""
    for kind in ("REDUCE_ANY", "REDUCE_ALL"):
        for axes in ([1], [0, 2]):
            yield f"{kind}/bool/{len(axes)}", Spec(kind, [image("bool", 2, 3, 2),
                vector(axes)], [result("bool")], REDUCER, {})  # fmt: skip
    for kind in ("ARG_MAX", "ARG_MIN"):
        name = "ArgMaxOptions" if kind == "ARG_MAX" else "ArgMinOptions"
        for one in ("float32", "int8", "uint8", "int32"):
            for axis, wide in ((1, "int32"), (-1, "int64")):
                yield f"{kind}/{one}/{axis}", Spec(kind, [with_scale(small_of(one, 3, 4, 5,
                    most=4), 0.05, -3), vector(axis)], [result(wide)], name,
                    {"outputType": 2 if wide == "int32" else 4})  # fmt: skip
        yield f"{kind}/float32/edges", Spec(kind, [given(EDGES[:24].reshape(8, 3)),
            vector(1)], [result("int32")], name, {"outputType": 2})  # fmt: skip
    for one in ("float32", "int32", "int64"):
        for exclusive in (False, True):
            for back in (False, True):
                yield f"CUMSUM/{one}/{exclusive}{back}", Spec("CUMSUM", [given(small_of(
                    one, 3, 4, 5)), vector(1)], [result(one)], "CumsumOptions",
                    {"exclusive": exclusive, "reverse": back})  # fmt: skip
    for one in "float32 int8 uint8 int16 int32 int64".split():
        array = small_of(one, 3, 9, most=6)
        yield f"TOPK_V2/{one}", Spec("TOPK_V2", [with_scale(array, 0.05, -3), vector(5)],
            [result_of(one, 0.05, -3), result("int32")], "TopKV2Options")  # fmt: skip
    yield from of_rows()


def of_rows() -> Cases:
    """Operators along rows."""
    for one in ("float32", "int8", "uint8"):
        for beta in (1.0, 0.3):
            yield f"SOFTMAX/{one}/{beta}", Spec("SOFTMAX", [image(one, 3, 7)],
                [result_of(one, 1 / 256, -128)], "SoftmaxOptions", {"beta": beta})  # fmt: skip
        yield f"LOG_SOFTMAX/{one}", Spec("LOG_SOFTMAX", [image(one, 3, 7)],
            [result_of(one, 16 / 256, 127)], "LogSoftmaxOptions")  # fmt: skip
    for one, zero in (("float32", 0), ("int8", 0)):
        yield f"L2_NORMALIZATION/{one}", Spec("L2_NORMALIZATION", [image(one, 2, 3, 3, 5)],
            [result_of(one, 1 / 128, zero)], "L2NormOptions")  # fmt: skip
    zeros = np.zeros((1, 1, 2, 4), np.float32)
    yield "L2_NORMALIZATION/float32/zeros", Spec("L2_NORMALIZATION", [given(zeros)],
        [result("float32")], "L2NormOptions")  # fmt: skip
    for number, values in enumerate((
        {"radius": 2, "bias": 1.0, "alpha": 0.5, "beta": 0.5},
        {"radius": 20, "bias": 9.0, "alpha": 4.0, "beta": 0.75},
    )):  # fmt: skip
        yield f"LOCAL_RESPONSE_NORMALIZATION/float32/{number}", Spec(
            "LOCAL_RESPONSE_NORMALIZATION", [image("float32", 1, 2, 3, 7)],
            [result("float32")], "LocalResponseNormalizationOptions", values)  # fmt: skip
    edges = given(
        np.where(np.isfinite(EDGES), EDGES, 1)[:24].reshape(4, 6).astype(np.float32)
    )
    for kind in ("SOFTMAX", "LOG_SOFTMAX"):
        values: dict[str, Any] = {"beta": 1.0} if kind == "SOFTMAX" else {}
        yield f"{kind}/float32/edges", Spec(kind, [edges], [result("float32")],
            "SoftmaxOptions" if kind == "SOFTMAX" else "LogSoftmaxOptions", values)  # fmt: skip
