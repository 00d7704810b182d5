# Ops and activations of placed models have names of their source: by operation and line from JAX, StableHLO and
# PyTorch, by node from ONNX, by tensor from TFLite. Two models of each front end.
#
# REQUIRES: venv, onnx, tflite
# UNSUPPORTED: sanitizer
# RUN: rm -rf %t && mkdir %t
# RUN: %venv_python %S/Inputs/onnx_cases.py %t
# RUN: %if torch %{ cd %t && %venv_python %src_root/examples/pytorch_encoder.py encoder %}
# RUN: %if torch %{ %venv_python %S/Inputs/pytorch_cases.py %t %}
# RUN: %venv_python %s %src_root %t

import json
import os
import re
import sys
import unittest
from pathlib import Path

import onnx

from memplace.execution import RunOptions, find_memplace_opt
from memplace.importers import load
from memplace.importers.tflite.file import read_network
from memplace.mlirtext import location_options
from memplace.tools import run_tool

FOLDER, ROOT = (Path(sys.argv.pop()) for _ in range(2))
NETWORKS = ROOT / "test" / "python" / "Inputs" / "tflite"
LEAST = 0.95
"""Least share of names."""
TARGET = "tpu-v4i"


def names_of_placed(source, **options):
    """Returns the names of activations and of ops of an imported and placed model."""
    text = load(str(source), **options).text
    tool, file = find_memplace_opt(RunOptions()), FOLDER / "problem.json"
    place = f"--memplace-default=target={TARGET}"
    placed = run_tool([tool, place, *location_options(text)], text)
    extract = f"--memplace-extract-problem=target={TARGET} file={file}"
    run_tool([tool, extract, "-o", os.devnull], placed)
    problem = json.loads(file.read_text(encoding="utf-8"))
    kept = ("live_in", "live_out", "external")
    buffers = [b["name"] for b in problem["buffers"] if not any(map(b.get, kept))]
    ops = [op["name"] for op in problem["ops"]]
    own = re.compile(r"memplace\.|boundary$")
    return buffers, [name for name in ops if not own.match(name)]


def has_line(name):
    return re.match(r"[^ .]\S* \w+\.py:\d+", name) is not None


class NamesOfModelsTest(unittest.TestCase):
    def check(self, names, is_named):
        self.assertGreater(len(names), 3)
        unnamed = [name for name in names if not is_named(name)]
        self.assertLessEqual(len(unnamed) / len(names), 1 - LEAST, unnamed)

    def check_lines(self, source):
        for names in names_of_placed(source):
            self.check(names, has_line)

    def test_jax_functions_have_operations_and_lines(self):
        sys.path.append(str(ROOT / "models" / "kinds"))
        self.check_lines(ROOT / "models/make_models.py:smallconv")
        self.check_lines(ROOT / "models/kinds/kinds_networks.py:resnet8_int8")

    def test_stablehlo_texts_have_operations_and_lines(self):
        self.check_lines(ROOT / "models/mlp.stablehlo.mlir")
        self.check_lines(ROOT / "models/resnet50_32.stablehlo.mlir")

    @unittest.skipUnless((FOLDER / "encoder.pt2").exists(), "PyTorch is not installed")
    def test_pytorch_programs_have_nodes_and_lines(self):
        self.check_lines(FOLDER / "encoder.pt2")
        self.check_lines(FOLDER / "gradients.pt2")

    def check_nodes(self, source, **options):
        graph = onnx.load(source, load_external_data=False).graph
        labels = [node.name or node.output[0] for node in graph.node]
        # onnx converts early versions; the nodes of Softmax are `classes_intermediate`.
        nodes = tuple(label + end for label in labels for end in "/_")
        for names in names_of_placed(source, **options):
            self.check(names, lambda name: name.startswith(nodes))

    def test_onnx_files_have_nodes(self):
        self.check_nodes(FOLDER / "vision.onnx", shapes={"image": (2, 3, 16, 16)})
        self.check_nodes(FOLDER / "recurrent.onnx")

    def check_tensors(self, source):
        network = read_network(source.read_bytes(), source.name)
        tensors = {tensor.name for tensor in network.tensors}
        buffers, ops = names_of_placed(source)
        self.check(buffers, lambda name: name in tensors)
        self.check(ops, lambda name: name.rpartition("/")[0] in tensors)

    def test_tflite_files_have_tensors(self):
        self.check_tensors(NETWORKS / "tiny.tflite")
        self.check_tensors(NETWORKS / "floats.tflite")


if __name__ == "__main__":
    unittest.main()
