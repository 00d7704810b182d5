# ===- pictures.py - Times of calls by limit, as a picture ----------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Draws the times of calls of each model, by limit, as SVG: equal numbers give equal
bytes."""

import math
import statistics
from collections.abc import Mapping
from html import escape
from typing import Any

from measured import BEST_BY_HAND, IN_MEMORY, ONE_BUFFER, OURS, Model, Row
from memplace.serving.explain import Span
from memplace.serving.timeline import draw_spans

WIDTH, HEIGHT = 230, 200  # Of a panel, pixels.
LEFT, RIGHT, TOP, BOTTOM = 34, 12, 26, 34  # Margins for labels.
ACROSS = 4  # Panels side by side.
BY_HAND = "the best plan by hand"
# Distinguishable by colour-blind readers.
COLOURS = {"mmap": "#d55e00", BY_HAND: "#555555", OURS: "#0072b2", IN_MEMORY: "#009e73"}
LEAST_LIMIT, MOST_LIMIT = 25, 95  # Percent: ends of the axis.


def contenders(rows: list[Row]) -> dict[str, Row]:
    """Returns the drawn rows of a limit, by name."""
    found = {row.name: row for row in rows if row.seconds}
    by_hand = [
        found[name]
        for name in ("double buffer", BEST_BY_HAND, ONE_BUFFER)
        if name in found
    ]
    shown = {name: found[name] for name in COLOURS if name in found}
    if by_hand:
        shown[BY_HAND] = min(by_hand, key=lambda row: row.median)
    return shown


class Panel:
    """A panel of one model: limits from left to right, times upwards, both logarithmic."""

    def __init__(self, title: str, model: Model, left: int, top: int) -> None:
        self.title, self.left, self.top = title, left, top
        self.rows = {p: contenders(run.rows) for p, run in model.runs.items()}
        ratios = [
            seconds / row[IN_MEMORY].median
            for row in self.rows.values()
            for contender in row.values()
            for seconds in contender.seconds
        ]
        self.low, self.high = min(ratios) / 1.1, max(ratios) * 1.1

    def x(self, percent: float) -> float:
        part = (percent - LEAST_LIMIT) / (MOST_LIMIT - LEAST_LIMIT)
        return self.left + LEFT + part * (WIDTH - LEFT - RIGHT)

    def y(self, ratio: float) -> float:
        part = math.log(ratio / self.low) / math.log(self.high / self.low)
        return self.top + HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    def axes(self) -> list[str]:
        """Returns the title and the axes."""
        lines = [text(self.left + WIDTH / 2, self.top + 16, self.title, "middle", True)]
        for percent in (30, 50, 70, 90):
            at = self.x(percent)
            lines.append(
                path([(at, self.y(self.low)), (at, self.y(self.high))], "#ddd")
            )
            bottom = self.top + HEIGHT - BOTTOM + 14
            lines.append(text(at, bottom, f"{percent} %", "middle"))
        for ratio in (0.5, 1, 2, 5, 10, 20, 50, 100):
            if self.low <= ratio <= self.high:
                at, ends = self.y(ratio), (self.x(LEAST_LIMIT), self.x(MOST_LIMIT))
                lines.append(path([(ends[0], at), (ends[1], at)], "#ddd"))
                lines.append(text(ends[0] - 4, at + 4, f"{ratio:g}", "end"))
        return lines

    def draw(self) -> list[str]:
        """Returns the panel: medians, with the least and the largest times of calls."""
        lines = self.axes()
        for name, colour in COLOURS.items():
            medians = []
            for percent, row in self.rows.items():
                if name not in row:
                    continue
                base, at = row[IN_MEMORY].median, self.x(percent)
                ratios = [seconds / base for seconds in row[name].seconds]
                medians.append((at, self.y(statistics.median(ratios))))
                ends = [(at, self.y(min(ratios))), (at, self.y(max(ratios)))]
                lines.append(path(ends, colour))
            lines.append(path(medians, colour, 2))
            lines += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
                for x, y in medians
            ]
        return lines


def draw_call(found: Mapping[str, Any]) -> str:
    """Returns the picture of the call measured by timeline.py."""
    spans = [
        Span(name, kind, (times[0], times[1]), (times[2], times[3]))
        for name, kind, *times in found["spans"]
    ]
    title = (
        f"{found['model']} at {found['limit']} % of its weights: "
        f"{1e3 * found['seconds']:.1f} ms, planned {1e3 * found['planned_seconds']:.1f} ms"
    )
    return draw_spans(spans, title)


def text(x: float, y: float, words: str, anchor: str, is_bold: bool = False) -> str:
    weight = ' font-weight="bold"' if is_bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}>'
        f"{escape(words)}</text>"
    )


def path(points: list[tuple[float, float]], colour: str, width: int = 1) -> str:
    joined = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path d="M{joined}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def draw_models(models: Mapping[str, Model]) -> str:
    """Returns the picture with a panel for each model."""
    width = ACROSS * WIDTH
    height = -(-len(models) // ACROSS) * HEIGHT + 40
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, (name, model) in enumerate(models.items()):
        across, down = number % ACROSS, number // ACROSS
        lines += Panel(name, model, across * WIDTH, down * HEIGHT).draw()
    for number, (name, colour) in enumerate(COLOURS.items()):
        x = 20 + number * width / len(COLOURS)
        lines.append(path([(x, height - 28), (x + 20, height - 28)], colour, 2))
        lines.append(text(x + 26, height - 24, name, "start"))
    words = "limit, of the weights, from left to right; median, least and longest call, in times of a call in memory"
    lines.append(text(width / 2, height - 6, words, "middle"))
    return "\n".join([*lines, "</svg>"]) + "\n"
