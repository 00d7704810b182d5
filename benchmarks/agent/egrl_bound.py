# ===- egrl_bound.py - The optimum of whole-life maps, or a bound on it -----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A bound on the makespan of whole-life maps by a mixed-integer program, which HiGHS
solves as part of SciPy. benchmarks/agent/map-bound.md describes the program, its omissions,
and its proof."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from map_program import MIB, Copy, Ends, MapProgram
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_matrix

MOST_PATTERNS = 256  # Ways to place the buffers of an op with a variable each.
Terms = dict[int, float]  # Factors by variable.


@dataclass
class MapBound:
    """Results of the solver, seconds."""

    bound: float  # No whole-life map is faster.
    is_optimal: bool  # HiGHS closed its gap, to 1e-4.
    cpu_seconds: float


@dataclass
class _Model:
    """Nonnegative variables, and constraints lower <= row <= upper, under construction."""

    costs: list[float] = field(default_factory=list)
    lower_bounds: list[float] = field(default_factory=list)
    upper_bounds: list[float] = field(default_factory=list)
    is_whole: list[bool] = field(default_factory=list)
    entries: list[tuple[float, int, int]] = field(default_factory=list)
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)

    def variable(
        self, cost: float = 0.0, lower: float = 0.0, is_binary: bool = False
    ) -> int:
        """Adds a variable."""
        self.costs.append(cost)
        self.lower_bounds.append(lower)
        self.upper_bounds.append(1.0 if is_binary else np.inf)
        self.is_whole.append(is_binary)
        return len(self.costs) - 1

    def add(self, terms: Terms, lower: float, upper: float) -> None:
        """Adds one constraint."""
        row = len(self.lower)
        self.entries += [(value, row, column) for column, value in terms.items()]
        self.lower.append(lower)
        self.upper.append(upper)

    def at_most(self, terms: Terms, upper: float = 0.0) -> None:
        """Adds a constraint without a lower limit."""
        self.add(terms, -np.inf, upper)

    def solve(self, time_limit: float) -> Any:
        """Runs HiGHS."""
        values, rows, columns = zip(*self.entries, strict=True)
        shape = (len(self.lower), len(self.costs))
        matrix = coo_matrix((values, (rows, columns)), shape=shape).tocsr()
        return milp(
            np.array(self.costs),
            integrality=np.array([int(whole) for whole in self.is_whole]),
            bounds=Bounds(np.array(self.lower_bounds), np.array(self.upper_bounds)),
            constraints=LinearConstraint(matrix, self.lower, self.upper),
            options={"time_limit": time_limit, "mip_rel_gap": 1e-4},
        )


def _add_to(terms: Terms, more: Terms, factor: float = 1.0) -> Terms:
    """Adds to the factors, and returns the sum."""
    for column, value in more.items():
        terms[column] = terms.get(column, 0.0) + factor * value
    return terms


@dataclass
class _Op:
    """An op of the program: its duration, the busy times of its tiers, and, for each
    placement of its buffers, both by the variable of the placement."""

    duration: Terms
    busy: list[Terms]
    patterns: dict[int, tuple[float, list[float]]]


@dataclass
class _Formulation:
    """A variable for each buffer and allowed tier, and the variables of each op."""

    program: MapProgram
    has_copies: bool  # Buffers may be copied.
    model: _Model = field(default_factory=_Model)
    places: list[dict[int, int]] = field(default_factory=list)
    ops: list[_Op] = field(default_factory=list)

    def build(self) -> None:
        """Builds the whole program."""
        program = self.program
        for number in range(len(program.buffers)):
            choices = program.choices(number, self.has_copies)
            columns = {t: self.model.variable(is_binary=True) for t in choices}
            self.places.append(columns)
            if columns:
                self.model.add(dict.fromkeys(columns.values(), 1.0), 1.0, 1.0)
        has_flows = self.has_copies and not program.problem.get("cyclic")
        choices_of = [list(columns) for columns in self.places]
        for op, trips in zip(program.problem["ops"], program.trips, strict=True):
            patterns = []
            if has_flows:  # Otherwise a longer op gains nothing.
                patterns = list(program.patterns(op, choices_of, MOST_PATTERNS))
            if patterns:
                self.ops.append(self._exact_op(op, trips, patterns))
            else:
                self.ops.append(self._longer_op(op, trips))
        flows = _Flows(self) if has_flows else None
        if flows:
            flows.build()
        for tier in range(len(program.names)):
            self._add_capacity(tier, flows)

    def _exact_op(
        self, op: dict[str, Any], trips: int, patterns: list[dict[int, int]]
    ) -> _Op:
        """Formulates an op with a variable for each pattern of placements."""
        result = _Op({}, [{} for _ in self.program.names], {})
        marginals: dict[int, Terms] = {}
        for pattern in patterns:
            duration, busy = self.program.times(op, pattern)
            variable = self.model.variable(cost=trips * duration)
            result.patterns[variable] = (duration, busy)
            result.duration[variable] = duration
            for terms, each in zip(result.busy, busy, strict=True):
                terms[variable] = each
            for number, tier in pattern.items():
                place = self.places[number][tier]
                marginals.setdefault(place, {place: -1.0})[variable] = 1.0
        self.model.add(dict.fromkeys(result.patterns, 1.0), 1.0, 1.0)
        for terms in marginals.values():
            self.model.add(terms, 0.0, 0.0)
        return result

    def _longer_op(self, op: dict[str, Any], trips: int) -> _Op:
        """Formulates an op with a variable that is at least the duration."""
        launch, compute, alone = self.program.rates(op)
        duration = self.model.variable(cost=float(trips), lower=launch + compute)
        busy: list[Terms] = [{} for _ in self.program.names]
        memory: list[Terms] = [{} for _ in self.program.names]
        for access in op["accesses"]:
            for tier, column in self.places[access["buffer"]].items():
                each = self.program.busy(access, tier)
                _add_to(busy[tier], {column: each})
                efficiency = access.get("efficiency", 1.0)
                _add_to(memory[tier], {column: each / efficiency})
        if self.program.target["combine"] == "sum":
            together: Terms = {}
            for terms in memory:
                _add_to(together, terms)
            memory = [together]
        for terms in memory:
            for factor, rest in ((1.0, alone * compute), (alone, compute)):
                if terms and factor:
                    row = _add_to({duration: -1.0}, terms, factor)
                    self.model.at_most(row, -launch - rest)
        return _Op({duration: 1.0}, busy, {})

    def _add_capacity(self, tier: int, flows: _Flows | None) -> None:
        """Limits the bytes in a tier at each step. A separate variable sums buffers
        that live all the time, so that not each step repeats them."""
        memory = self.program.target["tiers"][tier]
        align, steps = memory["alignment"], self.program.steps
        whole = self.model.variable()
        whole_terms: Terms = {whole: -1.0}
        parts: list[Terms] = [{whole: 1.0} for _ in range(steps)]
        for number, buffer in enumerate(self.program.buffers):
            if tier not in self.places[number]:
                continue
            column = self.places[number][tier]
            size = -(-buffer["size"] // align) * align / MIB
            room = self.program.room(number, tier)
            if len(room) == steps:
                whole_terms[column] = size
                continue
            for step in room:
                parts[step][column] = size
        self.model.add(whole_terms, 0.0, 0.0)
        if flows:
            flows.add_room(tier, parts)
        # The last buffer in a tier may end unaligned.
        limit = (memory["capacity"] + align) / MIB
        for step, terms in enumerate(parts):
            if step == 0 or terms != parts[step - 1]:
                self.model.at_most(terms, limit)


@dataclass
class _Flows:
    """Bytes that have flowed from one tier to another by the end of the stall before a
    step, or of the final stall, and by the end of each op: for copies in, and for
    copies back."""

    whole: _Formulation
    copies: list[tuple[Copy, int]] = field(default_factory=list)  # With the variable.
    # By ends: after stall 0, op 0, stall 1 and so on.
    to_use: dict[Ends, list[int]] = field(default_factory=dict)
    to_home: dict[Ends, list[int]] = field(default_factory=dict)

    def build(self) -> None:
        """Adds all constraints except room."""
        program, model = self.whole.program, self.whole.model
        for number, columns in enumerate(self.whole.places):
            for tier, column in columns.items():
                copy = program.copy_to(number, tier)
                self.copies += [(copy, column)] if copy else []
        stalls = [model.variable(cost=1.0) for _ in range(program.steps + 1)]
        for ends in program.channels:
            if any(copy.comes for copy, _ in self.copies):
                self.to_use[ends] = self._new_flow()
            if any(copy.returns for copy, _ in self.copies):
                self.to_home[ends] = self._new_flow()
        for step, stall in enumerate(stalls):
            self._add_time(2 * step, {stall: 1.0}, None)
        for step, op in enumerate(self.whole.ops):
            self._add_time(2 * step + 1, op.duration, op)
        for tier in range(len(program.names)):
            for end in (0, 1):
                self._add_arrivals(tier, end)
                self._add_returns(tier, end)

    def _new_flow(self) -> list[int]:
        """Adds a variable that never decreases."""
        model = self.whole.model
        flow = [model.variable() for _ in range(2 * self.whole.program.steps + 1)]
        for before, after in zip(flow, flow[1:]):
            model.at_most({before: 1.0, after: -1.0})
        return flow

    def _moved(self, ends: Ends, at: int) -> Terms:
        """Returns the flow during one op or stall."""
        terms: Terms = {}
        for flows in (self.to_use, self.to_home):
            if ends in flows:
                terms[flows[ends][at]] = 1.0
                if at:
                    terms[flows[ends][at - 1]] = -1.0
        return terms

    def _add_time(self, at: int, length: Terms, op: _Op | None) -> None:
        """Limits the flow in an op or stall by the time of channels and tiers."""
        program, model = self.whole.program, self.whole.model
        for ends, each in program.channels.items():
            moved = self._moved(ends, at)
            model.at_most(_add_to(_add_to({}, moved, each), length, -1.0))
            if op and op.patterns:
                most = {v: program.most_flow(ends, *t) for v, t in op.patterns.items()}
                model.at_most(_add_to(moved, most, -1.0))
        for tier in range(len(program.names)):
            terms = _add_to({}, length, -1.0)
            if op:
                _add_to(terms, op.busy[tier])
            for ends in program.channels:
                each = program.per_flow(ends, tier)
                if each:
                    _add_to(terms, self._moved(ends, at), each)
            model.at_most(terms)

    def _add_arrivals(self, tier: int, end: int) -> None:
        """Requires bytes to have left a tier (`end` 0), or arrived in a tier (1),
        before each first use."""
        due: dict[int, Terms] = {}
        for copy, column in self.copies:
            if copy.comes and (copy.home, copy.tier)[end] == tier:
                due.setdefault(copy.first, {})[column] = copy.size
        flows = [flow for ends, flow in self.to_use.items() if ends[end] == tier]
        so_far: Terms = {}
        for step in sorted(due):
            so_far |= due[step]
            sent = dict.fromkeys((flow[2 * step] for flow in flows), 1.0)
            self.whole.model.at_most(_add_to(dict(so_far), sent, -1.0))

    def _add_returns(self, tier: int, end: int) -> None:
        """Requires the same after each last write."""
        due: dict[int, Terms] = {}
        for copy, column in self.copies:
            if copy.returns and (copy.tier, copy.home)[end] == tier:
                due.setdefault(copy.last_write, {})[column] = copy.size
        flows = [flow for ends, flow in self.to_home.items() if ends[end] == tier]
        so_far: Terms = {}
        for step in sorted(due, reverse=True):
            so_far |= due[step]
            sent: Terms = dict.fromkeys((flow[-1] for flow in flows), 1.0)
            sent |= dict.fromkeys((flow[2 * step + 1] for flow in flows), -1.0)
            self.whole.model.at_most(_add_to(dict(so_far), sent, -1.0))

    def add_room(self, tier: int, parts: list[Terms]) -> None:
        """Adds to each step's terms the bytes in a tier before a first use or after a
        last use. If data may take a detour, the origin of a flow is unknown."""
        model = self.whole.model
        if len(self.whole.program.names) > 2:
            return
        here = [(copy, column) for copy, column in self.copies if copy.tier == tier]
        arrived = [flow for ends, flow in self.to_use.items() if ends[1] == tier]
        left = [flow for ends, flow in self.to_home.items() if ends[0] == tier]
        for step, part in enumerate(parts):
            early = {flow[2 * step + 1]: 1.0 for flow in arrived}
            late: Terms = {}
            for copy, column in here:
                if copy.comes and copy.first <= step:
                    early[column] = -copy.size
                if copy.returns and copy.last < step:
                    late[column] = copy.size
            _add_to(late, dict.fromkeys((flow[2 * step] for flow in left), -1.0))
            for terms in (early, late):
                variable = model.variable()
                part[variable] = 1.0
                model.at_most(_add_to(terms, {variable: -1.0}))


def map_bound(
    problem: dict[str, Any],
    target: dict[str, Any],
    time_limit: float,
    may_split: bool = False,
) -> MapBound:
    """Returns the bound; `may_split` gives a lower bound sooner, over maps that may
    split a buffer between tiers."""
    begin = time.process_time()
    formulation = _Formulation(MapProgram(problem, target), has_copies=True)
    formulation.build()
    if may_split:
        formulation.model.is_whole = [False] * len(formulation.model.is_whole)
    result = formulation.model.solve(time_limit)
    bound = result.fun if may_split and result.status == 0 else result.mip_dual_bound
    if bound is None:
        raise ValueError(f"HiGHS gave no bound: {result.message}")
    seconds = time.process_time() - begin
    return MapBound(bound * 1e-6, result.status == 0 and not may_split, seconds)


def best_map(
    problem: dict[str, Any], target: dict[str, Any], time_limit: float
) -> list[int] | None:
    """Returns the tier of each buffer in the best map without copies by HiGHS."""
    formulation = _Formulation(MapProgram(problem, target), has_copies=False)
    formulation.build()
    result = formulation.model.solve(time_limit)
    if result.x is None:
        return None
    return [
        max(where, key=lambda tier: result.x[where[tier]]) if where else home
        for where, home in zip(
            formulation.places, formulation.program.homes, strict=True
        )
    ]
