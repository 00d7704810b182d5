"""Makes tiny.tflite, a network of 8-bit integers with random weights, and tiny.npz, an
input of it with what TFLite's reference kernels make of it.

Run by hand, with the packages ai-edge-litert==2.3.0 (its schema writes the file) and
tflite-runtime==2.14.0 (its interpreter) in two environments:

    python make_tiny.py tiny.tflite
    python make_tiny.py tiny.tflite tiny.npz

The same for sizes.tflite, which makes images of other sizes in all ways, for
floats.tflite, of 32-bit floats with some weights of 16 bits, and for hybrid.tflite, whose
weights have 8 bits and its activations 32.
"""

import sys
from pathlib import Path

import numpy as np

RANDOM = np.random.default_rng(7)
INT8, INT32, FLOAT32, FLOAT16 = 9, 2, 0, 1


class Builder:
    """A model, grown operator by operator."""

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
        code.deprecatedBuiltinCode = code.builtinCode
        # Those with scales per channel: 3 and later.
        code.version = 3 if kind.endswith("CONV_2D") else 1
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
    """Returns the file: a convolution per channel, a depthwise one, a sum, pooling, a
    product with a matrix, and softmax."""
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
    """Returns the file: an image in other sizes, and where it is the largest."""
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
    """Returns the file: most operators on floats, one after the other."""
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
}


def run(path):
    """Returns an input and the outputs, by name."""
    from tflite_runtime.interpreter import Interpreter, OpResolverType

    interpreter = Interpreter(
        path, experimental_op_resolver_type=OpResolverType.BUILTIN_REF
    )
    interpreter.allocate_tensors()
    (details,) = interpreter.get_input_details()
    if details["dtype"] == np.int8:
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
