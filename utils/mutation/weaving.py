"""Writes a file with all its changes, each switched on by its number (Schema.h)."""

from __future__ import annotations

from tree_sitter import Node

from mutation.changes import Mutant, place_of, source_of, tree_of

FUNCTORS = {
    "<": "less",
    "<=": "less_equal",
    ">": "greater",
    ">=": "greater_equal",
    "==": "equal_to",
    "!=": "not_equal_to",
    "+": "plus",
    "-": "minus",
    "*": "multiplies",
    "/": "divides",
}


class Weaver:
    """Writes one file. Keeps line numbers, so compiler errors can be assigned to changes."""

    def __init__(self, file: str, numbers: dict[Mutant, int]) -> None:
        self.source = source_of(file)
        self.numbers = {mutant.begin: (mutant, number) for mutant, number in numbers.items()}
        self.writers = {
            "binary_expression": self.binary,
            "assignment_expression": self.assignment,
            "update_expression": self.update,
            "unary_expression": self.negation,
            "call_expression": self.call,
            "true": self.literal,
            "false": self.literal,
            "continue_statement": self.jump,
            "break_statement": self.jump,
        }

    def file_text(self) -> str:
        """Returns the whole file."""
        root = tree_of(self.source)
        before = self.source[: root.start_byte].decode()
        return before + self.text(root) + self.source[root.end_byte :].decode()

    def text(self, node: Node | None) -> str:
        """Returns the text of a node with its changes."""
        if node is None:
            return ""
        place = place_of(node)
        if place is None or place.start_byte not in self.numbers:
            return self.unchanged(node)
        mutant, number = self.numbers[place.start_byte]
        return self.writers[node.type](node, mutant, number)

    def unchanged(self, node: Node) -> str:
        """Returns the text of an unchanged node, with changes in its children."""
        parts, end = [], node.start_byte
        for child in node.children:
            parts += [self.source[end : child.start_byte].decode(), self.text(child)]
            end = child.end_byte
        return "".join(parts) + self.source[end : node.end_byte].decode()

    def gaps(self, node: Node) -> tuple[str, str]:
        """Returns the text between a node's operator and its sides: spaces, newlines, comments."""
        place, left = place_of(node), node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        assert place and left and right
        before = self.source[left.end_byte : place.start_byte]
        return before.decode(), self.source[place.end_byte : right.start_byte].decode()

    def binary(self, node: Node, mutant: Mutant, number: int) -> str:
        left = self.text(node.child_by_field_name("left"))
        right = self.text(node.child_by_field_name("right"))
        before, after = self.gaps(node)
        old = mutant.change.partition(" ")[0]
        if old in ("&&", "||"):
            both = f"{number}, {str(old == '&&').lower()}"
            return (
                f"(mutation::evaluatesBoth<{both}>(static_cast<bool>({left})){before}?{after}"
                f"mutation::second<{both}>(static_cast<bool>({right})) : mutation::first<{both}>())"
            )
        functors = f"std::{FUNCTORS[old]}<>, std::{FUNCTORS[mutant.new]}<>"
        return f"mutation::binary<{number}, {functors}>({left}{before},{after}{right})"

    def assignment(self, node: Node, mutant: Mutant, number: int) -> str:
        left = self.text(node.child_by_field_name("left"))
        right = self.text(node.child_by_field_name("right"))
        before, after = self.gaps(node)
        is_sum = str(mutant.change.startswith("+")).lower()
        return f"mutation::assign<{number}, {is_sum}>({left}{before},{after}{right})"

    def update(self, node: Node, mutant: Mutant, number: int) -> str:
        operand = node.child_by_field_name("argument")
        assert operand
        name = "step" if mutant.begin < operand.start_byte else "stepAfter"
        is_up = str(mutant.change.startswith("+")).lower()
        return f"mutation::{name}<{number}, {is_up}>({self.text(operand)})"

    def negation(self, node: Node, mutant: Mutant, number: int) -> str:
        return f"mutation::negate<{number}>({self.text(node.child_by_field_name('argument'))})"

    def call(self, node: Node, mutant: Mutant, number: int) -> str:
        function = node.child_by_field_name("function")
        arguments = self.text(node.child_by_field_name("arguments"))
        name = (function.text or b"").decode() if function else ""
        rest = name.removeprefix("std::").removeprefix(mutant.change[5:8])
        if not rest or rest.startswith("<"):
            is_min = str(mutant.change.startswith("std::min")).lower()
            return f"mutation::Extreme<{number}, {is_min}>::of{rest}{arguments}"
        new = mutant.new + rest
        return f"(mutation::isOn<{number}>() ? {new}{arguments} : {name}{arguments})"

    def literal(self, node: Node, mutant: Mutant, number: int) -> str:
        return f"mutation::literal<{number}>({node.type})"

    def jump(self, node: Node, mutant: Mutant, number: int) -> str:
        old = mutant.change.partition(" ")[0]
        return f"{{ if (mutation::isOn<{number}>()) {mutant.new}; {old}; }}"
