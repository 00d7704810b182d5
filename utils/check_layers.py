#!/usr/bin/env python3
"""Checks who includes whom: usage: check_layers.py [REPOSITORY]

Every quoted include in include/, lib/, agent/ and python/ must follow the table below,
which is that of docs/architecture.md. Exit status: 0 all do, 1 some do not (one line
each on standard output).
"""

import pathlib
import posixpath
import re
import sys

# Folder -> folders it may include, besides itself. Arrows point to Problem.
PLAIN_WORLD = {
    "Problem": [],
    "Target": ["Problem"],
    "Simulator": ["Problem"],
    "Packing": ["Problem"],
    "Planning": ["Problem"],
    "Solver": ["Planning", "Packing", "Problem", "Simulator", "Target", "Version"],
    "Game": ["Planning", "Problem", "Simulator"],
    "CAPI": ["Problem", "Simulator", "Solver", "Target", "Version"],
    "Runtime": [],
    "Version": [],
}
ANALYSES = ["Analysis", "Interfaces", "Dialect"]
MLIR_WORLD = {
    "Dialect": ["Problem", "Solver"],
    "Interfaces": ["Dialect", "Problem"],
    "Analysis": ["Interfaces", "Dialect", "Problem"],
    "IRToProblem": ANALYSES + ["Target", "Problem"],
    "SolutionToIR": [
        "IRToProblem",
        "Interfaces",
        "Dialect",
        "Problem",
        "Simulator",
        "Target",
    ],
    "Transforms": ANALYSES + ["IRToProblem", "SolutionToIR"] + list(PLAIN_WORLD),
    "TransformOps": ["Dialect", "Transforms"],
    "Conversion": ANALYSES + ["Packing", "Problem", "Runtime", "Simulator", "Solver", "Target"],
}
EVERYTHING = list(PLAIN_WORLD) + list(MLIR_WORLD)
MLIR_WORLD["Pipelines"] = EVERYTHING
MLIR_WORLD["RegisterAll"] = EVERYTHING + ["Pipelines"]
# Folders of agent/ are layers of their own.
AGENT = {
    "agent/Search": [],
    "agent/Network": ["agent/Search", "Problem"],
    "agent/Training": ["agent/Network", "agent/SelfPlay", "Game", "Problem", "Simulator"],
    "agent/Solver": ["agent/SelfPlay", "Game", "Problem", "Solver", "Version"],
    "agent/SelfPlay": ["agent/Network", "agent/Search", "Game", "Problem"],
}
TORCH_WORLD = ["agent/Network"]
# The bindings, python/src.
PYTHON = {"python": list(PLAIN_WORLD)}
ALLOWED = {**PLAIN_WORLD, **MLIR_WORLD, **AGENT, **PYTHON}

INCLUDE = re.compile(r'^\s*#?\s*include\s+(?:"([^"]+)"|<([^>]+)>)')


def layer_of(path):
    """The layer of a path below include/memplace/ or lib/, its first part, or of
    one that starts with agent/, its first two."""
    parts = pathlib.PurePath(path).parts
    count = 2 if parts[0] == "agent" else 1
    return "/".join(parts[:count]).split(".")[0]


def conversion_of(path):
    """X of Conversion/X/..., or none: a conversion never sees another."""
    parts = pathlib.PurePath(path).parts
    return parts[1] if parts[0] == "Conversion" and len(parts) > 2 else None


def problem_with(path, included):
    """Says what is wrong with an include in the file `path`, or nothing."""
    layer = layer_of(path)
    if layer not in ALLOWED:
        return f"unknown layer '{layer}'; add it to utils/check_layers.py"
    top = included.split("/")[0]
    if top in ("mlir", "mlir-c", "llvm", "llvm-c", "torch"):
        if layer not in (TORCH_WORLD if top == "torch" else MLIR_WORLD):
            return f"'{layer}' is plain C++ and must not include '{included}'"
    elif top in ("memplace", "agent"):
        inner = included.removeprefix("memplace/")
        if layer_of(inner) not in ALLOWED[layer] + [layer]:
            allowed = ", ".join(ALLOWED[layer]) or "nothing"
            return f"'{layer}' must not include '{included}'; allowed: {allowed}"
        other = conversion_of(inner)
        if other and other != conversion_of(path):
            return f"a conversion must not include another's '{included}'"
    elif top in ("..", "tools", "lib"):
        # A folder inside a layer may use what lies beside it.
        target = posixpath.normpath(path.parent.as_posix() + "/" + included)
        if top != ".." or layer == "Conversion" or layer_of(target) != layer:
            return f"must not reach into another folder by '{included}'"
    return None


def check(root):
    """Yields a line for each include that breaks the table."""
    folders = {"include/memplace": "include/memplace", "lib": "lib"}
    folders |= {"agent": ".", "python/src": "."}
    for folder, base in folders.items():
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp", ".td", ".inc"):
                continue
            path = file.relative_to(root / base)
            for number, line in enumerate(file.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                message = match and problem_with(path, match[1] or match[2])
                if message:
                    yield f"{file.relative_to(root)}:{number}: {message}"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent
    messages = list(check(pathlib.Path(root).resolve()))
    print("\n".join(messages) or "all includes follow the layers")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
