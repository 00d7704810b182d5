"""Runs memref programs, placed or not, on the CPU through mlir-runner."""

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memplace.errors import MemplaceError
from memplace.harness import ENTRY_POINT, add_harness
from memplace.native import find_native_tool
from memplace.tools import find_mlir_tool, run_tool
from memplace.worker import Interface, Worker, add_worker

# memref to LLVM. Nothing here allows floats to be reassociated or contracted,
# so the order of a program's operations decides its results to the last bit.
LOWERING_PIPELINE = (
    "builtin.module(convert-bufferization-to-memref,"
    "func.func(convert-linalg-to-loops,convert-complex-to-standard,"
    "lower-vector-multi-reduction),convert-vector-to-scf,"
    "expand-strided-metadata,lower-affine,func.func(canonicalize,cse),"
    "convert-scf-to-cf,convert-vector-to-llvm,convert-math-to-llvm,"
    "convert-math-to-funcs,convert-math-to-libm,convert-complex-to-libm,"
    "convert-complex-to-llvm,finalize-memref-to-llvm,convert-arith-to-llvm,"
    "arith-expand,convert-arith-to-llvm,convert-index-to-llvm,"
    "convert-func-to-llvm,convert-cf-to-llvm,convert-ub-to-llvm,"
    "reconcile-unrealized-casts)"
)
# What a program that isn't placed has to free, before it runs more than once, if it
# frees nothing itself.
DEALLOCATION_PIPELINE = "builtin.module(buffer-deallocation-pipeline)"
FREES = re.compile(r"^ *(?:memref|bufferization)\.dealloc\b", re.M)
PLACED_PASS = "convert-memplace-to-llvm{{checked={checked}}}"
OUTLINE_PASS = "memplace-outline-ops"
KERNELS_PASS = "memplace-call-kernels"
EXACT_MATH_PASS = "memplace-exact-math"
# Ops that MLIR's own lowering approximates.
APPROXIMATED = re.compile(r"\bmath\.(?:expm1|log1p)\b")
# Libraries of kernels by where programs run.
DEVICES = {"cpu": "libmemplace_kernels.so", "cuda": "libmemplace_kernels_cuda.so"}
# Of mlir-runner, whose -O0 allocates registers and schedules as -O2 does.
QUICK_COMPILE = ["--fast-isel", "--optimize-regalloc=false", "--regalloc=fast"]
QUICK_COMPILE += ["--disable-post-ra"]
# An op that is not of the LLVM dialect in the lowered text.
LEFT_OVER = re.compile(
    r"^ +(?:%[^=\n]+ = )?((?:arith|complex|math|memref|vector)\.\w+).*", re.M
)
RESULT_LINE = re.compile(r"^(\d+), (\d+), (\d+), (\d+), (\S+)$")


@dataclass(frozen=True)
class BufferResult:
    """What became of one buffer that the program was given."""

    argument: int
    """Index of the argument."""
    hash_before: int
    """Hash of all bits before the call, 64 bits."""
    hash_after: int
    """The same after it."""
    not_finite: int
    """Number of elements that are infinite or not a number."""
    first: str
    """First element, as printed."""

    @property
    def is_written(self) -> bool:
        """Whether the program changed the buffer."""
        return self.hash_before != self.hash_after


@dataclass(frozen=True)
class RunOptions:
    """How to run a program. The defaults fit an installed memplace."""

    entry: str = "main"
    """The function to call."""
    seed: int = 0
    """Seed of the numbers in its arguments."""
    memplace_opt: str | None = None
    """The memplace-opt to lower placed programs with; by default from PATH, or
    from build/bin of the repository this package lies in."""
    runtime: str | None = None
    """libmemplace_runtime.so; by default in lib/ beside memplace-opt's folder."""
    checked: bool = False
    """Whether a placed program stops at its first access to a slot whose transfer
    is in flight or whose residency is over. Its slots must lie at multiples of
    4096 bytes (slot-alignment=4096)."""
    kernels: bool = True
    """Whether OpenBLAS computes products of matrices and convolutions, and not loops.
    The results differ in their last bits, and from processor to processor; a program
    placed and not gives the same bits either way."""
    device: str = "cpu"
    """What computes products of matrices, of DEVICES: on a GPU, by cuBLASLt, for
    programs whose memory is there."""
    optimisation: int = 0
    """Level of mlir-runner's compiler. At 2, a network of many layers takes longer
    to compile than it saves unless its activations are large."""
    quick_compile: bool = False
    """Whether LLVM compiles in half the time what then takes twice the time to run: for
    programs of much text and little to compute."""


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
        "'memplace-opt' is not in PATH; build it, or name it: --memplace-opt of "
        "memplace-run, --opt-tool of memplace-import"
    )


def library_beside(memplace_opt: str, name: str) -> str:
    """Returns the path of a library of the installation that the tool is of."""
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
    """Returns MLIR's own support libraries that a program may call."""
    folder = Path(runner).resolve().parent.parent / "lib"
    names = ("libmlir_c_runner_utils.so", "libmlir_float16_utils.so")
    # In the wheel they only have the names that other libraries ask for.
    found = [sorted(folder.glob(f"{name}*"))[:1] for name in names]
    return [str(path) for paths in found for path in paths]


def run_program(
    text: str, name: str = "<program>", options: RunOptions = RunOptions()
) -> list[BufferResult]:
    """Runs the memref program `text`; returns one result per memref argument.

    A placed program is lowered by memplace-opt first and linked with memplace's
    runtime library. `name` is what diagnostics call the text. Raises
    MemplaceError if a tool is missing or fails, which includes a program that
    crashes.

    >>> text = '''
    ... func.func @main(%x: memref<16xf32>, %out: memref<16xf32>) {
    ...   linalg.exp ins(%x : memref<16xf32>) outs(%out : memref<16xf32>)
    ...   return
    ... }'''
    >>> [result.is_written for result in run_program(text)]
    [False, True]
    """
    with_harness = add_harness(text, options.entry, options.seed)
    lowered, command = lower_program(with_harness, name, options)
    return parse_results(run_tool(command, lowered, name), name)


def find_kernels(options: RunOptions) -> tuple[str, str] | None:
    """Returns the paths of memplace-opt and the library of kernels; None if none are
    wanted, or if they are not there, which standard error is told."""
    if not options.kernels:
        return None
    try:
        memplace_opt = find_memplace_opt(options)
    except MemplaceError:
        missing = "memplace-opt"
    else:
        path = library_beside(memplace_opt, DEVICES[options.device])
        if os.path.isfile(path):
            return memplace_opt, path
        missing = path
    sys.stderr.write(
        f"note: products of matrices are loops, since there is no '{missing}'\n"
    )
    return None


def lower_program(
    text: str, name: str, options: RunOptions, more: Sequence[str] = ()
) -> tuple[str, list[str]]:
    """Returns a memref program with a harness in the LLVM dialect, and the command
    that runs such text. `more` are passes of memplace-opt for what is placed no more.
    """
    runner = find_mlir_tool("mlir-runner")
    libraries = mlir_libraries(runner)
    passes = []
    if is_placed(text):
        libraries.append(find_runtime(options, find_memplace_opt(options)))
        passes.append(PLACED_PASS.format(checked=str(options.checked).lower()))
    found = find_kernels(options)
    passes += more
    if passes or found:
        passes.append(OUTLINE_PASS)
    if found:
        libraries.append(found[1])
        passes.append(KERNELS_PASS)
    if APPROXIMATED.search(text):
        passes.append(EXACT_MATH_PASS)
    if passes:
        pipeline = f"--pass-pipeline=builtin.module({','.join(passes)})"
        text = run_tool([find_memplace_opt(options), pipeline], text, name)
    lowered = run_tool(
        [find_mlir_tool("mlir-opt"), f"--pass-pipeline={LOWERING_PIPELINE}"],
        text,
        name,
    )
    if left := LEFT_OVER.search(lowered):
        raise MemplaceError(
            f"{name}: a CPU has no code for '{left[1]}' as in '{left[0].strip()[:160]}'; "
            "the program can be placed, but not run, with such elements"
        )
    command = [runner, "-e", ENTRY_POINT, "--entry-point-result=void"]
    command += [f"-O{options.optimisation}", f"--shared-libs={','.join(libraries)}"]
    if options.quick_compile:
        command += QUICK_COMPILE
    return lowered, command


def start_program(
    text: str, interface: Interface, name: str, options: RunOptions
) -> Worker:
    """Starts a process that runs the memref program `text` as often as it is called."""
    if not is_placed(text) and not FREES.search(text):
        tool = find_mlir_tool("mlir-opt")
        text = run_tool([tool, f"--pass-pipeline={DEALLOCATION_PIPELINE}"], text, name)
    with_worker = add_worker(text, options.entry, interface)
    return Worker(*lower_program(with_worker, name, options), interface, name)


def parse_results(output: str, name: str) -> list[BufferResult]:
    """Returns the results in the lines that the harness printed."""
    matches = [RESULT_LINE.match(line) for line in output.splitlines()]
    results = [
        BufferResult(int(m[1]), int(m[2]), int(m[3]), int(m[4]), m[5])
        for m in matches
        if m
    ]
    if not results:
        raise MemplaceError(f"{name}: the program was given no buffer to look at")
    return results


def differences(
    before: Sequence[BufferResult], after: Sequence[BufferResult]
) -> list[int]:
    """Returns the arguments whose contents differ between two runs. Raises
    MemplaceError if one has more of them than the other.

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
