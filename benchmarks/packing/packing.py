#!/usr/bin/env python3
# ===- packing.py - Measures packing; writes the tables of packing.md ------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Packs MiniMalloc's problems, published traces and generated problems, and writes the
times between the markers of docs/guide/packing.md. CPU time, one core. MiniMalloc runs
beside memplace if --minimalloc names its binary; otherwise the recorded times below are
used."""

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

import make_packing
from support.placements import BENCHMARKS, ROOT, BenchmarkError
from support.written_part import WrittenPart

PROBLEMS = BENCHMARKS / "problems" / "packing"
CAPACITY = 1048576
MIB = 2**20

# Seconds of user CPU, median of four runs of MiniMalloc at commit 9f5cf81, -O3,
# default options, on a machine with two cores.
RECORDED = dict(
    zip(
        "ABCDEFGHIJK",
        (4.82, 3.81, 0.72, 3.59, 3.79, 5.34, 1.13, 1.45, 3.12, 1.28, 0.61),
    )
)
# Best published peaks, bytes.
KNOWN = {"C": 1039360, "D": 1038336, "J": 1048576}


@dataclass
class Run:
    """One run of a tool."""

    report: dict
    cpu: float  # Seconds.
    memory: int  # Peak resident bytes.

    @property
    def ratio(self):
        return self.report["peak"] / self.report["bound"]


def run(command, may_fail=False):
    """Runs `command`; returns its JSON line, CPU time and memory."""
    try:
        process = subprocess.Popen(
            [str(word) for word in command], stdout=subprocess.PIPE
        )
    except OSError as error:
        raise BenchmarkError(f"cannot run '{command[0]}': {error.strerror}") from error
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode and not may_fail:
        raise BenchmarkError(f"{' '.join(map(str, command))} failed")
    report = json.loads(output) if output.startswith(b"{") else {}
    return Run(report, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def pack(options, file, *arguments, may_fail=False):
    return run([options.bin / "memplace-pack", file, *arguments], may_fail)


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---" * len(header) + "|"]
    return lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]


def minimalloc_seconds(options, name, file):
    """Returns the CPU time of MiniMalloc; its output must be a packing."""
    if not options.minimalloc:
        return RECORDED[name]
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "packed.csv"
        result = run(
            [
                options.minimalloc,
                f"--capacity={CAPACITY}",
                f"--input={file}",
                f"--output={output}",
            ]
        )
        # All offsets are fixed, so packing again checks the output.
        if not output.exists() or not output.stat().st_size:
            raise BenchmarkError(f"{options.minimalloc} wrote no packing of {file}")
        checked = pack(options, output, f"--capacity={CAPACITY}", may_fail=True)
        if not checked.report.get("peak"):
            raise BenchmarkError(
                f"{options.minimalloc} wrote no legal packing of {file}"
            )
        return result.cpu


def measure_capacity(options):
    """Packs MiniMalloc's problems at their capacity."""
    rows = []
    ours = theirs = solved = 0
    for name in RECORDED:
        file = PROBLEMS / f"{name}.{CAPACITY}.csv"
        result = pack(options, file, f"--capacity={CAPACITY}", may_fail=True)
        other = minimalloc_seconds(options, name, file)
        solved += result.report["peak"] is not None
        ours += result.cpu
        theirs += other
        rows.append(
            [
                name,
                "yes" if result.report["peak"] else "no",
                result.report["nodes"],
                f"{result.cpu:.3f}",
                f"{other:.2f}",
            ]
        )
    rows.append(
        [
            "**all**",
            f"{solved} of {len(RECORDED)}",
            "",
            f"**{ours:.2f}**",
            f"**{theirs:.2f}**",
        ]
    )
    return ["### At a capacity of 1048576 bytes", ""] + table(
        ["Problem", "Packed", "Nodes", "CPU, s", "MiniMalloc, s"], rows
    )


def measure_least_peak(options):
    rows = []
    for name in RECORDED:
        result = pack(
            options,
            PROBLEMS / f"{name}.{CAPACITY}.csv",
            f"--time-limit={options.seconds}",
        )
        report = result.report
        rows.append(
            [
                name,
                report["peak"],
                report["bound"],
                "yes" if report["proven"] else "no",
                KNOWN.get(name, CAPACITY),
                f"{result.cpu:.2f}",
            ]
        )
    return [f"### Least peak, at most {options.seconds:g} s each", ""] + table(
        [
            "Problem",
            "Peak, bytes",
            "Proven bound",
            "Optimal",
            "Best known before",
            "CPU, s",
        ],
        rows,
    )


def measure_traces(options):
    rows = []
    for name, known in (("resnet50", 1.0), ("G_1", 1.0), ("pangu_2.6B", 1.0076)):
        result = pack(options, PROBLEMS / f"{name}.csv.gz", "--nodes=400000")
        rows.append([name, f"{result.ratio:.9f}", f"{known:.4f}", f"{result.cpu:.3f}"])
    return ["### Traces of others", ""] + table(
        ["Problem", "Peak / bound", "Best known before", "CPU, s"], rows
    )


def measure_generated(options):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.csv"
        file.write_text("id,lower,upper,size\n")
        base = pack(options, file).memory
        for kind in make_packing.KINDS:
            # Including start and exit of the tool, 1 s and 10 s.
            for count, limit in zip(options.sizes, (0.95, 9.5)):
                with file.open("w", encoding="ascii") as out:
                    out.writelines(make_packing.make(kind, count))
                result = pack(options, file, f"--time-limit={limit}")
                first = pack(
                    options,
                    file,
                    "--packer=size-first-fit",
                    f"--time-limit={options.first_fit}",
                    may_fail=True,
                )
                rows.append(
                    [
                        kind,
                        count,
                        f"{result.ratio:.4f}",
                        f"{first.ratio:.4f}" if first.report["peak"] else "-",
                        f"{result.report['seconds']:.2f}",
                        f"{result.cpu:.2f}",
                        f"{max(0, result.memory - base) / count:.0f}",
                    ]
                )
    return ["### Generated", ""] + table(
        [
            "Kind",
            "Buffers",
            "Peak / bound",
            "First fit by size",
            "Wall, s",
            "CPU, s",
            "Bytes a buffer",
        ],
        rows,
    )


def measure_packers(options):
    """Returns CPU seconds of each heuristic on each generated problem, and their
    growth."""
    rows = {}
    problems = [(kind, count) for kind in make_packing.KINDS for count in options.sizes]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.csv"
        for kind, count in problems:
            with file.open("w", encoding="ascii") as out:
                out.writelines(make_packing.make(kind, count))
            for line in subprocess.run(
                [options.bin / "memplace-pack", "--list-packers"],
                capture_output=True,
                text=True,
                check=True,
            ).stdout.splitlines():
                name = line.split()[0]
                results = [
                    pack(
                        options,
                        file,
                        f"--packer={name}",
                        f"--time-limit={options.packer_seconds}",
                        may_fail=True,
                    )
                    for _ in range(options.rounds)
                ]
                result = min(results, key=lambda result: result.cpu)
                rows.setdefault(name, [name]).append(
                    f"{result.ratio:.3f}, {result.cpu:.2f} s"
                    if result.report["peak"]
                    else f"over {options.packer_seconds:g} s"
                )
    return [
        f"### The heuristics: peak / bound, and CPU time of all, at most {options.packer_seconds:g} s each",
        "",
    ] + table(
        ["Heuristic"] + [f"{kind} {count}" for kind, count in problems], rows.values()
    )


def measure_seeds(options):
    """Measures the slowest of several seeds."""
    rows = []
    for name in RECORDED:
        file = PROBLEMS / f"{name}.{CAPACITY}.csv"
        results = [
            pack(
                options, file, f"--capacity={CAPACITY}", f"--seed={seed}", may_fail=True
            )
            for seed in range(1, options.seeds + 1)
        ]
        nodes = sorted(result.report["nodes"] for result in results)
        rows.append(
            [
                name,
                sum(result.report["peak"] is not None for result in results),
                nodes[len(nodes) // 2],
                nodes[-1],
                f"{max(result.cpu for result in results):.2f}",
            ]
        )
    return [f"### The same with {options.seeds} seeds", ""] + table(
        ["Problem", "Packed", "Median nodes", "Most nodes", "Most CPU, s"], rows
    )


# By name, in the order of the page.
SECTIONS = {
    "capacity": measure_capacity,
    "seeds": measure_seeds,
    "least-peak": measure_least_peak,
    "traces": measure_traces,
    "generated": measure_generated,
    "heuristics": measure_packers,
}


def replaced(section, lines):
    """Returns the written part of the page with `lines` in the section with the same
    kind of heading. The kind is the heading up to its first ':' or ','."""

    def kind(line):
        return line.split(":")[0].split(",")[0]

    parts = ["### " + part for part in ("\n" + section).split("\n### ")[1:]]
    found = [
        i for i, part in enumerate(parts) if kind(part.split("\n")[0]) == kind(lines[0])
    ]
    if len(found) != 1:
        raise BenchmarkError(
            f"the page has no section '{kind(lines[0])}' to be replaced"
        )
    parts[found[0]] = "\n".join(lines)
    head = section.split("### ")[0].strip()
    return "\n\n".join([head] + [part.strip() for part in parts])


def measure_all(options):
    source = (
        "run beside it"
        if options.minimalloc
        else "as recorded on a machine with two cores"
    )
    lines = [
        f"Measured on {datetime.date.today()} on {platform.machine()}, on a single core of "
        f"{os.cpu_count()}; MiniMalloc {source}. The load of the "
        f"machine before: {os.getloadavg()[0]:.1f}."
    ]
    for measure in SECTIONS.values():
        lines += [""] + measure(options)
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--bin", type=Path, default=ROOT / "build" / "bin", metavar="DIR"
    )
    parser.add_argument(
        "--minimalloc", type=Path, metavar="FILE", help="MiniMalloc's binary"
    )
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "guide/packing.md")
    parser.add_argument("--seconds", type=float, default=10, help="for each least peak")
    parser.add_argument("--sizes", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument(
        "--first-fit",
        type=float,
        default=120,
        metavar="SECONDS",
        help="most time for first fit",
    )
    parser.add_argument(
        "--packer-seconds", type=float, default=10, help="most time for each heuristic"
    )
    parser.add_argument(
        "--rounds", type=int, default=1, help="runs of each heuristic; the least counts"
    )
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument(
        "--only", choices=SECTIONS, help="replace only this table of the page"
    )
    options = parser.parse_args()
    try:
        part = WrittenPart.read(options.page, "packing/packing.py")
        if options.only:
            text = replaced(part.text, SECTIONS[options.only](options))
        else:
            text = measure_all(options)
    except (BenchmarkError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    part.replace(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
