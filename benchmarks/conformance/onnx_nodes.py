"""Runs every node test of the onnx package through memplace-import and compares the results.

Model, inputs, expected results and tolerance come from the test. Inputs are arguments of the
imported program. If the importer requires a constant input, all inputs of at most one
dimension become constants with the test's data: in real models, too, shapes, axes, limits
and counts are constants.

  .venv/bin/python benchmarks/conformance/onnx_nodes.py --output=onnx.jsonl
"""

import functools
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from memplace.errors import MemplaceError
from memplace.importers import from_stablehlo, onnx_to_stablehlo

from suite import Case, main


def is_tensor(value: Any) -> bool:
    """Returns True if a test's value is a tensor, rather than a sequence or None."""
    return isinstance(value, (np.ndarray, np.generic))


def as_array(value: Any) -> Any:
    """Returns a tensor in ONNX's own form as an array."""
    if isinstance(value, onnx.TensorProto):
        return onnx.numpy_helper.to_array(value)
    return value


def prepared(
    model: Any, arrays: Sequence[Any], is_constant: Callable[[Any], bool]
) -> tuple[Any, list[Any]]:
    """Returns the model with the shapes of its inputs and some inputs as constants, and
    the arrays of the other inputs."""
    made = onnx.ModelProto()
    made.CopyFrom(model)
    arguments = []
    for value, array in zip(list(made.graph.input), arrays):
        if not is_tensor(array):
            arguments.append(array)
        elif is_constant(np.asarray(array)):
            tensor = onnx.numpy_helper.from_array(np.asarray(array), value.name)
            made.graph.initializer.append(tensor)
            made.graph.input.remove(value)
        else:
            del value.type.tensor_type.shape.dim[:]
            for size in np.shape(array):
                value.type.tensor_type.shape.dim.add().dim_value = size
            arguments.append(array)
    return made, arguments


def import_text(made: Any, name: str) -> tuple[str, Mapping[str, Any]]:
    """Returns a model in memref form, and its weights."""
    text, weights = onnx_to_stablehlo(made.SerializeToString(), name)
    return from_stablehlo(text, name), weights


def refuse(error: MemplaceError) -> tuple[str, Mapping[str, Any]]:
    """Raises the error of the importer."""
    raise error


def in_64_bits(model: Any, inputs: Sequence[Any], expected: Sequence[Any]) -> Any:
    """Returns the results of ONNX's reference evaluator on the inputs in 64 bits, or the
    expected results if the evaluator fails."""
    from onnx.reference import ReferenceEvaluator

    given = zip(model.graph.input, inputs)
    wide = {value.name: wide_float(array) for value, array in given}
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    widen_graph(copy.graph)
    try:
        return ReferenceEvaluator(copy).run(None, wide)
    except Exception:  # Unsupported cases raise any exception.
        return expected


NARROW = (onnx.TensorProto.FLOAT, onnx.TensorProto.FLOAT16, onnx.TensorProto.BFLOAT16)
TYPES = ("to", "dtype", "output_datatype", "stash_type", "softmax_precision")
"""Names of attributes that are types of floats."""


def widen_graph(graph: Any) -> None:
    """Makes the constants of a graph, and what its operators convert to, 64 bits wide."""
    for tensor in graph.initializer:
        widen_tensor(tensor)
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.name in ("value_float", "value_floats"):
                value = np.float64(onnx.helper.get_attribute_value(attribute))
                tensor = onnx.numpy_helper.from_array(np.asarray(value))
                attribute.CopyFrom(onnx.helper.make_attribute("value", tensor))
            if attribute.type == onnx.AttributeProto.TENSOR:
                widen_tensor(attribute.t)
            if attribute.type == onnx.AttributeProto.GRAPH:
                widen_graph(attribute.g)
            if attribute.name in TYPES and attribute.i in NARROW:
                attribute.i = onnx.TensorProto.DOUBLE
        if node.op_type == "ConstantOfShape" and not node.attribute:
            tensor = onnx.numpy_helper.from_array(np.zeros(1))
            node.attribute.append(onnx.helper.make_attribute("value", tensor))


def widen_tensor(tensor: Any) -> None:
    """Makes a constant of floats 64 bits wide."""
    if tensor.data_type in NARROW:
        array = onnx.numpy_helper.to_array(tensor).astype(np.float64)
        tensor.CopyFrom(onnx.numpy_helper.from_array(array, tensor.name))


def wide_float(array: Any) -> Any:
    """Returns floats in 64 bits, other arrays unchanged."""
    if is_tensor(array) and array.dtype.kind not in "iubSUO":
        return np.asarray(array).astype(np.float64)
    return array


class OnnxNodes:
    """The node tests of the onnx package, by name."""

    def __init__(self) -> None:
        from onnx.backend.test.case.node import collect_testcases

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.cases = {case.name: case for case in collect_testcases(None)}

    def names(self) -> list[str]:
        """Returns the tests' names, in the package's order."""
        return list(self.cases)

    def load(self, name: str) -> Case:
        """Imports a test, with all inputs as arguments if possible."""
        test = self.cases[name]
        inputs, expected = [list(map(as_array, part)) for part in test.data_sets[0]]
        rules: list[Callable[[Any], bool]] = [
            lambda array: False,
            lambda array: array.ndim < 2,
        ]
        result: Callable[[], tuple[str, Mapping[str, Any]]]
        for is_constant in rules:
            made, arguments = prepared(test.model, inputs, is_constant)
            try:
                imported = import_text(made, name)
                result = functools.partial(lambda pair: pair, imported)
                break
            except MemplaceError as error:
                result = functools.partial(refuse, error)
                if "must be a constant" not in str(error):
                    break
        exact = functools.partial(in_64_bits, test.model, inputs, expected)
        return Case(result, arguments, expected, test.rtol, test.atol, exact)


if __name__ == "__main__":
    sys.exit(main(OnnxNodes))
