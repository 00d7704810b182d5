"""Harvests in rounds: XLA follows the placement of a solver, and times are then fitted
to this compilation, too.

A solver finds the ops whose fitted times are too low. So times must be accurate for the
solver's placements. Earlier compilations may not have any observation there: e.g. a
key-value cache as large as the fast memory is never in the fast memory.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memplace.errors import InputError
from memplace.placement import Problem, Solution, solve
from memplace.xla.compiler import DEFAULT_TOPOLOGY, chip_of
from memplace.xla.following import (
    COPY_SPEEDS,
    Estimate,
    cycles_in,
    estimate_of,
    following_tag,
    ways_to_follow,
)
from memplace.xla.harvest import Harvest
from memplace.xla.texts import Text

# Number of placements the solver simulates; the same as for the shipped problems.
BUDGET = 20000


@dataclass(frozen=True)
class Rounds:
    """Result of harvesting in rounds.

    harvest: harvest fitted to all texts.
    texts: texts of the rounds, in order; tags are "following1", "following1x3" and so
        on.
    estimates: estimate of the followed placement from each text, with the times before
        its round.
    numbers: round of each text, from 1.
    notes: reasons for fewer rounds than requested.
    """

    harvest: Harvest
    texts: list[Text] = field(default_factory=list)
    estimates: list[Estimate] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def find_placement(problem: Problem) -> Solution:
    """Returns the placement of `search`, which is the same on every machine. Raises
    InputError if `search` finds no placement."""
    found = solve(problem, "search", budget=BUDGET)
    if found.solution is None:
        raise InputError(f"'search' finds no placement: {found.message}")
    return found.solution


def harvest_in_rounds(
    make: Callable[[list[Text]], Harvest],
    compiled: Callable[[dict[str, str]], Text],
    rounds: int,
    topology: str = DEFAULT_TOPOLOGY,
    copy_speeds: Sequence[int] = COPY_SPEEDS,
) -> Rounds:
    """Harvests, then repeats with compilations that follow the best placement so far.

    make: returns the harvest, with additional texts for calibration.
    compiled: compiles the program with these options; called once per round and copy
        speed.
    rounds: largest number of rounds. Rounds end early if a placement comes up again.
    copy_speeds: see `following_options`. Texts with equal cycles of all ops count once.

    Raises the errors of `make` and `compiled`. An InputError after the first harvest,
    e.g. if `search` finds no placement, ends the rounds with a note instead.
    """
    found = Rounds(make([]))
    harvest = found.harvest
    followed: list[dict[str, str]] = []
    seen: set[tuple[int | None, ...]] = set()
    chip = chip_of(topology)
    for number in range(1, rounds + 1):
        problem = harvest.problem
        try:
            ours = find_placement(problem)
            ways = ways_to_follow(problem, ours, topology, copy_speeds)
        except InputError as error:
            found.notes.append(f"no round {number}: {error}")
            break
        first = next(iter(ways.values()))
        if first in followed:
            found.notes.append(
                f"round {number} would follow the placement of an earlier round"
            )
            break
        followed.append(first)
        assert chip is not None
        new: list[tuple[Text, Estimate]] = []
        ignored: list[InputError] = []
        for speed, options in ways.items():
            tag = following_tag(number, speed)
            text = Text(compiled(options).text, f"{problem.name}.{tag}")
            try:
                cycles = cycles_in(problem, text)
                if cycles not in seen:
                    new.append((text, estimate_of(problem, ours, text, chip.clock)))
                seen.add(cycles)
            except InputError as error:
                # XLA may then overwrite other operands.
                ignored.append(error)
        found.notes.extend(f"round {number} is ignored: {error}" for error in ignored)
        if not new:
            if not ignored:
                found.notes.append(
                    f"round {number} compiled to cycles of an earlier round"
                )
            break
        try:
            harvest = make([*found.texts, *(text for text, _ in new)])
        except InputError as error:
            found.notes.append(f"round {number} is ignored: {error}")
            break
        for text, estimate in new:
            found.texts.append(text)
            found.estimates.append(estimate)
            found.numbers.append(number)
    return Rounds(harvest, found.texts, found.estimates, found.numbers, found.notes)
