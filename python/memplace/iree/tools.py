"""IREE's tools: their paths, their flags, and their alignments.

A flag of iree-compile may also be given to iree-opt, become an option of a pass, or be
refused.
"""

import os
import re
import shutil
import sysconfig
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from memplace.errors import InputError, MemplaceError
from memplace.execution import RunOptions, find_memplace_opt
from memplace.tools import run_tool

SUPPORTED_VERSION = "3.13.0"
"""Version of IREE whose passes memplace.iree knows."""

INSTALL_HINT = (
    f"pip install iree-base-compiler=={SUPPORTED_VERSION} "
    f"iree-base-runtime=={SUPPORTED_VERSION}"
)

# Flags of iree-compile with an equivalent option of a pass run by memplace.iree.
PASS_OPTIONS = {
    "iree-scheduling-initialization-mode": "initialization-mode",
    "iree-scheduling-optimize-bindings": "optimize-bindings",
}

# Flags of iree-compile that cannot be honoured, each with the reason.
REFUSED_FLAGS = {
    "o": "the output is named once, by -o",
    "compile-from": "memplace-iree runs all phases",
    "compile-to": "memplace-iree runs all phases",
    "compile-mode": "memplace-iree compiles whole modules",
    "dump-compilation-phases-to": "see --save-temps",
    "emit-mlir-bytecode": "the output is a compiled module",
    "emit-mlir-bytecode-version": "the output is a compiled module",
    "iree-parameter-encoder-mode": "the encoder is not run",
    "iree-parameter-encoder-output-file": "the encoder is not run",
    "iree-parameter-encoder-output-scope": "the encoder is not run",
    "iree-scheduling-dump-statistics-file": "see --report",
    "iree-scheduling-dump-statistics-format": "see --report",
}

# Flags with which iree-compile itself moves constants to an archive.
EXPORT_FLAGS = (
    "iree-opt-export-parameters",
    "iree-opt-splat-parameters",
    "iree-parameter-export",
    "iree-parameter-splat",
)

# Folders of IREE's packages with programs, and the variable that selects others.
PROGRAM_FOLDERS = {
    "iree/compiler/_mlir_libs": "IREE_TOOL_PATH",
    "iree/_runtime_libs": "IREE_PY_RUNTIME",
}

# Execution models for which IREE has no stream phase.
OTHER_MODELS = ("host-only", "inline-dynamic", "inline-static")


@dataclass(frozen=True)
class Tools:
    """Paths of the tools used for compilation."""

    iree_compile: str
    iree_opt: str
    memplace_opt: str


@dataclass(frozen=True)
class Flags:
    """Flags of iree-compile, sorted by the part of the pipeline that takes the flag."""

    all: tuple[str, ...] = ()
    """All flags of the user, for iree-compile."""
    for_opt: tuple[str, ...] = ()
    """Flags that iree-opt has, too."""
    pass_options: str = ""
    """Options of IREE's stream pipelines, in braces; empty if there are none."""


def find_program(name: str) -> str | None:
    """Returns the path of the program `name` in IREE's packages of this Python.

    The packages also install a script `name`, which starts the program, but imports a
    package first. That takes longer than most steps of a compilation. Returns None if
    there is no such program, or if the user selects another.
    """
    for folder, variable in PROGRAM_FOLDERS.items():
        path = os.path.join(sysconfig.get_path("platlib"), folder, name)
        if variable not in os.environ and os.access(path, os.X_OK):
            return path
    return None


def find_iree_tool(name: str, folder: str | None) -> str:
    """Returns the path of IREE's tool `name`.

    Searches `folder` if given, else the packages and the folder of this Python and then
    PATH. Raises MemplaceError if there is no such tool.
    """
    if not folder and (program := find_program(name)):
        return program
    folders = [folder] if folder else [sysconfig.get_path("scripts")]
    path = shutil.which(name, path=os.pathsep.join(folders))
    if not path and not folder:
        path = shutil.which(name)
    if path:
        return path
    where = f"in '{folder}'" if folder else "installed"
    raise MemplaceError(f"IREE's '{name}' is not {where}; {INSTALL_HINT}")


def version_of(iree_compile: str) -> str:
    """Returns the version reported by the compiler at this path, e.g. "3.13.0".

    Raises MemplaceError if the tool is not iree-compile.
    """
    text = run_tool([iree_compile, "--version"])
    match = re.search(r"IREE compiler version (\d+\.\d+\.\d+)", text)
    if not match:
        raise MemplaceError(
            f"'{iree_compile}' prints no version of IREE; {INSTALL_HINT}"
        )
    return match[1]


def find_tools(folder: str | None = None, memplace_opt: str | None = None) -> Tools:
    """Returns the tools; IREE's tools come from `folder` if given.

    Raises MemplaceError if a tool is missing, or if IREE has another version.
    """
    iree_compile = find_iree_tool("iree-compile", folder)
    version = version_of(iree_compile)
    if version != SUPPORTED_VERSION:
        raise MemplaceError(
            f"'{iree_compile}' is IREE {version}; memplace-iree knows the passes of "
            f"{SUPPORTED_VERSION} only; {INSTALL_HINT}"
        )
    beside = os.path.dirname(iree_compile)
    iree_opt = find_iree_tool("iree-opt", beside)
    return Tools(
        iree_compile, iree_opt, find_memplace_opt(RunOptions(memplace_opt=memplace_opt))
    )


def split_flag(flag: str) -> tuple[str, str]:
    """Returns name and value of a flag; the value may be empty.

    >>> split_flag("--iree-opt-level=O2")
    ('iree-opt-level', 'O2')
    """
    name, _, value = flag.partition("=")
    return name.lstrip("-"), value


def flags_in_help(text: str) -> set[str]:
    """Returns the names of the flags in the output of a tool's --help-list-hidden.

    >>> sorted(flags_in_help("  --a-flag=<int>  - text\\n    =value - text\\n  -o <file>"))
    ['a-flag', 'o']
    """
    return set(re.findall(r"^ *--?([A-Za-z0-9][\w-]*)", text, re.MULTILINE))


def check_flags(flags: Sequence[str]) -> None:
    """Raises InputError for flags with no effect if compilation is split."""
    for flag in flags:
        name, value = split_flag(flag)
        if not flag.startswith("-") or not name:
            raise InputError(
                f"unexpected argument '{flag}'; write flags of iree-compile as "
                "--NAME=VALUE"
            )
        if reason := REFUSED_FLAGS.get(name):
            raise InputError(f"iree-compile's '{flag}' cannot be used here: {reason}")
        if name == "iree-execution-model" and value in OTHER_MODELS:
            raise InputError(
                f"'{flag}' has no transients to pack; use iree-compile itself"
            )


def check_no_export(flags: Sequence[str]) -> None:
    """Raises InputError for flags by which IREE writes an archive of its own."""
    for flag in flags:
        if split_flag(flag)[0] in EXPORT_FLAGS:
            raise InputError(
                f"iree-compile's '{flag}' cannot be used here: see --archive"
            )


def sort_flags(flags: Sequence[str], known_to_opt: Collection[str]) -> Flags:
    """Sorts flags by the part of the pipeline; `flags` must pass `check_flags`.

    >>> sort_flags(["--iree-opt-level=O2", "--iree-scheduling-optimize-bindings"], set())
    Flags(all=('--iree-opt-level=O2', '--iree-scheduling-optimize-bindings'), for_opt=(), pass_options='{optimize-bindings=true}')
    """
    options = []
    for_opt = []
    for flag in flags:
        name, value = split_flag(flag)
        if name in PASS_OPTIONS:
            options.append(f"{PASS_OPTIONS[name]}={value or 'true'}")
        elif name in known_to_opt:
            for_opt.append(flag)
    text = "{" + " ".join(options) + "}" if options else ""
    return Flags(tuple(flags), tuple(for_opt), text)


# Two slices of one byte, live at the same time, reveal both alignments.
ALIGNMENT_PROBE = """module {
  util.func public @probe() -> (index, index, index) {
    %size = arith.constant 1 : index
    %pack:3 = stream.resource.pack slices({[0, 0] = %size, [0, 0] = %size}) : index
    util.return %pack#0, %pack#1, %pack#2 : index, index, index
  }
}
"""


def read_probe(text: str) -> tuple[int, int]:
    """Returns the alignments of offsets and of sizes from IREE's packing of the probe.

    >>> read_probe('''%c0 = arith.constant 0 : index
    ... %c64 = arith.constant 64 : index
    ... %c80 = arith.constant 80 : index
    ... util.return %c80, %c0, %c64 : index, index, index''')
    (64, 16)
    """
    constants = dict(re.findall(r"(%\w+) = arith\.constant (\d+) : index", text))
    match = re.search(r"util\.return (%\w+), (%\w+), (%\w+) :", text)
    offsets = (
        sorted(int(constants.get(name, -1)) for name in match.groups()[1:])
        if match
        else []
    )
    size = int(constants.get(match[1], -1)) if match else -1
    if not offsets or offsets[0] != 0 or not 0 < offsets[1] < size:
        raise MemplaceError(
            "iree-opt packed the probe in a way that is not known:", text
        )
    return offsets[1], size - offsets[1]


@cache
def flags_of(iree_opt: str) -> frozenset[str]:
    """Returns the flags of the iree-opt at this path; runs the tool only once."""
    return frozenset(flags_in_help(run_tool([iree_opt, "--help-list-hidden"])))


@cache
def alignments_of(tools: Tools, flags: Flags) -> tuple[int, int]:
    """Returns IREE's alignments of offsets and of sizes with these flags, in bytes."""
    passes = "builtin.module(util.func(iree-stream-layout-slices,canonicalize))"
    command = [tools.iree_opt, *flags.for_opt, f"--pass-pipeline={passes}"]
    return read_probe(run_tool(command, ALIGNMENT_PROBE))
