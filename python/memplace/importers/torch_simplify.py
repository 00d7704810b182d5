"""Rewrites a program of torch.export to ops that torch-mlir lowers correctly, or
refuses the program."""

from typing import Any

import torch

from memplace.errors import MemplaceError
from memplace.importers.torch_rewriting import (
    Rule,
    inline_rule,
    is_op,
    list_nodes,
    place_of_node,
)
from memplace.importers.torch_rules import RULES, is_needed
from memplace.importers.torch_table import find_objection
from memplace.importers.torch_unsigned import widen

# Limit on nested rules; no rule needs as many.
MAX_DEPTH = 16


def simplify(nodes: list[Any], name: str) -> None:
    """Applies rules to all nodes that need a rule, including nodes made by rules."""
    todo = [(node, 0) for node in reversed(nodes)]
    while todo:
        node, depth = todo.pop()
        if node._erased or not is_op(node):
            continue
        rule, is_final = find_rule(node)
        if rule is not None and depth < MAX_DEPTH:
            target = node.target
            made = inline_rule(node, rule, name)
            todo += [
                (item, depth + 1)
                for item in reversed(made)
                if not (is_final and item.target == target)
            ]


def find_rule(node: Any) -> tuple[Rule | None, bool]:
    """Returns the rule to apply to a node, or None.

    The flag says whether the same op in the rule's result needs no rule.
    """
    if rule := widen(node):
        return rule, False
    if node.target in RULES and is_needed(node):
        return RULES[node.target], True
    if find_objection(node) is not None:
        return torch._decomp.decomposition_table.get(node.target), True
    return None, True


def check_ops(program: Any, name: str) -> None:
    """Raises MemplaceError if torch-mlir lowers a node incorrectly or not at all."""
    unknown: dict[Any, list[Any]] = {}
    for node in filter(is_op, program.graph.nodes):
        objection = find_objection(node)
        if objection is None or node.meta["val"] is None:  # An assertion has no result.
            continue
        label = str(node.target).removesuffix(".default")
        if torch.Tag.nondeterministic_seeded in node.target.tags:
            raise MemplaceError(
                f"{name}: {list_nodes(program, lambda one: one is node)} draws random "
                "numbers, other ones than PyTorch would; export the module in its eval "
                "mode, or make the numbers an input"
            )
        if objection:
            raise MemplaceError(
                f"{name}: torch-mlir's lowering of "
                f"{list_nodes(program, lambda one: one is node)} doesn't honour "
                f"{objection}; express it in other ops"
            )
        unknown.setdefault(label, []).append(node)
    if unknown:
        found = ", ".join(
            f"{len(nodes)} x '{label}'{place_of_node(nodes[0])}"
            for label, nodes in sorted(unknown.items())
        )
        raise MemplaceError(
            f"{name}: torch-mlir has no lowering of {found}; express them in other ops"
        )
