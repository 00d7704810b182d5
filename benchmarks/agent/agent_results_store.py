# ===- agent_results_store.py - Measurements of agent-results.md -----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The measurements behind benchmarks/agent/results.md: one JSON line each, append-only,
so that a run can be stopped at any time."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from support.placements import BenchmarkError

EVALUATIONS = (100, 2000)
SECONDS = (5, 60, 600)

# Problems with a relative gap below this get no more time, which could hardly help.
CLOSE = 0.0005

# A time-limited run with a smaller share of a core is measured again.
LEAST_SHARE = 0.9


@dataclass(frozen=True)
class Budget:
    """A solver's budget: `value` evaluations or seconds; or "none" for solvers that end
    by themselves."""

    kind: str
    value: float

    def __str__(self) -> str:
        if self.kind == "none":
            return "no budget"
        return f"{self.value:,g} {'s' if self.kind == 'seconds' else self.kind}"


@dataclass(frozen=True)
class Measurement:
    """One measurement."""

    problem: str
    method: str
    options: list[str]
    network: str  # Empty: none.
    budget: Budget
    seed: int
    makespan_ps: int
    seconds: float  # Elapsed time.
    date: str
    cpu: float = 0  # CPU time, including start and check; 0: unknown.
    starts: int = 0  # Placements of the agent from which a search continued.

    @property
    def share(self) -> float:
        """Returns the share of a core; 1 if the run was too short to tell."""
        return min(1.0, self.cpu / self.seconds) if self.seconds > 1 else 1.0

    def to_json(self) -> str:
        """Returns a line of the store."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(line: str) -> "Measurement":
        """Parses such a line."""
        fields = json.loads(line)
        return Measurement(**{**fields, "budget": Budget(**fields["budget"])})


class Store:
    """All measurements; a later measurement replaces an equal earlier one."""

    def __init__(self) -> None:
        self.all: dict[tuple[str, str, Budget, int], Measurement] = {}

    @staticmethod
    def read(path: Path) -> "Store":
        """Returns the measurements in the file without an incomplete last line, left by
        a kill in the middle of a write."""
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
        """Appends a line durably, and replaces an incomplete last line."""
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
        """Returns the measurement with exactly these keys."""
        return self.all.get((problem, method, budget, seed))

    def is_close(
        self, problem: str, method: str, budget: Budget, bound: float
    ) -> Measurement | None:
        """Returns a measurement with a smaller budget of the same kind that is at the
        bound, microseconds, up to CLOSE."""
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
        """Returns the valid measurement of a method with a budget: measured, or at the
        bound with less."""
        if method in ("msa", "greedy"):
            budget = Budget("none", 0)
        found = self.find(problem, method, budget)
        return found or self.is_close(problem, method, budget, bound)
