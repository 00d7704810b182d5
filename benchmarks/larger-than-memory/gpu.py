#!/usr/bin/env python3
# ===- gpu.py - Weights in main memory, a GPU that is too small ------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures calls of models with weights in pinned main memory and GPU memory for a share
of their size: as planned by memplace.serve(device="cuda"), as planned by hand, and as
offloaded by JAX and accelerate; writes a table of docs/guide/serving.md. Without a GPU
the script says so and writes nothing. Run with PYTHONPATH=build/python
.venv/bin/python."""

import contextlib
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/
os.environ["JAX_PLATFORMS"] = "cpu"  # This process only traces.

import numpy as np
from hand_made import plan_double_buffer, plan_prefix_and_double_buffer
from measured import BEST_BY_HAND, OURS
from memplace.errors import MemplaceError
from memplace.execution import RunOptions
from memplace.importers import from_jax
from memplace.serving.calibrate import calibrate_gpu
from memplace.serving.planning import Plan, Planner
from memplace.serving.server import ServeOptions, make_server
from memplace.serving.session import ReadOptions
from support.command_line import add_page, plain_parser, run_main
from support.placements import BenchmarkError
from support.tables import table
from support.written_part import WrittenPart

from models import MODELS, write_weights

EPILOG = """\
exit codes:
  0  measured, or there is no GPU
  1  a tool is missing or fails
  2  bad command line
"""
ALL_KEPT = "all kept, no limit"
BY_HAND: dict[str, Callable[[Planner], Plan]] = {
    "double buffer": plan_double_buffer,
    BEST_BY_HAND: plan_prefix_and_double_buffer,
}
OPPONENTS = {"jax": "JAX, weights in pinned memory", "accelerate": "accelerate"}
WORKER = Path(__file__).with_name("gpu_opponents.py")
# Products may sum their terms in another order.
TOLERANCE = 1e-3
HEAD = "limit|by|median, s|least|largest|/ all kept|copied, MB|predicted, s|error, %"


@dataclass
class Bench:
    """One model with its file, shared by all contenders."""

    name: str
    folder: Path
    weights: Path
    weight_bytes: int
    inputs: np.ndarray
    target: dict[str, Any]
    options: Any
    expected: bytes | None = None
    all_kept: float = 1.0
    """Seconds."""

    def serve(self, name: str, limit: int | None) -> list[Any]:
        """Returns the row of a plan."""
        serve_options = ServeOptions(
            limit,
            self.target,
            str(self.folder / f"{self.name}-costs.json"),
            choose=BY_HAND.get(name),
            piece_bytes=None if name == OURS else 0,
            run=RunOptions(optimisation=2, device="cuda"),
            reads=ReadOptions(device="cuda"),
        )
        function, args = MODELS[self.name]()
        memref = from_jax(function, *args)
        try:
            server = make_server(memref, self.name, str(self.weights), serve_options)
        except MemplaceError as error:
            return [percent_of(limit, self), name, str(error).splitlines()[0]]
        with contextlib.closing(server):
            calls = [
                server.call([self.inputs.tobytes()])
                for _ in range(self.options.calls + 1)
            ]
            records = [server.record(call) for call in calls[1:]]
        if self.expected is None:
            self.expected = bytes(calls[0].outputs[0])
        if any(bytes(call.outputs[0]) != self.expected for call in calls):
            raise BenchmarkError(f"{name} computes other bits than with all kept")
        if limit is not None and any(r["device_bytes"] > limit for r in records):
            raise BenchmarkError(f"{name} takes more of the GPU than it may")
        seconds = [record["seconds"] for record in records]
        if name == ALL_KEPT:
            self.all_kept = statistics.median(seconds)
        predicted = server.plan.seconds
        error = 100 * (predicted / statistics.median(seconds) - 1)
        copied = statistics.median(record["read_bytes"] for record in records)
        return self.row(limit, name, seconds, copied, predicted, error)

    def oppose(self, kind: str, python: str, limit: int) -> list[Any]:
        """Returns the row of another tool."""
        arrays = self.folder / "input.npy"
        np.save(arrays, self.inputs)
        command = [python, str(WORKER), kind, str(self.weights), str(arrays)]
        command += [str(limit), str(self.options.calls)]
        theirs_alone = {k: v for k, v in os.environ.items() if k != "JAX_PLATFORMS"}
        done = subprocess.run(command, capture_output=True, text=True, env=theirs_alone)
        if done.returncode:
            raise BenchmarkError(f"{OPPONENTS[kind]}: {done.stderr.strip()[-300:]}")
        found = json.loads(done.stdout)
        ours = np.frombuffer(self.expected or b"", np.float32)
        theirs = np.asarray(found["result"], np.float32).reshape(-1)
        if not np.allclose(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE):
            raise BenchmarkError(f"{OPPONENTS[kind]} computes something else")
        return self.row(limit, OPPONENTS[kind], found["seconds"])

    def row(
        self,
        limit: int | None,
        name: str,
        seconds: list[float],
        copied: float | None = None,
        predicted: float | None = None,
        error: float | None = None,
    ) -> list[Any]:
        """Returns the cells of a contender."""
        return [
            percent_of(limit, self),
            name,
            f"{statistics.median(seconds):.4f}",
            f"{min(seconds):.4f}",
            f"{max(seconds):.4f}",
            f"{statistics.median(seconds) / self.all_kept:.2f}",
            "" if copied is None else f"{copied / 1e6:.1f}",
            "" if predicted is None else f"{predicted:.4f}",
            "" if error is None else f"{error:+.0f}",
        ]


def percent_of(limit: int | None, bench: Bench) -> str:
    """Returns a limit as a share of the weights."""
    return "" if limit is None else f"{100 * limit / bench.weight_bytes:.0f} %"


def measure(bench: Bench) -> list[list[Any]]:
    """Returns the rows of a model."""
    rows = [bench.serve(ALL_KEPT, None)]
    for percent in bench.options.limits:
        limit = bench.weight_bytes * percent // 100 // 4096 * 4096
        rows += [bench.serve(name, limit) for name in [*BY_HAND, OURS]]
        for kind in OPPONENTS:
            if python := getattr(bench.options, kind):
                rows.append(bench.oppose(kind, python, limit))
        print(f"{bench.name}, {percent} %: done", flush=True)
    width = HEAD.count("|") + 1
    return [row + [""] * (width - len(row)) for row in rows]


def parse_options() -> Any:
    """Returns the options of the command line."""
    parser = plain_parser(__doc__, EPILOG)
    add_page(parser, "docs/guide/serving.md")
    add: Callable[..., Any] = parser.add_argument
    names = ["stack", "uneven", "decode"]
    add("--models", nargs="+", choices=sorted(MODELS), default=names)
    add("--limits", nargs="+", type=int, default=[30, 50, 70, 90], help="percent")
    add("--calls", type=int, default=10, help="of each contender (default: 10)")
    for kind, name in OPPONENTS.items():
        add(f"--{kind}", metavar="PYTHON", help=f"compare with {name}, of this Python")
    return parser.parse_args()


def main() -> int:
    """Measures and writes the table."""
    options = parse_options()
    part = WrittenPart.read(options.page, "larger-than-memory/gpu.py")
    try:
        target = calibrate_gpu(times=5)
    except MemplaceError as error:
        print(f"nothing is measured, {options.page} stays as it is: {error}")
        return 0
    text = f"Measured on {datetime.date.today()}: {options.calls} calls each, after one that "
    text += "does not count.\n"
    with tempfile.TemporaryDirectory(prefix="memplace-gpu-") as name:
        for model in options.models:
            _, args = MODELS[model]()
            weights = Path(name, f"{model}.safetensors")
            size = write_weights(args[1], weights)
            inputs = np.random.default_rng(1).standard_normal(args[0].shape, np.float32)
            bench = Bench(model, Path(name), weights, size, inputs, target, options)
            text += f"\n`{model}`, {size / 1e6:.1f} MB of weights:\n\n"
            text += table(HEAD.split("|"), measure(bench))
            text += "\n"
    part.replace(text)
    print(f"wrote {options.page}")
    return 0


if __name__ == "__main__":
    run_main(main)
