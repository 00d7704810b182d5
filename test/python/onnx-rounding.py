# Operators of 16-bit floats are as close to the 64-bit result as ONNX's own evaluator. An operator
# rounds its result once; its inner steps have more digits.
#
# REQUIRES: venv, onnx
# UNSUPPORTED: sanitizer
# RUN: %venv_python %s

import functools
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks" / "conformance"))

import numpy as np
import onnx
from onnx import helper
from onnx.reference import ReferenceEvaluator
from onnx_nodes import import_text, in_64_bits
from suite import Case, Imported, import_case, run_all

# Operators by their number of inputs, all of one shape.
OPERATORS = {
    1: "Softmax LogSoftmax Gelu HardSwish HardSigmoid Selu Softplus Softsign Mish Swish Elu "
    "LeakyRelu ThresholdedRelu ReduceLogSumExp ReduceSumSquare ReduceL1 ReduceL2 ReduceMean "
    "LpNormalization Sigmoid Tanh Erf Exp Sin Cos Sinh Cosh Tan Asinh Atan",
    2: "Pow Div PRelu",
    4: "Sum Mean",
}
TYPES = (onnx.TensorProto.FLOAT16, onnx.TensorProto.BFLOAT16)


def make_model(operator, count, kind):
    """Returns a model of one operator."""
    names = [f"x{place}" for place in range(count)]
    inputs = [helper.make_tensor_value_info(name, kind, (5, 37)) for name in names]
    output = helper.make_tensor_value_info("y", kind, None)
    node = helper.make_node(operator, names, ["y"])
    graph = helper.make_graph([node], "g", inputs, [output])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 24)])


def make_case(operator, count, kind, generator):
    """Returns a case whose results may differ only if ours are as exact as theirs."""
    dtype = helper.tensor_dtype_to_np_dtype(kind)
    inputs = [(2 * generator.random((5, 37))).astype(dtype) for _ in range(count)]
    if operator not in ("Pow", "Div"):
        inputs = [(array - dtype.type(1)).astype(dtype) for array in inputs]
    model = make_model(operator, count, kind)
    expected = ReferenceEvaluator(model).run(
        None, {f"x{place}": array for place, array in enumerate(inputs)}
    )
    exact = in_64_bits(model, inputs, expected)
    assert exact[0].dtype == np.float64, operator
    importer = functools.partial(import_text, model, operator)
    return Case(importer, inputs, expected, 0, 0, lambda: exact)


def main():
    warnings.simplefilter("ignore")
    generator = np.random.default_rng(0)
    programs = []
    for count, names in OPERATORS.items():
        for operator in names.split():
            for kind in TYPES:
                case = make_case(operator, count, kind, generator)
                name = f"{operator} of {onnx.TensorProto.DataType.Name(kind)}"
                programs.append(import_case(case, name))
                assert isinstance(programs[-1], Imported), programs[-1]
    outcomes = list(run_all(programs))
    for outcome in outcomes:
        print(*outcome)
    assert len(outcomes) == len(programs) >= 70
    assert all(outcome == "equal" for _, outcome, _ in outcomes)


main()
