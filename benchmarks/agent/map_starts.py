#!/usr/bin/env python3
# ===- map_starts.py - What a whole-life map is worth as a start ----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs search and hybrid alone, with EGRL's whole-life map as a warm start and the same
budget (a fifth more evaluations, all from the start), and with an equal total number of
evaluations; writes the table of map-starts.md. Maps tried before do not count.
Measurements are kept in map_starts.jsonl and are not repeated."""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, run_main
from support.placements import BENCHMARKS, BenchmarkError, Tools, read_json
from support.tables import geometric_mean, table
from support.written_part import WrittenPart

SCRIPT = "agent/map_starts.py"
FOLDER = BENCHMARKS / "problems"
PROBLEMS = [
    "egrl/resnet50",
    "egrl/resnet101",
    "egrl/bert",
    "egrl/resnet50_48m",
    "egrl/resnet101_48m",
    "egrl/bert_48m",
    "egrl/transformer24",
    "egrl/transformer24_48m",
    "kinds/encoder_int8",
    "kinds/mobilenet_int8",
    "kinds/resnet50_int8",
    "kinds/resnet8_int8",
]
SOLVERS = ["search", "hybrid"]
# The agent alone, one seed: its only goal is not to be slower than the start.
AGENT, EPISODES = "muzero", 60
AGENT_PROBLEMS = ["egrl/resnet50", "tpu/resnet50_b1.cmem8M", "kinds/mobilenet_int8"]
FIELDS = {"from_map_ps": "from it", "equal_ps": "from it, equal evaluations"}
STORE = BENCHMARKS / "agent" / "map_starts.jsonl"
EPILOG = """\
exit codes:
  0  all is done
  1  a placement is missing, or a tool is missing or fails
  2  bad command line
"""


Entry = dict[str, Any]
Key = tuple[str, str, int, int, int]


def key_of(entry: Entry) -> Key:
    """Returns the key of an entry."""
    problem, solver, seed = entry["problem"], entry["solver"], entry["seed"]
    return (problem, solver, seed, entry["budget"], entry["maps"])


class Runs:
    """Runs solvers in a separate folder."""

    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        self.arguments = arguments
        self.tools = Tools(arguments.bin)
        self.folder = folder

    def solve(
        self, problem: str, solver: tuple[str, str], seed: int, *flags: str
    ) -> int:
        """Returns the makespan, picoseconds; the placement is in out.json."""
        file, out = FOLDER / f"{problem}.problem.json.gz", self.folder / "out.json"
        self.tools.solve_file(file, solver, out, f"--seed={seed}", *flags)
        return int(read_json(out)["makespan_ps"])

    def find_map(self, problem: str, seed: int) -> int:
        """Makes the start; returns its makespan."""
        of_map = self.solve(problem, ("egrl", f"budget={self.arguments.maps}"), seed)
        (self.folder / "out.json").replace(self.folder / "map.json")
        return of_map

    def compare(self, key: Key) -> Entry:
        """Returns the makespans with the start and without."""
        problem, solver, seed, budget, maps = key
        start = f"--start={self.folder / 'map.json'}"
        whole, less = f"budget={budget}", f"budget={budget * 5 // 6}"
        entry = {
            "problem": problem,
            "solver": solver,
            "seed": seed,
            "budget": budget,
            "maps": maps,
            "alone_ps": self.solve(problem, (solver, whole), seed),
            "from_map_ps": self.solve(problem, (solver, whole), seed, start),
        }
        if solver != AGENT:
            entry["equal_ps"] = self.solve(problem, (solver, less), seed, start)
        return entry


def read_store(path: Path) -> dict[Key, Entry]:
    """Returns the stored entries, by key."""
    if not path.exists():
        return {}
    entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {key_of(entry): entry for entry in entries}


def asked_keys(arguments: argparse.Namespace) -> Iterator[list[Key]]:
    """Returns the measurements with the same map."""
    maps = arguments.maps
    for seed in range(arguments.seeds):
        for problem in arguments.problems:
            yield [
                (problem, solver, seed, arguments.budget, maps) for solver in SOLVERS
            ]
    for problem in AGENT_PROBLEMS if arguments.problems == PROBLEMS else []:
        yield [(problem, AGENT, 0, EPISODES, maps)]


def measure(arguments: argparse.Namespace) -> list[Entry]:
    """Returns the requested entries, after measuring missing ones."""
    found, asked = read_store(arguments.store), []
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(arguments, Path(folder))
        for keys in asked_keys(arguments):
            if any(key not in found for key in keys) and not arguments.page_only:
                of_map = runs.find_map(keys[0][0], keys[0][2])
                with arguments.store.open("a", encoding="utf-8") as file:
                    for key in keys:
                        found[key] = {**runs.compare(key), "map_ps": of_map}
                        file.write(json.dumps(found[key]) + "\n")
                        print(found[key], flush=True)
            asked += [found[key] for key in keys if key in found]
    return asked


def ratios(entries: list[Entry], field: str) -> list[float]:
    """Returns the ratio of this field to the solver alone, by seed."""
    return [entry[field] / entry["alone_ps"] for entry in entries]


def spread(found: list[float]) -> str:
    """Returns geometric mean and range."""
    return f"{geometric_mean(found):.4f} ({min(found):.4f} to {max(found):.4f})"


def table_of(entries: list[Entry]) -> str:
    """Returns a line for each problem, and the means."""
    entries = [entry for entry in entries if entry["solver"] != AGENT]
    columns = [(solver, field) for field in FIELDS for solver in SOLVERS]
    lines: list[list[str]] = []
    means: list[list[float]] = [[] for _ in columns]
    for problem in dict.fromkeys(entry["problem"] for entry in entries):
        own = {
            solver: [
                entry
                for entry in entries
                if (entry["problem"], entry["solver"]) == (problem, solver)
            ]
            for solver in SOLVERS
        }
        alone = geometric_mean(ratios(own["search"], "map_ps"))
        cells = [problem, str(len(own["search"])), f"{alone:.3f}"]
        for (solver, field), all_found in zip(columns, means, strict=True):
            found = ratios(own[solver], field)
            cells.append(spread(found))
            all_found.append(geometric_mean(found))
        lines.append(cells)
    mean = [f"{geometric_mean(found):.4f}" for found in means]
    lines.append(["geometric mean", "", "", *mean])
    names = [f"`{solver}` {FIELDS[field]}" for solver, field in columns]
    return table(["Problem", "seeds", "map alone", *names], lines)


def agent_table(entries: list[Entry]) -> str:
    """Returns a line for each problem of the agent alone."""
    lines = [
        [entry["problem"]]
        + [
            f"{entry[field] / 1e6:.2f}"
            for field in ("map_ps", "alone_ps", "from_map_ps")
        ]
        for entry in entries
        if entry["solver"] == AGENT
    ]
    head = ["Problem", "map, µs", f"`{AGENT}`, {EPISODES} episodes, µs", "from it, µs"]
    return "\n" + table(head, lines) if lines else ""


def main(arguments: list[str]) -> int:
    """Runs the script; see the module."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/agent/map-starts.md", check="")
    parser.add_argument("--problems", nargs="+", choices=PROBLEMS, default=PROBLEMS)
    parser.add_argument("--budget", type=int, default=6000, help="evaluations in all")
    parser.add_argument("--maps", type=int, default=400, help="tried for the start")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--store", type=Path, default=STORE, help="what was measured")
    parser.add_argument("--page-only", action="store_true", help="measure nothing")
    options = parser.parse_args(arguments)
    if min(options.budget, options.maps, options.seeds) < 1 or options.budget < 6:
        raise BenchmarkError("--budget must be at least 6, --maps and --seeds 1")
    entries = measure(options)
    text = (
        f"Makespans (modelled) over those of the same solver alone with {options.budget:,}"
        " evaluations; those of the map\n"
        f"over `search`. It is EGRL's best of {options.maps:,} maps, which do not count."
        " Geometric means of the seeds, and\ntheir range.\n\n"
    )
    WrittenPart.read(options.page, SCRIPT).replace(
        text + table_of(entries) + agent_table(entries)
    )
    return 0


if __name__ == "__main__":
    run_main(lambda: main(sys.argv[1:]))
