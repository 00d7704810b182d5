# ===- kept_runs.py - What was measured is not measured again --------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Keeps measurements in a file, one JSON line each, written at once. A script that
takes hours can therefore be stopped at any time and continue later. A file belongs to
one build: start a new file after a change of a solver."""

import hashlib
import json
import threading
from collections.abc import Callable
from pathlib import Path

from support.placements import BenchmarkError, problem_file, xla_file


def digest_of(name: str) -> str:
    """Returns a digest that distinguishes a problem, and XLA's placement of the problem,
    from earlier versions."""
    data = problem_file(name).read_bytes() + xla_file(name).read_bytes()
    return hashlib.sha256(data).hexdigest()[:12]


class KeptRuns:
    """Measured numbers of problems. Without a file the numbers are not kept."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.lock = threading.Lock()
        self.known: dict[str, list[float]] = {}
        if path is None or not path.exists():
            return
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):  # Killed in the middle of a write.
            lines.pop()
            path.write_text("".join(lines), encoding="utf-8")
        for number, line in enumerate(lines, 1):
            try:
                entry = json.loads(line)
                self.known[entry["run"]] = entry["numbers"]
            except (KeyError, TypeError, ValueError) as error:
                raise BenchmarkError(f"{path}:{number}: no measurement") from error

    def has(self, name: str, what: str) -> bool:
        """Returns True if `get` would not have to measure."""
        return f"{name} {digest_of(name)} {what}" in self.known

    def get(
        self, name: str, what: str, measure: Callable[[], list[float]]
    ) -> list[float]:
        """Returns the result of `measure` for the problem `name`, perhaps of an earlier
        time. `what` distinguishes measurements. Callable from any thread."""
        run = f"{name} {digest_of(name)} {what}"
        with self.lock:
            if run in self.known:
                return self.known[run]
        numbers = measure()
        with self.lock:
            self.known[run] = numbers
            if self.path is not None:
                line = json.dumps({"run": run, "numbers": numbers})
                with open(self.path, "a", encoding="utf-8") as file:
                    file.write(line + "\n")
        return numbers
