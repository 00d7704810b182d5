# ===- agent_results_seeds.py - With and without the agent, by seed ---------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The parts of benchmarks/agent/results.md that compare over several seeds."""

from collections.abc import Iterable

from agent_results_groups import SEEDS, hard_problems, timed_methods
from agent_results_numbers import Numbers
from agent_results_store import SECONDS, Budget

from support.tables import geometric_mean, table

# Makespans that differ by less than this, relative, count as equal.
EQUAL = 1e-4
MISSING = "not measured"

# By how much the agent should make hybrid faster where search, with GOAL_TIME, is this
# far above the best known placement.
GOAL_GAIN = 0.003
GOAL_FAR = 0.005
TIMES = tuple(Budget("seconds", value) for value in SECONDS)
GOAL_TIME = Budget("seconds", 60)

Pairs = list[tuple[float, float]]


def mean_of(pairs: Pairs) -> str:
    """Returns the mean of quotients; empty if there are none."""
    return f"{geometric_mean(a / b for a, b in pairs):.4f}" if pairs else ""


def faster_of(pairs: Pairs) -> str:
    """Returns how often the first is faster and slower, of how many, if any."""
    faster = sum(a < b * (1 - EQUAL) for a, b in pairs)
    slower = sum(a > b * (1 + EQUAL) for a, b in pairs)
    return f"{faster} / {slower} of {len(pairs)}" if pairs else ""


def pairs_of(
    numbers: Numbers,
    names: Iterable[str],
    method: str,
    budget: Budget,
    seeds: Iterable[int] = SEEDS,
) -> Pairs:
    """Returns the ratios of a method and of search, of each problem and seed where both
    were measured."""
    pairs = []
    for name in names:
        for seed in seeds:
            mine = numbers.cell_beside_search(name, method, budget, seed)
            theirs = numbers.search_cell(name, budget, seed)
            if mine and theirs:
                pairs.append((mine.ratio, theirs.ratio))
    return pairs


def gain_of(pairs: Pairs) -> float:
    """Returns by which part of the makespan the first is faster."""
    return 1 - geometric_mean(a / b for a, b in pairs)


def percent(better: float) -> str:
    """Returns how much faster something is, in words."""
    return f"{100 * abs(better):.3f} % {'faster' if better > 0 else 'slower'}"


def same_changes(numbers: Numbers) -> tuple[int, int]:
    """Returns in how many runs by evaluations in which the agent was not asked hybrid came
    to the same makespan as search, and how many there are."""
    same = total = 0
    for (name, method, budget, seed), one in numbers.store.all.items():
        theirs = numbers.store.find(name, "search", budget, seed)
        if method != "hybrid" or budget.kind != "evaluations" or one.starts:
            continue
        if theirs:
            same += one.makespan_ps == theirs.makespan_ps
            total += 1
    return same, total


# ===--- Where search is not at the bound ---=== #


def search_ratios(numbers: Numbers, name: str, budget: Budget) -> list[float]:
    """Returns the ratios of search of each seed."""
    cells = (numbers.search_cell(name, budget, seed) for seed in SEEDS)
    return [cell.ratio for cell in cells if cell]


def hard_row(numbers: Numbers, name: str, budget: Budget) -> list[str]:
    """Returns the line of one problem; empty if search was not measured."""
    ratios = search_ratios(numbers, name, budget)
    if not ratios:
        return []
    mean = geometric_mean(ratios)
    pairs = pairs_of(numbers, [name], "hybrid", budget)
    line = [
        name,
        str(len(ratios)),
        f"{mean:.4f}",
        f"{100 * (max(ratios) / min(ratios) - 1):.2f}",
        mean_of(pairs),
        faster_of(pairs),
        str(starts_of(numbers, [name], budget)),
    ]
    if has_agent_alone(budget):
        line.append(mean_of(pairs_of(numbers, [name], "muzero", budget)))
    best = numbers.best_known(name)
    bound = numbers.bound(name)
    return [*line, f"{100 * (mean / best - 1):.2f}", f"{100 * (best / bound - 1):.2f}"]


def has_agent_alone(budget: Budget) -> bool:
    """Says whether the agent alone gets so long."""
    return "muzero" in timed_methods(int(budget.value))


def hard_table(numbers: Numbers, budget: Budget) -> str:
    """Returns the table of one time; empty if nothing was measured."""
    names = hard_problems(numbers.facts, numbers.rows)
    lines = [line for name in names if (line := hard_row(numbers, name, budget))]
    if not lines:
        return ""
    alone = has_agent_alone(budget)
    both = pairs_of(numbers, names, "hybrid", budget)
    starts = str(starts_of(numbers, names, budget))
    means = [mean_of(both), faster_of(both), starts]
    if alone:
        means.append(mean_of(pairs_of(numbers, names, "muzero", budget)))
    lines.append([f"all {len(lines)}", "", "", "", *means, "", ""])
    head = ["problem", "seeds", "`search`", "its spread, %", "`hybrid` / `search`"]
    head += ["faster / slower", "runs with the agent"]
    head += [*(["agent alone / `search`"] if alone else [])]
    head += ["`search` above best known, %", "best known above bound, %"]
    return table(head, lines)


def hard_tables(numbers: Numbers) -> str:
    """Returns the tables of all times of which something was measured."""
    tables = ((budget, hard_table(numbers, budget)) for budget in TIMES)
    return "\n".join(f"{budget}:\n\n{text}" for budget, text in tables if text)


def starts_of(numbers: Numbers, names: Iterable[str], budget: Budget) -> int:
    """Returns in how many runs hybrid went on from a placement of the agent."""
    return sum(
        numbers.was_asked(name, budget, seed) for name in names for seed in SEEDS
    )


def excesses(numbers: Numbers) -> dict[str, float]:
    """Returns by which part search, with GOAL_TIME, is above the best known
    placement, by problem where that was measured, here or for search.md."""
    result = {}
    for name in hard_problems(numbers.facts, numbers.rows):
        ratios = search_ratios(numbers, name, GOAL_TIME)
        if not ratios and name in numbers.longest:
            ratios = [numbers.longest[name]]
        if ratios:
            result[name] = geometric_mean(ratios) / numbers.best_known(name) - 1
    return result
