# TFLite files with unusual tables: each gives the kernel's results or one error.
#
# REQUIRES: kernels, venv, tflite, litert
# UNSUPPORTED: sanitizer
# RUN: %venv_python %s

import resource
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "conformance"
sys.path.insert(0, str(FOLDER))

import tflite_models
from ai_edge_litert import schema_py_generated as schema
from tflite_models import Spec, constant, given, result, variable

from memplace.arrayfiles import pack_npz
from memplace.errors import MemplaceError
from memplace.execution import RunOptions
from memplace.importers.tflite import tflite_to_memref
from memplace.importers.weights import pack_weights
from memplace.run_arrays import run_on_arrays

FLOATS = np.float32([[2, 3]])


def network(kind, *more):
    """Returns a network under construction: one operator on two rows of floats, or on
    one row and `more` constants."""
    options = f"{kind.capitalize()}Options" if kind in ("ADD", "MUL", "SUB") else ""
    inputs = [given(FLOATS), *(more or [given(FLOATS + 3)])]
    made = tflite_models.Builder()
    made.add(Spec(kind, inputs, [result("float32")], options), [(1, 2)])
    return made


def operator(kind, inputs, results, options="", shape=(1, 2), **values):
    """Returns the file of one operator."""
    spec = Spec(kind, inputs, results, options, values)
    return tflite_models.model_of(spec, [shape] * len(results))


def run(content, inputs):
    """Returns the results that memplace finds, by name."""
    text, weights = tflite_to_memref(content, "net")
    with tempfile.TemporaryDirectory() as folder:
        given, found = Path(folder, "given.npz"), Path(folder, "found.npz")
        given.write_bytes(pack_npz({**weights, **inputs}))
        run_on_arrays(text, "net", [str(given)], str(found), RunOptions())
        with np.load(found) as file:
            return dict(file)


class Files(unittest.TestCase):
    def refuses(self, content, pattern):
        with self.assertRaisesRegex(MemplaceError, f"^net: {pattern}"):
            tflite_to_memref(content, "net")

    def test_the_number_of_an_operator_is_in_one_field_or_in_both(self):
        made = network("MUL")
        texts = [tflite_to_memref(made.build())[0]]
        (code,) = made.model.operatorCodes
        number = code.builtinCode
        for wide, narrow in ((number, 0), (0, number), (number, 127)):
            code.builtinCode, code.deprecatedBuiltinCode = wide, narrow
            if narrow < 127:
                texts.append(tflite_to_memref(made.build())[0])
            else:
                self.refuses(made.build(), "has unsupported operators: .*'PLACEHOLDER")
        self.assertEqual(len(set(texts)), 1)
        # All options have their defaults, but are another operator's.
        code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.ADD
        self.refuses(made.build(), "'ADD' .* has MulOptions, which belong to another")

    def test_a_result_may_be_an_input_or_a_constant(self):
        made = network("MUL", constant(FLOATS * 10))
        made.graph.outputs += [0, 1]
        content = made.build()
        expected = tflite_models.run_model(content, [FLOATS], True)
        found = run(content, {"in0": FLOATS})
        self.assertEqual(list(found), ["out0", "in0", "in1"])
        for array, wanted in zip(found.values(), expected):
            np.testing.assert_array_equal(array, wanted)

    def test_kept_state_may_be_a_result(self):
        weights = [constant(np.ones(shape, np.float32)) for shape in ((2, 2), (2, 2), 2)]
        made = tflite_models.Builder()
        inputs = [given(FLOATS), *weights, variable(1, 2)]
        made.add(Spec("RNN", inputs, [result("float32")], "RNNOptions"), [(1, 2)])
        made.graph.outputs.append(4)
        found = run(made.build(), {"in0": FLOATS})
        np.testing.assert_array_equal(found["out0"], found["in4"])

    def test_a_result_must_be_made_once_and_before_it_is_read(self):
        made = network("ADD")
        made.graph.outputs.append(made.tensor("none", given(FLOATS), (1, 2)))
        self.refuses(made.build(), "output 'none' is made by no operator")
        for name in ("in0", "out0"):
            made = network("ADD")
            made.add(Spec("NEG", [given(FLOATS)], [result("float32")]), [(1, 2)], "b")
            names = [tensor.name for tensor in made.graph.tensors]
            made.graph.operators[1].outputs = [names.index(name)]
            self.refuses(made.build(), f"'NEG' .* writes tensor '{name}', which is an")
        made = network("ADD")
        made.add(Spec("NEG", [given(FLOATS)], [result("float32")]), [(1, 2)], "b")
        made.graph.operators[0].inputs[0] = made.graph.operators[1].outputs[0]
        self.refuses(made.build(), "tensor 'bout0' is read before it is written")

    def test_each_tensor_has_a_name_of_its_own(self):
        made = network("MUL", constant(FLOATS + 1))
        made.add(Spec("SUB", [constant(FLOATS), constant(FLOATS)], [result("float32")],
                      "SubOptions"), [(1, 2)])  # fmt: skip
        # Tensor 4 becomes "a_4", but that is another's name.
        for tensor, name in zip(made.graph.tensors, ("x", "a_4", "y", "a", "a")):
            tensor.name = name
        _, weights = tflite_to_memref(made.build())
        self.assertEqual(sorted(weights), ["a", "a_4", "a_4_4"])

    def test_a_weight_has_no_name_that_files_of_weights_reserve(self):
        made = network("MUL", constant(FLOATS))
        made.graph.tensors[1].name = "__metadata__"
        _, weights = tflite_to_memref(made.build())
        with self.assertRaisesRegex(MemplaceError, "'__metadata__', which safetensors"):
            pack_weights(weights)

    def test_indices_beyond_a_list_are_refused(self):
        for number in (1, 3, 60, 1 << 31):
            made = network("ADD")
            made.graph.operators[0].opcodeIndex = number
            message = f"is damaged: operator code {number} does not exist; there are 1"
            self.refuses(made.build(), message)
            made = network("ADD")
            made.graph.tensors[0].buffer = number
            message = f"is damaged: buffer {number} does not exist; there are 1"
            self.refuses(made.build(), message)
        for number in (-2, 3):
            message = f"is damaged: tensor {number} does not exist; there are 3"
            for place in ("inputs", "outputs"):
                made = network("ADD")
                getattr(made.graph.operators[0], place)[0] = number
                self.refuses(made.build(), message)
                made = network("ADD")
                getattr(made.graph, place)[0] = number
                self.refuses(made.build(), message)

    def test_other_versions_of_the_schema_are_refused(self):
        for version in (0, 2, 4):
            made = network("ADD")
            made.model.version = version
            self.refuses(made.build(), f"has schema version {version}, but must have 3")

    def test_only_constants_read_at_import_are_without_elements(self):
        none = constant(np.zeros(0, np.float32))
        self.refuses(operator("CONCATENATION", [given(FLOATS[0]), none],
            [result("float32")], "ConcatenationOptions", (2,)),
            r"tensor 'in1' has shape \(0,\); only constants")  # fmt: skip
        self.refuses(operator("NEG", [given(none.array)], [result("float32")], "", (0,)),
                     r"tensor 'in0' has shape \(0,\); only constants")  # fmt: skip
        made = network("NEG")
        made.graph.tensors[0].shape = [-1, 2]
        self.refuses(made.build(), "tensor 'in0' has shape .*; only static shapes")

    def test_sparse_tensors_take_memory_like_the_file(self):
        made = network("DENSIFY", constant(np.zeros(4, np.float32)))
        sparse = made.graph.tensors[1].sparsity = schema.SparsityParametersT()
        made.graph.operators[0].inputs = [1]
        made.graph.tensors[1].shape = [1 << 26] + [1] * 29
        sparse.traversalOrder, sparse.blockMap = list(range(30)), []
        sparse.dimMetadata = [schema.DimensionMetadataT() for _ in range(30)]
        for level in sparse.dimMetadata:
            level.format, level.denseSize = schema.DimensionType.DENSE, 1
        sparse.dimMetadata[0].denseSize = 1 << 26
        self.refuses(made.build(), "sparse tensor 'in1' has a dimension of 67108864 ")
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, 500 << 10)
        # Blocks of a dimension that does not exist, and twice of the same.
        matrix = tflite_models.replace(constant(np.eye(4, dtype=np.float32)), block=2)
        spec = Spec("DENSIFY", [matrix], [result("float32")], "DensifyOptions")
        for blocks in ([0, -1], [0, 2], [0, 0]):
            made = tflite_models.Builder()
            made.add(spec, [(4, 4)])
            made.graph.tensors[0].sparsity.blockMap = blocks
            self.refuses(made.build(), "sparse tensor 'in0' has values that do not fit")

    def test_what_the_kernel_refuses_is_refused(self):
        eight = given(np.int8([[1, 2]]), 0.05, 0)
        softmax = "SOFTMAX", [eight]
        image, size = given(np.ones((1, 2, 2, 1), np.float32)), constant(np.int32([3, 3]))
        for content, pattern in (
            (operator(*softmax, [result("int8", 0.25, -128)], "SoftmaxOptions"),
             "'SOFTMAX' .* of scale 0.25, which must be 0.00390625"),
            (operator(*softmax, [result("int8", 1 / 256, 7)], "SoftmaxOptions"),
             "'SOFTMAX' .* zero point 7, which must be -128"),
            (operator("LOGISTIC", [eight], [result("int8", 0.25, -128)]),
             "'LOGISTIC' .* of scale 0.25, which must be 0.00390625"),
            (operator("RESIZE_BILINEAR", [image, size], [result("float32")],
                      "ResizeBilinearOptions", (1, 3, 3, 1), alignCorners=True,
                      halfPixelCenters=True),
             "'RESIZE_BILINEAR' .* has both 'AlignCorners' and 'HalfPixelCenters'"),
        ):  # fmt: skip
            with self.assertRaises((RuntimeError, ValueError)):
                tflite_models.run_model(content, [np.int8([[1, 2]])], True)
            self.refuses(content, pattern)

    def test_numbers_without_a_value_are_refused(self):
        eight = given(np.int8([[1, 2]]), 3e37, 0)
        content = operator("GELU", [eight], [result("int8", 0.25, 7)], "GeluOptions")
        self.refuses(content, "'GELU' .* has scales 3.* and 0.25, too large to compute")

    def test_layers_with_odd_clips_or_no_activation_are_refused(self):
        def layer(**values):
            weights = [*[(2, 2)] * 8, None, None, None, *[(2,)] * 4, None, None]
            made = [one and constant(np.ones(one, np.float32)) for one in weights]
            inputs = [given(FLOATS), *made, variable(1, 2), variable(1, 2), *[None] * 4]
            return operator("LSTM", inputs, [result("float32")], "LSTMOptions", **values)

        tflite_to_memref(layer(fusedActivationFunction=4))
        for option, name in (("cellClip", "CellClip"), ("projClip", "ProjClip")):
            for value in (-1.0, float("nan")):
                content = layer(fusedActivationFunction=4, **{option: value})
                self.refuses(content, f"'LSTM' .* has '{name}' = {value}, which must be")
        self.refuses(layer(), "'LSTM' .* has activation NONE")


if __name__ == "__main__":
    unittest.main()
