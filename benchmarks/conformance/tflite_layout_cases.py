"""Cases of TFLite's operators that move elements, or place elements by index."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from tflite_cases import Cases, random_of, result_of, small_of, with_scale
from tflite_models import Operand, Spec, constant, given, result

TYPES = "float32 int8 uint8 int16 int32 int64 bool"


def vector(numbers: Sequence[Any] | int) -> Operand:
    """Returns a constant of 32-bit integers, of any shape."""
    return constant(np.array(numbers, np.int32))


def image(kind: str, *shape: int, seed: int = 0) -> Operand:
    """Returns an input with a fixed quantisation."""
    return with_scale(random_of(kind, *shape, seed=seed), 0.05, -3)


def moved(
    kind: str,
    types: str,
    shape: Sequence[int],
    label: str,
    more: Sequence[Operand] = (),
    count: int = 1,
    first: int = 0,
    options: str = "",
    **values: Any,
) -> Cases:
    """Cases of an operator that moves the elements of its operand `first`."""
    for one in types.split():
        inputs = [*more[:first], image(one, *shape), *more[first:]]
        results = [result_of(one, 0.05, -3)] * count
        yield f"{kind}/{one}/{label}", Spec(kind, inputs, results, options, values)


def by_shape() -> Cases:
    """Operators whose positions depend on shapes and constants."""
    few, shape = "float32 int8 uint8 int32", (2, 3, 4, 5)
    yield from moved("RESHAPE", TYPES, shape, "constant", [vector([6, -1])], options="")
    yield from moved("RESHAPE", "float32 int8", (1, 1), "number", [vector([])])
    yield from moved("RESHAPE", "float32 int8", shape, "option", options="ReshapeOptions",
                     newShape=[4, 30])  # fmt: skip
    yield from moved("SQUEEZE", few, (2, 1, 3, 1), "all", options="SqueezeOptions")
    yield from moved("SQUEEZE", few, (2, 1, 3, 1), "some", options="SqueezeOptions",
                     squeezeDims=[-1])  # fmt: skip
    for axis in (0, 2, -1):
        yield from moved("EXPAND_DIMS", few, (2, 3), f"{axis}", [vector(axis)],
                         options="ExpandDimsOptions")  # fmt: skip
    yield from moved("TRANSPOSE", TYPES, shape, "4", [vector([2, 0, 3, 1])],
                     options="TransposeOptions")  # fmt: skip
    yield from moved("TRANSPOSE", "float32", (3, 4), "2", [vector([1, 0])],
                     options="TransposeOptions")  # fmt: skip
    slices = {
        "plain": ([0, 1, -3, 0], [2, 3, 4, 4], [1, 1, 1, 2], {}),
        "back": ([1, 2, 3, -1], [0, 0, 0, -6], [-1, -1, -2, -2], {"endMask": 1}),
        "masks": ([9, 1, 0, 2], [9, 2, 9, 9], [1, 1, 1, 1],
                  {"beginMask": 1, "endMask": 5, "shrinkAxisMask": 2}),
        "ellipsis": ([0, 0, 1], [1, 0, 4], [1, 1, 2],
                     {"ellipsisMask": 2, "shrinkAxisMask": 1}),
        "new": ([0, 0, 1], [0, 2, 3], [1, 1, 1], {"newAxisMask": 1}),
        "shrunk": ([1, 2, 0, 0], [2, 3, 4, 5], [1, 2, 1, 1],
                   {"beginMask": 2, "shrinkAxisMask": 2}),
        "backwards": ([0, 2, 0, 0], [1, 3, 4, 5], [1, -1, 1, 1], {"shrinkAxisMask": 2}),
        "offset": ([0, 1, 1, 1], [1, 2, 3, 2], [1, 1, 1, 1], {"offset": True}),
    }  # fmt: skip
    for label, (begin, end, step, values) in slices.items():
        types = TYPES if label == "plain" else "float32 int8"
        yield from moved("STRIDED_SLICE", types, shape, label,
                         [vector(begin), vector(end), vector(step)],
                         options="StridedSliceOptions", **values)  # fmt: skip
    for name, spec in moved("SLICE", TYPES, shape, "0", [vector([0, 1, 0, 2]),
                            vector([2, 2, -1, 3])], options="SliceOptions"):  # fmt: skip
        yield name, replace(spec, shape=(2, 2, 4, 3))
    matrix = random_of("float32", 4, 6) * (random_of("float32", 4, 6, seed=1) > 2)
    for one, block in (("float32", 1), ("float32", 2), ("float16", 1), ("int8", 2)):
        sparse = replace(constant(matrix.astype(one)), block=block)
        yield f"DENSIFY/{one}/{block}", Spec(
            "DENSIFY", [sparse], [result(one)], "DensifyOptions"
        )
    yield from moved("SPLIT", few, shape, "0", [vector(2)], 2, 1, "SplitOptions",
                     numSplits=2)  # fmt: skip
    yield from moved("SPLIT", "float32", (2, 6), "-1", [vector(-1)], 3, 1, "SplitOptions",
                     numSplits=3)  # fmt: skip
    yield from moved("SPLIT_V", few, shape, "0", [vector([1, -1, 2]), vector(3)], 3, 0,
                     "SplitVOptions", numSplits=3)  # fmt: skip
    yield from moved("TILE", TYPES, (2, 3, 4), "0", [vector([2, 1, 3])],
                     options="TileOptions")  # fmt: skip
    yield from moved("BROADCAST_TO", few, (3, 1), "0", [vector([2, 3, 4])],
                     options="BroadcastToOptions")  # fmt: skip
    yield from moved(
        "UNPACK", few, shape, "1", [], 3, 0, "UnpackOptions", num=3, axis=1
    )
    yield from moved("UNPACK", "float32", (2, 3), "-1", [], 3, 0, "UnpackOptions", num=3,
                     axis=-1)  # fmt: skip
    yield from moved("DEPTH_TO_SPACE", few, (2, 3, 2, 12), "2", options="DepthToSpaceOptions",
                     blockSize=2)  # fmt: skip
    yield from moved("SPACE_TO_DEPTH", few, (2, 4, 6, 3), "2", options="SpaceToDepthOptions",
                     blockSize=2)  # fmt: skip
    yield from moved(
        "REVERSE_V2", few, shape, "1", [vector([1])], options="ReverseV2Options"
    )
    yield from moved("REVERSE_V2", "float32", shape, "12", [vector([1, 2])],
                     options="ReverseV2Options")  # fmt: skip
    margins = vector([[0, 0], [1, 2], [3, 0], [0, 1]])
    for one in few.split():
        both = [image(one, 2, 3, 4), image(one, 2, 3, 4, seed=1)]
        for axis in (0, 2, -1):
            yield f"PACK/{one}/{axis}", Spec("PACK", both, [result_of(one, 0.05, -3)],
                "PackOptions", {"valuesCount": 2, "axis": axis})  # fmt: skip
            wide = [both[0], both[1], both[0]]
            yield f"CONCATENATION/{one}/{axis}", Spec("CONCATENATION", wide,
                [result_of(one, 0.05, -3)], "ConcatenationOptions", {"axis": axis})  # fmt: skip
    uneven = [with_scale(random_of("uint8", 2, 3), 0.02, 5), image("uint8", 2, 3)]
    yield "CONCATENATION/uint8/scales", Spec("CONCATENATION", uneven,
        [result_of("uint8", 0.05, -3)], "ConcatenationOptions", {"axis": 1})  # fmt: skip
    yield from moved(
        "PAD", few + " int64 int16", shape, "0", [margins], options="PadOptions"
    )
    for mode in (0, 1):
        inner = vector([[0, 1], [1, 2], [3, 0], [0, 1]])
        yield from moved("MIRROR_PAD", few, shape, f"{mode}", [inner],
                         options="MirrorPadOptions", mode=mode)  # fmt: skip
    for one in few.split():
        number = constant(small_of(one, 1), *((0.05, 125 if one == "uint8" else -3)
                          if one in ("int8", "uint8") else ()))  # fmt: skip
        yield from moved(
            "PADV2", one, shape, "0", [margins, number], options="PadV2Options"
        )
        lone = given(number.array.reshape(()), *(number.scales or [0]), *number.zeros)
        if one in ("float32", "int32"):
            yield from moved("DILATE", one, (2, 3, 4), "0", [vector([2, 1, 3]), lone],
                             options="DilateOptions")  # fmt: skip
            yield from moved("STABLEHLO_PAD", one, (3, 4), "0", [lone],
                options="StablehloPadOptions", edgePaddingLow=[1, -1],
                edgePaddingHigh=[0, 2], interiorPadding=[1, 0])  # fmt: skip
    crops = vector([[0, 1], [1, 0]])
    yield from moved("SPACE_TO_BATCH_ND", few, (2, 3, 5, 3), "4", [vector([2, 3]), crops],
                     options="SpaceToBatchNDOptions")  # fmt: skip
    yield from moved("SPACE_TO_BATCH_ND", few, (2, 4, 3), "3", [vector([3]),
                     vector([[1, 1]])], options="SpaceToBatchNDOptions")  # fmt: skip
    yield from moved("BATCH_TO_SPACE_ND", few, (12, 2, 3, 3), "4", [vector([2, 3]), crops],
                     options="BatchToSpaceNDOptions")  # fmt: skip
    yield from moved("BATCH_TO_SPACE_ND", few, (6, 4, 3), "3", [vector([3]),
                     vector([[1, 2]])], options="BatchToSpaceNDOptions")  # fmt: skip
    yield from moved("MATRIX_DIAG", few, (2, 3), "0", options="MatrixDiagOptions")
    for one in few.split():
        both = [image(one, 2, 3, 4), image(one, 2, 3, seed=1)]
        yield f"MATRIX_SET_DIAG/{one}", Spec("MATRIX_SET_DIAG", both,
            [result_of(one, 0.05, -3)], "MatrixSetDiagOptions")  # fmt: skip


def by_numbers() -> Cases:
    """Operators whose positions are the numbers of a tensor."""
    few = "float32 int8 uint8 int32"
    places = given(np.array([2, 0, 2, 1], np.int32))
    for axis in (0, 1, -1):
        yield from moved("GATHER", TYPES if axis == 1 else "float32", (3, 4, 5), f"{axis}",
                         [places], options="GatherOptions", axis=axis)  # fmt: skip
    rows = given(np.array([[0, 3, 1], [2, 2, 0]], np.int64))
    for batches in (1, -1):
        yield from moved("GATHER", few, (2, 4, 5), f"batches{batches}", [rows],
                         options="GatherOptions", axis=1, batchDims=batches)  # fmt: skip
    pairs = given(np.array([[0, 1], [2, 3], [1, 1]], np.int32))
    yield from moved(
        "GATHER_ND", TYPES, (3, 4, 5), "2", [pairs], options="GatherNdOptions"
    )
    yield from moved("GATHER_ND", "float32", (4, 5), "1", [given(rows.array[..., None])],
                     options="GatherNdOptions")  # fmt: skip
    for one in few.split():
        yield f"EMBEDDING_LOOKUP/{one}", Spec("EMBEDDING_LOOKUP", [places,
            constant(random_of(one, 4, 5), *((0.05, 0) if one.endswith("t8") else ()))],
            [result_of(one, 0.05, 0 if one == "int8" else -128)])  # fmt: skip
        both = [image(one, 3, 4, 5), image(one, 2, 4, 3, seed=1)]
        for label, start in (("inside", [1, 0, 2]), ("nearest", [7, -3, 9])):
            numbers = given(np.array(start, np.int32))
            yield f"DYNAMIC_UPDATE_SLICE/{one}/{label}", Spec("DYNAMIC_UPDATE_SLICE",
                [*both, numbers], [result_of(one, 0.05, -3)],
                "DynamicUpdateSliceOptions")  # fmt: skip
    for along, batch in ((1, 0), (0, 2)):
        lengths = given(np.array([2, 3, 1, 0][: (3, 4, 2)[batch]], np.int32))
        yield from moved("REVERSE_SEQUENCE", "float32 uint8 int32 int64", (3, 4, 2), f"{along}{batch}", [lengths],
            options="ReverseSequenceOptions", seqDim=along, batchDim=batch)  # fmt: skip
    for one in "float32 int8 uint8 int32 int64 bool".split():
        updates = given(small_of(one, 3, 5))
        yield f"SCATTER_ND/{one}/rows", Spec("SCATTER_ND", [
            given(np.array([[1], [3], [1]], np.int32)), updates, vector([4, 5])],
            [result(one)], "ScatterNdOptions")  # fmt: skip
    yield "SCATTER_ND/float32/points", Spec("SCATTER_ND", [given(pairs.array),
        given(random_of("float32", 3)), vector([3, 4])], [result("float32")],
        "ScatterNdOptions")  # fmt: skip
    for one in "float32 int32 int64 int8".split():
        default = constant(np.array(1, one))
        for label, where, values in (
            ("1", np.array([1, 4], np.int32), small_of(one, 2)),
            ("scalar", np.array([1, 4], np.int32), small_of(one)),
        ):
            yield f"SPARSE_TO_DENSE/{one}/{label}", Spec("SPARSE_TO_DENSE", [given(where),
                vector([6]), given(values), default], [result(one)],
                "SparseToDenseOptions")  # fmt: skip
        yield f"SPARSE_TO_DENSE/{one}/2", Spec("SPARSE_TO_DENSE", [given(pairs.array),
            vector([3, 4]), given(small_of(one, 3)), default], [result(one)],
            "SparseToDenseOptions")  # fmt: skip
    for one in ("float32", "int32"):
        data = given(small_of(one, 5, 3))
        yield f"SEGMENT_SUM/{one}", Spec("SEGMENT_SUM", [data, vector([0, 0, 1, 2, 2])],
                                         [result(one)], "SegmentSumOptions")  # fmt: skip
        for kind in ("SUM", "PROD", "MAX", "MIN"):
            ids = given(np.array([2, 0, -1, 2, 0], np.int32))
            yield f"UNSORTED_SEGMENT_{kind}/{one}", Spec(f"UNSORTED_SEGMENT_{kind}",
                [data, ids, vector(4)], [result(one)],
                f"UnsortedSegment{kind.capitalize()}Options")  # fmt: skip


def of_few_numbers() -> Cases:
    """Operators whose results depend on shapes or on a few numbers."""
    for one in "float32 int8 int32 int64 bool int16".split():
        number = given(small_of(one))
        yield f"FILL/{one}", Spec("FILL", [vector([2, 3, 4]), number], [result(one)],
                                  "FillOptions")  # fmt: skip
    for one, numbers in (("float32", (0.1, 2.05, 0.3)), ("float32", (3, -1, -0.7)),
                         ("int32", (3, 17, 4)), ("int32", (9, -3, -4)),
                         ("int64", (0, 5, 1))):  # fmt: skip
        inputs = [constant(np.array(number, one)) for number in numbers]
        yield f"RANGE/{one}/{numbers[0]}", Spec("RANGE", inputs, [result(one)],
                                                "RangeOptions")  # fmt: skip
    places = np.array([[0, 2, -1], [3, 9, 1]], np.int32)
    for one in "float32 int8 uint8 int32 int64 bool".split():
        for axis in (-1, 0, 1):
            inputs = [given(places), vector(4), given(np.array(1, one)),
                      given(np.array(0, one))]  # fmt: skip
            yield f"ONE_HOT/{one}/{axis}", Spec("ONE_HOT", inputs, [result(one)],
                                                "OneHotOptions", {"axis": axis})  # fmt: skip
    for one, number in (("int32", 2), ("int64", 4)):
        yield f"SHAPE/{one}", Spec("SHAPE", [image("float32", 2, 3, 4)], [result(one)],
                                   "ShapeOptions", {"outType": number})  # fmt: skip
        both = [constant(np.array(shape, one)) for shape in ([2, 1, 4], [3, 1])]
        yield f"BROADCAST_ARGS/{one}", Spec("BROADCAST_ARGS", both, [result(one)])
    yield "RANK/float32", Spec("RANK", [image("float32", 2, 3, 4)], [result("int32")],
                               "RankOptions")  # fmt: skip
