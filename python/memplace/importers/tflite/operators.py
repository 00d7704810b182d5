"""Table of TFLite's operators: the lowerings, and the operands and options they honour.

Each operator becomes one loop nest, i.e. one step of the schedule. Its only buffers are
the tensors of its operands and results.
"""

from collections.abc import Callable, Iterable

from memplace.errors import MemplaceError
from memplace.importers.tflite import (
    conversion,
    elementwise,
    filling,
    hybrid,
    layout,
    moves,
    padding,
    products,
    quantized,
    recurrent,
    reduction,
    resize,
    rows,
    scatter,
    tables,
    windows,
)
from memplace.importers.tflite.context import Context
from memplace.importers.tflite.file import Network, Operator
from memplace.importers.tflite.signature import Lowering, choose

REAL = "FLOAT32"
BYTES = "INT8 UINT8"
WIDE = "INT32 INT64"
SIGNED = "INT8 INT16 INT32 INT64"
INTEGERS = f"{SIGNED} UINT8 UINT16 UINT32 UINT64"
NUMBERS = f"FLOAT32 FLOAT16 FLOAT64 {INTEGERS}"
ALL = f"{NUMBERS} BOOL COMPLEX64"
ACTIVATION = "FusedActivationFunction"
WINDOW = f"Padding StrideH StrideW {ACTIVATION}"
DILATED = f"{WINDOW} DilationHFactor DilationWFactor"
DEEP = f"{DILATED} StrideD DilationDFactor"

TABLE: dict[str, list[Lowering]] = {}


def view(_: Context) -> None:
    """Marks operators whose result shares storage with the operand; writes nothing."""


def row(
    kinds: str | Iterable[str],
    signature: str,
    types: str,
    make: Callable[[Context], None],
    options: str = "",
) -> None:
    """Adds a lowering of some kinds of operators to the table."""
    for kind in kinds.split() if isinstance(kinds, str) else kinds:
        TABLE.setdefault(kind, []).append(Lowering(signature, types, make, options))


def fill_table() -> None:
    """Adds all lowerings to the table."""
    add_elementwise()
    add_sums()
    add_moves()
    add_others()
    add_recurrent()


def add_elementwise() -> None:
    """Adds operators that compute each output element from inputs at the same index."""
    one, two = elementwise.unary, elementwise.binary
    # The option about POT scales only concerns 16-bit integers.
    fused, either = f"{ACTIVATION} PotScaleInt16", "T,T->T"
    row("ADD SUB", either, f"{REAL} {WIDE}", two, fused)
    row("ADD SUB", either, BYTES, quantized.sum_or_difference, fused)
    row("MUL DIV", either, f"{REAL} INT32", two, ACTIVATION)
    row("MUL", either, "INT64", two, ACTIVATION)
    row("MUL", either, BYTES, quantized.product, ACTIVATION)
    row("MAXIMUM MINIMUM", either, f"{REAL} {SIGNED} UINT8", two)
    row("SQUARED_DIFFERENCE", either, f"{REAL} INT32", two)
    row("SQUARED_DIFFERENCE", either, "INT8", quantized.squared_difference)
    row("FLOOR_DIV FLOOR_MOD", either, f"{REAL} INT8 INT16 INT32", two)
    row("FLOOR_MOD", either, "INT64", two)
    row("POW", either, f"{REAL} INT32", two)
    row("ATAN2", either, "FLOAT32 FLOAT64", two)
    row("LOGICAL_AND LOGICAL_OR", either, "BOOL", two)
    row("BITWISE_XOR RIGHT_SHIFT", either, INTEGERS, two)
    row("STABLEHLO_ADD STABLEHLO_MULTIPLY", either, f"{REAL} INT32 INT64", two)
    row("STABLEHLO_MAXIMUM STABLEHLO_MINIMUM", either, f"{REAL} INT32 INT64", two)
    row("STABLEHLO_AND", either, "BOOL", two)
    row("STABLEHLO_SHIFT_LEFT", either, "INT8 INT16 INT32", two)
    compared = f"{REAL} {WIDE} INT16 {BYTES}"
    row(elementwise.CONDITIONS, "T,T->BOOL", compared, elementwise.comparison)
    row("EQUAL NOT_EQUAL", "T,T->BOOL", "BOOL", elementwise.comparison)
    row("SELECT SELECT_V2", "BOOL,T,T->T", ALL, elementwise.select)
    row("ABS NEG", "T->T", f"{REAL} INT32", one)
    row("NEG", "T->T", "INT64", one)
    row("SIGN", "T->T", "FLOAT32 FLOAT64 INT32", one)
    row("LOGICAL_NOT", "T->T", "BOOL", one)
    row("ZEROS_LIKE", "T->T", f"{REAL} {WIDE}", one)
    row("CEIL COS ELU EXP FLOOR HARD_SWISH LOG LOGISTIC", "T->T", REAL, one)
    row("ROUND RSQRT SIN SQRT SQUARE TANH", "T->T", REAL, one)
    row("RELU RELU6 RELU_N1_TO_1 RELU_0_TO_1", "T->T", REAL, elementwise.relu)
    row("LEAKY_RELU", "T->T", REAL, elementwise.leaky_relu, "Alpha")
    row("GELU", "T->T", REAL, elementwise.gelu, "Approximate")
    row("PRELU", either, REAL, elementwise.prelu)
    row("PRELU", either, BYTES, quantized.prelu)
    row("ADD_N", "T*->T", f"{REAL} INT32", elementwise.sum_of_many)
    row(tables.TABLES, "T->T", BYTES, tables.by_table, "Alpha")
    row("GELU", "T->T", BYTES, tables.by_table, "Approximate")
    row("CAST", "T->U", f"{NUMBERS} BOOL", conversion.cast, "InDataType OutDataType")
    row("BITCAST", "T->U", NUMBERS, conversion.bitcast)
    row("QUANTIZE", "FLOAT32->INT8|UINT8", "", conversion.quantize)
    row("QUANTIZE", "INT8|UINT8->INT8|UINT8", "", conversion.requantize)
    sources = "INT8|UINT8|INT16|FLOAT16"
    row("DEQUANTIZE", f"{sources}->FLOAT32", "", conversion.dequantize)
    limits = "Min Max NumBits NarrowRange"
    row("FAKE_QUANT", "T->T", REAL, conversion.fake_quant, limits)
    row("REAL IMAG COMPLEX_ABS", "COMPLEX64->FLOAT32", "", conversion.of_complex)
    row("BUCKETIZE", "T->INT32", f"FLOAT32 FLOAT64 {WIDE}", filling.bucketize,
        "Boundaries")  # fmt: skip


def add_sums() -> None:
    """Adds matrix products, convolutions, poolings, and reductions."""
    floats, integers = "F,F,F?->F", "T,T,INT32?->T"
    bias = "QuantizedBiasType"
    for signature, types in ((floats, ""), (integers, BYTES)):
        row("CONV_2D", signature, types, windows.convolution, f"{DILATED} {bias}")
        row("DEPTHWISE_CONV_2D", signature, types, windows.convolution,
            f"{DILATED} DepthMultiplier")  # fmt: skip
        # Asymmetric quantisation of inputs only concerns floats with 8-bit weights.
        row("FULLY_CONNECTED", signature, types, windows.fully_connected,
            f"{ACTIVATION} KeepNumDims AsymmetricQuantizeInputs {bias}")  # fmt: skip
        row("TRANSPOSE_CONV", f"=INT32,{signature}", types,
            products.transposed_convolution, f"{WINDOW} {bias}")  # fmt: skip
    row("FULLY_CONNECTED", "F,INT8,F?->F", "", hybrid.fully_connected,
        f"{ACTIVATION} KeepNumDims")  # fmt: skip
    row("CONV_3D", floats, "", windows.convolution, DEEP)
    row(
        "CONV_3D_TRANSPOSE",
        f"=INT32,{floats}",
        "",
        products.transposed_convolution,
        DEEP,
    )
    row("BATCH_MATMUL", "T,T->T", f"{REAL} {BYTES}", products.batch_product,
        "AdjX AdjY AsymmetricQuantizeInputs")  # fmt: skip
    pooled = f"{WINDOW} FilterHeight FilterWidth"
    row("AVERAGE_POOL_2D MAX_POOL_2D", "T->T", f"{REAL} {BYTES}", windows.pool, pooled)
    row("L2_POOL_2D", "T->T", REAL, windows.pool, pooled)
    along = "T,=INT32->T"
    row("MEAN SUM REDUCE_PROD", along, f"{REAL} {WIDE}", reduction.plain, "KeepDims")
    row("REDUCE_MAX REDUCE_MIN", along, f"{REAL} {WIDE} {BYTES}", reduction.plain,
        "KeepDims")  # fmt: skip
    row("REDUCE_ANY REDUCE_ALL", along, "BOOL", reduction.plain, "KeepDims")
    row("REDUCE_WINDOW", "T,T,=INT64,=INT64,=INT64->T", f"{REAL} {WIDE} INT8 BOOL",
        reduction.windows, "ReduceFunction")  # fmt: skip
    row("MEAN", along, BYTES, reduction.mean, "KeepDims")
    row("ARG_MAX ARG_MIN", "T,=I->I", f"{REAL} {BYTES} INT32", resize.arg_max,
        "OutputType")  # fmt: skip
    row("SOFTMAX", "T->T", REAL, rows.softmax, "Beta")
    row("SOFTMAX", "T->T", BYTES, quantized.softmax, "Beta")
    row("LOG_SOFTMAX", "T->T", REAL, rows.log_softmax)
    row("L2_NORMALIZATION", "T->T", REAL, rows.l2_normalization)
    row("LOCAL_RESPONSE_NORMALIZATION", "T->T", REAL, rows.local_response,
        "Radius Bias Alpha Beta")  # fmt: skip
    row("CUMSUM", along, f"{REAL} {WIDE}", rows.running_sum, "Exclusive Reverse")
    row("TOPK_V2", "T,=INT32->T,INT32", f"{REAL} {WIDE} {BYTES} INT16",
        rows.largest_of_rows)  # fmt: skip


def add_moves() -> None:
    """Adds operators that move elements without arithmetic."""
    shaped, by = "T,=I->T", "T,=I,=I->T"
    row("RESHAPE", "T,=INT32?->T", ALL, view, "NewShape")
    row("SQUEEZE", "T->T", ALL, view, "SqueezeDims")
    row("EXPAND_DIMS", shaped, ALL, view)
    row("DENSIFY", "T->T", ALL, view)
    row("TRANSPOSE", "T,=INT32->T", ALL, layout.transpose)
    row("STRIDED_SLICE", "T,=I,=I,=I->T", ALL, layout.strided_slice,
        "BeginMask EndMask EllipsisMask NewAxisMask ShrinkAxisMask Offset")  # fmt: skip
    row("SLICE", by, ALL, layout.slice_)
    row("SPLIT", "=INT32,T->T*", ALL, layout.split, "NumSplits")
    row("SPLIT_V", by + "*", ALL, layout.split, "NumSplits")
    row("TILE", shaped, ALL, layout.tile)
    row("BROADCAST_TO", shaped, ALL, layout.broadcast)
    row("PACK", "T*->T", ALL, layout.pack, "ValuesCount Axis")
    row("UNPACK", "T->T*", ALL, layout.unpack, "Num Axis")
    row("DEPTH_TO_SPACE", "T->T", ALL, layout.depth_to_space, "BlockSize")
    row("SPACE_TO_DEPTH", "T->T", ALL, layout.space_to_depth, "BlockSize")
    row("GATHER", "T,I->T", ALL, layout.gather, "Axis BatchDims")
    row("CONCATENATION", "T*->T", ALL, layout.concatenation, "Axis")
    row("PAD", shaped, f"{REAL} {INTEGERS}", padding.pad)
    row("PADV2", "T,=I,T->T", ALL, padding.pad)
    row("MIRROR_PAD", shaped, ALL, padding.mirror_pad, "Mode")
    row("DILATE", "T,=INT32,T->T", ALL, padding.dilate)
    row("STABLEHLO_PAD", "T,T->T", ALL, padding.stablehlo_pad,
        "EdgePaddingLow EdgePaddingHigh InteriorPadding")  # fmt: skip
    row("REVERSE_V2", "T,=INT32->T", ALL, moves.reverse)
    row("REVERSE_SEQUENCE", "T,I->T", ALL, moves.reverse_sequence, "SeqDim BatchDim")
    row("GATHER_ND", "T,I->T", ALL, moves.gather_nd)
    row("EMBEDDING_LOOKUP", "INT32,T->T", ALL, moves.embedding_lookup)
    row("DYNAMIC_UPDATE_SLICE", "T,T,I->T", ALL, moves.dynamic_update_slice)
    row("MATRIX_DIAG", "T->T", NUMBERS, moves.matrix_diagonal)
    row("MATRIX_SET_DIAG", "T,T->T", ALL, moves.matrix_diagonal)
    row("SPACE_TO_BATCH_ND", "T,=INT32,=INT32->T", f"{REAL} {INTEGERS}",
        moves.space_to_batch)  # fmt: skip
    row("BATCH_TO_SPACE_ND", "T,=INT32,=INT32->T", ALL, moves.batch_to_space)


def add_others() -> None:
    """Adds image resizing, and operators that depend on few numbers or on indices."""
    corners, sized = "AlignCorners HalfPixelCenters", "T,=INT32->T"
    row("RESIZE_BILINEAR", sized, f"{REAL} {BYTES}", resize.bilinear, corners)
    row("RESIZE_NEAREST_NEIGHBOR", sized, f"{REAL} {BYTES}", resize.nearest, corners)
    row("FILL", "=I,T->T", ALL, filling.fill)
    row("RANGE", "=T,=T,=T->T", f"{REAL} {WIDE}", filling.range_)
    row("ONE_HOT", "I,=INT32,T,T->T", ALL, filling.one_hot, "Axis")
    row("SHAPE", "=T->I", ALL, filling.shape_of, "OutType")
    row("RANK", "=T->INT32", ALL, filling.shape_of)
    row("BROADCAST_ARGS", "=T,=T->T", WIDE, filling.shape_of)
    row("SCATTER_ND", "INT32,T,=INT32->T", f"{NUMBERS} BOOL", scatter.scatter_nd)
    row("SPARSE_TO_DENSE", "I,=I,T,T->T", NUMBERS, scatter.sparse_to_dense,
        "ValidateIndices")  # fmt: skip
    row("SEGMENT_SUM", "T,INT32->T", f"{REAL} INT32", scatter.segments)
    unsorted = ("SUM", "PROD", "MAX", "MIN")
    row([f"UNSORTED_SEGMENT_{one}" for one in unsorted], "T,INT32,=INT32->T",
        f"{REAL} INT32", scatter.segments)  # fmt: skip


def add_recurrent() -> None:
    """Adds recurrent operators on floats; AsymmetricQuantizeInputs has no effect
    here."""
    fused = f"{ACTIVATION} AsymmetricQuantizeInputs"
    one = "F,F,F,F,~F"
    row("RNN", f"{one}->F", "", recurrent.rnn, fused)
    row("UNIDIRECTIONAL_SEQUENCE_RNN", f"{one}->F", "", recurrent.rnn,
        f"{fused} TimeMajor")  # fmt: skip
    row("BIDIRECTIONAL_SEQUENCE_RNN", f"{one},F,F,F,~F,-?,-?,-?->F,F?", "",
        recurrent.bidirectional_rnn, f"{fused} TimeMajor MergeOutputs")  # fmt: skip
    layer = "F?,F,F,F,F?,F,F,F,F?,F?,F?,F?,F,F,F,F?,F?"
    absent = ",-?" * 4  # Layer normalisation, which is not supported.
    clips = f"{fused} CellClip ProjClip"
    row("LSTM", f"F,{layer},~F,~F{absent}->F", "", recurrent.lstm, clips)
    row("UNIDIRECTIONAL_SEQUENCE_LSTM", f"F,{layer},~F,~F{absent}->F", "",
        recurrent.lstm, f"{clips} TimeMajor")  # fmt: skip
    row("BIDIRECTIONAL_SEQUENCE_LSTM",
        f"F,{layer},{layer},~F,~F,~F,~F{',-?' * 9}->F,F?", "",
        recurrent.bidirectional_lstm, f"{clips} TimeMajor MergeOutputs")  # fmt: skip
    row("SVDF", "F,F,F,F?,~F->F", "", recurrent.svdf, f"{fused} Rank")


fill_table()


def live_operators(network: Network) -> list[tuple[Operator, Lowering]]:
    """Returns the operators whose results are used, in order, with their lowerings.

    Raises MemplaceError if some of these operators are not supported.
    """
    wanted = set(network.outputs)
    found: list[tuple[Operator, Lowering]] = []
    unknown: dict[str, list[int]] = {}
    for operator in reversed(network.operators):
        if wanted.isdisjoint(operator.outputs):
            continue
        if operator.kind not in TABLE:
            unknown.setdefault(operator.kind, []).append(operator.index)
            wanted.update(operator.inputs)
            continue
        lowering = choose(TABLE[operator.kind], operator, network)
        found.append((operator, lowering))
        for position, number in enumerate(operator.inputs):
            if not lowering.is_setting(position):
                wanted.add(number)
    if unknown:
        raise MemplaceError(refusal(unknown))
    return found[::-1]


def refusal(unknown: dict[str, list[int]]) -> str:
    """Returns the message that lists unsupported operators."""
    found = ", ".join(
        f"{len(numbers)} x '{kind}' (the first is operator {min(numbers)})"
        for kind, numbers in sorted(unknown.items())
    )
    return (
        f"has unsupported operators: {found}; docs/guide/importing.md lists the "
        f"{len(TABLE)} supported operators"
    )
