"""`memplace.Report`: placements of a problem, as a page, a figure or a trace."""

import os
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memplace.compiled import core
from memplace.errors import InputError
from memplace.placement import (
    ProblemLike,
    SolutionLike,
    as_problem,
    as_solution,
    verify,
)
from memplace.report.cuts import load_cuts
from memplace.report.facts import gather
from memplace.report.locations import Locations, load_locations
from memplace.report.output import FIGURE_SUFFIXES, Page, as_utf8
from memplace.report.page import make_page
from memplace.report.trace import make_trace
from memplace.tools import write_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Report(Page):
    """Placements of the same problem, to view and compare.

    problem, solutions: as everywhere in memplace; at least one solution.
    labels: labels of the solutions; by default their solvers, or their files.
    title: title of the page; by default the problem's name.
    locations: file with the places of buffers and ops in the program's source, as
        written by the pass memplace-extract-problem.
    cuts: file with the cuts behind the problem: output of `memplace-solve --cut`, or
        the JSON report of the placement.

    Raises InputError for a solution of another problem, and for an illegal solution. In
    a notebook, a report as the value of a cell shows the page.

    >>> report = memplace.Report(problem, memplace.solve(problem).solution)
    >>> report
    <memplace.Report of 'lstm/main': greedy>
    """

    kind = "placement report"

    def __init__(
        self,
        problem: ProblemLike,
        *solutions: SolutionLike,
        labels: Sequence[str] | None = None,
        title: str | None = None,
        locations: str | os.PathLike[str] | None = None,
        cuts: str | os.PathLike[str] | None = None,
    ) -> None:
        self.problem: core.Problem = as_problem(problem)
        if not solutions:
            raise InputError("a report needs at least one solution")
        loaded = [as_solution(self.problem, solution) for solution in solutions]
        if labels is None:
            labels = default_labels(solutions, loaded)
        elif len(labels) != len(loaded):
            raise InputError(
                f"there must be a label for each of the {len(loaded)} solutions, "
                f"got {len(labels)}"
            )
        labels = [as_utf8(str(label)) for label in labels]
        for given, label, solution in zip(solutions, labels, loaded):
            if violations := verify(self.problem, solution):
                name = label
                if isinstance(given, (str, os.PathLike)):
                    name = os.fspath(given)
                raise InputError(
                    f"'{name}' is not a legal placement: {violations[0]}; a report "
                    "shows legal ones only, since no other can be simulated"
                )
        self.plans: list[tuple[str, core.Solution]] = list(zip(labels, loaded))
        self.locations: Locations | None = (
            None if locations is None else load_locations(locations, self.problem)
        )
        self.cuts: dict[str, Any] | None = (
            None if cuts is None else load_cuts(cuts, self.problem)
        )
        self.title: str = as_utf8(str(title or f"{self.problem.name}: {self.kind}"))

    def __repr__(self) -> str:
        labels = ", ".join(label for label, _ in self.plans)
        return f"<memplace.Report of '{self.problem.name}': {labels}>"

    @cached_property
    def facts(self) -> dict[str, Any]:
        """All data of the page, as for JSON."""
        return gather(self.problem, self.plans, self.locations, self.cuts)

    def html(self) -> str:
        """Returns the page. Raises MissingPartError if plotly is not installed."""
        return make_page(self.facts, self.title)

    def trace(self) -> str:
        """Returns a Chrome trace (JSON) for Perfetto, with a process for each plan."""
        return make_trace(self.plans)

    def figure(self, tiers: Sequence[str] | None = None) -> "Figure":
        """Returns the occupancy as a matplotlib figure: a row for each tier, a column
        for each plan.

        tiers: names; by default the tiers in which some plan chose an offset.

        Raises MissingPartError if matplotlib is not installed, and InputError for an
        unknown tier.
        """
        from memplace.report.figure import make_figure

        return make_figure(self.facts, tiers)

    def rendered(self, suffix: str, tiers: Sequence[str] | None = None) -> bytes:
        """Returns the content of a file with this suffix: .html, .json (the trace),
        .svg, .png or .pdf (the figure, of `tiers`).

        Raises InputError for another suffix, and for `tiers` without a figure.
        """
        if suffix in FIGURE_SUFFIXES:
            from memplace.report.figure import save_figure

            return save_figure(self.figure(tiers), suffix[1:])
        if suffix in (".html", ".htm", ".json") and tiers is not None:
            raise InputError(
                f"'tiers' picks what a figure shows (.svg, .png or .pdf); leave it out "
                f"for '{suffix}'"
            )
        if suffix in (".html", ".htm"):
            return self.html().encode("utf-8")
        if suffix == ".json":
            return self.trace().encode("utf-8")
        raise InputError(
            f"a report has no format '{suffix}'; use .html for the page, "
            ".svg, .png or .pdf for the occupancy, .json for a trace"
        )

    def save(
        self, path: str | os.PathLike[str], *, tiers: Sequence[str] | None = None
    ) -> None:
        """Writes the file, whole or not at all. The suffix of `path` selects the
        format: .html, .json (a trace), .svg, .png or .pdf (the figure, of `tiers`).

        Raises InputError for another suffix, and for `tiers` without a figure.
        """
        name = os.fspath(path)
        data = self.rendered(Path(name).suffix.lower(), tiers)
        write_bytes(name, data)


def show(solution: core.Solution, *others: core.Solution) -> None:
    """Shows plans of the same problem, for `Solution.show`."""
    Report(solution.problem, solution, *others).show()


def default_labels(
    given: Sequence[SolutionLike], loaded: Sequence[core.Solution]
) -> list[str]:
    """Returns the solver of each solution as its label, with its file or a number if
    labels would be equal."""
    labels = []
    names = [solution.solver or "plan" for solution in loaded]
    for name, solution in zip(names, given):
        if isinstance(solution, (str, os.PathLike)):
            file = Path(solution).name.removesuffix(".gz").removesuffix(".json")
            file = file.removesuffix(".solution")
            if name == "plan":
                name = file
            elif names.count(name) > 1:
                name = f"{name} ({file})"
        labels.append(name)
    seen: Counter[str] = Counter()
    for index, label in enumerate(labels):
        seen[label] += 1
        if labels.count(label) > 1 and seen[label] > 1:
            labels[index] = f"{label} #{seen[label]}"
    return labels
