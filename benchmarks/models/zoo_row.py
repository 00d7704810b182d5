# ===- zoo_row.py - One network of the zoo, from its framework to a result ---------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs rows of zoo.toml through all stages and prints the result of each as a line of JSON:

    zoo_row.py KIND JOBS NAME...

Runs in the environment of zoo.py, each row in a separate process. A failed stage ends the row; the
record has the message, and the traceback if there is one. A traceback is always a bug of memplace.
"""

import importlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["KERAS_BACKEND"] = "jax"
# Random weights only: no downloads.
os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
from memplace.callables import relative_error
from memplace.errors import MemplaceError
from memplace.execution import (
    RunOptions,
    find_memplace_opt,
    list_arguments,
    start_program,
)
from memplace.tools import run_tool
from memplace.worker import Interface

HERE = Path(__file__).resolve().parent
# Compiling takes longer than running the networks, placed or not.
OPTIONS = RunOptions(optimisation=0, quick_compile=True)
# Limits of a row: seconds, and bytes of each of its processes.
LONGEST_TIME = 1800
LARGEST_MEMORY = 8 * 10**9
# The module that makes the networks of a kind.
MODULES = {
    "program": "zoo_programs",
    "keras": "zoo_keras",
    "torchvision": "zoo_torch",
    "transformers": "zoo_torch",
    "diffusers": "zoo_torch",
}


@dataclass(frozen=True)
class Imported:
    """A program in memref form, with its arguments."""

    text: str
    arrays: dict[int, Any]
    """By argument of `main`."""
    results: list[int]
    """The arguments that hold the results."""
    source: str
    """The text that it was made of, without weights: linalg or StableHLO."""


@dataclass(frozen=True)
class Network:
    """A network of a framework, ready to import."""

    bring_in: Callable[[], Imported]
    """Imports it."""
    expected: Callable[[], list[Any]]
    """Returns what the framework computes, as arrays."""


def read_zoo() -> dict[str, Any]:
    """Returns the contents of zoo.toml."""
    return tomllib.loads((HERE / "zoo.toml").read_text(encoding="utf-8"))


def make_network(kind: str, row: dict[str, Any], is_wide: bool = False) -> Network:
    """Returns the network of a row. With `is_wide` its numbers have 64 bits, and so
    have all numbers that the process makes afterwards."""
    # Each kind needs packages that other kinds do not.
    network: Network = importlib.import_module(MODULES[kind]).make(kind, row, is_wide)
    return network


def place(text: str, target: str, name: str) -> str:
    """Returns a program in memref form, placed for `target`."""
    options = f"--memplace-default=target={target} solver=greedy"
    return run_tool([find_memplace_opt(RunOptions()), options], text, name)


def view(array: Any) -> bytes | memoryview:
    """Returns the bytes of an array without a copy; an empty array has no view."""
    if not array.size:
        return b""
    return memoryview(np.ascontiguousarray(array).reshape(-1).view(np.uint8))


def run(program: Imported, text: str, name: str) -> list[Any]:
    """Returns the results of `text`, a placed or unplaced version of `program`, as
    arrays."""
    arguments = list_arguments(program.text, OPTIONS)
    outputs = sorted(set(program.results))
    interface = Interface(arguments, list(program.arrays), outputs)
    worker = start_program(text, interface, name, OPTIONS)
    try:
        contents = worker.call([view(array) for array in program.arrays.values()])
    finally:
        worker.close()
    by_place = dict(zip(outputs, contents))
    return [bytes(by_place[place]) for place in program.results]


def relative_errors(arrays: list[Any], expected: list[Any]) -> list[float]:
    """Returns the errors of arrays against the expected arrays, by result."""
    errors = []
    for ours, array in zip(arrays, expected, strict=True):
        if not np.issubdtype(array.dtype, np.inexact):
            errors.append(0.0 if (ours == array).all() else float("inf"))
        else:
            errors.append(relative_error(ours, array))
    return errors


def compare(
    contents: list[bytes], network: Network, names: list[str]
) -> dict[str, Any]:
    """Returns the largest relative error of all results with the name of the result,
    and the error of the first result: the loss, in training."""
    expected = network.expected()
    arrays = [
        np.frombuffer(content, array.dtype).reshape(array.shape)
        for content, array in zip(contents, expected, strict=True)
    ]
    errors = relative_errors(arrays, expected)
    worst = int(np.argmax(errors))
    return {"error": errors[worst], "worst": names[worst], "first": errors[0]}


def names_of_results(program: Imported) -> list[str]:
    """Returns the names of the results."""
    arguments = list_arguments(program.text, OPTIONS)
    return [arguments[place].name for place in program.results]


def compare_wide(kind: str, row: dict[str, Any], name: str) -> dict[str, Any]:
    """Compares the network with 64-bit numbers, as `compare` does. The lowering is the
    same, so errors show, but rounding does not: not even if a function has a kink and
    the gradient depends on the side of a number."""
    network = make_network(kind, row, is_wide=True)
    program = network.bring_in()
    results = run(program, program.text, name)
    found = compare(results, network, names_of_results(program))
    return {"wide_error": found["error"], "wide_worst": found["worst"]}


class Stages:
    """Runs the stages of one row and records the results."""

    def __init__(self, name: str, record: dict[str, Any]) -> None:
        self.name = name
        self.record = record

    def go(self, stage: str, action: Callable[[], Any]) -> Any:
        """Returns the result of `action`; records the seconds of `stage`."""
        self.record["stage"] = stage
        begin = time.perf_counter()
        result = action()
        self.record["seconds"][stage] = round(time.perf_counter() - begin, 2)
        return result

    def all(self, kind: str, row: dict[str, Any], zoo: dict[str, Any]) -> None:
        """Runs all stages."""
        network = self.go("build", lambda: make_network(kind, row))
        program = self.go("import", network.bring_in)
        self.record["lines"] = program.text.count("\n")
        placed = {
            target: self.go(
                f"place {target}", lambda t=target: place(program.text, t, self.name)
            )
            for target in zoo["targets"]
        }
        bare = self.go("run", lambda: run(program, program.text, self.name))
        named = names_of_results(program)
        self.record |= self.go("framework", lambda: compare(bare, network, named))
        target = zoo["run"]
        again = self.go("run placed", lambda: run(program, placed[target], self.name))
        self.record["same_bits"] = again == bare
        limit = zoo["tolerance"]["training" if row.get("training") else "inference"]
        if self.record["error"] > limit:
            del (
                network,
                program,
                placed,
                bare,
                again,
            )  # Memory for twice as wide numbers.
            self.record |= self.go("wide", lambda: compare_wide(kind, row, self.name))
        self.record["stage"] = "done"


def without_folders(message: str) -> str:
    """Returns a message without the paths of packages and of the project on this
    machine."""
    root = str(Path(__file__).resolve().parents[2])
    packages = str(Path(np.__file__).parents[1])
    return message.replace(f"{packages}/", "").replace(f"{root}/", "")


def run_row(kind: str, name: str) -> dict[str, Any]:
    """Returns the record of one row."""
    zoo = read_zoo()
    record: dict[str, Any] = {"name": name, "kind": kind, "stage": "", "seconds": {}}
    try:
        Stages(name, record).all(kind, zoo["rows"][kind][name], zoo)
    except MemplaceError as error:
        record["refused"] = without_folders(str(error))
    except Exception:
        record["traceback"] = traceback.format_exc()
    return record


def limit() -> None:
    """Makes a process the head of a group, lowers its priority, and limits its memory."""
    os.setsid()
    os.nice(0)
    resource.setrlimit(resource.RLIMIT_DATA, (LARGEST_MEMORY, LARGEST_MEMORY))


@dataclass
class Child:
    """A process that runs a row."""

    name: str
    pid: int
    begin: float
    file: str

    def record(self, status: int) -> dict[str, Any]:
        """Returns the record of the process, which has ended."""
        content = Path(self.file).read_text(encoding="utf-8")
        os.unlink(self.file)
        if content:
            record: dict[str, Any] = json.loads(content)
        else:
            record = {"name": self.name, "stage": "", "seconds": {}}
            code = os.waitstatus_to_exitcode(status)
            late = time.perf_counter() - self.begin > LONGEST_TIME
            end = f"by signal {-code}" if code < 0 else f"with exit code {code}"
            record["ended"] = "out of time" if late else end
        record["total"] = round(time.perf_counter() - self.begin, 1)
        return record


def start(kind: str, name: str) -> Child:
    """Starts a process for a row, with everything this process has loaded."""
    descriptor, file = tempfile.mkstemp(prefix="zoo-")
    os.close(descriptor)
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return Child(name, pid, time.perf_counter(), file)
    limit()
    # Discards warnings of the packages.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    try:
        content = json.dumps(run_row(kind, name))
        Path(file).write_text(content, encoding="utf-8")
    finally:
        os._exit(0)


def wait(children: dict[int, Child]) -> dict[str, Any]:
    """Returns the record of the first child to end; kills children that exceed the time
    limit."""
    while True:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid in children:
            return children.pop(pid).record(status)
        for child in children.values():
            if time.perf_counter() - child.begin > LONGEST_TIME:
                os.killpg(child.pid, signal.SIGKILL)
        time.sleep(0.05)


def main() -> None:
    """Runs rows of one kind, `jobs` at a time; prints each record as one line."""
    kind, jobs, *names = sys.argv[1:]
    importlib.import_module(MODULES[kind])
    children: dict[int, Child] = {}
    while names or children:
        if names and len(children) < int(jobs):
            child = start(kind, names.pop(0))
            children[child.pid] = child
        else:
            print(json.dumps(wait(children)), flush=True)


if __name__ == "__main__":
    # The modules of the kinds import this module by name.
    sys.modules["zoo_row"] = sys.modules["__main__"]
    main()
