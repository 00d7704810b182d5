"""Runs a test suite of another project through memplace, case by case.

A suite imports each of its cases, runs the imported program on the case's inputs and
compares the results with those of the case's framework. Cases run in a child process, so
that a crash or an endless loop is an outcome of that case and does not end the run.

Outcomes of a case:
  equal    the results agree, as `compare` defines agreement
  refused  the importer raised MemplaceError, with its reason; or the program has floats
           of fewer than 16 bits, which it places but a CPU has no code for
  wrong    the program ran and its results differ
  crashed  anything else: a signal, a traceback, a tool that failed on the imported program
  slow     no result within the time limit

A case that the framework itself cannot run is skipped and not counted.
"""

import argparse
import collections
import json
import math
import multiprocessing
import os
import re
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from memplace.errors import MemplaceError
from memplace.execution import RunOptions, list_arguments, start_program
from memplace.harness import ProgramArgument
from memplace.mlirtext import STRING
from memplace.worker import Interface

OUTCOMES = ("equal", "refused", "wrong", "crashed", "slow")
SECONDS = 120
"""Time limit of one case, in seconds of wall time."""
ADDRESS_SPACE = 16 << 30
"""Limit of a tool's address space, in bytes; the child itself has none."""
TOGETHER = 32
"""Number of programs that are compiled and run as one."""
SYMBOL = re.compile(r"([@#])(?!memplace[._])([A-Za-z_$][\w$.-]*)\b(?!<)")
"""Names of symbols and of aliases, which only one module may use."""
DECLARATION = re.compile(r"^ *func\.func private @memplace_.*\n", re.M)
"""A function of a library, which all modules share."""
PRIVATE = "func.func private @"
BRACKET = re.compile(rf"{STRING}|[()]")
NO_CODE = "no code for the CPU computes with 'f"
"""Error of a program with numbers for which a CPU has no code."""


class LeftOut(Exception):
    """Raised if the framework cannot run a case."""


@dataclass
class Case:
    """A loaded case: its import function, inputs and the framework's results."""

    importer: Callable[[], tuple[str, Mapping[str, Any]]]
    """Returns memref text and the values of its weights by argument name. Raises
    MemplaceError if the case is refused."""
    inputs: Sequence[Any]
    """Arrays of the first arguments that are no weights, in order."""
    expected: Sequence[Any]
    """The framework's results: contents of the last arguments, in order."""
    relative: float = 1e-5
    """Relative tolerance of floats, the suite's own."""
    absolute: float = 1e-7
    """Absolute tolerance of floats, the suite's own."""
    exact: Callable[[], Sequence[Any]] | None = None
    """Returns the results computed in 64 bits, where the framework can compute them."""
    common: Callable[[Sequence[Any]], Sequence[Any]] = lambda results: results
    """Returns what all right results have in common, which is compared."""


class Suite(Protocol):
    """A suite of cases."""

    def names(self) -> list[str]:
        """Returns the names of all cases, in a fixed order."""

    def load(self, name: str) -> Case:
        """Makes a case. Called in the child process."""

    # A suite whose names stand for several cases each, run together, defines run(name)
    # instead, which returns a case, an outcome and its detail for each.


@dataclass(frozen=True)
class Outcome:
    """Outcome of one case."""

    case: str
    outcome: str
    """One of OUTCOMES."""
    detail: str = ""
    """Reason of a refusal, or the first difference; empty if equal."""
    seconds: float = 0.0
    """Wall time."""


@dataclass
class Imported:
    """A case in memref form."""

    name: str
    case: Case
    text: str
    arguments: list[ProgramArgument]
    values: dict[int, bytes]
    """Contents of arguments, by index."""
    outputs: list[int]
    """Indices of the arguments that hold the results."""


def import_case(case: Case, name: str) -> Imported | tuple[str, str]:
    """Imports one case; returns its outcome and detail if the case cannot be run."""
    try:
        text, weights = case.importer()
        arguments = list_arguments(text, RunOptions())
    except MemplaceError as error:
        message = str(error).strip()
        failed = re.search("was ended by signal|failed with exit code", message)
        kind = "crashed" if failed else "refused"
        return kind, message.splitlines()[0] if kind == "refused" else message
    labels = [argument.name for argument in arguments]
    # Weights may precede the inputs, or be among the given inputs.
    places = [index for index, label in enumerate(labels) if label not in weights]
    if len(places) < len(case.inputs) + len(case.expected):
        places = list(range(len(labels)))
    values = {
        index: np.ascontiguousarray(array).tobytes()
        for index, array in zip(places, case.inputs)
    }
    for index, label in enumerate(labels):
        if label in weights and index not in values:
            values[index] = np.ascontiguousarray(weights[label]).tobytes()
    outputs = list(range(len(labels) - len(case.expected), len(labels)))
    return Imported(name, case, text, arguments, values, outputs)


def matching_end(text: str, start: int) -> int:
    """Returns the position after the bracket that closes the bracket at `start`."""
    depth = 0
    for match in BRACKET.finditer(text, start):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    raise ValueError("a bracket is not closed")


def without_locations(text: str) -> str:
    """Returns a program without source locations, whose names are those of one module."""
    text = re.sub(r"^#loc\d* = .*\n?", "", text, flags=re.M)
    parts, begin = [], 0
    for match in re.finditer(r" loc\(", text):
        if match.start() >= begin:
            parts.append(text[begin : match.start()])
            begin = matching_end(text, match.end() - 1)
    return "".join([*parts, text[begin:]])


def join(programs: Sequence[Imported]) -> str:
    """Returns one program whose `main` calls the mains of all programs, with the
    arguments of all. Compiling and starting this program takes as long as for one of
    the programs."""
    aliases, bodies, calls, arguments = [], [], [], []
    declarations: set[str] = set()
    for number, program in enumerate(programs):
        text = without_locations(program.text)
        text = SYMBOL.sub(lambda match: f"{match[1]}p{number}_{match[2]}", text)
        head, _, body = re.split(r"^(module.*\{)$", text, maxsplit=1, flags=re.M)
        aliases.append(head)
        declarations.update(DECLARATION.findall(body))
        body = DECLARATION.sub("", body)
        bodies.append(body[: body.rindex("}")].replace("func.func @", PRIVATE))
        kinds = [argument.type for argument in program.arguments]
        names = [f"%p{number}_{index}" for index, _ in enumerate(kinds)]
        arguments += [f"{name}: {kind}" for name, kind in zip(names, kinds)]
        calls.append(
            f"  func.call @p{number}_main({', '.join(names)}) : ({', '.join(kinds)}) -> ()"
        )
    main = "\n".join([f"func.func @main({', '.join(arguments)}) {{", *calls])
    module = [*aliases, "module {", *sorted(declarations), *bodies, main]
    return "\n".join([*module, "  return\n}\n}"])


def results_of(programs: Sequence[Imported]) -> list[list[Any]]:
    """Runs the programs as one; returns the results of each. Raises MemplaceError on
    failure."""
    text = join(programs)
    arguments = [argument for program in programs for argument in program.arguments]
    values, outputs, first = {}, [], 0
    for program in programs:
        values |= {first + index: value for index, value in program.values.items()}
        outputs += [first + index for index in program.outputs]
        first += len(program.arguments)
    interface = Interface(arguments, list(values), outputs)
    for index, content in values.items():
        # A program that waits for more bytes would never end.
        if len(content) != interface.size(index):
            raise MemplaceError(
                f"argument {index} is {arguments[index].type}, not of {len(content)} bytes"
            )
    options = RunOptions(kernels=False, quick_compile=True)
    worker = start_program(text, interface, programs[0].name, options)
    try:
        contents = iter(worker.call(list(values.values())))
    finally:
        worker.close()
    return [
        [
            np.ndarray(array.shape, array.dtype, bytes(next(contents)) or b"\0" * 16)
            for array in map(np.asarray, program.case.expected)
        ]
        for program in programs
    ]


def run_programs(programs: Sequence[Imported]) -> list[tuple[str, str]]:
    """Runs the programs as one; returns the outcome and detail of each. Raises
    MemplaceError on failure."""
    outcomes = []
    for program, results in zip(programs, results_of(programs)):
        difference = first_difference(results, program.case)
        outcomes.append(("wrong", difference) if difference else ("equal", ""))
    return outcomes


def run_case(case: Case, name: str) -> tuple[str, str]:
    """Imports and runs one case; returns its outcome and detail."""
    imported = import_case(case, name)
    if not isinstance(imported, Imported):
        return imported
    ((_, outcome, detail),) = run_all([imported])
    return outcome, detail


def run_all(programs: Sequence[Imported]) -> Iterator[tuple[str, str, str]]:
    """Yields name, outcome and detail of each program. Programs that do not run
    together run in halves, finally alone."""
    if not programs:
        return
    try:
        outcomes = run_programs(programs)
    except Exception as error:
        if len(programs) > 1:
            middle = len(programs) // 2
            yield from run_all(programs[:middle])
            yield from run_all(programs[middle:])
            return
        outcome = "refused" if NO_CODE in str(error) else "crashed"
        outcomes = [(outcome, f"the imported program does not run: {error}")]
    for program, outcome in zip(programs, outcomes):
        yield (program.name, *outcome)


def first_difference(results: Sequence[Any], case: Case) -> str:
    """Returns the difference between results and expected results; "" if they are
    equal."""
    exact: Sequence[Any] | None = None
    pairs = zip(case.common(results), case.common(case.expected))
    for index, (got, expected) in enumerate(pairs):
        expected = np.asarray(expected)
        difference = compare(got, expected, case.relative, case.absolute)
        if difference and case.exact is not None:
            exact = exact or case.common(case.exact())
            if is_as_close(got, expected, np.asarray(exact[index])):
                continue
        if difference:
            return f"result {index}: {difference}"
    return ""


def wide(array: Any) -> Any:
    """Returns an array of small floats in 64 bits, so that NumPy can compare."""
    array = np.asarray(array)
    if array.dtype.kind in "iub":
        return array
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def compare(got: Any, expected: Any, relative: float, absolute: float) -> str:
    """Returns the worst difference of two arrays; "" if they are equal: integers and
    booleans exactly, floats within the tolerance, NaN only at expected places.

    >>> compare(np.float32([1, np.nan]), np.float32([1, np.nan]), 1e-5, 0)
    ''
    >>> compare(np.int8([1, 2]), np.int8([1, 3]), 1e-5, 0)
    '1 of 2 elements, at (1,) 2 instead of 3'
    """
    got, expected = wide(got), wide(expected)
    if got.dtype.kind in "iub":
        differs = got != expected
    else:
        with np.errstate(invalid="ignore", over="ignore"):
            near = np.abs(got - expected) <= absolute + relative * np.abs(expected)
        differs = ~(near | (got == expected) | (np.isnan(got) & np.isnan(expected)))
    if not differs.any():
        return ""
    place = tuple(int(i) for i in np.argwhere(differs)[0])
    return (
        f"{int(differs.sum())} of {differs.size} elements, at {place} "
        f"{got[place]} instead of {expected[place]}"
    )


def is_as_close(got: Any, expected: Any, exact: Any) -> bool:
    """Returns True if floats are at most as far from the results in 64 bits as the
    framework's floats, by the largest error; NaN must be at the same places."""
    got, expected, exact = wide(got), wide(expected), wide(exact)
    if got.dtype.kind in "iub" or exact.shape != got.shape:
        return False
    finite = np.isfinite(got) & np.isfinite(exact)
    other = ~finite & ~((got == expected) | (np.isnan(got) & np.isnan(expected)))
    if other.any():
        return False
    with np.errstate(invalid="ignore", over="ignore"):
        ours = np.abs(got - exact)[finite]
        theirs = np.abs(expected - exact)[finite]
    theirs = theirs[np.isfinite(theirs)]
    return not ours.size or bool(ours.max() <= (theirs.max() if theirs.size else 0))


def child(make: Callable[[], Suite], connection: Any) -> None:
    """Runs the cases of each received list of names; sends name, outcome and detail of
    each. Before each, sends the name of the case being imported, or none while the
    imported cases run."""
    limit_tools()
    suite = make()
    connection.send("ready")
    for names in iter(connection.recv, None):
        programs = []
        for name in names:
            connection.send((name, "imports", ""))
            made = try_case(suite, name)
            if isinstance(made, Imported):
                programs.append(made)
            else:
                for outcome in made:
                    connection.send(outcome)
                connection.send((name, "done", ""))
        connection.send(("", "runs", ""))
        for outcome in run_all(programs):
            connection.send(outcome)


def try_case(suite: Suite, name: str) -> Imported | list[tuple[str, str, str]]:
    """Imports a case; returns name, outcome and detail if the case cannot be run."""
    try:
        if run := getattr(suite, "run", None):
            return list(run(name))
        made = import_case(suite.load(name), name)
    except LeftOut as reason:
        made = "left out", str(reason)
    except Exception:
        made = "crashed", traceback.format_exc(limit=-3)
    return made if isinstance(made, Imported) else [(name, *made)]


def limit_tools() -> None:
    """Puts tools of this process into a process group that ends with the process, and
    limits their memory."""
    os.setpgid(0, 0)
    # The address space of the child includes its framework, so only data counts.
    resource.setrlimit(resource.RLIMIT_DATA, (ADDRESS_SPACE, ADDRESS_SPACE))


class Children:
    """Runs one child process at a time, replaced after a crash or a time-out."""

    def __init__(self, make: Callable[[], Suite]) -> None:
        self.make = make
        self.process: Any = None
        self.connection: Any = None

    def start(self) -> None:
        """Starts a child and waits until its suite is ready."""
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.process = context.Process(target=child, args=(self.make, other))
        self.process.start()
        other.close()
        self.connection.recv()

    def stop(self) -> None:
        """Kills the child and the tools it started."""
        if self.process is not None and self.process.pid is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.join()
        self.process = None

    def run(self, names: Sequence[str]) -> Iterator[Outcome]:
        """Runs some cases together; yields their outcomes as they arrive."""
        waiting = list(names)
        if self.process is None:
            self.start()
        begin, current = time.monotonic(), ""
        self.connection.send(waiting)
        while waiting:
            try:
                if self.connection.poll(SECONDS):
                    name, outcome, detail = self.connection.recv()
                else:
                    name, outcome, detail = current, "slow", f"no result in {SECONDS} s"
                    self.stop()
            except (EOFError, ConnectionError):
                self.process.join()
                code = self.process.exitcode
                name, outcome = current, "crashed"
                detail = f"the process ended with code {code}"
                self.stop()
            if outcome in ("imports", "runs"):
                current = name
                continue
            if self.process is None and not name:
                # The failing program is unknown.
                if len(waiting) > 1:
                    for alone in waiting:
                        yield from self.run([alone])
                    return
                (name,) = waiting
            if name in waiting:
                waiting.remove(name)
            if outcome == "done":
                continue
            seconds, begin = round(time.monotonic() - begin, 2), time.monotonic()
            yield Outcome(name, outcome, detail, seconds)
            if self.process is None and waiting:
                yield from self.run(waiting)
                return


def shares(outcomes: Iterable[Outcome]) -> str:
    """Returns the closing line: the number of cases by outcome."""
    count = collections.Counter(outcome.outcome for outcome in outcomes)
    total = max(sum(count[kind] for kind in OUTCOMES), 1)
    words = [f"{count[kind]} {kind}" for kind in OUTCOMES]
    return (
        f"{', '.join(words)}; equal {math.floor(1000 * count['equal'] / total) / 10} %"
    )


def main(
    make: Callable[[], Suite],
    argv: Sequence[str] | None = None,
    summary: Callable[[Sequence[Outcome]], Sequence[str]] = lambda _: (),
) -> int:
    """Runs a suite from the command line; returns 1 if a case is wrong, crashed or
    slow. `summary` returns additional closing lines."""
    parser = argparse.ArgumentParser()
    parser.add_argument("filter", nargs="*", help="only cases with one of these texts")
    parser.add_argument("--cases", metavar="FILE", help="only the cases of this list")
    parser.add_argument("--output", metavar="FILE", help="JSON lines, one per case")
    parser.add_argument("--every", type=int, default=1, help="only every Nth case")
    parser.add_argument(
        "--part", default="0/1", help="I/N: the Ith of N parts, to run side by side"
    )
    options = parser.parse_args(argv)
    names = make().names()
    if options.cases:
        wanted = set(Path(options.cases).read_text(encoding="utf-8").split("\n"))
        names = [name for name in names if name in wanted]
    if options.filter:
        names = [name for name in names if any(word in name for word in options.filter)]
    names = names[:: options.every]
    part, parts = map(int, options.part.split("/"))
    names = names[part::parts]
    outcomes = run_suite(make, names, options.output)
    print("\n".join([*summary(outcomes), shares(outcomes)]))
    return int(any(one.outcome in ("wrong", "crashed", "slow") for one in outcomes))


def run_suite(
    make: Callable[[], Suite], names: Sequence[str], output: str | None
) -> list[Outcome]:
    """Runs these cases of a suite, and reports each outcome as it arrives."""
    outcomes: list[Outcome] = []
    children = Children(make)
    file = open(output, "w", encoding="utf-8") if output else None
    try:
        for first in range(0, len(names), TOGETHER):
            for outcome in children.run(names[first : first + TOGETHER]):
                outcomes.append(outcome)
                if file:
                    print(json.dumps(vars(outcome)), file=file, flush=True)
                if outcome.outcome not in ("equal", "refused") or not output:
                    line = f"{outcome.outcome:8} {outcome.case}  {outcome.detail}"
                    print(line.rstrip(), flush=True)
    finally:
        children.stop()
        if file:
            file.close()
    return outcomes


if __name__ == "__main__":
    sys.exit("import this from a suite: onnx_nodes.py, jax_harnesses.py, ...")
