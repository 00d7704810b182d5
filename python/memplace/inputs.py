"""Reads input files; a small file must not take much memory or time."""

import gzip
import os
import re
import select
import stat
import sys
import zlib
from typing import Any, BinaryIO

from memplace.errors import InputError, MemplaceError

MAX_BYTES = 4 << 30
"""Limit on the memory, in bytes, that a small input may take."""
MAX_SECONDS = 60
"""Limit on the CPU time, in seconds, that a tool may spend on a small input."""
# Limit for standard input, pipes and devices, whose contents are in memory twice.
MAX_STREAMED = 2 << 30
MAX_WAIT = 30
"""Longest wait for the first bytes of a FIFO, in seconds."""
MAX_DEPTH = 1000
"""Limit on the nesting of brackets, since parsers are recursive."""
_CHUNK = 1 << 24
_BRACKETS = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|->|[(\[{<]|[)\]}>]')


def open_regular(path: str) -> BinaryIO:
    """Opens a regular file for reading.

    Raises InputError at once for anything else, e.g. a pipe, which could block forever.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise InputError(f"'{path}' is not a file, but a folder, a pipe or a device")
    return os.fdopen(descriptor, "rb")


def check_holes(path: str, status: os.stat_result) -> None:
    """Raises InputError for a large sparse file, which takes little space on disk."""
    stored = status.st_blocks * 512
    if status.st_size > MAX_BYTES and stored < status.st_size // 2:
        raise InputError(
            f"'{path}' has {status.st_size} bytes, of which {stored} are stored; files "
            f"with holes are read up to {MAX_BYTES}"
        )


def _open_nonblocking(path: str, flags: int) -> int:
    """Opens a file for reading, a FIFO also without a writer."""
    return os.open(path, flags | os.O_NONBLOCK)


def _wait_for_bytes(fifo: Any, path: str) -> None:
    """Waits for the first bytes of a FIFO; raises InputError after MAX_WAIT.

    A pipe of the shell (`<(command)`) is a link and always has a writer, which may be
    slow; a FIFO may never get one.
    """
    poll = select.poll()
    poll.register(fifo, select.POLLIN)
    if not poll.poll(MAX_WAIT * 1000):
        raise InputError(f"'{path}' is a FIFO that got no bytes for {MAX_WAIT} s")


def read_bytes(path: str) -> bytes:
    """Returns the content of the file `path`, or of standard input for "-"."""
    try:
        if path == "-":
            return _read_stream(sys.stdin.buffer, "standard input")
        with open(path, "rb", opener=_open_nonblocking) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                if stat.S_ISFIFO(os.lstat(path).st_mode):
                    _wait_for_bytes(file, path)
                os.set_blocking(file.fileno(), True)
                return _read_stream(file, f"'{path}'")
            check_holes(path, status)
            return file.read()
    except InputError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte.
        reason = getattr(error, "strerror", None) or error
        raise MemplaceError(f"cannot read '{path}': {reason}") from error


def read_gzip_text(path: str) -> str:
    """Returns the text of a gzip file."""
    try:
        with open_regular(path) as file, gzip.open(file) as content:
            return decode_text(_read_stream(content, f"'{path}', decompressed,"), path)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise MemplaceError(f"cannot read '{path}': {reason}") from error


def _read_stream(file: Any, what: str) -> bytes:
    """Returns the contents of a file of unknown size; raises InputError if too
    large."""
    content = bytearray()
    while chunk := file.read(_CHUNK):
        content += chunk
        if len(content) > MAX_STREAMED:
            raise InputError(
                f"{what} has more than {MAX_STREAMED} bytes; write them to a file"
            )
    return bytes(content)


def read_text(path: str) -> str:
    """Returns the text of the file `path`, or of standard input for "-"."""
    return decode_text(read_bytes(path), path)


def decode_text(content: bytes, path: str) -> str:
    """Decodes the bytes of a file as UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MemplaceError(
            f"cannot read '{path}': byte {error.start} is not UTF-8 text"
        ) from error


def check_nesting(text: str, name: str) -> None:
    """Raises InputError if brackets in MLIR text are nested too deeply.

    A parser's stack would overflow.
    """
    if sum(map(text.count, "([{<")) <= MAX_DEPTH:
        return
    depth = 0
    for match in _BRACKETS.finditer(text):
        token = match[0]
        if token in {"(", "[", "{", "<"}:
            depth += 1
            if depth > MAX_DEPTH:
                line = text.count("\n", 0, match.start()) + 1
                raise InputError(
                    f"{name}:{line}: brackets are nested more than {MAX_DEPTH} deep"
                )
        elif token in {")", "]", "}", ">"} and depth:
            depth -= 1
