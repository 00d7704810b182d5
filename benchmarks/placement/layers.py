#!/usr/bin/env python3
# ===- layers.py - How search fares as programs grow; writes a page -------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Places a training step of transformers of growing depth by greedy and search,
computes the strong bound, and writes benchmarks/placement/layers.md. Needs JAX in the
Python, and memplace-import on PATH."""

import datetime
import os
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [
    str(ROOT / "benchmarks"),
    str(ROOT / "models"),
    str(ROOT / "models/kinds"),
]
os.environ.setdefault("JAX_PLATFORMS", "cpu")

from support.command_line import page_parser, run_main
from support.measuring import run_once
from support.placements import BenchmarkError, Tools, read_json
from support.tables import cells_of, table

HEAD = [
    "layers",
    "ops",
    "buffers",
    "`greedy`, ms",
    "`search`, ms",
    "gained, %",
    "bound, ms",
    "could gain, %",
    "`greedy`, s",
    "bound, s",
]
EPILOG = """\
exit codes:
  0  the page is written
  1  something can't be run
  2  bad command line
"""

TEXT = """# Programs of many layers

<!-- Written by benchmarks/placement/layers.py; do not edit. -->

A step of training of a transformer, `transformer_train(layers=N)` of
[`models/kinds`](../../models/kinds/kinds_transformers.py), on the target `tpu-v5e`. **All times of programs are
modelled, none is measured on a TPU.** `search` has {seconds} s of CPU time on one core, from `greedy`'s placement or
`msa`'s on. *Bound*: proven, no placement is faster ([strong](../../docs/reference/bounds.md#the-strong-bound), as
`memplace-solve --bound=strong` computes it). *Could gain*: (`greedy` - bound) / `greedy`, which nothing can exceed.
Seconds are of CPU time; measured on {date}.

{table}
{goals}
## What there is to find

Forward and backward, compute hides the traffic, and `greedy` has every operand in fast memory. At the end all momenta
are updated, and after them all weights: six times the weights in traffic of HBM, with no compute to hide it, and each
momentum comes back after all others. Fast memory saves at most its own size twice there: once with gradients that are
still there as it begins, once with momenta that are kept. That is the same number of microseconds for any number of
layers, and `greedy` gains most of these microseconds. So every solver gains less, in percent, with more layers.
"""


# Goals at this number of layers: gain of search over greedy, percent, and CPU seconds
# of the bound.
GOAL_LAYERS, GOAL_GAIN, GOAL_SECONDS = 48, 0.8, 60


def goals_of(lines: dict[int, list[str]]) -> str:
    """Returns the sentence about the goals; empty if they were not measured."""
    if GOAL_LAYERS not in lines:
        return ""
    cells = dict(zip(HEAD, lines[GOAL_LAYERS], strict=True))
    could, seconds = cells["could gain, %"], cells["bound, s"]
    if float(cells["gained, %"]) >= GOAL_GAIN:
        gain = "reached"
    elif float(could) < GOAL_GAIN:
        gain = f"not possible, no placement is more than {could} % below it"
    else:
        gain = "**not reached**"
    bound = "reached" if float(seconds) <= GOAL_SECONDS else "**not reached**"
    return (
        f"* {GOAL_LAYERS} layers, {GOAL_GAIN} % below `greedy`: {gain}.\n"
        f"* {GOAL_LAYERS} layers, the strong bound within {GOAL_SECONDS} s: {bound}, {seconds} s.\n"
    )


@dataclass(frozen=True)
class Row:
    """One program; times in milliseconds, of CPU in seconds."""

    layers: int
    ops: int
    buffers: int
    greedy: float
    search: float
    bound: float
    greedy_seconds: float
    bound_seconds: float

    def cells(self) -> list[str]:
        """Returns the line of the table."""
        gained = 100 * (1 - self.search / self.greedy)
        could = 100 * (1 - self.bound / self.greedy)
        return [
            f"{self.layers}",
            f"{self.ops:,}",
            f"{self.buffers:,}",
            f"{self.greedy:.3f}",
            f"{self.search:.3f}",
            f"{gained:.2f}",
            f"{self.bound:.3f}",
            f"{could:.2f}",
            f"{self.greedy_seconds:.1f}",
            f"{self.bound_seconds:.1f}",
        ]


def lines_of(page: Path) -> dict[int, list[str]]:
    """Returns the lines of the page's table, by layers."""
    lines = cells_of(page.read_text("utf-8"))
    return {int(cells[0]): cells for cells in lines if cells[0].isdigit()}


def write_problem(tools: Tools, layers: int, folder: Path) -> Path:
    """Writes the placement problem of the program and returns its file."""
    try:
        from kinds_transformers import transformer_train
        from make_models import text_of
    except ImportError as error:
        raise BenchmarkError(f"{error}; install the extra 'jax'") from error
    text, imported = folder / "step.stablehlo.mlir", folder / "step.mlir"
    problem = folder / "step.problem.json.gz"
    text.write_text(
        text_of(partial(transformer_train, layers=layers)), encoding="utf-8"
    )
    run_once(["memplace-import", text, "-o", imported])
    extraction = f"--memplace-extract-problem=target=tpu-v5e file={problem}"
    tools.run("memplace-opt", imported, extraction, "-o", "/dev/null")
    return problem


# The cells of search in a line.
SEARCHED = slice(HEAD.index("`search`, ms"), HEAD.index("gained, %") + 1)


def measure(
    tools: Tools, layers: int, seconds: float, folder: Path, known: list[str]
) -> list[str]:
    """Returns the line of the program; files go to `folder`. The cells of search come
    from the line `known`, unless that is empty."""
    problem = write_problem(tools, layers, folder)
    output = folder / "solution.json"

    def solve(solver: str, *flags: str) -> tuple[float, float]:
        """Returns the makespan, ms, of a legal placement, and seconds of CPU."""
        command = [tools.folder / "memplace-solve", problem, f"--solver={solver}"]
        cost = run_once([*command, "-o", output, *flags])
        return tools.judge_files(problem, output)[0] / 1e3, cost.cpu

    greedy, greedy_seconds = solve("greedy")
    _, with_bound_seconds = solve("greedy", "--bound=strong")
    bound = read_json(output)["lower_bound_ps"] / 1e9
    search = greedy
    if not known:
        search, _ = solve("search", f"--time-limit={seconds}", "--cpu-time")
    program = read_json(problem)
    cells = Row(
        layers,
        len(program["ops"]),
        len(program["buffers"]),
        greedy,
        search,
        bound,
        greedy_seconds,
        with_bound_seconds - greedy_seconds,
    ).cells()
    if known:
        cells[SEARCHED] = known[SEARCHED]
    return cells


def main() -> int:
    parser = page_parser(__doc__, EPILOG, "benchmarks/placement/layers.md", "")
    parser.add_argument(
        "--layers", type=int, nargs="+", default=[4, 12, 24, 48], help="which programs"
    )
    parser.add_argument("--seconds", type=float, default=60, help="of search")
    parser.add_argument(
        "--bounds",
        action="store_true",
        help="greedy and bounds only: what search found, and the rows of other programs, "
        "stay as they are on the page",
    )
    arguments = parser.parse_args()
    tools = Tools(arguments.bin)
    lines = lines_of(arguments.page) if arguments.bounds else {}
    for layers in arguments.layers:
        with tempfile.TemporaryDirectory() as folder:
            known = lines.get(layers, [])
            lines[layers] = measure(
                tools, layers, arguments.seconds, Path(folder), known
            )
        print(" | ".join(lines[layers]), flush=True)
    text = TEXT.format(
        seconds=f"{arguments.seconds:g}",
        date=datetime.date.today().isoformat(),
        table=table(HEAD, (lines[layers] for layers in sorted(lines))),
        goals=goals_of(lines),
    )
    arguments.page.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    run_main(main)
