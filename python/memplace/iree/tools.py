"""IREE's tools: where they are, which of their flags memplace-iree can honour and which
tool gets them, and how they align."""

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
"""The version of IREE whose passes are known here."""

INSTALL_HINT = (
    f"pip install iree-base-compiler=={SUPPORTED_VERSION} "
    f"iree-base-runtime=={SUPPORTED_VERSION}"
)

# Flags of iree-compile that are options of the passes that memplace.iree runs.
PASS_OPTIONS = {
    "iree-scheduling-initialization-mode": "initialization-mode",
    "iree-scheduling-optimize-bindings": "optimize-bindings",
}

# Flags of iree-compile that cannot be kept, each with the reason.
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

# Flags of iree-compile that move constants to an archive themselves.
EXPORT_FLAGS = (
    "iree-opt-export-parameters",
    "iree-opt-splat-parameters",
    "iree-parameter-export",
    "iree-parameter-splat",
)

# Execution models whose modules have no stream phase.
OTHER_MODELS = ("host-only", "inline-dynamic", "inline-static")


@dataclass(frozen=True)
class Tools:
    """Paths of the tools that compile."""

    iree_compile: str
    iree_opt: str
    memplace_opt: str


@dataclass(frozen=True)
class Flags:
    """Flags of iree-compile, and which of them the parts of the pipeline get."""

    all: tuple[str, ...] = ()
    """For iree-compile: those of the user."""
    for_opt: tuple[str, ...] = ()
    """For iree-opt: those that it has as well."""
    pass_options: str = ""
    """The options of its stream pipelines, in braces, or nothing."""


def find_iree_tool(name: str, folder: str | None) -> str:
    """Returns the path of IREE's tool `name`: in `folder` if one is given, else
    beside this Python, else in PATH. Raises MemplaceError if there is none."""
    folders = [folder] if folder else [sysconfig.get_path("scripts")]
    path = shutil.which(name, path=os.pathsep.join(folders))
    if not path and not folder:
        path = shutil.which(name)
    if path:
        return path
    where = f"in '{folder}'" if folder else "installed"
    raise MemplaceError(f"IREE's '{name}' is not {where}; {INSTALL_HINT}")


def version_of(iree_compile: str) -> str:
    """Returns the version that the compiler at this path tells, such as "3.13.0".
    Raises MemplaceError if it is none of IREE's."""
    text = run_tool([iree_compile, "--version"])
    match = re.search(r"IREE compiler version (\d+\.\d+\.\d+)", text)
    if not match:
        raise MemplaceError(
            f"'{iree_compile}' does not tell a version of IREE; {INSTALL_HINT}"
        )
    return match[1]


def find_tools(folder: str | None = None, memplace_opt: str | None = None) -> Tools:
    """Returns the tools, IREE's from `folder` if it is given. Raises MemplaceError
    if one is missing, or if IREE is of another version."""
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
    """Returns name and value of a flag; the value is empty if it has none.

    >>> split_flag("--iree-opt-level=O2")
    ('iree-opt-level', 'O2')
    """
    name, _, value = flag.partition("=")
    return name.lstrip("-"), value


def flags_in_help(text: str) -> set[str]:
    """Returns the names of the flags that a tool's --help-list-hidden lists.

    >>> sorted(flags_in_help("  --a-flag=<int>  - text\\n    =value - text\\n  -o <file>"))
    ['a-flag', 'o']
    """
    return set(re.findall(r"^ *--?([A-Za-z0-9][\w-]*)", text, re.MULTILINE))


def check_flags(flags: Sequence[str]) -> None:
    """Raises InputError for a flag that compiling in parts cannot honour."""
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
    """Raises InputError for a flag that writes an archive besides ours."""
    for flag in flags:
        if split_flag(flag)[0] in EXPORT_FLAGS:
            raise InputError(
                f"iree-compile's '{flag}' cannot be used here: see --archive"
            )


def sort_flags(flags: Sequence[str], known_to_opt: Collection[str]) -> Flags:
    """Tells which flags iree-opt gets, and how. `flags` must pass `check_flags`.

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


# Two slices of a byte, live together, show what is rounded up to what.
ALIGNMENT_PROBE = """module {
  util.func public @probe() -> (index, index, index) {
    %size = arith.constant 1 : index
    %pack:3 = stream.resource.pack slices({[0, 0] = %size, [0, 0] = %size}) : index
    util.return %pack#0, %pack#1, %pack#2 : index, index, index
  }
}
"""


def read_probe(text: str) -> tuple[int, int]:
    """Returns alignments of offsets and sizes from the probe as IREE packed it.

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
    """Returns the flags that the iree-opt at this path has; asks it once."""
    return frozenset(flags_in_help(run_tool([iree_opt, "--help-list-hidden"])))


@cache
def alignments_of(tools: Tools, flags: Flags) -> tuple[int, int]:
    """Asks IREE what it aligns offsets to, and sizes, with these flags. Bytes."""
    passes = "builtin.module(util.func(iree-stream-layout-slices,canonicalize))"
    command = [tools.iree_opt, *flags.for_opt, f"--pass-pipeline={passes}"]
    return read_probe(run_tool(command, ALIGNMENT_PROBE))
