"""Writes net.onnx, a network of one input and a weight, with its input image.npy, and
pixels.npy, the input of test/python/Inputs/tflite/tiny.tflite."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

image = helper.make_tensor_value_info("image", TensorProto.FLOAT, ["n", 3, "h", "w"])
output = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
weight = numpy_helper.from_array(np.ones((3, 1, 1), np.float32), "weight")
node = helper.make_node("Mul", ["image", "weight"], ["y"])
graph = helper.make_graph([node], "net", [image], [output], [weight])
onnx.save(
    helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)]), "net.onnx"
)
np.save("image.npy", np.ones((1, 3, 224, 224), np.float32))
np.save("pixels.npy", np.ones((1, 7, 6, 3), np.int8))
