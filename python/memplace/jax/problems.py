"""Placement problems of a function, for each choice of arguments on the device."""

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from memplace.jax.machine import DEVICE, HOST, Machine
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
from memplace.stays import NEAR_STEPS, Stay, begin_stays, stays_in_order

_PACK_NODES = 20_000  # Of the search for the smallest budget.
_STREAM_NODES = 300  # Of one for copies that come as early as there is room.
# How many distances of two uses are tried, up to which a copy stays between them.
_STREAMS = 4
_TRIES = 3  # With less room each, where the packing needs more than there is.
# Copies that XLA has under way at a time. It waits for the oldest before another starts,
# and so does what it computes.
_UNDER_WAY = 2


def _aligned(size: int, alignment: int) -> int:
    """`size`, rounded up."""
    return -(-size // alignment) * alignment


def _scratch_buffer(step: Step, position: int) -> dict[str, Any]:
    """What a step needs inside, as a buffer. It is written, so that it has a place."""
    return {
        "name": f"inside {step.name} {position}",
        "size": step.scratch,
        "begin": position,
        "end": position + 1,
        "tiers": [DEVICE],
    }


@dataclass(frozen=True)
class Built:
    """A problem for one choice of arguments that live on the device.

    held: bytes of the device's memory that arguments and constants hold throughout;
        they are not part of the problem's capacity.
    values: the program's value by buffer; -1: what an equation needs inside.
    accesses: by op, the value that each access is one of.
    """

    problem: Problem
    held: int
    values: list[int]
    accesses: list[list[int]]


def _after_each_other(stays: list[Stay]) -> list[Stay]:
    """Returns the stays, none of which begins before the one before of its value ends."""
    ends: dict[int, int] = {}
    result = []
    for stay in stays:
        result.append(replace(stay, earliest=ends.get(stay.weight, 0)))
        ends[stay.weight] = stay.end
    return result


class Span(NamedTuple):
    """A value in the device's memory, in steps [begin, end); -1: what is inside an
    equation. A copy is issued before `begin`, and awaited before `needed`."""

    value: int
    begin: int
    end: int
    needed: int


@dataclass(frozen=True)
class Packed:
    """What is when and where in the device's memory; with copies just in time: the least
    that will do.

    sizes, offsets: of each span, bytes.
    peak: bytes in use at most, with those that are held.
    is_proven: whether no packing has a lower one.
    """

    held: int
    spans: list[Span]
    sizes: list[int]
    offsets: list[int]
    peak: int
    is_proven: bool


@dataclass(frozen=True)
class Choice:
    """A placement and what it costs."""

    built: Built
    solution: Solution
    simulation: Simulation

    @property
    def peak(self) -> int:
        """Bytes of the device's memory in use at most."""
        return self.built.held + int(self.solution.peak_bytes[0])

    @property
    def cost(self) -> tuple[float, int, int]:
        """Least seconds first, then least bytes copied, then the lowest peak."""
        seconds = round(self.simulation.makespan, 12)
        return seconds, self.simulation.bytes_transferred, self.peak


def _issue_steps(choice: Choice) -> list[int]:
    """Returns before which step each copy is best issued, not earlier than the placement
    does: as soon as no more than `_UNDER_WAY` are on their way by then, or it is needed.
    """
    simulation = choice.simulation
    transfers = choice.solution.transfers.tolist()
    starts = [int(row[3]) for row in transfers]
    dones = [int(row[4]) for row in transfers]
    seconds = simulation.transfer_arrived - simulation.transfer_flow_start
    order = sorted(range(len(transfers)), key=lambda copy: (starts[copy], dones[copy]))
    awaited: dict[int, list[int]] = {}
    for copy in order:
        awaited.setdefault(dones[copy], []).append(copy)
    # When it or one behind it is needed.
    latest = [dones[copy] for copy in order]
    for position in range(len(order) - 2, -1, -1):
        latest[position] = min(latest[position], latest[position + 1])
    now, issued, arrived = 0.0, 0, [0.0] * len(transfers)
    for step, duration in enumerate(simulation.op_duration.tolist()):
        while issued < len(order) and starts[order[issued]] <= step:
            copy = order[issued]
            oldest = 0.0
            if issued >= _UNDER_WAY:
                oldest = arrived[order[issued - _UNDER_WAY]]
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
    """Returns the placement with its copies issued as `_issue_steps` says."""
    starts = _issue_steps(choice)
    fields = without_claims(choice.solution)
    for transfer, start in zip(fields["transfers"], starts):
        transfer["start"] = start
        fields["residencies"][transfer["to"]]["begin"] = start
    solution = Solution.from_dict(choice.built.problem, fields)
    return Choice(choice.built, solution, simulate(choice.built.problem, solution))


@dataclass
class OffloadPlanner:
    """Chooses which of the arguments that may live in the host's memory do.

    movable: values that may live on either side.
    hosted: values that must live in the host's memory.
    """

    program: Program
    machine: Machine
    budget: int
    movable: list[int]
    hosted: list[int]
    evaluations: int
    tried: dict[frozenset[int], Choice | None] = field(default_factory=dict)

    def on_host(self, resident: frozenset[int]) -> set[int]:
        """Values in the host's memory if `resident` live on the device: arguments, or
        parts of those that are split, and all parts of others."""
        whole = {*self.hosted, *self.movable} - resident
        parts = [v for v in self.program.parts if self._whole(v) in whole]
        return {*whole, *parts}

    def _whole(self, value: int) -> int:
        """The argument that a value is or is a part of."""
        part = self.program.values[value].part
        return part.argument if part else value

    def held_bytes(self, on_host: set[int]) -> int:
        """See `Built.held`."""
        values = self.program.values
        held = [*self.program.pieces, *self.program.constants]
        alignment = self.machine.alignment
        return sum(
            _aligned(values[v].bytes, alignment) for v in held if v not in on_host
        )

    def pack(self, resident: frozenset[int]) -> Packed:
        """Packs results of equations, and a copy of each argument on the host for
        each step that reads it."""
        on_host = self.on_host(resident)
        copies = [
            Span(index, step, step + 1, step)
            for index in sorted(on_host)
            for step in self.program.values[index].uses
        ]
        packed = self._packed(on_host, copies, None, _PACK_NODES)
        assert packed is not None, "without a capacity there is a packing"
        return packed

    def _fixed_spans(self) -> list[Span]:
        """Returns when results of equations are in memory, and what is inside of them."""
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
        """Bytes of a span."""
        if span.value >= 0:
            return self.program.values[span.value].bytes
        return self.program.steps[span.begin].scratch

    def _packed(
        self, on_host: set[int], copies: list[Span], capacity: int | None, nodes: int
    ) -> Packed | None:
        """Returns offsets of copies and of what is there anyway, below a capacity if there
        is one; None if they are not found."""
        copies = [span for span in copies if self.program.values[span.value].bytes]
        spans = copies + self._fixed_spans()
        sizes = [self._size(span) for span in spans]
        result = pack(
            [span.begin for span in spans],
            [span.end for span in spans],
            sizes,
            alignment=self.machine.alignment,
            capacity=capacity,
            nodes=nodes,
        )
        if result.offsets is None:
            return None
        held_bytes = self.held_bytes(on_host)
        return Packed(
            held=held_bytes,
            spans=spans,
            sizes=sizes,
            offsets=result.offsets.tolist(),
            peak=held_bytes + (result.peak or 0),
            is_proven=result.status == "optimal",
        )

    @cached_property
    def _needs(self) -> tuple[Any, dict[int, Any]]:
        """Bytes by step, an array: of results and what is inside of steps; and the steps
        that read each value that may live in the host's memory."""
        values = [*self.movable, *self.hosted, *self.program.parts]
        uses = {
            v: np.array(self.program.values[v].uses, dtype=np.int64) for v in values
        }
        return self._fixed_bytes(alignment=1), uses

    @cached_property
    def _used(self) -> Any:
        """`_fixed_bytes` as the device's memory has them."""
        return self._fixed_bytes(self.machine.alignment)

    def _fixed_bytes(self, alignment: int) -> Any:
        """Bytes by step, an array, of results of equations and what is inside of them."""
        used = np.zeros(self.program.num_steps + 1, dtype=np.int64)
        for span in self._fixed_spans():
            size = _aligned(self._size(span), alignment)
            used[span.begin] += size
            used[span.end] -= size
        return np.cumsum(used)[:-1]

    def filled(self, order: list[int], share: float) -> frozenset[int]:
        """Returns values of `order`, from its beginning, that can live on the device
        together, with copies of the others just in time: where that takes up to this share
        of the memory that is left if none does."""
        fixed, uses = self._needs
        on_host = self.on_host(frozenset())
        need = fixed.copy()
        for value in on_host:
            need[uses[value]] += self.program.values[value].bytes
        held = self.held_bytes(on_host)
        least = held + int(need.max(initial=0))
        limit = least + (self.budget - least) * share
        chosen = []
        for value in order:
            pieces = self._with_parts(value)
            for piece in pieces:
                need[uses[piece]] -= self.program.values[piece].bytes
            more = _aligned(self.program.values[value].bytes, self.machine.alignment)
            if held + more + int(need.max(initial=0)) <= limit:
                held += more
                chosen.append(value)
                continue
            for piece in pieces:
                need[uses[piece]] += self.program.values[piece].bytes
        return frozenset(chosen)

    def _with_parts(self, value: int) -> list[int]:
        """Returns a value that lives in one place, with its parts."""
        return [value, *self.program.parts_of(value)]

    def stream(self, resident: frozenset[int], near: int) -> Choice | None:
        """Returns the placement in which copies come in the order of their use, each as
        early as there is room, and stay between uses up to `near` steps apart; None if that
        is not found within the budget."""
        on_host = self.on_host(resident)
        room = self.budget - self.held_bytes(on_host)
        alignment = self.machine.alignment
        sizes = {v: _aligned(self.program.values[v].bytes, alignment) for v in on_host}
        uses = {value: self.program.values[value].uses for value in on_host}
        stays = _after_each_other(stays_in_order(uses, sorted(on_host), near))
        largest = max((sizes[stay.weight] for stay in stays), default=0)
        for attempt in range(_TRIES if room > 0 else 0):
            free = room - attempt * largest // 2 - self._used
            begun = begin_stays(stays, sizes, free)
            if begun is None:
                return None
            copies = [Span(s.weight, s.begin, s.end, s.first) for s in begun]
            packed = self._packed(on_host, copies, room, _STREAM_NODES)
            if packed is not None and packed.peak <= self.budget:
                return self.as_packed(resident, packed, "in-order")
        return None

    def _nears(self, resident: frozenset[int]) -> list[int]:
        """Distances of two uses up to which a copy may stay between them."""
        uses = [self.program.values[value].uses for value in self.on_host(resident)]
        gaps = sorted(
            {b - a for steps in uses for a, b in zip(steps, steps[1:])}
            - set(range(NEAR_STEPS + 1))
        )
        count = min(_STREAMS, len(gaps))
        picked = [gaps[(i + 1) * len(gaps) // count - 1] for i in range(count)]
        return [NEAR_STEPS, *picked]

    def build(self, resident: frozenset[int]) -> Built:
        """Returns the problem in which `resident` live on the device. Its capacity is
        what they leave of the budget, and 1 byte if that is nothing."""
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
        """What is the same for each choice: ops, `Built.accesses`, `Built.values`, and
        the buffers of what equations need inside, which come last."""
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
        """One step as an op."""
        machine = self.machine
        if step.inside is None:
            seconds, launches = machine.seconds_of(step.flops, 0), 1
        else:
            works = step.inside.works
            seconds = sum(w.times * machine.seconds_of(w.flops, w.bytes) for w in works)
            launches = sum(work.times for work in works)
        return {
            "name": f"{step.name} {position}",
            # The time model launches each op once.
            "compute_ps": round(seconds * 1e12)
            + max(0, launches - 1) * machine.launch_ps,
            "accesses": accesses,
        }

    def _buffer(self, index: int, on_host: set[int]) -> dict[str, Any]:
        """One value as a buffer."""
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
                # The results are new arrays in the device's memory: they count.
                fields.update(live_out=True, external=False)
        return fields

    def _access(
        self, buffer_of: dict[int, int], value: int, mode: str
    ) -> dict[str, Any]:
        """An access to all of a value, in the device's memory."""
        return {
            "buffer": buffer_of[value],
            "mode": mode,
            "bytes": self.program.values[value].bytes,
            "tiers": [DEVICE],
        }

    def evaluate(self, resident: frozenset[int]) -> Choice | None:
        """Returns the best that solver greedy and `stream` find if `resident` live on the
        device; None if they find nothing within the budget."""
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

    def cost(self, resident: frozenset[int]) -> tuple[float, float, float]:
        """Returns the cost of `evaluate`; infinite if it finds nothing, or if the
        evaluations are used up."""
        spent = len(self.tried) > self.evaluations  # One is free: all on the host.
        choice = self.tried.get(resident) if spent else self.evaluate(resident)
        return (math.inf,) * 3 if choice is None else choice.cost

    def better(self, current: frozenset[int], other: frozenset[int]) -> frozenset[int]:
        """Returns `other` if it costs less."""
        known = self.cost(current)  # First: it must not be the one that is left out.
        return other if self.cost(other) < known else current

    def fullest_step(self, packed: Packed) -> str:
        """Names the step at which most bytes are live."""
        live = [0] * self.program.num_steps
        for span, size in zip(packed.spans, packed.sizes):
            for step in range(span.begin, span.end):
                live[step] += size
        fullest = live.index(max(live))
        if fullest == len(self.program.steps):
            return "the results"
        return f"step {fullest}, {self.program.steps[fullest].name},"

    def just_in_time(self, resident: frozenset[int], packed: Packed) -> Choice:
        """Returns the placement of `packed`, which is that of `resident`: each copy is
        issued right before the step that reads it."""
        return self.as_packed(resident, packed, "just-in-time")

    def as_packed(
        self, resident: frozenset[int], packed: Packed, solver: str
    ) -> Choice:
        """Returns the placement that says of `resident` what `packed` does."""
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
        for (value, begin, end, needed), offset in zip(packed.spans, packed.offsets):
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
