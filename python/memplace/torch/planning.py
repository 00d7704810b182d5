"""Plans of a recorded step within a budget: order, repeated kernels, and storages in the
host's memory."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import torch
from memplace.copies import Timed, hide_copies, loads, makespan, timed_ops
from memplace.machines import Machine
from memplace.scheduling import Repeated, Schedule, repeated_ops, schedule
from memplace.torch.hosting import Hostable, find_hostable, with_copies, with_early_updates
from memplace.torch.problem import make_problem, seconds_of
from memplace.torch.program import Copy, Program
from memplace.torch.running import Runner, make_runner
from memplace.torch.state import Form, Layout, Path, name_of

CPU = torch.device("cpu")
# Time that repeated kernels may take, in percent of the time of the step.
_RECOMPUTE_PERCENT = 100.0
# Parts of the arguments' bytes to try in the host's memory, beside none; and parts of the
# activations' bytes, beside the best part of the arguments.
_HOST_PARTS = tuple(k / 8 for k in range(1, 9))
_INNER_PARTS = (1 / 16, 1 / 8, 1 / 4, 1.0)


def _device_of(program: Program) -> torch.device:
    """Returns the device whose memory is planned: that of all tensors but scalars."""
    devices = [storage.device for storage in program.storages]
    return next((d for d in devices if d.type != "cpu"), CPU)


@dataclass(frozen=True)
class Hosted:
    """A storage in the host's memory.

    name: of a tensor there.
    bytes: of the storage.
    copied_bytes: copied to the device and back in a call.
    """

    name: str
    bytes: int
    copied_bytes: int


@dataclass(frozen=True)
class _Arranged:
    """A schedule of a program whose copies run beside kernels.

    held: bytes of arguments and constants on the device.
    order: ops of the scheduled problem, and releases (copies.py).
    peak: bytes of the device's memory.
    seconds: modelled time of a call.
    """

    program: Program
    held: int
    found: Schedule
    order: list[int]
    peak: int
    seconds: float


@dataclass(frozen=True, eq=False)
class Plan:
    """A plan of one recorded call. Plans are equal only to themselves.

    before: form of the arguments.
    device: whose memory is planned.
    given_peak: predicted bytes of the device's memory in PyTorch's order.
    held: of these, bytes of arguments and constants.
    chosen: what is followed.
    unchanged_seconds, bound_seconds: modelled time of the step in its order, and of
        arithmetic and arguments alone.
    """

    before: Form
    device: torch.device
    given_peak: int
    held: int
    chosen: _Arranged = field(repr=False)
    unchanged_seconds: float
    bound_seconds: float

    @property
    def program(self) -> Program:
        """Steps of the plan, with copies."""
        return self.chosen.program

    @property
    def peak(self) -> int:
        """Predicted bytes of the device's memory."""
        return self.chosen.peak

    @cached_property
    def runner(self) -> Runner:
        """Runs the plan."""
        return make_runner(self.program, self.chosen.found, self.chosen.order)

    @cached_property
    def sources(self) -> dict[int, Path]:
        """By storage of the arguments, the path of a tensor there, but for gradients
        that are free before the step."""
        dropped = self.program.dropped_storages()
        found: dict[int, Path] = {}
        for path, layout in self.program.arguments.items():
            if layout.storage not in dropped:
                found.setdefault(layout.storage, path)
        return found

    @cached_property
    def resident_bytes(self) -> int:
        """Bytes on the device of all arguments and constants when a call begins."""
        arguments = self.program.argument_storages()
        return sum(
            storage.bytes
            for index, storage in enumerate(self.program.storages)
            if storage.device == self.device
            and (index in arguments or storage.constant is not None)
        )

    @cached_property
    def dropped(self) -> list[Path]:
        """Paths of gradients that the step removes or replaces."""
        return self.program.dropped_paths()

    @cached_property
    def new(self) -> dict[Path, Layout]:
        """Tensors that the step makes, by path in the arguments."""
        before = self.program.arguments
        kept = self.program.kept.items()
        return {path: layout for path, layout in kept if before.get(path) != layout}

    @cached_property
    def hosted(self) -> tuple[Hosted, ...]:
        """Storages in the host's memory."""
        program = self.program
        names: dict[int, str] = {}
        for path, layout in (*program.arguments.items(), *program.kept.items()):
            names.setdefault(layout.storage, name_of(path))
        copied: dict[int, int] = {}
        for number in self.chosen.found.ops.tolist():
            step = program.steps[number] if number < len(program.steps) else None
            if step is not None and step.direction:
                ((on_host, size),) = (
                    (s, program.storages[s].size)
                    for s in (*step.reads, *step.writes)
                    if program.storages[s].on_host
                )
                copied[on_host] = copied.get(on_host, 0) + size
        for step in program.steps:
            if step.kernel is Copy.OUT and step.writes[0] not in names:
                (source,) = step.reads
                maker = next(one for one in program.steps if source in one.writes)
                names[step.writes[0]] = f"results of {maker.name}"
        return tuple(
            Hosted(names[index], storage.size, copied.get(index, 0))
            for index, storage in enumerate(program.storages)
            if storage.on_host
        )

    @cached_property
    def repeated(self) -> tuple[Repeated, ...]:
        """Kernels that run again, by name."""
        program = self.program

        def bytes_of(step: int) -> int:
            """Returns the bytes of the storages that a step writes."""
            return sum(program.storages[s].bytes for s in program.steps[step].writes)

        found = repeated_ops(self.chosen.found, bytes_of)
        return tuple(one for one in found if one.name != Copy.IN.value)


def _held_bytes(program: Program, device: torch.device) -> int:
    """Returns the bytes on the device of what lives all the time: arguments and
    constants. Arguments that the step only drops, such as old gradients, are free at its
    beginning."""
    constants = {
        index
        for index, storage in enumerate(program.storages)
        if storage.constant is not None
    }
    arguments = program.argument_storages() - program.dropped_storages()
    storages = [program.storages[index] for index in arguments | constants]
    return sum(storage.bytes for storage in storages if storage.device == device)


def _bound_seconds(program: Program, machine: Machine) -> float:
    """Returns the larger of two times: of the arithmetic of products, and of reading each
    argument that a kernel reads once."""
    arithmetic = sum(machine.seconds_of(step.flops, 0) for step in program.steps)
    read = {storage for step in program.steps for storage in step.reads}
    size = sum(program.storages[s].bytes for s in read & program.argument_storages())
    return max(arithmetic, machine.seconds_of({}, size))


@dataclass
class Planner:
    """Makes plans of one recorded call.

    has_host: True if storages may lie in the host's memory.
    passed: positions of the arguments that each call passes.
    is_steady: False for a call that differs from those after it, so its time matters less.
    """

    program: Program
    machine: Machine
    budget: int
    has_host: bool
    passed: tuple[int, ...]
    is_steady: bool

    def __post_init__(self) -> None:
        self.device = _device_of(self.program)

    @cached_property
    def early(self) -> Program:
        """The program for storages in the host's memory."""
        return with_early_updates(self.program)

    @cached_property
    def hostable(self) -> list[Hostable]:
        """Storages that may lie in the host's memory, in the order in which they move."""
        if not self.has_host:
            return []
        return find_hostable(self.early, self.machine, self.passed, self.device)

    def choices(self, is_inner: bool, parts: tuple[float, ...]) -> list[list[Hostable]]:
        """Returns choices of storages on the host, of arguments or of those inside of the
        step, with at least the given parts of their bytes."""
        known = [one for one in self.hostable if one.is_inner == is_inner]
        size = sum(one.size for one in known)
        found: list[list[Hostable]] = []
        total = 0
        for number, one in enumerate(known, 1):
            total += one.size
            if len(found) < len(parts) and total >= size * parts[len(found)]:
                found.append(known[:number])
        return found

    def arrange(self, chosen: Iterable[Hostable], budget: int) -> _Arranged:
        """Returns a schedule with `chosen` in the host's memory, with at most `budget`
        bytes if the search finds one. A budget of 0 finds the fewest bytes."""
        chosen = list(chosen)
        program = with_copies(self.early, chosen) if chosen else self.program
        held = _held_bytes(program, self.device)
        found = schedule(
            make_problem(program, self.machine),
            recompute_percent=_RECOMPUTE_PERCENT,
            # 0 has another meaning for `schedule`.
            enough_bytes=max(1, budget - held),
        )
        return self.arranged(program, held, found)

    def best(self, budget: int) -> _Arranged:
        """Returns the fastest plan within the budget, or the one with the fewest bytes, of
        those found for `budget`."""
        chosen: list[Hostable] = []
        best = self.arrange(chosen, budget)
        for one in self.choices(False, _HOST_PARTS):
            if self.is_enough(best):
                return best
            other = self.arrange(one, budget)
            if self.rank(other) < self.rank(best):
                best, chosen = other, one
        for one in self.choices(True, _INNER_PARTS):
            # Each direction of copies takes half of their time.
            is_slower = sum(each.seconds for each in one) / 2 > best.seconds
            if self.is_enough(best) or (best.peak <= self.budget and is_slower):
                return best
            best = min(best, self.arrange([*chosen, *one], budget), key=self.rank)
        return best

    def rank(self, one: _Arranged) -> tuple[int, float]:
        """Returns a number that is less for a better plan."""
        return max(one.peak, self.budget), one.seconds

    def is_enough(self, one: _Arranged) -> bool:
        """Returns true if copies of more storages gain nothing that matters."""
        is_free = one.seconds <= self.seconds and not one.found.repeated_ops
        return one.peak <= self.budget and (is_free or not self.is_steady)

    @cached_property
    def seconds(self) -> float:
        """Modelled time of the step in PyTorch's order."""
        return sum(seconds_of(step, self.machine) for step in self.program.steps)

    def arranged(self, program: Program, held: int, found: Schedule) -> _Arranged:
        """Returns a schedule whose copies run beside kernels."""
        fields = found.problem.to_dict()
        numbers = found.ops.tolist()
        directions = [
            program.steps[number].direction if number < len(program.steps) else ""
            for number in numbers
        ]
        ops: list[Timed] = timed_ops(fields, directions)
        order, peak = list(range(len(ops))), found.peak_bytes
        if any(directions):
            sizes = [
                0 if b.get("live_in") or b.get("live_out") else b["size"]
                for b in fields["buffers"]
            ]
            ops, order = hide_copies(ops, sizes, max(self.budget - held, peak))
            peak = max(loads(ops, order, sizes))
        return _Arranged(program, held, found, order, held + peak, makespan(ops, order))

    def plan(self, before: Form) -> Plan:
        """Returns the fastest plan within the budget, or the one with the fewest bytes."""
        held = _held_bytes(self.program, self.device)
        in_order = schedule(make_problem(self.program, self.machine), enough_bytes=2**62)
        given = self.arranged(self.program, held, in_order)
        chosen = given
        if given.peak > self.budget:
            chosen = self.best(self.budget)
            if chosen.peak > self.budget:
                # The search for a low peak may fail for one target, and reach a lower one.
                chosen = self.best(0)
        return Plan(
            before=before,
            device=self.device,
            given_peak=given.peak,
            held=held,
            chosen=chosen,
            unchanged_seconds=self.seconds,
            bound_seconds=_bound_seconds(self.program, self.machine),
        )
