"""Which changes of one operator a file has."""

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
# Node -> where its operator is: a field, or the node itself.
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
# Nodes in which nothing is changed.
SKIPPED = ("static_assert_declaration", "template_argument_list", "template_parameter_list")


class Broken(Exception):
    """Why there is nothing to be found out."""


@cache
def source_of(file: str, root: Path | None = None) -> bytes:
    """A file of the repository, as it was when it was first read."""
    return ((root or ROOT) / file).read_bytes()


@cache
def tree_of(source: bytes) -> Node:
    """The syntax of a file."""
    return Parser(Language(tree_sitter_cpp.language())).parse(source).root_node


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    file: str  # Relative to the repository.
    begin: int  # Bytes of the file that are replaced.
    end: int
    new: str
    line: int
    text: str  # Of the line, without the spaces around it.
    change: str  # "< -> <="
    nth: int  # Of the same change in its line, from 1.
    function: str  # That it is in, without namespaces and classes; "" outside of any.
    after: str  # The line before, as `text`.

    def __str__(self) -> str:
        nth = f" (number {self.nth} of the line)" if self.nth > 1 else ""
        return f"{self.file}:{self.line}: {self.change}{nth}: {self.text}"


def walk(node: Node) -> Iterator[Node]:
    """All nodes below one, and itself, in the order of the text; without assertions."""
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
    """Where the operator of a node is, if it is one that may change."""
    if node.type not in PLACES:
        return None
    return node.child_by_field_name(PLACES[node.type]) if PLACES[node.type] else node


def changes_of(source: bytes) -> Iterator[tuple[Node, int, str, str]]:
    """Yields a node, where it can change, what is there, and what would be."""
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
            continue  # Texts are joined, but there is no difference of them.
        elif old in OTHER:
            yield node, place.start_byte, old, OTHER[old]


def function_around(node: Node) -> str:
    """The name of the function that a node is in, or nothing."""
    around: Node | None = node
    while around and around.type != "function_definition":
        around = around.parent
    name = around and around.child_by_field_name("declarator")
    while name and (inner := name.child_by_field_name("declarator") or reference_in(name)):
        name = inner
    text = (name.text or b"").decode() if name else ""
    return text.rpartition("::")[2]


def reference_in(node: Node) -> Node | None:
    """The declarator of a function that returns a reference, which is no field."""
    return node.named_child(0) if node.type == "reference_declarator" else None


def mutants_of(file: str, root: Path | None = None) -> list[Mutant]:
    """All changes of a file, in the order of the text."""
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
