#!/usr/bin/env python3
# ===- iree_file.py - Modules of IREE whose weights are in a file ---------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures calls of modules compiled by memplace-iree with --weights-tier=file, in
memory cgroups of a share of the weights, beside all weights resident and all weights
read in each call; writes a table of benchmarks/iree/weights.md. Needs root, or writable
cgroups."""

import datetime
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

import jax
from cgroup import MemoryGroup
from iree._runtime import libs
from memplace.errors import MemplaceError
from memplace.iree import PackOptions, compile_model
from memplace.iree.tools import find_tools
from memplace.iree.weights import WeightOptions
from memplace.serving.calibrate import calibrate
from models import drop_from_cache, write_weights
from support.command_line import add_page, run_main, tools_parser
from support.measuring import describe_machine
from support.placements import BenchmarkError
from support.tables import table
from support.written_part import WrittenPart

EPILOG = """\
exit codes:
  0  measured
  1  no cgroup can be made, or a tool is missing or fails
  2  bad command line
"""
TARGET = (
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
)
LAYERS, WIDTH, ROWS = 32, 2048, 32
CALLS = 10
PERCENTS = (30, 50, 70, 90)
# Bytes that a limit must leave for code and for the page cache of reads.
RESERVE = 44_000_000
LITTLE = RESERVE // 2
# Calls are killed after this many seconds in total: mapped weights beyond the limit are
# read again and again.
PATIENCE = 60
KILLED = "killed by the kernel"


@dataclass(frozen=True)
class Contender:
    """The compilation mode of a module, and the limit: bytes."""

    name: str
    limit: int | None = None
    memory: int | None = None
    arena: int | None = None


@dataclass(frozen=True)
class Bench:
    """State shared by all contenders."""

    folder: Path
    model: Path
    weights: Path
    target: Path
    memplace_opt: str


def write_model(folder: Path) -> tuple[Path, Path]:
    """Writes layers of products with parameters as weights, and a file of random
    numbers for the weights."""
    square, rows = f"tensor<{WIDTH}x{WIDTH}xf32>", f"tensor<{ROWS}x{WIDTH}xf32>"
    names = [f"w{layer}" for layer in range(LAYERS)]
    lines = [
        f'util.global private @{name} = #flow.parameter.named<"model"::"weights[{number}]"> : {square}'
        for number, name in enumerate(names)
    ]
    lines += [
        f"func.func @main(%x: {rows}) -> {rows} {{",
        "  %zero = arith.constant 0.0 : f32",
        f"  %empty = tensor.empty() : {rows}",
        f"  %init = linalg.fill ins(%zero : f32) outs(%empty : {rows}) -> {rows}",
    ]
    last = "%x"
    for name in names:
        lines += [
            f"  %{name} = util.global.load @{name} : {square}",
            f"  %p{name} = linalg.matmul ins({last}, %{name} : {rows}, {square}) outs(%init : {rows}) -> {rows}",
            f"  %t{name} = math.tanh %p{name} : {rows}",
        ]
        last = f"%t{name}"
    lines += [f"  return {last} : {rows}", "}"]
    model, weights = folder / "stack.mlir", folder / "stack.safetensors"
    model.write_text("\n".join(lines), encoding="utf-8")
    shape = jax.ShapeDtypeStruct((WIDTH, WIDTH), "float32")
    write_weights([shape] * LAYERS, weights)
    return model, weights


def compile_contender(bench: Bench, contender: Contender) -> tuple[Path, int]:
    """Returns the module, and the bytes of resident weights."""
    weights = None
    if contender.memory or contender.arena:
        weights = WeightOptions(
            arena=contender.arena,
            memory=contender.memory,
            archive=str(bench.folder / "none.irpa"),
            target=str(bench.target),
        )
    compiled = compile_model(
        str(bench.model),
        TARGET,
        PackOptions(weights=weights),
        find_tools(memplace_opt=bench.memplace_opt),
    )
    module = bench.folder / "module.vmfb"
    module.write_bytes(compiled.vmfb)
    return module, sum(weight.size for weight in compiled.resident)


@dataclass(frozen=True)
class Run:
    """The kernel's counts of a process: bytes."""

    output: str
    read: int
    high_water: int


def run_in(group: MemoryGroup | None, command: list[str]) -> Run | str:
    """Runs a command; returns the reason if it does not finish in the group."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as error:
        launcher = group.launcher if group else ()
        process = subprocess.Popen([*launcher, *command], stdout=output, stderr=error)
        folder = Path(f"/proc/{process.pid}")
        high_water, end = 0, time.monotonic() + PATIENCE
        # The process is reaped only after reading its counters, which vanish then.
        while not os.waitid(
            os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG
        ):
            status = (folder / "status").read_text(encoding="utf-8")
            if found := re.search(r"^VmHWM:\s*(\d+) kB$", status, re.MULTILINE):
                high_water = int(found[1]) * 1024
            time.sleep(0.05)
            if group and time.monotonic() > end:
                process.kill()
        counts = (folder / "io").read_text(encoding="utf-8")
        process.wait()
        output.seek(0)
        error.seek(0)
        text, message = output.read(), error.read()
    found = re.search(r"^read_bytes: (\d+)$", counts, re.MULTILINE)
    assert found
    read = int(found[1])
    if process.returncode == -signal.SIGKILL:
        if time.monotonic() <= end:
            return KILLED
        return f"ended after {PATIENCE} s, in which it read {read / 1e9:.0f} GB"
    # A refused allocation may also fail in other ways.
    if process.returncode != 0 and "RESOURCE_EXHAUSTED" not in message:
        raise BenchmarkError(f"{command[0]} failed:\n{message[:1000]}")
    if process.returncode != 0:
        return KILLED
    return Run(text, read, high_water)


def command_of(tool: str, bench: Bench, module: Path) -> list[str]:
    """Returns a command that calls the module: the program itself, since the command of
    IREE's wheel on the PATH wraps it in a Python process."""
    return [
        str(Path(libs.library_path) / tool),
        "--device=local-task",
        f"--module={module}",
        f"--parameters=model={bench.weights}",
        "--function=main",
        f"--input={ROWS}x{WIDTH}xf32=1",
    ]


def check_bits(bench: Bench, module: Path) -> None:
    """Raises BenchmarkError if the results differ from the first module's in any bit."""
    expected, found = bench.folder / "expected.bin", bench.folder / "found.bin"
    output = found if expected.exists() else expected
    run = run_in(
        None, [*command_of("iree-run-module", bench, module), f"--output=@{output}"]
    )
    if isinstance(run, str) or (
        found.exists() and found.read_bytes() != expected.read_bytes()
    ):
        raise BenchmarkError("a module computes other bits than the resident one")


def measure(bench: Bench, contender: Contender) -> list[str]:
    """Returns the contender's row of the table."""
    module, kept = compile_contender(bench, contender)
    check_bits(bench, module)
    limit = "" if contender.limit is None else f"{contender.limit / 1e6:.1f}"
    first = [limit, contender.name, f"{kept / 1e6:.1f}"]
    group = None
    drop_from_cache(bench.weights)
    try:
        if contender.limit:
            group = MemoryGroup("iree", contender.limit)
        command = command_of("iree-benchmark-module", bench, module)
        run = run_in(
            group,
            [
                *command,
                "--benchmark_min_time=1x",
                f"--benchmark_repetitions={CALLS + 1}",
                "--benchmark_format=json",
            ],
        )
    finally:
        if group:
            group.close()
    if isinstance(run, str):
        return [*first, run, "", "", "", ""]
    # The first call does not count.
    rows = [
        row["real_time"] / 1e3
        for row in json.loads(run.output)["benchmarks"]
        if row["run_type"] == "iteration"
    ][1:]
    assert len(rows) == CALLS
    return [
        *first,
        f"{statistics.median(rows):.3f}",
        f"{min(rows):.3f}",
        f"{max(rows):.3f}",
        f"{run.read / (CALLS + 1) / 1e6:.1f}",
        f"{run.high_water / 1e6:.1f}",
    ]


def contenders_of(size: int) -> list[Contender]:
    """Returns the measurements of a model with weights of `size` bytes."""
    found = [Contender("resident, no limit")]
    for percent in PERCENTS:
        limit = size * percent // 100 // 4096 * 4096
        found += [
            Contender("all read per call", limit, arena=limit - RESERVE),
            Contender("planned", limit, memory=limit - RESERVE),
        ]
        if percent == 50:
            found += [
                Contender("planned, half the reserve", limit, memory=limit - LITTLE),
                Contender("resident", limit),
            ]
    return found


HEAD = [
    "limit, MB",
    "weights",
    "resident, MB",
    "median, s",
    "least",
    "largest",
    "read per call, MB",
    "high-water mark, MB",
]


def main() -> int:
    """Measures and writes the table."""
    parser = tools_parser(__doc__, EPILOG)
    add_page(parser, "benchmarks/iree/weights.md")
    options = parser.parse_args()
    part = WrittenPart.read(options.page, "larger-than-memory/iree_file.py")
    machine = describe_machine()
    with tempfile.TemporaryDirectory(dir=options.page.parent) as name:
        folder = Path(name)
        model, weights = write_model(folder)
        target = folder / "here.target.json"
        try:
            target.write_text(json.dumps(calibrate(str(weights))), encoding="utf-8")
            bench = Bench(
                folder, model, weights, target, str(options.bin / "memplace-opt")
            )
            rows = []
            for contender in contenders_of(LAYERS * WIDTH * WIDTH * 4):
                rows.append(measure(bench, contender))
                print(*rows[-1], sep="  ", flush=True)
        except MemplaceError as error:
            raise BenchmarkError(str(error)) from error
    date = datetime.datetime.now(datetime.UTC).date()
    part.replace(f"""\
Measured on {date}: {machine}. {CALLS} calls each after one that does not count, on `local-task`.

{table(HEAD, rows)}""")
    return 0


if __name__ == "__main__":
    run_main(main)
