#!/usr/bin/env python3
"""Checks the layers of the repository: check_layers.py [--table | --write] [REPOSITORY]

The tables below list the layers, and the layers that each may include or import. The
script checks the includes in include/, lib/, agent/ and python/src, and the imports in
python/memplace. Imports must have no cycles. docs/architecture.md must show the same
tables.

--table prints the tables in the form of the page and checks nothing. --write updates the
page. Exit status: 0 if all checks pass, otherwise 1. Each problem is a line of standard
output.
"""

import argparse
import ast
import fnmatch
import graphlib
import pathlib
import posixpath
import re
import sys

# Layers of the plain core: folder of lib/ -> folders that its files may include, besides their
# own. Verify shares no code with solvers, simulator and bounds, so Verify detects their bugs.
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
    "Schedule": ["Packing", "Problem", "Simulator", "Verify"],
    "CAPI": ["Bounds", "Cut", "IO", "Packing", "Problem", "Simulator", "Solver", "Target", "Verify", "Version"],
    "Version": [],
}
ANALYSES = ["Analysis", "Interfaces", "Dialect"]
# Layers of the compiler, in the same form.
COMPILER = {
    "Pass": ["Problem"],
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
# Wings: layers that neither the core nor the compiler includes, except for the headers in
# INTERFACES. The wings are the runtime, IREE and the agent.
RUNTIME = {"Cuda": [], "Runtime": ["Cuda"], "Kernels": ["Cuda"]}
# Passes for programs of IREE. IREE itself declares the passes; each folder of lib/IREE is a
# layer of its own.
IREE = {
    "IREE": ["Pass"],
    "IREE/Packing": ["IREE", "IO", "Packing", "Problem"],
    "IREE/Schedule": ["IREE", "IREE/Packing", "IO", "Packing", "Problem", "Schedule"],
    "IREE/Weights": ANALYSES
    + ["IREE", "IREE/Packing", "Bounds", "IO", "Packing", "Problem", "Simulator", "Solver"]
    + ["Streaming", "Target", "Verify"],
}
# Each folder of agent/ is a layer of its own.
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
# Entries: layers that no other layer includes. RegisterAll registers the compiler's dialects and
# passes; python is python/src, the bindings of the core.
ENTRIES = {
    "RegisterAll": [*CORE, *COMPILER, "IREE"],
    "python": [*CORE, "agent/Baselines", "agent/Game"],
}
ALLOWED = {**CORE, **COMPILER, **RUNTIME, **IREE, **AGENT, **ENTRIES}
# Exceptions: header of the runtime -> layers of the compiler that may include the header. Compiled
# programs depend on these headers. Runtime.h declares the C functions that the programs call,
# Kernels.h has constants of the kernels.
INTERFACES = {
    "memplace/Runtime/Runtime.h": ["Conversion"],
    "memplace/Kernels/Kernels.h": ["Conversion", "Transforms"],
}
# Libraries of other projects: first part of the path in an include -> layers that may use the
# library. All other includes, e.g. of the standard library, are permitted.
LIBRARIES = {
    "nlohmann": ["IO", "agent/Egrl", "agent/Network", "agent/SelfPlay", "agent/Training"],
    "zlib.h": ["IO", "agent/Network", "agent/Training"],
    "torch": ["agent/Egrl", "agent/Network"],
    "cblas.h": ["Kernels"],
    "liburing.h": ["Runtime"],
} | dict.fromkeys(["mlir", "mlir-c", "llvm", "llvm-c"], [*COMPILER, *IREE, "RegisterAll"])
# Names of these libraries in docs/architecture.md.
LIBRARY_NAMES = {
    "nlohmann": "nlohmann_json",
    "zlib.h": "zlib",
    "torch": "LibTorch",
    "cblas.h": "OpenBLAS",
    "liburing.h": "liburing",
    "mlir": "MLIR",
}
# Stands for all layers that follow in PYTHON_LAYERS.
ALL_BELOW = ["all below"]
PLAIN_PYTHON = ["problems", "basics"]
PROGRAMS = ["running", *PLAIN_PYTHON]
# Layers of python/memplace, from the highest to the lowest. Name -> patterns of its modules and
# packages, and the layers that they may import besides their own. A module belongs to the first
# layer with a pattern that matches.
PYTHON_LAYERS = {
    "entries": ("__main__ *.__main__", ["command lines", "basics"]),
    "command lines": ("*_cli *.command_line", ALL_BELOW),
    "facade": ("__init__", ALL_BELOW),
    "serving": ("serving", ["calling", "importers", *PROGRAMS]),
    "report": ("report", PLAIN_PYTHON),
    "jax": ("jax", PLAIN_PYTHON),
    "torch": ("torch", PLAIN_PYTHON),
    "xla": ("xla", PLAIN_PYTHON),
    "iree": ("iree", ["running", "basics"]),
    "distributed": ("distributed", ["basics"]),
    "executorch": ("executorch", ["basics"]),
    "calling": ("callables programs run_arrays tuning", ["importers", *PROGRAMS]),
    "importers": ("importers", ["running", "basics"]),
    "running": ("arrayfiles execution harness worker", ["basics"]),
    "problems": (
        "benchmark_sets copies envs game machines packing placement scheduling scoring",
        ["basics"],
    ),
    "basics": (
        "_core arguments command_line compiled errors extras inputs jsontext mlirtext native "
        "progress "
        "stages tools user_code",
        [],
    ),
}
# Lines before and after the tables in architecture.md.
BEGIN = "<!-- Generated by utils/check_layers.py --write; edit the script instead. -->"
END = "<!-- End of what utils/check_layers.py writes. -->"

INCLUDE = re.compile(r'^\s*#?\s*include\s+(?:"([^"]+)"|<([^>]+)>)')


def layer_of(path):
    """Returns the layer of a path: its first part, or the first two parts in agent/ and in
    folders of IREE/. The path is relative to include/memplace/ or lib/, or begins with agent/ or
    python/."""
    parts = pathlib.PurePath(path).parts
    has_folders = parts[0] == "agent" or (parts[0] == "IREE" and len(parts) > 2)
    return "/".join(parts[: 2 if has_folders else 1]).split(".")[0]


def conversion_of(path):
    """Returns X for a path Conversion/X/..., otherwise None. Conversions are independent: their
    files must not include each other."""
    parts = pathlib.PurePath(path).parts
    return parts[1] if parts[0] == "Conversion" and len(parts) > 2 else None


def problem_with(path, included, is_public=False):
    """Returns an error message for an include, or None if the include is permitted.

    `path` is the file with the include, in the form of `layer_of`. `included` is the path in the
    include. `is_public` tells that the file is in include/memplace.
    """
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
        # A path relative to the file may lead to private headers of a permitted layer, but not
        # into another conversion.
        target = posixpath.normpath(path.parent.as_posix() + "/" + included)
        is_another = layer == "Conversion" and conversion_of(target) not in (None, "Utils")
        if top != ".." or is_another or layer_of(target) not in ALLOWED[layer] + [layer]:
            return f"must not reach into another folder by '{included}'"
    return None


def check(root):
    """Yields a message for each include in C++ and TableGen files that is not permitted."""
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
    """Returns the layer of a module, or None if no pattern matches. `module` is a name inside of
    memplace, such as "serving.machine"."""
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
    """Returns the module of a file; `path` is relative to python/memplace. For example,
    serving/machine.py is "serving.machine" and serving/__init__.py is "serving". memplace itself
    is "__init__"."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def imports_of(file, modules):
    """Yields the line number and the module of each import of memplace, also inside of functions.

    An import of a name from a module counts as an import of the module. The module of a
    relative import is None: such imports are not permitted.
    """
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
    """Returns an error message if `module` must not import `imported`, otherwise None."""
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
    """Yields the cycles of imports in a graph, which maps modules to the modules they import.

    A cycle is a list of modules, each of which imports the next. It begins and ends with the
    module that is first in the alphabet. Removes the last import of each cycle from the graph, to
    find the next cycle.
    """
    while True:
        try:
            graphlib.TopologicalSorter(graph).prepare()
            return
        except graphlib.CycleError as error:
            # graphlib lists the cycle against the direction of the imports, and repeats one
            # module at the end. Now each module imports the next, and the last imports the first.
            cycle = error.args[1][:0:-1]
        first = cycle.index(min(cycle))
        cycle = cycle[first:] + cycle[:first]
        graph[cycle[-1]].remove(cycle[0])
        yield [*cycle, cycle[0]]


def check_python(root):
    """Yields a message for each import in python/memplace that is not permitted, and for each
    cycle of imports."""
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
    """Returns the layers for a row of the page. "the core" and "the compiler" replace the names of
    all of their layers."""
    names = {"the core": list(CORE), "the compiler": list(COMPILER)}
    words, rest = [], list(layers)
    for name, whole in names.items():
        if set(whole) <= set(rest):
            words.append(name)
            rest = [layer for layer in rest if layer not in whole]
    return words + rest


def table():
    """Yields the lines of the tables in architecture.md."""
    yield "| Part | Layer | may include | and libraries |"
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
    """Finds the page architecture.md below docs/.

    Returns its path, the text before the tables, the tables and the text after them. Returns None
    if no page has the lines BEGIN and END.
    """
    for page in sorted((root / "docs").rglob("architecture.md")):
        before, begin, rest = page.read_text().partition(BEGIN + "\n")
        shown, end, after = rest.partition(END + "\n")
        if begin and end:
            return page, before + begin, shown, end + after
    return None


def check_page(root, is_written):
    """Yields a message if the tables in architecture.md are stale, unless `is_written`: then
    updates the page instead. Yields a message if there is no place for the tables."""
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
    parser.add_argument("--table", action="store_true", help="print the tables, check nothing")
    parser.add_argument("--write", action="store_true", help="update the tables in architecture.md")
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
