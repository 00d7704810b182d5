"""Results of earlier runs, and reasons why some changes cannot be noticed."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mutation.changes import ROOT, Broken, Mutant, mutants_of, source_of
from mutation.workshop import digest


class Results:
    """Known results of mutants, stored in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, dict[str, str]] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                entry = json.loads(line)
                self.known[entry["mutant"]] = entry

    @staticmethod
    def name_of(mutant: Mutant) -> str:
        return f"{mutant.file}@{hash_of(mutant.file)}:{mutant.begin}:{mutant.change}"

    def get(self, mutant: Mutant, tests: str) -> str | None:
        """Returns a known result, if valid: an unnoticed mutant is retried by other tests."""
        entry = self.known.get(self.name_of(mutant))
        if not entry or (not is_noticed(entry["result"]) and entry["tests"] != tests):
            return None
        return entry["result"]

    def put(self, mutant: Mutant, tests: str, result: str) -> None:
        entry = {"mutant": self.name_of(mutant), "tests": tests, "result": result}
        self.known[entry["mutant"]] = entry
        with self.path.open("a") as file:
            file.write(json.dumps(entry) + "\n")


@cache
def hash_of(file: str) -> str:
    return digest(source_of(file))


def is_noticed(result: str) -> bool:
    """Returns true if a test failed."""
    return result in ("killed", "timeout")


@dataclass(frozen=True)
class Reason:
    """An entry of equivalent-mutants.toml: unnoticeable changes, and why."""

    file: str
    line: str | None  # Text of one line.
    after: str | None  # Text of the previous line, to distinguish equal lines.
    function: str | None  # Without a line: the whole function.
    changes: tuple[str, ...]  # Empty: all.
    nth: int  # Within the line.

    def explains(self, mutant: Mutant) -> bool:
        """Returns true if the entry covers this change."""
        if mutant.file != self.file or (self.changes and mutant.change not in self.changes):
            return False
        if self.function is not None and mutant.function != self.function:
            return False
        if self.line is None:
            return True
        return (mutant.text, mutant.nth) == (self.line, self.nth) and self.after in (
            None,
            mutant.after,
        )


def read_reasons(path: Path = ROOT / "utils/equivalent-mutants.toml") -> list[Reason]:
    """Reads all entries. An entry matching no change (stale code) is an error."""
    reasons = []
    for one in tomllib.loads(path.read_text()).get("mutant", []):
        changes = one.get("change", [])
        changes = (changes,) if isinstance(changes, str) else tuple(changes)
        line, after, function = one.get("line"), one.get("after"), one.get("function")
        if (line is None and function is None) or not one.get("reason"):
            raise Broken(f"{path.name}: a reason, and a line or a function, are needed: {one}")
        reason = Reason(one["file"], line, after, function, changes, one.get("nth", 1))
        if not any(reason.explains(mutant) for mutant in mutants_of(reason.file)):
            where = f"function {function}" if line is None else f"'{line}'"
            what = ", ".join(changes) or "change"
            raise Broken(f"{path.name}: {reason.file} has no '{what}' in {where}")
        reasons.append(reason)
    return reasons
