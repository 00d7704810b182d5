# ===- measured.py - What was measured so far --------------------------------- ===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Rows of calls by model and limit, kept in a file."""

import json
import statistics
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from memplace.serving.calibrate import calibrate
from support.measuring import describe_machine

OURS, BEST_BY_HAND = "memplace", "prefix kept, double buffer"
ONE_BUFFER = "prefix kept, one buffer"
IN_MEMORY = "in memory, no limit"


@dataclass
class Row:
    """What calls of one contender took."""

    name: str
    limit: int | None
    seconds: list[float] = field(default_factory=list)
    read: list[int] = field(default_factory=list)
    """Bytes of each call, as the kernel counts them (/proc/PID/io)."""
    stall: list[float] = field(default_factory=list)
    predicted: float | None = None
    bound: float | None = None
    kept: int = 0
    high_water: int = 0
    group_peak: int = 0
    reason: str = ""
    """Why there is nothing."""

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


@dataclass
class State:
    """What was measured so far, kept in a file."""

    path: Path
    machine: str
    target: dict[str, Any]
    calls: int
    weight_bytes: dict[str, int] = field(default_factory=dict)
    rows: dict[str, dict[int, list[Row]]] = field(default_factory=dict)
    """By model and limit, percent."""

    @classmethod
    def open(cls, path: Path, options: Any) -> "State":
        """Reads the file, or begins with a measurement of the machine."""
        if not path.exists():
            target = calibrate(str(path.parent), times=options.times)
            state = cls(path, describe_machine(), target, options.calls)
            state.save()
            return state
        content = json.loads(path.read_text(encoding="utf-8"))
        rows = {
            model: {
                int(percent): [Row(**row) for row in found]
                for percent, found in limits.items()
            }
            for model, limits in content.pop("rows").items()
        }
        return cls(path, rows=rows, **content)

    def save(self) -> None:
        """Writes the file."""
        content = asdict(self)
        del content["path"]
        self.path.write_text(json.dumps(content), encoding="utf-8")
