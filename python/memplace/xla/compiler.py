"""Compiles for TPUs with the package libtpu. No TPU is needed."""

import importlib.metadata
import importlib.util
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from memplace.errors import MemplaceError, MissingPartError
from memplace.extras import install_command
from memplace.xla.hlo import parse_module
from memplace.xla.masks import MASKS, mask_options
from memplace.xla.schedule import read_schedule
from memplace.xla.texts import Text
from memplace.xla.worker import FATAL, Request, argument_type

# Version in the extra's requirements; the shipped problems were made with it.
TESTED_VERSION = "0.0.51"
NO_MSA = {"xla_msa_enable": "false"}
# Disables cross-program prefetches: copies made during the previous run.
NO_CROSS_PROGRAM = {
    "xla_msa_max_cross_program_prefetches": "0",
    "xla_max_cross_program_prefetches": "0",
    "xla_enable_cross_program_prefetch": "false",
}
# Tags with a limit on the number of copies in flight, which changes the placement.
_FEWER_COPIES = re.compile(r"prefetch(\d+)")
_MAX_PREFETCHES = "xla_msa_max_outstanding_prefetches"
_CMEM_LIMIT = "xla_tpu_max_cmem_used_by_memory_space_assignment"
_KIB = 1024


@dataclass(frozen=True)
class Chip:
    """A kind of chip that topologies name.

    target: name of memplace's target.
    clock: cycles per second; converts `estimated_cycles` to seconds.
    fast_memory: "cmem" or "vmem".
    """

    target: str
    clock: float
    fast_memory: str


CHIPS = {
    "v4 lite": Chip("tpu-v4i", 1.05e9, "cmem"),
    "v5e": Chip("tpu-v5e-xla", 1.5e9, "vmem"),
    "v5 lite": Chip("tpu-v5e-xla", 1.5e9, "vmem"),
    "v5p": Chip("tpu-v5p", 1.75e9, "vmem"),
    "v6e": Chip("tpu-v6e-xla", 1.75e9, "vmem"),
}
"""Chips by the prefix of their topologies' names. Clocks follow from published peak
rates, 2 * 128 * 128 flops per cycle and matrix unit. For v6e, where XLA assumes 16
times as many flops per cycle, the clock follows from 918 Tflop/s."""
DEFAULT_TOPOLOGY = "v4 lite:1x1"


def chip_of(topology: str) -> Chip | None:
    """Returns the chip of "NAME:SHAPE"; None if the chip is unknown."""
    return CHIPS.get(topology.partition(":")[0].strip().lower())


def limit_options(topology: str, capacity: int) -> dict[str, str]:
    """Returns the compiler's options for a fast memory of `capacity` bytes. Raises
    MemplaceError if the chip has no CMEM, or if `capacity` is no multiple of 1 KiB."""
    chip = chip_of(topology)
    if chip is None or chip.fast_memory != "cmem":
        raise MemplaceError(
            f"--capacity needs a chip with CMEM, such as '{DEFAULT_TOPOLOGY}'; no "
            f"option is known that limits the fast memory of '{topology}'"
        )
    if capacity <= 0 or capacity % _KIB:
        raise MemplaceError(
            f"capacity must be a multiple of {_KIB} bytes, the unit of the compiler, "
            f"got {capacity}"
        )
    return {_CMEM_LIMIT: str(capacity // _KIB)}


def check_installed() -> None:
    """Raises MissingPartError if libtpu or JAX is not installed."""
    for package in ("jax", "libtpu"):
        if importlib.util.find_spec(package) is None:
            raise MissingPartError(
                f"compiling for a TPU needs the package {package}, which is not "
                f"installed: {install_command('xla')} (libtpu is under the Google "
                "Cloud Platform Terms of Service); or give texts of an earlier "
                "compilation with --hlo"
            )


def installed_version() -> str:
    """Returns the version of libtpu."""
    try:
        return importlib.metadata.version("libtpu")
    except importlib.metadata.PackageNotFoundError:
        return "of unknown version"


def _why(result: subprocess.CompletedProcess[str]) -> str:
    """Returns the reason for the failure of a worker, for a message."""
    answers = result.stdout.partition("error: ")
    if answers[1]:
        return answers[2].strip()
    fatal = FATAL.search(result.stderr)
    if result.returncode < 0 or fatal:
        reason = f": {fatal[1]}" if fatal else ""
        return f"the compiler ended itself{reason}"
    return "the compiler failed:\n" + "\n".join(result.stderr.splitlines()[-8:])


def options_of(tag: str, topology: str) -> dict[str, str]:
    """Returns the compiler's options for a tag. Tags are "on", "off", "cmem8M"
    (capacity), and "prefetch2" (at most two copies into the fast memory in flight); the
    suffix ".noxp" disables cross-program prefetches. Raises MemplaceError for an
    impossible capacity."""
    base, _, alone = tag.partition(".")
    found = dict(NO_CROSS_PROGRAM) if alone == "noxp" else {}
    if base == "off":
        found.update(NO_MSA)
    elif base.startswith("cmem"):
        size = int(base[4:-1]) << 20 if base.endswith("M") else int(base[4:])
        found.update(limit_options(topology, size))
    elif fewer := _FEWER_COPIES.fullmatch(base):
        found[_MAX_PREFETCHES] = fewer[1]
    return found


def capacity_tag(capacity: int | None) -> str:
    """Returns the tag of the compilation for `capacity` bytes of fast memory; None: all
    of the fast memory."""
    if capacity is None:
        return "on"
    mebibytes, rest = divmod(capacity, 2**20)
    return f"cmem{capacity}" if rest else f"cmem{mebibytes}M"


def note_version(progress: Callable[[str], object]) -> None:
    """Reports a libtpu of another version than that of the shipped problems."""
    version = installed_version()
    if version != TESTED_VERSION:
        progress(
            f"note: libtpu {version} is not {TESTED_VERSION}, which the shipped "
            "problems were made with; programs may come out differently"
        )


def announce(
    model: str,
    topology: str,
    times: int,
    progress: Callable[[str], object],
) -> None:
    """Reports the number of compilations, and another version of libtpu. Raises
    MissingPartError without libtpu."""
    check_installed()
    often = "once" if times == 1 else f"{times} times"
    progress(f"compiling {model} for {topology} {often}")
    note_version(progress)


def compile_model(
    model: str,
    *,
    arguments: Sequence[str] | None = None,
    topology: str = DEFAULT_TOPOLOGY,
    capacity: int | None = None,
    options: dict[str, str] | None = None,
    tags: Sequence[str] | None = None,
    progress: Callable[[str], object] | None = None,
) -> dict[str, Text]:
    """Compiles a JAX function for a TPU in several ways. No TPU is needed.

    model: MODULE:FUNCTION, where MODULE is a module's name or a .py file. The function
        is called without arguments and returns a function and a tuple of its arguments
        (arrays or jax.ShapeDtypeStructs).
    arguments: types such as "f32[8,128]"; the function itself is then compiled.
    topology: topology in JAX's notation; the program is compiled for a single device.
    capacity: bytes of fast memory; None: all of the fast memory.
    options: further options of the compiler, for all compilations.
    tags: compilations to make; None: those for a harvest with `capacity`. Tags are "on"
        and "off", with all of the fast memory and without any; "cmem8M", a capacity;
        "prefetch2", at most two copies in flight; and masks such as "maskw"
        (memplace.xla.masks). The suffix ".noxp" disables cross-program prefetches.
    progress: called with the number of compilations before the first.

    Returns texts by tag, in the order of `tags`.

    Takes seconds to minutes. Raises MissingPartError if libtpu is not installed, and
    MemplaceError for a bad model or topology, or if the compiler fails.
    """
    for argument in arguments or ():
        argument_type(argument)
    given = dict(options or {})
    wanted = tags_for_harvest(capacity) if tags is None else list(dict.fromkeys(tags))
    for tag in wanted:
        options_of(tag, topology)  # Reports a bad capacity also without libtpu.
    check_installed()
    request = Request(model, None if arguments is None else list(arguments), topology)
    is_masked = any(tag.startswith("mask") for tag in wanted)
    times = len(wanted) + (is_masked and "off" not in wanted)
    if progress is not None:
        announce(model, topology, times, progress)
    return compile_tags(partial(_run, request), wanted, topology, given)


def compile_tags(
    run: Callable[[dict[str, dict[str, str]]], dict[str, Text]],
    tags: Sequence[str],
    topology: str,
    given: dict[str, str],
) -> dict[str, Text]:
    """Returns the texts of compilations by tag.

    run: compiles with these options, by tag, and returns the texts.
    given: options of all compilations.
    """
    masks = [tag for tag in tags if tag.startswith("mask")]
    variants = {
        tag: {**given, **options_of(tag, topology)} for tag in tags if tag not in masks
    }
    if masks:
        variants.setdefault("off", {**given, **options_of("off", topology)})
    texts = run(variants)
    if masks:
        off = texts["off"]
        program = read_schedule(parse_module(off.text, off.name), off.name)
        masked = {
            tag: {**given, **NO_CROSS_PROGRAM, **mask_options(program, tag)}
            for tag in masks
        }
        texts = texts | run(masked)
    return {tag: texts[tag] for tag in tags}


def tags_for_harvest(capacity: int | None) -> list[str]:
    """Returns the compilations from which a program with `capacity` bytes of fast
    memory is harvested."""
    first = capacity_tag(capacity)
    return list(dict.fromkeys((first, f"{first}.noxp", "on", "off", *MASKS)))


def _run(request: Request, variants: dict[str, dict[str, str]]) -> dict[str, Text]:
    """Returns the texts by tag. Raises MemplaceError if the compiler fails."""
    with tempfile.TemporaryDirectory(prefix="memplace-xla-") as folder:
        request.variants = [
            (str(Path(folder) / tag), options) for tag, options in variants.items()
        ]
        return _run_worker(request)


def _run_worker(request: Request) -> dict[str, Text]:
    """Returns the texts by name of their file. Raises MemplaceError if the compiler
    fails."""
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
        texts[name] = Text(text, f"{request.model.rpartition(':')[2]}.{name}")
    return texts


def parse_options(words: Sequence[str]) -> dict[str, str]:
    """Parses options written as NAME=VALUE. Raises MemplaceError."""
    found = {}
    for estimate in words:
        name, equals, value = estimate.partition("=")
        if not name or not equals:
            raise MemplaceError(
                f"'{estimate}' is not an option; write it as NAME=VALUE"
            )
        found[name.removeprefix("--")] = value
    return found
