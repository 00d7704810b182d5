"""Builds unit tests with all changes of some files, and runs them with one change."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from mutation.changes import ROOT, Broken, Mutant, source_of
from mutation.weaving import Weaver

HERE = Path(__file__).resolve().parent
# Options for precompiled headers, which lack libstdc++'s assertions.
PRECOMPILED = re.compile(r" -Xclang -include(-pch)? -Xclang \S+")
# CPU time of a changed program, which may be slower, but must not run forever.
LEAST_SECONDS, TIMES_SLOWER = 0.5, 5.0
MARK_DIFFERS, MARK_INVALID = 2, 4
MINE = os.getpid()  # Marks unfinished files, because another run may write the same ones.
CANNOT_CONFINE = 97  # Exit status, see Schema.cpp.


def digest(*texts: str | bytes) -> str:
    """Returns a short hash of the texts."""
    together = hashlib.sha256()
    for text in texts:
        together.update(text.encode() if isinstance(text, str) else text)
    return together.hexdigest()[:16]


@dataclass
class Test:
    """Properties of one test without a change."""

    name: str
    seconds: float  # Of CPU.
    marks: bytes  # By number, see Schema.h.


@dataclass
class Program:
    """Unit tests with all changes of some files."""

    path: Path
    tests: list[Test] = field(default_factory=list)  # Quick tests first.


def sources_of(file: Path) -> list[Path]:
    """Returns the source files of a compile command: one file, or the files that CMake has
    merged into a unity file."""
    if file.parent.name != "Unity" or not file.exists():
        return [file]
    return [Path(found) for found in re.findall(r'^#include "(.+)"$', file.read_text(), re.M)]


class Compiler:
    """Compiles files with their changes; caches the results in a folder."""

    def __init__(self, build: Path, folder: Path) -> None:
        self.build = build
        self.folder = folder
        self.commands: dict[str, str] = {}
        for one in json.loads((build / "compile_commands.json").read_text()):
            for file in sources_of(Path(one["file"])):
                self.commands[str(file.resolve())] = one["command"]
        self.environment = dict(os.environ, CCACHE_DISABLE="1")

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """Runs a shell command in the build folder."""
        return subprocess.run(
            ["bash", "-c", command],
            cwd=self.build,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def must_run(self, command: str) -> str:
        done = self.run(command)
        if done.returncode != 0:
            raise Broken(f"'{command}' in {self.build} fails: {done.stderr or done.stdout}")
        return done.stdout

    @cached_property
    def headers(self) -> str:
        """Hash of all headers of the project."""
        folders = (ROOT / "include", ROOT / "lib", HERE)
        files = sorted(file for folder in folders for file in folder.rglob("*.h"))
        return digest(*(file.read_bytes() for file in files))

    def command_of(self, file: str) -> str:
        """Returns the compile command of a file, without input and output, and with libstdc++'s
        assertions, which catch an index past the end."""
        path = (ROOT / file).resolve()
        if str(path) not in self.commands:
            raise Broken(f"{self.build}/compile_commands.json does not know {file}")
        before, found, _ = self.commands[str(path)].rpartition(" -o ")
        if not found:
            raise Broken(f"{self.build}/compile_commands.json has no output for {file}")
        before = PRECOMPILED.sub("", before).replace(" -O3", " -O2")
        return f"{before} -w -Wno-c++11-narrowing -ferror-limit=0 -D_GLIBCXX_ASSERTIONS"

    def with_headers(self, command: str) -> str:
        """Adds a precompiled header to a command: Schema.h and the common headers."""
        output = self.folder / f"headers-{digest(command, self.headers)}.pch"
        if not output.exists():
            common = self.build / "CMakeFiles/MemPlacePlainHeaders.dir/cmake_pch.hxx"
            text = common.read_text() if common.exists() else ""
            source, new = output.with_suffix(f".{MINE}.h"), output.with_suffix(f".{MINE}")
            source.write_text(text + (HERE / "Schema.h").read_text())
            self.must_run(f"{command} -x c++-header '{source}' -o '{new}'")
            new.rename(output)
        return f"{command} -include-pch '{output}'"

    def runtime(self) -> Path:
        """Compiles Schema.cpp."""
        source = HERE / "Schema.cpp"
        output = self.folder / f"Schema-{digest(source.read_bytes(), self.headers)}.o"
        if not output.exists():
            compiler = next(iter(self.commands.values())).split()[0]
            new = output.with_suffix(f".{MINE}")
            self.must_run(f"{compiler} -std=c++20 -O2 -fPIC -o '{new}' -c '{source}'")
            new.rename(output)
        return output

    def compile(self, file: str, numbers: dict[Mutant, int]) -> tuple[Path, list[Mutant]]:
        """Compiles a file with its changes. Also returns the changes within compile-time constants,
        which cannot be switched at run time."""
        command = self.command_of(file)
        listed = "".join(f"{number}:{mutant.begin};" for mutant, number in numbers.items())
        key = digest(command, source_of(file), listed, self.headers, *WRITERS)
        name = f"{Path(file).parent.name}-{Path(file).stem}-{key}"
        output, known = self.folder / f"{name}.o", self.folder / f"{name}.json"
        if not output.exists():
            new = self.folder / f"{name}.{MINE}.o"
            left_out = self.compile_what_does(file, dict(numbers), command, new)
            known.write_text(json.dumps([mutant.begin for mutant in left_out]))
            new.rename(output)
        begins = set(json.loads(known.read_text()))
        return output, [mutant for mutant in numbers if mutant.begin in begins]

    def compile_what_does(
        self, file: str, numbers: dict[Mutant, int], command: str, output: Path
    ) -> list[Mutant]:
        """Compiles a file, leaving out the changes in lines with compiler errors."""
        command = f"{self.with_headers(command)} -iquote '{(ROOT / file).parent}'"
        left_out: list[Mutant] = []
        changed = output.with_suffix(".cpp")
        while True:
            changed.write_text(Weaver(file, numbers).file_text())
            done = self.run(f"{command} -o '{output}' -c '{changed}'")
            if done.returncode == 0:
                return left_out
            named = re.findall(rf"{re.escape(str(changed))}:(\d+):", done.stderr)
            bad = [mutant for mutant in numbers if str(mutant.line) in named]
            if not bad:
                raise Broken(f"cannot compile {changed}: {done.stderr}")
            left_out += bad
            for mutant in bad:
                del numbers[mutant]


WRITERS = [(HERE / name).read_bytes() for name in ("weaving.py", "changes.py")]


class Workshop:
    """Builds and runs programs."""

    def __init__(self, build: Path, is_built: bool) -> None:
        self.build = build
        self.folder = build / "mutation"
        self.folder.mkdir(exist_ok=True)
        self.is_built = is_built
        self.compiler = Compiler(build, self.folder)

    def program_of(
        self, name: str, objects: list[Path], count: int, most_seconds: float
    ) -> Program:
        """Links unit tests with the changed files, which come before the libraries with the
        originals. Leaves out tests longer than `most_seconds`."""
        if not self.is_built:
            self.compiler.must_run(f"ninja {name}")
        link = self.compiler.must_run(f"ninja -t commands {name}").splitlines()[-1]
        binary = (self.build / "unittests" / name).read_bytes()
        objects = [*objects, self.compiler.runtime()]
        key = digest(binary, *(str(one) for one in objects))
        path = self.folder / f"{name}-{key}"
        if not path.exists():
            files = " ".join(f"'{one}'" for one in objects)
            new = Path(f"{path}.{MINE}")
            # Archive members may hold several files; the linker takes the first of two
            # definitions.
            output = f" -o '{new}' -Wl,--allow-multiple-definition {files} "
            self.compiler.must_run(link.replace(f" -o unittests/{name} ", output))
            new.rename(path)
        program = Program(path)
        self.read_marks(program, count, most_seconds)
        return program

    def read_marks(self, program: Program, count: int, most_seconds: float) -> None:
        """Runs each test alone, to find the noticeable changes."""
        kept = Path(f"{program.path}.marks")
        known = {}
        if kept.exists():
            for line in kept.read_text().splitlines():
                entry = json.loads(line)
                known[entry["name"]] = entry
        with kept.open("a") as file:
            for name in self.names_of(program):
                old = known.get(name)
                # A test too slow for an earlier limit may be within the new limit.
                if not old or (old["passes"] is None and old["seconds"] < most_seconds):
                    known[name] = self.marks_of(program, name, count, most_seconds)
                    file.write(json.dumps(known[name]) + "\n")
                    file.flush()
                    if known[name]["passes"] is False:
                        print(f"left out, as it fails without a change: {name}", file=sys.stderr)
                if not known[name]["passes"]:
                    continue
                marks = bytearray(count)
                for bits, numbers in known[name]["marks"].items():
                    for number in numbers:
                        marks[number] = int(bits)
                program.tests.append(Test(name, known[name]["seconds"], bytes(marks)))
        if not program.tests:
            raise Broken(f"no test of {program.path.name} passes without a change")
        program.tests.sort(key=lambda test: test.seconds)

    def names_of(self, program: Program) -> list[str]:
        """Returns the tests of a program, in the form of gtest's filter."""
        names, suite = [], ""
        for line in self.compiler.must_run(f"'{program.path}' --gtest_list_tests").splitlines():
            word = line.split("#")[0].rstrip()
            if not line.startswith(" "):
                suite = word
            elif "DISABLED_" not in suite + word:
                names.append(suite + word.strip())
        return names

    def marks_of(
        self, program: Program, name: str, count: int, most_seconds: float
    ) -> dict[str, object]:
        """Runs a test and returns its marks. Stops a test that exceeds `most_seconds`."""
        marks = Path(f"{program.path}.{MINE}.bytes")
        marks.write_bytes(bytes(count))
        before = os.times()
        environment = {"MEMPLACE_MUTANT_MARKS": str(marks)}
        if most_seconds < 1e6:
            # With some slack, so tests just above the limit are measured, not stopped.
            environment["MEMPLACE_MUTANT_SECONDS"] = str(most_seconds + 0.1)
        passes = self.run_tests(program, [name], environment, 1800)
        after = os.times()
        seconds = after.children_user + after.children_system
        seconds -= before.children_user + before.children_system
        found: dict[int, list[int]] = {}
        for number, bits in enumerate(marks.read_bytes()):
            if bits:
                found.setdefault(bits, []).append(number)
        marks.unlink()
        return {"name": name, "passes": passes, "seconds": round(seconds, 3), "marks": found}

    def run_tests(
        self, program: Program, names: list[str], environment: dict[str, str], timeout: float
    ) -> bool | None:
        """Returns true if the tests pass, None after a timeout. Tests may write only to a
        temporary folder, because a change can have any effect."""
        with tempfile.TemporaryDirectory() as folder:
            places = {"TMPDIR": folder, "MEMPLACE_MUTANT_FOLDER": folder}
            try:
                done = subprocess.run(
                    [program.path, "--gtest_fail_fast", "--gtest_brief=1"],
                    cwd=folder,
                    env=dict(os.environ, GTEST_FILTER=":".join(names)) | environment | places,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=timeout,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return None
        if done.returncode == CANNOT_CONFINE:
            raise Broken("a change could do harm here: Linux 5.19 or later with Landlock is needed")
        return None if done.returncode == -signal.SIGPROF else done.returncode == 0

    def try_out(self, number: int, programs: list[Program], most_seconds: float) -> str:
        """Returns killed, timeout or survived, or a result known from the marks without a run:
        invalid, unreached, or same (reached, but never with values for which the operators differ).
        Leaves out tests longer than `most_seconds`."""
        marks = [test.marks[number] for program in programs for test in program.tests]
        if any(mark & MARK_INVALID for mark in marks):
            return "invalid"
        if not any(mark & MARK_DIFFERS for mark in marks):
            return "same" if any(marks) else "unreached"
        for program in programs:
            for batch in self.batches(program, number, most_seconds):
                seconds = LEAST_SECONDS + TIMES_SLOWER * sum(test.seconds for test in batch)
                environment = {
                    "MEMPLACE_MUTANT": str(number),
                    "MEMPLACE_MUTANT_SECONDS": str(seconds),
                }
                names = [test.name for test in batch]
                passed = self.run_tests(program, names, environment, 30 + 20 * seconds)
                if not passed:
                    return "timeout" if passed is None else "killed"
        return "survived"

    @staticmethod
    def batches(program: Program, number: int, most_seconds: float) -> list[list[Test]]:
        """Returns batches of tests that may notice a change. Quick tests notice most changes."""
        found: list[list[Test]] = []
        room = -1.0
        for test in program.tests:
            if not test.marks[number] & MARK_DIFFERS or test.seconds > most_seconds:
                continue
            if room < test.seconds:
                found.append([])
                room = max(0.2, 4 * sum(one.seconds for batch in found for one in batch))
            found[-1].append(test)
            room -= test.seconds
        return found
