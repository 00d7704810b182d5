"""Converts PyTorch programs, saved by torch.export, to linalg text, by torch-mlir.

Parameters and buffers become arguments in front of the inputs, under PyTorch's names.
Their values are returned beside the text. torch-mlir lowers some ops to its own
dialect. TorchLoops (torch_loops.py) replaces most of these ops by loops. A program with
others is lowered through StableHLO instead.
"""

import io
import re
import signal
from collections import Counter
from typing import Any

from memplace.errors import MemplaceError, MissingPartError
from memplace.extras import install_command
from memplace.importers.torch_passes import Job, lower_in_subprocess, walk
from memplace.importers.torch_rewriting import (
    first_line,
    inline_rule,
    is_op,
    list_nodes,
    silence,
    type_of,
)
from memplace.inputs import MAX_SECONDS

INSTALL_HINT = f"install the extra: {install_command('torch')}"
# Text, its form ("linalg" or "stablehlo"), and name and value of each argument.
Lowered = tuple[str, str, list[tuple[str, Any]]]
# NumPy has no bfloat16; safetensors stores its bits.
BFLOAT16 = "bfloat16"


class Packages:
    """PyTorch and torch-mlir, loaded on demand since both are large."""

    def __init__(self) -> None:
        try:
            with silence():
                import torch
                import torch.export
                from memplace.importers.torch_names import NamedImporter
                from torch_mlir import ir
                from torch_mlir.dialects import torch as torch_dialect
                from torch_mlir.extras.fx_decomp_util import get_decomposition_table
        except (ImportError, OSError) as error:  # OSError: missing shared libraries.
            raise MissingPartError(
                f"reading PyTorch needs torch and torch-mlir ({error}); {INSTALL_HINT}"
            ) from error
        self.torch = torch
        self.ir = ir
        self.dialect = torch_dialect
        self.decompositions = get_decomposition_table
        self.importer = NamedImporter


def pytorch_to_linalg(
    content: bytes, name: str = "<pt2>"
) -> tuple[str, str, dict[str, Any]]:
    """Converts the program in a file of `torch.export.save` to text.

    Returns the text, its form ("linalg" or "stablehlo"), and the values of parameters
    and buffers by name. `name` names the file in diagnostics. Raises MissingPartError
    if torch or torch-mlir is missing. Raises MemplaceError if the file is damaged, if
    torch-mlir has no lowering for an op, if a shape is dynamic, or if weights are NaN.
    """
    packages = Packages()
    program = load(content, name, packages)
    text, source, inputs = lower_with_help(program, name, packages)
    weights = {
        label: to_numpy(value, label, name, packages)
        for label, value in inputs
        if value is not None
    }
    return text, source, weights


def lower_with_help(program: Any, name: str, packages: Packages) -> Lowered:
    """Lowers a program like `lower`, with help from PyTorch's decompositions.

    If torch-mlir fails to lower some ops, PyTorch's own rules decompose these ops, as
    far as there are rules, and the lowering is tried again.
    """
    from memplace.importers.torch_simplify import check_ops, simplify

    helped: set[str] = set()
    while True:
        try:
            return lower(program, name, packages)
        except MemplaceError as error:
            names = set(re.findall(r"aten\.\w+", str(error))) - helped
            nodes = [
                node
                for node in program.graph.nodes
                if node.op == "call_function"
                and ".".join(str(node.target).split(".")[:2]) in names
                and node.target in packages.torch._decomp.decomposition_table
            ]
            if not nodes:
                raise
            helped |= names
            for node in nodes:
                rule = packages.torch._decomp.decomposition_table[node.target]
                simplify(inline_rule(node, rule, name), name)
            check_ops(program, name)


def lower(program: Any, name: str, packages: Packages) -> Lowered:
    """Returns the text of a program, the text's form, and the program's inputs."""
    inputs = keep_used_inputs(program, name)
    outputs = names_of_outputs(program)
    try:
        text = to_torch_dialect(program.graph, packages, name)
    except MemplaceError:
        raise
    except Exception as error:  # torch-mlir raises errors of many types.
        found = list_nodes(
            program,
            lambda node: is_op(node) and not import_alone(node, packages, name),
        )
        raise MemplaceError(
            f"{name}: torch-mlir can't import the program: {first_line(error)}"
            + (f", which is at {found}; express that in other ops" if found else "")
        ) from error
    job = Job(text, [label for label, _ in inputs], outputs)
    (outcome,) = lower_in_subprocess([job], name)
    if outcome.text:
        return outcome.text, outcome.form, inputs
    if outcome.signal == signal.SIGXCPU:
        raise MemplaceError(
            f"{name}: torch-mlir needs more than {MAX_SECONDS} seconds for the program"
        )
    error = outcome.error or f"{name}: torch-mlir crashes by signal {outcome.signal}"
    if "aten." not in error and (found := find_unsupported_ops(program, name, packages)):
        error += f", which is at {found}; express that in other ops"
    raise MemplaceError(error)


def to_torch_dialect(graph: Any, packages: Packages, name: str) -> str:
    """Returns a graph as text in torch-mlir's dialect.

    Raises MemplaceError for ops that torch-mlir only passes through. Other failures
    raise errors of torch-mlir, of any type.
    """
    context = packages.ir.Context()
    packages.dialect.register_dialect(context)
    importer = packages.importer(context=context)
    importer.import_stateless_graph(graph, func_name="main")
    operation = importer.module.operation
    reject_unknown(operation, name)
    return str(operation.get_asm(enable_debug_info=True))


def find_unsupported_ops(program: Any, name: str, packages: Packages) -> str:
    """Returns the ops that torch-mlir cannot lower in isolation, with source locations.

    The result is empty if each op can be lowered in isolation.
    """
    jobs: dict[str, Job] = {}
    nodes: dict[str, Any] = {}
    for node in program.graph.nodes:
        text = import_alone(node, packages, name) if is_op(node) else ""
        if not text:
            continue  # The op can only be imported together with others.
        # Without locations, most ops of a program are duplicates of few.
        key = re.sub(r"\bloc\(.*|^#loc.*", "", text, flags=re.MULTILINE)
        jobs.setdefault(key, Job(text))
        nodes.setdefault(key, node)
    outcomes = lower_in_subprocess(list(jobs.values()), name)
    wrong = {nodes[key] for key, outcome in zip(jobs, outcomes) if not outcome.text}
    return list_nodes(program, lambda node: node in wrong)


def import_alone(node: Any, packages: Packages, name: str) -> str:
    """Returns an isolated op as text in torch-mlir's dialect; "" on failure."""
    try:
        return to_torch_dialect(isolate(node, packages.torch), packages, name)
    except Exception:  # Errors of any type, as in `lower`.
        return ""


def isolate(node: Any, torch: Any) -> Any:
    """Returns a graph of one node whose inputs are arguments."""
    graph = torch.fx.Graph()
    arguments = {}
    for source in node.all_input_nodes:
        arguments[source] = graph.placeholder(source.name)
        arguments[source].meta = source.meta
    copy = graph.node_copy(node, arguments.__getitem__)
    results = [copy]
    if isinstance(node.meta["val"], (tuple, list)):
        users = [user for user in node.users if user.op == "call_function"]
        results = [graph.node_copy(user, lambda _: copy) for user in users]
    graph.output(tuple(results))
    return graph


def load(content: bytes, name: str, packages: Packages) -> Any:
    """Returns the exported program, decomposed into ops that torch-mlir supports."""
    try:
        with silence():
            program = packages.torch.export.load(io.BytesIO(content))
    except Exception as error:  # Errors of zip files, JSON, pickles and versions.
        raise MemplaceError(
            f"{name} is not a file of torch.export.save, or is cut short, or of another "
            f"version of PyTorch than {packages.torch.__version__}: {first_line(error)}"
        ) from error
    if chosen := list_nodes(program, lambda node: "unbacked_bindings" in node.meta):
        raise MemplaceError(
            f"{name} has tensors whose sizes depend on data: {chosen}; only static "
            "shapes can be placed"
        )
    if program.range_constraints:
        raise MemplaceError(
            f"{name} has dynamic shapes; export it without dynamic_shapes, only static "
            "ones can be placed"
        )
    aten = packages.torch.ops.aten
    for node in program.graph.nodes:
        # A view is legal only for some strides, and decompositions change strides.
        if node.target == aten.view.default:
            node.target = aten.reshape.default
    from memplace.importers.torch_simplify import check_ops, simplify

    program = decompose(program, packages.decompositions(), name)
    simplify(list(program.graph.nodes), name)
    check_ops(program, name)
    return program




def decompose(program: Any, rules: Any, name: str) -> Any:
    """Returns the program with ops decomposed by `rules`."""
    wanted = results_of(program)
    try:
        with silence():
            program = program.run_decompositions(rules)
    except Exception as error:
        raise MemplaceError(
            f"{name}: PyTorch can't decompose the program's ops: {first_line(error)}"
        ) from error
    for label, value in results_of(program).items():
        if label in wanted and type_of(value) != type_of(wanted[label]):
            raise MemplaceError(
                f"{name}: PyTorch's decompositions return {type_of(value)} for "
                f"'{label}', but the program returns {type_of(wanted[label])}"
            )
    return program


def results_of(program: Any) -> dict[str, Any]:
    """Returns the results of a program that are tensors, by name, as fake tensors."""
    (last,) = [node for node in program.graph.nodes if node.op == "output"]
    found = {
        label: getattr(node, "meta", {}).get("val")
        for label, node in zip(names_of_outputs(program), last.args[0])
    }
    return {label: one for label, one in found.items() if hasattr(one, "dtype")}


def keep_used_inputs(program: Any, name: str) -> list[tuple[str, Any]]:
    """Returns name and value of each argument of the graph; None for a user's input.

    Removes unused parameters and buffers, and unused inputs that are not tensors.
    """
    signature = program.graph_signature
    nodes = {
        node.name: node for node in program.graph.nodes if node.op == "placeholder"
    }
    values = {**program.state_dict, **program.constants}
    inputs: list[tuple[str, Any]] = []
    for item in signature.input_specs:
        node = nodes.get(item.arg.name)
        if item.kind.name == "TOKEN":
            effects = list_nodes(
                program,
                lambda node: getattr(node.target, "__name__", "") == "with_effects",
            )
            raise MemplaceError(
                f"{name} has ops that do more than compute: {effects}; express them in "
                "other ops"
            )
        if item.kind.name == "USER_INPUT":
            if node is not None and hasattr(node.meta.get("val"), "shape"):
                inputs.append((item.arg.name, None))
            elif node is None:
                continue  # Removed by an earlier attempt, as below.
            elif not node.users:
                # A number that PyTorch has already inlined into the program.
                program.graph.erase_node(node)
            else:
                raise MemplaceError(
                    f"{name}: input '{item.arg.name}' is not a tensor; only tensors are supported"
                )
        elif node is None:
            continue  # Unused in an earlier attempt to lower the program.
        elif not node.users:
            program.graph.erase_node(node)
        elif item.target not in values:
            raise MemplaceError(
                f"{name}: '{item.target or item.arg.name}' has no value in the file"
            )
        else:
            inputs.append((item.target, values[item.target]))
    return inputs


def names_of_outputs(program: Any) -> list[str]:
    """Returns the names of the results.

    A buffer that the program changes is called `<target>.new`. Returned values are
    called `result`, or `result[0]`, `result[1]`, ...
    """
    items = program.graph_signature.output_specs
    returned = [item for item in items if item.kind.name == "USER_OUTPUT"]
    names = []
    for item in items:
        if item.kind.name != "USER_OUTPUT":
            names.append(f"{item.target}.new")
        elif len(returned) == 1:
            names.append("result")
        else:
            names.append(f"result[{returned.index(item)}]")
    return names


def to_numpy(value: Any, label: str, name: str, packages: Packages) -> Any:
    """Returns a tensor's numbers; raises MemplaceError if one is NaN."""
    torch = packages.torch
    if not isinstance(value, torch.Tensor):
        raise MemplaceError(
            f"{name}: '{label}' is a {type(value).__name__}; only tensors are supported"
        )
    value = value.detach().cpu().contiguous()
    if value.is_floating_point() or value.is_complex():
        bad = value.numel() - int(torch.isfinite(value).sum())
        # Attention masks are infinite by design; NaN is always an error.
        wrong = int(torch.isnan(value).sum())
        if wrong:
            raise MemplaceError(
                f"{name}: '{label}' has {wrong} numbers that are NaN"
                + (f", and {bad - wrong} that are infinite" if bad > wrong else "")
            )
    if str(value.dtype) == f"torch.{BFLOAT16}":
        import ml_dtypes

        return value.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    try:
        return value.numpy()
    except (TypeError, RuntimeError) as error:
        raise MemplaceError(
            f"{name}: '{label}' has elements of {value.dtype}, which are not read"
        ) from error


def place_of(operation: Any) -> str:
    """Returns the line of the user's source for an op; "" if unknown."""
    files = re.findall(r'"([^"]+)":(\d+)', str(operation.location))
    users = [item for item in files if "site-packages/torch/" not in item[0]]
    return ":".join((users or files)[0]) if files else ""


def reject_unknown(module: Any, name: str) -> None:
    """Raises MemplaceError for ops that torch-mlir only passes through."""
    counts: Counter[str] = Counter()
    places: dict[str, str] = {}
    for operation in walk(module):
        if operation.name == "torch.operator":
            label = str(operation.attributes["name"]).strip('"').removeprefix("torch.")
            counts[label] += 1
            places.setdefault(label, place_of(operation))
    if counts:
        found = ", ".join(
            f"{count} x '{label}'" + (f" ({places[label]})" if places[label] else "")
            for label, count in sorted(counts.items())
        )
        raise MemplaceError(
            f"{name}: torch-mlir has no lowering of {found}; express them in other ops"
        )
