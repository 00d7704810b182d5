# ===- goals.py - What was to be reached, and whether it was --------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The part of docs/measurements/larger-than-memory.md that compares measurements with
goals."""

import statistics
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measured import BEST_BY_HAND, IN_MEMORY, ONE_BUFFER, OURS, Model, Row
from page_parts import read_measured

OTHERS = ("JAX", "PyTorch")
BY_HAND = ("double buffer", BEST_BY_HAND, ONE_BUFFER)
# Models whose layers differ a lot in size or compute, or that choose rows of a large
# table.
UNEVEN = ("uneven", "vgg", "mixture", "llama", "unet")


@dataclass(frozen=True)
class Case:
    """Measurements of one model at one limit."""

    model: str
    percent: int
    weight_bytes: int
    rows: Mapping[str, Row]
    """By name, those that fit."""

    @property
    def name(self) -> str:
        return f"{self.model} at {self.percent} %"

    @property
    def ours(self) -> Row:
        return self.rows[OURS]

    def ratio(self, names: Iterable[str]) -> float | None:
        """Returns our time over that of the fastest of others."""
        found = [self.rows[name].median for name in names if name in self.rows]
        return self.ours.median / min(found) if found else None

    def reads_alone(self) -> list[float]:
        """Returns the seconds of reading the bytes of a call without competition, by
        the reads before the calls; None if a run did not record these."""
        if not self.ours.read:
            return []
        read = statistics.median(self.ours.read)
        return [read / speed for speed in self.ours.alone]

    def is_hidden(self) -> bool:
        """Returns True if a call in memory takes as long as reading our bytes without
        competition, by medians; if these are unknown, True if all weights fit."""
        if IN_MEMORY not in self.rows:
            return False
        if not (alone := self.reads_alone()):
            return self.weight_bytes <= (self.ours.limit or 0)
        return statistics.median(alone) <= self.rows[IN_MEMORY].median


def to_mmap(case: Case) -> float | None:
    return case.ratio(["mmap"])


def to_hand(case: Case) -> float | None:
    return case.ratio(BY_HAND)


def to_memory(case: Case) -> float | None:
    return case.ratio([IN_MEMORY])


def least_to_memory(case: Case) -> float | None:
    """Returns the bound over the time of a call in memory. The denominator is the larger
    of modelled and measured time, since ops on just-read weights take less than
    modelled."""
    least, ops = case.ours.least, case.ours.ops
    if not least:
        return None
    return least / max(ops or 0.0, case.rows[IN_MEMORY].median)


def memory_to(names: Iterable[str]) -> Callable[[Case], float | None]:
    """Returns the ratio of a call in memory to the fastest of others."""

    def ratio(case: Case) -> float | None:
        found = [case.rows[name].median for name in names if name in case.rows]
        if not found or IN_MEMORY not in case.rows:
            return None
        return case.rows[IN_MEMORY].median / min(found)

    return ratio


def nothing(case: Case) -> None:
    """No bound is known."""


def over_read(case: Case) -> float | None:
    """Returns the bytes read beyond the weights that are not kept, as a share of the
    weights."""
    ours = case.ours
    if not ours.kept_bytes or not ours.read:
        return None
    more = statistics.median(ours.read) - (case.weight_bytes - ours.kept_bytes)
    return more / case.weight_bytes


def error(case: Case) -> float | None:
    predicted = case.ours.predicted
    return abs(predicted / case.ours.median - 1) if predicted else None


def to_limit(case: Case) -> float | None:
    return case.ours.high_water / case.ours.limit if case.ours.limit else None


def always(case: Case) -> bool:
    return True


def not_hidden(cases: Iterable[Case]) -> str:
    """Names the cases whose ops cannot hide the reads, with both times."""
    found = [
        f"{case.name}: {statistics.median(alone):.3f} beside "
        f"{case.rows[IN_MEMORY].median:.3f} s"
        for case in cases
        if IN_MEMORY in case.rows
        and (alone := case.reads_alone())
        and not case.is_hidden()
    ]
    return (
        "* *Compute is not long enough to hide reads* where the reads of a call, measured alone, "
        "take longer than a call in memory, medians of both: "
        f"{', '.join(found)}. Of the mixture, ops wait for the experts that they have just "
        "chosen."
        if found
        else ""
    )


@dataclass(frozen=True)
class Goal:
    """A number with an upper limit as its goal."""

    words: str
    number: Callable[[Case], float | None]
    most: float
    applies: Callable[[Case], bool] = always
    floor: Callable[[Case], float | None] = nothing
    """What the number is at least, whatever the plan."""
    is_percent: bool = False
    why_not: str = ""
    """What is known of the cases that miss it."""

    def show(self, number: float) -> str:
        return f"{100 * number:+.1f} %" if self.is_percent else f"{number:.2f}"

    def is_possible(self, case: Case) -> bool:
        """Returns True if a plan could reach the goal, or ours did."""
        floor, number = self.floor(case), self.number(case)
        return not floor or floor <= self.most or (number or 0) <= self.most

    def found(self, cases: Iterable[Case]) -> list[tuple[float, str]]:
        """Returns the number of each case, with its name, without cases whose goal no
        plan can reach."""
        numbers = [
            (self.number(case), case)
            for case in cases
            if self.applies(case) and self.is_possible(case)
        ]
        return [(number, case.name) for number, case in numbers if number is not None]

    def reason(self, cases: Iterable[Case]) -> str:
        """Returns the known reasons of missed cases; empty if there are none."""
        missed = [c for c in cases if any(n > self.most for n, _ in self.found([c]))]
        if not missed:
            return ""
        return f"* *Not always {self.words}*: {self.why_not}"

    def impossible(self, cases: Iterable[Case]) -> list[tuple[float, str]]:
        """Returns the bound of each impossible case, with its name."""
        left_out = [c for c in cases if self.applies(c) and not self.is_possible(c)]
        return [(self.floor(case) or 0.0, case.name) for case in left_out]


GOALS = [
    Goal(
        "a call at 50 % of the weights takes ≤ 0.6 × mmap",
        to_mmap,
        0.6,
        lambda case: case.percent == 50,
        memory_to(["mmap"]),
        why_not="with many tokens at once, ops take nearly as much of the time that mmap "
        "takes, in memory, too, so that next to nothing is left for reads.",
    ),
    Goal(
        "bytes read ≤ weights - kept + 2 % of the weights",
        over_read,
        0.02,
        is_percent=True,
    ),
    Goal("never slower than the best plan by hand by more than 2 %", to_hand, 1.02),
    Goal(
        "≥ 10 % faster than it where sizes or compute are uneven",
        to_hand,
        0.9,
        lambda case: case.model in UNEVEN,
        memory_to(BY_HAND),
    ),
    Goal(
        "≤ 1.05 × in memory where compute is long enough to hide reads",
        to_memory,
        1.05,
        Case.is_hidden,
        least_to_memory,
        why_not="reading what has no room takes about as long as ops, and whatever makes ops "
        "or reads slower in a call shows.",
    ),
    Goal(
        "the predicted time within 15 % of the measured one",
        error,
        0.15,
        is_percent=True,
        why_not="others used the machine more, or less, while ops and reads were measured "
        "than in the calls.",
    ),
    Goal("the kernel's high-water mark below the limit", to_limit, 1.0),
]


def cases_of_models(models: Mapping[str, Model]) -> list[Case]:
    """Returns the measurements of models with weights in a file."""
    return [
        Case(name, percent, model.weight_bytes, by_name)
        for name, model in models.items()
        for percent, run in model.runs.items()
        if OURS in (by_name := {row.name: row for row in run.rows if row.seconds})
    ]


def cases_of_activations(path: Path) -> list[Case]:
    """Returns the measurements of activations.py."""
    cases = []
    for name, found in read_measured(path).get("networks", {}).items():
        for percent, rows in found["limits"].items():
            by_name = {
                row["name"]: Row(
                    row["name"],
                    row["limit"],
                    row["seconds"],
                    predicted=row["predicted_seconds"],
                    high_water=row["high_water_bytes"],
                )
                for row in rows
                if "reason" not in row
            }
            if OURS in by_name:
                cases.append(Case(name, int(percent), found["weight_bytes"], by_name))
    return cases


def line(
    words: str,
    most: float,
    found: list[tuple[float, str]],
    show: Any,
    impossible: Iterable[tuple[float, str]] = (),
) -> str:
    """Returns a line of the table of goals."""
    never = ", ".join(f"{name}: {show(number)}" for number, name in impossible)
    if not found:
        verdict = "no plan can" if never else "not measured"
        return f"| {words} | {verdict} | | | {never} |"
    missed = sorted((pair for pair in found if pair[0] > most), reverse=True)
    kept = len(found) - len(missed)
    verdict = "yes" if not missed else f"**in {kept} of {len(found)}**"
    low, high = min(found)[0], max(found)[0]
    numbers = show(low) if low == high else f"{show(low)} to {show(high)}"
    where = ", ".join(f"{name}: {show(number)}" for number, name in missed)
    return f"| {words} | {verdict} | {numbers} | {where} | {never} |"


def kernel_times(store: Path) -> list[tuple[float, str]]:
    """Returns our time over that of JAX or PyTorch with all weights in memory, for each
    model; the slower of the measured ones counts."""
    found = []
    for model, row in read_measured(store / "beside-jax.json").items():
        medians = {
            name: statistics.median(row[name]) for name in OTHERS if name in row
        }
        slower = max(medians, key=lambda name: medians[name])
        number = statistics.median(row[OURS]) / medians[slower]
        found.append((number, f"{model}, {slower}"))
    for run in read_measured(store / "opponents.json").get("runs", {}).values():
        for tokens, rows in run["rows"].items():
            other = rows.get("PyTorch, in memory", {}).get("seconds")
            if other:
                own = statistics.median(rows["memplace, in memory"]["seconds"])
                number = own / statistics.median(other)
                found.append((number, f"a Llama of {tokens} tokens, PyTorch"))
    return found


def cell(goal: Goal, case: Case) -> str:
    """Returns a number of a case, bold if its goal is missed."""
    number = goal.number(case)
    if number is None:
        return ""
    same = [other for other in GOALS if other.number == goal.number]
    is_missed = any(
        other.applies(case) and number > other.most and other.is_possible(case)
        for other in same
    )
    return f"**{goal.show(number)}**" if is_missed else goal.show(number)


NEVER = """\
*Where no plan can* has the least that the number could be, where that is more than the goal: as long as in memory, for
no plan computes less; and, for a call as long as in memory, a bound: before an op starts, all ops before it have run; of
the weights that it and later ops use no more is in memory than there is room for beside the process; the others are
read afterwards, no faster than the fastest read measured alone before the calls
(`memplace.serving.bounds`)."""
EACH = """\
Case by case, bold where a goal is missed. *Read more* is what was read beyond the weights that don't stay, of all
weights; it is empty where a run did not write down what stayed, and less than nothing where only some rows are read."""
SHOWN = (0, 1, 3, 4, 5, 6)  # Goals by number: 2 and 3 are of the same number.
HEAD = """\
| model | limit | / mmap | read more | / best by hand | / in memory | error | high-water / limit |
|---|---|--:|--:|--:|--:|--:|--:|"""


def goals_section(models: Mapping[str, Model], store: Path) -> str:
    """Returns the part of the page about goals."""
    cases = cases_of_models(models) + cases_of_activations(store / "activations.json")
    lines = ["## What was to be reached", ""]
    lines += ["| to reach | reached | numbers | where not | where no plan can |"]
    lines.append("|---|---|--:|---|---|")
    for g in GOALS:
        found, never = g.found(cases), g.impossible(cases)
        lines.append(line(g.words, g.most, found, g.show, never))
    kernels = "all weights in memory: ≤ 1.5 × the time of JAX or PyTorch, on one core"
    lines += [line(kernels, 1.5, kernel_times(store), "{:.2f}".format), ""]
    missed = [goal.reason(cases) for goal in GOALS if goal.why_not]
    missed = [text for text in [not_hidden(cases), *missed] if text]
    for text in missed:
        lines.append(textwrap.fill(text, 120, subsequent_indent="  "))
    lines += ["", NEVER] if missed else [NEVER]
    lines += ["", EACH, "", HEAD]
    for case in cases:
        numbers = " | ".join(cell(GOALS[n], case) for n in SHOWN)
        lines.append(f"| {case.model} | {case.percent} % | {numbers} |")
    return "\n".join(lines)
