"""Harvesting in rounds: XLA is made to follow the placement that a solver finds, and times
are fitted to that compilation, too.

Whoever minimizes makespans finds the ops whose times a fit has too low. So what counts is
how true times are where solvers put operands, and no compilation of before need have them
there: a key-value cache as large as the fast memory is in it in none.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from memplace.errors import InputError
from memplace.placement import Problem, Solution, solve
from memplace.xla.compiler import DEFAULT_TOPOLOGY, chip_of
from memplace.xla.following import Word, following_options, word_on
from memplace.xla.harvest import Harvest
from memplace.xla.texts import Text

# Placements that the solver simulates; as for the shipped problems.
BUDGET = 20000


@dataclass(frozen=True)
class Rounds:
    """What came out.

    harvest: fitted to all texts.
    texts: of the rounds, in order; of tags "following1" and so on.
    words: what each says of the placement that it follows, by times of before it.
    notes: why there are fewer rounds than asked for.
    """

    harvest: Harvest
    texts: list[Text] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
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
) -> Rounds:
    """Harvests, and again with a compilation that follows what is placed best then.

    make: the harvest, with these texts for calibration beside those it has.
    compiled: the program, placed with such options; called once in each round.
    rounds: at most so many; fewer if a placement is followed that was before.

    Raises what they raise.
    """
    found = Rounds(make([]))
    harvest = found.harvest
    followed: list[dict[str, str]] = []
    chip = chip_of(topology)
    for number in range(1, rounds + 1):
        ours = find_placement(harvest.problem)
        try:
            options = following_options(harvest.problem, ours, topology)
        except InputError as error:
            found.notes.append(f"no rounds: {error}")
            break
        if options in followed:
            found.notes.append(f"round {number} would follow a placement of before")
            break
        followed.append(options)
        name = f"{harvest.problem.name}.following{number}"
        text = Text(compiled(options).text, name)
        assert chip is not None
        try:
            word = word_on(harvest.problem, ours, text, chip.clock)
            harvest = make([*found.texts, text])
        except InputError as error:
            # XLA may write over other operands then.
            found.notes.append(f"round {number} tells nothing: {error}")
            break
        found.texts.append(text)
        found.words.append(word)
    return Rounds(harvest, found.texts, found.words, found.notes)
