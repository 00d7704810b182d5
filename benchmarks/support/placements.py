# ===- placements.py - Placing the benchmark problems with the tools ------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs the memplace tools on the problems of problems/tpu and reports the results.

All placements with a reported makespan have passed memplace-verify, XLA's own included.
Makespans come from memplace-simulate, not from a solver's claim.
"""

import csv
import gzip
import json
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = ROOT / "benchmarks"
PROBLEMS = BENCHMARKS / "problems" / "tpu"

# Other chips for which some problems were compiled: a part of their names.
OTHER_CHIPS = ("v5e", "v6e")

# The columns compared: a solver and its options, or nothing for XLA's own placement.
PLACEMENTS: dict[str, tuple[str, ...]] = {
    "hbm": ("default-tier",),
    "other": (),
    "xla": (),
    "greedy": ("greedy",),
    "msa0": ("msa", "max-repacks=0"),
    "msa": ("msa",),
    "search": ("search", "budget=20000"),
}

# Iterations of the strong bound, and the number if `search` stays further above the
# bound than this share.
BOUND_ITERATIONS = 1000
MORE_BOUND_ITERATIONS = 5000
CLOSE_TO_BOUND = 0.002
# Solvers whose placements give the bound its target, if `search` alone leaves a gap.
BOUND_SOLVERS = ("search", "greedy", "msa")


class BenchmarkError(Exception):
    """An error and its remedy, for one line on standard error."""


@dataclass(frozen=True)
class Facts:
    """Facts about a problem without solving: a line of facts.csv."""

    name: str
    is_contended: bool
    fit_percent: float  # Modelled time against XLA's cycles; 0 is exact.
    stall_percent: float  # Of XLA at its best: share of time that waits for copies.
    ops: int

    @property
    def is_well_fitted(self) -> bool:
        """Returns True if the model is within 1 % of XLA's cycles."""
        return abs(self.fit_percent) <= 1


@dataclass(frozen=True)
class Row:
    """Results for one problem, rounded as on the page."""

    name: str
    makespans: dict[str, float]  # By PLACEMENTS, microseconds.
    bound: float  # Proven lower bound (strong) on the makespan, microseconds.
    agreements: dict[str, float]  # Agreement of "msa" and "hbm" with XLA's tiers, percent.

    def gap(self, column: str) -> float:
        """Returns (makespan - bound) / bound, percent."""
        return 100 * (self.makespans[column] - self.bound) / self.bound

    def ratio(self, column: str) -> float:
        """Returns the makespan divided by that of XLA at its best."""
        return self.makespans[column] / self.makespans["xla"]

    def numbers(self) -> dict[str, float]:
        """Returns all measured numbers by name."""
        agreements = {f"agreement of {k}": v for k, v in self.agreements.items()}
        return {**self.makespans, "bound": self.bound, **agreements}

    @property
    def is_capped(self) -> bool:
        """Returns True if the chip has more fast memory than the problem uses."""
        return ".cmem" in self.name

    @property
    def is_within(self) -> bool:
        """Returns True if msa is within 5 % of XLA at its best."""
        return 0.95 <= self.ratio("msa") <= 1.05


def target_of(problem: dict[str, Any]) -> dict[str, Any]:
    """Returns the target of a problem as an object."""
    target = problem["target"]
    if isinstance(target, dict):
        return target
    path = ROOT / "lib" / "Target" / "Catalogue" / f"{target}.json"
    found = read_json(path)
    found.pop("op_defaults", None)
    found.pop("sources", None)
    return found


def chip_of(name: str) -> str | None:
    """Returns the chip for which the problem `name` was compiled; None: v4i, the
    default."""
    ending = name.rpartition(".")[2]
    return ending if ending in OTHER_CHIPS else None


def read_facts() -> dict[str, Facts]:
    """Returns the facts of all problems of v4i, by name and in the order of the page."""
    all_facts = read_all_facts()
    return {name: facts for name, facts in all_facts.items() if chip_of(name) is None}


def read_facts_of_other_chips() -> dict[str, Facts]:
    """Returns the facts of all problems of other chips, which form a separate group."""
    all_facts = read_all_facts()
    return {name: facts for name, facts in all_facts.items() if chip_of(name)}


def read_all_facts() -> dict[str, Facts]:
    """Returns the facts of all problems."""
    with open(BENCHMARKS / "facts.csv", encoding="utf-8", newline="") as file:
        facts = {
            line["problem"]: Facts(
                line["problem"],
                line["contended"] == "yes",
                float(line["fit_percent"]),
                float(line["stall_percent"]),
                int(line["ops"]),
            )
            for line in csv.DictReader(file)
        }
    suffix = ".problem.json.gz"
    found = {path.name.removesuffix(suffix) for path in PROBLEMS.glob("*" + suffix)}
    if found != facts.keys():
        differing = ", ".join(sorted(found ^ facts.keys()))
        raise BenchmarkError(
            f"benchmarks/facts.csv and benchmarks/problems/tpu differ in {differing}; "
            "give each problem a line"
        )
    return facts


def problem_file(name: str) -> Path:
    """Returns the file of the problem called `name`."""
    return PROBLEMS / f"{name}.problem.json.gz"


def xla_file(name: str, column: str = "xla") -> Path:
    """Returns XLA's own placement of a problem, the better or the "other". No solver
    ever reads these files."""
    part = {"xla": "xla", "other": "xla-other"}[column]
    return PROBLEMS / f"{name}.{part}.solution.json.gz"


def read_json(path: Path) -> Any:
    """Returns the contents of the JSON file `path`, which may be gzipped."""
    with open(path, "rb") as file:
        data = file.read()
    return json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)


@dataclass(frozen=True)
class Tools:
    """The tools of one build."""

    folder: Path

    def run(self, tool: str, *arguments: str | Path) -> str:
        """Returns the standard output of `tool`. Raises BenchmarkError if the tool
        fails."""
        return self.run_whole(tool, *arguments).stdout

    def run_whole(
        self, tool: str, *arguments: str | Path
    ) -> subprocess.CompletedProcess[str]:
        """Runs `tool`; returns both outputs. Raises BenchmarkError if the tool fails."""
        command = [str(self.folder / tool), *map(str, arguments)]
        try:
            done = subprocess.run(command, check=False, capture_output=True, text=True)
        except FileNotFoundError as error:
            raise BenchmarkError(
                f"there is no '{command[0]}'; build it, or name its folder by --bin"
            ) from error
        if done.returncode != 0:
            raise BenchmarkError(f"{' '.join(command)}: {done.stderr.strip()}")
        return done

    def solve(
        self, name: str, solver: tuple[str, ...], output: Path, *flags: str
    ) -> None:
        """Writes to `output` the placement of a problem by `solver`, a name and
        options."""
        self.solve_file(problem_file(name), solver, output, *flags)

    def solve_file(
        self, problem: Path, solver: tuple[str, ...], output: Path, *flags: str
    ) -> None:
        """Writes to `output` the placement of the problem in a file."""
        self.run(
            "memplace-solve",
            problem,
            "-o",
            output,
            f"--solver={solver[0]}",
            *(f"--option={option}" for option in solver[1:]),
            *flags,
        )

    def solve_and_bound(
        self, name: str, solver: tuple[str, ...], output: Path
    ) -> float:
        """Writes the placement, and returns the strong bound, microseconds. The bound
        depends slightly on the placement, which sets the target of the ascent."""
        for iterations in (BOUND_ITERATIONS, MORE_BOUND_ITERATIONS):
            flags = ("--bound=strong", f"--bound-iterations={iterations}")
            self.solve(name, solver, output, *flags)
            solution = read_json(output)
            most = (1 + CLOSE_TO_BOUND) * solution["lower_bound_ps"]
            if solution["makespan_ps"] <= most:
                break
        # Removed, since each tool that reads the file would prove the bound again.
        bound = solution.pop("lower_bound_ps") / 1e6
        output.write_text(json.dumps(solution), encoding="utf-8")
        return float(bound)

    def bound(self, name: str) -> float:
        """Returns the strong bound of the problem `name`, microseconds: the best of three,
        each with the placement of one of three solvers as its target. On some problems the
        ascent ends far below a target that is too accurate."""
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "solution.json"
            return max(
                self.solve_and_bound(name, PLACEMENTS[solver], output)
                for solver in BOUND_SOLVERS
            )

    def judge(self, name: str, solution: Path) -> tuple[float, float]:
        """Returns makespan and bound, microseconds, of a legal placement.

        Raises BenchmarkError, with the violated rule, for an illegal placement.
        """
        return self.judge_files(problem_file(name), solution)

    def judge_files(self, problem: Path, solution: Path) -> tuple[float, float]:
        """Returns makespan and bound of a placement of the problem in a file."""
        self.run("memplace-verify", "--quiet", problem, solution)
        line = self.run("memplace-simulate", "--json", problem, solution)
        result = json.loads(line)
        return result["makespan_ps"] / 1e6, result["lower_bound_ps"] / 1e6

    def makespan(self, name: str, solver: tuple[str, ...]) -> float:
        """Returns the makespan of `solver`, microseconds."""
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "solution.json"
            self.solve(name, solver, output)
            return self.judge(name, output)[0]

    def row(self, name: str) -> Row:
        """Returns the results for the problem `name`."""
        makespans, agreements, bound = {}, {}, 0.0
        problem = read_json(problem_file(name))
        xla_tiers = list(serving_tiers(read_json(xla_file(name))))
        with tempfile.TemporaryDirectory() as folder:
            for column, solver in PLACEMENTS.items():
                path = Path(folder) / f"{column}.json"
                if not solver:
                    path = xla_file(name, column)
                if column == "search":
                    bound = self.solve_and_bound(name, solver, path)
                elif solver:
                    self.solve(name, solver, path)
                makespans[column] = round(self.judge(name, path)[0], 2)
                if column in ("msa", "hbm"):
                    tiers = list(serving_tiers(read_json(path)))
                    agreements[column] = round(agreement(problem, tiers, xla_tiers), 1)
        return Row(name, makespans, round(bound, 2), agreements)


def write_unclaimed(
    folder: Path, problem: dict[str, Any], placement: dict[str, Any]
) -> list[Path]:
    """Writes a changed problem, and a placement without claims, since these do not hold
    for the changed problem. Returns both files."""
    for claim in ("makespan_ps", "lower_bound_ps", "proven_optimal"):
        placement.pop(claim, None)
    files = [folder / "problem.json", folder / "placement.json"]
    for file, content in zip(files, (problem, placement), strict=True):
        file.write_text(json.dumps(content), encoding="utf-8")
    return files


def serving_tiers(solution: Any) -> Iterator[str]:
    """Yields the serving tier of each access, in program order."""
    for served in solution["served"]:
        for residency in served:
            yield solution["residencies"][residency]["tier"]


def agreement(problem: Any, ours: list[str], theirs: list[str]) -> float:
    """Returns the share, percent, of accessed bytes that both placements serve from the
    same tier."""
    sizes = [int(access["bytes"]) for op in problem["ops"] for access in op["accesses"]]
    same = sum(size for size, a, b in zip(sizes, ours, theirs, strict=True) if a == b)
    return 100 * same / sum(sizes)
