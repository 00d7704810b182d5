"""Estimates the time of XLA's placements from the cycles of earlier compilations.

The cycles of an op depend on the memories of its operands only. So cycles of whole
compilations are known for ops with operands in the same memories, also in another
placement. The times of other ops are modelled, as in the problem.
"""

import hashlib
import json
from dataclasses import dataclass, replace

from memplace.placement import Problem, simulate
from memplace.xla.baseline import baseline_of
from memplace.xla.following import program_of_module
from memplace.xla.hlo import Module, parse_module
from memplace.xla.observations import Tiers, tiers_of_op
from memplace.xla.observed import target_of
from memplace.xla.program import Program
from memplace.xla.texts import Text
from memplace.xla.tiers import tiers_of

SOLVER = "xla-msa-tuned"


@dataclass(frozen=True)
class Prefetch:
    """A copy into the fast memory.

    use, operand: step of the first op that uses it, and number of the op's operand.
    start: step before which it starts.
    """

    use: int
    operand: int
    start: int


@dataclass(frozen=True)
class Placed:
    """XLA's placement in a compilation.

    tiers: memories of the operands, by op.
    cycles: XLA's own cycles, by op; None: unknown, as in a dump; 0: the op runs in the
        background.
    modelled: seconds of each op in the problem, once per trip.
    stalls: simulated seconds spent on waiting for copies.
    """

    tiers: tuple[Tiers, ...]
    cycles: tuple[int | None, ...]
    modelled: tuple[float, ...]
    stalls: float
    prefetches: tuple[Prefetch, ...]


class Judge:
    """Estimates of placements of one problem.

    clock: cycles per second.
    names: names of instructions in the first text by their names in the problem, where
        the names differ.
    """

    def __init__(self, problem: Problem, clock: float):
        self.problem = problem
        self.clock = clock
        self.names: dict[str, str] = {}
        self._program: Program | None = None
        self._tiers = tiers_of(target_of(problem))
        # Cycles by op and memories.
        self._cycles: dict[tuple[int, Tiers], int] = {}
        # Cycles by instruction, the most in any text; a dump shows none.
        self._timed: dict[str, int] = {}
        # Placements by digest of the text. Many options change nothing.
        self._read: dict[bytes, Placed] = {}

    @property
    def program(self) -> Program:
        """The program, as in the first text."""
        assert self._program is not None
        return self._program

    def bytes_used(self) -> list[float]:
        """Returns the bytes that the ops use of each buffer, with all trips; 0 for a
        buffer larger than the fast memory."""
        sizes = self.problem.buffer_sizes.tolist()
        found = [0.0] * len(sizes)
        for op, trips in zip(self.program.ops, self.program.trips, strict=True):
            for access in op.accesses:
                buffer = access.place.buffer
                if sizes[buffer] <= self._tiers.capacity:
                    found[buffer] += trips * sizes[buffer]
        return found

    def learn(self, text: Text) -> Placed:
        """Reads the text of a whole compilation, and records its cycles. Raises
        InputError if it is of another program."""
        module = parse_module(text.text, text.name)
        for computation in module.computations.values():
            for each in computation.instructions:
                if each.cycles is not None:
                    most = max(each.cycles, self._timed.get(each.name, 0))
                    self._timed[each.name] = most
        placed = self._placed(module, text.name)
        for step, (tiers, cycles) in enumerate(zip(placed.tiers, placed.cycles)):
            if cycles:
                self._cycles[step, tiers] = cycles
        return placed

    def read(self, text: Text) -> Placed:
        """Reads a text, also one without cycles. Raises InputError if it is of another
        program."""
        digest = hashlib.sha256(text.text.encode()).digest()
        if digest in self._read:
            return self._read[digest]
        module = parse_module(text.text, text.name)
        is_dump = False
        for computation in module.computations.values():
            for each in computation.instructions:
                if each.name in self._timed and each.cycles is None:
                    # Cycles tell the program's own copies from XLA's, and 0 an op in the
                    # background.
                    is_dump = True
                    config = json.loads(each.attributes.get("backend_config", "{}"))
                    config["estimated_cycles"] = str(self._timed[each.name])
                    each.attributes["backend_config"] = json.dumps(config)
        placed = self._placed(module, text.name)
        if is_dump:
            # The memories of operands may differ from those with these cycles.
            own = tuple(None if cycles else cycles for cycles in placed.cycles)
            placed = replace(placed, cycles=own)
        self._read[digest] = placed
        return placed

    def _placed(self, module: Module, name: str) -> Placed:
        program, names = program_of_module(self.problem, module, name)
        baseline = baseline_of(self.problem, program, self._tiers, self.clock, SOLVER)
        if self._program is None:
            self._program, self.names = program, names
        run = simulate(self.problem, baseline.solution)
        return Placed(
            tuple(tiers_of_op(op) for op in program.ops),
            tuple(op.cycles for op in program.ops),
            tuple(map(float, run.op_duration.tolist())),
            baseline.stall_seconds,
            _prefetches(program),
        )

    def op_seconds(self, placed: Placed) -> list[float]:
        """Returns the seconds of each op, with all trips: by XLA's cycles if these are
        known, otherwise as modelled."""
        found = []
        trips = self.program.trips
        for step, (tiers, cycles, modelled) in enumerate(
            zip(placed.tiers, placed.cycles, placed.modelled)
        ):
            known = self._cycles.get((step, tiers)) if cycles is None else cycles
            seconds = modelled if known is None else known / self.clock
            found.append(trips[step] * seconds)
        return found

    def total(self, placed: Placed) -> float:
        """Returns the seconds of ops and stalls."""
        return sum(self.op_seconds(placed)) + placed.stalls


def _prefetches(program: Program) -> tuple[Prefetch, ...]:
    """Returns the copies into the fast memory, outside of loops."""
    found = []
    for place in program.places:
        if place.source is None or not place.fast or place.from_last_run:
            continue
        use = min(place.uses, default=None)
        if use is None or _is_in_loop(program, use):
            continue
        for access in program.ops[use].accesses:
            if access.place is place and access.operand is not None:
                found.append(Prefetch(use, access.operand, min(place.starts)))
    return tuple(found)


def _is_in_loop(program: Program, step: int) -> bool:
    return any(loop.begin <= step < loop.end for loop in program.loops)
