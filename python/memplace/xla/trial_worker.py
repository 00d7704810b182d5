"""Compiles a JAX function for a TPU with many sets of options, each in a process of its
own, which ends as soon as the placement is known.

    python -m memplace.xla.trial_worker

The first line on standard input is a `Request` without variants, each further line a
`Trial`. Standard output has a line of JSON for each trial, with its number and its `end`:
"placed", "compiled", "late", or a reason for its failure. This process imports JAX and
forks. It must not load libtpu: a process forked from one with threads hangs.
"""

import json
import os
import select
import shutil
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, TextIO

from memplace.errors import MemplaceError
from memplace.xla.worker import FATAL, Request, lower, set_environment

# Names of files in a trial's folder: the text, and the reason for a failure.
TEXT = "text"
REASON = "reason"
PLACED = "placed"
COMPILED = "compiled"
LATE = "late"
_DUMP = "dump"
_DUMP_OPTION = "xla_dump_to"
_PLACED_FILES = "*.after_optimizations.txt"
_SAID = "said"
# Seconds between looks at the children.
_PAUSE = 0.02


@dataclass
class Trial:
    """A compilation to make.

    folder: an empty folder for its files.
    is_whole: True to compile to the end, so that the text has cycles.
    limit: seconds.
    """

    number: int
    folder: str
    options: dict[str, str]
    is_whole: bool
    limit: float


@dataclass
class _Child:
    """A running compilation. end: time at which the trial is late."""

    trial: Trial
    process: int
    end: float = field(default=0.0)

    def __post_init__(self) -> None:
        self.end = time.monotonic() + self.trial.limit

    def has_placed(self) -> bool:
        """Returns true if the dump of the placed program is complete; it becomes the
        trial's text."""
        folder = Path(self.trial.folder)
        for path in (folder / _DUMP).glob(_PLACED_FILES):
            # The entry computation is the last.
            _, entry, rest = path.read_text("utf-8", "replace").rpartition("\nENTRY ")
            if entry and rest.rstrip().endswith("\n}"):
                path.rename(folder / TEXT)
                return True
        return False

    def failure(self) -> str:
        """Returns why the compilation failed."""
        folder = Path(self.trial.folder)
        if (folder / REASON).exists():
            return (folder / REASON).read_text("utf-8")
        said = folder / _SAID
        fatal = said.exists() and FATAL.search(said.read_text("utf-8", "replace"))
        return "the compiler ended itself" + (f": {fatal[1]}" if fatal else "")


def _text_of(request: Request, trial: Trial) -> str:
    """Returns the text of the whole compilation. Raises MemplaceError."""
    lowered = lower(request)
    dump = {} if trial.is_whole else {_DUMP_OPTION: f"{trial.folder}/{_DUMP}"}
    try:
        return str(lowered.compile(compiler_options=trial.options | dump).as_text())
    except Exception as error:
        if not dump or _DUMP_OPTION not in str(error):
            raise MemplaceError(f"the compiler failed: {error}") from error
    # This compiler cannot dump.
    return _text_of(request, Trial(**vars(trial) | {"is_whole": True}))


def _compile(request: Request, trial: Trial) -> NoReturn:
    """Writes the text of the whole compilation, or the reason for its failure, and ends
    this process, which is a child."""
    folder = Path(trial.folder)
    code = 1
    try:
        said = os.open(folder / _SAID, os.O_WRONLY | os.O_CREAT)
        for number in (sys.stdout.fileno(), sys.stderr.fileno()):
            os.dup2(said, number)
        (folder / "part").write_text(_text_of(request, trial), "utf-8")
        (folder / "part").rename(folder / TEXT)
        code = 0
    except (MemplaceError, OSError) as error:
        (folder / REASON).write_text(str(error), "utf-8")
    finally:
        os._exit(code)


class _Server:
    """Starts and watches the children."""

    def __init__(self, request: Request, answers: TextIO):
        self.request = request
        self.answers = answers
        self.children: list[_Child] = []

    def start(self, trial: Trial) -> None:
        """Starts a trial."""
        process = os.fork()
        if process == 0:
            _compile(self.request, trial)
        self.children.append(_Child(trial, process))

    def end_of(self, child: _Child) -> str | None:
        """Returns how a trial ended; None while it runs."""
        ended, status = os.waitpid(child.process, os.WNOHANG)
        # The dump comes first, so that the result does not depend on time.
        is_placed = not child.trial.is_whole and child.has_placed()
        if ended and not is_placed:
            return child.failure() if status else COMPILED
        is_late = time.monotonic() > child.end
        if not ended and (is_placed or is_late):
            stop(child)
        return PLACED if is_placed else LATE if is_late else None

    def look(self) -> None:
        """Answers for the children that are done."""
        for child in [*self.children]:
            end = self.end_of(child)
            if end is None:
                continue
            self.children.remove(child)
            shutil.rmtree(Path(child.trial.folder) / _DUMP, ignore_errors=True)
            answer = {"number": child.trial.number, "end": end}
            print(json.dumps(answer), file=self.answers, flush=True)


def stop(child: _Child) -> None:
    """Ends a child."""
    os.kill(child.process, signal.SIGKILL)
    os.waitpid(child.process, 0)


def _serve(server: _Server, pending: bytes) -> None:
    """Handles lines of standard input until its end. pending: what is already read."""
    while True:
        *lines, pending = pending.split(b"\n")
        for line in lines:
            server.start(Trial(**json.loads(line)))
        server.look()
        pause = _PAUSE if server.children else None
        if select.select([sys.stdin], [], [], pause)[0]:
            new = os.read(sys.stdin.fileno(), 1 << 16)
            if not new:
                return
            pending += new


def main() -> int:
    """Serves the trials on standard input; returns the exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The client decides.
    set_environment()
    import jax  # noqa: F401
    from jax.experimental import topologies  # noqa: F401

    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    first = b""
    while b"\n" not in first:
        new = os.read(sys.stdin.fileno(), 1 << 16)
        if not new:
            return 0
        first += new
    line, _, rest = first.partition(b"\n")
    fields: dict[str, Any] = json.loads(line)
    server = _Server(Request(**fields), answers)
    try:
        _serve(server, rest)
    finally:
        for child in server.children:
            stop(child)
    return 0


if __name__ == "__main__":
    sys.exit(main())
