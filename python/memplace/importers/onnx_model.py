"""ONNX files to linalg text, by torch-mlir as it is in IREE's compiler.

Weights become arguments with the file's names, behind the inputs; their values are
handed out beside the text.
"""

import os
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from memplace.errors import MemplaceError, MissingPartError
from memplace.importers.torch_passes import ONNX, Job, Outcome, lower_apart

WAY_OUT = "install the extra: pip install './python[onnx]'"
# Operators whose operands behind the first are read while lowering, if they are constants.
SETTLED = "Clip DequantizeLinear Pad QuantizeLinear Range Resize Upsample".split()
# The versions whose operators torch-mlir knows. It does not look at what later ones added.
OPERATORS_FROM, OPERATORS_TO = 17, 23
Shapes = Mapping[str, Sequence[int]]


class Packages:
    """ONNX and what imports it."""

    def __init__(self) -> None:
        try:
            import onnx
            import onnx.version_converter
            from iree.compiler import ir
            from iree.compiler.extras import onnx_importer
        except (ImportError, OSError) as error:  # The latter for missing libraries.
            raise MissingPartError(
                f"reading ONNX needs onnx and iree-base-compiler ({error}); {WAY_OUT}"
            ) from error
        self.onnx = onnx
        self.ir = ir
        self.importer = onnx_importer


def onnx_to_linalg(
    content: bytes,
    name: str = "<onnx>",
    shapes: Shapes | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> tuple[str, dict[str, Any]]:
    """Returns the graph of an ONNX file as linalg text, and its weights by name, which
    are the arguments behind the inputs.

    `name` is what diagnostics call the file; `shapes` has those of inputs that the file
    leaves open; `folder` is where the file's external data is. Raises MissingPartError
    if a package is missing, and MemplaceError if the file is damaged, a shape is open
    or contradicts the file's, a weight is NaN, or an operator has no lowering.
    """
    packages = Packages()
    model = load(content, name, folder, packages)
    try:
        set_shapes(model.graph, shapes or {}, name)
        # Without weights a model may be converted that is too large for it with them.
        weights = take_weights(model.graph, name, packages)
        model = in_known_version(model, name, packages)
    except (ValueError, TypeError, IndexError, KeyError) as error:  # Of odd names, too.
        raise damaged(name, error) from error
    text = to_torch_dialect(model, name, packages)
    graph = model.graph
    inputs = [value.name for value in graph.input]
    job = Job(text, inputs, [value.name for value in graph.output])
    (outcome,) = lower_apart([job], name, ONNX)
    if not outcome.text:
        raise MemplaceError(explain(outcome, graph, name))
    if re.search(r'tensor<[^>"]*\?', outcome.text):
        raise MemplaceError(
            f"{name} has tensors whose sizes depend on numbers; only static shapes can "
            "be placed"
        )
    return outcome.text, weights


def damaged(name: str, error: Exception) -> MemplaceError:
    """The error that says so of a file."""
    lines = str(error).splitlines() or [type(error).__name__]
    return MemplaceError(
        f"{name} is no ONNX file, or is cut short or damaged: {lines[0]}"
    )


def explain(outcome: Outcome, graph: Any, name: str) -> str:
    """What there is no lowering for."""
    if not outcome.error:
        kinds = ", ".join(sorted({node.op_type for node in graph.node}))
        return (
            f"{name}: torch-mlir crashes by signal {outcome.signal} at one of the "
            f"operators {kinds}"
        )
    match = re.search(r'name = "onnx\.\.?([\w.]+)"', outcome.error)
    if not match:
        return outcome.error
    kind = match[1].rpartition(".")[2]
    nodes = [node.name for node in graph.node if node.op_type == kind]
    named = f", the first is '{nodes[0]}'" if nodes and nodes[0] else ""
    return (
        f"{name}: torch-mlir has no lowering of operator '{kind}', as it is here "
        f"({len(nodes)} of {len(graph.node)} nodes{named}); express it in others"
    )


def load(
    content: bytes,
    name: str,
    folder: str | os.PathLike[str] | None,
    packages: Packages,
) -> Any:
    """Returns the model, with all of its data."""
    onnx = packages.onnx
    try:
        model = onnx.load_model_from_string(content)
        if not model.graph.node:
            raise ValueError("it has no operators")
        if any(
            map(onnx.external_data_helper.uses_external_data, model.graph.initializer)
        ):
            if folder is None:
                raise ValueError("its data is in another file")
            onnx.external_data_helper.load_external_data_for_model(model, str(folder))
    except Exception as error:  # Of protobuf, of files, and of the package's own.
        raise damaged(name, error) from error
    return model


def set_shapes(graph: Any, shapes: Shapes, name: str) -> None:
    """Gives the graph's inputs these shapes, and forgets what the file says that other
    tensors have, which may be open."""
    constants = {tensor.name for tensor in graph.initializer}
    inputs = {value.name: value for value in graph.input if value.name not in constants}
    if unknown := set(shapes) - set(inputs):
        raise MemplaceError(
            f"{name} has no input '{min(unknown)}'; it has {', '.join(inputs)}"
        )
    for label, value in inputs.items():
        set_shape(value, shapes.get(label), name)
    del graph.value_info[:]
    for value in graph.output:
        value.type.tensor_type.ClearField("shape")


def set_shape(value: Any, given: Sequence[int] | None, name: str) -> None:
    """Gives an input a shape, or sees that it has one."""
    if (kind := value.type.WhichOneof("value")) != "tensor_type":
        raise MemplaceError(
            f"{name}: input '{value.name}' is a {kind}; only tensors are read"
        )
    if not value.type.tensor_type.HasField("shape"):
        if given is None:
            raise MemplaceError(
                f"{name}: the shape of input '{value.name}' isn't known: say which, as "
                f"in --shape {value.name}=1x3x224x224"
            )
        for _ in given:
            value.type.tensor_type.shape.dim.add()
    dims = value.type.tensor_type.shape.dim
    known = [dim.dim_value if dim.dim_value > 0 else None for dim in dims]
    words = "x".join(str(dim.dim_value or dim.dim_param or "?") for dim in dims)
    if given is None:
        if None in known:
            example = "x".join(str(size or 1) for size in known)
            raise MemplaceError(
                f"{name}: input '{value.name}' is {words}, of which not all sizes are "
                f"known; only static shapes can be placed: say which, as in --shape "
                f"{value.name}={example}"
            )
        return
    fits = all(size in (None, wanted) for size, wanted in zip(known, given))
    if len(given) != len(known) or not fits:
        raise MemplaceError(
            f"{name}: input '{value.name}' is {words}, which "
            f"{'x'.join(map(str, given))} is none of"
        )
    for dim, size in zip(dims, given):
        dim.Clear()
        dim.dim_value = size


def in_known_version(model: Any, name: str, packages: Packages) -> Any:
    """Returns the model in operators of a version that torch-mlir knows. An early one
    that can't be converted stays as it is: what has no lowering is found out later."""
    version = max(
        (one.version for one in model.opset_import if one.domain in ("", "ai.onnx")),
        default=OPERATORS_TO,
    )
    wanted = max(OPERATORS_FROM, min(version, OPERATORS_TO))
    if version == wanted:
        return model
    try:
        return packages.onnx.version_converter.convert_version(model, wanted)
    except Exception as error:  # It raises what it likes for what it doesn't know.
        if version < wanted:
            return model
        raise MemplaceError(
            f"{name} has operators of version {version}; those up to {OPERATORS_TO} are "
            f"read, and onnx can't convert it: {str(error).strip()[:300]}"
        ) from error


def take_weights(graph: Any, name: str, packages: Packages) -> dict[str, Any]:
    """Makes constants that are data inputs of the graph; returns their values by name."""
    onnx = packages.onnx
    nodes = []
    for node in graph.node:
        value = next((item for item in node.attribute if item.name == "value"), None)
        if node.op_type == "Constant" and value is not None:
            tensor = onnx.TensorProto()
            tensor.CopyFrom(value.t)
            tensor.name = node.output[0]
            graph.initializer.append(tensor)
        else:
            nodes.append(node)
    used, settings = names_read(nodes)
    kept, weights = [], {}
    for tensor in graph.initializer:
        array = to_numpy(tensor, name, packages)
        # Other integers say shapes and axes.
        is_data = array.dtype.kind not in "iub" or array.dtype.itemsize == 1
        if array.size < 2 or not is_data or tensor.name in settings:
            kept.append(tensor)
        elif tensor.name in used:
            weights[tensor.name] = array
    # Early files have all constants among the inputs, too.
    inputs = [
        value
        for value in graph.input
        if value.name not in {tensor.name for tensor in graph.initializer}
    ]
    types = {tensor.name: tensor.data_type for tensor in graph.initializer}
    inputs += [
        onnx.helper.make_tensor_value_info(label, types[label], array.shape)
        for label, array in weights.items()
    ]
    for field, values in (("node", nodes), ("initializer", kept), ("input", inputs)):
        copies = list(values)
        graph.ClearField(field)
        getattr(graph, field).extend(copies)
    return weights


def names_read(nodes: Iterable[Any]) -> tuple[set[str], set[str]]:
    """Returns the names of what operators read, those in branches and loops, too, and of
    that what SETTLED tells of."""
    used: set[str] = set()
    settings: set[str] = set()
    for node in nodes:
        used |= set(node.input)
        if node.op_type in SETTLED:
            settings |= set(node.input[1:])
        for attribute in node.attribute:
            for graph in (attribute.g, *attribute.graphs):
                inner = names_read(graph.node)
                used |= inner[0] | {value.name for value in graph.output}
                settings |= inner[1]
    return used, settings


def to_numpy(tensor: Any, name: str, packages: Packages) -> Any:
    """Returns a constant's numbers. Raises MemplaceError if they are damaged or NaN."""
    import numpy as np

    try:
        array = packages.onnx.numpy_helper.to_array(tensor)
    except Exception as error:  # Of types, and of sizes other than the shape's.
        raise MemplaceError(
            f"{name}: constant '{tensor.name}' is damaged: {error}"
        ) from error
    if array.dtype.kind == "f" and (wrong := int(np.isnan(array).sum())):
        raise MemplaceError(f"{name}: '{tensor.name}' has {wrong} numbers that are NaN")
    return array


def to_torch_dialect(model: Any, name: str, packages: Packages) -> str:
    """Returns the model as text in torch-mlir's dialect."""
    importer = packages.importer
    model.graph.name = "main"
    try:
        model = packages.onnx.shape_inference.infer_shapes(model, data_prop=True)
        reject_wrong(model.graph, name)
        context = packages.ir.Context()
        info = importer.ModelInfo(model)
        module = info.create_module(context)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # What matters of them are errors later.
            importer.NodeImporter.define_function(
                info.main_graph, module.operation
            ).import_all()
    except MemplaceError:
        raise
    except Exception as error:  # It raises what it likes for what it doesn't know.
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise MemplaceError(
            f"{name}: torch-mlir can't import the graph: {lines[0][:300]}"
        ) from error
    return str(module.operation.get_asm(enable_debug_info=True))


def reject_wrong(graph: Any, name: str) -> None:
    """Raises MemplaceError if there are operators that torch-mlir lowers to something
    else, as ONNX's own tests of operators have shown."""
    ranks = {
        value.name: len(value.type.tensor_type.shape.dim)
        for value in (*graph.input, *graph.value_info)
    }
    for node in graph.node:
        if node.op_type == "QLinearMatMul" and ranks.get(node.input[0]) != 2:
            raise MemplaceError(
                f"{name}: operator 'QLinearMatMul' ('{node.output[0]}') is read of "
                "matrices only, not of several; express it in QuantizeLinear, "
                "DequantizeLinear and MatMul"
            )


def parse_shape(text: str) -> tuple[str, tuple[int, ...]]:
    """Returns name and sizes of "NAME=1x3x224x224"; raises MemplaceError if it is
    none."""
    label, equals, sizes = text.rpartition("=")
    numbers = sizes.split("x")
    if not equals or not label or not all(n.isdecimal() and int(n) for n in numbers):
        raise MemplaceError(
            f"--shape must be NAME=SIZExSIZE..., as in image=1x3x224x224, got '{text}'"
        )
    return label, tuple(map(int, numbers))


def folder_of(path: str) -> Path | None:
    """Returns where a file's external data is; None for standard input."""
    return None if path == "-" else Path(path).resolve().parent
