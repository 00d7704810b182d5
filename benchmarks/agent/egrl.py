#!/usr/bin/env python3
# ===- egrl.py - Whole-life maps: measures EGRL and plain methods, writes a page --===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Places the problems of benchmarks/problems/egrl by whole-life maps, and writes the
tables of docs/measurements/egrl-results.md. What is measured goes to egrl.jsonl, a line
each, and is not measured again: stopped and called again, it goes on."""

from __future__ import annotations

import json
import math
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import plain_parser, run_main
from support.placements import ROOT, BenchmarkError, read_json

PROBLEMS = ROOT / "benchmarks" / "problems" / "egrl"
STORE = ROOT / "benchmarks" / "agent" / "egrl.jsonl"
PAGE = ROOT / "docs" / "measurements" / "egrl-results.md"
BEGIN, END = "<!-- Written by benchmarks/agent/egrl.py -->", "<!-- End of that -->"

SMALL = ["resnet50", "resnet101", "bert"]
NETWORKS = SMALL + [name + "_48m" for name in SMALL]
# Names as in the tables: solver and options.
METHODS = {
    "native": ("whole-life", {"method": "native"}),
    "rectifier alone": ("whole-life", {"method": "fastest"}),
    "random": ("whole-life", {"method": "random"}),
    "greedy DP": ("whole-life", {"method": "greedy"}),
    "local search": ("whole-life", {"method": "local"}),
    "population": ("whole-life", {"method": "population"}),
    "EGRL": ("egrl", {}),
    "evolution only": ("egrl", {"ablation": "evolution"}),
    "policy gradient only": ("egrl", {"ablation": "policy-gradient"}),
    "no Boltzmann": ("egrl", {"ablation": "no-boltzmann"}),
    "no migration": ("egrl", {"ablation": "no-migration"}),
    "as the paper": ("egrl", {"ablation": "paper"}),
}
# One result for all seeds and budgets.
FIXED = {"native", "rectifier alone"}
BUDGETS = [400, 4000]

EPILOG = """\
exit codes:
  0  all is done
  1  a placement is missing, or a tool is missing or fails
  2  bad command line
"""


@dataclass(frozen=True)
class Run:
    """One placement, and the line of the store that it becomes."""

    network: str
    method: str
    budget: int
    seed: int

    def key(self) -> tuple[str, str, int, int]:
        """What a run is stored by."""
        return (self.network, self.method, self.budget, self.seed)


# A run by its key: network (its bound), or network, method, budget and seed.
Store = dict[tuple[Any, ...], dict[str, Any]]


def read_store() -> Store:
    """Returns the lines of the store by key; a bound's key is its network."""
    found: Store = {}
    if not STORE.exists():
        return found
    for line in STORE.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            continue  # Cut off when this was killed: it is measured again.
        if "bound" in entry:
            found[(entry["network"],)] = entry
        else:
            found[Run(*(entry[k] for k in Run.__annotations__)).key()] = entry
    return found


def append(entry: dict[str, Any]) -> None:
    """Adds a line to the store, on a line of its own."""
    with STORE.open("a+", encoding="utf-8") as file:
        file.seek(0)
        text = file.read()
        begin = "" if not text or text.endswith("\n") else "\n"
        file.write(begin + json.dumps(entry) + "\n")


def measure(run: Run, tool: Path) -> dict[str, Any]:
    """Runs the solver once."""
    solver, options = METHODS[run.method]
    problem = PROBLEMS / f"{run.network}.problem.json.gz"
    with tempfile.TemporaryDirectory() as folder:
        command = [str(tool), str(problem), f"--solver={solver}", f"--seed={run.seed}"]
        command += [f"--option={name}={value}" for name, value in options.items()]
        command += [f"--option=budget={run.budget}", "-o", folder + "/out.json"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begin = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wall = time.monotonic() - begin
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            raise BenchmarkError(f"{' '.join(command)}: {done.stderr.strip()}")
        makespan = read_json(Path(folder) / "out.json")["makespan_ps"]
    return {
        "network": run.network,
        "method": run.method,
        "budget": run.budget,
        "seed": run.seed,
        "makespan_ps": makespan,
        "cpu_seconds": round(after.ru_utime - before.ru_utime, 2),
        "wall_seconds": round(wall, 2),
    }


def measure_bound(network: str, time_limit: float) -> dict[str, Any]:
    """Proves a bound by HiGHS."""
    from egrl_bound import map_bound  # SciPy is needed for this only.

    problem = read_json(PROBLEMS / f"{network}.problem.json.gz")
    target = problem["target"]
    if isinstance(target, str):
        target = read_json(ROOT / "lib" / "Target" / "Catalogue" / f"{target}.json")
    proved = map_bound(problem, target, time_limit)
    return {
        "network": network,
        "bound": round(proved.bound * 1e12),
        "is_optimal": proved.is_optimal,
        "wall_seconds": round(proved.wall_seconds, 1),
    }


def all_runs(networks: Iterable[str], seeds: int, budgets: list[int]) -> Iterator[Run]:
    """All that is to be measured: every method once before a second seed."""
    for seed in range(seeds):
        for budget in budgets:
            for network in networks:
                for method in METHODS:
                    if method in FIXED:
                        yield Run(network, method, BUDGETS[0], 0)  # Measured once.
                    else:
                        yield Run(network, method, budget, seed)


def geometric_mean(values: list[float]) -> float:
    """Of numbers above 0."""
    return math.exp(statistics.fmean(math.log(value) for value in values))


def cell(found: list[dict[str, Any]], native: float, bound: float) -> str:
    """Speed-up over the native map and distance to the bound: means, and the spread."""
    if not found:
        return ""
    spans = [entry["makespan_ps"] for entry in found]
    speed = [native / span - 1 for span in spans]
    text = f"{100 * statistics.fmean(speed):+.1f} %"
    if len(spans) > 1:
        text += f" ± {100 * statistics.stdev(speed):.1f}"
    above = statistics.fmean(spans) / bound - 1
    return f"{text}, {100 * above:.1f} % ({len(spans)})"


def bounds_table(store: Store, natives: dict[str, float]) -> list[str]:
    """How far the native compiler's map is from the optimum, or from a bound."""
    lines = ["| Network | native, µs | bound, µs | at most | proved |"]
    lines.append("|---|---|---|---|---|")
    for network, native in natives.items():
        bound = store[(network,)]
        best = native / bound["bound"] - 1
        proof = "optimum" if bound["is_optimal"] else "bound"
        lines.append(
            f"| {network} | {native / 1e6:.2f} | {bound['bound'] / 1e6:.2f} "
            f"| {100 * best:+.1f} % | {proof}, {bound['wall_seconds']:.0f} s |"
        )
    return lines


def method_row(
    store: Store, natives: dict[str, float], method: str, budget: int
) -> str:
    """What a method finds with a budget, for each network."""
    cells, means = [], []
    for network, native in natives.items():
        found = [
            entry
            for key, entry in store.items()
            if len(key) > 1
            and (entry["network"], entry["method"]) == (network, method)
            and (method in FIXED or entry["budget"] == budget)
        ]
        cells.append(cell(found, native, store[(network,)]["bound"]))
        if found:
            means.append(geometric_mean([native / e["makespan_ps"] for e in found]))
    mean = ""
    if means and len(means) == len(natives):
        mean = f"{100 * (geometric_mean(means) - 1):+.2f} %"
    return f"| {method} | " + " | ".join(cells) + f" | {mean} |"


def render(store: Store) -> str:
    """The tables, from what is stored."""
    found = {
        entry["network"]: entry["makespan_ps"]
        for key, entry in store.items()
        if len(key) > 1 and entry["method"] == "native"
    }
    natives = {n: found[n] for n in NETWORKS if (n,) in store and n in found}
    lines = bounds_table(store, natives)
    for budget in BUDGETS:
        lines += ["", f"### {budget} maps", ""]
        lines.append("| Method | " + " | ".join(natives) + " | geometric mean |")
        lines.append("|---" * (len(natives) + 2) + "|")
        lines += [method_row(store, natives, method, budget) for method in METHODS]
    return "\n".join(lines)


def write_page(store: Store) -> None:
    """Replaces the tables of the page."""
    text = PAGE.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise BenchmarkError(f"{PAGE}: no line '{BEGIN}' and '{END}'")
    head, tail = text[: text.index(BEGIN)], text[text.index(END) :]
    PAGE.write_text(f"{head}{BEGIN}\n\n{render(store)}\n\n{tail}", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """See the module."""
    parser = plain_parser(__doc__, EPILOG)
    parser.add_argument("--bin", type=Path, default=ROOT / "build" / "bin")
    parser.add_argument("--networks", nargs="+", choices=NETWORKS, default=NETWORKS)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--budgets", nargs="+", type=int, default=BUDGETS)
    parser.add_argument("--bound-seconds", type=float, default=60)
    parser.add_argument("--page-only", action="store_true", help="measure nothing")
    options = parser.parse_args(arguments)
    store = read_store()
    if not options.page_only:
        for network in options.networks:
            if (network,) not in store:
                store[(network,)] = measure_bound(network, options.bound_seconds)
                append(store[(network,)])
        for run in all_runs(options.networks, options.seeds, options.budgets):
            if run.key() in store:
                continue
            store[run.key()] = measure(run, options.bin / "memplace-solve")
            append(store[run.key()])
            print(store[run.key()], flush=True)
    if PAGE.exists():
        write_page(store)
    return 0


if __name__ == "__main__":
    run_main(lambda: main(sys.argv[1:]))
