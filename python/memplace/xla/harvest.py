"""From XLA's text to a problem and XLA's own solution of it."""

import copy
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from memplace.errors import InputError
from memplace.jsontext import to_text
from memplace.placement import Problem, Solution, simulate, target, verify
from memplace.xla.hlo import Module, parse_module
from memplace.xla.plan import Plan, PlanNotes
from memplace.xla.program import NoCounterpartError, Op, Program
from memplace.xla.schedule import read_schedule
from memplace.xla.times import Calibration, Machine, OpTimes, traffic_bytes


@dataclass(frozen=True)
class Text:
    """A compiled program's text. name: what messages call it."""

    text: str
    name: str = "<hlo>"


@dataclass(frozen=True)
class Harvest:
    """A problem and XLA's solution of it.

    solution: legal, of solver "xla-msa", with its makespan.
    how: numbers of ops by the way their times were found: "compute" or "memory" bound;
        "split" or "hidden", where compute time does not show; "bytes", no cycles known;
        "single", only one of the two compilations known.
    notes: where the plan is not XLA's to the letter.
    fit: modelled time of the ops whose cycles are known, with XLA's placement, over
        XLA's own, minus 1; None without cycles.
    """

    problem: Problem
    solution: Solution
    how: dict[str, int]
    notes: list[str] = field(default_factory=list)
    fit: float | None = None


@dataclass(frozen=True)
class Tiers:
    """What the two memories and the channels between them are called in a target."""

    fast: str
    slow: str
    into_fast: str
    out_of_fast: str
    capacity: int
    alignment: int
    fast_bandwidth: float
    slow_bandwidth: float


def tiers_of(fields: dict[str, Any]) -> Tiers:
    """Of a target with two memories and a channel each way. Raises InputError."""
    slow = fields["default_tier"]
    names = [tier["name"] for tier in fields["tiers"]]
    channels = {(each["from"], each["to"]): each["name"] for each in fields["channels"]}
    if len(names) != 2 or names[0] == slow:
        raise InputError(
            f"target '{fields['name']}' must have two tiers, the fast one first; XLA "
            "has one memory beside its default memory"
        )
    fast = names[0]
    for pair in ((slow, fast), (fast, slow)):
        if pair not in channels:
            raise InputError(
                f"target '{fields['name']}' has no channel from '{pair[0]}' to "
                f"'{pair[1]}'"
            )
    by_name = {tier["name"]: tier for tier in fields["tiers"]}
    return Tiers(
        fast,
        slow,
        channels[slow, fast],
        channels[fast, slow],
        by_name[fast]["capacity"],
        by_name[fast]["alignment"],
        by_name[fast]["read_bytes_per_second"],
        by_name[slow]["read_bytes_per_second"],
    )


def with_capacity(fields: dict[str, Any], capacity: int | None) -> dict[str, Any]:
    """A target whose fast memory has so many bytes; None: as it is."""
    result = copy.deepcopy(fields)
    if capacity is not None:
        largest = result["tiers"][0]["capacity"]
        if not 0 < capacity <= largest:
            raise InputError(
                f"capacity must be from 1 to {largest} bytes, which target "
                f"'{fields['name']}' has, got {capacity}"
            )
        result["tiers"][0]["capacity"] = capacity
        size = f"{capacity >> 20}M" if capacity % 2**20 == 0 else str(capacity)
        result["name"] += f"-{result['tiers'][0]['name']}{size}"
        result.pop("sources", None)
    return result


# How programs are read, from what says most to what always has a legal counterpart:
# results that are written over operands, loops step by step.
_WAYS: tuple[dict[str, bool], ...] = (
    {"updates": True, "loops": True},
    {"updates": False, "loops": True},
    {"updates": True, "loops": False},
    {"updates": False, "loops": False},
)


def _same_op(a: Op, b: Op) -> bool:
    return a.name == b.name and [x.mode for x in a.accesses] == [
        x.mode for x in b.accesses
    ]


def times_of(
    program: Program, base: Program, calibration: Calibration
) -> list[OpTimes] | None:
    """Times of `program`'s ops, from those of `base`, the same program compiled for
    another capacity; None if it is not the same.

    calibration: of `base`. Accesses of both must be in the order of the text.
    """
    if len(program.ops) != len(base.ops) or len(program.buffers) != len(base.buffers):
        return None
    number: dict[int, int] = {}
    found = []
    for mine, theirs in zip(program.ops, base.ops):
        if not _same_op(mine, theirs):
            return None
        for a, b in zip(mine.accesses, theirs.accesses):
            if number.setdefault(a.place.buffer, b.place.buffer) != b.place.buffer:
                return None
        found.append(calibration.times(theirs))
    if len(set(number.values())) != len(number):
        return None
    if any(
        program.buffers[old].size != base.buffers[new].size
        for old, new in number.items()
    ):
        return None
    return found


def sort_accesses(program: Program, times: list[OpTimes]) -> list[OpTimes]:
    """Puts reads before writes, each by buffer: the order of problem files. Returns
    the times in that order."""
    found = []
    for op, time in zip(program.ops, times):
        pairs = sorted(
            zip(op.accesses, time.bytes),
            key=lambda pair: (pair[0].mode != "read", pair[0].place.buffer),
        )
        op.accesses = [access for access, _ in pairs]
        found.append(replace(time, bytes=tuple(size for _, size in pairs)))
    return found


def problem_fields(
    program: Program, times: list[OpTimes], name: str, target_fields: object
) -> dict[str, Any]:
    """Fields of a problem file."""
    buffers = []
    for buffer in program.buffers:
        fields: dict[str, Any] = {
            "name": buffer.name,
            "size": buffer.size,
            "begin": buffer.begin,
            "end": buffer.end,
        }
        for flag in ("live_in", "live_out"):
            if getattr(buffer, flag):
                fields[flag] = True
        buffers.append(fields)
    ops = [
        {
            "name": op.name,
            "compute_ps": time.compute_ps,
            "accesses": [
                {"buffer": access.place.buffer, "mode": access.mode, "bytes": size}
                for access, size in zip(op.accesses, time.bytes)
            ],
        }
        for op, time in zip(program.ops, times)
    ]
    return {
        "format": "memplace-problem",
        "version": 1,
        "name": name,
        "target": target_fields,
        "buffers": buffers,
        "ops": ops,
        "loops": [
            {"begin": loop.begin, "end": loop.end, "trip_count": loop.trips}
            for loop in program.loops
        ],
    }


def _fit(program: Program, times: list[OpTimes], machine: Machine) -> float | None:
    """How far modelled times are from XLA's own, with its placement."""
    modelled = known = 0.0
    for op, time in zip(program.ops, times):
        if op.cycles is None:
            continue
        memory = (
            traffic_bytes(op.accesses, time.bytes, fast=True) / machine.fast
            + traffic_bytes(op.accesses, time.bytes, fast=False) / machine.slow
        )
        modelled += max(time.compute_ps / 1e12, memory)
        known += op.cycles / machine.clock
    return modelled / known - 1 if known else None


def _plan_solution(
    problem: Problem, program: Program, tiers: Tiers
) -> tuple[Solution, PlanNotes, bool]:
    """XLA's placement; with copies that XLA lets the run before do, at the start or
    not at all, whichever is faster. The last is whether they are left out."""
    best: tuple[float, Solution, PlanNotes, bool] | None = None
    for skip in (False, True):
        plan = Plan(program, tiers.capacity, tiers.alignment, skip)
        fields = plan.solution(problem.name, (tiers.fast, tiers.slow))
        for transfer in fields["transfers"]:
            into = transfer["channel"][1] == tiers.fast
            transfer["channel"] = tiers.into_fast if into else tiers.out_of_fast
        solution = Solution.from_dict(problem, fields)
        if violations := verify(problem, solution):
            raise NoCounterpartError(
                f"XLA's placement of '{problem.name}' has no legal counterpart: "
                f"{violations[0]}"
            )
        makespan = simulate(problem, solution).makespan
        fields["makespan_ps"] = round(makespan * 1e12)
        solution = Solution.from_dict(problem, fields)
        if best is None or makespan < best[0]:
            best = (makespan, solution, plan.notes, skip)
        if not plan.notes.from_last_run:
            break
    assert best is not None
    return best[1:]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _sentences(notes: PlanNotes, is_skipped: bool) -> list[str]:
    """What a user is told of how the plan differs from XLA's."""
    said = []
    if notes.later:
        said.append(
            f"later than XLA's first slice: {_count(notes.later, 'transfer')}, since one "
            "needs all its space at once here"
        )
    if notes.dropped:
        said.append(
            f"given up, since no offsets were found: {_count(notes.dropped, 'place')}"
        )
    if notes.from_last_run:
        where = "left out, which is faster" if is_skipped else "done at the start"
        said.append(
            f"{where}: {_count(notes.from_last_run, 'transfer')} that XLA lets the run "
            "before do"
        )
    return said


@dataclass(frozen=True)
class _Given:
    """What `harvest_text` was given: modules with, without, and with all of the fast
    memory."""

    text_names: list[str]
    modules: list[Module | None]
    target_name: str
    target: dict[str, Any]
    clock: float
    capacity: int | None
    name: str | None

    @property
    def target_field(self) -> object:
        """Of the problem: a built-in target's name, or all of it."""
        is_file = "/" in self.target_name or self.target_name.endswith(
            (".json", ".json.gz")
        )
        if is_file or self.capacity is not None:
            return with_capacity(self.target, self.capacity)
        return self.target["name"]


def _harvest(given: _Given, way: dict[str, bool]) -> Harvest:
    """Raises NoCounterpartError if read that way it has no legal placement."""
    programs = [
        None if module is None else read_schedule(module, name, **way)
        for module, name in zip(given.modules, given.text_names)
    ]
    program, baseline, base = programs
    assert program is not None
    notes = list(program.notes)
    tiers = tiers_of(given.target)
    machine = Machine(given.clock, tiers.fast_bandwidth, tiers.slow_bandwidth)
    cycles = {op.name: op.cycles for op in baseline.ops} if baseline else None
    times = None
    if base is not None:
        times = times_of(program, base, Calibration(base, cycles, machine))
        if times is None:
            notes.append(
                "the program is not scheduled as with all of the fast memory, so its "
                "own times are used"
            )
    if times is None:
        calibration = Calibration(program, cycles, machine)
        times = [calibration.times(op) for op in program.ops]
    times = sort_accesses(program, times)
    fields = problem_fields(
        program, times, given.name or program.name, given.target_field
    )
    problem = Problem.from_json(to_text(fields), given.text_names[0])
    solution, plan_notes, is_skipped = _plan_solution(
        problem, program, tiers_of(with_capacity(given.target, given.capacity))
    )
    notes += _sentences(plan_notes, is_skipped)
    how = dict(Counter(time.how for time in times))
    return Harvest(problem, solution, how, notes, _fit(program, times, machine))


def harvest_text(
    text: str | Text,
    *,
    baseline: str | Text | None = None,
    calibration: str | Text | None = None,
    target_name: str = "tpu-v4i",
    clock: float = 1.05e9,
    capacity: int | None = None,
    name: str | None = None,
    merge_updates: bool = False,
) -> Harvest:
    """A problem and XLA's solution from the text of a compiled program.

    text: of the program with memory space assignment, `Compiled.as_text()`.
    baseline: of the same program compiled with xla_msa_enable=false; without it
        XLA's estimates can't be told apart into compute and memory time, and are
        taken as compute time.
    calibration: of the program compiled for the whole fast memory, if `text` was for
        less of it (`capacity`); ops' times then come from there, so that the problem
        is the same but for the capacity.
    target_name: a target with two tiers, of `memplace.targets()` or a file.
    clock: of the chip, cycles a second, which turns estimates into times.
    capacity: bytes of fast memory that the compiler had; None: the target's.
    name: of the problem; None: the module's name.
    merge_updates: whether a fusion's result that XLA writes over an operand is the same
        buffer; else, as in the shipped problems, it is another one.

    Raises InputError for text that is cut off, not scheduled, or of a program that
    problems can't express, and for a bad target.

    >>> text = '''HloModule m, is_scheduled=true
    ... ENTRY %main (x: f32[1000]) -> f32[1000] {
    ...   %x = f32[1000]{0:T(1024)} parameter(0)
    ...   ROOT %y = f32[1000]{0:T(1024)} negate(%x)
    ... }'''
    >>> harvest_text(text).problem.buffer_sizes.tolist()    # padded to tiles
    [4096, 4096]
    """
    machine_target = target(target_name)
    tiers_of(machine_target)
    with_capacity(machine_target, capacity)
    texts = [
        Text(each) if isinstance(each, str) else each
        for each in (text, baseline, calibration)
    ]
    given = _Given(
        [each.name if each else "" for each in texts],
        [parse_module(each.text, each.name) if each else None for each in texts],
        target_name,
        machine_target,
        clock,
        capacity,
        name,
    )
    for number, way in enumerate(_WAYS):
        if merge_updates:
            way = {**way, "merge": way["updates"]}
        try:
            return _harvest(given, way)
        except NoCounterpartError:
            if number == len(_WAYS) - 1:
                raise
    raise AssertionError
