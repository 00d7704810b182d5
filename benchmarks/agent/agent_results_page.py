# ===- agent_results_page.py - agent-results.md ----------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Renders docs/measurements/agent-results.md from the store of measurements. Whether a goal is
reached, and everything else that depends on numbers, is computed here."""

import statistics
from collections.abc import Iterator

from agent_results_groups import FAR, NAMED, SEEDS
from agent_results_numbers import Numbers
from agent_results_seeds import (
    EQUAL,
    GOAL_HARD_GAIN,
    MISSING,
    faster_of,
    gain,
    hard_goal,
    hard_tables,
    mean_of,
    seeds_table,
)
from agent_results_store import (
    CLOSE,
    EVALUATIONS,
    LEAST_SHARE,
    SECONDS,
    Budget,
    Measurement,
    Store,
)

from support.placements import Facts, Row
from support.tables import geometric_mean, table

CAPTIONS = {
    "msa": "`msa`",
    "search": "`search`",
    "random-key": "`random-key`",
    "random-restarts": "`random-restarts`",
    "muzero": "agent alone, exact",
    "muzero-learned": "agent alone, learned",
    "trained": "agent, trained on the program",
    "hybrid": "`hybrid`, exact",
    "hybrid-learned": "`hybrid`, learned",
}

AGENT_BUDGETS = tuple(Budget("seconds", value) for value in SECONDS)
EVALUATION_BUDGETS = tuple(Budget("evaluations", value) for value in EVALUATIONS)
BUDGETS = (*AGENT_BUDGETS, *EVALUATION_BUDGETS)

# What was to be reached.
GOAL_RATIO = 0.926
GOAL_GAIN = 0.005

INTRODUCTION = """\
# Results with the agent

<!-- Written by benchmarks/agent/agent_results.py; do not edit. -->

{opening}

What the [agent](../guide/agent.md) brings on the problems of [results.md](results.md), beside [solvers](../guide/solvers.md) that learn nothing, with the same budgets. **All times of programs are
modelled, none is measured on a TPU.** Each placement has passed `memplace-verify`. Budgets are seconds of CPU time, starting of the agent included, so that what else the machine does takes nothing away (of *trained on the program* wall time), or numbers of
*evaluations*: placements that a solver has simulated (of the agent: episodes, played as a whole or revised). Results by evaluations are the same on each machine (but for rounding in the network), those by time are not.

* **`msa`**: XLA's algorithm, which has no budget. **`search`**: an iterated local search by simulated annealing. **`random-key`**: a population of random keys (a BRKGA). **`random-restarts`**: the best of
  random decodes. All but `msa` begin with the best of `msa` and `greedy`, which does not count as evaluations. **Best heuristic**: the best of these and `greedy` with the same budget.
* **Agent alone**: solver `muzero`, zero-shot: with a network that is as it ships. With model *exact* the game steps the tree, with *learned* the network does (MuZero). It gets nothing from other solvers.
* **Trained on the program**: the network goes on training on this one program (`memplace-train --program --cold-start`), from the one that ships, with rounds
  of 8 games with noise, one without, and 500 revisions. The best placement that it played counts; if no episode came to its end, everything in HBM. All of that is within the time, of which starting LibTorch takes more than a second.
  A number of evaluations is made in rounds of 500 in all, in which no old episode is searched again.
* **`hybrid`**: `search` with the agent's advice.
* **Ratio**: makespan / that of XLA at its best, below 1 is faster; means are geometric. **Gap**: (makespan - bound) / bound in percent, with the strong [bound](../reference/bounds.md) of results.md.
* **Faster** and **slower** mean by more than 0.01 %. What is less than {close:g} % above the bound got no more time or evaluations (`search` and `hybrid` 20,000 evaluations in any case), since that could hardly help, and counts with more as it is; marked with *.
* **Held out**: a third of the model families, by the CRC-32 of their names, all sizes and capacities together: {held_out}. The network has not been trained on them.
"""


def summary(numbers: Numbers, names: list[str], budget: Budget) -> str:
    """Returns the table of the means of all methods with a budget; empty if none was
    measured."""
    lines = []
    for method, caption in CAPTIONS.items():
        ratios = [numbers.cell(name, method, budget) for name in names]
        known = [cell for cell in ratios if cell]
        if not known:
            lines.append([caption, "0", *[MISSING] * 6])
            continue
        cells = [
            caption,
            str(len(known)),
            f"{geometric_mean(cell.ratio for cell in known):.4f}",
            f"{sum(cell.gap for cell in known) / len(known):.2f}",
        ]
        for other in ("msa", "search"):
            pairs = numbers.pairs(names, method, other, budget)
            cells.append("" if other == method else mean_of(pairs))
            cells.append("" if other == method else faster_of(pairs))
        lines.append(cells)
    if all(line[1] == "0" for line in lines[1:]):  # All but msa.
        return ""
    head = ["method", "problems", "ratio", "gap, %", "over `msa`"]
    head += ["faster / slower than `msa`", "over `search`"]
    return table([*head, "faster / slower than `search`"], lines)


def summaries(numbers: Numbers) -> str:
    """Returns the tables of means, by budget and set of problems."""
    sets = {
        "Contended": numbers.contended,
        "Contended, held out": list(filter(numbers.is_held_out, numbers.contended)),
        "Contended, of other families": [
            name for name in numbers.contended if not numbers.is_held_out(name)
        ],
        "All": list(numbers.facts),
    }
    parts = []
    for budget in BUDGETS:
        shown = []
        for caption, names in sets.items():
            if caption == "All" and budget == AGENT_BUDGETS[-1]:
                continue
            text = summary(numbers, names, budget)
            if text:
                shown.append(f"{caption} ({len(names)}):\n\n{text}")
        if not shown:
            shown = [f"{MISSING.capitalize()}.\n"]
        parts.append(f"### {budget}\n\n" + "\n".join(shown))
    return "\n".join(parts)


def rows_of(numbers: Numbers, names: list[str], budget: Budget) -> Iterator[list[str]]:
    """Yields the lines of a table of problems."""
    for name in names:
        cells = {m: numbers.cell(name, m, budget) for m in CAPTIONS}
        if not any(cell for method, cell in cells.items() if method != "msa"):
            continue
        best = numbers.best_heuristic(name, budget)
        bound = numbers.rows[name].bound / numbers.rows[name].makespans["xla"]
        yield [
            name,
            *(str(cell) if cell else MISSING for cell in cells.values()),
            f"{best:.4f}" if best else MISSING,
            f"{bound:.4f}",
        ]


def relative_rows(
    numbers: Numbers, names: list[str], budget: Budget
) -> Iterator[list[str]]:
    """Likewise, divided by `msa` and by the best heuristic."""
    for name in names:
        cells = {m: numbers.cell(name, m, budget) for m in CAPTIONS if m != "msa"}
        msa, best = numbers.cell(name, "msa", budget), numbers.best_heuristic(
            name, budget
        )
        if not msa or not any(cells.values()):
            continue
        yield [
            name,
            *(
                (
                    f"{cell.ratio / msa.ratio:.4f}, "
                    + (f"{cell.ratio / best:.4f}" if best else MISSING)
                    if cell
                    else MISSING
                )
                for cell in cells.values()
            ),
        ]


def sets_of_rows(numbers: Numbers) -> dict[str, list[str]]:
    """Returns which problems share a table."""
    bilinear = [name for name in numbers.facts if name.startswith("bilinear49_")]
    training = [name for name in numbers.facts if "_train_" in name]
    rest = [name for name in numbers.facts if name not in {*bilinear, *training}]
    return {
        "Inference": rest,
        "Matrix multiplications in 49 products (`bilinear49_*`)": bilinear,
        "Training steps": training,
    }


def problem_tables(numbers: Numbers) -> str:
    """Returns the tables of problems, by budget."""
    parts = []
    for budget in BUDGETS:
        tables = []
        for caption, names in sets_of_rows(numbers).items():
            lines = list(rows_of(numbers, names, budget))
            if not lines:
                continue
            head = ["problem", *CAPTIONS.values(), "best heuristic", "bound"]
            tables.append(f"{caption}, ratio (gap, %):\n\n{table(head, lines)}")
            lines = list(relative_rows(numbers, names, budget))
            head = ["problem", *list(CAPTIONS.values())[1:]]
            if lines:
                tables.append(
                    f"{caption}, over `msa`, over the best heuristic:\n\n"
                    + table(head, lines)
                )
        parts.append(
            f"### Problems with {budget}\n\n"
            + ("\n".join(tables) or f"{MISSING.capitalize()}.\n")
        )
    return "\n".join(parts)


def verdict(is_reached: bool, text: str) -> str:
    """Returns the cell of a goal."""
    return f"{'reached' if is_reached else '**not reached**'}: {text}"


def never_slower_goal(numbers: Numbers, budget: Budget) -> str:
    """Returns whether hybrid is never slower than the best heuristic; with the longest
    time on the named problems."""
    names = list(NAMED) if budget == AGENT_BUDGETS[-1] else numbers.contended
    pairs = numbers.pairs(names, "hybrid", "best", budget)
    if not pairs:
        return MISSING
    slower = [a / b - 1 for a, b in pairs if a > b * (1 + EQUAL)]
    worst = f", by {100 * max(slower):.2f} % at most" if slower else ""
    text = f"slower on {len(slower)} of {len(pairs)}{worst}"
    if not slower and len(pairs) < len(names):
        return f"{MISSING} on all of them; {text}"
    return verdict(not slower, text)


def ratio_goal(numbers: Numbers, budget: Budget, bound: float) -> str:
    """Returns whether hybrid's mean ratio is as small as it should be."""
    cells = [numbers.cell(name, "hybrid", budget) for name in numbers.contended]
    known = [cell.ratio for cell in cells if cell]
    if len(known) == len(cells):
        ratio = geometric_mean(known)
        return verdict(ratio <= GOAL_RATIO, f"{ratio:.4f}")
    if bound > GOAL_RATIO:
        return verdict(False, "the bound is above it")
    return MISSING


def share_goal(numbers: Numbers, other: str, share: float, budget: Budget) -> str:
    """Returns whether the trained agent is faster than `other` on a share of the
    problems, and on how many it could be."""
    pairs = numbers.pairs(numbers.contended, "trained", other, budget)
    if len(pairs) < len(numbers.contended):
        return MISSING
    faster = sum(a < b * (1 - EQUAL) for a, b in pairs)
    equal = sum(abs(a / b - 1) <= EQUAL for a, b in pairs)
    text = f"on {faster} of {len(pairs)}, and equal on {equal}"
    beatable = sum(
        theirs.gap > 100 * EQUAL
        for name in numbers.contended
        if (theirs := numbers.cell(name, other, budget))
    )
    if beatable < share * len(pairs):
        text += f"; proven: nothing is on more than {beatable}, `{other}` is at the bound on the others"
    return verdict(faster >= share * len(pairs), text)


def percent(better: float) -> str:
    """Returns how much faster something is, in words."""
    return f"{100 * abs(better):.3f} % {'faster' if better > 0 else 'slower'}"


def gain_goal(numbers: Numbers) -> str:
    """Returns whether the agent brings as much as it should."""
    better = gain(numbers)
    if better is None:
        return MISSING
    return verdict(better >= GOAL_GAIN, percent(better))


def mean_bound(numbers: Numbers) -> float:
    """Returns the mean of the bounds of the contended problems, as ratios."""
    rows = [numbers.rows[name] for name in numbers.contended]
    return geometric_mean(row.bound / row.makespans["xla"] for row in rows)


def goals(numbers: Numbers) -> str:
    """Returns the table of the goals."""
    lines = [
        [
            f"`hybrid` is never slower than the best heuristic, {budget}"
            + (", named problems" if budget == AGENT_BUDGETS[-1] else ""),
            never_slower_goal(numbers, budget),
        ]
        for budget in BUDGETS
    ]
    bound = mean_bound(numbers)
    minute = AGENT_BUDGETS[1]
    lines += [
        [
            f"`hybrid` with {minute}: a ratio of at most {GOAL_RATIO}; proven: none is less than {bound:.4f}",
            ratio_goal(numbers, minute, bound),
        ],
        [
            f"the agent makes `hybrid` faster by at least {100 * GOAL_GAIN:g} %, five seeds",
            gain_goal(numbers),
        ],
        [
            f"the agent makes `hybrid` faster by at least {100 * GOAL_HARD_GAIN:g} % where `search` is more than {100 * FAR:g} % above the bound, five seeds",
            hard_goal(numbers),
        ],
    ]
    shares = (("msa", 2 / 3, "two thirds"), ("search", 1 / 2, "half"))
    lines += [
        [
            f"trained on the program with {budget}, the agent alone is faster than `{other}` on {words}",
            share_goal(numbers, other, share, budget),
        ]
        for budget in AGENT_BUDGETS[:2]
        for other, share, words in shares
    ]
    return table(["goal", "contended problems"], lines).replace("--:", "---")


def opening(numbers: Numbers) -> str:
    """Returns the first words: what learning brings."""
    better = gain(numbers)
    bound = mean_bound(numbers)
    search = geometric_mean(
        numbers.rows[name].ratio("search") for name in numbers.contended
    )
    left = 100 * (1 - bound / search)
    if better is None:
        return f"What learning adds to `search` is {MISSING}."
    if better >= GOAL_GAIN:
        return f"**Learning makes `search` faster by {100 * better:.2f} %.**"
    return (
        f"**Learning adds nothing yet to `search`**: with the agent its placements are "
        f"{percent(better)} (five seeds, as many evaluations). What could be added: "
        f"`search` is at {search:.3f} of the makespan of XLA at its best on the contended "
        f"problems, and no placement is below {bound:.3f}, so that nothing could bring more than "
        f"{left:.2f} %."
    )


def counts_wall(one: Measurement) -> bool:
    """Says whether its limit was one of wall time, not of CPU time."""
    return one.budget.kind == "seconds" and one.method == "trained"


def overruns(numbers: Numbers) -> Iterator[str]:
    """Yields which methods took how much longer than they should, at most."""
    for budget in AGENT_BUDGETS:
        longest: dict[str, float] = {}
        for one in numbers.store.all.values():
            if one.budget == budget:
                taken = one.seconds if counts_wall(one) else one.cpu
                seconds = max(taken, longest.get(one.method, 0))
                longest[one.method] = seconds
        over = [
            f"{CAPTIONS[method]} {seconds:.1f} s"
            for method, seconds in longest.items()
            if seconds > 1.02 * budget.value
        ]
        if over:
            yield (
                f"* With {budget} some took longer, at most: {', '.join(sorted(over))}."
            )


def measured(numbers: Numbers) -> str:
    """Returns with what, and when, it was measured."""
    networks: dict[str, set[str]] = {}
    for one in numbers.store.all.values():
        if one.network:
            networks.setdefault(one.network, set()).add(CAPTIONS[one.method])
    lines = [
        f"* Network `{name}` (the begin of its file's SHA-256): {', '.join(sorted(methods))}."
        for name, methods in sorted(networks.items())
    ]
    dates = sorted(one.date[:10] for one in numbers.store.all.values())
    lines.append(
        f"* {len(dates)} measurements, from {dates[0]} to {dates[-1]}."
        if dates
        else "* No measurements."
    )
    shares = [
        one.share
        for one in numbers.store.all.values()
        if counts_wall(one) and one.seconds > 1
    ]
    if shares:
        disturbed = sum(share < LEAST_SHARE for share in shares)
        lines.append(
            f"* Where wall time counts the processes had {100 * statistics.median(shares):.0f} % of "
            f"a core, median; {disturbed} of {len(shares)} had less than "
            f"{100 * LEAST_SHARE:.0f} %, {100 * min(shares):.0f} % at least."
        )
    lines += overruns(numbers)
    return "\n".join(lines) + "\n"


def render(store: Store, facts: dict[str, Facts], rows: dict[str, Row]) -> str:
    """Returns the text of the page."""
    numbers = Numbers(store, facts, rows)
    introduction = INTRODUCTION.format(
        opening=opening(numbers),
        close=100 * CLOSE,
        held_out=", ".join(numbers.held_out),
    )
    return f"""\
{introduction}
## Goals

Computed from the tables below, at their precision.

{goals(numbers)}
## The agent in `hybrid`

`hybrid` with {EVALUATION_BUDGETS[-1]} and `search` with as many, contended problems: mean ratios.

{seeds_table(numbers)}
## Where `search` is not at the bound

Contended problems on which `search` with 20,000 evaluations, on results.md, is more than {100 * FAR:g} % above the bound, over the seeds {SEEDS[0]} to {SEEDS[-1]}: as many seconds for each.
*Spread*: the slowest seed of `search` over its fastest. `hybrid` without the agent is `search`. Not rows of all problems are there until all is measured.

{hard_tables(numbers)}
## Means

*Ratio* and *gap* are means over the problems that were measured, whose number stands there; *over `msa`* and *over `search`* are means over those where both were.

{summaries(numbers)}
## Problems

{problem_tables(numbers)}
## How it was measured

{measured(numbers)}
`benchmarks/agent/agent_results.py --measure` makes the measurements that are missing in `benchmarks/agent/agent_results.jsonl`, and writes this page; [benchmarks/README.md](../../benchmarks/README.md)
tells more. Without `--measure` it only writes the page.
"""
