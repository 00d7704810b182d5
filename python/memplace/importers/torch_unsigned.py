"""Widens unsigned integers and booleans in PyTorch's ops to signed integers.

torch-mlir treats unsigned integers and booleans as signed.
"""

from typing import Any

import torch
from torch.utils import _pytree

from memplace.importers.torch_rewriting import Rule, tensors_of
from memplace.importers.torch_table import MOVED, SUPPORTED, kind_of

WIDER = {
    torch.bool: torch.int32,
    torch.uint8: torch.int32,
    torch.uint16: torch.int32,
    torch.uint32: torch.int64,
}
CASTS = {
    torch.ops.aten._to_copy.default,
    torch.ops.aten.to.dtype,
    torch.ops.prims.convert_element_type.default,
}


def widen(node: Any) -> Rule | None:
    """Returns a rule that computes a node with wider integers; None if not needed."""
    results = [tensor.dtype for tensor in tensors_of(node)]
    operands = [tensor.dtype for tensor in tensors_of((node.args, node.kwargs))]
    if node.target in CASTS:
        return through_integers if is_cut(operands[0], results[0]) else None
    label = str(node.target)
    if label not in SUPPORTED:
        return None
    kinds = SUPPORTED[label][0]
    if label in MOVED:
        # Moved elements have one type; other operand types are those of indices.
        values = set(operands) & set(WIDER) - {torch.bool}
        if len(values) < 1 or is_plain_move(label, operands, results):
            return None
        kinds = "fi"
    narrow = {kind for kind in WIDER if kind_of(kind) not in kinds}
    if not narrow & {*operands, *results} - ({torch.bool} - {*operands}):
        return None
    return lambda *args, **kwargs: call_wide(
        node.target, narrow, results, args, kwargs
    )


def is_plain_move(label: str, operands: list[Any], results: list[Any]) -> bool:
    """Says whether all moved elements have the result's type. Indices do not count."""
    if label == "aten.where.self":
        operands = operands[1:]
    elif label not in ("aten.cat.default", "aten.stack.default"):
        operands = operands[:1]
    return set(operands) <= set(results)


def is_cut(source: Any, target: Any) -> bool:
    """Says whether a cast converts floats, possibly negative, to unsigned integers."""
    return bool(source.is_floating_point and kind_of(target) == "u")


def through_integers(number: Any, *args: Any, **kwargs: Any) -> Any:
    """Casts floats to unsigned integers by way of int64, as CPUs do."""
    (target,) = [
        value for value in (*args, kwargs.get("dtype")) if isinstance(value, torch.dtype)
    ]
    return number.to(torch.int64).to(target)


def call_wide(
    op: Any, narrow: set[Any], results: list[Any], args: Any, kwargs: Any
) -> Any:
    """Calls an op with wider integers; converts the results to their own types."""

    def wide(value: Any) -> Any:
        if isinstance(value, torch.Tensor) and value.dtype in narrow:
            return value.to(WIDER[value.dtype])
        if isinstance(value, torch.dtype) and value in narrow:
            return WIDER[value]
        return value

    args, kwargs = _pytree.tree_map(wide, (args, kwargs))
    made, tree = _pytree.tree_flatten(op(*args, **kwargs))
    return _pytree.tree_unflatten(
        [value.to(kind) for value, kind in zip(made, results)], tree
    )
