"""Feeds broken files to the command-line tools.

Usage: red_team.py BIN SOURCES FOLDER [COUNT]

BIN is the folder of the tools, SOURCES the repository, FOLDER the place for written
files, COUNT the number of random changes for each file (default 12). Each run must end
in one of two ways: with 0, or with 1, an error that names the place, and nothing
written. Exits with 1 at the first other result.
"""

from __future__ import annotations

import json
import pathlib
import random
import re
import subprocess
import sys

NUMBERS = ["4611686018427387904", "-1", "NaN", "1e400", "0", "9223372036854775808", "1.5", "1e308"]
VALUES = ["null", "[]", "{}", '"x"', "true", "[" * 100 + "]" * 100]
# A command that takes longer counts as hanging.
TIMEOUT = 60


class RedTeam:
    def __init__(self, tools: pathlib.Path, folder: pathlib.Path) -> None:
        self.tools, self.folder = tools, folder
        self.counts = {0: 0, 1: 0}

    def run(self, tool: str, *arguments: object) -> None:
        """Runs a command that names its output by self.output(), if it has one."""
        command = [str(self.tools / tool), *map(str, arguments)]
        before = self.listing()
        run = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=TIMEOUT
        )
        reason = self.complaint(run)
        if run.returncode and not reason and self.listing() != before:
            reason = f"wrote {self.listing() - before or 'something'}"
        if reason:
            sys.exit(
                f"{' '.join(command)}\n{reason}; exit {run.returncode}\n"
                f"{run.stdout[-2000:]}\n{run.stderr[-4000:]}"
            )
        self.counts[run.returncode] += 1

    def complaint(self, run: subprocess.CompletedProcess) -> str:
        if run.returncode not in (0, 1):
            return "died"
        if run.returncode == 0:
            return ""
        if not re.search(r"(^|: )error: .", run.stderr, re.MULTILINE):
            return "does not say what is wrong"
        # If there is no placement, memplace-solve also reports so in its line of JSON.
        if run.stdout and not run.stdout.startswith('{"solver": '):
            return "printed a result all the same"
        return ""

    def listing(self) -> set:
        return {
            (path, path.stat().st_mtime_ns) for path in self.folder.rglob("*") if path.is_file()
        }

    def write(self, name: str, text: str | bytes) -> pathlib.Path:
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path


def change(rng: random.Random, text: str) -> str:
    """Returns `text` with one change: truncated, another number, value or key, a
    duplicate."""
    kind = rng.randrange(6)
    if kind == 0:
        return text[: rng.randrange(len(text))]
    if kind == 1:
        return replace_one(rng, r"-?\b\d+(\.\d+)?([eE][-+]?\d+)?", text, rng.choice(NUMBERS))
    if kind == 2:
        return replace_one(rng, r'"[^"\n]*"', text, rng.choice(VALUES))
    if kind == 3:
        return replace_one(rng, r'"[^"\n]*": [^,\[\]{}]*', text, r"\g<0>, \g<0>")
    if kind == 4:
        return replace_one(rng, r"[\[\]{}<>(),:]", text, "")
    return replace_one(rng, r"\b\w+\b", text, rng.choice(["\\\\u0000", "\xff", "x" * 5000, ""]))


def replace_one(rng: random.Random, pattern: str, text: str, by: str) -> str:
    places = list(re.finditer(pattern, text))
    if not places:
        return text
    place = rng.choice(places)
    return text[: place.start()] + place.expand(by.replace("\\\\", "\\\\\\\\")) + text[place.end() :]


def break_json(team: RedTeam, rng: random.Random, inputs: pathlib.Path, count: int) -> None:
    problem = (inputs / "loop.problem.json").read_text()
    solution = (inputs / "loop.solution.json").read_text()
    good = team.write("good.json", problem)
    placed = team.write("placed.json", solution)
    for _ in range(count):
        bad = team.write("bad.json", change(rng, problem))
        team.run("memplace-solve", bad)
        team.run("memplace-verify", bad, placed, "--quiet")
        bad = team.write("bad.json", change(rng, solution))
        team.run("memplace-verify", good, bad, "--quiet")
        team.run("memplace-simulate", good, bad)


def break_program(team: RedTeam, rng: random.Random, program: str, count: int) -> None:
    for _ in range(count):
        bad = team.write("bad.mlir", change(rng, program))
        team.run("memplace-opt", bad, "--memplace-default=target=tpu-v4i", "-o", team.folder / "out.mlir")


def main() -> None:
    tools, sources, folder = (pathlib.Path(path) for path in sys.argv[1:4])
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 12
    folder.mkdir(parents=True, exist_ok=True)
    team, rng = RedTeam(tools, folder), random.Random(1)
    break_json(team, rng, sources / "test/tools/memplace-simulate/Inputs", count)
    break_program(team, rng, (sources / "examples/pin-and-cost.mlir").read_text(), count)
    print(f"fine: {team.counts[0]}, refused: {team.counts[1]}")


main()
