"""Makes tiny.tflite, a network of 8-bit integers with random weights, and tiny.npz, an
input with the results of TFLite's reference kernels.

Run by hand, with the package ai-edge-litert==2.3.0, whose schema writes the file and
whose interpreter runs the network:

    python make_tiny.py tiny.tflite
    python make_tiny.py tiny.tflite tiny.npz

Other files are made in the same way: sizes.tflite, which resizes images in all ways;
floats.tflite, of 32-bit floats with some 16-bit weights; more.tflite and reals.tflite,
with further operators of 8 bits and of floats; and hybrid.tflite, with 8-bit weights and
32-bit activations.
"""

import sys
from pathlib import Path

import numpy as np

RANDOM = np.random.default_rng(7)
INT8, INT32, FLOAT32, FLOAT16 = 9, 2, 0, 1


class Builder:
    """A model under construction."""

    def __init__(self, schema):
        self.schema = schema
        self.model = schema.ModelT()
        self.model.version = 3
        self.model.description = "a test of memplace"
        self.model.buffers = [schema.BufferT()]
        self.model.operatorCodes = []
        self.graph = schema.SubGraphT()
        self.graph.tensors, self.graph.operators = [], []
        self.model.subgraphs = [self.graph]

    def tensor(self, name, shape, scales=(), zero=0, kind=INT8, data=None, axis=0):
        tensor = self.schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = name, shape, kind, 0
        if scales:
            tensor.quantization = self.schema.QuantizationParametersT()
            tensor.quantization.scale = list(scales)
            tensor.quantization.zeroPoint = [zero] * len(scales)
            tensor.quantization.quantizedDimension = axis
        if data is not None:
            buffer = self.schema.BufferT()
            buffer.data = np.frombuffer(data.tobytes(), np.uint8)
            tensor.buffer = len(self.model.buffers)
            self.model.buffers.append(buffer)
        self.graph.tensors.append(tensor)
        return len(self.graph.tensors) - 1

    def weights(self, name, shape, channels, axis):
        data = RANDOM.integers(-127, 128, shape, dtype=np.int8)
        scales = (0.002 + 0.01 * RANDOM.random(channels)).tolist()
        return self.tensor(name, shape, scales, data=data, axis=axis)

    def bias(self, name, count):
        data = RANDOM.integers(-3000, 3000, count, dtype=np.int32)
        return self.tensor(name, [count], kind=INT32, data=data)

    def floats(self, name, shape, data=None, kind=FLOAT32):
        if data is not None:
            data = data.astype(np.float32 if kind == FLOAT32 else np.float16)
        return self.tensor(name, shape, kind=kind, data=data)

    def operator(self, kind, inputs, outputs, options=None, **values):
        code = self.schema.OperatorCodeT()
        code.builtinCode = getattr(self.schema.BuiltinOperator, kind)
        code.deprecatedBuiltinCode = min(code.builtinCode, 127)
        # Versions with scales per channel: 3 and later.
        code.version = 3 if kind.endswith("CONV_2D") else 1
        if kind == "BROADCAST_TO":
            code.version = 2
        self.model.operatorCodes.append(code)
        operator = self.schema.OperatorT()
        operator.opcodeIndex = len(self.model.operatorCodes) - 1
        operator.inputs, operator.outputs = inputs, outputs
        if options:
            operator.builtinOptionsType = getattr(self.schema.BuiltinOptions, options)
            operator.builtinOptions = getattr(self.schema, f"{options}T")()
            for name, value in values.items():
                setattr(operator.builtinOptions, name, value)
        self.graph.operators.append(operator)

    def finish(self):
        import flatbuffers

        builder = flatbuffers.Builder(1024)
        builder.Finish(self.model.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def make():
    """Returns the file: a convolution per channel, a depthwise convolution, a sum,
    pooling, a product with a matrix, and softmax."""
    from ai_edge_litert import schema_py_generated as schema

    b = Builder(schema)
    image = b.tensor("image", [1, 7, 6, 3], [0.05], -3)
    conv = b.tensor("conv", [1, 4, 3, 8], [0.04], -128)
    wide = b.tensor("wide", [1, 4, 3, 8], [0.05], 4)
    total = b.tensor("sum", [1, 4, 3, 8], [0.07], -11)
    pooled = b.tensor("pooled", [1, 1, 1, 8], [0.07], -11)
    flat = b.tensor("flat", [1, 8], [0.07], -11)
    logits = b.tensor("logits", [1, 5], [0.09], 12)
    classes = b.tensor("classes", [1, 5], [1 / 256], -128)
    same, relu6 = 0, 3
    inputs = [image, b.weights("conv/w", [8, 3, 3, 3], 8, 0), b.bias("conv/b", 8)]
    b.operator("CONV_2D", inputs, [conv], "Conv2DOptions", padding=same,
               strideH=2, strideW=2, fusedActivationFunction=relu6)  # fmt: skip
    inputs = [conv, b.weights("wide/w", [1, 3, 3, 8], 8, 3), b.bias("wide/b", 8)]
    b.operator("DEPTHWISE_CONV_2D", inputs, [wide], "DepthwiseConv2DOptions",
               padding=same, strideH=1, strideW=1, depthMultiplier=1)  # fmt: skip
    b.operator("ADD", [conv, wide], [total], "AddOptions")
    b.operator("AVERAGE_POOL_2D", [total], [pooled], "Pool2DOptions", padding=1,
               strideH=4, strideW=3, filterHeight=4, filterWidth=3)  # fmt: skip
    b.operator("RESHAPE", [pooled], [flat], "ReshapeOptions", newShape=[1, 8])
    inputs = [flat, b.weights("dense/w", [5, 8], 1, 0), b.bias("dense/b", 5)]
    b.operator("FULLY_CONNECTED", inputs, [logits], "FullyConnectedOptions")
    b.operator("SOFTMAX", [logits], [classes], "SoftmaxOptions", beta=1.0)
    b.graph.inputs, b.graph.outputs = [image], [logits, classes]
    return b.finish()


def make_sizes():
    """Returns the file: a resized image, and the index of its largest number."""
    from ai_edge_litert import schema_py_generated as schema

    b = Builder(schema)
    image = b.tensor("image", [1, 5, 4, 3], [0.05], -3)
    outputs = []

    def resize(kind, size, **values):
        name = f"{kind.lower()}{len(outputs)}"
        data = np.array(size, np.int32)
        sizes = b.tensor(f"{name}/size", [2], kind=INT32, data=data)
        outputs.append(b.tensor(name, [1, *size, 3], [0.05], -3))
        options = {"RESIZE_BILINEAR": "ResizeBilinearOptions"}.get(
            kind, "ResizeNearestNeighborOptions"
        )
        b.operator(kind, [image, sizes], [outputs[-1]], options, **values)

    for kind in ("RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"):
        resize(kind, [9, 3])
        resize(kind, [7, 11], halfPixelCenters=True)
        resize(kind, [9, 6], alignCorners=True)
    axis = b.tensor("axis", [], kind=INT32, data=np.array(3, np.int32))
    outputs.append(b.tensor("places", [1, 5, 4], kind=INT32))
    b.operator("ARG_MAX", [image, axis], [outputs[-1]], "ArgMaxOptions", outputType=2)
    b.graph.inputs, b.graph.outputs = [image], outputs
    return b.finish()


def make_floats():
    """Returns the file: most operators on floats, in succession."""
    from ai_edge_litert import schema_py_generated as schema

    b = Builder(schema)
    image = b.floats("image", [1, 7, 6, 3])

    def add(name, shape, kind, inputs, options=None, **values):
        b.operator(kind, inputs, [result := b.floats(name, shape)], options, **values)
        return result

    def constant(name, *shape, kind=FLOAT32):
        return b.floats(name, list(shape), RANDOM.normal(size=shape) / 3, kind)

    def pool(name, kind, source):
        return add(name, [1, 4, 3, 8], kind, [source], "Pool2DOptions",
                   padding=0, strideH=1, strideW=1, filterHeight=3, filterWidth=2)  # fmt: skip

    half = constant("conv/w16", 8, 3, 3, 3, kind=FLOAT16)
    weights = add("conv/w", [8, 3, 3, 3], "DEQUANTIZE", [half])
    conv = add("conv", [1, 4, 3, 8], "CONV_2D", [image, weights, constant("conv/b", 8)],
               "Conv2DOptions", padding=0, strideH=2, strideW=2,
               fusedActivationFunction=3)  # fmt: skip
    wide = add("wide", [1, 4, 3, 8], "DEPTHWISE_CONV_2D",
               [conv, constant("wide/w", 1, 3, 3, 8), constant("wide/b", 8)],
               "DepthwiseConv2DOptions", padding=0, strideH=1, strideW=1,
               depthMultiplier=1)  # fmt: skip
    total = add("sum", [1, 4, 3, 8], "ADD", [conv, wide], "AddOptions",
                fusedActivationFunction=1)  # fmt: skip
    less = add("less", [1, 4, 3, 8], "SUB", [total, constant("by", 8)], "SubOptions")
    gate = add("gate", [1, 4, 3, 8], "LOGISTIC", [less])
    gated = add("gated", [1, 4, 3, 8], "MUL", [less, gate], "MulOptions")
    pools = [pool("most", "MAX_POOL_2D", gated), pool("mean", "AVERAGE_POOL_2D", gated)]
    joined = add("joined", [1, 4, 3, 16], "CONCATENATION", pools,
                 "ConcatenationOptions", axis=3)  # fmt: skip
    margins = np.array([[0, 0], [1, 0], [1, 2], [0, 0]], np.int32)
    margins = b.tensor("margins", [4, 2], kind=INT32, data=margins)
    padded = add("padded", [1, 5, 6, 16], "PAD", [joined, margins])
    size = b.tensor("size", [2], kind=INT32, data=np.array([7, 4], np.int32))
    near = add("near", [1, 7, 4, 16], "RESIZE_NEAREST_NEIGHBOR", [padded, size],
               "ResizeNearestNeighborOptions")  # fmt: skip
    far = add("far", [1, 7, 4, 16], "RESIZE_BILINEAR", [padded, size],
              "ResizeBilinearOptions", halfPixelCenters=True)  # fmt: skip
    both = add("both", [1, 7, 4, 16], "ADD", [near, far], "AddOptions")
    flat = add("flat", [1, 448], "RESHAPE", [both], "ReshapeOptions", newShape=[1, 448])
    inputs = [flat, constant("dense/w", 5, 448), constant("dense/b", 5)]
    logits = add("logits", [1, 5], "FULLY_CONNECTED", inputs, "FullyConnectedOptions")
    classes = add("classes", [1, 5], "SOFTMAX", [logits], "SoftmaxOptions", beta=1.0)
    small = b.tensor("small", [1, 5], [1 / 256], -128)
    b.operator("QUANTIZE", [classes], [small])
    back = add("back", [1, 5], "DEQUANTIZE", [small])
    axis = b.tensor("axis", [], kind=INT32, data=np.array(1, np.int32))
    best = b.tensor("best", [1], kind=INT32)
    b.operator("ARG_MAX", [back, axis], [best], "ArgMaxOptions", outputType=2)
    b.graph.inputs = [image]
    b.graph.outputs = [both, logits, classes, small, back, best]
    return b.finish()


def make_more():
    """Returns the file: further operators on 8-bit integers, each on the image, which
    has each number once, or on a part of the image."""
    from ai_edge_litert import schema_py_generated as schema

    b = Builder(schema)
    image = b.tensor("image", [1, 4, 4, 16], [0.05], -3)
    outputs = []

    def add(kind, inputs, shape, scale=0.05, zero=-3, options=None, count=1, **values):
        first = len(outputs)
        for number in range(count):
            name = f"{kind.lower()}{first + number}"
            outputs.append(b.tensor(name, shape, [scale], zero))
        b.operator(kind, inputs, outputs[first:], options, **values)
        return outputs[-1]

    def whole(name, *numbers):
        data = np.array(numbers, np.int32)
        return b.tensor(name, list(data.shape), kind=INT32, data=data)

    def one(kind, scale, zero, options=None, source=image, **values):
        return add(kind, [source], [1, 4, 4, 16], scale, zero, options, **values)

    for scale, zero in ((0.05, -3), (0.031, -128)):
        for kind in ("RELU", "RELU6", "RELU_N1_TO_1"):
            one(kind, scale, zero)
    one("LEAKY_RELU", 0.04, -20, "LeakyReluOptions", alpha=0.2)
    one("TANH", 1 / 128, 0)
    for scale, zero in ((0.05, -90), (0.03, -100)):
        one("HARD_SWISH", scale, zero, "HardSwishOptions")
    one("GELU", 0.04, -60, "GeluOptions", approximate=False)
    one("GELU", 0.04, -60, "GeluOptions", approximate=True)
    one("ABS", 0.03, -128)
    one("EXP", 0.9, -128)
    # All results are at least 0.
    above = one("RELU", 0.025, -128)
    one("RSQRT", 0.05, -128, source=above)

    other = b.tensor("other", [16], [0.03], 5, data=RANDOM.integers(-128, 128, 16, np.int8))
    add("SQUARED_DIFFERENCE", [image, other], [1, 4, 4, 16], 0.3, -128,
        "SquaredDifferenceOptions")  # fmt: skip
    add("PRELU", [image, other], [1, 4, 4, 16], 0.06, 3)
    same = b.tensor("same", [16], [0.05], -3, data=RANDOM.integers(-128, 128, 16, np.int8))
    for kind in ("MAXIMUM", "MINIMUM"):
        add(kind, [image, same], [1, 4, 4, 16], options="MaximumMinimumOptions")

    both, last = whole("both", 1, 2), whole("last", -1)
    add("MEAN", [image, both], [1, 1, 1, 16], 0.02, 9, "ReducerOptions", keepDims=True)
    add("MEAN", [image, both], [1, 16], 0.05, -3, "ReducerOptions")
    add("MEAN", [image, last], [1, 4, 4], 0.07, 1, "ReducerOptions")
    for kind in ("REDUCE_MAX", "REDUCE_MIN"):
        add(kind, [image, both], [1, 16], options="ReducerOptions")

    add("TRANSPOSE", [image, whole("order", 0, 3, 1, 2)], [1, 16, 4, 4],
        options="TransposeOptions")  # fmt: skip
    corners = [whole("begin", 0, 3, -3, 0), whole("end", 1, 0, 4, 9), whole("by", 1, -2, 1, 4)]
    add("STRIDED_SLICE", [image, *corners], [2, 3, 3], options="StridedSliceOptions",
        beginMask=9, endMask=2, shrinkAxisMask=1)  # fmt: skip
    columns = [whole("begin2", 0, 0, 5), whole("end2", 0, 0, 9), whole("by2", 1, 1, 1)]
    add("STRIDED_SLICE", [image, *columns], [1, 1, 4, 4, 4],
        options="StridedSliceOptions", newAxisMask=1, ellipsisMask=2)  # fmt: skip
    inner = [whole("from", 0, 1, 0, 5), whole("sizes", 1, 2, -1, 7)]
    add("SLICE", [image, *inner], [1, 2, 4, 7], options="SliceOptions")
    add("SPLIT", [last, image], [1, 4, 4, 8], count=2,
        options="SplitOptions", numSplits=2)  # fmt: skip
    add("TILE", [image, whole("times", 1, 2, 1, 3)], [1, 8, 4, 48])
    add("PACK", [image, image], [1, 4, 2, 4, 16], options="PackOptions", axis=2,
        valuesCount=2)  # fmt: skip
    add("UNPACK", [image], [1, 4, 16], options="UnpackOptions", axis=1, num=4, count=4)
    add("DEPTH_TO_SPACE", [image], [1, 8, 8, 4], options="DepthToSpaceOptions", blockSize=2)
    add("SPACE_TO_DEPTH", [image], [1, 2, 2, 64], options="SpaceToDepthOptions", blockSize=2)
    margins = np.array([[0, 0], [1, 2], [3, 0], [0, 5]], np.int32)
    margins = b.tensor("margins", [4, 2], kind=INT32, data=margins)
    for mode in (0, 1):
        add("MIRROR_PAD", [image, margins], [1, 7, 7, 21], options="MirrorPadOptions",
            mode=mode)  # fmt: skip
    add("GATHER", [image, whole("rows", 3, 0, 3)], [1, 3, 4, 16], options="GatherOptions",
        axis=1)  # fmt: skip

    for size, stride, same_padding in ((3, 2, 0), (2, 2, 1), (3, 1, 0)):
        side = 4 * stride if not same_padding else 3 * stride + size
        name = f"spread{size}{stride}"
        inputs = [whole(f"{name}/shape", 1, side, side, 5),
                  b.weights(f"{name}/w", [5, size, size, 16], 5, 0), image,
                  b.bias(f"{name}/b", 5)]  # fmt: skip
        add("TRANSPOSE_CONV", inputs, [1, side, side, 5], 0.2, 11, "TransposeConvOptions",
            padding=same_padding, strideH=stride, strideW=stride)  # fmt: skip
    add("BATCH_MATMUL", [image, image], [1, 4, 4, 4], 0.4, -7, "BatchMatMulOptions",
        adjX=False, adjY=True)  # fmt: skip
    inputs = [image, b.weights("groups/w", [6, 2, 2, 8], 6, 0), b.bias("groups/b", 6)]
    add("CONV_2D", inputs, [1, 3, 3, 6], 0.2, 4, "Conv2DOptions", padding=1, strideH=1,
        strideW=1)  # fmt: skip
    b.graph.inputs, b.graph.outputs = [image], outputs
    return b.finish()


def make_reals():
    """Returns the file: further operators on 32-bit floats, each on the image. Weights
    are plain constants, and shapes are computed, as in converted models with a dynamic
    batch."""
    from ai_edge_litert import schema_py_generated as schema

    b = Builder(schema)
    image = b.floats("image", [1, 4, 4, 16])
    outputs = []

    def add(kind, inputs, shape=(1, 4, 4, 16), options=None, **values):
        outputs.append(b.floats(f"{kind.lower()}{len(outputs)}", list(shape)))
        b.operator(kind, inputs, [outputs[-1]], options, **values)
        return outputs[-1]

    def whole(name, *numbers):
        data = np.array(numbers, np.int32)
        return b.tensor(name, list(data.shape), kind=INT32, data=data)

    def constant(name, *shape):
        return b.floats(name, list(shape), RANDOM.normal(size=shape))

    for kind in ("RELU", "RELU6", "RELU_N1_TO_1", "TANH", "ABS", "EXP", "ELU", "SQUARE", "SIN",
                 "COS"):  # fmt: skip
        add(kind, [image])
    add("LEAKY_RELU", [image], options="LeakyReluOptions", alpha=0.2)
    add("HARD_SWISH", [image], options="HardSwishOptions")
    add("NEG", [image], options="NegOptions")
    for approximate in (False, True):
        add("GELU", [image], options="GeluOptions", approximate=approximate)
    above = add("ADD", [outputs[4], constant("above", 1)], options="AddOptions")
    for kind in ("SQRT", "RSQRT", "LOG"):
        add(kind, [above])
    other = constant("other", 16)
    for kind, options in (("DIV", "DivOptions"), ("PRELU", None),
                          ("MAXIMUM", "MaximumMinimumOptions"),
                          ("MINIMUM", "MaximumMinimumOptions"),
                          ("SQUARED_DIFFERENCE", "SquaredDifferenceOptions")):  # fmt: skip
        add(kind, [image, other], options=options)
    for kind in ("MEAN", "SUM", "REDUCE_MAX", "REDUCE_MIN"):
        add(kind, [image, whole(f"{kind}/axes", 1, -1)], (1, 4), "ReducerOptions")
    add("BATCH_MATMUL", [image, constant("matrix", 1, 4, 16, 3)], (1, 4, 4, 3),
        "BatchMatMulOptions")  # fmt: skip
    sizes = b.tensor("sizes", [4], kind=INT32)
    b.operator("SHAPE", [image], [sizes], "ShapeOptions", outType=INT32)
    inputs = [sizes, constant("w", 16, 2, 2, 16), image]
    add("TRANSPOSE_CONV", inputs, options="TransposeConvOptions", padding=0, strideH=1,
        strideW=1)  # fmt: skip
    margins = np.array([[0, 0], [1, 0], [0, 2], [0, 0]], np.int32)
    margins = b.tensor("margins", [4, 2], kind=INT32, data=margins)
    number = b.floats("number", [1], np.array([-2.5]))
    add("PADV2", [image, margins, number], (1, 5, 6, 16), "PadV2Options")
    add("BROADCAST_TO", [other, sizes], options="BroadcastToOptions")
    b.graph.inputs, b.graph.outputs = [image], outputs
    return b.finish()


def make_hybrid():
    """Returns the file: a product of floats and weights of 8 bits."""
    from ai_edge_litert import schema_py_generated as schema

    b = Builder(schema)
    x, y = b.floats("x", [1, 8]), b.floats("y", [1, 5])
    inputs = [x, b.weights("w", [5, 8], 1, 0), b.floats("b", [5], np.zeros(5))]
    b.operator("FULLY_CONNECTED", inputs, [y], "FullyConnectedOptions")
    b.graph.inputs, b.graph.outputs = [x], [y]
    return b.finish()


MAKERS = {
    "tiny": make,
    "sizes": make_sizes,
    "floats": make_floats,
    "hybrid": make_hybrid,
    "more": make_more,
    "reals": make_reals,
}


def run(path):
    """Returns an input and the outputs, by name."""
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    # Two operators of reals.tflite have no reference kernels.
    has_all = Path(path).stem != "reals"
    kernels = "BUILTIN_REF" if has_all else "BUILTIN_WITHOUT_DEFAULT_DELEGATES"
    interpreter = Interpreter(
        path, experimental_op_resolver_type=OpResolverType[kernels]
    )
    interpreter.allocate_tensors()
    (details,) = interpreter.get_input_details()
    if details["dtype"] == np.int8 and details["shape"].prod() == 256:
        image = RANDOM.permutation(np.arange(-128, 128, dtype=np.int8))
        image = image.reshape(details["shape"])
    elif details["dtype"] == np.int8:
        image = RANDOM.integers(-128, 128, details["shape"], dtype=np.int8)
    else:
        image = RANDOM.normal(size=details["shape"]).astype(np.float32)
    interpreter.set_tensor(details["index"], image)
    interpreter.invoke()
    outputs = interpreter.get_output_details()
    return {"image": image} | {
        one["name"]: interpreter.get_tensor(one["index"]) for one in outputs
    }


if len(sys.argv) == 2:
    path = Path(sys.argv[1])
    path.write_bytes(MAKERS[path.stem]())
else:
    np.savez(sys.argv[2], **run(sys.argv[1]))
