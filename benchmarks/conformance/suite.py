"""Runs a test suite of another project through memplace, case by case.

A suite imports each of its cases, runs the imported program on the case's inputs and
compares the results with those of the case's framework. Cases run in a child process, so
that a crash or an endless loop is an outcome of that case and does not end the run.

Outcomes of a case:
  equal    the results agree, as `compare` defines it
  refused  the importer raised MemplaceError, with its reason
  wrong    the program ran and its results differ
  crashed  anything else: a signal, a traceback, a tool that failed on the imported program
  slow     no result within the time limit
"""

import argparse
import collections
import json
import math
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from memplace.errors import MemplaceError
from memplace.execution import RunOptions, start_program
from memplace.harness import parse_arguments
from memplace.worker import Interface

OUTCOMES = ("equal", "refused", "wrong", "crashed", "slow")
SECONDS = 120
"""Time limit of one case, in seconds of wall time."""
ADDRESS_SPACE = 16 << 30
"""Limit of a tool's address space, in bytes; the child itself has none."""


@dataclass
class Case:
    """One case, loaded: how to import it, its inputs and the framework's results."""

    importer: Callable[[], tuple[str, Mapping[str, Any]]]
    """Returns memref text and the values of its weights by argument name. Raises
    MemplaceError if the case is refused."""
    inputs: Sequence[Any]
    """Arrays of the first arguments, in order."""
    expected: Sequence[Any]
    """The framework's results: contents of the last arguments, in order."""
    relative: float = 1e-5
    """Relative tolerance of floats, the suite's own."""
    absolute: float = 1e-7
    """Absolute tolerance of floats, the suite's own."""
    exact: Callable[[], Sequence[Any]] | None = None
    """Returns the results computed in 64 bits, where the framework can compute them."""


class Suite(Protocol):
    """A suite of cases."""

    def names(self) -> list[str]:
        """Returns the names of all cases, in a fixed order."""

    def load(self, name: str) -> Case:
        """Makes a case. Called in the child process."""

    # A suite whose names stand for several cases each, which it runs together, has
    # instead: run(name), which returns a case, an outcome and its detail for each.


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


def run_case(case: Case, name: str) -> tuple[str, str]:
    """Imports and runs one case; returns its outcome and detail."""
    try:
        text, weights = case.importer()
    except MemplaceError as error:
        message = str(error).strip()
        kind = "crashed" if "was ended by signal" in message else "refused"
        return kind, message.splitlines()[0] if kind == "refused" else message
    try:
        results = run_program(text, name, case, weights)
    except MemplaceError as error:
        return "crashed", f"the imported program does not run: {error}"
    if difference := first_difference(results, case):
        return "wrong", difference
    return "equal", ""


def run_program(
    text: str, name: str, case: Case, weights: Mapping[str, Any]
) -> list[Any]:
    """Returns the contents of the last arguments after a call of the program."""
    from memplace.importers.arguments import names_of_buffers

    arguments = parse_arguments(text, "main")
    labels = names_of_buffers(text, "main")
    given = {
        index: np.ascontiguousarray(array).tobytes()
        for index, array in enumerate(case.inputs)
    }
    for index, label in enumerate(labels):
        if label in weights and index not in given:
            given[index] = np.ascontiguousarray(weights[label]).tobytes()
    first = len(arguments) - len(case.expected)
    outputs = list(range(first, len(arguments)))
    interface = Interface(arguments, list(given), outputs)
    options = RunOptions(kernels=False, quick_compile=True)
    worker = start_program(text, interface, name, options)
    try:
        contents = worker.call(list(given.values()))
    finally:
        worker.close()
    return [
        np.frombuffer(bytes(content), np.asarray(expected).dtype).reshape(
            np.asarray(expected).shape
        )
        for content, expected in zip(contents, case.expected)
    ]


def first_difference(results: Sequence[Any], case: Case) -> str:
    """Returns where results and expected results differ; "" if they are equal."""
    exact: Sequence[Any] | None = None
    for index, (got, expected) in enumerate(zip(results, case.expected)):
        expected = np.asarray(expected)
        difference = compare(got, expected, case.relative, case.absolute)
        if difference and case.exact is not None:
            exact = exact or case.exact()
            if is_as_close(got, expected, np.asarray(exact[index])):
                continue
        if difference:
            return f"result {index}: {difference}"
    return ""


def wide(array: Any) -> Any:
    """Returns an array of small floats in 64 bits, where NumPy can compare them."""
    array = np.asarray(array)
    if array.dtype.kind in "iub":
        return array
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def compare(got: Any, expected: Any, relative: float, absolute: float) -> str:
    """Returns the worst difference of two arrays; "" if they are equal: integers and
    booleans exactly, floats within the tolerance, NaN only where NaN is expected.

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
    """Says whether floats are at most as far from the results in 64 bits as the
    framework's are, in the largest error; NaN must be at the same places."""
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
    """Runs the cases whose names arrive; sends (case, outcome, detail) back for each."""
    limit_tools()
    suite = make()
    run = getattr(suite, "run", None) or (
        lambda name: [(name, *run_case(suite.load(name), name))]
    )
    connection.send("ready")
    for name in iter(connection.recv, None):
        try:
            outcomes = run(name)
        except Exception:
            outcomes = [(name, "crashed", traceback.format_exc(limit=-3))]
        connection.send(outcomes)


def limit_tools() -> None:
    """Gives the tools that this process starts a group of their own, which is ended with
    it, and a limit of memory."""
    os.setpgid(0, 0)
    # A child's own address space holds its framework's; only data counts.
    resource.setrlimit(resource.RLIMIT_DATA, (ADDRESS_SPACE, ADDRESS_SPACE))


class Children:
    """One child process at a time, replaced when it dies or takes too long."""

    def __init__(self, make: Callable[[], Suite]) -> None:
        self.make = make
        self.process: Any = None
        self.connection: Any = None

    def start(self) -> None:
        """Starts a child and waits until its suite is there."""
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.process = context.Process(target=child, args=(self.make, other))
        self.process.start()
        other.close()
        self.connection.recv()

    def stop(self) -> None:
        """Ends the child and the tools that it has started."""
        if self.process is not None and self.process.pid is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.join()
        self.process = None

    def run(self, name: str) -> list[Outcome]:
        """Runs one case, or those that a name stands for."""
        if self.process is None:
            self.start()
        begin = time.monotonic()
        self.connection.send(name)
        try:
            if self.connection.poll(SECONDS):
                outcomes = self.connection.recv()
            else:
                self.stop()
                outcomes = [(name, "slow", f"no result after {SECONDS} s")]
        except (EOFError, ConnectionError):
            self.process.join()
            code = self.process.exitcode
            self.stop()
            outcomes = [(name, "crashed", f"the process ended with code {code}")]
        seconds = round((time.monotonic() - begin) / len(outcomes), 2)
        return [Outcome(*outcome, seconds) for outcome in outcomes]


def shares(outcomes: Iterable[Outcome]) -> str:
    """Returns the closing line: how many cases have each outcome."""
    count = collections.Counter(outcome.outcome for outcome in outcomes)
    total = max(sum(count.values()), 1)
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
    slow. `summary` returns closing lines of the suite's own."""
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
    outcomes: list[Outcome] = []
    children = Children(make)
    file = open(options.output, "w", encoding="utf-8") if options.output else None
    try:
        for name in names:
            for outcome in children.run(name):
                outcomes.append(outcome)
                if file:
                    print(json.dumps(vars(outcome)), file=file, flush=True)
                if outcome.outcome not in ("equal", "refused") or not options.output:
                    line = f"{outcome.outcome:8} {outcome.case}  {outcome.detail}"
                    print(line.rstrip(), flush=True)
    finally:
        children.stop()
        if file:
            file.close()
    print("\n".join([*summary(outcomes), shares(outcomes)]))
    bad = [one for one in outcomes if one.outcome not in ("equal", "refused")]
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit("import this from a suite: onnx_nodes.py, jax_harnesses.py, ...")
