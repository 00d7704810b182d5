# ===- agent_pieces_page.py - agent-pieces.md -------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Renders benchmarks/agent/pieces.md from the store of measurements. All statements
that depend on numbers, goals included, are computed here."""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent_results_groups import SEEDS
from agent_results_seeds import EQUAL, MISSING
from agent_results_store import CLOSE, Budget, Measurement, Store

from support.tables import geometric_mean, table

SHORT = Budget("seconds", 5)
LONG = Budget("seconds", 60)
VERY_LONG = Budget("seconds", 600)
TRAINED = (Budget("evaluations", 500), Budget("evaluations", 5000))
NONE = Budget("none", 0)
# If search with LONG is further above the best known placement than this share, the
# agent has room to improve; GAIN is the goal of the improvement.
FAR = 0.01
GAIN = 0.005

# A pseudo method, whose makespan is a lower bound.
BOUND = "bound"

CAPTIONS = {
    "msa": "`msa`",
    "greedy": "`greedy`",
    "search": "`search`",
    "hybrid": "`hybrid`",
    "random-key": "`random-key`",
    "muzero": "agent alone",
    "trained": "trained on the program",
}


@dataclass(frozen=True)
class Size:
    """The size of a problem."""

    ops: int
    buffers: int


def least(store: Store, name: str) -> int:
    """Returns the least makespan of all runs, picoseconds; 0: none."""
    known = (one for one in store.all.values() if one.method != BOUND)
    return min((one.makespan_ps for one in known if one.problem == name), default=0)


def above_bound(store: Store, name: str, makespan_ps: float) -> float | None:
    """Returns the relative excess of a makespan over the bound; None if the bound is
    unknown."""
    bound = store.find(name, BOUND, NONE)
    return makespan_ps / bound.makespan_ps - 1 if bound else None


def is_open(store: Store, name: str) -> bool:
    """Returns True if a longer search could improve: search with LONG is not at the
    bound up to CLOSE, or was not measured."""
    known = store.find(name, "search", LONG)
    above = above_bound(store, name, known.makespan_ps) if known else None
    return above is None or above > CLOSE


def found_run(
    store: Store, name: str, method: str, budget: Budget, seed: int
) -> Measurement | None:
    """Returns a run, or None if it was not measured. Until the agent is consulted, hybrid
    acts like search. With VERY_LONG, if the start-up time is small, a hybrid run without
    consultation therefore stands for a missing run of search."""
    found = store.find(name, method, budget, seed)
    if found or method != "search" or budget != VERY_LONG:
        return found
    both = store.find(name, "hybrid", budget, seed)
    return both if both and both.starts == 0 else None


def runs(store: Store, name: str, method: str, budget: Budget) -> list[Measurement]:
    """Returns the runs of all seeds."""
    found = (found_run(store, name, method, budget, seed) for seed in SEEDS)
    return [one for one in found if one]


def excess(store: Store, name: str, method: str, budget: Budget) -> float | None:
    """Returns the relative excess of a method over the best known makespan, average
    over seeds; None if it was not measured."""
    known = runs(store, name, method, NONE if method in ("msa", "greedy") else budget)
    if not known:
        return None
    mean = geometric_mean(one.makespan_ps for one in known)
    return max(0.0, mean / least(store, name) - 1)  # No negative rounding error.


def search_excess(store: Store, name: str, budget: Budget) -> float:
    """Returns the excess of search; 0 if search was not measured."""
    return excess(store, name, "search", budget) or 0.0


def percent(share: float | None) -> str:
    """Returns a cell in percent; empty if there is no number."""
    return "" if share is None else f"{100 * share:.2f}"


def excess_table(store: Store, names: Iterable[str], budget: Budget) -> str:
    """Returns the excess of each method over the best known placement; empty if none
    was measured."""
    timed = ("search", "hybrid")
    shown = [n for n in names if any(store.find(n, m, budget) for m in timed)]
    if not shown:
        return ""
    cells = {n: {m: excess(store, n, m, budget) for m in CAPTIONS} for n in shown}
    methods = [m for m in CAPTIONS if any(row[m] is not None for row in cells.values())]
    lines = [[name, *(percent(row[m]) for m in methods)] for name, row in cells.items()]
    means = []
    for method in methods:
        known = [row[method] for row in cells.values()]
        whole = [1 + share for share in known if share is not None]
        means.append(
            percent(geometric_mean(whole) - 1) if len(whole) == len(known) else ""
        )
    lines.append([f"all {len(shown)}", *means])
    text = table(["problem", *(CAPTIONS[m] for m in methods)], lines)
    return f"### {budget}\n\nAbove the best known makespan, %:\n\n{text}\n"


def problem_table(store: Store, sizes: dict[str, Size], uncut: dict[str, str]) -> str:
    """Returns the problems, and the effect of pieces on their makespans."""
    lines = []
    for name, size in sizes.items():
        whole = store.find(uncut[name], "search", SHORT)
        pieces = store.find(name, "search", SHORT)
        best = least(store, name)
        lines.append(
            [
                name,
                str(size.ops),
                str(size.buffers),
                f"{whole.makespan_ps / 1e6:.2f}" if whole else "",
                (
                    f"{pieces.makespan_ps / whole.makespan_ps:.3f}"
                    if whole and pieces
                    else ""
                ),
                f"{best / 1e6:.2f}" if best else "",
                percent(above_bound(store, name, best) if best else None),
            ]
        )
    head = ["problem", "ops", "buffers", "without pieces, 5 s", "with / without, 5 s"]
    return table([*head, "best known", "above the bound, %"], lines)


def pairs_of(store: Store, names: Iterable[str], budget: Budget) -> list[float]:
    """Returns hybrid / search for each problem and seed with both measurements."""
    quotients = []
    for name in names:
        for seed in SEEDS:
            mine = store.find(name, "hybrid", budget, seed)
            theirs = store.find(name, "search", budget, seed)
            if mine and theirs:
                quotients.append(mine.makespan_ps / theirs.makespan_ps)
    return quotients


def verdict(is_reached: bool, text: str) -> str:
    """Returns the cell of a goal."""
    return f"{'reached' if is_reached else '**not reached**'}: {text}"


def far_problems(store: Store, names: Iterable[str]) -> list[str]:
    """Returns the problems on which search is far above the best known placement."""
    return [name for name in names if search_excess(store, name, LONG) > FAR]


def near_goal(store: Store, names: Sequence[str]) -> str:
    """Returns the goal that search is near the best known placement; empty if nothing
    was measured."""
    known = [name for name in names if store.find(name, "search", LONG)]
    if not known:
        return ""
    far = far_problems(store, known)
    missing = len(names) - len(known)
    text = f"on {len(known) - len(far)} of {len(known)}"
    if far:
        worst = max(search_excess(store, name, LONG) for name in far)
        text += f"; not on {', '.join(far)}, by {100 * worst:.2f} % at most"
    if missing:
        text += f"; {missing} were not measured"
    return verdict(not far and not missing, text)


def never_slower_goal(store: Store, names: Sequence[str], uncut: dict[str, str]) -> str:
    """Returns the goal that pieces make no problem slower; empty if nothing was
    measured."""
    slower, measured = [], 0
    for name in names:
        whole = store.find(uncut[name], "search", SHORT)
        pieces = store.find(name, "search", SHORT)
        if not whole or not pieces:
            continue
        measured += 1
        if pieces.makespan_ps > (1 + EQUAL) * whole.makespan_ps:
            slower.append(name)
    if not measured:
        return ""
    where = (
        f"slower on {', '.join(slower)}" if slower else f"on {measured} of {measured}"
    )
    return verdict(not slower, where)


def gain_goal(store: Store, names: Sequence[str], budget: Budget) -> str:
    """Returns the goal of the agent's gain; empty if nothing was measured."""
    far = far_problems(store, names)
    if not far and all(store.find(name, "search", LONG) for name in names):
        return "nothing to gain: there is no such problem"
    quotients = pairs_of(store, far, budget)
    if not quotients:
        return ""
    better = 1 - geometric_mean(quotients)
    word = "faster" if better >= 0 else "slower"
    return verdict(
        better >= GAIN, f"{100 * abs(better):.2f} % {word} in {len(quotients)} runs"
    )


def why_no_gain(store: Store, names: Sequence[str]) -> str:
    """Returns the agent's contribution to hybrid on problems with a goal; empty if
    there are none, or if nothing was measured."""
    lines = []
    for name in far_problems(store, names):
        known = runs(store, name, "hybrid", SHORT) + runs(store, name, "hybrid", LONG)
        alone = excess(store, name, "muzero", SHORT)
        if not known or alone is None:
            continue
        starts = sum(one.starts for one in known)
        lines.append(
            f"On {name}, the agent alone is {100 * alone:.0f} % above the best known with "
            f"{SHORT}, and `hybrid` went on from {starts or 'none'} of its placements in "
            f"{len(known)} runs"
            + ("" if starts else ", so that it was the same search with less time")
            + "."
        )
    text = " ".join(lines)
    return "\n" + textwrap.fill(text, 120) + "\n" if text else ""


def goals(store: Store, names: Sequence[str], uncut: dict[str, str]) -> str:
    """Returns the table of all measured goals."""
    results = {
        f"`search` with {LONG} is within {100 * FAR:g} % of the best known": near_goal(
            store, names
        ),
        f"`search` is never slower with pieces than without, {SHORT}": never_slower_goal(
            store, names, uncut
        ),
    }
    for budget in (SHORT, LONG):
        goal = f"`hybrid` is at least {100 * GAIN:g} % faster than `search` in as much time where the first is not so, {budget}"
        results[goal] = gain_goal(store, names, budget)
    if not any(results.values()):
        return "Nothing of them was measured yet.\n"
    lines = [[goal, text or MISSING] for goal, text in results.items()]
    text = table(["goal", "result"], lines).replace("--:", "---")
    return text + why_no_gain(store, names)


def trained_table(store: Store, budget: Budget) -> str:
    """Returns the effect of training on the program; empty if it was not measured."""
    names = sorted({n for n, m, b, _ in store.all if m == "trained" and b == budget})
    if not names:
        return ""
    methods = ("muzero", "trained")
    lines = []
    for name in names:
        above = [percent(excess(store, name, m, budget)) for m in methods]
        known = [store.find(name, m, budget) for m in methods]
        lines.append(
            [name, *above, *(f"{one.cpu:.0f}" if one else "" for one in known)]
        )
    head = ["problem", *(CAPTIONS[m] for m in methods)]
    head += [f"{CAPTIONS[m]}, s" for m in methods]
    return f"""\
### {budget}

Above the best known makespan, %, and the seconds of CPU time that it took:

{table(head, lines)}
"""


def measured(store: Store) -> str:
    """Returns the dates of measurement."""
    dates = sorted(one.date[:10] for one in store.all.values())
    when = f", from {dates[0]} to {dates[-1]}" if dates else ""
    return f"{len(dates)} measurements{when}."


def render(store: Store, sizes: dict[str, Size], uncut: dict[str, str]) -> str:
    """Returns the text of the page."""
    names = list(sizes)
    timed = (SHORT, LONG, VERY_LONG)
    tables = "".join(excess_table(store, names, budget) for budget in timed)
    tables += "".join(trained_table(store, budget) for budget in TRAINED)
    return f"""\
# The solvers on problems with pieces

<!-- Written by benchmarks/agent/agent_pieces.py; do not edit. -->

Makespans of the [solvers](../../docs/guide/solvers.md) and of the [agent](../../docs/guide/agent.md) on problems whose ops and buffers
were [cut](../../docs/guide/cutting.md) in pieces, with the same budgets. A cut program has more buffers than the original program,
and the pieces of one buffer compete for the same space. **All times are modelled, none is measured on a machine**; each
placement has passed `memplace-verify`. Makespans are in microseconds. Budgets are seconds of CPU time, starting of the
agent included, or numbers of evaluations; `msa` and `greedy` have none.

* **Problems**: what `memplace-solve --cut=auto --cut-budget=60` made of problems of [pieces.md](../placement/pieces.md), in
  `benchmarks/problems/pieces`; for `offload_train` 300, since among 60 cut problems none is worth what its pieces cost.
  They stay as they are if the search for cuts gets better or times of ops are fitted anew: of `densenet121_b8.cmem32M`,
  `gpt2_b1.cmem32M`, `resnet50_train_b8.cmem32M` and `shallow_water_2048` times are those of before
  [harvests in rounds](../../docs/guide/xla.md#harvesting-in-rounds), and of `offload_train` each piece costs 5.4 µs, where it
  was measured to cost 3.5.
* **Without pieces**: `search` on the problem as it was then.
* **Best known**: the least makespan of all that was measured for this page, with up to 600 s.
* **Bound**: the strong one ([bounds.md](../../docs/reference/bounds.md)), proven; no placement is below it. A problem within
  {100 * CLOSE:g} % of the bound after 60 s is not run for 600 s, since more time could hardly help.
* **`hybrid`** makes the changes of `search`, one by one, until it asks the agent: a run with 600 s in which it never did
  is one of `search`, too.
* **Agent alone**: solver `muzero` with the network that ships, never trained on pieces. **Trained on the program**: it
  goes on learning this one (`memplace-train --program --cold-start`).

## Goals

Computed from the tables below.

{goals(store, names, uncut)}
## The problems

{problem_table(store, sizes, uncut)}
## With the same budgets

A cell without a number was not measured. A problem measured with several seeds counts with the mean of the seeds.

{tables}## How it was measured

{measured(store)} `benchmarks/agent/agent_pieces.py --measure` makes the measurements that are missing in
`benchmarks/agent/agent_pieces.jsonl`, and writes this page; `--help` lists the groups.
"""
