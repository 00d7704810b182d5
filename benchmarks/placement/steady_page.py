# ===- steady_page.py - steady-state.md: rendering and reading it back -----===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Renders benchmarks/placement/steady-state.md, and reads its measured numbers back.

The page is a function of its rows as printed, so that `render(parse(page))` must
reproduce the page. This check finds edited pages without solving anything.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from support.placements import BenchmarkError, Facts
from support.tables import cells_of, geometric_mean, table

# Solvers on the page -> their options.
SOLVERS: dict[str, tuple[str, ...]] = {
    "msa": (),
    "search": ("budget=20000",),
}

INTRODUCTION = """\
# Steady state

<!-- Written by benchmarks/placement/steady_state.py; do not edit. -->

A model that serves requests runs again and again, so that its weights may stay in the fast memory from one run
to the next, or be fetched at the end of one for the next. This page shows what that is worth on the {count}
problems of [benchmarks/problems/tpu](../problems/tpu/README.md). **All times are modelled, none is measured on a TPU**, as [results.md](../../docs/measurements/results.md) explains. Makespans are in
microseconds; each placement has passed `memplace-verify`.

* **Contended**: XLA's placement of one run, at its best, is at least 2 % above the strong bound; the list is in `benchmarks/facts.csv`.
* **`msa`**, **`search`**: the [solvers](../../docs/guide/solvers.md), `search` with `--option=budget=20000`.
"""

# Beginning of the line that names the problems without rows.
MISSING = "* **Not measured yet**, and not in any mean here: "

STEADY = """\
## Steady state

The problems with `"cyclic": true` ([problem.md](../../docs/reference/problem.md)): the makespan is that of the third of three runs back to back. Inputs
that the program only reads are live to its end, so that they can be fetched there. *One run* is the problem as it is, each run on its own.

* **XLA at its best**: the faster one of XLA's placements with and without cross-program prefetch, by which XLA has the previous run fetch some weights. Its placement of one run has these as
  transfers at step 0. Here each becomes a transfer that wraps around, issued as soon as nothing else uses its place until the
  end; or, if nothing ever does, the weight stays, and there is no transfer. Transfers are converted as long as XLA's placement
  gets faster: *fetched* and *kept* count the converted transfers. Transfers that XLA's placement of one run left out, since
  they made that run slower, are missing ([README](../problems/tpu/README.md)), so that XLA may be at a disadvantage.
* **`msa`** treats one weight so, as XLA does by default (`cross-program=1`), or none if that is faster.
* **`search`** may keep any input, or have it fetched by the run before.
* **Bound**: proven, no placement is faster in steady state.
"""

@dataclass(frozen=True)
class SteadyRow:
    """The result for one cyclic problem, as printed."""

    name: str
    # By "xla" and SOLVERS: makespans, microseconds.
    once: dict[str, float]
    steady: dict[str, float]
    bound: float  # Of steady state, microseconds.
    fetched: int  # Weights that XLA's placement fetches for the next run.
    kept: int  # Weights that stay for the next run.

    def numbers(self) -> dict[str, float]:
        """Returns all measured numbers by name."""
        return {
            **{f"{who}, one run,": value for who, value in self.once.items()},
            **{f"{who}, steady,": value for who, value in self.steady.items()},
            "the bound": self.bound,
            "weights fetched": self.fetched,
            "weights kept": self.kept,
        }


def caption(who: str) -> str:
    """Returns the page's name of a solver, or of XLA."""
    return "XLA at its best" if who == "xla" else f"`{who}`"


def groups_of(facts: dict[str, Facts]) -> dict[str, Callable[[str], bool]]:
    """Returns the groups of problems with a mean, as predicates of names."""
    return {
        "all": lambda name: True,
        "contended": lambda name: facts[name].is_contended,
    }


def steady_summary(page: list[SteadyRow], facts: dict[str, Facts]) -> str:
    """Returns the table of means in steady state."""
    lines = []
    for group, has in groups_of(facts).items():
        rows = [row for row in page if has(row.name)]
        saved = (
            geometric_mean(row.steady[who] / row.once[who] for row in rows)
            for who in ("xla", *SOLVERS)
        )
        ratios = (
            geometric_mean(row.steady[who] / row.steady["xla"] for row in rows)
            for who in SOLVERS
        )
        bound = geometric_mean(row.bound / row.steady["xla"] for row in rows)
        numbers = (f"{number:.3f}" for number in (*saved, *ratios, bound))
        lines.append([group, str(len(rows)), *numbers])
    head = ["problems", "number"]
    head += [f"{caption(who)}, steady / one run" for who in ("xla", *SOLVERS)]
    head += [f"{caption(who)} / XLA at its best, steady" for who in SOLVERS]
    return table([*head, "bound / XLA at its best, steady"], lines)


def steady_table(page: list[SteadyRow]) -> str:
    """Returns the table of steady state."""
    head = ["problem", "fetched", "kept"]
    for who in ("xla", *SOLVERS):
        head += [f"{caption(who)}, one run", "steady"]
    head += ["bound", *(f"ratio, {caption(who)}" for who in SOLVERS)]
    lines = []
    for row in page:
        line = [row.name, str(row.fetched), str(row.kept)]
        for who in ("xla", *SOLVERS):
            line += [f"{row.once[who]:.2f}", f"{row.steady[who]:.2f}"]
        line.append(f"{row.bound:.2f}")
        line += [f"{row.steady[who] / row.steady['xla']:.3f}" for who in SOLVERS]
        lines.append(line)
    return table(head, lines)


def steady_observations(page: list[SteadyRow]) -> str:
    """Returns the facts that the means do not show, in words."""
    slower = {
        who: sum(row.steady[who] > 1.001 * row.steady["xla"] for row in page)
        for who in SOLVERS
    }
    lost = {
        who: sum(row.steady[who] > 1.001 * row.once[who] for row in page)
        for who in SOLVERS
    }
    gains = sum(row.steady["xla"] < 0.999 * row.once["xla"] for row in page)
    count = sum(row.fetched + row.kept for row in page)
    return f"""\
* Steady state makes XLA's placement faster by more than 0.1 % on {gains} of {len(page)} problems, with {count} weights in all.
* Slower than XLA at its best by more than 0.1 %, both in steady state: {", ".join(f"{caption(who)} on {number}" for who, number in slower.items())}.
* Slower in steady state than one run by more than 0.1 %: {", ".join(f"{caption(who)} on {number}" for who, number in lost.items())}. In
  steady state there is more to choose from, with the same budget.
"""


def named_as_missing(text: str) -> list[str]:
    """Returns the problems that the page lists as not measured."""
    said = re.search(rf"^{re.escape(MISSING)}(.*)$", text, re.MULTILINE)
    return re.findall("`([^`]+)`", said[1]) if said else []


def missing_line(page: list[SteadyRow], facts: dict[str, Facts]) -> str:
    """Returns the page's sentence about problems without rows."""
    measured = {row.name for row in page}
    names = ", ".join(f"`{name}`" for name in facts if name not in measured)
    return f"{MISSING}{names}\n" if names else ""


def render(page: list[SteadyRow], facts: dict[str, Facts]) -> str:
    """Returns the text of the page."""
    return f"""\
{INTRODUCTION.format(count=len(page))}{missing_line(page, facts)}
{STEADY}
Geometric means, below 1 is faster:

{steady_summary(page, facts)}
{steady_observations(page)}
{steady_table(page)}
## How to make this page

`benchmarks/placement/steady_state.py` writes it, in some minutes. Nothing on it depends on chance or on how fast the machine is. The tests
compute some rows again (`benchmarks/placement/steady_state.py --check`).
"""


def steady_row(cells: list[str]) -> SteadyRow:
    """Returns the row of a line in the table of steady state."""
    who = ("xla", *SOLVERS)
    numbers = [float(cell) for cell in cells[3 : 4 + 2 * len(who)]]
    return SteadyRow(
        cells[0],
        dict(zip(who, numbers[0:-1:2])),
        dict(zip(who, numbers[1:-1:2])),
        numbers[-1],
        int(cells[1]),
        int(cells[2]),
    )


def ordered(rows: Iterable[SteadyRow], facts: dict[str, Facts]) -> list[SteadyRow]:
    """Returns the rows in the order of the page."""
    by_name = {row.name: row for row in rows}
    return [by_name[name] for name in facts if name in by_name]


def parse(text: str, facts: dict[str, Facts]) -> list[SteadyRow]:
    """Returns the rows of the page `text`. Raises BenchmarkError unless the page has
    the form of `render`."""
    try:
        rows = [steady_row(c) for c in cells_of(text) if c[0] in facts]
    except (IndexError, ValueError) as error:
        raise BenchmarkError(
            "benchmarks/placement/steady-state.md is not as benchmarks/placement/steady_state.py writes it; "
            "run it again"
        ) from error
    return ordered(rows, facts)
