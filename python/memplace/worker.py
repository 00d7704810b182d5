"""A compiled memref program in a process of its own, called with arrays.

The process is mlir-runner's. A loop in MLIR reads the arguments from standard input,
calls the program, and writes the results to standard output. So a program is compiled
once, a crash does not end Python, and no linker is needed.
"""

import math
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from memplace.errors import MemplaceError
from memplace.harness import ENTRY_POINT, BufferType
from memplace.mlirtext import insert_functions, symbol

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

HELPERS = """
  func.func private @read(i32, i64, i64) -> i64
  func.func private @write(i32, i64, i64) -> i64
  func.func private @exit(i32)
  func.func private @memset(i64, i32, i64) -> i64
  // Reads or writes all bytes; a pipe takes some at a time. Ends the process if the
  // other side is gone.
  func.func private @memplace_transfer(%pointer: index, %size: index, %writes: i1) {
    %zero = arith.constant 0 : i64
    %start = arith.index_cast %pointer : index to i64
    %count = arith.index_cast %size : index to i64
    %stdin = arith.constant 0 : i32
    %stdout = arith.constant 1 : i32
    scf.while (%done = %zero) : (i64) -> i64 {
      %more = arith.cmpi slt, %done, %count : i64
      scf.condition(%more) %done : i64
    } do {
    ^bb0(%done: i64):
      %place = arith.addi %start, %done : i64
      %left = arith.subi %count, %done : i64
      %moved = scf.if %writes -> (i64) {
        %n = func.call @write(%stdout, %place, %left) : (i32, i64, i64) -> i64
        scf.yield %n : i64
      } else {
        %n = func.call @read(%stdin, %place, %left) : (i32, i64, i64) -> i64
        scf.yield %n : i64
      }
      %over = arith.cmpi sle, %moved, %zero : i64
      scf.if %over {
        func.call @exit(%stdin) : (i32) -> ()
      }
      %next = arith.addi %done, %moved : i64
      scf.yield %next : i64
    }
    return
  }
"""


@dataclass(frozen=True)
class Interface:
    """Inputs and outputs of a program's entry function."""

    arguments: list[BufferType]
    inputs: list[int]
    """Arguments read from the caller; other arguments start as zeros."""
    outputs: list[int]
    """Arguments written to the caller."""

    def size(self, argument: int) -> int:
        """Returns the size of an argument in bytes."""
        buffer = self.arguments[argument]
        return math.prod(buffer.shape or ()) * ELEMENT_BYTES[buffer.element]


def argument_lines(index: int, buffer: BufferType) -> list[str]:
    """Returns statements that allocate argument `index` and take its address."""
    shape = buffer.shape or ()
    plain = f"memref<{'x'.join([*map(str, shape), buffer.element])}>"
    lines = [f"%plain{index} = memref.alloc() {{alignment = 64 : i64}} : {plain}"]
    lines.append(
        f"%address{index} = memref.extract_aligned_pointer_as_index %plain{index} : "
        f"{plain} -> index"
    )
    return lines


def zero_lines(index: int, size: int) -> list[str]:
    """Returns statements that fill argument `index` with zeros."""
    return [
        f"%begin{index} = arith.index_cast %address{index} : index to i64",
        f"%bytes{index} = arith.constant {size} : i64",
        f"%filled{index} = func.call @memset(%begin{index}, %zero, %bytes{index})"
        " : (i64, i32, i64) -> i64",
    ]


def transfer_line(index: int, size: int, flag: str) -> list[str]:
    """Returns statements that read or write argument `index`."""
    return [
        f"%size{index}{flag[1:]} = arith.constant {size} : index",
        f"func.call @memplace_transfer(%address{index}, %size{index}{flag[1:]}, {flag})"
        " : (index, index, i1) -> ()",
    ]


def operand_lines(index: int, buffer: BufferType) -> list[str]:
    """Returns statements that create the operand `%arg` of argument `index`.

    The operand is a scalar, or a memref in its tier.
    """
    plain = f"memref<{'x'.join([*map(str, buffer.shape or ()), buffer.element])}>"
    if buffer.shape is None:
        return [f"%arg{index} = memref.load %plain{index}[] : {plain}"]
    if buffer.text == plain:
        return [f"%arg{index} = memref.cast %plain{index} : {plain} to {plain}"]
    return [
        f"%arg{index} = memref.memory_space_cast %plain{index} : {plain} to {buffer.text}"
    ]


def add_worker(text: str, entry: str, interface: Interface) -> str:
    """Returns the memref module `text` with a loop that serves calls of `@entry`."""
    head = ["%true = arith.constant true", "%false = arith.constant false"]
    head.append("%zero = arith.constant 0 : i32")
    for index, buffer in enumerate(interface.arguments):
        head += argument_lines(index, buffer)
        if index not in interface.inputs:
            head += zero_lines(index, interface.size(index))
    # A call starts with one byte, even if the program has no inputs.
    signs = f"memref<{1 + len(interface.inputs)}xi8>"
    body = [f"%ready = memref.extract_aligned_pointer_as_index %go : {signs} -> index"]
    body.append(
        "func.call @memplace_transfer(%ready, %signs, %false) : (index, index, i1) -> ()"
    )
    for position, index in enumerate(interface.inputs):
        body += [
            f"%position{index} = arith.constant {position + 1} : index",
            f"%sign{index} = memref.load %go[%position{index}] : {signs}",
            f"%follows{index} = arith.trunci %sign{index} : i8 to i1",
            f"scf.if %follows{index} {{",
            *transfer_line(index, interface.size(index), "%false"),
            "}",
        ]
    for index, buffer in enumerate(interface.arguments):
        body += operand_lines(index, buffer)
    operands = ", ".join(f"%arg{index}" for index in range(len(interface.arguments)))
    types = ", ".join(buffer.text for buffer in interface.arguments)
    body.append(f"func.call {symbol(entry)}({operands}) : ({types}) -> ()")
    for index in interface.outputs:
        body += transfer_line(index, interface.size(index), "%true")
    lines = "\n".join(f"    {line}" for line in head)
    loop = "\n".join(f"      {line}" for line in body)
    return insert_functions(
        text,
        f"""{HELPERS}
  func.func @{ENTRY_POINT}() {{
{lines}
    %signs = arith.constant {1 + len(interface.inputs)} : index
    %go = memref.alloc() : {signs}
    scf.while : () -> () {{
      scf.condition(%true)
    }} do {{
{loop}
      scf.yield
    }}
    return
  }}
""",
    )


class ProgramProcess:
    """A process that runs a program; reports its failure and ends it.

    Not thread-safe.
    """

    def __init__(
        self,
        lowered: str,
        command: Sequence[str],
        name: str,
        files: Mapping[str, str] = {},
        variables: Mapping[str, str] = {},
    ) -> None:
        """Starts `command` on the text `lowered`, which is in the LLVM dialect.

        Each text in `files` is written to a file; an environment variable with the
        entry's name holds the file's path. `variables` are further environment variables.
        """
        self.name = name
        self.folder = tempfile.TemporaryDirectory(prefix="memplace-")
        folder = Path(self.folder.name)
        path = folder / "program.mlir"
        path.write_text(lowered, encoding="utf-8")
        environment = {**os.environ, **variables}
        for variable, text in files.items():
            # Paths may contain bytes that are not UTF-8.
            (folder / variable).write_bytes(text.encode("utf-8", "surrogateescape"))
            environment[variable] = str(folder / variable)
        self.errors: IO[bytes] = open(folder / "errors", "w+b")
        try:
            self.process = subprocess.Popen(
                [*command, str(path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                env=environment,
            )
        except OSError as error:
            raise MemplaceError(
                f"cannot run '{command[0]}': {error.strerror}"
            ) from error

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
    ) -> None:
        """Starts `command` on the text `lowered`, which is in the LLVM dialect.

        `variables` are added to the environment of this process.
        """
        super().__init__(lowered, command, name, variables=variables)
        self.interface = interface

    def call(self, inputs: Sequence[bytes | memoryview | None]) -> list[bytearray]:
        """Runs the program once; returns the bytes of its outputs.

        None stands for an input with the same contents as in the previous call. Raises
        MemplaceError if the program crashes.
        """
        stdin = self.process.stdin
        assert stdin is not None, "it is a pipe"
        try:
            stdin.write(bytes([0, *(content is not None for content in inputs)]))
            for content in inputs:
                if content is not None:
                    stdin.write(content)
            stdin.flush()
        except OSError as error:
            raise self.failure() from error
        interface = self.interface
        return [self.read(interface.size(index)) for index in interface.outputs]
