#!/usr/bin/env python3
# ===- xla_harvest.py - Harvested problems against the shipped ones -------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Harvests the programs of xla_programs.py as python -m memplace.xla does, compares the
problems with those in problems/tpu, and XLA's placements with XLA's placements there, and
writes the tables of docs/xla.md. What the compiler says is kept in a folder; what is not
there yet is compiled, which needs the packages of memplace[xla] and an hour or two."""

import argparse
import gzip
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from command_line import add_page, plain_parser, refuse_unknown, run_main
from memplace import Problem, Solution, simulate
from memplace.errors import MemplaceError
from memplace.xla import Harvest, Text, compare, compile_model, harvest_text
from memplace.xla.compiler import DEFAULT_TOPOLOGY, chip_of, limit_options
from placements import HERE, PROBLEMS, BenchmarkError
from written_part import WrittenPart

# Programs that no shipped problem has, or on other chips: name, topology.
PEERS = (
    ("decode_b8", "v4 lite:1x1"),
    ("lstm_scan", "v4 lite:1x1"),
    ("gpt2_block_b1", "v5e:1x1"),
    ("resnet50_b1", "v5e:1x1"),
)
# Placements that search simulates for a row of a peer.
BUDGET = 20000
PEERS_HEADER = (
    "| Program, chip | Ops | Placement | Makespan, µs | Gap, % | Stalls, µs | Peak, bytes | Moved, bytes |",
    "|---|--:|---|--:|--:|--:|--:|--:|",
)
HEADER = (
    "| Problem | Ops | Buffers | Accesses | Sizes | Live ranges | Compute times | Bytes | XLA's plan, shipped, µs | Harvested, µs | Transfers, shipped | Harvested |",
    "|---|--:|--:|---|---|---|---|---|--:|--:|--:|--:|",
)
EPILOG = """\
exit codes:
  0  all that was compared agrees
  1  something differs, or can't be compiled
"""


@dataclass(frozen=True)
class Agreement:
    """How many of so many things are the same in both problems."""

    same: int
    total: int

    def __str__(self) -> str:
        return "all" if self.same == self.total else f"{self.same} of {self.total}"

    @property
    def is_full(self) -> bool:
        return self.same == self.total


def agreement(mine: list[Any], theirs: list[Any]) -> Agreement:
    """Of two lists, place by place."""
    same = sum(a == b for a, b in zip(mine, theirs))
    return Agreement(same, max(len(mine), len(theirs)))


def accesses(op: dict[str, Any], *fields: str) -> list[tuple[Any, ...]]:
    """These fields of an op's accesses, whose order does not matter."""
    return sorted(tuple(each[field] for field in fields) for each in op["accesses"])


def agreements(mine: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Agreement]:
    """Of all that two problem files say, but names: XLA numbers what it makes anew
    in each pass that it makes."""

    def ops(read: Any) -> Agreement:
        return agreement(*([read(op) for op in each["ops"]] for each in (mine, theirs)))

    def buffers(*fields: str) -> Agreement:
        lists = (
            [tuple(buffer.get(field) for field in fields) for buffer in each["buffers"]]
            for each in (mine, theirs)
        )
        return agreement(*lists)

    return {
        "accesses": ops(lambda op: accesses(op, "buffer", "mode")),
        "sizes": buffers("size"),
        "live ranges": buffers("begin", "end", "live_in", "live_out"),
        "compute times": ops(lambda op: op["compute_ps"]),
        "bytes": ops(lambda op: accesses(op, "buffer", "mode", "bytes")),
    }


class Texts:
    """What the compiler says of the programs, in a folder."""

    def __init__(self, folder: Path, may_compile: bool):
        self.folder = folder
        self.may_compile = may_compile

    def path(self, program: str, tag: str, topology: str) -> Path:
        chip = "" if topology == DEFAULT_TOPOLOGY else f".{topology.partition(':')[0]}"
        return self.folder / f"{program}{chip}.{tag}.hlo.txt.gz"

    def get(
        self, program: str, tag: str, topology: str = DEFAULT_TOPOLOGY
    ) -> Text | None:
        """Text "on", "off" or "cmem8M" of a program; None if it is not there and is
        not to be compiled."""
        path = self.path(program, tag, topology)
        if not path.exists():
            if not self.may_compile:
                return None
            self.compile(program, tag, topology)
        return Text(gzip.decompress(path.read_bytes()).decode(), str(path))

    def compile(self, program: str, tag: str, topology: str) -> None:
        """Compiles what is needed for the tag; `compile_model` makes "on" and "off"."""
        model = f"{HERE / 'xla_programs.py'}:{program}"
        print(f"compiling {program}, {tag}", file=sys.stderr)
        if tag in ("on", "off"):
            compiled = compile_model(model, topology=topology)
            kept = {"on": compiled.full, "off": compiled.off}
        else:
            limit = limit_options(topology, int(tag[4:-1]) << 20)
            kept = {tag: compile_model(model, options=limit, baseline=False).full}
        self.folder.mkdir(parents=True, exist_ok=True)
        for each, text in kept.items():
            if text is not None:
                file = self.path(program, each, topology)
                file.write_bytes(gzip.compress(text.text.encode(), mtime=0))


def harvest(name: str, texts: Texts) -> Harvest | None:
    """The problem `name` made anew; None if its texts are not there."""
    program, _, cap = name.partition(".")
    needed = [texts.get(program, tag) for tag in (cap or "on", "off", "on")]
    if None in needed:
        return None
    planned, off, base = needed
    assert planned is not None
    return harvest_text(
        planned,
        baseline=off,
        calibration=base if cap else None,
        capacity=int(cap[4:-1]) << 20 if cap else None,
        name=name,
    )


def compared(name: str, found: Harvest) -> tuple[str, bool]:
    """A row of the table, and whether the problems are the same."""
    shipped = Problem.load(PROBLEMS / f"{name}.problem.json.gz")
    plan = Solution.load(shipped, PROBLEMS / f"{name}.xla.solution.json.gz")
    same = agreements(found.problem.to_dict(), shipped.to_dict())
    is_same = all(each.is_full for each in same.values())
    is_same &= found.problem.target == shipped.target
    times = [simulate(each.problem, each).makespan for each in (plan, found.solution)]
    transfers = [len(each.transfers) for each in (plan, found.solution)]
    cells = [
        name,
        str(found.problem.num_ops),
        str(found.problem.num_buffers),
        *map(str, same.values()),
        *(f"{time * 1e6:.1f}" for time in times),
        *map(str, transfers),
    ]
    return f"| {' | '.join(cells)} |", is_same


def peer_rows(program: str, topology: str, texts: Texts) -> list[str]:
    """XLA's placement of a program and ours, a row for each; none without its texts."""
    planned, off = (texts.get(program, tag, topology) for tag in ("on", "off"))
    chip = chip_of(topology)
    if planned is None or off is None or chip is None:
        return []
    found = harvest_text(
        planned, baseline=off, target_name=chip.target, clock=chip.clock, name=program
    )
    result = compare(found.problem, found.solution, time_limit=None, budget=BUDGET)
    head = f"{program}, {chip.target} | {found.problem.num_ops}"
    return [
        f"| {head} | {row.solver} | {row.makespan * 1e6:.1f} | "
        f"{100 * (row.gap or 0):.1f} | {row.stalls * 1e6:.1f} | {row.peak_bytes:,} | "
        f"{row.bytes_moved:,} |"
        for row in result.rows
    ]


def render(rows: list[str], verdict: str, peers: list[str]) -> str:
    """Returns the written part of the page."""
    table = "\n".join([*HEADER, *rows, "", *PEERS_HEADER, *peers])
    return f"{verdict}\n\n{table}"


def make_parser(known: list[str]) -> argparse.ArgumentParser:
    parser = plain_parser(__doc__, EPILOG)
    parser.add_argument(
        "problems",
        nargs="*",
        help=f"only these, and no page (default: all {len(known)})",
    )
    parser.add_argument(
        "--texts",
        type=Path,
        default=HERE.parent / "build" / "xla-texts",
        metavar="DIR",
        help="folder of the compiler's texts (default: build/xla-texts)",
    )
    parser.add_argument(
        "--no-compile", action="store_true", help="leave out what has no text there"
    )
    add_page(parser, "xla.md")
    return parser


def shipped_problems() -> list[str]:
    """Names of all of problems/tpu."""
    ending = re.compile(r"\.problem\.json\.gz$")
    return sorted(ending.sub("", file.name) for file in PROBLEMS.glob("*.problem.*"))


def main() -> int:
    """Runs the script; returns its exit code."""
    known = shipped_problems()
    parser = make_parser(known)
    options = parser.parse_args()
    refuse_unknown(parser, options.problems, known, "benchmarks/problems/tpu")
    part = WrittenPart.read(options.page, "xla_harvest.py")
    texts = Texts(options.texts, not options.no_compile)
    rows, num_same = [], 0
    for name in options.problems or known:
        try:
            found = harvest(name, texts)
        except MemplaceError as error:
            raise BenchmarkError(f"{name}: {error}") from error
        if found is None:
            print(f"{name}: no texts", file=sys.stderr)
            continue
        row, is_same = compared(name, found)
        num_same += is_same
        rows.append(row)
        print(row, flush=True)
    verdict = f"{num_same} of {len(rows)} problems are the same"
    print(verdict)
    if not options.problems:
        left_out = len(known) - len(rows)
        more = f"; {left_out} were not compiled again" if left_out else ""
        peers = [row for each in PEERS for row in peer_rows(*each, texts)]
        print("\n".join(peers))
        part.replace(render(rows, f"{verdict}{more}.", peers))
    return 0 if rows and num_same == len(rows) else 1


if __name__ == "__main__":
    run_main(main)
