#!/usr/bin/env python3
# ===- larger_than_memory.py - Weights in a file, limited memory ----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures calls of models whose weights are in a file, in memory cgroups of a part of
their size: as memplace.serve plans them, as people plan them by hand, and as the kernel
does it with mmap; writes docs/measurements/larger-than-memory.md. Needs root, or cgroups
that may be written. Run it with PYTHONPATH=build/python .venv/bin/python. What was
measured is kept in the folder, so that a run that was ended goes on where it was."""

import contextlib
import datetime
import json
import os
import shutil
import signal
import statistics
import sys
import tempfile
import textwrap
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/
os.environ["JAX_PLATFORMS"] = "cpu"
# On a machine where others work, threads of OpenBLAS wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from cgroup import MemoryGroup
from hand_made import (
    plan_double_buffer,
    plan_prefix_and_double_buffer,
    plan_prefix_and_one_buffer,
)
from memplace.errors import MemplaceError
from memplace.importers import from_jax
from memplace.serving.calibrate import calibrate, summary
from memplace.serving.server import ServeOptions, Server, make_server
from memplace.serving.session import ReadOptions
from models import MODELS, write_weights
from support.command_line import add_page, plain_parser, run_main
from support.measuring import describe_machine

EPILOG = """\
exit codes:
  0  measured
  1  no cgroup can be made, or a tool is missing or fails
  2  bad command line
"""
MADV_WILLNEED = 3
OURS, BEST_BY_HAND = "memplace", "prefix kept, double buffer"
ONE_BUFFER = "prefix kept, one buffer"
IN_MEMORY = "in memory, no limit"
MAPPED = {
    "mmap": 0,
    "mmap, WILLNEED": MADV_WILLNEED,
}
BY_HAND = {
    "double buffer": plan_double_buffer,
    BEST_BY_HAND: plan_prefix_and_double_buffer,
    ONE_BUFFER: plan_prefix_and_one_buffer,
}
CONTENDERS = [IN_MEMORY, *MAPPED, "double buffer", BEST_BY_HAND]


@dataclass
class Row:
    """What calls of one contender took."""

    name: str
    limit: int | None
    seconds: list[float] = field(default_factory=list)
    read: list[int] = field(default_factory=list)
    """Bytes of each call, as the kernel counts them (/proc/PID/io)."""
    stall: list[float] = field(default_factory=list)
    predicted: float | None = None
    bound: float | None = None
    kept: int = 0
    high_water: int = 0
    group_peak: int = 0
    reason: str = ""
    """Why there is nothing."""

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


@dataclass
class Bench:
    """One model, with its file and what all contenders share."""

    name: str
    memref: str
    folder: Path
    weights: Path
    weight_bytes: int
    target: dict[str, Any]
    inputs: list[bytes]
    calls: int
    budget: int
    expected: list[bytearray] = field(default_factory=list)

    def options(self, memory: int | None, **more: Any) -> ServeOptions:
        costs = str(self.folder / f"{self.name}-costs.json")
        return ServeOptions(memory, self.target, costs, self.budget, **more)

    def call(self, server: Server, row: Row, counted: int) -> int:
        """Makes one call; returns the kernel's count of bytes read so far."""
        call = server.call(self.inputs)
        if not self.expected:
            self.expected = call.outputs
        if call.outputs != self.expected:
            raise MemplaceError(f"{row.name} computes other bits than in memory")
        record, disk = server.record(call), call.statistics["disk_bytes"]
        row.seconds.append(record["seconds"])
        row.stall.append(record["stall_seconds"])
        row.read.append(disk - counted)
        row.high_water = record["high_water_bytes"]
        return int(disk)


def drop_from_cache(path: Path) -> None:
    """Makes the kernel forget the pages of a file."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def open_contender(
    bench: Bench, name: str, limit: int | None, stack: contextlib.ExitStack
) -> tuple[Row, Server | None, MemoryGroup | None]:
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
        # People plan by layers; and all other contenders need no pieces.
        options = replace(options, piece_bytes=0)
    weights = bench.weights
    if name in MAPPED:
        # All of them have a file of their own, so that none finds pages of another's.
        weights = bench.folder / f"{abs(hash(name)) % 10**6}.safetensors"
        shutil.copyfile(bench.weights, weights)
        stack.callback(weights.unlink)
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
    row.predicted = None if name in MAPPED else server.plan.seconds
    row.bound = None if name in MAPPED else server.plan.bound
    row.kept = 0 if name in MAPPED else len(server.plan.kept)
    return row, server, group


def measure_limit(bench: Bench, limit: int | None, names: list[str]) -> list[Row]:
    """Measures contenders in turns, after a call of each that does not count."""
    with contextlib.ExitStack() as stack:
        contenders = [open_contender(bench, name, limit, stack) for name in names]
        if any(row.name == BEST_BY_HAND and row.reason for row, _, _ in contenders):
            contenders.append(open_contender(bench, ONE_BUFFER, limit, stack))
        counted = {}
        for row, server, group in contenders:
            if server is None:
                print(f"  {row.name}: {row.reason}", flush=True)
                continue
            counted[row.name] = bench.call(server, row, 0)
            for values in (row.seconds, row.read, row.stall):
                values.clear()
            if group:
                group.reset_peak()
        for number in range(bench.calls):
            for row, server, _ in contenders[:: 1 if number % 2 else -1]:
                if server is not None:
                    counted[row.name] = bench.call(server, row, counted[row.name])
        for row, server, group in contenders:
            if server is not None:
                row.group_peak = group.peak if group else 0
                print(f"  {row.name}: {row.median:.3f} s", flush=True)
    return [row for row, _, _ in contenders]


def make_bench(name: str, folder: Path, target: dict[str, Any], options: Any) -> Bench:
    """Returns a model whose file is written."""
    function, args = MODELS[name]()
    weights = folder / f"{name}.safetensors"
    inputs = np.random.default_rng(1).standard_normal(args[0].shape, np.float32)
    return Bench(
        name,
        from_jax(function, *args),
        folder,
        weights,
        write_weights(args[1], weights),
        target,
        [inputs.tobytes()],
        options.calls,
        options.budget,
    )


@dataclass
class State:
    """What was measured so far, kept in a file."""

    path: Path
    machine: str
    target: dict[str, Any]
    calls: int
    weight_bytes: dict[str, int] = field(default_factory=dict)
    rows: dict[str, dict[int, list[Row]]] = field(default_factory=dict)
    """By model and limit, percent."""

    @classmethod
    def open(cls, path: Path, options: Any) -> "State":
        """Reads the file, or begins with a measurement of the machine."""
        if not path.exists():
            target = calibrate(str(path.parent), times=options.times)
            state = cls(path, describe_machine(), target, options.calls)
            state.save()
            return state
        content = json.loads(path.read_text(encoding="utf-8"))
        rows = {
            model: {
                int(percent): [Row(**row) for row in found]
                for percent, found in limits.items()
            }
            for model, limits in content.pop("rows").items()
        }
        return cls(path, rows=rows, **content)

    def save(self) -> None:
        """Writes the file."""
        content = asdict(self)
        del content["path"]
        self.path.write_text(json.dumps(content), encoding="utf-8")


def measure(state: State, name: str, percents: list[int], options: Any) -> None:
    """Measures a model at those limits that were not yet."""
    found = state.rows.setdefault(name, {})
    missing = [percent for percent in percents if percent not in found]
    if not missing:
        return
    bench = make_bench(name, state.path.parent, state.target, options)
    state.weight_bytes[name] = bench.weight_bytes
    print(f"{name}: {bench.weight_bytes / 1e6:.1f} MB of weights", flush=True)
    for percent in missing:
        limit = bench.weight_bytes * percent // 100 // 4096 * 4096
        print(f" {percent} %: {limit / 1e6:.1f} MB", flush=True)
        # Measured anew for each limit: a shared disk is never the same for long.
        (bench.folder / f"{name}-costs.json").unlink(missing_ok=True)
        # Ours first: the speed of the file that it measures counts for the others.
        rows = measure_limit(bench, limit, [OURS, *CONTENDERS])
        found[percent] = [row for row in rows if row.name != OURS] + rows[:1]
        state.save()


def spread(values: list[float], scale: float, digits: int) -> str:
    """Returns the median, and the least and the largest."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return " | ".join(f"{value * scale:.{digits}f}" for value in (middle, low, high))


def ratio_to(row: Row, other: Row | None) -> str:
    """Returns how many times as long the calls of a contender take."""
    return f"{row.median / other.median:.2f}" if other else ""


def table_row(percent: int, row: Row, rows: list[Row]) -> str:
    """Returns a line of a model's table."""
    first = f"| {percent} % | {row.name} "
    if not row.seconds:
        return first + f"| does not fit {'| ' * 9}|"
    by_name = {other.name: other for other in rows if other.seconds}
    error = f"{100 * (row.predicted / row.median - 1):+.0f}" if row.predicted else ""
    predicted = f"{row.predicted:.3f}" if row.predicted else ""
    return (
        f"{first}| {spread(row.seconds, 1, 3)} | {ratio_to(row, by_name.get('mmap'))} "
        f"| {ratio_to(row, by_name.get(IN_MEMORY))} "
        f"| {statistics.median(row.read) / 1e6:.1f} "
        f"| {predicted} | {error} | {row.high_water / 1e6:.1f} "
        f"| {row.group_peak / 1e6:.1f} |"
    )


def findings(weight_bytes: int, rows: dict[int, list[Row]]) -> list[str]:
    """Returns what the numbers say, good and bad."""
    lines = []
    for percent, found in rows.items():
        by_name = {row.name: row for row in found if row.seconds}
        ours = by_name.get(OURS)
        if ours is None:
            lines.append(f"* {percent} %: memplace does not fit.")
            continue
        parts = []
        for name in ("mmap", BEST_BY_HAND, ONE_BUFFER, IN_MEMORY):
            if name in by_name:
                parts.append(f"{ours.median / by_name[name].median:.2f} × {name}")
        limit = ours.limit or 0
        verdict = "below" if ours.high_water <= limit else "**above**"
        wanted = weight_bytes - limit
        parts.append(
            f"reads {statistics.median(ours.read) / weight_bytes * 100:.0f} % of the "
            f"weights, where {wanted / weight_bytes * 100:.0f} % don't fit"
        )
        lines.append(
            f"* {percent} %: {', '.join(parts)}; high-water mark {verdict} the limit."
        )
    return lines


HEAD_OF_TABLE = """\
| limit | by | median, s | least | largest | / mmap | / in memory | read, MB | predicted, s | error, % | high-water mark, MB | of the cgroup, MB |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


def section(name: str, state: State) -> str:
    """Returns the part of the page that is about one model."""
    doc = " ".join((MODELS[name].__doc__ or "").split())
    weight_bytes, rows = state.weight_bytes[name], state.rows[name]
    lines = [
        f"## {name}",
        "",
        f"{doc} {weight_bytes / 1e6:.1f} MB of weights.",
        "",
    ]
    lines += [
        textwrap.fill(line, 120, subsequent_indent="  ")
        for line in findings(weight_bytes, rows)
    ]
    lines += ["", HEAD_OF_TABLE]
    for percent, found in rows.items():
        lines += [table_row(percent, row, found) for row in found]
    return "\n".join(lines)


def render(state: State) -> str:
    """Returns the page."""
    machine, calls = state.machine, state.calls
    sections = [section(name, state) for name in MODELS if state.rows.get(name)]
    date = datetime.datetime.now(datetime.UTC).date()
    rows = [line.partition(": ") for line in summary(state.target)]
    calibration = "\n".join(f"| `{what}` | {text} |" for what, _, text in rows)
    newline = "\n\n"
    threads = os.environ["OPENBLAS_NUM_THREADS"]
    return f"""\
# Larger than memory

<!-- Written by benchmarks/larger-than-memory/larger_than_memory.py; do not edit. -->

How long a call of a model takes whose weights are in a file and don't fit into memory. **These times are measured, with
a clock, on one machine**, unlike those of most other pages. Measured on {date}:
{machine}. Others may have used the machine meanwhile; contenders take
turns, {calls} calls each after one that does not count, so that what disturbs one disturbs all. Compare them within one
limit only. Products are computed by OpenBLAS, threads: {threads}.

All contenders are **the same compiled program** in the same runtime, each process in a memory cgroup of its own with
the limit, a part of the bytes of the weights. They differ in how weights come into memory, and all of them compute the
same bits, which is checked in each call:

* **in memory, no limit**: all weights stay, and there is no cgroup.
* **mmap**: weights are mapped, the kernel reads and evicts pages; also with `MADV_WILLNEED` before each call. Each has
  its own copy of the file, and the page cache is cold at first.
* **double buffer**: each weight is read, past the page cache, when the op before begins to use its own.
* **prefix kept, double buffer**: as many of the first weights as fit beside the double buffer stay: the strong plan
  that people make by hand. Where two weights don't fit, **prefix kept, one buffer**: each is read when it is needed.
* **memplace**: as `memplace-serve` plans ([serving.md](../guide/serving.md)), with weights cut in pieces. The others
  have them whole, which makes no difference for the bits.

*Read* is what the kernel counts for the process in a call (`/proc/PID/io`, median). The *high-water mark* is the
kernel's of resident memory (`VmHWM`) in all calls; that of the cgroup has the page cache, but code of libraries only if
the process was the first to use it. So memplace and the plans made by hand count code against the limit that the kernel
does not, and mmap has these bytes for weights. *Error* is that of the predicted time. Ops and
the file are measured before the calls of each limit, ops of plans made by hand in memory: what the load, or the speed
of a shared disk, has become since is in it.

Not compared yet: llama.cpp. Not built: activations in a scratch file, GPUs, the same plan in IREE.

{newline.join(sections)}

## This machine, as a target

As `memplace-calibrate` measured it just before, on a file of its own. `memplace-serve` replaces the file's speed by that
of a model's own reads while its ops run:

| number | measured |
|---|---|
{calibration}

## How to make this page

`benchmarks/larger-than-memory/larger_than_memory.py`, with `PYTHONPATH=build/python .venv/bin/python`, as root, on a
machine with memory cgroups of version 1 or 2, in about 20 minutes. With `--folder`, what was measured and the files stay
there, and a run that was ended goes on.
"""


def parse_options() -> Any:
    """Returns the options of the command line."""
    parser = plain_parser(__doc__, EPILOG)
    add_page(parser, "measurements/larger-than-memory.md")
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
    options = parser.parse_args()
    if (
        options.calls < 1
        or options.times < 1
        or not all(1 <= p for p in options.limits)
    ):
        parser.error("--calls, --times and --limits must be at least 1")
    return options


def main() -> int:
    options = parse_options()
    # So that files and cgroups go, too, when the script is ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    MemoryGroup("probe", 1 << 30).close()  # Before anything is written.
    with contextlib.ExitStack() as stack:
        folder = options.folder
        if folder is None:
            prefix = "memplace-larger-"
            folder = Path(
                stack.enter_context(tempfile.TemporaryDirectory(prefix=prefix))
            )
        state = State.open(folder / "measured.json", options)
        for name in options.models:
            measure(state, name, options.limits, options)
            options.page.write_text(render(state), encoding="utf-8")
    print(f"wrote {options.page}")
    return 0


if __name__ == "__main__":
    run_main(main)
