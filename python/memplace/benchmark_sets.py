"""Benchmark sets: folders of problems with a version, a licence and checksums."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from memplace.errors import InputError

LIST = "benchmark.json"
PROBLEM, SOLUTION = ".problem.json", ".solution.json"
# The sets of the repository; an installed package has none.
SHIPPED = Path(__file__).resolve().parents[2] / "benchmarks" / "problems"


def stems(folder: Path, ending: str) -> dict[str, Path]:
    """Returns the files of a folder that end in `ending`, also compressed, by the name
    without it."""
    found = {}
    for path in sorted(folder.iterdir()):
        name = path.name.removesuffix(".gz")
        if name.endswith(ending):
            found[name.removesuffix(ending)] = path
    return found


@dataclass(frozen=True)
class BenchmarkSet:
    """A folder of problems, described by its file `benchmark.json`.

    version: changes whenever a file changes.
    licence: SPDX expression.
    sha256: checksums of all problems and solutions, in hexadecimal, by file name.
    """

    folder: Path
    name: str
    version: str
    licence: str
    sha256: dict[str, str]

    def check(self, path: Path) -> None:
        """Raises InputError if a file of the folder is not the listed one."""
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != self.sha256.get(path.name):
            self._refuse(f"'{path}' has the SHA-256 {found}")

    def check_all(self) -> None:
        """Raises InputError if a problem or solution is missing, or differs from the
        listed one, or is not listed."""
        paths = [*stems(self.folder, PROBLEM).values()]
        paths += stems(self.folder, SOLUTION).values()
        if missing := sorted(set(self.sha256) - {path.name for path in paths}):
            self._refuse(f"there is no '{self.folder / missing[0]}'")
        for path in paths:
            self.check(path)

    def _refuse(self, reason: str) -> None:
        raise InputError(
            f"{reason}, unlike in version {self.version} of the benchmark set "
            f"'{self.name}'; restore the folder, or remove its {LIST}"
        )


def read_set(folder: Path) -> BenchmarkSet | None:
    """Returns the set in a folder; None for a folder without `benchmark.json`. Raises
    InputError for another kind of file."""
    path = folder / LIST
    if not path.is_file():
        return None
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        names = [str(fields[field]) for field in ("name", "version", "licence")]
        return BenchmarkSet(folder, *names, dict(fields["sha256"]))
    except (OSError, ValueError, TypeError, LookupError) as error:
        raise InputError(
            f"'{path}' is no list of a benchmark set ({error}); restore or remove it"
        ) from error


def shipped_sets() -> list[BenchmarkSet]:
    """Returns the sets of the repository that contains this package; none for an
    installed package.

    >>> [found.name for found in shipped_sets()]
    ['egrl', 'kinds', 'pieces', 'schedule', 'tpu']
    """
    sets = map(read_set, sorted(SHIPPED.iterdir()) if SHIPPED.is_dir() else [])
    return [found for found in sets if found is not None]
