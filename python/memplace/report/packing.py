"""Reports of packings (docs/guide/packing.md): memory over steps, as page or figure."""

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from memplace.compiled import core
from memplace.errors import InputError
from memplace.packing import PackResult, packing_bound
from memplace.report.output import FIGURE_SUFFIXES, Page, as_utf8
from memplace.report.page import make_page
from memplace.report.units import is_binary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Columns in which packings must agree to be compared.
SHARED = ("name", "lower", "upper", "size", "group")


class PackingReport(Page):
    """Packings of the same buffers, to view and compare.

    packings: files with offsets, as `memplace-pack` writes these; at least one.
    capacity: bytes of the memory, marked in the picture; a list for several memories.
    arenas: names of the memories, in order, if there are several.
    labels: labels of the packings; by default their files.
    title: title of the page; by default the name of the first file.

    Raises InputError for a file that is no legal packing, or a packing of other buffers
    than the first. In a notebook, a report as the value of a cell shows the page.

    >>> buffers = [0, 1, 2], [2, 3, 4], [4, 8, 4]
    >>> memplace.PackingReport.of(*buffers, memplace.pack(*buffers))
    <memplace.PackingReport of 3 buffers: tight-load>
    """

    kind = "packing report"

    def __init__(
        self,
        *packings: str | os.PathLike[str],
        capacity: int | Sequence[int | None] | None = None,
        arenas: Sequence[str] = (),
        labels: Sequence[str] | None = None,
        title: str | None = None,
    ) -> None:
        if not packings:
            raise InputError("a report needs at least one packing")
        paths = [os.fspath(packing) for packing in packings]
        read = [core.read_packing(path, list(arenas)) for path in paths]
        for path, packing in zip(paths[1:], read[1:]):
            _match(paths[0], read[0], path, packing)
        names = [
            Path(path).name.removesuffix(".gz").removesuffix(".csv") for path in paths
        ]
        self._fill(read, labels or names, title or names[0], capacity, arenas)

    @classmethod
    def of(
        cls,
        lower: ArrayLike,
        upper: ArrayLike,
        size: ArrayLike,
        *results: PackResult,
        names: Sequence[str] | None = None,
        gaps: ArrayLike | None = None,
        group: ArrayLike | None = None,
        alignment: ArrayLike = 1,
        capacity: int | None = None,
        labels: Sequence[str] | None = None,
        title: str = "packing",
    ) -> "PackingReport":
        """Makes a report of results of `memplace.pack` for the same arguments.

        names: names of the buffers; by default their indices.

        Raises InputError for a result without a packing.
        """
        report = cls.__new__(cls)
        columns = [np.asarray(values, np.int64) for values in (lower, upper, size)]
        bound = packing_bound(
            lower, upper, size, gaps=gaps, group=group, alignment=alignment
        )
        count = len(columns[2])
        groups = np.full(count, -1) if group is None else np.asarray(group)
        rows = (
            np.zeros((0, 3), np.int64) if gaps is None else np.asarray(gaps, np.int64)
        )
        shared: dict[str, Any] = {
            "name": [str(i) for i in range(count)] if names is None else list(names),
            "lower": columns[0], "upper": columns[1], "size": columns[2],
            "alignment": np.broadcast_to(np.asarray(alignment, np.int64), count),
            "gaps": np.pad(rows.reshape(-1, 3), ((0, 0), (0, 2))),
            "group": [str(number) if number >= 0 else "" for number in groups.tolist()],
            "arena": np.zeros(count, np.int64), "bound": bound,
        }  # fmt: skip
        if not results:
            raise InputError("a report needs at least one packing")
        if len(shared["name"]) != count:
            raise InputError(
                f"names must have {count} entries, not {len(shared['name'])}"
            )
        read = []
        for result in results:
            if result.offsets is None:
                raise InputError(f"no packing to show: {result.message}")
            if len(result.offsets) != count:
                raise InputError(
                    f"a result has {len(result.offsets)} offsets, but there are "
                    f"{count} buffers"
                )
            read.append({**shared, "offset": result.offsets, "peak": [result.peak]})
        report._fill(read, labels or [r.packer for r in results], title, capacity, ())
        return report

    def _fill(
        self,
        read: list[dict[str, Any]],
        labels: Sequence[str],
        title: str,
        capacity: int | Sequence[int | None] | None,
        arenas: Sequence[str],
    ) -> None:
        """Sets packings of the same buffers, in the same order. Raises InputError for
        wrong numbers of labels or capacities."""
        if len(labels) != len(read):
            raise InputError(
                f"there must be a label for each of the {len(read)} packings, "
                f"got {len(labels)}"
            )
        self.arenas = list(arenas) or ["memory"]
        given = (
            [capacity] if capacity is None or isinstance(capacity, int) else capacity
        )
        self.capacities: list[int | None] = list(given)
        if len(self.capacities) != len(self.arenas):
            raise InputError(
                f"there must be a capacity for each of the {len(self.arenas)} arenas, "
                f"got {len(self.capacities)}"
            )
        for bytes_ in self.capacities:
            if bytes_ is not None and bytes_ < 1:
                raise InputError(f"a capacity must be at least 1 byte, got {bytes_}")
        self.packings = read
        self.labels = [as_utf8(str(label)) for label in labels]
        self.title = as_utf8(str(title))

    def __repr__(self) -> str:
        count = len(self.packings[0]["name"])
        return f"<memplace.PackingReport of {count} buffers: {', '.join(self.labels)}>"

    @cached_property
    def facts(self) -> dict[str, Any]:
        """All data of the page, as for JSON."""
        first = self.packings[0]
        lower, upper = first["lower"], first["upper"]
        return {
            "problem": {
                "name": self.title,
                "target": "packing",
                "steps": [
                    int(lower.min(initial=0 if not len(lower) else lower[0])),
                    int(upper.max(initial=0)),
                ],
                # The bound is for a single memory.
                "bound": first["bound"] if len(self.arenas) == 1 else None,
                "tiers": [
                    {
                        "name": name,
                        "capacity": size,
                        "binary": size is None or is_binary(size),
                    }
                    for name, size in zip(self.arenas, self.capacities)
                ],
                "buffers": {
                    "name": [as_utf8(name) for name in first["name"]],
                    "size": first["size"].tolist(),
                    "begin": lower.tolist(),
                    "end": upper.tolist(),
                    "alignment": first["alignment"].tolist(),
                    "group": [as_utf8(name) for name in first["group"]],
                },
            },
            "plans": [
                {
                    "label": label,
                    "peak": [int(peak) for peak in packing["peak"]],
                    "offsets": packing["offset"].tolist(),
                    "residencies": pieces(packing),
                }
                for label, packing in zip(self.labels, self.packings)
            ],
        }

    def html(self) -> str:
        """Returns the page. Raises MissingPartError if plotly is not installed."""
        return make_page(self.facts, f"{self.title}: {self.kind}", "packing")

    def figure(self) -> "Figure":
        """Returns the memory over the steps as a matplotlib figure: a row for each
        arena, a column for each packing. Raises MissingPartError without matplotlib."""
        from memplace.report.figure import make_figure

        return make_figure(self.facts)

    def rendered(self, suffix: str) -> bytes:
        """Returns the content of a file with this suffix: .html, .svg, .png or .pdf.

        Raises InputError for another suffix.
        """
        if suffix in FIGURE_SUFFIXES:
            from memplace.report.figure import save_figure

            return save_figure(self.figure(), suffix[1:])
        if suffix in (".html", ".htm"):
            return self.html().encode("utf-8")
        raise InputError(
            f"a packing's report is not written as '{suffix}'; use .html for the page, "
            ".svg, .png or .pdf for the figure"
        )


def _match(name: str, first: dict[str, Any], path: str, other: dict[str, Any]) -> None:
    """Sorts the buffers of `other` in the order of `first`. Raises InputError if the
    buffers differ."""
    place = {buffer: index for index, buffer in enumerate(other["name"])}
    if place.keys() != set(first["name"]):
        odd = sorted(place.keys() ^ set(first["name"]))[0]
        raise InputError(
            f"'{path}' is not a packing of the same buffers as '{name}': only one has "
            f"'{odd}'"
        )
    order = np.array([place[buffer] for buffer in first["name"]], np.int64)
    rank = np.argsort(order)
    for key, column in list(other.items()):
        if key == "gaps":
            column[:, 0] = rank[column[:, 0]] if len(column) else column[:, 0]
        elif isinstance(column, np.ndarray):
            other[key] = column[order]
        elif key in ("name", "group"):
            other[key] = [column[index] for index in order]
    for key in SHARED:
        for buffer, mine, its in zip(first["name"], first[key], other[key]):
            if mine != its:
                raise InputError(
                    f"'{path}' is not a packing of the same buffers as '{name}': "
                    f"'{key}' of buffer '{buffer}' is {its}, not {mine}"
                )


def pieces(packing: dict[str, Any]) -> dict[str, list[int]]:
    """Returns the rectangles of a packing: the buffer between gaps, and within a gap
    the bytes of its window, if any."""
    gaps: dict[int, list[list[int]]] = {}
    for buffer, *gap in packing["gaps"].tolist():
        gaps.setdefault(buffer, []).append(gap)
    columns: dict[str, list[int]] = {
        key: [] for key in ("buffer", "tier", "offset", "begin", "end", "bytes")
    }

    def add(buffer: int, begin: int, end: int, low: int, high: int) -> None:
        if begin >= end or low >= high:
            return
        offset = int(packing["offset"][buffer]) + low
        row = (buffer, int(packing["arena"][buffer]), offset, begin, end, high - low)
        for column, value in zip(columns.values(), row):
            column.append(value)

    rows: NDArray[np.int64] = np.stack(
        [packing["lower"], packing["upper"], packing["size"]], axis=1
    )
    for buffer, (begin, end, size) in enumerate(rows.tolist()):
        for first, last, low, high in sorted(gaps.get(buffer, [])):
            add(buffer, begin, first, 0, size)
            add(buffer, first, last, low, high)
            begin = last
        add(buffer, begin, end, 0, size)
    return columns
