"""A compiled memref program in a process of its own, called with arrays.

The process is mlir-runner's. A loop of the runtime (lib/Runtime/Serve.cpp) reads the
arguments from standard input, calls the program, and writes the results to standard
output. So a program is compiled once, a crash does not end Python, and no linker is
needed.
"""

import json
import math
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from memplace.errors import MemplaceError
from memplace.harness import ProgramArgument

SESSION_FILE = "MEMPLACE_RT_SESSION"
"""Environment variable with the path of the file that describes a session."""
# Bytes of one element; a complex number has two parts.
ELEMENT_BYTES = {
    "i1": 1,
    "i8": 1,
    "i16": 2,
    "i32": 4,
    "i64": 8,
    "index": 8,
    "bf16": 2,
    "f16": 2,
    "f32": 4,
    "f64": 8,
    "complex<f32>": 8,
    "complex<f64>": 16,
}


@dataclass(frozen=True)
class Interface:
    """Inputs and outputs of a program's entry function."""

    arguments: list[ProgramArgument]
    inputs: list[int]
    """Arguments read from the caller; other arguments start as zeros."""
    outputs: list[int]
    """Arguments written to the caller."""

    def size(self, argument: int) -> int:
        """Returns the size of an argument in bytes."""
        buffer = self.arguments[argument]
        return math.prod(buffer.shape or ()) * ELEMENT_BYTES[buffer.element]

    def session(self, repeats: int) -> str:
        """Returns the text of a session that runs the program `repeats` times per call.

        >>> buffers = [ProgramArgument("memref<2xi8>", "i8", (2,))] * 3
        >>> print(Interface(buffers, [0, 1], [1]).session(repeats=1))
        option leave_core 0
        option repeats 1
        argument caller in 2
        argument caller inout 2
        argument caller none 2
        <BLANKLINE>
        """
        lines = ["option leave_core 0", f"option repeats {repeats}"]
        inputs, outputs = set(self.inputs), set(self.outputs)
        for index in range(len(self.arguments)):
            direction = "in" * (index in inputs) + "out" * (index in outputs)
            lines.append(f"argument caller {direction or 'none'} {self.size(index)}")
        return "\n".join(lines) + "\n"


class ProgramProcess:
    """A process that serves calls of a program; reports its failure and ends it.

    Not thread-safe.
    """

    def __init__(
        self,
        lowered: str,
        command: Sequence[str],
        session: str,
        name: str,
        variables: Mapping[str, str] = {},
    ) -> None:
        """Starts `command` on the text `lowered`, which is in the LLVM dialect.

        `session` is the text of the session's file (lib/Runtime/Serve.cpp); `variables`
        are added to the environment of this process.
        """
        self.name = name
        self.folder = tempfile.TemporaryDirectory(prefix="memplace-")
        folder = Path(self.folder.name)
        path, session_path = folder / "program.mlir", folder / "session"
        path.write_text(lowered, encoding="utf-8")
        # Paths of files may contain bytes that are not UTF-8.
        session_path.write_bytes(session.encode("utf-8", "surrogateescape"))
        self.errors: IO[bytes] = open(folder / "errors", "w+b")
        self.is_ready = False
        try:
            self.process = subprocess.Popen(
                [*command, str(path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                env={**os.environ, **variables, SESSION_FILE: str(session_path)},
            )
        except OSError as error:
            raise MemplaceError(
                f"cannot run '{command[0]}': {error.strerror}"
            ) from error

    def wait_until_ready(self) -> None:
        """Waits until the program is compiled; raises MemplaceError if it failed."""
        assert self.process.stdout is not None, "it is a pipe"
        if not self.is_ready and self.process.stdout.readline() != b"ready\n":
            raise self.failure()
        self.is_ready = True

    def request(
        self, inputs: Sequence[bytes | memoryview | None], with_events: bool = False
    ) -> dict[str, Any]:
        """Runs the program once; returns the statistics. `read` then returns results.

        None stands for an input with the same contents as in the previous call. Raises
        MemplaceError if the program crashes, or with the runtime's message if reading a
        file fails; the next call then tries again.
        """
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None, "both are pipes"
        try:
            stdin.write(b"e" if with_events else b"c")
            stdin.write(bytes(content is not None for content in inputs))
            for content in inputs:
                if content is not None:
                    stdin.write(content)
            stdin.flush()
        except OSError as error:
            raise self.failure() from error
        self.wait_until_ready()
        line = stdout.readline()
        if not line.endswith(b"\n"):
            raise self.failure()
        statistics: dict[str, Any] = json.loads(line)
        if statistics["error"] is not None:
            raise MemplaceError(f"{self.name}: {statistics['error']}")
        return statistics

    def read(self, size: int) -> bytearray:
        """Reads `size` bytes of the program's output.

        Raises MemplaceError if the program ends early.
        """
        content = bytearray(size)
        view, done = memoryview(content), 0
        while done < size:
            got = self.process.stdout.readinto(view[done:])  # type: ignore[union-attr]
            if not got:
                raise self.failure()
            done += got
        return content

    def failure(self) -> MemplaceError:
        """Waits for the end of the process; returns an error with its diagnostics."""
        code = self.process.wait()
        self.errors.seek(0)
        text = self.errors.read().decode("utf-8", "replace").strip()
        end = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        lines = "\n".join(text.splitlines()[:10])
        return MemplaceError(f"{self.name}: the program ended {end}", lines)

    def close(self) -> None:
        """Closes the pipes, and waits for the end of the process."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass  # Data that is still in the pipe is discarded.
        self.process.wait()
        self.errors.close()
        self.folder.cleanup()


class Worker(ProgramProcess):
    """A running program that can be called repeatedly. Not thread-safe."""

    def __init__(
        self,
        lowered: str,
        command: Sequence[str],
        interface: Interface,
        name: str,
        variables: Mapping[str, str] = {},
        repeats: int = 1,
    ) -> None:
        """Starts `command` on the text `lowered`, which is in the LLVM dialect.

        `variables` are added to the environment of this process. A call runs the
        program `repeats` times.
        """
        super().__init__(lowered, command, interface.session(repeats), name, variables)
        self.interface = interface

    def call(self, inputs: Sequence[bytes | memoryview | None]) -> list[bytearray]:
        """Runs the program; returns the bytes of its outputs. See `request`."""
        interface = self.interface
        contents = dict(zip(interface.inputs, inputs, strict=True))
        self.request([contents[index] for index in sorted(contents)])
        outputs = sorted(set(interface.outputs))
        found = {index: self.read(interface.size(index)) for index in outputs}
        return [found[index] for index in interface.outputs]
