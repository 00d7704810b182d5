#!/usr/bin/env python3
# ===- egrl.py - Whole-life maps: measures EGRL and plain methods, writes a page --===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Places problems by whole-life maps, and writes the tables and curves of
benchmarks/agent/egrl.md. Measurements become lines of egrl.jsonl and are not repeated:
the script can be stopped and continues later. Solvers are measured in maps, so that
other load on the machine does not matter; `large` counts CPU time."""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from egrl_page import PAGE, check_page, write_page
from egrl_store import (
    BUDGETS,
    CURVE_BUDGETS,
    CURVE_METHODS,
    FIXED,
    FOUND,
    LARGE,
    LARGE_METHODS,
    LARGE_SECONDS,
    MANY,
    MOVING,
    MOVING_BUDGETS,
    OF_PAPER,
    REFERENCE_BUDGET,
    REFERENCES,
    SMALL,
    TAUGHT,
    UNSEEN,
    UNSEEN_METHODS,
    WALL_METHODS,
    Run,
    Store,
    read_store,
)
from support.command_line import run_main, tools_parser
from support.measuring import output_of
from support.placements import ROOT, read_json

PROBLEMS = ROOT / "benchmarks" / "problems"
STORE = ROOT / "benchmarks" / "agent" / "egrl.jsonl"
# Names as in the tables: solver and options.
METHODS: dict[str, tuple[str, dict[str, str]]] = {
    "native": ("whole-life", {"method": "native"}),
    "rectifier alone": ("whole-life", {"method": "fastest"}),
    "random": ("whole-life", {"method": "random"}),
    "greedy DP": ("whole-life", {"method": "greedy"}),
    "local search": ("whole-life", {"method": "local"}),
    "population": ("whole-life", {"method": "population"}),
    "policy, one pass": ("egrl", {"ablation": "policy"}),
    "new network, one pass": ("egrl", {"ablation": "policy", "checkpoint": "new"}),
    "policy or native": ("egrl", {"ablation": "policy-or-native"}),
    "EGRL": ("egrl", {}),
    "EGRL, new network": ("egrl", {"checkpoint": "new"}),
    "evolution only": ("egrl", {"ablation": "evolution", "checkpoint": "new"}),
    "policy gradient only": ("egrl", {"ablation": "policy-gradient"}),
    "no Boltzmann": ("egrl", {"ablation": "no-boltzmann"}),
    "no migration": ("egrl", {"ablation": "no-migration"}),
    "as the paper": ("egrl", {"ablation": "paper", "checkpoint": "new"}),
    # Solvers that also move tensors over time; their budgets count other units.
    **{solver: (solver, {}) for solver in MOVING},
}
# Deterministic methods, for which one seed suffices.
WITHOUT_SEED = {*FIXED, "greedy DP"}
PARTS = [
    "networks",
    "unseen",
    "curves",
    "reference",
    "moving",
    "transfer",
    "large",
    "wall",
    "bounds",
]

EPILOG = """\
parts:
  networks   all methods on the networks of the paper, 400 and 4000 maps
  unseen     the policy in one pass, on all that it was not trained on
  curves     some methods with other numbers of maps
  reference  the population with ten times the maps
  moving     solvers that move tensors over time
  transfer   policies of one network each on the two others
  large      transformers of 1780 nodes, 60 s of CPU time
  wall       some methods once more, 4000 maps, by the clock: nothing else should run
  bounds     what HiGHS proves, and the map that it finds, gone on from; of other kinds
             the bound on any placement that memplace-solve says, if that is higher

exit codes:
  0  all is done
  1  a placement is missing, or a tool is missing or fails, or with --check the page is
     not what the store says
  2  bad command line
"""


def problem_file(network: str) -> Path:
    """Returns the file of a problem; EGRL's problems need no folder."""
    folder = "" if "/" in network else "egrl/"
    return PROBLEMS / f"{folder}{network}.problem.json.gz"


def append(entry: dict[str, Any]) -> None:
    """Adds a line to the store, also after an incomplete line."""
    with STORE.open("a+", encoding="utf-8") as file:
        file.seek(0)
        text = file.read()
        begin = "" if not text or text.endswith("\n") else "\n"
        file.write(begin + json.dumps(entry) + "\n")


def command_of(run: Run, policies: Path) -> list[str]:
    """Returns the solver's part of a run's command line, with the run's limit."""
    if run.method in METHODS:
        solver, options = METHODS[run.method]
    else:  # "policy of NETWORK", or "in one pass".
        name = run.method.removesuffix(", one pass").removeprefix("policy of ")
        solver, options = "egrl", {"checkpoint": str(policies / f"{name}.checkpoint")}
        if run.method.endswith("one pass"):
            options["ablation"] = "policy"
    command = [f"--solver={solver}", f"--seed={run.seed}"]
    command += [f"--option={name}={value}" for name, value in options.items()]
    if run.network in LARGE and run.budget == LARGE_SECONDS:
        return command + [f"--time-limit={run.budget}", "--cpu-time"]
    return command + [f"--option=budget={run.budget}"]


def measure_wall(
    network: str, method: str, bin_folder: Path, policies: Path
) -> dict[str, Any]:
    """Runs the solver once, in wall time."""
    begin = time.monotonic()
    measure(Run(network, method, BUDGETS[-1], 0), bin_folder, policies)
    seconds = round(time.monotonic() - begin, 2)
    return {"network": network, "wall": method, "wall_seconds": seconds}


def measure(run: Run, bin_folder: Path, policies: Path) -> dict[str, Any]:
    """Runs the solver once."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(bin_folder / "memplace-solve"), str(problem_file(run.network))]
        command += [*command_of(run, policies), "-o", folder + "/out.json"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run_tool(command)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        makespan = read_json(Path(folder) / "out.json")["makespan_ps"]
    return {
        **run.fields(),
        "makespan_ps": makespan,
        "cpu_seconds": round(after.ru_utime - before.ru_utime, 2),
    }


def read_problem(network: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A problem and its target."""
    problem = read_json(problem_file(network))
    target = problem["target"]
    if isinstance(target, str):
        target = read_json(ROOT / "lib" / "Target" / "Catalogue" / f"{target}.json")
    return problem, target


def run_tool(command: list[str]) -> str:
    """Returns the output of a tool of the build."""
    program = Path(command[0])
    return output_of(program, program.name, *command[1:])


def cpu_seconds() -> float:
    """Returns the CPU time of this process and its children."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + usage.ru_utime


def measure_found(run: Run, bin_folder: Path, time_limit: float) -> dict[str, Any]:
    """Finds a map by HiGHS, rectifies the map, and continues by evolution with 400
    maps."""
    from egrl_bound import best_map  # SciPy is needed only here.

    problem, target = read_problem(run.network)
    before = cpu_seconds()
    with tempfile.TemporaryDirectory() as folder:
        maps = {problem["name"]: best_map(problem, target, time_limit)}
        (Path(folder) / "maps.json").write_text(json.dumps(maps), encoding="utf-8")
        command = [str(bin_folder / "memplace-train"), "--algorithm=egrl"]
        command += [f"--program={problem_file(run.network)}", "--ablation=evolution"]
        command += ["--maps=400", "--rounds=1", f"--teacher={folder}/maps.json"]
        command += [f"--out={folder}/run", f"--solution={folder}/best.json"]
        run_tool(command)
        seconds = round(cpu_seconds() - before, 2)
        simulate = [str(bin_folder / "memplace-simulate"), "--json"]
        simulate += [str(problem_file(run.network)), f"{folder}/best.json"]
        makespan = json.loads(run_tool(simulate))["makespan_ps"]
    return {**run.fields(), "makespan_ps": makespan, "cpu_seconds": seconds}


def measure_bound(network: str, time_limit: float) -> dict[str, Any]:
    """Proves a bound by HiGHS."""
    from egrl_bound import map_bound  # SciPy is needed only here.

    problem, target = read_problem(network)
    proved = map_bound(problem, target, time_limit)
    return {
        "network": network,
        "bound": round(proved.bound * 1e12),
        "is_optimal": proved.is_optimal,
        "cpu_seconds": round(proved.cpu_seconds, 1),
    }


def measure_any_bound(network: str, bin_folder: Path) -> dict[str, Any]:
    """Returns the bound on placements that may move tensors, and therefore on maps."""
    command = [str(bin_folder / "memplace-solve"), str(problem_file(network))]
    command += ["--solver=whole-life", "--option=method=native"]
    begin = cpu_seconds()
    found = json.loads(run_tool(command))
    return {
        "network": network,
        "bound": found["lower_bound_ps"],
        "is_optimal": False,
        "is_of_any": True,
        "cpu_seconds": round(cpu_seconds() - begin, 1),
    }


def training_commands(network: str, folder: str, bin_folder: Path) -> list[list[str]]:
    """Trains a policy of one network, 4000 maps; or of many, as docs/guide/egrl.md
    describes."""
    train = [str(bin_folder / "memplace-train"), "--algorithm=egrl"]
    train += [f"--out={folder}/run"]
    if network != MANY:
        program = f"--program={problem_file(network)}"
        return [[*train, program, "--maps=4000", "--rounds=1"]]
    maker = str(ROOT / "benchmarks" / "agent" / "egrl_training_set.py")
    made = [f"--out={folder}/set", "--count=120", "--seed=1", "--map-seconds=0"]
    train += [f"--instances={folder}/set", "--ablation=evolution", "--replay=2"]
    train += ["--entropy=0", "--seed=2"]
    lessons = ["--maps=0", "--lessons=100", "--draws=4", "--learning-rate=0.001"]
    return [
        [sys.executable, maker, *made],
        [*train, "--maps=100", "--rounds=1"],
        [*train, *lessons, "--rounds=10"],
    ]


def train_policy(network: str, bin_folder: Path, policies: Path) -> None:
    """Trains a new policy of this network, or of many, once."""
    if (policies / f"{network}.checkpoint").exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        for command in training_commands(network, folder, bin_folder):
            run_tool(command)
        policies.mkdir(parents=True, exist_ok=True)
        kept = "best" if network == MANY else "network"
        trained = Path(folder) / "run" / f"{kept}.checkpoint"
        (policies / f"{network}.checkpoint").write_bytes(trained.read_bytes())


def main_runs(networks: Iterable[str], seeds: int, methods: list[str]) -> Iterator[Run]:
    """Yields all methods: each method once before a second seed."""
    for seed in range(seeds):
        for budget in BUDGETS:
            for network in networks:
                for method in methods:
                    if method in FIXED:
                        yield Run(network, method, BUDGETS[0], 0)
                    elif seed == 0 or method not in WITHOUT_SEED:
                        yield Run(network, method, budget, seed)


def unseen_runs(seeds: int) -> Iterator[Run]:
    """Yields the policy on problems outside its training set."""
    for network in UNSEEN:
        yield Run(network, "native", BUDGETS[0], 0)
        for method, budget in UNSEEN_METHODS:
            yield Run(network, method, budget, 0)
    for seed in range(1, seeds):
        for network in UNSEEN:
            for budget in BUDGETS:
                yield Run(network, "EGRL", budget, seed)


def curve_runs(networks: list[str], seeds: int) -> Iterator[Run]:
    """Yields the runs of the picture."""
    for seed in range(seeds):
        for network in networks:
            for method in CURVE_METHODS:
                for budget in CURVE_BUDGETS:
                    yield Run(network, method, budget, seed)


def moving_runs(networks: list[str], seeds: int) -> Iterator[Run]:
    """Yields solvers that also move tensors over time."""
    for seed in range(seeds):
        for method in MOVING:
            for network in networks:
                for budget in MOVING_BUDGETS[method]:
                    yield Run(network, method, budget, seed)
    for seed in range(seeds):
        for network in UNSEEN:
            for method in MOVING if network not in SMALL else []:
                yield Run(network, method, MOVING_BUDGETS[method][-1], seed)


def transfer_runs(networks: list[str]) -> Iterator[Run]:
    """Yields a policy of one network on another."""
    for origin in TAUGHT:
        for network in networks:
            if network != origin:
                name = f"policy of {origin}"
                yield Run(network, f"{name}, one pass", BUDGETS[0], 0)
                yield Run(network, name, BUDGETS[0], 0)


def large_runs(seeds: int) -> Iterator[Run]:
    """Yields runs of 60 s on large transformers."""
    for network in LARGE:
        yield Run(network, "native", BUDGETS[0], 0)
        yield Run(network, "policy, one pass", BUDGETS[0], 0)
    for seed in range(seeds):
        for network in LARGE:
            for method in LARGE_METHODS:
                yield Run(network, method, LARGE_SECONDS, seed)


def runs_of(part: str, networks: list[str], seeds: int) -> Iterator[Run]:
    """Yields all measurements of a part."""
    if part == "networks":
        methods = [method for method in METHODS if method not in MOVING]
        yield from main_runs(networks, seeds, methods)
    elif part == "unseen":
        yield from unseen_runs(seeds)
    elif part == "curves":
        yield from curve_runs(networks, seeds)
    elif part == "reference":
        for method in REFERENCES:
            for network in networks:
                yield Run(network, method, REFERENCE_BUDGET, 0)
    elif part == "moving":
        yield from moving_runs(networks, seeds)
    elif part == "transfer":
        yield from transfer_runs(networks)
    elif part == "large":
        yield from large_runs(seeds)


def is_asked(run: Run, options: argparse.Namespace) -> bool:
    """Returns True if the command line requests this run."""
    return (not options.methods or run.method in options.methods) and (
        not options.budgets or run.budget in options.budgets
    )


def main(arguments: list[str]) -> int:
    """Runs the script; see the module."""
    parser = tools_parser(__doc__, EPILOG)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--networks", nargs="+", choices=SMALL, default=SMALL)
    parser.add_argument("--methods", nargs="+", help="measure no others")
    parser.add_argument("--budgets", nargs="+", type=int, help="likewise")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--bound-seconds", type=float, default=60)
    parser.add_argument(
        "--policies",
        type=Path,
        default=ROOT / "build" / "egrl-policies",
        help="folder of the policies of one network and of many, trained if need be",
    )
    parser.add_argument("--page-only", action="store_true", help="measure nothing")
    parser.add_argument(
        "--check",
        action="store_true",
        help="measure and write nothing; compare the page and the picture with the"
        " store",
    )
    parser.add_argument("--page", type=Path, default=PAGE, help="for --check")
    options = parser.parse_args(arguments)
    store: Store = read_store(STORE)
    if options.check:
        check_page(store, options.page)
        return 0
    parts = [] if options.page_only else options.parts
    for part in parts:
        for run in runs_of(part, options.networks, options.seeds):
            if run.key() in store or not is_asked(run, options):
                continue
            if run.method not in METHODS:
                name = run.method.removesuffix(", one pass").removeprefix("policy of ")
                train_policy(name, options.bin, options.policies)
            store[run.key()] = measure(run, options.bin, options.policies)
            append(store[run.key()])
            print(store[run.key()], flush=True)
    for method in WALL_METHODS if "wall" in parts else []:
        for network in options.networks:
            if (network, method) not in store:
                found = measure_wall(network, method, options.bin, options.policies)
                store[(network, method)] = found
                append(found)
    for network in UNSEEN if "bounds" in parts else []:
        run = Run(network, FOUND, 400, 0)
        if network in options.networks and run.key() not in store:
            store[run.key()] = measure_found(run, options.bin, options.bound_seconds)
            append(store[run.key()])
        if (network,) not in store:
            bounds = [measure_bound(network, options.bound_seconds)]
            if network not in OF_PAPER:
                bounds.append(measure_any_bound(network, options.bin))
            store[(network,)] = max(bounds, key=lambda bound: bound["bound"])
            append(store[(network,)])
    write_page(store)
    return 0


if __name__ == "__main__":
    run_main(lambda: main(sys.argv[1:]))
