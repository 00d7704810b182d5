"""Writes ONNX files for tests of the importer, with inputs and expected outputs.

onnx_cases.py FOLDER      Writes three models with random weights: vision.onnx,
                          recurrent.onnx with its weights in recurrent.data, and
                          quantised.onnx. NAME.in.npz has random inputs by name.
                          NAME.npz has the same inputs, and the outputs computed by
                          ONNX's reference evaluator.
onnx_cases.py FOLDER bad  Writes files that the importer refuses, or accepts only with
                          the option --shape.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper, version_converter
from onnx.reference import ReferenceEvaluator

RANDOM = np.random.default_rng(3)
FLOAT = TensorProto.FLOAT


def weight(name, *shape):
    """Returns a random initializer of float32."""
    array = (RANDOM.normal(size=shape) / 3).astype(np.float32)
    return numpy_helper.from_array(array, name)


def constant(name, *values, kind=np.int64):
    """Returns an initializer: a vector of the values."""
    return numpy_helper.from_array(np.array(values, kind), name)


def model(nodes, inputs, outputs, weights, version=17):
    """Returns a checked model. `inputs` and `outputs` map names to shapes, all of
    float32; `version` is the opset version."""
    def values(shapes):
        return [helper.make_tensor_value_info(n, FLOAT, s) for n, s in shapes.items()]

    graph = helper.make_graph(nodes, "net", values(inputs), values(outputs), weights)
    opset = helper.make_opsetid("", version)
    made = helper.make_model(graph, opset_imports=[opset], ir_version=8)
    onnx.checker.check_model(made)
    return made


def vision():
    """Returns a convolutional network of opset 11, which the importer must convert to a
    later opset. The size of its batch is dynamic."""
    node = helper.make_node
    nodes = [
        node("Conv", ["image", "conv/w", "conv/b"], ["conv"], pads=[1, 1, 1, 1], strides=[2, 2]),
        node("BatchNormalization", ["conv", "scale", "shift", "mean", "variance"], ["norm"]),
        node("Relu", ["norm"], ["act"]),
        node("Conv", ["act", "deep/w"], ["deep"], group=8, pads=[1, 1, 1, 1]),
        node("Clip", ["deep", "zero", "six"], ["clipped"]),
        node("MaxPool", ["clipped"], ["pooled"], kernel_shape=[2, 2], strides=[2, 2]),
        node("Resize", ["pooled", "roi", "sizes"], ["large"], mode="nearest",
             coordinate_transformation_mode="asymmetric", nearest_mode="floor"),
        node("ConvTranspose", ["large", "up/w"], ["up"], strides=[2, 2]),
        node("Concat", ["up", "image"], ["both"], axis=1),
        node("GlobalAveragePool", ["both"], ["mean_of"]),
        # The program computes the target shape of Reshape from the dynamic batch size.
        node("Shape", ["mean_of"], ["shape"]),
        node("Gather", ["shape", "first"], ["batch"], axis=0),
        node("Concat", ["batch", "rest"], ["flat_shape"], axis=0),
        node("Reshape", ["mean_of", "flat_shape"], ["flat"]),
        node("Constant", [], ["dense/w"], value=weight("", 5, 7)),
        node("Gemm", ["flat", "dense/w", "dense/b"], ["logits"], transB=1),
        node("Softmax", ["logits"], ["classes"], axis=1),
    ]  # fmt: skip
    variance = numpy_helper.from_array(RANDOM.random(8).astype(np.float32) + 0.5, "variance")
    weights = [
        weight("conv/w", 8, 3, 3, 3), weight("conv/b", 8), weight("scale", 8),
        weight("shift", 8), weight("mean", 8), variance, weight("deep/w", 8, 1, 3, 3),
        numpy_helper.from_array(np.float32(0), "zero"),
        numpy_helper.from_array(np.float32(6), "six"),
        constant("roi", kind=np.float32), constant("sizes", 1, 1, 2, 2, kind=np.float32),
        weight("up/w", 8, 4, 2, 2), constant("first", 0), constant("rest", -1),
        weight("dense/b", 5),
    ]  # fmt: skip
    return model(
        nodes, {"image": ["batch", 3, 16, 16]}, {"classes": ["batch", 5]}, weights, 11
    )


def recurrent():
    """Returns an LSTM. The sizes of its outputs are symbols, which the importer must
    infer."""
    node = helper.make_node
    nodes = [
        node("LSTM", ["x", "w", "r", "b", "", "h", "c"], ["all", "hn", "cn"], hidden_size=6),
        node("Concat", ["hn", "cn"], ["state"], axis=0),
        node("Squeeze", ["hn", "axis"], ["y"]),
    ]  # fmt: skip
    weights = [weight("w", 1, 24, 4), weight("r", 1, 24, 6), weight("b", 1, 48),
               constant("axis", 0)]  # fmt: skip
    shapes = {"x": [5, 2, 4], "h": [1, 2, 6], "c": [1, 2, 6]}
    outputs = {"y": ["n", 6], "state": [2, "n", 6], "all": ["t", 1, "n", 6]}
    return model(nodes, shapes, outputs, weights)


def quantised():
    """Returns a product with int8 weights and a quantised input."""
    node = helper.make_node
    nodes = [
        node("QuantizeLinear", ["x", "sx", "zx"], ["qx"]),
        node("DequantizeLinear", ["qx", "sx", "zx"], ["dx"]),
        node("DequantizeLinear", ["qw", "sw", "zw"], ["dw"]),
        node("MatMul", ["dx", "dw"], ["y"]),
    ]
    weights = [
        numpy_helper.from_array(RANDOM.integers(-127, 128, (8, 6), np.int8), "qw"),
        numpy_helper.from_array(np.float32(0.02), "sx"),
        numpy_helper.from_array(np.int8(3), "zx"),
        numpy_helper.from_array(np.float32(0.01), "sw"),
        numpy_helper.from_array(np.int8(0), "zw"),
    ]
    return model(nodes, {"x": [4, 8]}, {"y": [4, 6]}, weights, 19)


def bad():
    """Yields names and models. import-onnx.test has the error message of each model."""
    node = helper.make_node
    shapes = {"x": [4, 6]}
    unknown = helper.make_graph(
        [node("Sparkle", ["x"], ["y"], domain="com.example")],
        "net",
        [helper.make_tensor_value_info("x", FLOAT, [4, 6])],
        [helper.make_tensor_value_info("y", FLOAT, [4, 6])],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.example", 1)]
    nan = numpy_helper.from_array(np.array([1, np.nan], np.float32), "w")
    yield "unknown", helper.make_model(unknown, opset_imports=opsets, ir_version=8)
    yield "nan", model([node("Mul", ["x", "w"], ["y"])], {"x": [4, 2]}, {"y": [4, 2]}, [nan])
    yield "chosen", model([node("NonZero", ["x"], ["n"]), node("Cast", ["n"], ["y"], to=1)],
                          shapes, {"y": [2, "n"]}, [])  # fmt: skip

    shapeless = model([node("Relu", ["x"], ["y"])], {"x": [2]}, {"y": [2]}, [])
    shapeless.graph.input[0].type.tensor_type.ClearField("shape")
    yield "shapeless", shapeless
    # Some exporters write -1 for a dynamic size.
    minus = model([node("Relu", ["x"], ["y"])], {"x": [-1, 3]}, {"y": [-1, 3]}, [])
    yield "minus", minus
    yield "nul", model([node("Relu", ["a\0b"], ["y"])], {"a\0b": [2]}, {"y": [2]}, [])
    weights = [weight(label, 3) for label in ("scale", "shift", "mean", "variance")]
    norm = node("BatchNormalization", ["x", *(one.name for one in weights)],
                ["y"], training_mode=1, name="norm")  # fmt: skip
    yield "training", model([norm], {"x": [2, 3]}, {"y": [2, 3]}, weights)
    later = model([node("Relu", ["x"], ["y"])], {"x": [2]}, {"y": [2]}, [])
    later.opset_import[0].version = 99
    yield "later", later
    ignored = model([node("Relu", ["x"], ["y"])], {"x": [2]}, {"y": [2]}, [])
    ignored.graph.node[0].attribute.append(helper.make_attribute("slope", 0.5))
    yield "ignored", ignored
    twice = model([node("Relu", ["x"], ["y"])], {"x": [2]}, {"y": [2]}, [])
    twice.graph.node.append(node("Neg", ["x"], ["y"]))
    yield "twice", twice
    negative = model([node("Mul", ["x", "n"], ["y"])], {"x": [2]}, {"y": [2]}, [weight("n", 2)])
    negative.graph.initializer[0].dims[0] = -2
    yield "negative", negative
    huge = {"x": [1 << 40]}, {"y": [1 << 40]}
    yield "huge", model([node("Add", ["x", "x"], ["y"])], *huge, [])
    sizes = constant("sizes", 1 << 30, 1 << 30)
    grown = node("ConstantOfShape", ["sizes"], ["y"])
    yield "grown", model([grown], {"x": [1]}, {"y": [1 << 30, 1 << 30]}, [sizes])
    yield "doubling", doubling()


def doubling():
    """Returns a small model that grows to 2^40 operators when its functions are inlined:
    each of 40 functions calls the previous function twice."""
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("d", 1)]
    functions = []
    for number in range(40):
        inner = ("", "Identity") if number == 0 else ("d", f"f{number - 1}")
        nodes = [
            helper.make_node(inner[1], ["x"], ["t"], domain=inner[0]),
            helper.make_node(inner[1], ["t"], ["y"], domain=inner[0]),
        ]
        made = helper.make_function("d", f"f{number}", ["x"], ["y"], nodes, opsets)
        functions.append(made)
    values = [helper.make_tensor_value_info(n, FLOAT, [2]) for n in ("x", "y")]
    call = helper.make_node("f39", ["x"], ["y"], domain="d")
    graph = helper.make_graph([call], "net", values[:1], values[1:])
    return helper.make_model(graph, opset_imports=opsets, functions=functions, ir_version=9)


folder = Path(sys.argv[1])
if sys.argv[2:]:
    for name, made in bad():
        (folder / f"{name}.onnx").write_bytes(made.SerializeToString())
else:
    for make in (vision, recurrent, quantised):
        made = make()
        inputs = {}
        for value in made.graph.input:
            dims = value.type.tensor_type.shape.dim
            # A dynamic size, the batch of `vision`, is 2.
            shape = [dim.dim_value or 2 for dim in dims]
            inputs[value.name] = RANDOM.normal(size=shape).astype(np.float32)
        # In opset 11, the evaluator computes BatchNormalization as in training: it mixes
        # the statistics of the batch into `mean` and `variance`. Opset 19 does not.
        recent = version_converter.convert_version(made, 19)
        results = ReferenceEvaluator(recent).run(None, inputs)
        outputs = dict(zip([value.name for value in made.graph.output], results))
        path = folder / make.__name__
        np.savez(path.with_suffix(".npz"), **inputs, **outputs)
        np.savez(f"{path}.in.npz", **inputs)
        where = {}
        if make is recurrent:
            # ONNX files above 2 GB keep their weights in a second file, too.
            where = {"save_as_external_data": True, "location": "recurrent.data",
                     "size_threshold": 0}  # fmt: skip
        onnx.save_model(made, path.with_suffix(".onnx"), **where)
