"""Finds the possible changes of one operator in a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import tree_sitter_cpp
from tree_sitter import Language, Node, Parser

ROOT = Path(__file__).resolve().parent.parent.parent

PAIRS = [("<", "<="), (">", ">="), ("==", "!="), ("&&", "||"), ("+", "-"), ("*", "/")]
PAIRS += [("+=", "-="), ("++", "--"), ("std::min", "std::max"), ("true", "false")]
PAIRS += [("continue", "break")]
OTHER = dict(PAIRS) | {right: left for left, right in PAIRS}
# Node type -> place of its operator: a field, or "" for the node itself.
PLACES = {
    "binary_expression": "operator",
    "assignment_expression": "operator",
    "update_expression": "operator",
    "unary_expression": "operator",
    "call_expression": "function",
    "true": "",
    "false": "",
    "continue_statement": "",
    "break_statement": "",
}
# Nodes to leave unchanged.
SKIPPED = ("static_assert_declaration", "template_argument_list", "template_parameter_list")


class Broken(Exception):
    """The reason why mutation testing is not possible."""


@cache
def source_of(file: str, root: Path | None = None) -> bytes:
    """Returns the contents of a repository file at its first reading."""
    return ((root or ROOT) / file).read_bytes()


@cache
def tree_of(source: bytes) -> Node:
    """Returns the syntax tree of a file."""
    return Parser(Language(tree_sitter_cpp.language())).parse(source).root_node


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    file: str  # Relative to the repository.
    begin: int  # First replaced byte of the file.
    end: int
    new: str
    line: int
    text: str  # Of the line, stripped.
    change: str  # "< -> <="
    nth: int  # Counts equal changes within the line, from 1.
    function: str  # Enclosing function without namespaces and classes; "" if there is none.
    after: str  # The previous line, stripped.

    def __str__(self) -> str:
        nth = f" (number {self.nth} of the line)" if self.nth > 1 else ""
        return f"{self.file}:{self.line}: {self.change}{nth}: {self.text}"


def walk(node: Node) -> Iterator[Node]:
    """Yields a node and its descendants in text order, without assertions."""
    stack = [node]
    while stack:
        node = stack.pop()
        if node.type in SKIPPED:
            continue
        if node.type == "call_expression" and node.text and node.text.startswith(b"assert("):
            continue
        yield node
        stack.extend(reversed(node.children))


def place_of(node: Node) -> Node | None:
    """Returns the place of a node's operator, or None if nothing can change."""
    if node.type not in PLACES:
        return None
    return node.child_by_field_name(PLACES[node.type]) if PLACES[node.type] else node


def changes_of(source: bytes) -> Iterator[tuple[Node, int, str, str]]:
    """Yields node, offset, old text and new text of each change."""
    for node in walk(tree_of(source)):
        place = place_of(node)
        if place is None or place.text is None:
            continue
        old = place.text.decode().removesuffix(";")
        if node.type == "call_expression":
            old = old[: len("std::min")]  # Without <double>.
        if node.type == "unary_expression":
            if old == "!":
                yield node, place.start_byte, old, ""
        elif old in ("+", "+=") and b'"' in (node.text or b""):
            continue  # Joins strings, which have no difference.
        elif old in OTHER:
            yield node, place.start_byte, old, OTHER[old]


def function_around(node: Node) -> str:
    """Returns the name of the enclosing function, or ""."""
    around: Node | None = node
    while around and around.type != "function_definition":
        around = around.parent
    name = around and around.child_by_field_name("declarator")
    while name and (inner := name.child_by_field_name("declarator") or reference_in(name)):
        name = inner
    text = (name.text or b"").decode() if name else ""
    return text.rpartition("::")[2]


def reference_in(node: Node) -> Node | None:
    """Returns the declarator inside a reference declarator, which is not a named field."""
    return node.named_child(0) if node.type == "reference_declarator" else None


def mutants_of(file: str, root: Path | None = None) -> list[Mutant]:
    """Returns all changes of a file in text order."""
    source = source_of(file, root)
    lines = source.decode().split("\n")
    found = []
    seen: Counter[tuple[int, str]] = Counter()
    for node, begin, old, new in sorted(changes_of(source), key=lambda change: change[1]):
        line = source.count(b"\n", 0, begin)
        change = f"{old} -> {new}" if new else f"{old} left out"
        seen[line, change] += 1
        nth, text, end = seen[line, change], lines[line].strip(), begin + len(old)
        inside, after = function_around(node), lines[line - 1].strip() if line else ""
        found.append(Mutant(file, begin, end, new, line + 1, text, change, nth, inside, after))
    return found
