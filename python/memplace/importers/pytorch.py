"""PyTorch programs, saved by torch.export, to linalg text, by torch-mlir.

Parameters and buffers become arguments with PyTorch's names, in front of the inputs;
their values are handed out beside the text. Ops that torch-mlir lowers to a dialect of
its own become loops; a program with one that there are none for takes the way of
StableHLO instead.
"""

import io
import re
from collections import Counter
from typing import Any

from memplace.errors import MemplaceError, MissingPartError
from memplace.importers.torch_passes import Job, lower_apart, walk
from memplace.importers.torch_rewriting import (
    first_line,
    inline_rule,
    is_op,
    list_nodes,
    silence,
)

WAY_OUT = "install the extra: pip install './python[torch]'"
# Text, the form that it is in, and the name and value of each argument.
Lowered = tuple[str, str, list[tuple[str, Any]]]
# NumPy has no such type; safetensors has, by its bits.
BFLOAT16 = "bfloat16"


class Packages:
    """PyTorch and torch-mlir, which are large and wanted for this only."""

    def __init__(self) -> None:
        try:
            with silence():
                import torch
                import torch.export
                from torch_mlir import ir
                from torch_mlir.dialects import torch as torch_dialect
                from torch_mlir.extras.fx_decomp_util import get_decomposition_table
                from torch_mlir.extras.fx_importer import FxImporter
        except (ImportError, OSError) as error:  # The latter for missing libraries.
            raise MissingPartError(
                f"reading PyTorch needs torch and torch-mlir ({error}); {WAY_OUT}"
            ) from error
        self.torch = torch
        self.ir = ir
        self.dialect = torch_dialect
        self.decompositions = get_decomposition_table
        self.importer = FxImporter


def pytorch_to_linalg(
    content: bytes, name: str = "<pt2>"
) -> tuple[str, str, dict[str, Any]]:
    """Returns the program of a file of `torch.export.save` as text, which form the
    text is in, "linalg" or "stablehlo", and the values of its parameters and buffers by
    name.

    `name` is what diagnostics call the file. Raises MissingPartError if torch or
    torch-mlir is missing, and MemplaceError if the file is damaged, has an op that
    torch-mlir has no lowering for, a dynamic shape, or weights that are NaN.
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
    """Returns what `lower` does. If torch-mlir has no lowering of some ops after all,
    they are decomposed by PyTorch's own rules first, as far as it has some."""
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
    """Returns the text of a program, its form, and its inputs."""
    inputs = keep_used_inputs(program, name)
    outputs = names_of_outputs(program)
    try:
        text = to_torch_dialect(program.graph, packages, name)
    except MemplaceError:
        raise
    except Exception as error:  # It raises what it likes for what it doesn't know.
        found = list_nodes(
            program,
            lambda node: is_op(node) and not import_alone(node, packages, name),
        )
        raise MemplaceError(
            f"{name}: torch-mlir can't import the program: {first_line(error)}"
            + (f", which is at {found}; express that in other ops" if found else "")
        ) from error
    job = Job(text, [label for label, _ in inputs], outputs)
    (outcome,) = lower_apart([job], name)
    if outcome.text:
        return outcome.text, outcome.form, inputs
    error = outcome.error or f"{name}: torch-mlir crashes by signal {outcome.signal}"
    if "aten." not in error and (found := find_culprits(program, name, packages)):
        error += f", which is at {found}; express that in other ops"
    raise MemplaceError(error)


def to_torch_dialect(graph: Any, packages: Packages, name: str) -> str:
    """Returns a graph as text in torch-mlir's dialect. Raises MemplaceError if there are
    ops that torch-mlir only passes through, and others as torch-mlir pleases."""
    context = packages.ir.Context()
    packages.dialect.register_dialect(context)
    importer = packages.importer(context=context)
    importer.import_stateless_graph(graph, func_name="main")
    operation = importer.module.operation
    reject_unknown(operation, name)
    return str(operation.get_asm(enable_debug_info=True))


def find_culprits(program: Any, name: str, packages: Packages) -> str:
    """Returns the ops that torch-mlir doesn't lower by themselves either, and where in
    the source they are; "" if it lowers all."""
    jobs: dict[str, Job] = {}
    nodes: dict[str, Any] = {}
    for node in program.graph.nodes:
        text = import_alone(node, packages, name) if is_op(node) else ""
        if not text:
            continue  # It is imported only along with others.
        # Without where they are, most ops are there several times.
        key = re.sub(r"\bloc\(.*|^#loc.*", "", text, flags=re.MULTILINE)
        jobs.setdefault(key, Job(text))
        nodes.setdefault(key, node)
    outcomes = lower_apart(list(jobs.values()), name)
    wrong = {nodes[key] for key, outcome in zip(jobs, outcomes) if not outcome.text}
    return list_nodes(program, lambda node: node in wrong)


def import_alone(node: Any, packages: Packages, name: str) -> str:
    """Returns an op by itself as text in torch-mlir's dialect; "" if that can't be."""
    try:
        return to_torch_dialect(isolate(node, packages.torch), packages, name)
    except Exception:  # As in `lower`.
        return ""


def isolate(node: Any, torch: Any) -> Any:
    """Returns a graph that has one node only, of arguments."""
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
    """Returns the exported program, in the ops that torch-mlir wants."""
    try:
        with silence():
            program = packages.torch.export.load(io.BytesIO(content))
    except Exception as error:  # Of zip files, JSON, pickles and versions.
        raise MemplaceError(
            f"{name} is no file of torch.export.save, or is cut short, or of another "
            f"version of PyTorch than {packages.torch.__version__}: {first_line(error)}"
        ) from error
    if chosen := list_nodes(program, lambda node: "unbacked_bindings" in node.meta):
        raise MemplaceError(
            f"{name} has tensors whose sizes depend on numbers: {chosen}; only static "
            "shapes can be placed"
        )
    if program.range_constraints:
        raise MemplaceError(
            f"{name} has dynamic shapes; export it without dynamic_shapes, only static "
            "ones can be placed"
        )
    aten = packages.torch.ops.aten
    for node in program.graph.nodes:
        # What a view may be of depends on strides, which decompositions change.
        if node.target == aten.view.default:
            node.target = aten.reshape.default
    from memplace.importers.torch_simplify import check_ops, simplify

    program = decompose(program, packages.decompositions(), name)
    simplify(list(program.graph.nodes), name)
    check_ops(program, name)
    return program




def decompose(program: Any, rules: Any, name: str) -> Any:
    """Returns the program with some of its ops as others."""
    try:
        with silence():
            return program.run_decompositions(rules)
    except Exception as error:
        raise MemplaceError(
            f"{name}: PyTorch can't decompose the program's ops: {first_line(error)}"
        ) from error


def keep_used_inputs(program: Any, name: str) -> list[tuple[str, Any]]:
    """Returns, for each argument of the graph, its name and value, None of what the
    caller hands over. Parameters and buffers that no op uses go, as do inputs that
    are no tensors."""
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
                continue  # As below.
            elif not node.users:
                # A number that PyTorch has put into the program already.
                program.graph.erase_node(node)
            else:
                raise MemplaceError(
                    f"{name}: input '{item.arg.name}' is no tensor; only tensors are read"
                )
        elif node is None:
            continue  # Nobody used it when the program was lowered before.
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
    """Returns the names of the results: those of buffers that the program changes, and
    `result`, or `result[0]`, ... of what it returns."""
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
    """Returns a tensor's numbers. Raises MemplaceError if one is no number."""
    torch = packages.torch
    if not isinstance(value, torch.Tensor):
        raise MemplaceError(
            f"{name}: '{label}' is a {type(value).__name__}; only tensors are read"
        )
    value = value.detach().cpu().contiguous()
    if value.is_floating_point() or value.is_complex():
        bad = value.numel() - int(torch.isfinite(value).sum())
        # Masks of attention are infinite by design, NaN is not.
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
    """Returns the line of the user's source that an op is from; "" if it isn't known."""
    files = re.findall(r'"([^"]+)":(\d+)', str(operation.location))
    users = [item for item in files if "site-packages/torch/" not in item[0]]
    return ":".join((users or files)[0]) if files else ""


def reject_unknown(module: Any, name: str) -> None:
    """Raises MemplaceError if there are ops that torch-mlir only passes through."""
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
