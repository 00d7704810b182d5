#!/usr/bin/env python3
# ===- plans.py - ExecuTorch's plans of memory beside memplace's --------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Exports networks to ExecuTorch with its own plans and with those of
memplace.executorch, and compares arenas, accesses of a slow bank and outputs.

    plans.py [NETWORK ...]

Appends a line of JSON per network to results.jsonl, and writes the tables of results.md
from all lines. A network with a line is not measured again: delete the file after a
change of the packer. Needs the extra `executorch` of memplace, and torchvision.
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import add_page, plain_parser, run_main
from support.placements import BenchmarkError
from support.results import add_row, read_rows, run_script
from support.tables import geometric_mean, table
from support.written_part import WrittenPart

HERE = Path(__file__).parent
VERSION = "1.5.1"
SECONDS = 900  # For a network; portable kernels are slow.
PACKER_SECONDS = 1.0
SHARES = ("0.25", "0.5", "0.75")

EPILOG = """\
exit codes:
  0  no plan is larger, slower than a second, or accesses more of the slow bank, and all
     outputs are the same
  1  one does; a package is missing
  2  bad command line
"""


def measure(name: str) -> dict[str, Any]:
    """Returns the results for a network, measured in a process of its own."""
    done = run_script(HERE / "measure.py", name, SECONDS)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise BenchmarkError(f"{name}: {lines[-1]}")
    return json.loads(done.stdout.splitlines()[-1])


def is_same(row: dict[str, Any]) -> bool:
    """Returns whether all plans of a network give the same outputs."""
    return row["same"] and all(bank["same"] for bank in row["banks"].values())


def slowest(row: dict[str, Any]) -> float:
    """Returns the time of the slowest plan of a network."""
    return max([row["seconds"], *(bank["seconds"] for bank in row["banks"].values())])


def cells_of(row: dict[str, Any]) -> list[str]:
    """Returns the cells of a network's arenas."""
    return [
        row["network"],
        str(row["tensors"]),
        str(row["best"]),
        str(row["ours"]),
        f"{row['ours'] / row['best']:.3f}",
        str(row["bound"]),
        "yes" if row["optimal"] else "no",
        f"{slowest(row):.2f}",
        "same" if is_same(row) else "differ",
    ]


HEAD = [
    "Network",
    "Tensors",
    "ExecuTorch, bytes",
    "memplace, bytes",
    "Ratio",
    "Bound, bytes",
    "Proven",
    "Slowest plan, s",
    "Outputs",
]


def pairs(
    rows: list[dict[str, Any]], share: str, which: str = "ours"
) -> Iterator[tuple[int, int]]:
    """Yields bytes accessed in the slow bank, ours and theirs, unless both are 0; or
    the bound instead of ours."""
    for row in rows:
        bank = row["banks"][share]
        if "theirs" in bank and (bank["ours"] or bank["theirs"]):
            yield bank[which], bank["theirs"]


def bank_cells(row: dict[str, Any]) -> list[str]:
    """Returns the cells of a network's banks."""
    cells = [row["network"], str(row["accessed"])]
    for share in SHARES:
        bank = row["banks"][share]
        theirs = bank.get("theirs")
        cells += ["none" if theirs is None else str(theirs), str(bank["ours"])]
        cells.append(str(bank["bound"]))
        cells.append(f"{bank['ours'] / theirs:.3f}" if theirs else "")
    return cells


def mean_of(
    rows: list[dict[str, Any]], shares: tuple[str, ...], which: str = "ours"
) -> float:
    """Returns the geometric mean of the ratios that are neither 0 nor infinite."""
    both = [pair for share in shares for pair in pairs(rows, share, which)]
    return geometric_mean(ours / theirs for ours, theirs in both if ours and theirs)


def summary(rows: list[dict[str, Any]]) -> str:
    """Returns the text above the tables."""
    ratios = [row["ours"] / row["best"] for row in rows]
    both = [pair for share in SHARES for pair in pairs(rows, share)]
    means = [f"{mean_of(rows, (share,)):.3f}" for share in SHARES]
    optimal = sum(row["banks"][s]["optimal"] for row in rows for s in SHARES)
    text = (
        f"executorch {VERSION}. Of {len(rows)} networks, "
        f"{sum(ratio < 1 for ratio in ratios)} need less with memplace's plan, "
        f"{sum(ratio > 1 for ratio in ratios)} need more; "
        f"{sum(row['optimal'] for row in rows)} plans are proven to be the smallest; "
        f"{sum(map(is_same, rows))} networks have the same outputs with all plans. The "
        f"geometric mean of the ratios is {geometric_mean(ratios):.3f}, the least is "
        f"{min(ratios):.3f}. The slowest plan took {max(map(slowest, rows)):.2f} s.\n\n"
        f"With two banks, memplace's plans access {mean_of(rows, SHARES):.3f} times the "
        f"bytes in the slow bank, in the geometric mean: {', '.join(means)} by size of "
        f"the fast bank. The bounds on any plan are "
        f"{mean_of(rows, SHARES, 'bound'):.3f} times the bytes. Of "
        f"{len(both)} plans, "
        f"{sum(ours < theirs for ours, theirs in both)} access fewer bytes there, "
        f"{sum(not ours for ours, _ in both)} of them none, and "
        f"{sum(ours > theirs for ours, theirs in both)} more; {optimal} of "
        f"{len(SHARES) * len(rows)} are proven to be the best."
    )
    return "\n\n".join(
        "\n".join(textwrap.wrap(part, 120)) for part in text.split("\n\n")
    )


def page(rows: list[dict[str, Any]]) -> str:
    """Returns the summary and the tables."""
    if not rows:
        raise BenchmarkError("no network is measured")
    rows = sorted(rows, key=lambda row: row["network"])
    head = ["Network", "All accesses, bytes"]
    for share in SHARES:
        head += [f"ExecuTorch, {share}", f"memplace, {share}", "Bound", "Ratio"]
    return (
        f"{summary(rows)}\n\n{table(HEAD, map(cells_of, rows))}\n"
        f"Bytes accessed in the slow bank:\n\n{table(head, map(bank_cells, rows))}"
    )


def complaints(row: dict[str, Any]) -> Iterator[str]:
    """Yields what is wrong with the plans of a network."""
    name = row["network"]
    if not is_same(row):
        yield f"{name}: other outputs with the plan"
    if row["ours"] > row["best"]:
        yield f"{name}: a larger arena with the plan"
    if slowest(row) > PACKER_SECONDS:
        yield f"{name}: a plan takes {slowest(row)} s"
    for share in SHARES:
        if any(ours > theirs for ours, theirs in pairs([row], share)):
            yield f"{name}, {share}: more bytes accessed in the slow bank"


def main() -> int:
    """Measures, and writes the page."""
    parser = plain_parser(__doc__, EPILOG)
    add_page(parser, "benchmarks/executorch/results.md")
    parser.add_argument("networks", nargs="*", metavar="NETWORK")
    parser.add_argument("--all", action="store_true", help="all of networks.py")
    parser.add_argument("--results", type=Path, default=HERE / "results.jsonl")
    options = parser.parse_args()
    rows, names = read_rows(options.results, "network"), options.networks
    if options.all:
        from networks import NAMES

        names = NAMES
    for name in names:
        if name in rows:
            continue
        rows[name] = row = measure(name)
        add_row(options.results, row)
        print(f"{name}: {row['best']} to {row['ours']} bytes", flush=True)
    part = WrittenPart.read(options.page, "executorch/plans.py")
    part.replace(page([*rows.values()]))
    found = [text for row in rows.values() for text in complaints(row)]
    for text in found:
        print(f"error: {text}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    run_main(main)
