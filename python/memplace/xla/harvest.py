"""Makes a problem, and solutions with XLA's own placement, from XLA's texts of a
program."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from memplace.errors import InputError
from memplace.jsontext import to_text
from memplace.placement import Problem, Solution, target
from memplace.xla.baseline import SOLVER, SOLVER_ALONE, Baseline, baseline_of
from memplace.xla.compilations import comparable
from memplace.xla.cuts import add_cuts
from memplace.xla.fields import problem_fields, sort_accesses
from memplace.xla.fit import UNSEEN
from memplace.xla.hlo import Module, parse_module
from memplace.xla.observations import Compile, Observations, observe, renumber
from memplace.xla.observed import ObservedOps, observed_ops
from memplace.xla.program import NoCounterpartError, Program, Result
from memplace.xla.schedule import read_schedule
from memplace.xla.texts import Text, as_text
from memplace.xla.tiers import Tiers, tiers_of, with_capacity
from memplace.xla.times import OpTimes, as_compute_time, charge_ops, timed_in_background
from memplace.xla.validation import (
    Errors,
    errors_of,
    fit_ops,
    held_out_errors,
    is_held_out,
)

# Smallest number of distinct placements for a fit.
MIN_PLACEMENTS = 3
# Largest number of ops named in a message.
_MAX_NAMED = 5


@dataclass(frozen=True)
class Harvest:
    """A problem, with XLA's solutions.

    baseline: XLA's placement, with solver "xla-msa", or "xla-msa-noxp" without
        cross-program prefetches. If there are two placements, this is the faster by
        XLA's own estimate.
    other: the slower placement; None: only a single placement was given.
    how: number of ops by the origin of their times: "fit"; "single", with cycles as
        compute time because there is only a single compilation; "bytes", without known
        cycles.
    notes: messages for the user about ops, and about differences from XLA's plan.
    fit: errors of the modelled cycles in the compilations used for the fit.
    held_out: errors in the held-out compilations, with times fitted to the rest.
    observed: the compiler's cycles of each op, for checks of placements.
    """

    problem: Problem
    baseline: Baseline
    other: Baseline | None
    how: dict[str, int]
    notes: list[str] = field(default_factory=list)
    fit: list[Errors] = field(default_factory=list)
    held_out: list[Errors] = field(default_factory=list)
    observed: ObservedOps = field(default_factory=list)

    @property
    def solution(self) -> Solution:
        """The better of XLA's placements."""
        return self.baseline.solution


# Ways to read programs, from the most detailed to a way that always has a legal
# counterpart. `updates`: results overwrite operands; `loops`: loops are read step by
# step.
_WAYS: tuple[dict[str, bool], ...] = (
    {"updates": True, "loops": True},
    {"updates": False, "loops": True},
    {"updates": True, "loops": False},
    {"updates": False, "loops": False},
)


@dataclass(frozen=True)
class Requested:
    """A problem to make.

    text, other: text of the compilation with the placement to write, and of the same
        without cross-program prefetches, with as much fast memory.
    capacity: bytes of fast memory of both compilations; None: the target's.
    name: name of the problem; None: the module's name.
    """

    text: Text
    other: Text | None = None
    capacity: int | None = None
    name: str | None = None

    @property
    def texts(self) -> list[Text]:
        """Texts with a placement to write."""
        return [self.text] if self.other is None else [self.text, self.other]


@dataclass(frozen=True)
class _Given:
    """Input of `harvest_texts`.

    texts: all texts.
    modules: parsed texts, by name of the text, with the same ops.
    notes: texts left out, as messages for the user.
    is_held_out: true for tags to hold out; None: hold out nothing.
    """

    requested: list[Requested]
    texts: list[Text]
    modules: dict[str, Module]
    notes: list[str]
    target_name: str
    target: dict[str, Any]
    clock: float
    unseen: str
    is_held_out: Callable[[str], bool] | None = None

    def target_field(self, capacity: int | None) -> object:
        """Returns the problem's field `target`: the name of a built-in target, or all
        fields of another target."""
        is_file = "/" in self.target_name or self.target_name.endswith(
            (".json", ".json.gz")
        )
        if is_file or capacity is not None:
            return with_capacity(self.target, capacity)
        return self.target["name"]


def _given(
    requested: Sequence[Requested],
    texts: list[Text],
    target_name: str,
    clock: float,
    unseen: str,
) -> _Given:
    """Returns the input, with parsed texts that have the same ops. Raises InputError
    for a bad text, and for two texts of one name."""
    names = Counter(text.name for text in texts)
    if same := [name for name, count in names.items() if count > 1]:
        raise InputError(f"two texts are called '{same[0]}'; give each its own name")
    modules, notes = comparable(
        {text.name: parse_module(text.text, text.name) for text in texts},
        texts[0].name,
        {each.text.name for each in requested},
        MIN_PLACEMENTS,
    )
    return _Given(
        [
            each
            if each.other and each.other.name in modules
            else replace(each, other=None)
            for each in requested
        ],
        [text for text in texts if text.name in modules],
        modules,
        notes,
        target_name,
        target(target_name),
        clock,
        unseen,
    )


def _few_seen(known: Observations) -> str:
    """Returns names of ops seen with too few different tiers, for a message."""
    names = [
        f"'{op.name}'"
        for op, seen in zip(known.program.ops, known.seen)
        if op.cycles and len({tiers for tiers, _ in seen.values()}) < MIN_PLACEMENTS
    ]
    more = len(names) - _MAX_NAMED
    return ", ".join(names[:_MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def _check_enough(known: Observations) -> None:
    """Raises InputError if there are too few placements for a fit."""
    if known.num_placements < MIN_PLACEMENTS:
        raise InputError(
            f"too few compilations for a fit: {len(known.names)} with "
            f"{known.num_placements} placements, but {MIN_PLACEMENTS} are needed; "
            f"uncertain ops: {_few_seen(known)}; give more texts of the program, with less "
            "fast memory or with some buffers kept in the slow memory"
        )


@dataclass(frozen=True)
class _Timed:
    """Charges of ops, with the errors from the compiler's cycles."""

    times: list[OpTimes]
    fit: list[Errors]
    held_out: list[Errors]
    observed: ObservedOps


def _times(given: _Given, known: Observations, tiers: Tiers) -> _Timed:
    """Fits the charges of ops. Raises InputError if there are too few placements."""
    machine = tiers.machine(given.clock)
    if len(known.names) == 1:
        return _Timed(as_compute_time(known, machine), [], [], [])
    _check_enough(known)
    known = timed_in_background(known, machine)
    module = given.modules[known.names[0]]
    ops = fit_ops(module, known, machine, given.unseen)
    errors = [errors_of(name, known, ops) for name in known.names]
    is_out = given.is_held_out
    out = {text.name for text in given.texts if is_out and is_out(text.tag)}
    held_out: list[Errors] = []
    if out and known.without(out).num_placements >= MIN_PLACEMENTS:
        held_out = held_out_errors(module, known, machine, out, given.unseen)
    times = charge_ops(known, ops, machine)
    return _Timed(times, errors, held_out, observed_ops(known.program.ops, ops))


def _baselines(
    given: _Given, requested: Requested, problem: Problem, programs: dict[str, Program]
) -> list[Baseline]:
    """Returns XLA's placements, the best first."""
    tiers = tiers_of(with_capacity(given.target, requested.capacity))
    found = []
    for text in requested.texts:
        solver = SOLVER_ALONE if text.tag.endswith("noxp") else SOLVER
        program = programs[text.name]
        found.append(baseline_of(problem, program, tiers, given.clock, solver))
    return sorted(found, key=lambda baseline: baseline.total_seconds)


def _harvest(given: _Given, way: dict[str, Any]) -> list[Harvest]:
    """Harvests with options of `read_schedule`. Raises NoCounterpartError if XLA's
    placement is not legal then."""
    programs = {
        text.name: read_schedule(given.modules[text.name], text.name, **way)
        for text in given.texts
    }
    known = observe([Compile(*pair) for pair in programs.items()])
    tiers = tiers_of(given.target)
    timed = _times(given, known, tiers)
    base, times = known.program, timed.times
    for text in [text for requested in given.requested for text in requested.texts]:
        if (program := programs[text.name]) is not base:
            renumber(program, base)
            sort_accesses(program, timed.times)
    times = sort_accesses(base, timed.times)
    found = []
    for requested in given.requested:
        fields = problem_fields(
            base,
            times,
            requested.name or base.name,
            given.target_field(requested.capacity),
            tiers.slow,
        )
        add_cuts(fields, given.modules[requested.text.name])
        problem = Problem.from_json(to_text(fields), requested.text.name)
        baselines = _baselines(given, requested, problem, programs)
        found.append(
            Harvest(
                problem,
                baselines[0],
                baselines[1] if len(baselines) > 1 else None,
                dict(Counter(time.how for time in times)),
                [*given.notes, *base.notes, *baselines[0].notes],
                timed.fit,
                timed.held_out,
                timed.observed,
            )
        )
    return found


def _harvest_some_way(
    given: _Given, merge: bool | frozenset[Result] = False, all_parts: bool = False
) -> list[Harvest]:
    """Harvests in the first of `_WAYS` with a legal placement. Raises
    NoCounterpartError if there is none."""
    failure: NoCounterpartError | None = None
    for way in _WAYS:
        more = {"merge": way["updates"] and merge, "all_parts": all_parts}
        try:
            return _harvest(given, way | more)
        except NoCounterpartError as error:
            failure = error
    assert failure is not None
    raise failure


def _num_dropped(found: Sequence[Harvest]) -> int:
    """Returns the number of XLA's places without offsets, over all problems."""
    baselines = [baseline for each in found for baseline in (each.baseline, each.other)]
    return sum(baseline.num_dropped for baseline in baselines if baseline is not None)


def _merged_everywhere(given: _Given) -> frozenset[Result]:
    """Returns the results that overwrite an operand in every text. Raises
    NoCounterpartError."""
    return frozenset.intersection(
        *(
            frozenset(read_schedule(module, name, merge=True).in_place)
            for name, module in given.modules.items()
        )
    )


def _has_more_parts(given: _Given) -> bool:
    """Returns true if `all_parts` leaves fewer buffers, since more results overwrite
    operands. Raises NoCounterpartError."""
    text = given.requested[0].text
    plain, other = (
        read_schedule(given.modules[text.name], text.name, all_parts=all_parts)
        for all_parts in (False, True)
    )
    return len(other.buffers) < len(plain.buffers)


def _with_fewer_buffers(given: _Given, merge: bool) -> list[dict[str, Any]]:
    """Returns further ways to read the program. These merge pairs of buffers so that
    XLA's placement needs less memory. Raises NoCounterpartError."""
    ways: list[dict[str, Any]] = []
    if _has_more_parts(given):
        ways.append({"merge": merge, "all_parts": True})
    if merged := _merged_everywhere(given):
        ways.append({"merge": merged})
    return ways


def harvest_text(
    text: str | Text,
    *,
    other: str | Text | None = None,
    calibration: Sequence[str | Text] = (),
    target_name: str = "tpu-v4i",
    clock: float = 1.05e9,
    capacity: int | None = None,
    name: str | None = None,
    merge_updates: bool = False,
    unseen: str = "expect",
    validate: bool = False,
) -> Harvest:
    """Makes a problem, and XLA's solutions, from texts of a compiled program.

    text: text of the program with memory space assignment, from `Compiled.as_text()`.
    other: text of the same program with as much fast memory, without cross-program
        prefetches. The faster placement counts as XLA's best.
    calibration: texts of the same program compiled in other ways, to see each op with
        its operands in different memories. Ops' times are fitted to all texts. Without
        calibration, the compiler's cycles count as compute time.
    target_name: a target with two tiers: a name of `memplace.targets()` or a file.
    clock: clock of the chip, cycles per second; it turns estimated cycles into times.
    capacity: bytes of fast memory that the compiler had; None: the target's.
    name: name of the problem; None: the module's name.
    merge_updates: True if a fusion's result that overwrites an operand, as XLA says, is
        the same buffer. Otherwise, as in most shipped problems, the result is another
        buffer, unless XLA's placement does not fit then.
    unseen: charge of operands in memories without an observation: "expect", the fitted
        time; "charge", plus the standard deviation.
    validate: True to compute `held_out`, which needs a second fit.

    Raises InputError for text that is cut off, not scheduled, not expressible as a
    problem, or of another program than the first; for too few texts for calibration;
    and for a bad target.

    >>> text = '''HloModule m, is_scheduled=true
    ... ENTRY %main (x: f32[1000]) -> f32[1000] {
    ...   %x = f32[1000]{0:T(1024)} parameter(0)
    ...   ROOT %y = f32[1000]{0:T(1024)} negate(%x)
    ... }'''
    >>> harvest_text(text).problem.buffer_sizes.tolist()    # padded to tiles
    [4096, 4096]
    """
    requested = Requested(
        as_text(text), None if other is None else as_text(other), capacity, name
    )
    return harvest_texts(
        [requested],
        calibration=[as_text(each) for each in calibration],
        target_name=target_name,
        clock=clock,
        merge_updates=merge_updates,
        unseen=unseen,
        validate=validate,
    )[0]


def harvest_texts(
    requested: Sequence[Requested],
    *,
    calibration: Sequence[Text] = (),
    target_name: str = "tpu-v4i",
    clock: float = 1.05e9,
    merge_updates: bool = False,
    unseen: str = "expect",
    validate: bool = False,
    is_out: Callable[[str], bool] | None = None,
) -> list[Harvest]:
    """Makes several problems of a program, with different amounts of fast memory and
    the same times of ops. See `harvest_text` for the other arguments.

    is_out: true for tags of texts to hold out with `validate`; None: a third of the
        tags, by CRC-32.
    """
    machine_target = target(target_name)
    tiers_of(machine_target)
    for each in requested:
        with_capacity(machine_target, each.capacity)
    if unseen not in UNSEEN:
        raise InputError(f"unseen must be one of {', '.join(UNSEEN)}, got '{unseen}'")
    texts = list(dict.fromkeys([t for each in requested for t in each.texts]))
    texts += [text for text in dict.fromkeys(calibration) if text not in texts]
    given = _given(requested, texts, target_name, clock, unseen)
    given = replace(given, is_held_out=(is_out or is_held_out) if validate else None)
    found = _harvest_some_way(given, merge_updates)
    if not _num_dropped(found):
        return found
    try:
        ways = _with_fewer_buffers(given, merge_updates)
    except NoCounterpartError:
        return found
    for way in ways:
        with suppress(InputError):
            retried = _harvest_some_way(given, **way)
            found = min(found, retried, key=_num_dropped)
    return found
