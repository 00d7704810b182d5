"""`memplace.Report`: plans of one problem, as a page, a figure or a trace."""

import html
import os
import sys
import tempfile
import webbrowser
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
from memplace.report.facts import gather
from memplace.report.page import make_page
from memplace.report.trace import make_trace
from memplace.tools import write_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIGURE_SUFFIXES = (".svg", ".png", ".pdf")
FRAME_HEIGHT = 900  # Of the page below a notebook's cell, pixels.


class Report:
    """Placements of one problem, to be looked at and compared.

    problem, solutions: as everywhere in memplace; at least one solution.
    labels: what to call the solutions; by default who found them, or their files.
    title: of the page; by default the problem's name.

    Raises InputError if a solution is none of the problem or is not legal. In a
    notebook, the value of a cell shows as the page.

    >>> report = memplace.Report(problem, memplace.solve(problem).solution)
    >>> report
    <memplace.Report of 'lstm/main': greedy>
    """

    def __init__(
        self,
        problem: ProblemLike,
        *solutions: SolutionLike,
        labels: Sequence[str] | None = None,
        title: str | None = None,
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
        self.title: str = as_utf8(
            str(title or f"{self.problem.name}: placement report")
        )

    def __repr__(self) -> str:
        labels = ", ".join(label for label, _ in self.plans)
        return f"<memplace.Report of '{self.problem.name}': {labels}>"

    @cached_property
    def facts(self) -> dict[str, Any]:
        """All that the page shows, as JSON would hold it."""
        return gather(self.problem, self.plans)

    def html(self) -> str:
        """The page. Raises MissingPartError if plotly is not installed."""
        return make_page(self.facts, self.title)

    def trace(self) -> str:
        """A Chrome trace (JSON), which Perfetto opens: each plan is a process."""
        return make_trace(self.plans)

    def figure(self, tiers: Sequence[str] | None = None) -> "Figure":
        """The occupancy as a matplotlib figure: a row for each tier, a column for
        each plan.

        tiers: names; by default those in which some plan chose an offset.
        Raises MissingPartError if matplotlib is not installed, and InputError for
        an unknown tier.
        """
        from memplace.report.figure import make_figure

        return make_figure(self.facts, tiers)

    def rendered(self, suffix: str, tiers: Sequence[str] | None = None) -> bytes:
        """What a file that ends in `suffix` holds: .html, .json (the trace), .svg,
        .png or .pdf (the figure, of `tiers`).

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
            f"a report is not written as '{suffix}'; use .html for the page, "
            ".svg, .png or .pdf for the occupancy, .json for a trace"
        )

    def save(
        self, path: str | os.PathLike[str], *, tiers: Sequence[str] | None = None
    ) -> None:
        """Writes the file, whole or not at all, as its name's end says: .html,
        .json (a trace), .svg, .png or .pdf (the figure, of `tiers`).

        Raises InputError for another end, and for `tiers` without a figure.
        """
        name = os.fspath(path)
        data = self.rendered(Path(name).suffix.lower(), tiers)
        write_bytes(name, data)

    def _repr_html_(self) -> str:
        """The page in a frame of its own, for a notebook."""
        return (
            f'<iframe srcdoc="{html.escape(self.html())}" style="width: 100%; '
            f'height: {FRAME_HEIGHT}px; border: 0" title="placement report"></iframe>'
        )

    def show(self) -> None:
        """Shows the page: in a notebook below the cell, else in a web browser."""
        if is_notebook():
            from IPython.display import display

            display(self)
            return
        page = self.html()
        with tempfile.NamedTemporaryFile(
            "w", prefix="memplace-", suffix=".html", delete=False, encoding="utf-8"
        ) as file:
            file.write(page)
        if not webbrowser.open(Path(file.name).as_uri()):
            print(f"no web browser was found; the report is {file.name}")


def show(solution: core.Solution, *others: core.Solution) -> None:
    """Shows plans of one problem: what `Solution.show` does."""
    Report(solution.problem, solution, *others).show()


def is_notebook() -> bool:
    """Whether an IPython shell runs this code, and not one in a terminal, which has no
    place for a page."""
    module = sys.modules.get("IPython")
    shell = None if module is None else module.get_ipython()
    if shell is None:
        return False
    terminal = sys.modules.get("IPython.terminal.interactiveshell")
    return terminal is None or not isinstance(shell, terminal.TerminalInteractiveShell)


def as_utf8(text: str) -> str:
    """`text`, with "?" for what no file can hold: bytes of a command line or of a file's
    name that are not UTF-8.

    >>> as_utf8("caf\\udce9 ☕")
    'caf? ☕'
    """
    return text.encode("utf-8", "replace").decode("utf-8")


def default_labels(
    given: Sequence[SolutionLike], loaded: Sequence[core.Solution]
) -> list[str]:
    """Who found each solution, with its file or a number where that is not enough."""
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
