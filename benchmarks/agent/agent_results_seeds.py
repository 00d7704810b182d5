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

# Relative difference below which makespans count as equal.
EQUAL = 1e-4
MISSING = "not measured"

# Goal of the gain of hybrid by the agent on problems where search, with GOAL_TIME, is
# this far above the best known placement.
GOAL_GAIN = 0.003
GOAL_FAR = 0.005
TIMES = tuple(Budget("seconds", value) for value in SECONDS)
GOAL_TIME = Budget("seconds", 60)

Pairs = list[tuple[float, float]]


def mean_of(pairs: Pairs) -> str:
    """Returns the average of quotients; empty if there are none."""
    return f"{geometric_mean(a / b for a, b in pairs):.4f}" if pairs else ""


def faster_of(pairs: Pairs) -> str:
    """Returns the numbers of faster and slower runs, and of all runs, if any."""
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
    """Returns the ratios of a method and of search for each problem and seed with both."""
    pairs = []
    for name in names:
        for seed in seeds:
            mine = numbers.cell_beside_search(name, method, budget, seed)
            theirs = numbers.search_cell(name, budget, seed)
            if mine and theirs:
                pairs.append((mine.ratio, theirs.ratio))
    return pairs


def gain_of(pairs: Pairs) -> float:
    """Returns the relative gain of the first over the second."""
    return 1 - geometric_mean(a / b for a, b in pairs)


def percent(better: float) -> str:
    """Returns a gain in words."""
    return f"{100 * abs(better):.3f} % {'faster' if better > 0 else 'slower'}"


def same_changes(numbers: Numbers) -> tuple[int, int]:
    """Returns the number of runs by evaluations without consultation in which hybrid
    reached the same makespan as search, and the number of all such runs."""
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
    """Returns True if the agent alone runs for this long."""
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
    """Returns the tables of all measured times."""
    tables = ((budget, hard_table(numbers, budget)) for budget in TIMES)
    return "\n".join(f"{budget}:\n\n{text}" for budget, text in tables if text)


def starts_of(numbers: Numbers, names: Iterable[str], budget: Budget) -> int:
    """Returns the number of runs in which hybrid continued from a placement of the
    agent."""
    return sum(
        numbers.was_asked(name, budget, seed) for name in names for seed in SEEDS
    )


def excesses(numbers: Numbers) -> dict[str, float]:
    """Returns the relative excess of search, with GOAL_TIME, over the best known
    placement, by measured problem, from this store or from search.md."""
    result = {}
    for name in hard_problems(numbers.facts, numbers.rows):
        ratios = search_ratios(numbers, name, GOAL_TIME)
        if not ratios and name in numbers.longest:
            ratios = [numbers.longest[name]]
        if ratios:
            result[name] = geometric_mean(ratios) / numbers.best_known(name) - 1
    return result
