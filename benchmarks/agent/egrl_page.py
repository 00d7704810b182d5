# ===- egrl_page.py - The tables and curves of whole-life maps ---------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What egrl.py has stored, as the tables of docs/measurements/egrl-results.md and the
picture beside it."""

from __future__ import annotations

import json
import statistics
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from egrl_curves import Curve, draw
from support.placements import ROOT
from support.tables import geometric_mean, table
from support.written_part import WrittenPart

PAGE = ROOT / "docs" / "measurements" / "egrl-results.md"
PICTURE = ROOT / "docs" / "images" / "egrl-curves.svg"

SMALL = ["resnet50", "resnet101", "bert"]
LARGE = ["transformer24", "transformer24_48m"]
LARGE_METHODS = ["EGRL", "EGRL, new network", "evolution only", "local search"]
TAUGHT = SMALL
KINDS = [
    "encoder_int8",
    "kv_decode",
    "lstm",
    "mixture",
    "mlp_train",
    "mobilenet_int8",
    "offload_decode",
    "offload_train",
    "resnet50_int8",
    "resnet8_int8",
    "transformer_rolled",
    "transformer_train",
    "transformer_train_rolled",
    "transformer_unrolled",
    "unet",
]
OF_PAPER = SMALL + [name + "_48m" for name in SMALL] + LARGE
UNSEEN = OF_PAPER + ["kinds/" + name for name in KINDS]
BUDGETS = [400, 4000]
# One result for all seeds and budgets.
FIXED = [
    "native",
    "rectifier alone",
    "new network, one pass",
    "policy, one pass",
    "policy or native",
]
UNSEEN_METHODS = [
    ("rectifier alone", BUDGETS[0]),
    ("new network, one pass", BUDGETS[0]),
    ("policy, one pass", BUDGETS[0]),
    ("policy or native", BUDGETS[0]),
    ("greedy DP", BUDGETS[-1]),
]
MAIN_METHODS = [
    *FIXED,
    "random",
    "greedy DP",
    "local search",
    "population",
    "EGRL",
    "EGRL, new network",
    "evolution only",
    "policy gradient only",
    "no Boltzmann",
    "no migration",
    "as the paper",
]
# The map that HiGHS finds, and evolution from there.
FOUND = "HiGHS and evolution"
REFERENCES, REFERENCE_BUDGET = ["population", "local search"], 40000
# Solvers that also move tensors over time, and their budgets: evaluations, and episodes.
MOVING = ["search", "hybrid", "muzero"]
MOVING_BUDGETS = {"search": BUDGETS, "hybrid": BUDGETS, "muzero": [60]}
CURVE_METHODS = ["EGRL", "EGRL, new network", "evolution only", "local search"]
CURVE_BUDGETS = [100, 1000]


@dataclass(frozen=True)
class Run:
    """One placement: maps are its budget, or seconds for what is large."""

    network: str
    method: str
    budget: int
    seed: int

    def key(self) -> tuple[str, str, int, int]:
        """What a run is stored by."""
        return (self.network, self.method, self.budget, self.seed)

    def fields(self) -> dict[str, Any]:
        """Its part of a line of the store."""
        return asdict(self)


# A line of the store by its key: of a run, or (network,) for its bound.
Store = dict[tuple[Any, ...], dict[str, Any]]


def read_store(path: Path) -> Store:
    """Returns the lines of the store by key."""
    found: Store = {}
    if not path.exists():
        return found
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            continue  # Cut off when the script was killed: it is measured again.
        if "bound" in entry:
            found[(entry["network"],)] = entry
        else:
            run = Run(*(entry[k] for k in ("network", "method", "budget", "seed")))
            found[run.key()] = entry
    return found


@dataclass
class Results:
    """What is stored, by what a table asks for."""

    store: Store

    def spans(self, network: str, method: str, budget: int) -> list[float]:
        """Makespans of all seeds."""
        return [
            entry["makespan_ps"]
            for key, entry in self.store.items()
            if len(key) == 4
            and key[:2] == (network, method)
            and (key[2] == budget or method in FIXED)
        ]

    def native(self, network: str) -> float | None:
        """The native map's makespan."""
        found = self.spans(network, "native", BUDGETS[0])
        return found[0] if found else None

    def speed(self, network: str, method: str, budget: int) -> list[float]:
        """Native makespan over that of the method, for all seeds."""
        native = self.native(network)
        if native is None:
            return []
        return [native / span for span in self.spans(network, method, budget)]

    def bound(self, network: str) -> dict[str, Any] | None:
        """What HiGHS proved."""
        return self.store.get((network,))

    def best(self, network: str) -> tuple[float, str] | None:
        """The smallest makespan of all maps that are stored, and of which method."""
        found = [
            (entry["makespan_ps"], f"{entry['method']}, {entry['budget']} maps")
            for key, entry in self.store.items()
            if len(key) == 4 and key[0] == network and key[1] not in MOVING
        ]
        return min(found) if found else None

    def cpu(self, network: str, method: str, budget: int) -> float | None:
        """Mean CPU seconds of a run."""
        found = [
            entry["cpu_seconds"]
            for key, entry in self.store.items()
            if len(key) == 4 and key[:3] == (network, method, budget)
        ]
        return statistics.fmean(found) if found else None


def percent(speed: float, digits: int = 2) -> str:
    """A speed-up over 1."""
    return f"{100 * (speed - 1):+.{digits}f} %"


def cell(speeds: list[float], native: float, best: float) -> str:
    """Speed-up and its spread, distance to the best map, number of seeds."""
    if not speeds:
        return ""
    text = percent(statistics.fmean(speeds))
    if len(speeds) > 1:
        text += f" ± {100 * statistics.stdev(speeds):.2f}"
    above = statistics.fmean(native / speed for speed in speeds) / best
    return f"{text}, {percent(above)} ({len(speeds)})"


def bounds_table(results: Results) -> str:
    """Native maps, the best known ones, and bounds."""
    lines = []
    for network in SMALL:
        native, best = results.native(network), results.best(network)
        bound = results.bound(network)
        if native is None or best is None:
            continue
        line = [network, f"{native / 1e6:.2f}", f"{best[0] / 1e6:.3f}", best[1]]
        if bound:
            kind = "optimum" if bound["is_optimal"] else "bound"
            line += [
                f"{bound['bound'] / 1e6:.3f}",
                f"{kind}, {bound['wall_seconds']:.0f} s",
                percent(best[0] / bound["bound"]),
                percent(native / bound["bound"]),
            ]
        else:
            line += [""] * 4
        lines.append(line)
    head = ["Network", "native, µs", "best map, µs", "of", "bound, µs", "proved"]
    return table(head + ["best above bound", "native could gain"], lines)


def methods_table(results: Results, budget: int) -> str:
    """A line for each method."""
    lines = []
    for method in MAIN_METHODS:
        cells, means = [method], []
        for network in SMALL:
            native, best = results.native(network), results.best(network)
            speeds = results.speed(network, method, budget)
            if native is None or best is None or not speeds:
                cells.append("")
                continue
            cells.append(cell(speeds, native, best[0]))
            means.append(geometric_mean(speeds))
        both = len(means) >= 2 and all(cells[1:3])
        cells.append(percent(geometric_mean(means[:2])) if both else "")
        whole = len(means) == len(SMALL)
        cells.append(percent(geometric_mean(means)) if whole else "")
        lines.append(cells)
    return table(["Method", *SMALL, "mean of ResNets", "mean of all"], lines)


def means_line(
    results: Results, name: str, method: str, budget: int
) -> list[str] | None:
    """Mean speed-ups and numbers of seeds by network; none: nothing is measured."""
    cells = [name]
    for network in SMALL:
        speeds = results.speed(network, method, budget)
        text = percent(statistics.fmean(speeds)) if speeds else ""
        if len(speeds) > 1:
            text += f" ± {100 * statistics.stdev(speeds):.2f}"
        cells.append(f"{text} ({len(speeds)})" if speeds else "")
    return cells if any(cells[1:]) else None


def reference_table(results: Results) -> str:
    """Plain methods with ten times the maps."""
    found = [
        means_line(results, method, method, REFERENCE_BUDGET) for method in REFERENCES
    ]
    return table(["Method", *SMALL], [line for line in found if line])


def moving_table(results: Results) -> str:
    """Solvers that also move tensors over time."""
    found = [means_line(results, "EGRL, 4000 maps", "EGRL", BUDGETS[-1])]
    for method in MOVING:
        unit = "episodes" if method == "muzero" else "evaluations"
        for budget in MOVING_BUDGETS[method]:
            name = f"`{method}`, {budget} {unit}"
            found.append(means_line(results, name, method, budget))
    return table(["Solver", *SMALL], [line for line in found if line])


def cost_table(results: Results) -> str:
    """CPU seconds of 4000 maps."""
    lines = []
    for method in MAIN_METHODS:
        costs = [results.cpu(network, method, BUDGETS[-1]) for network in SMALL]
        if any(cost is not None for cost in costs):
            shown = [f"{cost:.1f}" if cost is not None else "" for cost in costs]
            lines.append([method, *shown])
    return table(["Method", *SMALL], lines)


def unseen_lines(
    results: Results, networks: list[str]
) -> tuple[list[list[str]], list[list[float]]]:
    """Lines of the table of what the policy has not seen, and by column the numbers."""
    lines: list[list[str]] = []
    columns: list[list[float]] = [[] for _ in UNSEEN_METHODS]
    for network in networks:
        native = results.native(network)
        if native is None:
            continue
        line = [network, f"{native / 1e6:.2f}"]
        for column, (method, budget) in zip(columns, UNSEEN_METHODS, strict=True):
            speeds = results.speed(network, method, budget)
            line.append(percent(speeds[0]) if speeds else "")
            column += speeds[:1]
        lines.append(line)
    return lines, columns


def unseen_table(results: Results) -> str:
    """The policy in one pass, beside greedy dynamic programming."""
    lines = []
    for name, networks in (
        ("of the paper and the transformers", OF_PAPER),
        ("other kinds", ["kinds/" + kind for kind in KINDS]),
        ("all", UNSEEN),
    ):
        part, columns = unseen_lines(results, networks)
        if name != "all":
            lines += part
        means = [
            f"{percent(geometric_mean(column))} ({len(column)})" if column else ""
            for column in columns
        ]
        lines.append([f"mean, {name}", "", *means])
    names = [
        method + (f", {budget} maps" if method not in FIXED else "")
        for method, budget in UNSEEN_METHODS
    ]
    head = ["Problem", "native, µs", *names]
    return table(head, lines)


def transfer_table(results: Results) -> str:
    """Policies that were trained on one network."""
    lines = []
    for origin in TAUGHT:
        for form, name in (("one pass", ", one pass"), ("400 maps", "")):
            cells = [f"{origin}, {form}"]
            for network in SMALL:
                method = f"policy of {origin}{name}"
                speeds = results.speed(network, method, BUDGETS[0])
                cells.append(percent(speeds[0]) if speeds else "")
            lines.append(cells)
    return table(["Trained on", *SMALL], lines)


def large_table(results: Results) -> str:
    """What comes of a minute of CPU time."""
    lines = []
    for method in ["policy, one pass", *LARGE_METHODS]:
        cells = [method]
        for network in LARGE:
            speeds = results.speed(network, method, 60)
            text = ", ".join(percent(speed, 3) for speed in speeds)
            cells.append(text)
        lines.append(cells)
    return table(["Method", *LARGE], lines)


def curves_of(results: Results, network: str) -> list[Curve]:
    """How far the mean of all seeds is above the best map, by the number of maps."""
    best = results.best(network)
    curves = []
    for method in CURVE_METHODS:
        points = []
        for budget in sorted(CURVE_BUDGETS + BUDGETS):
            spans = results.spans(network, method, budget)
            if spans and best:
                above = [100 * (span / best[0] - 1) for span in spans]
                points.append((budget, statistics.fmean(above), min(above), max(above)))
        if len(points) > 1:
            curves.append(Curve(method, points))
    return curves


def render(results: Results) -> str:
    """All that the script writes of the page."""
    parts = ["## Bounds and best maps", bounds_table(results)]
    for budget in BUDGETS:
        parts += [f"## {budget} maps", methods_table(results, budget)]
    parts += [f"## {REFERENCE_BUDGET} maps", reference_table(results)]
    if PICTURE.exists():
        picture = "![Distance to the best map by the number of maps]"
        parts += ["## Curves", f"{picture}(../images/{PICTURE.name})\n"]
    parts += ["## CPU seconds of 4000 maps", cost_table(results)]
    parts += ["## Where tensors may also move over time", moving_table(results)]
    parts += ["## What the policy has not seen", unseen_table(results)]
    parts += ["## Policies of one network", transfer_table(results)]
    parts += ["## Transformers of 1780 nodes, 60 s of CPU time", large_table(results)]
    return "\n".join(part if part.endswith("\n") else part + "\n" for part in parts)


def write_page(store: Store) -> None:
    """Replaces the tables of the page, and the picture."""
    results = Results(store)
    panels = {network: curves_of(results, network) for network in SMALL}
    panels = {network: curves for network, curves in panels.items() if curves}
    if panels:
        PICTURE.write_text(draw(panels), encoding="utf-8")
    WrittenPart.read(PAGE, "agent/egrl.py").replace(render(results))
