# ===- agent_results_numbers.py - Ratios of agent-results.md ---------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Looks up measurements as ratios to XLA at its best, and the problems outside the
training set."""

import math
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from agent_results_groups import LONG, SEEDS
from agent_results_store import CLOSE, Budget, Store

from support.placements import Facts, Row
from support.tables import cells_of, geometric_mean


def family_of(name: str) -> str:
    """Returns the model family of a problem: its letters up to the first other
    character, as in memplace-train."""
    match = re.match("[a-z]*", name.lower())
    return match.group() if match else ""


def held_out_families(names: Iterable[str]) -> list[str]:
    """Returns the families that training leaves out: the third with the smallest
    CRC-32, as in memplace-train."""
    families = {family_of(name) for name in names}
    by_checksum = sorted(families, key=lambda family: zlib.crc32(family.encode()))
    return sorted(by_checksum[: (len(families) + 1) // 3])


def longest_of(text: str) -> dict[str, float]:
    """Returns the ratios of search with 60 s by problem, from the text of search.md.
    Names with a mark had less time."""
    lines = iter(cells_of(text))
    for head in lines:
        if head[:4] == ["problem", "`msa`", "20,000", "60 s"]:
            break
    ratios = {}
    for cells in lines:
        if cells[0] == "problem":
            break
        if re.fullmatch(r"[0-9.]+", cells[3]):
            ratios[cells[0]] = float(cells[3])
    return ratios


@dataclass(frozen=True)
class Cell:
    """A makespan relative to XLA at its best, and its gap."""

    ratio: float
    gap: float  # Percent of the bound.
    is_carried: bool  # From less time.

    def __str__(self) -> str:
        mark = "*" if self.is_carried else ""
        return f"{self.ratio:.4f} ({self.gap:.2f}){mark}"


class Numbers:
    """Looks up the numbers of the page."""

    def __init__(
        self,
        store: Store,
        facts: dict[str, Facts],
        rows: dict[str, Row],
        longest: dict[str, float],
    ):
        self.store, self.facts, self.rows = store, facts, rows
        self.longest = longest  # Ratios of search with 60 s, by search.md.
        self.contended = [name for name, what in facts.items() if what.is_contended]
        self.held_out = held_out_families(facts)
        self.least = {name: min(row.makespans.values()) for name, row in rows.items()}
        for one in store.all.values():
            if one.problem in self.least:
                microseconds = one.makespan_ps / 1e6
                self.least[one.problem] = min(self.least[one.problem], microseconds)
        for name, row in rows.items():
            self.least[name] /= row.makespans["xla"]
            self.least[name] = min(self.least[name], longest.get(name, math.inf))

    def is_held_out(self, name: str) -> bool:
        """Returns True if training leaves the family of a problem out."""
        return family_of(name) in self.held_out

    def cell(
        self, name: str, method: str, budget: Budget, seed: int = 0
    ) -> Cell | None:
        """Returns a cell; None if it was not measured."""
        row = self.rows[name]
        if seed:
            found = self.store.find(name, method, budget, seed)
        else:
            found = self.store.best_known(name, method, budget, row.bound)
        if not found:
            return None
        microseconds = found.makespan_ps / 1e6
        return Cell(
            microseconds / row.makespans["xla"],
            max(0.0, 100 * (microseconds / row.bound - 1)),
            found.budget not in (budget, Budget("none", 0)),
        )

    def was_asked(self, name: str, budget: Budget, seed: int) -> bool:
        """Returns True if hybrid continued from a placement of the agent."""
        found = self.store.find(name, "hybrid", budget, seed)
        return found is not None and found.starts > 0

    def search_cell(self, name: str, budget: Budget, seed: int = 0) -> Cell | None:
        """Returns the cell of a run of search. Until the agent is consulted, hybrid acts
        like search: a run without consultation stands for a missing run of search.
        """
        found = self.cell(name, "search", budget, seed)
        if found or self.was_asked(name, budget, seed):
            return found
        return self.cell(name, "hybrid", budget, seed)

    def shown_cell(self, name: str, method: str, budget: Budget) -> Cell | None:
        """Returns the cell for tables of methods."""
        if method == "search":
            return self.search_cell(name, budget)
        return self.cell(name, method, budget)

    def cell_beside_search(
        self, name: str, method: str, budget: Budget, seed: int = 0
    ) -> Cell | None:
        """Returns a cell to compare with search's. For hybrid without consultation that
        is the cell of search, since both differ only by the elapsed time."""
        if method == "search":
            return self.search_cell(name, budget, seed)
        found = self.cell(name, method, budget, seed)
        if found and method == "hybrid" and not self.was_asked(name, budget, seed):
            return self.search_cell(name, budget, seed)
        return found

    def seeds_of(self, name: str, budget: Budget) -> range:
        """Returns the seeds of a problem in groups "hard": with the longest time only
        one, if search with LONG reaches the best known placement for all seeds."""
        if budget.kind != "seconds" or budget.value <= LONG:
            return SEEDS
        long = Budget("seconds", LONG)
        cells = [self.search_cell(name, long, seed) for seed in SEEDS]
        ratios = [cell.ratio for cell in cells if cell]
        if len(ratios) < len(SEEDS):
            return SEEDS
        is_best = geometric_mean(ratios) <= (1 + CLOSE) * self.best_known(name)
        return SEEDS[:1] if is_best else SEEDS

    def bound(self, name: str) -> float:
        """Returns the bound as a ratio."""
        return self.rows[name].bound / self.rows[name].makespans["xla"]

    def best_known(self, name: str) -> float:
        """Returns the least ratio in the store, on results.md or on search.md."""
        return self.least[name]

    def pairs(
        self, names: Iterable[str], method: str, other: str, budget: Budget
    ) -> list[tuple[float, float]]:
        """Returns the ratios of two methods for problems with both."""
        found = []
        for name in names:
            if other == "search":
                mine = self.cell_beside_search(name, method, budget)
                theirs = self.search_cell(name, budget)
            else:
                mine = self.cell(name, method, budget)
                theirs = self.cell(name, other, budget)
            if mine and theirs:
                found.append((mine.ratio, theirs.ratio))
        return found
