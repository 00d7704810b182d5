# ===- egrl_page.py - The tables and curves of whole-life maps ---------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Renders the store of egrl.py: the tables of benchmarks/agent/egrl.md and the picture."""

from __future__ import annotations

import statistics
from pathlib import Path

from egrl_curves import Curve, draw
from egrl_goals import goals_table
from egrl_store import (
    ANEW,
    BUDGETS,
    CURVE_BUDGETS,
    CURVE_METHODS,
    FIXED,
    KINDS,
    LARGE,
    LARGE_METHODS,
    LARGE_SECONDS,
    MAIN_METHODS,
    MOVING,
    MOVING_BUDGETS,
    OF_PAPER,
    REFERENCE_BUDGET,
    REFERENCES,
    SMALL,
    TAUGHT,
    UNSEEN,
    UNSEEN_METHODS,
    WALL_METHODS,
    Results,
    Store,
    percent,
)
from support.placements import ROOT, BenchmarkError
from support.tables import geometric_mean, table
from support.written_part import WrittenPart

SCRIPT = "agent/egrl.py"
PAGE = ROOT / "benchmarks" / "agent" / "egrl.md"
PICTURE = ROOT / "docs" / "images" / "egrl-curves.svg"


def cell(speeds: list[float], native: float, best: float) -> str:
    """Returns the speed-up and its spread, the distance to the bound, and the number of
    seeds."""
    if not speeds:
        return ""
    text, seeds = spread(speeds).rsplit(" ", 1)
    above = statistics.fmean(native / speed for speed in speeds) / best
    return f"{text}, {percent(above)} {seeds}"


def spread(speeds: list[float]) -> str:
    """Returns the speed-up, its spread and the number of seeds; empty without seeds."""
    if not speeds:
        return ""
    text = percent(statistics.fmean(speeds))
    if len(speeds) > 1:
        text += f" ± {100 * statistics.stdev(speeds):.2f}"
    return f"{text} ({len(speeds)})"


def bounds_table(results: Results) -> str:
    """Returns the table of native maps, best known maps, and bounds."""
    lines = []
    for network in UNSEEN:
        native, best = results.native(network), results.best(network)
        bound = results.bound(network)
        if native is None or best is None:
            continue
        line = [network, f"{native / 1e6:.2f}", f"{best[0] / 1e6:.3f}", best[1]]
        if bound:
            kind = "optimum" if bound["is_optimal"] else "bound"
            proved = f"{kind}, {bound['cpu_seconds']:.1f} s"
            line += [
                f"{bound['bound'] / 1e6:.3f}",
                "any placement" if bound.get("is_of_any") else proved,
                percent(best[0] / bound["bound"]),
                percent(native / bound["bound"]),
            ]
        else:
            line += [""] * 4
        lines.append(line)
    head = ["Network", "native, µs", "best map, µs", "of", "bound, µs", "proved"]
    return table(head + ["best above bound", "native could gain"], lines)


def methods_table(results: Results, budget: int) -> str:
    """Returns a line for each method."""
    lines = []
    for method in MAIN_METHODS:
        cells, means = [method], []
        for network in SMALL:
            native, bound = results.native(network), results.bound(network)
            speeds = results.speed(network, method, budget)
            if native is None or bound is None or not speeds:
                cells.append("")
                continue
            cells.append(cell(speeds, native, bound["bound"]))
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
    """Returns average speed-ups and numbers of seeds by network; None if nothing is
    measured."""
    cells = [spread(results.speed(network, method, budget)) for network in SMALL]
    return [name, *cells] if any(cells) else None


def reference_table(results: Results) -> str:
    """Returns the table of plain methods with ten times the maps."""
    found = [
        means_line(results, method, method, REFERENCE_BUDGET) for method in REFERENCES
    ]
    return table(["Method", *SMALL], [line for line in found if line])


def moving_table(results: Results) -> str:
    """Returns the table of solvers that also move tensors over time."""
    found = [means_line(results, "EGRL, 4000 maps", "EGRL", BUDGETS[-1])]
    for method in MOVING:
        unit = "episodes" if method == "muzero" else "evaluations"
        for budget in MOVING_BUDGETS[method]:
            name = f"`{method}`, {budget} {unit}"
            found.append(means_line(results, name, method, budget))
    return table(["Solver", *SMALL], [line for line in found if line])


def moving_others_table(results: Results) -> str:
    """Returns the same table for problems outside the paper."""
    solvers = [("EGRL", BUDGETS[-1]), *((m, MOVING_BUDGETS[m][-1]) for m in MOVING)]
    lines = []
    for network in UNSEEN:
        if network not in SMALL:
            found = [results.speed(network, *solver) for solver in solvers]
            lines.append([network, *map(spread, found)])
    return table(
        ["Problem", *(f"`{m}`" if m in MOVING else m for m, _ in solvers)], lines
    )


def wall_table(results: Results) -> str:
    """Returns the table of wall seconds of 4000 maps."""
    lines = []
    for method in WALL_METHODS:
        times = [results.wall(network, method) for network in SMALL]
        shown = [f"{time:.1f}" if time is not None else "" for time in times]
        lines.append([method, *shown])
    return table(["Method", *SMALL], lines)


def cost_table(results: Results) -> str:
    """Returns the table of CPU seconds of 4000 maps."""
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
    """Returns lines of the table of unseen problems, and the numbers by column."""
    lines: list[list[str]] = []
    columns: list[list[float]] = [[] for _ in UNSEEN_METHODS]
    for network in networks:
        native = results.native(network)
        if native is None:
            continue
        line = [network, f"{native / 1e6:.2f}"]
        for column, (method, budget) in zip(columns, UNSEEN_METHODS, strict=True):
            speeds = results.speed(network, method, budget)
            line.append(spread(speeds).removesuffix(" (1)"))
            column += [geometric_mean(speeds)] if speeds else []
        lines.append([*line, above_bound(results, network)])
    return lines, columns


def above_bound(results: Results, network: str) -> str:
    """Returns the distance of EGRL's average map to the bound."""
    spans = results.spans(network, "EGRL", BUDGETS[-1])
    bound = results.bound(network)
    return percent(statistics.fmean(spans) / bound["bound"]) if spans and bound else ""


def unseen_table(results: Results) -> str:
    """Returns the table of the policy in one pass, beside greedy dynamic programming."""
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
        lines.append([f"mean, {name}", "", *means, ""])
    names = [
        method + (f", {budget} maps" if method not in [*FIXED, ANEW] else "")
        for method, budget in UNSEEN_METHODS
    ]
    head = ["Problem", "native, µs", *names, "that above the bound"]
    return table(head, lines)


def transfer_table(results: Results) -> str:
    """Returns the table of policies trained on one network."""
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
    """Returns the table of results of a minute of CPU time."""
    lines = []
    for method in ["policy, one pass", *LARGE_METHODS]:
        cells = [method]
        for network in LARGE:
            speeds = results.speed(network, method, LARGE_SECONDS)
            text = ", ".join(percent(speed, 3) for speed in speeds)
            cells.append(text)
        lines.append(cells)
    return table(["Method", *LARGE], lines)


def curves_of(results: Results, network: str) -> list[Curve]:
    """Returns the distance of the average over seeds to the best map, by the number of
    maps."""
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


def render(results: Results, page: str) -> str:
    """Returns the generated part of `page`."""
    parts = ["## What was to be reached", goals_table(results, page)]
    parts += ["## Bounds and best maps", bounds_table(results)]
    for budget in BUDGETS:
        parts += [f"## {budget} maps", methods_table(results, budget)]
    parts += [f"## {REFERENCE_BUDGET} maps", reference_table(results)]
    if PICTURE.exists():
        picture = "![Distance to the best map by the number of maps]"
        parts += ["## Curves", f"{picture}(../../docs/images/{PICTURE.name})\n"]
    parts += ["## CPU seconds of 4000 maps", cost_table(results)]
    parts += ["## Seconds of 4000 maps by the clock", wall_table(results)]
    parts += ["## Where tensors may also move over time", moving_table(results)]
    parts += ["On the other problems, by 4000 maps or evaluations, or 60 episodes:\n"]
    parts += [moving_others_table(results)]
    parts += ["## What the policy has not seen", unseen_table(results)]
    parts += ["## Policies of one network", transfer_table(results)]
    parts += ["## Transformers of 1780 nodes, 60 s of CPU time", large_table(results)]
    return "\n".join(part if part.endswith("\n") else part + "\n" for part in parts)


def picture(results: Results) -> str:
    """Returns the curves as SVG; empty without measurements."""
    panels = {network: curves_of(results, network) for network in SMALL}
    panels = {network: curves for network, curves in panels.items() if curves}
    return draw(panels) if panels else ""


def write_page(store: Store) -> None:
    """Replaces the tables of the page, and the picture."""
    results = Results(store)
    if curves := picture(results):
        PICTURE.write_text(curves, encoding="utf-8")
    part = WrittenPart.read(PAGE, SCRIPT)
    part.replace(render(results, part.before + part.after))


def check_page(store: Store, page: Path) -> None:
    """Raises BenchmarkError if `page` or the picture does not follow from the store."""
    results = Results(store)
    part = WrittenPart.read(page, SCRIPT)
    if part.text != render(results, part.before + part.after).strip("\n"):
        raise BenchmarkError(f"{page} is not what the store says; see --page-only")
    if PICTURE.read_text(encoding="utf-8") != picture(results):
        raise BenchmarkError(f"{PICTURE} is not what the store says; see --page-only")
