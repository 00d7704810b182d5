# ===- cut_results.py - Kept results of cut.py -----------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The results of cut.py, their store, and facts on the problems."""

import csv
import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from support.pieces import piece_ps_of
from support.placements import BENCHMARKS, read_facts, read_json

STORE = BENCHMARKS / "placement" / "cut.jsonl"
CLOCKED_STORE = BENCHMARKS / "placement" / "cut_seconds.json"
# Problems with a measured time of cutting, and the number of runs; each by `greedy`,
# for the whole command.
CLOCKED = ("tpu/bert_base_b1.cmem8M", "tpu/resnet50_b1.cmem8M")
CLOCKED_RUNS = 9

# Problem -> makespan with pieces / without, in a probe that cut every large buffer into
# equal pieces, left ops whole, and charged no cost for cuts. None: not in the probe.
PROBE: dict[str, float | None] = {
    "kinds/resnet50_int8": 0.41,
    "kinds/encoder_int8": 0.48,
    "kinds/mobilenet_int8": 0.71,
    "kinds/mlp_train": 0.94,
    "kinds/unet": 0.97,
    "kinds/resnet8_int8": 0.97,
    "tpu/lstm_unrolled16.cmem8M": 0.62,
    "tpu/alexnet_b32.cmem32M": 0.87,
    "tpu/gpt2_b1.cmem32M": 0.89,
    "tpu/densenet121_b8.cmem32M": 0.93,
    "tpu/bert_base_b1.cmem8M": 0.93,
    "tpu/resnet50_train_b8.cmem32M": 0.97,
}
# The target with measured costs of pieces.
MEASURED = "h200-offload"
# Latency of a transfer at scale 1 if the target has none, picoseconds: an estimate.
LATENCY_PS = 500_000
# Scales of both costs in the table of sensitivity.
SCALES = (0.0, 0.5, 1.0, 2.0)


@dataclass(frozen=True)
class Result:
    """The result for a problem; makespans and bounds in picoseconds."""

    problem: str
    scale: float  # Of costs of pieces and transfers; -1: pieces are free, transfers as in the problem.
    cut_budget: int
    uncut_ps: int
    cut_ps: int
    # A bound over all cuts; at scale 1 over cuts that keep uncut ops in place.
    pieces_bound_ps: int
    strong_bound_ps: int  # Without cuts; 0: not computed.
    ops: int
    cut_ops: int
    buffers: int
    cut_buffers: int
    keeps: bool = False  # The search for cuts keeps placements of other ops.
    piece_ps: int = 0  # Of each piece of an op after the first.

    @property
    def least_ratio(self) -> float:
        """Returns the proven lower bound on `ratio` over all cuts."""
        return self.pieces_bound_ps / self.uncut_ps

    @property
    def ratio(self) -> float:
        """Returns the makespan with pieces divided by that without."""
        return self.cut_ps / self.uncut_ps


def load_results(store: Path) -> dict[tuple[str, float], Result]:
    """Returns the stored results, by problem and scale."""
    if not store.exists():
        return {}
    lines = store.read_text(encoding="utf-8").splitlines()
    results = [Result(**json.loads(line)) for line in lines]
    return {(result.problem, result.scale): result for result in results}


def line_of(result: Result) -> dict[str, Any]:
    """Returns the store's form of a result."""
    line = asdict(result)
    if not result.keeps:
        del line["keeps"]
    if not result.piece_ps:
        del line["piece_ps"]
    return line


def save_result(store: Path, result: Result) -> None:
    """Adds a line, or replaces the line of the same problem and scale."""
    results = load_results(store) | {(result.problem, result.scale): result}
    lines = [json.dumps(line_of(each)) + "\n" for each in results.values()]
    store.write_text("".join(lines), encoding="utf-8")


@cache
def target_name(name: str) -> str:
    """Returns the name of a problem's target."""
    target = read_json(BENCHMARKS / "problems" / f"{name}.problem.json.gz")["target"]
    return str(target["name"] if isinstance(target, dict) else target)


@cache
def strong_bounds() -> dict[str, int]:
    """Returns the proven bounds of benchmarks/facts.csv, picoseconds."""
    with open(BENCHMARKS / "facts.csv", encoding="utf-8", newline="") as file:
        return {
            f"tpu/{line['problem']}": round(float(line["bound_us"]) * 1e6)
            for line in csv.DictReader(file)
        }


def contended() -> list[str]:
    """Returns the names of the contended problems."""
    facts = read_facts().values()
    return [f"tpu/{each.name}" for each in facts if each.is_contended]


def costs_of(name: str, scale: float) -> int:
    """Returns the cost of each piece of an op after the first at a scale, picoseconds."""
    return round(scale * piece_ps_of(target_name(name))) if scale > 0 else 0
