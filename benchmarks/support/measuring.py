# ===- measuring.py - Time and memory of commands, side by side -----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures commands whose ratios are reported. The commands alternate, so that other
load on the machine affects all equally, and CPU time counts, which other load disturbs
less than wall time."""

import contextlib
import math
import os
import shlex
import statistics
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from support.placements import BenchmarkError

Command = Sequence[str | Path]


@dataclass(frozen=True)
class Cost:
    """The cost of a command; of several runs the medians, but the least wall time."""

    cpu: float  # Seconds, user and system, of all its threads.
    wall: float  # Seconds.
    peak: int  # Peak resident bytes.


def run_once(command: Command) -> Cost:
    """Runs `command` and discards its output. Raises BenchmarkError if the command
    fails."""
    words = [str(word) for word in command]
    begin = time.perf_counter()
    try:
        process = subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
    except FileNotFoundError as error:
        raise BenchmarkError(
            f"there is no '{words[0]}'; build or install it, or see --help"
        ) from error
    assert process.stderr
    message = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - begin
    process.stderr.close()
    if process.returncode != 0:
        raise BenchmarkError(f"{' '.join(words)}: {message.strip()}")
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024)


@contextlib.contextmanager
def inside(command: str | None) -> Iterator[None]:
    """While open, `command`, such as "flock /tmp/lock", runs a program that waits: other
    users of the same command wait for us. None: no command. Raises BenchmarkError if the
    program does not start."""
    if command is None:
        yield
        return
    words = [*shlex.split(command), "sh", "-c", "echo begin; cat"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout
        if process.stdout.readline() != b"begin\n":
            raise BenchmarkError(f"'{command}' does not run what it is given")
        yield
        process.stdin.close()


def output_of(program: Path, target: str, *arguments: str | Path) -> str:
    """Returns the output of a measuring program of the build target `target`. Raises
    BenchmarkError if the program fails."""
    try:
        done = subprocess.run(
            [program, *arguments], check=False, capture_output=True, text=True
        )
    except FileNotFoundError as error:
        raise BenchmarkError(
            f"there is no '{program}'; build the target {target}"
        ) from error
    if done.returncode != 0:
        raise BenchmarkError(f"{program}: {done.stderr.strip()}")
    return done.stdout


def run_in_turns(commands: Mapping[str, Command], rounds: int) -> dict[str, Cost]:
    """Returns the cost of each command, by name, from `rounds` runs each. The order is
    reversed in every other round. An additional first run loads the files and does not
    count."""
    names = list(commands)
    for name in names:
        run_once(commands[name])
    runs: dict[str, list[Cost]] = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            runs[name].append(run_once(commands[name]))
        names.reverse()
    return {name: median(costs) for name, costs in runs.items()}


def median(costs: Sequence[Cost]) -> Cost:
    """Returns the cost of several runs of one command; see Cost."""
    return Cost(
        statistics.median(cost.cpu for cost in costs),
        min(cost.wall for cost in costs),
        max(cost.peak for cost in costs),
    )


def growth_exponent(costs: Mapping[int, float]) -> float:
    """Returns the exponent p of the best fit of size^p to the costs by size (least
    squares of the logarithms). Needs at least two sizes; costs below 0.1 ms count as
    0.1 ms."""
    points = [
        (math.log(size), math.log(max(cost, 1e-4))) for size, cost in costs.items()
    ]
    return statistics.linear_regression(*zip(*points)).slope


def describe_machine() -> str:
    """Describes this machine."""
    model = "an unknown processor"
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    load = os.getloadavg()[0]
    return f"{len(os.sched_getaffinity(0))} cores of {model}, load {load:.1f} before the run"
