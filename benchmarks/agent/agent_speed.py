#!/usr/bin/env python3
# ===- agent_speed.py - How fast the game, the search and self-play are ----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures game steps and simulations per second, and the fill of the network's batches,
on one core; writes the table of docs/guide/agent.md. Missed goals are in the table and are
printed."""

import argparse
import datetime
import json
import os
import platform
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, run_main
from support.measuring import output_of, run_once
from support.placements import BENCHMARKS, PROBLEMS, ROOT
from support.written_part import WrittenPart

EPILOG = """\
exit codes:
  0  measured, whether goals are reached or not
  1  a tool is missing or fails, or the page has no place for the table
  2  bad command line
"""

# Output of game-speed -> description, and goal per second.
NUMBERS = {
    "steps": ("game steps: `apply` and `undo`", 1_000_000),
    "moves": ("moves: `legalActions` and `apply`, in random episodes", None),
    "simulations_8": (
        "simulations in games, network that costs nothing, 8 a move",
        20_000,
    ),
    "simulations_64": (
        "simulations in games, network that costs nothing, 64 a move",
        20_000,
    ),
    "empty_simulations_8": ("simulations of the search alone, 8 a move", None),
    "empty_simulations_64": ("simulations of the search alone, 64 a move", None),
}


@dataclass
class Table:
    """The table under construction."""

    rows: list[str] = field(default_factory=list)
    missed: int = 0

    def add(self, what: str, value: float, goal: float | None, unit: str) -> None:
        """Adds a row; `value` must be at least `goal`, if a goal exists."""
        number, verdict = f"{value:,.0f}{unit}", ""
        if goal is not None:
            verdict = f"at least {goal:,.0f}{unit}: "
            verdict += "reached" if value >= goal else "**missed**"
            self.missed += value < goal
        self.rows.append(f"| {what} | {number} | {verdict} |")
        print(f"{what}: {number} {verdict}".rstrip(), flush=True)


def make_problem(folder: Path, buffers: int) -> Path:
    """Makes the problem to play."""
    problem = folder / "synthetic.problem.json"
    maker = BENCHMARKS / "placement" / "make_synthetic.py"
    run_once([sys.executable, maker, str(buffers), "-o", problem])
    return problem


def measure_game(program: Path, problem: Path, seconds: float) -> dict[str, float]:
    """Returns the output of game-speed."""
    return json.loads(output_of(program, "game-speed", problem, str(seconds)))


def measure_self_play(
    trainer: Path, instances: Path, folder: Path, rounds: int
) -> tuple[float, float]:
    """Returns simulations per second of wall time in the quickest round, and the fill
    of batches in the emptiest."""
    run = folder / "run"
    run_once(
        [
            trainer,
            f"--instances={instances}",
            f"--out={run}",
            f"--from={ROOT / 'agent' / 'checkpoints' / 'network.checkpoint'}",
            "--cold-start",
            f"--rounds={rounds}",
            "--steps=1",
            "--batch=8",
            "--evaluate-every=0",
        ]
    )
    lines = (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    metrics = [json.loads(line) for line in lines]
    return (
        max(each["simulations_per_second"] for each in metrics),
        min(each["batch_fill"] for each in metrics),
    )


def render(table: Table, uses: int, buffers: int) -> str:
    """Returns the written part of the page."""
    date = datetime.datetime.now(datetime.UTC).date()
    rows = "\n".join(table.rows)
    return f"""\
Measured on {date} on one of {os.cpu_count()} cores, {platform.machine()}. Games and search by CPU time, on the {uses:,} uses
of a synthetic program of {buffers:,} buffers (`make_synthetic.py`, seed 0), 16 games at once; self-play as `memplace-train` does it on the
programs of `problems/tpu` with the network that ships, the quickest round by wall time and the least full one.

| what | a second | goal |
| --- | --: | --- |
{rows}
"""


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = page_parser(__doc__, EPILOG, "docs/guide/agent.md", check="")
    parser.add_argument(
        "--game-speed",
        type=Path,
        default=ROOT / "build" / "benchmarks" / "game-speed",
        help="the program game-speed (default: build/benchmarks/game-speed)",
    )
    parser.add_argument(
        "--instances",
        type=Path,
        default=PROBLEMS,
        help="folder of programs for self-play (default: problems/tpu)",
    )
    parser.add_argument(
        "--buffers",
        type=int,
        default=1000,
        help="of the synthetic program (default: 1000)",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=3,
        help="how long each number is measured (default: 3)",
    )
    parser.add_argument(
        "--rounds", type=int, default=5, help="of self-play (default: 5)"
    )
    return parser


def main() -> int:
    parser = make_parser()
    arguments = parser.parse_args()
    if arguments.buffers < 2 or arguments.rounds < 1 or not arguments.seconds > 0:
        parser.error("--buffers must be at least 2, --rounds 1, --seconds above 0")
    page = WrittenPart.read(arguments.page, "agent/agent_speed.py")
    table = Table()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        problem = make_problem(folder, arguments.buffers)
        numbers = measure_game(arguments.game_speed, problem, arguments.seconds)
        for key, (what, goal) in NUMBERS.items():
            table.add(what, numbers[key], goal, "")
        simulations, fill = measure_self_play(
            arguments.bin / "memplace-train",
            arguments.instances,
            folder,
            arguments.rounds,
        )
    table.add("simulations in self-play, 8 a move", simulations, None, "")
    table.add("states in a batch of 16", 100 * fill, 80, " %")
    page.replace(render(table, int(numbers["uses"]), arguments.buffers))
    print(f"wrote {arguments.page}; {table.missed} goals missed")
    return 0


if __name__ == "__main__":
    run_main(main)
