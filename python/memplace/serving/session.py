"""A compiled program with weights in files, in a process of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from memplace.errors import MemplaceError
from memplace.serving.weights import Weight
from memplace.worker import ProgramProcess


@dataclass(frozen=True)
class Argument:
    """An argument of the program."""

    bytes: int
    direction: str = "in"
    """Direction of a caller's argument: "in", "out" or "inout"."""
    weight: Weight | None = None
    """Place in a file; None: the caller passes the argument."""
    is_kept: bool = False
    """True for a weight that stays in memory between calls."""


@dataclass(frozen=True)
class ReadOptions:
    """Options of the runtime for reading files; 0: the runtime's default."""

    read_bytes: int = 0
    """Size of a read."""
    depth: int = 0
    """Number of reads in flight."""
    is_mapped: bool = False
    """True to map kept weights by mmap and let the kernel read them, for comparisons.
    """
    scratch: str | None = None
    """Folder of the scratch file."""
    scratch_bytes: int = 0
    """Size of the scratch file."""
    device: str = "cpu"
    """Device with the memory: "cuda" is the first GPU, filled from pinned memory."""
    reserve_bytes: int = 0
    """Bytes to leave free in the process's memory cgroup, beside the process's own."""
    leaves_core: bool = True
    """True if ops avoid the core that handles a file's interrupts; the reader then has
    this core."""
    advice: int = 0
    """Advice to madvise before each call, for mapped weights; 0: none."""


@dataclass(frozen=True)
class Call:
    """Results and statistics of a call."""

    outputs: list[bytearray]
    statistics: dict[str, Any] = field(repr=False)

    @property
    def seconds(self) -> float:
        """Duration of the call, without the initial read of kept weights."""
        return float(self.statistics["call_ns"] - self.statistics["prime_ns"]) / 1e9


def check_path(path: str) -> None:
    """Raises MemplaceError for a path with a line break."""
    if "\n" in path:
        raise MemplaceError(f"the path {path!r} has a line break; rename it")


def session_text(arguments: Sequence[Argument], options: ReadOptions) -> str:
    """Returns the text of the file read by lib/Runtime/Serve.cpp.

    >>> print(session_text([Argument(16)], ReadOptions(depth=2)))
    option read_bytes 0
    option depth 2
    option advice 0
    option reserve_bytes 0
    option device 0
    option leave_core 1
    argument caller in 16
    <BLANKLINE>
    """
    lines = [
        f"option read_bytes {options.read_bytes}",
        f"option depth {options.depth}",
        f"option advice {options.advice}",
        f"option reserve_bytes {options.reserve_bytes}",
        f"option device {int(options.device == 'cuda')}",
        f"option leave_core {int(options.leaves_core)}",
    ]
    if options.scratch is not None and options.scratch_bytes > 0:
        check_path(options.scratch)
        lines.append(f"scratch {options.scratch_bytes} {options.scratch}")
    files = list(dict.fromkeys(a.weight.file for a in arguments if a.weight))
    for file in files:
        check_path(file)
        lines.append(f"file {file}")
    for argument in arguments:
        if argument.weight is None:
            lines.append(f"argument caller {argument.direction} {argument.bytes}")
            continue
        kept = "mapped" if options.is_mapped else "kept"
        kind = kept if argument.is_kept else "streamed"
        place = f"{files.index(argument.weight.file)} {argument.weight.offset}"
        lines.append(f"argument {kind} {place} {argument.bytes}")
    tables = {a.weight.file: a.weight.tables for a in arguments if a.weight}
    for number, file in enumerate(files):
        for offset, size in tables[file]:
            lines.append(f"argument table {number} {offset} {size}")
    return "\n".join(lines) + "\n"


class Session(ProgramProcess):
    """A program in a process, for repeated calls. Not thread-safe."""

    def __init__(
        self,
        lowered: str,
        command: Sequence[str],
        arguments: Sequence[Argument],
        name: str,
        options: ReadOptions = ReadOptions(),
    ) -> None:
        """Starts `command` on the text `lowered`, in the LLVM dialect. Raises
        MemplaceError if opening a file fails."""
        self.arguments = list(arguments)
        super().__init__(lowered, command, session_text(arguments, options), name)
        try:
            self.wait_until_ready()
        except MemplaceError:
            self.close()
            raise

    def call(
        self, inputs: Sequence[bytes | memoryview], with_events: bool = False
    ) -> Call:
        """Runs the program once. Raises MemplaceError with the runtime's message if
        reading a file fails; the next call then tries again."""
        statistics = self.request(inputs, with_events)
        sizes = [
            argument.bytes
            for argument in self.arguments
            if argument.weight is None and argument.direction != "in"
        ]
        return Call([self.read(size) for size in sizes], statistics)

    def close(self) -> None:
        """Ends the process, also during a call of another thread."""
        self.process.terminate()
        self.process.wait()
        super().close()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
