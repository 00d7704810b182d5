#!/usr/bin/env python3
"""Mutation testing of the unit tests: mutate.py [OPTION...] [GROUP | FILE.cpp]...

Changes one operator of the code at a time and runs the unit tests of that code. A change is
noticed if a test fails. Groups: verify, check, io, bounds, simulator, planning, packing, game
(default: all). Changes swap < and <=, > and >=, == and !=, && and ||, + and -, * and /, += and
-=, ++ and --, min and max, true and false, continue and break, or drop a `!`.

Sources and build stay untouched. All changes of a file are compiled at once, each switched on
by a number (utils/mutation/Schema.h), with libstdc++'s assertions, which catch an index past
the end. The changed file is linked before the library with the original. Each test first runs
without a change, to find the places executed with values that distinguish the operators.
Only tests reaching such a place are run with the change. Builds and results are kept in
BUILD/mutation, so the next run resumes, and retries survivors if the tests have changed.
utils/equivalent-mutants.toml lists changes without effect, with reasons.

memplace has its own driver because Mull has to be built for each version of LLVM, and
universalmutator edits text by regular expressions; most of its results do not compile.

Exit status: 0 if the tests noticed at least --least percent of the unexplained changes, 1 if
not, 2 if mutate.py cannot run or no test passes without changes.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

try:
    from mutation.changes import ROOT, Broken, Mutant, mutants_of
    from mutation.results import Reason, Results, is_noticed, read_reasons
    from mutation.workshop import Program, Workshop
except ImportError as error:
    print(f"error: {error}; pip install -r python/requirements-test.txt", file=sys.stderr)
    sys.exit(2)

# Group -> folder, and the unit test programs for it, in the order to run.
GROUPS = {
    "verify": ("lib/Verify", ["VerifyTests"]),
    "check": ("lib/Problem", ["ProblemTests", "IOTests"]),
    "io": ("lib/IO", ["IOTests"]),
    "bounds": ("lib/Bounds", ["BoundsTests"]),
    "simulator": ("lib/Simulator", ["MemPlaceSimulatorTests"]),
    "planning": (
        "lib/Planning",
        ["MemPlacePlanningTests", "MemPlaceGameTests", "MemPlaceSolverTests"],
    ),
    "packing": ("lib/Packing", ["PackingTests"]),
    "game": ("agent/Game", ["MemPlaceGameTests"]),
}
# Numbers reserved for each file, so edits of a file do not renumber other files.
NUMBERS = 1000


@dataclass
class Batch:
    """Files of one group, and their changes to try."""

    group: str
    numbers: dict[str, dict[Mutant, int]]  # By file: all changes of the file.
    wanted: list[Mutant]
    count: int  # Greater than any number.

    def number_of(self, mutant: Mutant) -> int:
        return self.numbers[mutant.file][mutant]


def files_of(group: str) -> list[str]:
    folder = ROOT / GROUPS[group][0]
    return [str(file.relative_to(ROOT)) for file in sorted(folder.glob("*.cpp"))]


def chosen_files(wanted: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yields each chosen group with its chosen files."""
    names = [name for name in wanted if not name.endswith(".cpp")]
    for name in names:
        if name not in GROUPS:
            raise Broken(f"there is no group '{name}'; there are {', '.join(GROUPS)}")
    paths = [Path(name).resolve() for name in wanted if name.endswith(".cpp")]
    for path in paths:
        if not any(path == (ROOT / file).resolve() for group in GROUPS for file in files_of(group)):
            raise Broken(f"{path} is in no group; there are {', '.join(GROUPS)}")
    for group in GROUPS:
        is_wanted = not wanted or group in names
        files = [file for file in files_of(group) if is_wanted or (ROOT / file).resolve() in paths]
        if files:
            yield group, files


def choose(options: argparse.Namespace) -> Iterator[Batch]:
    """Yields the changes to try; with --sample, a random sample of each file."""
    for group, files in chosen_files(options.wanted):
        every, numbers, wanted = files_of(group), {}, []
        for file in files:
            mutants = mutants_of(file)
            first = every.index(file) * NUMBERS + 1
            numbers[file] = {mutant: first + at for at, mutant in enumerate(mutants)}
            if options.sample and options.sample < len(mutants):
                sample = random.Random(f"{options.seed} {file}").sample(mutants, options.sample)
                mutants = sorted(sample, key=lambda mutant: mutant.begin)
            wanted += mutants
        yield Batch(group, numbers, wanted, (len(every) + 1) * NUMBERS)


class Run:
    """Tries the changes of a group."""

    def __init__(self, batch: Batch, options: argparse.Namespace, known: Results) -> None:
        self.batch = batch
        self.options = options
        self.known = known
        self.workshop = Workshop(options.build.resolve(), options.built)
        self.not_tried: set[Mutant] = set()  # Changes of compile-time constants.
        self.done = 0

    def results(self) -> list[tuple[Mutant, str]]:
        programs = self.programs()
        tests = " ".join(program.path.name for program in programs)
        tests += f" up to {self.options.slowest} s"
        with ThreadPoolExecutor(self.options.jobs) as pool:
            found = pool.map(lambda one: self.result_of(one, programs, tests), self.batch.wanted)
            return list(zip(self.batch.wanted, found))

    def programs(self) -> list[Program]:
        objects = []
        for file, numbers in self.batch.numbers.items():
            output, left_out = self.workshop.compiler.compile(file, numbers)
            objects.append(output)
            self.not_tried.update(left_out)
        names = GROUPS[self.batch.group][1][: 1 if self.options.quick else None]
        count, slowest = self.batch.count, self.options.slowest
        return [self.workshop.program_of(name, objects, count, slowest) for name in names]

    def result_of(self, mutant: Mutant, programs: list[Program], tests: str) -> str:
        result = "not tried" if mutant in self.not_tried else self.known.get(mutant, tests)
        if result is None:
            number = self.batch.number_of(mutant)
            result = self.workshop.try_out(number, programs, self.options.slowest)
            self.known.put(mutant, tests, result)
            self.done += 1
            print(f"{self.done} {result}: {mutant}", file=sys.stderr)
        return result


def report(results: list[tuple[Mutant, str]], reasons: list[Reason], least: float) -> bool:
    """Prints the survivors and the counts; returns true if enough changes were noticed."""
    counts: Counter[str] = Counter()
    for mutant, result in results:
        explained = any(reason.explains(mutant) for reason in reasons)
        if result in ("survived", "same", "unreached") and explained:
            result = "explained"
        elif result in ("survived", "same", "unreached", "not tried"):
            print(f"{result}: {mutant}")
        elif explained and result == "killed":
            print(f"killed, though equivalent-mutants.toml has a reason: {mutant}")
        counts[result] += 1
    noticed = counts["killed"] + counts["timeout"]
    missed = counts["survived"] + counts["same"] + counts["unreached"]
    percent = 100 * noticed / (noticed + missed) if noticed + missed else 100
    print(
        f"{len(results)} changes, {counts['invalid']} do not compile,"
        f" {counts['not tried']} are of constants, {counts['explained']} change nothing;"
        f" the tests noticed {noticed} of {noticed + missed} ({percent:.1f} %),"
        f" {counts['timeout']} of them by running on"
    )
    return percent >= least


def options_of_command_line() -> argparse.Namespace:
    lines = (__doc__ or "").splitlines()
    parser = argparse.ArgumentParser(
        description="\n".join(lines[2:]), formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("wanted", nargs="*", metavar="GROUP|FILE.cpp")
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="default: build")
    parser.add_argument("--sample", type=int, help="so many changes of each file")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--least", type=float, default=95, help="percent; default: 95")
    parser.add_argument("--list", action="store_true", help="print the changes, try none")
    parser.add_argument("--quick", action="store_true", help="only the first program of a group")
    parser.add_argument(
        "--slowest", type=float, default=1e9, help="leave out tests of more seconds than that"
    )
    parser.add_argument("--built", action="store_true", help="the tests are built already")
    parser.add_argument("--state", type=Path, help="default: BUILD/mutation.jsonl")
    parser.add_argument("--jobs", type=int, default=1, help="at once; default: 1")
    parser.add_argument("--nice", type=int, default=15, help="default: 15")
    return parser.parse_args()


def main() -> int:
    options = options_of_command_line()
    try:
        batches, reasons = list(choose(options)), read_reasons()
        if options.list:
            print(*(mutant for batch in batches for mutant in batch.wanted), sep="\n")
            return 0
        os.nice(options.nice)
        known = Results(options.state or options.build / "mutation.jsonl")
        is_well = True
        for batch in batches:
            print(f"{batch.group}:", flush=True)
            results = Run(batch, options, known).results()
            is_well = report(results, reasons, options.least) and is_well
    except Broken as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 2
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
