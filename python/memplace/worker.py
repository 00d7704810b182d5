"""A compiled memref program in a process of its own, called with arrays.

The process is mlir-runner's: a loop in MLIR reads the arguments from standard input,
calls the program, and writes the results to standard output. So a program is
compiled once, one that crashes doesn't take Python along, and nothing needs a linker.
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

# Bytes of one element; of a complex number, its parts.
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
    """What goes in and out of a program's entry function."""

    arguments: list[BufferType]
    inputs: list[int]
    """Arguments that are read from the caller; others start as zeros."""
    outputs: list[int]
    """Arguments that are written to the caller."""

    def size(self, argument: int) -> int:
        """Returns the bytes of an argument."""
        buffer = self.arguments[argument]
        return math.prod(buffer.shape or ()) * ELEMENT_BYTES[buffer.element]


def argument_lines(index: int, buffer: BufferType) -> list[str]:
    """Returns the statements that make argument `index` and its address."""
    shape = buffer.shape or ()
    plain = f"memref<{'x'.join([*map(str, shape), buffer.element])}>"
    lines = [f"%plain{index} = memref.alloc() {{alignment = 64 : i64}} : {plain}"]
    lines.append(
        f"%address{index} = memref.extract_aligned_pointer_as_index %plain{index} : "
        f"{plain} -> index"
    )
    return lines


def zero_lines(index: int, size: int) -> list[str]:
    """Returns the statements that fill argument `index` with zeros."""
    return [
        f"%begin{index} = arith.index_cast %address{index} : index to i64",
        f"%bytes{index} = arith.constant {size} : i64",
        f"%filled{index} = func.call @memset(%begin{index}, %zero, %bytes{index})"
        " : (i64, i32, i64) -> i64",
    ]


def transfer_line(index: int, size: int, flag: str) -> list[str]:
    """Returns the statements that read or write argument `index`."""
    return [
        f"%size{index}{flag[1:]} = arith.constant {size} : index",
        f"func.call @memplace_transfer(%address{index}, %size{index}{flag[1:]}, {flag})"
        " : (index, index, i1) -> ()",
    ]


def operand_lines(index: int, buffer: BufferType) -> list[str]:
    """Returns the statements that make the operand `%arg` of argument `index`: a
    scalar, or the memref in its tier."""
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
    # One byte to begin with, so that there is always one to wait for.
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
    """A process that runs a program: what it says at its end, and how it is ended. Not
    for use by several threads at once."""

    def __init__(
        self,
        lowered: str,
        command: Sequence[str],
        name: str,
        files: Mapping[str, str] = {},
        variables: Mapping[str, str] = {},
    ) -> None:
        """Starts `command` on the text `lowered`, in the LLVM dialect. Environment
        variables, by name, hold paths of files with the texts of `files`, and what
        `variables` say."""
        self.name = name
        self.folder = tempfile.TemporaryDirectory(prefix="memplace-")
        folder = Path(self.folder.name)
        path = folder / "program.mlir"
        path.write_text(lowered, encoding="utf-8")
        environment = {**os.environ, **variables}
        for variable, text in files.items():
            # Paths may have bytes that are no UTF-8.
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
        """Returns so many bytes of what the program writes. Raises MemplaceError if it
        ends before."""
        content = bytearray(size)
        view, done = memoryview(content), 0
        while done < size:
            got = self.process.stdout.readinto(view[done:])  # type: ignore[union-attr]
            if not got:
                raise self.failure()
            done += got
        return content

    def failure(self) -> MemplaceError:
        """Returns what to say when the process is gone."""
        code = self.process.wait()
        self.errors.seek(0)
        text = self.errors.read().decode("utf-8", "replace").strip()
        end = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        lines = "\n".join(text.splitlines()[:10])
        return MemplaceError(f"{self.name}: the program ended {end}", lines)

    def close(self) -> None:
        """Ends the process."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass  # What is still in the pipe is for nobody any more.
        self.process.wait()
        self.errors.close()
        self.folder.cleanup()


class Worker(ProgramProcess):
    """A running program. Not for use by several threads at once."""

    def __init__(
        self,
        lowered: str,
        command: Sequence[str],
        interface: Interface,
        name: str,
        variables: Mapping[str, str] = {},
    ) -> None:
        """Starts `command` on the text `lowered`, in the LLVM dialect, with these
        environment variables besides those of this process."""
        super().__init__(lowered, command, name, variables=variables)
        self.interface = interface

    def call(self, inputs: Sequence[bytes | memoryview | None]) -> list[bytearray]:
        """Runs the program once; returns the bytes of its outputs. None is an input
        that is what it was in the call before. Raises MemplaceError if it crashes."""
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
