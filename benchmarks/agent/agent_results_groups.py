# ===- agent_results_groups.py - What agent-results.md has measured --------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The measurements of benchmarks/agent/results.md, in separate groups."""

from collections.abc import Iterable, Iterator, Sequence

from agent_results_store import CLOSE, EVALUATIONS, SECONDS, Budget

from support.placements import Facts, Row

Job = tuple[str, str, Budget, int]  # Problem, method, budget, seed.

# All methods with a budget, most informative first.
BUDGETED = (
    "search",
    "hybrid",
    "trained",
    "muzero",
    "hybrid-learned",
    "muzero-learned",
    "random-key",
)

# From this many evaluations on, the agent alone takes minutes per problem, and so does
# training on the program.
MANY = 2000
QUICK = ("search", "hybrid", "random-key")

# Groups with seconds: problems on which search with 20,000 evaluations is not at the
# bound up to CLOSE. On other problems no method can find more.
TIMED = ("search", "hybrid", "muzero")
# From this many seconds on, the agent alone is left out, since it is behind on nearly
# all problems with less time.
LONG = 60

# Groups "hard": problems with a relative gap above this, on which the agent has room to
# improve.
FAR = 0.005
SEEDS = range(5)


def cross(names: Iterable[str], budget: Budget, methods: Sequence[str]) -> list[Job]:
    """Returns each method on each problem."""
    return [(name, method, budget, 0) for method in methods for name in names]


def problems_above(
    facts: dict[str, Facts], rows: dict[str, Row], share: float
) -> list[str]:
    """Returns the problems on which search is further above the bound than `share`, by
    results.md, widest gaps first."""

    def gap(name: str) -> float:
        return rows[name].makespans["search"] / rows[name].bound - 1

    names = [name for name in facts if name in rows and gap(name) > share]
    return sorted(names, key=gap, reverse=True)


def hard_problems(facts: dict[str, Facts], rows: dict[str, Row]) -> list[str]:
    """Returns the problems of groups "hard"."""
    return problems_above(facts, rows, FAR)


def timed_methods(seconds: int) -> tuple[str, ...]:
    """Returns the methods for a time limit."""
    return tuple(one for one in TIMED if one != "muzero" or seconds < LONG)


def hard_jobs(names: list[str], seconds: int) -> Iterator[Job]:
    """Yields the measurements alternately, seed by seed, so that the script can stop
    after any seed. hybrid comes first: its runs without consultation are also runs of
    search."""
    for seed in SEEDS:
        for name in names:
            for method in sorted(timed_methods(seconds)):
                yield name, method, Budget("seconds", seconds), seed


def jobs_of(group: str, facts: dict[str, Facts], rows: dict[str, Row]) -> Iterator[Job]:
    """Yields the measurements of a group, most informative first."""
    contended = [name for name, what in facts.items() if what.is_contended]
    kind, _, value = group.partition("-")
    if group == "heuristics":
        yield from cross(facts, Budget("none", 0), ("msa", "greedy"))
    elif kind == "evaluations":
        methods = QUICK if int(value) >= MANY else BUDGETED
        yield from cross(contended, Budget(kind, int(value)), methods)
    elif kind == "hard":
        yield from hard_jobs(hard_problems(facts, rows), int(value))
    elif kind == "seconds":
        names = problems_above(facts, rows, CLOSE)
        yield from cross(names, Budget(kind, int(value)), timed_methods(int(value)))


GROUPS = (
    "heuristics",
    *(f"evaluations-{value}" for value in EVALUATIONS),
    *(f"{kind}-{value}" for value in SECONDS for kind in ("hard", "seconds")),
)
