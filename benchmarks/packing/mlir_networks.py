#!/usr/bin/env python3
# ===- mlir_networks.py - Arenas of networks in MLIR -----------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares arenas of the pass `memplace-plan-static-memory` with those of MLIR's own
planner (`mlir-best-fit` of memplace-pack) on networks.

    mlir_networks.py [NETWORK ...]

A NETWORK is an input of memplace-import, or a folder of such files. Appends a line of
JSON per network to mlir_networks.jsonl, and writes the table of mlir-networks.md from all
lines. A network with a line is not measured again: delete the file after a change of the
packers. memplace-import needs .venv/bin/python and PYTHONPATH=build/python.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, run_main
from support.measuring import run_once
from support.placements import BenchmarkError, Tools
from support.results import add_row, read_rows
from support.tables import geometric_mean, table
from support.written_part import WrittenPart

HERE = Path(__file__).parent
# Upstream's deallocation after bufferization.
DEALLOCATE = [
    "--ownership-based-buffer-deallocation",
    "--canonicalize",
    "--buffer-deallocation-simplification",
    "--bufferization-lower-deallocations",
    "--canonicalize",
    "--optimize-allocation-liveness",
]
ALLOC = re.compile(
    r"(%\w+) = memref\.alloc\(\)(?: \{(.*)\})? : "
    r"memref<((?:\d+x)*)([^<>,]+|complex<\w+>)>"
)
ALIGNMENT = re.compile(r"\balignment = (\d+) : i64")
DEALLOC = re.compile(r"memref\.dealloc (%\w+) ")
CONSTANT = re.compile(r"(%\w+) = arith\.constant (\d+) : index")
# The pass has the same limit.
NODES = "--nodes=200000"
VIEW = re.compile(r"= memref\.view %\w+\[(%\w+)\]\[\]")
EPILOG = """\
exit codes:
  0  no arena is larger than that of MLIR's planner
  1  one is; a network cannot be imported; a tool is missing or fails; with --check, a
     row differs
  2  bad command line
"""


@dataclass
class Allocation:
    """An allocation of a function; its steps are the numbers of lines."""

    begin: int
    end: int
    size: int
    alignment: int

    def cells(self) -> list[int]:
        """Returns the cells of a line for memplace-pack."""
        return [self.begin, self.end, self.size, self.alignment]


def size_of(element: str) -> tuple[int, int]:
    """Returns the bytes of an element, and their alignment."""
    if element == "index":
        return 8, 8
    if match := re.fullmatch(r"complex<(\w+)>", element):
        size, alignment = size_of(match[1])
        return 2 * size, alignment
    match = re.fullmatch(r"(?:i|f|bf)(\d+)", element)
    if not match or int(match[1]) > 64:
        raise BenchmarkError(f"the size of {element} is unknown")
    size = -(-int(match[1]) // 8)
    return size, 1 << (size - 1).bit_length()


def functions_of(text: str) -> list[str]:
    """Returns the functions of a module."""
    return re.split(r"^  func\.func ", text, flags=re.M)[1:]


def allocations_of(function: str) -> list[Allocation]:
    """Returns the allocations of a function before the pass, in its order."""
    found, live = [], {}
    for number, line in enumerate(function.splitlines()):
        if match := ALLOC.search(line):
            name, attributes, extents, element = match.groups()
            size, alignment = size_of(element)
            size *= math.prod(map(int, extents.split("x")[:-1]))
            if given := ALIGNMENT.search(attributes or ""):
                alignment = max(alignment, int(given[1]))
            live[name] = Allocation(number, 0, max(size, 1), alignment)
            found.append(live[name])
        elif "memref.alloc(" in line:
            raise BenchmarkError(f"not an allocation with a static shape: {line}")
        if match := DEALLOC.search(line):
            allocation = live.pop(match[1], None)
            if allocation is None:
                raise BenchmarkError(f"frees no allocation: {line}")
            allocation.end = number
    if live:
        raise BenchmarkError(f"never freed: {', '.join(live)}")
    return found


def offsets_of(function: str) -> list[int]:
    """Returns the offsets of the views of a function after the pass, in its order."""
    constants = dict(CONSTANT.findall(function))
    return [int(constants[name]) for name in VIEW.findall(function)]


class Packer:
    """Packs allocations by memplace-pack."""

    def __init__(self, tools: Tools, folder: Path) -> None:
        self.tools = tools
        self.file = folder / "buffers.csv"

    def pack(
        self, buffers: list[Allocation], *flags: str, offsets: Sequence[int] = ()
    ) -> dict[str, Any]:
        """Returns the report of memplace-pack, which checks given offsets."""
        lines = [["id", "lower", "upper", "size", "alignment"]]
        for number, buffer in enumerate(buffers):
            lines.append([str(cell) for cell in (number, *buffer.cells())])
        if offsets:
            lines[0].append("offset")
            for line, offset in zip(lines[1:], offsets, strict=True):
                line.append(str(offset))
        self.file.write_text("\n".join(map(",".join, lines)) + "\n", encoding="utf-8")
        report: dict[str, Any] = json.loads(
            self.tools.run("memplace-pack", self.file, *flags)
        )
        return report


def import_network(network: str, program: Path) -> None:
    """Writes a network in memref form. Raises BenchmarkError if that fails."""
    done = subprocess.run(
        [sys.executable, "-m", "memplace.import_cli", network, "-o", str(program)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"JAX_PLATFORMS": "cpu"},
    )
    if done.returncode:
        raise BenchmarkError(f"{network}: {done.stderr.strip()}")


def measure(tools: Tools, network: str) -> dict[str, Any]:
    """Returns the results of a network: sums over its functions."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program, freed, packed = (
            folder / f"{name}.mlir" for name in ("program", "freed", "packed")
        )
        import_network(network, program)
        tools.run("memplace-opt", program, *DEALLOCATE, "-o", freed)
        plan = ["--memplace-plan-static-memory", "-o", packed]
        cost = run_once([tools.folder / "memplace-opt", freed, *plan])
        before, after = (
            functions_of(path.read_text(encoding="utf-8")) for path in (freed, packed)
        )
        row = compare(Packer(tools, folder), zip(before, after, strict=True))
    if not row["buffers"]:
        raise BenchmarkError(f"{network}: the network allocates nothing")
    row["seconds"] = round(cost.cpu, 3)
    return row


def compare(packer: Packer, functions: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Returns the sums over functions, each before and after the pass. memplace-pack
    refuses illegal offsets."""
    row = {"buffers": 0, "upstream": 0, "memplace": 0, "bound": 0}
    for before, after in functions:
        buffers = allocations_of(before)
        if not buffers:
            continue
        offsets = offsets_of(after)
        if len(offsets) != len(buffers):
            raise BenchmarkError(f"packed {len(offsets)} of {len(buffers)} buffers")
        row["buffers"] += len(buffers)
        row["upstream"] += packer.pack(buffers, "--packer=mlir-best-fit")["peak"]
        row["memplace"] += packer.pack(buffers, offsets=offsets)["peak"]
        row["bound"] += packer.pack(buffers, NODES)["bound"]
    return row | {"proven": row["memplace"] == row["bound"]}


def page(rows: list[dict[str, Any]]) -> str:
    """Returns the summary and the table."""
    ratios = [row["memplace"] / row["upstream"] for row in rows]
    text = (
        f"Of {len(rows)} networks, {sum(ratio < 1 for ratio in ratios)} need less with "
        f"memplace's pass, {sum(ratio > 1 for ratio in ratios)} need more; "
        f"{sum(row['proven'] for row in rows)} arenas are proven to be the smallest. The "
        f"geometric mean of the ratios is {geometric_mean(ratios):.3f}, the least is "
        f"{min(ratios):.3f}. The slowest run took "
        f"{max(row['seconds'] for row in rows):.2f} s."
    )
    head = ["Network", "Buffers", "MLIR, bytes", "memplace, bytes", "Ratio"]
    head += ["Bound, bytes", "Proven", "Seconds"]
    cells = [
        [
            row["network"],
            *(str(row[key]) for key in ("buffers", "upstream", "memplace")),
            f"{row['memplace'] / row['upstream']:.3f}",
            str(row["bound"]),
            "yes" if row["proven"] else "no",
            f"{row['seconds']:.3f}",
        ]
        for row in sorted(rows, key=lambda row: row["network"])
    ]
    return "\n".join(textwrap.wrap(text, 120)) + "\n\n" + table(head, cells)


def networks_of(paths: list[str]) -> list[str]:
    """Returns networks by name, and all networks of a folder."""
    found = []
    for path in paths:
        folder = Path(path)
        files = sorted([*folder.glob("*.tflite"), *folder.glob("*.mlir")])
        found += list(map(str, files)) if folder.is_dir() else [path]
    return found


def name_of(network: str) -> str:
    """Returns the name of a network's row."""
    path, _, maker = network.rpartition(":")
    return maker if path else re.sub(r"(\.stablehlo)?\.\w+$", "", Path(network).name)


def differences(rows: dict[str, dict[str, Any]], again: dict[str, Any]) -> list[str]:
    """Returns the numbers of a row that differ from those in the file; times may."""
    old = rows.get(again["network"])
    if old is None:
        return [f"{again['network']}: not measured"]
    return [
        f"{again['network']}: '{key}' is {again[key]}, was {value}"
        for key, value in old.items()
        if key != "seconds" and value != again[key]
    ]


def complaints(rows: Iterable[dict[str, Any]]) -> list[str]:
    """Returns the networks with a larger arena than MLIR's."""
    return [
        f"{row['network']}: a larger arena than that of MLIR's planner"
        for row in rows
        if row["memplace"] > row["upstream"]
    ]


def run(options: argparse.Namespace) -> list[str]:
    """Measures, and writes the page; returns what is wrong."""
    rows, tools = read_rows(options.results, "network"), Tools(options.bin)
    found = []
    for network in networks_of(options.networks):
        name = name_of(network)
        if name in rows and not options.check:
            continue
        row = {"network": name} | measure(tools, network)
        if options.check:
            found += differences(rows, row)
            continue
        rows[name] = row
        add_row(options.results, row)
        print(f"{name}: {row['upstream']} to {row['memplace']} bytes")
    if not options.check:
        part = WrittenPart.read(options.page, "packing/mlir_networks.py")
        part.replace(page([*rows.values()]))
    return found + complaints(rows.values())


def main() -> int:
    """Runs the script; returns its exit code."""
    check = "write nothing; measure the networks again and compare with the file"
    parser = page_parser(
        __doc__, EPILOG, "benchmarks/packing/mlir-networks.md", check=check
    )
    parser.add_argument("networks", nargs="*", metavar="NETWORK")
    parser.add_argument(
        "--results", type=Path, default=HERE / "mlir_networks.jsonl", help="the file"
    )
    wrong = run(parser.parse_args())
    for complaint in wrong:
        print(f"error: {complaint}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    run_main(main)
