# ===- agent_results_seeds.py - With and without the agent, five seeds -----===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The parts of docs/measurements/agent-results.md that compare over several seeds."""

from agent_results_groups import SEEDS, SEEDS_BUDGET, hard_problems
from agent_results_numbers import Numbers
from agent_results_store import SECONDS, Budget

from support.tables import geometric_mean, table

# Makespans that differ by less than this, relative, count as equal.
EQUAL = 1e-4
MISSING = "not measured"

# By how much the agent should make hybrid faster where search is not at the bound.
GOAL_HARD_GAIN = 0.003

Pairs = list[tuple[float, float]]


def mean_of(pairs: Pairs) -> str:
    """Returns the mean of quotients."""
    return f"{geometric_mean(a / b for a, b in pairs):.4f}" if pairs else MISSING


def faster_of(pairs: Pairs) -> str:
    """Returns how often the first is faster and slower, of how many."""
    faster = sum(a < b * (1 - EQUAL) for a, b in pairs)
    slower = sum(a > b * (1 + EQUAL) for a, b in pairs)
    return f"{faster} / {slower} of {len(pairs)}" if pairs else MISSING


def pairs_of(
    numbers: Numbers, names: list[str], method: str, budget: Budget, seed: int
) -> Pairs:
    """Returns the ratios of a method and of search where both were measured."""
    pairs = []
    for name in names:
        mine = numbers.cell(name, method, budget, seed)
        theirs = numbers.cell(name, "search", budget, seed)
        if mine and theirs:
            pairs.append((mine.ratio, theirs.ratio))
    return pairs


def seed_pairs(numbers: Numbers) -> dict[int, Pairs]:
    """Returns the ratios of hybrid and search with as many evaluations, by seed."""
    pairs = {
        seed: pairs_of(numbers, numbers.contended, "hybrid", SEEDS_BUDGET, seed)
        for seed in SEEDS
    }
    return {seed: some for seed, some in pairs.items() if some}


def seeds_table(numbers: Numbers) -> str:
    """Returns the table of hybrid with and without the agent."""
    by_seed = seed_pairs(numbers)
    lines = [
        [
            str(seed),
            *(f"{geometric_mean(p[i] for p in pairs):.4f}" for i in (0, 1)),
            mean_of(pairs),
            faster_of(pairs),
        ]
        for seed, pairs in by_seed.items()
    ]
    everything = [pair for pairs in by_seed.values() for pair in pairs]
    lines.append(["all", "", "", mean_of(everything), faster_of(everything)])
    head = ["seed", "with the agent", "without", "with / without"]
    return table([*head, "faster / slower with it"], lines)


def gain(numbers: Numbers) -> float | None:
    """Returns by which part of the makespan the agent makes hybrid faster."""
    everything = [pair for pairs in seed_pairs(numbers).values() for pair in pairs]
    if not everything:
        return None
    return 1 - geometric_mean(a / b for a, b in everything)


# ===--- Where search is not at the bound ---=== #


def hard_pairs(numbers: Numbers, name: str, method: str, budget: Budget) -> Pairs:
    """Returns the ratios of a method and of search on one problem, of each seed."""
    return [
        pair
        for seed in SEEDS
        for pair in pairs_of(numbers, [name], method, budget, seed)
    ]


def hard_table(numbers: Numbers, budget: Budget) -> str:
    """Returns the table of one time; empty if nothing was measured."""
    lines, both, alone = [], [], []
    for name in hard_problems(numbers.facts, numbers.rows):
        pairs = hard_pairs(numbers, name, "hybrid", budget)
        played = hard_pairs(numbers, name, "muzero", budget)
        if not pairs and not played:
            continue
        both += pairs
        alone += played
        ratios = [search for _, search in pairs or played]
        spread = 100 * (max(ratios) / min(ratios) - 1)
        bound = numbers.rows[name].bound / numbers.rows[name].makespans["xla"]
        lines.append(
            [name, str(len(ratios)), f"{geometric_mean(ratios):.4f}", f"{spread:.2f}"]
            + [mean_of(pairs), faster_of(pairs), mean_of(played), f"{bound:.4f}"]
        )
    if not lines:
        return ""
    means = [mean_of(both), faster_of(both), mean_of(alone), ""]
    lines.append([f"all {len(lines)}", "", "", "", *means])
    head = ["problem", "seeds", "`search`", "its spread, %", "`hybrid` / `search`"]
    head += ["faster / slower", "agent alone / `search`", "bound"]
    return table(head, lines)


def hard_tables(numbers: Numbers) -> str:
    """Returns the tables of all times."""
    parts = []
    for seconds in SECONDS:
        budget = Budget("seconds", seconds)
        text = hard_table(numbers, budget) or f"{MISSING.capitalize()}.\n"
        parts.append(f"{budget}:\n\n{text}")
    return "\n".join(parts)


def hard_goal(numbers: Numbers) -> str:
    """Returns whether the agent brings what it should there, with the longest time of
    which all was measured."""
    names = hard_problems(numbers.facts, numbers.rows)
    for seconds in reversed(SECONDS):
        budget = Budget("seconds", seconds)
        pairs = [
            pair
            for name in names
            for pair in hard_pairs(numbers, name, "hybrid", budget)
        ]
        if not pairs or len(pairs) < len(names) * len(SEEDS):
            continue
        better = 1 - geometric_mean(a / b for a, b in pairs)
        is_reached = better >= GOAL_HARD_GAIN
        way = "faster" if better > 0 else "slower"
        return (
            f"{'reached' if is_reached else '**not reached**'}: "
            f"{100 * abs(better):.3f} % {way}, {budget}"
        )
    return f"{MISSING} on all of them"
