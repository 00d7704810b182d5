"""Replaces ops in programs of torch.export by the ops of a rule, a Python function of
the replaced op's arguments."""

import logging
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from memplace.errors import MemplaceError

Rule = Callable[..., Any]
"""A function of an op's arguments that computes the op's results by other ops."""


@contextmanager
def silence() -> Iterator[None]:
    """Hides PyTorch's warnings, some of which are tracebacks.

    Exceptions contain all that matters to a user.
    """
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


def first_line(error: Exception) -> str:
    """Returns type and first line of an exception's message, in at most one line."""
    lines = str(error).strip().splitlines()
    return (
        f"{type(error).__name__}: {lines[0][:300]}" if lines else type(error).__name__
    )


def is_op(node: Any) -> bool:
    """Says whether a node is a PyTorch op, rather than an argument or `getitem`."""
    return hasattr(node.target, "overloadpacket") and "val" in node.meta


def list_nodes(program: Any, is_meant: Callable[[Any], bool]) -> str:
    """Returns the chosen ops of a program with source locations, as text."""
    found = []
    for node in filter(is_meant, program.graph.nodes):
        is_effect = getattr(node.target, "__name__", "") == "with_effects"
        label = str(node.args[1] if is_effect else node.target)
        found.append(f"'{label.removesuffix('.default')}'{place_of_node(node)}")
    return ", ".join(dict.fromkeys(found))


def place_of_node(node: Any) -> str:
    """Returns the user's source line for a node, in parentheses; "" if unknown."""
    files = re.findall(r'File "([^"]+)", line (\d+)', node.stack_trace or "")
    users = [item for item in files if "site-packages/torch/" not in item[0]]
    return f" ({':'.join((users or files)[-1])})" if files else ""


def inline_rule(node: Any, rule: Rule, name: str) -> list[Any]:
    """Replaces a node by the ops of `rule` on its arguments; returns the new nodes."""
    from torch.fx import Node
    from torch.utils import _pytree

    leaves, tree = _pytree.tree_flatten((node.args, node.kwargs))
    places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, Node)]

    def call(*tensors: Any) -> Any:
        values = list(leaves)
        for place, tensor in zip(places, tensors):
            values[place] = tensor
        args, kwargs = _pytree.tree_unflatten(values, tree)
        return rule(*args, **kwargs)

    values = [leaves[place].meta["val"] for place in places]
    graph = trace(call, values, node, name)
    made: dict[Any, Any] = {}
    new = []
    operands = iter(places)
    for item in graph.nodes:
        if item.op == "placeholder":
            made[item] = leaves[next(operands)]
        elif item.op == "output":
            results = _pytree.tree_map(lambda n: made.get(n, n), item.args[0])
            check_results(node, results, name)
            replace_node(node, results)
        else:
            with node.graph.inserting_before(node):
                made[item] = copy_node(item, node, made, graph, name)
            new.append(made[item])
    return new


def copy_node(item: Any, node: Any, made: Any, graph: Any, name: str) -> Any:
    """Copies an item of a rule's graph to the place in front of `node`.

    A constant of a single number becomes an op. Other constants raise MemplaceError.
    """
    import torch

    if item.op == "get_attr":
        value = getattr(graph.owning_module, item.target)
        if value.numel() != 1 or value.layout != torch.strided:
            raise MemplaceError(
                f"{name}: PyTorch's rule for '{node.target}' has constants"
            )
        copy = node.graph.call_function(
            torch.ops.aten.full.default,
            (list(value.shape), value.item()),
            {"dtype": value.dtype, "device": value.device, "pin_memory": False},
        )
        copy.meta["val"] = item.meta.get("val", value)
    else:
        copy = node.graph.node_copy(item, made.__getitem__)
        if isinstance(copy.meta.get("val"), tuple):
            # torch-mlir does not know PyTorch's named tuples.
            copy.meta["val"] = tuple(copy.meta["val"])
    for key in ("stack_trace", "nn_module_stack"):
        if key in node.meta:
            copy.meta[key] = node.meta[key]
    return copy


def trace(call: Any, values: list[Any], node: Any, name: str) -> Any:
    """Traces a function for tensors like `values`; returns a graph without in-place
    ops.

    Raises MemplaceError if the function raises an exception.
    """
    import torch
    from torch.fx.experimental.proxy_tensor import make_fx

    modes = [value.fake_mode for value in values if hasattr(value, "fake_mode")]
    try:
        with silence(), torch.no_grad(), modes[0] if modes else nullcontext():
            graph = make_fx(call)(*values).graph
            if any(changes_operands(item) for item in graph.nodes):
                pure = torch.func.functionalize(call, remove="mutations")
                graph = make_fx(pure)(*values).graph
    except Exception as error:  # Rules may raise errors of any type.
        raise MemplaceError(
            f"{name}: PyTorch can't decompose '{node.target}': {first_line(error)}"
        ) from error
    graph.eliminate_dead_code()
    return graph


def changes_operands(item: Any) -> bool:
    """Says whether an item of a graph is an in-place op."""
    schema = getattr(item.target, "_schema", None)
    return schema is not None and bool(schema.is_mutable)


def check_results(node: Any, results: Any, name: str) -> None:
    """Raises MemplaceError if the results of a rule have other types than the op's.

    Users of the op were made for the op's types, and so was the program's caller.
    """
    if str(node.target) == "prims.signbit.default":
        return  # PyTorch gives the fake result of this op the operand's type.
    wanted = list(tensors_of(node))
    made = list(tensors_of(results))
    if len(wanted) != len(made):
        return  # The op has results without a tensor, as some backward ops do.
    for before, after in zip(wanted, made):
        if type_of(before) != type_of(after):
            raise MemplaceError(
                f"{name}: the rule for '{node.target}'{place_of_node(node)} returns "
                f"{type_of(after)}, but the op returns {type_of(before)}; express it in "
                "other ops"
            )


def type_of(tensor: Any) -> str:
    """Returns element type and shape of a tensor as text, such as `float32[2, 3]`."""
    return f"{str(tensor.dtype).removeprefix('torch.')}{list(tensor.shape)}"


def replace_node(node: Any, results: Any) -> None:
    """Replaces a node by a new node, or each of its several results by a node."""
    if isinstance(results, (tuple, list)):
        for user in list(node.users):
            # All users are `getitem` nodes, whose second argument is the number.
            user.replace_all_uses_with(results[user.args[1]])
            user.graph.erase_node(user)
    else:
        node.replace_all_uses_with(results)
    node.graph.erase_node(node)


def tensors_of(value: Any) -> Iterator[Any]:
    """Yields the tensors among a node's results or arguments, as fake tensors."""
    from torch.fx import Node
    from torch.utils import _pytree

    for leaf in _pytree.tree_leaves(value):
        if isinstance(leaf, Node):
            leaf = leaf.meta.get("val")
        for item in leaf if isinstance(leaf, (tuple, list)) else (leaf,):
            if hasattr(item, "dtype") and hasattr(item, "shape"):
                yield item


def bind(node: Any) -> list[tuple[Any, Any]]:
    """Returns the arguments in the schema of a node's op, each with its value."""
    values = dict(node.kwargs)
    arguments = node.target._schema.arguments
    for argument, value in zip(arguments, node.args):
        values[argument.name] = value
    return [
        (argument, values.get(argument.name, argument.default_value))
        for argument in arguments
    ]
