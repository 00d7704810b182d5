"""A line on the terminal that names the current stage of a long operation."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

# Seconds until the line appears, and between its updates.
DELAY = 2.0
REFRESH = 0.5
# Clears the rest of the line, and leaves the cursor at its start, so that other output
# replaces the line.
_CLEAR = "\x1b[K\r"


class _Line(threading.Thread):
    """Writes the text of the innermost stage and the seconds since the outermost began."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.texts: list[str] = []
        self.owner = threading.get_ident()
        self.ended = threading.Event()

    def run(self) -> None:
        begin = time.monotonic()
        wait, is_shown = DELAY, False
        while not self.ended.wait(wait):
            seconds = time.monotonic() - begin
            sys.stderr.write(f"\r{self.texts[-1]}: {seconds:.0f} s{_CLEAR}")
            sys.stderr.flush()
            wait, is_shown = REFRESH, True
        if is_shown:
            sys.stderr.write(f"\r{_CLEAR}")
            sys.stderr.flush()


_lock = threading.Lock()
_line: _Line | None = None


@contextmanager
def stage(text: str) -> Iterator[None]:
    """Names the work of a `with` statement, or of a function that it decorates. If standard
    error is a terminal, `text` appears there after two seconds, with the seconds since the
    outermost stage began; it disappears at the end. Elsewhere nothing is written.

    Stages of other threads show nothing while a line is shown.

    >>> with stage("planning"):
    ...     pass
    """
    global _line
    with _lock:
        is_outermost = _line is None and sys.stderr.isatty()
        if is_outermost:
            _line = _Line()
            _line.texts.append(text)
            _line.start()
        line = _line
    if line is None or line.owner != threading.get_ident():
        yield
        return
    if not is_outermost:
        line.texts.append(text)
    try:
        yield
    finally:
        if is_outermost:
            line.ended.set()
            line.join()
            _line = None
        else:
            line.texts.pop()
