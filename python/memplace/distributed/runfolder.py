"""The files of a run that the driver reads and writes, on its own machine.

`inbox/NUMBER.jsonl` are batches of episodes that have arrived. The learner notes in
`batches.jsonl` from which it has learned; then they may go.
"""

import fcntl
import json
from pathlib import Path
from typing import Any

from memplace.errors import MemplaceError
from memplace.tools import write_text

ENDING = ".jsonl"


def whole_lines(path: Path) -> list[dict[str, Any]]:
    """The whole lines of a file of JSON objects, which need not be there. Raises
    MemplaceError."""
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return [json.loads(line) for line in text.split("\n")[:-1]]
    except (OSError, ValueError, RecursionError) as error:
        raise MemplaceError(f"cannot read '{path}': {error}") from error


def foreign(folder: Path, name: str) -> MemplaceError:
    """The error of a file with other contents than memplace-train's."""
    return MemplaceError(f"{folder}: {name} is not as memplace-train writes it")


def last_round(folder: Path) -> int:
    """The last round of a run that is done, 0 if none is. Raises MemplaceError."""
    try:
        rounds = [line["round"] for line in whole_lines(folder / "metrics.jsonl")]
    except (KeyError, TypeError) as error:
        raise foreign(folder, "metrics.jsonl") from error
    if not all(type(number) is int for number in rounds):
        raise foreign(folder, "metrics.jsonl")
    return max(rounds, default=0)


class RunFolder:
    """A run's folder, made if needed. Raises MemplaceError if it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.inbox = path / "inbox"
        try:
            self.inbox.mkdir(parents=True, exist_ok=True)
            # Two drivers would give the same numbers to batches. Whoever ends lets go.
            self.lock = (path / ".driver.lock").open("w")
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Cut off when somebody was killed.
            for leftover in self.inbox.glob(".memplace-*"):
                leftover.unlink()
        except BlockingIOError as error:
            raise MemplaceError(f"another run is at work in '{path}'") from error
        except OSError as error:
            raise MemplaceError(
                f"cannot make the folder '{self.inbox}': {error.strerror}"
            ) from error

        self.learned: dict[str, int] = {}  # Batches, and how many episodes each had.
        self.waiting: set[str] = set()  # Batches that are in the inbox only.
        self.round = 0  # The last that is done.
        self.refresh()

    def refresh(self) -> None:
        """Reads what the learner has written; removes what it has learned from out of
        the inbox."""
        batches = whole_lines(self.path / "batches.jsonl")
        try:
            self.learned = {line["batch"]: line["episodes"] for line in batches}
        except (KeyError, TypeError) as error:
            raise foreign(self.path, "batches.jsonl") from error
        self.round = last_round(self.path)
        names = {path.stem for path in self.inbox.glob(f"[!.]*{ENDING}")}
        for name in names & self.learned.keys():
            (self.inbox / f"{name}{ENDING}").unlink()
        self.waiting = names - self.learned.keys()

    def next_number(self) -> int:
        """One more than the number of any batch that has arrived."""
        names = [*self.learned, *self.waiting]
        return 1 + max((int(name) for name in names if name.isdecimal()), default=0)

    def store(self, batch: str, text: str) -> None:
        """Puts a batch into the inbox, whole or not at all. Raises MemplaceError."""
        write_text(str(self.inbox / f"{batch}{ENDING}"), text)
        self.waiting.add(batch)


def batch_name(number: int) -> str:
    """The name of a batch, by which they are in order."""
    return f"{number:09d}"
