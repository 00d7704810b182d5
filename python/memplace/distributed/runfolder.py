"""Files of a run on the driver's machine, read and written by the driver.

`inbox/NUMBER.jsonl` are arrived batches of episodes. The learner records learned
batches in `batches.jsonl`; their files may then be removed.
"""

import fcntl
import json
from pathlib import Path
from typing import Any

from memplace.errors import MemplaceError
from memplace.tools import write_text

ENDING = ".jsonl"


def whole_lines(path: Path) -> list[dict[str, Any]]:
    """Returns the complete lines of a file of JSON objects; none if the file is
    missing. Raises MemplaceError if reading or parsing fails."""
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return [json.loads(line) for line in text.split("\n")[:-1]]
    except (OSError, ValueError, RecursionError) as error:
        raise MemplaceError(f"cannot read '{path}': {error}") from error


def foreign(folder: Path, name: str) -> MemplaceError:
    """Returns the error for a file not written by memplace-train."""
    return MemplaceError(f"{folder}: {name} is not a file written by memplace-train")


def last_round(folder: Path) -> int:
    """Returns the last finished round of a run, 0 if none. Raises MemplaceError."""
    try:
        rounds = [line["round"] for line in whole_lines(folder / "metrics.jsonl")]
    except (KeyError, TypeError) as error:
        raise foreign(folder, "metrics.jsonl") from error
    if not all(type(number) is int for number in rounds):
        raise foreign(folder, "metrics.jsonl")
    return max(rounds, default=0)


class RunFolder:
    """A run's folder, created if needed. Raises MemplaceError if the folder can't be
    created or another run uses the folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.inbox = path / "inbox"
        try:
            self.inbox.mkdir(parents=True, exist_ok=True)
            # Two drivers would use the same numbers for batches. The lock ends with the
            # process.
            self.lock = (path / ".driver.lock").open("w")
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Incomplete files of killed processes.
            for leftover in self.inbox.glob(".memplace-*"):
                leftover.unlink()
        except BlockingIOError as error:
            raise MemplaceError(f"another run is at work in '{path}'") from error
        except OSError as error:
            raise MemplaceError(
                f"cannot make the folder '{self.inbox}': {error.strerror}"
            ) from error

        # Learned batches, with their numbers of episodes.
        self.learned: dict[str, int] = {}
        # Batches in the inbox, not yet learned.
        self.waiting: set[str] = set()
        # Last finished round.
        self.round = 0
        self.refresh()

    def refresh(self) -> None:
        """Reads the learner's files; removes learned batches from the inbox."""
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
        """Returns a number above those of all arrived batches."""
        names = [*self.learned, *self.waiting]
        return 1 + max((int(name) for name in names if name.isdecimal()), default=0)

    def store(self, batch: str, text: str) -> None:
        """Writes a batch into the inbox, whole or not at all. Raises MemplaceError."""
        write_text(str(self.inbox / f"{batch}{ENDING}"), text)
        self.waiting.add(batch)


def batch_name(number: int) -> str:
    """Returns the name of a batch; names sort in the order of numbers."""
    return f"{number:09d}"
