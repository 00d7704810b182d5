"""Finding and running the command-line tools that this package drives."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from memplace.errors import MemplaceError, printable
from memplace.inputs import MOST_BYTES, MOST_SECONDS
from memplace.native import find_native_tool

# Where Debian keeps the tools of LLVM 22 that have no versioned name.
LLVM_PREFIX = Path("/usr/lib/llvm-22")
# A text of so many bytes may take as much time again as a small one; and so many times
# its bytes of memory.
MEGABYTE = 1 << 20
MOST_TIMES = 64
# Between the signal that says which limit was reached and the end.
GRACE = 5


def find_mlir_tool(name: str) -> str:
    """Returns the path of MLIR 22's tool `name`, such as "mlir-opt".

    Looks for the one inside of the package, for `name`-22 in PATH, in Debian's folder
    of LLVM 22, and for `name` in PATH, in this order. Raises MemplaceError if there is
    none.
    """
    if inside := find_native_tool(name):
        return inside
    candidates = [f"{name}-22", str(LLVM_PREFIX / "bin" / name), name]
    for candidate in candidates:
        if path := shutil.which(candidate):
            return path
    raise MemplaceError(
        f"'{name}' of MLIR 22 is not installed; install Debian's package "
        "'mlir-22-tools'"
    )


def run_tool(
    command: Sequence[str],
    text: str = "",
    input_name: str = "<stdin>",
    is_quiet: bool = False,
    is_limited: bool = False,
) -> str:
    """Runs `command` with `text` as its standard input; returns what it printed.

    `input_name` replaces "<stdin>" in the tool's diagnostics. What it says on
    standard error goes to ours, if it is not to be quiet. A limited tool may take as much
    memory and time as the text is worth. Raises MemplaceError if the tool cannot be
    started or fails; the message has the tool's own diagnostics.
    """
    limits = limits_for(len(text)) if is_limited else {}
    try:
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="backslashreplace",
        ) as process:
            for kind, most in limits.items():
                resource.prlimit(process.pid, kind, (most, most + GRACE))
            try:
                output, said = process.communicate(text)
            except BaseException:
                process.kill()
                raise
    except OSError as error:
        raise MemplaceError(f"cannot run '{command[0]}': {error.strerror}") from error
    return result_of(command, process.returncode, output, said, input_name, is_quiet)


def result_of(
    command: Sequence[str],
    code: int,
    output: str,
    said: str,
    input_name: str,
    is_quiet: bool,
) -> str:
    """Returns the output of a tool that ended with `code`. Raises MemplaceError if it
    failed."""
    diagnostics = said.replace("<stdin>", input_name)
    tool = os.path.basename(command[0])
    if code == -signal.SIGXCPU:
        raise MemplaceError(
            f"'{tool}' needs more than {MOST_SECONDS} seconds for {input_name}, which is "
            "small; a program that grows so much is not read"
        )
    if code and re.search("out of memory|bad_alloc|Allocation failed", said):
        raise MemplaceError(f"'{tool}' has not enough memory for {input_name}")
    if code > 0:
        raise MemplaceError(f"'{tool}' failed with exit code {code}", diagnostics)
    if code < 0:
        # Behind that is LLVM's stack, which says nothing to a user.
        said = diagnostics.partition("PLEASE submit a bug report")[0]
        raise MemplaceError(f"'{tool}' was ended by signal {-code}", said)
    if not is_quiet:
        sys.stderr.write(printable(diagnostics, "\n\t"))
    return output


def limits_for(size: int) -> dict[int, int]:
    """Returns what a tool may take for a text of so many bytes: of the processor, seconds,
    and of memory, bytes."""
    seconds = MOST_SECONDS * (1 + size // MEGABYTE)
    memory = max(MOST_BYTES, size * MOST_TIMES)
    return {resource.RLIMIT_CPU: seconds, resource.RLIMIT_DATA: memory}


def write_text(path: str, text: str) -> None:
    """Writes `text` to the file `path`, whole or not at all; "-" is standard output.

    The text goes to a new file beside `path`, which then takes its place.
    """
    if path == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str, content: bytes) -> None:
    """Writes `content` to the file `path`, as `write_text` does."""
    write_files([(path, content)])


def write_files(files: Sequence[tuple[str, bytes | Path]]) -> None:
    """Writes contents, or those of other files, to paths, each whole, and all of them
    or none: only if the machine stops in between may some be missing. "-" is standard
    output."""
    beside: list[tuple[str, str]] = []
    try:
        for path, content in files:
            if is_replaceable(path):
                beside.append((write_beside(path, content), path))
        for path, content in files:
            if not is_replaceable(path):
                write_in_place(path, content)
        while beside:
            replace(*beside[0])
            del beside[0]
    finally:
        for temporary, _ in beside:
            os.unlink(temporary)


def is_replaceable(path: str) -> bool:
    """Whether another file can take the place of what `path` names, if anything: not
    of a device or a pipe, such as /dev/null."""
    return path != "-" and (os.path.isfile(path) or not os.path.exists(path))


def put_into(file: BinaryIO, content: bytes | Path) -> None:
    """Writes `content`, or that of a file, to `file`."""
    if isinstance(content, bytes):
        file.write(content)
        return
    with content.open("rb") as source:
        shutil.copyfileobj(source, file)


def write_beside(path: str, content: bytes | Path) -> str:
    """Writes `content`, or that of a file, to a new file beside `path`; returns the new
    file's path."""
    folder = os.path.dirname(os.path.abspath(path))
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(
            dir=folder, prefix=".memplace-", delete=False
        ) as file:
            temporary = file.name
            put_into(file, content)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
    except OSError as error:
        if temporary:
            os.unlink(temporary)
        raise MemplaceError(f"cannot write '{path}': {error.strerror}") from error
    return temporary


def replace(temporary: str, path: str) -> None:
    """Puts the file `temporary` in the place of `path`."""
    try:
        os.replace(temporary, path)
    except OSError as error:
        raise MemplaceError(f"cannot write '{path}': {error.strerror}") from error


def write_in_place(path: str, content: bytes | Path) -> None:
    """Writes `content` to what `path` already names, or to standard output."""
    if path == "-":
        put_into(sys.stdout.buffer, content)
        return
    try:
        with open(path, "wb") as file:
            put_into(file, content)
    except OSError as error:
        raise MemplaceError(f"cannot write '{path}': {error.strerror}") from error
