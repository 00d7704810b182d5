#!/usr/bin/env python3
# ===- ablate.py - The gain of each move of solver search -----------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Disables each move and mechanism of solver search, and compares makespans over the
contended problems of problems/tpu and all problems of problems/kinds and
problems/pieces. Problems on which the search never improves its first placement are left
out. Writes benchmarks/placement/ablation.md from ablation.jsonl beside it, after
measuring what the store lacks of --seeds. After a change of search, start a new store."""

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, run_main
from support.placements import BENCHMARKS, Tools, problem_file, read_facts
from support.tables import geometric_mean, table

STORE = Path(__file__).with_name("ablation.jsonl")
EVALUATIONS = 2000

# Options that disable one part each.
ABLATIONS = {
    "forced insertion": "force=0",
    "related removal, beside forced insertion": "force=1",
    "window removal": "window=0",
    "large ejection": "give-way=0",
    "related removal and large ejection": "force=1 give-way=0",
    "repetition copy": "repeat=0",
    "pattern spread": "spread=0",
    "changes to choices": "mutate=0",
}

EPILOG = """\
exit codes:
  0  the page is written
  1  a tool is missing or fails
  2  bad command line
"""

PAGE = """\
# The gain of each part of `search`

<!-- Written by benchmarks/placement/ablate.py; do not edit. -->

Change of the makespan without one move or mechanism of [`search`](../../docs/guide/solvers.md#search), {evaluations:,}
evaluations, {problems} problems of the sets tpu (contended), kinds and pieces. Positive numbers: slower without the
part. The worst problem is the mean over the seeds. A single problem varies by about 2 % from seed to seed, so a part
counts as useful from 0.1 % in the geometric mean or 1 % on a problem. By this rule, related removal and large ejection
gain nothing. They stay for now, since every recorded result of `search` and `hybrid` was measured with them.
On the programs of [layers.md](layers.md) `search` gains 0.07 to 1.04 % over `greedy` in all, and no part gains more.

{table}"""

# Makespans in picoseconds by problem; by options and seed.
Runs = dict[tuple[str, int], dict[str, int]]


def problems() -> dict[str, Path]:
    """Returns the files of all problems, by set and name."""
    files = {
        f"tpu/{name}": problem_file(name)
        for name, facts in read_facts().items()
        if facts.is_contended
    }
    for folder in ("kinds", "pieces"):
        for path in sorted((BENCHMARKS / "problems" / folder).glob("*.problem.json.gz")):
            files[f"{folder}/{path.name.removesuffix('.problem.json.gz')}"] = path
    return files


def measure(tools: Tools, path: Path, options: str, evaluations: int, seed: int) -> int:
    """Returns the makespan of search, picoseconds."""
    flags = [f"--option={option}" for option in options.split()]
    line = tools.run(
        "memplace-solve",
        path,
        "--solver=search",
        f"--seed={seed}",
        f"--option=budget={evaluations}",
        *flags,
    )
    return int(json.loads(line)["makespan_ps"])


def read_store() -> Runs:
    """Returns all kept runs."""
    runs: Runs = {}
    if STORE.exists():
        for line in STORE.read_text(encoding="utf-8").splitlines():
            run = json.loads(line)
            runs[run["options"], run["seed"]] = run["makespans_ps"]
    return runs


def keep(runs: Runs, options: str, seed: int, makespans: dict[str, int]) -> None:
    """Adds a run to the store."""
    runs[options, seed] = makespans
    line = {"options": options, "seed": seed, "makespans_ps": makespans}
    with open(STORE, "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def complete(tools: Tools, runs: Runs, seeds: int) -> None:
    """Measures what is missing."""
    files = problems()
    if ("", 0) not in runs:
        first = {p: measure(tools, f, "", 1, 0) for p, f in files.items()}
        last = {p: measure(tools, f, "", EVALUATIONS, 0) for p, f in files.items()}
        improved = {p: ps for p, ps in last.items() if ps < (1 - 1e-5) * first[p]}
        keep(runs, "", 0, improved)
    for seed in range(seeds):
        for options in ("", *ABLATIONS.values()):
            if (options, seed) not in runs:
                makespans = {
                    p: measure(tools, files[p], options, EVALUATIONS, seed)
                    for p in runs["", 0]
                }
                keep(runs, options, seed, makespans)


def row(runs: Runs, what: str, options: str) -> list[str]:
    """Returns the cells of one disabled part."""
    seeds = [seed for o, seed in runs if o == options and ("", seed) in runs]
    ratios = {
        problem: geometric_mean(
            runs[options, seed][problem] / runs["", seed][problem] for seed in seeds
        )
        for problem in runs["", 0]
    }
    worst = max(ratios, key=ratios.__getitem__)
    return [
        what,
        f"`{options}`",
        str(len(seeds)),
        f"{100 * geometric_mean(ratios.values()) - 100:+.3f}",
        f"{100 * ratios[worst] - 100:+.2f} ({worst})",
    ]


def main() -> int:
    """Measures and writes the page."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/placement/ablation.md", check="")
    parser.add_argument(
        "--seeds", type=int, default=0, help="seeds to measure (default: only the page)"
    )
    arguments = parser.parse_args()
    runs = read_store()
    complete(Tools(arguments.bin), runs, arguments.seeds)
    head = ["disabled part", "option", "seeds", "mean, %", "worst problem, %"]
    lines = [
        row(runs, what, options)
        for what, options in ABLATIONS.items()
        if (options, 0) in runs
    ]
    text = PAGE.format(
        evaluations=EVALUATIONS, problems=len(runs["", 0]), table=table(head, lines)
    )
    arguments.page.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    run_main(main)
