"""Tunes placements by measuring them: runs whole-life maps of a program on this
machine.

This helps if no model of the machine is accurate. A placed program runs with memplace's
runtime: arenas in memory, and a thread for each channel, which may be throttled.
"""

import math
import os
import statistics
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from memplace import arguments
from memplace.compiled import core
from memplace.errors import InputError
from memplace.execution import (
    RunOptions,
    find_memplace_opt,
    list_arguments,
    lower_program,
)
from memplace.harness import ProgramArgument
from memplace.placement import Clock, checked_clock, solve
from memplace.programs import TargetLike, problem_from_mlir, write_target
from memplace.stages import stage
from memplace.tools import run_tool
from memplace.worker import Interface, Worker

__all__ = ["TuneResult", "tune"]

# Final measurements of the chosen placement and of the native map.
NUM_COMPARISONS = 5
# Target duration of one timing in seconds, and the limit on runs in a timing.
SECONDS_IN_A_ROW = 0.01
MAX_RUNS = 1000


@dataclass(frozen=True)
class TuneResult:
    """The placement that ran fastest; made by `tune`.

    solution: the placement, verified.
    placed: the placed program, with offsets, for memplace-run.
    seconds: time of a run: the median of five final measurements, which alternate with
        five measurements of the native map, i.e. the map of a compiler without search.
    seconds_range: minimum and maximum of the five measurements.
    native_seconds, native_seconds_range: the same for the native map. If the native map
        turns out to be faster, it is `solution`.
    num_measurements: number of measurements, each of `repeats` timings.
    """

    solution: core.Solution
    placed: str = field(repr=False)
    seconds: float
    seconds_range: tuple[float, float]
    native_seconds: float
    native_seconds_range: tuple[float, float]
    num_measurements: int


class _Record:
    """A clock that counts its calls and remembers the first placement."""

    def __init__(self, clock: Clock) -> None:
        self.clock = checked_clock(clock)
        self.first: core.Solution | None = None
        self.count = 0

    def __call__(self, solution: core.Solution) -> float | None:
        seconds = self.clock(solution)
        if seconds is not None:
            self.count += 1
            self.first = self.first or solution
        return seconds


def _key(solution: core.Solution) -> str:
    """Returns a key of a placement, independent of claims and solver."""
    fields = solution.to_dict()
    return str([fields[name] for name in ("residencies", "transfers", "served")])


class ProgramClock:
    """Measures the time of a program with a placement, by running it.

    The time is the minimum of several timings in a separate process, after a
    warm-up: other activity of the machine only ever adds time. A timing repeats
    the run for about ten milliseconds, as calibrated with the first placement, since
    waking up the process takes up to some tenths of a millisecond.
    """

    def __init__(
        self,
        program: str,
        target: TargetLike,
        repeats: int,
        run: RunOptions,
        bytes_per_second: float | None,
    ) -> None:
        self.program = program
        self.target = target
        self.repeats = repeats
        self.run = run
        self.environment = {}
        if bytes_per_second is not None:
            self.environment["MEMPLACE_RT_BYTES_PER_SECOND"] = repr(bytes_per_second)
        buffers = list_arguments(program, run)
        if not buffers:
            raise InputError(
                "the program has no arguments, so it has no results to compare"
            )
        everything = list(range(len(buffers)))
        sizes = Interface(buffers, everything, [])
        # A single output, the smallest, signals the end of a call.
        smallest = min(everything, key=lambda index: (sizes.size(index), index))
        self.interface = Interface(buffers, everything, [smallest])
        self.inputs = [_numbers(buffer, index) for index, buffer in enumerate(buffers)]
        self.runs = 0  # Runs per timing; 0: not yet calibrated.
        self._lowered: dict[str, tuple[str, list[str]]] = {}

    def place(self, solution: core.Solution) -> str:
        """Returns the placed program."""
        tool = find_memplace_opt(self.run)
        with tempfile.TemporaryDirectory(prefix="memplace-") as folder:
            machine, file = Path(folder, "target.json"), Path(folder, "solution.json")
            write_target(self.target, machine)
            solution.save(file)
            options = f"target={machine} solution={file}"
            return run_tool(
                [tool, f"--memplace-default={options}"], self.program, "<program>"
            )

    def __call__(self, solution: core.Solution) -> float:
        key = _key(solution)
        if key not in self._lowered:
            placed = self.place(solution)
            self._lowered[key] = lower_program(placed, "<program>", self.run)
        if not self.runs:
            once = self._measure(self._lowered[key], 1)
            self.runs = max(1, min(MAX_RUNS, round(SECONDS_IN_A_ROW / once)))
        return self._measure(self._lowered[key], self.runs) / self.runs

    def _measure(self, lowered: tuple[str, list[str]], runs: int) -> float:
        """Returns the seconds of the fastest call, which makes `runs` runs."""
        worker = Worker(*lowered, self.interface, "<program>", self.environment, runs)
        try:
            worker.call(self.inputs)
            seconds = []
            for _ in range(self.repeats):
                begin = time.perf_counter()
                worker.call([None] * len(self.inputs))
                seconds.append(time.perf_counter() - begin)
        finally:
            worker.close()
        return min(seconds)


def _numbers(buffer: ProgramArgument, seed: int) -> bytes:
    """Returns the initial contents of an argument: floats in [0.5, 1.5), else 0."""
    shape = buffer.shape or ()
    types = {"f32": np.float32, "f64": np.float64}
    if buffer.element in types:
        random = np.random.default_rng(seed)
        return (0.5 + random.random(shape)).astype(types[buffer.element]).tobytes()
    return bytes(Interface([buffer], [], []).size(0))


@stage("running placements")
def tune(
    program: str,
    target: TargetLike,
    *,
    solver: str = "whole-life",
    budget: int = 40,
    repeats: int = 5,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    bytes_per_second: float | None = None,
    clock: Clock | None = None,
    entry: str = "main",
    optimisation: int = 2,
    kernels: bool = True,
    memplace_opt: str | os.PathLike[str] | None = None,
    runtime: str | None = None,
) -> TuneResult:
    """Searches for the placement with which a program runs fastest, by running it.

    Placements are whole-life maps: each buffer has one tier for all its life. The
    search starts with three maps: the native map (of a compiler without search),
    everything at home, and everything in its fastest tier. Each map is run. Then the
    best eight maps and the native map are measured again, in turns; the slower half is
    dropped until one map is left (docs/guide/egrl.md). The rest of the machine should
    be idle meanwhile.

    program: a program on memrefs, as made by memplace.importers.
    target: the machine's tiers and channels: one of `targets()`, the path of a target
        file, or a dict with a target's fields. Its capacities are binding. Its rates
        determine the native map and the order in which buffers are placed; the clock
        decides which map is best.
    solver: "whole-life" or "egrl"; `options` are its options.
    budget: number of maps to try, not counting repeated measurements.
    repeats: number of timings in a measurement; the shortest counts. A timing repeats
        the run for about ten milliseconds.
    seed: seed of all randomness; measured times vary nevertheless.
    bytes_per_second: throttles each of the runtime's channels; None: as fast as
        memory copies.
    clock: called with a `Solution` instead of running it; returns seconds, or None to
        stop.
    entry: name of the function to place and run.
    optimisation, kernels: see `compile`.
    memplace_opt, runtime: paths of memplace-opt and libmemplace_runtime.so, if not in
        their default locations.

    Raises InputError for an invalid argument or target, and MemplaceError if a tool is
    missing, nothing can be placed, or the program crashes.

    >>> text = '''
    ... func.func @main(%x: memref<16xf32>, %out: memref<16xf32>) {
    ...   linalg.exp ins(%x : memref<16xf32>) outs(%out : memref<16xf32>)
    ...   return
    ... }'''
    >>> best = tune(text, "tpu-v4i", clock=lambda s: 1 + len(s.transfers))
    >>> best.seconds <= best.native_seconds
    True
    """
    run = RunOptions(
        entry=entry,
        memplace_opt=None if memplace_opt is None else os.fspath(memplace_opt),
        runtime=runtime,
        optimisation=arguments.integer("optimisation", optimisation, 0, 3),
        kernels=kernels,
    )
    if bytes_per_second is not None and not 0 < bytes_per_second < math.inf:
        raise InputError(
            f"bytes_per_second must be above 0 and finite, got {bytes_per_second!r}"
        )
    problem = problem_from_mlir(
        program, target, function=entry, memplace_opt=memplace_opt
    )
    count = arguments.integer("repeats", repeats, 1, 2**31)
    runner = ProgramClock(program, target, count, run, bytes_per_second)
    record = _Record(clock if clock is not None else runner)
    tries = arguments.integer("budget", budget, 1, 2**62)
    found = solve(
        problem, solver, budget=tries, seed=seed, options=options, clock=record
    )
    if found.solution is None:
        raise InputError(f"there is no placement: {found.message}")
    if record.first is None:
        raise InputError("the clock measured no placement")
    return _compare(found.solution, record.first, record, runner)


def _compare(
    best: core.Solution, native: core.Solution, clock: _Record, runner: ProgramClock
) -> TuneResult:
    """Measures both placements again, in turns, and returns the faster placement."""
    said: tuple[list[float], list[float]] = ([], [])
    for _ in range(NUM_COMPARISONS):
        for solution, seconds in zip((best, native), said):
            now = clock(solution)
            if now is None:
                raise InputError("the clock ended before the result was measured")
            seconds.append(now)
    chosen, others = said
    if statistics.median(others) < statistics.median(chosen):
        best, chosen = native, others
    return TuneResult(
        solution=best,
        placed=runner.place(best),
        seconds=statistics.median(chosen),
        seconds_range=(min(chosen), max(chosen)),
        native_seconds=statistics.median(others),
        native_seconds_range=(min(others), max(others)),
        num_measurements=clock.count,
    )
