# ===- measured.py - What was measured so far --------------------------------- ===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Rows of calls by model and limit: of a run, in a separate file, and of the last run
of each model at each limit, in the store of the page."""

import ctypes
import datetime
import json
import re
import statistics
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from memplace.serving.calibrate import calibrate, summary
from support.measuring import describe_machine

OURS, BEST_BY_HAND = "memplace", "prefix kept, double buffer"
ONE_BUFFER = "prefix kept, one buffer"
IN_MEMORY = "in memory, no limit"
STORE = Path(__file__).resolve().with_name("measured")
"""What the page is made from."""


def describe_run() -> str:
    """Describes this machine and its library for products."""
    try:
        blas = ctypes.CDLL("libopenblas.so.0")
        blas.openblas_get_corename.restype = ctypes.c_char_p
        kernels = blas.openblas_get_corename().decode()
    except (OSError, AttributeError):
        return describe_machine()
    return f"{describe_machine()}, OpenBLAS's kernels for {kernels}"


def add_store(parser: Any) -> None:
    """Adds the option for the location of measurements."""
    parser.add_argument(
        "--store",
        type=Path,
        default=STORE,
        help="folder of what the page is made from (default: the project's)",
    )


def add_turns(parser: Any) -> None:
    """Adds the options for taking turns with other users of the machine."""
    parser.add_argument(
        "--alone",
        metavar="COMMAND",
        help="what runs a command while nobody else runs anything, as 'flock FILE'; for "
        "what is measured, and not for what is compiled and planned before that",
    )
    parser.add_argument(
        "--beside",
        metavar="COMMAND",
        help="likewise of the latter: 'flock -s FILE'",
    )


@dataclass
class Row:
    """The costs of calls of one contender."""

    name: str
    limit: int | None
    seconds: list[float] = field(default_factory=list)
    read: list[int] = field(default_factory=list)
    """Bytes of each call, as the kernel counts them (/proc/PID/io)."""
    stall: list[float] = field(default_factory=list)
    predicted: float | None = None
    bound: float | None = None
    """Of earlier runs: by the model, no placement is faster."""
    planned: float | None = None
    """As `predicted`, by the speed of the file when the plan was made."""
    least: float | None = None
    """No plan is faster that has as much memory."""
    ops: float | None = None
    """How long ops take, by the same costs as `least`."""
    alone: list[float] = field(default_factory=list)
    """Bytes a second of reads of the file by nobody else, in turns with the calls."""
    kept: int = 0
    """Weights that stay, or their pieces."""
    kept_bytes: int = 0
    """Of weights that stay; 0 in what was measured before this was written down."""
    high_water: int = 0
    group_peak: int = 0
    reason: str = ""
    """Why there is nothing."""

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


@dataclass
class State:
    """The measurements so far, kept in a file."""

    path: Path
    machine: str
    target: dict[str, Any]
    weight_bytes: dict[str, int] = field(default_factory=dict)
    rows: dict[str, dict[int, list[Row]]] = field(default_factory=dict)
    """By model and limit, percent."""

    @classmethod
    def open(cls, path: Path, options: Any) -> "State":
        """Reads the file, or starts with a calibration of the machine."""
        if not path.exists():
            target = calibrate(str(path.parent), times=options.times)
            state = cls(path, describe_run(), target)
            state.save()
            return state
        content = json.loads(path.read_text(encoding="utf-8"))
        content.pop("calls", None)  # From files of earlier versions.
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


@dataclass
class Run:
    """Alternating measurements of one model at one limit."""

    date: str
    machine: str
    calls: int
    rows: list[Row]


@dataclass
class Model:
    """The page's data of one model."""

    weight_bytes: int
    runs: dict[int, Run] = field(default_factory=dict)
    """By limit, percent."""

    @classmethod
    def read(cls, path: Path) -> "Model":
        """Reads a file of the store."""
        content = json.loads(path.read_text(encoding="utf-8"))
        runs = {
            int(percent): Run(**run | {"rows": [Row(**row) for row in run["rows"]]})
            for percent, run in content["runs"].items()
        }
        return cls(content["weight_bytes"], dict(sorted(runs.items())))


def write_lines(path: Path, content: Any) -> None:
    """Writes a file in which changes touch few lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, indent=1)
    # Puts the numbers of a list into one line.
    text = re.sub(r"\[\s+([^\[\]{}\"]*?)\s+\]", join_numbers, text)
    path.write_text(text + "\n", encoding="utf-8")


def join_numbers(found: re.Match[str]) -> str:
    """Returns a list of numbers in one line."""
    return "[" + " ".join(found[1].split()) + "]"


def publish(state: State, name: str, percent: int, store: Path = STORE) -> None:
    """Replaces the store's measurements of a model at a limit, and the machine's
    calibration."""
    path = store / f"{name}.json"
    model = Model.read(path) if path.exists() else Model(0)
    model.weight_bytes = state.weight_bytes[name]
    date = str(datetime.datetime.now(datetime.UTC).date())
    rows = state.rows[name][percent]
    calls = max(len(row.seconds) for row in rows)  # A continued run may have more.
    model.runs[percent] = Run(date, state.machine, calls, rows)
    write_lines(path, asdict(model))
    write_lines(
        store / "machine.json", {"date": date, "calibration": summary(state.target)}
    )
