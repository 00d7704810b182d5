"""Finds and runs command-line tools, and writes files atomically."""

import errno
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from memplace.errors import MemplaceError, printable
from memplace.inputs import MAX_BYTES, MAX_SECONDS
from memplace.native import find_native_tool

# Folder in which Debian keeps tools of LLVM 22 without a version in their names.
LLVM_PREFIX = Path("/usr/lib/llvm-22")
# For each megabyte of text, a tool gets MOST_SECONDS more time. Its memory may be
# MOST_TIMES the size of the text.
MEGABYTE = 1 << 20
MOST_TIMES = 64
# Distance between the soft limit, which sends a signal, and the hard limit.
GRACE = 5


def find_mlir_tool(name: str) -> str:
    """Returns the path of MLIR 22's tool `name`, e.g. "mlir-opt".

    Searches the package, `name`-22 in PATH, Debian's folder of LLVM 22, and `name` in
    PATH, in this order. Raises MemplaceError if there is no such tool.
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
    variables: Mapping[str, str] = {},
) -> str:
    """Runs `command` with `text` as its standard input; returns its standard output.

    `input_name` replaces "<stdin>" in the tool's diagnostics. The tool's standard error
    is forwarded unless `is_quiet`. With `is_limited`, memory and CPU time are limited
    in proportion to the text. `variables` are added to the environment. Raises
    MemplaceError, with the tool's own diagnostics, if the tool cannot be started or
    fails.
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
            env={**os.environ, **variables},
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
    """Returns the output of a tool that ended with `code`.

    Raises MemplaceError if the tool failed.
    """
    diagnostics = said.replace("<stdin>", input_name)
    tool = os.path.basename(command[0])
    if code == -signal.SIGXCPU:
        raise MemplaceError(
            f"'{tool}' needs more than {MAX_SECONDS} seconds for {input_name}, which is "
            "small; a program that grows so much is not read"
        )
    if code and re.search("out of memory|bad_alloc|Allocation failed", said):
        raise MemplaceError(f"'{tool}' has not enough memory for {input_name}")
    if code > 0:
        raise MemplaceError(f"'{tool}' failed with exit code {code}", diagnostics)
    if code < 0:
        # Drop LLVM's stack trace, which is useless to a user.
        said = diagnostics.partition("PLEASE submit a bug report")[0]
        raise MemplaceError(f"'{tool}' was ended by signal {-code}", said)
    if not is_quiet:
        sys.stderr.write(printable(diagnostics, "\n\t"))
    return output


def limit_process(size: int) -> None:
    """Limits this process like a tool whose input has `size` bytes; see `limits_for`."""
    for kind, most in limits_for(size).items():
        hard = resource.getrlimit(kind)[1]
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (soft, hard))


def limits_for(size: int) -> dict[int, int]:
    """Returns a tool's limits for a text of `size` bytes, by kind of resource.

    CPU time is in seconds, memory in bytes.
    """
    seconds = MAX_SECONDS * (1 + size // MEGABYTE)
    memory = max(MAX_BYTES, size * MOST_TIMES)
    return {resource.RLIMIT_CPU: seconds, resource.RLIMIT_DATA: memory}


def write_text(path: str, text: str) -> None:
    """Writes `text` to the file `path` atomically; "-" is standard output.

    The text goes to a new file beside `path`, which then replaces `path`.
    """
    if path == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str, content: bytes) -> None:
    """Writes `content` to the file `path`, like `write_text`."""
    write_files([(path, content)])


def write_files(files: Sequence[tuple[str, bytes | Path]]) -> None:
    """Writes contents, or copies of other files, to paths: either all files or none.

    Each file is replaced atomically. Only a crash of the machine in between can leave
    some files unwritten. "-" is standard output.
    """
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


def check_writable(path: str, makes_folders: bool = False) -> None:
    """Raises MemplaceError if `path` can't be written because of its folder: there is
    none, or no file may be added to it. A tool then fails before its work, not after.

    makes_folders: whether the writer makes missing folders.
    """
    folder = Path(os.path.abspath(path)).parent
    while makes_folders and not folder.exists():
        folder = folder.parent
    reason = 0
    if os.path.isdir(path):
        reason = errno.EISDIR
    elif not folder.is_dir():
        reason = errno.ENOTDIR if folder.exists() else errno.ENOENT
    elif is_replaceable(path) and not os.access(folder, os.W_OK | os.X_OK):
        reason = errno.EACCES
    if reason:
        raise MemplaceError(f"cannot write '{path}': {os.strerror(reason)}")


def is_replaceable(path: str) -> bool:
    """Says whether a new file can replace `path`: a regular file, or nothing.

    Devices and pipes, e.g. /dev/null, cannot be replaced.
    """
    return path != "-" and (os.path.isfile(path) or not os.path.exists(path))


def put_into(file: BinaryIO, content: bytes | Path) -> None:
    """Writes `content`, or the contents of a file, to `file`."""
    if isinstance(content, bytes):
        file.write(content)
        return
    with content.open("rb") as source:
        shutil.copyfileobj(source, file)


def write_beside(path: str, content: bytes | Path) -> str:
    """Writes `content`, or the contents of a file, to a new file beside `path`.

    Returns the new file's path.
    """
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
    """Moves the file `temporary` to `path`, replacing it."""
    try:
        os.replace(temporary, path)
    except OSError as error:
        raise MemplaceError(f"cannot write '{path}': {error.strerror}") from error


def write_in_place(path: str, content: bytes | Path) -> None:
    """Writes `content` to an existing device or pipe `path`, or to standard output."""
    if path == "-":
        put_into(sys.stdout.buffer, content)
        return
    try:
        with open(path, "wb") as file:
            put_into(file, content)
    except OSError as error:
        raise MemplaceError(f"cannot write '{path}': {error.strerror}") from error
