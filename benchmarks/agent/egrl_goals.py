# ===- egrl_goals.py - What was to be reached, and what is ------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The table of goals of benchmarks/agent/egrl.md, each with its numbers from the
stores, so that no missed goal is reported as reached."""

from __future__ import annotations

import json

from egrl_store import (
    BUDGETS,
    FIXED,
    LARGE,
    LARGE_SECONDS,
    OF_PAPER,
    SMALL,
    UNSEEN,
    Results,
    percent,
)
from support.placements import ROOT
from support.tables import cells_of, geometric_mean, table

STARTS = ROOT / "benchmarks" / "agent" / "map_starts.jsonl"
FEW, MANY = BUDGETS
# Baselines of the paper, and EGRL with parts left out.
BASELINES = ["native", "random", "greedy DP"]
ABLATIONS = [
    "evolution only",
    "policy gradient only",
    "no Boltzmann",
    "no migration",
    "as the paper",
]
WITHIN = {"resnet50": 1, "resnet101": 1, "bert": 2}  # Percent.
OVER_NATIVE = 28  # Percent.
PASS_NODES, PASS_MS = (900, 1100), 50

Goal = tuple[str, str, bool]


def mean_speed(results: Results, method: str, budget: int) -> float:
    """Returns speed-ups over the native maps, of the paper's networks and all seeds."""
    speeds = [results.speed(network, method, budget) for network in SMALL]
    return geometric_mean([geometric_mean(each) for each in speeds])


def against_parts(results: Results) -> Goal:
    """Compares EGRL with all baselines."""
    own = mean_speed(results, "EGRL", MANY)
    others = {
        method: mean_speed(results, method, MANY) for method in BASELINES + ABLATIONS
    }
    numbers = ", ".join(f"{name} {percent(speed)}" for name, speed in others.items())
    return (
        f"{MANY} maps: at least as good as each ablation and each baseline of the paper"
        " in the mean",
        f"{percent(own)} over native; {numbers}",
        own >= max(others.values()),
    )


def near_the_best(results: Results) -> Goal:
    """Compares each seed with the optimum, or with the best known map."""
    texts, reached = [], True
    for network, limit in WITHIN.items():
        best, bound = results.best(network), results.bound(network)
        spans = results.spans(network, "EGRL", MANY)
        assert best and spans, f"nothing is stored of {network}"
        is_proven = bool(bound and bound["is_optimal"])
        above = max(spans) / (bound["bound"] if bound and is_proven else best[0])
        of = "optimum" if is_proven else "best map known"
        texts.append(f"{network} {percent(above, 3)} ({of})")
        reached &= above <= 1 + limit / 100
    return (
        "Within 1 % of the optimum, or of the best map that is known, on the ResNets,"
        " 2 % on BERT",
        "worst of the seeds: " + ", ".join(texts),
        reached,
    )


def over_native(results: Results) -> list[Goal]:
    """Lists networks on which 28 % are impossible, and the others."""
    proved, reached, unknown = [], [], []
    for network in UNSEEN:
        native, bound = results.native(network), results.bound(network)
        speeds = results.speed(network, "EGRL", MANY)
        best = results.best(network)
        if not native or not speeds or not best:
            continue
        text = f"{network} {percent(min(speeds))}"
        left = percent(native / bound["bound"]) if bound else "any"
        if bound and native / bound["bound"] < 1 + OVER_NATIVE / 100:
            proved.append(f"{text} of {left}")
        elif native / best[0] >= 1 + OVER_NATIVE / 100:
            reached.append((text, min(speeds)))
        else:
            unknown.append(f"{text} of {left}")
    goals = [
        (
            f"{OVER_NATIVE} % over the native map, where it is known that a map is",
            "; ".join(text for text, _ in reached),
            bool(reached)
            and all(speed >= 1 + OVER_NATIVE / 100 for _, speed in reached),
        ),
        (
            "Likewise, where it is proven impossible: EGRL, and what the bound leaves",
            "; ".join(proved),
            False,
        ),
    ]
    if unknown:
        goal = (
            "Likewise, where neither is known (open): EGRL, and what the bound leaves"
        )
        goals.append((goal, "; ".join(unknown), False))
    return goals


def with_few_maps(results: Results) -> Goal:
    """The goal with a tenth of the maps."""
    own = mean_speed(results, "EGRL", FEW)
    other = mean_speed(results, "evolution only", MANY)
    return (
        f"{FEW} maps: at least as good as evolution only with {MANY}",
        f"{percent(own)} and {percent(other)}",
        own >= other,
    )


def zero_shot(results: Results) -> list[Goal]:
    """The goal of the shipped policy on unseen problems."""
    goals = []
    for name, networks in (
        ("the networks of the paper and the transformers", OF_PAPER),
        ("the other kinds", [name for name in UNSEEN if name not in OF_PAPER]),
        ("all", UNSEEN),
    ):
        policy, greedy = (
            geometric_mean(results.speed(each, method, MANY)[0] for each in networks)
            for method in (FIXED[3], "greedy DP")
        )
        goals.append(
            (
                f"One pass of the policy, {name}: better than native and than greedy"
                " dynamic programming in the mean",
                f"{percent(policy)} and {percent(greedy)} over native,"
                f" {len(networks)} problems",
                policy > max(1, greedy),
            )
        )
    return goals


def pass_time(page: str) -> Goal:
    """The goal of the table that egrl_pass.py wrote."""
    rows = list(cells_of(page))
    head = next(row for row in rows if "placement" in row and "nodes" in row)
    number = {name: i for i, name in enumerate(head)}
    found = [
        row
        for row in rows[rows.index(head) + 2 :]
        if len(row) == len(head)
        and PASS_NODES[0] <= int(row[number["nodes"]]) <= PASS_NODES[1]
    ]
    times = [
        max(float(row[number["all"]]), float(row[number["the first"]])) for row in found
    ]
    return (
        f"One pass in {PASS_MS} ms for 1,000 nodes on one core",
        "; ".join(
            f"{row[number['nodes']]} nodes {row[number['all']]} ms, the first pass"
            f" {row[number['the first']]}"
            for row in found
        ),
        bool(times) and max(times) <= PASS_MS,
    )


def against_local_search(results: Results) -> Goal:
    """The goal with 60 s of CPU time each."""
    texts, reached = [], True
    for network in LARGE:
        own, other = (
            results.speed(network, method, LARGE_SECONDS)
            for method in ("EGRL", "local search")
        )
        texts.append(
            f"{network} {percent(min(own), 3)} and {percent(max(other), 3)}"
            f" ({len(own)} seeds)"
        )
        reached &= min(own) > max(other)
    return (
        "The large transformers, 60 s: better than local search over maps",
        "worst of EGRL and best of local search: " + "; ".join(texts),
        reached,
    )


def starts() -> Goal:
    """The goal of the measurements of map_starts.py."""
    lines = STARTS.read_text(encoding="utf-8").splitlines()
    entries = [entry for entry in map(json.loads, lines) if "equal_ps" in entry]
    ratios = [entry["from_map_ps"] / entry["alone_ps"] for entry in entries]
    problems = {entry["problem"] for entry in entries}
    return (
        "`search` and `hybrid` from EGRL's map never worse than without"
        " ([solvers.md](../../docs/guide/solvers.md#warm-start))",
        f"{len(ratios)} pairs, {len(problems)} problems: {min(ratios):.4f} to"
        f" {max(ratios):.4f} of the makespan without",
        max(ratios) <= 1,
    )


def goals_table(results: Results, page: str) -> str:
    """Returns a line for each goal; `page` has the table of egrl_pass.py."""
    goals = [against_parts(results), near_the_best(results), *over_native(results)]
    goals += [with_few_maps(results), *zero_shot(results), pass_time(page)]
    goals += [against_local_search(results), starts()]
    lines = []
    for goal, numbers, reached in goals:
        impossible = "impossible" in goal
        missed = "open" if "(open)" in goal else "**no**"
        verdict = "reached" if reached else "**impossible**" if impossible else missed
        lines.append([goal, numbers or "none is known", verdict])
    return table(["Goal", "Measured", ""], lines)
