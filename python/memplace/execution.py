"""Runs memref programs, placed or not, on the CPU through mlir-runner."""

import json
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memplace.errors import MemplaceError
from memplace.harness import ProgramArgument, parse_argument, random_session
from memplace.mlirtext import clean_name
from memplace.native import find_native_tool
from memplace.stages import stage
from memplace.tools import find_mlir_tool, run_tool
from memplace.worker import SESSION_FILE, Interface, Worker

# Inserts deallocations into an unplaced program that has none. Without deallocations, a
# program that runs repeatedly would leak memory.
DEALLOCATION_PIPELINE = "buffer-deallocation-pipeline"
ENTRY_POINT = "memplace_session_main"
"""Function made by the pass `memplace-add-session`."""
FREES = re.compile(r"^ *(?:memref|bufferization)\.dealloc\b", re.M)
# Libraries of kernels, by device.
DEVICES = {"cpu": "libmemplace_kernels.so", "cuda": "libmemplace_kernels_cuda.so"}
LAPACK = re.compile(r"\bcall @memplace_lapack_")
# Options of mlir-runner, whose -O0 otherwise allocates registers and schedules like
# -O2.
QUICK_COMPILE = ["--fast-isel", "--optimize-regalloc=false", "--regalloc=fast"]
QUICK_COMPILE += ["--disable-post-ra"]
RESULT_LINE = re.compile(r"^(\d+), (\d+), (\d+), (\d+), (\S+)$")


@dataclass(frozen=True)
class BufferResult:
    """Result for one buffer that was passed to the program."""

    argument: int
    """Index of the argument."""
    hash_before: int
    """Hash of all bits before the call; 64 bits."""
    hash_after: int
    """Hash of all bits after the call; 64 bits."""
    not_finite: int
    """Number of elements that are infinite or NaN."""
    first: str
    """Text of the first element, as printed."""

    @property
    def is_written(self) -> bool:
        """Whether the program changed the buffer's contents."""
        return self.hash_before != self.hash_after


@dataclass(frozen=True)
class RunOptions:
    """Options for running a program. The defaults suit an installed memplace."""

    entry: str = "main"
    """Name of the function to call."""
    seed: int = 0
    """Seed of the random arguments."""
    memplace_opt: str | None = None
    """Path of the memplace-opt that lowers programs; by default from PATH, or from
    build/bin of the repository that contains this package."""
    runtime: str | None = None
    """Path of libmemplace_runtime.so; by default in lib/ beside memplace-opt's
    folder."""
    checked: bool = False
    """Whether a placed program stops at its first access to a slot with a transfer in
    flight or an ended residency. Slots must be aligned to 4096 bytes
    (slot-alignment=4096)."""
    kernels: bool = True
    """Whether OpenBLAS, rather than loops, computes matrix products and convolutions.
    The last bits of results then depend on the processor. Placement changes no bit
    either way."""
    device: str = "cpu"
    """Device of matrix products, a key of DEVICES. On a GPU, cuBLASLt computes them,
    for programs with their memory on the GPU."""
    optimisation: int = 0
    """Optimisation level of mlir-runner's compiler. Level 2 rarely pays off for a
    network of many layers, unless activations are large."""
    quick_compile: bool = False
    """Whether to halve LLVM's compile time, at twice the run time: for long programs
    that compute little."""


def is_placed(text: str) -> bool:
    """Returns whether the program uses the memplace dialect's ops or types.

    >>> is_placed("func.func @main() {\\n  memplace.wait %t\\n  return\\n}")
    True
    """
    return (
        re.search(r"= memplace\.|^ *memplace\.|[#!]memplace\.", text, re.M) is not None
    )


def find_memplace_opt(options: RunOptions) -> str:
    """Returns the path of memplace-opt; raises MemplaceError if there is none."""
    if options.memplace_opt:
        return options.memplace_opt
    if inside := find_native_tool("memplace-opt"):
        return inside
    folders = os.environ.get("PATH", "").split(os.pathsep)
    repository = Path(__file__).resolve().parents[2]
    for folder in [*folders, str(repository / "build" / "bin")]:
        candidate = Path(folder) / "memplace-opt"
        if candidate.is_file() and os.access(candidate, os.X_OK):
            return str(candidate)
    raise MemplaceError(
        "'memplace-opt' is not in PATH; build it, add its folder to PATH, or name it: "
        "--memplace-opt of memplace-run and memplace-iree"
    )


def list_arguments(
    text: str, options: RunOptions, name: str = "<stdin>"
) -> list[ProgramArgument]:
    """Returns the arguments of the function `options.entry` of a memref program.

    name: name of the text in diagnostics. Raises MemplaceError if the text cannot be
    read, if there is no such function with a body, if it returns values (the importer
    turns results into out-params), or if the harness cannot make an argument.
    """
    command = [find_memplace_opt(options), "--allow-unregistered-dialect"]
    command += ["--memplace-list-arguments", "-o", os.devnull]
    listed = json.loads(run_tool(command, text, name, is_quiet=True))
    functions = {clean_name(function["function"]): function for function in listed}
    entry = options.entry
    function = functions.get(entry)
    if function is None:
        raise MemplaceError(f"the module has no function '@{entry}'")
    if function["results"]:
        raise MemplaceError(
            f"'@{entry}' returns values; the harness compares buffers, so turn them "
            "into out-params (mlir-opt --buffer-results-to-out-params)"
        )
    if function.get("declaration"):
        raise MemplaceError(
            f"'@{entry}' is only declared; name a function with a body by --entry"
        )
    arguments = function["arguments"]
    return [parse_argument(fields, index) for index, fields in enumerate(arguments)]


def library_beside(memplace_opt: str, name: str) -> str:
    """Returns the path of a library of the same installation as memplace-opt."""
    return str(Path(memplace_opt).resolve().parent.parent / "lib" / name)


def find_runtime(options: RunOptions, memplace_opt: str) -> str:
    """Returns the path of the runtime library that placed programs call."""
    path = options.runtime or library_beside(memplace_opt, "libmemplace_runtime.so")
    if not os.path.isfile(path):
        raise MemplaceError(
            f"there is no runtime library '{path}'; name it with --runtime"
        )
    return path


def mlir_libraries(runner: str) -> list[str]:
    """Returns the paths of MLIR's own support libraries, which programs may call."""
    folder = Path(runner).resolve().parent.parent / "lib"
    names = ("libmlir_c_runner_utils.so", "libmlir_float16_utils.so")
    # In the wheel, files only have the versioned names that other libraries refer to.
    found = [sorted(folder.glob(f"{name}*"))[:1] for name in names]
    return [str(path) for paths in found for path in paths]


@stage("compiling and running the program")
def run_program(
    text: str, name: str = "<program>", options: RunOptions = RunOptions()
) -> list[BufferResult]:
    """Runs the memref program `text`; returns one result per memref argument.

    memplace-opt lowers the program, which is linked with memplace's runtime library.
    `name` names the text in diagnostics. Raises MemplaceError if a tool is
    missing or fails, or if the program crashes.

    >>> text = '''
    ... func.func @main(%x: memref<16xf32>, %out: memref<16xf32>) {
    ...   linalg.exp ins(%x : memref<16xf32>) outs(%out : memref<16xf32>)
    ...   return
    ... }'''
    >>> [result.is_written for result in run_program(text)]
    [False, True]
    """
    buffers = list_arguments(text, options, name)
    memrefs = [i for i, buffer in enumerate(buffers) if buffer.shape is not None]
    if not memrefs:
        raise MemplaceError(f"{name}: the program was given no buffer to look at")
    session = random_session(buffers, options.seed)
    lowered, command = lower_program(text, name, options)
    with tempfile.NamedTemporaryFile("w", prefix="memplace-") as file:
        file.write(session)
        file.flush()
        output = run_tool(command, lowered, name, variables={SESSION_FILE: file.name})
    return [r for r in parse_results(output) if r.argument in memrefs]


def find_kernels(options: RunOptions, memplace_opt: str) -> str | None:
    """Returns the path of the library of kernels, or None.

    None means that kernels are disabled or missing. If they are missing, prints a note
    to standard error.
    """
    if not options.kernels:
        return None
    path = library_beside(memplace_opt, DEVICES[options.device])
    if os.path.isfile(path):
        return path
    sys.stderr.write(
        f"note: products of matrices are loops, since there is no '{path}'\n"
    )
    return None


def find_lapack(text: str, name: str, memplace_opt: str) -> str | None:
    """Returns the path of the library of LAPACK's functions, or None.

    None means that the program `text` calls no function of LAPACK. Raises MemplaceError
    if the program calls one, and the library is missing.
    """
    if not LAPACK.search(text):
        return None
    path = library_beside(memplace_opt, DEVICES["cpu"])
    if not os.path.isfile(path):
        raise MemplaceError(
            f"{name}: the program calls LAPACK, and there is no '{path}'; install "
            "OpenBLAS (libopenblas0-pthread, libblas-dev) and build memplace again"
        )
    return path


def lower_program(
    text: str,
    name: str,
    options: RunOptions,
    *,
    before: Sequence[str] = (),
    after: Sequence[str] = (),
) -> tuple[str, list[str]]:
    """Lowers a memref program to the LLVM dialect, as the program of a session.

    Returns the text, and the command that runs such text. memplace-opt runs the passes
    `before` first. It runs the passes `after` on the lowered placement with the
    session, before the rest of `memplace-to-llvm`.
    """
    runner = find_mlir_tool("mlir-runner")
    memplace_opt = find_memplace_opt(options)
    libraries = [*mlir_libraries(runner), find_runtime(options, memplace_opt)]
    kernels = find_kernels(options, memplace_opt)
    called = [kernels, find_lapack(text, name, memplace_opt)]
    libraries += dict.fromkeys(library for library in called if library)
    checked = f"checked={int(options.checked)}"
    flags = f"{checked} kernels={int(kernels is not None)}"
    passes = [
        *before,
        # Inlining a function that is still placed would separate it from its arena.
        f"convert-memplace-to-llvm{{{checked}}}",
        f'memplace-add-session{{function="{options.entry}"}}',
        *after,
        f"memplace-to-llvm{{{flags}}}",
    ]
    pipeline = f"--pass-pipeline=builtin.module({','.join(passes)})"
    lowered = run_tool([memplace_opt, pipeline], text, name)
    command = [runner, "-e", ENTRY_POINT, "--entry-point-result=void"]
    command += [f"-O{options.optimisation}", f"--shared-libs={','.join(libraries)}"]
    if options.quick_compile:
        command += QUICK_COMPILE
    return lowered, command


def start_program(
    text: str, interface: Interface, name: str, options: RunOptions
) -> Worker:
    """Starts a process that runs the memref program `text` each time it is called."""
    needs_frees = not is_placed(text) and not FREES.search(text)
    before = [DEALLOCATION_PIPELINE] if needs_frees else []
    lowered = lower_program(text, name, options, before=before)
    return Worker(*lowered, interface, name)


def parse_results(output: str) -> list[BufferResult]:
    """Parses the lines that the runtime printed."""
    matches = [RESULT_LINE.match(line) for line in output.splitlines()]
    return [
        BufferResult(int(m[1]), int(m[2]), int(m[3]), int(m[4]), m[5])
        for m in matches
        if m
    ]


def differences(
    before: Sequence[BufferResult], after: Sequence[BufferResult]
) -> list[int]:
    """Returns the arguments whose contents differ between two runs.

    Raises MemplaceError if the runs have different numbers of buffers.

    >>> run = BufferResult(argument=0, hash_before=1, hash_after=2, not_finite=0,
    ...                    first="1")
    >>> other = BufferResult(argument=0, hash_before=1, hash_after=3, not_finite=0,
    ...                      first="1")
    >>> differences([run], [run]), differences([run], [other])
    ([], [0])
    """
    if len(before) != len(after):
        raise MemplaceError(
            f"the programs have {len(before)} and {len(after)} buffers as arguments"
        )
    return [a.argument for a, b in zip(before, after) if a != b]
