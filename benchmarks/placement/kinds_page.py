# ===- kinds_page.py - kinds.md, written and read --------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Renders the results of benchmarks/placement/kinds.py, and reads them back."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from support.placements import BENCHMARKS, BenchmarkError
from support.tables import table as make_table

# Column -> solver and its options. A budget counts placements, so that the result is
# the same on each machine.
SOLVERS: dict[str, tuple[str, ...]] = {
    "default-tier": ("default-tier",),
    "first-fit": ("first-fit",),
    "greedy": ("greedy",),
    "msa": ("msa",),
    "search": ("search", "--option=budget=2000"),
}


# Results of branches.py: a line for each problem and solver.
BRANCHES = BENCHMARKS / "placement" / "branches.jsonl"
# Descriptions of the problems, from the page.
PROBLEMS = "../../benchmarks/problems/kinds/README.md"


@dataclass(frozen=True)
class Kind:
    """One problem; a table of kinds.toml."""

    name: str
    target: str
    home: list[str] = field(default_factory=list)  # Of memplace-import.


@dataclass(frozen=True)
class Row:
    """The result for one problem, rounded as on the page."""

    name: str
    counts: tuple[int, int, int]  # Buffers, ops, loops.
    bound: float  # Proven lower bound on the makespan, microseconds.
    strong: float  # The strong bound.
    best: float  # Makespan of the best known placement, microseconds.
    ratios: dict[str, float]  # Makespans by SOLVERS, divided by the best known.
    exact: dict[str, int] = field(default_factory=dict)  # Picoseconds, not on the page.

    @staticmethod
    def measured(
        name: str,
        problem: Any,
        bounds: tuple[int, int],
        best: int,
        makespans: dict[str, int],
    ) -> "Row":
        """Returns the row of a problem from its bounds, the strong bound last, and its
        makespans, all in picoseconds."""
        counts = tuple(len(problem[part]) for part in ("buffers", "ops", "loops"))
        return Row(
            name,
            (counts[0], counts[1], counts[2]),
            round(bounds[0] / 1e6, 2),
            round(bounds[1] / 1e6, 2),
            round(best / 1e6, 2),
            {column: round(time / best, 3) for column, time in makespans.items()},
            {**makespans, "best": best},
        )

    @property
    def gap(self) -> float:
        """Returns (best known - strong bound) / strong bound, percent."""
        return 100 * (self.best - self.strong) / self.strong


def table(rows: list[Row], kinds: dict[str, Kind]) -> str:
    """Returns the table of all problems."""
    lines = [
        "| problem | on | buffers | ops | loops | bound, µs | strong bound, µs | best known, µs | gap, % | "
        + " | ".join(f"`{column}`" for column in SOLVERS)
        + " |",
        "|---|---|" + "--:|" * (7 + len(SOLVERS)),
    ]
    for row in rows:
        fastest = min(row.ratios.values())
        ratios = [
            f"**{ratio:.3f}**" if ratio == fastest else f"{ratio:.3f}"
            for ratio in row.ratios.values()
        ]
        cells = [
            f"[{row.name}]({PROBLEMS}#{row.name})",
            f"`{kinds[row.name].target}`",
            *map(str, row.counts),
            f"{row.bound:.2f}",
            f"{row.strong:.2f}",
            f"{row.best:.2f}",
            f"{row.gap:.1f}",
            *ratios,
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def branches_section() -> str:
    """Returns the section about branches with arms as steps."""
    if not BRANCHES.exists():
        return ""
    rows = []
    for line in BRANCHES.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        step, by_op, arms = (entry[key] for key in ("step_ps", "by_op_ps", "arms_ps"))
        times = [f"{time * 1e-6:.2f}" for time in (step, by_op, arms)]
        rows.append([entry["problem"], entry["solver"], *times, f"{arms / by_op:.3f}"])
    head = [
        "problem",
        "solver",
        "one step",
        "one step, op by op",
        "arms",
        "arms / op by op",
    ]
    return f"""## Arms of branches

[`branches=arms`](../guide/placed-programs.md#arms-of-branches) enters the arms of branches. If a branch is one step, the
model overlaps its traffic with all of its work, so makespans of one step and of arms are not comparable. *Op by op*
evaluates the placement for one step with each op of an arm as its own step. *Arms* is the faster of entering all
branches and only those with a single arm. Times in µs, by `branches.py`.

{make_table(head, rows)}
"""


def render(rows: list[Row], kinds: dict[str, Kind]) -> str:
    """Returns the page."""
    worst = 100 * (max(row.ratios["search"] for row in rows) - 1)
    return f"""<!-- Written by benchmarks/placement/kinds.py; edit benchmarks/placement/kinds.toml or kinds_page.py instead. -->

# Problems of other kinds

**On {len(rows)} programs with loops, training, branches, caches and up to three memories, `search` is at most {worst:.1f} % above the best
known placement within 2000 evaluations.** All times are modelled ([simulator](../reference/simulator.md)).

{table(rows, kinds)}
* *Bound* is the default bound, *strong bound* `--bound=strong` with 1000 iterations; both are
  [proven](../reference/bounds.md). *Best known* is the fastest placement found by any solver with any budget, not
  necessarily optimal. *Gap* compares *best known* with the strong bound.
* A solver's column is its makespan divided by *best known*. `search` takes a second or less.
* The [folder of the problems]({PROBLEMS}) says what makes each problem hard, and has the problems, extracted from [JAX
  programs](../../models/kinds/README.md), the best known placements, and the facts that the default bound ignores.
  [Results](results.md) has inference programs on two memories.

{branches_section()}## Reproduce

`benchmarks/placement/kinds.py` writes this page in less than a minute, `--improve` searches for faster placements and
keeps them, and `--extract` extracts the problems again.
"""


def parse(text: str, kinds: dict[str, Kind]) -> dict[str, Row]:
    """Returns the results on the page `text`. Raises BenchmarkError unless the page has
    the form of `render`."""
    rows = {}
    try:
        for line in re.findall(r"^\| \[.*$", text, re.MULTILINE):
            cells = [cell.strip(" *`") for cell in line.strip("|").split("|")]
            name = re.sub(r"\[(.*)\].*", r"\1", cells[0])
            if name not in kinds:
                raise BenchmarkError(
                    f"docs/measurements/kinds.md has an unknown problem '{name}'"
                )
            counts = (int(cells[2]), int(cells[3]), int(cells[4]))
            ratios = dict(zip(SOLVERS, map(float, cells[9:]), strict=True))
            bound, strong, best = map(float, cells[5:8])
            rows[name] = Row(name, counts, bound, strong, best, ratios)
    except (IndexError, ValueError) as error:
        raise BenchmarkError(
            "docs/measurements/kinds.md is not as benchmarks/placement/kinds.py writes it; run it again"
        ) from error
    return rows
