# ===- egrl_curves.py - Curves over the number of maps, as a picture ---------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Draws panels of curves with logarithmic axes as SVG: equal numbers give equal bytes,
so that a picture changes only with its measurements."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 300, 240  # Of a panel, pixels.
LEFT, RIGHT, TOP, BOTTOM = 48, 10, 28, 36  # Margins for labels.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#555555"]  # Distinguishable by colour-blind readers.
LEAST = 0.001  # Percent; smaller values are drawn as this.


@dataclass
class Curve:
    """Points: maps, and percent above the best map: average, least, largest."""

    name: str
    points: list[tuple[int, float, float, float]]


@dataclass
class Scale:
    """Maps numbers to pixels, logarithmically."""

    low: float
    high: float
    begin: float
    end: float

    def at(self, value: float) -> float:
        """The pixel of a number."""
        part = math.log(max(value, self.low) / self.low)
        part /= math.log(self.high / self.low)
        return self.begin + part * (self.end - self.begin)


def draw(panels: dict[str, list[Curve]]) -> str:
    """Returns a picture with the panels in a row and the names of curves below."""
    width, height = WIDTH * len(panels), HEIGHT + 24
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    names: list[str] = []
    for curves in panels.values():
        names += [curve.name for curve in curves if curve.name not in names]
    for number, (title, curves) in enumerate(panels.items()):
        lines += _panel(title, curves, names, number * WIDTH)
    for number, name in enumerate(names):
        x = 20 + number * width / len(names)
        colour = COLOURS[number % len(COLOURS)]
        y = HEIGHT + 12
        lines.append(f'<path d="M{x:.0f} {y}h20" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="{x + 26:.0f}" y="{y + 4}">{escape(name)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _panel(title: str, curves: list[Curve], names: list[str], left: int) -> list[str]:
    points = [point for curve in curves for point in curve.points]
    low = max(LEAST, min(point[2] for point in points))
    high = max(2 * low, max(point[3] for point in points))
    x = Scale(
        min(point[0] for point in points),
        max(point[0] for point in points),
        left + LEFT,
        left + WIDTH - RIGHT,
    )
    y = Scale(low / 1.2, high * 1.2, HEIGHT - BOTTOM, TOP)
    lines = [
        f'<text x="{left + WIDTH / 2:.0f}" y="16" text-anchor="middle" '
        f'font-weight="bold">{escape(title)}</text>',
        f'<text x="{left + WIDTH / 2:.0f}" y="{HEIGHT - 4}" '
        'text-anchor="middle">maps</text>',
    ]
    if left == 0:
        lines.append(
            f'<text transform="translate(11 {HEIGHT / 2:.0f}) rotate(-90)" '
            'text-anchor="middle">% above the best map known</text>'
        )
    for maps in sorted({point[0] for point in points}):
        lines += _tick(f"{maps}", x.at(maps), HEIGHT - BOTTOM + 14, "middle")
        lines.append(_rule(x.at(maps), y.begin, x.at(maps), y.end))
    power = math.ceil(math.log10(y.low))
    while 10.0**power <= y.high:
        at = y.at(10.0**power)
        lines += _tick(f"{10.0**power:g}", x.begin - 5, at + 4, "end")
        lines.append(_rule(x.begin, at, x.end, at))
        power += 1
    for curve in curves:
        lines += _curve(curve, COLOURS[names.index(curve.name) % len(COLOURS)], x, y)
    return lines


def _tick(text: str, x: float, y: float, anchor: str) -> list[str]:
    return [f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>']


def _rule(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="#dddddd"/>'


def _curve(curve: Curve, colour: str, x: Scale, y: Scale) -> list[str]:
    path = "L".join(
        f"{x.at(maps):.1f} {y.at(mean):.1f}" for maps, mean, *_ in curve.points
    )
    lines = [f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>']
    for maps, mean, least, most in curve.points:
        at = x.at(maps)
        lines.append(
            f'<circle cx="{at:.1f}" cy="{y.at(mean):.1f}" r="3" fill="{colour}"/>'
        )
        lines.append(
            f'<path d="M{at:.1f} {y.at(least):.1f}L{at:.1f} {y.at(most):.1f}" '
            f'stroke="{colour}"/>'
        )
    return lines
