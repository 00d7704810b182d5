"""Makes XLA follow a placement, by options of XLA's own compiler.

The options keep in the slow memory all buffers that the placement never has in the fast
memory, and give the other buffers the first choice. XLA still decides the start of
copies and the offsets. So the result is near the placement, but not equal;
`Estimate.agreement` measures the difference. XLA's estimated cycles of the result are an
estimate of the placement's time independent of memplace.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from memplace.errors import InputError
from memplace.placement import Problem, Solution, simulate, target
from memplace.xla.baseline import Baseline, baseline_of
from memplace.xla.compiler import (
    CHIPS,
    DEFAULT_TOPOLOGY,
    Chip,
    announce,
    capacity_tag,
    chip_of,
    compile_model,
    options_of,
)
from memplace.xla.background import Outline
from memplace.xla.compilations import aligned_with, read_simply
from memplace.xla.hlo import Module, parse_module
from memplace.xla.naming import names_of, renumbered, with_names
from memplace.xla.observations import Tiers, tiers_of_op
from memplace.xla.observed import problem_order, target_of, tiers_of_ops
from memplace.xla.origin import origin_of
from memplace.xla.overrides import ORDER, TENSORS, kept_slow, placed_first
from memplace.xla.program import NoCounterpartError, Program, Result
from memplace.xla.schedule import read_schedule
from memplace.xla.texts import Text
from memplace.xla.tiers import tiers_of

SOLVER = "xla-msa-following"
# XLA's default starts a copy into the fast memory only if ops hide most of the copy. A
# placement may let an op wait for the rest.
EAGER = {"xla_msa_min_overlap_to_async_copy_ratio": "0.1"}
# XLA also skips copies which would arrive too late by its estimate. These factors on
# the assumed speed of copies let XLA bring in more buffers; each factor comes near to
# different placements. Stalls are simulated with the true speed.
COPY_SPEEDS = (1, 3, 10)
_COPY_SPEED = "xla_tpu_async_copy_bandwidth_scaling_factor"

Fields = dict[str, Any]


def following_options(
    problem: Problem,
    solution: Solution,
    topology: str = DEFAULT_TOPOLOGY,
    copy_speed: int = 1,
    text: Text | None = None,
) -> dict[str, str]:
    """Returns options of XLA's compiler with which XLA places the program much as
    `solution` does, in as much fast memory as the problem's target has. Options given
    at harvest are included.

    problem: problem of a program compiled by XLA, as `harvest` makes it. Its buffers
        have the names of XLA's instructions.
    topology: topology of the chip in JAX's notation.
    copy_speed: factor, 1 or more, on the speed of copies assumed by XLA. With a larger
        factor XLA copies more buffers into the fast memory that would otherwise arrive
        too late.
    text: text of the program, for its names; None: they are the problem's.

    Raises InputError if the problem's target is not the topology's chip, for a bad
    copy_speed, and if the text is of another program.
    """
    return ways_to_follow(problem, solution, topology, [copy_speed], text)[copy_speed]


def ways_to_follow(
    problem: Problem,
    solution: Solution,
    topology: str = DEFAULT_TOPOLOGY,
    copy_speeds: Sequence[int] = COPY_SPEEDS,
    text: Text | None = None,
) -> dict[int, dict[str, str]]:
    """Returns `following_options` by copy speed. Raises the same errors."""
    for speed in copy_speeds:
        if speed < 1:
            raise InputError(f"copy_speed must be 1 or more, got {speed}")
    capacity = capacity_in(problem, topology)
    names = names_in(problem, text) if text else {}
    buffers = [
        with_names(buffer["name"], names) for buffer in problem.to_dict()["buffers"]
    ]
    fast = _buffers_in_fast(problem, solution)
    slow = [name for number, name in enumerate(buffers) if number not in fast]
    found = {
        **origin_of(problem).options,
        **options_of(f"{capacity_tag(capacity)}.noxp", topology),
        **EAGER,
    }
    if slow:
        found[TENSORS] = kept_slow(slow)
    if fast:
        found[ORDER] = placed_first([buffers[number] for number in sorted(fast)])
    return {
        speed: found | ({} if speed == 1 else {_COPY_SPEED: str(speed)})
        for speed in copy_speeds
    }


def following_tag(number: int | str, copy_speed: int) -> str:
    """Returns the tag of a compilation following a placement, e.g. "following1x3"."""
    return f"following{number}" + (f"x{copy_speed}" if copy_speed != 1 else "")


def known_chip(topology: str) -> Chip:
    """Returns the chip of a topology. Raises InputError if it is unknown."""
    chip = chip_of(topology)
    if chip is None:
        raise InputError(
            f"unknown chip of topology '{topology}'; known are "
            f"{', '.join(sorted(CHIPS))}"
        )
    return chip


def capacity_in(problem: Problem, topology: str) -> int | None:
    """Returns the bytes of fast memory for XLA; None: all of the chip's. Raises
    InputError if the problem's target is not the topology's chip; the target may have
    less fast memory."""
    chip = known_chip(topology)
    ours, whole = tiers_of(target_of(problem)), tiers_of(target(chip.target))
    names = (ours.fast, ours.slow), (whole.fast, whole.slow)
    if names[0] != names[1] or ours.capacity > whole.capacity:
        raise InputError(
            f"problem '{problem.name}' has target '{target_of(problem)['name']}', but "
            f"topology '{topology}' has '{chip.target}'; give --topology"
        )
    return ours.capacity if ours.capacity < whole.capacity else None


def compile_following(
    model: str,
    problem: Problem,
    solution: Solution,
    *,
    arguments: Sequence[str] | None = None,
    topology: str = DEFAULT_TOPOLOGY,
    options: dict[str, str] | None = None,
    copy_speeds: Sequence[int] = COPY_SPEEDS,
    progress: Callable[[str], object] = lambda line: None,
) -> dict[str, Text]:
    """Compiles a program as XLA places it and as XLA follows a placement.

    Returns texts by tag: XLA's own placement as "xla", without cross-program prefetches
    as "xla_other", and with `following_options` as "following", or e.g. "followingx3"
    for copy speed 3.

    Other arguments and errors: see `compile_model` and `following_options`.
    """
    tag = capacity_tag(capacity_in(problem, topology))
    alone = f"{tag}.noxp"
    given = {**origin_of(problem).options, **(options or {})}
    announce(model, topology, 2 + len(copy_speeds), progress)

    def compiled(tags: list[str], more: dict[str, str]) -> dict[str, Text]:
        return compile_model(
            model, arguments=arguments, topology=topology, options=more, tags=tags
        )

    by_itself = compiled([tag, alone], given)
    ways = ways_to_follow(problem, solution, topology, copy_speeds, by_itself[alone])
    return {
        "xla": by_itself[tag],
        "xla_other": by_itself[alone],
        **{
            following_tag("", speed): compiled([alone], {**given, **more})[alone]
            for speed, more in ways.items()
        },
    }


def notes_on_names(names: dict[str, str]) -> list[str]:
    """Returns messages about names that differ, by `names_in`."""
    return [
        f"{len(names)} instructions have other names than in the problem, which was "
        f"lowered by another call or version ('{old}' is '{new}'); the options have the "
        "names of this program"
        for old, new in list(names.items())[:1]
    ]


def _buffers_in_fast(problem: Problem, solution: Solution) -> set[int]:
    """Returns the buffers with a residency in the fast memory."""
    slow = target_of(problem)["default_tier"]
    residencies = solution.to_dict()["residencies"]
    return {each["buffer"] for each in residencies if each["tier"] != slow}


@dataclass(frozen=True)
class Estimate:
    """XLA's estimate of a placement, from a compilation following the placement.

    baseline: XLA's own placement there, as a solution of the problem.
    agreement: share of the operands' bytes that are in the same memory in both.
    known: share of the placement's time in ops with all operands in the same memory in
        both.
    error: modelled time of these ops over XLA's, minus 1; None: no such ops.
    xla_error: the same error for all ops, with operands where XLA has them.
    """

    baseline: Baseline
    agreement: float
    known: float
    error: float | None
    xla_error: float


def estimate_of(
    problem: Problem, solution: Solution, text: Text, clock: float, solver: str = SOLVER
) -> Estimate:
    """Compares a placement with a compilation of its program.

    text: text of the program, compiled for as much fast memory as the problem's target
        has.
    clock: clock of the chip, cycles per second.
    solver: name of the solver in the solution with XLA's placement.

    Raises InputError if the text is of another program or has no cycles.
    """
    program = program_of(problem, text)
    baseline = baseline_of(
        problem, program, tiers_of(target_of(problem)), clock, solver
    )
    if baseline.seconds is None:
        raise InputError(f"{text.name}: no op has cycles estimated by XLA")
    plan = tiers_of_ops(problem, solution)
    known = [
        tiers_of_op(op) == tiers for op, tiers in zip(program.ops, plan, strict=True)
    ]
    modelled, theirs, whole = _seconds(problem, solution, program, known, clock)
    own, own_theirs, _ = _seconds(
        problem, baseline.solution, program, [True] * len(known), clock
    )
    return Estimate(
        baseline,
        _agreement(problem, program, plan),
        modelled / whole if whole else 0.0,
        modelled / theirs - 1 if theirs else None,
        own / own_theirs - 1,
    )


def _agreement(problem: Problem, program: Program, plan: list[Tiers]) -> float:
    """Returns the share of the operands' bytes in the same memory in XLA's program and
    in the plan."""
    sizes = problem.buffer_sizes.tolist()
    same = total = 0
    for op, tiers in zip(program.ops, plan, strict=True):
        theirs = tiers_of_op(op)
        for access, mine, its in zip(op.accesses, tiers, theirs, strict=True):
            total += sizes[access.place.buffer]
            same += sizes[access.place.buffer] * (mine == its)
    return same / total if total else 1.0


def _seconds(
    problem: Problem,
    solution: Solution,
    program: Program,
    wanted: list[bool],
    clock: float,
) -> tuple[float, float, float]:
    """Returns three times in seconds: modelled time of the wanted ops with known
    cycles, XLA's time of the same ops, and modelled time of all ops."""
    durations = simulate(problem, solution).op_duration.tolist()
    modelled = theirs = whole = 0.0
    for op, is_wanted, count, duration in zip(
        program.ops, wanted, program.trips, durations, strict=True
    ):
        whole += count * duration
        if is_wanted and op.cycles:
            modelled += count * duration
            theirs += count * op.cycles / clock
    return modelled, theirs, whole


# Reading a text as the program of a problem.


def names_in(problem: Problem, text: Text) -> dict[str, str]:
    """Returns names of instructions in the text by their names in the problem, where
    the names differ. Raises InputError if the text is of another program."""
    module = parse_module(text.text, text.name)
    return program_of_module(problem, module, text.name)[1]


def program_of(problem: Problem, text: Text) -> Program:
    """Returns the text's program, with buffers and accesses in the problem's order, and
    with the problem's names.

    Raises InputError if the text is of another program.
    """
    module = parse_module(text.text, text.name)
    return program_of_module(problem, module, text.name)[0]


def cycles_in(problem: Problem, text: Text) -> tuple[int | None, ...]:
    """Returns XLA's cycles of the problem's ops in a text. Raises InputError if the
    text is of another program."""
    return tuple(op.cycles for op in program_of(problem, text).ops)


def program_of_module(
    problem: Problem, module: Module, name: str
) -> tuple[Program, dict[str, str]]:
    """Returns `program_of` and `names_in` of a text that is already parsed. name: name
    of the text."""
    fields = problem.to_dict()
    if program := _program_in(aligned_with(module, fields), name, fields):
        return program, {}
    names = names_of(read_simply(module, name), fields)
    other = aligned_with(renumbered(module, names), fields)
    if program := _program_in(other, name, fields):
        return program, {old: new for new, old in names.items() if old != new}
    raise InputError(
        f"{name}: the program has other ops or buffers than problem "
        f"'{problem.name}'; give a text of the same program by the same compiler"
    )


def _program_in(module: Module, name: str, fields: Fields) -> Program | None:
    """Returns the module's program in the way in which it is the problem's; None if it
    is another program."""
    for way in _ways(module, name, fields):
        with suppress(NoCounterpartError):
            program = read_schedule(module, name, **way)
            if _is_of(program, fields):
                _number(program, fields)
                return program
    return None


def _ways(module: Module, name: str, fields: Fields) -> Iterator[dict[str, Any]]:
    """Yields options of `read_schedule`, in the order in which `harvest` tries to find
    a legal placement with few buffers."""
    names = {buffer.get("name") for buffer in fields["buffers"]}
    for updates, loops in product((True, False), (True, False)):
        way = {"updates": updates, "loops": loops}
        yield way
        if updates:
            yield way | {"all_parts": True}
            yield way | {"merge": True}
            with suppress(NoCounterpartError):
                merged = read_schedule(module, name, merge=True, **way).in_place
                gone = {one for one in merged if not _names_of(one) & names}
                yield way | {"merge": frozenset(gone)}


def _names_of(result: Result) -> set[str | None]:
    """Returns the names of a buffer that holds this result."""
    name, number = result
    return {f"{name}{{{number}}}", *([] if number else [name])}


def _key(buffer: Fields) -> tuple[object, ...]:
    """Returns the fields by which buffers are told apart."""
    names = ("name", "size", "begin", "end", "live_in", "live_out")
    return tuple(buffer.get(name) or None for name in names)


def _is_of(program: Program, fields: Fields) -> bool:
    """Returns true if the program has the ops, accesses and buffers of the problem."""
    mine = sorted(str(_key(asdict(buffer))) for buffer in program.buffers)
    if mine != sorted(str(_key(buffer)) for buffer in fields["buffers"]):
        return False
    outlines = Outline.of_program(program), Outline.of_problem(fields)
    accesses = [[sorted(each) for each in outline.accesses] for outline in outlines]
    return outlines[0].names == outlines[1].names and accesses[0] == accesses[1]


def _number(program: Program, fields: Fields) -> None:
    """Gives buffers the indices and accesses the order of the problem, and marks the
    accesses allowed in the slow memory only."""
    number = {_key(buffer): at for at, buffer in enumerate(fields["buffers"])}
    new = [number[_key(asdict(buffer))] for buffer in program.buffers]
    for place in program.places:
        place.buffer = new[place.buffer]
    by_number = dict(zip(new, program.buffers, strict=True))
    program.buffers = [by_number[at] for at in range(len(new))]
    for op, theirs in zip(program.ops, fields["ops"], strict=True):
        op.accesses = [op.accesses[at] for at in problem_order(op)]
        for access, its in zip(op.accesses, theirs["accesses"], strict=True):
            access.slow_only = "tiers" in its
