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
compute and memory time, once a trip of the loops around it; at each step the tensors of
a tier must fit into it in bytes. Where a program runs once, what is copied in before its
first use, or back after it is written for the last time, needs the time that ops leave
of both tiers and of their channels until then, or from then on, or stalls. Left out are
offsets, so that a map that meets the bound may not be packable, latencies, what transfers
of a cyclic program cost, and all but the longer of compute and memory. All of that only
makes the bound smaller: it holds for every whole-life map."""

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


def _homes(problem: dict[str, Any], target: dict[str, Any]) -> list[int]:
    """The tier where the caller has each buffer, if it has it."""
    names = [tier["name"] for tier in target["tiers"]]
    default = target["default_tier"]
    return [names.index(buffer.get("home", default)) for buffer in problem["buffers"]]


def _is_copied(problem: dict[str, Any], buffer: dict[str, Any]) -> bool:
    """Whether it is copied where a map has it in another tier than its home."""
    whole = buffer["end"] - buffer["begin"] == len(problem["ops"])
    stays = problem.get("cyclic") and whole
    return not stays and bool(buffer.get("live_in") or buffer.get("live_out"))


def _trips(problem: dict[str, Any]) -> list[int]:
    """How often each op runs."""
    trips = [1] * len(problem["ops"])
    for loop in problem.get("loops", []):
        for step in range(loop["begin"], loop["end"]):
            trips[step] *= loop["trip_count"]
    return trips


def _uses(problem: dict[str, Any]) -> list[list[tuple[int, str]]]:
    """Of each buffer the steps that use it, and how."""
    uses: list[list[tuple[int, str]]] = [[] for _ in problem["buffers"]]
    for step, op in enumerate(problem["ops"]):
        for access in op["accesses"]:
            uses[access["buffer"]].append((step, access["mode"]))
    return uses


def _choices(
    problem: dict[str, Any], target: dict[str, Any], copies: bool
) -> list[list[int]]:
    """Tiers where each buffer can be; without copies if that is not asked."""
    return [
        [
            tier
            for tier, memory in enumerate(target["tiers"])
            if tier == home
            or buffer["size"] <= memory["capacity"]
            and (copies or not _is_copied(problem, buffer))
        ]
        for buffer, home in zip(problem["buffers"], _homes(problem, target))
    ]


def _add_capacities(
    problem: dict[str, Any],
    target: dict[str, Any],
    variables: list[dict[int, int]],
    rows: _Rows,
    first: int,
) -> int:
    """At each step what a tier holds fits. What a caller keeps at home is free, and what
    is copied is elsewhere at least from its first use to its last. What lives all the
    time is added up in a variable for each tier, from `first` on, so that not each step
    has all of it. Returns how many these are."""
    steps = range(len(problem["ops"]))
    homes = _homes(problem, target)
    uses = _uses(problem)
    for tier, memory in enumerate(target["tiers"]):
        align = memory["alignment"]
        whole: dict[int, float] = {first + tier: -1.0}
        parts: dict[int, dict[int, float]] = {step: {} for step in steps}
        for number, buffer in enumerate(problem["buffers"]):
            column = variables[number].get(tier)
            is_owned = buffer.get("live_in") or buffer.get("live_out")
            if column is None or is_owned and tier == homes[number]:
                continue
            size = -(-buffer["size"] // align) * align / 2**20
            begin, end = buffer["begin"], buffer["end"]
            if _is_copied(problem, buffer):
                at = [step for step, _ in uses[number]]
                begin, end = (at[0], at[-1] + 1) if at else (0, 0)
            if end - begin == len(steps):
                whole[column] = size
                continue
            for step in range(begin, end):
                parts[step][column] = size
        rows.add(whole, 0.0, 0.0)
        # The last one in a tier may end unaligned.
        limit = (memory["capacity"] + align) / 2**20
        last: dict[int, float] | None = None
        for terms in parts.values():
            if terms != last:
                rows.add({first + tier: 1.0, **terms}, -np.inf, limit)
            last = terms
    return len(target["tiers"])


def _per_byte(memory: dict[str, Any], mode: str) -> float:
    """Microseconds that an access of a byte takes; infinite where there is none."""
    rates = [memory["read_bytes_per_second"]] if mode != "write" else []
    rates += [memory["write_bytes_per_second"]] if mode != "read" else []
    return sum(1e6 / rate if rate else np.inf for rate in rates)


@dataclass
class _Resource:
    """What copies need: a tier's time, or that of the channels at it."""

    tier: int
    leaving: float  # Microseconds for a byte of a copy from there.
    arriving: float  # Likewise to there.
    is_memory: bool  # Ops take of it, too.


def _resources(target: dict[str, Any]) -> list[_Resource]:
    """Of each tier. Those of channels are all that begin, or end, there together."""
    result = []
    for tier, memory in enumerate(target["tiers"]):
        reads, writes = (
            each if np.isfinite(each) else 0.0
            for each in (_per_byte(memory, "read"), _per_byte(memory, "write"))
        )
        result.append(_Resource(tier, reads, writes, True))
        for end in ("from", "to"):
            rates = [
                channel["bytes_per_second"]
                for channel in target.get("channels", [])
                if channel[end] == memory["name"]
            ]
            each = 1e6 / sum(rates) if rates else 0.0
            leaving, arriving = (each, 0.0) if end == "from" else (0.0, each)
            result.append(_Resource(tier, leaving, arriving, False))
    return result


@dataclass
class _Times:
    """Of ops: where their variables begin, how often they run, and by step, tier and
    variable how long they keep a tier busy. Microseconds."""

    first: int
    trips: list[int]
    busy: list[list[dict[int, float]]]

    def left(self, steps: range, resource: _Resource, stalls: int) -> dict[int, float]:
        """Minus what ops of `steps`, and stalls, leave of a resource."""
        terms = {stalls: -1.0}
        for step in steps:
            terms[self.first + step] = -1.0 * self.trips[step]
            if resource.is_memory:
                for column, each in self.busy[step][resource.tier].items():
                    terms[column] = terms.get(column, 0.0) + each * self.trips[step]
        return terms


def _add_copies(
    problem: dict[str, Any],
    target: dict[str, Any],
    variables: list[dict[int, int]],
    rows: _Rows,
    times: _Times,
    stalls: int,
) -> None:
    """What is copied in by a step, and back from a step on, fits into what ops leave."""
    steps = len(problem["ops"])
    uses = _uses(problem)
    homes = _homes(problem, target)
    for resource in _resources(target):
        due: dict[int, dict[int, float]] = {}
        back: dict[int, dict[int, float]] = {}
        for number, buffer in enumerate(problem["buffers"]):
            home = homes[number]
            writes = [step for step, mode in uses[number] if mode != "read"]
            for tier, column in variables[number].items():
                if tier == home or not uses[number] or not _is_copied(problem, buffer):
                    continue
                to_tier = (resource.tier == home) * resource.leaving
                to_tier += (resource.tier == tier) * resource.arriving
                to_home = (resource.tier == tier) * resource.leaving
                to_home += (resource.tier == home) * resource.arriving
                step, mode = uses[number][0]
                if buffer.get("live_in") and mode != "write" and to_tier:
                    due.setdefault(step, {})[column] = to_tier * buffer["size"]
                if buffer.get("live_out") and writes and to_home:
                    back.setdefault(writes[-1], {})[column] = to_home * buffer["size"]
        for moved, order in ((due, sorted(due)), (back, sorted(back, reverse=True))):
            so_far: dict[int, float] = {}
            for step in order:
                so_far |= moved[step]
                around = range(step) if moved is due else range(step + 1, steps)
                terms = times.left(around, resource, stalls)
                for column, each in so_far.items():
                    terms[column] = terms.get(column, 0.0) + each
                rows.add(terms, -np.inf, 0.0)


def map_bound(
    problem: dict[str, Any], target: dict[str, Any], time_limit: float
) -> MapBound:
    """Returns the bound."""
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
    variables: list[dict[int, int]] = []
    count = 0
    for choices in _choices(problem, target, copies):
        variables.append({tier: count + i for i, tier in enumerate(choices)})
        count += len(choices)
    num_binary = count
    rows = _Rows([], [], [], [], [])
    for columns in variables:
        rows.add({column: 1.0 for column in columns.values()}, 1.0, 1.0)
    times = _Times(count, _trips(problem), [])
    lower = [0.0] * num_binary
    for op in problem["ops"]:
        # Microseconds, so that HiGHS meets no tiny numbers.
        lower.append(op["compute_ps"] / 1e6)
        times.busy.append(_busy(op, target, variables, rows))
        together = [times.busy[-1]] if target["combine"] == "sum" else []
        for tiers in together or [[tier] for tier in times.busy[-1]]:
            terms = {count: -1.0}
            for tier in tiers:
                for column, each in tier.items():
                    terms[column] = terms.get(column, 0.0) + each
            rows.add(terms, -np.inf, 0.0)
        count += 1
    costs = [float(each) for each in times.trips] + [1.0]
    if not problem.get("cyclic"):
        _add_copies(problem, target, variables, rows, times, count)
    count += 1  # Stalls.
    num_added = _add_capacities(problem, target, variables, rows, count)
    costs += [0.0] * num_added
    lower += [0.0] * (1 + num_added)
    count += num_added
    return _solve(rows, num_binary, count, costs, lower, time_limit), variables


def _busy(
    op: dict[str, Any],
    target: dict[str, Any],
    variables: list[dict[int, int]],
    rows: _Rows,
) -> list[dict[int, float]]:
    """By tier and variable, how long an op keeps a tier busy, microseconds. What can't
    be served from a tier is not there."""
    busy: list[dict[int, float]] = [{} for _ in target["tiers"]]
    for access in op["accesses"]:
        for tier, column in variables[access["buffer"]].items():
            each = _per_byte(target["tiers"][tier], access["mode"]) * access["bytes"]
            if np.isfinite(each):
                busy[tier][column] = busy[tier].get(column, 0.0) + each
            else:
                rows.add({column: 1.0}, -np.inf, 0.0)
    return busy


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
