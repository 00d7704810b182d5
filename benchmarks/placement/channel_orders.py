#!/usr/bin/env python3
# ===- channel_orders.py - What channels by deadline cost -------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures the slowdown of makespans and of search from channels that serve by deadline
rather than in order of issue: equal plans of problems/tpu, alternating in one run, by
CPU time. Writes the tables of channel-orders.md. Needs the target order-speed.
With --before the script counts instructions of a simulation instead, beside those of a
memplace-simulate without orders, overlap and efficiency, and keeps them for the page;
that needs valgrind."""

import argparse
import datetime
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, refuse_unknown, run_main
from support.measuring import describe_machine, output_of, run_in_turns
from support.placements import (
    ROOT,
    BenchmarkError,
    problem_file,
    read_facts,
    read_json,
    write_unclaimed,
    xla_file,
)
from support.tables import geometric_mean, table
from support.written_part import WrittenPart

EPILOG = """\
exit codes:
  0  measured, whether the goal is reached or not
  1  a tool is missing or fails, or the page has no place for the table
  2  bad command line
"""

# The commit before problems had orders of channels, overlap and efficiency.
BEFORE = "b21f360a~1"
# Instructions before and today, by problem, for XLA's placement.
COUNTS = Path(__file__).with_name("channel_orders.json")
SIMULATE = "memplace::simulate(memplace::Problem const&, memplace::Solution const&)"
COUNTED = "Instructions of a whole simulation"  # Phrase on the page.
# Largest acceptable average slowdown.
GOAL = 1.15
# Placements that search tries of each problem, and runs to compare.
SEARCH_BUDGET = 5000
SEARCH_RUNS = 3
# On these problems search does not end early at the bound.
SEARCHED = (
    "bilinear49_2048.cmem8M",
    "llama_1b_decode_b16",
    "moe16_decode_b64",
    "nerf_train_128k",
    "resnet101_b1.cmem8M",
    "resnet50_b1.cmem8M",
    "resnet50_train_b8.cmem8M",
)


@dataclass(frozen=True)
class Ratio:
    """A comparison and its slowdown by deadline."""

    name: str
    ratio: float


def measure_plans(program: Path, names: list[str], rounds: int) -> list[Ratio]:
    """Returns the ratio of each of XLA's plans that has transfers."""
    plans = [(name, column) for name in names for column in ("xla", "other")]
    files = [
        str(file)
        for name, column in plans
        for file in (problem_file(name), xla_file(name, column))
    ]
    printed = output_of(program, "order-speed", str(rounds), *files)
    ratios = []
    for (name, column), line in zip(plans, printed.splitlines(), strict=True):
        found = json.loads(line)
        if found["transfers"]:
            ratio = found["deadline_us"] / found["fifo_us"]
            ratios.append(Ratio(f"{name}, {column}", ratio))
    return ratios


def by_issue_of(name: str) -> dict:
    """Returns the problem with channels that serve in order of issue."""
    problem = read_json(problem_file(name))
    if isinstance(problem["target"], str):
        catalogue = ROOT / "lib" / "Target" / "Catalogue"
        problem["target"] = read_json(catalogue / f"{problem['target']}.json")
    for what in ("sources", "op_defaults"):
        problem["target"].pop(what, None)
    for channel in problem["target"]["channels"]:
        channel.pop("order", None)
    return problem


def write_by_issue(name: str, path: Path) -> None:
    """Writes the problem with channels that serve in order of issue."""
    path.write_text(json.dumps(by_issue_of(name)), encoding="utf-8")


def write_as_before(name: str, folder: Path) -> list[Path]:
    """Writes the problem without the features unknown to BEFORE, and XLA's placement
    without claims. Returns both files."""
    problem, placement = by_issue_of(name), read_json(xla_file(name))
    for channel in problem["target"]["channels"]:
        for what in ("dimensions", "least_run"):
            channel.pop(what, None)
    for op in problem["ops"]:
        for what in ("overlap", "cuts"):
            op.pop(what, None)
        for access in op["accesses"]:
            access.pop("efficiency", None)
    return write_unclaimed(folder, problem, placement)


def instructions_of(program: Path, files: list[Path]) -> int:
    """Returns the number of instructions of a simulation."""
    options = ["--tool=callgrind", "--callgrind-out-file=/dev/null"]
    options += ["--collect-atstart=no", f"--toggle-collect={SIMULATE}"]
    done = subprocess.run(
        ["valgrind", *options, program, "--json", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found or int(found.group(1)) == 0:
        raise BenchmarkError(f"{program}: nothing counted: {done.stderr[-500:]}")
    return int(found.group(1))


def count_instructions(now: Path, before: Path, names: list[str]) -> None:
    """Counts and keeps the instructions of simulating XLA's placement; for other
    problems returns the kept numbers."""
    counts = json.loads(COUNTS.read_text(encoding="utf-8")) if COUNTS.exists() else {}
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            old = write_as_before(name, Path(folder))
            counts[name] = {
                "before": instructions_of(before, old),
                "now": instructions_of(now, [problem_file(name), xla_file(name)]),
            }
        print(name, counts[name], flush=True)
        COUNTS.write_text(json.dumps(counts, indent=0) + "\n", encoding="utf-8")


def measure_search(tools: Path, name: str, budget: int, runs: int) -> Ratio:
    """Returns the ratio of a whole search with an equal number of placements."""
    with tempfile.TemporaryDirectory() as folder:
        by_issue = Path(folder) / "problem.json"
        write_by_issue(name, by_issue)
        options = ("--solver=search", f"--option=budget={budget}")
        costs = run_in_turns(
            {
                "deadline": [tools / "memplace-solve", problem_file(name), *options],
                "issue": [tools / "memplace-solve", by_issue, *options],
            },
            runs,
        )
    return Ratio(name, costs["deadline"].cpu / costs["issue"].cpu)


def line_of(what: str, ratios: list[Ratio]) -> list[str]:
    """Returns a line of the table."""
    mean = geometric_mean(one.ratio for one in ratios)
    worst = max(ratios, key=lambda one: one.ratio)
    verdict = f"{GOAL:.2f}: {'reached' if mean <= GOAL else '**missed**'}"
    cells = [what, str(len(ratios)), f"{mean:.3f}", verdict]
    return [*cells, f"{worst.ratio:.3f} ({worst.name})"]


def counted() -> str:
    """Returns the sentence about instructions for the page; empty if none were counted."""
    if not COUNTS.exists():
        return ""
    counts = json.loads(COUNTS.read_text(encoding="utf-8"))
    ratios = [Ratio(name, one["now"] / one["before"]) for name, one in counts.items()]
    head = ["today / before", "number", "mean", "goal", "worst"]
    return f"""\
{COUNTED} of a contended problem with XLA's placement, by deadline, relative to the last version
without orders of channels, overlap and efficiency (commit `{BEFORE}`):

{table(head, [line_of("simulation of XLA's placement", ratios)])}"""


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/placement/channel-orders.md", check="")
    parser.add_argument(
        "problems",
        nargs="*",
        help="only these, in both tables (default: all of problems/tpu, and for search "
        f"{', '.join(SEARCHED)})",
    )
    parser.add_argument(
        "--order-speed",
        type=Path,
        default=ROOT / "build" / "benchmarks" / "order-speed",
        help="the program order-speed (default: build/benchmarks/order-speed)",
    )
    parser.add_argument(
        "--before",
        type=Path,
        metavar="PROGRAM",
        help=f"count instructions only: a memplace-simulate of commit {BEFORE}",
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=25,
        help="measurements of each plan, of which the least counts (default: 25)",
    )
    parser.add_argument(
        "--budget",
        type=int,
        default=SEARCH_BUDGET,
        help=f"placements that search tries (default: {SEARCH_BUDGET})",
    )
    return parser


def main() -> int:
    """Measures and writes the table."""
    known = list(read_facts())
    parser = make_parser()
    arguments = parser.parse_args()
    refuse_unknown(parser, arguments.problems, known)
    if arguments.rounds < 1 or arguments.budget < 1:
        parser.error("--rounds and --budget must be at least 1")
    page = WrittenPart.read(arguments.page, "placement/channel_orders.py")
    if arguments.before:
        contended = [name for name, what in read_facts().items() if what.is_contended]
        count_instructions(
            arguments.bin / "memplace-simulate",
            arguments.before,
            arguments.problems or contended,
        )
        timed = page.text.partition(COUNTED)[0].strip()
        page.replace(f"{timed}\n\n{counted()}")
        return 0
    machine = describe_machine()
    plans = measure_plans(
        arguments.order_speed, arguments.problems or known, arguments.rounds
    )
    searches = [
        measure_search(arguments.bin, name, arguments.budget, SEARCH_RUNS)
        for name in arguments.problems or SEARCHED
    ]
    date = datetime.datetime.now(datetime.UTC).date()
    head = ["by deadline / in order of issue", "number", "mean", "goal", "worst"]
    lines = [
        line_of("makespan of XLA's placements", plans),
        line_of(f"`search`, {arguments.budget:,} placements", searches),
    ]
    text = f"""\
Measured on {date}: {machine}. CPU time of one process with both orders in turns, the least of
{arguments.rounds} runs for each placement. For `search`, the median of {SEARCH_RUNS} whole commands, which try equally many
but not the same placements. Means are geometric.

{table(head, lines)}
{counted()}"""
    page.replace(text)
    print(text)
    return 0


if __name__ == "__main__":
    run_main(main)
