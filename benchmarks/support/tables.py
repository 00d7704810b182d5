# ===- tables.py - Markdown tables of the pages ---------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes and reads the tables of pages; geometric means."""

import math
from collections.abc import Iterable


def geometric_mean(values: Iterable[float]) -> float:
    """Returns the geometric mean of at least one number."""
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms))


def table(head: list[str], lines: Iterable[list[str]]) -> str:
    """Returns a Markdown table; all columns but the first are numbers."""
    rule = ["---"] + ["--:"] * (len(head) - 1)
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, rule, *lines]) + "\n"


def cells_of(text: str) -> Iterable[list[str]]:
    """Yields the cells of each line of each table, including heads and rules."""
    for line in text.splitlines():
        if line.startswith("| "):
            yield [cell.strip() for cell in line.strip("|").split("|")]
