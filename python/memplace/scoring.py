"""Scores of placements on a set of benchmark problems."""

import difflib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from memplace.compiled import core
from memplace.errors import InputError
from memplace.placement import as_problem, lower_bound, simulate, solve, verify

_PROBLEM, _SOLUTION = ".problem.json", ".solution.json"
# Entry of placements with all buffers in the target's default tier. Problems without a
# legal placement count as this one.
DEFAULT_TIER = "default-tier"


def _stems(folder: Path, ending: str) -> dict[str, Path]:
    """Returns the files of a folder that end in `ending`, also compressed, by the name
    without it."""
    found = {}
    for path in sorted(folder.iterdir()):
        name = path.name.removesuffix(".gz")
        if name.endswith(ending):
            found[name.removesuffix(ending)] = path
    return found


def problems(folder: str | Path) -> dict[str, core.Problem]:
    """Returns the problems of a benchmark set by name: those in the files
    `NAME.problem.json` and `NAME.problem.json.gz` of a folder, such as
    benchmarks/problems/tpu. Raises InputError for a folder without problems, and for a
    file that is none.

    >>> found = problems("benchmarks/problems/kinds")
    >>> len(found), found["lstm"].num_ops
    (15, 53)
    """
    place = Path(folder)
    files = _stems(place, _PROBLEM) if place.is_dir() else {}
    if not files:
        raise InputError(f"'{folder}' is no folder with files NAME.problem.json[.gz]")
    return {name: as_problem(str(path)) for name, path in files.items()}


@dataclass(frozen=True)
class Score:
    """A placement of a problem.

    makespan: simulated, seconds; None for a missing or an illegal placement.
    reason: why there is no makespan.
    """

    makespan: float | None
    reason: str = ""


@dataclass(frozen=True)
class Row:
    """Scores on a problem.

    bound: proven lower bound on the makespan of any placement, seconds.
    scores: by entry.
    """

    name: str
    bound: float
    scores: dict[str, Score]

    def makespan(self, entry: str) -> float:
        """Returns the makespan that counts for an entry, seconds: that of the default
        tier without a legal placement, or infinity if there is no such placement."""
        found = self.scores[entry].makespan
        if found is None:
            found = self.scores[DEFAULT_TIER].makespan
        return math.inf if found is None else found


def _score(problem: core.Problem, path: Path) -> Score:
    """Verifies and simulates the placement of a file."""
    try:
        violations = verify(problem, str(path))
        if violations:
            return Score(None, f"illegal: {violations[0].rule}: {violations[0].message}")
        return Score(simulate(problem, str(path)).makespan)
    except InputError as error:
        return Score(None, str(error))


def score(folder: str | Path, problem_folder: str | Path) -> list[Row]:
    """Compares the placements `NAME.solution.json[.gz]` of a folder with the baselines of
    a benchmark set: `NAME.LABEL.solution.json[.gz]` beside the problems, and all buffers
    in the default tier. The entry of `folder` is its last component. Each placement is
    verified. Raises InputError for a folder without problems or solutions.
    """
    place = Path(folder)
    entry = place.resolve().name
    mine = _stems(place, _SOLUTION) if place.is_dir() else {}
    if not mine:
        raise InputError(f"'{folder}' is no folder with files NAME.solution.json[.gz]")
    known = problems(problem_folder)
    if unknown := sorted(set(mine) - set(known)):
        close = difflib.get_close_matches(unknown[0], known, n=1)
        hint = f"did you mean '{close[0]}'?" if close else "each file has a problem's name"
        raise InputError(
            f"{mine[unknown[0]]}: there is no problem '{unknown[0]}' in "
            f"'{problem_folder}'; {hint}"
        )
    baselines = _stems(Path(problem_folder), _SOLUTION)
    rows = []
    for name, problem in known.items():
        files = {
            stem.removeprefix(f"{name}."): path
            for stem, path in baselines.items()
            if stem.startswith(f"{name}.") and "." not in stem.removeprefix(f"{name}.")
        }
        scores = {label: _score(problem, path) for label, path in files.items()}
        scores[DEFAULT_TIER] = Score(solve(problem, DEFAULT_TIER).makespan)
        path_of_mine = mine.get(name)
        scores[entry] = (
            _score(problem, path_of_mine) if path_of_mine else Score(None, "missing")
        )
        rows.append(Row(name, lower_bound(problem), scores))
    return rows


def leaderboard(rows: Iterable[Row]) -> list[tuple[str, float, int, int]]:
    """Returns a line for each entry that has a score on every problem, best first: its
    name, the geometric mean of makespan by bound, the number of problems on which no
    other entry is faster, and the number without a legal placement."""
    table = list(rows)
    entries = set.intersection(*(set(row.scores) for row in table))
    lines = []
    for entry in entries:
        ratios = [row.makespan(entry) / row.bound for row in table]
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        wins = sum(
            row.scores[entry].makespan is not None
            and row.makespan(entry) <= min(map(row.makespan, row.scores)) * (1 + 1e-9)
            for row in table
        )
        lost = sum(row.scores[entry].makespan is None for row in table)
        lines.append((entry, mean, wins, lost))
    return sorted(lines, key=lambda line: (line[1], line[0]))
