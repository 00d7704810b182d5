#!/usr/bin/env python3
"""Checks the shape of the C++ code: check_shape.py [REPOSITORY]

* The members of a class of a header are defined there and in one .cpp: a class that
  is spread over several files is several classes. (Classes that TableGen writes have no
  header here.)
* A class has at most 20 fields, a record (no member functions) at most 30: what has
  more holds things that belong to different ideas.
* A function has a cyclomatic complexity of at most 20 (McCabe 1976, as lizard counts).
* Each folder of lib/ and agent/ has tests: unittests/FOLDER or test/FOLDER.
* No two C++ files have one name, and a header is in the same layer as the .cpp of its
  name: an include says then which file is meant, and so does a reader.

EXCEPTIONS lists what breaks this, each with its reason; one that is not needed any more
is an error. Reads C++ by tree-sitter, which needs no headers of others; what its grammar
does not know is skipped. Exit status: 0 all is well, 1 it is not (one line each on
standard output), 2 without the packages of python/requirements-test.txt.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

try:
    import lizard
    import tree_sitter_cpp
    from tree_sitter import Language, Node, Parser
except ImportError as error:
    print(f"error: {error}; pip install -r python/requirements-test.txt", file=sys.stderr)
    sys.exit(2)

MAX_FIELDS = 20
MAX_FIELDS_OF_RECORD = 30
MAX_COMPLEXITY = 20
FOLDERS = ["include", "lib", "agent", "tools", "python/src", "fuzz", "unittests", "benchmarks"]
PYTHON_FOLDERS = ["python/memplace", "utils", "benchmarks", "models"]

# (rule, what breaks it) -> why it may.
IDIOM = "what MLIR calls them, too: an include names the folder"
FLAT = "one case after the other, none in another: cut up, it would say no more"
EXCEPTIONS = {
    ("names", "MemPlace.h"): "both are public: memplace-c/MemPlace.h, and the dialect's " + IDIOM,
    ("names", "Passes.h"): IDIOM,
    ("complexity", "stress::spoil"): FLAT,
}

CLASSES = ("class_specifier", "struct_specifier")


def text_of(node: Node | None) -> str:
    """The source text of a node; nothing if there is no node."""
    return node.text.decode(errors="replace") if node is not None and node.text else ""


def walk(node: Node) -> Iterator[Node]:
    """All nodes below one, and itself."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def declarators(declaration: Node) -> Iterator[Node]:
    """What a declaration declares."""
    for index, child in enumerate(declaration.children):
        if declaration.field_name_for_child(index) == "declarator":
            yield child


def is_function(declarator: Node | None) -> bool:
    """Whether it declares a function, and no variable that holds one."""
    while declarator is not None:
        if declarator.type == "function_declarator":
            return True
        declarator = declarator.child_by_field_name("declarator")
    return False


def is_static(declaration: Node) -> bool:
    return any(
        child.type == "storage_class_specifier" and child.text == b"static"
        for child in declaration.children
    )


def count_members(body: Node) -> tuple[int, int]:
    """How many fields of its own, and how many member functions, a class has."""
    fields = functions = 0
    for member in body.named_children:
        if member.type == "template_declaration":
            functions += 1
        elif member.type == "function_definition":
            functions += 1
        elif member.type == "declaration":
            functions += 1  # A constructor or a destructor.
        elif member.type == "field_declaration" and not is_static(member):
            for declarator in declarators(member):
                if is_function(declarator):
                    functions += 1
                else:
                    fields += 1
    return fields, functions


class Shapes:
    """What there is in the repository, as far as the rules go."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.parser = Parser(Language(tree_sitter_cpp.language()))
        # (folder, class) -> files that define members of it out of line.
        self.homes: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.in_headers: set[str] = set()

    def read(self, file: Path) -> Iterator[tuple[str, str, str]]:
        """Yields (rule, what, message) of one file, and notes what it defines."""
        tree = self.parser.parse(file.read_bytes())
        path = file.relative_to(self.root)
        own, outside = set(), set()
        for node in walk(tree.root_node):
            if node.type in CLASSES and node.child_by_field_name("body"):
                own.add(text_of(node.child_by_field_name("name")))
                yield from self.check_fields(path, node)
            elif node.type == "function_definition":
                outside.add(self.class_of(node))
        if file.suffix == ".h":
            self.in_headers |= own
        else:
            for name in outside - own - {""}:
                self.homes[(path.parts[0] + "/" + path.parts[1], name)].add(str(path))

    def check_fields(self, path: Path, node: Node) -> Iterator[tuple[str, str, str]]:
        name = text_of(node.child_by_field_name("name"))
        fields, functions = count_members(node.child_by_field_name("body"))
        limit = MAX_FIELDS if functions else MAX_FIELDS_OF_RECORD
        if fields > limit:
            line = node.start_point.row + 1
            yield "fields", name, f"{path}:{line}: '{name}' has {fields} fields, {limit} are allowed"

    @staticmethod
    def class_of(function: Node) -> str:
        """The class that a definition names, or nothing: namespaces are lower case."""
        declarator = function.child_by_field_name("declarator")
        while declarator is not None and declarator.type != "function_declarator":
            declarator = declarator.child_by_field_name("declarator")
        name = declarator.child_by_field_name("declarator") if declarator else None
        scopes = []
        while name is not None and name.type == "qualified_identifier":
            scopes.append(text_of(name.child_by_field_name("scope")).partition("<")[0])
            name = name.child_by_field_name("name")
        return "::".join(scope for scope in scopes if scope[:1].isupper())

    def spread(self) -> Iterator[tuple[str, str, str]]:
        """Yields the classes that are in several .cpp files of a folder."""
        for (_, name), files in sorted(self.homes.items()):
            if len(files) > 1 and name in self.in_headers:
                yield "spread", name, f"'{name}' is defined in {', '.join(sorted(files))}"


def sources(root: Path, folders: list[str], suffixes: tuple[str, ...]) -> Iterator[Path]:
    for folder in folders:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in suffixes and "sources" not in file.relative_to(root).parts:
                yield file


def complex_functions(root: Path) -> Iterator[tuple[str, str, str]]:
    """Yields the functions that branch too often."""
    files = list(sources(root, FOLDERS, (".h", ".cpp")))
    files += sources(root, PYTHON_FOLDERS, (".py",))
    for file in files:
        for function in lizard.analyze_file(str(file)).function_list:
            complexity = function.cyclomatic_complexity
            if complexity > MAX_COMPLEXITY:
                name, path = function.name, file.relative_to(root)
                yield "complexity", name, (
                    f"{path}:{function.start_line}: '{name}' has a complexity of {complexity},"
                    f" {MAX_COMPLEXITY} is allowed"
                )


def untested_layers(root: Path) -> Iterator[tuple[str, str, str]]:
    """Yields the folders of lib/ and agent/ without tests."""
    layers = [path for path in (root / "lib").glob("*/")]
    layers += [path for path in (root / "agent").glob("*/")]
    for layer in sorted(path.relative_to(root) for path in layers if any(path.glob("*.cpp"))):
        inner = layer if layer.parts[0] == "agent" else Path(*layer.parts[1:])
        if not any((root / tests / inner).is_dir() for tests in ("unittests", "test")):
            yield "tests", str(layer), f"{layer}: neither unittests/{inner} nor test/{inner} is there"


def layer_of(path: Path) -> str:
    """Where a header and its .cpp are together: public headers count as of lib/."""
    parts = path.parts
    if parts[:2] == ("include", "memplace"):
        parts = ("lib", *parts[2:])
    return "/".join(parts[: min(2, len(parts) - 1)])


def shared_names(root: Path) -> Iterator[tuple[str, str, str]]:
    """Yields the names that several C++ files have."""
    files: dict[str, list[Path]] = defaultdict(list)
    for file in sources(root, FOLDERS, (".h", ".cpp")):
        files[file.stem].append(file.relative_to(root))
    for stem, paths in sorted(files.items()):
        for suffix in (".h", ".cpp"):
            alike = [str(path) for path in paths if path.suffix == suffix]
            if len(alike) > 1:
                name = stem + suffix
                yield "names", name, f"'{name}' is the name of {', '.join(alike)}"
        if len(paths) == 2 and len({layer_of(path) for path in paths}) == 2:
            header, cpp = sorted(paths, key=lambda path: path.suffix, reverse=True)
            if header.suffix != cpp.suffix:
                yield "names", stem, f"{header} and {cpp} have one name, but are in two layers"


def breaches(root: Path) -> Iterator[tuple[str, str, str]]:
    """Yields (rule, what breaks it, message)."""
    shapes = Shapes(root)
    for file in sources(root, FOLDERS, (".h", ".cpp")):
        yield from shapes.read(file)
    yield from shapes.spread()
    yield from complex_functions(root)
    yield from untested_layers(root)
    yield from shared_names(root)


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    messages, needed = [], set()
    for rule, what, message in breaches(root):
        if (rule, what) in EXCEPTIONS:
            needed.add((rule, what))
        else:
            messages.append(message)
    for exception in EXCEPTIONS:
        if exception not in needed:
            messages.append(f"EXCEPTIONS: {exception} is not needed any more")
    print("\n".join(messages) or "everything is in shape")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
