# ===- egrl_bound.py - The optimum of whole-life maps, or a bound on it -----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A bound on the makespan of whole-life maps by a mixed-integer program, which HiGHS
solves as part of SciPy.

A variable for each tensor and tier says whether it is there; an op takes the longer of
compute and memory time, and what does not overlap of the shorter; at each step the
tensors of a tier must fit into it in bytes. Left out are offsets, so that a map that
meets the bound may not be packable, and what transfers cost. Both only make the bound
smaller: it holds for every whole-life map."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_matrix


@dataclass
class MapBound:
    """What the solver proved, seconds."""

    bound: float  # No whole-life map is faster.
    is_optimal: bool  # HiGHS closed its gap, to 1e-4.
    wall_seconds: float


@dataclass
class _Rows:
    """Constraints lower <= matrix x <= upper under way."""

    rows: list[int]
    columns: list[int]
    values: list[float]
    lower: list[float]
    upper: list[float]

    def add(self, terms: dict[int, float], lower: float, upper: float) -> None:
        """Adds one constraint."""
        for column, value in terms.items():
            self.rows.append(len(self.lower))
            self.columns.append(column)
            self.values.append(value)
        self.lower.append(lower)
        self.upper.append(upper)


def _choices(
    problem: dict[str, Any], target: dict[str, Any], copies: bool
) -> list[list[int]]:
    """Tiers where each buffer can be; without copies if that is not asked."""
    home = [tier["name"] for tier in target["tiers"]].index(target["default_tier"])
    result = []
    for buffer in problem["buffers"]:
        whole = buffer["end"] - buffer["begin"] == len(problem["ops"])
        stays = problem.get("cyclic") and whole
        is_owned = buffer.get("live_in") or buffer.get("live_out")
        result.append(
            [
                tier
                for tier, memory in enumerate(target["tiers"])
                if buffer["size"] <= memory["capacity"]
                and (copies or stays or not is_owned or tier == home)
            ]
        )
    return result


def _add_capacities(
    problem: dict[str, Any],
    target: dict[str, Any],
    variables: list[dict[int, int]],
    rows: _Rows,
    first: int,
) -> int:
    """At each step what a tier holds fits. What a caller keeps at home is free. What
    lives all the time is added up in a variable for each tier, from `first` on, so that
    not each step has all of it. Returns how many these are."""
    names = [tier["name"] for tier in target["tiers"]]
    home = names.index(target["default_tier"])
    numbers = [tier for tier in range(len(names)) if tier != home]
    steps = range(len(problem["ops"]))
    for place, tier in enumerate(numbers):
        align = target["tiers"][tier]["alignment"]
        whole: dict[int, float] = {first + place: -1.0}
        parts: dict[int, dict[int, float]] = {step: {} for step in steps}
        for number, buffer in enumerate(problem["buffers"]):
            column = variables[number].get(tier)
            if column is None:
                continue
            size = -(-buffer["size"] // align) * align / 2**20
            if buffer["end"] - buffer["begin"] == len(steps):
                whole[column] = size
                continue
            for step in range(buffer["begin"], buffer["end"]):
                parts[step][column] = size
        rows.add(whole, 0.0, 0.0)
        # The last one in a tier may end unaligned.
        limit = (target["tiers"][tier]["capacity"] + align) / 2**20
        last: dict[int, float] | None = None
        for terms in parts.values():
            if terms != last:
                rows.add({first + place: 1.0, **terms}, -np.inf, limit)
            last = terms
    return len(numbers)


def map_bound(
    problem: dict[str, Any], target: dict[str, Any], time_limit: float
) -> MapBound:
    """Returns the bound for a problem without loops, whose target combines by 'sum'."""
    begin = time.monotonic()
    result, _ = _solve_problem(problem, target, time_limit, copies=True)
    bound = result.mip_dual_bound
    if bound is None:
        raise ValueError(f"HiGHS gave no bound: {result.message}")
    return MapBound(bound * 1e-6, result.status == 0, time.monotonic() - begin)


def best_map(
    problem: dict[str, Any], target: dict[str, Any], time_limit: float
) -> list[int] | None:
    """The tier of each buffer in the best map without copies that HiGHS finds."""
    result, variables = _solve_problem(problem, target, time_limit, copies=False)
    if result.x is None:
        return None
    return [max(where, key=lambda t: result.x[where[t]]) for where in variables]


def _solve_problem(
    problem: dict[str, Any], target: dict[str, Any], time_limit: float, copies: bool
) -> tuple[Any, list[dict[int, int]]]:
    """What SciPy returns, and by buffer and tier the number of its variable."""
    if problem.get("loops") or target["combine"] != "sum":
        raise ValueError(f"{problem['name']}: loops and 'max' are not modelled")
    variables: list[dict[int, int]] = []
    count = 0
    for choices in _choices(problem, target, copies):
        variables.append({tier: count + i for i, tier in enumerate(choices)})
        count += len(choices)
    num_binary = count
    rows = _Rows([], [], [], [], [])
    for columns in variables:
        rows.add({column: 1.0 for column in columns.values()}, 1.0, 1.0)
    costs = []
    lower = [0.0] * num_binary
    for op in problem["ops"]:
        # Microseconds, so that HiGHS meets no tiny numbers.
        compute = op["compute_ps"] / 1e6
        terms = {count: -1.0}
        for access in op["accesses"]:
            for tier, column in variables[access["buffer"]].items():
                memory = target["tiers"][tier]
                each = 0.0
                if access["mode"] != "write":
                    each += 1e6 / memory["read_bytes_per_second"]
                if access["mode"] != "read":
                    each += 1e6 / memory["write_bytes_per_second"]
                each *= access["bytes"]
                terms[column] = terms.get(column, 0.0) + each
        rows.add(terms, -np.inf, 0.0)
        costs.append(1.0)
        lower.append(compute)
        count += 1
    num_added = _add_capacities(problem, target, variables, rows, count)
    costs += [0.0] * num_added
    lower += [0.0] * num_added
    count += num_added
    return _solve(rows, num_binary, count, costs, lower, time_limit), variables


def _solve(
    rows: _Rows,
    num_binary: int,
    count: int,
    costs: list[float],
    lower: list[float],
    time_limit: float,
) -> Any:
    """Runs HiGHS."""
    matrix = coo_matrix(
        (rows.values, (rows.rows, rows.columns)), shape=(len(rows.lower), count)
    ).tocsr()
    return milp(
        np.array([0.0] * num_binary + costs),
        integrality=np.array([1] * num_binary + [0] * len(costs)),
        bounds=Bounds(
            np.array(lower), np.array([1.0] * num_binary + [np.inf] * len(costs))
        ),
        constraints=LinearConstraint(matrix, rows.lower, rows.upper),
        options={"time_limit": time_limit, "mip_rel_gap": 1e-4},
    )
