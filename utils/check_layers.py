#!/usr/bin/env python3
"""Checks the rules between layers: check_layers.py [--table | --write] [REPOSITORY]

Every include in include/, lib/, agent/ and python/ and every import in python/memplace
must follow the tables below, imports must have no cycles, and docs/architecture.md must
show the same tables. --table prints the table for the page,
--write updates the page. Exit status: 0 without problems, 1 otherwise (one line per
problem on standard output).
"""

import argparse
import ast
import fnmatch
import graphlib
import pathlib
import posixpath
import re
import sys

# Folder -> folders it may include, besides itself. Arrows point to Problem. Verify shares no
# code with solvers, simulators and bounds, so a bug there cannot hide from Verify.
CORE = {
    "Problem": [],
    "IO": ["Problem"],
    "Verify": ["Problem"],
    "Bounds": ["Problem"],
    "Target": ["IO", "Problem"],
    "Simulator": ["Bounds", "Problem"],
    "Packing": ["IO", "Problem"],
    "Planning": ["Problem"],
    "Streaming": ["Packing", "Problem"],
    "Solver": ["Bounds", "Planning", "Packing", "Problem", "Simulator", "Verify", "Version"],
    "Cut": ["Bounds", "Problem", "Simulator", "Solver", "Verify"],
    "CAPI": ["Bounds", "Cut", "IO", "Problem", "Simulator", "Solver", "Target", "Verify", "Version"],
    "Version": [],
}
ANALYSES = ["Analysis", "Interfaces", "Dialect"]
COMPILER = {
    "Pass": [],
    "Dialect": ["Problem", "Solver", "Target"],
    "Interfaces": ["Dialect", "Problem"],
    "Analysis": ["Interfaces", "Dialect", "Problem"],
    "IRToProblem": ANALYSES + ["Target", "Problem"],
    "SolutionToIR": ["IRToProblem", "Interfaces", "Dialect", "Bounds"]
    + ["Problem", "Simulator", "Target"],
    "Transforms": ANALYSES + ["IRToProblem", "Pass", "SolutionToIR"] + list(CORE),
    "TransformOps": ["Dialect", "Transforms"],
    "Conversion": ["Dialect", "Pass"],
}
COMPILER["Pipelines"] = list(CORE) + list(COMPILER)
# Wings: neither the core nor the compiler includes them.
RUNTIME = {"Cuda": [], "Runtime": ["Cuda"], "Kernels": ["Cuda"]}
# IREE programs: the declarations of the passes, and one folder per topic.
IREE = {
    "IREE": ["Pass"],
    "IREE/Packing": ["IREE", "IO", "Packing", "Problem"],
    "IREE/Weights": ANALYSES
    + ["IREE", "IREE/Packing", "Bounds", "IO", "Packing", "Problem", "Simulator", "Solver"]
    + ["Streaming", "Target", "Verify"],
}
# Folders of agent/ are separate layers.
AGENT = {
    "agent/Game": ["Bounds", "Planning", "Problem", "Simulator"],
    "agent/Baselines": ["agent/Game", "Planning", "Problem", "Simulator", "Solver", "Version"],
    "agent/Search": ["Problem"],
    "agent/Network": ["agent/Search", "IO", "Problem"],
    "agent/Training": ["agent/Egrl", "agent/Network", "agent/SelfPlay"]
    + ["agent/Game", "IO", "Problem", "Simulator", "Verify"],
    "agent/Egrl": ["agent/Network", "agent/Game", "Problem"],
    "agent/Solver": ["agent/Egrl", "agent/Network", "agent/SelfPlay", "agent/Game"]
    + ["Planning", "Problem", "Simulator", "Solver", "Version"],
    "agent/SelfPlay": ["agent/Network", "agent/Search", "agent/Game", "Problem"],
}
# The entries: the compiler's registration, and the bindings, python/src.
ENTRIES = {
    "RegisterAll": [*CORE, *COMPILER, "IREE"],
    "python": [*CORE, "agent/Baselines", "agent/Game"],
}
ALLOWED = {**CORE, **COMPILER, **RUNTIME, **IREE, **AGENT, **ENTRIES}
# Headers of the runtime that compiled programs depend on: the C functions that the programs call,
# and constants of the kernels -> layers of the compiler that may include the header.
INTERFACES = {
    "memplace/Runtime/Runtime.h": ["Conversion"],
    "memplace/Kernels/Kernels.h": ["Conversion", "Transforms"],
}
# First part of an include of another project's library -> layers that may use the library.
LIBRARIES = {
    "nlohmann": ["IO", "agent/Egrl", "agent/Network", "agent/SelfPlay", "agent/Training"],
    "zlib.h": ["IO", "agent/Network", "agent/Training"],
    "torch": ["agent/Egrl", "agent/Network"],
    "cblas.h": ["Kernels"],
    "liburing.h": ["Runtime"],
} | dict.fromkeys(["mlir", "mlir-c", "llvm", "llvm-c"], [*COMPILER, *IREE, "RegisterAll"])
LIBRARY_NAMES = {
    "nlohmann": "nlohmann_json",
    "zlib.h": "zlib",
    "torch": "LibTorch",
    "cblas.h": "OpenBLAS",
    "liburing.h": "liburing",
    "mlir": "MLIR",
}
# Layers of python/memplace, the highest first -> their modules and packages, and the layers they
# may import besides themselves; ALL_BELOW is all that follow. A module belongs to the first
# layer that fits.
ALL_BELOW = ["all below"]
PLAIN_PYTHON = ["problems", "basics"]
PROGRAMS = ["running", *PLAIN_PYTHON]
PYTHON_LAYERS = {
    "entries": ("*.__main__", ["command lines"]),
    "command lines": ("*_cli *.command_line", ALL_BELOW),
    "facade": ("__init__", ALL_BELOW),
    "serving": ("serving", ["calling", "importers", *PROGRAMS]),
    "report": ("report", PLAIN_PYTHON),
    "jax": ("jax", PLAIN_PYTHON),
    "xla": ("xla", PLAIN_PYTHON),
    "iree": ("iree", ["running", "basics"]),
    "distributed": ("distributed", ["basics"]),
    "calling": ("callables programs reads run_arrays tuning", ["importers", *PROGRAMS]),
    "importers": ("importers", ["running", "basics"]),
    "running": ("arrayfiles execution harness worker", ["basics"]),
    "problems": ("envs game packing placement", ["basics"]),
    "basics": (
        "_core arguments command_line compiled errors inputs jsontext mlirtext native progress "
        "tools user_code",
        [],
    ),
}
# Lines around the table in architecture.md.
BEGIN = "<!-- Generated by utils/check_layers.py --write; edit the script instead. -->"
END = "<!-- End of what utils/check_layers.py writes. -->"

INCLUDE = re.compile(r'^\s*#?\s*include\s+(?:"([^"]+)"|<([^>]+)>)')


def layer_of(path):
    """Returns the layer of a path below include/memplace/ or lib/: its first part, or its
    first two parts below agent/ and in folders of IREE/."""
    parts = pathlib.PurePath(path).parts
    has_folders = parts[0] == "agent" or (parts[0] == "IREE" and len(parts) > 2)
    return "/".join(parts[: 2 if has_folders else 1]).split(".")[0]


def conversion_of(path):
    """Returns X of Conversion/X/..., or None. A conversion must not include another."""
    parts = pathlib.PurePath(path).parts
    return parts[1] if parts[0] == "Conversion" and len(parts) > 2 else None


def problem_with(path, included, is_public=False):
    """Returns an error message for an include in the file `path`, or None."""
    layer = layer_of(path)
    if is_public and included.startswith(("..", "lib/", "agent/")):
        return f"a public header must not include the private '{included}'"
    if layer not in ALLOWED:
        return f"unknown layer '{layer}'; add it to utils/check_layers.py"
    top = included.split("/")[0]
    if top in LIBRARIES:
        if layer not in LIBRARIES[top]:
            return f"'{layer}' must not include '{included}' of another project"
    elif layer in INTERFACES.get(included, []):
        return None
    elif top in ("memplace", "agent", "lib"):
        inner = included.removeprefix("memplace/").removeprefix("lib/")
        if layer_of(inner) not in ALLOWED[layer] + [layer]:
            allowed = ", ".join(ALLOWED[layer]) or "nothing"
            return f"'{layer}' must not include '{included}'; allowed: {allowed}"
        other = conversion_of(inner)
        if other and other != conversion_of(path):
            return f"a conversion must not include another's '{included}'"
    elif top in ("..", "tools"):
        # Private headers of an allowed layer, relative to the file.
        target = posixpath.normpath(path.parent.as_posix() + "/" + included)
        is_another = layer == "Conversion" and conversion_of(target) not in (None, "Utils")
        if top != ".." or is_another or layer_of(target) not in ALLOWED[layer] + [layer]:
            return f"must not reach into another folder by '{included}'"
    return None


def check(root):
    """Yields a message for each include that violates the table."""
    folders = {"include/memplace": "include/memplace", "lib": "lib"}
    folders |= {"agent": ".", "python/src": "."}
    for folder, base in folders.items():
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp", ".td", ".inc"):
                continue
            path = file.relative_to(root / base)
            for number, line in enumerate(file.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                message = match and problem_with(
                    path, match[1] or match[2], is_public=folder == "include/memplace"
                )
                if message:
                    yield f"{file.relative_to(root)}:{number}: {message}"


def python_layer_of(module):
    """Returns the layer of a module below memplace, such as "serving.machine", or None."""
    for layer, (patterns, _) in PYTHON_LAYERS.items():
        for pattern in patterns.split():
            if fnmatch.fnmatch(module, pattern) or module.startswith(f"{pattern}."):
                return layer
    return None


def python_layers_below(layer):
    """Returns the layers that a Python layer may import, besides itself."""
    allowed = PYTHON_LAYERS[layer][1]
    layers = list(PYTHON_LAYERS)
    return layers[layers.index(layer) + 1 :] if allowed == ALL_BELOW else allowed


def module_of(path):
    """Returns the module of a file below memplace: "serving.machine", "serving"; memplace
    itself is "__init__"."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def imports_of(file, modules):
    """Yields line and module of each import of memplace, also in functions; None for a relative
    import. A name that is no module belongs to its package."""
    for node in ast.walk(ast.parse(file.read_text(), file)):
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{'.' * node.level}{node.module}.{each.name}" for each in node.names]
        else:
            continue
        for name in names:
            package, _, module = name.partition(".")
            while module and module not in modules:
                module = module.rpartition(".")[0]
            if package in ("", "memplace"):
                yield node.lineno, (module or "__init__") if package else None


def problem_with_import(module, imported):
    """Returns an error message for an import of a module by another, or None."""
    if imported is None:
        return "must not use a relative import"
    layer, other = python_layer_of(module), python_layer_of(imported)
    below = python_layers_below(layer)
    if layer == other == "command lines":
        return f"a command line must not import another, 'memplace.{imported}'"
    if other is None or other in [*below, layer]:
        return None
    name = "memplace" if imported == "__init__" else f"memplace.{imported}"
    return f"'{layer}' must not import '{name}'; allowed: {', '.join(below) or 'nothing'}"


def cycles_in(graph):
    """Yields cycles in a graph, module -> imported modules, until none is left; each begins and
    ends with its first module by name. Removes an import of each cycle."""
    while True:
        try:
            graphlib.TopologicalSorter(graph).prepare()
            return
        except graphlib.CycleError as error:
            cycle = error.args[1][:0:-1]  # Each module imports the next, the last the first.
        first = cycle.index(min(cycle))
        cycle = cycle[first:] + cycle[:first]
        graph[cycle[-1]].remove(cycle[0])
        yield [*cycle, cycle[0]]


def check_python(root):
    """Yields a message for each import in python/memplace that violates the table, and for each
    cycle."""
    folder = root / "python" / "memplace"
    sources = sorted([*folder.rglob("*.py"), *folder.rglob("*.pyi")])
    files = {module_of(file.relative_to(folder)): file for file in sources}
    graph = {}
    for module, file in files.items():
        name = file.relative_to(root)
        if python_layer_of(module) is None:
            yield f"{name}:1: unknown module '{module}'; add it to utils/check_layers.py"
            continue
        found = sorted(set(imports_of(file, files)), key=lambda one: (one[0], str(one[1])))
        for number, imported in found:
            message = problem_with_import(module, imported)
            if message:
                yield f"{name}:{number}: {message}"
        graph[module] = sorted({imported for _, imported in found if imported})
    for cycle in cycles_in(graph):
        yield f"{files[cycle[0]].relative_to(root)}:1: cycle of imports: {' -> '.join(cycle)}"


def in_words(layers):
    """Returns a list of layers with short names for large groups, for the table."""
    names = {"the core": list(CORE), "the compiler": list(COMPILER)}
    words, rest = [], list(layers)
    for name, whole in names.items():
        if set(whole) <= set(rest):
            words.append(name)
            rest = [layer for layer in rest if layer not in whole]
    return words + rest


def table():
    """Yields the lines of the tables of architecture.md."""
    yield "| Part | Layer | may include | and of others |"
    yield "|---|---|---|---|"
    parts = {"core": CORE, "compiler": COMPILER, "wing: runtime": RUNTIME, "wing: IREE": IREE}
    for part, layers in (parts | {"wing: agent": AGENT, "entry": ENTRIES}).items():
        for layer, allowed in layers.items():
            others = [name for key, name in LIBRARY_NAMES.items() if layer in LIBRARIES[key]]
            interfaces = [name for name, users in INTERFACES.items() if layer in users]
            words = ", ".join(in_words(allowed) + [f"`{name}`" for name in interfaces])
            yield f"| {part} | {layer} | {words} | {', '.join(others)} |"
    yield ""
    yield "| Layer of Python | Modules of `memplace` | may import |"
    yield "|---|---|---|"
    for layer, (modules, allowed) in PYTHON_LAYERS.items():
        yield f"| {layer} | `{modules}` | {', '.join(allowed)} |"


def page_of(root):
    """Finds architecture.md and splits it around the table; None without a table."""
    for page in sorted((root / "docs").rglob("architecture.md")):
        before, begin, rest = page.read_text().partition(BEGIN + "\n")
        shown, end, after = rest.partition(END + "\n")
        if begin and end:
            return page, before + begin, shown, end + after
    return None


def check_page(root, is_written):
    """Yields a message if architecture.md is stale, or updates the page."""
    page = page_of(root)
    expected = "\n".join(table()) + "\n"
    if not page:
        yield f"docs: no architecture.md has the lines '{BEGIN}' and '{END}'"
    elif page[2] != expected and is_written:
        page[0].write_text(page[1] + expected + page[3])
    elif page[2] != expected:
        name = page[0].relative_to(root)
        yield f"{name}: the table of layers is stale; run utils/check_layers.py --write"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", action="store_true", help="print the table of layers")
    parser.add_argument("--write", action="store_true", help="put it into architecture.md")
    here = pathlib.Path(__file__).parent.parent
    parser.add_argument("repository", nargs="?", type=pathlib.Path, default=here)
    arguments = parser.parse_args()
    if arguments.table:
        print("\n".join(table()))
        return 0
    root = arguments.repository.resolve()
    messages = list(check(root)) + list(check_python(root))
    if (root / "docs").is_dir():
        messages += check_page(root, arguments.write)
    print("\n".join(messages) or "all includes and imports follow the layers")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
