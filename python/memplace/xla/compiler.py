"""Compiling for a TPU that is not there, with the package libtpu."""

import importlib.metadata
import importlib.util
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from memplace.errors import MemplaceError, MissingPartError
from memplace.xla.harvest import Text
from memplace.xla.worker import Request, argument_type

# That of the extra, and of the shipped problems.
TESTED_VERSION = "0.0.51"
NO_MSA = {"xla_msa_enable": "false"}
_CMEM_LIMIT = "xla_tpu_max_cmem_used_by_memory_space_assignment"
_KIB = 1024
# How a process of Google's writes that it ends: "F1121 18:07:45.2 ... file.cc:5] why".
_FATAL = re.compile(r"^F\d{4} [^\]]*\] (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Chip:
    """A kind of chip that topologies name.

    target: of memplace.
    clock: cycles a second, which `estimated_cycles` count.
    fast_memory: "cmem" or "vmem".
    """

    target: str
    clock: float
    fast_memory: str


CHIPS = {
    "v4 lite": Chip("tpu-v4i", 1.05e9, "cmem"),
    "v5e": Chip("tpu-v5e", 1.5e9, "vmem"),
    "v5 lite": Chip("tpu-v5e", 1.5e9, "vmem"),
    "v5p": Chip("tpu-v5p", 1.75e9, "vmem"),
    "v6e": Chip("tpu-v6e", 1.75e9, "vmem"),
}
"""Chips by what the names of their topologies begin with. Clocks follow from published
peak rates, 2 * 128 * 128 flops a cycle for each matrix unit; on v6e, for which XLA counts
on 16 times as much, from 918 Tflop/s."""
DEFAULT_TOPOLOGY = "v4 lite:1x1"


@dataclass(frozen=True)
class Compiled:
    """Texts of a program: with XLA's memory space assignment, without it, and with
    less fast memory; None: not asked for."""

    full: Text
    off: Text | None
    limited: Text | None


def chip_of(topology: str) -> Chip | None:
    """What is known of the chip that "NAME:SHAPE" names; None: nothing."""
    return CHIPS.get(topology.partition(":")[0].strip().lower())


def limit_options(topology: str, capacity: int) -> dict[str, str]:
    """The compiler's options for so many bytes of fast memory. Raises MemplaceError."""
    chip = chip_of(topology)
    if chip is None or chip.fast_memory != "cmem":
        raise MemplaceError(
            f"--capacity needs a chip with CMEM, such as '{DEFAULT_TOPOLOGY}'; no "
            f"option is known that limits the fast memory of '{topology}'"
        )
    if capacity <= 0 or capacity % _KIB:
        raise MemplaceError(
            f"capacity must be a multiple of {_KIB} bytes, which the compiler counts "
            f"in, got {capacity}"
        )
    return {_CMEM_LIMIT: str(capacity // _KIB)}


def check_installed() -> None:
    """Raises MissingPartError if libtpu or JAX is not installed."""
    for package in ("jax", "libtpu"):
        if importlib.util.find_spec(package) is None:
            raise MissingPartError(
                f"compiling for a TPU needs the package {package}, which is not "
                "installed: pip install './python[xla]' (libtpu is under the Google "
                "Cloud Platform Terms of Service); or give texts of an earlier "
                "compilation with --hlo"
            )


def installed_version() -> str:
    """The version of libtpu."""
    try:
        return importlib.metadata.version("libtpu")
    except importlib.metadata.PackageNotFoundError:
        return "of unknown version"


def _why(result: subprocess.CompletedProcess[str]) -> str:
    """What a worker that failed has to say."""
    answers = result.stdout.partition("error: ")
    if answers[1]:
        return answers[2].strip()
    fatal = _FATAL.search(result.stderr)
    if result.returncode < 0 or fatal:
        said = f": {fatal[1]}" if fatal else ""
        return f"the compiler ended itself{said}"
    return "the compiler failed:\n" + "\n".join(result.stderr.splitlines()[-8:])


def compile_model(
    model: str,
    *,
    arguments: Sequence[str] | None = None,
    topology: str = DEFAULT_TOPOLOGY,
    capacity: int | None = None,
    options: dict[str, str] | None = None,
    baseline: bool = True,
    progress: Callable[[str], object] = lambda line: None,
) -> Compiled:
    """Compiles a JAX function for a TPU that need not be there.

    model: MODULE:FUNCTION; MODULE is a module's name or a .py file. It is called
        without arguments and returns a function and a tuple of its arguments
        (arrays or jax.ShapeDtypeStructs).
    arguments: types such as "f32[8,128]"; then the function itself is compiled.
    topology: as JAX names it; one device of it is compiled for.
    capacity: bytes of fast memory for a third compilation; None: there is none.
    options: more options of the compiler, for all compilations.
    baseline: whether to compile without memory space assignment too.
    progress: called with a line before each compilation.

    Takes seconds to minutes. Raises MissingPartError if libtpu is not installed, and
    MemplaceError for a bad model or topology, or if the compiler fails.
    """
    for argument in arguments or ():
        argument_type(argument)
    given = dict(options or {})
    variants = {"full": given}
    if baseline:
        variants["off"] = {**given, **NO_MSA}
    if capacity is not None:
        variants["limited"] = {**given, **limit_options(topology, capacity)}
    check_installed()
    with tempfile.TemporaryDirectory(prefix="memplace-xla-") as folder:
        request = Request(
            model, None if arguments is None else list(arguments), topology
        )
        for name, each in variants.items():
            request.variants.append((str(Path(folder) / name), each))
        times = "once" if len(variants) == 1 else f"{len(variants)} times"
        progress(f"compiling {model} for {topology}, {times}")
        version = installed_version()
        if version != TESTED_VERSION:
            progress(
                f"note: libtpu {version} is not {TESTED_VERSION}, which the shipped "
                "problems were made with; programs may come out differently"
            )
        texts = _run(request, folder)
    return Compiled(texts["full"], texts.get("off"), texts.get("limited"))


def _run(request: Request, folder: str) -> dict[str, Text]:
    """Texts by the name of their file. Raises MemplaceError."""
    try:
        result = subprocess.run(
            [sys.executable, "-m", "memplace.xla.worker"],
            input=request.to_json(),
            capture_output=True,
            text=True,
            check=False,
            errors="replace",
        )
    except OSError as error:
        raise MemplaceError(f"cannot run '{sys.executable}': {error}") from error
    if result.returncode:
        raise MemplaceError(_why(result))
    texts = {}
    for path, _ in request.variants:
        name = Path(path).name
        text = Path(path).read_text(encoding="utf-8")
        texts[name] = Text(text, f"<{request.model}, {name}>")
    return texts


def parse_options(words: Sequence[str]) -> dict[str, str]:
    """Options written as NAME=VALUE. Raises MemplaceError."""
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise MemplaceError(f"'{word}' is no option; write it as NAME=VALUE")
        found[name.removeprefix("--")] = value
    return found
