"""Harvesting in rounds: XLA is made to follow the placement that a solver finds, and times
are fitted to that compilation, too.

Whoever minimizes makespans finds the ops whose times a fit has too low. So what counts is
how true times are where solvers put operands, and no compilation of before need have them
there: a key-value cache as large as the fast memory is in it in none.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memplace.errors import InputError
from memplace.placement import Problem, Solution, solve
from memplace.xla.compiler import DEFAULT_TOPOLOGY, chip_of
from memplace.xla.following import (
    COPY_SPEEDS,
    Word,
    following_tag,
    ways_to_follow,
    word_on,
)
from memplace.xla.harvest import Harvest
from memplace.xla.texts import Text

# Placements that the solver simulates; as for the shipped problems.
BUDGET = 20000


@dataclass(frozen=True)
class Rounds:
    """What came out.

    harvest: fitted to all texts.
    texts: of the rounds, in order; of tags "following1", "following1x3" and so on.
    words: what each says of the placement that it follows, by times of before its round.
    numbers: the round of each, from 1.
    notes: why there are fewer rounds than asked for.
    """

    harvest: Harvest
    texts: list[Text] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def find_placement(problem: Problem) -> Solution:
    """That of `search`, which is the same on every machine. Raises InputError if there is
    none."""
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
    """Harvests, and again with compilations that follow what is placed best then.

    make: the harvest, with these texts for calibration beside those it has.
    compiled: the program, placed with such options; called once in each round for each
        copy speed.
    rounds: at most so many; fewer if a placement is followed that was before.
    copy_speeds: see `following_options`. Texts that say the same count once.

    Raises what they raise.
    """
    found = Rounds(make([]))
    harvest = found.harvest
    followed: list[dict[str, str]] = []
    chip = chip_of(topology)
    for number in range(1, rounds + 1):
        problem, ours = harvest.problem, find_placement(harvest.problem)
        try:
            ways = ways_to_follow(problem, ours, topology, copy_speeds)
        except InputError as error:
            found.notes.append(f"no rounds: {error}")
            break
        first = next(iter(ways.values()))
        if first in followed:
            found.notes.append(f"round {number} would follow a placement of before")
            break
        followed.append(first)
        assert chip is not None
        new: dict[str, tuple[Text, Word]] = {}
        try:
            for speed, options in ways.items():
                said = compiled(options).text
                if said in new or any(said == text.text for text in found.texts):
                    continue
                text = Text(said, f"{problem.name}.{following_tag(number, speed)}")
                new[said] = text, word_on(problem, ours, text, chip.clock)
            if not new:
                found.notes.append(f"round {number} came out as one of before")
                break
            harvest = make([*found.texts, *(text for text, _ in new.values())])
        except InputError as error:
            # XLA may write over other operands then.
            found.notes.append(f"round {number} tells nothing: {error}")
            break
        for text, word in new.values():
            found.texts.append(text)
            found.words.append(word)
            found.numbers.append(number)
    return Rounds(harvest, found.texts, found.words, found.numbers, found.notes)
