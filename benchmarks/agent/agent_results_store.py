# ===- agent_results_store.py - Measurements of agent-results.md -----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The measurements behind benchmarks/agent/results.md: one JSON line each, only ever
appended, so that a run can be stopped at any time."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from support.placements import BenchmarkError

EVALUATIONS = (100, 2000)
SECONDS = (5, 60, 600)

# What is closer to the bound than this, of it, gets no more: that could hardly help.
CLOSE = 0.0005

# What had less of a core than this within a time limit is measured again.
LEAST_SHARE = 0.9


@dataclass(frozen=True)
class Budget:
    """How much a solver may do: `value` evaluations or seconds; or "none", for one
    that ends by itself."""

    kind: str
    value: float

    def __str__(self) -> str:
        if self.kind == "none":
            return "no budget"
        return f"{self.value:,g} {'s' if self.kind == 'seconds' else self.kind}"


@dataclass(frozen=True)
class Measurement:
    """What came out once."""

    problem: str
    method: str
    options: list[str]
    network: str  # Empty: none.
    budget: Budget
    seed: int
    makespan_ps: int
    seconds: float  # As long as it took.
    date: str
    cpu: float = 0  # Seconds of CPU time, starting and checking too; 0: unknown.
    starts: int = 0  # Placements of the agent that a search went on from.

    @property
    def share(self) -> float:
        """Returns which part of a core it had; 1 if it took too short to say."""
        return min(1.0, self.cpu / self.seconds) if self.seconds > 1 else 1.0

    def to_json(self) -> str:
        """Returns a line of the store."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(line: str) -> "Measurement":
        """Reads such a line."""
        fields = json.loads(line)
        return Measurement(**{**fields, "budget": Budget(**fields["budget"])})


class Store:
    """All measurements; of two of the same thing the later one counts."""

    def __init__(self) -> None:
        self.all: dict[tuple[str, str, Budget, int], Measurement] = {}

    @staticmethod
    def read(path: Path) -> "Store":
        """Returns what the file has; a line that was cut off at the end, by a kill in
        the middle of a write, is left out."""
        store = Store()
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for number, line in enumerate(text.splitlines(keepends=True), 1):
            if not line.endswith("\n"):
                break
            try:
                store.add(Measurement.from_json(line))
            except (KeyError, TypeError, ValueError) as error:
                raise BenchmarkError(f"{path}:{number}: no measurement") from error
        return store

    @staticmethod
    def append(path: Path, what: Measurement) -> None:
        """Adds a line to the file, for good, in place of one that was cut off."""
        with open(path, "ab+") as file:
            file.seek(max(0, file.tell() - 4096))
            end = file.read()
            if end and not end.endswith(b"\n"):
                file.truncate(file.tell() - len(end) + end.rfind(b"\n") + 1)
            file.write(what.to_json().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def add(self, what: Measurement) -> None:
        """Adds a measurement."""
        self.all[what.problem, what.method, what.budget, what.seed] = what

    def find(
        self, problem: str, method: str, budget: Budget, seed: int = 0
    ) -> Measurement | None:
        """Returns a measurement of just that."""
        return self.all.get((problem, method, budget, seed))

    def is_close(
        self, problem: str, method: str, budget: Budget, bound: float
    ) -> Measurement | None:
        """Returns a measurement with less of such a budget that is at the bound,
        microseconds, but for CLOSE."""
        steps = {"seconds": SECONDS, "evaluations": EVALUATIONS}
        for value in steps.get(budget.kind, ()):
            known = self.find(problem, method, Budget(budget.kind, value))
            if (
                value < budget.value
                and known
                and known.makespan_ps <= (1 + CLOSE) * 1e6 * bound
            ):
                return known
        return None

    def best_known(
        self, problem: str, method: str, budget: Budget, bound: float
    ) -> Measurement | None:
        """Returns what counts for a method with a budget: what was measured, or what
        got no more because it was at the bound with less."""
        if method in ("msa", "greedy"):
            budget = Budget("none", 0)
        found = self.find(problem, method, budget)
        return found or self.is_close(problem, method, budget, bound)
