"""Placement problems of a function, for each choice of arguments on the device."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from memplace.compiled import core
from memplace.machines import DEVICE, HOST, Machine
from memplace.jax.program import Program, Step
from memplace.packing import pack
from memplace.placement import (
    Problem,
    Simulation,
    Solution,
    simulate,
    solve,
    without_claims,
)

# Budget of `pack`, in search nodes, for the smallest budget of memory.
_PACK_NODES = 20_000
_STREAM_NODES = 300  # The same for `stream`, which packs many times.
# Number of distances tried by `evaluate`. A copy stays on the device between uses at
# most such a distance apart, in steps.
_STREAMS = 4
# Attempts of `stream`, each with less room, if the packing exceeds the room.
_TRIES = 4
# Largest number of XLA's copies in flight. Before another copy starts, XLA and its
# compute wait for the oldest.
_MAX_IN_FLIGHT = 2


def _aligned(size: int, alignment: int) -> int:
    """Returns `size` rounded up to a multiple of `alignment`."""
    return -(-size // alignment) * alignment


def _scratch_buffer(step: Step, position: int) -> dict[str, Any]:
    """Returns the scratch memory of a step as a buffer. The step's op writes the
    buffer, because only an accessed buffer gets a place."""
    return {
        "name": f"inside {step.name} {position}",
        "size": step.scratch,
        "begin": position,
        "end": position + 1,
        "tiers": [DEVICE],
    }


@dataclass(frozen=True)
class Built:
    """The problem for a choice of arguments on the device.

    held: bytes of the device's memory occupied by arguments and constants throughout.
        The problem's capacity excludes these bytes.
    values: by buffer, the index of the program's value; -1 for scratch memory.
    accesses: by op, the value of each access; -1 for scratch memory.
    """

    problem: Problem
    held: int
    values: list[int]
    accesses: list[list[int]]


class Span(NamedTuple):
    """A value in the device's memory during steps [begin, end); value -1 is scratch
    memory of a step. If the span is a copy, the copy is issued before step `begin` and
    awaited before step `needed`."""

    value: int
    begin: int
    end: int
    needed: int


@dataclass(frozen=True)
class Packed:
    """Spans in the device's memory, with an offset each.

    held: see `Built.held`.
    offsets: bytes, by span.
    peak: largest number of bytes in use, including `held`.
    is_proven: True if no packing of these spans has a lower peak.
    """

    held: int
    spans: list[Span]
    offsets: list[int]
    peak: int
    is_proven: bool


@dataclass(frozen=True)
class Choice:
    """A placement and its simulation."""

    built: Built
    solution: Solution
    simulation: Simulation

    @property
    def peak(self) -> int:
        """Largest number of bytes of the device's memory in use."""
        return self.built.held + int(self.solution.peak_bytes[0])

    @property
    def cost(self) -> tuple[float, int, int]:
        """Key to compare choices: seconds, then bytes copied, then the peak."""
        seconds = round(self.simulation.makespan, 12)
        return seconds, self.simulation.bytes_transferred, self.peak


def _issue_steps(choice: Choice) -> list[int]:
    """Returns, by copy, the step before which to issue the copy; never earlier than in
    the placement. A copy is delayed while `_MAX_IN_FLIGHT` earlier copies are in
    flight, but not beyond the step waiting for this or a later copy."""
    simulation = choice.simulation
    transfers = choice.solution.transfers.tolist()
    starts = [int(row[3]) for row in transfers]
    dones = [int(row[4]) for row in transfers]
    seconds = simulation.transfer_arrived - simulation.transfer_flow_start
    order = sorted(range(len(transfers)), key=lambda copy: (starts[copy], dones[copy]))
    awaited: dict[int, list[int]] = {}
    for copy in order:
        awaited.setdefault(dones[copy], []).append(copy)
    # By position in `order`: first step waiting for this copy or a later copy.
    latest = [dones[copy] for copy in order]
    for position in range(len(order) - 2, -1, -1):
        latest[position] = min(latest[position], latest[position + 1])
    now, issued, arrived = 0.0, 0, [0.0] * len(transfers)
    for step, duration in enumerate(simulation.op_duration.tolist()):
        while issued < len(order) and starts[order[issued]] <= step:
            copy = order[issued]
            oldest = 0.0
            if issued >= _MAX_IN_FLIGHT:
                oldest = arrived[order[issued - _MAX_IN_FLIGHT]]
            if oldest > now and latest[issued] > step:
                break
            now = max(now, oldest)
            begin = max(now, arrived[order[issued - 1]] if issued else 0.0)
            arrived[copy] = begin + float(seconds[copy])
            starts[copy] = step
            issued += 1
        now = max([now, *(arrived[copy] for copy in awaited.get(step, []))]) + duration
    return starts


def issued_late(choice: Choice) -> Choice:
    """Returns the placement with its copies issued at the steps of `_issue_steps`."""
    starts = _issue_steps(choice)
    fields = without_claims(choice.solution)
    for transfer, start in zip(fields["transfers"], starts):
        transfer["start"] = start
        fields["residencies"][transfer["to"]]["begin"] = start
    solution = Solution.from_dict(choice.built.problem, fields)
    return Choice(choice.built, solution, simulate(choice.built.problem, solution))


@dataclass
class OffloadPlanner:
    """Chooses the arguments to keep in the host's memory.

    budget: bytes of the device's memory.
    movable: values free to live on either side.
    hosted: values fixed to the host's memory.
    evaluations: largest number of choices to solve, beside the choice without any
        argument on the device.
    tried: the best placement of each choice solved so far; None: nothing fits the
        budget.
    """

    program: Program
    machine: Machine
    budget: int
    movable: list[int]
    hosted: list[int]
    evaluations: int
    tried: dict[frozenset[int], Choice | None] = field(default_factory=dict)

    def on_host(self, resident: frozenset[int]) -> set[int]:
        """Returns the values in the host's memory if `resident` live on the device.
        These are arguments, parts of split arguments, and all parts of other arguments.
        """
        whole = {*self.hosted, *self.movable} - resident
        parts = [v for v in self.program.parts if self._argument_of(v) in whole]
        return {*whole, *parts}

    def _argument_of(self, value: int) -> int:
        """Returns the argument containing the part `value`; `value` itself if no part.
        """
        part = self.program.values[value].part
        return part.argument if part else value

    def held_bytes(self, on_host: set[int]) -> int:
        """Returns the bytes held by arguments and constants; see `Built.held`."""
        values = self.program.values
        held = [*self.program.units, *self.program.constants]
        alignment = self.machine.alignment
        return sum(
            _aligned(values[v].bytes, alignment) for v in held if v not in on_host
        )

    def pack(self, resident: frozenset[int]) -> Packed:
        """Packs results of equations, scratch memory, and, for each step reading an
        argument on the host, a copy of the argument."""
        on_host = self.on_host(resident)
        copies = [
            Span(index, step, step + 1, step)
            for index in sorted(on_host)
            for step in self.program.values[index].uses
            if self.program.values[index].bytes
        ]
        spans = copies + self._fixed_spans()
        result = pack(
            [span.begin for span in spans],
            [span.end for span in spans],
            [self._size(span) for span in spans],
            alignment=self.machine.alignment,
            nodes=_PACK_NODES,
        )
        assert result.offsets is not None, "without a capacity there is a packing"
        return Packed(
            spans=spans,
            offsets=result.offsets.tolist(),
            held=(held := self.held_bytes(on_host)),
            peak=held + (result.peak or 0),
            is_proven=result.status == "optimal",
        )

    def _fixed_spans(self) -> list[Span]:
        """Returns the spans common to all choices: results of equations and scratch
        memory."""
        held = {*self.program.arguments, *self.program.parts, *self.program.constants}
        spans = [
            Span(index, value.begin, value.end, value.begin)
            for index, value in enumerate(self.program.values)
            if value.bytes and index not in held
        ]
        inside = [
            Span(-1, position, position + 1, position)
            for position, step in enumerate(self.program.steps)
            if step.scratch
        ]
        return spans + inside

    def _size(self, span: Span) -> int:
        """Returns the bytes of a span."""
        if span.value >= 0:
            return self.program.values[span.value].bytes
        return self.program.steps[span.begin].scratch

    def held_size(self, value: int) -> int:
        """Returns the bytes of a value that is on the device throughout."""
        return _aligned(self.program.values[value].bytes, self.machine.alignment)

    def copies(self, value: int) -> list[tuple[int, int]]:
        """Returns the step and the bytes of each copy of a value on the host, or of the
        parts of the value, if each copy is just in time."""
        values = self.program.values
        return [
            (step, values[unit].bytes)
            for unit in [value, *self.program.parts_of(value)]
            for step in values[unit].uses
        ]

    def used_without(self, choices: list[int]) -> list[int]:
        """Returns the bytes in use by step without `choices` and their copies; other
        arguments on the host are copied just in time."""
        on_host = self.on_host(frozenset())
        used = [self.held_bytes(on_host)] * self.program.num_steps
        for span in self._fixed_spans():
            for step in range(span.begin, span.end):
                used[step] += self._size(span)
        units = {unit for v in choices for unit in [v, *self.program.parts_of(v)]}
        for value in on_host - units:
            for step in self.program.values[value].uses:
                used[step] += self.program.values[value].bytes
        return used

    def stream(self, resident: frozenset[int], near: int) -> Choice | None:
        """Returns a placement whose copies come in the order of their uses. Each copy
        starts as early as there is room, and stays between uses up to `near` steps
        apart. Returns None if no such placement within the budget is found."""
        on_host, values = self.on_host(resident), self.program.values
        fixed = self._fixed_spans()
        memory = core.StreamMemory(
            sizes=[value.bytes for value in values],
            others=[(span.begin, span.end, self._size(span)) for span in fixed],
            num_steps=self.program.num_steps,
            room=self.budget - self.held_bytes(on_host),
            alignment=self.machine.alignment,
        )
        uses = [
            value.uses if number in on_host and value.bytes else []
            for number, value in enumerate(values)
        ]
        found = memory.plan(
            core.stays_of(uses, near), 0, False, _TRIES, _STREAM_NODES
        )
        if found is None:
            return None
        copies = [Span(s.item, s.begin, s.end, s.first) for s in found[0]]
        return self.as_packed(resident, fixed + copies, found[1], "in-order")

    def _nears(self, resident: frozenset[int]) -> list[int]:
        """Returns the distances between two uses to try as `near` of `stream`: the
        usual distance, and quantiles of the larger distances in the program."""
        uses = [self.program.values[value].uses for value in self.on_host(resident)]
        gaps = sorted(
            {b - a for steps in uses for a, b in zip(steps, steps[1:])}
            - set(range(core.USUAL_NEAR + 1))
        )
        count = min(_STREAMS, len(gaps))
        picked = [gaps[(i + 1) * len(gaps) // count - 1] for i in range(count)]
        return [core.USUAL_NEAR, *picked]

    def build(self, resident: frozenset[int]) -> Built:
        """Returns the problem in which `resident` live on the device. Its capacity is
        the rest of the budget, at least 1 byte."""
        on_host = self.on_host(resident)
        held = self.held_bytes(on_host)
        ops, accesses, values, inside = self._steps
        buffers = [self._buffer(index, on_host) for index in values if index >= 0]
        problem = {
            "format": "memplace-problem",
            "version": 1,
            "name": "offload",
            "target": self.machine.with_capacity(max(1, self.budget - held)),
            "buffers": [*buffers, *inside],
            "ops": ops,
        }
        return Built(Problem.from_dict(problem), held, values, accesses)

    @cached_property
    def _steps(
        self,
    ) -> tuple[list[Any], list[list[int]], list[int], list[dict[str, Any]]]:
        """Elements of the problem common to all choices: ops, `Built.accesses`,
        `Built.values`, and the buffers of scratch memory, which come last."""
        values = [i for i, value in enumerate(self.program.values) if value.bytes]
        buffer_of = {value: buffer for buffer, value in enumerate(values)}
        ops, accesses, inside = [], [], list[dict[str, Any]]()
        for position, step in enumerate(self.program.steps):
            read = [v for v in step.reads if v in buffer_of]
            written = [v for v in step.results if v in buffer_of]
            entries = [self._access(buffer_of, v, "read") for v in read]
            entries += [self._access(buffer_of, v, "write") for v in written]
            accesses.append([*read, *written])
            if step.scratch:
                buffer = len(buffer_of) + len(inside)
                entries.append({"buffer": buffer, "mode": "write", "bytes": 1})
                inside.append(_scratch_buffer(step, position))
                accesses[-1].append(-1)
            ops.append(self._op(step, position, entries))
        ops.append({"name": "return", "compute_ps": 0, "accesses": []})
        return ops, accesses, values + [-1] * len(inside), inside

    def _op(
        self, step: Step, position: int, accesses: list[dict[str, Any]]
    ) -> dict[str, Any]:
        """Returns the op of a step. The kernels inside a loop or a branch count as
        compute time, including their memory traffic."""
        machine = self.machine
        if step.nested is None:
            seconds, launches = machine.seconds_of(step.flops, 0), 1
        else:
            works = step.nested.works
            seconds = sum(w.times * machine.seconds_of(w.flops, w.bytes) for w in works)
            launches = sum(work.times for work in works)
        return {
            "name": f"{step.name} {position}",
            # The time model launches each op once; the other launches are compute time.
            "compute_ps": round(seconds * 1e12)
            + max(0, launches - 1) * machine.launch_ps,
            "accesses": accesses,
        }

    def _buffer(self, index: int, on_host: set[int]) -> dict[str, Any]:
        """Returns the buffer of a value."""
        value = self.program.values[index]
        fields: dict[str, Any] = {
            "name": value.name,
            "size": value.bytes,
            "begin": value.begin,
            "end": value.end,
        }
        is_given = index in self.program.arguments or value.part is not None
        if index in self.program.constants or is_given:
            fields.update(live_in=True, home=HOST if index in on_host else DEVICE)
            if index not in on_host:
                fields["tiers"] = [DEVICE]
        else:
            fields["tiers"] = [DEVICE]
            if index in self.program.results:
                # Results are new arrays in the device's memory, and count towards its
                # capacity.
                fields.update(live_out=True, external=False)
        return fields

    def _access(
        self, buffer_of: dict[int, int], value: int, mode: str
    ) -> dict[str, Any]:
        """Returns an access to all bytes of a value, in the device's memory."""
        return {
            "buffer": buffer_of[value],
            "mode": mode,
            "bytes": self.program.values[value].bytes,
            "tiers": [DEVICE],
        }

    def evaluate(self, resident: frozenset[int]) -> Choice | None:
        """Returns the best placement by solver greedy and `stream`, with `resident` on
        the device; None if no placement fits the budget."""
        if resident not in self.tried:
            built = self.build(resident)
            found = [self.stream(resident, near) for near in self._nears(resident)]
            if built.held < self.budget:
                solution = solve(built.problem, "greedy").solution
                if solution is not None:
                    found.append(
                        Choice(built, solution, simulate(built.problem, solution))
                    )
            self.tried[resident] = min(
                (issued_late(choice) for choice in found if choice is not None),
                key=lambda choice: choice.cost,
                default=None,
            )
        return self.tried[resident]

    def fullest_step(self, packed: Packed) -> str:
        """Returns the name of the step at which most bytes are live, for a message."""
        live = [0] * self.program.num_steps
        for span in packed.spans:
            for step in range(span.begin, span.end):
                live[step] += self._size(span)
        fullest = live.index(max(live))
        if fullest == len(self.program.steps):
            return "the results"
        return f"step {fullest}, {self.program.steps[fullest].name},"

    def just_in_time(self, resident: frozenset[int], packed: Packed) -> Choice:
        """Returns the placement of `packed`, which `pack` made for `resident`. Each
        copy is issued right before its reader."""
        return self.as_packed(resident, packed.spans, packed.offsets, "just-in-time")

    def as_packed(
        self,
        resident: frozenset[int],
        spans: list[Span],
        offsets: list[int],
        solver: str,
    ) -> Choice:
        """Returns the placement with these spans and offsets, which were made for
        `resident`; `solver` is the name recorded in the placement."""
        built = self.build(resident)
        buffer_of = {v: b for b, v in enumerate(built.values) if v >= 0}
        scratch = iter([b for b, v in enumerate(built.values) if v < 0])
        residencies: list[dict[str, Any]] = []
        where: dict[tuple[int, int], int] = {}
        steps = self.program.num_steps
        held = [
            *self.program.arguments,
            *self.program.parts,
            *self.program.constants,
        ]
        home: dict[int, int] = {}
        on_host = self.on_host(resident)
        for value in held:
            if value in buffer_of:
                home[value] = len(residencies)
                tier = HOST if value in on_host else DEVICE
                fields = {"tier": tier, "begin": 0, "end": steps}
                residencies.append({"buffer": buffer_of[value], **fields})
                if value not in on_host:
                    uses = self.program.values[value].uses
                    where.update({(t, value): home[value] for t in uses})
        transfers = []
        for (value, begin, end, needed), offset in zip(spans, offsets):
            buffer = buffer_of[value] if value >= 0 else next(scratch)
            if value in home:
                ends = {"from": home[value], "to": len(residencies)}
                transfers.append(
                    {**ends, "channel": "in", "start": begin, "done": needed}
                )
            where.update({(t, value): len(residencies) for t in range(needed, end)})
            residencies.append(
                {
                    "buffer": buffer,
                    "tier": DEVICE,
                    "offset": offset,
                    "begin": begin,
                    "end": end,
                }
            )
        served = [
            [where[position, value] for value in values]
            for position, values in enumerate(built.accesses)
        ]
        solution = Solution.from_dict(
            built.problem,
            {
                "format": "memplace-solution",
                "version": 1,
                "problem": built.problem.name,
                "solver": solver,
                "residencies": residencies,
                "transfers": transfers,
                "served": [*served, []],
            },
        )
        return Choice(built, solution, simulate(built.problem, solution))
