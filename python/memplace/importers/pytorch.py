"""PyTorch programs, saved by torch.export, to linalg text, by torch-mlir.

Parameters and buffers become arguments with PyTorch's names, in front of the inputs;
their values are handed out beside the text. Ops that torch-mlir lowers to a dialect of
its own become loops; a program with one that there are none for takes the way of
StableHLO instead.
"""

import io
import logging
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from memplace.errors import MemplaceError, MissingPartError
from memplace.importers.torch_gradients import find_rule
from memplace.importers.torch_passes import Job, lower_apart, walk

WAY_OUT = "install the extra: pip install './python[torch]'"
# Text, the form that it is in, and the name and value of each argument.
Lowered = tuple[str, str, list[tuple[str, Any]]]
# NumPy has no such type; safetensors has, by its bits.
BFLOAT16 = "bfloat16"


@contextmanager
def silence() -> Iterator[None]:
    """Keeps PyTorch's warnings, some of which are tracebacks, from standard error: what
    matters of them is in the exceptions."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


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
    """Returns what `lower` does. If torch-mlir has no lowering of some ops, they are
    decomposed by PyTorch's own rules first, as far as it has some."""
    helped: set[str] = set()
    while True:
        try:
            return lower(program, name, packages)
        except MemplaceError as error:
            names = set(re.findall(r"aten\.\w+", str(error))) - helped
            registry = packages.torch._decomp.decomposition_table
            rules = {
                node.target: registry[node.target]
                for node in program.graph.nodes
                if node.op == "call_function"
                and ".".join(str(node.target).split(".")[:2]) in names
                and node.target in registry
            }
            if not rules:
                raise
            helped |= names
            for node in list(program.graph.nodes):
                if node.target in rules:
                    inline_rule(node, rules[node.target], name)


def inline_rule(node: Any, rule: Any, name: str) -> None:
    """Replaces a node by the ops that `rule`, a function, makes of its arguments."""
    from torch.fx import Node
    from torch.fx.experimental.proxy_tensor import make_fx
    from torch.utils import _pytree

    leaves, tree = _pytree.tree_flatten((node.args, node.kwargs))
    places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, Node)]

    def call(*tensors: Any) -> Any:
        values = list(leaves)
        for place, tensor in zip(places, tensors):
            values[place] = tensor
        args, kwargs = _pytree.tree_unflatten(values, tree)
        return rule(*args, **kwargs)

    try:
        with silence():
            traced = make_fx(call)(*(leaves[place].meta["val"] for place in places))
    except Exception as error:  # A rule may raise anything, too.
        raise MemplaceError(
            f"{name}: PyTorch can't decompose '{node.target}': {first_line(error)}"
        ) from error
    made: dict[Any, Any] = {}
    operands = iter(places)
    for item in traced.graph.nodes:
        if item.op == "placeholder":
            made[item] = leaves[next(operands)]
        elif item.op == "output":
            replace_node(node, _pytree.tree_map(lambda n: made.get(n, n), item.args[0]))
        elif item.op == "call_function":
            with node.graph.inserting_before(node):
                made[item] = node.graph.node_copy(item, made.__getitem__)
            made[item].meta["stack_trace"] = node.meta.get("stack_trace")
        else:
            raise MemplaceError(
                f"{name}: PyTorch's rule for '{node.target}' has constants"
            )


def replace_node(node: Any, results: Any) -> None:
    """Replaces a node by another, or, if it has several results, by several."""
    if isinstance(results, (tuple, list)):
        for user in list(node.users):
            # Only their numbers are taken from several results.
            user.replace_all_uses_with(results[user.args[1]])
            user.graph.erase_node(user)
    else:
        node.replace_all_uses_with(results)
    node.graph.erase_node(node)


def lower(program: Any, name: str, packages: Packages) -> Lowered:
    """Returns the text of a program, its form, and its inputs."""
    aten = packages.torch.ops.aten
    drop_stability(program.graph, aten)
    count_from_front(program.graph, aten)
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


def is_op(node: Any) -> bool:
    """Returns whether a node is one of PyTorch's ops, not an argument or an element."""
    return hasattr(node.target, "overloadpacket") and "val" in node.meta


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
    program = decompose(program, packages.decompositions(), name)
    replace_unknown_forms(program, packages.torch, name)
    return program


def replace_unknown_forms(program: Any, torch: Any, name: str) -> None:
    """Replaces ops of which torch-mlir has some forms, where they have another one."""
    for node in list(program.graph.nodes):
        if rule := find_rule(node, torch):
            inline_rule(node, rule, name)
        elif (
            node.target == torch.ops.aten.abs.default
            and node.args[0].meta["val"].is_complex()
        ):
            inline_rule(node, magnitude, name)
    # Paddings by less than nothing, which linalg has no word for.
    pad = torch.ops.aten.constant_pad_nd.default
    for node in list(program.graph.nodes):
        if node.target == pad and any(width < 0 for width in node.args[1]):
            inline_rule(node, torch._refs.constant_pad_nd, name)


def magnitude(numbers: Any) -> Any:
    """Returns the absolute values of complex numbers, whose squares may be too large."""
    import torch

    parts = torch.view_as_real(numbers).abs()
    larger, smaller = parts.amax(-1), parts.amin(-1)
    ratio = smaller / torch.where(larger == 0, torch.ones_like(larger), larger)
    return larger * torch.sqrt(1 + ratio * ratio)


def decompose(program: Any, rules: Any, name: str) -> Any:
    """Returns the program with some of its ops as others."""
    try:
        with silence():
            return program.run_decompositions(rules)
    except Exception as error:
        raise MemplaceError(
            f"{name}: PyTorch can't decompose the program's ops: {first_line(error)}"
        ) from error


def first_line(error: Exception) -> str:
    """Returns what an exception says, as far as a line goes."""
    lines = str(error).strip().splitlines()
    return (
        f"{type(error).__name__}: {lines[0][:300]}" if lines else type(error).__name__
    )


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


def list_nodes(program: Any, is_meant: Callable[[Any], bool]) -> str:
    """Returns the ops of some nodes, and where in the source they are."""
    found = []
    for node in filter(is_meant, program.graph.nodes):
        is_effect = getattr(node.target, "__name__", "") == "with_effects"
        label = str(node.args[1] if is_effect else node.target)
        files = re.findall(r'File "([^"]+)", line (\d+)', node.stack_trace or "")
        users = [item for item in files if "site-packages/torch/" not in item[0]]
        place = f" ({':'.join((users or files)[-1])})" if files else ""
        found.append(f"'{label.removesuffix('.default')}'{place}")
    return ", ".join(dict.fromkeys(found))


def drop_stability(graph: Any, aten: Any) -> None:
    """Replaces sorts that are to be stable by those that may be: here, all are."""
    for node in list(graph.nodes):
        if node.target != aten.sort.stable:
            continue
        dimension = node.kwargs.get("dim", node.args[2] if len(node.args) > 2 else -1)
        descending = node.kwargs.get("descending", False)
        if len(node.args) > 3:
            descending = node.args[3]
        node.target = aten.sort.default
        node.args = (node.args[0], dimension, descending)
        node.kwargs = {}


def count_from_front(graph: Any, aten: Any) -> None:
    """Has scatters name their dimension from the front: by one from behind, torch-mlir
    crashes."""
    for node in graph.nodes:
        is_scatter = getattr(node.target, "overloadpacket", None) in (
            aten.scatter,
            aten.scatter_add,
            aten.scatter_reduce,
        )
        if is_scatter and node.args[1] < 0:
            rank = len(node.args[0].meta["val"].shape)
            node.args = (node.args[0], node.args[1] + rank, *node.args[2:])


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
