"""Scores of placements on a set of benchmark problems."""

import difflib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from memplace.benchmark_sets import PROBLEM, SHIPPED, SOLUTION, read_set, stems
from memplace.compiled import core
from memplace.errors import InputError
from memplace.placement import as_problem, lower_bound, simulate, solve, verify

# Entry of placements with all buffers in the target's default tier. Problems without a
# legal placement count as this one.
DEFAULT_TIER = "default-tier"


def problems(folder: str | Path | None = None) -> dict[str, core.Problem]:
    """Returns the problems `NAME.problem.json[.gz]` of a folder by name. A
    `benchmark.json` there has the version, licence and checksums of a benchmark set.

    folder: by default benchmarks/problems/tpu of this repository.

    Raises InputError for a folder without problems, and for a file that is none or has
    another checksum.

    >>> found = problems("benchmarks/problems/kinds")
    >>> len(found), found["lstm"].num_ops
    (15, 53)
    """
    place = folder_of(folder)
    files = stems(place, PROBLEM) if place.is_dir() else {}
    if not files:
        raise InputError(f"'{place}' is no folder with files NAME.problem.json[.gz]")
    if listed := read_set(place):
        listed.check_all()
    return {name: as_problem(str(path)) for name, path in files.items()}


def folder_of(folder: str | Path | None) -> Path:
    """Returns the folder of a benchmark set, by default that of `problems`."""
    if folder is not None:
        return Path(folder)
    if not SHIPPED.is_dir():
        raise InputError(
            "an installed memplace has no benchmark problems; name a folder, such as "
            "benchmarks/problems/tpu of the repository"
        )
    return SHIPPED / "tpu"


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


def score(folder: str | Path, problem_folder: str | Path | None = None) -> list[Row]:
    """Compares the placements `NAME.solution.json[.gz]` of a folder with the baselines of
    a benchmark set: `NAME.LABEL.solution.json[.gz]` beside the problems, and all buffers
    in the default tier. The entry of `folder` is its last component. Each placement is
    verified. Raises InputError for a folder without problems or solutions.
    """
    place = Path(folder)
    entry = place.resolve().name
    mine = stems(place, SOLUTION) if place.is_dir() else {}
    if not mine:
        raise InputError(f"'{folder}' is no folder with files NAME.solution.json[.gz]")
    known = problems(problem_folder)
    if unknown := sorted(set(mine) - set(known)):
        close = difflib.get_close_matches(unknown[0], known, n=1)
        hint = f"did you mean '{close[0]}'?" if close else "each file has a problem's name"
        raise InputError(
            f"{mine[unknown[0]]}: there is no problem '{unknown[0]}' in "
            f"'{folder_of(problem_folder)}'; {hint}"
        )
    baselines = stems(folder_of(problem_folder), SOLUTION)
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
