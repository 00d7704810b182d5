"""Finds options with which XLA's own compiler places a program better, by XLA's own
estimate.

XLA is the judge. A try is a compilation that ends with the placement. The best tries are
compiled to the end, for XLA's own cycles.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, product

from memplace.errors import InputError, MemplaceError
from memplace.placement import Problem, lower_bound, target
from memplace.xla.compiler import (
    DEFAULT_TOPOLOGY,
    NO_MSA,
    Chip,
    capacity_tag,
    check_installed,
    compile_tags,
    note_version,
    options_of,
    tags_for_harvest,
)
from memplace.xla.following import capacity_in, known_chip, notes_on_names
from memplace.xla.harvest import harvest_text
from memplace.xla.hints import COPY_SPEED, PUBLIC, SLICES, Hints, Moves, hints_of
from memplace.xla.judge import Judge, Placed
from memplace.xla.origin import origin_of
from memplace.xla.rounds import find_placement
from memplace.xla.texts import Text
from memplace.xla.tiers import with_capacity
from memplace.xla.trials import Options, Trials
from memplace.xla.tuned import FLAGS, HINTS, STOCK, Choice, Tuned
from memplace.xla.worker import argument_type

# Number of the best tries that are compiled to the end: of the flags, and in a round.
_NUM_FLAGS = 3
_NUM_HINTS = 2
# Rounds of the search. Each ends with whole compilations, whose cycles correct the
# estimates of the other tries.
_ROUNDS = 3
# Number of the best flags that are tried in pairs.
_NUM_PAIRED = 4
# For the bound; this many take about a second.
_BOUND_ITERATIONS = 1000
# Tries in a batch. The number does not depend on the machine, so the result does not
# either.
_BATCH = 8
# A new try changes one of this many best tries; this is the chance of the very best.
_NUM_PARENTS = 5
_BEST = 0.6

Progress = Callable[[str], object]


@dataclass(frozen=True)
class Limits:
    """End of a search.

    seconds: for the whole run.
    tries: number of hints to try, instead of a time; the result is then the same on
        every machine.
    seed: seed of random changes.
    """

    seconds: float = 300.0
    tries: int | None = None
    seed: int = 0


@dataclass
class _Try:
    """Hints, and XLA's placement with these hints."""

    hints: Hints
    placed: Placed


class Tuner:
    """Tunes the program of a problem.

    base: options of all compilations.
    begin: start of the run, by the monotonic clock.
    choices, tried, plan: see `Tuned`.
    """

    def __init__(self, trials: Trials, judge: Judge, base: Options, progress: Progress):
        self.trials = trials
        self.judge = judge
        self.base = base
        self.progress = progress
        self.begin = time.monotonic()
        self.choices: dict[str, Choice] = {}
        self.tried: dict[str, int] = {}
        self.plan: float | None = None
        # By options. None: the compilation was dropped, or has no counterpart.
        self._tries: dict[str, _Try | None] = {}

    def _options(self, hints: Hints) -> Options:
        return self.base | hints.options(self.judge.program, self.judge.names)

    def _key(self, hints: Hints) -> str:
        return str(self._options(hints))

    def _try(self, name: str, many: Sequence[Hints]) -> None:
        """Compiles each new set of hints, up to the placement."""
        new = {self._key(hints): hints for hints in many}
        new = {key: hints for key, hints in new.items() if key not in self._tries}
        texts = self.trials.compile([self._options(hints) for hints in new.values()])
        for (key, hints), text in zip(new.items(), texts, strict=True):
            self._tries[key] = None
            if text is not None:
                # XLA may overwrite other operands than in the problem.
                with suppress(InputError):
                    self._tries[key] = _Try(hints, self.judge.read(text))
        self.tried[name] = self.tried.get(name, 0) + len(many)

    def _ranked(self) -> list[_Try]:
        """Returns the tries, the best first."""
        known = [each for each in self._tries.values() if each is not None]
        return sorted(known, key=lambda each: self.judge.total(each.placed))

    def _consider(self, name: str, options: Options, text: Text) -> None:
        """Makes a whole compilation the choice of its name, if it is the fastest."""
        placed = self.judge.learn(text)
        seconds = self.judge.total(placed)
        if name not in self.choices or seconds < self.choices[name].seconds:
            self.choices[name] = Choice(
                name, options, seconds - placed.stalls, placed.stalls
            )

    def _finish(self, name: str, number: int) -> None:
        """Compiles the best tries to the end."""
        variants = [self._options(each.hints) for each in self._ranked()[:number]]
        texts = self.trials.compile(variants, is_whole=True)
        for options, text in zip(variants, texts, strict=True):
            if text is not None:
                with suppress(InputError):
                    self._consider(name, options, text)
        best = min(self.choices.values(), key=lambda choice: choice.seconds)
        self.progress(
            f"{sum(self.tried.values())} sets of options tried; the best takes "
            f"{best.seconds / self.choices[STOCK].seconds:.3f} of stock"
        )

    def stock(self, variants: Sequence[Options]) -> None:
        """Compiles the program without options, in several ways; the fastest counts.
        Raises MemplaceError if the compiler fails."""
        for options in variants:
            self._consider(STOCK, options, self.trials.compiled(options))
        self.tried[STOCK] = len(variants)
        for note in notes_on_names(self.judge.names):
            self.progress(f"note: {note}")

    def flags(self) -> None:
        """Tries options that name no buffer, alone and in pairs."""
        self.choices[FLAGS] = replace(self.choices[STOCK], name=FLAGS)
        single = [{name: value} for name, values in PUBLIC.items() for value in values]
        self._try(FLAGS, [Hints(), *map(Hints, (NO_MSA, *single))])
        best = [each.hints.flags for each in self._ranked()]
        best = [flags for flags in best if flags in single][:_NUM_PAIRED]
        pairs = [one | other for one, other in combinations(best, 2)]
        self._try(FLAGS, [Hints(pair) for pair in pairs if len(pair) == 2])
        self._finish(FLAGS, _NUM_FLAGS)

    def search(self, limits: Limits) -> None:
        """Searches over hints, from our placement and the best flags."""
        problem = self.judge.problem
        solution = find_placement(problem)
        self.plan = solution.to_dict()["makespan_ps"] * 1e-12
        plan = hints_of(problem, self.judge.program, solution)
        moves = Moves(plan, self.judge.bytes_used(), random.Random(limits.seed))
        first = _first_hints(plan, self._ranked()[0].hints.flags)
        batches = self._batches(first, moves)
        self.tried[HINTS] = 0
        self.choices[HINTS] = replace(self.choices[FLAGS], name=HINTS)
        for number in range(1, _ROUNDS + 1):
            before = self.tried[HINTS]
            while not self._is_over(limits, number / _ROUNDS):
                left = limits.tries and limits.tries - self.tried[HINTS]
                self._try(HINTS, next(batches)[:left])
            if self.tried[HINTS] > before:
                self._finish(HINTS, _NUM_HINTS)

    def _is_over(self, limits: Limits, share: float) -> bool:
        """Returns true if a share of the run is over."""
        if limits.tries is not None:
            return self.tried[HINTS] >= share * limits.tries
        # Whole compilations follow.
        reserve = _NUM_HINTS * self.trials.seconds.get(True, 0.0)
        used = time.monotonic() - self.begin + reserve
        return used >= share * limits.seconds

    def _batches(self, first: list[Hints], moves: Moves) -> Iterator[list[Hints]]:
        """Yields tries: the first ones, then changes of the best so far."""
        for at in range(0, len(first), _BATCH):
            yield first[at : at + _BATCH]
        while True:
            best = self._ranked()[:_NUM_PARENTS]
            batch = []
            for _ in range(_BATCH):
                is_best = moves.random.random() < _BEST
                parent = best[0] if is_best else moves.random.choice(best)
                batch.append(moves.changed(parent.hints, parent.placed))
            yield batch


def _first_hints(plan: Hints, flags: Options) -> list[Hints]:
    """Returns the first hints to try: all or a part of the hints of our placement,
    without and with other options."""
    found = [
        Hints(flags, starts=plan.starts),
        Hints(flags, first=plan.first),
        Hints(flags, slow=plan.slow),
    ]
    ways = product((flags, {}), (None, "3", "10"), (None, "0"), (plan.starts, {}))
    for more, speed, slices, starts in ways:
        given = plan.flags | more
        given |= {COPY_SPEED: speed} if speed else {}
        given |= {SLICES: slices} if slices else {}
        found.append(replace(plan, flags=given, starts=starts))
    return found


def _harvested(
    trials: Trials, capacity: int | None, options: Options, chip: Chip
) -> Problem:
    """Returns the problem of the program, from whole compilations. Raises
    MemplaceError."""
    name = trials.request.model.rpartition(":")[2]

    def run(variants: dict[str, Options]) -> dict[str, Text]:
        trials.compile(list(variants.values()), is_whole=True)  # At the same time.
        return {
            tag: Text(trials.compiled(given).text, f"{name}.{tag}")
            for tag, given in variants.items()
        }

    texts = compile_tags(
        run, tags_for_harvest(capacity), trials.request.topology, options
    )
    first, other, *calibration = texts.values()
    return harvest_text(
        first,
        other=other,
        calibration=calibration,
        target_name=chip.target,
        clock=chip.clock,
        capacity=capacity,
        name=name,
    ).problem


def tune(
    model: str,
    *,
    problem: Problem | None = None,
    arguments: Sequence[str] | None = None,
    topology: str = DEFAULT_TOPOLOGY,
    capacity: int | None = None,
    options: Options | None = None,
    limits: Limits | None = None,
    progress: Progress = lambda line: None,
) -> Tuned:
    """Finds options of XLA's compiler with which the program is faster by XLA's own
    estimate. An interrupt after the first results ends the search early.

    problem: problem of the program, as `harvest` makes it, with its fast memory and its
        options; None: the program is harvested, with `capacity` bytes of fast memory.
    limits: end of the search; None: 300 seconds.
    model, arguments, topology, options, progress: see `compile_model`.

    Raises the errors of `compile_model`, and InputError if the problem is of another
    program.
    """
    begin = time.monotonic()
    for argument in arguments or ():
        argument_type(argument)
    chip = known_chip(topology)
    if problem is not None:
        capacity = capacity_in(problem, topology)
    with_capacity(target(chip.target), capacity)
    kept = origin_of(problem).options if problem else {}
    given = kept | (options or {})
    tag = capacity_tag(capacity)
    stock = [given | options_of(each, topology) for each in (f"{tag}.noxp", tag)]
    check_installed()
    note_version(progress)
    with Trials(model, arguments, topology, progress) as trials:
        if problem is None:
            progress("compiling for the problem of the program")
            problem = _harvested(trials, capacity, given, chip)
        tuner = Tuner(trials, Judge(problem, chip.clock), stock[0], progress)
        tuner.begin = begin
        progress("compiling without options")
        tuner.stock(stock)
        try:
            progress("trying options")
            tuner.flags()
            tuner.search(limits or Limits())
        except (KeyboardInterrupt, MemplaceError) as error:
            why = str(error) or "interrupted"
            progress(f"the search ended early, with the best so far: {why}")
        return Tuned(
            problem.name,
            tuner.choices,
            tuner.tried,
            tuner.plan,
            lower_bound(problem, iterations=_BOUND_ITERATIONS, target=tuner.plan),
            trials.num_dropped,
        )
