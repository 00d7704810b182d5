#!/usr/bin/env python3
# ===- speed.py - Measures how fast memplace is; writes speed.md -----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures time and memory of memplace's tools beside MLIR's tools, and writes
docs/measurements/speed.md. Missed goals are on the page and are printed."""

import argparse
import datetime
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, run_main
from support.measuring import (
    Command,
    Cost,
    describe_machine,
    growth_exponent,
    run_in_turns,
    run_once,
)
from support.placements import BENCHMARKS, ROOT

EPILOG = """\
exit codes:
  0  measured, whether goals are reached or not
  1  a tool is missing or fails
  2  bad command line
"""

# Passes that bring linalg on tensors into memref form, with deallocation: the yardstick
# for placement.
BUFFERIZATION = [
    "--inline",
    "--canonicalize",
    "--cse",
    "--symbol-dce",
    "--linalg-fuse-elementwise-ops",
    "--eliminate-empty-tensors",
    "--empty-tensor-to-alloc-tensor",
    (
        "--one-shot-bufferize=bufferize-function-boundaries "
        "function-boundary-type-conversion=identity-layout-map buffer-alignment=64"
    ),
    "--drop-equivalent-buffer-results",
    "--buffer-hoisting",
    (
        "--buffer-results-to-out-params=hoist-static-allocs=true "
        "modify-public-functions=true"
    ),
    "--canonicalize",
    "--cse",
    "--buffer-deallocation-pipeline",
]


@dataclass
class Report:
    """The page under construction."""

    goals: list[list[str]] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)
    missed: int = 0

    def judge(self, what: str, value: float, limit: float, unit: str = "") -> None:
        """Adds a goal: `value` must be at most `limit`."""
        reached = value <= limit
        self.missed += not reached
        verdict = "reached" if reached else "**missed**"
        row = [what, f"{value:.3g}{unit}", f"{limit:g}{unit}", verdict]
        self.goals.append(row)
        print(": ".join(row[:2]) + f" (goal {row[2]}): {row[3].strip('*')}", flush=True)

    def add(
        self, title: str, text: str, head: list[str], rows: list[list[str]]
    ) -> None:
        """Adds a section with a table."""
        self.sections.append(f"## {title}\n\n{text}\n\n{table(head, rows)}")


def table(head: list[str], rows: list[list[str]]) -> str:
    """Returns a Markdown table; all columns but the first are numbers."""
    rule = ["---"] + ["--:"] * (len(head) - 1)
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, rule, *rows]) + "\n"


def cells(cost: Cost) -> list[str]:
    """Returns CPU seconds, wall seconds and peak for a table."""
    return [f"{cost.cpu:.3f}", f"{cost.wall:.3f}", f"{cost.peak / 1e6:.0f}"]


CAPTIONS = {
    "baseline": "`memplace-solve --solver=default-tier`",
    "msa": "`memplace-solve --solver=msa`",
    "verify": "`memplace-verify`",
    "simulate": "`memplace-simulate`",
}
COST_HEAD = ["CPU, s", "least wall, s", "peak, MB"]


@dataclass(frozen=True)
class Setup:
    """Tools to measure, and folders."""

    bin: Path  # Folder of memplace's tools.
    mlir_opt: str
    importer: str
    folder: Path  # For temporary files.
    sizes: list[int]
    models: list[str]
    rounds: int

    def tool(self, name: str) -> Path:
        """Returns the path of one of memplace's tools."""
        return self.bin / name


def measure_growth(setup: Setup, report: Report) -> None:
    """Measures msa, verify and the simulator on synthetic problems by size."""
    whole, alone, rows = {}, {}, []
    solve = setup.tool("memplace-solve")
    for size in setup.sizes:
        problem = setup.folder / f"synthetic-{size}.json"
        solution = setup.folder / f"synthetic-{size}.solution.json"
        baseline = setup.folder / f"synthetic-{size}.baseline.json"
        run_once(
            [
                sys.executable,
                BENCHMARKS / "placement" / "make_synthetic.py",
                str(size),
                "-o",
                problem,
            ]
        )
        commands: dict[str, Command] = {
            "start": [solve, "--version"],
            "baseline": [solve, problem, "--solver=default-tier", "-o", baseline],
            "msa": [solve, problem, "--solver=msa", "-o", solution],
            "verify": [setup.tool("memplace-verify"), problem, solution],
            "simulate": [setup.tool("memplace-simulate"), problem, solution],
        }
        run_once(commands["msa"])
        # Short commands run more often, since the time of msa is a difference of two
        # commands.
        often = min(8, max(1, setup.sizes[-1] // size)) * setup.rounds
        costs = run_in_turns(commands, often)
        whole[size] = costs["msa"].cpu - costs["start"].cpu
        alone[size] = costs["msa"].cpu - costs["baseline"].cpu
        rows += [[CAPTIONS[c], f"{size:,}", *cells(costs[c])] for c in CAPTIONS]
    largest = f"{size:,} buffers"
    exponent = "p of the n^p that n buffers take"
    report.judge(
        f"`memplace-solve --solver=msa`, {exponent}", growth_exponent(whole), 1.25
    )
    report.judge(f"`msa` alone, {exponent}", growth_exponent(alone), 1.25)
    last_step = growth_exponent(dict(list(alone.items())[-2:]))
    report.judge(f"`msa`, {largest}, CPU", costs["msa"].cpu, 10, " s")
    report.judge(f"`msa`, {largest}, peak", costs["msa"].peak / 1e9, 1, " GB")
    report.judge(f"`memplace-verify`, {largest}, CPU", costs["verify"].cpu, 1, " s")
    report.judge(f"`memplace-simulate`, {largest}, CPU", costs["simulate"].cpu, 1, " s")
    report.add(
        "Size",
        f"""\
Synthetic problems (`make_synthetic.py`, seed 0, 8 MiB of fast memory, half as many ops as buffers). A row is a whole
command on one thread: read the JSON, solve, check, write. The exponents above are fitted to CPU times minus the time of
`--version`. For `msa` alone, the time of `default-tier` is subtracted as well, which leaves
{", ".join(f"{s:.4f}" for s in alone.values())} s. Between the two largest sizes, the exponent of `msa` is {last_step:.2f}.""",
        ["command", "buffers", *COST_HEAD],
        rows,
    )


def measure_models(setup: Setup, report: Report) -> None:
    """Measures extraction, placement and rewriting beside bufferization."""
    rows = []
    for model in setup.models:
        linalg = setup.folder / f"{model}.linalg.mlir"
        memref = setup.folder / f"{model}.memref.mlir"
        source = ROOT / "models" / f"{model}.stablehlo.mlir"
        run_once([setup.importer, source, "--stop-after=linalg", "-o", linalg])
        run_once([setup.importer, linalg, "-o", memref])
        output = setup.folder / "output.mlir"
        place: list[str | Path] = [setup.tool("memplace-opt"), memref, "-o", output]
        commands: dict[str, Command] = {
            "bufferization": [setup.mlir_opt, linalg, "-o", output, *BUFFERIZATION],
            **{
                f"placement by `{solver}`": [
                    *place,
                    f"--memplace-default=target=tpu-v4i solver={solver}",
                ]
                for solver in ("greedy", "msa")
            },
            "reading and writing by `memplace-opt`": place,
        }
        costs = run_in_turns(commands, 3 * setup.rounds)
        yardstick = costs["bufferization"].cpu
        rows += [
            [name, model, *cells(cost), f"{cost.cpu / yardstick:.2f}"]
            for name, cost in costs.items()
        ]
        for solver in ("greedy", "msa"):
            report.judge(
                f"{model}: placement by `{solver}` / bufferization, CPU",
                costs[f"placement by `{solver}`"].cpu / yardstick,
                1,
            )
    report.add(
        "Compiling models",
        """\
`memplace-opt --memplace-default` runs on the memref form (extraction, placement, verification, transfers, offsets).
`mlir-opt` runs on the linalg form of the same program, from fusion to `--one-shot-bufferize` and
`--buffer-deallocation-pipeline`. Both read and write text.""",
        ["what", "model", *COST_HEAD, "ratio"],
        rows,
    )


def measure_start(setup: Setup, report: Report) -> None:
    """Measures the start-up time of memplace-opt."""
    commands: dict[str, Command] = {
        "`mlir-opt --version`": [setup.mlir_opt, "--version"],
        "`memplace-opt --version`": [setup.tool("memplace-opt"), "--version"],
    }
    costs = run_in_turns(commands, 10 * setup.rounds)
    ours, theirs = costs["`memplace-opt --version`"], costs["`mlir-opt --version`"]
    report.judge(
        "`memplace-opt --version` / `mlir-opt --version`, CPU",
        ours.cpu / theirs.cpu,
        2,
    )
    report.add(
        "Starting",
        "Most of this time is spent on loading and relocating the shared libraries of LLVM and MLIR.",
        ["command", *COST_HEAD],
        [[name, *cells(cost)] for name, cost in costs.items()],
    )


def render(report: Report, machine: str, rounds: int) -> str:
    """Returns the text of the page."""
    date = datetime.datetime.now(datetime.UTC).date()
    sections = "\n".join(report.sections)
    return f"""\
# Speed

<!-- Written by benchmarks/placement/speed.py; do not edit. -->

**`msa` places 100,000 buffers in seconds, with nearly linear growth, and placing a model takes less time than
bufferizing it.** One machine, measured on {date}: {machine}.

{table(["what", "measured", "at most", "goal"], report.goals)}
{sections}
## Method

Compared commands take turns, at least {rounds} rounds. CPU time is the median of user and system time; wall time is the
minimum. The tools are a release build, and `mlir-opt` is Debian's. Numbers differ by some percent from run to run, and
more between machines: measure yours with `benchmarks/placement/speed.py`.
"""


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = page_parser(__doc__, EPILOG, "docs/measurements/speed.md", check="")
    parser.add_argument(
        "--mlir-opt",
        default=shutil.which("mlir-opt-22") or "/usr/lib/llvm-22/bin/mlir-opt",
        help="MLIR 22's mlir-opt (default: mlir-opt-22)",
    )
    parser.add_argument(
        "--importer",
        default=str(ROOT / ".venv" / "bin" / "memplace-import"),
        help="memplace-import (default: that of .venv, see utils/setup.sh)",
    )
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=[1000, 10_000, 100_000],
        help="numbers of buffers of the synthetic problems, at least two, ascending",
    )
    parser.add_argument(
        "--models",
        nargs="+",
        default=["resnet50", "bert"],
        help="names in models/ (default: resnet50 bert)",
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=5,
        help="how often the longest commands run; short ones run several times as "
        "often (default: 5)",
    )
    return parser


def main() -> int:
    parser = make_parser()
    arguments = parser.parse_args()
    sizes = arguments.sizes
    if len(sizes) < 2 or sorted(set(sizes)) != sizes or sizes[0] < 2:
        parser.error("--sizes must be at least two ascending numbers from 2 on")
    if arguments.rounds < 1:
        parser.error(f"--rounds must be at least 1, got {arguments.rounds}")
    report, machine = Report(), describe_machine()
    with tempfile.TemporaryDirectory() as folder:
        setup = Setup(
            arguments.bin,
            arguments.mlir_opt,
            arguments.importer,
            Path(folder),
            sizes,
            arguments.models,
            arguments.rounds,
        )
        measure_growth(setup, report)
        measure_models(setup, report)
        measure_start(setup, report)
    arguments.page.write_text(
        render(report, machine, arguments.rounds), encoding="utf-8"
    )
    print(f"wrote {arguments.page}; {report.missed} goals missed")
    return 0


if __name__ == "__main__":
    run_main(main)
