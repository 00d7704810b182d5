# ===- page_parts.py - What the parts of the page share -------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reads measurements, and formats cells of tables."""

import json
import statistics
from pathlib import Path
from typing import Any


def read_measured(path: Path) -> dict[str, Any]:
    """Returns the measurements of a script; empty if there are none."""
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def spread(values: list[float]) -> str:
    """Returns the median with the least and the largest, seconds."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return " | ".join(f"{value:.3f}" for value in (middle, low, high))


def ratio(values: list[float], others: list[float]) -> str:
    """Returns the ratio of a contender's time to another."""
    return f"{statistics.median(values) / statistics.median(others):.2f}"
