"""Compiles a program with many sets of options, several at a time.

XLA's placement is final long before the end of a compilation, which mostly generates
code. So most compilations end as soon as the compiler has dumped the placed program. The
dump has no estimated cycles; `Judge` (memplace.xla.judge) estimates them.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from memplace.errors import MemplaceError
from memplace.xla.texts import Text
from memplace.xla.trial_worker import COMPILED, LATE, PLACED, TEXT, Trial
from memplace.xla.worker import Request

Options = dict[str, str]

# Most compilations at a time; each needs about half a gigabyte.
_MOST_AT_ONCE = 8
# Free bytes that the files of a compilation need.
_ROOM = 64 << 20
# Seconds for a compilation, until the first one of its kind is done; after that, a
# multiple of the longest, at least _LEAST_SECONDS.
_FIRST_SECONDS = 3600.0
_LEAST_SECONDS = 60.0
_TIMES_LONGEST = 10
_LACKING = re.compile(r"No such compile option: '([^']+)'")


class Trials:
    """Compilations of a program, each in a process of its own. Results are kept by
    options.

    model, arguments, topology: see `compile_model`.
    progress: called with a line for each note.

    num_dropped: number of compilations that failed, crashed or took too long.
    seconds: longest duration of a compilation, by `is_whole`.

    Use as a context manager, which ends the processes.
    """

    def __init__(
        self,
        model: str,
        arguments: Sequence[str] | None,
        topology: str,
        progress: Callable[[str], object] = lambda line: None,
        command: Sequence[str] = (sys.executable, "-m", "memplace.xla.trial_worker"),
    ):
        self.request = Request(
            model, None if arguments is None else list(arguments), topology
        )
        self.command = list(command)
        self.progress = progress
        self.num_dropped = 0
        self.seconds: dict[bool, float] = {}
        self.at_once = min(len(os.sched_getaffinity(0)), _MOST_AT_ONCE)
        self._reasons: dict[str, str] = {}
        # Compressed, since a text has megabytes.
        self._known: dict[tuple[str, bool], bytes | None] = {}
        self._lacking: set[str] = set()
        self._can_dump = True

    def __enter__(self) -> Self:
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="memplace-xla-")
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError as error:
            raise MemplaceError(f"cannot compile: {error}") from error
        self._send(self.request.to_json())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.wait()
        self._process.stdout.close()
        self._folder.cleanup()

    def compiled(self, options: Options) -> Text:
        """Returns the text of a whole compilation. Raises MemplaceError if the compiler
        fails."""
        text = self.compile([options], is_whole=True)[0]
        if text is None:
            raise MemplaceError(self._reasons[_key(options)])
        return text

    def compile(
        self, variants: Sequence[Options], is_whole: bool = False
    ) -> list[Text | None]:
        """Returns the texts of these compilations; None for one that fails, crashes or
        takes too long.

        is_whole: True for texts with estimated cycles; otherwise the compilations end
            with the placement.

        Raises MemplaceError if the processes cannot run.
        """
        keys = [(_key(options), is_whole) for options in variants]
        waiting = {
            key: options
            for key, options in zip(keys, variants, strict=True)
            if key not in self._known
        }
        running: dict[int, tuple[tuple[str, bool], float]] = {}
        queue = list(waiting.items())
        number = 0
        while queue or running:
            while queue and len(running) < self.at_once:
                key, options = queue.pop(0)
                self._start(number, options, is_whole)
                running[number] = key, time.monotonic()
                number += 1
            answer = self._answer()
            key, begin = running.pop(answer["number"])
            text = self._read(answer["number"], answer["end"], key)
            if text is not None:
                duration = time.monotonic() - begin
                longest = max(duration, self.seconds.get(is_whole, 0.0))
                self.seconds[is_whole] = longest
            self._known[key] = None if text is None else _packed(text)
        return [self._text(self._known[key]) for key in keys]

    def _text(self, packed: bytes | None) -> Text | None:
        """Returns a kept text."""
        if packed is None:
            return None
        name = self.request.model.rpartition(":")[2]
        return Text(zlib.decompress(packed).decode(), name)

    def _start(self, number: int, options: Options, is_whole: bool) -> None:
        folder = Path(self._folder.name) / str(number)
        free = shutil.disk_usage(self._folder.name).free
        if free < _ROOM:
            raise MemplaceError(
                f"no room for the compiler's files: '{tempfile.gettempdir()}' has "
                f"{free >> 20} MiB left of the {_ROOM >> 20} MiB needed; set TMPDIR to "
                "another folder"
            )
        folder.mkdir()
        longest = self.seconds.get(is_whole)
        limit = _FIRST_SECONDS
        if longest is not None:
            limit = max(_TIMES_LONGEST * longest, _LEAST_SECONDS)
        trial = Trial(number, str(folder), options, is_whole, limit)
        self._send(json.dumps(vars(trial)))

    def _read(self, number: int, end: str, key: tuple[str, bool]) -> str | None:
        """Returns the text of a trial, and removes its files."""
        folder = Path(self._folder.name) / str(number)
        found = None
        if end in (PLACED, COMPILED):
            found = (folder / TEXT).read_text("utf-8")
            if end == COMPILED and not key[1] and self._can_dump:
                self._can_dump = False
                self.progress(
                    "note: this libtpu does not show a placement early, so all "
                    "compilations are whole ones, which take longer"
                )
        else:
            self._drop(key[0], "the compiler took too long" if end == LATE else end)
        shutil.rmtree(folder)
        return found

    def _drop(self, key: str, reason: str) -> None:
        """Counts a failure, and reports each option that the compiler lacks once."""
        self.num_dropped += 1
        self._reasons[key] = reason
        lacking = _LACKING.search(reason)
        if lacking and lacking[1] not in self._lacking:
            self._lacking.add(lacking[1])
            self.progress(f"note: this libtpu lacks the option '{lacking[1]}'")

    def _send(self, line: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise MemplaceError("the process that compiles has ended") from None

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise MemplaceError("the process that compiles has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode(), level=1)


def _key(options: Options) -> str:
    return json.dumps(options, sort_keys=True)
