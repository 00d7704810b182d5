#!/usr/bin/env python3
# ===- cpsat.py - Order and recomputation by OR-Tools' CP-SAT, as a peer ------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Finds an order with a low peak by CP-SAT, as a peer of `memplace-solve --schedule`.

    cpsat.py PROBLEM [--recompute PERCENT] [--seconds N] [-o SCHEDULED --map MAP]

The formulation is that of Moccasin (Bartan et al. 2023), but with free orders: each
copy of an op has a position, each copy of a value an interval from its first write to
its last read, and the intervals on the stack (`cumulative`) stay below the peak. A
reader takes one of the copies of each value it reads. Ops that write one value, e.g.
`fill` and a product, are repeated together. The given order is the hint.

Needs `pip install ortools`. Prints a line of JSON: the peak, the bound, and both after
each improvement.
"""

from __future__ import annotations

import json
import math
import resource
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from interpreter import Mismatch, Program, read
from orders import compare
from ortools.sat.python import cp_model

from support.command_line import plain_parser

EPILOG = """\
exit codes:
  0  an order was found
  1  none was found, or the problem has loops
  2  bad command line or file
"""


@dataclass
class Value:
    """The contents of a buffer from a write of all of it to the next such write."""

    buffer: int
    writers: list[int] = field(default_factory=list)
    """Ops, in order: a write, then updates."""
    readers: list[int] = field(default_factory=list)
    """Ops that read the finished value."""
    is_given: bool = False
    """An argument's contents: no op of the program writes them first."""


@dataclass
class Graph:
    """Values of a program, and the orders between ops that do not follow from them."""

    program: Program
    values: list[Value] = field(default_factory=list)
    before: set[tuple[int, int]] = field(default_factory=set)
    """Pairs of ops whose order is kept."""
    fixed: set[int] = field(default_factory=set)
    """Ops that are not repeated."""
    reads: dict[int, list[int]] = field(default_factory=dict)
    """Finished values that each op reads."""
    writes: dict[int, list[int]] = field(default_factory=dict)
    """Values that each op writes."""

    def __post_init__(self) -> None:
        if self.program.loops:
            raise Mismatch("problems with loops are not supported")
        accesses: dict[int, list[tuple[int, str]]] = {}
        for step, op in enumerate(self.program.ops):
            # Reads see the contents from before the writes.
            for access in sorted(op["accesses"], key=lambda a: a["mode"] != "read"):
                use = (step, access["mode"])
                accesses.setdefault(access["buffer"], []).append(use)
        for buffer, uses in accesses.items():
            self._split(buffer, uses)
        for number, value in enumerate(self.values):
            for step in value.writers:
                self.writes.setdefault(step, []).append(number)
            for step in value.readers:
                self.reads.setdefault(step, []).append(number)

    def _split(self, buffer: int, uses: list[tuple[int, str]]) -> None:
        """Adds the values of a buffer."""
        fields = self.program.buffers[buffer]
        value = Value(buffer, is_given=True)
        values = [value]
        for step, mode in uses:
            if mode == "write":
                value = Value(buffer)
                values.append(value)
            if mode != "read":
                value.writers.append(step)
            elif step not in value.readers:
                value.readers.append(step)
        in_place = fields.get("live_in") or fields.get("live_out")
        for at, value in enumerate(values):
            self._keep_early_reads(value)
            if in_place:
                self.fixed.update(value.writers)
                if at:
                    earlier = values[at - 1]
                    for step in {*earlier.readers, *earlier.writers}:
                        self._keep(step, value.writers[0])
        self.values.extend(v for v in values if v.writers or v.readers)

    def _keep_early_reads(self, value: Value) -> None:
        """Keeps the order of ops that read a value before its last update."""
        if not value.writers:
            return
        last = value.writers[-1]
        early = [step for step in value.readers if step <= last]
        for step in early:
            self.fixed.update([step, *value.writers])
            for writer in value.writers:
                self._keep(min(step, writer), max(step, writer))
        value.readers = [step for step in value.readers if step > last]

    def _keep(self, first: int, then: int) -> None:
        """Keeps the order of two ops."""
        if first != then:
            self.before.add((first, then))

    def units(self) -> list[list[int]]:
        """Returns groups of ops that are repeated together: they write one value."""
        parent = [*range(len(self.program.ops))]

        def root(step: int) -> int:
            while parent[step] != step:
                parent[step] = parent[parent[step]]
                step = parent[step]
            return step

        for value in self.values:
            for step in value.writers:
                parent[root(step)] = root(value.writers[0])
        groups: dict[int, list[int]] = {}
        for step in range(len(parent)):
            groups.setdefault(root(step), []).append(step)
        return [*groups.values()]

    def may_repeat(self, unit: list[int]) -> bool:
        """Returns true if the ops of a unit may run again."""
        if any(self.program.ops[step].get("once") for step in unit):
            return False
        return not any(
            step in self.fixed
            or not self.writes.get(step)
            or any(self.values[v].is_given for v in self.writes[step])
            for step in unit
        )


Copy = tuple[int, int]  # An op or a value, and the number of the copy.


@dataclass
class Formulation:
    """The constraints of a program."""

    graph: Graph
    copies: int
    percent: float
    keeps_order: bool = False
    """Whether first copies run in the given order, as in Moccasin."""
    model: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    position: dict[Copy, Any] = field(default_factory=dict)
    active: dict[Copy, Any] = field(default_factory=dict)
    """Whether a copy of an op runs."""
    takes: dict[tuple[Copy, Copy], Any] = field(default_factory=dict)
    """Whether a copy of an op reads a copy of a value."""

    def __post_init__(self) -> None:
        self.unit = {
            step: number
            for number, unit in enumerate(self.graph.units())
            for step in unit
        }
        self._add_ops()
        self._add_reads()
        self._add_orders()
        if self.keeps_order:
            for step in range(1, len(self.graph.program.ops)):
                self.model.add(self.position[step - 1, 0] < self.position[step, 0])
        self._add_values()
        self._add_budget()
        self.model.minimize(self.peak)

    def _add_ops(self) -> None:
        """Adds the copies of ops, each at its own position."""
        count = len(self.graph.program.ops)
        plain = self.percent <= 0
        units = self.graph.units()
        repeated = [] if plain else [u for u in units if self.graph.may_repeat(u)]
        self.horizon = count + (self.copies - 1) * sum(map(len, repeated))
        can_repeat = {step for unit in repeated for step in unit}
        intervals = []
        used: dict[tuple[int, int], Any] = {}
        for step in range(count):
            for copy in range(self.copies if step in can_repeat else 1):
                at = self.model.new_int_var(0, self.horizon - 1, f"at{step}.{copy}")
                key = (self.unit[step], copy)
                if key not in used:
                    used[key] = self.model.new_bool_var(f"runs{key}") if copy else 1
                    if copy:
                        self.model.add_hint(used[key], 0)
                self.position[step, copy] = at
                self.active[step, copy] = used[key]
                if copy:
                    interval = self.model.new_optional_interval_var(
                        at, 1, at + 1, used[key], ""
                    )
                else:
                    self.model.add_hint(at, step)
                    interval = self.model.new_interval_var(at, 1, at + 1, "")
                intervals.append(interval)
        self.used = used
        self.model.add_no_overlap(intervals)

    def _copies_of(self, value: int) -> list[int]:
        """Returns the numbers of a value's copies."""
        writers = self.graph.values[value].writers
        first = writers[0] if writers else None
        if first is None:
            return [0]
        return [copy for copy in range(self.copies) if (first, copy) in self.position]

    def _runs(self, step: int, copy: int) -> list[Any]:
        """Returns the literals that are true if a copy of an op runs."""
        active = self.active[step, copy]
        return [] if isinstance(active, int) else [active]

    def _add_reads(self) -> None:
        """Each op that runs reads one copy of each value, after its last writer."""
        for (step, copy), at in self.position.items():
            for value in self.graph.reads.get(step, []):
                writers = self.graph.values[value].writers
                if not writers:
                    continue
                choices = []
                copies = self._copies_of(value)
                for other in copies:
                    take = self.model.new_bool_var("")
                    if len(copies) == 1:
                        self.model.add(take == 1)
                    self.model.add_hint(take, int(other == 0))
                    self.takes[(step, copy), (value, other)] = take
                    last = self.position[writers[-1], other]
                    runs = self._runs(step, copy)
                    self.model.add(last < at).only_enforce_if(take, *runs)
                    for literal in self._runs(writers[-1], other):
                        self.model.add_implication(take, literal)
                    choices.append(take)
                self.model.add_exactly_one(choices)

    def _add_orders(self) -> None:
        """Keeps the order of writers of a value, and the other pairs."""
        for value in self.graph.values:
            for first, then in zip(value.writers, value.writers[1:]):
                for copy in range(self.copies):
                    if first != then and (first, copy) in self.position:
                        self.model.add(
                            self.position[first, copy] < self.position[then, copy]
                        )
        for first, then in self.graph.before:
            # At least one of both is not repeated if an in-place write depends on it.
            for copy in range(self.copies):
                if (first, copy) not in self.position:
                    continue
                for other in range(self.copies):
                    if (then, other) in self.position:
                        runs = self._runs(first, copy) + self._runs(then, other)
                        rule = self.model.add(
                            self.position[first, copy] < self.position[then, other]
                        )
                        if runs:
                            rule.only_enforce_if(*runs)

    def _add_values(self) -> None:
        """Adds the intervals of values, which stay below the peak."""
        program = self.graph.program
        intervals, sizes = [], []
        for number, value in enumerate(self.graph.values):
            if program.is_external(value.buffer) or not value.writers:
                continue
            for copy in self._copies_of(number):
                interval = self._interval(number, copy)
                intervals.append(interval)
                sizes.append(program.buffers[value.buffer]["size"])
        # Units of the common divisor keep the numbers small.
        self.unit_bytes = math.gcd(*sizes) or 1
        top = program.peak() // self.unit_bytes
        self.peak = self.model.new_int_var(0, top, "peak")
        self.model.add_hint(self.peak, top)
        demands = [size // self.unit_bytes for size in sizes]
        self.model.add_cumulative(intervals, demands, self.peak)

    def _interval(self, number: int, copy: int) -> Any:
        """Returns the interval of a copy of a value."""
        value = self.graph.values[number]
        end = self.model.new_int_var(1, self.horizon, "")
        length = self.model.new_int_var(1, self.horizon, "")
        begin = self.position[value.writers[0], copy]
        self.model.add(end > self.position[value.writers[-1], copy])
        for step in value.readers:
            for other in range(self.copies):
                take = self.takes.get(((step, other), (number, copy)))
                if take is not None:
                    rule = self.model.add(end > self.position[step, other])
                    rule.only_enforce_if(take, *self._runs(step, other))
        readers = [*value.readers, value.writers[-1]]
        self.model.add_hint(end, max(readers) + 1)
        self.model.add_hint(length, max(readers) + 1 - value.writers[0])
        runs = self._runs(value.writers[0], copy)
        if runs:
            return self.model.new_optional_interval_var(begin, length, end, runs[0], "")
        return self.model.new_interval_var(begin, length, end, "")

    def _add_budget(self) -> None:
        """Limits the time of repeated ops, in units of a millionth of all."""
        program = self.graph.program
        times = [program.seconds(step) for step in range(len(program.ops))]
        scale = 1e8 / (sum(times) or 1)
        terms = [
            round(times[step] * scale + 0.5) * self.active[step, copy]
            for step, copy in self.position
            if copy
        ]
        if terms:
            self.model.add(sum(terms) <= int(self.percent * 1e6))


def scheduled(
    formulation: Formulation, solver: cp_model.CpSolver
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the scheduled problem and its map."""
    graph, program = formulation.graph, formulation.graph.program
    runs = [
        key
        for key, active in formulation.active.items()
        if isinstance(active, int) or solver.boolean_value(active)
    ]
    runs.sort(key=lambda key: solver.value(formulation.position[key]))
    names: dict[tuple[int, int, int], int] = {}
    buffers: list[int] = []

    def buffer_of(buffer: int, value: int, copy: int) -> int:
        """Returns the scheduled buffer of a copy of a value."""
        # Arguments and results keep their place; other values have their own.
        fields = program.buffers[buffer]
        keeps = fields.get("live_in") or fields.get("live_out")
        key = (buffer, -1, 0) if keeps else (buffer, value, copy)
        if key not in names:
            names[key] = len(buffers)
            buffers.append(buffer)
        return names[key]

    ops = []
    for step, copy in runs:
        written = {graph.values[v].buffer: v for v in graph.writes.get(step, [])}
        taken = {}
        for value in graph.reads.get(step, []):
            taken[graph.values[value].buffer] = (value, 0)
            for other in formulation._copies_of(value):
                take = formulation.takes.get(((step, copy), (value, other)))
                if take is not None and solver.boolean_value(take):
                    taken[graph.values[value].buffer] = (value, other)
        accesses = []
        for access in program.ops[step]["accesses"]:
            buffer = access["buffer"]
            if access["mode"] != "read":
                value, other = written[buffer], copy
            else:
                value, other = taken.get(buffer) or (written.get(buffer, -1), copy)
            accesses.append(access | {"buffer": buffer_of(buffer, value, other)})
        ops.append(program.ops[step] | {"accesses": accesses})
    mapping = {"ops": [step for step, _ in runs], "buffers": buffers}
    return _problem(program, ops, buffers), mapping


def _problem(
    program: Program, ops: list[dict[str, Any]], buffers: list[int]
) -> dict[str, Any]:
    """Returns a problem of ops in order, with live ranges."""
    spans: dict[int, list[int]] = {}
    for step, op in enumerate(ops):
        for access in op["accesses"]:
            spans.setdefault(access["buffer"], []).append(step)
    result = []
    for number, original in enumerate(buffers):
        fields = dict(program.buffers[original])
        fields["begin"] = 0 if fields.get("live_in") else spans[number][0]
        fields["end"] = len(ops) if fields.get("live_out") else spans[number][-1] + 1
        if fields.get("live_in") and program.is_external(original):
            fields["end"] = len(ops)
        result.append(fields)
    return program.problem | {"buffers": result, "ops": ops}


class Progress(cp_model.CpSolverSolutionCallback):
    """Notes each improvement: seconds, peak in bytes."""

    def __init__(self, unit_bytes: int) -> None:
        super().__init__()
        self.unit_bytes = unit_bytes
        self.begin = time.monotonic()
        self.steps: list[tuple[float, int]] = []

    def on_solution_callback(self) -> None:
        """Called by the solver."""
        peak = round(self.objective_value) * self.unit_bytes
        self.steps.append((round(time.monotonic() - self.begin, 1), peak))


def main(arguments: list[str]) -> int:
    """Solves and prints."""
    parser = plain_parser(__doc__, EPILOG)
    parser.add_argument("problem", type=Path)
    parser.add_argument("--recompute", type=float, default=0, metavar="PERCENT")
    parser.add_argument("--copies", type=int, default=2, help="of each op, default: 2")
    parser.add_argument(
        "--keep-order", action="store_true", help="of first copies, as in Moccasin"
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, help="the scheduled problem")
    parser.add_argument("--map", type=Path)
    options = parser.parse_args(arguments)
    try:
        problem = read(options.problem)
        graph = Graph(Program(problem))
    except Mismatch as error:
        print(f"cpsat.py: {error}", file=sys.stderr)
        return 1
    except (OSError, ValueError, KeyError) as error:
        print(f"cpsat.py: {error!r}", file=sys.stderr)
        return 2
    formulation = Formulation(
        graph, options.copies, options.recompute, options.keep_order
    )
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = options.seconds
    solver.parameters.num_workers = options.threads
    solver.parameters.random_seed = options.seed
    progress = Progress(formulation.unit_bytes)
    status = solver.solve(formulation.model, progress)
    result: dict[str, Any] = {
        "problem": problem["name"],
        "recompute": options.recompute,
        "keep_order": options.keep_order,
        "limit": options.seconds,
        "status": solver.status_name(status),
        "seconds": round(solver.wall_time, 1),
        "cpu_seconds": round(resource.getrusage(resource.RUSAGE_SELF).ru_utime, 1),
        "bound": round(solver.best_objective_bound) * formulation.unit_bytes,
    }
    if status == cp_model.MODEL_INVALID:
        print(f"cpsat.py: {formulation.model.validate()}", file=sys.stderr)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        print(json.dumps(result | {"peak": None}))
        return 1
    after, mapping = scheduled(formulation, solver)
    checked = compare(problem, after, mapping)
    result |= {"peak": round(solver.objective_value) * formulation.unit_bytes}
    print(json.dumps(result | {"checked": checked, "progress": progress.steps}))
    if options.output:
        options.output.write_text(json.dumps(after))
    if options.map:
        options.map.write_text(json.dumps(mapping))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
