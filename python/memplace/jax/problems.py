"""Placement problems of a function, for each choice of arguments on the device."""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from memplace.jax.machine import DEVICE, HOST, Machine
from memplace.jax.program import Program, Step
from memplace.packing import pack
from memplace.placement import Problem, Simulation, Solution, simulate, solve

_PACK_NODES = 20_000  # Of the search for the smallest budget.


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


@dataclass(frozen=True)
class Packed:
    """The device's memory with copies just in time: the least that will do.

    spans: value (-1: inside an equation), first step, step after the last.
    sizes, offsets: of each span, bytes.
    peak: bytes in use at most, with those that are held.
    is_proven: whether no packing has a lower one.
    """

    held: int
    spans: list[tuple[int, int, int]]
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
        """Values in the host's memory if `resident` live on the device: arguments,
        and all parts of them."""
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
        held = [*self.program.arguments, *self.program.constants]
        alignment = self.machine.alignment
        return sum(
            _aligned(values[v].bytes, alignment) for v in held if v not in on_host
        )

    def pack(self, resident: frozenset[int]) -> Packed:
        """Packs results of equations, and a copy of each argument on the host for
        each step that reads it."""
        on_host = self.on_host(resident)
        held = {
            *self.program.arguments,
            *self.program.parts,
            *self.program.constants,
        }
        spans = []
        for index, value in enumerate(self.program.values):
            if not value.bytes:
                continue
            if index in on_host:
                spans += [(index, step, step + 1) for step in value.uses]
            elif index not in held:
                spans.append((index, value.begin, value.end))
        sizes = [self.program.values[index].bytes for index, _, _ in spans]
        for position, step in enumerate(self.program.steps):
            if step.scratch:
                spans.append((-1, position, position + 1))
                sizes.append(step.scratch)
        result = pack(
            [begin for _, begin, _ in spans],
            [end for _, _, end in spans],
            sizes,
            alignment=self.machine.alignment,
            nodes=_PACK_NODES,
        )
        assert result.offsets is not None, "without a capacity there is a packing"
        held_bytes = self.held_bytes(on_host)
        return Packed(
            held=held_bytes,
            spans=spans,
            sizes=sizes,
            offsets=result.offsets.tolist(),
            peak=held_bytes + (result.peak or 0),
            is_proven=result.status == "optimal",
        )

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
            reads = dict.fromkeys(o for o in step.operands if isinstance(o, int))
            read = [v for v in reads if v in buffer_of]
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
        seconds = sum(
            count / self.machine.flops_per_second(kind)
            for kind, count in step.flops.items()
        )
        return {
            "name": f"{step.name} {position}",
            # The time model launches each op once.
            "compute_ps": round(seconds * 1e12)
            + max(0, step.launches - 1) * self.machine.launch_ps,
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
        """Returns what solver greedy finds if `resident` live on the device; None if
        it finds nothing within the budget."""
        if resident not in self.tried:
            self.tried[resident] = None
            built = self.build(resident)
            if built.held < self.budget:
                solution = solve(built.problem, "greedy").solution
                if solution is not None:
                    self.tried[resident] = Choice(
                        built, solution, simulate(built.problem, solution)
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
        for (_, begin, end), size in zip(packed.spans, packed.sizes):
            for step in range(begin, end):
                live[step] += size
        fullest = live.index(max(live))
        if fullest == len(self.program.steps):
            return "the results"
        return f"step {fullest}, {self.program.steps[fullest].name},"

    def just_in_time(self, resident: frozenset[int], packed: Packed) -> Choice:
        """Returns the placement of `packed`, which is that of `resident`: each copy is
        issued right before the step that reads it."""
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
        for (value, begin, end), offset in zip(packed.spans, packed.offsets):
            buffer = buffer_of[value] if value >= 0 else next(scratch)
            if value in home:
                ends = {"from": home[value], "to": len(residencies)}
                transfers.append(
                    {**ends, "channel": "in", "start": begin, "done": begin}
                )
            where.update({(t, value): len(residencies) for t in range(begin, end)})
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
                "solver": "just-in-time",
                "residencies": residencies,
                "transfers": transfers,
                "served": [*served, []],
            },
        )
        return Choice(built, solution, simulate(built.problem, solution))
