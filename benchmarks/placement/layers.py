#!/usr/bin/env python3
# ===- layers.py - How search fares as programs grow; writes a page -------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Places a step of training of a transformer with more and more layers, and writes
docs/measurements/layers.md: greedy, search, and the strong bound. Run it with JAX in
the Python, and memplace-import on PATH."""

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
from support.tables import table

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
`msa`'s on. *Bound*: proven, no placement is faster ([strong](../reference/bounds.md#the-strong-bound), as
`memplace-solve --bound=strong` computes it). *Could gain*: (`greedy` - bound) / `greedy`, which nothing can exceed.
Seconds are of CPU time; measured on {date}.

{table}
## What there is to find

Forward and backward, compute hides the traffic, and `greedy` has every operand in fast memory. At the end all momenta
are updated, and after them all weights: six times the weights in traffic of HBM, with no compute to hide it, and each
momentum comes back after all others. Fast memory saves at most its own size twice there: once with gradients that are
still there as it begins, once with momenta that are kept. That is the same number of microseconds for any number of
layers, and `greedy` has most of it. So with more layers there is less to gain, in percent, whatever searches.
"""


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


def measure(tools: Tools, layers: int, seconds: float, folder: Path) -> Row:
    """Returns the row of the program; files go to `folder`."""
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
    search, _ = solve("search", f"--time-limit={seconds}", "--cpu-time")
    program = read_json(problem)
    return Row(
        layers,
        len(program["ops"]),
        len(program["buffers"]),
        greedy,
        search,
        bound,
        greedy_seconds,
        with_bound_seconds - greedy_seconds,
    )


def main() -> int:
    parser = page_parser(__doc__, EPILOG, "measurements/layers.md", "")
    parser.add_argument(
        "--layers", type=int, nargs="+", default=[4, 12, 24, 48], help="which programs"
    )
    parser.add_argument("--seconds", type=float, default=60, help="of search")
    arguments = parser.parse_args()
    tools, rows = Tools(arguments.bin), []
    for layers in arguments.layers:
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measure(tools, layers, arguments.seconds, Path(folder)))
        print(" | ".join(rows[-1].cells()), flush=True)
    text = TEXT.format(
        seconds=f"{arguments.seconds:g}",
        date=datetime.date.today().isoformat(),
        table=table(HEAD, (row.cells() for row in rows)),
    )
    arguments.page.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    run_main(main)
