#!/usr/bin/env python3
# ===- running.py - Measures how fast programs run on the CPU ---------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures calls of memplace.compile on this machine's CPU, beside JAX and NumPy in this
process, and writes docs/measurements/running.md. Missed goals are on the page and are
printed. Run with PYTHONPATH=build/python .venv/bin/python."""

import contextlib
import datetime
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/
sys.path.append(str(Path(__file__).resolve().parents[2] / "models"))
# A search for other devices takes seconds and prints warnings.
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import memplace
import numpy as np
from make_models import MODELS
from support.command_line import add_page, plain_parser, run_main
from support.measuring import describe_machine

EPILOG = """\
exit codes:
  0  measured, whether goals are reached or not
  1  a tool is missing or fails
  2  bad command line
"""
TARGET = "tpu-v4i"
# The size of a product, and the maximum ratio of our time to NumPy's.
PRODUCT_GOAL = (1024, 1.3)
# The same for a model and JAX.
MODEL_GOAL = ("bert", 3.0)


@dataclass(frozen=True)
class Cost:
    """The cost of a call: median CPU time and least wall time, seconds."""

    cpu: float
    wall: float


def cpu_seconds(process: int) -> float:
    """Returns the CPU time of all threads of a process."""
    # The value of clock_getcpuclockid in the C library on Linux.
    return time.clock_gettime((~process << 3) | 2)


def call_once(call: Callable[[], Any], processes: list[int]) -> Cost:
    """Measures one call that runs in these processes."""
    before = sum(map(cpu_seconds, processes))
    begin = time.perf_counter()
    call()
    wall = time.perf_counter() - begin
    return Cost(sum(map(cpu_seconds, processes)) - before, wall)


@dataclass(frozen=True)
class Contender:
    """An implementation to compare."""

    call: Callable[[], Any]
    process: int | None = None  # Process that computes, if not this one.


def run_in_turns(contenders: dict[str, Contender], rounds: int) -> dict[str, Cost]:
    """Returns the cost of a call of each contender; an additional first call of each
    does not count."""
    costs: dict[str, list[Cost]] = {name: [] for name in contenders}
    for turn in range(rounds + 1):
        for name, contender in contenders.items():
            # Threads of libraries wait for more work for some time before they sleep.
            time.sleep(0.2)
            processes = [os.getpid()]
            if contender.process is not None:
                processes.append(contender.process)
            cost = call_once(contender.call, processes)
            if turn > 0:
                costs[name].append(cost)
    return {
        name: Cost(statistics.median(c.cpu for c in runs), min(c.wall for c in runs))
        for name, runs in costs.items()
    }


def make_numbers(shape: Any, generator: np.random.Generator) -> np.ndarray:
    """Returns an array for an argument of a model: token ids, or random weights."""
    if np.issubdtype(shape.dtype, np.integer):
        return generator.integers(0, 100, shape.shape, dtype=shape.dtype)
    if len(shape.shape) < 2:
        return generator.uniform(0.5, 1.5, shape.shape).astype(shape.dtype)
    fan_in = np.prod(shape.shape[:-1])
    return (generator.standard_normal(shape.shape) / fan_in**0.5).astype(shape.dtype)


@contextlib.contextmanager
def contenders_of(
    function: Callable[..., Any], args: Any
) -> Iterator[dict[str, Contender]]:
    """Returns the contenders of a JAX function, with their arguments already in place."""
    arrays = jax.device_put(args)
    jitted = jax.jit(function)
    with (
        memplace.compile(function, arrays) as unplaced,
        memplace.compile(function, arrays, target=TARGET) as placed,
    ):
        # Contenders with different results are not measured.
        ours, theirs = (
            np.asarray(jax.tree.leaves(f(*arrays))[0]) for f in (placed, jitted)
        )
        assert np.abs(ours - theirs).max() <= 1e-4 * np.abs(theirs).max()
        yield {
            "JAX": Contender(lambda: jax.block_until_ready(jitted(*arrays))),
            "memplace": Contender(lambda: unplaced(*arrays), unplaced.process),
            f"memplace, placed for `{TARGET}`": Contender(
                lambda: placed(*arrays), placed.process
            ),
        }


def rows_of(what: str, costs: dict[str, Cost], base: str) -> list[str]:
    """Returns rows of the table, with ratios to `base`."""
    return [
        f"| {what} | {name} | {cost.cpu * 1e3:.1f} | {cost.wall * 1e3:.1f} "
        f"| {cost.cpu / costs[base].cpu:.2f} | {cost.wall / costs[base].wall:.2f} |"
        for name, cost in costs.items()
    ]


def judge(what: str, ours: float, theirs: float, limit: float) -> str:
    """Returns the row of a goal, and prints it."""
    verdict = "reached" if ours <= limit * theirs else "**missed**"
    print(f"{what}: {ours / theirs:.2f} (goal {limit}): {verdict.strip('*')}")
    return f"| {what}, CPU | {ours / theirs:.2f} | {limit} | {verdict} |"


def measure_products(sizes: list[int], rounds: int, goals: list[str]) -> list[str]:
    """Returns the rows of products of matrices."""
    rows = []
    for size in sizes:
        generator = np.random.default_rng(size)
        a, b = (generator.random((size, size), np.float32) for _ in range(2))
        with contenders_of(lambda a, b: a @ b, (a, b)) as contenders:
            numpy = {"NumPy": Contender(lambda a=a, b=b: a @ b)}
            costs = run_in_turns(numpy | contenders, rounds)
        rows += rows_of(f"product of {size}³", costs, "NumPy")
        if size == PRODUCT_GOAL[0]:
            what = f"product of {size}³: memplace / NumPy"
            ours, theirs = costs["memplace"].cpu, costs["NumPy"].cpu
            goals.append(judge(what, ours, theirs, PRODUCT_GOAL[1]))
    return rows


def measure_model(name: str, rounds: int, goals: list[str]) -> list[str]:
    """Returns the rows of a model."""
    function, shapes = MODELS[name]()
    generator = np.random.default_rng(0)
    args = jax.tree.map(lambda shape: make_numbers(shape, generator), shapes)
    with contenders_of(function, args) as contenders:
        costs = run_in_turns(contenders, rounds)
    if name == MODEL_GOAL[0]:
        what = f"{name}: memplace / JAX"
        ours, theirs = costs["memplace"].cpu, costs["JAX"].cpu
        goals.append(judge(what, ours, theirs, MODEL_GOAL[1]))
    return rows_of(name, costs, "JAX")


def render(machine: str, rounds: int, goals: list[str], rows: list[str]) -> str:
    """Returns the page."""
    date = datetime.datetime.now(datetime.UTC).date()
    newline = "\n"
    return f"""\
# Running on the CPU

<!-- Written by benchmarks/running/running.py; do not edit. -->

**CPU time of compiled programs, as a multiple of the CPU time of NumPy and JAX.** One machine, measured on
{date}: {machine}.

| what | measured | at most | goal |
|---|--:|--:|--:|
{newline.join(goals)}

## Times

`bert` (BERT-base, 128 tokens) and `resnet50` (one image of 224 × 224) are models of `models/make_models.py` with random
weights. Ratios compare with the first row of each program.

| what | by | CPU, ms | least wall, ms | ratio, CPU | ratio, wall |
|---|---|--:|--:|--:|--:|
{newline.join(rows)}

## Method

* Contenders are `memplace.compile`, JAX {jax.__version__} and NumPy {np.__version__}, each with its default number of threads. They
  take turns, {rounds} rounds after one warm-up call. CPU time is the median over all threads; wall time is the minimum.
* Arguments are JAX arrays. memplace copies arguments in the first call only, and results in every call.
* Wall times mean little on a busy machine, least of all for OpenBLAS with its waiting threads. Measure your
  machine with `benchmarks/running/running.py`.
* OpenBLAS computes products and convolutions (by im2col) on all cores. Any further op is a loop nest on one thread,
  vectorised by LLVM, with sums in program order and library calls for exponentials. JAX therefore gains more from many
  cores. Ops fused into the input of a product are computed once for all readers.
"""


def main() -> int:
    parser = plain_parser(__doc__, EPILOG)
    add_page(parser, "docs/measurements/running.md")
    parser.add_argument(
        "--models",
        nargs="*",
        choices=sorted(MODELS),
        default=["bert", "resnet50"],
        help="names in models/make_models.py (default: bert resnet50)",
    )
    parser.add_argument(
        "--products",
        type=int,
        nargs="*",
        default=[256, 1024],
        help="sizes of products of matrices (default: 256 1024)",
    )
    parser.add_argument(
        "--rounds", type=int, default=9, help="calls of each (default: 9)"
    )
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error(f"--rounds must be at least 1, got {arguments.rounds}")
    if min(arguments.products, default=1) < 1:
        parser.error(f"--products must be at least 1, got {min(arguments.products)}")
    machine, goals = describe_machine(), []
    rows = measure_products(arguments.products, arguments.rounds, goals)
    for name in arguments.models:
        rows += measure_model(name, arguments.rounds, goals)
    text = render(machine, arguments.rounds, goals, rows)
    arguments.page.write_text(text, encoding="utf-8")
    print(f"wrote {arguments.page}")
    return 0


if __name__ == "__main__":
    run_main(main)
