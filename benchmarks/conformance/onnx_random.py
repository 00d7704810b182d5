"""Tests operators of ONNX with random attributes, types and inputs, against onnxruntime if
that package is installed, otherwise against ONNX's reference evaluator.

Each round draws one node of each operator below, imports all nodes that are not refused, runs
them as one program and compares the results.

  .venv/bin/python benchmarks/conformance/onnx_random.py [--rounds N] [--seed N] [OPERATOR...]
"""

import argparse
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from memplace.importers import from_stablehlo, onnx_to_stablehlo
from onnx import helper, numpy_helper

from suite import Case, import_case, run_all

VERSION = 21
# The reference evaluator normalises as many channels as there are samples, and supports
# neither lengths nor directions.
WRONG_IN_REFERENCE = {"LRN", "RNN", "GRU", "LSTM"}
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


@dataclass
class Draw:
    """A node: inputs, attributes, and the inputs that are constant."""

    kind: str
    inputs: list[Any]
    """Arrays; None where an optional one is missing."""
    attributes: dict[str, Any] = field(default_factory=dict)
    constants: set[int] = field(default_factory=set)
    outputs: int = 1
    relative: float = 1e-4
    absolute: float = 1e-5


class Dice:
    """Random choices."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)

    def number(self, low: int, high: int) -> int:
        """Returns an integer from `low` to `high`."""
        return int(self.random.integers(low, high + 1))

    def numbers(self, count: int, low: int, high: int) -> list[int]:
        """Returns `count` integers."""
        return [self.number(low, high) for _ in range(count)]

    def one_of(self, *values: Any) -> Any:
        """Returns one of some values."""
        return values[self.number(0, len(values) - 1)]

    def floats(self, *shape: int, nan: float = 0.0) -> Any:
        """Returns 32-bit floats, NaN among them."""
        array = self.random.normal(size=shape).astype(np.float32)
        array[self.random.random(shape) < nan] = np.nan
        return array

    def integers(self, kind: str, *shape: int) -> Any:
        """Returns integers over the whole range of the type."""
        limits = np.iinfo(kind)
        return self.random.integers(limits.min, limits.max, shape, kind, endpoint=True)

    def some(self, attributes: Mapping[str, Any]) -> dict[str, Any]:
        """Returns each attribute, or omits the attribute for its default."""
        return {k: v for k, v in attributes.items() if self.number(0, 2)}


Maker = Callable[[Dice, str], Draw]
MAKERS: dict[str, Maker] = {}


def makes(*kinds: str) -> Callable[[Maker], Maker]:
    """Declares the operators that a function draws."""

    def add(maker: Maker) -> Maker:
        MAKERS.update(dict.fromkeys(kinds, maker))
        return maker

    return add


def windows(dice: Dice, rank: int, **more: Any) -> dict[str, Any]:
    """Returns attributes of windows."""
    found = dice.some(
        {
            "strides": dice.numbers(rank, 1, 3),
            "dilations": dice.numbers(rank, 1, 2),
            **more,
        }
    )
    if dice.number(0, 2):
        found["pads"] = dice.numbers(2 * rank, 0, 1)
    elif dice.number(0, 1):
        found["auto_pad"] = dice.one_of("SAME_UPPER", "SAME_LOWER", "VALID")
        found.pop("dilations", None)
    return found


@makes("Conv")
def conv(dice: Dice, kind: str) -> Draw:
    rank, group = dice.number(1, 2), dice.number(1, 2)
    kernel = dice.numbers(rank, 1, 3)
    x = dice.floats(2, 2 * group, *dice.numbers(rank, 6, 9))
    w = dice.floats(2 * group, 2, *kernel)
    attributes = {"group": group, **windows(dice, rank, kernel_shape=kernel)}
    return Draw(kind, [x, w, dice.one_of(None, dice.floats(2 * group))], attributes)


@makes("ConvTranspose")
def conv_transpose(dice: Dice, kind: str) -> Draw:
    rank, group = dice.number(1, 2), dice.number(1, 2)
    x = dice.floats(1, 2 * group, *dice.numbers(rank, 3, 5))
    w = dice.floats(2 * group, 2, *dice.numbers(rank, 2, 3))
    strides = dice.numbers(rank, 1, 3)
    attributes = {"group": group, "strides": strides}
    attributes |= dice.some(
        {
            "pads": dice.numbers(2 * rank, 0, 1),
            "dilations": dice.numbers(rank, 1, 2),
            "output_padding": [s - 1 for s in strides],
        }
    )
    return Draw(kind, [x, w, dice.one_of(None, dice.floats(2 * group))], attributes)


@makes("MaxPool", "AveragePool", "LpPool")
def pool(dice: Dice, kind: str) -> Draw:
    rank = dice.number(1, 2)
    kernel = dice.numbers(rank, 2, 3)
    attributes = windows(dice, rank, ceil_mode=1)
    attributes["kernel_shape"] = kernel
    x = dice.floats(2, 3, *dice.numbers(rank, 6, 9))
    outputs = 1
    if kind == "AveragePool":
        attributes |= dice.some({"count_include_pad": 1})
    if kind == "LpPool":
        attributes |= dice.some({"p": dice.number(1, 3)})
    if kind == "MaxPool":
        outputs = dice.number(1, 2)
        attributes |= dice.some({"storage_order": 1}) if outputs == 2 else {}
        if outputs == 1 and not dice.number(0, 2):
            x = dice.integers(dice.one_of("int8", "uint8"), *x.shape)
    return Draw(kind, [x], attributes, outputs=outputs)


@makes("Pad")
def pad(dice: Dice, kind: str) -> Draw:
    mode = dice.one_of("constant", "reflect", "edge", "wrap")
    x = dice.floats(4, 5)
    low = -1 if mode == "constant" else 0
    pads = np.array(dice.numbers(4, low, 2))
    value = np.float32(2.5) if mode == "constant" and dice.number(0, 1) else None
    axes = dice.one_of(None, np.array([-1, 0]))
    return Draw(kind, [x, pads, value, axes], {"mode": mode}, {1, 3})


@makes("Slice")
def slices(dice: Dice, kind: str) -> Draw:
    steps = [dice.one_of(-2, -1, 1, 2) for _ in range(2)]
    arrays = [np.array(one) for one in (dice.numbers(2, -8, 8), dice.numbers(2, -8, 8))]
    axes = np.array(dice.one_of([0, 1], [-1, 0], [1, -2]))
    return Draw(kind, [dice.floats(6, 7), *arrays, axes, np.array(steps)], {}, {1, 2, 3, 4})


@makes("Gather", "GatherElements")
def gather(dice: Dice, kind: str) -> Draw:
    axis = dice.number(-2, 1)
    size = (4, 5)[axis]
    indices = dice.random.integers(-size, size, (3, 4))
    return Draw(kind, [dice.floats(4, 5), indices], {"axis": axis})


@makes("ScatterElements")
def scatter(dice: Dice, kind: str) -> Draw:
    axis = dice.number(-2, 1)
    size = (4, 5)[axis]
    reduction = dice.one_of("none", "add", "mul", "max", "min")
    indices = dice.random.integers(-size, size, (3, 4))
    if reduction == "none":
        line = dice.random.permutation(size)[: (3, 4)[axis]] - dice.one_of(0, size)
        indices = np.broadcast_to(line[:, None] if axis in (0, -2) else line, (3, 4))
    attributes = {"axis": axis, "reduction": reduction}
    return Draw(kind, [dice.floats(4, 5), np.array(indices), dice.floats(3, 4)], attributes)


@makes("ScatterND")
def scatter_nd(dice: Dice, kind: str) -> Draw:
    reduction = dice.one_of("none", "add", "mul", "max", "min")
    indices = dice.random.permutation(4)[:3, None] - dice.one_of(0, 4)
    data = [dice.floats(4, 5), indices, dice.floats(3, 5)]
    return Draw(kind, data, {"reduction": reduction})


@makes("Resize")
def resize(dice: Dice, kind: str) -> Draw:
    mode = dice.one_of("nearest", "linear", "cubic")
    attributes = {"mode": mode}
    attributes |= dice.some(
        {
            "coordinate_transformation_mode": dice.one_of(
                "align_corners", "asymmetric", "half_pixel", "pytorch_half_pixel"
            ),
            "nearest_mode": dice.one_of(
                "floor", "ceil", "round_prefer_floor", "round_prefer_ceil"
            ),
        }
    )
    if mode != "nearest":
        attributes |= dice.some({"exclude_outside": 1, "cubic_coeff_a": -0.5})
        attributes |= dice.some({"antialias": 1})
    scales = sizes = None
    if dice.number(0, 1):
        scales = np.float32([1, 1, *dice.random.choice([0.5, 1.5, 2, 3], 2)])
    else:
        sizes = np.array([1, 2, *dice.numbers(2, 2, 9)])
    return Draw(kind, [dice.floats(1, 2, 4, 6), None, scales, sizes], attributes, {2, 3})


@makes("GridSample")
def grid_sample(dice: Dice, kind: str) -> Draw:
    attributes = dice.some(
        {
            "mode": dice.one_of("linear", "nearest", "cubic"),
            "padding_mode": dice.one_of("zeros", "border", "reflection"),
            "align_corners": 1,
        }
    )
    x, grid = dice.floats(1, 2, 4, 5), dice.floats(1, 3, 4, 2) * np.float32(1.5)
    return Draw(kind, [x, grid], attributes, relative=1e-3, absolute=1e-4)


@makes("TopK")
def top_k(dice: Dice, kind: str) -> Draw:
    axis = dice.number(-2, 1)
    x = dice.one_of(dice.floats(4, 6), dice.random.integers(-3, 3, (4, 6)))
    k = np.array([dice.number(1, 4)])
    return Draw(kind, [x, k], {"axis": axis, **dice.some({"largest": 0})}, {1}, 2)


@makes("ArgMax", "ArgMin")
def extreme(dice: Dice, kind: str) -> Draw:
    x = dice.one_of(dice.floats(4, 6), dice.random.integers(-3, 3, (4, 6)).astype(np.int32))
    attributes = {"axis": dice.number(-2, 1)}
    attributes |= dice.some({"keepdims": 0, "select_last_index": 1})
    return Draw(kind, [x], attributes)


@makes(*(f"Reduce{one}" for one in "Sum Mean Max Min Prod L1 L2 SumSquare LogSum LogSumExp".split()))
def reduction(dice: Dice, kind: str) -> Draw:
    x = dice.floats(2, 3, 4)
    if kind == "ReduceLogSum":
        x = np.abs(x)
    elif kind in ("ReduceSum", "ReduceMax", "ReduceMin") and dice.number(0, 1):
        x = dice.random.integers(-99, 99, x.shape).astype(dice.one_of("int32", "int64"))
    axes = dice.one_of(None, np.array([-1]), np.array([0, 2]), np.zeros(0, np.int64))
    attributes = dice.some({"keepdims": 0, "noop_with_empty_axes": dice.number(0, 1)})
    return Draw(kind, [x, axes], attributes, {1})


@makes("CumSum")
def cumulate(dice: Dice, kind: str) -> Draw:
    axis = np.array(dice.number(-2, 1))
    attributes = dice.some({"exclusive": 1, "reverse": 1})
    return Draw(kind, [dice.floats(4, 5), axis], attributes, {1})


@makes("Softmax", "LogSoftmax", "Hardmax")
def softmax(dice: Dice, kind: str) -> Draw:
    return Draw(kind, [dice.floats(2, 3, 4)], dice.some({"axis": dice.number(-3, 2)}))


@makes("LRN")
def lrn(dice: Dice, kind: str) -> Draw:
    attributes = dice.some({"alpha": 0.5, "beta": 0.5, "bias": 2.0})
    attributes["size"] = dice.one_of(1, 3, 5)
    return Draw(kind, [dice.floats(2, 5, 3, 3)], attributes)


@makes("LayerNormalization")
def layer_norm(dice: Dice, kind: str) -> Draw:
    axis = dice.number(1, 2)
    shape = (2, 3, 4)[axis:]
    bias = dice.one_of(None, dice.floats(*shape))
    attributes = {"axis": axis, **dice.some({"epsilon": 0.01})}
    return Draw(kind, [dice.floats(2, 3, 4), dice.floats(*shape), bias], attributes)


@makes("InstanceNormalization", "GroupNormalization")
def instance_norm(dice: Dice, kind: str) -> Draw:
    attributes = dice.some({"epsilon": 0.01})
    if kind == "GroupNormalization":
        attributes["num_groups"] = 2
    return Draw(kind, [dice.floats(2, 4, 5), dice.floats(4), dice.floats(4)], attributes)


@makes("Gemm")
def gemm(dice: Dice, kind: str) -> Draw:
    a, b = dice.number(0, 1), dice.number(0, 1)
    x = dice.floats(*((3, 4) if not a else (4, 3)))
    y = dice.floats(*((4, 5) if not b else (5, 4)))
    c = dice.one_of(None, dice.floats(5), dice.floats(3, 1), dice.floats(3, 5))
    attributes = {"transA": a, "transB": b, **dice.some({"alpha": 0.5, "beta": 2.0})}
    return Draw(kind, [x, y, c], attributes)


@makes("MatMul")
def matmul(dice: Dice, kind: str) -> Draw:
    shapes = dice.one_of(((3, 4), (4, 5)), ((2, 3, 4), (4, 5)), ((4,), (2, 4, 5)), ((4,), (4,)))
    return Draw(kind, [dice.floats(*shape) for shape in shapes])


@makes("QLinearConv")
def conv_quantized(dice: Dice, kind: str) -> Draw:
    x_kind = dice.one_of("int8", "uint8")
    scale = np.float32(0.02)
    per_channel = dice.number(0, 1) and x_kind == "uint8"
    w_kind = x_kind if not per_channel else "int8"
    w_scale = np.float32([0.01, 0.03, 0.02]) if per_channel else np.float32(0.01)
    w_zero = np.zeros(3, w_kind) if per_channel else dice.integers(w_kind)
    arrays = [
        dice.integers(x_kind, 1, 2, 5, 5), scale, dice.integers(x_kind),
        dice.integers(w_kind, 3, 2, 3, 3) // 2, w_scale, w_zero,
        np.float32(0.5), dice.integers(x_kind),
        dice.one_of(None, dice.random.integers(-999, 999, 3).astype(np.int32)),
    ]  # fmt: skip
    return Draw(kind, arrays, windows(dice, 2))


@makes("MatMulInteger")
def matmul_integer(dice: Dice, kind: str) -> Draw:
    # Half of the range: onnxruntime's products of uint8 and int8 saturate on some CPUs.
    a, b = dice.one_of(("uint8", "int8"), ("uint8", "uint8"), ("int8", "int8"))
    zeros = [dice.one_of(None, dice.integers(one)) for one in (a, b)]
    return Draw(kind, [dice.integers(a, 3, 4), dice.integers(b, 4, 5) // 2, *zeros])


@makes("QuantizeLinear", "DequantizeLinear")
def quantize(dice: Dice, kind: str) -> Draw:
    number = dice.one_of("int8", "uint8", "int16", "uint16")
    axis = dice.number(-2, 1)
    size = (3, 4)[axis]
    scale = dice.one_of(np.float32(0.1), np.abs(dice.floats(size)) + np.float32(0.1))
    zero = dice.one_of(None, dice.integers(number, *scale.shape))
    if zero is None:
        number = "uint8"
    x = dice.floats(3, 4) * 9 if kind == "QuantizeLinear" else dice.integers(number, 3, 4)
    return Draw(kind, [x, scale, zero], {"axis": axis})


@makes("RNN", "GRU", "LSTM")
def recurrent(dice: Dice, kind: str) -> Draw:
    gates = {"RNN": 1, "GRU": 3, "LSTM": 4}[kind]
    direction = dice.one_of("forward", "reverse", "bidirectional")
    n = 2 if direction == "bidirectional" else 1
    time, batch, inputs, size = 4, 2, 3, 2
    arrays = [
        dice.floats(time, batch, inputs), dice.floats(n, gates * size, inputs),
        dice.floats(n, gates * size, size), dice.floats(n, 2 * gates * size),
        np.array(dice.numbers(batch, 1, time), np.int32), dice.floats(n, batch, size),
    ]  # fmt: skip
    if kind == "LSTM":
        arrays += [dice.floats(n, batch, size), dice.floats(n, 3 * size)]
    for place in range(3, len(arrays)):
        if not dice.number(0, 2):
            arrays[place] = None
    attributes = {"direction": direction, "hidden_size": size}
    attributes |= dice.some({"clip": 0.5})
    if kind == "GRU":
        attributes |= dice.some({"linear_before_reset": 1})
    if kind == "LSTM":
        attributes |= dice.some({"input_forget": 1}) if arrays[-1] is None else {}
    if dice.number(0, 1):
        count = {"RNN": 1, "GRU": 2, "LSTM": 3}[kind] * n
        choices = ("Relu", "Tanh", "Sigmoid", "Softsign", "Softplus", "HardSigmoid")
        attributes["activations"] = [dice.one_of(*choices) for _ in range(count)]
    return Draw(kind, arrays, attributes, outputs=3 if kind == "LSTM" else 2)


@makes("Div", "Mod", "Pow", "Max", "Min", "Less", "Greater", "Equal", "BitShift")
def two(dice: Dice, kind: str) -> Draw:
    number = dice.one_of(*INTEGERS)
    attributes = {}
    if kind == "BitShift":
        number = dice.one_of("uint8", "uint32", "uint64")
        y = dice.random.integers(0, 8, (3, 4)).astype(number)
        attributes["direction"] = dice.one_of("LEFT", "RIGHT")
        return Draw(kind, [dice.integers(number, 3, 4), y], attributes)
    if kind == "Pow":
        number = dice.one_of("int32", "int64")
        y = dice.random.integers(0, 4, (4,)).astype(number)
        return Draw(kind, [dice.random.integers(-9, 9, (3, 4)).astype(number), y])
    if kind == "Mod":
        attributes = dice.some({"fmod": 1})
    if dice.number(0, 1) and kind not in ("Mod", "BitShift"):
        return Draw(kind, [dice.floats(3, 4, nan=0.2), dice.floats(4, nan=0.2)])
    x, y = dice.integers(number, 3, 4), dice.integers(number, 4)
    # -128 / -1 has no result in 8 bits.
    y = np.where((y == 0) | (y == np.array(-1).astype(number)), np.array(3, number), y)
    return Draw(kind, [x, y], attributes)


@makes("Clip")
def clip(dice: Dice, kind: str) -> Draw:
    bounds = [dice.one_of(None, np.float32(-0.5)), dice.one_of(None, np.float32(0.5))]
    return Draw(kind, [dice.floats(3, 4, nan=0.2), *bounds])


@makes("Trilu")
def triangle(dice: Dice, kind: str) -> Draw:
    k = dice.one_of(None, np.array(dice.number(-4, 4)))
    return Draw(kind, [dice.floats(2, 3, 4), k], dice.some({"upper": 0}), {1})


@makes("DepthToSpace", "SpaceToDepth")
def blocks(dice: Dice, kind: str) -> Draw:
    attributes = {"blocksize": 2}
    if kind == "DepthToSpace":
        attributes |= dice.some({"mode": dice.one_of("CRD", "DCR")})
    return Draw(kind, [dice.floats(2, 4, 4, 6)], attributes)


@makes("OneHot")
def one_hot(dice: Dice, kind: str) -> Draw:
    indices = dice.random.integers(-5, 5, (3, 2))
    arrays = [indices, np.array(5), np.float32([-1, 3])]
    return Draw(kind, arrays, dice.some({"axis": dice.number(-3, 2)}), {1})


@makes("Elu", "Selu", "Celu", "LeakyRelu", "HardSigmoid", "ThresholdedRelu", "Shrink", "Gelu")
def activation(dice: Dice, kind: str) -> Draw:
    choices: dict[str, dict[str, Any]] = {
        "Selu": {"alpha": 1.5, "gamma": 2.0},
        "HardSigmoid": {"alpha": 0.3, "beta": 0.4},
        "Shrink": {"bias": 0.5, "lambd": 0.7},
        "Gelu": {"approximate": "tanh"},
    }
    return Draw(kind, [dice.floats(3, 4)], dice.some(choices.get(kind, {"alpha": 0.7})))


@makes("RoiAlign")
def roi_align(dice: Dice, kind: str) -> Draw:
    corners = dice.random.random((3, 2)) * 4
    rois = np.concatenate([corners, corners + 1 + dice.random.random((3, 2)) * 4], 1)
    attributes = dice.some({"mode": "max", "spatial_scale": 0.5, "output_height": 2,
                            "output_width": 3,
                            "coordinate_transformation_mode": "output_half_pixel"})  # fmt: skip
    attributes["sampling_ratio"] = dice.number(1, 3)
    arrays = [dice.floats(2, 2, 8, 8), rois.astype(np.float32), np.array([0, 1, 0])]
    return Draw(kind, arrays, attributes)


def add_node(graph: Any, draw: Draw, label: str, feeds: dict[str, Any]) -> None:
    """Adds a node with inputs and outputs of its own to a graph."""
    names = []
    for place, array in enumerate(draw.inputs):
        if array is None:
            names.append("")
            continue
        array = np.asarray(array)
        name = f"{label}.{place}"
        names.append(name)
        if place in draw.constants:
            graph.initializer.append(numpy_helper.from_array(array, name))
        else:
            code = helper.np_dtype_to_tensor_dtype(array.dtype)
            graph.input.append(helper.make_tensor_value_info(name, code, array.shape))
            feeds[name] = array
    while names and not names[-1]:
        names.pop()
    outputs = [f"{label}.out{number}" for number in range(draw.outputs)]
    graph.node.append(helper.make_node(draw.kind, names, outputs, label, **draw.attributes))
    graph.output.extend(onnx.ValueInfoProto(name=one) for one in outputs)


def new_model() -> Any:
    """Returns a model without nodes."""
    graph = helper.make_graph([], "net", [], [])
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", VERSION)], ir_version=10
    )


def expected_of(model: Any, feeds: Mapping[str, Any]) -> list[Any] | None:
    """Returns the results of another implementation; None if the model is refused."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import onnxruntime

            onnxruntime.set_default_logger_severity(4)
            session = onnxruntime.InferenceSession(
                onnx.shape_inference.infer_shapes(model).SerializeToString(),
                providers=["CPUExecutionProvider"],
            )
            return list(session.run(None, dict(feeds)))
        except ImportError:
            if {node.op_type for node in model.graph.node} & WRONG_IN_REFERENCE:
                return None
            from onnx.reference import ReferenceEvaluator

            try:
                return list(ReferenceEvaluator(model).run(None, dict(feeds)))
            except Exception:
                return None
        except Exception:
            return None


def case_of(draw: Draw) -> Case | None:
    """Returns the case of a node; None if no implementation can compare."""
    model, feeds = new_model(), {}
    add_node(model.graph, draw, "node", feeds)
    expected = expected_of(model, feeds)
    if expected is None:
        return None

    def importer() -> tuple[str, Mapping[str, Any]]:
        text, weights = onnx_to_stablehlo(model.SerializeToString(), draw.kind)
        return from_stablehlo(text, draw.kind), weights

    return Case(importer, list(feeds.values()), expected, draw.relative, draw.absolute)


def run_round(seed: int, kinds: list[str]) -> tuple[int, int, list[str]]:
    """Draws, imports and compares; returns the numbers of compared and refused nodes,
    and the differences."""
    programs, refused = [], 0
    problems: list[str] = []
    for kind in kinds:
        draw = MAKERS[kind](Dice(seed * 1000 + list(MAKERS).index(kind)), kind)
        shapes = [None if one is None else one.shape for one in draw.inputs]
        name = f"{kind} {draw.attributes} {shapes}"
        case = case_of(draw)
        if case is None:
            continue
        imported = import_case(case, name)
        if isinstance(imported, tuple):
            refused += 1
            problems.append(f"{imported[0]} {name}: {imported[1]}")
        else:
            programs.append(imported)
    for name, outcome, detail in run_all(programs):
        if outcome != "equal":
            problems.append(f"{outcome} {name}: {detail}")
    return len(programs), refused, problems


def run(argv: list[str]) -> int:
    """Runs rounds; returns 1 if a result differs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("operators", nargs="*")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(argv)
    kinds = options.operators or list(MAKERS)
    compared = refused = wrong = 0
    for seed in range(options.seed, options.seed + options.rounds):
        count, others, problems = run_round(seed, kinds)
        compared, refused = compared + count, refused + others
        wrong += sum(not problem.startswith("refused") for problem in problems)
        print("\n".join([f"round {seed}", *problems]), flush=True)
    print(f"{compared} nodes compared, {refused} nodes refused, {wrong} wrong")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
