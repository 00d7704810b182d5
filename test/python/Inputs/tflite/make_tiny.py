"""Makes tiny.tflite, a network of 8-bit integers with random weights, and tiny.npz, an
input of it with what TFLite's reference kernels make of it.

Run by hand, with the packages ai-edge-litert==2.3.0 (its schema writes the file) and
tflite-runtime==2.14.0 (its interpreter) in two environments:

    python make_tiny.py tiny.tflite
    python make_tiny.py tiny.tflite tiny.npz

The same for sizes.tflite, which makes images of other sizes in all ways.
"""

import sys

import numpy as np

RANDOM = np.random.default_rng(7)
INT8, INT32 = 9, 2


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


def run(path):
    """Returns an input and the outputs, by name."""
    from tflite_runtime.interpreter import Interpreter, OpResolverType

    interpreter = Interpreter(
        path, experimental_op_resolver_type=OpResolverType.BUILTIN_REF
    )
    interpreter.allocate_tensors()
    (details,) = interpreter.get_input_details()
    image = RANDOM.integers(-128, 128, details["shape"], dtype=np.int8)
    interpreter.set_tensor(details["index"], image)
    interpreter.invoke()
    outputs = interpreter.get_output_details()
    return {"image": image} | {
        one["name"]: interpreter.get_tensor(one["index"]) for one in outputs
    }


if len(sys.argv) == 2:
    with open(sys.argv[1], "wb") as file:
        file.write(make_sizes() if "sizes" in sys.argv[1] else make())
else:
    np.savez(sys.argv[2], **run(sys.argv[1]))
