"""Converts ONNX files to StableHLO text, by tracing each operator as a JAX function.

Weights become arguments after the inputs, under the file's names. The values of the
weights are returned beside the text.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from memplace.errors import MemplaceError, MissingPartError
from memplace.extras import install_command

INSTALL_HINT = f"install the extra: {install_command('onnx')}"
# Opset version to which files of earlier versions are converted.
CONVERTED_TO = 17
Shapes = Mapping[str, Sequence[int]]


class Packages:
    """The packages onnx and jax, loaded on demand."""

    def __init__(self) -> None:
        try:
            import jax
            import onnx
            import onnx.version_converter
        except (ImportError, OSError) as error:  # OSError: missing shared libraries.
            raise MissingPartError(
                f"reading ONNX needs onnx and jax ({error}); {INSTALL_HINT}"
            ) from error
        self.onnx = onnx
        self.jax = jax


def onnx_to_stablehlo(
    content: bytes,
    name: str = "<onnx>",
    shapes: Shapes | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> tuple[str, dict[str, Any]]:
    """Converts the graph of an ONNX file to StableHLO text.

    Returns the text and the weights by name. Weights are the arguments after the
    inputs. `name` names the file in diagnostics. `shapes` gives the shapes of inputs
    that the file leaves open. `folder` is the folder of the file's external data.
    Raises MissingPartError if a package is missing. Raises MemplaceError if the file is
    damaged, if a shape is open or contradicts the file, if a weight is NaN, or if an
    operator is not supported.
    """
    packages = Packages()
    model = load(content, name, folder, packages)
    try:
        set_shapes(model.graph, shapes or {}, name)
        # Without weights: onnx cannot convert models above its size limit.
        weights = take_weights(model.graph, name, packages)
        model = in_known_version(model, name, packages, weights)
        return Program(model, name, weights, packages).lower()
    except (ValueError, TypeError, IndexError, KeyError) as error:  # Also odd names.
        raise damaged(name, error) from error


def damaged(name: str, error: Exception) -> MemplaceError:
    """Returns the error for a damaged file."""
    lines = str(error).splitlines() or [type(error).__name__]
    return MemplaceError(
        f"{name} is not an ONNX file, or is cut short or damaged: {lines[0]}"
    )


def load(
    content: bytes,
    name: str,
    folder: str | os.PathLike[str] | None,
    packages: Packages,
) -> Any:
    """Returns the model with all of its data, external data included."""
    onnx = packages.onnx
    try:
        model = onnx.load_model_from_string(content)
        if not model.graph.node:
            raise ValueError("it has no operators")
        graph = model.graph
        for part in (*graph.input, *graph.output, *graph.initializer):
            if "\0" in part.name:
                raise ValueError(f"the name {part.name!r} holds a NUL")
        if any(
            map(onnx.external_data_helper.uses_external_data, model.graph.initializer)
        ):
            if folder is None:
                raise ValueError("its data is in another file")
            check_data_files(model.graph.initializer, Path(folder))
            onnx.external_data_helper.load_external_data_for_model(model, str(folder))
    except Exception as error:  # Of protobuf, of files, and of onnx itself.
        raise damaged(name, error) from error
    return model


def check_data_files(tensors: Iterable[Any], folder: Path) -> None:
    """Raises ValueError if external data is not in a regular file.

    Reading a device, for example, may never end.
    """
    for tensor in tensors:
        for entry in tensor.external_data:
            path = folder / entry.value
            if entry.key == "location" and path.exists() and not path.is_file():
                raise ValueError(f"its data is in '{entry.value}', which is not a file")


def set_shapes(graph: Any, shapes: Shapes, name: str) -> None:
    """Sets the shapes of the graph's inputs, and clears all other shapes.

    Shapes of other tensors in the file may be open.
    """
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


def known_sizes(dims: Any) -> list[int | None]:
    """Returns the sizes of a shape; None for an open size, which some exporters write as
    -1."""
    return [
        dim.dim_value if dim.HasField("dim_value") and dim.dim_value >= 0 else None
        for dim in dims
    ]


def words_of(dims: Any) -> str:
    """Returns a shape as text, with the names of open sizes."""
    return "x".join(
        (dim.dim_param or "?") if size is None else str(size)
        for dim, size in zip(dims, known_sizes(dims))
    )


def expect_known(label: str, dims: Any, name: str) -> None:
    """Raises MemplaceError if a size of the input `label` is open."""
    known = known_sizes(dims)
    if None in known:
        example = "x".join(str(1 if size is None else size) for size in known)
        raise MemplaceError(
            f"{name}: input '{label}' is {words_of(dims)}, with unknown sizes; only "
            f"static shapes can be placed: give the sizes, e.g. --shape {label}={example}"
        )


def set_shape(value: Any, given: Sequence[int] | None, name: str) -> None:
    """Sets the shape of an input, or checks that the file's shape is complete."""
    if (kind := value.type.WhichOneof("value")) != "tensor_type":
        raise MemplaceError(
            f"{name}: input '{value.name}' is a {kind}; only tensors are supported"
        )
    if not value.type.tensor_type.HasField("shape"):
        if given is None:
            raise MemplaceError(
                f"{name}: the shape of input '{value.name}' is unknown; give it, e.g. "
                f"--shape {value.name}=1x3x224x224"
            )
        for _ in given:
            value.type.tensor_type.shape.dim.add()
    dims = value.type.tensor_type.shape.dim
    if given is None:
        expect_known(value.name, dims, name)
        return
    known = known_sizes(dims)
    fits = all(size in (None, wanted) for size, wanted in zip(known, given))
    if len(given) != len(known) or not fits:
        raise MemplaceError(
            f"{name}: input '{value.name}' is {words_of(dims)}, which "
            f"{'x'.join(map(str, given))} is none of"
        )
    for dim, size in zip(dims, given):
        dim.Clear()
        dim.dim_value = size


def in_known_version(
    model: Any, name: str, packages: Packages, weights: Mapping[str, Any]
) -> Any:
    """Returns the model in an opset version that the importer reads.

    The weights have been taken out of the model's graph.
    """
    from memplace.importers.onnx_operators.table import FIRST_OPSET, LAST_OPSET

    version = max(
        (one.version for one in model.opset_import if one.domain in ("", "ai.onnx")),
        default=LAST_OPSET,
    )
    if FIRST_OPSET <= version <= LAST_OPSET:
        return model
    wanted = CONVERTED_TO if version < FIRST_OPSET else LAST_OPSET
    helper = packages.onnx.helper
    count = len(model.graph.input)
    for label, array in weights.items():
        code = helper.np_dtype_to_tensor_dtype(array.dtype)
        value = helper.make_tensor_value_info(label, code, array.shape)
        model.graph.input.append(value)
    try:
        converted = packages.onnx.version_converter.convert_version(model, wanted)
        del converted.graph.input[count:]
        return converted
    except Exception as error:  # The converter raises errors of many types.
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise MemplaceError(
            f"{name} has operators of version {version}; those of {FIRST_OPSET} to "
            f"{LAST_OPSET} are read, and onnx can't convert it: {lines[0][:300]}"
        ) from error


def take_weights(graph: Any, name: str, packages: Packages) -> dict[str, Any]:
    """Moves constants that are data out of the graph; returns their values by name."""
    onnx = packages.onnx
    nodes, weights = [], {}
    kept = []
    tensors = list(graph.initializer)
    for node in graph.node:
        value = next((item for item in node.attribute if item.name == "value"), None)
        if node.op_type == "Constant" and value is not None and value.t.data_type:
            tensor = onnx.TensorProto()
            tensor.CopyFrom(value.t)
            tensor.name = node.output[0]
            tensors.append(tensor)
        else:
            nodes.append(node)
    names = set()
    for tensor in tensors:
        if tensor.name in names:
            raise MemplaceError(f"{name}: constant '{tensor.name}' is there twice")
        names.add(tensor.name)
        array = weight_of(tensor, name, packages)
        if array is None:
            kept.append(tensor)
        else:
            weights[tensor.name] = array
    # Early files list all constants among the inputs as well.
    inputs = [value for value in graph.input if value.name not in names]
    for field, values in (("node", nodes), ("initializer", kept), ("input", inputs)):
        copies = list(values)
        graph.ClearField(field)
        getattr(graph, field).extend(copies)
    return weights


def weight_of(tensor: Any, name: str, packages: Packages) -> Any:
    """Returns a constant's numbers if the constant is data, else None.

    Booleans, integers of more than 8 bits and single numbers are not data: they may be
    shapes, axes or limits. Raises MemplaceError if one of several numbers is NaN.
    """
    import numpy as np
    from memplace.importers.onnx_values import to_numpy
    from memplace.importers.onnx_operators.table import Unsupported

    try:
        array = to_numpy(tensor, packages.onnx)
    except Unsupported as error:
        raise MemplaceError(f"{name}: {error}") from error
    if array.dtype.kind not in "iub" and (wrong := int(np.isnan(array).sum())):
        if array.size > 1:
            raise MemplaceError(
                f"{name}: '{tensor.name}' has {wrong} numbers that are NaN"
            )
    is_data = array.dtype.kind not in "iub" or array.dtype.itemsize == 1
    return array if array.size >= 2 and is_data and array.dtype != bool else None


class Program:
    """A model that is traced as a JAX function."""

    def __init__(
        self, model: Any, name: str, weights: Mapping[str, Any], packages: Packages
    ) -> None:
        self.model = model
        self.name = name
        self.weights = dict(weights)
        self.packages = packages
        self.inputs = [value.name for value in model.graph.input]
        self.outputs = [value.name for value in model.graph.output]

    def lower(self) -> tuple[str, dict[str, Any]]:
        """Returns the program as StableHLO text, and the weights that it uses."""
        jax = self.packages.jax
        with jax.enable_x64(True):
            labels = list(self.weights)
            lowered = self.trace(labels, keep_unused=False)
            kept = lowered._lowering.compile_args["kept_var_idx"]
            count = len(self.inputs)
            if len(kept) < count + len(labels):
                labels = [
                    label for i, label in enumerate(labels) if i + count in kept
                ]
                lowered = self.trace(labels, keep_unused=True)
            module = lowered.compiler_ir("stablehlo")
            name_arguments(module, [*self.inputs, *labels], self.outputs)
            text = str(module.operation.get_asm(enable_debug_info=True))
        return text, {label: self.weights[label] for label in labels}

    def trace(self, labels: Sequence[str], keep_unused: bool) -> Any:
        """Traces the program with the weights in `labels` as arguments; lowers it.

        Locations are names of nodes, without the lines of this package.
        """
        from jax._src.config import traceback_in_locations_limit

        jax = self.packages.jax
        specs = [self.spec(value) for value in self.model.graph.input]
        specs += [
            jax.ShapeDtypeStruct(self.weights[label].shape, self.weights[label].dtype)
            for label in labels
        ]

        def main(*arrays: Any) -> list[Any]:
            return self.run(arrays, labels)

        jitted = jax.jit(main, keep_unused=keep_unused)
        with traceback_in_locations_limit(0):
            return jitted.trace(*specs).lower(lowering_platforms=("cpu",))

    def spec(self, value: Any) -> Any:
        """Returns shape and type of an input for JAX."""
        from memplace.importers.onnx_values import element_type
        from memplace.importers.onnx_operators.table import Unsupported

        kind = value.type.tensor_type
        try:
            element = element_type(kind.elem_type, self.packages.onnx)
        except Unsupported as error:
            raise MemplaceError(f"{self.name}: input '{value.name}': {error}") from error
        shape = tuple(dim.dim_value for dim in kind.shape.dim)
        return self.packages.jax.ShapeDtypeStruct(shape, element)

    def run(self, arrays: Sequence[Any], labels: Sequence[str]) -> list[Any]:
        """Interprets the graph on tracers."""
        from memplace.importers.onnx_graph import Interpreter
        from memplace.importers.onnx_operators.table import Unsupported
        from memplace.importers.onnx_values import Scope, Value, type_text

        model, onnx = self.model, self.packages.onnx
        versions = {one.domain: one.version for one in model.opset_import}
        versions.setdefault("", versions.get("ai.onnx", CONVERTED_TO))
        interpreter = Interpreter(onnx, self.name, model.functions)
        interpreter.nodes_of_file = len(model.graph.node)
        scope = Scope({}, versions)
        try:
            for label, array in zip(self.inputs, arrays):
                scope.add(label, Value(array.shape, array.dtype, traced=array))
            for label, array in self.weights.items():
                traced = dict(zip(labels, arrays[len(self.inputs) :])).get(label)
                value = Value(array.shape, array.dtype, None, lambda a=array: a, traced)
                scope.add(label, value)
            interpreter.add_constants(model.graph, scope)
        except Unsupported as error:
            raise MemplaceError(f"{self.name}: the graph {error}") from error
        interpreter.run(model.graph.node, scope)
        results = []
        for output in model.graph.output:
            try:
                value = scope.find(output.name)
            except Unsupported as error:
                raise MemplaceError(
                    f"{self.name}: output '{output.name}' is made by no operator"
                ) from error
            if not isinstance(value, Value):
                raise MemplaceError(
                    f"{self.name}: output '{output.name}' is not a tensor; only tensors are "
                    "read"
                )
            declared = output.type.tensor_type.elem_type
            if declared and declared != onnx.helper.np_dtype_to_tensor_dtype(value.kind):
                raise MemplaceError(
                    f"{self.name}: output '{output.name}' is {type_text(value.kind)}, "
                    "which is not what the file says"
                )
            results.append(value.array())
        return results


def name_arguments(module: Any, inputs: Sequence[str], outputs: Sequence[str]) -> None:
    """Gives the arguments and results of `main` the names in the file."""
    from jaxlib.mlir import ir
    from memplace.importers.stablehlo import BUFFER_NAME

    with module.context:
        for operation in module.body.operations:
            if str(operation.attributes["sym_name"]) != '"main"':
                continue
            for field, labels in (("arg_attrs", inputs), ("res_attrs", outputs)):
                operation.attributes[field] = ir.ArrayAttr.get(
                    [
                        ir.DictAttr.get({BUFFER_NAME: ir.StringAttr.get(label)})
                        for label in labels
                    ]
                )


def parse_shape(text: str) -> tuple[str, tuple[int, ...]]:
    """Parses "NAME=1x3x224x224" into name and sizes; raises MemplaceError on
    failure."""
    label, equals, sizes = text.rpartition("=")
    numbers = sizes.split("x")
    if not equals or not label or not all(n.isdecimal() and int(n) for n in numbers):
        raise MemplaceError(
            f"--shape must be NAME=SIZExSIZE..., as in image=1x3x224x224, got '{text}'"
        )
    return label, tuple(map(int, numbers))


def folder_of(path: str) -> Path | None:
    """Returns the folder of a file's external data; None for standard input."""
    return None if path == "-" else Path(path).resolve().parent
