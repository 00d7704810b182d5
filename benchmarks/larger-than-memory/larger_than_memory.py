#!/usr/bin/env python3
# ===- larger_than_memory.py - Weights in a file, limited memory ----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures calls of models with weights in a file, in memory cgroups of a share of their size: as
planned by memplace.serve, as planned by hand, and as mapped by the kernel with mmap; writes
docs/measurements/larger-than-memory.md and results.md. Needs root, or writable cgroups. Run with
PYTHONPATH=build/python .venv/bin/python. Measurements are kept in the folder, so that an
interrupted run continues later."""

import contextlib
import os
import shutil
import signal
import statistics
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/
os.environ["JAX_PLATFORMS"] = "cpu"
# On a busy machine OpenBLAS threads wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from cgroup import MemoryGroup
from hand_made import (
    plan_double_buffer,
    plan_prefix_and_double_buffer,
    plan_prefix_and_one_buffer,
)
from measured import (
    BEST_BY_HAND,
    IN_MEMORY,
    ONE_BUFFER,
    OURS,
    Row,
    State,
    add_store,
    add_turns,
    publish,
)
from memplace.errors import MemplaceError
from memplace.importers import from_jax
from memplace.serving.calibrate import USED, Machine
from memplace.serving.machine import READ, speed_of
from memplace.serving.server import ServeOptions, Server, make_server
from memplace.serving.session import ReadOptions
from models import MODELS, drop_from_cache, make_inputs, write_weights
from page import draw_pictures, render, render_details
from support.command_line import add_page, plain_parser, run_main
from support.measuring import inside

EPILOG = """\
exit codes:
  0  measured
  1  no cgroup can be made, or a tool is missing or fails
  2  bad command line
"""
MADV_SEQUENTIAL, MADV_WILLNEED = 2, 3
# All rows, since the main page is short.
DETAILS = Path(__file__).with_name("results.md")
MAPPED = {
    "mmap": 0,
    "mmap, SEQUENTIAL": MADV_SEQUENTIAL,
    "mmap, WILLNEED": MADV_WILLNEED,
}
BY_HAND = {
    "double buffer": plan_double_buffer,
    BEST_BY_HAND: plan_prefix_and_double_buffer,
    ONE_BUFFER: plan_prefix_and_one_buffer,
}
# Bytes of the file read alone, before each call.
READ_ALONE = 64 << 20
# Uncounted calls that show the speed of a session.
TRIAL_CALLS = 5
CONTENDERS = [IN_MEMORY, *MAPPED, "double buffer", BEST_BY_HAND]


@dataclass(frozen=True)
class Trial:
    """Speeds of a few calls before the counted calls."""

    reads: list[float]
    """How fast files were read, as a part of how fast they were alone."""
    pace: float
    """How long ops took, as many times as when they were measured."""


@dataclass
class Bench:
    """One model with its file, shared by all contenders."""

    name: str
    memref: str
    folder: Path
    weights: Path
    weight_bytes: int
    target: dict[str, Any]
    inputs: list[list[bytes]]
    """Of calls, which take turns with them."""
    calls: int
    budget: int
    alone: str | None = None
    """What runs a command while nothing else runs."""
    beside: str | None = None
    """What runs one while others run, but none of those that are alone."""
    expected: dict[int, list[bytearray]] = field(default_factory=dict)
    """Results, by number of the inputs."""
    is_profiled: bool = False
    """Whether ops were measured."""

    def options(self, memory: int | None, **more: Any) -> ServeOptions:
        costs = str(self.folder / f"{self.name}-costs.json")
        return ServeOptions(memory, self.target, costs, self.budget, **more)

    def read_alone(self, number: int) -> float:
        """Returns today's bytes per second of reading a part of the file."""
        total = min(READ_ALONE, self.weight_bytes // 4096 * 4096)
        parts = max(1, self.weight_bytes // total)
        offset = number % parts * total
        return Machine().read(str(self.weights), offset, total, *USED, readers=1)

    def try_calls(self, server: Server) -> "Trial":
        """Makes uncounted calls; returns their speeds."""
        reads, paces = [], []
        for number in range(TRIAL_CALLS):
            alone = self.read_alone(number)
            inputs = self.inputs[number % len(self.inputs)]
            call = server.call(inputs, with_events=True)
            found = speed_of(call, READ, server.plan.read_bytes)
            reads += [found / alone] if found else []
            paces.append(server.pace_of(call))
        return Trial(reads, statistics.median(paces))

    def call(self, server: Server, row: Row, counted: int, number: int) -> int:
        """Makes one call; returns the kernel's count of bytes read so far."""
        number %= len(self.inputs)
        call = server.call(self.inputs[number])
        if call.outputs != self.expected.setdefault(number, call.outputs):
            raise MemplaceError(f"{row.name} computes other bits than in memory")
        record, disk = server.record(call), call.statistics["disk_bytes"]
        row.seconds.append(record["seconds"])
        row.stall.append(record["stall_seconds"])
        row.read.append(disk - counted)
        row.high_water = record["high_water_bytes"]
        row.kept_bytes = record["kept_bytes"]
        return int(disk)


Contender = tuple[Row, Server | None, MemoryGroup | None]


def open_contender(
    bench: Bench, name: str, limit: int | None, stack: contextlib.ExitStack
) -> Contender:
    """Starts the process of a contender, in a cgroup if there is a limit."""
    limit = None if name == IN_MEMORY else limit
    row = Row(name, limit)
    launcher: tuple[str, ...] = ()
    group = None
    if limit is not None:
        group = MemoryGroup(f"{len(name)}-{abs(hash(name)) % 10**6}", limit)
        stack.callback(group.close)
        launcher = group.launcher
    options = bench.options(limit, launcher=launcher, choose=BY_HAND.get(name))
    if name != OURS:
        # Plans by hand are by layers, and the other contenders need no pieces.
        options = replace(options, piece_bytes=0)
    weights = bench.weights
    if name in MAPPED:
        # Each contender has its own file, so that none finds pages cached for another.
        weights = bench.folder / f"{bench.name}-{MAPPED[name]}.safetensors"
        if not weights.exists():
            shutil.copyfile(bench.weights, weights)
        reads = ReadOptions(is_mapped=True, advice=MAPPED[name])
        options = replace(options, memory=None, reads=reads)
    drop_from_cache(weights)
    print(f"  {name} ...", flush=True)
    try:
        server = make_server(bench.memref, bench.name, str(weights), options)
    except MemplaceError as error:
        row.reason = str(error).splitlines()[0]
        return row, None, None
    stack.callback(server.close)
    row.kept = 0 if name in MAPPED else len(server.plan.kept)
    return row, server, group


def open_contenders(
    bench: Bench, limit: int | None, names: list[str], stack: contextlib.ExitStack
) -> list[Contender]:
    """Starts all contenders, one by one while ops are measured."""
    first: list[Contender] = []
    if not bench.is_profiled:
        # Our ops are cut in pieces; all others share the ops of the program in memory.
        with inside(bench.alone):
            os.sync()  # Pending writes slow down reads.
            first = [open_contender(bench, name, limit, stack) for name in names[:2]]
        bench.is_profiled = all(server for _, server, _ in first)
    with inside(bench.beside), ThreadPoolExecutor(2) as pool:
        return first + list(
            pool.map(
                lambda name: open_contender(bench, name, limit, stack),
                names[len(first) :],
            )
        )


def warm_up(
    bench: Bench, contenders: list[Contender]
) -> tuple[dict[str, int], dict[str, Trial]]:
    """Makes uncounted calls. Returns, by contender, the kernel's count of bytes read so
    far, and the speeds of sessions."""
    counted, trials = {}, {}
    for row, server, group in contenders:
        if server is None:
            print(f"  {row.name}: {row.reason}", flush=True)
            continue
        bench.call(server, row, 0, bench.calls)
        if row.name not in MAPPED:
            trials[row.name] = bench.try_calls(server)
        counted[row.name] = bench.call(server, row, 0, bench.calls)
        for values in (row.seconds, row.read, row.stall):
            values.clear()
        if group:
            group.reset_peak()
    return counted, trials


def measure_limit(bench: Bench, limit: int | None, names: list[str]) -> list[Row]:
    """Measures contenders alternately, after an uncounted call each."""
    with contextlib.ExitStack() as stack:
        contenders = open_contenders(bench, limit, names, stack)
        if any(row.name == BEST_BY_HAND and row.reason for row, _, _ in contenders):
            with inside(bench.beside):
                contenders.append(open_contender(bench, ONE_BUFFER, limit, stack))
        stack.enter_context(inside(bench.alone))
        os.sync()
        counted, trials = warm_up(bench, contenders)
        for number in range(bench.calls):
            for row, server, _ in contenders[:: 1 if number % 2 else -1]:
                if server is not None:
                    if row.name in trials:
                        row.alone.append(bench.read_alone(number))
                    before = counted[row.name]
                    counted[row.name] = bench.call(server, row, before, number)
        parts = [trial.reads for trial in trials.values() if trial.reads]
        for row, server, group in contenders:
            if server is not None:
                row.group_peak = group.peak if group else 0
                if row.name in trials:
                    predict(server, row, trials[row.name].pace, parts)
                print(f"  {row.name}: {row.median:.3f} s", flush=True)
    return [row for row, _, _ in contenders]


def predict(server: Server, row: Row, pace: float, parts: list[list[float]]) -> None:
    """Predicts the time of a call from the speed of the file before the calls, and its
    least time from the speed of the fastest session.

    parts: read speeds of sessions relative to the file alone. These hardly differ, so
        that all sessions share them.
    """
    speed = statistics.median(row.alone)
    row.planned = server.plan.seconds
    # With all weights in memory, the speed does not matter.
    part = statistics.median(sum(parts, [1.0] if not parts else []))
    fastest = max(map(statistics.median, parts), default=1.0)
    row.predicted = server.predict(speed * part, pace)
    row.least, row.ops = server.least_seconds(max(row.alone) * fastest, pace)


def make_bench(name: str, folder: Path, target: dict[str, Any], options: Any) -> Bench:
    """Returns a model, after writing its file."""
    function, args = MODELS[name]()
    weights = folder / f"{name}.safetensors"
    return Bench(
        name,
        from_jax(function, *args, fuse="once"),
        folder,
        weights,
        write_weights(args[-1], weights),
        target,
        make_inputs(args, options.calls + 1),
        options.calls,
        options.budget,
        options.alone,
        options.beside,
    )


def measure(state: State, name: str, percents: list[int], options: Any) -> None:
    """Measures a model at all limits without measurements."""
    found = state.rows.setdefault(name, {})
    missing = [percent for percent in percents if percent not in found]
    if not missing:
        return
    bench = make_bench(name, state.path.parent, state.target, options)
    state.weight_bytes[name] = bench.weight_bytes
    # Calibrated again for each model, since the speed of a shared disk varies.
    costs = bench.folder / f"{name}-costs.json"
    bench.is_profiled = bool(found) and costs.exists()
    if not bench.is_profiled:
        costs.unlink(missing_ok=True)
    print(f"{name}: {bench.weight_bytes / 1e6:.1f} MB of weights", flush=True)
    for percent in missing:
        limit = bench.weight_bytes * percent // 100 // 4096 * 4096
        print(f" {percent} %: {limit / 1e6:.1f} MB", flush=True)
        # Ours first: its measured speed of the file counts for all contenders.
        rows = measure_limit(bench, limit, [OURS, *CONTENDERS])
        found[percent] = [row for row in rows if row.name != OURS] + rows[:1]
        state.save()
        publish(state, name, percent, options.store)
    for advice in MAPPED.values():
        (bench.folder / f"{name}-{advice}.safetensors").unlink(missing_ok=True)


def parse_options() -> Any:
    """Returns the options of the command line."""
    parser = plain_parser(__doc__, EPILOG)
    add_page(parser, "docs/measurements/larger-than-memory.md")
    add: Callable[..., Any] = parser.add_argument
    names = ["stack", "uneven", "decode"]
    add("--models", nargs="+", choices=sorted(MODELS), default=names)
    add("--limits", nargs="+", type=int, default=[30, 50, 70, 90], help="percent")
    add("--calls", type=int, default=10, help="of each contender (default: 10)")
    add("--times", type=int, default=5, help="of calibration (default: 5)")
    add("--budget", type=int, default=300, help="of the plan's search (default: 300)")
    add(
        "--folder",
        type=Path,
        help="keep files and results there, and go on with what is there",
    )
    add_turns(parser)
    add_store(parser)
    add("--page-only", action="store_true", help="measure nothing")
    options = parser.parse_args()
    if (
        options.calls < 1
        or options.times < 1
        or not all(1 <= p for p in options.limits)
    ):
        parser.error("--calls, --times and --limits must be at least 1")
    return options


def write_page(options: Any) -> None:
    """Writes both pages, and the pictures into docs/images."""
    options.page.write_text(render(options.store), encoding="utf-8")
    DETAILS.write_text(render_details(options.store), encoding="utf-8")
    for name, picture in draw_pictures(options.store).items():
        path = options.page.parents[1] / name
        if path.parent.is_dir():
            path.write_text(picture, encoding="utf-8")


def main() -> int:
    options = parse_options()
    if options.page_only:
        write_page(options)
        return 0
    # Lets SIGTERM clean up files and cgroups.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    MemoryGroup("probe", 1 << 30).close()  # Fails before anything is written.
    with contextlib.ExitStack() as stack:
        folder = options.folder
        if folder is None:
            prefix = "memplace-larger-"
            folder = Path(
                stack.enter_context(tempfile.TemporaryDirectory(prefix=prefix))
            )
        folder.mkdir(parents=True, exist_ok=True)
        state = State.open(folder / "measured.json", options)
        for name in options.models:
            measure(state, name, options.limits, options)
            write_page(options)
    print(f"wrote {options.page}")
    return 0


if __name__ == "__main__":
    run_main(main)
