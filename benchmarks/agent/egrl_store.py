# ===- egrl_store.py - What is measured of whole-life maps ------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Networks, methods and budgets that egrl.py measures, and its stored results."""

from __future__ import annotations

import json
import statistics
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

SMALL = ["resnet50", "resnet101", "bert"]
MIDDLE = ["transformer16", "transformer16_48m"]
LARGE = ["transformer24", "transformer24_48m"]
OF_PAPER = SMALL + [name + "_48m" for name in SMALL] + MIDDLE + LARGE
LARGE_SECONDS = 60  # Of CPU time.
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
UNSEEN = OF_PAPER + ["kinds/" + name for name in KINDS]
BUDGETS = [400, 4000]
# Methods with one result for all seeds and budgets.
FIXED = [
    "native",
    "rectifier alone",
    "new network, one pass",
    "policy, one pass",
    "policy or native",
]
# Trained today by the recipe of docs/guide/egrl.md.
MANY, ANEW = "many", "policy of many, one pass"
UNSEEN_METHODS = [
    ("rectifier alone", BUDGETS[0]),
    ("new network, one pass", BUDGETS[0]),
    ("policy, one pass", BUDGETS[0]),
    (ANEW, BUDGETS[0]),
    ("policy or native", BUDGETS[0]),
    ("greedy DP", BUDGETS[-1]),
    ("EGRL", BUDGETS[0]),
    ("EGRL", BUDGETS[-1]),
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
# The map found by HiGHS, followed by evolution.
FOUND = "HiGHS and evolution"
REFERENCES, REFERENCE_BUDGET = ["population", "local search"], 40000
# Solvers that also move tensors over time, and their budgets: evaluations, and episodes.
MOVING = ["search", "hybrid", "muzero"]
MOVING_BUDGETS = {"search": BUDGETS, "hybrid": BUDGETS, "muzero": [60]}
WALL_METHODS = ["random", "greedy DP", "local search", "population", "EGRL"]
WALL_METHODS += ["evolution only"]
CURVE_METHODS = ["EGRL", "EGRL, new network", "evolution only", "local search"]
CURVE_BUDGETS = [100, 1000]


@dataclass(frozen=True)
class Run:
    """One placement: the budget counts maps, or is `LARGE_SECONDS` for large problems."""

    network: str
    method: str
    budget: int
    seed: int

    def key(self) -> tuple[str, str, int, int]:
        """Key of a run in the store."""
        return (self.network, self.method, self.budget, self.seed)

    def fields(self) -> dict[str, Any]:
        """Returns the run's part of a line in the store."""
        return asdict(self)


def is_by_time(key: tuple[Any, ...]) -> bool:
    """Returns True if the budget of this key is in seconds."""
    return key[0] in LARGE and key[2] == LARGE_SECONDS


# Lines of the store by key: the key of a run, (network,) for a bound, or (network,
# method) for the wall time of 4000 maps.
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
            continue  # Incomplete after a kill: measured again.
        if "wall" in entry:
            found[(entry["network"], entry["wall"])] = entry
        elif "bound" in entry:
            found[(entry["network"],)] = entry
        else:
            run = Run(*(entry[k] for k in ("network", "method", "budget", "seed")))
            found[run.key()] = entry
    return found


@dataclass
class Results:
    """The stored results, with queries for the tables."""

    store: Store

    def spans(self, network: str, method: str, budget: int) -> list[float]:
        """Returns the makespans of all seeds."""
        return [
            entry["makespan_ps"]
            for key, entry in self.store.items()
            if len(key) == 4
            and key[:2] == (network, method)
            and (key[2] == budget or method in FIXED)
        ]

    def native(self, network: str) -> float | None:
        """Returns the native map's makespan."""
        found = self.spans(network, "native", BUDGETS[0])
        return found[0] if found else None

    def speed(self, network: str, method: str, budget: int) -> list[float]:
        """Returns the native makespan over the method's, for all seeds."""
        native = self.native(network)
        if native is None:
            return []
        return [native / span for span in self.spans(network, method, budget)]

    def bound(self, network: str) -> dict[str, Any] | None:
        """Returns the result of HiGHS."""
        return self.store.get((network,))

    def best(self, network: str) -> tuple[float, str] | None:
        """Returns the smallest makespan of all stored maps, and its method."""
        found = [
            (
                entry["makespan_ps"],
                f"{entry['method']}, {entry['budget']} {'s' if is_by_time(key) else 'maps'}",
            )
            for key, entry in self.store.items()
            if len(key) == 4 and key[0] == network and key[1] not in MOVING
        ]
        return min(found) if found else None

    def wall(self, network: str, method: str) -> float | None:
        """Returns wall seconds of a run."""
        entry = self.store.get((network, method))
        return entry["wall_seconds"] if entry else None

    def cpu(self, network: str, method: str, budget: int) -> float | None:
        """Returns average CPU seconds of a run."""
        found = [
            entry["cpu_seconds"]
            for key, entry in self.store.items()
            if len(key) == 4 and key[:3] == (network, method, budget)
        ]
        return statistics.fmean(found) if found else None


def percent(speed: float, digits: int = 2) -> str:
    """Formats a speed-up over 1."""
    return f"{100 * (speed - 1):+.{digits}f} %"
