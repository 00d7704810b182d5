# ===- agent_results_page.py - agent-results.md ----------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Renders benchmarks/agent/results.md from the store of measurements. All statements
that depend on numbers, goals included, are computed here."""

import statistics
from collections.abc import Iterable, Iterator

from agent_results_groups import FAR, LONG, SEEDS, hard_problems
from agent_results_numbers import Numbers
from agent_results_seeds import (
    EQUAL,
    GOAL_FAR,
    GOAL_GAIN,
    GOAL_TIME,
    MISSING,
    TIMES,
    excesses,
    faster_of,
    gain_of,
    hard_tables,
    mean_of,
    pairs_of,
    percent,
    same_changes,
    starts_of,
)
from agent_results_store import (
    CLOSE,
    EVALUATIONS,
    LEAST_SHARE,
    Budget,
    Measurement,
)

from support.tables import geometric_mean, table

CAPTIONS = {
    "msa": "`msa`",
    "greedy": "`greedy`",
    "search": "`search`",
    "random-key": "`random-key`",
    "muzero": "agent alone, exact",
    "muzero-learned": "agent alone, learned",
    "trained": "agent, trained on the program",
    "hybrid": "`hybrid`, exact",
    "hybrid-learned": "`hybrid`, learned",
}
UNBUDGETED = ("msa", "greedy")

BUDGETS = (*TIMES, *(Budget("evaluations", value) for value in EVALUATIONS))

INTRODUCTION = """\
# Results with the agent

<!-- Written by benchmarks/agent/agent_results.py; do not edit. -->

{opening}

The [agent](../../docs/guide/agent.md) on the problems of [results.md](../../docs/measurements/results.md), beside [solvers](../../docs/guide/solvers.md) that learn nothing, with the same budgets. **All times of programs are
modelled, none is measured on a TPU.** Each placement has passed `memplace-verify`. Budgets are seconds of CPU time, starting of the agent included, so other load on the machine takes nothing away (of *trained on the program* wall time), or numbers of
*evaluations*: placements that a solver has simulated (of the agent: episodes, played as a whole or revised). Results by evaluations are the same on each machine (but for rounding in the network), those by time are not.

* **`msa`**: XLA's algorithm, which has no budget, as `greedy` has none. **`search`**: an iterated local search by simulated annealing. **`random-key`**: a population of random keys (a BRKGA). All but `msa` begin with the best of `msa` and `greedy`, which does not count as evaluations.
* **Agent alone**: solver `muzero`, zero-shot: with a network that is as it ships. With model *exact* the game steps the tree, with *learned* the network does (MuZero). It gets nothing from other solvers.
* **Trained on the program**: the network goes on training on this one program (`memplace-train --program --cold-start`), from the one that ships, with rounds
  of 8 games with noise, one without, and revisions up to the number of evaluations. The best placement that it played counts; if no episode came to its end, everything in HBM.
* **`hybrid`**: `search` that, when it is stuck, begins anew from what the agent plays; without the agent it is `search`. *Runs with the agent*: runs of `hybrid` that asked the agent. In all other runs `hybrid` makes the same changes as `search`, one by one (with as many evaluations it came to the same makespan in {same} of {by_evaluations} such runs): they count as equal, since they differ only in
  how far the same seconds of CPU time lead on a machine that others use, too. From {long} s on `search` is not run again where `hybrid` did not ask: that run is one of `search`, too.
  Beside other processes, a second of CPU time does less. One pair was measured again for that, side by side: on bilinear49_2048.cmem8M with 600 s, seed 4, `hybrid` had been 0.03 % slower, beside more other processes than `search`; now they are equal. So was the one in which it is faster, moe16_decode_b64, seed 3: both came out the same.
* **Ratio**: makespan / that of XLA at its best, below 1 is faster; means are geometric. **Gap**: (makespan - bound) / bound in percent, with the strong [bound](../../docs/reference/bounds.md) of results.md.
* **Best known**: the best of all that was measured for this page, for results.md and for [search.md](../placement/search.md).
* **Faster** and **slower** mean by more than 0.01 %. A result less than {close:g} % above the bound got no more time or evaluations, since more could hardly help; such a result counts for larger budgets, too, and is marked with *.
* **Held out**: a third of the model families, by the CRC-32 of their names, all sizes and capacities together: {held_out}. The network was trained neither on these families nor on families added later; some later families (conformer, llama) are not in this list.

The measurements are limited to a repeatable set: seconds only where `search` with 20,000 evaluations is not at the bound, since no other method can improve on the bound; several seeds only where `search` is more than {far:g} % above the bound; training
on the program, and the network with a learned model, with 100 evaluations only, as with 2,000 they take minutes a problem; the agent alone with less than {long} s only, since it is behind on nearly all; and nothing with 20,000 evaluations and five seeds. {measured_runs}
"""


def measured_runs(numbers: Numbers) -> str:
    """Returns the numbers of runs of hybrid by time limit, and of expected runs."""
    names = hard_problems(numbers.facts, numbers.rows)
    parts = []
    for budget in TIMES:
        wanted = {name: numbers.seeds_of(name, budget) for name in names}
        by_name = {
            name: sum(
                numbers.store.find(name, "hybrid", budget, seed) is not None
                for seed in seeds
            )
            for name, seeds in wanted.items()
        }
        count, total = sum(by_name.values()), sum(map(len, wanted.values()))
        if count == total:
            text = f"all {total} runs"
        else:
            some = [f"{name} {number}" for name, number in by_name.items() if number]
            text = f"{count} of {total} runs" + (
                f" ({', '.join(some)})" if some else ""
            )
        parts.append(f"with {budget} {text}")
    return (
        f"Of `hybrid`, on the {len(names)} problems below and with {len(SEEDS)} seeds each, there are "
        f"{'; '.join(parts)}: what is missing would be hours of CPU time. (With {TIMES[-1]} one seed is enough where "
        f"`search` with {LONG} s and all seeds is, in the mean, less than {100 * CLOSE:g} % above the best known placement: "
        "there nothing is known that more time could find.)"
    )


def summary(numbers: Numbers, names: list[str], budget: Budget) -> str:
    """Returns the table of averages of measured methods with a budget; empty if there
    are none."""
    lines = []
    for method, caption in CAPTIONS.items():
        cells_of_method = (numbers.shown_cell(name, method, budget) for name in names)
        known = [cell for cell in cells_of_method if cell]
        if not known:
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
    if len(lines) <= len(UNBUDGETED):
        return ""
    head = ["method", "problems", "ratio", "gap, %", "over `msa`"]
    head += ["faster / slower than `msa`", "over `search`"]
    return table([*head, "faster / slower than `search`"], lines)


def measured_names(numbers: Numbers, budget: Budget) -> list[str]:
    """Returns the problems with measurements for a budget."""
    return [
        name
        for name in numbers.rows
        if any(
            numbers.cell(name, method, budget)
            for method in CAPTIONS
            if method not in UNBUDGETED
        )
    ]


def summaries(numbers: Numbers) -> str:
    """Returns the tables of averages, by budget and set of problems."""
    parts = []
    for budget in BUDGETS:
        names = measured_names(numbers, budget)
        sets = {
            "All": names,
            "Held out": list(filter(numbers.is_held_out, names)),
            "Of other families": [n for n in names if not numbers.is_held_out(n)],
        }
        shown = [
            f"{caption}:\n\n{text}"
            for caption, some in sets.items()
            if (text := summary(numbers, some, budget))
        ]
        if shown:
            parts.append(f"### {budget}\n\n" + "\n".join(shown))
    return "\n".join(parts)


def problem_table(numbers: Numbers, names: Iterable[str], budget: Budget) -> str:
    """Returns a table of problems with the measured methods; empty if there are none."""
    cells = {
        name: {m: numbers.shown_cell(name, m, budget) for m in CAPTIONS}
        for name in names
    }
    columns = [m for m in CAPTIONS if any(row[m] for row in cells.values())]
    lines = [
        [name]
        + [str(row[method]) if row[method] else "" for method in columns]
        + [f"{numbers.best_known(name):.4f}", f"{numbers.bound(name):.4f}"]
        for name, row in cells.items()
    ]
    head = ["problem", *(CAPTIONS[m] for m in columns), "best known", "bound"]
    return table(head, lines) if lines else ""


def problem_tables(numbers: Numbers) -> str:
    """Returns the tables of problems, by budget."""
    return "\n".join(
        f"### Problems with {budget}\n\nRatio (gap, %):\n\n{text}"
        for budget in BUDGETS
        if (text := problem_table(numbers, measured_names(numbers, budget), budget))
    )


# ===--- Goals ---=== #


def verdict(is_reached: bool, text: str) -> str:
    """Returns the cell of a goal."""
    return f"{'reached' if is_reached else '**not reached**'}: {text}"


def never_slower_goal(numbers: Numbers, budget: Budget) -> str:
    """Returns the goal that hybrid is never slower than search in the same time; empty
    if nothing was measured."""
    pairs = pairs_of(numbers, numbers.rows, "hybrid", budget)
    if not pairs:
        return ""
    slower = [a / b - 1 for a, b in pairs if a > b * (1 + EQUAL)]
    worst = f", by {100 * max(slower):.2f} % at most" if slower else ""
    text = (
        f"slower in {len(slower)} of {len(pairs)} runs{worst}; "
        f"faster in {sum(a < b * (1 - EQUAL) for a, b in pairs)}; "
        f"the agent was asked in {starts_of(numbers, numbers.rows, budget)}"
    )
    missing = sum(
        not pairs_of(numbers, [name], "hybrid", budget, [seed])
        for name in hard_problems(numbers.facts, numbers.rows)
        for seed in numbers.seeds_of(name, budget)
    )
    if missing and not slower:
        return f"open, {missing} runs were not measured: {text}"
    return verdict(not slower, text)


def gain_goal(numbers: Numbers) -> str:
    """Returns the goal of the agent's gain on problems where search is far above the
    best known; empty if unknown."""
    excess = excesses(numbers)
    if not excess:
        return ""
    names = [name for name, share in excess.items() if share > GOAL_FAR]
    if not names:
        worst = max(excess, key=lambda name: excess[name])
        return (
            "nothing to gain: there is no such problem; "
            f"`search` is {100 * excess[worst]:.2f} % above it at most ({worst})"
        )
    pairs = pairs_of(numbers, names, "hybrid", GOAL_TIME)
    where = f"on {', '.join(names)}"
    if not pairs:
        return f"{MISSING}: {where}"
    better = gain_of(pairs)
    return verdict(better >= GOAL_GAIN, f"{percent(better)} {where}")


def goals(numbers: Numbers) -> str:
    """Returns the table of all measured goals."""
    lines = [
        [f"`hybrid` is never slower than `search`, {budget}", text]
        for budget in TIMES
        if (text := never_slower_goal(numbers, budget))
    ]
    text = gain_goal(numbers) if lines else ""
    if text:
        lines.append(
            [
                f"`hybrid` is faster than `search` by at least {100 * GOAL_GAIN:g} % in the mean where `search`, with {GOAL_TIME}, is more than {100 * GOAL_FAR:g} % above the best known placement",
                text,
            ]
        )
    if not lines:
        return "Nothing of them was measured yet.\n"
    return table(["goal", "result"], lines).replace("--:", "---")


def mean_bound(numbers: Numbers) -> float:
    """Returns the average bound of the contended problems, as a ratio."""
    return geometric_mean(map(numbers.bound, numbers.contended))


def opening(numbers: Numbers) -> str:
    """Returns the introduction: the effect of learning."""
    bound = mean_bound(numbers)
    search = geometric_mean(
        numbers.rows[name].ratio("search") for name in numbers.contended
    )
    left = (
        f"`search` is at {search:.3f} of the makespan of XLA at its best on the contended "
        f"problems, and no placement is below {bound:.3f}, so that nothing could bring more than "
        f"{100 * (1 - bound / search):.2f} %."
    )
    gains, told = [], []
    for budget in reversed(TIMES):
        pairs = pairs_of(numbers, numbers.rows, "hybrid", budget)
        if pairs:
            gains.append(gain_of(pairs))
            told.append(f"{percent(gains[-1])} with {budget} ({len(pairs)})")
    if not gains:
        return f"What learning adds to `search` is {MISSING}. {left}"
    found = f"with the agent its placements are {', '.join(told)}, in the mean of runs, whose number stands there, where it is not at the bound"
    if gains[0] >= GOAL_GAIN:
        return f"**Learning makes `search` faster**: {found}. {left}"
    return (
        f"**Learning adds nothing yet to `search`**: {found}. Room for improvement: "
        + left
    )


def counts_wall(one: Measurement) -> bool:
    """Returns True if the limit was wall time rather than CPU time."""
    return one.budget.kind == "seconds" and one.method == "trained"


def overruns(numbers: Numbers) -> Iterator[str]:
    """Yields the methods that overran their limit, and by how much at most."""
    for budget in TIMES:
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
    """Returns networks, machines and dates of the measurements."""
    networks: dict[str, set[str]] = {}
    for one in numbers.store.all.values():
        if one.network:
            networks.setdefault(one.network, set()).add(CAPTIONS[one.method])
    lines = [
        f"* Network `{name}` (the start of its file's SHA-256): {', '.join(sorted(methods))}."
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


def render(numbers: Numbers) -> str:
    """Returns the text of the page."""
    same, by_evaluations = same_changes(numbers)
    introduction = INTRODUCTION.format(
        opening=opening(numbers),
        close=100 * CLOSE,
        far=100 * FAR,
        held_out=", ".join(numbers.held_out),
        same=same,
        by_evaluations=by_evaluations,
        long=LONG,
        measured_runs=measured_runs(numbers),
    )
    return f"""\
{introduction}
## Goals

Computed from the tables below, at their precision.

{goals(numbers)}
## Where `search` is not at the bound

Problems on which `search` with 20,000 evaluations, on results.md, is more than {100 * FAR:g} % above the bound: as many seconds for each, in the mean over seeds.
*Spread*: the slowest seed of `search` over its fastest. A cell without a number was not measured.

{hard_tables(numbers)}
The agent finds so little for three reasons. Its own placements are slower than the placements of `search` (*agent alone*), mostly by more than a round of changes gains, so the agent can only say where to begin anew. Its first finding, one large buffer that makes way
for many small ones during some ops (3 % of bilinear49_2048.cmem8M), is now a move of `search` itself. Where the gap is widest, the bound is loose: it allows fractions of buffers in fast memory ([bounds.md](../../docs/reference/bounds.md#the-strong-bound)).
A start without learning may help as much; random starts were not measured.

## Means

*Ratio* and *gap* are means over the problems that were measured, whose number stands there; *over `msa`* and *over `search`* are means over those where both were.

{summaries(numbers)}
## Problems

{problem_tables(numbers)}
## How it was measured

{measured(numbers)}
`benchmarks/agent/agent_results.py --measure` makes the measurements that are missing in `benchmarks/agent/agent_results.jsonl`, and writes this page; [benchmarks/README.md](../README.md)
tells more. Without `--measure` it only writes the page.
"""
