# ===- xla_harvest_page.py - What xla_harvest.py writes into pages ----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tables of the error of modelled op times, and of the problems."""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memplace.xla.validation import Errors, OpError

FIT_HEADER = (
    "| Program | Ops | Compilations | Held out | Median, % | Worst, % | Mean, % | Ops, median, % | New tiers, % of cycles | Error there, % | All fitted: median, % | Worst, % | Not said, % |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
)
OPS_HEADER = (
    "| Program | Op | Compilation | XLA's cycles | Modelled | Off by, % of the program's | Why |",
    "|---|---|---|--:|--:|--:|---|",
)
PROBLEMS_HEADER = (
    "| problem | ops | buffers | all HBM, µs | XLA at its best, µs | which | the other, µs | best, modelled, µs | stalls, % | fit, % | bound, µs | gap, % | known of `search`, % | error there, % |",
    "|---|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|",
)
# Rows in the table of ops.
NUM_WORST = 12


@dataclass(frozen=True)
class ProgramFit:
    """The quality of the fit of a program's op times.

    op_names: by step.
    fit: errors in the compilations to which shipped problems are fitted: in all, unless
        the held-out ones were compiled later.
    held_out: errors in some compilations, with times fitted to the others.
    """

    program: str
    op_names: tuple[str, ...]
    fit: tuple[Errors, ...]
    held_out: tuple[Errors, ...]


@dataclass(frozen=True)
class ProblemRow:
    """A problem with the times of XLA's placements; a line of facts.csv.

    xla_us, other_us: by XLA's own cycles and simulated stalls, at its best and the other.
    best: solver name of the best.
    modelled_us: makespan of the best placement by the problem.
    stall_percent: share of modelled_us in which the program waits for copies.
    fit_percent: modelled time of its ops over XLA's own, minus 1.
    known_percent: of `search`'s placement, the share of op time in ops whose operands are
        where some compilation has them, too.
    error_percent: modelled time of the ops over XLA's own, minus 1.
    """

    name: str
    ops: int
    buffers: int
    hbm_us: float
    xla_us: float
    other_us: float
    best: str
    modelled_us: float
    stall_percent: float
    fit_percent: float
    bound_us: float
    known_percent: float
    error_percent: float

    @property
    def gap_percent(self) -> float:
        """Gap of XLA at its best, as modelled, to the bound, percent."""
        return 100 * (self.modelled_us / self.bound_us - 1)

    @property
    def is_contended(self) -> bool:
        """True if there is room for improvement: a gap of at least 2 %."""
        return self.gap_percent >= CONTENDED_PERCENT

    def line(self) -> list[str]:
        """Cells of the table."""
        which = "without" if self.best.endswith("noxp") else "with"
        return [
            self.name,
            str(self.ops),
            str(self.buffers),
            f"{self.hbm_us:.1f}",
            f"{self.xla_us:.1f}",
            which,
            f"{self.other_us:.1f}",
            f"{self.modelled_us:.1f}",
            f"{self.stall_percent:.1f}",
            f"{self.fit_percent:+.1f}",
            f"{self.bound_us:.1f}",
            f"{self.gap_percent:.1f}",
            f"{self.known_percent:.0f}",
            f"{self.error_percent:+.1f}",
        ]


# XLA's gap to the bound from which on a problem counts as contended.
CONTENDED_PERCENT = 2.0


@dataclass(frozen=True)
class FitRow:
    """A program's line in the table of fits, as printed.

    cells: by FIT_HEADER; cells of held-out compilations are "-" if there are none.
    """

    cells: tuple[str, ...]

    @property
    def program(self) -> str:
        """Name of the program."""
        return self.cells[0]

    @property
    def num_compilations(self) -> int:
        """Number of compilations."""
        return int(self.cells[2])

    @property
    def num_held_out(self) -> int:
        """Number of held-out compilations."""
        return int(self.cells[3])

    @property
    def median(self) -> float:
        """Median of the program's absolute errors in held-out compilations, percent."""
        return float(self.cells[4])

    @property
    def worst(self) -> float:
        """Largest error, percent."""
        return float(self.cells[5].partition(" ")[0])

    @property
    def worst_name(self) -> str:
        """The compilation with the largest error."""
        tag = self.cells[5].partition("(")[2].rstrip(")")
        return f"{self.program}.{tag}"

    @property
    def mean(self) -> float:
        """Average of the program's signed errors in held-out compilations, percent."""
        return float(self.cells[6])

    @property
    def op_median(self) -> float:
        """Average error of its ops in held-out compilations, percent."""
        return float(self.cells[7])

    @property
    def part_of_new(self) -> float | None:
        """Contribution to `mean`, percent, of ops with operands in memories that no
        fitted compilation has; None if there are none."""
        if self.cells[9] == "-":
            return None
        return float(self.cells[8]) / 100 * float(self.cells[9])


def _percent(value: float | None, digits: int = 2) -> str:
    return "-" if value is None else f"{100 * value:+.{digits}f}"


def _worst(errors: Sequence[Errors]) -> Errors:
    return max(errors, key=lambda each: abs(each.total))


def _median(errors: Sequence[Errors]) -> float:
    return statistics.median(abs(each.total) for each in errors)


def _op_shares(fit: ProgramFit) -> list[float]:
    return [abs(op.share) for each in fit.held_out for op in each.ops]


def _new(errors: Sequence[Errors]) -> tuple[float, float | None]:
    """Returns the share of cycles in ops with unseen tiers, and their error."""
    ops = [op for each in errors for op in each.ops]
    new = [op for op in ops if op.is_new]
    cycles = sum(op.cycles for op in new)
    share = cycles / sum(op.cycles for op in ops)
    return share, (sum(op.modelled for op in new) / cycles - 1 if cycles else None)


def fit_row(fit: ProgramFit) -> FitRow:
    """Returns a program's line."""
    names = {each.name for each in (*fit.fit, *fit.held_out)}
    cells = [fit.program, str(len(fit.op_names)), str(len(names))]
    cells.append(str(len(fit.held_out)))
    if fit.held_out:
        worst = _worst(fit.held_out)
        share, error = _new(fit.held_out)
        tag = worst.name.partition(".")[2]
        cells += [
            f"{100 * _median(fit.held_out):.2f}",
            f"{_percent(worst.total)} ({tag})",
            _percent(statistics.mean(each.total for each in fit.held_out)),
            f"{100 * statistics.median(_op_shares(fit)):.2f}",
            f"{100 * share:.0f}",
            _percent(error),
        ]
    else:
        cells += ["-"] * 6
    unsaid = max(each.inexpressible_share for each in fit.fit)
    cells += [
        f"{100 * _median(fit.fit):.2f}",
        _percent(_worst(fit.fit).total),
        f"{100 * unsaid:.0f}",
    ]
    return FitRow(tuple(cells))


def verdict(rows: Sequence[FitRow]) -> str:
    """Returns a sentence about all programs. The sentence follows from the lines alone,
    so that texts of some programs may be missing."""
    held_out = [row for row in rows if row.num_held_out]
    count = sum(row.num_held_out for row in held_out)
    worst = max(held_out, key=lambda row: abs(row.worst))
    mean = sum(row.mean * row.num_held_out for row in held_out) / count
    within = sum(abs(row.worst) <= 1 for row in held_out)
    return (
        f"{count} compilations of {len(held_out)} programs were held out. In the median "
        "over programs, modelled cycles of a whole program are off by "
        f"{statistics.median(row.median for row in held_out):.2f} % (itself the median of "
        f"its compilations), at worst by {worst.worst:+.2f} % ({worst.worst_name}), in the "
        f"mean over compilations by {mean:+.2f} %; in {within} of {len(held_out)} programs "
        "all compilations are within 1 %. Cycles of an op are off by "
        f"{statistics.median(row.op_median for row in held_out):.2f} % in the median."
    )


# Medians above this are named, percent.
NAMED_MEDIAN = 1.0


def coverage_sentence(rows: Sequence[FitRow]) -> str:
    """Returns the numbers of compilations of programs."""
    by_count: dict[int, list[str]] = {}
    for row in rows:
        by_count.setdefault(row.num_compilations, []).append(row.program)
    parts = [
        f"{count}: {', '.join(by_count[count])}"
        for count in sorted(by_count, reverse=True)
    ]
    return f"Programs by their number of compilations: {'; '.join(parts)}."


def above_sentence(rows: Sequence[FitRow]) -> str:
    """Returns the programs with an error above NAMED_MEDIAN, and the ops responsible."""
    above = [row for row in rows if row.num_held_out and row.median > NAMED_MEDIAN]
    if not above:
        return f"No program is off by more than {NAMED_MEDIAN:g} % in the median."
    parts = []
    for row in sorted(above, key=lambda row: -row.median):
        part = row.part_of_new
        new = "none" if part is None else f"{part:+.2f} %"
        parts.append(
            f"{row.program} by {row.mean:+.2f} % in the mean, {new} of that by ops with "
            f"operands where no fitted compilation has them ({row.num_compilations} "
            f"compilations)"
        )
    return (
        f"Off by more than {NAMED_MEDIAN:g} % in the median are {len(above)} of {len(rows)} "
        f"programs: {'; '.join(parts)}."
    )


def _why(op: OpError) -> str:
    if not op.is_new:
        return "seen; not of the model's form"
    return "tiers that were not seen" + (
        "" if op.is_expressible else ", nor can be said"
    )


def _worst_ops(fits: Sequence[ProgramFit]) -> Iterator[str]:
    """Returns lines of the ops with the largest errors, as shares of the program's
    cycles; similar ops share a line."""
    found = []
    for fit in fits:
        for each in fit.held_out:
            total = sum(op.cycles for op in each.ops)
            for op in each.ops:
                off = (op.modelled - op.cycles) / total
                found.append((off, fit, each, op))
    found.sort(key=lambda entry: -abs(entry[0]))
    told: set[object] = set()
    for off, fit, each, op in found:
        same = (fit.program, op.cycles, round(op.modelled))
        if same in told or len(told) == NUM_WORST:
            continue
        told.add(same)
        tag = each.name.partition(".")[2]
        yield (
            f"| {fit.program} | {fit.op_names[op.op]} | {tag} | {op.cycles:,} | "
            f"{op.modelled:,.0f} | {_percent(off)} | {_why(op)} |"
        )


def merged_ops(fits: Sequence[ProgramFit], kept: Sequence[str]) -> list[str]:
    """Returns lines of the ops with the largest errors, new for refitted programs and
    kept for others, largest first."""

    def cells(line: str) -> list[str]:
        return line.strip("| ").split(" | ")

    again = {fit.program for fit in fits}
    others = (line for line in kept if cells(line)[0] not in again)
    lines = sorted(
        [*_worst_ops(fits), *others], key=lambda line: -abs(float(cells(line)[5]))
    )
    return lines[:NUM_WORST]


def known_sentence(problems: Sequence[ProblemRow]) -> str:
    """Returns the share of `search`'s placements for which the compiler has an
    estimate."""
    contended = [row for row in problems if row.is_contended]
    if not contended:
        return "None of the problems is contended."
    known = statistics.mean(row.known_percent for row in contended)
    errors = [row.error_percent for row in contended]
    return (
        f"In the placements that `search` finds for the {len(contended)} contended "
        f"problems, ops of {known:.0f} % of the time, in the mean, have their operands "
        "where some compilation has them, too; their modelled time is off by "
        f"{statistics.mean(errors):+.2f} % in the mean and "
        f"{max(errors, key=abs):+.2f} % at worst. The rest is extrapolated."
    )


def read_fits(text: str) -> tuple[list[FitRow], list[str]]:
    """Returns the lines of programs and of ops, as `fit_part` wrote them."""
    _, _, rest = text.partition(FIT_HEADER[1] + "\n")
    lines, _, ops = rest.partition("\n".join(["", *OPS_HEADER]))
    rows = [
        FitRow(tuple(cell.strip() for cell in line.strip("|").split("|")))
        for line in lines.splitlines()
        if line
    ]
    return rows, ops.strip("\n").splitlines()


def fit_part(
    fits: Sequence[ProgramFit],
    problems: Sequence[ProblemRow],
    kept: tuple[Sequence[FitRow], Sequence[str]] | None = None,
) -> str:
    """Returns the part of benchmarks/xla/times.md.

    kept: lines of programs and of ops that stay unless the program is refitted.
    """
    rows = {row.program: row for row in kept[0]} if kept else {}
    rows.update((fit.program, fit_row(fit)) for fit in fits)
    ordered = [rows[program] for program in sorted(rows)]
    ops = merged_ops(fits, kept[1] if kept else ())
    said = f"{verdict(ordered)} {known_sentence(problems)}"
    more = [above_sentence(ordered), "", coverage_sentence(ordered)]
    lines = [f"| {' | '.join(row.cells)} |" for row in ordered]
    return "\n".join([said, "", *more, "", *FIT_HEADER, *lines, "", *OPS_HEADER, *ops])


def problems_part(rows: Sequence[ProblemRow]) -> str:
    """Returns the part of the problems' README."""
    lines = [f"| {' | '.join(row.line())} |" for row in rows]
    return "\n".join([*PROBLEMS_HEADER, *lines])
