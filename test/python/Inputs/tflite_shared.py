"""Writes a TFLite file of many tensors that share one buffer.

tflite_shared.py TENSORS MEBIBYTES FILE
"""

import sys
from pathlib import Path

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

count, size = int(sys.argv[1]), int(sys.argv[2]) << 20
model = schema.ModelT()
model.version = 3
buffer, graph = schema.BufferT(), schema.SubGraphT()
buffer.data = np.zeros(size, np.uint8)
model.buffers, model.subgraphs = [schema.BufferT(), buffer], [graph]
graph.tensors = []
for _ in range(count):
    tensor = schema.TensorT()
    tensor.shape, tensor.type, tensor.buffer = [size], schema.TensorType.INT8, 1
    graph.tensors.append(tensor)
builder = flatbuffers.Builder(1 << 20)
builder.Finish(model.Pack(builder), b"TFL3")
Path(sys.argv[3]).write_bytes(bytes(builder.Output()))
