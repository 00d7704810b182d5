#!/usr/bin/env python3
"""Do the unit tests bite? mutate.py [OPTION...] [GROUP | FILE.cpp]...

Changes one operator of the code at a time, builds the unit tests of that code with it, and
runs them: tests that all pass have not noticed. Groups: verify, check, io, bounds, simulator,
planning, packing, game (default: all). Changes are < and <=, > and >=, == and !=, && and ||,
+ and -, * and /, += and -=, ++ and --, min and max, true and false, continue and break, and a
`!` that is left out.

Neither the sources nor the build are touched: the changed file is compiled by itself, with
libstdc++'s assertions (an index past the end is noticed), and linked before the library that
has the other one. What was found is kept in
BUILD/mutation.jsonl, so that the next run goes on, and tries survivors again if the tests have
changed. utils/equivalent-mutants.toml lists changes that change nothing, with reasons.

This is a driver of our own since Mull has to be built for each version of LLVM, and
universalmutator changes text by regular expressions, most of which does not compile.

Exit status: 0 tests noticed at least --least percent, 1 they did not or do not pass as they
are, 2 it cannot run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

try:
    import tree_sitter_cpp
    from tree_sitter import Language, Node, Parser
except ImportError as error:
    print(f"error: {error}; pip install -r python/requirements-test.txt", file=sys.stderr)
    sys.exit(2)

ROOT = Path(__file__).resolve().parent.parent

# Group -> folder or files below lib/, and the unit tests that look at them, quick ones first:
# a name, or a name and what of it to run.
GROUPS = {
    "verify": (["Verify"], ["VerifyTests:-*Execution*:TPU*", "VerifyTests"]),
    "check": (["Problem"], ["IOTests", "ProblemTests"]),
    "io": (["IO"], ["IOTests"]),
    "bounds": (["Bounds"], ["BoundsTests"]),
    "simulator": (["Simulator"], ["MemPlaceSimulatorTests"]),
    "planning": (["Planning"], ["MemPlaceGameTests", "MemPlaceSolverTests"]),
    "packing": (["Packing"], ["PackingTests"]),
    "game": (["Game"], ["MemPlaceGameTests"]),
}

PAIRS = [("<", "<="), (">", ">="), ("==", "!="), ("&&", "||"), ("+", "-"), ("*", "/")]
PAIRS += [("+=", "-="), ("++", "--"), ("std::min", "std::max"), ("true", "false")]
PAIRS += [("continue", "break")]
OTHER = dict(PAIRS) | {right: left for left, right in PAIRS}
# Node -> where its operator is: a field, or the node itself.
PLACES = {
    "binary_expression": "operator",
    "assignment_expression": "operator",
    "update_expression": "operator",
    "unary_expression": "operator",
    "call_expression": "function",
    "true": "",
    "false": "",
    "continue_statement": "",
    "break_statement": "",
}
# Nodes in which nothing is changed.
SKIPPED = ("static_assert_declaration", "template_argument_list", "template_parameter_list")
# Headers that were compiled without libstdc++'s assertions.
PRECOMPILED = re.compile(r" -Xclang -include(-pch)? -Xclang \S+")


@cache
def source_of(file: str) -> bytes:
    """A file of the repository, as it was when it was first read."""
    return (ROOT / file).read_bytes()


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    file: str  # Relative to the repository.
    begin: int  # Bytes of the file that are replaced.
    end: int
    new: str
    line: int
    text: str  # Of the line, without the spaces around it.
    change: str  # "< -> <="
    nth: int  # Of the same change in its line, from 1.

    def key(self) -> tuple[str, str, str, int]:
        """What stays the same when other lines of the file change."""
        return (self.file, self.text, self.change, self.nth)

    def __str__(self) -> str:
        nth = f" (number {self.nth} of the line)" if self.nth > 1 else ""
        return f"{self.file}:{self.line}: {self.change}{nth}: {self.text}"


def walk(node: Node) -> Iterator[Node]:
    """All nodes below one, and itself, in the order of the text; without assertions."""
    stack = [node]
    while stack:
        node = stack.pop()
        if node.type in SKIPPED:
            continue
        if node.type == "call_expression" and node.text and node.text.startswith(b"assert("):
            continue
        yield node
        stack.extend(reversed(node.children))


def changes_of(source: bytes) -> Iterator[tuple[int, str, str]]:
    """Yields where a file can change, what is there, and what would be."""
    parser = Parser(Language(tree_sitter_cpp.language()))
    for node in walk(parser.parse(source).root_node):
        if node.type not in PLACES:
            continue
        place = node.child_by_field_name(PLACES[node.type]) if PLACES[node.type] else node
        if place is None or place.text is None:
            continue
        old = place.text.decode().removesuffix(";")
        if node.type == "call_expression":
            old = old[: len("std::min")]  # Without <double>.
        if node.type == "unary_expression":
            if old == "!":
                yield place.start_byte, old, ""
        elif old in ("+", "+=") and b'"' in (node.text or b""):
            continue  # Texts are joined, but there is no difference of them.
        elif old in OTHER:
            yield place.start_byte, old, OTHER[old]


def mutants_of(file: str) -> list[Mutant]:
    """All changes of a file, in the order of the text."""
    source = source_of(file)
    lines = source.decode().split("\n")
    found = []
    seen: Counter[tuple[int, str]] = Counter()
    for begin, old, new in sorted(changes_of(source)):
        line = source.count(b"\n", 0, begin)
        change = f"{old} -> {new}" if new else f"{old} left out"
        seen[line, change] += 1
        nth = seen[line, change]
        text = lines[line].strip()
        found.append(Mutant(file, begin, begin + len(old), new, line + 1, text, change, nth))
    return found


class Broken(Exception):
    """Why there is nothing to be found out."""


class Workshop:
    """Builds unit tests with a changed file, and runs them."""

    def __init__(self, build: Path, folder: Path, is_built: bool) -> None:
        self.build = build
        self.folder = folder
        self.is_built = is_built
        commands = json.loads((build / "compile_commands.json").read_text())
        self.compile = {str(Path(one["file"]).resolve()): one["command"] for one in commands}
        self.links: dict[str, str] = {}
        self.seconds: dict[str, float] = {}  # That each test takes as it is.
        self.hashes: dict[str, str] = {}
        self.controls: set[str] = set()  # Files that were tried without a change.
        self.environment = dict(os.environ, CCACHE_DISABLE="1")

    def run(self, command: str, timeout: float) -> bool | None:
        """Whether a shell command, run in the build folder, succeeds; None: it took too long."""
        try:
            done = subprocess.run(
                ["timeout", "-s", "KILL", str(timeout), "bash", "-c", command],
                cwd=self.build,
                env=self.environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
        except OSError as failure:
            raise Broken(f"cannot run '{command}': {failure}") from failure
        return None if done.returncode in (-9, 124, 137) else done.returncode == 0

    def prepare(self, tests: list[str]) -> None:
        """Builds and runs the tests as they are."""
        names = sorted({test.partition(":")[0] for test in tests} - set(self.links))
        if names and not self.is_built and not self.run("ninja " + " ".join(names), 3600):
            raise Broken(f"cannot build {', '.join(names)} in {self.build}")
        for name in names:
            listed = subprocess.run(
                ["ninja", "-t", "commands", name],
                cwd=self.build,
                capture_output=True,
                text=True,
                check=True,
            )
            self.links[name] = listed.stdout.splitlines()[-1]
            binary = (self.build / "unittests" / name).read_bytes()
            self.hashes[name] = hashlib.sha256(binary).hexdigest()[:16]
        for test in tests:
            if test in self.seconds:
                continue
            start = time.monotonic()
            if not self.run(self.test_command(self.build / "unittests", test), 1800):
                raise Broken(f"{test} fails without any change")
            self.seconds[test] = time.monotonic() - start

    @staticmethod
    def test_command(folder: Path, test: str) -> str:
        name, _, only = test.partition(":")
        return f"'{folder / name}' --gtest_fail_fast --gtest_brief=1 '--gtest_filter={only or '*'}'"

    def try_out(self, mutant: Mutant, tests: list[str]) -> str:
        """killed, timeout, survived, or invalid: does not compile."""
        if mutant.file not in self.controls:
            unchanged = Mutant(mutant.file, 0, 0, "", 0, "", "", 1)
            if (result := self.build_and_run(unchanged, tests)) != "survived":
                raise Broken(f"{mutant.file} without any change, but with assertions: {result}")
            self.controls.add(mutant.file)
        return self.build_and_run(mutant, tests)

    def build_and_run(self, mutant: Mutant, tests: list[str]) -> str:
        path = (ROOT / mutant.file).resolve()
        source = source_of(mutant.file)
        changed = self.folder / path.name
        changed.write_bytes(source[: mutant.begin] + mutant.new.encode() + source[mutant.end :])
        if str(path) not in self.compile:
            raise Broken(f"{self.build}/compile_commands.json does not know {mutant.file}")
        before, _, after = self.compile[str(path)].rpartition(" -o ")
        before = PRECOMPILED.sub("", before) + " -D_GLIBCXX_ASSERTIONS"
        command = f"{before} -w -iquote '{path.parent}' -o '{self.folder}/changed.o' -c '{changed}'"
        if not after or not self.run(command, 300):
            return "invalid"
        linked = set()
        for test in tests:
            name = test.partition(":")[0]
            if name not in linked:
                output = f" -o '{self.folder / name}' '{self.folder}/changed.o' "
                if not self.run(self.links[name].replace(f" -o unittests/{name} ", output), 300):
                    return "invalid"
                linked.add(name)
            passed = self.run(self.test_command(self.folder, test), 10 + 5 * self.seconds[test])
            if not passed:
                return "timeout" if passed is None else "killed"
        return "survived"


class Results:
    """What is known of mutants, kept in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, dict[str, str]] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                entry = json.loads(line)
                self.known[entry["mutant"]] = entry

    @staticmethod
    def name_of(mutant: Mutant) -> str:
        source = hashlib.sha256(source_of(mutant.file)).hexdigest()[:16]
        return f"{mutant.file}@{source}:{mutant.begin}:{mutant.change}"

    def get(self, mutant: Mutant, tests: str) -> str | None:
        entry = self.known.get(self.name_of(mutant))
        if not entry or (entry["result"] == "survived" and entry["tests"] != tests):
            return None
        return entry["result"]

    def put(self, mutant: Mutant, tests: str, result: str) -> None:
        entry = {"mutant": self.name_of(mutant), "tests": tests, "result": result}
        self.known[entry["mutant"]] = entry
        with self.path.open("a") as file:
            file.write(json.dumps(entry) + "\n")


def read_equivalents() -> dict[tuple[str, str, str, int], str]:
    """The reasons of equivalent-mutants.toml, by the key of a mutant."""
    entries = tomllib.loads((ROOT / "utils/equivalent-mutants.toml").read_text())
    return {
        (one["file"], one["line"], one["change"], one.get("nth", 1)): one["reason"]
        for one in entries.get("mutant", [])
    }


def chosen_files(wanted: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yields each file with its tests."""
    names = [name for name in wanted if not name.endswith(".cpp")]
    for name in names or ([] if wanted else list(GROUPS)):
        if name not in GROUPS:
            raise Broken(f"there is no group '{name}'; there are {', '.join(GROUPS)}")
        folders, tests = GROUPS[name]
        for folder in folders:
            for file in sorted((ROOT / "lib" / folder).glob("*.cpp")):
                yield str(file.relative_to(ROOT)), tests
    for name in wanted:
        if name.endswith(".cpp"):
            file = Path(name).resolve().relative_to(ROOT)
            for folders, tests in GROUPS.values():
                if str(file.parent.name) in folders:
                    yield str(file), tests


def choose(options: argparse.Namespace) -> Iterator[tuple[Mutant, list[str]]]:
    """Yields the mutants to try, a sample of each file if there is to be one."""
    equivalents = read_equivalents()
    for file, tests in chosen_files(options.wanted):
        mutants = mutants_of(file)
        keys = {mutant.key() for mutant in mutants}
        for key in equivalents:
            if key[0] == file and key not in keys:
                raise Broken(f"equivalent-mutants.toml: {file} has no '{key[2]}' in '{key[1]}'")
        mutants = [mutant for mutant in mutants if mutant.key() not in equivalents]
        if options.sample and options.sample < len(mutants):
            chosen = random.Random(f"{options.seed} {file}").sample(mutants, options.sample)
            mutants = sorted(chosen, key=lambda mutant: mutant.begin)
        yield from ((mutant, tests[:1] if options.quick else tests) for mutant in mutants)


def report(results: list[tuple[Mutant, str]], least: float) -> int:
    """Prints the survivors and the counts; whether there are few enough."""
    for mutant, result in results:
        if result == "survived":
            print(mutant)
    counts = Counter(result for _, result in results)
    noticed = counts["killed"] + counts["timeout"]
    valid = noticed + counts["survived"]
    percent = 100 * noticed / valid if valid else 100
    print(
        f"{len(results)} changes, {counts['invalid']} do not compile;"
        f" the tests noticed {noticed} of {valid} ({percent:.1f} %),"
        f" {counts['timeout']} of them by running on"
    )
    return 0 if percent >= least else 1


def main() -> int:
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
    parser.add_argument("--quick", action="store_true", help="only the first tests of a group")
    parser.add_argument("--built", action="store_true", help="the tests are built already")
    parser.add_argument("--state", type=Path, help="default: BUILD/mutation.jsonl")
    parser.add_argument("--nice", type=int, default=15, help="default: 15")
    options = parser.parse_args()
    try:
        chosen = list(choose(options))
        if options.list:
            print(*(mutant for mutant, _ in chosen), sep="\n")
            return 0
        os.nice(options.nice)
        known = Results(options.state or options.build / "mutation.jsonl")
        results = []
        with tempfile.TemporaryDirectory() as folder:
            workshop = Workshop(options.build.resolve(), Path(folder), options.built)
            for number, (mutant, tests) in enumerate(chosen, 1):
                workshop.prepare(tests)
                hashes = " ".join(workshop.hashes[test.partition(":")[0]] for test in tests)
                result = known.get(mutant, hashes)
                if result is None:
                    result = workshop.try_out(mutant, tests)
                    known.put(mutant, hashes, result)
                    print(f"{number}/{len(chosen)} {result}: {mutant}", file=sys.stderr)
                results.append((mutant, result))
    except Broken as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 2
    return report(results, options.least)


if __name__ == "__main__":
    sys.exit(main())
